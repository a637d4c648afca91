//! Bounds on independent sets hold, with reasons that hold, and are sharp where they should be.

use fixedbitset::FixedBitSet;
use proptest::prelude::*;
use satranj_encodings::{
    graph::Graph,
    independent_set::{
        IndependentSet,
        matching::{Matching, has_two_colours},
        obstruction::{IndependentSetObstruction, bound, bound_bytes, find},
    },
    lattice::{Lattice, Step},
    model::Count,
};
use satranj_oracles::sets::independent_by_size;

use crate::support::plain::{army, lattice};

const PIECES: [&str; 8] =
    ["knight", "king", "wazir", "alfil", "rook", "bishop", "queen", "nightrider"];

fn model(piece: &str, rows: u32, columns: u32) -> IndependentSet {
    IndependentSet::on_lattice(lattice(piece, rows, columns, &[]), Count::Optimum)
}

/// The bound, after its reason was checked by the definition alone.
fn checked_bound(model: &IndependentSet) -> u32 {
    let (bound, reason) = bound(model).unwrap();
    let graph = model.graph();
    let mut given = model.given.clone();
    given.sort_unstable();
    given.dedup();
    let near = |vertex: u32, other: u32| graph.edge_between(vertex, other).is_some();
    let is_free = |vertex: u32| !given.iter().any(|&one| one == vertex || near(one, vertex));
    let free = (0..graph.vertices()).filter(|&vertex| is_free(vertex)).count();
    let (parts, others) = match reason {
        IndependentSetObstruction::CliqueCover(cliques) => (cliques, 0),
        IndependentSetObstruction::Matching(pairs) => {
            let pairs: Vec<Vec<u32>> = pairs.iter().map(|&(a, b)| vec![a, b]).collect();
            let others = free - 2 * pairs.len();
            (pairs, others)
        }
        IndependentSetObstruction::Given(..) => panic!("no given vertices conflict"),
        IndependentSetObstruction::LineSums(_) => panic!("no board is a torus"),
    };
    let mut members = parts.concat();
    members.sort_unstable();
    members.dedup();
    assert_eq!(members.len(), parts.iter().map(Vec::len).sum::<usize>(), "not disjoint");
    assert_eq!(members.len() + others, free);
    assert!(members.iter().all(|&vertex| is_free(vertex)));
    for part in &parts {
        assert!(part.iter().all(|&a| part.iter().all(|&b| a == b || near(a, b))));
    }
    assert_eq!(bound as usize, given.len() + parts.len() + others);
    bound
}

#[test]
fn bounds_of_free_boards_are_sharp() {
    for n in 2_u32..=20 {
        let knights = if n == 2 { 4 } else { (n * n).div_ceil(2) };
        assert_eq!(checked_bound(&model("knight", n, n)), knights);
        assert_eq!(checked_bound(&model("king", n, n)), n.div_ceil(2).pow(2));
        assert_eq!(checked_bound(&model("king", n, n + 3)), n.div_ceil(2) * (n + 3).div_ceil(2));
        assert_eq!(checked_bound(&model("rook", n, n + 1)), n);
        assert_eq!(checked_bound(&model("bishop", n, n)), 2 * n - 2);
        assert_eq!(checked_bound(&model("queen", n, n)), n);
        assert_eq!(checked_bound(&model("wazir", n, n)), (n * n).div_ceil(2));
    }
    assert_eq!(checked_bound(&model("queen", 1, 1)), 1);
}

#[test]
fn two_colours_are_known_without_a_graph() {
    for piece in PIECES {
        for (rows, columns) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (5, 5), (4, 7)] {
            let lattice = lattice(piece, rows, columns, &[]);
            let expected = lattice.graph().two_colouring().is_some();
            assert_eq!(has_two_colours(&lattice), expected, "{piece} {rows}x{columns}");
        }
    }
    // No search of a hundred million cells.
    for (piece, expected) in [("knight", true), ("king", false), ("queen", false)] {
        assert_eq!(has_two_colours(&lattice(piece, 10_000, 10_000, &[])), expected);
    }
}

