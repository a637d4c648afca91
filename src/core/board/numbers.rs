//! Boards with numbers: the times of visits in place of free squares.

use std::{collections::BTreeMap, ffi::OsStr};

use fixedbitset::FixedBitSet;

use super::{
    Board, BoardError, MAXIMUM_SIDE,
    map::{self, Map},
    square::Square,
};
use crate::printable;

#[doc(hidden)]
impl Board {
    /// Reads a board like [`Board::parse`], with the times of visits: in a file with blanks between
    /// the squares, numbers are free squares.
    ///
    /// # Errors
    /// As [`Board::parse`]; a number that occurs twice, or that no visit has.
    pub fn parse_numbered(text: &OsStr) -> Result<(Self, BTreeMap<Square, u32>), BoardError> {
        let Some(file) = Self::file(text) else { return Ok((Self::parse(text)?, BTreeMap::new())) };
        let (name, bytes) = map::read_file(file, 1)?;
        Self::from_numbered_map(&bytes, &name)
    }

    /// Reads a map like [`Board::from_map`], with the times of visits.
    ///
    /// # Errors
    /// As [`Board::parse_numbered`].
    pub fn from_numbered_map(
        bytes: &[u8],
        name: &str,
    ) -> Result<(Self, BTreeMap<Square, u32>), BoardError> {
        let map = Map::of(bytes, name);
        let top = map.rows().first().map_or(&b""[..], |row| row.trim_ascii());
        let is_numbered = top.iter().any(u8::is_ascii_whitespace)
            || map.rows().iter().any(|row| row.iter().any(u8::is_ascii_digit));
        if bytes.starts_with(b"type ") || !is_numbered {
            return Ok((Self::from_map(bytes, name)?, BTreeMap::new()));
        }
        let rows: Vec<Vec<(usize, &str)>> = map.rows().iter().map(|row| words(row)).collect();
        let (count, columns) = (rows.len(), rows.first().map_or(0, Vec::len));
        if count.max(columns) > MAXIMUM_SIDE as usize {
            let problem = format!("at most {MAXIMUM_SIDE} rows and columns are possible");
            return Err(map.error(0, 0, problem));
        }
        let mut blocked = FixedBitSet::new();
        let mut numbered = Vec::new();
        for (row, cells) in rows.iter().enumerate() {
            for (index, &(column, word)) in cells.iter().enumerate() {
                let cell = row * columns + index;
                match (word, word.parse()) {
                    (".", _) => {}
                    ("#", _) => blocked.grow_and_insert(cell),
                    (_, Ok(number)) => numbered.push((row, column, cell, number)),
                    _ => {
                        let shown = printable::one_line(word);
                        let problem = format!(
                            "`{shown}` is neither `.` (free), `#` (blocked) nor a number (the time \
                             of a visit)"
                        );
                        return Err(map.error(row, column, problem));
                    }
                }
            }
            if cells.len() != columns {
                let end = map.rows()[row].len();
                let column = cells.get(columns).map_or(end, |&(column, _)| column);
                let problem = format!(
                    "this row has {} squares, but the first row has {columns}",
                    cells.len()
                );
                return Err(map.error(row, column, problem));
            }
        }
        let board = Self::with_blocked((count as u32, columns as u32), blocked)?;
        let mut squares: BTreeMap<u32, Square> = BTreeMap::new();
        for (row, column, cell, number) in numbered {
            let (square, last) = (board.square_of_cell(cell), board.free_squares());
            let problem = if !(1..=last).contains(&number) {
                format!("{number} is not a time: the {last} squares are visited from 1 to {last}")
            } else if let Some(first) = squares.insert(number, square) {
                format!("{number} occurs twice, on {first} and {square}")
            } else {
                continue;
            };
            return Err(map.error(row, column, problem));
        }
        Ok((board, squares.into_iter().map(|(number, square)| (square, number)).collect()))
    }
}

/// The words of a line, and the byte at which each begins.
#[must_use]
pub fn words(line: &[u8]) -> Vec<(usize, &str)> {
    let mut begin = 0;
    let mut words = Vec::new();
    for word in line.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            words.push((begin, str::from_utf8(word).unwrap_or("\u{fffd}")));
        }
        begin += word.len() + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_times() {
        let map = b"  1  . 12\n  . # .\n 10 .  3\r\n";
        let error = Board::from_numbered_map(map, "x").unwrap_err().to_string();
        assert_eq!(error, "x:1:8: 12 is not a time: the 8 squares are visited from 1 to 8");
        let (board, times) = Board::from_numbered_map(b"1 . 8\n. # .\n. .\t3\n", "x").unwrap();
        assert_eq!((board.rows(), board.columns(), board.free_squares()), (3, 3, 8));
        let times: Vec<String> =
            times.iter().map(|(square, time)| format!("{square}={time}")).collect();
        assert_eq!(times, ["a3=1", "c1=3", "c3=8"]);
        // Without blanks a map is a map.
        let (board, times) = Board::from_numbered_map(b"..\n.#\n", "x").unwrap();
        assert_eq!((board.free_squares(), times.len()), (3, 0));
    }

    #[test]
    fn errors_have_their_places() {
        for (map, expected) in [
            (&b"1 .\n. x\n"[..], "x:2:3: `x` is neither `.` (free), `#` (blocked) nor a number"),
            (b"1 .\n. . .\n", "x:2:5: this row has 3 squares, but the first row has 2"),
            (b"1 .\n.\n", "x:2:2: this row has 1 squares, but the first row has 2"),
            (b"1 2\n. 2\n", "x:2:3: 2 occurs twice, on b2 and b1"),
            (b"0 2\n. .\n", "x:1:1: 0 is not a time: the 4 squares are visited from 1 to 4"),
            (b"12\n..\n", "x:2:1: `..` is neither"),
            (b". \xff\n", "x:1:3: `\u{fffd}` is neither"),
            (b"99999999999 .\n", "x:1:1: `99999999999` is neither"),
        ] {
            let error = Board::from_numbered_map(map, "x").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
