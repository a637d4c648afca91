//! Weights of vertices as the graph formats write them.

use satranj_encodings::model::Model;

/// The weight of each vertex of the exported graph, where the model has weights.
pub(super) fn weights(model: &Model) -> Option<&[u32]> {
    match model {
        Model::WeightedSet(set) => Some(set.weights()),
        Model::Hamiltonian(_)
        | Model::IndependentSet(_)
        | Model::Queens(_)
        | Model::DominatingSet(_)
        | Model::VertexCover(_)
        | Model::Colouring(_)
        | Model::Gathering(_)
        | Model::Route(_)
        | Model::ShortestPath(_)
        | Model::Exchange(_) => None,
    }
}
