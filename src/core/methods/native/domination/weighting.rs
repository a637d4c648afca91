//! Local search for small set covers.

use std::{cmp::Reverse, ops::ControlFlow};

use rand::RngExt;

use super::{cover::SetCover, search::CoverReport};
use crate::{
    limits::Reason,
    methods::{meter::Meter, native::indexed_list::IndexedList},
    random::{self, Generator},
    run::Run,
};

/// Entries of lists read per unit of work.
const READS_A_STEP: u64 = 16;

/// Work per set.
const WORK: u64 = 1 << 11;

/// Hands smaller and smaller covers of at most `limit` sets to `found`, and sets `limit` to one less
/// than the last; it ends early if `found` breaks.
///
/// # Errors
/// The reason to stop.
pub fn improve(
    cover: &SetCover,
    limit: &mut u32,
    run: &Run,
    found: &mut CoverReport<'_>,
) -> Result<ControlFlow<()>, Reason> {
    run.reserve(WeightingSearch::bytes(cover))?;
    let Some(mut search) = WeightingSearch::new(cover, run.seed) else {
        return Ok(ControlFlow::Continue(()));
    };
    search.run(limit, WORK * cover.sets() as u64, &mut Meter::new(run)?, found)
}

/// Local search with weights on the elements that stay uncovered (Gao, Weise and Li, "An efficient
/// local search heuristic with row weighting for the unicost set covering problem", EJOR 246, 2015).
///
/// A set leaves the cover, another with an uncovered element enters, and every uncovered element
/// gains weight. O(size of the problem) memory.
struct WeightingSearch<'a> {
    cover: &'a SetCover,
    chosen: IndexedList,
    /// How many chosen sets have each element.
    covered: Vec<u32>,
    weight: Vec<i64>,
    /// The weight of the elements of each set that no other chosen set has.
    value: Vec<i64>,
    /// The step in which each set entered or left.
    moved: Vec<u64>,
    /// Whether a set may enter: one next to it has moved since it left.
    may_enter: Vec<bool>,
    uncovered: IndexedList,
    generator: Generator,
    reads: u64,
}

impl<'a> WeightingSearch<'a> {
    /// A search from the greedy cover; `None` if there is no cover, or if sets exclude one another.
    fn new(cover: &'a SetCover, seed: u64) -> Option<Self> {
        let greedy = cover.greedy(|_| 1).filter(|_| cover.clashes.is_none())?;
        let (n, m) = (cover.sets(), cover.elements);
        let mut search = Self {
            cover,
            chosen: IndexedList::new(n),
            covered: vec![0; m],
            weight: vec![1; m],
            value: cover.elements_of.iter().map(|list| list.len() as i64).collect(),
            moved: vec![0; n],
            may_enter: vec![true; n],
            uncovered: IndexedList::new(m),
            generator: random::generator(seed),
            reads: 0,
        };
        for element in 0..m as u32 {
            search.uncovered.set(element, true);
        }
        for set in greedy {
            search.enter(set);
        }
        Some(search)
    }

    /// Approximate bytes.
    fn bytes(cover: &SetCover) -> u64 {
        40 * (cover.sets() + cover.elements) as u64
    }

