//! `CaDiCaL`, built in: a solver that stops when the run does.

use rustsat::{
    solvers::{
        ControlSignal, GetInternalStats, LimitConflicts, PhaseLit, Solve, SolverResult, Terminate,
    },
    types::{Clause, Lit, TernaryVal, Var},
};
use rustsat_cadical::CaDiCaL;
use satranj_encodings::clause::{Assignment, ClauseSink, Interrupted};

use super::{BuiltInSolver, Hints, Solver, SolverFailure, Verdict};
use crate::{limits::Reason, run::Run};

/// Clauses between two checks of the limits while loading.
const POLL_EVERY: u64 = 1024;

/// Bytes of varisat's proof per conflict, since effort is measured in bytes of proof; 30 to 90 on the
/// formulas of large boards.
const BYTES_A_CONFLICT: u64 = 64;

/// `CaDiCaL`.
pub const CADICAL: BuiltInSolver = BuiltInSolver {
    name: "cadical",
    summary: "CDCL solver in C++, built in (CaDiCaL)",
    version: || CaDiCaL::default().signature().replacen('-', " ", 1),
    open: |run, effort, hints| Box::new(Cadical::new(run, effort, hints)),
};

/// A solver bound to a run.
///
/// It stops when the run does, and gives up after a number of conflicts, which is always the same
/// for the same formula.
pub struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    run: Run,
    /// The remaining conflicts before it gives up; `None` without a limit.
    conflicts: Option<u64>,
    clauses: u64,
    variables: u32,
    /// The final verdict, after which the solver cannot be used.
    dead: Option<Verdict>,
}

impl Cadical {
    /// A solver that stops with the run, or after the conflicts that correspond to `effort` bytes of
    /// proof. Of the hints it takes only the values: `CaDiCaL` has its own order of variables.
    #[must_use]
    pub fn new(run: &Run, effort: u64, hints: &Hints) -> Self {
        let mut solver = CaDiCaL::default();
        let watched = run.clone();
        solver.attach_terminator(move || match watched.poll() {
            Ok(()) => ControlSignal::Continue,
            Err(_) => ControlSignal::Terminate,
        });
        // The range of the option.
        let seed = (run.seed % 2_000_000_001) as i32;
        let mut dead = solver.set_option("seed", seed).err().map(|error| broken(&error));
        for variable in 0..hints.true_first {
            if let Err(error) = solver.phase_lit(Var::new(variable).pos_lit()) {
                dead = Some(broken(&error));
                break;
            }
        }
        let conflicts = (effort != u64::MAX).then_some(effort / BYTES_A_CONFLICT);
        Self { solver, run: run.clone(), conflicts, clauses: 0, variables: 0, dead }
    }

    fn die(&mut self, verdict: Verdict) -> Verdict {
        self.dead = Some(verdict.clone());
        verdict
    }

    fn assignment(&self) -> Result<Assignment, Verdict> {
        let mut assignment = Assignment::all_false(self.variables as usize);
        for variable in 0..self.variables {
            let literal = Var::new(variable).pos_lit();
            match self.solver.lit_val(literal) {
                Ok(TernaryVal::True) => assignment.set(literal),
                Ok(TernaryVal::False | TernaryVal::DontCare) => {}
                Err(error) => return Err(broken(&error)),
            }
        }
        Ok(assignment)
    }
}

fn broken(error: &impl std::fmt::Display) -> Verdict {
    Verdict::Failed(SolverFailure::Broken(format!("cadical: {error}")))
}

impl ClauseSink for Cadical {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        if self.clauses.is_multiple_of(POLL_EVERY) && self.run.poll().is_err() {
            return Err(Interrupted);
        }
        let last = clause.iter().map(|literal| literal.vidx32() + 1).max();
        self.variables = self.variables.max(last.unwrap_or(0));
        let clause: Clause = clause.iter().copied().collect();
        if let Err(error) = Solve::add_clause(&mut self.solver, clause) {
            // The only possible failure is a lack of memory.
            self.run.stop.stop(Reason::MemoryLimit);
            self.die(broken(&error));
            return Err(Interrupted);
        }
        Ok(())
    }
}

impl Solver for Cadical {
    fn solve(&mut self) -> Verdict {
        if let Some(verdict) = &self.dead {
            return verdict.clone();
        }
        if let Err(reason) = self.run.poll() {
            return self.die(Verdict::Stopped(reason));
        }
        let before = self.solver.conflicts() as u64;
        if let Some(left) = self.conflicts {
            // The limit of one call, which is a C int.
            let left = left.min(i32::MAX as u64) as u32;
            if let Err(error) = self.solver.limit_conflicts(Some(left)) {
                return self.die(broken(&error));
            }
        }
        let result = self.solver.solve();
        if let Some(left) = &mut self.conflicts {
            *left = left.saturating_sub(self.solver.conflicts() as u64 - before);
        }
        match result {
            Ok(SolverResult::Sat) => match self.assignment() {
                Ok(assignment) => Verdict::Satisfiable(assignment),
                Err(verdict) => self.die(verdict),
            },
            Ok(SolverResult::Unsat) => Verdict::Unsatisfiable,
            Ok(SolverResult::Interrupted) => match self.run.stop.reason() {
                Some(reason) => self.die(Verdict::Stopped(reason)),
                None if self.conflicts.is_some() => self.die(Verdict::GaveUp),
                None => self.die(broken(&"it stopped by itself")),
            },
            Err(error) => self.die(broken(&error)),
        }
    }

    fn clauses(&self) -> u64 {
        self.clauses
    }
}
