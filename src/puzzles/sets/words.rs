//! Sentences about sets of places, and pictures of reasons.

use std::cmp::Reverse;

use satranj_encodings::model::Count;

use super::{SetPuzzle, SetRule, places::Placed, stated::SetReason};
use crate::{
    board::Board,
    pictures::GraphPicture,
    puzzles::{
        Certificate,
        graph_sets::SetCertificate,
        graph_statement::NumberedGraph,
        named, pieces_given,
        place::{army::ArmyPart, plural},
        squares_blocked,
    },
};

impl SetPuzzle {
    pub(super) fn title_on_board(&self, board: &Board, parts: &[ArmyPart]) -> String {
        let free = parts.iter().position(|part| part.count == Count::Optimum);
        let best = if self.is_most() { "the most" } else { "the fewest" };
        let asked = |(index, part): (usize, &ArmyPart)| {
            let side = part.side.map_or_else(String::new, |side| format!("{side} "));
            let name = part.piece.to_string();
            match part.count {
                Count::Exactly(count) => format!("{count} {side}{}", plural(&name, Some(count))),
                Count::Optimum if Some(index) == free => {
                    format!("{best} {side}{}", plural(&name, None))
                }
                Count::Optimum => format!("as many {side}{}", plural(&name, None)),
            }
        };
        let asked: Vec<String> = parts.iter().enumerate().map(asked).collect();
        let whole = match self.rule {
            SetRule::Dominating { total: true, .. } => {
                format!("that attack every square of {board}, also the occupied ones")
            }
            SetRule::Dominating { .. } => format!("that attack or occupy every square of {board}"),
            _ => format!("on {board}"),
        };
        let apart = match self.rule {
            SetRule::Dominating { independent: false, .. } => "",
            _ if parts[0].side.is_some() => ", none attacking one of the other side",
            _ => ", none attacking another",
        };
        let blocked = squares_blocked(board.blocked_squares().count());
        let given = pieces_given(self.given.len());
        format!("{} {whole}{apart}{blocked}{given}", asked.join(" and "))
    }

    pub(super) fn title_on_graph(&self, graph: &NumberedGraph) -> String {
        let noun = match self.rule {
            SetRule::Independent => "independent set",
            SetRule::Clique => "clique",
            SetRule::Cover => "vertex cover",
            SetRule::Dominating { independent: true, .. } => "independent dominating set",
            SetRule::Dominating { total: true, .. } => "total dominating set",
            SetRule::Dominating { .. } => "dominating set",
        };
        let best = match (self.is_most(), self.weights.is_some()) {
            (true, false) => "largest",
            (true, true) => "heaviest",
            (false, false) => "smallest",
            (false, true) => "lightest",
        };
        let asked = match self.counts[0] {
            Count::Optimum => format!("{best} {noun}"),
            Count::Exactly(1) => format!("{noun} of 1 vertex"),
            Count::Exactly(count) => format!("{noun} of {count} vertices"),
        };
        let given = pieces_given(self.given.len());
        let blocked = match self.blocked.len() {
            0 => String::new(),
            count => format!(", {count} blocked"),
        };
        format!("{asked} of a graph with {}{given}{blocked}", graph.size())
    }

    pub(super) fn because_on_board(
        &self,
        certificate: &Certificate,
        board: &Board,
        parts: &[ArmyPart],
    ) -> String {
        let squares = named(&certificate.squares());
        match certificate {
            Certificate::GivenPieces { .. } => {
                format!("because the given pieces on {squares} attack one another")
            }
            Certificate::Unattackable { .. } => {
                format!("because no {} can attack {squares}", parts[0].piece)
            }
            Certificate::CliqueCover { groups } => {
                let given = match self.given.len() {
                    0 => String::new(),
                    given => format!(" and the {given} given"),
                };
                format!(
                    "because {} groups of squares{given} cover the board, and in each every piece \
                     would attack every other",
                    groups.len()
                )
            }
            Certificate::Matching { pairs } => format!(
                "because each of {} disjoint attacking pairs holds at most one piece, and {} of {} \
                 squares are in no pair",
                pairs.len(),
                u64::from(board.free_squares()).saturating_sub(2 * pairs.len() as u64),
                board.free_squares()
            ),
            _ => format!("because of {squares}"),
        }
    }

