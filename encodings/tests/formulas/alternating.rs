//! The alternating-cuts encoding: its documented size, and snarks refuted without a cut.

use crate::support::{VarisatSolver, encode, encoding, king, knight, on_edges, sizes, with_given};
use satranj_encodings::{
    encoding::{Options, Reductions, Size},
    hamiltonian::Hamiltonian,
    model::Model,
};

/// The documented size, from that of the cuts encoding.
fn documented(model: &Model, options: Options) -> Size {
    let hamiltonian = model.as_hamiltonian().unwrap();
    let graph = hamiltonian.graph();
    let (n, m) = (u64::from(graph.vertices()), u64::from(graph.edges()));
    let mut size = sizes::size(encoding("cuts"), model, options);
    if n > 0 {
        size.variables += 2 * m;
        size.clauses += 4 * m + 2 * n + graph.neighbours(0).len() as u64;
    }
    size
}

#[test]
fn the_documented_size_is_what_is_written() {
    let complete: Vec<(u32, u32)> = (0..16).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let boards = [knight(1, 2), knight(3, 4), knight(6, 6), king(2, 3), king(4, 4)];
    let mut models: Vec<Hamiltonian> =
        boards.into_iter().map(|board| Hamiltonian::on_lattice(board, true)).collect();
    models.push(on_edges(16, &complete, true));
    models.push(on_edges(0, &[], true));
    models.push(with_given(on_edges(16, &complete, true), &[(0, 1), (4, 9)]));
    for model in models {
        let model = Model::Hamiltonian(model);
        for reductions in [Reductions::default(), Reductions::NONE] {
            let options = Options { reductions, ..Options::default() };
            let (cnf, encoded) = encode(encoding("alternating-cuts"), &model, options);
            let written = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
            assert_eq!(documented(&model, options), written);
        }
    }
}

/// The flower snark of Isaacs, "Infinite families of nontrivial trivalent graphs which are not
/// Tait colorable" (1975): k stars, whose leaves are a cycle of k and one of 2k vertices.
fn flower_snark(k: u32) -> Hamiltonian {
    let vertex = |star: u32, which: u32| 4 * star + which;
    let mut edges = Vec::new();
    for star in 0..k {
        let next = (star + 1) % k;
        edges.extend((1..4).map(|leaf| (vertex(star, 0), vertex(star, leaf))));
        edges.push((vertex(star, 1), vertex(next, 1)));
        let crossed = if next == 0 { [3, 2] } else { [2, 3] };
        edges.push((vertex(star, 2), vertex(next, crossed[0])));
        edges.push((vertex(star, 3), vertex(next, crossed[1])));
    }
    on_edges(4 * k, &edges, true)
}

/// The clauses of an encoding alone have a solution.
fn satisfiable(name: &str, model: Hamiltonian) -> bool {
    let model = Model::Hamiltonian(model);
    let (cnf, _) = encode(encoding(name), &model, Options::default());
    VarisatSolver::of(&cnf).solve(&[]).is_some()
}

#[test]
fn snarks_are_refuted_without_cuts() {
    // Two pentagons, joined: the graph of Petersen.
    let petersen: Vec<(u32, u32)> =
        (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]).collect();
    let snarks = [on_edges(10, &petersen, true), flower_snark(5), flower_snark(9)];
    for snark in snarks {
        assert!(snark.graph().vertices() > 0 && satisfiable("cuts", snark.clone()));
        assert!(!satisfiable("alternating-cuts", snark));
    }
    // An even number of stars: no snark.
    assert!(satisfiable("alternating-cuts", flower_snark(6)));
}

#[test]
fn it_is_for_even_cycles() {
    let supports = |model| encoding("alternating-cuts").supports(&Model::Hamiltonian(model));
    assert!(supports(Hamiltonian::on_lattice(knight(3, 4), true)));
    assert!(!supports(Hamiltonian::on_lattice(knight(3, 4), false)));
    assert!(!supports(Hamiltonian::on_lattice(knight(3, 3), true)));
    assert!(!supports(Hamiltonian::on_arcs(2, &[(0, 1), (1, 0)], true)));
}
