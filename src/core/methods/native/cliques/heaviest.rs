//! `native:cliques` for vertices with weights: the heaviest independent set or clique.

use crate::methods::constraints::Constraint;
use std::mem::take;

use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::free_vertices},
    weighted_set::WeightedSet,
};

use super::{
    CLIQUES, LARGEST, look_among,
    search::{CliqueBound, CliqueSearch, CompatibleRows, Wish},
    taken_in,
};
use crate::{
    limits::Reason,
    methods::{
        Ending, Finder, Found, Goal, Method,
        native::bits::{WORDS_A_STEP, first, members, remove, subtract},
        vertex_cover,
    },
    run::Run,
};

/// Branch and bound with bit sets, bounded by weighted colourings (Babel: "A fast algorithm for the
/// maximum weight clique problem", Computing 52, 1994; San Segundo et al.: "A new branch and bound
/// algorithm for the maximum weighted clique problem", Computers & OR 110, 2019).
///
/// A colour weighs as much as the least remaining weight of its vertices, which is then subtracted
/// from all of them; a vertex without remaining weight, together with those before it, weighs at
/// most as much as the colours. Large sparse graphs are split as in `native:cliques` without
/// weights. n² bits for n vertices of one search; exponential time. It is complete.
pub const HEAVIEST: Method = Method::finding(
    CLIQUES.description.minding(&[
        Constraint::Graph,
        Constraint::Given,
        Constraint::Blocked,
        Constraint::Weights,
        Constraint::AtMost,
    ]),
    vertex_cover::takes_weighted,
    |model, goal| {
        vertex_cover::lightest(
            |weighted, set, goal| {
                let fits = set.vertices() <= LARGEST || set.complement().is_some();
                fits.then(|| {
                    Finder::new(move |context, found| solve(weighted, set, goal, context, found))
                })
            },
            model,
            goal,
        )
    },
);

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
    let vertices: Vec<u32> = free.ones().map(|vertex| vertex as u32).collect();
    let (wish, wanted) = match weighted.enough() {
        None => (Wish::Best, 0),
        Some(enough) => {
            let more = enough.saturating_sub(weighted.value(&set.distinct_given()));
            (if goal == Goal::First { Wish::One } else { Wish::All }, more)
        }
    };
    let known = greedy(set, weighted.weights(), &vertices);
    let bound = WeightBounds { weights: weighted.weights(), ..WeightBounds::default() };
    look_among(set, &vertices, &known, CliqueSearch::new(wish, wanted, bound, run)?, run, found)
}

/// A greedy set, the heaviest vertex first.
fn greedy(set: &IndependentSet, weights: &[u32], vertices: &[u32]) -> Vec<u32> {
    let graph = set.complement().unwrap_or_else(|| set.graph());
    let is_clique = set.complement().is_some();
    let mut order = vertices.to_vec();
    // In an independent set a vertex excludes its neighbours.
    let cost = |vertex: u32| if is_clique { 1 } else { graph.neighbours(vertex).len() as u64 + 1 };
    order.sort_by(|&one, &other| {
        let [one_weight, other_weight] =
            [one, other].map(|vertex| u64::from(weights[vertex as usize]));
        let (left, right) = (other_weight * cost(one), one_weight * cost(other));
        left.cmp(&right).then(one.cmp(&other))
    });
    taken_in(order, set)
}

/// The colours of one node, and reusable buffers.
#[derive(Default)]
struct WeightBounds<'w> {
    weights: &'w [u32],
    left: Vec<u64>,
    open: Vec<u64>,
    class: Vec<usize>,
    /// The remaining weight of each row.
    rest: Vec<u64>,
    words: u64,
}

impl CliqueBound for WeightBounds<'_> {
    const IS_EXACT: bool = false;

    type Most = u64;

    fn weight(&self, vertex: u32) -> u64 {
        self.weights[vertex as usize].into()
    }

    fn work(&mut self) -> u64 {
        take(&mut self.words) / WORDS_A_STEP
    }

    fn branches(
        &mut self,
        rows: &CompatibleRows,
        candidates: &[u64],
        _chosen: &[u32],
        needed: u64,
        branches: &mut Vec<(u32, u64)>,
    ) {
        branches.clear();
        self.rest.resize(rows.vertices.len(), 0);
        let mut all = 0;
        for row in members(candidates) {
            self.rest[row] = self.weight(rows.vertices[row]);
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
    use std::{collections::BTreeSet, ops::ControlFlow};

    use proptest::prelude::*;
    use satranj_encodings::graph::Graph;

    use super::{super::around_each, *};
    use crate::limits::Limits;

    /// The result of a search in neighbourhoods, as used for large sparse graphs.
    fn around(graph: &Graph, weights: &[u32], enough: Option<u64>) -> Vec<Vec<u32>> {
        let run = Run::new(Limits::default(), 1);
        let wish = if enough.is_none() { Wish::Best } else { Wish::All };
        let bound = WeightBounds { weights, ..WeightBounds::default() };
        let mut search = CliqueSearch::new(wish, enough.unwrap_or(1), bound, &run).unwrap();
        let vertices: Vec<u32> = (0..graph.vertices()).collect();
        let mut found = Vec::new();
        let mut report = |clique: &[u32]| {
            let mut clique = clique.to_vec();
            clique.sort_unstable();
            found.push(clique);
            ControlFlow::Continue(())
        };
        let asked = around_each(graph, &vertices, &run, &mut search, &mut report);
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
