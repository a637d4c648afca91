//! Puzzles: what the user states, its model, and the check of its solutions.

mod board_statement;
mod carving;
mod certificate;
pub mod chance;
pub mod colouring;
pub mod counts;
pub mod dominate;
mod drawing;
pub mod exchange;
pub mod exhaustive;
pub mod fields;
pub mod graph_sets;
mod graph_statement;
pub mod hamilton;
pub mod kinds;
pub mod meet;
pub mod moves;
mod normal;
pub mod path;
pub mod place;
pub mod possible;
pub mod queens;
pub mod random;
mod refutation;
pub mod route;
mod solution;
mod statement_error;
pub mod tour;

use satranj_encodings::model::{Model, Obstruction, Sense, Witness};
use thiserror::Error;

use crate::{
    board::{Board, square::Square, symmetry::Symmetry},
    methods::Counting,
    pictures::Drawing,
    printable::one_line,
};

pub use board_statement::BoardStatement;
pub use certificate::Certificate;
use exhaustive::{Exhausted, Found, Scope, SearchHalt, StepBudget};
pub use kinds::{Stated, Statement};
pub use solution::{RiderWay, Solution};
pub use statement_error::{StatementError, StatementProblem};

/// Returns a [`Violation`] with a formatted message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err($crate::puzzles::Violation(format!($($message)+)));
        }
    };
}
pub(crate) use ensure;
#[cfg(feature = "cli")]
pub(crate) use graph_statement::no_vertex;

/// What is wrong with a solution or a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// A puzzle that documents state.
pub trait StatedPuzzle: Puzzle {
    /// The statement that documents print.
    fn statement(&self) -> Statement;
}

/// Whether something is right: the first [`Violation`] if not.
pub type Ruling = Result<(), Violation>;

/// The rules of a puzzle by plain arithmetic: nothing here shares anything with models,
/// encodings, graphs and methods.
pub trait PuzzleRules: Send + Sync {
    /// Checks a solution by the rules of the puzzle; calls no encoding, graph or method.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify(&self, solution: &Solution) -> Ruling;

    /// Checks that a certificate proves that there is no solution, or, given the value of one,
    /// that none is better; as independent.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify_certificate(&self, certificate: &Certificate, _best: Option<u64>) -> Ruling {
        Err(Violation(format!("`{}` says nothing about this puzzle", certificate.kind())))
    }

    /// Steps that the check of a certificate takes at most, beyond those that grow with its own
    /// length: a short one may be of a large board.
    #[doc(hidden)]
    fn certificate_steps(&self, _certificate: &Certificate) -> u64 {
        0
    }

    /// A solution that is known without a search, or may be one: every caller verifies it.
    #[doc(hidden)]
    fn obvious(&self) -> Option<Solution> {
        None
    }

    /// The value of a solution, where the best is asked for: as [`Model::value`] counts it.
    fn value(&self, _solution: &Solution) -> Option<u64> {
        None
    }

    /// Looks for a better solution in a way of its own, where that is cheap: an obvious step
    /// further, or a search of all of a small puzzle. `alone`: the solution is the one to be
    /// shown, and not one of several.
    #[doc(hidden)]
    fn optimality(&self, _solution: &Solution, _alone: bool) -> Optimality {
        Optimality::Open
    }

    /// Finds every solution of a small puzzle by a plain exhaustive search, which shares nothing
    /// with models, encodings and methods; each once, as [`Puzzle::identity`] tells them apart.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    #[doc(hidden)]
    fn exhaust(&self, _: Scope, _: &mut StepBudget, _: &mut Found<'_>) -> Exhausted {
        Err(SearchHalt::TooLarge)
    }
}

/// A puzzle: its model, what a witness of it means, and a check that shares nothing with either.
///
/// One of your own needs two methods and [`PuzzleRules::verify`], and [`PuzzleRules::value`] where its model
/// asks for the best:
///
/// ```
#[doc = include_str!("../../examples/own_puzzle.rs")]
/// ```
pub trait Puzzle: PuzzleRules {
    /// One line for a person, e.g. `closed knight's tour of 8x8`.
    fn title(&self) -> String {
        "puzzle".into()
    }

    /// The model.
    fn model(&self) -> Model;

    /// The name of a vertex of the model in the puzzle's words.
    fn label(&self, vertex: u32) -> String {
        vertex.to_string()
    }

    /// A vertex as the variables of a formula name it: where a variable says that a piece
    /// stands on a square, `queen(c2)`; otherwise its label.
    #[doc(hidden)]
    fn term(&self, vertex: u32) -> String {
        self.label(vertex)
    }

    /// The kind of piece that a vertex stands for, where there are several.
    #[doc(hidden)]
    fn piece_of(&self, _vertex: u32) -> Option<String> {
        None
    }

