//! Puzzles: what the user states, its model, and the check of its solutions.

pub mod dominate;
pub mod moves;
pub mod place;
pub mod queens;
pub mod tour;

use satranj_encodings::model::{Model, Obstruction, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    board::{
        Board, BoardError,
        piece::PieceError,
        square::{Square, SquareError},
        symmetry::Symmetry,
    },
    methods::Counting,
    pictures::Drawing,
};

/// A puzzle as documents hold it: complete, so that it can be stated again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Statement {
    /// A tour of a board.
    Tour(tour::TourStatement),
    /// The n-queens problem.
    Queens(queens::QueensStatement),
    /// Pieces that do not attack one another.
    Place(place::PlaceStatement),
    /// Pieces that attack everything.
    Dominate(dominate::DominateStatement),
}

impl Statement {
    /// The puzzle that is stated.
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub fn puzzle(&self) -> Result<Box<dyn Puzzle>, StatementError> {
        match self {
            Self::Tour(statement) => Ok(Box::new(statement.tour()?)),
            Self::Queens(statement) => Ok(Box::new(statement.queens()?)),
            Self::Place(statement) => Ok(Box::new(statement.place()?)),
            Self::Dominate(statement) => Ok(Box::new(statement.dominate()?)),
        }
    }

    /// The word for the puzzle on the command line.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tour(_) => "tour",
            Self::Queens(_) => "queens",
            Self::Place(_) => "place",
            Self::Dominate(_) => "dominate",
        }
    }
}

/// A board as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardStatement {
    /// Number of rows, 1 to 10,000.
    pub rows: u32,
    /// Number of columns, 1 to 10,000.
    pub columns: u32,
    /// The blocked squares.
    #[serde(default)]
    pub blocked: Vec<Square>,
}

impl BoardStatement {
    /// The board that is stated.
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub fn board(&self) -> Result<Board, StatementError> {
        let mut board = Board::new(self.rows, self.columns)?;
        for &square in &self.blocked {
            if !board.contains(square) {
                let (square, board) = (square.to_string(), board.to_string());
                let error = SquareError::Outside { square, board };
                return Err(StatementError::Square { what: "--block", error });
            }
            board.block(square);
        }
        Ok(board)
    }

    /// The statement of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self {
            rows: board.rows(),
            columns: board.columns(),
            blocked: board.blocked_squares().collect(),
        }
    }
}

/// A kind of puzzle, for `satranj list`.
pub struct Kind {
    /// The word on the command line.
    pub name: &'static str,
    /// What is asked, in a line.
    pub summary: &'static str,
    /// Small statements of it; a method that solves puzzles of this kind solves one of these.
    pub examples: &'static [&'static str],
}

