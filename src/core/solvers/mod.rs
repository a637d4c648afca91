//! SAT solvers: one small trait, one file per solver.

pub mod answer_sets;
#[cfg(feature = "cadical")]
pub mod cadical;
pub mod choice;
#[cfg(feature = "programs")]
pub mod command;
#[cfg(all(feature = "programs", unix))]
pub mod descendants;
pub mod dimacs;
#[cfg(feature = "programs")]
pub mod dimacs_process;
pub mod minizinc;
pub mod model_file;
pub mod models;
#[cfg(feature = "programs")]
pub mod process;
pub mod proof;
pub mod recording;
pub mod search_proof;
pub mod traced_search;
pub mod varisat;

/// Without external solvers no process is started.
#[cfg(not(feature = "programs"))]
pub mod process {
    /// No program is started.
    #[derive(Debug, Clone, Default)]
    pub struct Started(());
}

use rustsat::types::{Lit, Var};
use satranj_encodings::clause::{Assignment, ClauseSink};
use thiserror::Error;

use crate::{limits::Reason, run::Run};
pub use choice::{BuiltInSolver, SolverChoice};
use search_proof::SearchProof;

/// A solver's verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfied by this assignment.
    Satisfiable(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// A limit of the run was reached; the solver cannot be used any more.
    Stopped(Reason),
    /// The granted effort was not enough; the solver cannot be used any more.
    GaveUp,
    /// The solver gave no answer.
    Failed(SolverFailure),
}

/// Why a solver has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolverFailure {
    /// The solver failed, or its output is invalid.
    #[error("the solver failed: {0}")]
    Broken(String),
    /// The solver's model is wrong.
    #[error("the solver is wrong: {0}")]
    Wrong(String),
}

/// An incremental SAT solver: clauses may be added between solves.
pub trait Solver: ClauseSink {
    /// Decides the clauses added so far.
    fn solve(&mut self) -> Verdict;

    /// Number of clauses added so far.
    fn clauses(&self) -> u64;

    /// Whether the solver records the vertices of cuts.
    fn keeps_cuts(&self) -> bool {
        false
    }

    /// Announces that the clause added next is the cut of these vertices.
    fn note_cut(&mut self, _vertices: Vec<u32>) {}

    /// Announces that the clauses added next say that the value is better than this one.
    fn note_bound(&mut self, _value: u64) {}

    /// Takes the proof of a "no", if the solver has kept one.
    fn take_proof(&mut self) -> Option<SearchProof> {
        None
    }
}

/// Hints for a good first descent of a solver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// This many first variables are decided before others, true before false.
    pub true_first: u32,
    /// The order in which they are decided, a permutation of them; `None` for their own order.
    pub order: Option<Vec<u32>>,
    /// The other variables below this one are decided last.
    pub others_below: u32,
    /// Whether the literals of each clause are shuffled, by the seed.
    pub shuffled: bool,
    /// The most bytes of proof to keep.
    pub proof_bytes: u64,
}

/// The reason to report when loading was interrupted.
#[must_use]
pub fn interruption(run: &Run) -> Reason {
    run.stop.reason().unwrap_or(Reason::Interrupted)
}

/// The varisat literal of a rustsat literal: both are 2·variable + sign.
fn to_varisat(literal: Lit) -> ::varisat::Lit {
    ::varisat::Lit::from_code(literal.lidx())
}

/// The rustsat literal of a varisat literal.
fn from_varisat(literal: ::varisat::Lit) -> Lit {
    Var::new(literal.index() as u32).lit(literal.is_negative())
}

/// A literal as a solver has it in which the variables below this one are negated, or back.
fn turned(literal: Lit, negated_below: u32) -> Lit {
    if literal.vidx32() < negated_below { !literal } else { literal }
}

/// The solvers that are linked in, the default first.
pub const BUILT_IN: &[BuiltInSolver] = &[
    varisat::VARISAT,
    #[cfg(feature = "cadical")]
    cadical::CADICAL,
];

/// The forms of `--solver` besides [`BUILT_IN`], each with a one-line description.
pub const OTHERS: &[(&str, &str)] = &[
    #[cfg(not(feature = "cadical"))]
    ("cadical", "CDCL solver in C++, not built in: build with --features cadical"),
    (
        "cmd:PROGRAM ARGUMENTS",
        "any program that reads DIMACS, from standard input or from the file {}, and answers as \
         in the SAT competition; {model}: the file for its model",
    ),
];
