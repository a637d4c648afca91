//! Cliques against plain enumeration and published numbers.

use std::{collections::BTreeSet, ops::ControlFlow, sync::Arc};

use proptest::prelude::*;
use satranj_encodings::{
    graph::Graph,
    independent_set::IndependentSet,
    model::{Count, Model},
};

use super::{CLIQUES, CliqueSearch, ColourClasses, Wish, around_each};
use crate::{
    limits::{Limits, Reason},
    methods::{Ending, Goal, boards::sets},
    run::Run,
};

fn clique(graph: &Graph, count: Count) -> Model {
    Model::IndependentSet(IndependentSet::clique_of(Arc::new(graph.clone()), count))
}

fn largest(graph: &Graph) -> usize {
    let model = clique(graph, Count::Optimum);
    let (ending, found, _) = sets::solve(&CLIQUES, &model, Goal::First, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    assert!(found.is_sorted_by(|a, b| a.len() < b.len()));
    found.last().map_or(0, Vec::len)
}

/// Words of this many bits that differ in at least this many.
fn hamming(bits: u32, apart: u32) -> Graph {
    let words = 1 << bits;
    let pairs = (0..words).flat_map(|b: u32| (0..b).map(move |a| (a, b)));
    let edges: Vec<(u32, u32)> = pairs.filter(|(a, b)| (a ^ b).count_ones() >= apart).collect();
    Graph::from_edges(words, &edges)
}

/// Largest codes: A(6,2), A(6,4), A(7,3), A(7,4) and A(8,4).
#[test]
fn codes() {
    for ((bits, apart), most) in
        [((6, 2), 32), ((6, 4), 4), ((7, 3), 16), ((7, 4), 8), ((8, 4), 16)]
    {
        assert_eq!(largest(&hamming(bits, apart)), most, "{bits} {apart}");
    }
}

#[test]
fn the_node_limit_is_exact() {
    for nodes in [0, 1, 5, 60] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let model = clique(&hamming(6, 2), Count::Exactly(8));
        let (ending, _, run) = sets::solve(&CLIQUES, &model, Goal::All, limits);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert_eq!(run.counters.nodes.get(), nodes);
    }
}

fn all(n: u32, edges: &[(u32, u32)], is_clique: bool) -> Vec<Vec<u32>> {
    let joined = |a: u32, b: u32| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let sets =
        (0..1u32 << n).map(|bits| (0..n).filter(|v| bits >> v & 1 == 1).collect::<Vec<u32>>());
    sets.filter(|set| {
        let pairs = set.iter().flat_map(|&a| set.iter().map(move |&b| (a, b)));
        pairs.filter(|(a, b)| a < b).all(|(a, b)| joined(a, b) == is_clique)
    })
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_set_agrees_with_plain_enumeration(
        n in 1..9u32,
        pairs in prop::collection::vec((0..8u32, 0..8u32), 0..30),
        given in prop::collection::vec(0..8u32, 0..3),
        is_clique in any::<bool>(),
    ) {
        let edges: Vec<(u32, u32)> =
            pairs.into_iter().filter(|&(a, b)| a.max(b) < n && a != b).collect();
        let graph = Graph::from_edges(n, &edges);
        let mut set = if is_clique {
            IndependentSet::clique_of(Arc::new(graph), Count::Optimum)
        } else {
            IndependentSet::on_graph(graph, Count::Optimum)
        };
        set.given = given.into_iter().filter(|&vertex| vertex < n).collect();
        let has_given = |sets: &Vec<u32>| set.given.iter().all(|one| sets.contains(one));
        let all: Vec<Vec<u32>> = all(n, &edges, is_clique).into_iter().filter(has_given).collect();
        let best = all.iter().map(Vec::len).max();
        let model = Model::IndependentSet(set);
        sets::check_optimum(&CLIQUES, &model, &all, best.map(|best| best as u32));
        for size in 0..=best.unwrap_or(0) + 1 {
            let expected: BTreeSet<Vec<u32>> =
                all.iter().filter(|set| set.len() == size).cloned().collect();
            sets::check_exactly(&CLIQUES, &model.with_value(size as u64), &expected);
        }
    }

    /// By the neighbours before each vertex, as cliques of large graphs are found.
    #[test]
    fn around_each_vertex_there_are_the_same_cliques(
        pairs in prop::collection::vec((0..9u32, 0..9u32), 0..40),
        size in 0..5u32,
    ) {
        let edges: Vec<(u32, u32)> = pairs.into_iter().filter(|&(a, b)| a != b).collect();
        let graph = Graph::from_edges(9, &edges);
        let vertices: Vec<u32> = (0..9).collect();
        let run = Run::new(Limits::default(), 1);
        for wish in [Wish::All, Wish::Best] {
            let bound = ColourClasses::<true>::default();
            let mut search = CliqueSearch::new(wish, size.into(), bound, &run).unwrap();
            let mut found = Vec::new();
            let mut report = |clique: &[u32]| {
                let mut clique = clique.to_vec();
                clique.sort_unstable();
                found.push(clique);
                ControlFlow::Continue(())
            };
            let begun = search.begin(&[], &mut report);
            prop_assert!(begun.is_continue());
            let asked = around_each(&graph, &vertices, &run, &mut search, &mut report);
            prop_assert!(asked.unwrap().is_continue());
            let mut expected = all(9, &edges, true);
            if wish == Wish::Best {
                let most = expected.iter().map(Vec::len).max();
                prop_assert_eq!(found.last().map(Vec::len), most);
            } else {
                expected.retain(|clique| clique.len() == size as usize);
                expected.sort();
                found.sort();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
