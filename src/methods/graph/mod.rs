//! Graph methods: searches on the petgraph graph with petgraph's algorithms.

pub mod search;
