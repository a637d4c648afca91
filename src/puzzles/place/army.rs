//! Armies: the numbers, kinds and sides of the pieces.

use std::{fmt, str::FromStr};

use satranj_encodings::{lattice::Surface, model::Count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    board::piece::Piece,
    puzzles::{StatementError, fields::Field},
};

/// A side. Pieces of one side do not attack each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// Pieces of one kind as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartStatement {
    /// Their side; pieces without a side attack each other and all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The piece, as on the command line.
    pub piece: String,
    /// How many; without a number, the count of the whole puzzle applies to each kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// Pieces of one kind.
#[derive(Debug, Clone)]
pub struct ArmyPart {
    /// Their side.
    pub side: Option<Side>,
    /// The piece.
    pub piece: Piece,
    /// How many, if stated for this kind.
    pub own_count: Option<u32>,
    /// How many.
    pub count: Count,
    /// The name: `queen`, or with its side `white:queen`.
    pub name: String,
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

impl PartStatement {
    /// The part on a surface, with the count of the whole puzzle unless it has its own.
    ///
    /// # Errors
    /// [`StatementError`], which names the piece.
    pub(crate) fn part(&self, surface: Surface, count: Count) -> Result<ArmyPart, StatementError> {
        let piece = Piece::on_surface(&self.piece, surface)?;
        let name = match self.side {
            Some(side) => format!("{side}:{piece}"),
            None => piece.to_string(),
        };
        let count = self.count.map_or(count, Count::Exactly);
        Ok(ArmyPart { side: self.side, piece, own_count: self.count, count, name })
    }
}

impl FromStr for PartStatement {
    type Err = StatementError;

    /// Reads `[white:|black:]PIECE[=COUNT]`.
    fn from_str(text: &str) -> Result<Self, StatementError> {
        let (name, count) = match text.split_once('=') {
            Some((name, count)) => (name, Some(count.trim())),
            None => (text, None),
        };
        let count = count.map(|count| {
            count.parse().map_err(|_| {
                let problem =
                    format!("found `{count}`, expected a number of pieces, for example queen=4");
                StatementError::of(Field::Army, &text, problem)
            })
        });
        let name = name.trim();
        let (side, piece) = match name.split_once(':') {
            Some(("white", piece)) => (Some(Side::White), piece),
            Some(("black", piece)) => (Some(Side::Black), piece),
            _ => (None, name),
        };
        Ok(Self { side, piece: piece.into(), count: count.transpose()? })
    }
}

/// Reads an army: parts separated by commas or semicolons.
///
/// # Errors
/// [`StatementError`], which names the part.
pub fn parse_army(text: &str) -> Result<Vec<PartStatement>, StatementError> {
    split_pieces(text).into_iter().map(str::parse).collect()
}

/// Splits a list of pieces, at semicolons if it has any, otherwise at commas except for those
/// inside `leaper:A,B` and `rider:A,B`.
#[must_use]
pub fn split_pieces(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, character) in text.char_indices() {
        let inside = || {
            let part = &text[begin..at];
            let (before, number) = part.split_at(part.rfind(':').map_or(0, |colon| colon + 1));
            let leap = before.ends_with("leaper:") || before.ends_with("rider:");
            leap && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        let separates = match character {
            ';' => true,
            ',' => !text.contains(';') && !inside(),
            _ => false,
        };
        if separates {
            parts.push(&text[begin..at]);
            begin = at + 1;
        }
    }
    parts.push(&text[begin..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let part = |side, piece: &str, count| PartStatement { side, piece: piece.into(), count };
        for (text, parts) in [
            ("queen=4,knight=2", vec![part(None, "queen", Some(4)), part(None, "knight", Some(2))]),
            (
                "white:queen, black:queen",
                vec![
                    part(Some(Side::White), "queen", None),
                    part(Some(Side::Black), "queen", None),
                ],
            ),
            ("leaper:1,2=3", vec![part(None, "leaper:1,2", Some(3))]),
            (
                "queen=2,leaper:1,2=1,rook",
                vec![
                    part(None, "queen", Some(2)),
                    part(None, "leaper:1,2", Some(1)),
                    part(None, "rook", None),
                ],
            ),
            (
                "king+rider:2,3+leaper:1,2=1,rook",
                vec![part(None, "king+rider:2,3+leaper:1,2", Some(1)), part(None, "rook", None)],
            ),
            (
                "white:leaper:1,2=3;black:rook",
                vec![
                    part(Some(Side::White), "leaper:1,2", Some(3)),
                    part(Some(Side::Black), "rook", None),
                ],
            ),
        ] {
            assert_eq!(parse_army(text).unwrap(), parts, "{text}");
        }
        let error = parse_army("queen=many").unwrap_err().to_string();
        assert!(error.contains("`many`"), "{error}");
    }
}
