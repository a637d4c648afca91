//! Dominating sets against plain enumeration and published numbers.

use std::{ops::ControlFlow, time::Duration};

use proptest::prelude::*;
use satranj_encodings::{
    dominating_set::DominatingSet,
    model::{Count, Model},
};

use super::DOMINATION;
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, MethodOptions,
        boards::{PIECES, lattice, sets},
    },
};

fn model(piece: &str, n: u32) -> DominatingSet {
    DominatingSet::on_lattice(lattice(piece, n, n, &[]), Count::Optimum)
}

fn optimum(model: &DominatingSet) -> usize {
    let model = Model::DominatingSet(model.clone());
    let (ending, found, _) = sets::solve(&DOMINATION, &model, Goal::First, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    found.last().unwrap().len()
}

fn check(model: impl Fn(u32) -> DominatingSet, from: u32, expected: &[usize]) {
    let found: Vec<usize> = (from..).take(expected.len()).map(|n| optimum(&model(n))).collect();
    assert_eq!(found, expected);
}

fn independent(piece: &str, n: u32) -> DominatingSet {
    let mut model = model(piece, n);
    model.independent = true;
    model
}

fn total(piece: &str, n: u32) -> DominatingSet {
    let mut model = model(piece, n);
    model.total = true;
    model
}

/// A075458, A075324.
#[test]
fn queens() {
    check(|n| model("queen", n), 1, &[1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5]);
    check(|n| independent("queen", n), 1, &[1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5]);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn more_queens() {
    check(|n| model("queen", n), 12, &[6]);
    check(|n| independent("queen", n), 12, &[7, 7]);
}

/// A006075, A261752.
#[test]
fn knights() {
    check(|n| model("knight", n), 1, &[1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24]);
    check(|n| total("knight", n), 4, &[6, 7, 8, 10, 14, 18, 22, 25, 28, 32, 36]);
}

/// Yaglom and Yaglom, "Challenging Mathematical Problems with Elementary Solutions", 1964.
#[test]
fn other_pieces() {
    check(|n| model("king", n), 1, &[1, 1, 1, 4, 4, 4, 9, 9, 9, 16]);
    check(|n| model("rook", n), 1, &[1, 2, 3, 4, 5, 6, 7, 8]);
    check(|n| model("bishop", n), 1, &[1, 2, 3, 4, 5, 6, 7, 8]);
}

/// A006076: one way for twelve knights up to symmetry, of fourfold rotation; Rouse Ball,
/// "Mathematical Recreations and Essays": 4860 ways for five queens.
#[test]
fn all_of_the_chessboard() {
    for (piece, count, ways) in [("knight", 12, 2), ("queen", 5, 4860)] {
        let model = Model::DominatingSet(model(piece, 8)).with_value(count as u32);
        let (ending, found, _) = sets::solve(&DOMINATION, &model, Goal::All, Limits::default());
        assert_eq!((ending, found.len()), (Ending::Exhausted, ways), "{piece}");
    }
}

#[test]
fn what_cannot_be() {
    let mut kings = total("king", 3);
    kings.independent = true;
    sets::check_dominating(&DOMINATION, &kings);
    sets::check_dominating(&DOMINATION, &total("knight", 2));
    sets::check_dominating(&DOMINATION, &model("knight", 2).with_given(vec![4]));
    let none = DominatingSet::on_lattice(lattice("king", 1, 1, &[0]), Count::Optimum);
    sets::check_dominating(&DOMINATION, &none);
}

#[test]
fn limits_stop_the_search() {
    let queens = Model::DominatingSet(model("queen", 20));
    for nodes in [0, 1, 5, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (ending, found, run) = sets::solve(&DOMINATION, &queens, Goal::First, limits);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert_eq!(run.counters.nodes.get(), nodes);
        assert!(!found.is_empty());
    }
    for piece in ["queen", "knight"] {
        // More sets than can be listed.
        let model = Model::DominatingSet(model(piece, 30)).with_value(300u32);
        let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
        let (ending, _, run) = sets::solve(&DOMINATION, &model, Goal::All, limits);
        assert_eq!(ending, Ending::Stopped(Reason::TimeLimit));
        assert!(run.elapsed() < Duration::from_secs(10), "{:?}", run.elapsed());
    }
}

#[test]
fn the_caller_breaks_off() {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut count = 0;
    let model = Model::DominatingSet(model("queen", 8)).with_value(5u32);
    let ending = DOMINATION.solve(&model, Goal::All, &run, &mut |_| {
        count += 1;
        if count == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ending.unwrap(), count), (Ending::Enough, 7));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn small_boards_agree_with_plain_enumeration(
        piece in proptest::sample::select(PIECES.to_vec()),
        board in sets::boards(3, 4),
        total in any::<bool>(),
        independent in any::<bool>(),
    ) {
        let model = DominatingSet::on_lattice(board.lattice(piece), Count::Optimum);
        let mut model = model.with_given(board.given);
        (model.total, model.independent) = (total, independent && !total);
        sets::check_dominating(&DOMINATION, &model);
    }
}
