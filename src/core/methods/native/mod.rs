//! Native methods: satranj's own searches on flat arrays.

pub mod agents;
mod amount;
pub(crate) mod bits;
pub mod branch_and_reduce;
pub mod candidates;
pub mod cliques;
pub mod colouring;
pub mod dfs;
pub mod domination;
pub mod engine;
pub mod exchange;
pub mod frontier;
mod indexed_list;
pub mod knight_distance;
pub mod longest;
pub mod meeting;
pub mod order;
pub mod padded;
mod path_decomposition;
pub mod placement;
pub mod queens;
pub mod quotient;
pub mod rotations;
pub mod route;
pub mod trace;
pub mod warnsdorff;
