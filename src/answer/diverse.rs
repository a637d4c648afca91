//! Several solutions that share little: candidates from many seeds, then those farthest apart.

use std::{collections::HashSet, ops::ControlFlow};

use rand::Rng as _;
use satranj_encodings::model::Model;

use super::{
    AnswerFailure, Finding, Outcome, Question, Wanted, attempt::MethodAttempt, fingerprint,
};
use crate::{
    limits::Reason,
    methods::{Context, Goal, portfolio::PortfolioTurns},
    puzzles::{Puzzle, PuzzleSolution},
    random::generator,
};

/// Runs for each requested solution, each with its own seed.
const RUNS_EACH: u64 = 8;

/// Where runs repeat earlier candidates: the length of the list for each requested solution.
const LISTED_EACH: u64 = 32;

/// Runs in a row without a new candidate after which no more are made.
const REPEATS: u32 = 16;

/// The parts of a solution of a model that another may share, in rising order.
#[must_use]
pub fn parts(model: &Model, solution: &impl PuzzleSolution) -> Vec<u64> {
    let mut parts = solution.parts(model.as_hamiltonian().is_some_and(|model| model.closed));
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// The share of the smaller of two sorted lists that is in both, from 0 to 1.
#[must_use]
pub fn shared(one: &[u64], other: &[u64]) -> f64 {
    let (mut left, mut right, mut both) = (0, 0, 0u32);
    while let (Some(a), Some(b)) = (one.get(left), other.get(right)) {
        both += u32::from(a == b);
        left += usize::from(a <= b);
        right += usize::from(b <= a);
    }
    f64::from(both) / one.len().min(other.len()).max(1) as f64
}

/// Different solutions in the order in which they were found.
struct DiverseCandidates<P: Puzzle + ?Sized> {
    findings: Vec<Finding<P::Solution>>,
    parts: Vec<Vec<u64>>,
    seen: HashSet<(u64, u64)>,
    /// The bytes that they may take.
    granted: u64,
}

impl<P: Puzzle + ?Sized> MethodAttempt<'_, P> {
    /// Finds the requested number of different solutions.
    pub fn several(
        &mut self,
        model: &Model,
        question: Question,
        found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
    ) -> Result<(), AnswerFailure> {
        match question.wanted {
            Wanted::Diverse(number) => self.spread(model, question, number, found),
            _ => self.enumerate(model, question, found),
        }
    }

    /// Finds this number of solutions that share little. The first is the one of the seed; each
    /// further one is the candidate whose largest share with those before it is the least. O(c · n)
    /// comparisons of c candidates for n solutions.
    fn spread(
        &mut self,
        model: &Model,
        question: Question,
        number: u64,
        found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
    ) -> Result<(), AnswerFailure> {
        let (findings, parts) = (Vec::new(), Vec::new());
        let mut all = DiverseCandidates { findings, parts, seen: HashSet::new(), granted: 0 };
        let first = Question { wanted: Wanted::First, ..question };
        let enough = number.saturating_mul(RUNS_EACH);
        let mut seeds = generator(self.context.seed);
        let (mut seed, mut repeats) = (self.context.seed, 0);
        for run in 0..enough {
            let mut context = self.context.clone();
            if run > 0 {
                context.run.seed = seed;
                context.turns = PortfolioTurns::default();
            }
            let before = all.findings.len();
            self.answer.outcome = self.collect(model, first, &context, &mut all)?;
            repeats = if all.findings.len() > before { 0 } else { repeats + 1 };
            if !self.may_go_on() || repeats == REPEATS {
                break;
            }
            seed = seeds.next_u64();
        }
        if (all.findings.len() as u64) < enough / 2 && self.may_go_on() {
            self.answer.outcome = Outcome::Unknown(Reason::IncompleteMethod);
            if self.method.supports(model, Goal::All) {
                let list = Wanted::Some(number.saturating_mul(LISTED_EACH));
                let list = Question { wanted: list, ..question };
                self.answer.outcome = self.collect(model, list, self.context, &mut all)?;
            }
        }
        let chosen = all.farthest(number);
        if chosen.len() as u64 == number {
            self.answer.outcome = Outcome::Satisfied;
        }
        for finding in chosen {
            self.answer.solutions += 1;
            self.answer.all += 1;
            if found(finding).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Whether the last run found a solution, or gave up by itself.
    fn may_go_on(&self) -> bool {
        match self.answer.outcome {
            Outcome::Unknown(reason) => reason.is_own_end(),
            Outcome::Unsatisfiable(_) => false,
            _ => true,
        }
    }

    /// Adds the solutions of one run to the candidates.
    fn collect(
        &mut self,
        model: &Model,
        question: Question,
        context: &Context,
        all: &mut DiverseCandidates<P>,
    ) -> Result<Outcome, AnswerFailure> {
        let puzzle = self.puzzle;
        let answer = self.answer.clone();
        let mut run = MethodAttempt { puzzle, method: self.method, context, answer };
        let mut full = None;
        run.enumerate(model, question, &mut |finding| {
            let parts = parts(model, &finding.solution);
            let canonical = puzzle.canonical(&finding.solution);
            if !all.seen.insert(fingerprint(puzzle, &canonical)) {
                return ControlFlow::Continue(());
            }
            // A solution takes about as much again as its parts.
            let bytes = 32 * (parts.len() * all.parts.len()) as u64;
            full = context.grown(bytes, &mut all.granted).err();
            all.parts.push(parts);
            all.findings.push(finding);
            if full.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        self.answer.verify_time = run.answer.verify_time;
        match full.map_or(run.answer.outcome, Outcome::Unknown) {
            Outcome::Unsatisfiable(_) if !all.findings.is_empty() => {
                let problem = "it finds a solution, and none with another seed".into();
                Err(AnswerFailure::Contradiction { method: self.method.name(), problem })
            }
            outcome => Ok(outcome),
        }
    }
}

impl<P: Puzzle + ?Sized> DiverseCandidates<P> {
    /// This number of candidates, or all: the first, then always the one farthest from those before.
    fn farthest(self, number: u64) -> Vec<Finding<P::Solution>> {
        let mut left: Vec<Option<Finding<P::Solution>>> =
            self.findings.into_iter().map(Some).collect();
        let mut nearest = vec![0.0_f64; left.len()];
        let mut chosen = Vec::new();
        while (chosen.len() as u64) < number {
            // The first of several equally far.
            let remaining = (0..left.len()).filter(|&index| left[index].is_some());
            let next = remaining.min_by(|&one, &other| nearest[one].total_cmp(&nearest[other]));
            let Some(next) = next else { break };
            chosen.extend(left[next].take());
            for (nearest, parts) in nearest.iter_mut().zip(&self.parts) {
                *nearest = nearest.max(shared(parts, &self.parts[next]));
            }
        }
        chosen
    }
}
