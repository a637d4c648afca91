//! `native:bfs`: plans by breadth-first search from both ends.

mod bidirectional;
pub mod guided;
mod lone_kinds;
mod plans;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use std::{ops::ControlFlow, rc::Rc};

use num_bigint::BigUint;
use satranj_encodings::{
    exchange::Exchange,
    model::{Model, Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Counted, Counting, Description, Ending, Finder, Found, Goal, Method, WitnessCounter,
        exchange::{prepared, state::ExchangeState, steps::ExchangeSteps},
        meter::Meter,
    },
    run::Run,
};

/// Bidirectional breadth-first search (Pohl, Bi-directional search, Machine Intelligence 6, 1971)
/// over the arrangements of the pieces, packed into a word of 64 or 128 bits if they fit.
///
/// O(states times steps of each) time; 9 bytes per 64-bit state in a hash table that is 5/16 to 5/8
/// full, and 8 more for each state of the last layer. All plans are found depth first, guided by
/// exact distances to the goal.
pub const BREADTH_FIRST: Method = Method::finding(
    Description {
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::native(
            "native:bfs",
            "breadth-first search from both ends over packed arrangements",
        )
        .minding(constraints::PLANS)
    },
    Model::is_exchange,
    |model, goal| {
        let model = model.as_exchange()?;

        (goal == Goal::First || model.at_most.is_some())
            .then(|| Finder::new(move |context, found| solve(model, goal, context, found)))
    },
)
.with_counts(|model, counting| {
    let model = model.as_exchange()?;

    // The shortest plans.
    (model.at_most.is_none() && counting == Counting::default())
        .then(|| WitnessCounter::new(move |context| count(model, context)))
});

fn count(model: &Exchange, run: &Run) -> Result<Counted, Reason> {
    run.poll()?;
    let counted = |length: u64, count: BigUint| Counted {
        count,
        objective: Some(length),
        ..Counted::default()
    };
    if model.start == model.goal {
        run.node()?;
        return Ok(counted(0, 1u8.into()));
    }
    if run.encoding(|| model.obstruction()).is_some() {
        return Ok(Counted::default());
    }
    let mut steps = prepared(model, run)?;
    let mut meter = Meter::new(run)?;
    let plans = match steps.packing.bits() {
        0..=64 => plans::shortest_plans::<u64>(model, &mut steps, &mut meter, run),
        65..=128 => plans::shortest_plans::<u128>(model, &mut steps, &mut meter, run),
        _ => plans::shortest_plans::<Rc<[u32]>>(model, &mut steps, &mut meter, run),
    };
    Ok(plans?.map_or_else(Counted::default, |(length, count)| counted(length, count)))
}

/// Ends a search before it begins: if nothing is to be moved, or if a short reason shows that there
/// is no plan.
///
/// # Errors
/// The reason to stop.
fn decided_at_once(
    model: &Exchange,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Option<Ending>, Reason> {
    run.poll()?;
    if model.start == model.goal {
        run.node()?;
        return Ok(Some(ended(found(Witness::Plan(Vec::new())))));
    }
    let obstruction = run.encoding(|| model.obstruction());
    Ok(obstruction.map(|obstruction| Ending::Proved(Obstruction::Exchange(obstruction))))
}

fn solve(model: &Exchange, goal: Goal, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    if let Some(ending) = decided_at_once(model, run, found)? {
        return Ok(ending);
    }
    let steps = prepared(model, run)?;
    match steps.packing.bits() {
        0..=64 => search::<u64>(model, goal, steps, run, found),
        65..=128 => search::<u128>(model, goal, steps, run, found),
        _ => search::<Rc<[u32]>>(model, goal, steps, run, found),
    }
}

fn search<S: ExchangeState>(
    model: &Exchange,
    goal: Goal,
    mut steps: ExchangeSteps,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let mut meter = Meter::new(run)?;
    let most = model.at_most.unwrap_or(u64::MAX);
    if goal == Goal::All {
        return plans::all::<S>(model, most, &mut steps, &mut meter, run, found).map(ended);
    }
    let plan = bidirectional::shortest::<S>(model, most, &mut steps, &mut meter, run)?;
    let Some(plan) = plan else { return Ok(Ending::Exhausted) };
    Ok(ended(found(Witness::Plan(plan))))
}

/// The end of a search without further results.
fn ended(asked: ControlFlow<()>) -> Ending {
    if asked.is_break() { Ending::Enough } else { Ending::Exhausted }
}
