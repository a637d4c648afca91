//! Placements as documents and arguments state them.

use satranj_encodings::model::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::army::{Part, PartStatement};
use crate::{
    board::{Board, square::Square},
    puzzles::{
        BoardStatement, StatementError,
        fields::{Field, words},
    },
};

/// How many pieces: a number, or as many as can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a number of pieces or \"max\"")]
pub enum CountStatement {
    /// So many.
    Exactly(u32),
    /// As many as can be.
    Maximum(Maximum),
}

/// The word `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Maximum {
    /// As many as can be.
    #[serde(rename = "max")]
    Max,
}

impl Default for CountStatement {
    fn default() -> Self {
        Self::Maximum(Maximum::Max)
    }
}

/// A placement as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line; left out where there is an army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The kinds of pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub army: Vec<PartStatement>,
    /// How many pieces; of several kinds, of each that has no count of its own.
    #[serde(default)]
    pub count: CountStatement,
    /// Where pieces must stand: a square, or with several kinds PIECE@SQUARE.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
}

impl PlaceStatement {
    /// The kinds of pieces that are stated.
    pub(super) fn parts(&self) -> Result<Vec<Part>, StatementError> {
        let count = match self.count {
            CountStatement::Exactly(count) => Count::Exactly(count),
            CountStatement::Maximum(_) => Count::Optimum,
        };
        let counted = !self.army.is_empty() && self.army.iter().all(|part| part.count.is_some());
        if let (true, CountStatement::Exactly(count)) = (counted, self.count) {
            let problem = "every kind of the army has its own count";
            return Err(StatementError::of(Field::Count, &count, problem));
        }
        match (&self.piece, self.army.as_slice()) {
            (Some(piece), []) => {
                let part = PartStatement { side: None, piece: piece.clone(), count: None };
                Ok(vec![part.part(count)?])
            }
            (None, army @ [_, ..]) => {
                // A number for all is one for each.
                let own = match count {
                    Count::Exactly(count) => Some(count),
                    Count::Optimum => None,
                };
                let counted = |part: &PartStatement| {
                    PartStatement { count: part.count.or(own), ..part.clone() }.part(count)
                };
                army.iter().map(counted).collect()
            }
            (Some(_), _) => Err(StatementError::whole(words![
                "a piece and an army: leave out ",
                Field::Piece,
                " or ",
                Field::Army
            ])),
            (None, []) => Err(StatementError::whole(words![
                "no piece: name one by ",
                Field::Piece,
                ", or several kinds by ",
                Field::Army
            ])
            .blaming(Field::Piece)),
        }
    }
}

/// Reads SQUARE, or PIECE@SQUARE where there are several kinds.
pub(super) fn parse_given(
    text: &str,
    board: &Board,
    parts: &[Part],
) -> Result<(usize, Square), StatementError> {
    let wrong = |problem: String| StatementError::of(Field::Given, &text, problem);
    let (part, square) = match text.rsplit_once('@') {
        Some((name, square)) => {
            let part = parts.iter().position(|part| part.name == name.trim());
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let unknown = || wrong(format!("no piece `{name}`; there are {}", names.join(", ")));
            (part.ok_or_else(unknown)?, square)
        }
        None if parts.len() == 1 => (0, text),
        None => {
            let example = format!("{}@{text}", parts[0].name);
            return Err(wrong(format!("say which piece stands there, for example {example}")));
        }
    };
    let square = Square::parse(square, board);
    Ok((part, square.map_err(|error| StatementError::at(Field::Given, error))?))
}
