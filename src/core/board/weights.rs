//! Weights of squares, 1 to 9: in maps, and as rows of digits.

#[cfg(feature = "cli")]
use std::ffi::OsStr;

use super::Board;
#[cfg(feature = "cli")]
use super::{
    BoardError,
    map::{self, Map},
};

#[doc(hidden)]
impl Board {
    /// Reads a board like [`Board::parse`], with optional weights: in a file, the digits 1 to 9 are
    /// free squares of that weight and `.` is one of weight 1. Returns the weights of all squares
    /// in reading order, 1 for blocked ones, if any weight is not 1.
    ///
    /// # Errors
    /// As [`Board::parse`].
    #[cfg(feature = "cli")]
    pub fn parse_weighted(text: &OsStr) -> Result<(Self, Option<Vec<u8>>), BoardError> {
        let Some(file) = Self::file(text) else { return Ok((Self::parse(text)?, None)) };
        let (name, bytes) = map::read_file(file, 1)?;
        let mut weights = Vec::new();
        let board = Map::of(&bytes, &name).read(|byte| {
            weights.push(if byte.is_ascii_digit() { byte - b'0' } else { 1 });
            match byte {
                b'#' => Ok(false),
                b'.' | b'1'..=b'9' => Ok(true),
                _ => Err("neither `.` (free), `#` (blocked) nor 1 to 9 (what it costs to enter)"),
            }
        })?;
        let weights = Some(weights).filter(|weights| weights.iter().any(|&weight| weight != 1));
        Ok((board, weights))
    }

    /// The weights of all squares in reading order from rows of digits.
    ///
    /// # Errors
    /// What is expected.
    pub fn weights_of_rows(&self, rows: &[String]) -> Result<Vec<u8>, String> {
        let columns = self.columns as usize;
        let is_row = |row: &String| {
            row.len() == columns && row.bytes().all(|byte| matches!(byte, b'1'..=b'9'))
        };
        if rows.len() != self.rows as usize || !rows.iter().all(is_row) {
            let rows = self.rows;
            return Err(format!(
                "write {rows} strings of {columns} digits from 1 to 9, a row each"
            ));
        }
        Ok(rows.iter().flat_map(|row| row.bytes()).map(|byte| byte - b'0').collect())
    }

    /// Rows of digits for the weights, 1 to 9, of all squares in reading order.
    #[must_use]
    pub fn rows_of_weights(&self, weights: &[u8]) -> Vec<String> {
        self.by_rows(|square| char::from(b'0' + weights[self.cell(square)])).collect()
    }
}
