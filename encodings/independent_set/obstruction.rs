//! Why an independent set cannot be as large as is asked: short reasons before any search.

use super::IndependentSet;

/// A reason why there is no independent set, or none of more vertices than a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// Two given vertices conflict (or both are one number that no vertex has).
    Given(u32, u32),
    /// Cliques that cover all vertices but the given ones and those that conflict with them:
    /// of each at most one vertex can be taken.
    CliqueCover(Vec<Vec<u32>>),
    /// Disjoint pairs of conflicting vertices, none given or in conflict with a given one:
    /// of each at most one vertex can be taken (König: of a graph of two colours, a maximum
    /// matching leaves exactly the maximum).
    Matching(Vec<(u32, u32)>),
}

/// The upper bound that a short reason gives, and the reason; `None` where none is known.
///
/// Only for one kind without a side.
#[must_use]
pub fn bound(model: &IndependentSet) -> Option<(u32, Obstruction)> {
    let _ = model;
    None
}

/// Looks for a reason why there is no witness: given vertices that conflict, or more
/// vertices asked than [`bound`] allows.
#[must_use]
pub fn find(model: &IndependentSet) -> Option<Obstruction> {
    if let Some((a, b)) = model.given_conflict() {
        return Some(Obstruction::Given(a, b));
    }
    let total = model.total()?;
    bound(model).filter(|(bound, _)| total > *bound).map(|(_, reason)| reason)
}
