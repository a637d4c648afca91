//! Shortest plans by SAT: a formula a horizon, which grows until one is satisfiable.

use std::{collections::HashSet, ops::ControlFlow};

use satranj_encodings::{
    encoding::Encoding as _,
    exchange::{Arrangement, Exchange},
    model::{Model, Witness},
    planning::Planning as PlanningEncoding,
};

use super::{Attempt, Sat, lesser::lesser};
use crate::{
    methods::{Ending, Found, Goal, Method, MethodError, Run},
    solvers::varisat,
};

/// `sat:planning`: exchanges, routes without weights, and meetings as plans.
///
/// The horizon grows from a bound that distances give; each formula that is unsatisfiable
/// proves that no plan is so short, so that the first plan is a shortest one. Each horizon has
/// a solver of its own.
///
/// All plans of an exchange are those in which no arrangement comes twice.
pub struct Planning;

impl Planning {
    const SAT: Sat = Sat {
        name: "sat:planning",
        summary: "what stands where after each step, for ever more steps until a plan exists",
        encoding: &PlanningEncoding,
    };

    /// The shortest plan.
    fn grow(model: &Model, run: &Run, found: &mut Found<'_>) -> Result<Ending, MethodError> {
        if let Err(reason) = run.poll().and_then(|()| run.reserve(Self::SAT.encoding.bytes(model)))
        {
            return Ok(reason.into());
        }
        let (mut horizon, most) = run.encoding(|| {
            (PlanningEncoding::least_horizon(model), PlanningEncoding::most_horizon(model))
        });
        while most.is_none_or(|most| horizon <= most) {
            let bounded = model.with_value(horizon);
            let mut plan = None;
            let mut take = |witness| {
                plan = Some(witness);
                ControlFlow::Break(())
            };
            let attempt = Self::SAT.attempt(&bounded, Goal::First, u64::MAX, run, &mut take)?;
            let ending = match attempt {
                Attempt::Ended(ending) => ending,
                Attempt::GaveUp => {
                    return Err(MethodError::Solver("gave up without a limit".into()));
                }
            };
            match (ending, plan) {
                (Ending::Exhausted, _) => horizon = horizon.saturating_add(1),
                (_, Some(plan)) => {
                    if found(plan.clone()) == ControlFlow::Break(()) {
                        return Ok(Ending::Enough);
                    }
                    if model.as_gathering().is_some() {
                        return lesser(&Self::SAT, model, plan, run, found);
                    }
                    return Ok(Ending::Exhausted);
                }
                (ending, None) => return Ok(ending),
            }
        }
        Ok(Ending::Exhausted)
    }
}

/// Whether an arrangement comes twice in a plan.
fn repeats(model: &Exchange, plan: &[Vec<(u32, u32)>]) -> bool {
    let mut standing: Arrangement = model.start.clone();
    let mut seen = HashSet::from([standing.clone()]);
    plan.iter().any(|step| {
        let lifted: Vec<_> = step.iter().map(|&(from, _)| standing[from as usize].take()).collect();
        for (kind, &(_, to)) in lifted.into_iter().zip(step) {
            standing[to as usize] = kind;
        }
        !seen.insert(standing.clone())
    })
}

impl Method for Planning {
    fn name(&self) -> &'static str {
        Self::SAT.name
    }

    fn summary(&self) -> &'static str {
        Self::SAT.summary
    }

    fn solver(&self) -> Option<&'static str> {
        Some(varisat::NAME)
    }

    fn scope(&self) -> Option<&'static str> {
        Some("exchanges, meetings, and routes without weights")
    }

    fn supports(&self, model: &Model, goal: Goal) -> bool {
        if model.sense().is_some() {
            return goal == Goal::First && PlanningEncoding::states_within_a_horizon(model);
        }
        PlanningEncoding.supports(model)
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        if !self.supports(model, goal) {
            return Err(MethodError::Unsupported(self.name()));
        }
        if model.sense().is_some() {
            return Self::grow(model, run, found);
        }
        match (model, goal) {
            (Model::Exchange(exchange), Goal::All) => {
                Self::SAT.solve(model, goal, run, &mut |witness| match &witness {
                    Witness::Plan(plan) if repeats(exchange, plan) => ControlFlow::Continue(()),
                    _ => found(witness),
                })
            }
            _ => Self::SAT.solve(model, goal, run, found),
        }
    }
}
