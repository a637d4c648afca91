//! `native:lacam`: a plan for many agents within seconds, not of the least cost.

mod generator;
mod refinement;
pub mod search;
mod swap;

use satranj_encodings::{agent_paths::AgentPaths, model::Model};

use self::search::{LacamProgress, LacamSearch};
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Found, Method, MethodOption,
        agent_plans::one_plan,
        constraints::Constraint::{AtMost, Makespan, NoFollowing},
        meter::Meter,
    },
    run::Run,
};

pub use self::refinement::improved;

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
    |model, goal| one_plan(model, goal, solve),
);

fn solve(model: &AgentPaths, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
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
    run.lower_bound.raise(least);
    let mut best = model.cost_of(&paths);
    let distances = search.into_distances();
    let is_enough =
        improved(model, (paths, distances), run, &mut meter, found, &mut |cost| best = cost)?;
    Ok(if is_enough {
        Ending::Enough
    } else if best == least {
        Ending::Exhausted
    } else {
        Reason::IncompleteMethod.into()
    })
}
