//! All encodings of paths and cycles, solved by varisat, find exactly the witnesses that brute force finds.

use crate::support::{
    VarisatSolver, encode, encodings_of, hamiltonian_encodings, king, knight, on_edges,
    plain::tour, vertices, with_given,
};
use proptest::prelude::*;
use rustsat::types::Var;
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::Assignment,
    encoding::{Encoding, Options, Reading, Reductions},
    hamiltonian::Hamiltonian,
    model::{Model, Witness},
    registry::by_name,
};

/// Solves, reads, cuts and excludes until nothing is left; returns the sorted witnesses.
///
/// On the way it checks every witness, cut and exclusion against the others.
fn enumerate(encoding: &Encoding, model: &Hamiltonian, options: Options) -> Vec<Vec<u32>> {
    let asked = Model::Hamiltonian(model.clone());
    let (cnf, encoded) = encode(encoding, &asked, options);
    let plain = tour(model);
    let mut solver = VarisatSolver::of(&cnf);
    let mut found: Vec<(Witness, Assignment)> = Vec::new();
    while let Some(assignment) = solver.solve(&[]) {
        assert_eq!(cnf.first_unsatisfied(&assignment), None, "varisat's model is wrong");
        let breaks = |clause: &[_]| !clause.iter().any(|&literal| assignment.satisfies(literal));
        match encoded.read(&assignment).expect("a satisfying assignment can be read") {
            Reading::Witness(witness) => {
                let path = vertices(&witness);
                assert!(plain.is_witness(path), "{path:?} is not a witness");
                let clause = encoded.exclude(&witness);
                assert!(breaks(&clause), "{path:?} is not excluded by its own clause");
                for (other, its) in &found {
                    let spared = clause.iter().any(|&literal| its.satisfies(literal));
                    assert!(spared, "{path:?} excludes {other:?}");
                    let clause = encoded.exclude(other);
                    assert!(!breaks(&clause), "{other:?} excludes {path:?}");
                }
                solver.add(&clause);
                found.push((witness, assignment));
            }
            Reading::Cuts(cuts) => {
                assert!(!encoding.complete(), "a complete encoding needs no cuts");
                assert!(!cuts.is_empty());
                for cut in cuts {
                    assert!(breaks(&cut), "a cut that the assignment satisfies");
                    for (other, its) in &found {
                        let spared = cut.iter().any(|&literal| its.satisfies(literal));
                        assert!(spared, "a cut forbids {other:?}");
                    }
                    solver.add(&cut);
                }
            }
        }
    }
    let mut paths: Vec<Vec<u32>> =
        found.iter().map(|(witness, _)| plain.canonical(vertices(witness))).collect();
    paths.sort_unstable();
    paths
}

/// Compares every encoding with brute force; returns the number of witnesses.
fn agree_with(model: &Hamiltonian, options: Options) -> usize {
    let expected: Vec<Vec<u32>> = tour(model).all().into_iter().collect();
    for encoding in &encodings_of(&Model::Hamiltonian(model.clone())) {
        // Sorted lists, not sets: a witness that comes twice is a difference too.
        assert_eq!(
            enumerate(encoding, model, options),
            expected,
            "{} on {} vertices, closed: {}, ends {:?} {:?}, given {:?}, times {:?}",
            encoding.name(),
            model.vertices(),
            model.closed,
            model.start,
            model.end,
            model.given,
            model.times
        );
    }
    expected.len()
}

fn agree(model: &Hamiltonian) -> usize {
    agree_with(model, Options::default())
}

/// Every choice of ends, "free" among them; returns the number of witnesses of each.
fn agree_for_all_ends(model: &Hamiltonian) -> Vec<usize> {
    let choices = || std::iter::once(None).chain((0..model.vertices()).map(Some));
    let mut counts = Vec::new();
    for start in choices() {
        for end in choices().filter(|end| !model.closed || end.is_none()) {
            counts.push(agree(&model.with_ends(start, end)));
        }
    }
    counts
}

#[test]
fn knights_on_boards_up_to_4x5() {
    // All boards with rows <= columns; 3x4 has 8 tours and 4x5 has 82, each in two directions.
    let mut with_paths = Vec::new();
    for rows in 1..=4 {
        for columns in rows..=5 {
            let paths = agree(&Hamiltonian::on_lattice(knight(rows, columns), false));
            if paths > 0 {
                with_paths.push((rows, columns, paths));
            }
            assert_eq!(agree(&Hamiltonian::on_lattice(knight(rows, columns), true)), 0);
        }
    }
    assert_eq!(with_paths, [(1, 1, 1), (3, 4, 16), (4, 5, 164)]);
}

#[test]
fn knights_on_3x6() {
    assert_eq!(agree(&Hamiltonian::on_lattice(knight(3, 6), false)), 0);
    assert_eq!(agree(&Hamiltonian::on_lattice(knight(3, 6), true)), 0);
}