    /// The solution that a witness of the model means.
    fn interpret(&self, witness: &Witness) -> Solution;

    /// The certificate that an obstruction of the model means; `None` for an obstruction of
    /// another kind of model, and where no certificate says it.
    fn explain(&self, _obstruction: &Obstruction) -> Option<Certificate> {
        None
    }

    /// The same solution in a form that all its other forms share (a closed tour: any start,
    /// any direction), to tell different solutions apart.
    fn canonical(&self, solution: &Solution) -> Solution {
        solution.clone()
    }

    /// Whether the best solution is asked for, and what is better; `None` if any will do.
    fn sense(&self) -> Option<Sense> {
        self.model().sense()
    }

    /// What the value of a solution counts, if that needs a word: `turns`.
    #[doc(hidden)]
    fn unit(&self) -> Option<&'static str> {
        None
    }

    /// What tells different solutions apart, of a canonical one.
    #[doc(hidden)]
    fn identity(&self, canonical: &Solution) -> Solution {
        canonical.clone()
    }

    /// Whether the number of best solutions is part of the answer, where a method counts them.
    #[doc(hidden)]
    fn tells_count(&self) -> bool {
        false
    }

    /// The reason for a "no" in a sentence.
    fn because(&self, certificate: &Certificate) -> String {
        format!("because of {}", certificate.kind())
    }

    /// The symmetries of the board that keep all that is stated, the identity first; none where
    /// there is no board to speak of.
    #[doc(hidden)]
    fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = self.board().map_or_else(Vec::new, Symmetry::of_board);
        symmetries.retain(|symmetry| self.is_kept_by(symmetry));
        symmetries
    }

    /// Whether a symmetry of the board keeps all else that is stated.
    #[doc(hidden)]
    fn is_kept_by(&self, _symmetry: &Symmetry) -> bool {
        true
    }

    /// The board, unless it is too large for one.
    #[doc(hidden)]
    fn board(&self) -> Option<&Board> {
        None
    }

    /// The vertices of the model in the order in which a solution visits them, where it is a path
    /// or cycle through all of them.
    #[doc(hidden)]
    fn visits(&self, _solution: &Solution) -> Option<Vec<u32>> {
        None
    }

    /// The solution as something to draw, where there is a board; `attacks`: with what the
    /// pieces attack.
    #[doc(hidden)]
    fn drawing<'a>(&'a self, _solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        None
    }

    /// What shows that there is no solution, to draw: on a board the squares of the certificate.
    #[doc(hidden)]
    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        let board = self.board()?;
        let marks = certificate.squares();
        let pairs = match certificate {
            Certificate::Matching { pairs } => pairs.clone(),
            _ => Vec::new(),
        };
        (!marks.is_empty()).then_some(Drawing::Marked { board, marks, pairs })
    }

    /// The methods to use where none is named, the best first; one that does not apply is
    /// passed over. Where none of them does, it is the first that does what is asked.
    #[doc(hidden)]
    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First | Task::All | Task::Sample => &[],
            // Enumerate faster than a solver that is asked again and again.
            Task::Count(_) => &["graph:search", "native:dfs"],
        }
    }
}

/// What a check of its own knows of a solution that is said to be the best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Optimality {
    /// Nothing.
    Open,
    /// None is better.
    Best,
    /// It is not, in a sentence.
    Better(String),
}

/// What is to be done with a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// One solution, or the best.
    First,
    /// Several or all.
    All,
    /// Several that are drawn at random, each with the same probability.
    Sample,
    /// Counting.
    Count(Counting),
}

/// The piece where none is stated.
fn knight() -> String {
    "knight".into()
}

/// How a title goes on where squares are blocked: `, 1 square blocked`, `, 2 squares blocked`.
fn squares_blocked(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", 1 square blocked".into(),
        count => format!(", {count} squares blocked"),
    }
}

/// How a title goes on where pieces are given: `, 2 given`.
fn pieces_given(count: usize) -> String {
    if count == 0 { String::new() } else { format!(", {count} given") }
}

/// The first squares of a list for a person.
#[must_use]
pub fn named(squares: &[Square]) -> String {
    first_of(squares.iter().map(ToString::to_string), "squares")
}

/// The names of the first vertices of a list for a person.
fn named_vertices(names: &[String]) -> String {
    first_of(names.iter().map(|name| one_line(name).into_owned()), "vertices")
}

/// The first of a list, and how many there are if that is not all.
fn first_of(all: impl ExactSizeIterator<Item = String>, what: &str) -> String {
    let count = all.len();
    let mut names: Vec<String> = all.take(8).collect();
    if count > names.len() {
        names.push(format!("… ({count} {what})"));
    }
    names.join(", ")
}
