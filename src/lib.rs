//! Satranj states a board or graph puzzle once, solves it by SAT, by graph algorithms and
//! by native search, checks every answer independently, and exports the encodings.
//!
//! A [`Statement`] is a question, as in JSON documents; [`Statement::into_puzzle`] checks it.
//! [`solve`] and [`count`] choose a method and verify its results; [`export`] and [`decode`]
//! connect an external solver; [`verify`] checks a document from any source. Models and their
//! encodings alone are the crate [`encodings`].
//!
//! # A Hamiltonian cycle of a graph of your own
//!
//! ```
#![doc = include_str!("../examples/petgraph_cycle.rs")]
//! ```
//!
//! # A puzzle of your own
//!
//! ```
#![doc = include_str!("../examples/own_puzzle.rs")]
//! ```
//!
//! # Features
//!
//! - `cli` (default): the program `satranj`; a library does without it.
//! - `png` (default): pictures as PNG, in the program.
//! - `programs` (of `cli`): SAT solvers that are programs.
//! - `cadical`: the SAT solver cadical, built in.
//!
//! Without the default features the library compiles for `wasm32-unknown-unknown` too. Methods for
//! weighted vertex sets need the feature `weights`, a part of `cli`.

// Printing macros panic if the reader has closed the stream.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// Code that only the command line calls is unused without it; a build with it reports dead code.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

#[doc(hidden)]
pub mod answer;
mod calls;
mod checking;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod decoding;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod exports;
#[cfg(feature = "cli")]
mod machine;
#[cfg(feature = "cli")]
mod parts;
#[doc(hidden)]
pub mod pictures;
#[cfg(feature = "cli")]
mod proofs;
#[doc(hidden)]
pub mod puzzles;
#[cfg(feature = "cli")]
mod reports;
#[cfg(feature = "cli")]
mod rivals;

// The modules of the core crate: `crate::run` is this crate's name for them too.
#[doc(hidden)]
pub use satranj_core::{board, graphs, json, limits, methods, printable, random, solvers};
use satranj_core::{checkpoint, cubes, nearest, obstruction, run, sample, statistics};
#[cfg(feature = "cli")]
use satranj_core::{
    compression, file_name, invocation, memory, processor_time, sources, temporary,
};

pub use answer::{AnswerFailure, Outcome, Wanted};
pub use board::square::Square;
pub use calls::{CountOutcome, Settings, Solved, count, methods, solve};
#[doc(hidden)]
pub use calls::{methods_of, solve_by};
#[doc(hidden)]
pub use checking::words::of as shown_in_words;
pub use checking::{Shown, VerifyError, verify};
pub use decoding::{DecodeError, Decoded, decode};
pub use documents::{
    map::MapDocument,
    solution::{SolutionDocument, Status},
};
pub use exports::{ExportError, export};
pub use json::JsonError;
pub use limits::{Limits, Reason};
pub use methods::{
    Counted, MethodError, MethodOptions,
    portfolio::{PortfolioTurn, TurnEnd},
};
pub use puzzles::{
    BoardStatement, Certificate, Puzzle, PuzzleRules, PuzzleSolution, RiderWay, Ruling, Solution,
    StatedPuzzle, Statement, StatementError, Violation,
    colouring::{ColouringCertificate, ColouringStatement},
    counts::{FewestColours, FewestVertices, MostVertices},
    dominate::{DominateCount, DominateStatement},
    exchange::ExchangeStatement,
    graph_sets::{
        CliqueStatement, DominatingSetStatement, IndependentSetStatement, SetCertificate,
        VertexCoverStatement,
    },
    hamilton::{GraphCertificate, GraphStatement, HamiltonStatement},
    meet::{MeetStatement, RiderStatement},
    path::{PathCertificate, PathStatement},
    place::{
        PlaceCount, PlaceStatement,
        army::{PartStatement, Side},
    },
    queens::QueensStatement,
    route::RouteStatement,
    tour::TourStatement,
};
pub use satranj_encodings as encodings;
pub use solvers::SolverChoice;
pub use statistics::Statistics;

/// What most programs need: `use satranj::prelude::*`.
pub mod prelude {
    pub use crate::{
        BoardStatement, CountOutcome, Decoded, GraphStatement, HamiltonStatement, Limits,
        MapDocument, Outcome, Puzzle, PuzzleRules, PuzzleSolution, QueensStatement, Reason,
        Settings, Solution, Solved, Square, StatedPuzzle, Statement, Status, TourStatement,
        Violation, Wanted, count, decode,
        encodings::{
            dominating_set::DominatingSet,
            hamiltonian::Hamiltonian,
            independent_set::IndependentSet,
            model::{Count, Model, Witness},
        },
        export, methods, solve, verify,
    };
}
