//! Plain, slow enumerations for tests: they try everything.
//!
//! No code of Satranj is used, so that nothing is shared with what is checked. Graphs are lists of
//! neighbours, boards are numbers of rows and columns. The tests of each crate convert their models
//! into these inputs in one file: `encodings/tests/formulas/support/plain.rs`,
//! `src/core/methods/boards.rs`, `tests/journeys/harness/`.
#![forbid(unsafe_code)]

pub mod agents;
pub mod armies;
pub mod betza;
pub mod boards;
pub mod colourings;
pub mod dice;
pub mod exchanges;
pub mod generators;
pub mod longest;
pub mod pieces;
pub mod queens;
pub mod routes;
pub mod sets;
pub mod tours;

/// The neighbours of each vertex; the vertices are the numbers from 0.
pub type PlainGraph = Vec<Vec<u32>>;

#[cfg(test)]
mod tests;
