//! `graph:search` against plain enumeration and published numbers.

use std::{collections::BTreeSet, ops::ControlFlow, time::Duration};

use proptest::prelude::*;
use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, model::Model};

use super::search::SEARCH;
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, MethodOptions,
        boards::tours::{any_timed, is_witness, knight, leaper, plain},
    },
};

fn solve(model: &Hamiltonian, goal: Goal, limits: Limits) -> (Ending, Vec<Vec<u32>>, Context) {
    let run = Context::new(limits, 0, MethodOptions::default());
    let mut paths = Vec::new();
    let ending = SEARCH
        .solve(&Model::Hamiltonian(model.clone()), goal, &run, &mut |witness| {
            paths.push(witness.numbers().to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    (ending, paths, run)
}

/// Both goals agree with plain enumeration.
fn check(model: &Hamiltonian) -> usize {
    let plain = plain(model);
    let expected = plain.all();
    let (ending, paths, run) = solve(model, Goal::All, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    assert!(paths.iter().all(|path| plain.is_witness(path)));
    let found: BTreeSet<Vec<u32>> = paths.iter().map(|path| plain.canonical(path)).collect();
    assert_eq!(found.len(), paths.len(), "a witness came twice");
    assert_eq!(found, expected);
    let counters = run.counters.read();
    assert_eq!(counters.nodes, counters.backtracks);
    let (ending, paths, _) = solve(model, Goal::First, Limits::default());
    if expected.is_empty() {
        assert_eq!((ending, paths.len()), (Ending::Exhausted, 0));
    } else {
        assert_eq!((ending, paths.len()), (Ending::Enough, 1));
        assert!(plain.is_witness(&paths[0]));
    }
    expected.len()
}

/// Proves within this many nodes that there is no witness.
fn check_none(model: &Hamiltonian, nodes: u64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (ending, paths, _) = solve(model, Goal::First, limits);
    assert_eq!((ending, paths.len()), (Ending::Exhausted, 0));
}

/// Finds a witness within this many nodes.
fn check_some(model: &Hamiltonian, nodes: u64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (ending, paths, _) = solve(model, Goal::First, limits);
    assert_eq!(ending, Ending::Enough);
    assert!(is_witness(model, &paths[0]));
}

#[test]
fn small_boards_agree_with_plain_enumeration() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            check(&knight(rows, columns, true));
            check(&knight(rows, columns, false));
        }
    }
    for (rows, columns) in [(3, 6), (3, 7), (3, 8), (4, 6)] {
        check(&knight(rows, columns, true));
        check(&knight(rows, columns, false));
    }
}

#[test]
fn ends_agree_with_plain_enumeration() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 3), (3, 3), (3, 4), (4, 4), (3, 5), (4, 5)] {
        let model = knight(rows, columns, false);
        let all = plain(&model).all();
        let n = rows * columns;
        let mut sum = 0;
        for start in 0..n {
            let count = |start, end| {
                let model = model.with_ends(start, end);
                let (ending, paths, _) = solve(&model, Goal::All, Limits::default());
                assert_eq!(ending, Ending::Exhausted);
                assert!(paths.iter().all(|path| all.contains(path) && is_witness(&model, path)));
                assert_eq!(paths.iter().collect::<BTreeSet<_>>().len(), paths.len());
                paths.len()
            };
            let starting = count(Some(start), None);
            assert_eq!(starting, count(None, Some(start)));
            let by_ends: usize = (0..n).map(|end| count(Some(start), Some(end))).sum();
            assert_eq!(starting, by_ends);
            sum += starting;
        }
        assert_eq!(sum, all.len(), "{rows}x{columns}");
    }
}

#[test]
fn published_numbers_of_tours() {
    for (rows, columns, closed, tours) in
        [(5, 5, false, 1728), (3, 10, true, 16), (3, 12, true, 176), (6, 6, true, 9862)]
    {
        let (ending, paths, _) =
            solve(&knight(rows, columns, closed), Goal::All, Limits::default());
        assert_eq!((ending, paths.len()), (Ending::Exhausted, tours), "{rows}x{columns}");
        assert_eq!(paths.into_iter().collect::<BTreeSet<_>>().len(), tours);
    }
}

/// Schwenk, "Which rectangular chessboards have a knight's tour?", Math. Magazine 64, 1991.
#[test]
fn closed_tours_exist_where_schwenk_says() {
    for columns in 3..=8 {
        check_none(&knight(3, columns, true), 10_000);
    }
    for columns in 4..=9 {
        check_none(&knight(4, columns, true), 10_000);
    }
    for (rows, columns) in [(3, 10), (3, 12), (5, 6), (6, 6), (5, 8), (7, 8), (8, 8), (10, 10)] {
        check_some(&knight(rows, columns, true), 10_000);
    }
    check_none(&knight(5, 7, true), 10_000);
}

