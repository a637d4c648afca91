//! Puzzles: what the user states, its model, and the check of its solutions.

mod board_places;
pub(crate) mod board_statement;
mod certificate;
pub mod chance;
pub mod colouring;
pub mod counts;
pub mod dominate;
pub(crate) mod drawing;
pub mod exchange;
pub mod exhaustive;
pub mod fields;
pub mod graph_sets;
mod graph_statement;
pub mod hamilton;
pub mod kinds;
pub mod mapf;
pub mod maps;
pub mod meet;
pub mod moves;
pub mod path;
pub mod place;
pub mod places;
pub mod queens;
pub mod random;
pub mod route;
pub(crate) mod sets;
mod shortest;
mod solution;
mod stated_graph;
mod statement_error;
pub mod tour;
mod visit;

use satranj_encodings::model::{Model, Obstruction, Sense, Witness};
use thiserror::Error;

use crate::{
    board::{Board, symmetry::Symmetry},
    methods::Counting,
    pictures::Drawing,
};

pub use board_statement::BoardStatement;
pub use certificate::{Certificate, DratCertificate};
use exhaustive::{Exhausted, Found, Scope, SearchHalt, StepBudget};
pub use kinds::{Stated, Statement};
pub use places::named;
pub use solution::{PuzzleSolution, RiderWay, Solution};
pub use statement_error::{StatementError, StatementProblem};

/// The kinds of puzzles, a line each, for the macro of this name: the variant, the statement, and for
/// a puzzle that may be about a graph the field that holds it.
macro_rules! each_kind {
    ($then:ident) => {
        $then! {
            /// A tour of a board.
            Tour: tour::TourStatement,
            /// A Hamiltonian path or cycle of a graph.
            Hamilton: hamilton::HamiltonStatement of graph,
            /// Vertices of a graph, no two adjacent.
            IndependentSet: graph_sets::IndependentSetStatement of graph,
            /// Vertices of a graph, every two adjacent.
            Clique: graph_sets::CliqueStatement of graph,
            /// Vertices of a graph that include one end of every edge.
            VertexCover: graph_sets::VertexCoverStatement of graph,
            /// Vertices of a graph that dominate all others.
            DominatingSet: graph_sets::DominatingSetStatement of graph,
            /// A colour for every vertex of a graph.
            Colouring: colouring::ColouringStatement of graph,
            /// A shortest path through a graph.
            Path: path::PathStatement of graph,
            /// The n-queens problem.
            Queens: queens::QueensStatement,
            /// Pieces that do not attack each other.
            Place: place::PlaceStatement,
            /// Pieces that attack everything.
            Dominate: dominate::DominateStatement,
            /// Riders that meet.
            Meet: meet::MeetStatement,
            /// A shortest route.
            Route: route::RouteStatement,
            /// Pieces that trade places.
            Exchange: exchange::ExchangeStatement,
            /// Agents that do not collide.
            Mapf: mapf::MapfStatement of graph,
        }
    };
}
pub(crate) use each_kind;

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

impl Violation {
    /// A witness of another kind than the model asks for.
    #[must_use]
    pub(crate) fn of_witness() -> Self {
        Self("the witness belongs to another kind of model".into())
    }
}

/// A puzzle that documents state.
pub trait StatedPuzzle: Puzzle<Solution = Solution> {
    /// The statement that documents print.
    fn statement(&self) -> Statement;
}

/// Whether something is right: the first [`Violation`] if not.
pub type Ruling = Result<(), Violation>;

/// The rules of a puzzle by plain arithmetic, sharing no code with models, encodings, graphs and
/// methods.
pub trait PuzzleRules: Send + Sync {
    /// The type of a solution; [`Solution`] for a puzzle that documents state.
    type Solution: PuzzleSolution;

    /// Checks a solution by the rules of the puzzle; calls no encoding, graph or method.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify(&self, solution: &Self::Solution) -> Ruling;

