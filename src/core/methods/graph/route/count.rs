//! The number of shortest routes, from the end back to the start, distance by distance.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use satranj_encodings::{graph::Graph, route::Route};

use super::is_tight;
use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// Bytes a vertex of a layer besides its number's digits.
const BYTES: u64 = 64;

/// The number of shortest paths from the start to the end, whose distances from the start are
/// exact for all that are nearer than the end.
///
/// Every vertex on a shortest path hands the number of ways on from it to those before it, in
/// falling order of their distances: O(n + m) additions. Only as many distances as the greatest
/// weight have numbers at a time.
///
/// # Errors
/// The reason to stop.
pub fn shortest_paths(
    model: &Route,
    graph: &Graph,
    distance: &[u32],
    run: &Run,
) -> Result<BigUint, Reason> {
    let one = BigUint::from(1_u32);
    if model.from == model.to {
        return Ok(one);
    }
    let mut meter = Meter::new(run)?;
    let mut layers: BTreeMap<u32, HashMap<u32, BigUint>> = BTreeMap::new();
    layers.entry(distance[model.to as usize]).or_default().insert(model.to, one);
    while let Some((_, layer)) = layers.pop_last() {
        if let Some(ways) = layer.get(&model.from) {
            return Ok(ways.clone());
        }
        // The layer before it may have as many neighbours as it has.
        let digits = layer.values().map(BigUint::bits).max().unwrap_or(0) / 8;
        let widest = layers.values().map(HashMap::len).fold(layer.len(), usize::saturating_add);
        run.reserve((widest as u64 * 2).saturating_mul(BYTES + digits))?;
        for (vertex, ways) in layer {
            for &before in graph.neighbours(vertex) {
                if is_tight(model, distance, before, vertex) {
                    meter.work(1)?;
                    let its = layers.entry(distance[before as usize]).or_default();
                    *its.entry(before).or_default() += &ways;
                }
            }
        }
    }
    Ok(BigUint::ZERO)
}
