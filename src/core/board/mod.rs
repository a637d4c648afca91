//! Chessboards: sizes, blocked squares, and board maps read from files.

mod betza;
mod hexagons;
pub mod map;
#[cfg(feature = "cli")]
pub mod numbers;
pub mod piece;
pub mod square;
pub mod steps;
pub mod symmetry;

#[cfg(feature = "cli")]
use std::path::Path;
use std::{ffi::OsStr, str::FromStr};

use fixedbitset::FixedBitSet;
use satranj_encodings::lattice::Lattice;
use thiserror::Error;

use crate::file_name::shown;
use map::Map;
use square::Square;
use steps::Sides;

/// The most rows or columns of a board.
pub const MAXIMUM_SIDE: u32 = 10_000;

/// Why a text or a file is not a board.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Not of the form `ROWSxCOLUMNS`.
    #[error("board `{0}` is neither ROWSxCOLUMNS (for example 8x8), hex:SIDE nor @FILE")]
    Form(String),
    /// Too short or too long a side of a hexagon.
    #[error("board `hex:{0}` has no side of 1 to 5000 cells")]
    Hexagon(String),
    /// Borders of a hexagon cannot be joined.
    #[error("board `{board}` has hexagons, whose borders cannot be joined to a {surface}")]
    Surface {
        /// The board.
        board: String,
        /// The surface in question.
        surface: &'static str,
    },
    /// A side is 0 or too long.
    #[error("board `{text}` has {side} {what}; 1 to {MAXIMUM_SIDE} are possible")]
    Side {
        /// The board as it was given.
        text: String,
        /// The side in question.
        side: String,
        /// `rows` or `columns`.
        what: &'static str,
    },
    /// A board file could not be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The system's error.
        error: std::io::Error,
    },
    /// A board file has a wrong character or a line of the wrong length.
    #[error("{file}:{line}:{column}: {problem}")]
    Map {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong and what is expected.
        problem: String,
    },
    /// Every square is blocked.
    #[error("every square of the board is blocked")]
    NoSquare,
}

/// A rectangular board of squares or hexagons, some of which may be blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    sides: Sides,
    /// Blocked cells in reading order; `None` without blocked cells.
    blocked: Option<FixedBitSet>,
}

impl Board {
    /// A board without blocked squares.
    ///
    /// # Errors
    /// [`BoardError::Side`] if a side is 0 or over [`MAXIMUM_SIDE`].
    pub fn new(rows: u32, columns: u32) -> Result<Self, BoardError> {
        for (side, what) in [(rows, "rows"), (columns, "columns")] {
            if side == 0 || side > MAXIMUM_SIDE {
                let text = format!("{rows}x{columns}");
                return Err(BoardError::Side { text, side: side.to_string(), what });
            }
        }
        Ok(Self { sides: Sides::new(rows, columns), blocked: None })
    }

