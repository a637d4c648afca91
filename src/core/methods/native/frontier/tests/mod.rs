//! `native:frontier` against plain enumeration, theorems and published graphs.

mod counting;
mod sampling;

use std::{ops::ControlFlow, time::Duration};

use proptest::prelude::*;
use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, model::Model};

use super::{CycleQuestion, FRONTIER, boundary::Frontier, decide, estimate, order};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, MethodOptions,
        boards::{
            lattice,
            tours::{any_model, exists, is_witness, knight, leaper},
        },
    },
};

fn solve(model: &Hamiltonian, limits: Limits) -> (Ending, Vec<Vec<u32>>, Context) {
    let run = Context::new(limits, 0, MethodOptions::default());
    let mut paths = Vec::new();
    let ending = FRONTIER
        .solve(&Model::Hamiltonian(model.clone()), Goal::First, &run, &mut |witness| {
            paths.push(witness.numbers().to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    (ending, paths, run)
}

/// Whether there is a witness; one that is found is checked.
fn says_yes(model: &Hamiltonian) -> bool {
    let (ending, paths, _) = solve(model, Limits::default());
    match (&ending, &paths[..]) {
        (Ending::Enough, [path]) => {
            assert!(is_witness(model, path), "{path:?} of {model:?}");
            true
        }
        (Ending::Exhausted, []) => false,
        _ => panic!("{ending:?}, {} paths", paths.len()),
    }
}

/// The numbers below some, drawn from a seed.
fn draws(seed: u64, below: u32) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    }
}

#[test]
fn all_graphs_up_to_five_vertices_agree_with_plain_enumeration() {
    (0..=5).for_each(all_graphs_agree);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn all_graphs_of_six_vertices_agree_with_plain_enumeration() {
    all_graphs_agree(6);
}

fn all_graphs_agree(n: u32) {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    for set in 0_u32..1 << pairs.len() {
        let kept = pairs.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        let edges: Vec<(u32, u32)> = kept.map(|(_, &pair)| pair).collect();
        let graph = Graph::from_edges(n, &edges);
        for closed in [true, false] {
            let mut model = Hamiltonian::on_graph(graph.clone(), closed);
            assert_eq!(says_yes(&model), exists(&model), "{model:?}");
            if edges.is_empty() || set % 7 != 0 {
                continue;
            }
            let mut vertex = draws(set.into(), n);
            model.start = Some(vertex());
            model.end = Some(vertex()).filter(|_| !closed && vertex() > 1);
            assert_eq!(says_yes(&model), exists(&model), "{model:?}");
            let mut edge = draws(set.into(), edges.len() as u32);
            model.given = vec![edges[edge() as usize], edges[edge() as usize]];
            assert_eq!(says_yes(&model), exists(&model), "{model:?}");
            model.start = None;
            assert_eq!(says_yes(&model), exists(&model), "{model:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_graphs_agree_with_plain_enumeration(model in any_model(9)) {
        prop_assert_eq!(says_yes(&model), exists(&model));
        // No more states are made than was foretold.
        let run = Context::new(Limits::default(), 0, MethodOptions::default());
        if let Some(question) = CycleQuestion::within(&model, &run).unwrap() {
            let mut order = order::best(&question, &model, &run).unwrap().unwrap();
            let first = order.estimate.states;
            let frontier = Frontier::of(&question);
            order::improve(&mut order, &frontier, model.vertices(), &run).unwrap();
            prop_assert!(order.estimate.states <= first);
            let mut vertices = order.vertices.clone();
            vertices.sort_unstable();
            prop_assert!(vertices.into_iter().eq(0..question.graph.vertices()));
            decide(&question, &order, &run).unwrap();
            prop_assert!(run.counters.nodes.get() as f64 <= order.estimate.states);
        }
    }
}

/// Schwenk, "Which rectangular chessboards have a knight's tour?", Math. Magazine 64, 1991.
#[test]
fn closed_tours_exist_where_schwenk_says() {
    for columns in 3..=30 {
        let expected = columns % 2 == 0 && columns >= 10;
        assert_eq!(says_yes(&knight(3, columns, true)), expected, "3x{columns}");
    }
    for columns in [4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 101] {
        assert!(!says_yes(&knight(4, columns, true)), "4x{columns}");
    }
    for (rows, columns) in [(5, 6), (6, 5), (5, 8), (6, 6), (6, 7)] {
        assert!(says_yes(&knight(rows, columns, true)), "{rows}x{columns}");
    }
    assert!(!says_yes(&knight(5, 7, true)) && !says_yes(&knight(7, 7, true)));
}

/// Cull and De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16, 1978, from 5x5 on;
/// the narrow boards by van Rees, "Knight's tours and circuits on the 3 x n chessboard", 1996.
#[test]
fn open_tours_of_narrow_boards() {
    for columns in 3..=30 {
        let expected = columns == 4 || columns >= 7;
        assert_eq!(says_yes(&knight(3, columns, false)), expected, "3x{columns}");
        assert_eq!(says_yes(&knight(columns, 3, false)), expected, "{columns}x3");
    }
    for columns in (3..=12).chain([50]) {
        assert_eq!(says_yes(&knight(4, columns, false)), columns != 4, "4x{columns}");
    }
    for columns in 5..=8 {
        assert!(says_yes(&knight(5, columns, false)), "5x{columns}");
    }
}

/// The generalised Petersen graph: an outer cycle of n vertices, spokes, and an inner ring of
/// steps of k.
fn generalised_petersen(n: u32, k: u32) -> Graph {
    let edges: Vec<(u32, u32)> =
        (0..n).flat_map(|i| [(i, (i + 1) % n), (i, i + n), (i + n, (i + k) % n + n)]).collect();
    Graph::from_edges(2 * n, &edges)
}

/// Alspach, "The classification of Hamiltonian generalized Petersen graphs", Journal of
/// Combinatorial Theory B 34, 1983: of GP(n, 2) those with n = 5 modulo 6 have no cycle.
#[test]
fn generalised_petersen_graphs_are_those_of_alspach() {
    for n in (5..=29).chain([65, 101, 102]) {
        let graph = generalised_petersen(n, 2);
        let expected = n % 6 != 5;
        assert_eq!(says_yes(&Hamiltonian::on_graph(graph.clone(), true)), expected, "{n}");
        assert!(says_yes(&Hamiltonian::on_graph(graph, false)), "{n}");
    }
}

/// A cubic graph in the notation of Lederberg, Coxeter and Frucht, around a cycle.
fn lcf(jumps: &[i32], times: u32) -> Graph {
    let n = jumps.len() as u32 * times;
    let rim = (0..n).map(|vertex| (vertex, (vertex + 1) % n));
    let jump = |vertex: u32| jumps[vertex as usize % jumps.len()];
    let chords =
        (0..n).map(|vertex| (vertex, (vertex as i32 + jump(vertex)).rem_euclid(n as i32) as u32));
    Graph::from_edges(n, &rim.chain(chords).collect::<Vec<_>>())
}

/// The Coxeter graph: the threes of seven points that are no line of the Fano plane, joined
/// where they share no point.
fn coxeter() -> Graph {
    let lines =
        [0b000_1011, 0b001_0110, 0b010_1100, 0b101_1000, 0b011_0001, 0b110_0010, 0b100_0101];
    let threes: Vec<u32> =
        (0_u32..128).filter(|set| set.count_ones() == 3 && !lines.contains(set)).collect();
    let pairs = (0..threes.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges =
        pairs.filter(|&(a, b)| threes[a] & threes[b] == 0).map(|(a, b)| (a as u32, b as u32));
    Graph::from_edges(threes.len() as u32, &edges.collect::<Vec<_>>())
}

/// The Petersen graph with a triangle instead of a vertex.
fn tietze() -> Graph {
    let petersen = generalised_petersen(5, 2);
    let others = petersen.neighbours(0).iter().copied();
    let inner = petersen.edge_list().filter(|&(a, _)| a > 0);
    let triangle = [(0, 10), (0, 11), (10, 11)];
    let edges = inner.chain(others.zip([0, 10, 11])).chain(triangle);
    Graph::from_edges(12, &edges.collect::<Vec<_>>())
}

#[test]
fn cubic_graphs_without_a_cycle_have_a_path() {
    for (graph, vertices) in [(generalised_petersen(5, 2), 10), (coxeter(), 28), (tietze(), 12)] {
        assert_eq!((graph.vertices(), graph.edges()), (vertices, vertices / 2 * 3));
        assert!(!says_yes(&Hamiltonian::on_graph(graph.clone(), true)));
        assert!(says_yes(&Hamiltonian::on_graph(graph.clone(), false)));
        // Hypohamiltonian, but for the last: without any one vertex there is a cycle.
        for left_out in 0..vertices {
            let kept = graph.edge_list().filter(|&(a, b)| a != left_out && b != left_out);
            let renumbered =
                kept.map(|(a, b)| (a - u32::from(a > left_out), b - u32::from(b > left_out)));
            let rest = Graph::from_edges(vertices - 1, &renumbered.collect::<Vec<_>>());
            let is_hamiltonian = says_yes(&Hamiltonian::on_graph(rest, true));
            assert!(is_hamiltonian || vertices == 12, "{left_out} of {vertices}");
        }
    }
    // Heawood, Pappus, Tutte's 8-cage.
    for graph in
        [lcf(&[5, -5], 7), lcf(&[5, 7, -7, 7, -7, -5], 3), lcf(&[-13, -9, 7, -7, 9, 13], 5)]
    {
        assert!(says_yes(&Hamiltonian::on_graph(graph, true)));
    }
}

/// A rectangle has a cycle if it has an even number of squares and both sides are at least 2;
/// without two opposite corners the colours do not balance, without two neighbours in a corner
/// they do.
#[test]
fn grids_with_holes() {
    let grid = |rows, columns, blocked: &[u32], closed| {
        Hamiltonian::on_lattice(lattice("wazir", rows, columns, blocked), closed)
    };
    for rows in 2..=9 {
        for columns in 2..=9 {
            let expected = rows * columns % 2 == 0;
            assert_eq!(says_yes(&grid(rows, columns, &[], true)), expected, "{rows}x{columns}");
            assert!(says_yes(&grid(rows, columns, &[], false)));
        }
    }
    assert!(!says_yes(&grid(10, 10, &[0, 99], false)));
    assert!(says_yes(&grid(10, 10, &[0, 1], true)));
    // Four holes that leave corners apart: a1 has one neighbour, a dead end.
    assert!(!says_yes(&grid(10, 10, &[1, 2], true)));
    assert!(says_yes(&grid(10, 10, &[1, 2], false)));
    // A ring of squares two wide, and one wide.
    let inner = |from: u32, to: u32| -> Vec<u32> {
        (from..to).flat_map(|row| (from..to).map(move |column| row * 10 + column)).collect()
    };
    assert!(says_yes(&grid(10, 10, &inner(2, 8), true)));
    assert!(says_yes(&grid(10, 10, &inner(1, 9), true)));
}

#[test]
fn degenerate_graphs() {
    for closed in [false, true] {
        for vertices in 0..4 {
            let model = Hamiltonian::on_graph(Graph::from_edges(vertices, &[]), closed);
            assert_eq!(says_yes(&model), vertices == 1 && !closed);
        }
    }
    let one = Hamiltonian::on_graph(Graph::from_edges(1, &[]), false);
    assert!(says_yes(&one.with_ends(Some(0), Some(0))));
}

/// The states are as many as the board is long, for a given width.
#[test]
fn nodes_are_linear_in_the_length() {
    let nodes = |columns| {
        let (ending, _, run) = solve(&knight(4, columns, true), Limits::default());
        assert_eq!(ending, Ending::Exhausted);
        run.counters.nodes.get()
    };
    let of_lengths = [50, 100, 200, 400].map(nodes);
    assert!(of_lengths.windows(2).all(|pair| pair[1] < 3 * pair[0]), "{of_lengths:?}");
    assert!(of_lengths[0] < 200_000, "{of_lengths:?}");
}

#[test]
fn limits_stop_the_program() {
    let model = knight(8, 8, true);
    for nodes in [0, 1, 8191, 8192] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (ending, paths, run) = solve(&model, limits);
        assert_eq!((ending, paths.len()), (Ending::Stopped(Reason::NodeLimit), 0));
        assert_eq!(run.counters.nodes.get(), nodes);
    }
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    // More states than any machine has memory for.
    let (ending, _, run) = solve(&knight(10, 10, true), limits);
    assert_eq!(ending, Ending::Stopped(Reason::TimeLimit));
    assert!(run.elapsed() < Duration::from_secs(10), "{:?}", run.elapsed());
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    assert_eq!(solve(&model, limits).0, Ending::Stopped(Reason::MemoryLimit));
}

#[test]
fn wide_graphs_are_refused() {
    let complete: Vec<(u32, u32)> = (0..40).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let complete = Hamiltonian::on_graph(Graph::from_edges(40, &complete), true);
    for model in [
        knight(100, 100, true),
        knight(30_000, 30_000, false),
        leaper(20, 20, true, (1, 4)),
        Hamiltonian::on_lattice(lattice("rook", 50, 50, &[7]), false),
        complete,
    ] {
        assert_eq!(solve(&model, Limits::default()).0, Ending::Stopped(Reason::IncompleteMethod));
        let run = Context::new(Limits::default(), 0, MethodOptions::default());
        assert_eq!(estimate(&model, &run), Ok(None));
    }
}

#[test]
fn estimates_grow_with_the_width() {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let states = |rows| estimate(&knight(rows, 20, true), &run).unwrap().unwrap().states;
    let of_rows: Vec<f64> = (3..9).map(states).collect();
    assert!(of_rows.is_sorted(), "{of_rows:?}");
    assert!(of_rows[1] < super::FAST && of_rows[5] > super::FAST, "{of_rows:?}");
}
