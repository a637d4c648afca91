//! The weighted set model: among the vertex sets of another model, one of greatest or least weight.

#[cfg(feature = "weights")]
#[doc(hidden)]
pub mod bound;
pub(crate) mod clauses;
#[cfg(feature = "weights")]
#[doc(hidden)]
pub mod clique_cover;
#[cfg(feature = "weights")]
#[doc(hidden)]
pub mod flow;

use std::sync::{Arc, OnceLock};

use crate::{
    dominating_set::DominatingSet, encoding::Objective, independent_set::IndependentSet,
    model::Model, sense::Sense, vertex_cover::VertexCover, vertex_set::chosen,
};

/// Vertices that exclude one another pairwise, with a weight.
pub type WeightedClique = (Vec<u32>, u64);

/// A heaviest independent set or clique, or a lightest vertex cover or dominating set, of a graph
/// whose vertices have weights.
#[derive(Debug, Clone)]
pub struct WeightedSet {
    sets: Box<Model>,
    weights: Arc<[u32]>,
    enough: Option<u64>,
    left_out: Arc<OnceLock<Option<WeightedSet>>>,
}

impl WeightedSet {
    /// The sets of an independent set of one kind, a dominating set or a vertex cover with the best
    /// count, with a weight per vertex; `None` for any other model, or for a wrong number of
    /// weights.
    #[must_use]
    pub fn new(sets: Model, weights: Vec<u32>) -> Option<Self> {
        let vertices = match &sets {
            Model::IndependentSet(set) if set.kinds().len() == 1 => set.vertices(),
            Model::DominatingSet(set) => set.vertices(),
            Model::VertexCover(cover) => cover.vertices(),
            _ => return None,
        };
        let fits = sets.sense().is_some() && weights.len() == vertices as usize;
        let (sets, weights) = (Box::new(sets), weights.into());
        fits.then(|| Self { sets, weights, enough: None, left_out: Arc::default() })
    }

    /// The model of the sets, as if each vertex weighed 1.
    #[must_use]
    pub fn sets(&self) -> &Model {
        &self.sets
    }

    /// The weight of each vertex.
    #[must_use]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.weights.len() as u32
    }

    /// The independent sets, if these are the model.
    #[must_use]
    pub fn as_independent_set(&self) -> Option<&IndependentSet> {
        self.sets.as_independent_set()
    }

    /// The dominating sets, if these are the model.
    #[must_use]
    pub fn as_dominating_set(&self) -> Option<&DominatingSet> {
        self.sets.as_dominating_set()
    }

    /// The vertex covers, if these are the model.
    #[must_use]
    pub fn as_vertex_cover(&self) -> Option<&VertexCover> {
        self.sets.as_vertex_cover()
    }

    /// Whether the greatest or the least weight is asked for, even if some weight is enough.
    #[must_use]
    pub fn direction(&self) -> Sense {
        if self.as_independent_set().is_some() { Sense::Maximise } else { Sense::Minimise }
    }

    /// The weight of all vertices.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.weights.iter().copied().map(u64::from).sum()
    }

    /// The weight of some vertices.
    #[must_use]
    pub fn value(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| u64::from(self.weights[vertex as usize])).sum()
    }

    /// The weight that is enough instead of the best, if there is one.
    #[must_use]
    pub fn enough(&self) -> Option<u64> {
        self.enough
    }

    /// The same, but any set of this weight or a better one is accepted.
    #[must_use]
    pub fn with_enough(&self, weight: u64) -> Self {
        Self { enough: Some(weight), left_out: Arc::default(), ..self.clone() }
    }

    /// The weight of the vertices, as the objective of an encoding of [`WeightedSet::sets`].
    #[must_use]
    pub fn objective(&self) -> Objective {
        let literals = (0..self.vertices()).map(chosen).collect();
        Objective { weights: self.weights.to_vec(), ..Objective::new(literals, self.direction()) }
    }

    /// Whether clauses can bound the weight: the feature `weights` and a total of at most 2^24
    /// times the common divisor of the weights.
    #[must_use]
    pub fn has_bound(&self) -> bool {
        #[cfg(feature = "weights")]
        return bound::fits(self.weights.iter().copied());
        #[cfg(not(feature = "weights"))]
        false
    }

    /// For vertex covers, their complements, as independent sets of the vertices that are not
    /// given; built on the first call.
    #[must_use]
    pub fn left_out(&self) -> Option<&Self> {
        let cover = self.as_vertex_cover()?;
        let left_out = self.left_out.get_or_init(|| {
            let set = cover.independent_set()?.clone();
            let open: Vec<u32> = (0..set.vertices()).collect();
            let open = cover.named(&open);
            let weights = open.iter().map(|&vertex| self.weights[vertex as usize]).collect();
            let enough = self.enough.map(|most| self.total().saturating_sub(most));
            Some(Self { enough, ..Self::new(Model::IndependentSet(set), weights)? })
        });
        left_out.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{count::Count, graph::Graph};

    fn path() -> Graph {
        Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)])
    }

    #[test]
    fn covers_leave_what_weighs_the_rest() {
        let cover = VertexCover::new(path(), Count::Optimum, vec![0], Vec::new());
        let set = WeightedSet::new(Model::VertexCover(cover), vec![8, 4, 2, 1]).expect("weights");
        assert_eq!((set.direction(), set.total(), set.value(&[0, 2])), (Sense::Minimise, 15, 10));
        let left = set.left_out().expect("a cover");
        assert_eq!((left.weights(), left.direction()), (&[4, 2, 1][..], Sense::Maximise));
        let enough = set.with_enough(11);
        assert_eq!(enough.left_out().and_then(WeightedSet::enough), Some(4));
        assert_eq!(set.left_out().and_then(WeightedSet::enough), None);
    }

    #[test]
    fn only_the_best_of_as_many_weights_is_a_model() {
        let model = |count| Model::IndependentSet(IndependentSet::on_graph(path(), count));
        assert!(WeightedSet::new(model(Count::Optimum), vec![1; 4]).is_some());
        assert!(WeightedSet::new(model(Count::Optimum), vec![1; 3]).is_none());
        assert!(WeightedSet::new(model(Count::Exactly(2)), vec![1; 4]).is_none());
    }
}
