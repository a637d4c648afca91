//! Rotations against brute force, and on boards and random graphs of some size.

use std::ops::ControlFlow;

use rand::{RngExt, seq::SliceRandom};
use satranj_encodings::{graph::Graph, model::Model};

use super::*;
use crate::{
    board::{Board, piece::Piece},
    limits::Limits,
    methods::{
        Context, MethodOptions,
        boards::tours::{exists, is_witness},
    },
    random::generator,
};

fn run(seed: u64, restarts: u64) -> Context {
    Context::new(
        Limits::default(),
        seed,
        MethodOptions { restarts: Some(restarts), ..MethodOptions::default() },
    )
}

fn board(size: &str, piece: &str, closed: bool) -> Hamiltonian {
    let piece: Piece = piece.parse().unwrap();
    Hamiltonian::on_lattice(Board::parse(size).unwrap().lattice(&piece), closed)
}

/// What the method finds, checked by the definition.
fn solve(model: &Hamiltonian, run: &Context) -> Option<Vec<u32>> {
    let mut path = None;
    let mut take = |witness: Witness| {
        path = Some(witness.numbers().to_vec());
        ControlFlow::Break(())
    };
    let stated = Model::Hamiltonian(model.clone());
    let ending = ROTATIONS.solve(&stated, Goal::First, run, &mut take).unwrap();
    let expected = if path.is_some() { Ending::Enough } else { Reason::IncompleteMethod.into() };
    assert_eq!(ending, expected);
    if let Some(path) = &path {
        assert!(is_witness(model, path), "{path:?}");
    }
    path
}

/// A random graph in which every vertex has three neighbours, by pairing (Bollobás 1980).
fn cubic(n: u32, seed: u64) -> Graph {
    let mut generator = generator(seed);
    loop {
        let mut points: Vec<u32> = (0..3 * n).map(|point| point / 3).collect();
        points.shuffle(&mut generator);
        let edges: Vec<(u32, u32)> = points.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let graph = Graph::from_edges(n, &edges);
        // Loops and repetitions were left out: then draw again.
        if graph.edges() * 2 == 3 * n {
            return graph;
        }
    }
}

