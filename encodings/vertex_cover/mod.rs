//! The vertex cover model: vertices that touch every edge.

pub mod ends;

use std::sync::{Arc, OnceLock};

use crate::{
    graph::Graph,
    independent_set::{IndependentSet, obstruction::IndependentSetObstruction},
    objective::Count,
    obstruction::{Obstruction, WeightedClique},
};

/// The question of a vertex cover of a graph. Its complement is an independent set, and vice versa.
#[derive(Debug, Clone)]
pub struct VertexCover {
    graph: Arc<Graph>,
    /// How many vertices.
    pub count: Count,
    /// In rising order.
    given: Vec<u32>,
    /// In rising order.
    blocked: Vec<u32>,
    remainder: Arc<OnceLock<CoverRemainder>>,
}

/// The complement of a cover, as an independent set of the vertices that are not given.
#[derive(Debug)]
struct CoverRemainder {
    set: IndependentSet,
    /// The number of each of its vertices in the cover's graph.
    vertices: Vec<u32>,
}

impl VertexCover {
    /// A vertex cover of a graph with the given vertices and without the blocked ones; both must be
    /// vertices of the graph, and disjoint.
    #[must_use]
    pub fn new(graph: Graph, count: Count, mut given: Vec<u32>, mut blocked: Vec<u32>) -> Self {
        for list in [&mut given, &mut blocked] {
            list.sort_unstable();
            list.dedup();
        }
        Self { graph: Arc::new(graph), count, given, blocked, remainder: Arc::default() }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.graph.vertices()
    }

    /// Vertices that must be in the set, in rising order.
    #[must_use]
    pub fn given(&self) -> &[u32] {
        &self.given
    }

    /// Vertices that must not be in the set, in rising order.
    #[must_use]
    pub fn blocked(&self) -> &[u32] {
        &self.blocked
    }

    /// The same for exactly this many vertices.
    #[must_use]
    pub fn with_count(&self, count: u32) -> Self {
        let remainder = Arc::default();
        Self { count: Count::Exactly(count), remainder, ..self.clone() }
    }

    /// The complements of covers, as independent sets of the graph without the given vertices;
    /// built on the first call. `None` if the count is impossible for any graph.
    #[must_use]
    pub fn independent_set(&self) -> Option<&IndependentSet> {
        let left_out = match self.count {
            Count::Optimum => Count::Optimum,
            Count::Exactly(count) => Count::Exactly(self.vertices().checked_sub(count)?),
        };
        let remainder = self.remainder.get_or_init(|| {
            let is_open = |vertex: &u32| self.given.binary_search(vertex).is_err();
            let vertices: Vec<u32> = (0..self.vertices()).filter(is_open).collect();
            let number = |vertex: u32| vertices.binary_search(&vertex).map(|at| at as u32);
            let edges: Vec<(u32, u32)> = self
                .graph
                .edge_list()
                .filter_map(|(a, b)| Some((number(a).ok()?, number(b).ok()?)))
                .collect();
            let graph = Graph::from_edges(vertices.len() as u32, &edges);
            let mut set = IndependentSet::on_graph(graph, left_out);
            set.given = self.blocked.iter().filter_map(|&vertex| number(vertex).ok()).collect();
            CoverRemainder { set, vertices }
        });
        Some(&remainder.set)
    }

    /// The cover that is the complement of an independent set of [`VertexCover::independent_set`],
    /// in rising order. O(n).
    #[must_use]
    pub fn around(&self, left_out: &[u32]) -> Vec<u32> {
        let mut is_inside = vec![true; self.vertices() as usize];
        for vertex in self.named(left_out) {
            is_inside[vertex as usize] = false;
        }
        (0..self.vertices()).filter(|&vertex| is_inside[vertex as usize]).collect()
    }

    /// Vertices of [`VertexCover::independent_set`] by their numbers here.
    pub(crate) fn named(&self, vertices: &[u32]) -> Vec<u32> {
        let names = self.remainder.get().map_or(&[][..], |remainder| &remainder.vertices);
        vertices.iter().filter_map(|&vertex| names.get(vertex as usize).copied()).collect()
    }

    /// Turns an obstruction of the complementary independent set into one of covers.
    #[must_use]
    pub fn explained(&self, of_left_out: Obstruction) -> Obstruction {
        match of_left_out {
            Obstruction::IndependentSet(reason) => {
                Obstruction::VertexCover(self.obstruction(&reason))
            }
            Obstruction::WeightedCliques(cliques, denominator) => {
                let named = |(clique, weight): WeightedClique| (self.named(&clique), weight);
                let cliques = cliques.into_iter().map(named).collect();
                Obstruction::WeightedCliques(cliques, denominator)
            }
            other => other,
        }
    }

    /// The same obstruction with this graph's vertex numbers: it bounds the vertices left out.
    #[must_use]
    pub fn obstruction(
        &self,
        of_left_out: &IndependentSetObstruction,
    ) -> IndependentSetObstruction {
        of_left_out.renamed(|vertex| self.named(&[vertex]).first().copied().unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cover_leaves_is_independent() {
        let graph = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
        let cover = VertexCover::new(graph, Count::Optimum, vec![0], vec![4]);
        let set = cover.independent_set().expect("the fewest");
        assert_eq!((set.vertices(), set.given.clone()), (4, vec![3]));
        assert_eq!(set.graph().edges(), 3);
        // The vertices 2 and 4 are left out.
        assert_eq!(cover.around(&[1, 3]), [0, 1, 3]);
        let three = cover.with_count(3);
        let left = three.independent_set().and_then(IndependentSet::total);
        assert_eq!(left, Some(2));
        assert!(cover.with_count(6).independent_set().is_none());
        let named = cover.obstruction(&IndependentSetObstruction::Given(0, 1));
        assert_eq!(named, IndependentSetObstruction::Given(1, 2));
    }
}
