//! The nodes of the constraint tree, and their order.

use std::{
    cmp::{Ordering, Reverse},
    rc::Rc,
};

use super::restriction::LonePlan;

/// A node of the tree.
pub struct TreeNode {
    /// No plan below it is cheaper.
    pub bound: u64,
    /// The cost of its paths.
    pub cost: u64,
    /// How often two paths collide, about.
    pub clashes: u32,
    /// How many nodes were before it.
    pub number: u64,
    /// Whether the bound considers what pairs of agents need together.
    pub is_examined: bool,
    /// The plans of all agents.
    pub plans: Vec<Rc<LonePlan>>,
}

impl TreeNode {
    /// The least bound first, then the fewest collisions, then the newest.
    fn key(&self) -> impl Ord {
        let more = (Reverse(self.bound), Reverse(self.clashes));
        (more, self.number)
    }
}

impl PartialEq for TreeNode {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for TreeNode {}

impl PartialOrd for TreeNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TreeNode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}
