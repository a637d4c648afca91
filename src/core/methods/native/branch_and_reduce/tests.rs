//! Branch and reduce against plain enumeration and against bit sets, on graphs of every density.

use std::{collections::BTreeSet, ops::ControlFlow};

use proptest::prelude::*;
use satranj_encodings::{
    graph::Graph,
    independent_set::IndependentSet,
    model::{Count, Model},
};

use super::{
    BRANCH_AND_REDUCE, conflict_bound::ConflictBound, kernel::Kernel, reductions::Reducer,
    search::ReducingSearch, swaps::SetSwaps,
};
use crate::{
    limits::{Limits, Reason},
    methods::{Ending, Goal, boards::sets, meter::Meter, native::cliques::CLIQUES},
    random::generator,
    run::Run,
};

/// All independent sets.
fn all(n: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let is_free = |bits: &u32| edges.iter().all(|(a, b)| bits >> a & 1 == 0 || bits >> b & 1 == 0);
    let members = |bits: u32| (0..n).filter(|v| bits >> v & 1 == 1).collect();
    (0..1u32 << n).filter(is_free).map(members).collect()
}

fn kernel(n: u32, edges: &[(u32, u32)]) -> Kernel {
    let graph = Graph::from_edges(n, edges);
    Kernel::of_graph(&graph, &(0..n).collect::<Vec<_>>())
}

fn model(n: u32, edges: &[(u32, u32)]) -> IndependentSet {
    IndependentSet::on_graph(Graph::from_edges(n, edges), Count::Optimum)
}

/// A random graph.
fn drawn(n: u32, m: usize, seed: u64) -> Vec<(u32, u32)> {
    let mut random = generator(seed);
    (0..m).map(|_| (random.random_range(0..n), random.random_range(0..n))).collect()
}

