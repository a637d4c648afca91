//! Solutions as documents print them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::square::Square;

/// A solution as documents print it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Solution {
    /// The squares of a tour in the order of the visit.
    Path {
        /// A closed tour does not repeat its start.
        path: Vec<Square>,
    },
    /// The squares where pieces stand.
    Squares {
        /// Column by column.
        squares: Vec<Square>,
        /// What stands on each, where there are several kinds.
        #[serde(skip_serializing_if = "Option::is_none")]
        pieces: Option<Vec<String>>,
    },
}

impl Solution {
    /// The squares in it.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        match self {
            Self::Path { path } => path,
            Self::Squares { squares, .. } => squares,
        }
    }

    /// The same solution with every square moved.
    #[must_use]
    pub fn map(&self, to: &dyn Fn(Square) -> Square) -> Self {
        let moved = |squares: &[Square]| squares.iter().map(|&square| to(square)).collect();
        match self {
            Self::Path { path } => Self::Path { path: moved(path) },
            Self::Squares { squares, pieces } => {
                Self::Squares { squares: moved(squares), pieces: pieces.clone() }
            }
        }
    }

    /// The pieces on their squares in rising order of the squares.
    #[must_use]
    pub fn sorted(&self) -> Self {
        match self {
            Self::Path { .. } => self.clone(),
            Self::Squares { squares, pieces: None } => {
                let mut squares = squares.clone();
                squares.sort_unstable();
                Self::Squares { squares, pieces: None }
            }
            Self::Squares { squares, pieces: Some(pieces) } => {
                let mut placed: Vec<(Square, &String)> =
                    squares.iter().copied().zip(pieces).collect();
                placed.sort_unstable();
                let (squares, pieces) =
                    placed.into_iter().map(|(square, piece)| (square, piece.clone())).unzip();
                Self::Squares { squares, pieces: Some(pieces) }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Solution {
    /// By hand, because serde's untagged enums forget which square was wrong and where.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(expecting = "a solution: an object with a path or with squares")]
        struct Fields {
            path: Option<Vec<Square>>,
            squares: Option<Vec<Square>>,
            pieces: Option<Vec<String>>,
        }
        let Fields { path, squares, pieces } = Fields::deserialize(deserializer)?;
        match (path, squares) {
            (Some(path), None) => Ok(Self::Path { path }),
            (None, Some(squares)) => Ok(Self::Squares { squares, pieces }),
            (None, None) => Err(serde::de::Error::missing_field("path")),
            (Some(_), Some(_)) => {
                Err(serde::de::Error::custom("a solution has either a path or squares"))
            }
        }
    }
}
