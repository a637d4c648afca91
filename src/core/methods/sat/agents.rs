//! Cheapest plans of agents by SAT: one formula per cost, which grows until one is satisfiable.

use satranj_encodings::{
    model::{Model, Obstruction},
    planning::agents,
};

use super::{FormulaQuestion, KnownCuts, Sat, encoded::AT_MOST_ONE, planning::grow};
use crate::methods::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError, constraints,
};

/// `sat:mdd`: a formula with all clauses against collisions.
///
/// The cost starts at a lower bound from distances and grows by one; each unsatisfiable formula
/// proves that no plan is so cheap. If there is no plan, and nothing obvious shows this, it ends
/// where the cost exceeds that of a plan through all joint positions, if these are few.
pub const MDD: Method = Method::finding(
    Description {
        options: AT_MOST_ONE,
        ..Description::sat(
            "sat:mdd",
            "one variable per agent, vertex and time; raises the cost until a plan exists",
        )
        .minding(constraints::AGENT_PLANS)
    },
    Model::is_agent_paths,
    |model, goal| finder(Sat::MDD, model, goal),
);

/// `sat:lazy`: the same, but collisions are excluded once they occur.
pub const LAZY: Method = Method::finding(
    Description {
        options: AT_MOST_ONE,
        ..Description::sat(
            "sat:lazy",
            "as sat:mdd, but adds the clauses against the collisions that occur",
        )
        .minding(constraints::AGENT_PLANS)
    },
    Model::is_agent_paths,
    |model, goal| finder(Sat::MDD_LAZY, model, goal),
);

impl Sat {
    const MDD: Self = Self::of(&agents::MDD);
    const MDD_LAZY: Self = Self::of(&agents::MDD_LAZY);
}

fn finder(sat: Sat, model: &Model, goal: Goal) -> Option<Finder<'_>> {
    let fits = model.sense().is_none() || goal == Goal::First;
    fits.then(|| Finder::fallible(move |context, found| solve(&sat, model, goal, context, found)))
}

fn solve(
    sat: &Sat,
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    context.poll()?;
    let obstruction = context.encoding(|| model.as_agent_paths()?.obstruction());
    if let Some(reason) = obstruction {
        return Ok(Ending::Proved(Obstruction::Agents(reason)));
    }
    if model.sense().is_some() {
        return grow(sat, model, context, found);
    }
    // The clauses that a lazy encoding adds here are not in a record.
    let whole = sat.encoding.complete();
    let question = FormulaQuestion { model, goal, effort: u64::MAX, whole };
    sat.attempt(&question, &mut KnownCuts::default(), context, found)?.ended()
}
