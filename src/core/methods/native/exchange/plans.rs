//! All plans up to a number of steps, and the number of shortest plans.

use std::{collections::HashSet, ops::ControlFlow};

use num_bigint::BigUint;
use satranj_encodings::{
    exchange::{Exchange, Move},
    model::Witness,
};

use super::bidirectional::{SearchSide, mark, shortest};
use crate::{
    limits::Reason,
    methods::{
        Found,
        exchange::{state::ExchangeState, steps::ExchangeSteps},
        meter::Meter,
        packed_table::PackedTable,
    },
    run::Run,
};

/// A candidate for the next step of a plan.
struct Choice<S> {
    moves: Vec<Move>,
    state: S,
    /// Distance from there to the goal.
    distance: u64,
}

/// The distances to the goal of all arrangements on any plan of at most this many steps.
pub struct GoalDistances<'r, S> {
    table: PackedTable<'r, S, u8>,
    /// The distance of the start.
    pub start: u64,
}

/// The distances to the goal; `None` if no plan is short enough.
///
/// An arrangement f steps from the start and b from the goal is on a plan of at most `most` steps
/// only if f + b is at most `most`; so the layers beyond the middle need only arrangements that the
/// other side reaches up to the middle. Neither side exceeds the arrangements within half of
/// `most`, and a shortest way to the goal leads only through such arrangements.
///
/// # Errors
/// The reason to stop.
pub fn distances<'r, S: ExchangeState>(
    [start, goal]: &[S; 2],
    most: u64,
    steps: &mut ExchangeSteps,
    meter: &mut Meter<'_>,
    run: &'r Run,
) -> Result<Option<GoalDistances<'r, S>>, Reason> {
    let middle = most / 2;
    let mut forward = SearchSide::new(start, steps, meter, run)?;
    while forward.depth < most - middle && !forward.frontier.is_empty() {
        forward.expand(steps, meter, |_| true, |_| false)?;
    }
    let mut backward = SearchSide::new(goal, steps, meter, run)?;
    let mut distance = None;
    while backward.depth < most && !backward.frontier.is_empty() {
        let is_late = backward.depth >= middle;
        let admits = |state: &S| !is_late || forward.table.contains(state);
        backward.expand(steps, meter, admits, |_| false)?;
        if distance.is_none() && backward.table.contains(start) {
            distance = Some(backward.depth);
        }
    }
    Ok(distance.map(|start| GoalDistances { table: backward.table, start }))
}

impl<S: ExchangeState> GoalDistances<'_, S> {
    /// The distance of a neighbour of an arrangement at a distance, if it is known.
    pub fn of_neighbour(&self, state: &S, distance: u64) -> Option<u64> {
        let &found = self.table.get(state)?;
        let near = [distance.checked_sub(1), Some(distance), distance.checked_add(1)];
        near.into_iter().flatten().find(|&near| mark(near) == found)
    }
}

/// Hands out every plan of at most `most` steps between two different arrangements that repeats no
/// arrangement.
///
/// Depth first; a step is tried only if the goal is near enough after it, so apart from repetitions
/// every branch leads to a plan.
///
/// # Errors
/// The reason to stop.
pub fn all<S: ExchangeState>(
    model: &Exchange,
    most: u64,
    steps: &mut ExchangeSteps,
    meter: &mut Meter<'_>,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<ControlFlow<()>, Reason> {
    let ends = [&model.start, &model.goal].map(|at| S::pack(at, &steps.packing));
    let Some(distances) = distances(&ends, most, steps, meter, run)? else {
        return Ok(ControlFlow::Continue(()));
    };
    let [start, _] = ends;
    let mut path = HashSet::from([start.clone()]);
    let first = Choice { moves: Vec::new(), state: start, distance: distances.start };
    // The step taken at each depth, and those left to try.
    let mut taken = vec![first];
    let mut left: Vec<Vec<Choice<S>>> = Vec::new();
    loop {
        let Some(now) = taken.last() else { return Ok(ControlFlow::Continue(())) };
        if now.distance == 0 {
            let plan = taken.iter().skip(1).map(|choice| choice.moves.clone()).collect();
            if found(Witness::Plan(plan)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            left.push(Vec::new());
        } else {
            // At most this many steps may follow.
            let rest = most - taken.len() as u64;
            let mut choices = Vec::new();
            steps.each(&now.state, meter, |_, moves, state: S| {
                let distance = distances.of_neighbour(&state, now.distance);
                let near = distance.filter(|&distance| distance <= rest);
                if let Some(distance) = near.filter(|_| !path.contains(&state)) {
                    choices.push(Choice { moves: moves.to_vec(), state, distance });
                }
                Ok::<(), Reason>(())
            })?;
            choices.reverse();
            left.push(choices);
        }
        // The next step: of the deepest level that has any left.
        loop {
            let Some(choices) = left.last_mut() else { return Ok(ControlFlow::Continue(())) };
            if let Some(next) = choices.pop() {
                meter.node()?;
                path.insert(next.state.clone());
                taken.push(next);
                break;
            }
            left.pop();
            if let Some(before) = taken.pop() {
                path.remove(&before.state);
            }
        }
    }
}

/// The length of a shortest plan between two different arrangements and the number of plans of that
/// length, or `None` if there is no plan.
///
/// Dynamic programming: plans of equal length to the same arrangement are counted together.
/// O(states times steps of each) additions.
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
    // Beyond the arrangement, the number of ways to it is on the heap.
    let beyond = S::beyond(steps.packing.pieces()) + 64;
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
