//! The core of `satranj`: boards and graphs, runs and their limits, SAT solvers, and the methods
//! that find, count and refute. It knows models and their encodings, but no puzzles and no
//! documents.
//!
//! This crate is internal to `satranj`, which has the stable interface; this one is not stable.

#![doc(hidden)]
// Printing macros panic once the reader is gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// Code that only the program calls looks dead without it; a build with it finds the truly dead
// code.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

pub mod board;
pub mod checkpoint;
#[cfg(feature = "cli")]
pub mod compression;
pub mod cubes;
pub mod file_name;
pub mod graphs;
#[cfg(feature = "cli")]
pub mod invocation;
pub mod json;
pub mod limits;
pub mod memory;
pub mod methods;
pub mod nearest;
pub mod obstruction;
pub mod printable;
#[cfg(feature = "cli")]
pub mod processor_time;
pub mod random;
pub mod run;
pub mod sample;
pub mod shell_word;
pub mod solvers;
#[cfg(feature = "cli")]
pub mod sources;
pub mod statistics;
#[cfg(feature = "programs")]
pub mod temporary;
