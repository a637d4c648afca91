//! What is written is what the documentation says, and no more than the bound.

use crate::support::{
    cases, encode, encoding, hamiltonian_encodings, king, knight, models, on_edges,
    sizes::{self, at_most_one, exactly_two},
    with_given,
};
use proptest::prelude::*;
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::{ClauseSink, Interrupted},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Reductions, Size},
    graph::Graph,
    hamiltonian::Hamiltonian,
    model::Model,
};

/// Whether the documentation of the position encoding allows a vertex at a time.
fn allowed(model: &Hamiltonian, vertex: u32, time: u32) -> bool {
    let graph = model.graph();
    let n = graph.vertices();
    let degree = |vertex: u32| graph.neighbours(vertex).len();
    let least = (0..n).rev().min_by_key(|&vertex| (degree(vertex), vertex));
    let first = if model.closed { model.start.or(least) } else { model.start };
    // Distances as infinite or fitting i64.
    let distance = |from: u32| i64::from(graph.distances(from)[vertex as usize]);
    let (t, last) = (i64::from(time), i64::from(n) - 1);
    if let Some(s) = first {
        let d = distance(s);
        if vertex == s && t != 0 || vertex != s && (t < d || model.closed && t > last + 1 - d) {
            return false;
        }
    }
    if let Some(e) = model.end
        && (vertex == e && t != last || vertex != e && t > last - distance(e))
    {
        return false;
    }
    let Some(colours) = graph.two_colouring() else { return true };
    let colour = |vertex: u32| colours[vertex as usize];
    let trues = colours.iter().filter(|&&colour| colour).count();
    let even_colour = match (first, model.end) {
        (Some(s), _) => colour(s),
        (None, Some(e)) => colour(e) == (last % 2 == 0),
        (None, None) if n % 2 == 1 => trues > n as usize - trues,
        (None, None) => return true,
    };
    (colour(vertex) == even_colour) == (t % 2 == 0)
}

/// The documented size of the position encoding.
fn position_size(model: &Hamiltonian, amo: AtMostOne) -> Size {
    let n = model.vertices();
    if model.closed && n < 3 {
        return Size { variables: 0, clauses: 1 };
    }
    let of_vertex: Vec<u64> =
        (0..n).map(|v| (0..n).filter(|&t| allowed(model, v, t)).count() as u64).collect();
    let of_time: Vec<u64> =
        (0..n).map(|t| (0..n).filter(|&v| allowed(model, v, t)).count() as u64).collect();
    let all: u64 = of_vertex.iter().sum();
    let mut size = Size { variables: all, clauses: u64::from(2 * n) + 2 * all };
    for &count in of_vertex.iter().chain(&of_time) {
        size += at_most_one(amo, count);
    }
    for &(u, v) in &model.given {
        size.clauses += of_vertex[u as usize] + of_vertex[v as usize];
    }
    if model.closed {
        size.clauses += of_time[n as usize - 1];
    } else {
        size.clauses -= of_time[0] + of_time[n as usize - 1];
    }
    size
}

/// The documented size of the cuts encoding.
fn cuts_size(model: &Hamiltonian, amo: AtMostOne) -> Size {
    let graph = model.graph();
    let n = u64::from(graph.vertices());
    let ends = [model.start, model.end].map(|end| end.filter(|_| !model.closed));
    let free =
        if model.closed { 0 } else { ends.iter().filter(|end| end.is_none()).count() as u64 };
    let mut size = Size {
        variables: u64::from(graph.edges()) + free * n,
        clauses: model.given.len() as u64 + free,
    };
    for vertex in 0..graph.vertices() {
        let k = graph.neighbours(vertex).len() as u64 + free;
        size += match ends.iter().filter(|&&end| end == Some(vertex)).count() {
            0 => exactly_two(k),
            1 => Size { variables: 0, clauses: 1 + (0..k).sum::<u64>() },
            _ => Size { variables: 0, clauses: k },
        };
    }
    for _ in 0..free {
        size += at_most_one(amo, n);
    }
    size
}

/// Compares the predicted, documented and written sizes.
fn check(model: &Hamiltonian) {
    let asked = Model::Hamiltonian(model.clone());
    for at_most_one in AtMostOne::ALL {
        // What is forced is counted by a deduction of its own; see below.
        let options = Options {
            at_most_one,
            reductions: Reductions { forced: false, ..Reductions::default() },
        };
        let documented = [position_size(model, at_most_one), cuts_size(model, at_most_one)];
        for (name, documented) in ["position", "cuts"].into_iter().zip(documented) {
            let encoding = encoding(name);
            let (cnf, encoded) = encode(encoding, &asked, options);
            let written = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
            let context = || {
                let n = model.vertices();
                let (closed, start, end) = (model.closed, model.start, model.end);
                format!("{name}, {at_most_one:?}: {n} vertices {closed} {start:?} {end:?}")
            };
            assert_eq!(sizes::size(encoding, &asked, options), written, "counted: {}", context());
            assert_eq!(documented, written, "documented: {}", context());
            let highest = cnf.iter().flatten().map(|literal| literal.vidx() as u64 + 1).max();
            assert!(highest.unwrap_or(0) <= written.variables, "{}", context());
        }
    }
}

