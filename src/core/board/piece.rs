//! Pieces: named ones, leapers, riders, those in Betza notation, and their sums.

use std::{cmp::Reverse, convert::Infallible, fmt, str::FromStr};

use satranj_encodings::lattice::{Lattice, Step};
use thiserror::Error;

use super::{MAXIMUM_SIDE, betza};
use crate::nearest::unknown;

/// The named pieces, each with the piece expressions that it combines.
pub const NAMED: &[(&str, &str)] = &[
    ("knight", "leaper:1,2"),
    ("king", "leaper:0,1+leaper:1,1"),
    ("queen", "rider:0,1+rider:1,1"),
    ("rook", "rider:0,1"),
    ("bishop", "rider:1,1"),
    ("wazir", "leaper:0,1"),
    ("ferz", "leaper:1,1"),
    ("dabbaba", "leaper:0,2"),
    ("alfil", "leaper:2,2"),
    ("threeleaper", "leaper:0,3"),
    ("camel", "leaper:1,3"),
    ("zebra", "leaper:2,3"),
    ("tripper", "leaper:3,3"),
    ("fourleaper", "leaper:0,4"),
    ("giraffe", "leaper:1,4"),
    ("stag", "leaper:2,4"),
    ("antelope", "leaper:3,4"),
    ("commuter", "leaper:4,4"),
    ("nightrider", "rider:1,2"),
    ("amazon", "queen+knight"),
    ("chancellor", "rook+knight"),
    ("archbishop", "bishop+knight"),
    // On hexagons: to the six cells that touch this one, and to the six between them.
    ("hex-wazir", "betza:WfrblF"),
    ("hex-king", "betza:KblfrlbrfN"),
    ("hex-rook", "betza:RfrblB"),
    ("hex-bishop", "betza:flbrBblfrlbrfNN"),
    ("hex-queen", "hex-rook+hex-bishop"),
    ("hex-knight", "betza:brrbfllfNblfrlbrfCblfrlbrfZ"),
];

/// A piece: how it moves on an empty board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    name: String,
    steps: Vec<Step>,
}

/// The most terms of a sum.
const MOST_TERMS: usize = 64;

/// Why a text is not a piece.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PieceError {
    /// No piece of that name.
    #[error("{}, leaper:A,B, rider:A,B, betza:LETTERS, or a sum, for example queen+knight", unknown("piece", .0, NAMED.iter().map(|&(name, _)| name)))]
    Unknown(String),
    /// Too long a sum.
    #[error("a sum of {0} pieces; at most {MOST_TERMS} are possible")]
    TooMany(usize),
    /// The numbers of a leaper or rider are wrong.
    #[error("`{0}` needs two numbers from 0 to {MAXIMUM_SIDE}, not both 0, for example leaper:1,2")]
    Leap(String),
    /// A piece of boards of squares, on hexagons.
    #[error(
        "`{0}` moves on squares, but this board has hexagons: expected knight, king, queen, rook, bishop, wazir or betza:LETTERS"
    )]
    OfSquares(String),
    /// A piece of boards of hexagons, on squares.
    #[error(
        "`{0}` moves on hexagons, but this board has squares: write the board as hex:SIDE, or add --surface hexagonal"
    )]
    OfHexagons(String),
    /// A character of a text in Betza notation is wrong.
    #[error("`{text}`, character {column}: {problem}")]
    Betza {
        /// The whole text.
        text: String,
        /// The character of the text, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
}

/// Before a term in Betza notation.
const BETZA: &str = "betza:";

impl Piece {
    /// Names of pieces in lower case: on command lines letters may be of any case, except in Betza
    /// notation.
    ///
    /// # Errors
    /// None.
    #[must_use]
    pub fn lower_case(name: &str) -> Result<String, Infallible> {
        let mut lower = name.to_ascii_lowercase();
        let mut next = 0;
        while let Some(at) = lower[next..].find(BETZA) {
            let begin = next + at + BETZA.len();
            let ends = |one: char| !one.is_ascii_alphanumeric();
            next = name[begin..].find(ends).map_or(name.len(), |at| begin + at);
            lower.replace_range(begin..next, &name[begin..next]);
        }
        Ok(lower)
    }

    /// The lattice of its moves over the cells of another one.
    #[must_use]
    pub fn on(&self, cells: &Lattice) -> Lattice {
        let lattice = cells.with_steps(self.steps.clone());
        if self.is_even() { lattice } else { lattice.unevenly() }
    }

