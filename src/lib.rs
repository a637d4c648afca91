//! Satranj states a board or graph puzzle once, solves it by SAT, by graph algorithms or by native
//! search, checks every answer by the rules, draws it, and writes it as a formula for other solvers.
//!
//! # State
//!
//! A [`Statement`] is a question, made from parts or read from JSON. [`Statement::into_puzzle`]
//! checks it and says which field is wrong.
//!
//! ```
//! use satranj::prelude::*;
//!
//! let board: Board = "....\n.#..\n....\n....".parse()?;
//! let tour = TourStatement::new(&board, "king", true);
//! let graph = NamedGraph::parse("ann ben\nben cem\ncem ann\n", Some("edge-list"))?;
//! let colours = ColouringStatement::new(graph);
//! let queens: Statement = r#"{"kind":"queens","n":8}"#.parse()?;
//!
//! let puzzles = [tour.into(), colours.into(), queens].map(Statement::into_puzzle);
//! assert!(puzzles.iter().all(Result::is_ok));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`NamedGraph::read`] reads a file in any of 15 formats, and [`GraphStatement::from_petgraph`]
//! takes a graph in memory.
//!
//! # Solve, check, draw
//!
//! [`solve`] and [`count`] use the puzzle's default method, or one of [`methods()`]; [`Settings`]
//! asks for all solutions, sets limits or names a solver. Every solution has passed
//! [`PuzzleRules::verify`] before you see it; [`verify`] checks a document from any source.
//!
//! ```
//! use satranj::prelude::*;
//!
//! let puzzle = Statement::from(QueensStatement::new(8)).into_puzzle()?;
//! let all = Settings { wanted: Wanted::All, up_to_symmetry: true, ..Settings::default() };
//! let solved = solve(&*puzzle, &all)?;
//! assert_eq!(solved.solutions.len(), 12);
//!
//! let document = serde_json::to_string(&solved.document(&*puzzle))?;
//! assert_eq!(verify(&document)?.complete, Some(true));
//!
//! let picture = &solved.pictures(&*puzzle)[0];
//! assert!(picture.svg().starts_with("<svg "));
//! println!("{}", picture.text(80).unwrap_or_default());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Ask another solver
//!
//! [`export`] writes a puzzle as a formula or a graph, and [`decode`] turns a solver's model of it
//! into a verified solution. Models and their encodings alone are the crate [`encodings`].
//!
//! # A puzzle of your own
//!
//! Implement [`Puzzle`]: a model, the meaning of its witness, and a check by the rules. All
//! methods, exports and checks then apply. Its page has a complete example.
//!
//! # Features
//!
//! - `cli` (default): the program `satranj`; the library does not need it.
//! - `png` (default): pictures as PNG, in the program.
//! - `weights` (of `cli`): methods for the heaviest and the lightest sets of vertices.
//! - `programs` (of `cli`): SAT solvers that are programs.
//! - `cadical`: the SAT solver cadical, built in.
//!
//! Without the default features the library compiles for `wasm32-unknown-unknown` too.

// Macros that print panic if the reader has closed the stream.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// Without the command line, the code that only it calls is unused; a build with it reports dead
// code.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

// Hidden modules are for the tests, the benches, the fuzz targets, the Python package and the playground.
#[doc(hidden)]
pub mod answer;
mod calls;
mod checking;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod decoding;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod exports;
#[cfg(feature = "cli")]
mod machine;
#[cfg(feature = "cli")]
mod parts;
pub mod pictures;
mod progress;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod proofs;
#[doc(hidden)]
pub mod puzzles;
#[cfg(feature = "cli")]
mod reports;
#[cfg(feature = "cli")]
mod rivals;
mod stated_formula;
#[doc(hidden)]
pub mod traces;

// The modules of the core crate, so that this crate also names them `crate::run` etc.
#[doc(hidden)]
pub use satranj_core::{board, graphs, json, limits, methods, printable, random, solvers};
use satranj_core::{checkpoint, cubes, nearest, obstruction, run, sample, statistics};
#[cfg(feature = "cli")]
use satranj_core::{
    compression, file_name, invocation, memory, processor_time, shell_word, sources, temporary,
};

