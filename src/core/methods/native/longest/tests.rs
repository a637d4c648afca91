//! Longest paths by every method, compared with plain backtracking.

use std::ops::ControlFlow;

use rand::Rng;
use satranj_encodings::{
    graph::Graph,
    hamiltonian::Hamiltonian,
    longest_path::{LongestPath, skipping},
    model::{Model, Witness},
};

use super::FRONTIER;
use crate::{
    limits::Limits,
    methods::{
        Context, Ending, Goal, Method, MethodOptions,
        boards::tours::{knight, plain_longest},
        longest_auto, sat,
    },
    random::generator,
};

const SKIPPING: Method = sat::encoded::by(&skipping::SKIPPING);

/// The greatest length, by trying every path.
fn longest(model: &LongestPath) -> Option<u64> {
    let plain = plain_longest(model);
    plain.all().iter().map(|path| plain.length(path)).max()
}

/// The length that a method proves to be the greatest.
fn by(method: &Method, model: &LongestPath) -> Option<u64> {
    let whole = Model::LongestPath(model.clone());
    let context = Context::new(Limits::default(), 1, MethodOptions::default());
    let mut best = None;
    let ending = method.solve(&whole, Goal::First, &context, &mut |witness| {
        let Witness::Path(path) = witness else { panic!("no path") };
        assert!(plain_longest(model).is_witness(&path), "{path:?} {model:?}");
        let length = Some(model.length(&path));
        assert!(length > best);
        best = length;
        if model.at_least.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let is_found = best.is_some() && model.at_least.is_some();
    let ended = if is_found { Ending::Enough } else { Ending::Exhausted };
    assert_eq!(ending.ok(), Some(ended), "{best:?} {model:?}");
    best
}

fn knights(n: u32, closed: bool) -> LongestPath {
    LongestPath::new(knight(n, n, closed))
}

#[test]
fn random_graphs_agree_with_backtracking() {
    let mut random = generator(7);
    let mut below = |bound: u32| random.next_u32() % bound;
    for round in 0..400 {
        let n = 1 + below(6);
        let (density, directed) = (1 + below(4), below(3) == 0);
        let mut edges = Vec::new();
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            if a != b && (directed || a < b) && below(4) < density {
                edges.push((a, b));
            }
        }
        let closed = below(2) == 0;
        let mut visit = if directed {
            Hamiltonian::on_arcs(n, &edges, closed)
        } else {
            Hamiltonian::on_graph(Graph::from_edges(n, &edges), closed)
        };
        visit.start = (below(3) == 0).then(|| below(n));
        let end = (!closed && below(3) == 0).then(|| below(n));
        visit.end = end.filter(|_| end != visit.start || n == 1);
        if below(3) == 0 && !edges.is_empty() {
            visit.given.push(edges[below(edges.len() as u32) as usize]);
        }
        let mut model = LongestPath::new(visit);
        model.induced = below(2) == 0;
        let best = longest(&model);
        assert_eq!(by(&SKIPPING, &model), best, "{round} {model:?}");
        assert_eq!(by(&longest_auto::AUTO, &model), best, "{round} {model:?}");
        if !directed {
            assert_eq!(by(&FRONTIER, &model), best, "{round} {model:?}");
            for least in 0..7 {
                let model = model.with_length(least);
                let is_there = best.is_some_and(|best| best >= least);
                let by = [&FRONTIER, &SKIPPING].map(|method| by(method, &model).is_some());
                assert_eq!(by, [is_there; 2], "{round} {least} {model:?}");
            }
        }
    }
}

#[test]
fn uncrossed_knights_have_the_published_lengths() {
    // OEIS A003192 and A157416.
    for (n, open, closed) in [(1, 0, 0), (2, 0, 0), (3, 2, 0), (4, 5, 4), (5, 10, 8)] {
        for (is_closed, length) in [(false, open), (true, closed)] {
            let model = knights(n, is_closed).uncrossed().expect("a small board in the plane");
            let best = Some(length).filter(|&length| length > 0 || !is_closed);
            assert_eq!(by(&FRONTIER, &model), best);
            if n < 4 {
                assert_eq!(longest(&model), best);
            }
            if n < 5 {
                assert_eq!(by(&SKIPPING, &model), best);
            }
        }
    }
}

#[test]
fn uncrossed_knights_on_rectangles() {
    // The table in OEIS A003192.
    for (rows, lengths) in [(3, &[2, 4, 5, 6, 8, 9, 10][..]), (4, &[5, 7, 9, 11, 13, 15])] {
        for (columns, &length) in (rows..).zip(lengths) {
            let model = LongestPath::new(knight(rows, columns, false)).uncrossed();
            assert_eq!(by(&FRONTIER, &model.expect("a small board")), Some(length));
        }
    }
}

#[test]
#[ignore = "takes half a minute"]
fn uncrossed_knights_on_larger_boards() {
    for (n, closed, length) in [(6, false, 17), (6, true, 12), (7, true, 24), (7, false, 24)] {
        let model = knights(n, closed).uncrossed().expect("a small board in the plane");
        assert_eq!(by(&FRONTIER, &model), Some(length));
    }
}

#[test]
fn snakes_and_coils_of_hypercubes() {
    // OEIS A099155 and A000937.
    for (dimension, snake, coil) in [(2, 2, 4), (3, 4, 6), (4, 7, 8)] {
        let n = 1 << dimension;
        let edges = (0..n).flat_map(|a: u32| (0..dimension).map(move |bit| (a, a ^ 1 << bit)));
        let edges: Vec<(u32, u32)> = edges.filter(|&(a, b)| a < b).collect();
        for (closed, length) in [(false, snake), (true, coil)] {
            let cube = Hamiltonian::on_graph(Graph::from_edges(n, &edges), closed);
            let mut model = LongestPath::new(cube);
            model.induced = true;
            assert_eq!(by(&FRONTIER, &model), Some(length));
            assert_eq!(by(&SKIPPING, &model), Some(length));
        }
    }
}
