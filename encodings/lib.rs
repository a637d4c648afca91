//! Models of graph puzzles and their encodings as SAT clauses.
//!
//! This crate knows graphs, models and clauses, but no chess, files or command line. Everything
//! flows in one direction: a [`lattice::Lattice`] or another source gives a [`graph::Graph`], a
//! [`model::Model`] states the question, an [`encoding::Encoding`] turns the model into clauses,
//! and its [`encoding::Encoded`] reads a satisfying assignment back as a [`model::Witness`].
//!
//! A model is made from a board's lattice or from any petgraph graph. Its clauses go to any
//! [`clause::ClauseSink`], for example any collector of rustsat; a rustsat assignment is read back.
//! [`registry::encodings`] lists the encodings and when to prefer which;
//! [`encoding::Encoding::count`] gives the size of a formula.
//!
//! # Example
//!
//! ```
#![doc = include_str!("examples/rustsat.rs")]
//! ```

//! # Stability
//!
//! What these pages show follows semantic versioning. The obstructions and the parts of encodings
//! that only `satranj` uses are public but hidden here: they may change at any time.

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod agent_arrangements;
pub mod agent_paths;
pub mod at_most_one;
#[doc(hidden)]
pub mod b_matching;
pub mod clause;
pub mod colouring;
pub mod constraints;
pub mod counter;
pub mod dominating_set;
pub mod encoding;
pub mod exchange;
#[doc(hidden)]
pub mod flat_lists;
mod formula;
pub mod graph;
#[doc(hidden)]
pub mod greedy_colouring;
pub mod hamiltonian;
pub mod independent_set;
pub mod lattice;
pub mod lattice_graph;
pub mod longest_path;
pub mod meeting;
pub mod model;
mod objective;
mod obstruction;
pub mod planning;
pub mod queens;
mod reading;
pub mod registry;
pub mod route;
pub mod shortest_path;
#[doc(hidden)]
pub mod totalizer;
#[doc(hidden)]
pub mod value_bound;
pub mod vertex_cover;
#[doc(hidden)]
pub mod vertex_set;
pub mod weighted_set;
