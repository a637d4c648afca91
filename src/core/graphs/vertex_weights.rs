//! Vertex weights in a file, in any order.

use super::{NamedGraph, Places, Problem, Weight, ask};
use crate::limits::Permit;

/// The least number of entries reserved.
const FEW: usize = 1 << 12;

/// Weights as they come, by vertex.
pub struct VertexWeights<'p> {
    list: Vec<Option<Weight>>,
    /// The first vertex whose weight is not a whole number, and its position in the file.
    odd: Option<(usize, usize)>,
    permit: Permit<'p>,
}

impl<'p> VertexWeights<'p> {
    /// None yet.
    pub fn new(permit: Permit<'p>) -> Self {
        Self { list: Vec::new(), odd: None, permit }
    }

    /// That of a vertex, if it is written.
    pub fn of(&self, vertex: u32) -> Option<Weight> {
        self.list.get(vertex as usize).copied().flatten()
    }

    /// Sets the weight of a vertex, replacing an earlier one. Reserves memory for all vertices
    /// before it too.
    ///
    /// # Errors
    /// The problem if memory is refused.
    pub fn set(&mut self, place: usize, vertex: u32, weight: Weight) -> Result<(), Problem> {
        let vertex = vertex as usize;
        if vertex >= self.list.capacity() {
            let all = (vertex + 1).max(2 * self.list.capacity()).max(FEW);
            let bytes = size_of::<Option<Weight>>() * all;
            ask(self.permit, bytes as u64, || format!("{all} weights of vertices"))?;
            self.list.reserve_exact(all - self.list.len());
        }
        if vertex >= self.list.len() {
            self.list.resize(vertex + 1, None);
        }
        self.list[vertex] = Some(weight);
        let is_odd = weight.whole().is_none();
        if self.odd.is_some_and(|(first, _)| first == vertex) && !is_odd {
            self.odd = None;
        } else if is_odd && self.odd.is_none_or(|(first, _)| vertex <= first) {
            self.odd = Some((vertex, place));
        }
        Ok(())
    }

    /// The graph with these weights, and the position of one that is not a whole number.
    ///
    /// # Errors
    /// The problem if memory is refused.
    pub fn given_to(self, graph: NamedGraph) -> Result<NamedGraph, Problem> {
        let vertex_weight = self.odd.map(|(_, place)| place);
        let places = Places { vertex_weight, ..graph.places };
        let vertex_weights = self.of_all(graph.names.len())?;
        Ok(NamedGraph { vertex_weights, places, ..graph })
    }

    /// The weight of each of `vertices` vertices, 1 if not given; empty if no vertex has a weight.
    /// O(n).
    fn of_all(self, vertices: usize) -> Result<Vec<Weight>, Problem> {
        if self.list.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = size_of::<Weight>() * vertices;
        ask(self.permit, bytes as u64, || format!("{vertices} weights of vertices"))?;
        let written = self.list.iter().map(|weight| weight.unwrap_or(Weight::ONE));
        let mut weights = Vec::with_capacity(vertices);
        weights.extend(written);
        weights.resize(vertices, Weight::ONE);
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Reason;

    #[test]
    fn vertices_without_a_weight_weigh_one() {
        let (two, half) = (Weight::of(2.0), Weight::of(0.5));
        let mut weights = VertexWeights::new(&|_| Ok(()));
        for (vertex, weight) in [(3, two), (1, two), (1, half)] {
            weights.set(0, vertex, weight).unwrap();
        }
        assert_eq!(
            [0, 1, 3, 4].map(|vertex| weights.of(vertex)),
            [None, Some(half), Some(two), None]
        );
        let one = Weight::ONE;
        assert_eq!(weights.of_all(5).unwrap(), [one, half, one, two, one]);
        assert!(VertexWeights::new(&|_| Ok(())).of_all(5).unwrap().is_empty());
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let most =
            |most: u64| move |bytes| if bytes > most { Err(Reason::MemoryLimit) } else { Ok(()) };
        let permit = most(100_000);
        let mut weights = VertexWeights::new(&permit);
        weights.set(0, 6_000, Weight::ONE).unwrap();
        let said =
            Problem::from("10000000 weights of vertices: the memory limit would not do").said;
        let problem = weights.set(0, 9_999_999, Weight::ONE).unwrap_err();
        assert_eq!((problem.said, problem.stopped), (said, Some(Reason::MemoryLimit)));
        assert_eq!(weights.of_all(12_501).unwrap_err().stopped, Some(Reason::MemoryLimit));
    }
}
