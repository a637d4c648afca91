//! The result of reading an assignment: a witness, missing clauses, or an error.

use rustsat::types::Lit;

use crate::witness::Witness;

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
    #[error("vertex {vertex} has {degree} moves instead of two")]
    Degree {
        /// The vertex.
        vertex: u32,
        /// Its number of chosen edges and ends.
        degree: u32,
    },
    /// Not exactly one meeting vertex is chosen.
    #[error("{0} meeting places are chosen instead of one")]
    Meetings(usize),
    /// A rider cannot reach the meeting vertex.
    #[error("no way leads from vertex {0} to where all meet")]
    Apart(u32),
    /// Not exactly one start or end is chosen.
    #[error("{0} ends are chosen instead of one")]
    Ends(usize),
    /// A vertex has no colour.
    #[error("vertex {0} has no colour")]
    NoColour(u32),
    /// The moves close too soon.
    #[error("the moves from vertex {vertex} close after {length} instead of {vertices}")]
    Closed {
        /// Where.
        vertex: u32,
        /// After how many moves.
        length: u32,
        /// How many there should be.
        vertices: u32,
    },
}
