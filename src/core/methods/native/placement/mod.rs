//! Native methods for placements: search, and counts by dynamic programming and closed forms.

pub mod cheapest;
pub(super) mod components;
mod cover;
pub mod dfs;
mod ferrers;
mod frontier;
pub mod halves;
mod incidence;
mod masks;
pub(super) mod orders;
pub(in crate::methods::native) mod polynomial;
mod prefixes;
pub mod row_masks;
pub mod rows;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod words;
