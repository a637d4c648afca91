//! Joins disjoint cycles without a solver where edges between them allow it.

use super::components::NONE;
use crate::graph::Graph;

/// Vertex-disjoint cycles through all vertices of a graph; for a path model one of them is a path.
pub(super) struct Merging<'m> {
    graph: &'m Graph,
    /// The edges that must stay, the smaller vertex first, in rising order.
    pub kept: Vec<(u32, u32)>,
    /// The two neighbours of each vertex; fewer at the ends of a path.
    pub neighbours: Vec<[u32; 2]>,
    /// Union-find: a vertex of the same component; a root is its own parent.
    parents: Vec<u32>,
}

impl<'m> Merging<'m> {
    /// Components by their numbers in `marks`; `roots` has one vertex of each. The edges `kept`
    /// stay.
    pub fn new(
        graph: &'m Graph,
        kept: &[(u32, u32)],
        neighbours: Vec<[u32; 2]>,
        marks: &[u32],
        roots: &[u32],
    ) -> Self {
        let mut kept: Vec<(u32, u32)> = kept.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        kept.sort_unstable();
        let parents = marks.iter().map(|&mark| roots[mark as usize]).collect();
        Self { graph, kept, neighbours, parents }
    }

    /// The root of a component.
    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.parents[vertex as usize] != vertex {
            let above = self.parents[self.parents[vertex as usize] as usize];
            self.parents[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    fn is_kept(&self, a: u32, b: u32) -> bool {
        !self.kept.is_empty() && self.kept.binary_search(&(a.min(b), a.max(b))).is_ok()
    }

    /// Joins components until no two can be joined; returns the number of joins.
    ///
    /// An edge a-b of one component and an edge c-d of another are replaced by edges a-c and b-d of
    /// the graph: an alternating cycle of four. The edges `kept` stay. O(passes · m · degree);
    /// there are few passes, mostly two, since each but the last joins something.
    pub fn merge(&mut self) -> u32 {
        let mut merges = 0;
        loop {
            let before = merges;
            for a in 0..self.graph.vertices() {
                for side in 0..2 {
                    let b = self.neighbours[a as usize][side];
                    if b != NONE && !self.is_kept(a, b) {
                        merges += u32::from(self.merge_at(a, b));
                    }
                }
            }
            if merges == before {
                return merges;
            }
        }
    }

    /// Looks for an edge of another component to exchange with a-b.
    fn merge_at(&mut self, a: u32, b: u32) -> bool {
        let own = self.root(a);
        let graph = self.graph;
        for &c in graph.neighbours(a) {
            let other = self.root(c);
            if other == own {
                continue;
            }
            for d in self.neighbours[c as usize] {
                if d == NONE || graph.edge_between(b, d).is_none() || self.is_kept(c, d) {
                    continue;
                }
                for (vertex, from, to) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
                    let slots = &mut self.neighbours[vertex as usize];
                    if let Some(slot) = slots.iter_mut().find(|slot| **slot == from) {
                        *slot = to;
                    }
                }
                self.parents[own as usize] = other;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of vertices, numbered row by row, joined into a ladder.
    fn ladder(length: u32) -> Graph {
        let along = (0..2 * length).filter(|v| v % length + 1 < length).map(|v| (v, v + 1));
        let across = (0..length).map(|v| (v, v + length));
        Graph::from_edges(2 * length, &along.chain(across).collect::<Vec<_>>())
    }

    /// Squares of four vertices side by side.
    fn squares(length: u32) -> (Vec<[u32; 2]>, Vec<u32>, Vec<u32>) {
        let next = |v: u32| if v.is_multiple_of(2) { v + 1 } else { v - 1 };
        let across = |v: u32| if v < length { v + length } else { v - length };
        let column = |v: u32| v % length;
        let neighbours =
            (0..2 * length).map(|v| [column(next(column(v))) + v - column(v), across(v)]).collect();
        let marks = (0..2 * length).map(|v| column(v) / 2).collect();
        (neighbours, marks, (0..length / 2).map(|square| 2 * square).collect())
    }

    fn components(neighbours: &[[u32; 2]]) -> usize {
        let mut seen = vec![false; neighbours.len()];
        let mut count = 0;
        for start in 0..neighbours.len() {
            count += usize::from(!seen[start]);
            let mut waiting = vec![start];
            while let Some(vertex) = waiting.pop() {
                if !std::mem::replace(&mut seen[vertex], true) {
                    waiting.extend(neighbours[vertex].iter().map(|&other| other as usize));
                }
            }
        }
        count
    }

    #[test]
    fn a_ladder_of_squares_becomes_one_cycle() {
        let graph = ladder(8);
        let (neighbours, marks, roots) = squares(8);
        assert_eq!(components(&neighbours), 4);
        let mut factor = Merging::new(&graph, &[], neighbours, &marks, &roots);
        assert_eq!(factor.merge(), 3);
        assert_eq!(components(&factor.neighbours), 1);
        for (vertex, neighbours) in (0..).zip(&factor.neighbours) {
            for &other in neighbours {
                assert!(graph.edge_between(vertex, other).is_some());
            }
        }
    }

    #[test]
    fn edges_that_must_stay_do() {
        let graph = ladder(8);
        let kept = [(9, 1), (11, 3)];
        let (neighbours, marks, roots) = squares(8);
        let mut factor = Merging::new(&graph, &kept, neighbours, &marks, &roots);
        assert_eq!(factor.merge(), 1);
        assert_eq!(components(&factor.neighbours), 3);
        for (a, b) in kept {
            assert!(factor.neighbours[a as usize].contains(&b));
        }
    }
}
