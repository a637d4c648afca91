//! Plans for agents that walk through a graph without collisions.

mod joint_key;
pub mod joint_search;
#[cfg(test)]
mod tests;
