//! The formulas in `golden/` are what the encodings write, byte for byte.
//!
//! `SATRANJ_BLESS=1 cargo test -p satranj-encodings golden` rewrites them.

use std::collections::BTreeSet;

use crate::support::{
    VarisatSolver, encode, encoding,
    golden::{self, Golden, check, dimacs},
    king, knight, on_edges,
    plain::tour,
    vertices, with_given,
};
use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{Options, Reading},
    hamiltonian::Hamiltonian,
    lattice::Lattice,
    model::Model,
};

fn golden(file: &str, encoding: &'static str, about: &'static str, model: Hamiltonian) -> Golden {
    golden::golden(file, encoding, about, Model::Hamiltonian(model))
}

fn hamiltonian(golden: &Golden) -> &Hamiltonian {
    golden.model.as_hamiltonian().unwrap()
}

/// The encodings by order numbers.
const BY_NUMBER: [&str; 2] = ["lfsr", "chinese-remainder"];

/// Two triangles, each vertex of one joined to one of the other.
const PRISM: [(u32, u32); 9] =
    [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)];

fn all() -> Vec<Golden> {
    let open = |lattice: Lattice| Hamiltonian::on_lattice(lattice, false);
    let closed = |lattice: Lattice| Hamiltonian::on_lattice(lattice, true);
    let corners = || open(knight(3, 4)).with_ends(Some(0), Some(11));
    // Two triangles joined by an edge.
    let joined = || on_edges(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)], false);
    // The hub has one neighbour more than plain clauses are written for.
    let spokes: Vec<(u32, u32)> = (1..=13).flat_map(|v| [(0, v), (v, v % 13 + 1)]).collect();
    let mut files = vec![
        golden("3x4-open-knight", "position", "open knight 3x4", open(knight(3, 4))),
        golden("6x6-closed-knight", "position", "closed knight 6x6", closed(knight(6, 6))),
        golden("6x6-closed-knight", "cuts", "closed knight 6x6", closed(knight(6, 6))),
        golden("3x4-open-knight", "cuts", "open knight 3x4", open(knight(3, 4))),
        golden(
            "wheel-closed",
            "cuts",
            "cycle of a wheel with 13 spokes",
            on_edges(14, &spokes, true),
        ),
        golden("prism", "alternating-cuts", "cycle of a prism", on_edges(6, &PRISM, true)),
        golden("no-vertex", "position", "path of no vertices", on_edges(0, &[], false)),
        golden("no-vertex", "cuts", "path of no vertices", on_edges(0, &[], false)),
    ];
    for encoding in BY_ORDER {
        let about = "closed knight 5x6";
        files.push(golden("5x6-closed-knight", encoding, about, closed(knight(5, 6))));
        files.push(golden("no-vertex", encoding, "path of no vertices", on_edges(0, &[], false)));
        let arcs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (1, 3), (3, 2)];
        for (kind, is_closed) in [("path", false), ("cycle", true)] {
            let file = format!("directed-{kind}");
            let model = Hamiltonian::on_arcs(4, &arcs, is_closed);
            files.push(golden(&file, encoding, "directed graph of four vertices", model));
        }
    }
    for encoding in BY_NUMBER {
        files.push(golden("3x4-open-knight", encoding, "open knight 3x4", open(knight(3, 4))));
        files.push(golden(
            "6x6-closed-knight",
            encoding,
            "closed knight 6x6",
            closed(knight(6, 6)),
        ));
        files.push(golden("no-vertex", encoding, "path of no vertices", on_edges(0, &[], false)));
        let arcs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (3, 1)];
        files.push(golden(
            "arcs",
            encoding,
            "cycle of six arcs among four vertices",
            Hamiltonian::on_arcs(4, &arcs, true),
        ));
    }
    for encoding in ["position", "cuts"].into_iter().chain(BY_ORDER).chain(BY_NUMBER) {
        files.push(golden("3x4-ends", encoding, "open knight 3x4 from 0,0 to 2,3", corners()));
        files.push(golden(
            "2x3-given-king",
            encoding,
            "closed king 2x3 with 0,1-1,1 given",
            with_given(closed(king(2, 3)), &[(1, 4)]),
        ));
        files.push(golden(
            "triangles-end",
            encoding,
            "path of two joined triangles to vertex 5",
            joined().with_ends(None, Some(5)),
        ));
        for at_most_one in AtMostOne::ALL.into_iter().filter(|_| !BY_ORDER.contains(&encoding)) {
            let file = format!("2x3-open-king-{}", at_most_one.name());
            let mut golden = golden(&file, encoding, "open king 2x3", open(king(2, 3)));
            golden.options = Options { at_most_one, ..Options::default() };
            files.push(golden);
        }
    }
    files
}

/// Encodings with a variable for each arc and their order.
const BY_ORDER: [&str; 3] = ["unary-order", "binary-order", "vertex-elimination"];

