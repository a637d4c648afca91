//! The models of sets of places.

use std::sync::Arc;

use satranj_encodings::{
    dominating_set::DominatingSet,
    graph::Graph,
    independent_set::{IndependentSet, PieceKind},
    model::{Count, Model},
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};

use super::{DominationRules, Placement, SetKind, SetRule, VertexSet};
use crate::{
    board::{Board, piece::Piece, square::Square},
    puzzles::{board_places::BoardPlaces, graph_statement::NumberedGraph, place::army::ArmyPart},
};

impl Placement {
    /// Pieces on the free squares of a board; those that must have none do not shield others.
    pub(in crate::puzzles) fn of_pieces(
        board: &Board,
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
        let places =
            |piece: Piece| BoardPlaces { lattice: piece.on(&lattice), board: board.clone(), piece };
        let kind = |ArmyPart { side, piece, own_count, count, name }| SetKind {
            places: places(piece),
            side,
            own_count,
            count,
            name,
        };
        let kinds: Vec<SetKind<BoardPlaces>> = parts.into_iter().map(kind).collect();
        let model = if let SetRule::Dominating(rules) = rule {
            let set = DominatingSet::on_lattice(lattice.clone(), kinds[0].count);
            Model::DominatingSet(rules.applied(set.with_given(vertices)))
        } else {
            let kinds = kinds.iter().map(|kind| PieceKind {
                lattice: kind.places.lattice.clone(),
                side: kind.side.map(|side| side as u32),
                count: kind.count,
            });
            let mut set = IndependentSet::army(kinds.collect());
            set.given = vertices;
            Model::IndependentSet(set)
        };
        Self {
            kinds,
            is_army,
            rule,
            given: given.iter().map(|&(kind, at)| (board.cell(at) as u32, kind)).collect(),
            blocked: blocked.iter().map(|&at| (board.cell(at) as u32, 0)).collect(),
            weights: None,
            model,
            open: None,
        }
    }
}

impl VertexSet {
    /// Vertices of a graph; the given and the blocked ones are in rising order. With weights the
    /// best set is requested.
    pub(in crate::puzzles) fn of_vertices(
        graph: NumberedGraph,
        rule: SetRule,
        count: Count,
        (given, blocked): (&[u32], &[u32]),
        weights: Option<Vec<u32>>,
    ) -> Self {
        let (mut model, open) = unweighted(rule, &graph, count, (given, blocked));
        if let Some(weights) = &weights {
            let weights = match &open {
                Some(open) => open.iter().map(|&vertex| weights[vertex as usize]).collect(),
                None => weights.clone(),
            };
            model = WeightedSet::new(model.clone(), weights).map_or(model, Model::WeightedSet);
        }
        let [given, blocked] =
            [given, blocked].map(|list| list.iter().map(|&vertex| (vertex, 0)).collect());
        let name = String::new();
        let kinds = vec![SetKind { places: graph, side: None, own_count: None, count, name }];
        Self { kinds, is_army: false, rule, given, blocked, weights, model, open }
    }
}

impl DominationRules {
    /// The model with these conditions.
    fn applied(self, mut set: DominatingSet) -> DominatingSet {
        (set.independent, set.total) = (self.independent, self.total);
        (set.perfect, set.minimal) = (self.perfect, self.most);
        set
    }
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
        SetRule::Dominating(rules) => {
            let set = DominatingSet::on_graph(graph.graph(), count);
            let set = set.with_given(given.to_vec()).with_blocked(blocked.to_vec());
            (Model::DominatingSet(rules.applied(set)), None)
        }
        SetRule::Independent | SetRule::Clique if blocked.is_empty() => {
            let mut set = apart(rule, graph.graph(), count);
            set.given = given.to_vec();
            (Model::IndependentSet(set), None)
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
