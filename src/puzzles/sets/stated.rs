//! Certificates of sets, with names of squares or vertices, and the reasons that they state, with
//! numbers of places.

use std::{collections::HashSet, convert::Infallible, fmt::Display};

use satranj_encodings::{
    independent_set::obstruction::IndependentSetObstruction, model::Obstruction,
};

use super::places::SetPlaces;
use crate::puzzles::{
    Certificate, Violation, ensure,
    graph_sets::{SetCertificate, VertexPrice, WeightedGroup},
};

/// A reason in numbers of places, or of vertices of the model.
pub type SetReason = SetCertificate<u32>;

impl SetPlaces {
    /// States a reason; `None` if no certificate can express it.
    pub fn certificate(
        &self,
        reason: &Obstruction,
        place: &dyn Fn(u32) -> u32,
    ) -> Option<Certificate> {
        let reason = reason_of(reason)?;
        match self {
            Self::Board { board, .. } => Certificate::stating_set(named(&reason, |vertex| {
                board.square_of_cell(place(vertex) as usize)
            })),
            Self::Graph(graph) => Some(named(&reason, |vertex| graph.name(place(vertex))).into()),
        }
    }

    /// The reason that a certificate states.
    ///
    /// # Errors
    /// A [`Violation`]: it names what is no place, or one place twice.
    pub fn reason(&self, certificate: &Certificate) -> Result<SetReason, Violation> {
        match (self, certificate) {
            (Self::Board { board, .. }, _) => {
                numbered(&certificate.set().map_err(Violation)?, |square| {
                    ensure!(board.is_free(*square), "{square} is not a free square of the board");
                    Ok(board.cell(*square) as u32)
                })
            }
            (Self::Graph(graph), Certificate::Set(certificate)) => {
                numbered(certificate, |name| graph.vertex(name))
            }
            (Self::Graph(_), _) => {
                let kind = certificate.kind();
                Err(Violation(format!("`{kind}` says nothing about this puzzle")))
            }
        }
    }
}

/// The reason of a model of sets.
fn reason_of(obstruction: &Obstruction) -> Option<SetReason> {
    Some(match obstruction {
        Obstruction::IndependentSet(reason) | Obstruction::VertexCover(reason) => match reason {
            IndependentSetObstruction::Given(a, b) => {
                SetReason::GivenVertices { vertices: vec![*a, *b] }
            }
            IndependentSetObstruction::CliqueCover(groups) => {
                SetReason::CliqueCover { groups: groups.clone() }
            }
            IndependentSetObstruction::Matching(pairs) => {
                SetReason::Matching { pairs: pairs.iter().map(|&pair| pair.into()).collect() }
            }
        },
        Obstruction::Undominated(list) => SetReason::Undominated { vertices: list.clone() },
        Obstruction::Packing(list) => SetReason::Packing { vertices: list.clone() },
        Obstruction::WeightedCliques(groups) => {
            let group = |(group, weight): &(Vec<u32>, u64)| WeightedGroup {
                vertices: group.clone(),
                weight: *weight,
            };
            SetReason::WeightedCliqueCover { groups: groups.iter().map(group).collect() }
        }
        Obstruction::Prices(prices) => {
            let price = |&(vertex, price): &(u32, u64)| VertexPrice { vertex, price };
            SetReason::Prices { prices: prices.iter().map(price).collect() }
        }
        _ => return None,
    })
}

fn named<N>(reason: &SetReason, name: impl Fn(u32) -> N) -> SetCertificate<N> {
    let Ok(named) = reason.try_map(|_, &vertex| Ok::<N, Infallible>(name(vertex)));
    named
}

/// The reason in numbers, if each list names each of its places once.
fn numbered<N: Display>(
    certificate: &SetCertificate<N>,
    number: impl Fn(&N) -> Result<u32, Violation>,
) -> Result<SetReason, Violation> {
    let mut seen = HashSet::new();
    certificate.try_map(|list, name| {
        let number = number(name)?;
        ensure!(seen.insert((list, number)), "{name} is named twice");
        Ok(number)
    })
}
