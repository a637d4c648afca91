//! How many vertices: a number, the most or the fewest.

use satranj_encodings::model::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::{dominate::Minimum, place::Maximum};

/// How many vertices: a number, or as many as possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a number of vertices or \"max\"")]
pub enum MostVertices {
    /// This many.
    Exactly(u32),
    /// As many as possible.
    Maximum(Maximum),
}

/// How many vertices: a number, or as few as possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a number of vertices or \"min\"")]
pub enum FewestVertices {
    /// This many.
    Exactly(u32),
    /// As few as possible.
    Minimum(Minimum),
}

impl Default for MostVertices {
    fn default() -> Self {
        Self::Maximum(Maximum::Max)
    }
}

impl Default for FewestVertices {
    fn default() -> Self {
        Self::Minimum(Minimum::Min)
    }
}

impl From<MostVertices> for Count {
    fn from(count: MostVertices) -> Self {
        match count {
            MostVertices::Exactly(count) => Self::Exactly(count),
            MostVertices::Maximum(_) => Self::Optimum,
        }
    }
}

impl From<FewestVertices> for Count {
    fn from(count: FewestVertices) -> Self {
        match count {
            FewestVertices::Exactly(count) => Self::Exactly(count),
            FewestVertices::Minimum(_) => Self::Optimum,
        }
    }
}

impl From<Count> for MostVertices {
    fn from(count: Count) -> Self {
        match count {
            Count::Exactly(count) => Self::Exactly(count),
            Count::Optimum => Self::default(),
        }
    }
}

impl From<Count> for FewestVertices {
    fn from(count: Count) -> Self {
        match count {
            Count::Exactly(count) => Self::Exactly(count),
            Count::Optimum => Self::default(),
        }
    }
}