/// The names that variables may have where there is one for each arc, in their order; those of
/// ways, whose order is of their own, as they are.
fn names_by_successors(golden: &Golden, names: &[String]) -> Vec<String> {
    let model = hamiltonian(golden);
    let n = model.vertices();
    let mut all = Vec::new();
    for v in 0..n {
        let to = (0..n).filter(|&w| model.arcs().any(|arc| arc == (v, w)));
        all.extend(to.map(|w| format!("move(<{v}>,<{w}>)")));
        all.push(format!("end(<{v}>)"));
    }
    all.extend((0..n).map(|v| format!("start(<{v}>)")));
    for v in 0..n {
        match golden.encoding {
            "unary-order" => all.extend((1..=n).map(|t| format!("from(<{v}>,{t})"))),
            "binary-order" => all.extend((0..31).map(|i| format!("bit(<{v}>,{i})"))),
            _ => {}
        }
    }
    let ways = names.iter().filter(|name| name.starts_with("way("));
    let moves = all.into_iter().filter(|name| names.contains(name));
    moves.chain(ways.cloned()).collect()
}

#[test]
fn golden_formulas() {
    check(&all());
}

#[test]
fn golden_variables_are_named_once_and_in_order() {
    for golden in all() {
        let (_, encoded) = encode(encoding(golden.encoding), &golden.model, golden.options);
        let name = |variable| encoded.variable_name(variable, &|vertex| format!("<{vertex}>"));
        let names: Vec<String> = (0..encoded.variables()).map_while(name).collect();
        let behind = names.len() as u32..encoded.variables() + 3;
        assert!(behind.into_iter().all(|variable| name(variable).is_none()), "{}", golden.file);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{}", golden.file);
        let graph = hamiltonian(&golden).graph();
        let expected: Vec<String> = if golden.encoding == "alternating-cuts" {
            let of_edges =
                |name| graph.edge_list().map(move |(a, b)| format!("{name}(<{a}>,<{b}>)"));
            ["move", "first", "second"].into_iter().flat_map(of_edges).collect()
        } else if golden.encoding == "cuts" {
            let edges = graph.edge_list().map(|(a, b)| format!("move(<{a}>,<{b}>)"));
            let ends = [("start", hamiltonian(&golden).start), ("end", hamiltonian(&golden).end)];
            let free =
                ends.into_iter().filter(|&(_, end)| end.is_none() && !hamiltonian(&golden).closed);
            let ends = free.flat_map(|(end, _)| {
                (0..graph.vertices()).map(move |vertex| format!("{end}(<{vertex}>)"))
            });
            edges.chain(ends).collect()
        } else if BY_ORDER.contains(&golden.encoding) {
            names_by_successors(&golden, &names)
        } else if BY_NUMBER.contains(&golden.encoding) {
            let arcs = names.iter().take_while(|name| !is_number(name)).cloned().collect();
            check_arcs(hamiltonian(&golden), &arcs);
            arcs.into_iter().chain(numbers(&golden)).collect()
        } else {
            let all = (0..graph.vertices())
                .flat_map(|t| (0..graph.vertices()).map(move |v| format!("at(<{v}>,{t})")));
            all.filter(|name| names.contains(name)).collect()
        };
        assert_eq!(names, expected, "{}", golden.file);
    }
}

/// Whether a name is one of a part of an order number.
fn is_number(name: &str) -> bool {
    name.starts_with("bit(") || name.starts_with("residue(")
}

/// The names of arcs come in the order of tail, then head, the root of a path last; each is one
/// of the model.
fn check_arcs(model: &Hamiltonian, names: &Vec<String>) {
    let label = |vertex: u32| format!("<{vertex}>");
    let mut possible: Vec<String> = Vec::new();
    for vertex in 0..model.vertices() {
        let to = model.successors(vertex).map(|(other, _)| other);
        possible.extend(to.map(|other| format!("move({},{})", label(vertex), label(other))));
        possible.extend((!model.closed).then(|| format!("end({})", label(vertex))));
    }
    if !model.closed {
        possible.extend((0..model.vertices()).map(|vertex| format!("start({})", label(vertex))));
    }
    let mut left = possible.iter();
    assert!(names.iter().all(|name| left.any(|other| other == name)), "{names:?}");
    assert_eq!(names.is_empty(), model.vertices() == 0);
}