    /// Checks that a certificate proves that there is no solution, or, given the value of one, no
    /// better solution; as independent as `verify`.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify_certificate(&self, certificate: &Certificate, _best: Option<u64>) -> Ruling {
        Err(Violation(format!(
            "the certificate `{}` does not apply to this puzzle",
            certificate.kind()
        )))
    }

    /// The most steps of the check of a certificate, without those that grow with its length: a
    /// short certificate may be about a large board.
    #[doc(hidden)]
    fn certificate_steps(&self, _certificate: &Certificate) -> u64 {
        0
    }

    /// A solution that needs no search, or a guess at one: every caller verifies it.
    #[doc(hidden)]
    fn obvious(&self) -> Option<Self::Solution> {
        None
    }

    /// The value of a solution, if the puzzle asks for the best: counted as [`Model::value`] does.
    fn value(&self, _solution: &Self::Solution) -> Option<u64> {
        None
    }

    /// Looks for a better solution in its own way, if that is cheap: an obvious improvement, or a
    /// full search of a small puzzle. `alone`: the solution is the only one to be shown.
    #[doc(hidden)]
    fn optimality(&self, _solution: &Self::Solution, _alone: bool) -> Optimality {
        Optimality::Open
    }

    /// Finds every solution of a small puzzle by a plain exhaustive search that shares no code with
    /// models, encodings and methods; each once, as [`Puzzle::identity`] distinguishes them.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    #[doc(hidden)]
    fn exhaust(
        &self,
        _: Scope,
        _: &mut StepBudget,
        _: &mut Found<'_, Self::Solution>,
    ) -> Exhausted {
        Err(SearchHalt::TooLarge)
    }
}