fn best(method: &crate::methods::Method, set: &IndependentSet) -> usize {
    let model = Model::IndependentSet(set.clone());
    let (ending, found, _) = sets::solve(method, &model, Goal::First, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    for set in &found {
        for pair in set.windows(2) {
            assert!(pair[0] < pair[1]);
        }
    }
    found.last().map_or(0, Vec::len)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_set_agrees_with_plain_enumeration(
        n in 1..12u32,
        pairs in prop::collection::vec((0..12u32, 0..12u32), 0..36),
        given in prop::collection::vec(0..12u32, 0..2),
    ) {
        let edges: Vec<(u32, u32)> =
            pairs.into_iter().filter(|&(a, b)| a.max(b) < n && a != b).collect();
        let mut set = model(n, &edges);
        set.given = given.into_iter().filter(|&vertex| vertex < n).collect();
        let has_given = |sets: &Vec<u32>| set.given.iter().all(|one| sets.contains(one));
        let all: Vec<Vec<u32>> = all(n, &edges).into_iter().filter(has_given).collect();
        let best = all.iter().map(Vec::len).max();
        let model = Model::IndependentSet(set);
        sets::check_optimum(&BRANCH_AND_REDUCE, &model, &all, best.map(|best| best as u32));
        for size in 0..=best.unwrap_or(0) + 1 {
            let expected: BTreeSet<&Vec<u32>> =
                all.iter().filter(|set| set.len() == size).collect();
            let asked = model.with_value(size as u64);
            let (ending, found, _) =
                sets::solve(&BRANCH_AND_REDUCE, &asked, Goal::First, Limits::default());
            prop_assert_eq!(found.len(), usize::from(!expected.is_empty()));
            prop_assert!(found.iter().all(|set| expected.contains(set)));
            prop_assert_eq!(ending == Ending::Enough, !expected.is_empty());
        }
    }

    /// Whatever is removed before, reductions lose nothing, and all can be undone.
    #[test]
    fn reductions_keep_the_best_and_are_undone(
        n in 4..16u32,
        pairs in prop::collection::vec((0..16u32, 0..16u32), 6..48),
        removed in prop::collection::vec(0..16u32, 0..4),
    ) {
        let edges: Vec<(u32, u32)> =
            pairs.into_iter().filter(|&(a, b)| a.max(b) < n && a != b).collect();
        let mut kernel = kernel(n, &edges);
        for &vertex in removed.iter().filter(|&&vertex| vertex < n) {
            if kernel.is_left(vertex) {
                kernel.remove(vertex);
            }
        }
        let around = |kernel: &Kernel| -> Vec<(u32, Vec<u32>)> {
            kernel.all_left().map(|vertex| {
                let mut near: Vec<u32> = kernel.around(vertex).collect();
                near.sort_unstable();
                assert_eq!(near.len(), kernel.degree(vertex) as usize);
                (vertex, near)
            }).collect()
        };
        let (before, changes) = (around(&kernel), kernel.changes());
        let run = Run::new(Limits::default(), 1);
        let mut meter = Meter::new(&run).unwrap();
        Reducer::default().reduce(&mut kernel, &mut meter).unwrap();
        let after = around(&kernel);
        let best_of = |around: &[(u32, Vec<u32>)]| {
            let all = all(n, &around.iter().flat_map(|(v, near)| near.iter().map(move |&w| (*v, w)))
                .collect::<Vec<_>>());
            let is_left = |v: &u32| around.iter().any(|(left, _)| left == v);
            all.into_iter().filter(|set| set.iter().all(is_left)).max_by_key(Vec::len).unwrap()
        };
        let (full, rest) = (best_of(&before), best_of(&after));
        prop_assert_eq!(full.len(), kernel.gain as usize + rest.len());
        let bound = ConflictBound::default().of(&kernel, 0, &mut meter).unwrap();
        prop_assert!(bound as usize >= rest.len(), "{} {:?}", bound, rest);
        let mut is_chosen = vec![false; n as usize];
        for &vertex in &rest {
 is_chosen[vertex as usize] = true;
}
        kernel.lift(&mut is_chosen, changes);
        prop_assert_eq!(is_chosen.iter().filter(|&&one| one).count(), full.len());
        prop_assert!(edges.iter().all(|&(a, b)| !is_chosen[a as usize] || !is_chosen[b as usize]));
        kernel.undo(changes);
        prop_assert_eq!(around(&kernel), before);
        prop_assert_eq!(kernel.gain, 0);
    }
}

/// Sparse graphs that need branches, components and copies.
#[test]
fn larger_graphs_agree_with_bit_sets() {
    for seed in 0..60 {
        let n = 40 + 2 * (seed as u32 % 20);
        let edges = drawn(n, (n as usize) * (3 + seed as usize % 5) / 2, seed);
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let set = model(n, &edges);
        assert_eq!(best(&BRANCH_AND_REDUCE, &set), best(&CLIQUES, &set), "seed {seed}");
    }
}

#[test]
fn the_local_search_finds_largest_sets_of_small_graphs() {
    for seed in 0..40 {
        let n = 6 + seed as u32 % 10;
        let edges = drawn(n, (n as usize) * (1 + seed as usize % 4), seed);
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let most = all(n, &edges).iter().map(Vec::len).max().unwrap();
        let run = Run::new(Limits::default(), seed);
        let mut meter = Meter::new(&run).unwrap();
        let mut search = SetSwaps::new(&kernel(n, &edges), &[], seed);
        let mut last = 0;
        while search.run(1 << 12, &mut meter).unwrap() {
            let set = search.set();
            assert!(set.len() > last, "seed {seed}");
            assert!(edges.iter().all(|(a, b)| !set.contains(a) || !set.contains(b)), "seed {seed}");
            last = set.len();
        }
        assert_eq!(last, most, "seed {seed}");
        search.begin(&[n - 1]);
        assert_eq!(search.set(), [n - 1]);
    }
}

#[test]
fn the_receiver_and_the_limits_end_it() {
    let edges = drawn(120, 480, 1);
    let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
    let run = Run::new(Limits::default(), 1);
    let mut reported = 0;
    let ended = ReducingSearch::new(&run).unwrap().all(kernel(120, &edges), &mut |_| {
        reported += 1;
        ControlFlow::Break(())
    });
    assert!(ended.is_err() && reported == 1);
    for nodes in [0, 1, 5] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let model = Model::IndependentSet(model(120, &edges));
        let (ending, _, run) = sets::solve(&BRANCH_AND_REDUCE, &model, Goal::First, limits);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert_eq!(run.counters.nodes.get(), nodes);
    }
}
