//! All large maximal independent sets of a graph, and covers of its vertices by them.

use std::{mem::take, ops::ControlFlow};

use satranj_encodings::{graph::Graph, greedy_colouring::smallest_last};

use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::{
            bits::{
                BitMatrix, WORDS_A_STEP, all, common, holds, insert, intersect, is_empty, members,
                members_of, remove, subtract,
            },
            domination::{
                cover::SetCover,
                search::{CoverBound, CoverNode, CoverSearch},
            },
        },
    },
    run::Run,
};

/// The most sets listed.
const MOST_SETS: usize = 1 << 17;

/// The maximal independent sets of at least `least` vertices, as rows of bits.
///
/// The vertices are partitioned greedily into cliques; a set has at most one vertex of each. The
/// clique with fewest vertices left is decided next: one of them, or no vertex, which the size
/// allows only for a limited number of cliques.
///
/// # Errors
/// The reason to stop; [`Reason::IncompleteMethod`] for too many sets.
pub fn maximal_sets(graph: &Graph, least: u32, run: &Run) -> Result<BitMatrix, Reason> {
    let n = graph.vertices() as usize;
    let words = n.div_ceil(64).max(1);
    run.reserve((n as u64 + MOST_SETS as u64) * 8 * words as u64)?;
    let mut search = SetSearch {
        words,
        near: BitMatrix::of_graph(graph),
        cliques: cliques(graph, words),
        least,
        members: vec![0; words],
        size: 0,
        sets: BitMatrix::new(0, n),
        meter: Meter::new(run)?,
    };
    search.run(all(n))?;
    Ok(search.sets)
}

/// A greedy clique partition: each vertex joins the first clique that is adjacent to it.
fn cliques(graph: &Graph, words: usize) -> Vec<Vec<u64>> {
    let mut order = smallest_last(graph);
    if graph.vertices() <= 4096 {
        // The natural order finds the lines of a board.
        let natural: Vec<u32> = (0..graph.vertices()).collect();
        let count = |order: &[u32]| divided(graph, order).len();
        if count(&natural) <= count(&order) {
            order = natural;
        }
    }
    let row = |clique: &Vec<u32>| {
        let mut bits = vec![0_u64; words];
        for &vertex in clique {
            insert(&mut bits, vertex as usize);
        }
        bits
    };
    divided(graph, &order).iter().map(row).collect()
}

fn divided(graph: &Graph, order: &[u32]) -> Vec<Vec<u32>> {
    let mut cliques: Vec<Vec<u32>> = Vec::new();
    for &vertex in order {
        let near = graph.neighbours(vertex);
        let mut open = cliques.iter_mut();
        let fitting =
            open.find(|clique| clique.iter().all(|other| near.binary_search(other).is_ok()));
        match fitting {
            Some(clique) => clique.push(vertex),
            None => cliques.push(vec![vertex]),
        }
    }
    cliques
}

/// The candidates, those skipped, and the clique being decided.
struct SetFrame {
    open: Vec<u64>,
    passed: Vec<u64>,
    /// The vertices of the clique still to try.
    left: Vec<u32>,
    /// The vertex added in the frame above.
    added: Option<u32>,
    clique: usize,
    has_passed: bool,
}

struct SetSearch<'r> {
    words: usize,
    near: BitMatrix,
    cliques: Vec<Vec<u64>>,
    least: u32,
    members: Vec<u64>,
    size: u32,
    sets: BitMatrix,
    meter: Meter<'r>,
}

