//! 2-factors and joins against plain enumeration, and on boards and graphs of some size.

use std::ops::ControlFlow;

use proptest::prelude::*;
use satranj_encodings::{graph::Graph, model::Model};

use super::*;
use crate::{
    board::{Board, piece::Piece},
    limits::Limits,
    methods::{
        Context, MethodOptions,
        boards::tours::{any_directed, any_model, exists, is_witness},
    },
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

/// What the method finds, checked by the definition, and how it ended.
fn solve(model: &Hamiltonian, run: &Context) -> (Ending, Option<Vec<u32>>) {
    let mut path = None;
    let mut take = |witness: Witness| {
        path = Some(witness.numbers().to_vec());
        ControlFlow::Break(())
    };
    let stated = Model::Hamiltonian(model.clone());
    let ending = TWO_FACTOR.solve(&stated, Goal::First, run, &mut take).unwrap();
    assert_eq!(ending == Ending::Enough, path.is_some());
    if let Some(path) = &path {
        assert!(is_witness(model, path), "{path:?}");
    }
    (ending, path)
}

/// The cycle of `n` vertices inside and outside, and a spoke between each two (Watkins 1969).
fn generalised_petersen(n: u32, k: u32) -> Graph {
    let edges = (0..n).flat_map(|v| [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + k) % n)]);
    Graph::from_edges(2 * n, &edges.collect::<Vec<_>>())
}

/// What there is is found, and a "no" with its certificate is right.
fn as_by_enumeration(model: &Hamiltonian, seed: u64) -> Result<(), TestCaseError> {
    let exists = exists(model);
    match solve(model, &run(seed, 60)) {
        (Ending::Enough, Some(_)) => prop_assert!(exists),
        (Ending::Proved(_), None) => prop_assert!(!exists),
        (ending, _) => {
            prop_assert_eq!(ending, Ending::from(Reason::IncompleteMethod));
            prop_assert!(!exists, "missed");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn small_graphs_as_by_enumeration(model in any_model(7), seed in 0_u64..4) {
        as_by_enumeration(&model, seed)?;
    }

    #[test]
    fn small_directed_graphs_as_by_enumeration(model in any_directed(6), seed in 0_u64..4) {
        as_by_enumeration(&model, seed)?;
    }
}

/// A random arc from each vertex to some others, and those of a hidden cycle.
fn hidden_cycle(n: u32, others: u32, closed: bool) -> Hamiltonian {
    let mut generator = random::generator(5);
    let mut order: Vec<u32> = (0..n).collect();
    order.shuffle(&mut generator);
    let mut arcs: Vec<(u32, u32)> = order.windows(2).map(|pair| (pair[0], pair[1])).collect();
    arcs.push((order[n as usize - 1], order[0]));
    for vertex in 0..n {
        arcs.extend((0..others).map(|_| (vertex, generator.random_range(0..n))));
    }
    let mut model = Hamiltonian::on_arcs(n, &arcs, closed);
    model.given = arcs[..n as usize / 10].to_vec();
    model
}

#[test]
fn directed_graphs_of_some_size() {
    for closed in [true, false] {
        let mut model = hidden_cycle(300, 4, closed);
        assert_eq!(solve(&model, &run(1, 200)).0, Ending::Enough);
        model.given.clear();
        assert_eq!(solve(&model, &run(2, 200)).0, Ending::Enough);
    }
}

#[test]
fn closed_tours_of_boards() {
    for (size, piece) in [
        ("5x6", "knight"),
        ("6x6", "knight"),
        ("3x10", "knight"),
        ("20x21", "knight"),
        ("60x60", "knight"),
        ("9x9", "king"),
        ("10x10", "zebra"),
        ("8x8", "queen"),
        ("40x40", "giraffe"),
    ] {
        for seed in 0..3 {
            let (ending, _) = solve(&board(size, piece, true), &run(seed, 100));
            assert_eq!(ending, Ending::Enough, "{size} {piece}");
        }
    }
}

#[test]
fn open_tours_between_any_ends() {
    for (size, ends) in [
        ("8x8", (None, None)),
        ("8x8", (Some(0), Some(7))),
        ("8x8", (Some(0), None)),
        ("8x8", (None, Some(1))),
        ("5x5", (None, None)),
        ("5x5", (Some(0), Some(24))),
        ("5x5", (None, Some(12))),
        ("40x40", (Some(0), Some(39))),
        ("31x31", (Some(0), Some(960))),
    ] {
        let mut model = board(size, "knight", false);
        (model.start, model.end) = ends;
        assert_eq!(solve(&model, &run(1, 100)).0, Ending::Enough, "{size} {ends:?}");
    }
    // Ends of a colour each that is wrong: no 2-factor, and the certificate says so.
    let mut model = board("8x8", "knight", false);
    (model.start, model.end) = (Some(0), Some(2));
    assert!(matches!(solve(&model, &run(1, 0)).0, Ending::Proved(_)));
}

#[test]
fn given_edges_stay() {
    let model = board("20x20", "knight", true);
    let (_, tour) = solve(&model, &run(1, 100));
    let tour = tour.unwrap();
    for step in [2, 3, 8] {
        let mut model = model.clone();
        model.given = tour.windows(2).step_by(step).map(|pair| (pair[1], pair[0])).collect();
        assert_eq!(solve(&model, &run(2, 1000)).0, Ending::Enough, "every {step}");
    }
}

#[test]
fn generalised_petersen_graphs() {
    // All but the second have odd cycles. With n mod 6 = 5 and k = 2 none exists (Alspach 1983).
    for (n, k) in [(41, 3), (100, 7)] {
        let model = Hamiltonian::on_graph(generalised_petersen(n, k), true);
        assert_eq!(solve(&model, &run(1, 100)).0, Ending::Enough, "{n} {k}");
    }
    for n in [5, 11] {
        let model = Hamiltonian::on_graph(generalised_petersen(n, 2), true);
        assert_eq!(solve(&model, &run(1, 5)).0, Reason::IncompleteMethod.into(), "{n}");
        let model = Hamiltonian::on_graph(generalised_petersen(n, 2), false);
        assert_eq!(solve(&model, &run(1, 100)).0, Ending::Enough, "{n}");
    }
}

#[test]
fn no_two_factor_is_proved() {
    // Of six vertices around two each has two edges, but the two have no place for twelve.
    let star = (2..8).flat_map(|v| [(0, v), (1, v)]);
    let model = Hamiltonian::on_graph(Graph::from_edges(8, &star.collect::<Vec<_>>()), true);
    assert!(matches!(solve(&model, &run(1, 5)).0, Ending::Proved(_)));
}

#[test]
fn seed_decides() {
    let model = board("20x20", "knight", true);
    assert_eq!(solve(&model, &run(3, 100)), solve(&model, &run(3, 100)));
    assert_ne!(solve(&model, &run(3, 100)), solve(&model, &run(4, 100)));
}

#[test]
fn node_limit_is_exact() {
    // No cycle, but 2-factors without end.
    let model = Hamiltonian::on_graph(generalised_petersen(17, 2), true);
    for limit in [0, 1, 50] {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let run = Context::new(
            limits,
            1,
            MethodOptions { restarts: Some(u64::MAX), ..MethodOptions::default() },
        );
        assert_eq!(solve(&model, &run).0, Reason::NodeLimit.into());
        assert_eq!(run.counters.nodes.get(), limit);
    }
}
