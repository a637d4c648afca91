//! `auto` for longest paths and cycles: a dynamic program and SAT, in turns.

use std::ops::ControlFlow;

use satranj_encodings::{
    longest_path::{LongestPath, skipping},
    model::Model,
};

use super::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError, MethodOption,
    constraints,
    native::longest::FRONTIER,
    portfolio::{Member, by_turns},
    sat::{self, encoded},
};

/// The default for one longest path: `native:frontier` and `sat:skipping` in turns, each within a
/// budget of work that grows fourfold from round to round. For a proof, or with an external solver,
/// it is `sat:skipping`.
pub const AUTO: Method = Method::finding(
    Description {
        scope: Some("one longest path or cycle"),
        options: &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne],
        ..Description::sat("auto", "a dynamic program along a frontier, and SAT, in turn")
            .minding(constraints::LONGEST_PATHS)
    },
    Model::is_longest_path,
    |model, goal| {
        let longest = model.as_longest_path().filter(|_| goal == Goal::First)?;
        Some(Finder::fallible(move |context, found| solve(model, longest, context, found)))
    },
);

const SKIPPING: Method = encoded::by(&skipping::SKIPPING);

/// The budget of the first turns.
const FIRST: u64 = 1 << 14;

/// States of the dynamic program per microsecond; the second for uncrossed paths, for which SAT takes
/// longer.
const STATES: [u64; 2] = [8, 32];

fn solve(
    model: &Model,
    longest: &LongestPath,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    if context.keeps_formulas() || !context.options.solver.measures_effort() {
        return SKIPPING.solve(model, Goal::First, context, found);
    }
    context.reserve(model.bytes())?;
    let states = STATES[usize::from(longest.is_uncrossed())];
    let frontier = Member::searching(&FRONTIER, states, model);
    let members = vec![frontier, sat::auto::member(&SKIPPING, 1, model)];
    // Each finds its own witnesses, of which only better ones are passed on.
    let mut best = None;
    by_turns(members, FIRST, context, &mut |witness| {
        let length = longest.length(witness.numbers());
        if best.is_some_and(|best| length <= best) {
            return ControlFlow::Continue(());
        }
        best = Some(length);
        found(witness)
    })
}
