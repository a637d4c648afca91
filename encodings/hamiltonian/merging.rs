//! The paths and cycles of chosen edges, and how they join without a solver where edges between them
//! allow it.

use std::iter;

use petgraph::unionfind::UnionFind;
use rustsat::types::Lit;

use crate::{flat_lists::FlatLists, graph::Graph};

/// Edges that must stay, the smaller vertex first, in rising order.
pub(super) struct KeptEdges(Vec<(u32, u32)>);

impl KeptEdges {
    pub fn new(edges: &[(u32, u32)]) -> Self {
        let mut kept: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        kept.sort_unstable();
        Self(kept)
    }

    pub fn contains(&self, a: u32, b: u32) -> bool {
        !self.0.is_empty() && self.0.binary_search(&(a.min(b), a.max(b))).is_ok()
    }
}

/// Replaces one of the two neighbours of a vertex.
pub(super) fn replace(neighbours: &mut [[u32; 2]], vertex: u32, from: u32, to: u32) {
    let slots = &mut neighbours[vertex as usize];
    if let Some(slot) = slots.iter_mut().find(|slot| **slot == from) {
        *slot = to;
    }
}

/// Vertex-disjoint cycles through all vertices of a graph; for a path model one of them is a path.
pub(super) struct Merging<'m> {
    graph: &'m Graph,
    kept: &'m KeptEdges,
    /// The two neighbours of each vertex; fewer at the ends of a path.
    pub neighbours: Vec<[u32; 2]>,
    /// The component of each vertex at first, and which of them are joined.
    marks: Vec<u32>,
    joined: UnionFind<u32>,
}

impl<'m> Merging<'m> {
    /// The components before any is joined.
    pub fn new(graph: &'m Graph, kept: &'m KeptEdges, components: Components) -> Self {
        let joined = UnionFind::new(components.count());
        let Components { chosen: neighbours, marks, .. } = components;
        Self { graph, kept, neighbours, marks, joined }
    }

    /// The component of a vertex.
    fn component(&mut self, vertex: u32) -> u32 {
        self.joined.find_mut(self.marks[vertex as usize])
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
                    if b != NONE && !self.kept.contains(a, b) {
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
        let own = self.component(a);
        let graph = self.graph;
        for &c in graph.neighbours(a) {
            let other = self.component(c);
            if other == own {
                continue;
            }
            for d in self.neighbours[c as usize] {
                if d == NONE || graph.edge_between(b, d).is_none() || self.kept.contains(c, d) {
                    continue;
                }
                for (vertex, from, to) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
                    replace(&mut self.neighbours, vertex, from, to);
                }
                self.joined.union(own, other);
                return true;
            }
        }
        false
    }
}

/// No neighbour, or no component.
pub(super) const NONE: u32 = u32::MAX;

/// The chosen edges, component by component.
pub(super) struct Components {
    /// The neighbours of each vertex; a successor alone will do.
    pub chosen: Vec<[u32; 2]>,
    /// The component of each vertex.
    pub marks: Vec<u32>,
    /// The vertices of each component, in the order of a walk along it.
    pub walks: FlatLists<u32>,
}

/// A walk from a vertex along those of no component yet, which become one of this number.
pub(super) fn walk<'a>(
    neighbours: &'a [[u32; 2]],
    marks: &'a mut [u32],
    (root, mark): (u32, u32),
) -> impl Iterator<Item = u32> + 'a {
    let mut next = Some(root);
    iter::from_fn(move || {
        let vertex = next?;
        marks[vertex as usize] = mark;
        let is_open = |other: &u32| *other != NONE && marks[*other as usize] == NONE;
        next = neighbours[vertex as usize].into_iter().find(is_open);
        Some(vertex)
    })
}

impl Components {
    /// The components of these neighbours, that of `first` first.
    pub fn of(chosen: Vec<[u32; 2]>, first: Option<u32>) -> Self {
        let mut marks = vec![NONE; chosen.len()];
        let mut walks = FlatLists::default();
        for root in first.into_iter().chain(0..chosen.len() as u32) {
            if marks[root as usize] == NONE {
                let mark = walks.len() as u32;
                walks.push(walk(&chosen, &mut marks, (root, mark)));
            }
        }
        Self { chosen, marks, walks }
    }

    /// Number of components.
    pub fn count(&self) -> usize {
        self.walks.len()
    }

    /// The vertices, component after component.
    pub fn into_order(self) -> Vec<u32> {
        self.walks.into_items()
    }

    /// The component of a vertex, in the order of a walk from there along a cycle.
    pub fn around(&self, vertex: u32) -> Vec<u32> {
        let mut cycle =
            self.walks.iter().find(|walk| walk.contains(&vertex)).unwrap_or(&[]).to_vec();
        let at = cycle.iter().position(|&other| other == vertex).unwrap_or(0);
        cycle.rotate_left(at);
        cycle
    }

    /// The first of several components.
    pub fn sides(&self, most: usize) -> Vec<Vec<u32>> {
        let several = if self.count() > 1 { most } else { 0 };
        self.walks.iter().take(several).map(<[u32]>::to_vec).collect()
    }

    /// "Some edge leaves it" for each of the first components; `edges` lists the other ends of the
    /// edges at a vertex, with their literals.
    pub fn cuts<I>(&self, most: usize, edges: impl Fn(u32) -> I) -> Vec<Vec<Lit>>
    where
        I: Iterator<Item = (u32, Lit)>,
    {
        let cut = |(mark, part): (u32, &[u32])| {
            let edges = part.iter().flat_map(|&vertex| edges(vertex));
            let leaving = edges.filter(|&(other, _)| self.marks[other as usize] != mark);
            leaving.map(|(_, literal)| literal).collect()
        };
        (0..).zip(self.walks.iter()).take(most).map(cut).collect()
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
    fn squares(length: u32) -> Vec<[u32; 2]> {
        let next = |v: u32| if v.is_multiple_of(2) { v + 1 } else { v - 1 };
        let across = |v: u32| if v < length { v + length } else { v - length };
        let column = |v: u32| v % length;
        (0..2 * length).map(|v| [column(next(column(v))) + v - column(v), across(v)]).collect()
    }

    /// The neighbours after this many joins.
    fn merged(length: u32, kept: &[(u32, u32)], joins: u32) -> Vec<[u32; 2]> {
        let (graph, kept) = (ladder(length), KeptEdges::new(kept));
        let components = Components::of(squares(length), None);
        let mut factor = Merging::new(&graph, &kept, components);
        assert_eq!(factor.merge(), joins);
        factor.neighbours
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
        assert_eq!(components(&squares(8)), 4);
        let neighbours = merged(8, &[], 3);
        assert_eq!(components(&neighbours), 1);
        for (vertex, neighbours) in (0..).zip(&neighbours) {
            for &other in neighbours {
                assert!(graph.edge_between(vertex, other).is_some());
            }
        }
    }

    #[test]
    fn edges_that_must_stay_do() {
        let kept = [(9, 1), (11, 3)];
        let neighbours = merged(8, &kept, 1);
        assert_eq!(components(&neighbours), 3);
        for (a, b) in kept {
            assert!(neighbours[a as usize].contains(&b));
        }
    }
}
