//! Boards as written in documents.

use satranj_encodings::lattice::Surface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{StatementError, fields::Field};
use crate::board::{
    Board, BoardError,
    square::{Square, SquareError},
};

/// What `--surface` does, in the lines of the schema.
pub(crate) const JOIN_BORDERS: &str = "Join borders: left and right (cylinder), top and bottom too \
    (torus), or with the rows in\nreverse order (moebius, klein); or make the squares hexagons";

/// Which borders of a board are joined, or that its squares are hexagons, as written in documents.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Surface", rename_all = "lowercase")]
pub(crate) enum SurfaceWord {
    /// None.
    Plane,
    /// Left and right.
    Cylinder,
    /// Left and right, top and bottom.
    Torus,
    /// Left and right, with the rows in reverse order.
    Moebius,
    /// Left and right with the rows in reverse order, top and bottom.
    Klein,
    /// None; the squares are hexagons, each row half a cell to the left of the one above it.
    Hexagonal,
}

impl SurfaceWord {
    /// Whether no borders are joined: the usual board, which documents leave out.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(crate) fn is_plane(surface: &Surface) -> bool {
        *surface == Surface::Plane
    }
}

/// What `--surface` does; a command line breaks its lines anew.
#[cfg(feature = "cli")]
pub(crate) fn join_borders() -> String {
    JOIN_BORDERS.replace('\n', " ")
}

/// The surfaces by their names, for command lines.
#[cfg(feature = "cli")]
pub(crate) fn surface_words() -> impl clap::builder::TypedValueParser<Value = Surface> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(Surface::ALL.map(Surface::name))
        .map(|name| Surface::named(&name).unwrap_or_default())
}

/// A board as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BoardStatement {
    /// Number of rows, 1 to 10,000.
    pub rows: u32,
    /// Number of columns, 1 to 10,000.
    pub columns: u32,
    /// The blocked squares.
    #[serde(default)]
    pub blocked: Vec<Square>,
    /// Which borders are joined: pieces move across them. On hexagons move `hex-` pieces.
    #[serde(default, with = "SurfaceWord", skip_serializing_if = "SurfaceWord::is_plane")]
    #[schemars(with = "SurfaceWord")]
    pub surface: Surface,
}

impl BoardStatement {
    /// The stated board.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let board: Board = ".#\n..".parse()?;
    /// let stated = BoardStatement::from(&board);
    /// assert_eq!((stated.rows, stated.columns, stated.blocked.len()), (2, 2, 1));
    /// assert_eq!(stated.board()?, board);
    /// let torus = BoardStatement::from(&board.on(Surface::Torus));
    /// assert_eq!(torus.board()?.to_string(), "2x2 torus");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub fn board(&self) -> Result<Board, StatementError> {
        let mut board = Board::new(self.rows, self.columns)?.on(self.surface);
        for &square in &self.blocked {
            if !board.contains(square) {
                let (square, board) = (square.to_string(), board.to_string());
                let error = SquareError::Outside { square, board };
                return Err(StatementError::at(Field::BoardBlocked, error));
            }
            board.block(square);
        }
        Ok(board)
    }

    /// The stated board, if it has a free square.
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub(crate) fn board_with_squares(&self) -> Result<Board, StatementError> {
        let board = self.board()?;
        if board.free_squares() == 0 { Err(BoardError::NoSquare.into()) } else { Ok(board) }
    }
}

impl From<&Board> for BoardStatement {
    fn from(board: &Board) -> Self {
        Self {
            rows: board.rows(),
            columns: board.columns(),
            blocked: board.blocked_squares().collect(),
            surface: board.surface(),
        }
    }
}

impl From<Board> for BoardStatement {
    fn from(board: Board) -> Self {
        Self::from(&board)
    }
}
