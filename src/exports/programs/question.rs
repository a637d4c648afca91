//! The question about a graph, in a form that both kinds of programs read.

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    model::{Count, Model},
};

use super::programs;
use crate::exports::Export;

/// A part of the question; vertices are numbered from 0.
#[derive(Debug, PartialEq, Eq)]
pub enum ProgramFact {
    /// A yes-or-no option.
    Flag(&'static str, bool),
    /// A number, or a vertex counted from 1, if any.
    Number(&'static str, Option<u32>),
    /// A set of vertices.
    Vertices(&'static str, Vec<u32>),
    /// The weight of each vertex in turn; without weights each weighs 1.
    Weights(Option<Vec<u32>>),
    /// Pairs, with a letter for their number and the names of both parts.
    Pairs {
        /// Its name.
        name: &'static str,
        /// The name of their number.
        count: &'static str,
        /// The names of the lists of first and of second parts.
        parts: [&'static str; 2],
        /// Both counted from 0.
        list: Vec<(u32, u32)>,
    },
}

/// The whole question about a graph.
#[derive(Debug, PartialEq, Eq)]
pub struct ProgramQuestion(pub Vec<ProgramFact>);

impl ProgramQuestion {
    /// The question of an export; `None` if there is no program for it.
    #[must_use]
    pub fn of(export: &Export<'_>) -> Option<Self> {
        programs(export.model)?;
        let given = || {
            let directed = export.model.as_hamiltonian().is_some_and(Hamiltonian::is_directed);
            export.given_edges(directed)
        };
        let weights = export.model.weights();
        Some(Self(match export.model.unweighted() {
            Model::Hamiltonian(model) => {
                let end = |end: Option<u32>| end.filter(|_| !model.closed).map(|vertex| vertex + 1);
                vec![
                    pairs("g", ["given_from", "given_to"], given()),
                    ProgramFact::Flag("closed", model.closed),
                    ProgramFact::Number("first", end(model.start)),
                    ProgramFact::Number("last", end(model.end)),
                ]
            }
            Model::IndependentSet(set) => {
                let is_clique = set.complement().is_some();
                let count = set.kinds().first().map_or(Count::Optimum, |kind| kind.count);
                let asked = if is_clique { "clique" } else { "independent" };
                of_set(&[asked], count, (set.given.clone(), Vec::new()), weights)
            }
            Model::VertexCover(cover) => of_set(
                &["cover"],
                cover.count,
                (cover.given().to_vec(), cover.blocked().to_vec()),
                weights,
            ),
            Model::DominatingSet(set) => {
                let mut asked = vec!["dominating"];
                asked.extend(set.independent.then_some("independent"));
                asked.extend(set.total.then_some("total"));
                of_set(&asked, set.count, (set.given().to_vec(), set.blocked().to_vec()), weights)
            }
            Model::Colouring(colouring) => vec![
                pairs("g", ["given_vertex", "given_colour"], colouring.given().to_vec()),
                ProgramFact::Number("colours", Some(colouring.palette())),
                ProgramFact::Flag("fewest", colouring.colours == Count::Optimum),
            ],
            _ => return None,
        }))
    }
}

fn pairs(count: &'static str, parts: [&'static str; 2], list: Vec<(u32, u32)>) -> ProgramFact {
    ProgramFact::Pairs { name: "given", count, parts, list }
}

/// The question about a set: its kind, its number of vertices, which of them must be in it and
/// which must not, and the weight of each.
fn of_set(
    asked: &[&'static str],
    count: Count,
    (given, blocked): (Vec<u32>, Vec<u32>),
    weights: Option<&[u32]>,
) -> Vec<ProgramFact> {
    const KINDS: [&str; 5] = ["independent", "clique", "cover", "dominating", "total"];
    let is_best = count == Count::Optimum;
    let is_most = matches!(asked, ["independent" | "clique"]);
    let kinds = KINDS.iter().map(|kind| ProgramFact::Flag(kind, asked.contains(kind)));
    let exactly = match count {
        Count::Exactly(count) => Some(count),
        Count::Optimum => None,
    };
    kinds
        .chain([
            ProgramFact::Flag("most", is_best && is_most),
            ProgramFact::Flag("fewest", is_best && !is_most),
            ProgramFact::Number("size", exactly),
            ProgramFact::Vertices("given", given),
            ProgramFact::Vertices("blocked", blocked),
            ProgramFact::Weights(weights.map(<[u32]>::to_vec)),
        ])
        .collect()
}
