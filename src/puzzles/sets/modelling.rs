//! The models of sets of places, and the place of each of their vertices.

use std::sync::Arc;

use satranj_encodings::{
    dominating_set::DominatingSet,
    graph::Graph,
    independent_set::{IndependentSet, PieceKind},
    lattice::Lattice,
    model::{Count, Model},
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};

use super::{
    SetPuzzle, SetRule,
    places::{Placed, SetPlaces},
};
use crate::{
    board::{Board, square::Square},
    puzzles::{graph_statement::NumberedGraph, place::army::ArmyPart},
};

/// The place of each vertex of a model.
#[derive(Debug, Clone)]
pub enum PlaceOfVertex {
    /// Every vertex of a graph is a place of the same number.
    Same,
    /// The model leaves some vertices of the graph out.
    Open(Arc<[u32]>),
    /// The free squares of a board, once for each kind.
    Lattice(Lattice),
}

impl SetPuzzle {
    /// Pieces on the free squares of a board; those that must have none do not shield others.
    pub(in crate::puzzles) fn of_pieces(
        board: Board,
        (parts, is_army): (Vec<ArmyPart>, bool),
        rule: SetRule,
        (given, blocked): (&[(usize, Square)], &[Square]),
    ) -> Self {
        // The squares are numbered once for all kinds.
        let lattice = board.lattice(&parts[0].piece);
        let vertex = |&(kind, square): &(usize, Square)| {
            let cell = board.vertex(&lattice, square);
            let cell = cell.expect("given squares are free, and free squares have a vertex");
            kind as u32 * lattice.vertices() + cell
        };
        let vertices = given.iter().map(vertex).collect();
        let model = if let SetRule::Dominating { independent, total } = rule {
            let set = DominatingSet::on_lattice(lattice.clone(), parts[0].count);
            let mut set = set.with_given(vertices);
            (set.independent, set.total) = (independent, total);
            Model::DominatingSet(set)
        } else {
            let kinds = parts.iter().map(|part| PieceKind {
                lattice: lattice.with_steps(part.piece.steps().to_vec()),
                side: part.side.map(|side| side as u32),
                count: part.count,
            });
            let mut set = IndependentSet::army(kinds.collect());
            set.given = vertices;
            Model::IndependentSet(set)
        };
        Self {
            rule,
            counts: parts.iter().map(|part| part.count).collect(),
            given: given.iter().map(|&(kind, at)| (board.cell(at) as u32, kind)).collect(),
            blocked: blocked.iter().map(|&at| (board.cell(at) as u32, 0)).collect(),
            weights: None,
            model,
            place_of: PlaceOfVertex::Lattice(lattice),
            places: SetPlaces::Board { board, parts, is_army },
        }
    }

    /// Vertices of a graph; the given and the blocked ones are in rising order. With weights the
    /// best set is asked for.
    pub(in crate::puzzles) fn of_vertices(
        graph: NumberedGraph,
        rule: SetRule,
        count: Count,
        (given, blocked): (&[u32], &[u32]),
        weights: Option<Vec<u32>>,
    ) -> Self {
        let (mut model, place_of) = unweighted(rule, &graph, count, (given, blocked));
        if let Some(weights) = &weights {
            let weights = match &place_of {
                PlaceOfVertex::Open(open) => {
                    open.iter().map(|&vertex| weights[vertex as usize]).collect()
                }
                _ => weights.clone(),
            };
            model = WeightedSet::new(model.clone(), weights).map_or(model, Model::WeightedSet);
        }
        let [given, blocked] =
            [given, blocked].map(|list| list.iter().map(|&vertex| (vertex, 0)).collect());
        let places = SetPlaces::Graph(graph);
        Self { places, rule, counts: vec![count], given, blocked, weights, model, place_of }
    }

    /// The place of a vertex of the model.
    pub(super) fn place(&self, vertex: u32) -> Placed {
        match (&self.place_of, &self.places) {
            (PlaceOfVertex::Lattice(lattice), SetPlaces::Board { board, parts, .. }) => {
                let cells = lattice.vertices().max(1);
                let square = board.square_of(lattice, vertex % cells);
                let kind = ((vertex / cells) as usize).min(parts.len() - 1);
                (board.cell(square) as u32, kind)
            }
            (PlaceOfVertex::Open(open), _) => {
                (open.get(vertex as usize).copied().unwrap_or(vertex), 0)
            }
            _ => (vertex, 0),
        }
    }
}

/// The model without weights.
fn unweighted(
    rule: SetRule,
    graph: &NumberedGraph,
    count: Count,
    (given, blocked): (&[u32], &[u32]),
) -> (Model, PlaceOfVertex) {
    match rule {
        SetRule::Cover => {
            let cover = VertexCover::new(graph.graph(), count, given.to_vec(), blocked.to_vec());
            (Model::VertexCover(cover), PlaceOfVertex::Same)
        }
        SetRule::Dominating { independent, total } => {
            let set = DominatingSet::on_graph(graph.graph(), count);
            let mut set = set.with_given(given.to_vec()).with_blocked(blocked.to_vec());
            (set.independent, set.total) = (independent, total);
            (Model::DominatingSet(set), PlaceOfVertex::Same)
        }
        SetRule::Independent | SetRule::Clique if blocked.is_empty() => {
            let mut set = apart(rule, graph.graph(), count);
            set.given = given.to_vec();
            (Model::IndependentSet(set), PlaceOfVertex::Same)
        }
        SetRule::Independent | SetRule::Clique => {
            // A vertex that must not be in the set is removed.
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
            (Model::IndependentSet(set), PlaceOfVertex::Open(open.into()))
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
