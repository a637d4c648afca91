//! `auto` for exchanges: A* and the bidirectional search, in turns.

use crate::methods::constraints;
use satranj_encodings::model::Model;

use super::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError, graph, native,
    portfolio::{Member, by_turns},
};
use crate::limits::Reason;

/// The default for exchanges of many pieces: `native:bidirectional` and `graph:astar` with small
/// budgets of arrangements, in turns; then `native:bidirectional` alone, or `native:bfs` if that
/// does not apply.
///
/// If the bounds are nearly exact, as for kings with room between them, A* goes straight to the
/// goal, but a search in layers keeps all shortest plans.
pub const AUTO: Method = Method::finding(
    Description {
        scope: Some("one plan for an exchange"),
        // Its members look for a short reason themselves.
        precheck: false,
        ..Description::native("auto", "A* and bidirectional search in turn")
            .minding(constraints::PLANS)
    },
    |model| matches!(model, Model::Exchange(_)),
    |model, goal| {
        (goal == Goal::First)
            .then(|| Finder::fallible(move |context, found| solve(model, context, found)))
    },
);

/// Arrangements of the first turns, and the most of A*; about 10 µs and 300 bytes each.
const FIRST: u64 = 1 << 10;
const FEW: u64 = 1 << 14;

fn solve(model: &Model, context: &Context, found: &mut Found<'_>) -> Result<Ending, MethodError> {
    let bidirectional = &native::exchange::guided::BIDIRECTIONAL;
    let is_guided = bidirectional.finder(model, Goal::First).is_some();
    let thorough = if is_guided { bidirectional } else { &native::exchange::BREADTH_FIRST };
    let brief = [thorough, &graph::exchange::A_STAR];
    let brief = brief.map(|method| Member::searching(method, 1, model).up_to(FEW));
    match by_turns(brief.into(), FIRST, context, found)? {
        Ending::Stopped(Reason::IncompleteMethod | Reason::MemoryLimit) => {}
        ending => return Ok(ending),
    }
    by_turns(vec![Member::searching(thorough, 1, model)], u64::MAX, context, found)
}
