//! What an assignment says: a witness, missing clauses, or an error.

use rustsat::types::Lit;

use crate::exchange::Move;

/// What an assignment of an encoded model means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// It is a witness.
    Witness(Witness),
    /// It satisfies the clauses so far but is not a witness. Every witness satisfies these clauses,
    /// but the assignment does not. Only lazy encodings return this.
    Cuts(Vec<Vec<Lit>>),
}

/// Why an assignment is not a witness, in terms of vertices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No vertex has this time.
    #[error("no vertex is at time {0}")]
    EmptyTime(u32),
    /// Two vertices have the same time.
    #[error("two vertices are at time {0}")]
    SharedTime(u32),
    /// A vertex has the wrong number of moves.
    #[error("vertex {vertex} has {degree} moves, expected two")]
    Degree {
        /// The vertex.
        vertex: u32,
        /// Its number of chosen edges and ends.
        degree: u32,
    },
    /// Not exactly one meeting vertex is chosen.
    #[error("{0} meeting places are chosen, expected one")]
    Meetings(usize),
    /// A rider cannot reach the meeting vertex.
    #[error("no path leads from vertex {0} to the meeting place")]
    Apart(u32),
    /// Not exactly one start or end is chosen.
    #[error("{0} ends are chosen, expected one")]
    Ends(usize),
    /// A vertex has no colour.
    #[error("vertex {0} has no colour")]
    NoColour(u32),
    /// The moves close too soon.
    #[error(
        "the moves from vertex {vertex} form a cycle of {length} vertices, expected {vertices}"
    )]
    Closed {
        /// Where.
        vertex: u32,
        /// After how many moves.
        length: u32,
        /// How many there should be.
        vertices: u32,
    },
}

/// An answer to a model.
///
/// ```
/// use satranj_encodings::model::Witness;
///
/// let set = Witness::of_vertices([7, 2, 5]);
/// assert_eq!(set, Witness::Vertices(vec![2, 5, 7]));
/// assert_eq!(set.numbers(), [2, 5, 7]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Witness {
    /// The vertices in the order of a path; a cycle does not repeat its first vertex.
    Path(Vec<u32>),
    /// A set of vertices in rising order.
    Vertices(Vec<u32>),
    /// The column of the queen in each row of the n-queens problem, row by row.
    Columns(Vec<u32>),
    /// The colour of each vertex, from 0, vertex by vertex.
    Colours(Vec<u32>),
    /// The meeting of the riders, and the vertices to which each jumps, in the order of the riders;
    /// their starts are left out.
    Meeting {
        /// The vertex.
        vertex: u32,
        /// The jumps of each rider.
        paths: Vec<Vec<u32>>,
    },
    /// The moves of a plan, step by step.
    Plan(Vec<Vec<Move>>),
    /// The vertices of each agent at the times 0, 1, 2, … until it comes to rest.
    Paths(Vec<Vec<u32>>),
}

impl Witness {
    /// A set of vertices given in any order, each once. O(n log n).
    #[must_use]
    pub fn of_vertices(vertices: impl IntoIterator<Item = u32>) -> Self {
        let mut vertices: Vec<u32> = vertices.into_iter().collect();
        vertices.sort_unstable();
        Self::Vertices(vertices)
    }

    /// The vertices, columns or colours that make up a path, a set, a row of columns or a
    /// colouring.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        match self {
            Self::Path(list) | Self::Vertices(list) | Self::Columns(list) | Self::Colours(list) => {
                list
            }
            Self::Meeting { .. } | Self::Plan(_) | Self::Paths(_) => &[],
        }
    }
}
