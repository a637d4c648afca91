//! Placements as documents and arguments state them.

use satranj_encodings::model::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Place,
    army::{Part, PartStatement},
};
use crate::{
    board::{Board, square::Square},
    puzzles::{BoardStatement, StatementError},
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
    /// The placement that is stated.
    ///
    /// # Errors
    /// [`StatementError`], which names the offending value.
    pub fn place(&self) -> Result<Place, StatementError> {
        let board = self.board.board()?;
        let count = match self.count {
            CountStatement::Exactly(count) => Count::Exactly(count),
            CountStatement::Maximum(_) => Count::Optimum,
        };
        let counted = !self.army.is_empty() && self.army.iter().all(|part| part.count.is_some());
        if let (true, CountStatement::Exactly(count)) = (counted, self.count) {
            let problem = format!("--count {count}: every kind of the army has its own count");
            return Err(StatementError::Contradiction(problem));
        }
        let parts = match (&self.piece, self.army.as_slice()) {
            (Some(piece), []) => {
                vec![PartStatement { side: None, piece: piece.clone(), count: None }.part(count)?]
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
                army.iter().map(counted).collect::<Result<_, _>>()?
            }
            (Some(_), _) => {
                let problem = "a piece and an army: leave out --piece or --army";
                return Err(StatementError::Contradiction(problem.into()));
            }
            (None, []) => {
                let problem = "no piece: name one by --piece, or several kinds by --army";
                return Err(StatementError::Contradiction(problem.into()));
            }
        };
        Place::new(board, parts, !self.army.is_empty(), &self.given)
    }
}

/// Reads SQUARE, or PIECE@SQUARE where there are several kinds.
pub(super) fn parse_given(
    text: &str,
    board: &Board,
    parts: &[Part],
) -> Result<(usize, Square), StatementError> {
    let (part, square) = match text.rsplit_once('@') {
        Some((name, square)) => {
            let part = parts.iter().position(|part| part.name == name.trim());
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let problem = || {
                let names = names.join(", ");
                StatementError::Form(format!(
                    "--given {text}: no piece `{name}`; there are {names}"
                ))
            };
            (part.ok_or_else(problem)?, square)
        }
        None if parts.len() == 1 => (0, text),
        None => {
            let problem = "say which piece stands there, for example";
            let example = format!("{}@{text}", parts[0].name);
            return Err(StatementError::Form(format!("--given {text}: {problem} {example}")));
        }
    };
    let square = Square::parse(square, board)
        .map_err(|error| StatementError::Square { what: "--given", error })?;
    Ok((part, square))
}