    /// The name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The steps of the piece in the reading order of the squares they lead to (upward
    /// first), each direction once.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether it moves alike in all directions, along ranks and files, and rides without limit.
    #[must_use]
    pub fn is_even(&self) -> bool {
        let is_limited = |step: &Step| step.repeats() && step.reach < Step::UNLIMITED;
        let turns = |step: &Step| step.around().all(|turned| self.steps.contains(&turned));
        !self.steps.iter().any(is_limited) && self.steps.iter().all(turns)
    }

    /// Whether some step may be repeated.
    #[must_use]
    pub fn rides(&self) -> bool {
        self.steps.iter().any(Step::repeats)
    }
}

fn add_steps(expression: &str, steps: &mut Vec<Step>) -> Result<(), PieceError> {
    let mut next = 1;
    for term in expression.split('+') {
        let begin = next;
        next += term.chars().count() + 1;
        if let Some(letters) = term.strip_prefix(BETZA) {
            betza::add_steps(letters, steps).map_err(|(at, problem)| {
                let (text, column) = (expression.into(), begin + BETZA.len() + at);
                PieceError::Betza { text, column, problem }
            })?;
            continue;
        }
        if let Some((_, sum)) = NAMED.iter().find(|&&(name, _)| name == term) {
            add_steps(sum, steps)?;
            continue;
        }
        let (kind, numbers) =
            term.split_once(':').ok_or_else(|| PieceError::Unknown(term.into()))?;
        let reach = match kind {
            "leaper" => 1,
            "rider" => Step::UNLIMITED,
            _ => return Err(PieceError::Unknown(term.into())),
        };
        let number = |text: &str| {
            text.parse::<u32>()
                .ok()
                .filter(|&number| number <= MAXIMUM_SIDE)
                .map(|number| number as i32)
        };
        let (rows, columns) = numbers
            .split_once(',')
            .and_then(|(a, b)| number(a).zip(number(b)))
            .filter(|&leap| leap != (0, 0))
            .ok_or_else(|| PieceError::Leap(term.into()))?;
        steps.extend(Step { rows, columns, reach }.around());
    }
    Ok(())
}

impl FromStr for Piece {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        let terms = text.split('+').count();
        if terms > MOST_TERMS {
            return Err(PieceError::TooMany(terms));
        }
        let mut steps = Vec::new();
        add_steps(text, &mut steps)?;
        // The longest ride in a direction makes the others redundant.
        steps.sort_unstable_by_key(|step| (step.rows, step.columns, Reverse(step.reach)));
        steps.dedup_by_key(|step| (step.rows, step.columns));
        Ok(Self { name: text.into(), steps })
    }
}

impl From<Piece> for String {
    /// The name that was given.
    fn from(piece: Piece) -> Self {
        piece.name
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_pieces_have_their_number_of_directions() {
        for (name, directions) in [
            ("knight", 8),
            ("king", 8),
            ("queen", 8),
            ("rook", 4),
            ("wazir", 4),
            ("tripper", 4),
            ("leaper:0,5", 4),
            ("queen+knight", 16),
            ("queen+king", 8),
            ("amazon", 16),
        ] {
            assert_eq!(name.parse::<Piece>().unwrap().steps().len(), directions, "{name}");
        }
        for &(name, _) in NAMED {
            assert!(name.parse::<Piece>().is_ok(), "{name}");
        }
    }

    #[test]
    fn letters_have_any_case_but_in_betza_notation() {
        for (name, lower) in [
            ("Queen+KNIGHT", "queen+knight"),
            ("Betza:fN+Rook", "betza:fN+rook"),
            ("White:betza:WfF=2,BLACK:BETZA:N", "white:betza:WfF=2,black:betza:N"),
            ("betza:", "betza:"),
        ] {
            assert_eq!(Piece::lower_case(name).as_deref(), Ok(lower));
        }
    }

    #[test]
    fn wrong_pieces_are_named() {
        for text in [
            "",
            "pawn",
            "leaper",
            "leaper:",
            "leaper:1",
            "leaper:0,0",
            "leaper:1,x",
            "rider:-1,2",
            "queen+",
            "leaper:1,2,3",
            "jumper:1,2",
            "leaper:99999,1",
            "Betza:N",
        ] {
            let error = text.parse::<Piece>().unwrap_err().to_string();
            assert!(error.contains('`'), "{error}");
        }
    }
}