#[test]
fn every_start_of_the_chessboard_is_easy() {
    for start in 0..64 {
        check_some(&knight(8, 8, false).with_ends(Some(start), None), 1_000);
        check_some(&knight(8, 8, true).with_ends(Some(start), None), 1_000);
    }
    // Ends of different colours, a part of the pairs.
    pairs_are_easy(7);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn every_pair_of_ends_of_the_chessboard_is_easy() {
    pairs_are_easy(1);
}

fn pairs_are_easy(every: usize) {
    let pairs = (0..64).flat_map(|start| (0..64).map(move |end| (start, end)));
    for (start, end) in pairs.step_by(every) {
        let model = knight(8, 8, false).with_ends(Some(start), Some(end));
        if (start / 8 + start % 8 + end / 8 + end % 8) % 2 == 1 {
            check_some(&model, 100_000);
        } else {
            check_none(&model, 10_000);
        }
    }
}

#[test]
fn larger_boards_need_hardly_more_nodes_than_squares() {
    for size in [20, 30, 100] {
        check_some(&knight(size, size, true), 2 * u64::from(size * size));
        check_some(&knight(size, size, false), 2 * u64::from(size * size));
    }
}

#[test]
fn restarts_and_articulation_points_help() {
    for model in [
        knight(3, 40, false),
        leaper(10, 11, false, (2, 3)),
        leaper(10, 11, false, (1, 4)),
        leaper(20, 20, true, (2, 5)),
    ] {
        check_some(&model, 20_000);
    }
}

#[test]
fn the_petersen_graph_has_a_path_but_no_cycle() {
    let edges: Vec<(u32, u32)> =
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect();
    let graph = Graph::from_edges(10, &edges);
    assert_eq!(check(&Hamiltonian::on_graph(graph.clone(), true)), 0);
    assert_eq!(check(&Hamiltonian::on_graph(graph, false)), 240);
}

#[test]
fn degenerate_graphs() {
    for closed in [false, true] {
        for vertices in 0..4 {
            let model = Hamiltonian::on_graph(Graph::from_edges(vertices, &[]), closed);
            assert_eq!(check_without_start(&model), usize::from(vertices == 1 && !closed));
        }
    }
    let edge = Hamiltonian::on_graph(Graph::from_edges(2, &[(0, 1)]), false);
    assert_eq!(check(&edge), 2);
    assert_eq!(check(&edge.with_ends(Some(1), Some(1))), 0);
    assert_eq!(check(&edge.with_ends(Some(1), None)), 1);
    let triangle = Hamiltonian::on_graph(Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)]), true);
    assert_eq!(check(&triangle.with_ends(Some(2), None)), 1);
    // A given pair that is not an edge.
    let mut path = Hamiltonian::on_graph(Graph::from_edges(3, &[(0, 1), (1, 2)]), false);
    assert_eq!(check(&path), 2);
    path.given.push((2, 0));
    assert_eq!(check(&path), 0);
}

fn check_without_start(model: &Hamiltonian) -> usize {
    if model.vertices() > 0 {
        return check(model);
    }
    let (ending, paths, _) = solve(model, Goal::All, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    paths.len()
}

#[test]
fn limits_stop_the_search() {
    let model = knight(8, 8, false);
    for nodes in [0, 1, 5, 30, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (ending, paths, run) = solve(&model, Goal::All, limits);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert_eq!(run.counters.nodes.get(), nodes);
        assert!(nodes == 1000 || paths.is_empty());
    }
    // More tours than can be listed.
    for model in [knight(20, 20, true), leaper(40, 40, true, (3, 4))] {
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        let (ending, _, run) = solve(&model, Goal::All, limits);
        assert_eq!(ending, Ending::Stopped(Reason::TimeLimit));
        assert!(run.elapsed() < Duration::from_secs(10), "{:?}", run.elapsed());
    }
}

#[test]
fn the_caller_breaks_off() {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut count = 0;
    let model = Model::Hamiltonian(knight(5, 5, false));
    let ending = SEARCH.solve(&model, Goal::All, &run, &mut |_| {
        count += 1;
        if count == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ending.unwrap(), count), (Ending::Enough, 7));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_graphs_agree_with_plain_enumeration(model in any_timed(8)) {
        check(&model);
    }
}