    /// As [`improve`], with this much work.
    fn run(
        &mut self,
        limit: &mut u32,
        work: u64,
        meter: &mut Meter<'_>,
        found: &mut CoverReport<'_>,
    ) -> Result<ControlFlow<()>, Reason> {
        let (mut last, mut done, mut step) = (None, 0, 0);
        while done < work {
            let spent = 1 + std::mem::take(&mut self.reads) / READS_A_STEP;
            meter.work(spent)?;
            (done, step) = (done + spent, step + 1);
            while self.uncovered.as_slice().is_empty() {
                let size = self.chosen.as_slice().len() as u32;
                if size <= *limit {
                    if found(self.chosen.as_slice()).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    let Some(fewer) = size.checked_sub(1) else {
                        return Ok(ControlFlow::Continue(()));
                    };
                    *limit = fewer;
                }
                self.drop_least(None, step);
            }
            self.drop_least(last, step);
            last = self.cover_one(step);
            for at in 0..self.uncovered.as_slice().len() {
                let element = self.uncovered.as_slice()[at] as usize;
                self.weight[element] += 1;
                self.reads += self.cover.sets_with[element].len() as u64;
                for &set in &self.cover.sets_with[element] {
                    self.value[set as usize] += 1;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Drops the chosen set of least value, of several the one that moved longest ago, but not
    /// `kept`.
    fn drop_least(&mut self, kept: Option<u32>, step: u64) {
        self.reads += self.chosen.as_slice().len() as u64;
        let others = self.chosen.as_slice().iter().copied().filter(|&set| Some(set) != kept);
        let rank = |&set: &u32| (self.value[set as usize], self.moved[set as usize]);
        let Some(set) = others.min_by_key(rank) else { return };
        self.leave(set);
        self.moved[set as usize] = step;
        self.may_enter[set as usize] = false;
    }

    /// Covers an uncovered element drawn at random by the set of greatest value that may enter, of
    /// several the one that moved longest ago.
    fn cover_one(&mut self, step: u64) -> Option<u32> {
        let at = self.generator.random_range(0..self.uncovered.as_slice().len().max(1));
        let &element = self.uncovered.as_slice().get(at)?;
        let with = self.cover.sets_with[element as usize].iter().copied();
        let rank = |&set: &u32| (self.value[set as usize], Reverse(self.moved[set as usize]));
        let set = with.filter(|&set| self.may_enter[set as usize]).max_by_key(rank)?;
        self.enter(set);
        self.moved[set as usize] = step;
        Some(set)
    }

    fn enter(&mut self, set: u32) {
        self.chosen.set(set, true);
        let cover = self.cover;
        for &element in &cover.elements_of[set as usize] {
            let (at, with) = (element as usize, &cover.sets_with[element as usize]);
            self.covered[at] += 1;
            self.reads += with.len() as u64;
            for &other in with {
                self.may_enter[other as usize] = true;
                let is_inside = self.chosen.contains(other);
                if other != set && (self.covered[at] == 1 || self.covered[at] == 2 && is_inside) {
                    self.value[other as usize] -= self.weight[at];
                }
            }
            if self.covered[at] == 1 {
                self.uncovered.set(element, false);
            }
        }
    }

    fn leave(&mut self, set: u32) {
        self.chosen.set(set, false);
        let cover = self.cover;
        for &element in &cover.elements_of[set as usize] {
            let (at, with) = (element as usize, &cover.sets_with[element as usize]);
            self.covered[at] -= 1;
            self.reads += with.len() as u64;
            for &other in with {
                self.may_enter[other as usize] = true;
                let is_inside = self.chosen.contains(other);
                if other != set && (self.covered[at] == 0 || self.covered[at] == 1 && is_inside) {
                    self.value[other as usize] += self.weight[at];
                }
            }
            if self.covered[at] == 0 {
                self.uncovered.set(element, true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::{dominating_set::DominatingSet, graph::Graph, model::Count};

    use super::*;
    use crate::{limits::Limits, methods::native::domination::cover::CoverParts};

    #[test]
    fn smallest_covers_of_small_graphs_are_found() {
        for seed in 0..40 {
            let n = 3 + seed as u32 % 10;
            let mut random = random::generator(seed);
            let drawn = (0..2 * n).map(|_| (random.random_range(0..n), random.random_range(0..n)));
            let edges: Vec<(u32, u32)> = drawn.filter(|(a, b)| a != b).collect();
            let model = DominatingSet::on_graph(Graph::from_edges(n, &edges), Count::Optimum);
            let parts = CoverParts::unweighted(&model, false);
            let cover = &parts.covers[0];
            let covers = |sets: u32| {
                (0..n as usize)
                    .all(|one| cover.sets_with[one].iter().any(|&set| sets >> set & 1 == 1))
            };
            let least = (0..1_u32 << n).filter(|&sets| covers(sets)).map(u32::count_ones).min();
            let run = Run::new(Limits::default(), seed);
            let (mut limit, mut last) = (n, n + 1);
            let ended = improve(cover, &mut limit, &run, &mut |chosen| {
                assert!(covers(chosen.iter().map(|set| 1 << set).sum()), "seed {seed}");
                assert!((chosen.len() as u32) < last, "seed {seed}");
                last = chosen.len() as u32;
                ControlFlow::Continue(())
            });
            assert_eq!(ended, Ok(ControlFlow::Continue(())));
            assert_eq!((Some(last), limit + 1), (least, last), "seed {seed}");
        }
    }
}
