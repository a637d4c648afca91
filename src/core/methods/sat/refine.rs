//! The loop of all SAT methods: solve, cut what comes apart, state what is wanted next, again.

use std::ops::ControlFlow;

use satranj_encodings::{
    encoding::{Encoded, Reading},
    model::Witness,
};

use super::FormulaEnd;
use crate::{
    methods::{Ending, MethodError},
    run::Run,
    solvers::{Solver, Verdict},
};

/// Takes a witness and tells the solver what the next has to be; breaks where enough is found.
pub(super) type Next<'a> =
    dyn FnMut(Witness, &mut dyn Solver) -> Result<ControlFlow<()>, MethodError> + 'a;

/// Solves, cuts, and hands each witness to `next`, until the answer is final. With `merges`,
/// what comes apart is joined without the solver where that is possible.
pub(super) fn refine(
    encoded: &dyn Encoded,
    merges: bool,
    solver: &mut dyn Solver,
    run: &Run,
    next: &mut Next<'_>,
) -> Result<FormulaEnd, MethodError> {
    loop {
        run.counters.clauses.set(solver.clauses());
        run.node()?;
        run.counters.rounds.add(1);
        let assignment = match solver.solve() {
            Verdict::Satisfiable(assignment) => assignment,
            Verdict::Unsatisfiable => return Ok(FormulaEnd::Ended(Ending::Exhausted)),
            Verdict::Stopped(reason) => return Err(reason.into()),
            Verdict::GaveUp => return Ok(FormulaEnd::GaveUp),
            Verdict::Failed(failure) => return Err(failure.into()),
        };
        let mut asked = ControlFlow::Continue(());
        if merges && let Some((witness, joints)) = encoded.repair(&assignment)? {
            run.counters.merges.add(joints.into());
            asked = next(witness, solver)?;
        }
        if asked.is_continue() {
            asked = match encoded.read(&assignment)? {
                Reading::Witness(witness) => next(witness, solver)?,
                Reading::Cuts(cuts) => {
                    run.counters.cuts.add(cuts.len() as u64);
                    let keeps = solver.keeps_cuts();
                    let sides = if keeps { encoded.sides(&assignment)? } else { Vec::new() };
                    let mut sides = sides.into_iter();
                    cuts.iter().try_for_each(|cut| {
                        if let Some(side) = sides.next() {
                            solver.note_cut(side);
                        }
                        solver.add_clause(cut)
                    })?;
                    ControlFlow::Continue(())
                }
            };
        }
        if asked.is_break() {
            return Ok(FormulaEnd::Ended(Ending::Enough));
        }
    }
}
