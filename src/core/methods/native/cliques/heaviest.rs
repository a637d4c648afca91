//! `native:cliques` for vertices with weights: the heaviest independent set or clique.

use std::{mem::take, ops::ControlFlow};

use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::free_vertices},
    model::Witness,
    weighted_set::WeightedSet,
};

use super::{
    CLIQUES, LARGEST, SPLIT_FROM, each_neighbourhood, rows::CompatibleRows, rows_of, taken_in,
};
use crate::{
    limits::Reason,
    methods::{
        Ending, Finder, Finds, Found, Goal, Method,
        meter::Meter,
        native::bits::{first, intersect, members, remove, subtract},
    },
    run::Run,
};

/// Branch and bound with bit sets, bounded by colourings with weights (Babel: "A fast algorithm for
/// the maximum weight clique problem", Computing 52, 1994; San Segundo et al.: "A new branch and
/// bound algorithm for the maximum weighted clique problem", Computers & OR 110, 2019).
///
/// A colour weighs as much as its lightest vertex has left of its weight, which all of them then have
/// less; a vertex of which nothing is left weighs with those before it no more than the colours do.
/// Large sparse graphs are taken apart as those without weights. n² bits for n vertices of one search;
/// exponential time. It is complete.
pub const HEAVIEST: Method = Method {
    finds: Some(Finds::WeightedIndependentSet(|weighted, set, goal| {
        let fits = set.vertices() <= LARGEST || set.complement().is_some();
        fits.then(|| Finder::new(move |context, found| solve(weighted, set, goal, context, found)))
    })),
    ..CLIQUES
};

fn solve(
    weighted: &WeightedSet,
    set: &IndependentSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    if let Some(ending) = Ending::of_given(set) {
        return Ok(ending);
    }
    let (_, free) = free_vertices(set);
    let given = set.distinct_given();
    let vertices: Vec<u32> = free.ones().map(|vertex| vertex as u32).collect();
    let mut report =
        |others: &[u32]| found(Witness::of_vertices(given.iter().chain(others).copied()));
    let of_given = weighted.value(&given);
    let mut search = HeaviestSearch {
        weights: weighted.weights(),
        wanted: weighted.enough().map_or(0, |enough| enough.saturating_sub(of_given)),
        is_best: weighted.enough().is_none(),
        once: weighted.enough().is_some() && goal == Goal::First,
        meter: Meter::new(run)?,
        frames: Vec::new(),
        bounds: WeightBounds::default(),
    };
    if search.is_best {
        let heaviest = greedy(set, weighted.weights(), &vertices);
        search.wanted = weighted.value(&heaviest) + 1;
        if report(&heaviest).is_break() {
            return Ok(Ending::Enough);
        }
    }
    let asked = match set.complement() {
        Some(graph) if vertices.len() as u32 > SPLIT_FROM => {
            if search.wanted == 0 && search.found(&[], 0, &mut report).is_break() {
                return Ok(Ending::Enough);
            }
            each_neighbourhood(graph, &vertices, run, &mut |vertex, before, rows| {
                let with = search.weight(vertex);
                let most = before.iter().map(|&one| search.weight(one)).sum::<u64>();
                if with + most < search.wanted {
                    return Ok(ControlFlow::Continue(()));
                }
                search.run(&rows()?, &[vertex], &mut report)
            })?
        }
        _ => {
            let rows = run.encoding(|| rows_of(set, &vertices, run))?;
            search.run(&rows, &[], &mut report)?
        }
    };
    Ok(if asked.is_break() { Ending::Enough } else { Ending::Exhausted })
}

/// Vertices that go together, taken one by one, the heaviest first.
fn greedy(set: &IndependentSet, weights: &[u32], vertices: &[u32]) -> Vec<u32> {
    let graph = set.complement().unwrap_or_else(|| set.graph());
    let is_clique = set.complement().is_some();
    let mut order = vertices.to_vec();
    // Of an independent set a vertex takes its neighbours out.
    let cost = |vertex: u32| if is_clique { 1 } else { graph.neighbours(vertex).len() as u64 + 1 };
    order.sort_by(|&one, &other| {
        let [one_weight, other_weight] =
            [one, other].map(|vertex| u64::from(weights[vertex as usize]));
        let (left, right) = (other_weight * cost(one), one_weight * cost(other));
        left.cmp(&right).then(one.cmp(&other))
    });
    taken_in(order, set)
}

