//! Why a puzzle cannot be exported.

use std::io;

use satranj_encodings::encoding::EncodeError;
use thiserror::Error;

use crate::limits::Reason;

/// Why an export failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There is no such format.
    #[error("there is no format `{0}`")]
    NoFormat(String),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The model cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The format does not hold this puzzle.
    #[error("the format `{0}` does not hold this puzzle")]
    Unsupported(&'static str),
    /// The format holds undirected graphs.
    #[error(
        "the format `{0}` holds no directed graph; take --format dot, graphml, graph6 or node-link"
    )]
    Directed(&'static str),
    /// The format holds no weights of vertices.
    #[error(
        "the format `{0}` holds no weights of vertices; take --format edge, dot, graphml, gml, \
         gexf or node-link"
    )]
    Weighted(&'static str),
    /// The format holds such puzzles, but this one means something else in it.
    #[error("the format `{format}` cannot state this: {problem}")]
    Instance {
        /// The format.
        format: &'static str,
        /// Why.
        problem: &'static str,
    },
    /// The format states decisions, but the best is asked for.
    #[error(
        "the format `{format}` states a decision, and this puzzle asks for the best: say how many by \
         {option} K, or take --format wcnf or opb"
    )]
    Optimum {
        /// The format.
        format: &'static str,
        /// The option that sets the number.
        option: &'static str,
    },
    /// The format states decisions, but the shortest plan is asked for; says whether another format
    /// can ask for it.
    #[error(
        "the format `{format}` states a decision, and this puzzle asks for the best: say how much \
         it may take at most by --at-most K{}",
        if *.others { ", or take --format wcnf or opb" } else { "" }
    )]
    Shortest {
        /// The format.
        format: &'static str,
        /// Whether wcnf and opb hold the puzzle as it is.
        others: bool,
    },
    /// The models of the formula are not the solutions, so counting them is wrong.
    #[error(
        "--projection: the models of the encoding `{0}` cannot be counted as solutions of this \
         puzzle"
    )]
    NotCounted(&'static str),
    /// A formula holds plans of a bounded length only.
    #[error(
        "a formula holds plans of a bounded length: say how many steps they may take at most by \
         --at-most K"
    )]
    Horizon,
    /// The format cannot number this many vertices.
    #[error("the graph has {vertices} vertices; `{format}` is written for at most 258047")]
    TooManyVertices {
        /// The format.
        format: &'static str,
        /// The number of vertices.
        vertices: u32,
    },
    /// A limit or a signal.
    #[error("stopped: {0}")]
    Stopped(&'static str),
}

impl From<Reason> for ExportError {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason.describe())
    }
}