/// The kinds of puzzles.
pub const LIST: &[Kind] = &[
    Kind {
        name: "tour",
        summary: "visit every square of a board once with a knight or any other piece",
        examples: &[r#"{"kind":"tour","board":{"rows":6,"columns":6}}"#],
    },
    Kind {
        name: "queens",
        summary: "place N queens on an N by N board, no two in a row, column or diagonal",
        examples: &[r#"{"kind":"queens","n":8}"#],
    },
    Kind {
        name: "place",
        summary: "place pieces so that none attacks another: so many, or as many as can be",
        examples: &[
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"knight"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"rook"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"bishop"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"queen","count":4}"#,
        ],
    },
    Kind {
        name: "dominate",
        summary: "place pieces so that every square is attacked or occupied: as few as can be",
        examples: &[
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen"}"#,
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen","count":3}"#,
        ],
    },
];

impl Kind {
    /// The puzzles that [`Kind::examples`] state.
    pub fn puzzles(&self) -> impl Iterator<Item = Box<dyn Puzzle>> {
        let stated = self.examples.iter().filter_map(|text| serde_json::from_str(text).ok());
        stated.filter_map(|statement: Statement| statement.puzzle().ok())
    }
}

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
    /// The board of the n-queens problem is too small or too large.
    #[error("queens {0}: 1 to {max} queens are possible", max = queens::MAXIMUM)]
    Queens(String),
    /// An army part or a count is not of the right form.
    #[error("{0}")]
    Form(String),
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Solution {
    /// The squares of a tour in the order of the visit.
    Path {
        /// A closed tour does not repeat its start.
        path: Vec<Square>,
    },
    /// The squares where pieces stand.
    Squares {
        /// Column by column.
        squares: Vec<Square>,
        /// What stands on each, where there are several kinds.
        #[serde(skip_serializing_if = "Option::is_none")]
        pieces: Option<Vec<String>>,
    },
}

impl Solution {
    /// The squares in it.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::Path { path } => path,
            Self::Squares { squares, .. } => squares,
        }
    }

    /// The same solution with every square moved.
    #[must_use]
    pub fn map(&self, to: &dyn Fn(Square) -> Square) -> Self {
        let moved = |squares: &[Square]| squares.iter().map(|&square| to(square)).collect();
        match self {
            Self::Path { path } => Self::Path { path: moved(path) },
            Self::Squares { squares, pieces } => {
                Self::Squares { squares: moved(squares), pieces: pieces.clone() }
            }
        }
    }

    /// The pieces on their squares in rising order of the squares.
    #[must_use]
    pub fn sorted(&self) -> Self {
        match self {
            Self::Path { .. } => self.clone(),
            Self::Squares { squares, pieces: None } => {
                let mut squares = squares.clone();
                squares.sort_unstable();
                Self::Squares { squares, pieces: None }
            }
            Self::Squares { squares, pieces: Some(pieces) } => {
                let mut placed: Vec<(Square, &String)> =
                    squares.iter().copied().zip(pieces).collect();
                placed.sort_unstable();
                let (squares, pieces) =
                    placed.into_iter().map(|(square, piece)| (square, piece.clone())).unzip();
                Self::Squares { squares, pieces: Some(pieces) }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Solution {
    /// By hand, because serde's untagged enums forget which square was wrong and where.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(expecting = "a solution: an object with a path or with squares")]
        struct Fields {
            path: Option<Vec<Square>>,
            squares: Option<Vec<Square>>,
            pieces: Option<Vec<String>>,
        }
        let Fields { path, squares, pieces } = Fields::deserialize(deserializer)?;
        match (path, squares) {
            (Some(path), None) => Ok(Self::Path { path }),
            (None, Some(squares)) => Ok(Self::Squares { squares, pieces }),
            (None, None) => Err(serde::de::Error::missing_field("path")),
            (Some(_), Some(_)) => {
                Err(serde::de::Error::custom("a solution has either a path or squares"))
            }
        }
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
    /// Two given pieces attack one another, or a given one stands where none may.
    GivenPieces {
        /// The squares of both, or the one.
        squares: Vec<Square>,
    },
    /// In each of these groups every piece would attack every other, so each holds at most
    /// one; and a free square that no given piece takes or attacks is in one of them.
    CliqueCover {
        /// The groups.
        groups: Vec<Vec<Square>>,
    },
    /// No piece attacks these squares from anywhere, and each must be attacked.
    Unattackable {
        /// The squares.
        squares: Vec<Square>,
    },
    /// Of the two squares of each pair at most one can be taken, for a piece on one attacks
    /// the other; no two pairs share a square, and no given piece takes or attacks one.
    Matching {
        /// The pairs.
        pairs: Vec<[Square; 2]>,
    },
}

impl Certificate {
    /// The squares that show it.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::LowDegree { squares }
            | Self::Disconnected { squares }
            | Self::Articulation { squares }
            | Self::ColourParity { squares, .. }
            | Self::GivenPieces { squares }
            | Self::Unattackable { squares }
            | Self::GivenMoves { squares } => squares.clone(),
            Self::CliqueCover { groups } => groups.concat(),
            Self::Matching { pairs } => pairs.concat(),
        }
    }

    /// The word for it in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::LowDegree { .. } => "low_degree",
            Self::Disconnected { .. } => "disconnected",
            Self::Articulation { .. } => "articulation",
            Self::ColourParity { .. } => "colour_parity",
            Self::GivenMoves { .. } => "given_moves",
            Self::GivenPieces { .. } => "given_pieces",
            Self::Unattackable { .. } => "unattackable",
            Self::CliqueCover { .. } => "clique_cover",
            Self::Matching { .. } => "matching",
        }
    }
}

/// Returns a [`Violation`] with a formatted message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err($crate::puzzles::Violation(format!($($message)+)));
        }
    };
}
pub(crate) use ensure;

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

    /// A vertex as the variables of a formula name it: where a variable says that a piece
    /// stands on a square, `queen(c2)`; otherwise its label.
    fn term(&self, vertex: u32) -> String {
        self.label(vertex)
    }

    /// The solution that a witness of the model means.
    fn interpret(&self, witness: &Witness) -> Solution;

    /// The certificate that an obstruction of the model means; `None` for an obstruction of
    /// another kind of model.
    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate>;

    /// The same solution in a form that all its other forms share (a closed tour: any start,
    /// any direction), to tell different solutions apart.
    fn canonical(&self, solution: &Solution) -> Solution;

    /// Checks a solution by the rules of the puzzle; calls no encoding, graph or method.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify(&self, solution: &Solution) -> Result<(), Violation>;

    /// Checks that a certificate proves that there is no solution, or, given one, none
    /// better; as independent.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn verify_certificate(
        &self,
        certificate: &Certificate,
        best: Option<&Solution>,
    ) -> Result<(), Violation>;

    /// The value of a solution, where the best is asked for.
    fn value(&self, _solution: &Solution) -> Option<u32> {
        None
    }

    /// The reason for a "no" in a sentence.
    fn because(&self, certificate: &Certificate) -> String;

    /// The symmetries of the board that keep all that is stated, the identity first.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The board, unless it is too large for one.
    fn board(&self) -> Option<&Board>;

    /// The solution as something to draw, where there is a board; `attacks`: with what the
    /// pieces attack.
    fn drawing<'a>(&'a self, solution: &'a Solution, attacks: bool) -> Option<Drawing<'a>>;

    /// The methods to use where none is named, the best first; one that does not apply is
    /// passed over.
    fn preferred(&self, task: Task) -> &'static [&'static str];
}

/// What is to be done with a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// One solution, or the best.
    First,
    /// Several or all.
    All,
    /// Counting.
    Count(Counting),
}

/// The first squares of a list for a person.
#[must_use]
pub fn named(squares: &[Square]) -> String {
    let mut names: Vec<String> = squares.iter().take(8).map(ToString::to_string).collect();
    if squares.len() > 8 {
        names.push(format!("… ({} squares)", squares.len()));
    }
    names.join(", ")
}
