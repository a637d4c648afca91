//! Dominating sets against plain enumeration and published numbers.

use std::{ops::ControlFlow, time::Duration};

use proptest::prelude::*;
use satranj_encodings::{
    dominating_set::{DominatingSet, cover},
    graph::Graph,
    model::{Count, Model},
};

use super::{
    DOMINATION,
    cover::CoverParts,
    forward_checking::FORWARD_CHECKING,
    linear::LinearSearch,
    search::{CoverSearch, SetNumber},
};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, MethodOptions,
        boards::{PIECES, lattice, sets},
        meter::Meter,
        native::{
            bits::{holds, remove},
            packing::{CoverState, PackingTableau},
        },
        sat::encoded,
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

/// A path is reduced to nothing. A cycle is not, and too long for the search.
#[test]
fn many_vertices_need_reductions() {
    let n = 20_000;
    let path: Vec<(u32, u32)> = (1..n).map(|vertex| (vertex - 1, vertex)).collect();
    let cycle = [&path[..], &[(0, n - 1)]].concat();
    let of = |edges| DominatingSet::on_graph(Graph::from_edges(n, edges), Count::Optimum);
    assert_eq!(optimum(&of(&path)), n.div_ceil(3) as usize);
    let model = Model::DominatingSet(of(&cycle));
    assert!(!DOMINATION.supports(&model, Goal::First));
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

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn more_knights() {
    check(|n| model("knight", n), 13, &[28, 32, 36]);
}

/// Takes the sets that a search finds.
type Taker<'t> = &'t mut dyn FnMut(&[u32]) -> ControlFlow<()>;

/// Both searches, where each is used for the other's boards too.
#[test]
fn linear_bounds_agree_with_the_search_by_squares() {
    for (piece, n) in [("knight", 7), ("king", 6), ("queen", 6), ("rook", 4), ("camel", 6)] {
        for (total, independent) in [(false, false), (true, false), (false, true)] {
            let mut model = model(piece, n);
            (model.total, model.independent) = (total, independent);
            let parts = CoverParts::unweighted(&model, true);
            for cover in &parts.covers {
                let limit = cover.sets() as u32;
                let run = Context::new(Limits::default(), 0, MethodOptions::default());
                let best = |search: &mut dyn FnMut(Taker<'_>)| {
                    let mut best: Option<usize> = None;
                    search(&mut |chosen| {
                        assert!(best.is_none_or(|best| chosen.len() < best));
                        best = Some(chosen.len());
                        ControlFlow::Continue(())
                    });
                    best
                };
                let linear = best(&mut |found| {
                    let mut search = LinearSearch::new(cover, vec![], limit, &run).unwrap();
                    assert_eq!(search.run(found), Ok(Ending::Exhausted));
                });
                let by_squares = best(&mut |found| {
                    let bound = SetNumber::new(cover, false);
                    let mut search =
                        CoverSearch::new(cover, limit.into(), true, bound, &run).unwrap();
                    assert_eq!(search.run(found), Ok(Ending::Exhausted));
                });
                assert_eq!(linear, by_squares, "{piece} {n} {total} {independent}");
            }
        }
    }
}

/// The least fractional covers, and again after squares are covered and sets excluded.
#[test]
fn packings_are_as_dear_as_fractional_covers() {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut meter = Meter::new(&run).unwrap();
    // By HiGHS.
    for (n, expected) in [(8, 12.0), (9, 13.625), (10, 14.545_454), (12, 21.416_667)] {
        let parts = CoverParts::unweighted(&model("knight", n), false);
        let cover = &parts.covers[0];
        let all = cover.all();
        let sum = |packing: &PackingTableau, state: &CoverState| -> f64 {
            let prices = packing.prices();
            prices.filter(|&(element, _)| holds(&state.open, element)).map(|(_, price)| price).sum()
        };
        let mut packing = cover.packing(|_| 1.0);
        packing.improve(&all, f64::INFINITY, |work| meter.work(work)).unwrap();
        assert!((sum(&packing, &all) - expected).abs() < 1e-3, "{n}");
        // What is known goes on, and begins anew.
        let mut state = all.clone();
        let mut anew = cover.packing(|_| 1.0);
        for element in [3, 5, 8] {
            remove(&mut state.open, element);
            packing.devalue(element);
            anew.devalue(element);
        }
        for set in [10, 17, 20] {
            remove(&mut state.allowed, set);
        }
        packing.shrink(&state);
        packing.improve(&state, f64::INFINITY, |work| meter.work(work)).unwrap();
        anew.shrink(&state);
        anew.improve(&state, f64::INFINITY, |work| meter.work(work)).unwrap();
        assert!((sum(&packing, &state) - sum(&anew, &state)).abs() < 1e-3, "{n}");
        let shares: f64 = packing.shares().map(|(_, share)| share).sum();
        assert!((shares - sum(&packing, &state)).abs() < 1e-3, "{n}");
    }
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

/// The best perfect or minimal dominating sets, by the search and by the formula.
fn best_of(
    piece: &str,
    (rows, columns): (u32, u32),
    rule: fn(&mut DominatingSet),
) -> Option<usize> {
    let mut model = DominatingSet::on_lattice(lattice(piece, rows, columns, &[]), Count::Optimum);
    rule(&mut model);
    let model = Model::DominatingSet(model);
    let [one, other] = [FORWARD_CHECKING, encoded::by(&cover::COVER)].map(|method| {
        let (ending, found, _) = sets::solve(&method, &model, Goal::First, Limits::default());
        assert_eq!(ending, Ending::Exhausted, "{piece} {rows}x{columns}");
        found.last().map(Vec::len)
    });
    assert_eq!(one, other, "{piece} {rows}x{columns}");
    one
}

/// Upper domination: Cockayne, Favaron, Payan and Thomason, "Contributions to the theory of domination,
/// independence and irredundance in graphs" (1981); Watkins, "Across the Board", chapter 8.
#[test]
fn the_most_pieces_of_which_none_can_be_spared() {
    for n in 1..=4 {
        let most = |piece| best_of(piece, (n, n), |set| set.minimal = true);
        let n = n as usize;
        assert_eq!(most("rook"), Some(n));
        assert_eq!(most("bishop"), Some(if n == 1 { 1 } else { 2 * n - 2 }));
        assert_eq!(most("king"), Some(n.div_ceil(2).pow(2)));
        assert_eq!(most("knight"), Some([1, 4, 5, 8][n - 1]));
        assert_eq!(most("queen"), Some([1, 1, 2, 4][n - 1]));
    }
}

/// Livingston and Stout, "Perfect dominating sets" (Congressus Numerantium 79, 1990): a grid of at
/// least two rows and columns has an efficient dominating set if it is 4x4 or 2x(2k + 1).
#[test]
fn grids_with_an_efficient_dominating_set() {
    let efficient = |set: &mut DominatingSet| (set.perfect, set.independent) = (true, true);
    for (rows, columns) in [(1, 5), (2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 4), (4, 5)]
    {
        let is_known = rows == 1 || (rows, columns) == (4, 4) || rows == 2 && columns % 2 == 1;
        let best = best_of("wazir", (rows, columns), efficient);
        assert_eq!(best.is_some(), is_known, "{rows}x{columns}");
        // Paths have one, so their strong product has one.
        let kings = best_of("king", (rows, columns), efficient);
        assert_eq!(kings, Some((rows.div_ceil(3) * columns.div_ceil(3)) as usize));
    }
}
