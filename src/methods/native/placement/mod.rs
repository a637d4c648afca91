//! Native methods for placements: search, and counts by dynamic programming and closed forms.

pub mod bishop_colours;
mod cover;
pub mod dfs;
mod frontier;
mod incidence;
mod masks;
mod polynomial;
pub mod rook_polynomial;
pub mod rows;
mod search;
mod table;
#[cfg(test)]
mod tests;