#[test]
fn knights_on_small_boards_with_every_choice_of_ends() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 3), (3, 3), (3, 4)] {
        for closed in [false, true] {
            let model = Hamiltonian::on_lattice(knight(rows, columns), closed);
            let counts = agree_for_all_ends(&model);
            if !closed {
                // The free choice has as many paths as all choices of both ends together.
                let n = model.vertices() as usize;
                let fixed: usize = counts[n + 1..].chunks(n + 1).flat_map(|row| &row[1..]).sum();
                assert_eq!(counts[0], fixed, "{rows}x{columns}");
            }
        }
    }
}

/// Boards too large for our brute force: each encoding finds this many, none twice.
fn find_as_many(model: &Hamiltonian, expected: usize) {
    for encoding in &hamiltonian_encodings() {
        let mut found = enumerate(encoding, model, Options::default());
        assert_eq!(found.len(), expected, "{} {:?} {:?}", encoding.name(), model.start, model.end);
        found.dedup();
        assert_eq!(found.len(), expected, "{} finds one twice", encoding.name());
    }
}

#[test]
fn knights_on_5x5_by_their_start() {
    // Known: 1728 directed paths, 304 from each corner, 64 from the centre, 56 from each
    // other square of their colour.
    let model = Hamiltonian::on_lattice(knight(5, 5), false);
    for (start, paths) in [(0, 304), (12, 64), (6, 56), (2, 56), (1, 0)] {
        find_as_many(&model.with_ends(Some(start), None), paths);
        find_as_many(&model.with_ends(None, Some(start)), paths);
    }
}

#[test]
fn closed_knights_on_the_least_boards_that_have_them() {
    // Known: 8 closed tours of 5x6 and 16 of 3x10.
    find_as_many(&Hamiltonian::on_lattice(knight(5, 6), true), 8);
    find_as_many(&Hamiltonian::on_lattice(knight(3, 10), true), 16);
    find_as_many(&Hamiltonian::on_lattice(knight(3, 8), true), 0);
}

#[test]
fn kings() {
    for (rows, columns) in [(3, 3), (2, 4)] {
        let paths = agree(&Hamiltonian::on_lattice(king(rows, columns), false));
        let cycles = agree(&Hamiltonian::on_lattice(king(rows, columns), true));
        match (rows, columns) {
            (3, 3) => assert_eq!((paths, cycles), (784, 16)),
            _ => assert!(paths > cycles && cycles > 0),
        }
    }
}

#[test]
fn kings_on_2x3_with_every_choice_of_ends() {
    for closed in [false, true] {
        let counts = agree_for_all_ends(&Hamiltonian::on_lattice(king(2, 3), closed));
        assert!(counts.iter().any(|&count| count > 0));
    }
}

#[test]
fn every_at_most_one_encoding() {
    for at_most_one in AtMostOne::ALL {
        let options = Options { at_most_one, ..Options::default() };
        assert_eq!(agree_with(&Hamiltonian::on_lattice(knight(3, 4), false), options), 16);
        assert_eq!(agree_with(&Hamiltonian::on_lattice(king(2, 3), true), options), 4);
    }
}

#[test]
fn one_and_two_vertices() {
    let one = on_edges(1, &[], false);
    assert_eq!(tour(&one).all(), [vec![0]].into());
    assert_eq!(agree_for_all_ends(&one), [1; 4]);
    assert_eq!(agree_for_all_ends(&on_edges(1, &[], true)), [0; 2]);
    for edges in [&[][..], &[(0, 1)]] {
        assert_eq!(agree_for_all_ends(&on_edges(2, edges, true)), [0; 3]);
        let paths = edges.len();
        // Free, free-0, free-1; 0-free, 0-0, 0-1; 1-free, 1-0, 1-1.
        let expected = [2, 1, 1, 1, 0, 1, 1, 1, 0].map(|count| count * paths);
        assert_eq!(agree_for_all_ends(&on_edges(2, edges, false)), expected);
    }
}

#[test]
fn no_vertex_no_witness() {
    for closed in [false, true] {
        assert_eq!(agree(&on_edges(0, &[], closed)), 0);
    }
}

#[test]
fn a_given_edge_that_is_none_leaves_no_witness() {
    for closed in [false, true] {
        let square = on_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)], closed);
        assert!(agree(&square) > 0);
        assert_eq!(agree(&with_given(square, &[(0, 2)])), 0);
    }
}

#[test]
fn many_neighbours_need_the_totalizer() {
    // A wheel with 16 spokes: cycles leave out one rim edge; the hub has 16 neighbours.
    let spokes = 16;
    let mut edges: Vec<(u32, u32)> = (1..=spokes).map(|v| (v, v % spokes + 1)).collect();
    edges.extend((1..=spokes).map(|v| (0, v)));
    assert_eq!(agree(&on_edges(spokes + 1, &edges, true)), spokes as usize);
    let path = on_edges(spokes + 1, &edges, false).with_ends(Some(0), None);
    assert_eq!(agree(&path), 2 * spokes as usize);
}