pub use answer::{AnswerFailure, Outcome, Wanted};
/// ```
/// use satranj::{Board, Piece, Square};
///
/// let mut board: Board = "3x4".parse()?;
/// assert_eq!(board, Board::new(3, 4)?);
/// let corner: Square = "a1".parse()?;
/// board.block(corner);
/// assert_eq!(board, ".. ..\n....\n#...".replace(' ', "").parse()?);
/// assert_eq!(board, Board::from_map(b"....\n....\n#...\n", "the name for errors")?);
///
/// assert_eq!((board.rows(), board.columns(), board.free_squares()), (3, 4, 11));
/// assert!(board.contains(corner) && !board.is_free(corner));
/// assert_eq!(board.blocked_squares().collect::<Vec<_>>(), [corner]);
/// assert_eq!(board.squares().count(), 11);
/// // Rows are counted from the top.
/// assert_eq!(board.square(0, 2).to_string(), "c3");
/// assert_eq!(board.row(corner), 2);
///
/// // The graph of a piece's moves, for a model of your own.
/// let knight: Piece = "knight".parse()?;
/// let lattice = board.lattice(&knight);
/// let vertex = board.vertex(&lattice, "b1".parse()?).ok_or("a free square has a vertex")?;
/// let mut moves = Vec::new();
/// lattice.neighbours(vertex, &mut moves);
/// let moves: Vec<_> = moves.iter().map(|&to| board.square_of(&lattice, to)).collect();
/// assert_eq!(moves, ["a3".parse::<Square>()?, "c3".parse()?, "d2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use board::Board;
/// ```
/// use satranj::{Piece, PieceError};
///
/// let amazon: Piece = "queen+knight".parse()?;
/// assert_eq!(amazon.name(), "queen+knight");
/// // Eight leaps, and eight directions in which the queen slides.
/// assert_eq!(amazon.steps().iter().filter(|step| step.repeats()).count(), 8);
/// assert_eq!(amazon.steps().len(), 16);
/// assert!("knigth".parse::<Piece>().is_err_and(|error| error.to_string().contains("knight")));
/// # Ok::<(), PieceError>(())
/// ```
#[doc(inline)]
pub use board::piece::Piece;
/// ```
/// use satranj::{Board, Square};
///
/// let board = Board::new(8, 8)?;
/// // As in chess, or row and column from the top left.
/// assert_eq!(Square::parse("c8", &board)?, Square::parse("0,2", &board)?);
/// assert!(Square::parse("i1", &board).is_err());
/// assert_eq!("aa1".parse(), Ok(Square { column: 26, rank: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(inline)]
pub use board::square::Square;
pub use board::{BoardError, piece::PieceError, square::SquareError};
pub use calls::{CountOutcome, Settings, Solved, count, methods, solve};
#[doc(hidden)]
pub use calls::{methods_of, solve_by};
pub use checking::{Shown, VerifyError, verify};
pub use decoding::{DecodeError, Decoded, decode};
pub use documents::{
    map::MapDocument,
    solution::{SolutionDocument, Status},
    stored::StoredDocument,
};
pub use exports::{ExportError, export};
/// ```
/// use satranj::{GraphReadError, NamedGraph};
///
/// let text = "p edge 3 2\ne 1 2\ne 2 3\n";
/// let graph = NamedGraph::parse(text, None)?;
/// assert_eq!((graph.vertices(), &graph.names[..]), (3, &["1", "2", "3"].map(String::from)[..]));
/// assert_eq!(graph.edges, [(0, 1), (1, 2)]);
/// assert_eq!(graph.graph().neighbours(1), [0, 2]);
///
/// let file = std::env::temp_dir().join("satranj-path.col");
/// std::fs::write(&file, text).map_err(|error| GraphReadError::File { file: "".into(), error })?;
/// assert_eq!(NamedGraph::read(&file)?, graph);
///
/// let error = NamedGraph::parse("p edge 3 1\ne 1 4\n", Some("edge")).unwrap_err();
/// assert!(error.to_string().starts_with("2:5: "));
/// # Ok::<(), GraphReadError>(())
/// ```
#[doc(inline)]
pub use graphs::NamedGraph;
/// ```
/// use satranj::Weight;
///
/// assert_eq!((Weight::of(2.0).whole(), Weight::of(0.5).whole()), (Some(2), None));
/// assert_eq!(Weight::of(0.5).value(), 0.5);
/// ```
#[doc(inline)]
pub use graphs::Weight;
pub use graphs::{GraphError, GraphReadError};
pub use json::JsonError;
/// ```
/// assert_eq!(satranj::Reason::TimeLimit.describe(), "the time limit was reached");
/// ```
#[doc(inline)]
pub use limits::Reason;
pub use limits::{Limits, StopFlag};
/// ```
/// assert_eq!(satranj::TurnEnd::GaveUp.describe(), "gave up");
/// ```
#[doc(inline)]
pub use methods::portfolio::TurnEnd;
pub use methods::{Counted, MethodError, MethodOptions, portfolio::PortfolioTurn};
pub use pictures::{Drawing, Picture};
pub use progress::{ProgressReport, RunProgress};
pub use puzzles::{
    BoardStatement, Certificate, DratCertificate, Puzzle, PuzzleRules, PuzzleSolution, RiderWay,
    Ruling, Solution, StatedPuzzle, Statement, StatementError, Violation,
    colouring::ColouringCertificate,
    counts::{DominatingVertices, FewestColours, FewestVertices, MostVertices},
    dominate::DominateCount,
    graph_sets::SetCertificate,
    hamilton::{GraphCertificate, GraphStatement},
    mapf::{AgentCertificate, AgentStatement, PlanObjective},
    meet::RiderStatement,
    path::PathCertificate,
    place::{
        PlaceCount,
        army::{PartStatement, Side},
    },
    tour::{Longest, TourSymmetry},
};
pub use satranj_encodings as encodings;
/// ```
/// use satranj::SolverChoice;
///
/// assert!(SolverChoice::default().name().starts_with("varisat "));
/// assert_eq!("varisat".parse::<SolverChoice>()?, SolverChoice::default());
/// # Ok::<(), String>(())
/// ```
#[doc(inline)]
pub use solvers::SolverChoice;
pub use statistics::Statistics;

/// Makes the statement of each kind of puzzle public.
macro_rules! public_statements {
    ($($(#[$doc:meta])* $kind:ident: $module:ident::$statement:ident $(of $graph:ident)?,)*) => {
        pub use crate::puzzles::{$($module::$statement),*};
    };
}
puzzles::each_kind!(public_statements);

/// What most programs need: `use satranj::prelude::*`.
pub mod prelude {
    crate::puzzles::each_kind!(public_statements);
    pub use crate::{
        Board, BoardStatement, Certificate, CountOutcome, Decoded, GraphStatement, Limits,
        MapDocument, NamedGraph, Outcome, Picture, Piece, Puzzle, PuzzleRules, PuzzleSolution,
        Reason, Settings, Solution, Solved, Square, StatedPuzzle, Statement, Status,
        StoredDocument, Violation, Wanted, count, decode,
        encodings::{
            dominating_set::DominatingSet,
            hamiltonian::Hamiltonian,
            independent_set::IndependentSet,
            lattice::Surface,
            model::{Count, Model, Witness},
        },
        export, methods, solve, verify,
    };
}
