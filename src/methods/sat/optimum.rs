//! The best witness: ever better ones, under a bound that is tightened until nothing is left.

use std::ops::ControlFlow;

use rustsat::{instances::BasicVarManager, types::Var};
use satranj_encodings::{
    clause::Interrupted,
    encoding::{Encoded, Objective, Reading},
    model::Model,
    totalizer::Bound,
};

use super::Attempt;
use crate::{
    methods::{Ending, Found, MethodError, Run},
    solvers::{Solver, Verdict, varisat},
};

/// Finds witnesses, each better than the one before, and exhausts when the last is the best.
///
/// The bound is a totalizer over the objective's literals, written output by output as it is
/// needed. Each bound is as strict as the last witness allows and stays, as no later answer
/// may break it: so all are clauses, and what the solver learnt remains true.
pub(super) fn improve(
    model: &Model,
    encoded: &dyn Encoded,
    objective: &Objective,
    solver: &mut dyn Solver,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Attempt, MethodError> {
    let mut variables = BasicVarManager::from_next_free(Var::new(encoded.variables()));
    let mut bound = Bound::new(&objective.literals, objective.sense);
    let mut best: Option<u32> = None;
    loop {
        run.counters.clauses.set(solver.clauses());
        if let Err(reason) = run.node() {
            return Ok(Attempt::Ended(reason.into()));
        }
        run.counters.rounds.add(1);
        let assignment = match solver.solve() {
            Verdict::Satisfiable(assignment) => assignment,
            Verdict::Unsatisfiable => return Ok(Attempt::Ended(Ending::Exhausted)),
            Verdict::Stopped(reason) => return Ok(Attempt::Ended(reason.into())),
            Verdict::GaveUp => return Ok(Attempt::GaveUp),
            Verdict::Failed(error) => return Err(MethodError::Solver(error)),
        };
        let added: Result<(), Interrupted> = match encoded.read(&assignment)? {
            Reading::Cuts(cuts) => {
                run.counters.cuts.add(cuts.len() as u64);
                cuts.iter().try_for_each(|cut| solver.add_clause(cut))
            }
            Reading::Witness(witness) => {
                let value = model.value(&witness);
                if best.is_some_and(|best| !objective.sense.is_better(value, best)) {
                    let error = format!("a value of {value} breaks the bound");
                    return Err(MethodError::Solver(error));
                }
                best = Some(value);
                if found(witness) == ControlFlow::Break(()) {
                    return Ok(Attempt::Ended(Ending::Enough));
                }
                bound.tighten(value, &mut variables, solver)
            }
        };
        if added.is_err() {
            return Ok(Attempt::Ended(varisat::interruption(run).into()));
        }
    }
}