/// A puzzle: its model, what a witness of it means, and a check that shares nothing with either.
///
/// Your own puzzle needs two methods and [`PuzzleRules::verify`], and [`PuzzleRules::value`] if its
/// model asks for the best:
/// ```
#[doc = include_str!("../../examples/own_puzzle.rs")]
/// ```
///
/// The facts that a stated puzzle provides:
/// ```
/// use satranj::{encodings::model::Obstruction, prelude::*};
///
/// let tour = TourStatement::new(Board::new(5, 5)?, "knight", true);
/// let puzzle = Statement::from(tour.clone()).into_puzzle()?;
/// assert_eq!(puzzle.statement(), tour.into());
/// assert_eq!(puzzle.title(), "closed knight's tour of 5x5");
/// assert_eq!(puzzle.label(0), "a5");
/// assert!(puzzle.sense().is_none() && puzzle.board().is_some());
///
/// let solved = solve(&*puzzle, &Settings::default())?;
/// let certificate = solved.outcome.certificate().ok_or("there is no such tour")?;
/// assert!(puzzle.verify_certificate(certificate, None).is_ok());
/// assert!(puzzle.because(certificate).contains("13"), "{}", puzzle.because(certificate));
/// // A reason why there is no colouring is not one why there is no tour.
/// assert!(puzzle.explain(&Obstruction::Clique(vec![0, 1])).is_none());
///
/// // The squares row by row are not a tour; a closed tour may be written from any of its squares.
/// let path = Solution::Path { path: puzzle.board().into_iter().flat_map(Board::squares).collect() };
/// assert!(puzzle.verify(&path).is_err());
/// assert_eq!(puzzle.canonical(&path).squares()[0].to_string(), "a1");
/// assert!(puzzle.drawing(&path, false).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Puzzle: PuzzleRules {
    /// One line for a person, e.g. `closed knight's tour of 8x8`.
    fn title(&self) -> String {
        "puzzle".into()
    }

    /// The model.
    fn model(&self) -> Model;

    /// The name of a vertex of the model in the terms of the puzzle.
    fn label(&self, vertex: u32) -> String {
        vertex.to_string()
    }

    /// A vertex in the variable names of a formula: `queen(c2)` if the variable says that a piece
    /// is on a square; otherwise its label.
    #[doc(hidden)]
    fn term(&self, vertex: u32) -> String {
        self.label(vertex)
    }

    /// The kind of piece of a vertex, if there are several kinds.
    #[doc(hidden)]
    fn piece_of(&self, _vertex: u32) -> Option<String> {
        None
    }

    /// The solution for a witness of the model.
    ///
    /// # Errors
    /// A [`Violation`], if it is no witness of the model: the method that gave it is wrong.
    fn interpret(&self, witness: &Witness) -> Result<Self::Solution, Violation>;

    /// The solution for a witness of the model, if it is right.
    ///
    /// # Errors
    /// The first [`Violation`].
    #[doc(hidden)]
    fn checked(&self, witness: &Witness) -> Result<Self::Solution, Violation> {
        let solution = self.interpret(witness)?;
        self.verify(&solution)?;
        Ok(solution)
    }

    /// The certificate for an obstruction of the model; `None` for an obstruction of another kind
    /// of model, or if no certificate can express it.
    fn explain(&self, _obstruction: &Obstruction) -> Option<Certificate> {
        None
    }

    /// The normal form of the solution, to compare solutions (for a closed tour: one start and one
    /// direction).
    fn canonical(&self, solution: &Self::Solution) -> Self::Solution {
        solution.clone()
    }

    /// For an optimisation puzzle, which value is better; `None` if any solution suffices.
    fn sense(&self) -> Option<Sense> {
        self.model().sense()
    }

    /// For sets: the noun for their elements, `pieces` or `vertices`, and the requested number, if
    /// there is exactly one.
    #[doc(hidden)]
    fn set_size(&self) -> Option<(&'static str, Option<u32>)> {
        None
    }

    /// The option of the command line that states the requested number, for messages.
    #[doc(hidden)]
    fn count_option(&self) -> &'static str {
        "--count"
    }

    /// The unit of the value of a solution, if it needs a word: `turns`.
    #[doc(hidden)]
    fn unit(&self) -> Option<&'static str> {
        None
    }

    /// What distinguishes different solutions, from a canonical one.
    #[doc(hidden)]
    fn identity(&self, canonical: &Self::Solution) -> Self::Solution {
        canonical.clone()
    }

    /// Whether the number of best solutions is part of the answer, if a method counts them.
    #[doc(hidden)]
    fn tells_count(&self) -> bool {
        false
    }

    /// The reason for a "no" in a sentence.
    fn because(&self, certificate: &Certificate) -> String {
        format!("because of {}", certificate.kind())
    }

    /// The symmetries of the board that keep the whole statement, the identity first; empty without
    /// a board.
    #[doc(hidden)]
    fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = self.board().map_or_else(Vec::new, Symmetry::of_board);
        symmetries.retain(|symmetry| self.is_kept_by(symmetry));
        symmetries
    }

    /// Whether a symmetry of the board keeps the rest of the statement.
    #[doc(hidden)]
    fn is_kept_by(&self, _symmetry: &Symmetry) -> bool {
        true
    }

    /// The board; `None` without a board or if it is too large to hold.
    fn board(&self) -> Option<&Board> {
        None
    }

    /// The vertices of the model in the order in which a solution visits them, if it is a path or
    /// cycle through all of them.
    #[doc(hidden)]
    fn visits(&self, _solution: &Self::Solution) -> Option<Vec<u32>> {
        None
    }

    /// The solution as a drawing, if it can be drawn; `attacks`: with the squares that the pieces
    /// attack.
    fn drawing<'a>(&'a self, _solution: &'a Self::Solution, _attacks: bool) -> Option<Drawing<'a>> {
        None
    }

    /// A drawing of the question alone, if it shows more than a board.
    #[doc(hidden)]
    fn question_drawing(&self) -> Option<Drawing<'_>> {
        None
    }

    /// A drawing of why there is no solution: on a board the squares of the certificate.
    #[doc(hidden)]
    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        drawing::marked_squares(self.board()?, certificate)
    }

    /// The default methods, the best first; those that do not apply are skipped. If none of them
    /// applies, the first method that can do the task is used.
    #[doc(hidden)]
    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First | Task::All | Task::Sample => &[],
            // These enumerate faster than a solver that is called again and again.
            Task::Count(_) => &["graph:search", "native:dfs"],
        }
    }
}

/// What an independent check knows about a solution that is claimed to be the best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Optimality {
    /// Nothing.
    Open,
    /// None is better.
    Best,
    /// Another one is better, in a sentence.
    Better(String),
}

/// The task for a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// One solution, or the best.
    First,
    /// Several or all.
    All,
    /// Several random ones, each drawn with the same probability.
    Sample,
    /// Counting.
    Count(Counting),
}

/// The default piece.
fn knight() -> String {
    "knight".into()
}

/// The end of a title if squares are blocked: `, 1 square blocked`, `, 2 squares blocked`.
fn squares_blocked(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", 1 square blocked".into(),
        count => format!(", {count} squares blocked"),
    }
}

/// The end of a title if pieces are given: `, 2 given`.
fn pieces_given(count: usize) -> String {
    if count == 0 { String::new() } else { format!(", {count} given") }
}

/// The first items of a list, and the total if it has more.
fn first_of(all: impl ExactSizeIterator<Item = String>, what: &str) -> String {
    let count = all.len();
    let mut names: Vec<String> = all.take(8).collect();
    if count > names.len() {
        names.push(format!("… ({count} {what})"));
    }
    names.join(", ")
}
