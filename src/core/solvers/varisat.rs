//! Varisat as a solver that stops at a deadline, on a flag, or after a given effort.

use std::{
    io::{self, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use rand::seq::SliceRandom;
use rustsat::types::Lit;
use satranj_encodings::clause::{Assignment, ClauseSink, Interrupted};
use varisat::{ExtendFormula, ProofFormat};

use super::{
    BuiltInSolver, Hints, Solver, SolverFailure, Verdict, from_varisat,
    search_proof::{KeptProof, SearchProof},
    to_varisat, turned,
};
use crate::{
    random::{Generator, generator},
    run::Run,
};

/// varisat.
pub const VARISAT: BuiltInSolver = BuiltInSolver {
    name: "varisat",
    summary: "CDCL solver in Rust, built in (varisat 0.2.2); the default",
    version: || "varisat 0.2.2".into(),
    open: |run, effort, hints| Box::new(Varisat::new(run, effort, hints)),
};

/// Clauses between two checks of the limits while loading.
const POLL_EVERY: u64 = 1024;

/// A varisat solver bound to a run.
///
/// varisat cannot be interrupted, but it stops when its proof cannot be written. So it gets a
/// proof sink that fails when the run should stop. Effort is measured in bytes of proof, which are
/// always the same for the same formula.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    run: Run,
    effort: Arc<Effort>,
    /// The proof, if it is wanted.
    kept: Option<SharedProof>,
    clauses: u64,
    /// The bytes of its array of clauses, and the size up to which it may grow.
    bytes: u64,
    granted: u64,
    buffer: Vec<varisat::Lit>,
    variables: usize,
    /// The values of variables before this one are inverted.
    true_first: u32,
    /// Shuffles the literals of each clause.
    shuffler: Option<Generator>,
    /// The final verdict, after which the solver cannot be used.
    dead: Option<Verdict>,
}

/// The bytes of proof that a solver may write, and has written.
#[derive(Debug, Default)]
struct Effort {
    granted: AtomicU64,
    spent: AtomicU64,
    gave_up: AtomicBool,
}

/// The proof so far: varisat owns the sink.
type SharedProof = Arc<Mutex<KeptProof>>;

/// Takes varisat's proof, and keeps it if wanted; fails to stop the solver.
struct StoppingSink {
    run: Run,
    effort: Arc<Effort>,
    kept: Option<SharedProof>,
}

impl Write for StoppingSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let spent = self.effort.spent.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        if spent > self.effort.granted.load(Ordering::Relaxed) {
            self.effort.gave_up.store(true, Ordering::Relaxed);
            return Err(io::Error::other("effort spent"));
        }
        if self.run.poll().is_err() {
            return Err(io::Error::other("stopped"));
        }
        if let Some(kept) = &self.kept {
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
        }
        Ok(bytes.len())
    }

    /// Always succeeds: a failure here would lose a finished answer.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Varisat {
    /// A solver that stops with the run, or after `effort` bytes of proof, and follows the hints.
    ///
    /// varisat tries false first, so variables that should be true first are inverted in both
    /// directions. It numbers variables in the order in which it sees them and, before conflicts
    /// change this, decides the last one first. So they are shown to it from last to first, in
    /// tautologies, which it drops. The moves of each square are then tried in reading
    /// order, which leaves 1 to 30 cycles instead of 20 to 140: closed knight's tours of all even
    /// square boards up to 150x150 take 2 to 8 rounds, 1000x1000 takes 3, rectangles of odd width
    /// take up to 17. Other orders take over 30 rounds on 100x100 or do not finish.
    ///
    /// Auxiliary variables come with the clauses and so are seen last. They are decided first, as
    /// false: if "some of these" is false, all of them are false. Variables that the hints put last
    /// are shown before all others.
    ///
    /// If the literals of a clause are shuffled, varisat numbers its new variables in another order
    /// and watches other literals.
    #[must_use]
    pub fn new(run: &Run, effort: u64, hints: &Hints) -> Self {
        let true_first = hints.true_first;
        let variables = hints.others_below.max(true_first);
        let effort = Arc::new(Effort { granted: AtomicU64::new(effort), ..Effort::default() });
        let mut solver = varisat::Solver::new();
        let kept = (hints.proof_bytes > 0).then(|| KeptProof::new(hints.proof_bytes));
        let kept = kept.map(|kept| Arc::new(Mutex::new(kept)));
        let sink =
            StoppingSink { run: run.clone(), effort: Arc::clone(&effort), kept: kept.clone() };
        solver.write_proof(sink, ProofFormat::Varisat);
        let mut show = |variable: u32| {
            let literal = varisat::Lit::from_index(variable as usize, true);
            solver.add_clause(&[literal, !literal]);
        };
        (true_first..variables).for_each(&mut show);
        match &hints.order {
            Some(order) => order.iter().rev().copied().for_each(&mut show),
            None => (0..true_first).rev().for_each(&mut show),
        }
        Self {
            solver,
            run: run.clone(),
            effort,
            kept,
            clauses: 0,
            bytes: 0,
            granted: 0,
            buffer: Vec::new(),
            variables: variables as usize,
            true_first,
            shuffler: hints.shuffled.then(|| generator(run.seed)),
            dead: None,
        }
    }
}

impl ClauseSink for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        if self.clauses.is_multiple_of(POLL_EVERY) && self.run.poll().is_err() {
            return Err(Interrupted);
        }
        // A clause has a header of three words.
        self.bytes += 4 * (clause.len() as u64 + 3);
        if self.bytes >= self.granted
            && let Err(reason) = self.run.grown(self.bytes, &mut self.granted)
        {
            self.run.stop.stop(reason);
            return Err(Interrupted);
        }
        self.buffer.clear();
        for &literal in clause {
            self.variables = self.variables.max(literal.vidx() + 1);
            self.buffer.push(to_varisat(turned(literal, self.true_first)));
        }
        if let Some(shuffler) = &mut self.shuffler {
            self.buffer.shuffle(shuffler);
        }
        self.solver.add_clause(&self.buffer);
        Ok(())
    }
}

impl Solver for Varisat {
    fn solve(&mut self) -> Verdict {
        if let Some(verdict) = &self.dead {
            return verdict.clone();
        }
        let stopped = |verdict: Verdict, dead: &mut Option<Verdict>| {
            *dead = Some(verdict.clone());
            verdict
        };
        if let Err(reason) = self.run.poll() {
            return stopped(Verdict::Stopped(reason), &mut self.dead);
        }
        match self.solver.solve() {
            Ok(false) => Verdict::Unsatisfiable,
            Ok(true) => {
                let mut assignment = Assignment::all_false(self.variables);
                let model = self.solver.model();
                for literal in model.expect("what is found satisfiable has a model") {
                    assignment.set(turned(from_varisat(literal), self.true_first));
                }
                Verdict::Satisfiable(assignment)
            }
            Err(_) if self.effort.gave_up.load(Ordering::Relaxed) => {
                stopped(Verdict::GaveUp, &mut self.dead)
            }
            Err(error) => {
                let verdict = match self.run.stop.reason() {
                    Some(reason) => Verdict::Stopped(reason),
                    None => Verdict::Failed(SolverFailure::Broken(error.to_string())),
                };
                stopped(verdict, &mut self.dead)
            }
        }
    }

    fn clauses(&self) -> u64 {
        self.clauses
    }

    fn take_proof(&mut self) -> Option<SearchProof> {
        let kept = self.kept.as_ref()?;
        let bytes = kept.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(SearchProof { bytes, negated_below: self.true_first })
    }
}
