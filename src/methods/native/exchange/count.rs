//! The number of shortest plans.

use std::collections::HashMap;

use num_bigint::BigUint;
use satranj_encodings::exchange::Exchange;

use super::{bidirectional::shortest, plans::distances};
use crate::{
    limits::Reason,
    methods::{
        exchange::{state::State, steps::Steps},
        meter::Meter,
    },
    run::Run,
};

/// The length of a shortest plan between two different arrangements and the number of all of
/// that length, or `None` if there is no plan.
///
/// Dynamic programming: the plans that begin with as many steps and end in the same
/// arrangement are counted together. O(states times steps of each) additions.
///
/// # Errors
/// The reason to stop.
pub fn shortest_plans<S: State>(
    model: &Exchange,
    steps: &mut Steps,
    meter: &mut Meter<'_>,
    run: &Run,
) -> Result<Option<(u64, BigUint)>, Reason> {
    let most = model.at_most.unwrap_or(u64::MAX);
    let Some(plan) = shortest::<S>(model, most, steps, meter, run)? else { return Ok(None) };
    let ends = [&model.start, &model.goal].map(|at| S::pack(at, &steps.packing));
    let Some(distances) = distances(&ends, plan.len() as u64, steps, meter, run)? else {
        return Ok(None);
    };
    let entry = S::bytes(&steps.packing) + size_of::<(S, BigUint)>() as u64 + 64;
    let [start, _] = ends;
    let mut layer = HashMap::from([(start, BigUint::from(1u8))]);
    for distance in (1..=distances.start).rev() {
        let mut next: HashMap<S, BigUint> = HashMap::new();
        for (state, count) in &layer {
            meter.node()?;
            steps.each(state, meter, |_, _, new: S| {
                if distances.of_neighbour(&new, distance) != Some(distance - 1) {
                    return Ok(());
                }
                if next.len() == next.capacity() {
                    // The table may grow to twice its size, and the old one lives meanwhile.
                    run.reserve(3 * entry.saturating_mul(next.len() as u64))?;
                }
                *next.entry(new).or_default() += count;
                Ok::<(), Reason>(())
            })?;
        }
        layer = next;
    }
    // Only the goal is left.
    Ok(layer.into_values().next().map(|count| (distances.start, count)))
}
