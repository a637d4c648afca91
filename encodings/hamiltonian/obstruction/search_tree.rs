//! Depth-first search: the pieces into which a graph falls without a vertex.

use crate::graph::Graph;

/// A depth-first search from vertex 0 of a connected graph (Hopcroft and Tarjan 1973).
pub(super) struct SearchTree {
    parent: Vec<u32>,
    /// When the search came to each vertex.
    entered: Vec<u32>,
    /// The earliest vertex, by its time, next to the subtree of each vertex.
    low: Vec<u32>,
}

/// No vertex, or no time.
const NONE: u32 = u32::MAX;

impl SearchTree {
    /// `None` for a graph without vertices. O(n + m).
    pub(super) fn of(graph: &Graph) -> Option<Self> {
        let n = graph.vertices() as usize;
        let mut parent = vec![NONE; n];
        let mut entered = vec![NONE; n];
        let mut low = vec![NONE; n];
        let mut visited = vec![0; n];
        *entered.first_mut()? = 0;
        *low.first_mut()? = 0;
        let mut clock = 1;
        let mut vertex = 0;
        loop {
            let own = vertex as usize;
            if let Some(&other) = graph.neighbours(vertex).get(visited[own]) {
                visited[own] += 1;
                if entered[other as usize] == NONE {
                    parent[other as usize] = vertex;
                    entered[other as usize] = clock;
                    low[other as usize] = clock;
                    clock += 1;
                    vertex = other;
                } else if other != parent[own] {
                    low[own] = low[own].min(entered[other as usize]);
                }
            } else if parent[own] == NONE {
                return Some(Self { parent, entered, low });
            } else {
                vertex = parent[own];
                low[vertex as usize] = low[vertex as usize].min(low[own]);
            }
        }
    }

    /// The parent of a vertex whose subtree is a piece of its own without that parent.
    fn cut_off_by(&self, vertex: u32) -> Option<u32> {
        let parent = self.parent[vertex as usize];
        (parent != NONE && self.low[vertex as usize] >= self.entered[parent as usize])
            .then_some(parent)
    }

    /// Into how many pieces the graph falls without each vertex.
    pub(super) fn pieces(&self) -> Vec<usize> {
        // Subtrees that are cut off, and the rest around the root.
        let mut pieces: Vec<usize> =
            self.parent.iter().map(|&parent| usize::from(parent != NONE)).collect();
        for vertex in 0..self.parent.len() as u32 {
            if let Some(parent) = self.cut_off_by(vertex) {
                pieces[parent as usize] += 1;
            }
        }
        pieces
    }

    /// For each vertex the piece without it in which `end` is, by the root of its subtree;
    /// [`NONE`] for the rest around the root.
    pub(super) fn towards(&self, end: u32) -> Vec<u32> {
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
