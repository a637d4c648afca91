//! `auto` for plans of agents: conflict-based search and SAT in turns.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};

use satranj_encodings::model::Model;

use super::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError, MethodOption,
    agent_plans::explained,
    constraints, graph,
    native::agents::{cbs::CBS, lacam::LACAM},
    portfolio::{Member, by_turns},
    sat::agents::{GrowingCost, LAZY},
};

/// The default for one plan: `graph:flow` where it applies; otherwise `native:cbs` (`native:lacam` if
/// the agents are anonymous), where it applies, and the formulas of `sat:mdd` or `sat:lazy` in turns,
/// each within a budget that grows fourfold.
///
/// The search is fast where few agents collide; formulas are where most agents do. The plan of either
/// one bounds the other.
pub const AUTO: Method = Method::finding(
    Description {
        scope: Some("one plan for agents"),
        // Its members look for a short reason themselves.
        precheck: false,
        options: &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne],
        ..Description::sat("auto", "flow, or conflict-based search and SAT in turn")
            .minding(constraints::AGENT_PLANS)
    },
    Model::is_agent_paths,
    |model, goal| {
        let agents = model.as_agent_paths().filter(|_| goal == Goal::First)?;
        Some(Finder::fallible(move |context, found| {
            explained(agents, context, found, |found| solve(model, context, found))
        }))
    },
);

/// The budget of the first turns: some milliseconds.
const FIRST: u64 = 1 << 12;

/// Units of work of the search per microsecond, roughly.
const SEARCH_RATE: u64 = 4;

fn solve(model: &Model, context: &Context, found: &mut Found<'_>) -> Result<Ending, MethodError> {
    if context.keeps_formulas() || !context.options.solver.measures_effort() {
        return LAZY.solve(model, Goal::First, context, found);
    }
    let flow = &graph::agent_flow::FLOW;
    if flow.supports(model, Goal::First) {
        return by_turns(vec![Member::searching(flow, 1, model)], u64::MAX, context, found);
    }
    // The cost of the cheapest plan so far.
    let known = AtomicU64::new(u64::MAX);
    let mut better = |witness| {
        let cost = model.value(&witness);
        if model.sense().is_some() && cost >= known.load(Ordering::Relaxed) {
            return ControlFlow::Continue(());
        }
        known.store(cost, Ordering::Relaxed);
        found(witness)
    };
    let (method, mut formulas) = GrowingCost::new(model, context);
    let formulas = Member::new(method, |share: u64, context, found| {
        let known = known.load(Ordering::Relaxed);
        formulas.turn(share, known, context, found)
    });
    let is_anonymous = model.as_agent_paths().is_some_and(|agents| agents.anonymous);
    let search = if is_anonymous { &LACAM } else { &CBS };
    let search = Member::searching(search, SEARCH_RATE, model);
    by_turns(vec![search, formulas], FIRST, context, &mut better)
}
