//! The number of shortest plans.

use num_bigint::BigUint;
use satranj_encodings::exchange::Exchange;

use super::{bidirectional::shortest, plans::distances};
use crate::{
    limits::Reason,
    methods::{
        exchange::{state::ExchangeState, steps::ExchangeSteps},
        meter::Meter,
        packed_table::PackedTable,
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
pub fn shortest_plans<S: ExchangeState>(
    model: &Exchange,
    steps: &mut ExchangeSteps,
    meter: &mut Meter<'_>,
    run: &Run,
) -> Result<Option<(u64, BigUint)>, Reason> {
    let most = model.at_most.unwrap_or(u64::MAX);
    let Some(plan) = shortest::<S>(model, most, steps, meter, run)? else { return Ok(None) };
    let ends = [&model.start, &model.goal].map(|at| S::pack(at, &steps.packing));
    let Some(distances) = distances(&ends, plan.len() as u64, steps, meter, run)? else {
        return Ok(None);
    };
    // Besides the arrangement, the number of ways to it stands elsewhere.
    let beyond = S::beyond(&steps.packing) + 64;
    let mut layer = PackedTable::<S, BigUint>::new(run, beyond);
    let mut next = PackedTable::<S, BigUint>::new(run, beyond);
    let [start, _] = ends;
    layer.insert(&start, 1u8.into())?;
    for distance in (1..=distances.start).rev() {
        next.clear(layer.len())?;
        for (state, count) in layer.iter() {
            meter.node()?;
            steps.each(state, meter, |_, _, new: S| {
                if distances.of_neighbour(&new, distance) == Some(distance - 1) {
                    *next.entry(&new)? += count;
                }
                Ok::<(), Reason>(())
            })?;
        }
        std::mem::swap(&mut layer, &mut next);
    }
    // Only the goal is left.
    Ok(layer.iter().next().map(|(_, count)| (distances.start, count.clone())))
}
