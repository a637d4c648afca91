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
    #[error("unknown format `{0}`; `satranj list formats` lists them")]
    NoFormat(String),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The model cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The format cannot express this puzzle.
    #[error("the format `{0}` cannot express this puzzle")]
    Unsupported(&'static str),
    /// The format has only undirected graphs.
    #[error(
        "the format `{0}` has no directed graphs; use --format dot, graphml, graph6 or node-link"
    )]
    Directed(&'static str),
    /// The format has no vertex weights.
    #[error(
        "the format `{0}` has no vertex weights; use --format edge, dot, graphml, gml, \
         gexf or node-link"
    )]
    Weighted(&'static str),
    /// The format expresses puzzles of this kind, but not this one.
    #[error("the format `{format}` cannot express this puzzle: {problem}")]
    Instance {
        /// The format.
        format: &'static str,
        /// Why.
        problem: &'static str,
    },
    /// The format states decisions, but the puzzle asks for an optimum.
    #[error(
        "the format `{format}` states a decision, but this puzzle asks for an optimum: fix the number \
         with {option} K, or use --format wcnf or opb"
    )]
    Optimum {
        /// The format.
        format: &'static str,
        /// The option that sets the number.
        option: &'static str,
    },
    /// The format states decisions, but the puzzle asks for the shortest plan.
    #[error(
        "the format `{format}` states a decision, but this puzzle asks for an optimum: set an upper \
         bound with --at-most K{}",
        if *.others { ", or use --format wcnf or opb" } else { "" }
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
    /// No better value exists, or the encoding cannot state a bound.
    #[error("the encoding `{0}` cannot state that a solution is better than this one")]
    NoBetter(&'static str),
    /// A formula holds plans of a bounded length only.
    #[error("a formula needs an upper bound on the length of the plan: set it with --at-most K")]
    Horizon,
    /// The format cannot number this many vertices.
    #[error("the graph has {vertices} vertices; `{format}` has at most 258047")]
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