    /// Reads `ROWSxCOLUMNS`, or `hex:SIDE`; a single number is the side of a square board.
    fn of_size(text: &str) -> Result<Self, BoardError> {
        if let Some(side) = text.strip_prefix("hex:") {
            return Self::of_hexagon(side);
        }
        let (rows, columns) = text.split_once(['x', 'X', '*', '×']).unwrap_or((text, text));
        let side = |side: &str, what| {
            if side.is_empty() || !side.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(BoardError::Form(text.into()));
            }
            side.parse::<u32>()
                .ok()
                .filter(|number| (1..=MAXIMUM_SIDE).contains(number))
                .ok_or_else(|| BoardError::Side { text: text.into(), side: side.into(), what })
        };
        Self::new(side(rows, "rows")?, side(columns, "columns")?)
    }

    /// Reads a map: lines of `.` (free) and `#` (blocked), the top row first. A byte-order
    /// mark, CRLF line ends and blanks at the end of lines are ignored. A text that begins with
    /// `type octile` is a map of the benchmarks of path finding.
    ///
    /// # Errors
    /// [`BoardError::Map`] with `name` as the file.
    pub fn from_map(bytes: &[u8], name: &str) -> Result<Self, BoardError> {
        if let Some(board) = Self::of_benchmark(bytes, name)? {
            return Ok(board);
        }
        Map::of(bytes, name).read(|byte| match byte {
            b'#' => Ok(false),
            b'.' => Ok(true),
            _ => Err("neither `.` (free) nor `#` (blocked)"),
        })
    }

    /// The board of a map of the benchmarks of path finding, if the text is one.
    fn of_benchmark(bytes: &[u8], name: &str) -> Result<Option<Self>, BoardError> {
        let Some(map) = Map::of_benchmark(bytes, name)? else { return Ok(None) };
        let board = map.read(|byte| match byte {
            b'@' | b'O' | b'T' | b'W' => Ok(false),
            b'.' | b'G' | b'S' => Ok(true),
            _ => Err("neither free (`.`, `G`, `S`) nor blocked (`@`, `O`, `T`, `W`)"),
        })?;
        Ok(Some(board))
    }

    /// Blocks a square of the board.
    pub fn block(&mut self, square: Square) {
        let cell = self.cell(square);
        let size = self.size();
        self.blocked.get_or_insert_with(|| FixedBitSet::with_capacity(size)).insert(cell);
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.sides.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.sides.columns
    }

    /// Number of squares that are not blocked.
    #[must_use]
    pub fn free_squares(&self) -> u32 {
        let blocked = self.blocked.as_ref().map_or(0, |blocked| blocked.count_ones(..));
        self.sides.rows * self.sides.columns - blocked as u32
    }

    /// Whether a square lies on the board, blocked or not.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        square.rank < self.sides.rows && square.column < self.sides.columns
    }

    /// Whether a square lies on the board and is not blocked.
    #[must_use]
    pub fn is_free(&self, square: Square) -> bool {
        self.contains(square)
            && self.blocked.as_ref().is_none_or(|blocked| !blocked.contains(self.cell(square)))
    }

    /// The square at a row counted from the top and a column, both from 0.
    #[must_use]
    pub fn square(&self, row: u32, column: u32) -> Square {
        Square { column, rank: self.sides.rows - 1 - row }
    }

    /// The row of a square counted from the top, from 0.
    #[must_use]
    pub fn row(&self, square: Square) -> u32 {
        self.sides.rows - 1 - square.rank
    }

    /// The free squares in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.sides.rows)
            .flat_map(move |row| {
                (0..self.sides.columns).map(move |column| self.square(row, column))
            })
            .filter(|&square| self.is_free(square))
    }

    /// The blocked squares in reading order.
    pub fn blocked_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.blocked.iter().flat_map(FixedBitSet::ones).map(|cell| self.square_of_cell(cell))
    }

    /// The vertex of a square in a lattice of this board; blocked squares have none.
    #[must_use]
    pub fn vertex(&self, lattice: &Lattice, square: Square) -> Option<u32> {
        if self.contains(square) { lattice.vertex(self.row(square), square.column) } else { None }
    }

    /// The square of a vertex of a lattice of this board.
    #[must_use]
    pub fn square_of(&self, lattice: &Lattice, vertex: u32) -> Square {
        let (row, column) = lattice.position(vertex);
        self.square(row, column)
    }
}

/// What the rest of the program needs.
#[doc(hidden)]
impl Board {
    /// A board of this many rows and columns with these cells, in reading order, blocked.
    ///
    /// # Errors
    /// [`BoardError::Side`] if a side is 0 or over [`MAXIMUM_SIDE`].
    pub fn with_blocked(
        (rows, columns): (u32, u32),
        mut cells: FixedBitSet,
    ) -> Result<Self, BoardError> {
        let mut board = Self::new(rows, columns)?;
        if !cells.is_clear() {
            cells.grow(rows as usize * columns as usize);
            board.blocked = Some(cells);
        }
        Ok(board)
    }

