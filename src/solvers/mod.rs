//! SAT solvers: one small trait, one file a solver.

pub mod model_file;
pub mod varisat;

use rustsat::types::Lit;
use satranj_encodings::clause::{Assignment, ClauseSink};

use crate::limits::Reason;

/// What a solver says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfied by this assignment.
    Satisfiable(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// A limit of the run; the solver can be asked no more.
    Stopped(Reason),
    /// The effort granted was not enough; the solver can be asked no more.
    GaveUp,
    /// The solver broke.
    Failed(String),
}

/// An incremental SAT solver: clauses may be added between solves.
pub trait Solver: ClauseSink {
    /// Decides the clauses added so far.
    fn solve(&mut self) -> Verdict;

    /// Number of clauses added so far.
    fn clauses(&self) -> u64;
}

/// The varisat literal for one of ours: both are 2·variable + sign.
fn to_varisat(literal: Lit) -> ::varisat::Lit {
    ::varisat::Lit::from_code(literal.lidx())
}

/// The solvers and a line on each, for `satranj list solvers`.
pub const LIST: &[(&str, &str)] =
    &[("varisat", "CDCL solver in Rust, built in (varisat 0.2.2); the default")];
