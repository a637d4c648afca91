//! Models of graph puzzles and their encodings as SAT clauses.
//!
//! This crate knows graphs, models and clauses; it knows no chess, no files and no
//! command line. One direction only: a [`lattice::Lattice`] or another source gives a
//! [`graph::Graph`], a [`model::Model`] states what is asked of it, an
//! [`encoding::Encoding`] turns the model into clauses, and its
//! [`encoding::Encoded`] reads a satisfying assignment back as a
//! [`model::Witness`].
//!
//! A model is made from a board's lattice or from any petgraph graph. Its clauses go to any
//! [`clause::ClauseSink`], and each collector of rustsat is one; a rustsat assignment is read back.
//! Which encodings there are, and when to prefer which, says [`registry::encodings`]; how large
//! their formulas are [`encoding::Encoding::bound`] and [`encoding::Encoding::count`].
//!
//! # Example
//!
//! ```
#![doc = include_str!("examples/rustsat.rs")]
//! ```

//! # What is promised
//!
//! What these pages show keeps to semantic versions. The obstructions and the parts of encodings
//! that `satranj` uses beside them are public to it and hidden here: they may change at any time.

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod at_most_one;
#[doc(hidden)]
pub mod b_matching;
#[doc(hidden)]
pub mod cardinality;
pub mod clause;
pub mod colouring;
mod count;
pub mod counter;
pub mod dominating_set;
pub mod encoding;
pub mod exchange;
pub mod gathering;
pub mod graph;
#[doc(hidden)]
pub mod greedy_colouring;
mod guard;
pub mod hamiltonian;
pub mod independent_set;
pub mod lattice;
pub mod lattice_graph;
pub mod model;
pub mod planning;
pub mod queens;
mod reading;
pub mod registry;
pub mod route;
mod rustsat_collector;
mod sense;
pub mod shortest_path;
mod size;
#[doc(hidden)]
pub mod totalizer;
#[doc(hidden)]
pub mod value_bound;
mod variables;
pub mod vertex_cover;
#[doc(hidden)]
pub mod vertex_set;
pub mod weighted_set;
mod witness;