/// The cuts of a solution that consists of these cycles in a complete graph.
fn cuts_of(vertices: u32, cycles: &[&[u32]]) -> Vec<Vec<(u32, u32)>> {
    let complete: Vec<(u32, u32)> =
        (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let model = Model::Hamiltonian(on_edges(vertices, &complete, true));
    let graph = model.as_hamiltonian().unwrap().graph();
    let (cnf, encoded) = encode(by_name("cuts").unwrap(), &model, Options::default());
    let mut used = vec![false; graph.edges() as usize];
    for cycle in cycles {
        for (index, &a) in cycle.iter().enumerate() {
            let b = cycle[(index + 1) % cycle.len()];
            used[graph.edge_between(a, b).unwrap() as usize] = true;
        }
    }
    let mut assignment = Assignment::all_false(cnf.len());
    for (edge, &used) in used.iter().enumerate() {
        assignment.set(Var::new(edge as u32).lit(!used));
    }
    let edges: Vec<(u32, u32)> = graph.edge_list().collect();
    match encoded.read(&assignment).unwrap() {
        Reading::Witness(witness) => panic!("{witness:?}"),
        Reading::Cuts(cuts) => cuts
            .into_iter()
            .map(|cut| {
                assert!(cut.iter().all(|literal| literal.is_pos()));
                let mut cut: Vec<_> = cut.iter().map(|literal| edges[literal.vidx()]).collect();
                cut.sort_unstable();
                cut
            })
            .collect(),
    }
}

#[test]
fn every_component_is_cut_off_once() {
    let leaving = |vertices: u32, component: &[u32]| -> Vec<(u32, u32)> {
        let inside = |vertex: u32| component.contains(&vertex);
        let all = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
        all.filter(|&(a, b)| inside(a) != inside(b)).collect()
    };
    let three: [&[u32]; 3] = [&[0, 4, 8], &[1, 2, 3], &[5, 6, 7]];
    assert_eq!(cuts_of(9, &three), three.map(|component| leaving(9, component)));
    // Both cuts of two components are the same.
    assert_eq!(cuts_of(7, &[&[0, 1, 6], &[2, 4, 3, 5]]), [leaving(7, &[0, 1, 6])]);
}

#[test]
fn a_cycle_is_excluded_however_it_is_written() {
    let model = Hamiltonian::on_lattice(king(3, 3), true);
    for encoding in &hamiltonian_encodings() {
        for start in std::iter::once(None).chain((0..9).map(Some)) {
            let asked = Model::Hamiltonian(model.with_ends(start, None));
            let (_, encoded) = encode(encoding, &asked, Options::default());
            let exclusion = |path: &[u32]| {
                let mut clause = encoded.exclude(&Witness::Path(path.to_vec()));
                clause.sort_unstable();
                clause
            };
            for cycle in tour(&model).all() {
                let expected = exclusion(&cycle);
                let mut turned = cycle.clone();
                for _ in 0..2 {
                    turned.reverse();
                    for _ in 0..cycle.len() {
                        turned.rotate_left(1);
                        assert_eq!(exclusion(&turned), expected, "{} {turned:?}", encoding.name());
                    }
                }
            }
        }
    }
}

/// Reductions by the bits of a number; that of direction, without which cycles come twice, is
/// made.
fn reductions(bits: u8) -> Reductions {
    let on = |bit: u8| bits >> bit & 1 == 1;
    Reductions { parity: on(0), windows: on(1), forced: on(2), direction: true }
}

proptest! {
    #![proptest_config(crate::support::cases(1000))]

    #[test]
    fn random_graphs(model in crate::support::timed_models(6), amo in 0..AtMostOne::ALL.len(), bits in 0..8u8) {
        let options = Options { at_most_one: AtMostOne::ALL[amo], reductions: reductions(bits) };
        agree_with(&model, options);
    }

    #[test]
    fn without_any_reduction_the_answer_is_the_same(model in crate::support::timed_models(6)) {
        let options = Options { reductions: Reductions::NONE, ..Options::default() };
        let plain = tour(&model);
        let has_witness = plain.exists();
        let asked = Model::Hamiltonian(model.clone());
        for encoding in encodings_of(&asked) {
            let (cnf, encoded) = encode(encoding, &asked, options);
            let mut solver = VarisatSolver::of(&cnf);
            let found = loop {
                let Some(assignment) = solver.solve(&[]) else { break false };
                match encoded.read(&assignment).unwrap() {
                    Reading::Cuts(cuts) => cuts.iter().for_each(|cut| solver.add(cut)),
                    Reading::Witness(witness) => {
                        prop_assert!(plain.is_witness(vertices(&witness)));
                        break true;
                    }
                }
            };
            prop_assert_eq!(found, has_witness, "{}", encoding.name());
        }
    }
}

proptest! {
    // Complete graphs of seven vertices have 5040 paths, hence fewer cases.
    #![proptest_config(crate::support::cases(200))]

    #[test]
    fn larger_random_graphs(model in crate::support::timed_models(7)) {
        agree(&model);
    }
}