/// The names of the parts of order numbers, as documented: in the order of vertices, but not of
/// the root of a cycle.
fn numbers(golden: &Golden) -> Vec<String> {
    let model = hamiltonian(golden);
    let n = model.vertices();
    let graph = model.graph();
    let least = (0..n).min_by_key(|&vertex| graph.neighbours(vertex).len());
    let root = model.start.or(least).filter(|_| model.closed);
    let period = if graph.two_colouring().is_some() { n.div_ceil(2) } else { n };
    let parts: Vec<String> = match (golden.encoding, period) {
        ("lfsr", _) => {
            let bits = (1..32).find(|bits| (1 << bits) > period).unwrap();
            (0..bits).map(|bit: u32| bit.to_string()).collect()
        }
        (_, 4) => (0..4).map(|residue| format!("4,{residue}")).collect(),
        (_, 0 | 6 | 18) => {
            let moduli = if period == 18 { vec![4, 5] } else { vec![2, 3] };
            let of = |modulus| (0..modulus).map(move |residue| format!("{modulus},{residue}"));
            moduli.into_iter().flat_map(of).collect()
        }
        _ => panic!("which moduli for {period}?"),
    };
    let word = if golden.encoding == "lfsr" { "bit" } else { "residue" };
    let numbered = (0..n).filter(|&vertex| Some(vertex) != root);
    let of = |vertex| parts.iter().map(move |part| format!("{word}(<{vertex}>,{part})"));
    numbered.flat_map(of).collect()
}

/// A formula read by a plain DIMACS reader and solved says what brute force says: the
/// bytes are a formula of the model, not just the same as yesterday.
#[test]
fn golden_formulas_are_formulas_of_their_models() {
    for golden in all().into_iter().filter(|golden| encoding(golden.encoding).complete()) {
        let text = dimacs(&golden);
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(text.as_bytes()).unwrap();
        let satisfiable = solver.solve().unwrap();
        // 6x6 has 9862 closed tours, and too many walks for brute force.
        let large = hamiltonian(&golden).vertices() > 20;
        let expected = large || tour(hamiltonian(&golden)).exists();
        assert_eq!(satisfiable, expected, "{}", golden.file);
        let names = text.lines().filter_map(|line| line.strip_prefix("c varname "));
        let mut standing: Vec<(u32, String)> = Vec::new();
        let mut followed: Vec<(u32, u32)> = Vec::new();
        for (number, name) in names.filter_map(|line| line.split_once(' ')) {
            let number: isize = number.parse().unwrap();
            let model = solver.model().unwrap_or_default();
            if !model.contains(&varisat::Lit::from_dimacs(number)) {
                continue;
            }
            let list = |name: &str| -> Vec<u32> {
                let of = hamiltonian(&golden);
                let text = &name[name.find('(').unwrap() + 1..name.len() - 1];
                let parts: Vec<&str> = text.split(',').collect();
                let each = if of.lattice().is_some() { 2 } else { 1 };
                parts.chunks(each).map(|label| vertex_of(of, &label.join(","))).collect()
            };
            let outside = hamiltonian(&golden).vertices();
            if name.starts_with("move(") {
                let ends = list(name);
                followed.push((ends[0], ends[1]));
            } else if name.starts_with("start(") {
                followed.push((outside, list(name)[0]));
            } else if name.starts_with("end(") {
                followed.push((list(name)[0], outside));
            } else if name.starts_with("at(") {
                let (vertex, time) = name[3..name.len() - 1].rsplit_once(',').unwrap();
                standing.push((time.parse().unwrap(), vertex.to_string()));
            }
        }
        if satisfiable {
            standing.sort_unstable();
            let mut path: Vec<u32> =
                standing.iter().map(|(_, label)| vertex_of(hamiltonian(&golden), label)).collect();
            let closed = hamiltonian(&golden).closed;
            let begin = if closed { 0 } else { hamiltonian(&golden).vertices() };
            let mut at = begin;
            while let Some(index) = followed.iter().position(|&(tail, _)| tail == at) {
                at = followed.swap_remove(index).1;
                if at != begin || closed {
                    path.push(at);
                }
            }
            assert!(followed.is_empty(), "{}: {followed:?}", golden.file);
            assert!(tour(hamiltonian(&golden)).is_witness(&path), "{}: {path:?}", golden.file);
        }
    }
}

fn vertex_of(model: &Hamiltonian, label: &str) -> u32 {
    match (model.lattice(), label.split_once(',')) {
        (Some(lattice), Some((row, column))) => {
            lattice.vertex(row.parse().unwrap(), column.parse().unwrap()).unwrap()
        }
        _ => label.parse().unwrap(),
    }
}

#[test]
fn golden_6x6_closed_knight_has_a_tour() {
    let golden = all().into_iter().find(|golden| golden.file == "cuts-6x6-closed-knight.cnf");
    let golden = golden.expect("it is among them");
    let (cnf, encoded) = encode(encoding("cuts"), &golden.model, golden.options);
    assert_eq!((encoded.variables(), cnf.len()), (80, 484));
    let mut solver = VarisatSolver::of(&cnf);
    loop {
        let assignment = solver.solve(&[]).expect("6x6 has closed tours");
        match encoded.read(&assignment).unwrap() {
            Reading::Cuts(cuts) => cuts.iter().for_each(|cut| solver.add(cut)),
            Reading::Witness(witness) => {
                assert!(tour(hamiltonian(&golden)).is_witness(vertices(&witness)));
                return;
            }
        }
    }
}