#[test]
fn knight_boards() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 2), (3, 3), (3, 4), (4, 5), (5, 5), (6, 6), (3, 10)]
    {
        let n = rows * columns;
        let open = Hamiltonian::on_lattice(knight(rows, columns), false);
        let closed = Hamiltonian::on_lattice(knight(rows, columns), true);
        check(&open);
        check(&closed);
        check(&closed.with_ends(Some(n / 2), None));
        for (start, end) in [(0, n - 1), (n / 2, 0), (n - 1, n - 1), (1 % n, n / 3)] {
            check(&open.with_ends(Some(start), None));
            check(&open.with_ends(None, Some(end)));
            check(&open.with_ends(Some(start), Some(end)));
        }
        let moves: Vec<(u32, u32)> = open.graph().edge_list().step_by(3).take(5).collect();
        check(&with_given(open.with_ends(Some(0), None), &moves));
        check(&with_given(closed, &moves));
    }
}

#[test]
fn many_neighbours() {
    let complete: Vec<(u32, u32)> = (0..16).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    for closed in [false, true] {
        check(&on_edges(16, &complete, closed));
        check(&on_edges(16, &complete, closed).with_ends(Some(3), None));
    }
}

/// The size of one encoding, with the default options.
fn size(name: &str, model: Hamiltonian) -> (u64, u64) {
    let size = sizes::size(encoding(name), &Model::Hamiltonian(model), Options::default());
    (size.variables, size.clauses)
}

#[test]
fn numbers() {
    // A closed knight's tour of 6x6: 80 moves. Four squares have 2 of them, eight 3, twelve 4,
    // eight 6 and four 8: 4·2 + 8·(1+3) + 12·(4+4) + 8·(20+6) + 4·(56+8) = 600 clauses.
    // But the moves of the corners are forced: eight units; the corners need no more, and of the
    // five other moves of the squares at their ends exactly one is made: 8·(1+10) instead of
    // 8·26 clauses. The paths through two neighbouring corners are not closed: one clause each.
    assert_eq!(size("cuts", Hamiltonian::on_lattice(knight(6, 6), true)), (80, 484));
    // 8x8: 168 moves.
    assert_eq!(size("cuts", Hamiltonian::on_lattice(knight(8, 8), true)).0, 168);
    assert_eq!(size("cuts", Hamiltonian::on_lattice(king(3, 3), true)), (20, 4 * 4 + 4 * 15 + 64));
    // All arcs between five vertices: of four out and in exactly one, pairwise, and ten pairs.
    let arcs: Vec<(u32, u32)> =
        (0..25).map(|at| (at / 5, at % 5)).filter(|(a, b)| a != b).collect();
    assert_eq!(size("cuts", Hamiltonian::on_arcs(5, &arcs, true)), (20, 10 * (1 + 6) + 10));
    // A path 0-1-2 with both ends fixed: 0 at 0, 1 at 1, 2 at 2 and no at-most-ones.
    let line = on_edges(3, &[(0, 1), (1, 2)], false);
    let fixed = line.with_ends(Some(0), Some(2));
    assert_eq!(size("position", fixed.clone()), (3, 6 + 6 - 2));
    // Both edges are forced.
    assert_eq!(size("cuts", fixed), (2, 2));
    // Of its free ends nothing is known but their parity: 0 and 2 at 0 and 2, 1 at 1. Four
    // at-most-ones over two literals, each of 3 variables and 5 clauses.
    assert_eq!(size("position", line.clone()), (5 + 4 * 3, 6 + 4 * 5 + 2 * 5 - 2 - 2));
    // Both edges are forced: two units. At 0 and 2 exactly one of start and end is left to say, at
    // 1 neither. Per free end 3 variables and exactly one of them (4 variables, 1 + 9 clauses).
    assert_eq!(size("cuts", line), (2 + 2 * (3 + 4), 2 + 2 + 2 + 2 + 2 * (1 + 9)));
}

