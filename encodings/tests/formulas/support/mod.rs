//! What the tests share: boards, random models, brute force, varisat.

pub mod golden;
pub mod obstructions;
pub mod placements;
pub mod plans;
pub mod sizes;

use proptest::{bool::weighted, collection::vec, option, prelude::*, sample::Index};
use rustsat::types::Lit;
use satranj_encodings::{
    clause::{Assignment, Cnf},
    encoding::{Encoded, Encoding, Options},
    graph::Graph,
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
    model::{Model, Witness},
    registry::{by_name, encodings},
};
use varisat::ExtendFormula;

/// So many cases; failures are shown, not written to files.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The encoding of that name.
pub fn encoding(name: &str) -> &'static dyn Encoding {
    by_name(name).unwrap_or_else(|| panic!("no encoding `{name}`"))
}

/// The encodings of paths and cycles.
pub fn hamiltonian_encodings() -> Vec<&'static dyn Encoding> {
    encodings_of(&Model::Hamiltonian(on_edges(1, &[], false)))
}

/// The encodings that state a model.
pub fn encodings_of(model: &Model) -> Vec<&'static dyn Encoding> {
    encodings().iter().copied().filter(|encoding| encoding.supports(model)).collect()
}

/// The steps of a leaper (or, repeating, a rider) in all eight directions.
pub fn steps(rows: i32, columns: i32, repeats: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    for (rows, columns) in [(rows, columns), (columns, rows)] {
        for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            steps.push(Step { rows: down * rows, columns: right * columns, repeats });
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// An empty board for a knight.
pub fn knight(rows: u32, columns: u32) -> Lattice {
    Lattice::new(rows, columns, None, steps(1, 2, false))
}

/// An empty board for a king.
pub fn king(rows: u32, columns: u32) -> Lattice {
    let all = [steps(0, 1, false), steps(1, 1, false)].concat();
    Lattice::new(rows, columns, None, all)
}

/// A model on these edges.
pub fn on_edges(vertices: u32, edges: &[(u32, u32)], closed: bool) -> Hamiltonian {
    Hamiltonian::on_graph(Graph::from_edges(vertices, edges), closed)
}

/// The same model with given edges.
pub fn with_given(mut model: Hamiltonian, given: &[(u32, u32)]) -> Hamiltonian {
    model.given = given.to_vec();
    model
}

/// Models on random graphs of 1 to `most` vertices, of any density, a third of them
/// bipartite, a third directed, with random ends and up to three given edges.
pub fn models(most: u32) -> impl Strategy<Value = Hamiltonian> {
    (1..=most, 0.0..=1.0).prop_flat_map(|(n, density)| {
        let pairs = (n * (n - 1) / 2) as usize;
        let ends = (option::weighted(0.4, 0..n), option::weighted(0.4, 0..n));
        let bipartition = option::weighted(0.3, vec(any::<bool>(), n as usize));
        let given = prop_oneof![2 => vec(any::<Index>(), 0), 1 => vec(any::<Index>(), 1..=3)];
        let kind = (any::<bool>(), weighted(0.3));
        (vec(weighted(density), pairs), bipartition, kind, ends, given).prop_map(
            move |(present, colours, (closed, directed), (start, end), given)| {
                let all = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
                let mut edges: Vec<(u32, u32)> = all
                    .zip(present)
                    .filter(|&(_, present)| present)
                    .map(|(edge, _)| edge)
                    .filter(|&(a, b)| {
                        colours.as_ref().is_none_or(|of| of[a as usize] != of[b as usize])
                    })
                    .collect();
                let mut model = on_edges(n, &edges, closed);
                if directed {
                    // Every third arc only leads down, every third only up.
                    let way = |index: usize, (a, b): (u32, u32)| match index % 3 {
                        0 => vec![(a, b)],
                        1 => vec![(b, a)],
                        _ => vec![(a, b), (b, a)],
                    };
                    edges = (0..).zip(edges).flat_map(|(index, edge)| way(index, edge)).collect();
                    model = Hamiltonian::on_arcs(n, &edges, closed);
                }
                model.start = start;
                model.end = end.filter(|_| !closed);
                if !edges.is_empty() {
                    // In any direction, and perhaps the same one twice.
                    model.given = given.iter().map(|index| *index.get(&edges)).collect();
                    for edge in model.given.iter_mut().step_by(2).filter(|_| !directed) {
                        *edge = (edge.1, edge.0);
                    }
                }
                model
            },
        )
    })
}

/// All witnesses by trying every walk: paths as they are, cycles as [`canonical_of`].
/// Sorted, each once.
pub fn brute_force(model: &Hamiltonian) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for first in 0..model.vertices() {
        // Every cycle passes vertex 0, so it may as well begin there.
        let may_begin = if model.closed { first == 0 } else { model.may_start(first) };
        if may_begin {
            extend(model, &mut vec![first], &mut found);
        }
    }
    found.sort_unstable();
    found
}

fn extend(model: &Hamiltonian, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    let last = path[path.len() - 1];
    if path.len() == model.vertices() as usize {
        if is_witness(model, path) && canonical(path, turns(model)) == *path {
            found.push(path.clone());
        }
        return;
    }
    for next in 0..model.vertices() {
        if !path.contains(&next) && adjacent(model, last, next) {
            path.push(next);
            extend(model, path, found);
            path.pop();
        }
    }
}

fn adjacent(model: &Hamiltonian, a: u32, b: u32) -> bool {
    model.arcs().any(|arc| arc == (a, b))
}

/// Whether a cycle is the same in both directions.
fn turns(model: &Hamiltonian) -> Option<bool> {
    model.closed.then_some(!model.is_directed())
}

/// Whether a sequence of vertices is what the model asks for, from the definition.
pub fn is_witness(model: &Hamiltonian, path: &[u32]) -> bool {
    let n = model.vertices() as usize;
    let mut moves: Vec<(u32, u32)> = path.windows(2).map(|step| (step[0], step[1])).collect();
    if model.closed {
        if n < 3 - usize::from(model.is_directed()) {
            return false;
        }
        moves.push((path[n - 1], path[0]));
    } else if !model.may_start(path[0]) || !model.may_end(path[n - 1]) {
        return false;
    }
    (0..n as u32).all(|vertex| path.contains(&vertex))
        && path.len() == n
        && moves.iter().all(|&(a, b)| adjacent(model, a, b))
        && model.given.iter().all(|&(a, b)| {
            moves.contains(&(a, b)) || !model.is_directed() && moves.contains(&(b, a))
        })
}

/// The witness of a model as all its forms have it in common.
pub fn canonical_of(model: &Hamiltonian, path: &[u32]) -> Vec<u32> {
    canonical(path, turns(model))
}

/// A cycle from vertex 0 towards its lesser neighbour, if it may be turned; a path (`None`) as it
/// is.
fn canonical(path: &[u32], turns: Option<bool>) -> Vec<u32> {
    let mut path = path.to_vec();
    if let Some(turns) = turns {
        let zero = path.iter().position(|&vertex| vertex == 0).expect("a cycle has vertex 0");
        path.rotate_left(zero);
        if turns && path.len() > 2 && path[1] > path[path.len() - 1] {
            path[1..].reverse();
        }
    }
    path
}

/// The vertices of a witness.
pub fn vertices(witness: &Witness) -> &[u32] {
    witness.numbers()
}

/// Writes a model's clauses into memory.
pub fn encode<'m>(
    encoding: &dyn Encoding,
    model: &'m Model,
    options: Options,
) -> (Cnf, Box<dyn Encoded + 'm>) {
    let mut cnf = Cnf::default();
    let encoded = encoding.encode(model, options, &mut cnf).expect("memory never interrupts");
    (cnf, encoded)
}

/// varisat behind rustsat's literals.
#[derive(Default)]
pub struct Solver(varisat::Solver<'static>);

impl Solver {
    /// A solver of this formula.
    pub fn of(cnf: &Cnf) -> Self {
        let mut solver = Self::default();
        for clause in cnf.iter() {
            solver.add(clause);
        }
        solver
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        let clause: Vec<varisat::Lit> = clause.iter().copied().map(to_varisat).collect();
        self.0.add_clause(&clause);
    }

    /// A satisfying assignment in which these literals are true, if there is one.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Option<Assignment> {
        let assumptions: Vec<varisat::Lit> = assumptions.iter().copied().map(to_varisat).collect();
        self.0.assume(&assumptions);
        if !self.0.solve().expect("varisat never gives up") {
            return None;
        }
        let mut assignment = Assignment::default();
        for literal in self.0.model().expect("it is satisfiable") {
            assignment
                .set(rustsat::types::Var::new(literal.index() as u32).lit(literal.is_negative()));
        }
        Some(assignment)
    }
}

fn to_varisat(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_code(literal.lidx())
}
