//! `native:lacam`: a plan for many agents within seconds, not of the least cost.

mod generator;
mod refinement;
pub mod search;
mod swap;

use satranj_encodings::{
    agent_paths::AgentPaths,
    model::{Model, Witness},
};

use self::search::{LacamProgress, LacamSearch};
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Finder, Found, Goal, Method, MethodOption,
        agent_plans::decided_at_once,
        constraints::Constraint::{AtMost, Makespan, NoFollowing},
        meter::Meter,
    },
    run::Run,
};

pub use self::refinement::refined;

/// The plan that [`LacamSearch`] finds, and a cheaper one by new paths for single agents. If no plan
/// exists, it visits all joint positions and ends with a certain "no"; that a plan is the cheapest
/// it proves only if each agent needs no more than alone. O(agents times degree) per step.
pub const LACAM: Method = Method::finding(
    Description {
        scope: Some("one plan for named agents"),
        // The method looks for a short reason itself.
        precheck: false,
        complete: false,
        draws: true,
        options: &[MethodOption::Seed],
        ..Description::native(
            "native:lacam",
            "a plan for up to thousands of agents, not the cheapest",
        )
        .minding(&[AtMost, Makespan, NoFollowing])
    },
    Model::is_agent_paths,
    |model, goal| {
        let model = model.as_agent_paths()?;

        (goal == Goal::First)
            .then(|| Finder::new(move |context, found| solve(model, context, found)))
    },
);

fn solve(model: &AgentPaths, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    if let Some(ending) = decided_at_once(model, run)? {
        return Ok(ending);
    }
    let mut meter = Meter::new(run)?;
    let mut search = LacamSearch::new(model, run)?;
    let paths = loop {
        meter.node()?;
        match search.advance(1, &mut meter)? {
            LacamProgress::Plan(paths) => break paths,
            LacamProgress::NoPlan => return Ok(Ending::Exhausted),
            LacamProgress::Unfinished => {}
        }
    };
    let least = search.least_cost()?;
    drop(search);
    run.lower_bound.set(least);
    let cost = model.cost_of(&paths);
    let is_wanted = |cost: u64| model.at_most.is_none_or(|most| cost <= most);
    if is_wanted(cost)
        && (found(Witness::Paths(paths.clone())).is_break() || model.at_most.is_some())
    {
        return Ok(Ending::Enough);
    }
    let mut best = cost;
    refined(model, paths, run, &mut meter, &mut |paths| {
        let cost = model.cost_of(paths);
        if cost >= best || !is_wanted(cost) {
            return false;
        }
        best = cost;
        found(Witness::Paths(paths.to_vec())).is_break() || model.at_most.is_some()
    })
    .map(|is_enough| {
        if is_enough {
            Ending::Enough
        } else if best == least {
            Ending::Exhausted
        } else {
            Reason::IncompleteMethod.into()
        }
    })
}
