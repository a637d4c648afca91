//! The core of `satranj`: boards and graphs, runs and their limits, SAT solvers, and the methods
//! that find, count and refute. It knows models and their encodings, but no puzzles and no
//! documents.
//!
//! This crate is internal to `satranj`, which has the stable interface; this one is not stable.

// Printing macros panic once the reader is gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// Code that only the program calls looks dead without it; a build with it finds the truly dead
// code.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod checkpoint;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod compression;
#[doc(hidden)]
pub mod cubes;
#[doc(hidden)]
pub mod file_name;
#[doc(hidden)]
pub mod graphs;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod invocation;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod methods;
#[doc(hidden)]
pub mod nearest;
#[doc(hidden)]
pub mod obstruction;
#[doc(hidden)]
pub mod printable;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod processor_time;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod run;
#[doc(hidden)]
pub mod sample;
#[doc(hidden)]
pub mod solvers;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod sources;
#[doc(hidden)]
pub mod statistics;
#[cfg(feature = "programs")]
#[doc(hidden)]
pub mod temporary;
