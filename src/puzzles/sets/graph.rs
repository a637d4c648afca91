//! Sets of vertices of graphs.

use std::{borrow::Cow, cmp::Reverse, num::NonZeroU64};

use fixedbitset::FixedBitSet;
use satranj_encodings::model::Count;

use super::{DominationRules, Placed, SetPlaces, SetRule, SetWords, VertexSet, reasons::SetReason};
use crate::{
    pictures::{Drawing, GraphPicture},
    puzzles::{
        Certificate, Solution, Statement, Violation,
        graph_sets::{self, SetCertificate, SetParts},
        graph_statement::NumberedGraph,
        named, pieces_given,
        places::PlaceName,
    },
};

/// How the numbers of a certificate are to be read.
fn parts_of_weight(denominator: Option<NonZeroU64>) -> String {
    denominator.map_or_else(String::new, |by| format!(", in units of 1/{by}"))
}

impl SetPlaces for NumberedGraph {
    const SET: SetWords = SetWords {
        form: "a set of vertices has `vertices`",
        taken: "named",
        there: "in the set",
        exclude: "are adjacent",
        go_together: "go together",
        dominated: ["dominated"; 2],
        may_gain: ["", " can be added"],
        allowed: ["the bound is ", ""],
        reached: ["the best ", ""],
    };

    fn statement(set: &VertexSet) -> Statement {
        let names =
            |placed: &[Placed]| placed.iter().map(|&(vertex, _)| set.name(vertex)).collect();
        let parts = SetParts {
            graph: set.places().statement(),
            count: set.kinds[0].count,
            given: names(&set.given),
            blocked: names(&set.blocked),
            weights: set.weights.clone(),
        };
        graph_sets::stated(set.rule, parts)
    }

    fn title(set: &VertexSet) -> String {
        let noun = match set.rule {
            SetRule::Independent => "independent set".into(),
            SetRule::Clique => "clique".into(),
            SetRule::Cover => "vertex cover".into(),
            SetRule::Dominating(rules) => {
                let DominationRules { independent, total, perfect, most } = rules;
                let words = [
                    (most, "minimal "),
                    (perfect, "perfect "),
                    (independent, "independent "),
                    (total, "total "),
                ];
                let words = words.iter().filter(|(is_asked, _)| *is_asked).map(|(_, word)| *word);
                words.collect::<String>() + "dominating set"
            }
        };
        let best = match (set.is_most(), set.weights.is_some()) {
            (true, false) => "largest",
            (true, true) => "heaviest",
            (false, false) => "smallest",
            (false, true) => "lightest",
        };
        let asked = match set.kinds[0].count {
            Count::Optimum => format!("{best} {noun}"),
            Count::Exactly(1) => format!("{noun} of 1 vertex"),
            Count::Exactly(count) => format!("{noun} of {count} vertices"),
        };
        let given = pieces_given(set.given.len());
        let blocked = match set.blocked.len() {
            0 => String::new(),
            count => format!(", {count} blocked"),
        };
        format!("{asked} of {}{given}{blocked}", set.places().described())
    }

