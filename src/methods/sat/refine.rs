//! Lazy formulas: solve, join or cut what comes apart, exclude what was found, until the answer is
//! final.

use std::ops::ControlFlow;

use satranj_encodings::encoding::{Encoded, Reading};

use super::Attempt;
use crate::{
    methods::{Ending, Found, Goal, MethodError},
    run::Run,
    solvers::{Solver, Verdict, interruption},
};

/// Solves, and adds cuts and exclusions, until the answer is final.
pub(super) fn refine(
    encoded: &dyn Encoded,
    goal: Goal,
    merges: bool,
    solver: &mut dyn Solver,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Attempt, MethodError> {
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
            Verdict::Failed(failure) => return Err(failure.into()),
        };
        // Of all witnesses each is wanted once; joining would find one again and again.
        if merges && let Some((witness, joints)) = encoded.repair(&assignment)? {
            run.counters.merges.add(joints.into());
            if found(witness) == ControlFlow::Break(()) {
                return Ok(Attempt::Ended(Ending::Enough));
            }
        }
        let mut sides = Vec::new();
        let clauses = match encoded.read(&assignment)? {
            Reading::Cuts(cuts) => {
                run.counters.cuts.add(cuts.len() as u64);
                if solver.keeps_cuts() {
                    sides = encoded.sides(&assignment)?;
                }
                cuts
            }
            Reading::Witness(witness) => {
                let exclusion = (goal == Goal::All).then(|| encoded.exclude(&witness));
                if found(witness) == ControlFlow::Break(()) {
                    return Ok(Attempt::Ended(Ending::Enough));
                }
                exclusion.into_iter().collect()
            }
        };
        let mut sides = sides.into_iter();
        for clause in clauses {
            if let Some(side) = sides.next() {
                solver.note_cut(side);
            }
            if solver.add_clause(&clause).is_err() {
                return Ok(Attempt::Ended(interruption(run).into()));
            }
        }
    }
}
