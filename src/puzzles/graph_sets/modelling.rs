//! The model of a set of vertices.

use std::sync::Arc;

use satranj_encodings::{
    dominating_set::DominatingSet,
    graph::Graph,
    independent_set::IndependentSet,
    model::{Count, Model},
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};

use super::SetRule;
use crate::puzzles::graph_statement::NumberedGraph;

/// The model, and the vertices of the graph that those of the model are, where it leaves some out.
/// Weights are those of all vertices, and the best of the sets is asked for.
pub(super) fn model(
    rule: SetRule,
    graph: &NumberedGraph,
    count: Count,
    ends: (&[u32], &[u32]),
    weights: Option<&[u32]>,
) -> (Model, Option<Arc<[u32]>>) {
    let (sets, open) = unweighted(rule, graph, count, ends);
    let Some(weights) = weights else { return (sets, open) };
    let weights = match &open {
        Some(open) => open.iter().map(|&vertex| weights[vertex as usize]).collect(),
        None => weights.to_vec(),
    };
    let model = WeightedSet::new(sets.clone(), weights).map_or(sets, Model::WeightedSet);
    (model, open)
}

/// The model without weights.
fn unweighted(
    rule: SetRule,
    graph: &NumberedGraph,
    count: Count,
    (given, blocked): (&[u32], &[u32]),
) -> (Model, Option<Arc<[u32]>>) {
    match rule {
        SetRule::Cover => {
            let cover = VertexCover::new(graph.graph(), count, given.to_vec(), blocked.to_vec());
            (Model::VertexCover(cover), None)
        }
        SetRule::Dominating { independent, total } => {
            let set = DominatingSet::on_graph(graph.graph(), count);
            let mut set = set.with_given(given.to_vec()).with_blocked(blocked.to_vec());
            (set.independent, set.total) = (independent, total);
            (Model::DominatingSet(set), None)
        }
        SetRule::Independent | SetRule::Clique if blocked.is_empty() => {
            let mut set = apart(rule, graph.graph(), count);
            set.given = given.to_vec();
            (Model::IndependentSet(set), None)
        }
        SetRule::Independent | SetRule::Clique => {
            // What may not be in the set is as if it were not there.
            let is_open = |vertex: &u32| blocked.binary_search(vertex).is_err();
            let open: Vec<u32> = (0..graph.vertices()).filter(is_open).collect();
            let number = |vertex: u32| open.binary_search(&vertex).map(|at| at as u32);
            let edges: Vec<(u32, u32)> = graph
                .edges
                .iter()
                .filter_map(|&(a, b)| Some((number(a).ok()?, number(b).ok()?)))
                .collect();
            let inside = Graph::from_edges(open.len() as u32, &edges);
            let mut set = apart(rule, inside, count);
            set.given = given.iter().filter_map(|&vertex| number(vertex).ok()).collect();
            set.given.sort_unstable();
            (Model::IndependentSet(set), Some(open.into()))
        }
    }
}

fn apart(rule: SetRule, graph: Graph, count: Count) -> IndependentSet {
    if rule == SetRule::Clique {
        IndependentSet::clique_of(Arc::new(graph), count)
    } else {
        IndependentSet::on_graph(graph, count)
    }
}