    fn because(set: &VertexSet, certificate: &Certificate) -> String {
        let Certificate::Set(certificate) = certificate else {
            return format!("because of {}", certificate.kind());
        };
        let (is_clique, is_cover) = (set.rule == SetRule::Clique, set.rule == SetRule::Cover);
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
                format!("because {groups} {adjacent} adjacent, so a set {least} one of {each}")
            }
            SetCertificate::WeightedCliqueCover { groups, denominator } => {
                let (groups, each) = in_groups(groups.len());
                let parts = parts_of_weight(*denominator);
                format!(
                    "because {groups} {adjacent} adjacent, so a set {least} one of {each}, and no \
                     vertex weighs more than its groups{parts}"
                )
            }
            SetCertificate::Matching { pairs } => match &pairs[..] {
                [] => "because no two vertices exclude each other".into(),
                [[a, b]] => {
                    format!("because {joined} {} and {}", a.in_line(), b.in_line())
                }
                several => format!("because {joined} each of {} disjoint pairs", several.len()),
            },
            SetCertificate::LineSums { .. } | SetCertificate::CrossingLines { .. } => {
                "because of lines of a board".into()
            }
            SetCertificate::Undominated { vertices } => {
                format!("because no allowed vertex dominates {}", named(vertices))
            }
            SetCertificate::Packing { vertices } => {
                format!("because no vertex dominates two of {}", named(vertices))
            }
            SetCertificate::Prices { prices, denominator } => format!(
                "because {} vertices have prices, and every vertex weighs at least the prices of the \
                 vertices that it dominates{}",
                prices.len(),
                parts_of_weight(*denominator)
            ),
        }
    }

    fn drawing<'a>(
        set: &'a VertexSet,
        solution: &'a Solution,
        _attacks: bool,
    ) -> Option<Drawing<'a>> {
        let Solution::Vertices { vertices } = solution else { return None };
        let picture = set.picture()?.with_set(set.places().known(vertices));
        let is_clique = set.rule == SetRule::Clique;
        Some(Drawing::Graph(if is_clique { picture.with_edges_within() } else { picture }))
    }

    fn reason_drawing<'a>(set: &'a VertexSet, certificate: &Certificate) -> Option<Drawing<'a>> {
        match set.reason(certificate) {
            Ok(reason) => set.reason_marked(&reason).map(Drawing::Graph),
            Err(_) => set.places().picture().map(Drawing::Graph),
        }
    }

    fn certificate(reason: SetCertificate) -> Option<Certificate> {
        Some(reason.into())
    }

    fn stated_reason(certificate: &Certificate) -> Result<Cow<'_, SetCertificate>, Violation> {
        let Certificate::Set(reason) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!(
                "the certificate `{kind}` does not apply to this puzzle"
            )));
        };
        Ok(Cow::Borrowed(reason))
    }

    fn sorted(&self, solution: &Solution) -> Solution {
        let Solution::Vertices { vertices } = solution else { return solution.clone() };
        let mut vertices = vertices.clone();
        vertices.sort_by_key(|name| self.numbers.get(name).copied());
        Solution::Vertices { vertices }
    }

    fn are_linked(&self, one: u32, other: u32) -> bool {
        self.edge(one, other).is_some()
    }

    fn links_of<'a>(
        set: &'a VertexSet,
        _placed: &'a [Placed],
        inside: &'a FixedBitSet,
    ) -> Box<dyn Iterator<Item = (Placed, u32)> + 'a> {
        let edges = set.places().edges.iter();
        let both = edges.flat_map(|&(a, b)| [((a, 0), b), ((b, 0), a)]);
        Box::new(both.filter(|&((from, _), _)| inside.contains(from as usize)))
    }

    fn links_within<'a>(
        set: &'a VertexSet,
        placed: &'a [Placed],
        inside: &'a FixedBitSet,
    ) -> Box<dyn Iterator<Item = (Placed, u32)> + 'a> {
        let edges = &set.places().edges;
        // The edges are sorted by their smaller vertex.
        let onward = placed.iter().flat_map(|&(vertex, _)| {
            let from = edges.partition_point(|edge| edge.0 < vertex);
            edges[from..].iter().take_while(move |edge| edge.0 == vertex)
        });
        let within = onward.filter(|edge| inside.contains(edge.1 as usize));
        Box::new(within.flat_map(|&(a, b)| [((a, 0), b), ((b, 0), a)]))
    }

    fn steps_of_check(&self, pairs: u64, _near: u64) -> u64 {
        pairs.saturating_mul(8).saturating_add(self.most_links())
    }

    fn most_links(&self) -> u64 {
        8 * (self.names.len() + self.edges.len()) as u64
    }
}

impl VertexSet {
    /// The graph with the weights of its vertices, if it is not too large.
    fn picture(&self) -> Option<GraphPicture<'_>> {
        Some(self.places().picture()?.with_weights(self.weights.as_deref().unwrap_or_default()))
    }

    /// The picture with what a reason shows: groups with their edges, pairs, or vertices with the
    /// edges to those that may dominate them.
    fn reason_marked<'a>(&'a self, reason: &SetReason) -> Option<GraphPicture<'a>> {
        let picture = self.picture()?;
        let in_pairs = |picture: GraphPicture<'a>, pairs: &[[u32; 2]]| {
            let both = pairs.iter().map(|&[a, b]| (a, b)).collect();
            picture.with_set(pairs.as_flattened().iter().copied()).with_pairs(both)
        };
        let stars = |picture: GraphPicture<'a>, shown: Vec<u32>| {
            let all: Vec<Placed> = shown.iter().map(|&vertex| (vertex, 0)).collect();
            let (all, blocked) = (self.set_of(&all), self.set_of(&self.blocked));
            let leads_to =
                |from: u32, to: u32| all.contains(from as usize) && !blocked.contains(to as usize);
            let edges = self.places().edges.iter().copied();
            let stars = edges.filter(|&(a, b)| leads_to(a, b) || leads_to(b, a)).collect();
            picture.with_set(shown).with_pairs(stars)
        };
        Some(match reason {
            SetReason::CliqueCover { groups } => picture.with_groups(groups.iter().cloned()),
            SetReason::WeightedCliqueCover { groups, .. } => {
                // A vertex in several groups is drawn in the heaviest of them.
                let mut heaviest: Vec<_> = groups.iter().collect();
                heaviest.sort_by_key(|group| Reverse(group.weight));
                let mut is_shown = self.none();
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
            SetReason::LineSums { .. } | SetReason::CrossingLines { .. } => return None,
            SetReason::Undominated { vertices } | SetReason::Packing { vertices } => {
                stars(picture, vertices.clone())
            }
            SetReason::Prices { prices, .. } => {
                stars(picture, prices.iter().map(|price| price.vertex).collect())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    #[test]
    fn a_reason_of_one_pair_names_it() {
        let clique =
            r#"{"kind":"clique","graph":{"vertices":["Ann","Bob","Cy"],"edges":[[0,1],[1,2]]}}"#;
        let puzzle = clique.parse::<Statement>().unwrap().into_puzzle().unwrap();
        let solved = solve(&*puzzle, &Settings::default()).unwrap();
        let because = puzzle.because(solved.outcome.certificate().unwrap());
        assert_eq!(because, "because no edge joins Ann and Cy");
    }
}
