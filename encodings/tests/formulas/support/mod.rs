//! What the tests share: boards, models, varisat.

pub mod golden;
pub mod obstructions;
pub mod placements;
pub mod plain;
pub mod plans;
pub mod sizes;

use proptest::prelude::*;
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

pub use plain::{models, timed_models};

/// This many cases; failures are shown, not written to files.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The encoding of that name.
pub fn encoding(name: &str) -> &'static Encoding {
    by_name(name).unwrap_or_else(|| panic!("no encoding `{name}`"))
}

/// The encodings of paths and cycles.
pub fn hamiltonian_encodings() -> Vec<&'static Encoding> {
    encodings_of(&Model::Hamiltonian(on_edges(1, &[], false)))
}

/// The encodings that state a model.
pub fn encodings_of(model: &Model) -> Vec<&'static Encoding> {
    encodings().iter().copied().filter(|encoding| encoding.supports(model)).collect()
}

/// The steps of a leaper (or, repeating, a rider) in all eight directions.
pub fn steps(rows: i32, columns: i32, repeats: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    for (rows, columns) in [(rows, columns), (columns, rows)] {
        for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            steps.push(Step::new(down * rows, right * columns, repeats));
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

/// The vertices of a witness.
pub fn vertices(witness: &Witness) -> &[u32] {
    witness.numbers()
}

/// Writes a model's clauses into memory.
pub fn encode<'m>(
    encoding: &Encoding,
    model: &'m Model,
    options: Options,
) -> (Cnf, Box<dyn Encoded + 'm>) {
    let mut cnf = Cnf::default();
    let encoded = encoding.encode(model, options, &mut cnf).expect("memory never interrupts");
    (cnf, encoded)
}

/// varisat behind rustsat's literals.
#[derive(Default)]
pub struct VarisatSolver(varisat::Solver<'static>);

impl VarisatSolver {
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