    /// The file of `@FILE`, even if its name is not UTF-8.
    #[cfg(feature = "cli")]
    #[must_use]
    pub fn file(text: &OsStr) -> Option<&Path> {
        // A path has no other way to lose its first character.
        #[cfg(unix)]
        return std::os::unix::ffi::OsStrExt::as_bytes(text)
            .strip_prefix(b"@")
            .map(|name| Path::new(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name)));
        #[cfg(not(unix))]
        return text.to_str().and_then(|text| text.strip_prefix('@')).map(Path::new);
    }

    /// Reads `ROWSxCOLUMNS` (also `ROWS*COLUMNS`; `N` is `NxN`), `hex:SIDE`, or, on the command line,
    /// `@FILE` with the map in that file.
    ///
    /// # Errors
    /// [`BoardError`], which names the text or the file with line and column.
    pub fn parse(text: &(impl AsRef<OsStr> + ?Sized)) -> Result<Self, BoardError> {
        let text = text.as_ref();
        #[cfg(feature = "cli")]
        if let Some(file) = Self::file(text) {
            let (name, bytes) = map::read_file(file, 1)?;
            return Self::from_map(&bytes, &name);
        }
        Self::of_size(&shown(text))
    }

    /// All squares, free or blocked, row by row, the top row first.
    pub fn square_rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square> + '_> + '_ {
        (0..self.sides.rows)
            .map(move |row| (0..self.sides.columns).map(move |column| self.square(row, column)))
    }

    /// The number of squares, blocked ones among them.
    #[must_use]
    pub fn size(&self) -> usize {
        self.sides.rows as usize * self.sides.columns as usize
    }

    /// The greater of the numbers of rows and columns: no line of squares is longer.
    #[must_use]
    pub fn longest_side(&self) -> u32 {
        self.sides.rows.max(self.sides.columns)
    }

    /// The values of `of` for every square, including blocked ones: row by row from the top.
    pub fn by_rows<T, R: FromIterator<T>>(
        &self,
        mut of: impl FnMut(Square) -> T,
    ) -> impl Iterator<Item = R> {
        (0..self.sides.rows).map(move |row| {
            (0..self.sides.columns).map(|column| of(self.square(row, column))).collect()
        })
    }

    /// The square with a number as in [`Board::cell`]; it must be below [`Board::size`].
    #[must_use]
    pub fn square_of_cell(&self, cell: usize) -> Square {
        let cell = cell as u32;
        self.square(cell / self.sides.columns, cell % self.sides.columns)
    }

    /// The number of a square of the board in reading order, from 0; below [`Board::size`].
    #[must_use]
    pub fn cell(&self, square: Square) -> usize {
        self.row(square) as usize * self.sides.columns as usize + square.column as usize
    }
}

/// Reads `ROWSxCOLUMNS` or `hex:SIDE`, or a map as [`Board::from_map`] does.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        if text.trim_start().starts_with(['.', '#']) {
            Self::from_map(text.as_bytes(), "map")
        } else {
            Self::of_size(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let board = Board::parse("3x5").unwrap();
        assert_eq!((board.rows(), board.columns(), board.free_squares()), (3, 5, 15));
        for text in ["8", "8*8", "8X8", "8×8"] {
            assert_eq!(Board::parse(text).unwrap(), Board::parse("8x8").unwrap());
        }
        for text in
            ["", "8x", "0", "0x5", "5x0", "10001x1", "axb", "-1x3", "3x4x5", "99999999999x1"]
        {
            let error = Board::parse(text).unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn colours_are_kept_if_every_move_to_the_next_square_changes_them() {
        let wazir: piece::Piece = "wazir".parse().unwrap();
        for (surface, rows, columns) in satranj_encodings::lattice::Surface::ALL
            .into_iter()
            .flat_map(|surface| (2..6).map(move |rows| (surface, rows)))
            .flat_map(|(surface, rows)| (2..6).map(move |columns| (surface, rows, columns)))
        {
            let board = Board::new(rows, columns).unwrap().on(surface);
            let colour = |at: square::Square| (at.rank + at.column) % 2;
            let changes = board.squares().all(|from| {
                let next = wazir.steps().iter().filter_map(|&step| board.ray(from, step).next());
                next.into_iter().all(|to| colour(to) != colour(from))
            });
            assert_eq!(board.keeps_colours(), changes, "{board}");
        }
    }

    #[test]
    fn maps_of_the_benchmarks_are_written_and_read() {
        let board = Board::from_map(b".#.\n..#\n", "m").unwrap();
        let written = "type octile\nheight 2\nwidth 3\nmap\n.@.\n..@\n";
        assert_eq!(board.benchmark_map(), written);
        for text in [written.into(), format!("\u{feff}{written}"), written.replace('\n', "\r\n")] {
            assert_eq!(Board::from_map(text.as_bytes(), "m").unwrap(), board);
        }
    }

    #[test]
    fn maps() {
        let board = Board::from_map(b"\xef\xbb\xbf.#.\r\n... \r\n\r\n", "m").unwrap();
        assert_eq!(Board::from_map(b".#.\r...\r", "m").unwrap(), board);
        assert_eq!((board.rows(), board.columns(), board.free_squares()), (2, 3, 5));
        assert_eq!(
            board.blocked_squares().map(|square| square.to_string()).collect::<Vec<_>>(),
            ["b2"]
        );
        for (map, error) in [
            ("", "m:1:1: the first line must be the top row of the board"),
            (".\n..\n", "m:2:2: this row has 2 squares, but the first row has 1"),
            ("..\n.\n", "m:2:2: this row has 1 squares, but the first row has 2"),
            ("..\n.x\n", "m:2:2: `x` is neither `.` (free) nor `#` (blocked)"),
            ("..\n\n..", "m:2:1: this row has 0 squares, but the first row has 2"),
        ] {
            assert_eq!(Board::from_map(map.as_bytes(), "m").unwrap_err().to_string(), error);
        }
    }
}