#[test]
fn more_than_the_bound_is_refused() {
    let mut queens = model("queen", 6, 6).with_value(7);
    assert!(matches!(find(&queens), Some(IndependentSetObstruction::CliqueCover(_))));
    assert_eq!(find(&model("queen", 6, 6).with_value(6)), None);
    queens.given = vec![0, 7];
    assert_eq!(find(&queens), Some(IndependentSetObstruction::Given(0, 7)));
    let knights = model("knight", 5, 5);
    assert_eq!(find(&knights.with_value(13)), None);
    assert!(matches!(find(&knights.with_value(14)), Some(IndependentSetObstruction::Matching(_))));
}

#[test]
fn matchings_of_large_boards_are_maximum() {
    let board = model("knight", 100, 100);
    assert_eq!(bound(&board).unwrap().0, 5000);
    let blocked: Vec<usize> = (0..2500).filter(|cell| (cell * cell + cell / 7) % 5 == 0).collect();
    for piece in ["knight", "wazir", "alfil"] {
        let lattice = lattice(piece, 50, 50, &blocked);
        let board = IndependentSet::on_lattice(lattice, Count::Optimum);
        let bound = checked_bound(&board);
        let graph = board.graph();
        let dark = graph.two_colouring().unwrap();
        let mut all = FixedBitSet::with_capacity(graph.vertices() as usize);
        all.insert_range(..);
        let set = Matching::maximum(graph, &dark, &all).independent_set(graph, &dark, &all);
        assert_eq!(set.len() as u32, bound);
        assert!(graph.edge_list().all(|(a, b)| !set.contains(&a) || !set.contains(&b)));
    }
}

#[test]
fn two_colours_of_steps_are_those_of_their_graph() {
    let lengths: Vec<(i32, i32)> =
        (0..5).flat_map(|a| (a.max(1)..5).map(move |b| (a, b))).collect();
    let leaps = |(a, b): (i32, i32), repeats: bool| {
        let all = [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
        all.into_iter().map(move |(rows, columns)| Step::new(rows, columns, repeats))
    };
    for &first in &lengths {
        for &second in &lengths {
            for repeats in [false, true] {
                let steps = leaps(first, false).chain(leaps(second, repeats)).collect();
                // Large enough for every odd cycle of two of these leapers.
                let lattice = Lattice::new(12, 12, None, steps);
                let has = lattice.graph().two_colouring().is_some();
                assert_eq!(has_two_colours(&lattice), has, "{first:?} {second:?} {repeats}");
            }
        }
    }
}

#[test]
fn memory_of_bounds_grows_with_the_model() {
    let edges: Vec<(u32, u32)> = (1..40).map(|v| (v - 1, v)).collect();
    let path = Graph::from_edges(40, &edges);
    let on_graph = IndependentSet::on_graph(path.clone(), Count::Optimum);
    assert_eq!(bound_bytes(&on_graph), Matching::bytes(40, 39));
    let cliques = IndependentSet::clique_of(path.into(), Count::Optimum);
    assert_eq!(bound_bytes(&cliques), 64 * 40);
    for (piece, least) in [("knight", Matching::bytes(64, 168)), ("queen", 64 * (64 + 16 * 8))] {
        let [small, large] = [8, 16].map(|side| bound_bytes(&model(piece, side, side)));
        assert!(small >= least && large > 3 * small, "{piece}: {small}, {large}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn bounds_hold(
        piece in proptest::sample::select(PIECES.to_vec()),
        rows in 1_u32..=4,
        columns in 1_u32..=4,
        blocked in proptest::collection::vec(0_usize..16, 0..4),
        given in proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let cells = (rows * columns) as usize;
        let blocked: Vec<usize> = blocked.into_iter().filter(|&cell| cell < cells).collect();
        let lattice = lattice(piece, rows, columns, &blocked);
        let vertices = lattice.vertices();
        let mut model = IndependentSet::on_lattice(lattice, Count::Optimum);
        if vertices > 0 {
            model.given = given.iter().map(|index| index.index(vertices as usize) as u32).collect();
        }
        if model.given_conflict().is_some() {
            prop_assert_eq!(bound(&model), None);
        } else {
            let bound = checked_bound(&model);
            let sizes = independent_by_size(&army(&model).conflicts(), &model.given);
            let largest = sizes.len() as u32 - 1;
            prop_assert!(largest <= bound);
            if model.graph().two_colouring().is_some() {
                prop_assert_eq!(largest, bound);
            }
        }
    }
}
