//! Sets of vertices with weights: bounds on their weight, by clauses and by short reasons.

#[cfg(feature = "weights")]
#[doc(hidden)]
pub mod bound;
#[cfg(feature = "weights")]
#[doc(hidden)]
pub mod clique_cover;
#[cfg(feature = "weights")]
mod maximum_flow;

pub use crate::{model::WeightedSet, obstruction::WeightedClique};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::Graph,
        independent_set::IndependentSet,
        model::{Count, Model, Sense},
        vertex_cover::VertexCover,
    };

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
