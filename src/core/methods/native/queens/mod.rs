//! Native methods of the n-queens problem: complete searches, local searches, a construction.

pub mod bitmask;
pub mod construct;
pub mod counting;
pub mod dfs;
pub mod hill_climbing;
pub mod min_conflicts;
pub mod quadrants;

mod constraints;
mod local_search;
mod taken_lines;

#[cfg(test)]
mod tests;
