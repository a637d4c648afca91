//! Graph methods: searches on the petgraph graph with petgraph's algorithms.

pub mod agent_flow;
pub mod carving;
mod deduction;
mod distances;
pub mod exchange;
#[cfg(feature = "weights")]
pub mod flow;
pub mod independent_set;
pub mod matching;
pub mod meeting;
mod pruning;
pub mod route;
pub mod search;
mod segment_times;
pub mod shortest_path;
#[cfg(test)]
mod tests;
pub mod two_factor;
