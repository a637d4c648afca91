//! Messages about sets of vertices.

use std::cmp::Reverse;

use super::{GraphSet, SetCertificate, SetRule, WeightedGroup};
use crate::{
    pictures::GraphPicture,
    puzzles::{Certificate, named_vertices},
};

impl GraphSet {
    /// The noun for such a set.
    pub(super) fn noun(&self) -> &'static str {
        match self.rule {
            SetRule::Independent => "independent set",
            SetRule::Clique => "clique",
            SetRule::Cover => "vertex cover",
            SetRule::Dominating { independent: true, .. } => "independent dominating set",
            SetRule::Dominating { total: true, .. } => "total dominating set",
            SetRule::Dominating { .. } => "dominating set",
        }
    }

    /// What the best set is called.
    pub(super) fn superlative(&self) -> &'static str {
        let is_most = matches!(self.rule, SetRule::Independent | SetRule::Clique);
        match (is_most, self.weights.is_some()) {
            (true, false) => "largest",
            (true, true) => "heaviest",
            (false, false) => "smallest",
            (false, true) => "lightest",
        }
    }

    /// A reason as a sentence.
    pub(super) fn in_words(&self, certificate: &Certificate) -> String {
        let Certificate::Set(certificate) = certificate else {
            return format!("because of {}", certificate.kind());
        };
        let (is_clique, is_cover) = (self.rule == SetRule::Clique, self.rule == SetRule::Cover);
        let joined = if is_clique { "no edge joins" } else { "an edge joins" };
        let adjacent = if is_clique { "no two vertices are" } else { "all vertices are" };
        let least = if is_cover { "leaves out at most" } else { "has at most" };
        match certificate {
            SetCertificate::GivenVertices { vertices } => {
                let what = if is_cover { "blocked" } else { "given" };
                format!("because {joined} {}, which are {what}", named_vertices(vertices))
            }
            SetCertificate::CliqueCover { groups } => format!(
                "because {} {adjacent} adjacent, and a set {least} one of {}",
                groups_of(groups.len()),
                if groups.len() == 1 { "them" } else { "each" }
            ),
            SetCertificate::WeightedCliqueCover { groups } => format!(
                "because {} {adjacent} adjacent, a set {least} one of {}, and no vertex weighs more \
                 than its groups",
                groups_of(groups.len()),
                if groups.len() == 1 { "them" } else { "each" }
            ),
            SetCertificate::Matching { pairs } if pairs.is_empty() => {
                "because no two vertices exclude each other".into()
            }
            SetCertificate::Matching { pairs } if pairs.len() == 1 => {
                format!("because {joined} two of the vertices")
            }
            SetCertificate::Matching { pairs } => {
                format!("because {joined} each of {} disjoint pairs", pairs.len())
            }
            SetCertificate::Undominated { vertices } => {
                format!("because nothing may dominate {}", named_vertices(vertices))
            }
            SetCertificate::Packing { vertices } => {
                format!("because no vertex dominates two of {}", named_vertices(vertices))
            }
            SetCertificate::Prices { prices } => format!(
                "because {} vertices have prices, and no vertex weighs less than what it dominates \
                 costs",
                prices.len()
            ),
        }
    }
}

/// The beginning of a sentence about each of several groups.
fn groups_of(count: usize) -> String {
    if count == 1 { "in one group".into() } else { format!("in each of {count} groups") }
}

impl GraphSet {
    /// The graph with the weights of its vertices, if it is not too large.
    pub(super) fn picture(&self) -> Option<GraphPicture<'_>> {
        let weights = self.weights.as_deref().unwrap_or_default();
        Some(self.graph.picture()?.with_weights(weights))
    }

    /// The picture with what a certificate names: groups with their edges, pairs, or vertices with
    /// the edges to those that may dominate them.
    pub(super) fn reason_marked<'a>(
        &self,
        picture: GraphPicture<'a>,
        certificate: &SetCertificate,
    ) -> GraphPicture<'a> {
        let known = |names: &Vec<String>| self.graph.known(names).collect::<Vec<u32>>();
        match certificate {
            SetCertificate::CliqueCover { groups } => picture.with_groups(groups.iter().map(known)),
            SetCertificate::WeightedCliqueCover { groups } => {
                // A vertex of several groups is shown in its heaviest.
                let mut heaviest: Vec<&WeightedGroup> = groups.iter().collect();
                heaviest.sort_by_key(|group| Reverse(group.weight));
                let mut is_shown = vec![false; self.graph.names.len()];
                let mut fresh =
                    |vertex: &u32| !std::mem::replace(&mut is_shown[*vertex as usize], true);
                let groups: Vec<Vec<u32>> = heaviest
                    .into_iter()
                    .map(|group| known(&group.vertices).into_iter().filter(&mut fresh).collect())
                    .collect();
                picture.with_groups(groups.into_iter().filter(|group| !group.is_empty()))
            }
            SetCertificate::Matching { pairs } => {
                let numbers = |[a, b]: &[String; 2]| {
                    let number = |name| self.graph.numbers.get(name).copied();
                    Some((number(a)?, number(b)?))
                };
                let pairs: Vec<(u32, u32)> = pairs.iter().filter_map(numbers).collect();
                picture.with_set(pairs.iter().flat_map(|&(a, b)| [a, b])).with_pairs(pairs)
            }
            SetCertificate::GivenVertices { vertices } => {
                let pair = known(vertices);
                let pairs = match pair[..] {
                    [a, b] => vec![(a, b)],
                    _ => Vec::new(),
                };
                picture.with_set(pair).with_pairs(pairs)
            }
            SetCertificate::Prices { .. }
            | SetCertificate::Undominated { .. }
            | SetCertificate::Packing { .. } => {
                let vertices = certificate.vertices();
                let shown = || self.graph.known(vertices.iter().copied());
                let is_open = |vertex: &u32| self.blocked.binary_search(vertex).is_err();
                let mut is_shown = vec![false; self.graph.names.len()];
                for vertex in shown() {
                    is_shown[vertex as usize] = true;
                }
                let leads_to = |from: u32, to: u32| is_shown[from as usize] && is_open(&to);
                let edges = self.graph.edges.iter().copied();
                let stars = edges.filter(|&(a, b)| leads_to(a, b) || leads_to(b, a)).collect();
                picture.with_set(shown()).with_pairs(stars)
            }
        }
    }
}
