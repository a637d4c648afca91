//! Maps of pieces: `.` free, `#` blocked, `K Q R B N` a white piece, `k q r b n` a black one.

use satranj_encodings::exchange::{Arrangement, Kind};

use super::ExchangeStatement;
use crate::{
    board::{
        Board,
        map::Map,
        piece::{Piece, PieceError},
        square::Square,
    },
    pictures::PlacedPiece,
    puzzles::{StatementError, fields::Field},
};

/// The letters of the white pieces with their names.
pub const LETTERS: [(char, &str); 5] =
    [('K', "king"), ('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight")];

/// The pieces on a board: a letter for each free square in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceMap {
    /// The board.
    pub board: Board,
    /// The letter of the piece on each free square, in reading order.
    pub letters: Vec<Option<char>>,
}

impl PieceMap {
    /// Reads a map.
    ///
    /// # Errors
    /// [`StatementError`], which names the character or row.
    pub fn read(map: &Map<'_>) -> Result<Self, StatementError> {
        let mut letters = Vec::new();
        let board = map.read(|byte| {
            let letter = char::from(byte);
            match letter {
                '#' => return Ok(false),
                '.' => letters.push(None),
                _ if name(letter).is_some() => letters.push(Some(letter)),
                _ => {
                    return Err("neither `.` (free), `#` (blocked) nor a piece (K Q R B N, or \
                                k q r b n of the other colour)");
                }
            }
            Ok(true)
        })?;
        Ok(Self { board, letters })
    }

    /// The map that the rows of text of a field hold.
    ///
    /// # Errors
    /// [`StatementError`], which names the character or row.
    pub fn of_rows(rows: &[String], field: Field) -> Result<Self, StatementError> {
        if let Some(row) = rows.iter().position(|row| row.contains(char::is_whitespace)) {
            let error = StatementError::at(field, format!("row {} has a blank", row + 1));
            return Err(error.with_value(&rows[row]));
        }
        let map = Self::read(&Map::of(rows.join("\n").as_bytes(), field.path()));
        map.map_err(|error| error.blaming(field))
    }

    /// The rows of text that [`PieceMap::of_rows`] reads.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut letters = self.letters.iter();
        let character = |square| {
            if !self.board.is_free(square) {
                return '#';
            }
            letters.next().copied().flatten().unwrap_or('.')
        };
        self.board.by_rows(character).collect()
    }

    /// The same map with the colours swapped.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let swap = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        let letters = self.letters.iter().map(|letter| letter.map(swap)).collect();
        Self { board: self.board.clone(), letters }
    }

    /// The letters of its pieces in rising order, once per piece.
    #[must_use]
    pub fn pieces(&self) -> Vec<char> {
        let mut letters: Vec<char> = self.letters.iter().flatten().copied().collect();
        letters.sort_unstable();
        letters
    }

    /// The pieces on their squares, for drawing.
    #[must_use]
    pub fn placed(&self) -> Vec<PlacedPiece<'static>> {
        let place = |(square, letter): (Square, &Option<char>)| {
            let letter = (*letter)?;
            let black = letter.is_ascii_lowercase();
            Some(PlacedPiece { square, piece: name(letter)?, black })
        };
        self.board.squares().zip(&self.letters).filter_map(place).collect()
    }

    /// The index of each piece among some letters.
    #[must_use]
    pub fn arrangement(&self, kinds: &[char]) -> Arrangement {
        let kind = |letter: char| kinds.iter().position(|&kind| kind == letter);
        self.letters.iter().map(|letter| letter.and_then(kind).map(|kind| kind as Kind)).collect()
    }
}

/// The name of the piece with this letter.
#[must_use]
pub fn name(letter: char) -> Option<&'static str> {
    let upper = letter.to_ascii_uppercase();
    LETTERS.iter().find(|(white, _)| *white == upper).map(|&(_, name)| name)
}

/// The piece with this letter.
///
/// # Errors
/// [`StatementError`] if no piece has it.
pub fn piece(letter: char) -> Result<Piece, StatementError> {
    let unknown = || PieceError::Unknown(letter.to_string());
    Ok(name(letter).ok_or_else(unknown)?.parse()?)
}

/// Reads a text with a map of the pieces and, unless the colours simply trade places, a blank line
/// and the map of the goal.
///
/// # Errors
/// [`StatementError`] with line and column, and `name` as the file.
pub fn read(bytes: &[u8], name: &str) -> Result<ExchangeStatement, StatementError> {
    let maps = Map::several(bytes, name);
    let (start, goal) = match maps.as_slice() {
        [] => (PieceMap::read(&Map::of(&[], name))?, None),
        [map] => {
            let start = PieceMap::read(map)?;
            if start.pieces() != start.swapped().pieces() {
                let problem = "the colours have different pieces and cannot trade places; add a \
                               blank line and the goal map";
                return Err(map.error(0, 0, problem.into()).into());
            }
            (start, None)
        }
        [start, goal] => {
            let (start, map) = (PieceMap::read(start)?, PieceMap::read(goal)?);
            if start.board != map.board {
                let problem = "the goal must have the size and blocked squares of the first map";
                return Err(goal.error(0, 0, problem.into()).into());
            }
            let pieces = |map: &PieceMap| map.pieces().into_iter().collect::<String>();
            if start.pieces() != map.pieces() {
                let (start_pieces, goal_pieces) = (pieces(&start), pieces(&map));
                let problem = format!(
                    "the goal has the pieces `{goal_pieces}`, but the first map has `{start_pieces}`"
                );
                return Err(goal.error(0, 0, problem).into());
            }
            (start, Some(map.lines()))
        }
        [_, _, third, ..] => {
            let problem =
                "a third map; expected the map of the pieces and at most one map of the goal";
            return Err(third.error(0, 0, problem.into()).into());
        }
    };
    Ok(ExchangeStatement { start: start.lines(), goal, parallel: false, at_most: None })
}