/// What may be taken at one depth, and which vertices are to be tried, the last first.
#[derive(Default)]
struct HeaviestFrame {
    candidates: Vec<u64>,
    /// With what those up to it weigh at most, in rising order of that.
    branches: Vec<(u32, u64)>,
}

/// A search through one or several matrices.
struct HeaviestSearch<'a> {
    weights: &'a [u32],
    /// What the next clique weighs at least.
    wanted: u64,
    /// Whether ever heavier ones are wanted, and not all that are heavy enough.
    is_best: bool,
    /// Whether one is enough.
    once: bool,
    meter: Meter<'a>,
    frames: Vec<HeaviestFrame>,
    bounds: WeightBounds,
}

impl HeaviestSearch<'_> {
    fn weight(&self, vertex: u32) -> u64 {
        self.weights[vertex as usize].into()
    }

    /// Reports a clique that is heavy enough.
    fn found(
        &mut self,
        clique: &[u32],
        weight: u64,
        report: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.meter.publish();
        if self.is_best {
            self.wanted = weight + 1;
        }
        let asked = report(clique);
        if self.once { ControlFlow::Break(()) } else { asked }
    }

    /// Looks for cliques of a matrix, with vertices outside of it that go with all of it.
    fn run(
        &mut self,
        rows: &CompatibleRows,
        with: &[u32],
        report: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Reason> {
        let mut chosen: Vec<u32> = with.to_vec();
        let mut weight: u64 = chosen.iter().map(|&vertex| self.weight(vertex)).sum();
        if weight >= self.wanted && self.found(&chosen, weight, report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let mut depth = 0;
        self.enter(depth, rows, rows.all(), weight);
        loop {
            self.meter.work(1 + self.bounds.work())?;
            let frame = &mut self.frames[depth];
            let next = frame.branches.pop().filter(|&(_, most)| weight + most >= self.wanted);
            let Some((row, _)) = next else {
                if depth == 0 {
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                weight -= chosen.pop().map_or(0, |vertex| self.weight(vertex));
                self.meter.take_back(1);
                continue;
            };
            self.meter.node()?;
            remove(&mut frame.candidates, row as usize);
            // In the room of the frame that was there before.
            let room = self.frames.get_mut(depth + 1).map(|frame| take(&mut frame.candidates));
            let mut below = room.unwrap_or_default();
            below.clone_from(&self.frames[depth].candidates);
            intersect(&mut below, rows.row(row));
            let vertex = rows.vertices[row as usize];
            chosen.push(vertex);
            weight += self.weight(vertex);
            depth += 1;
            if weight >= self.wanted && self.found(&chosen, weight, report).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.enter(depth, rows, below, weight);
        }
    }

    /// Opens a frame.
    fn enter(&mut self, depth: usize, rows: &CompatibleRows, candidates: Vec<u64>, weight: u64) {
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, HeaviestFrame::default);
        }
        let frame = &mut self.frames[depth];
        let needed = self.wanted.saturating_sub(weight);
        self.bounds.branches(rows, self.weights, &candidates, needed, &mut frame.branches);
        frame.candidates = candidates;
    }
}

/// Words of bits that are looked at in a unit of work.
const WORDS_A_STEP: u64 = 128;

/// The colours of one node, and room that is used again and again.
#[derive(Default)]
struct WeightBounds {
    left: Vec<u64>,
    open: Vec<u64>,
    class: Vec<usize>,
    /// The weight that each row has left.
    rest: Vec<u64>,
    words: u64,
}

impl WeightBounds {
    /// Units of work since the last call.
    fn work(&mut self) -> u64 {
        take(&mut self.words) / WORDS_A_STEP
    }

