//! What proves that no path is shorter, or that there is none.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What proves a "no" of a path, or that none is shorter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PathCertificate {
    /// The distance of each vertex from the first, in the order of the graph: 0 at the first, and no
    /// edge leads to a vertex for less than its distance.
    Distances {
        /// `null` where no path leads.
        distances: Vec<Option<u64>>,
    },
    /// No edge leads out of these vertices; the first is among them, and the last is not.
    Disconnected {
        /// Their names.
        vertices: Vec<String>,
    },
}

impl PathCertificate {
    /// The word for it in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Distances { .. } => "distances",
            Self::Disconnected { .. } => "disconnected",
        }
    }

    /// Whether it says how short a path can be, and not that there is none.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        matches!(self, Self::Distances { .. })
    }
}
