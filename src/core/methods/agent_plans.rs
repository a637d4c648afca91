//! What the methods for plans of agents share: their finder, and the end before a search.

use satranj_encodings::{
    agent_paths::{AgentObstruction, AgentPaths},
    model::{Model, Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{Ending, Finder, Found, Goal},
    obstruction,
    run::Run,
};

/// A search for one plan.
type PlanSearch = fn(&AgentPaths, &Run, &mut Found<'_>) -> Result<Ending, Reason>;

/// The finder of one plan: a short reason why no plan exists, or else the search.
pub fn one_plan(model: &Model, goal: Goal, search: PlanSearch) -> Option<Finder<'_>> {
    let model = model.as_agent_paths().filter(|_| goal == Goal::First)?;
    Some(Finder::new(move |context, found| {
        explained(model, context, found, |found| search(model, context, found))
    }))
}

/// A short reason why no plan exists, or else a search; if its best plan costs no more than the
/// distances of the agents, these are the reason why none is better.
///
/// # Errors
/// Those of the search, and the reason to stop.
pub fn explained<E: From<Reason>>(
    model: &AgentPaths,
    run: &Run,
    found: &mut Found<'_>,
    search: impl FnOnce(&mut Found<'_>) -> Result<Ending, E>,
) -> Result<Ending, E> {
    if let Some(ending) = decided_at_once(model, run)? {
        return Ok(ending);
    }
    let mut best = None;
    let ending = search(&mut |witness| {
        if let Witness::Paths(paths) = &witness {
            best = Some(model.cost_of(paths));
        }
        found(witness)
    })?;
    let is_least = ending == Ending::Exhausted
        && model.at_most.is_none()
        && best.is_some()
        && best == model.least_cost();
    Ok(if is_least {
        Ending::Proved(Obstruction::Agents(AgentObstruction::Distances))
    } else {
        ending
    })
}

/// Whether most agents collide, so that formulas are ahead of a search: with at least three agents for ten
/// vertices.
pub fn is_dense(model: &AgentPaths) -> bool {
    10 * u64::from(model.agents()) >= 3 * u64::from(model.graph().vertices())
}

/// Ends a search before it begins, if a short reason shows that no plan exists.
///
/// # Errors
/// The reason to stop.
pub fn decided_at_once(model: &AgentPaths, run: &Run) -> Result<Option<Ending>, Reason> {
    // Lists of starts, goals and vertices.
    run.permit(64 * u64::from(model.graph().vertices()))?;
    let obstruction = run.encoding(|| obstruction::of_agents(model));
    run.poll()?;
    Ok(obstruction.map(|obstruction| Ending::Proved(Obstruction::Agents(obstruction))))
}

/// The question for brute force.
#[cfg(test)]
pub fn plain_agents(model: &AgentPaths) -> satranj_oracles::agents::PlainAgents {
    let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
    satranj_oracles::agents::PlainAgents {
        graph: satranj_oracles::generators::adjacency(model.graph().vertices(), &edges, false),
        starts: model.starts.clone(),
        goals: model.goals.clone(),
        anonymous: model.anonymous,
        makespan: model.cost == satranj_encodings::agent_paths::PlanCost::Makespan,
        no_following: model.no_following,
        one_at_a_time: model.one_at_a_time,
    }
}
