//! Bounds on the weight of sets whose vertices have weights.

use satranj_encodings::{
    dominating_set::packing::{self, prices},
    independent_set::obstruction::{bound_bytes, free_vertices},
    model::Obstruction,
    weighted_set::{WeightedSet, clique_cover},
};

use crate::{limits::Reason, run::Run};

/// A bound on the weight of sets, with its reason; `None` if no short reason is known.
///
/// # Errors
/// The reason to stop, if a limit has no room for the graph.
pub(super) fn bound(
    weighted: &WeightedSet,
    run: &Run,
) -> Result<Option<(u64, Obstruction)>, Reason> {
    if let Some(set) = weighted.sets().as_dominating_set() {
        run.reserve(set.graph_bytes())?;
        let prices = run.encoding(|| prices(set, weighted.weights()));
        let least = packing::bound(set, weighted.weights(), &prices);
        return Ok(Some((least, Obstruction::Prices(prices, 1))));
    }
    if let Some(cover) = weighted.sets().as_vertex_cover() {
        let Some(left_out) = weighted.left_out() else { return Ok(None) };
        return Ok(of_heaviest(left_out, run).map(|(most, reason)| {
            (weighted.total().saturating_sub(most), cover.explained(reason))
        }));
    }
    Ok(of_heaviest(weighted, run))
}

/// An upper bound on the weight of independent sets, with its reason.
fn of_heaviest(weighted: &WeightedSet, run: &Run) -> Option<(u64, Obstruction)> {
    let set = weighted.sets().as_independent_set()?;
    // Without memory or time for the reason the method may still succeed or report the limit.
    run.reserve(bound_bytes(set)).ok()?;
    let graph = set.complement().unwrap_or_else(|| set.graph());
    run.reserve(clique_cover::cut_bytes(graph.vertices().into(), graph.edges().into())).ok()?;
    if set.given_conflict().is_some() {
        return None;
    }
    run.encoding(|| {
        let (_, free) = free_vertices(set);
        let cover = clique_cover::smallest(set, weighted.weights(), &free, || run.poll()).ok()?;
        let most = weighted.value(&set.distinct_given()) + clique_cover::bound(&cover);
        Some((most, Obstruction::WeightedCliques(cover, 1)))
    })
}
