//! Maps in files: lines of characters, one per square, the top row first.

#[cfg(feature = "cli")]
use std::{ffi::OsStr, io::Read, path::Path};

use fixedbitset::FixedBitSet;

use super::{Board, BoardError, MAXIMUM_SIDE};
use crate::printable;
#[cfg(feature = "cli")]
use crate::{file_name, sources};

/// The lines of a map in a text, without trailing blanks.
pub struct Map<'a> {
    name: &'a str,
    /// The line of the text with the top row, from 0.
    first_line: usize,
    /// Rows past the first excess one are not stored.
    rows: Vec<&'a [u8]>,
    /// Number of rows.
    count: usize,
}

/// The most stored rows of a map: one more than allowed.
const ROWS: usize = MAXIMUM_SIDE as usize + 1;

/// The most stored maps of a text: one more than any puzzle has.
const MAPS: usize = 3;

impl<'a> Map<'a> {
    /// The only map in a text. A byte-order mark, CRLF line ends, blanks at the end of lines
    /// and blank lines at the end are ignored.
    #[must_use]
    pub fn of(bytes: &'a [u8], name: &'a str) -> Self {
        // Without the blank lines at the end.
        Self::of_rows(lines(bytes.trim_ascii_end()), name, 0)
    }

    /// The map of these rows.
    fn of_rows(mut all: impl Iterator<Item = &'a [u8]>, name: &'a str, first_line: usize) -> Self {
        let rows: Vec<&[u8]> = all.by_ref().take(ROWS).collect();
        let count = rows.len() + all.count();
        Self { name, first_line, rows, count }
    }

    /// The map in a text of the benchmarks of path finding (`.map`: Sturtevant, "Benchmarks for
    /// grid-based pathfinding", 2012): a line `type octile`, lines with the height and the width, and
    /// a line `map` before the rows; `None` if the text does not begin so.
    ///
    /// # Errors
    /// [`BoardError::Map`]: a wrong line before the rows, or another number of rows or columns.
    pub fn of_benchmark(bytes: &'a [u8], name: &'a str) -> Result<Option<Self>, BoardError> {
        if !lines(bytes).next().is_some_and(|line| line.starts_with(b"type ")) {
            return Ok(None);
        }
        let mut sides = [None; 2];
        let mut all = lines(bytes.trim_ascii_end()).enumerate().skip(1);
        let first_line = loop {
            let error = |line, problem: &str| {
                let map = Self { name, first_line: line, rows: Vec::new(), count: 0 };
                map.error(0, 0, problem.into())
            };
            let Some((line, text)) = all.next() else {
                return Err(error(1, "expected the lines `height N`, `width N` and `map`"));
            };
            if text == b"map" {
                break line + 1;
            }
            let side = |word: &[u8]| text.strip_prefix(word).map(<[u8]>::trim_ascii);
            let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse::<usize>().ok();
            match (side(b"height "), side(b"width ")) {
                (Some(height), _) => sides[0] = number(height),
                (None, Some(width)) => sides[1] = number(width),
                (None, None) => {
                    return Err(error(line, "expected `height N`, `width N` or `map`"));
                }
            }
        };
        let map = Self::of_rows(all.map(|(_, row)| row), name, first_line);
        let (count, columns) = (map.count, map.rows.first().map_or(0, |row| row.len()));
        if sides != [Some(count), Some(columns)] {
            let [height, width] =
                sides.map(|side| side.map_or("?".into(), |side| side.to_string()));
            let problem = format!(
                "the map has {count} rows of {columns} squares, but its height and width are \
                 {height} and {width}"
            );
            return Err(map.error(0, 0, problem));
        }
        Ok(Some(map))
    }

    /// The first three maps in a text, separated by blank lines.
    #[must_use]
    pub fn several(bytes: &'a [u8], name: &'a str) -> Vec<Self> {
        let mut maps: Vec<Self> = Vec::new();
        let mut inside = false;
        for (line, row) in lines(bytes).enumerate() {
            let is_last = maps.len() == MAPS;
            match maps.last_mut() {
                _ if row.is_empty() => inside = false,
                Some(map) if inside => {
                    map.count += 1;
                    if map.rows.len() < ROWS {
                        map.rows.push(row);
                    }
                }
                _ if is_last => break,
                _ => {
                    maps.push(Self { name, first_line: line, rows: vec![row], count: 1 });
                    inside = true;
                }
            }
        }
        maps
    }

    /// The rows, without trailing blanks; one more than a board has, if there are more.
    #[must_use]
    pub fn rows(&self) -> &[&'a [u8]] {
        &self.rows
    }

    /// An error at a row and column of the map.
    #[must_use]
    pub fn error(&self, row: usize, column: usize, problem: String) -> BoardError {
        let line = self.first_line + row + 1;
        BoardError::Map { file: self.name.into(), line, column: column + 1, problem }
    }

