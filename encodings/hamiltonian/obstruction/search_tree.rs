//! Depth-first search: the components that remain when a vertex is removed.

use fixedbitset::FixedBitSet;

use crate::graph::Graph;

/// A depth-first search of a graph, from the least vertex of each component (Hopcroft and
/// Tarjan 1973).
pub(in crate::hamiltonian) struct SearchTree {
    /// The parent of each vertex; [`NONE`] for a root.
    pub parent: Vec<u32>,
    /// The time at which the search entered each vertex.
    pub entered: Vec<u32>,
    /// The earliest entry time of a vertex adjacent to the subtree of each vertex.
    low: Vec<u32>,
    /// Number of components.
    pub components: usize,
}

/// No vertex, or no time.
const NONE: u32 = u32::MAX;

impl SearchTree {
    /// Searches a graph without some removed vertices. O(n + m).
    pub fn without(graph: &Graph, removed: &FixedBitSet) -> Self {
        let n = graph.vertices();
        let mut tree = Self {
            parent: vec![NONE; n as usize],
            entered: vec![NONE; n as usize],
            low: vec![NONE; n as usize],
            components: 0,
        };
        // How many neighbours of each vertex were looked at.
        let mut visited = vec![0; n as usize];
        let mut clock = 0;
        let mut enter = |tree: &mut Self, vertex: u32, parent: u32| {
            tree.parent[vertex as usize] = parent;
            tree.entered[vertex as usize] = clock;
            tree.low[vertex as usize] = clock;
            clock += 1;
            vertex
        };
        for root in 0..n {
            if tree.entered[root as usize] != NONE || removed.contains(root as usize) {
                continue;
            }
            tree.components += 1;
            let mut vertex = enter(&mut tree, root, NONE);
            while vertex != NONE {
                let own = vertex as usize;
                let parent = tree.parent[own];
                let mut child = None;
                for &other in &graph.neighbours(vertex)[visited[own]..] {
                    visited[own] += 1;
                    if removed.contains(other as usize) {
                        continue;
                    }
                    if tree.entered[other as usize] == NONE {
                        child = Some(other);
                        break;
                    }
                    if other != parent {
                        tree.low[own] = tree.low[own].min(tree.entered[other as usize]);
                    }
                }
                if let Some(child) = child {
                    vertex = enter(&mut tree, child, vertex);
                    continue;
                }
                if parent != NONE {
                    tree.low[parent as usize] = tree.low[parent as usize].min(tree.low[own]);
                }
                vertex = parent;
            }
        }
        tree
    }

    /// The parent of a vertex whose subtree becomes a separate component without that parent.
    fn cut_off_by(&self, vertex: u32) -> Option<u32> {
        let parent = self.parent[vertex as usize];
        (parent != NONE && self.low[vertex as usize] >= self.entered[parent as usize])
            .then_some(parent)
    }

    /// How many components the component of each vertex leaves without that vertex.
    pub fn pieces(&self) -> Vec<usize> {
        // Separated subtrees, and the rest around the root.
        let mut pieces: Vec<usize> =
            self.parent.iter().map(|&parent| usize::from(parent != NONE)).collect();
        for vertex in 0..self.parent.len() as u32 {
            if let Some(parent) = self.cut_off_by(vertex) {
                pieces[parent as usize] += 1;
            }
        }
        pieces
    }

    /// For each vertex of a connected graph, the component without it that contains `end`, as the
    /// root of its subtree; [`NONE`] for the rest around the root.
    pub fn towards(&self, end: u32) -> Vec<u32> {
        let mut towards = vec![NONE; self.parent.len()];
        let mut vertex = end;
        while self.parent[vertex as usize] != NONE {
            if let Some(parent) = self.cut_off_by(vertex) {
                towards[parent as usize] = vertex;
            }
            vertex = self.parent[vertex as usize];
        }
        towards
    }
}
