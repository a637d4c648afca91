//! Independent sets against plain enumeration and published numbers.

use proptest::prelude::*;
use satranj_encodings::{
    independent_set::{IndependentSet, PieceKind},
    model::{Count, Model, Witness},
    queens::Queens,
};

use super::{SEARCH, SEARCH_QUEENS};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Ending, Goal,
        boards::{PIECES, lattice, sets},
    },
};

fn single(piece: &str, n: u32) -> Model {
    let lattice = lattice(piece, n, n, &[]);
    Model::IndependentSet(IndependentSet::on_lattice(lattice, Count::Optimum))
}

fn largest(model: &Model) -> u32 {
    let (ending, found, _) = sets::solve(&SEARCH, model, Goal::First, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    model.value(&Witness::Vertices(found.last().unwrap().clone())) as u32
}

fn count(model: &Model) -> usize {
    let method = if model.as_queens().is_some() { SEARCH_QUEENS } else { SEARCH };
    let (ending, found, _) = sets::solve(&method, model, Goal::All, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    found.len()
}

/// A000170.
#[test]
fn queens() {
    for (n, ways) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        let model = Model::Queens(Queens::new(n, Vec::new(), Vec::new()));
        assert_eq!(count(&model), ways);
        assert_eq!(count(&single("queen", n).with_value(n)), ways);
    }
    let given = Model::Queens(Queens::new(8, vec![(0, 0)], Vec::new()));
    assert_eq!(count(&given), 4);
    let forbidden = Model::Queens(Queens::new(8, Vec::new(), vec![(0, 0)]));
    assert_eq!(count(&forbidden), 88);
    let both = Model::Queens(Queens::new(8, vec![(0, 0)], vec![(0, 0)]));
    let (ending, found, _) = sets::solve(&SEARCH_QUEENS, &both, Goal::All, Limits::default());
    assert!(matches!(ending, Ending::Proved(_)) && found.is_empty());
    let (_, found, _) = sets::solve(
        &SEARCH_QUEENS,
        &Model::Queens(Queens::new(5, Vec::new(), Vec::new())),
        Goal::First,
        Limits::default(),
    );
    assert!(found[0].iter().all(|&column| column < 5) && found[0].len() == 5);
}

#[test]
fn largest_sets_of_one_kind() {
    for n in 3..=7 {
        assert_eq!(largest(&single("king", n)), n.div_ceil(2).pow(2));
        assert_eq!(largest(&single("bishop", n)), 2 * n - 2);
        assert_eq!(largest(&single("rook", n)), n);
        assert_eq!(largest(&single("knight", n)), (n * n).div_ceil(2));
    }
    // Bishops: 2^n ways (Dudeney); rooks: n!.
    assert_eq!(count(&single("bishop", 6).with_value(10u32)), 64);
    assert_eq!(count(&single("rook", 6).with_value(6u32)), 720);
}

/// A250000.
#[test]
fn peaceable_queens() {
    for (n, armies) in (1..).zip([0, 0, 1, 2, 4]) {
        let kind = |side| PieceKind {
            lattice: lattice("queen", n, n, &[]),
            side: Some(side),
            count: Count::Optimum,
        };
        let model = IndependentSet::army(vec![kind(0), kind(1)]);
        assert_eq!(largest(&Model::IndependentSet(model)), armies, "{n}");
    }
}

#[test]
fn the_node_limit_is_exact() {
    let model = single("queen", 12);
    for nodes in [0, 1, 5, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let model = if nodes == 1000 { &model.with_value(12u32) } else { &model };
        let (ending, _, run) = sets::solve(&SEARCH, model, Goal::All, limits);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert_eq!(run.counters.nodes.get(), nodes);
    }
}

fn check(model: &IndependentSet) {
    let army = sets::army(model);
    let all = army.sets();
    let (army, known) = (&army, &all);
    let of_value =
        move |value: u32| known.iter().filter(move |set| army.value(set) == Some(value)).cloned();
    let best = (0..=model.cells()).rev().find(|&value| of_value(value).next().is_some());
    let whole = Model::IndependentSet(model.clone());
    if model.is_optimum() {
        sets::check_optimum(&SEARCH, &whole, &all, best);
    }
    for value in 0..=best.unwrap_or(0) + 1 {
        sets::check_exactly(&SEARCH, &whole.with_value(value), &of_value(value).collect());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn one_kind_agrees_with_plain_enumeration(
        piece in proptest::sample::select(PIECES.to_vec()),
        board in sets::boards(3, 4),
    ) {
        let mut model = IndependentSet::on_lattice(board.lattice(piece), Count::Optimum);
        model.given = board.given;
        check(&model);
    }

    #[test]
    fn two_kinds_agree_with_plain_enumeration(
        pieces in proptest::sample::select(PIECES.to_vec()),
        others in proptest::sample::select(PIECES.to_vec()),
        board in sets::boards(2, 4),
        sides in proptest::sample::select(vec![(None, None), (Some(0), Some(1)), (Some(0), None)]),
        exactly in proptest::option::of(0_u32..3),
    ) {
        let kind = |piece, side, count| PieceKind { lattice: board.lattice(piece), side, count };
        let count = exactly.map_or(Count::Optimum, Count::Exactly);
        let mut model = IndependentSet::army(vec![
            kind(pieces, sides.0, count),
            kind(others, sides.1, Count::Optimum),
        ]);
        model.given = board.given;
        check(&model);
    }
}
