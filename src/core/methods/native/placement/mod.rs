//! Native methods for placements: search, and counts by dynamic programming and closed forms.

pub mod cheapest;
pub(super) mod components;
pub mod dfs;
pub(super) mod frontier;
pub mod halves;
mod masks;
pub(in crate::methods::native) mod polynomial;
pub mod row_masks;
pub mod rows;
mod search;
mod table;
#[cfg(test)]
mod tests;
