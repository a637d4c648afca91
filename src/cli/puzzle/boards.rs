//! The board of a puzzle's arguments.

use std::{ffi::OsString, path::Path};

use clap::Args;

use super::values::squares;
use crate::{
    board::{Board, square::Square},
    puzzles::{StatementError, fields::Field},
};

/// A board and its blocked squares.
#[derive(Debug, Clone, Args)]
pub struct BoardArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked, stops sliders)
    #[arg(index = 1)]
    pub board: OsString,
    /// Block squares, which stop sliders; pieces do not shield one another
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

/// The help of `--block` for a single piece, which has no other to shield.
pub const BLOCK_FOR_ONE: &str = "Block these squares: a1,c3 or, as row,column, 0,0;2,2";

impl BoardArguments {
    /// The file that the board is read from, if it is.
    pub fn file(&self) -> Option<&Path> {
        Board::file(&self.board)
    }

    /// The board.
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub fn board(&self) -> Result<Board, StatementError> {
        self.blocked(Board::parse(&self.board)?)
    }

    /// The board with what it costs to enter its squares.
    ///
    /// # Errors
    /// As [`BoardArguments::board`].
    pub fn weighted(&self) -> Result<(Board, Option<Vec<u8>>), StatementError> {
        let (board, weights) = Board::parse_weighted(&self.board)?;
        Ok((self.blocked(board)?, weights))
    }

    /// The same board with the squares of `--block` blocked.
    fn blocked(&self, mut board: Board) -> Result<Board, StatementError> {
        let parse = |text: &str| Square::parse_any(text, &board);
        for square in squares(Field::BoardBlocked, &self.block, parse)? {
            board.block(square);
        }
        Ok(board)
    }
}
