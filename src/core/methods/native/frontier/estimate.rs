//! How many states there can be, before any is made.

use super::boundary::{BoundaryTurn, Frontier, SLOTS, slots_of};
use crate::{limits::Reason, run::Run};

/// Vertices between two looks at the limits.
const POLL_EVERY: usize = 1 << 12;

/// What an order of the vertices costs at most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrontierEstimate {
    /// Vertices of the frontier at most, with the one that is decided.
    pub width: u32,
    /// A bound on the states of every layer.
    pub largest: f64,
    /// A bound on the states of all layers together.
    pub states: f64,
}

impl FrontierEstimate {
    /// Of a question that is answered without any.
    pub const NONE: Self = Self { width: 0, largest: 0.0, states: 0.0 };
}

/// Follows a frontier along an order of vertices, and then of edges that are decided one by one
/// while their ends stay. `None` if it is too wide, or the states may be more
/// than `most`. O(n w² + m) time for a frontier of w vertices.
///
/// # Errors
/// The reason to stop.
pub fn estimate(
    mut frontier: Frontier<'_>,
    (vertices, edges): (&[u32], &[[u32; 2]]),
    most: f64,
    run: &Run,
) -> Result<Option<FrontierEstimate>, Reason> {
    let mut turn = BoundaryTurn::default();
    let mut estimate = FrontierEstimate { width: 0, largest: 1.0, states: 1.0 };
    for index in 0..vertices.len() + edges.len() {
        if index % POLL_EVERY == 0 {
            run.poll()?;
        }
        let fits = match vertices.get(index) {
            Some(&vertex) => frontier.decide(vertex, &mut turn),
            None => frontier.decide_edge(edges[index - vertices.len()], &mut turn),
        };
        if !fits {
            return Ok(None);
        }
        let states = layer(&frontier, &turn);
        estimate.width = estimate.width.max(turn.after.count_ones() + u32::from(!turn.stays));
        estimate.largest = estimate.largest.max(states);
        estimate.states += states;
        if estimate.states > most {
            return Ok(None);
        }
    }
    Ok(Some(estimate))
}

/// The bound on the states of every layer, of an order that was measured.
pub fn layers(mut frontier: Frontier<'_>, (vertices, edges): (&[u32], &[[u32; 2]])) -> Vec<f64> {
    let mut turn = BoundaryTurn::default();
    let mut bounds = Vec::with_capacity(vertices.len() + edges.len());
    for &vertex in vertices {
        frontier.decide(vertex, &mut turn);
        bounds.push(layer(&frontier, &turn));
    }
    for &edge in edges {
        frontier.decide_edge(edge, &mut turn);
        bounds.push(layer(&frontier, &turn));
    }
    bounds
}

/// A bound on the states after a turn.
///
/// A vertex has no more edges than are decided of it, and two at last, so some of the degrees
/// 0, 1 and 2 are impossible. Of the coefficients of a polynomial, that of `x^k` counts the
/// degrees that make k vertices ends of paths; these pair in (k - 1)!! ways.
fn layer(frontier: &Frontier<'_>, turn: &BoundaryTurn) -> f64 {
    let mut ways = [0.0; SLOTS + 1];
    ways[0] = 1.0;
    let mut critical = turn.critical.iter().peekable();
    for (count, slot) in slots_of(turn.after).enumerate() {
        let most = frontier.edges_decided(slot).min(2);
        let to_come = critical
            .next_if(|critical| critical.slot == slot)
            .map_or(2, |critical| critical.outside + critical.near.count_ones());
        let least = 2 - to_come.min(2) as u8;
        let closed = f64::from(u8::from(least == 0) + u8::from(most == 2));
        let open = f64::from(u8::from(least <= 1 && most >= 1));
        for ends in (0..=count + 1).rev() {
            let below = ends.checked_sub(1).map_or(0.0, |below| ways[below]);
            ways[ends] = ways[ends] * closed + below * open;
        }
    }
    let mut pairings = 1.0;
    let mut states = 0.0;
    for (ends, &ways) in ways.iter().enumerate().step_by(2) {
        states += ways * pairings;
        pairings *= ends as f64 + 1.0;
    }
    states
}
