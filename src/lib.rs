//! Satranj states a board or graph puzzle once, solves it by SAT, by graph algorithms and
//! by native search, checks every answer independently, compares the ways, and exports
//! the encodings.
//!
//! One way only: [`board`] → graph → model → clauses. A [`puzzles::Puzzle`] gives the
//! model, a [`methods::Method`] finds witnesses, [`answer()`](answer::answer) has the puzzle
//! verify them, and [`documents`] prints what came out.

// Printing macros panic where nobody reads any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod answer;
pub mod board;
pub mod cli;
pub mod compression;
pub mod documents;
pub mod exports;
pub mod file_name;
pub mod graphs;
pub mod json;
pub mod limits;
pub mod machine;
pub mod methods;
pub mod obstruction;
pub mod pictures;
pub mod printable;
pub mod processor_time;
pub mod proofs;
pub mod puzzles;
pub mod random;
pub mod reports;
pub mod run;
pub mod sample;
pub mod solvers;
pub mod sources;
pub mod statistics;
pub mod temporary;
