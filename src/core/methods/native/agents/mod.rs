//! Plans for agents that walk through a graph without collisions.

pub mod cbs;
mod goal_distances;
mod joint_key;
pub mod joint_search;
pub mod lacam;
mod occupancy;
#[cfg(test)]
mod tests;
