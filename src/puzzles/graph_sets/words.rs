//! Sets of vertices in words.

use super::{GraphSet, SetCertificate, SetRule};
use crate::puzzles::{Certificate, named_vertices};

impl GraphSet {
    /// What one of them is called.
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

    /// What the best of them is.
    pub(super) fn superlative(&self) -> &'static str {
        let is_most = matches!(self.rule, SetRule::Independent | SetRule::Clique);
        match (is_most, self.weights.is_some()) {
            (true, false) => "largest",
            (true, true) => "heaviest",
            (false, false) => "smallest",
            (false, true) => "lightest",
        }
    }

    /// A reason in words.
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

/// Where something holds that holds in each group.
fn groups_of(count: usize) -> String {
    if count == 1 { "in one group".into() } else { format!("in each of {count} groups") }
}
