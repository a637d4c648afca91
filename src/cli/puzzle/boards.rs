//! The board of a puzzle's arguments.

use std::{collections::BTreeMap, ffi::OsString, path::Path};

use clap::Args;
use satranj_encodings::lattice::Surface;

use super::values::squares;
use crate::{
    board::{Board, square::Square},
    puzzles::{
        StatementError,
        board_statement::{join_borders, surface_words},
        fields::Field,
    },
};

/// A board and its blocked squares.
#[derive(Debug, Clone, Args)]
pub struct BoardArguments {
    /// ROWSxCOLUMNS, hex:SIDE, or @FILE: lines of `.` (free) and `#` (blocked, stops sliders)
    #[arg(index = 1)]
    pub board: OsString,
    /// Block these squares: they stop sliders; pieces do not shield each other
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
    #[arg(hide_short_help = true, long, help = join_borders(), value_name = "SURFACE", default_value = "plane", value_parser = surface_words())]
    pub surface: Surface,
}

/// The help of `--block` for a puzzle with a single piece.
pub const BLOCK_FOR_ONE: &str = "Block these squares: a1,c3 or, as row,column, 0,0;2,2";

impl BoardArguments {
    /// The file of the board, if it is read from one.
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

    /// The board with the costs to enter its squares.
    ///
    /// # Errors
    /// As [`BoardArguments::board`].
    pub fn weighted(&self) -> Result<(Board, Option<Vec<u8>>), StatementError> {
        let (board, weights) = Board::parse_weighted(&self.board)?;
        Ok((self.blocked(board)?, weights))
    }

    /// The board with the times of visits.
    ///
    /// # Errors
    /// As [`BoardArguments::board`].
    pub fn numbered(&self) -> Result<(Board, BTreeMap<Square, u32>), StatementError> {
        let (board, times) = Board::parse_numbered(&self.board)?;
        Ok((self.blocked(board)?, times))
    }

    /// The same board with the squares of `--block` blocked.
    fn blocked(&self, board: Board) -> Result<Board, StatementError> {
        let mut board = board.stated_on(self.surface)?;
        let parse = |text: &str| Square::parse_any(text, &board);
        for square in squares(Field::BoardBlocked, &self.block, parse)? {
            board.block(square);
        }
        Ok(board)
    }
}
