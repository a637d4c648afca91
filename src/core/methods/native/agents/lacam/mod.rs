//! `native:lacam`: a plan for many agents within seconds, not of the least cost.

mod generator;
mod refinement;
pub mod search;
mod swap;
mod targets;

use satranj_encodings::{agent_paths::AgentPaths, model::Model};

use self::{
    search::{LacamProgress, LacamSearch},
    targets::TargetPlan,
};
use super::goal_distances::LazyDistances;
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Found, Method, MethodOption,
        agent_plans::one_plan,
        constraints::Constraint::{Anonymous, AtMost, Makespan, NoFollowing},
        meter::Meter,
    },
    run::Run,
};

pub use self::refinement::improved;

/// The plan that [`LacamSearch`] finds, and a cheaper one by new paths for single agents. If no plan
/// exists, it visits all joint positions and ends with a certain "no"; that a plan is the cheapest
/// it proves only if each agent needs no more than alone. O(agents times degree) per step.
///
/// Anonymous agents exchange their goals where they are in each other's way (TSWAP).
pub const LACAM: Method = Method::finding(
    Description {
        scope: Some("one plan for agents"),
        // The method looks for a short reason itself.
        precheck: false,
        complete: false,
        draws: true,
        options: &[MethodOption::Seed],
        ..Description::native(
            "native:lacam",
            "a plan for up to thousands of agents, not the cheapest",
        )
        .minding(&[AtMost, Anonymous, Makespan, NoFollowing])
    },
    Model::is_agent_paths,
    |model, goal| one_plan(model, goal, solve),
);

fn solve(model: &AgentPaths, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let mut meter = Meter::new(run)?;
    if model.anonymous {
        let TargetPlan { paths, goals, distances } = targets::plan(model, run, &mut meter)?;
        let least = model.least_cost().unwrap_or(0);
        // From now on each agent has its goal.
        let mut named = model.clone();
        named.anonymous = false;
        named.goals = goals.iter().map(|&goal| model.goals[goal as usize]).collect();
        let plan = (paths, distances.of_goals(&named, &goals));
        return cheaper(&named, plan, least, &mut meter, (run, found));
    }
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
    let plan = (paths, search.into_distances());
    cheaper(model, plan, least, &mut meter, (run, found))
}

/// Passes on a plan and cheaper ones; no plan costs less than `least`.
fn cheaper<'m>(
    model: &'m AgentPaths,
    plan: (Vec<Vec<u32>>, LazyDistances<'m>),
    least: u64,
    meter: &mut Meter<'_>,
    (run, found): (&'m Run, &mut Found<'_>),
) -> Result<Ending, Reason> {
    run.lower_bound.raise(least);
    let mut best = model.cost_of(&plan.0);
    let is_enough = improved(model, plan, run, meter, found, &mut |cost| best = cost)?;
    Ok(if is_enough {
        Ending::Enough
    } else if best == least {
        Ending::Exhausted
    } else {
        Reason::IncompleteMethod.into()
    })
}
