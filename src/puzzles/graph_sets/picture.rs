//! What shows that there is no such set, or none better, in the picture of the graph.

use std::cmp::Reverse;

use super::{GraphSet, SetCertificate, WeightedGroup};
use crate::pictures::GraphPicture;

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
                // Of several groups a vertex is shown in its heaviest.
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
