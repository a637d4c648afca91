//! Puzzles: what the user states, its model, and the check of its solutions.

pub mod tour;

use satranj_encodings::{
    hamiltonian::obstruction::Obstruction,
    model::{Model, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{
    BoardError,
    piece::PieceError,
    square::{Square, SquareError},
};

/// A puzzle as documents hold it: complete, so that it can be stated again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Statement {
    /// A tour of a board.
    Tour(tour::TourStatement),
}

impl Statement {
    /// The puzzle that is stated.
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub fn puzzle(&self) -> Result<Box<dyn Puzzle>, StatementError> {
        match self {
            Self::Tour(statement) => Ok(Box::new(statement.tour()?)),
        }
    }

    /// The tour, if it states one that can be.
    #[must_use]
    pub fn tour(&self) -> Option<tour::Tour> {
        match self {
            Self::Tour(statement) => statement.tour().ok(),
        }
    }

    /// The word for the puzzle on the command line.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tour(_) => "tour",
        }
    }
}

/// The puzzles and a line on each, for `satranj list puzzles`.
pub const LIST: &[(&str, &str)] =
    &[("tour", "visit every square of a board once with a knight or any other piece")];

/// Why a puzzle cannot be stated so.
#[derive(Debug, Error)]
pub enum StatementError {
    /// The board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A square.
    #[error("{what}: {error}")]
    Square {
        /// Which square.
        what: &'static str,
        /// What is wrong with it.
        error: SquareError,
    },
    /// The piece.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// A given move is none of the piece's.
    #[error("--given: {from}-{to} is no move of the {piece} here")]
    GivenMove {
        /// One square.
        from: Square,
        /// The other.
        to: Square,
        /// The piece.
        piece: String,
    },
    /// Two parts of the statement exclude each other.
    #[error("{0}")]
    Contradiction(String),
}

/// A solution as documents print it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Solution {
    /// The squares of a tour in the order of the visit.
    Path {
        /// A closed tour does not repeat its start.
        path: Vec<Square>,
    },
}

impl<'de> Deserialize<'de> for Solution {
    /// By hand, because serde's untagged enums forget which square was wrong and where.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(expecting = "a solution: an object with a path")]
        struct Path {
            path: Vec<Square>,
        }
        Path::deserialize(deserializer).map(|Path { path }| Self::Path { path })
    }
}

/// What proves a "no", with the squares that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Certificate {
    /// These squares have fewer moves than a tour needs there.
    LowDegree {
        /// More squares with one move than a tour has ends, or one with none.
        squares: Vec<Square>,
    },
    /// No move leads out of these squares.
    Disconnected {
        /// A part of the board that cannot be left.
        squares: Vec<Square>,
    },
    /// Without this square the board falls into more parts than a tour can join.
    Articulation {
        /// The one square.
        squares: Vec<Square>,
    },
    /// No move joins two of these squares, so a tour visits at most every other time one
    /// of them, and there are too many.
    ColourParity {
        /// The squares of one colour.
        squares: Vec<Square>,
        /// The start or end, where one has the wrong colour.
        ends: Vec<Square>,
    },
    /// The given moves through these squares cannot all be made: three at the first of
    /// them, or a round that closes too soon.
    GivenMoves {
        /// The square and its partners, or the round.
        squares: Vec<Square>,
    },
}

impl Certificate {
    /// The squares that show it.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::LowDegree { squares }
            | Self::Disconnected { squares }
            | Self::Articulation { squares }
            | Self::ColourParity { squares, .. }
            | Self::GivenMoves { squares } => squares,
        }
    }
}

/// What is wrong with a solution or a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// A stated puzzle.
pub trait Puzzle: Send + Sync {
    /// The statement that documents print.
    fn statement(&self) -> Statement;

    /// One line for a person, e.g. `closed knight's tour of 8x8`.
    fn title(&self) -> String;

    /// The model.
    fn model(&self) -> Model;

    /// The name of a vertex of the model in the puzzle's words.
    fn label(&self, vertex: u32) -> String;

    /// The solution that a witness of the model means.
    fn interpret(&self, witness: &Witness) -> Solution;

    /// The certificate that an obstruction of the model means.
    fn explain(&self, obstruction: &Obstruction) -> Certificate;

    /// The same solution in a form that all its other forms share (a closed tour: any start,
    /// any direction), to tell different solutions apart.
    fn canonical(&self, solution: &Solution) -> Solution;

    /// Checks a solution by the rules of the puzzle; calls no encoding, graph or method.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify(&self, solution: &Solution) -> Result<(), Violation>;

    /// Checks that a certificate proves that there is no solution; as independent.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify_certificate(&self, certificate: &Certificate) -> Result<(), Violation>;
}
