//! `native:cbs`: the cheapest plan for agents by conflict-based search.

mod collision;
mod cover;
mod layers;
mod node;
mod pair_costs;
mod pairs;
mod restriction;
mod tree;

use satranj_encodings::{
    agent_paths::AgentPaths,
    model::{Model, Witness},
};

use self::tree::{ConstraintTree, TreeProgress};
use super::lacam::{
    improved,
    search::{LacamProgress, LacamSearch},
};
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Found, Method,
        agent_plans::one_plan,
        constraints::Constraint::{AtMost, Makespan, NoFollowing},
        meter::Meter,
    },
    run::Run,
};

/// Conflict-based search (Sharon, Stern, Felner and Sturtevant, "Conflict-based search for optimal
/// multi-agent pathfinding", Artificial Intelligence 219, 2015): each agent has a path of its least
/// cost; where two collide, the search branches on which one gives way.
///
/// All paths of an agent of one cost are a layered graph. Two agents that collide on all pairs of
/// their paths raise the bound of a node, by a cover of all these pairs, and the search branches on
/// their costs (as in increasing cost tree search, and in target reasoning, Li et al., 2021).
/// Otherwise other paths of the same cost are tried first. The children of a node exclude each
/// other.
///
/// A plan by [`LacamSearch`] is an upper bound, so the tree is finite; that search, which continues
/// in turns until it has a plan, also shows that no plan exists. If its first turn finds none,
/// [`AgentPaths::plan_exists`] may show this sooner.
pub const CBS: Method = Method::finding(
    Description {
        scope: Some("one plan for named agents"),
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::native(
            "native:cbs",
            "conflict-based search: plans agents alone, branches where they collide",
        )
        .minding(&[AtMost, Makespan, NoFollowing])
    },
    Model::is_agent_paths,
    |model, goal| one_plan(model, goal, solve),
);

/// The first turn of each search: steps of all agents, and nodes of the tree.
const FIRST_TURN: u64 = 2000;

fn solve(model: &AgentPaths, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let mut meter = Meter::new(run)?;
    let mut first = Some(LacamSearch::new(model, run)?);
    let below = model.at_most.map_or(u64::MAX, |most| most.saturating_add(1));
    let mut tree = ConstraintTree::new(model, below, run, &mut meter)?;
    let mut turn = FIRST_TURN;
    loop {
        if let Some(mut search) = first.take() {
            match search.advance(turn, &mut meter)? {
                LacamProgress::NoPlan => return Ok(Ending::Exhausted),
                LacamProgress::Unfinished => {
                    if turn == FIRST_TURN
                        && model.plan_exists(&|| run.poll().is_err()) == Some(false)
                    {
                        return Ok(Ending::Exhausted);
                    }
                    run.poll()?;
                    first = Some(search);
                }
                LacamProgress::Plan(paths) => {
                    let plan = (paths, search.into_distances());
                    let demand = &mut |cost| tree.demand(cost);
                    if improved(model, plan, run, &mut meter, found, demand)? {
                        return Ok(Ending::Enough);
                    }
                }
            }
        }
        match tree.advance(turn, &mut meter)? {
            TreeProgress::Finished => return Ok(Ending::Exhausted),
            TreeProgress::Unfinished => turn = turn.saturating_mul(2),
            TreeProgress::Plan(paths) => {
                first = None;
                if found(Witness::Paths(paths)).is_break() || model.at_most.is_some() {
                    return Ok(Ending::Enough);
                }
            }
        }
    }
}