    /// Reads every square, row by row; `read` takes its character and says whether it is free, or
    /// what is expected: `neither this nor that`.
    ///
    /// # Errors
    /// [`BoardError::Map`]: a wrong character, or a row of another length.
    pub fn read(
        &self,
        mut read: impl FnMut(u8) -> Result<bool, &'static str>,
    ) -> Result<Board, BoardError> {
        let columns = self.rows.first().map_or(0, |row| row.len());
        if columns == 0 {
            let problem = "the first line must be the top row of the board".into();
            return Err(self.error(0, 0, problem));
        }
        let (rows, largest) = (self.count, MAXIMUM_SIDE as usize);
        if rows > largest || columns > largest {
            let problem =
                format!("{rows} rows of {columns} squares; at most {largest} of each are possible");
            return Err(self.error(0, 0, problem));
        }
        let mut blocked = FixedBitSet::new();
        for (row, line) in self.rows.iter().enumerate() {
            // In a row that is too long, wrong characters are reported first.
            for (column, &byte) in line.iter().enumerate() {
                let is_free = read(byte).map_err(|expected| {
                    let rest = String::from_utf8_lossy(&line[column..]);
                    let character = rest.chars().next().unwrap_or('?');
                    self.error(row, column, format!("`{}` is {expected}", shown(character)))
                })?;
                if !is_free {
                    blocked.grow_and_insert(row * columns + column);
                }
            }
            if line.len() != columns {
                let problem =
                    format!("this row has {} squares, but the first row has {columns}", line.len());
                return Err(self.error(row, line.len().min(columns), problem));
            }
        }
        Board::with_blocked((rows as u32, columns as u32), blocked)
    }
}

/// A character for a message; control characters are spelled out.
#[must_use]
pub fn shown(character: char) -> String {
    printable::one_line(character.encode_utf8(&mut [0; 4])).into_owned()
}

/// The lines of a text, which end with LF, CRLF or CR, without the blanks at their ends.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.flat_map(|line| line.split(|&byte| byte == b'\r')).map(<[u8]>::trim_ascii_end)
}

/// The bytes of a file with one map, or a few of them.
///
/// # Errors
/// [`BoardError`] if it cannot be read or is larger than this many of the largest maps.
#[cfg(feature = "cli")]
pub fn read_file(file: &Path, maps: u64) -> Result<(String, Vec<u8>), BoardError> {
    let name = file_name::name_of(file);
    let in_file = |error| BoardError::File { file: name.clone(), error };
    // A map of the largest board with CRLF line ends, and a little for a mark. The length of a pipe
    // is unknown, so it is measured by reading.
    let largest = maps * (u64::from(MAXIMUM_SIDE) * u64::from(MAXIMUM_SIDE + 2) + 16);
    let source = sources::open(file).map_err(in_file)?;
    let says = source.length.unwrap_or(0);
    let mut bytes = Vec::new();
    if says <= largest {
        bytes.reserve_exact(says as usize + 1);
        source.take(largest + 1).read_to_end(&mut bytes).map_err(in_file)?;
    }
    if says.max(bytes.len() as u64) > largest {
        let problem = format!("more than {largest} bytes, the size of the largest board map");
        return Err(BoardError::Map { file: name, line: 1, column: 1, problem });
    }
    Ok((name, bytes))
}

#[doc(hidden)]
impl Board {
    /// The board as a map of the benchmarks of path finding: `.` is free, `@` blocked.
    #[must_use]
    pub fn benchmark_map(&self) -> String {
        let (rows, columns) = (self.rows(), self.columns());
        let mut map = format!("type octile\nheight {rows}\nwidth {columns}\nmap\n");
        for row in self.by_rows::<_, String>(|square| if self.is_free(square) { '.' } else { '@' })
        {
            map += &row;
            map.push('\n');
        }
        map
    }

    /// Reads a board like [`Board::parse`], with optional weights: in a file, the digits 1 to 9 are
    /// free squares of that weight and `.` is one of weight 1. Returns the weights of all squares
    /// in reading order, 1 for blocked ones, if any weight is not 1.
    ///
    /// # Errors
    /// As [`Board::parse`].
    #[cfg(feature = "cli")]
    pub fn parse_weighted(text: &OsStr) -> Result<(Self, Option<Vec<u8>>), BoardError> {
        let Some(file) = Self::file(text) else { return Ok((Self::parse(text)?, None)) };
        let (name, bytes) = read_file(file, 1)?;
        if let Some(board) = Self::of_benchmark(&bytes, &name)? {
            return Ok((board, None));
        }
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
        let columns = self.columns() as usize;
        let is_row = |row: &String| {
            row.len() == columns && row.bytes().all(|byte| matches!(byte, b'1'..=b'9'))
        };
        if rows.len() != self.rows() as usize || !rows.iter().all(is_row) {
            let rows = self.rows();
            return Err(format!(
                "write {rows} strings of {columns} digits from 1 to 9, one per row"
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