#[test]
fn small_graphs_as_by_brute_force() {
    let mut generator = generator(11);
    let (mut found, mut missed) = (0, 0);
    for seed in 0..1500 {
        let n = generator.random_range(1..=8);
        let density = generator.random_range(0.2..0.9);
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges: Vec<(u32, u32)> = pairs.filter(|_| generator.random_bool(density)).collect();
        let graph = Graph::from_edges(n, &edges);
        let mut model = Hamiltonian::on_graph(graph, generator.random_bool(0.5));
        let mut vertices: Vec<u32> = (0..n).collect();
        vertices.shuffle(&mut generator);
        if !model.closed && generator.random_bool(0.4) {
            model.start = vertices.pop();
        }
        if !model.closed && generator.random_bool(0.4) {
            model.end = vertices.pop();
        }
        for _ in 0..generator.random_range(0..3) {
            if let Some(&edge) = edges.get(generator.random_range(0..n * n) as usize) {
                model.given.push(edge);
            }
        }
        let solved = solve(&model, &run(seed, 30)).is_some();
        let exists = exists(&model);
        assert!(exists || !solved, "{model:?}");
        found += u32::from(solved);
        missed += u32::from(exists && !solved);
    }
    assert!(found > 300, "{found}");
    assert_eq!(missed, 0, "of {found}");
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn small_boards_as_by_brute_force() {
    for (size, piece) in [
        ("3x4", "knight"),
        ("4x4", "knight"),
        ("3x5", "knight"),
        ("4x5", "knight"),
        ("3x3", "king"),
        ("2x3", "queen"),
        ("1x4", "rook"),
        ("3x4", "wazir"),
        ("4x4", "wazir"),
        ("1x1", "knight"),
        ("1x2", "king"),
        ("2x2", "wazir"),
        ("4x5", "zebra"),
    ] {
        for closed in [false, true] {
            let mut model = board(size, piece, closed);
            let n = model.vertices();
            assert_eq!(solve(&model, &run(1, 20)).is_some(), exists(&model), "{size} {piece}");
            if closed || n < 2 {
                continue;
            }
            for start in 0..n.min(2) {
                for end in (0..n).filter(|&end| end != start) {
                    (model.start, model.end) = (Some(start), Some(end).filter(|end| end % 3 > 0));
                    let found = solve(&model, &run(1, 50)).is_some();
                    assert_eq!(found, exists(&model), "{size} {piece} {start} {end}");
                }
            }
        }
    }
}

#[test]
fn closed_tours_of_boards() {
    for (size, piece) in [
        ("5x6", "knight"),
        ("6x6", "knight"),
        ("8x8", "knight"),
        ("3x10", "knight"),
        ("10x3", "knight"),
        ("20x21", "knight"),
        ("100x100", "knight"),
        ("8x9", "king"),
        ("10x10", "zebra"),
        ("8x8", "queen"),
        ("200x200", "knight"),
    ] {
        for seed in 0..3 {
            assert!(solve(&board(size, piece, true), &run(seed, 100)).is_some(), "{size} {piece}");
        }
    }
}

#[test]
fn open_tours_between_any_ends() {
    for size in [6_u32, 8, 30] {
        let mut generator = generator(u64::from(size));
        for seed in 0..30 {
            let mut model = board(&format!("{size}x{size}"), "knight", false);
            let mut draw = || generator.random_range(0..size * size);
            let (start, end) = (draw(), draw());
            if (start / size + start % size + end / size + end % size).is_multiple_of(2) {
                continue;
            }
            (model.start, model.end) = (Some(start), Some(end));
            assert!(solve(&model, &run(seed, 100)).is_some(), "{size} {start} {end}");
            model.start = None;
            assert!(solve(&model, &run(seed, 100)).is_some(), "{size} {end}");
        }
    }
}

#[test]
fn given_edges_stay() {
    // Every eighth edge of a tour is given, so that there is one.
    for (size, closed) in [("8x8", true), ("8x8", false), ("30x30", true), ("30x30", false)] {
        let mut model = board(size, "knight", closed);
        let tour = solve(&model, &run(1, 100)).unwrap();
        model.given = tour.windows(2).step_by(8).map(|step| (step[1], step[0])).collect();
        for seed in 2..6 {
            let path = solve(&model, &run(seed, 100));
            assert!(path.is_some(), "{size} {closed} {seed}");
        }
    }
    // Three at a vertex, and a cycle too soon.
    for given in [vec![(0, 1), (0, 2), (0, 3)], vec![(0, 1), (1, 2), (2, 0)]] {
        let mut model = board("4x4", "queen", true);
        model.given = given;
        assert_eq!(solve(&model, &run(1, 5)), None);
    }
}

#[test]
fn random_cubic_graphs() {
    for (n, seeds) in [(50, 10), (300, 5), (1000, 3), (3000, 1)] {
        for seed in 0..seeds {
            let model = Hamiltonian::on_graph(cubic(n, seed), true);
            assert!(solve(&model, &run(seed, 100)).is_some(), "{n} {seed}");
            let model = Hamiltonian::on_graph(cubic(n, seed), false);
            assert!(solve(&model, &run(seed, 100)).is_some(), "{n} {seed}");
        }
    }
}

#[test]
fn models_without_a_path_are_given_up() {
    let mut model = board("8x8", "knight", false);
    (model.start, model.end) = (Some(5), Some(5));
    assert_eq!(solve(&model, &run(1, 5)), None);
    let mut model = board("8x8", "knight", true);
    model.given = vec![(0, 1)];
    assert_eq!(solve(&model, &run(1, 5)), None);
    for n in 0..3 {
        let graph = Graph::from_edges(n, &[(0, 1)][..(n / 2) as usize]);
        assert_eq!(solve(&Hamiltonian::on_graph(graph.clone(), true), &run(1, 5)), None);
        let path = solve(&Hamiltonian::on_graph(graph, false), &run(1, 5));
        assert_eq!(path.map(|path| path.len() as u32), (n > 0).then_some(n));
    }
}

#[test]
fn no_wrong_no() {
    // The Petersen graph has a path, and no cycle.
    let outer = (0..5).map(|v| (v, (v + 1) % 5));
    let inner = (0..5).map(|v| (v + 5, (v + 2) % 5 + 5));
    let edges: Vec<(u32, u32)> = outer.chain(inner).chain((0..5).map(|v| (v, v + 5))).collect();
    let graph = Graph::from_edges(10, &edges);
    let run_of_closed = run(1, 20);
    assert_eq!(solve(&Hamiltonian::on_graph(graph.clone(), true), &run_of_closed), None);
    assert_eq!(run_of_closed.counters.attempts.get(), 21);
    assert!(solve(&Hamiltonian::on_graph(graph, false), &run(1, 20)).is_some());
}

#[test]
fn seed_decides() {
    let model = Hamiltonian::on_graph(cubic(200, 1), true);
    assert_eq!(solve(&model, &run(3, 100)), solve(&model, &run(3, 100)));
    assert_ne!(solve(&model, &run(3, 100)), solve(&model, &run(4, 100)));
}

#[test]
fn node_limit_is_exact() {
    let model = board("4x16", "knight", true);
    for limit in [0, 1, 8191, 8192, 8193, 30_000] {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let run = Context::new(limits, 1, MethodOptions::default());
        let stated = Model::Hamiltonian(model.clone());
        let ending = ROTATIONS.solve(&stated, Goal::First, &run, &mut |_| ControlFlow::Break(()));
        assert_eq!(ending.unwrap(), Reason::NodeLimit.into());
        assert_eq!(run.counters.nodes.get(), limit);
    }
}

#[test]
fn the_sequence_of_luby() {
    let terms: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
