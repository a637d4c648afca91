//! The question about a graph, in a form that both kinds of programs read.

use satranj_encodings::{
    model::{Count, Model, Sense},
    vertex_set::SetQuestion,
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
        let weights = export.model.weights();
        let asked = match export.model.unweighted() {
            Model::Hamiltonian(model) => {
                let end = |end: Option<u32>| end.filter(|_| !model.closed).map(|vertex| vertex + 1);
                let given = export.given_edges(model.is_directed());
                return Some(Self(vec![
                    pairs("g", ["given_from", "given_to"], given),
                    ProgramFact::Flag("closed", model.closed),
                    ProgramFact::Number("first", end(model.start)),
                    ProgramFact::Number("last", end(model.end)),
                ]));
            }
            Model::Colouring(colouring) => {
                let given = colouring.given().to_vec();
                return Some(Self(vec![
                    pairs("g", ["given_vertex", "given_colour"], given),
                    ProgramFact::Number("colours", Some(colouring.palette())),
                    ProgramFact::Flag("fewest", colouring.colours == Count::Optimum),
                ]));
            }
            Model::IndependentSet(set) if set.complement().is_some() => vec!["clique"],
            Model::IndependentSet(_) => vec!["independent"],
            Model::VertexCover(_) => vec!["cover"],
            Model::DominatingSet(set) => {
                let parts = [("independent", set.independent), ("total", set.total)];
                let parts = parts.into_iter().filter_map(|(name, is)| is.then_some(name));
                std::iter::once("dominating").chain(parts).collect()
            }
            _ => return None,
        };
        Some(Self(of_set(&asked, &export.model.set_question()?, weights)))
    }
}

fn pairs(count: &'static str, parts: [&'static str; 2], list: Vec<(u32, u32)>) -> ProgramFact {
    ProgramFact::Pairs { name: "given", count, parts, list }
}

/// The question about a set: its kind, its number of vertices, which of them must be in it and
/// which must not, and the weight of each.
fn of_set(
    asked: &[&'static str],
    question: &SetQuestion<'_>,
    weights: Option<&[u32]>,
) -> Vec<ProgramFact> {
    const KINDS: [&str; 5] = ["independent", "clique", "cover", "dominating", "total"];
    let count = question.kinds.first().map_or(Count::Optimum, |(_, count)| *count);
    let is_best = count == Count::Optimum;
    let is_most = question.sense == Sense::Maximise;
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
            ProgramFact::Vertices("given", question.given.to_vec()),
            ProgramFact::Vertices("blocked", question.blocked.to_vec()),
            ProgramFact::Weights(weights.map(<[u32]>::to_vec)),
        ])
        .collect()
}