    /// Lists the candidates of which a clique that weighs as much as is needed has one, each with
    /// what those up to it, and those that are not listed, weigh at most.
    fn branches(
        &mut self,
        rows: &CompatibleRows,
        weights: &[u32],
        candidates: &[u64],
        needed: u64,
        branches: &mut Vec<(u32, u64)>,
    ) {
        branches.clear();
        self.rest.resize(rows.vertices.len(), 0);
        let mut all = 0;
        for row in members(candidates) {
            self.rest[row] = weights[rows.vertices[row] as usize].into();
            all += self.rest[row];
        }
        if all < needed {
            return;
        }
        self.left.clear();
        self.left.extend_from_slice(candidates);
        let mut bound = 0;
        loop {
            self.open.clear();
            self.open.extend_from_slice(&self.left);
            self.class.clear();
            let mut lightest = u64::MAX;
            while let Some(row) = first(&self.open) {
                subtract(&mut self.open, rows.row(row as u32));
                remove(&mut self.open, row);
                self.words += 2 * rows.words() as u64;
                lightest = lightest.min(self.rest[row]);
                self.class.push(row);
            }
            if self.class.is_empty() {
                return;
            }
            bound += lightest;
            for &row in &self.class {
                self.rest[row] -= lightest;
                if self.rest[row] == 0 {
                    remove(&mut self.left, row);
                    if bound >= needed {
                        branches.push((row as u32, bound));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use satranj_encodings::graph::Graph;

    use super::*;
    use crate::limits::Limits;

    /// What a search by neighbourhoods finds, as large sparse graphs are searched.
    fn around(graph: &Graph, weights: &[u32], enough: Option<u64>) -> Vec<Vec<u32>> {
        let run = Run::new(Limits::default(), 1);
        let mut search = HeaviestSearch {
            weights,
            wanted: enough.unwrap_or(1),
            is_best: enough.is_none(),
            once: false,
            meter: Meter::new(&run).unwrap(),
            frames: Vec::new(),
            bounds: WeightBounds::default(),
        };
        let vertices: Vec<u32> = (0..graph.vertices()).collect();
        let mut found = Vec::new();
        let mut report = |clique: &[u32]| {
            let mut clique = clique.to_vec();
            clique.sort_unstable();
            found.push(clique);
            ControlFlow::Continue(())
        };
        let asked = each_neighbourhood(graph, &vertices, &run, &mut |vertex, _, rows| {
            search.run(&rows()?, &[vertex], &mut report)
        });
        assert!(asked.unwrap().is_continue());
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

        #[test]
        fn around_each_vertex_there_are_the_same_cliques(
            edges in prop::collection::vec((0..8u32, 0..8u32), 0..30),
            weights in prop::collection::vec(1..10u32, 8),
            enough in 1..40u64,
        ) {
            let graph = Graph::from_edges(8, &edges);
            let weight = |set: &[u32]| -> u64 {
                set.iter().map(|&vertex| u64::from(weights[vertex as usize])).sum()
            };
            let together = |set: &[u32]| {
                set.iter().enumerate().all(|(at, &one)| {
                    set[at + 1..].iter().all(|&other| graph.edge_between(one, other).is_some())
                })
            };
            let sets = (1..1u32 << 8).map(|bits| (0..8).filter(|at| bits >> at & 1 == 1).collect());
            let cliques: Vec<Vec<u32>> = sets.filter(|set: &Vec<u32>| together(set)).collect();
            let found = around(&graph, &weights, None);
            prop_assert!(found.windows(2).all(|pair| weight(&pair[0]) < weight(&pair[1])));
            let best = cliques.iter().map(|set| weight(set)).max();
            prop_assert_eq!(found.last().map(|set| weight(set)), best);
            let found = around(&graph, &weights, Some(enough));
            let expected: BTreeSet<Vec<u32>> =
                cliques.into_iter().filter(|set| weight(set) >= enough).collect();
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}