#[test]
fn no_vertex() {
    for closed in [false, true] {
        let asked = Model::Hamiltonian(on_edges(0, &[], closed));
        for encoding in &hamiltonian_encodings() {
            let (cnf, encoded) = encode(encoding, &asked, Options::default());
            assert_eq!(
                sizes::size(encoding, &asked, Options::default()),
                Size { variables: 0, clauses: 1 }
            );
            assert_eq!(encoded.variables(), 0);
            assert_eq!(cnf.iter().collect::<Vec<_>>(), [&[][..]]);
        }
    }
}

#[test]
fn too_many_variables() {
    let n = (1 << 15) + 1;
    let edges: Vec<(u32, u32)> = (1..n).map(|vertex| (vertex - 1, vertex)).collect();
    let asked = Model::Hamiltonian(on_edges(n, &edges, false));
    let position = encoding("position");
    let n = u64::from(n);
    let options = Options { reductions: Reductions::NONE, ..Options::default() };
    let mut counter = ClauseCounter::default();
    let refused = position.encode(&asked, options, &mut counter).err();
    let expected = EncodeError::TooManyVariables { encoding: "position", variables: n * n };
    assert_eq!((refused, counter.clauses()), (Some(expected), 0));
    // The other encoding is far from its limit.
    let encoded = encoding("cuts").encode(&asked, Options::default(), &mut counter);
    assert_eq!(encoded.map(|encoded| u64::from(encoded.variables()) > n).ok(), Some(true));
}

#[test]
fn no_more_clauses_than_a_limit() {
    let asked = Model::Hamiltonian(Hamiltonian::on_lattice(knight(4, 5), false));
    for encoding in hamiltonian_encodings() {
        let clauses = sizes::size(encoding, &asked, Options::default()).clauses;
        for most in [0, clauses / 2, clauses - 1, clauses] {
            let mut counter = ClauseCounter::up_to(most);
            let counted = encoding.count(&asked, Options::default(), &mut counter);
            let exceeded = EncodeError::TooManyClauses { encoding: encoding.name(), most };
            assert_eq!(counted.err(), (most < clauses).then_some(exceeded));
        }
    }
}

/// Stops after this many clauses and counts those that come.
struct Stopping {
    after: u64,
    seen: u64,
}

impl ClauseSink for Stopping {
    fn add_clause(&mut self, _clause: &[rustsat::types::Lit]) -> Result<(), Interrupted> {
        self.seen += 1;
        if self.seen > self.after { Err(Interrupted) } else { Ok(()) }
    }
}

/// Stops an encoder at each of its clauses.
fn stops(encoding: &Encoding, model: &Hamiltonian, at_most_one: AtMostOne) {
    let asked = Model::Hamiltonian(model.clone());
    let options = Options { at_most_one, ..Options::default() };
    let clauses = sizes::size(encoding, &asked, options).clauses;
    for after in 0..=clauses {
        let mut sink = Stopping { after, seen: 0 };
        let result = encoding.encode(&asked, options, &mut sink).err();
        if after == clauses {
            assert_eq!((result, sink.seen), (None, clauses));
        } else {
            assert_eq!(result, Some(EncodeError::Interrupted(Interrupted)));
            assert_eq!(sink.seen, after + 1, "no clause comes after the interruption");
        }
    }
}

#[test]
fn an_interrupted_sink_gets_no_more() {
    let edges: Vec<(u32, u32)> = (1..14).map(|leaf| (0, leaf)).chain([(1, 2)]).collect();
    let wheel = Graph::from_edges(14, &edges);
    for encoding in &hamiltonian_encodings() {
        for (at, at_most_one) in AtMostOne::ALL.into_iter().enumerate() {
            let closed = at % 2 == 0;
            let board = Hamiltonian::on_lattice(knight(3, 4), closed);
            stops(encoding, &with_given(board, &[(0, 6)]), at_most_one);
            stops(encoding, &Hamiltonian::on_graph(wheel.clone(), !closed), at_most_one);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn random_graphs(model in models(10)) {
        if !model.is_directed() {
            check(&model);
        }
    }

    #[test]
    fn with_any_reductions(model in models(10), bits in 0..16u8, amo in 0..AtMostOne::ALL.len()) {
        let on = |bit: u8| bits >> bit & 1 == 1;
        let reductions =
            Reductions { parity: on(0), windows: on(1), forced: on(2), direction: on(3) };
        let options = Options { at_most_one: AtMostOne::ALL[amo], reductions };
        let asked = Model::Hamiltonian(model);
        for encoding in hamiltonian_encodings() {
            let (cnf, encoded) = encode(encoding, &asked, options);
            let written = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
            prop_assert_eq!(sizes::size(encoding, &asked, options), written, "{}", encoding.name());
        }
    }
}