    pub(super) fn because_on_graph(&self, certificate: &Certificate) -> String {
        let Certificate::Set(certificate) = certificate else {
            return format!("because of {}", certificate.kind());
        };
        let (is_clique, is_cover) = (self.rule == SetRule::Clique, self.rule == SetRule::Cover);
        let joined = if is_clique { "no edge joins" } else { "an edge joins" };
        let adjacent = if is_clique { "no two vertices are" } else { "all vertices are" };
        let least = if is_cover { "leaves out at most" } else { "has at most" };
        let in_groups = |count: usize| match count {
            1 => ("in one group".into(), "them"),
            count => (format!("in each of {count} groups"), "each"),
        };
        match certificate {
            SetCertificate::GivenVertices { vertices } => {
                let what = if is_cover { "blocked" } else { "given" };
                format!("because {joined} {}, which are {what}", named(vertices))
            }
            SetCertificate::CliqueCover { groups } => {
                let (groups, each) = in_groups(groups.len());
                format!("because {groups} {adjacent} adjacent, and a set {least} one of {each}")
            }
            SetCertificate::WeightedCliqueCover { groups } => {
                let (groups, each) = in_groups(groups.len());
                format!(
                    "because {groups} {adjacent} adjacent, a set {least} one of {each}, and no \
                     vertex weighs more than its groups"
                )
            }
            SetCertificate::Matching { pairs } => match pairs.len() {
                0 => "because no two vertices exclude each other".into(),
                1 => format!("because {joined} two of the vertices"),
                count => format!("because {joined} each of {count} disjoint pairs"),
            },
            SetCertificate::Undominated { vertices } => {
                format!("because nothing may dominate {}", named(vertices))
            }
            SetCertificate::Packing { vertices } => {
                format!("because no vertex dominates two of {}", named(vertices))
            }
            SetCertificate::Prices { prices } => format!(
                "because {} vertices have prices, and no vertex weighs less than what it dominates \
                 costs",
                prices.len()
            ),
        }
    }

    /// The graph with the weights of its vertices, if it is not too large.
    pub(super) fn picture<'a>(&'a self, graph: &'a NumberedGraph) -> Option<GraphPicture<'a>> {
        Some(graph.picture()?.with_weights(self.weights.as_deref().unwrap_or_default()))
    }

    /// The picture with what a reason shows: groups with their edges, pairs, or vertices with the
    /// edges to those that may dominate them.
    pub(super) fn reason_marked<'a>(
        &'a self,
        graph: &'a NumberedGraph,
        reason: &SetReason,
    ) -> Option<GraphPicture<'a>> {
        let picture = self.picture(graph)?;
        let in_pairs = |picture: GraphPicture<'a>, pairs: &[[u32; 2]]| {
            let both = pairs.iter().map(|&[a, b]| (a, b)).collect();
            picture.with_set(pairs.as_flattened().iter().copied()).with_pairs(both)
        };
        let stars = |picture: GraphPicture<'a>, shown: Vec<u32>| {
            let all: Vec<Placed> = shown.iter().map(|&vertex| (vertex, 0)).collect();
            let (all, blocked) = (self.places.set_of(&all), self.places.set_of(&self.blocked));
            let leads_to =
                |from: u32, to: u32| all.contains(from as usize) && !blocked.contains(to as usize);
            let edges = graph.edges.iter().copied();
            let stars = edges.filter(|&(a, b)| leads_to(a, b) || leads_to(b, a)).collect();
            picture.with_set(shown).with_pairs(stars)
        };
        Some(match reason {
            SetReason::CliqueCover { groups } => picture.with_groups(groups.iter().cloned()),
            SetReason::WeightedCliqueCover { groups } => {
                // A vertex of several groups is shown in its heaviest.
                let mut heaviest: Vec<_> = groups.iter().collect();
                heaviest.sort_by_key(|group| Reverse(group.weight));
                let mut is_shown = self.places.none();
                let mut fresh = |vertex: &u32| !is_shown.put(*vertex as usize);
                let groups: Vec<Vec<u32>> = heaviest
                    .into_iter()
                    .map(|group| group.vertices.iter().copied().filter(&mut fresh).collect())
                    .collect();
                picture.with_groups(groups.into_iter().filter(|group| !group.is_empty()))
            }
            SetReason::Matching { pairs } => in_pairs(picture, pairs),
            SetReason::GivenVertices { vertices } => {
                let pair: [u32; 2] = vertices[..].try_into().ok()?;
                in_pairs(picture, &[pair])
            }
            SetReason::Undominated { vertices } | SetReason::Packing { vertices } => {
                stars(picture, vertices.clone())
            }
            SetReason::Prices { prices } => {
                stars(picture, prices.iter().map(|price| price.vertex).collect())
            }
        })
    }
}