impl SetSearch<'_> {
    fn run(&mut self, open: Vec<u64>) -> Result<(), Reason> {
        let mut frames: Vec<SetFrame> = Vec::new();
        let passed = vec![0; self.words];
        frames.extend(self.enter(open, passed, None)?);
        while let Some(frame) = frames.last_mut() {
            let (open, passed, added): (Vec<u64>, Vec<u64>, _);
            if let Some(vertex) = frame.left.pop() {
                let without = |bits: &[u64]| -> Vec<u64> {
                    let mut rest = bits.to_vec();
                    subtract(&mut rest, self.near.row(vertex as usize));
                    remove(&mut rest, vertex as usize);
                    rest
                };
                (open, passed) = (without(&frame.open), without(&frame.passed));
                added = Some(vertex);
                insert(&mut self.members, vertex as usize);
                self.size += 1;
            } else if !frame.has_passed {
                // No vertex of the clique.
                frame.has_passed = true;
                let clique = &self.cliques[frame.clique];
                let gone = frame.open.iter().zip(clique).map(|(open, clique)| open & clique);
                passed = gone.zip(&frame.passed).map(|(gone, passed)| gone | passed).collect();
                let mut rest = frame.open.clone();
                subtract(&mut rest, clique);
                open = rest;
                added = None;
            } else {
                let added = frame.added;
                frames.pop();
                self.take_off(added);
                continue;
            }
            self.meter.node()?;
            match self.enter(open, passed, added)? {
                Some(below) => frames.push(below),
                None => self.take_off(added),
            }
        }
        Ok(())
    }

    fn take_off(&mut self, added: Option<u32>) {
        if let Some(vertex) = added {
            remove(&mut self.members, vertex as usize);
            self.size -= 1;
            self.meter.take_back(1);
        }
    }

    /// The next frame; `None` if nothing is left to decide, or no large set is possible.
    fn enter(
        &mut self,
        open: Vec<u64>,
        passed: Vec<u64>,
        added: Option<u32>,
    ) -> Result<Option<SetFrame>, Reason> {
        let mut reach = self.size;
        let mut fewest = u32::MAX;
        let mut chosen = 0;
        for (at, clique) in self.cliques.iter().enumerate() {
            let count = common(&open, clique);
            reach += u32::from(count > 0);
            if count > 0 && count < fewest {
                (fewest, chosen) = (count, at);
            }
        }
        self.meter.work(self.cliques.len() as u64 * self.words as u64 / WORDS_A_STEP)?;
        if reach < self.least {
            return Ok(None);
        }
        if fewest == u32::MAX {
            if is_empty(&passed) {
                if self.sets.count() == MOST_SETS {
                    return Err(Reason::IncompleteMethod);
                }
                self.sets.push(self.members.iter().copied());
            }
            return Ok(None);
        }
        // A passed-over vertex that nothing can exclude any more could be added: not maximal.
        let is_lost = members(&passed).any(|vertex| common(&open, self.near.row(vertex)) == 0);
        if is_lost {
            return Ok(None);
        }
        let mut both = open.clone();
        intersect(&mut both, &self.cliques[chosen]);
        let mut left: Vec<u32> = members(&both).map(|vertex| vertex as u32).collect();
        left.reverse();
        // Without a vertex of this clique the reach is one less.
        let has_passed = reach - 1 < self.least;
        Ok(Some(SetFrame { open, passed, left, added, clique: chosen, has_passed }))
    }
}

/// A cover of all vertices by sets of total size at most `most`, if there is one; each set counts
/// with its size.
///
/// # Errors
/// The reason to stop.
pub fn cover_by(
    sets: &SetCover,
    sizes: &[u32],
    most: u32,
    run: &Run,
) -> Result<Option<Vec<u32>>, Reason> {
    let (gains, counts) = (vec![0; sets.sets()], vec![0; sets.elements]);
    let bound = ClassNumber { sets, sizes, gains, counts, live: Vec::new(), work: 0 };
    let mut cover = None;
    CoverSearch::new(sets, most.into(), false, bound, run)?.run(&mut |chosen| {
        cover = Some(chosen.to_vec());
        ControlFlow::Break(())
    })?;
    Ok(cover)
}

/// Covers of few classes, bounded by the most that one of them covers.
struct ClassNumber<'s> {
    sets: &'s SetCover,
    sizes: &'s [u32],
    /// The number of open vertices of each allowed set.
    gains: Vec<u32>,
    /// The number of allowed sets with each vertex.
    counts: Vec<u32>,
    /// The allowed sets.
    live: Vec<u32>,
    work: u64,
}

impl CoverBound for ClassNumber<'_> {
    fn weight(&self, set: usize) -> u64 {
        self.sizes[set].into()
    }

    fn work(&mut self) -> u64 {
        take(&mut self.work)
    }

    fn examine(&mut self, node: &mut CoverNode, limit: u64) -> bool {
        let CoverNode { open, allowed, branches, weight, .. } = node;
        let needed: u32 = open.iter().map(|word| word.count_ones()).sum();
        let left = (limit - *weight) as u32;
        if needed == 0 || left == 0 {
            return needed == 0;
        }
        let Self { sets, sizes, gains, counts, live, work } = self;
        live.clear();
        live.extend(members(allowed).map(|set| set as u32));
        *work += (live.len() * open.len()) as u64;
        // The most that one of them covers, per unit of size.
        let mut most = 0;
        for set in live.iter().map(|&set| set as usize) {
            let fits = sizes[set] <= left;
            gains[set] = if fits { common(open, sets.columns.row(set)) } else { 0 };
            most = most.max(gains[set].div_ceil(sizes[set]));
        }
        if u64::from(most) * u64::from(left) < u64::from(needed) {
            return false;
        }
        counts.fill(0);
        live.retain(|&set| {
            let set = set as usize;
            // The others cover at most this many.
            let others = left.saturating_sub(sizes[set]).saturating_mul(most);
            let is_live = gains[set] >= needed.saturating_sub(others).max(1);
            if is_live {
                let both = open.iter().zip(sets.columns.row(set)).map(|(open, own)| open & own);
                members_of(both).for_each(|vertex| counts[vertex] += 1);
            } else {
                remove(allowed, set);
            }
            is_live
        });
        *work += live.len() as u64 * u64::from(most);
        if let Some(vertex) = members(open).min_by_key(|&vertex| counts[vertex]) {
            let has = |set: &u32| holds(sets.columns.row(*set as usize), vertex);
            branches.extend(live.iter().copied().filter(has));
        }
        false
    }
}
