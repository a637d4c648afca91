//! Halves of any graph: the edges of the first vertices in an order, and all other edges.

use satranj_encodings::graph::Graph;

use super::split::{Half, MOST_SHARED, Second, Split};
use crate::{limits::Reason, methods::cycle::CycleQuestion, run::Run};

/// The number of cuts whose cost is estimated: those nearest to the middle.
const CUTS: usize = 32;

/// The halves with the fewest estimated states along an order of all vertices; `None` if all share
/// too many vertices. O(n + m) time, plus the estimates.
///
/// # Errors
/// The reason to stop.
pub fn best(
    question: &CycleQuestion<'_>,
    order: &[u32],
    run: &Run,
) -> Result<Option<Split>, Reason> {
    let graph: &Graph = &question.graph;
    let mut place = vec![0_u32; order.len()];
    for (index, &vertex) in (0..).zip(order) {
        place[vertex as usize] = index;
    }
    let place = |vertex: u32| place[vertex as usize];
    // An edge is after all cuts up to the place of its first vertex.
    let of_edge = |(a, b): (u32, u32)| place(a).min(place(b));
    let shared = shared(graph, order.len(), &|vertex, other| of_edge((vertex, other)));
    let mut cuts: Vec<u32> =
        (1..).zip(&shared).filter(|(_, shared)| **shared <= MOST_SHARED).map(|it| it.0).collect();
    cuts.sort_by_key(|&cut| (2 * cut).abs_diff(order.len() as u32));
    let forwards = |vertex| (place(vertex), 0);
    let backwards = |vertex| (u32::MAX - place(vertex), 0);
    let mut best: Option<Split> = None;
    for cut in cuts.into_iter().take(CUTS) {
        let second: Vec<bool> = graph.edge_list().map(|edge| of_edge(edge) >= cut).collect();
        let orders: [&dyn Fn(u32) -> (u32, u32); 2] = [&forwards, &backwards];
        let Some(first) = Half::new(question, &second, false, orders, run)? else { continue };
        let Some(other) = Half::new(question, &second, true, orders, run)? else { continue };
        let split = Split { first, second: Second::Other(other), reflection: None };
        let most = best.as_ref().map_or(f64::INFINITY, Split::states);
        best = Some(split).filter(|split| split.states() < most).or(best);
    }
    Ok(best)
}

/// The number of vertices with edges on both sides of a cut before the second place, the third, ….
fn shared(graph: &Graph, places: usize, of_edge: &impl Fn(u32, u32) -> u32) -> Vec<usize> {
    let mut changes = vec![0_isize; places + 1];
    for vertex in 0..graph.vertices() {
        let edges = graph.neighbours(vertex).iter().map(|&other| of_edge(vertex, other) as usize);
        if let (Some(first), Some(last)) = (edges.clone().min(), edges.max()) {
            changes[first] += 1;
            changes[last] -= 1;
        }
    }
    let mut now = 0;
    let sums = changes.iter().take(places.saturating_sub(1)).map(|change| {
        now += change;
        now as usize
    });
    sums.collect()
}
