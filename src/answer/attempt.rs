//! One attempt of a method at a puzzle: every witness becomes a solution and is verified.

use std::{collections::HashSet, ops::ControlFlow};

use rand::seq::IndexedRandom;
use satranj_encodings::model::{Model, Obstruction, Sense, Witness};
use web_time::Instant;

use super::{Answer, AnswerFailure, Finding, Outcome, Question, Wanted, class, fingerprint};
use crate::{
    board::symmetry::Symmetry,
    limits::Reason,
    methods::{Context, Ending, Goal, Method, description::PrecheckLook},
    obstruction,
    puzzles::{Certificate, Puzzle, PuzzleSolution, Violation},
    random::variation,
};

/// The image of a solution under a symmetry.
fn turned<S: PuzzleSolution>(solution: S, by: Option<Symmetry>) -> S {
    match by {
        Some(symmetry) => solution.map(&|square| symmetry.apply(square)),
        None => solution,
    }
}

/// One attempt of a method at a puzzle.
pub struct MethodAttempt<'a, P: ?Sized> {
    pub puzzle: &'a P,
    pub method: &'a Method,
    pub context: &'a Context,
    pub answer: Answer,
}

impl<P: Puzzle + ?Sized> MethodAttempt<'_, P> {
    /// The verified certificate for an obstruction: there is no solution, or none better than
    /// `best`.
    pub fn certificate(
        &mut self,
        obstruction: &Obstruction,
        best: Option<u64>,
    ) -> Result<Option<Certificate>, AnswerFailure> {
        let Some(certificate) = self.puzzle.explain(obstruction) else { return Ok(None) };
        let started = Instant::now();
        self.puzzle.verify_certificate(&certificate, best).map_err(|violation| {
            AnswerFailure::WrongCertificate { kind: certificate.kind(), violation }
        })?;
        self.answer.verify_time += started.elapsed();
        Ok(Some(certificate))
    }

    /// Looks for a short reason why there is no solution; `false` if the answer is known.
    pub fn may_have_solutions(&mut self, model: &Model) -> Result<bool, AnswerFailure> {
        let thoroughly = self.method.description.look == PrecheckLook::Thorough;
        self.answer.outcome = match obstruction::find(model, thoroughly, self.context) {
            Ok(None) => return Ok(true),
            Ok(Some(obstruction)) => Outcome::Unsatisfiable(self.certificate(&obstruction, None)?),
            Err(reason) => Outcome::Unknown(reason),
        };
        Ok(false)
    }

    /// Explains a "no" by the given parts, if they alone are a reason; then no method needs to look
    /// for one. If the user asks for a proof, the proof is the reason.
    pub fn explain_by_given(&mut self, model: &Model) -> Result<(), AnswerFailure> {
        if self.answer.outcome == Outcome::Unsatisfiable(None)
            && !self.context.keeps_formulas()
            && let Some(obstruction) = obstruction::of_given(model, self.context)
        {
            self.answer.outcome = Outcome::Unsatisfiable(self.certificate(&obstruction, None)?);
        }
        Ok(())
    }

    /// The symmetry by which the seed turns a single requested solution; `None` if the solution stays as the
    /// method finds it: with the default seed, if the method itself draws at random (but it may choose free ends
    /// of a path always in the same way), if an order of moves is requested, or if the first of several equally
    /// good solutions is required.
    fn turn(&self, model: &Model, wanted: Wanted) -> Option<Symmetry> {
        let may_end_elsewhere = || {
            model
                .as_hamiltonian()
                .is_some_and(|path| !path.closed && (path.start.is_none() || path.end.is_none()))
        };
        if wanted != Wanted::First
            || self.method.description.draws && !may_end_elsewhere()
            // With a given order of squares the user asks for the first solution in that order.
            || self.context.options.order.is_some()
            || model.as_meeting().is_some()
        {
            return None;
        }
        let mut generator = variation(self.context.seed)?;
        self.puzzle.symmetries().choose(&mut generator).copied()
    }

    /// The error that the method gave a wrong solution.
    pub fn wrong(&self, violation: Violation) -> AnswerFailure {
        AnswerFailure::WrongSolution { method: self.method.name().into(), violation }
    }

    /// Finds the requested number of different solutions.
    pub fn enumerate(
        &mut self,
        model: &Model,
        question: Question,
        found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
    ) -> Result<(), AnswerFailure> {
        let (puzzle, wanted) = (self.puzzle, question.wanted);
        let classes = question.up_to_symmetry;
        let symmetries = if classes { puzzle.symmetries() } else { Vec::new() };
        let best = self.answer.objective;
        let turn = self.turn(model, wanted);
        let mut wrong = None;
        let mut seen = HashSet::new();
        let mut seen_classes = HashSet::new();
        let answer = &mut self.answer;
        let goal = wanted.goal();
        let turn = turn.filter(|_| !classes);
        let ending = self.method.solve(model, goal, self.context, &mut |witness| {
            let interpreted = puzzle.interpret(&witness);
            // The check of a large solution needs the memory.
            drop(witness);
            let started = Instant::now();
            let checked = interpreted.and_then(|solution| {
                let solution = turned(solution, turn);
                puzzle.verify(&solution)?;
                if let Some(best) = best
                    && puzzle.value(&solution) != Some(best)
                {
                    return Err(Violation(format!("its value differs from the best value {best}")));
                }
                if goal == Goal::All
                    && !seen.insert(fingerprint(puzzle, &puzzle.canonical(&solution)))
                {
                    return Err(Violation("it repeats an earlier solution".into()));
                }
                if !classes {
                    return Ok(Finding { solution, orbit_size: None });
                }
                let (least, size) = class(puzzle, &symmetries, &solution);
                puzzle.verify(&least)?;
                Ok(Finding { solution: least, orbit_size: Some(size) })
            });
            answer.verify_time += started.elapsed();
            let Ok(finding) = checked.map_err(|violation| wrong = Some(violation)) else {
                return ControlFlow::Break(());
            };
            answer.all += 1;
            if classes && !seen_classes.insert(fingerprint(puzzle, &finding.solution)) {
                return ControlFlow::Continue(());
            }
            answer.solutions += 1;
            let asked = found(finding);
            if answer.solutions >= wanted.most() { ControlFlow::Break(()) } else { asked }
        })?;
        if let Some(violation) = wrong {
            return Err(self.wrong(violation));
        }
        self.answer.outcome = match ending {
            _ if wanted == Wanted::First && self.answer.solutions > 0 => Outcome::Satisfied,
            Ending::Enough if self.answer.solutions >= wanted.most() => Outcome::Satisfied,
            Ending::Enough => Outcome::Unknown(Reason::Interrupted),
            Ending::Exhausted if self.answer.solutions == 0 => Outcome::Unsatisfiable(None),
            Ending::Proved(obstruction) if self.answer.solutions == 0 => {
                Outcome::Unsatisfiable(self.certificate(&obstruction, None)?)
            }
            Ending::Exhausted | Ending::Proved(_) => Outcome::AllSolutions,
            Ending::Stopped(reason) => Outcome::Unknown(reason),
        };
        self.explain_by_given(model)
    }

    /// Finds better and better solutions, up to the best.
    pub fn improve(
        &mut self,
        model: &Model,
        question: Question,
        found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
    ) -> Result<(), AnswerFailure> {
        let bound =
            if question.precheck { obstruction::bound(model, self.context) } else { Ok(None) };
        let bound = match bound {
            Ok(bound) => bound,
            Err(reason) => {
                self.answer.outcome = Outcome::Unknown(reason);
                return Ok(());
            }
        };
        let (puzzle, context) = (self.puzzle, self.context);
        let is_enough = context.limits.suboptimal.is_some();
        if let Some((least, _)) = bound.as_ref()
            && is_enough
            && model.sense() == Some(Sense::Minimise)
        {
            context.lower_bound.raise(*least);
        }
        let turn = self.turn(model, question.wanted);
        let mut wrong = None;
        let mut beaten = None;
        let mut best: Option<P::Solution> = None;
        // Kept only if one solution may be preferred to another of the same value.
        let mut best_witness: Option<Witness> = None;
        let (mut reached, mut is_close) = (false, false);
        let answer = &mut self.answer;
        let ending = self.method.solve(model, Goal::First, self.context, &mut |witness| {
            let value = model.value(&witness);
            let better = match (model.sense(), answer.objective, &best_witness) {
                (Some(sense), Some(objective), Some(best)) => {
                    sense.is_better(value, objective)
                        || value == objective && model.prefers(&witness, best)
                }
                _ => true,
            };
            let interpreted = puzzle.interpret(&witness);
            let started = Instant::now();
            let checked = interpreted.and_then(|solution| {
                let solution = turned(solution, turn);
                puzzle.verify(&solution)?;
                let differs = || Violation(format!("its value is not {value}"));
                if puzzle.value(&solution) == Some(value) { Ok(solution) } else { Err(differs()) }
            });
            answer.verify_time += started.elapsed();
            let Ok(solution) = checked.map_err(|violation| wrong = Some(violation)) else {
                return ControlFlow::Break(());
            };
            if !better {
                return ControlFlow::Continue(());
            }
            answer.objective = Some(value);
            answer.solutions = 1;
            answer.all = 1;
            reached = bound.as_ref().is_some_and(|(bound, _)| *bound == value);
            let better = |bound| model.sense().is_some_and(|sense| sense.is_better(value, bound));
            if let Some((bound, _)) = bound.as_ref().filter(|(bound, _)| better(*bound)) {
                beaten = Some(Violation(format!("{value} is better than its bound {bound}")));
                return ControlFlow::Break(());
            }
            best = Some(solution.clone());
            best_witness = Some(witness);
            let asked = found(Finding { solution, orbit_size: None });
            context.incumbent.set(value);
            is_close = context.is_close_enough();
            if reached || is_close { ControlFlow::Break(()) } else { asked }
        })?;
        if let Some(violation) = wrong {
            return Err(self.wrong(violation));
        }
        if let Some(violation) = beaten {
            return Err(AnswerFailure::WrongCertificate { kind: "bound", violation });
        }
        self.answer.outcome = match (ending, &best) {
            (Ending::Stopped(Reason::CloseEnough), Some(_)) => Outcome::Satisfied,
            (Ending::Stopped(reason), _) => Outcome::Unknown(reason),
            (_, Some(_)) if reached => {
                let reason = bound.map(|(_, reason)| reason);
                let certificate = reason
                    .map(|reason| self.certificate(&reason, self.answer.objective))
                    .transpose()?;
                Outcome::Optimal(certificate.flatten())
            }
            (Ending::Enough, Some(_)) if is_close => {
                // A method may raise its bound after its last solution.
                let is_best = self.answer.objective == Some(context.lower_bound.get());
                if is_best { Outcome::Optimal(None) } else { Outcome::Satisfied }
            }
            (Ending::Enough, _) => Outcome::Unknown(Reason::Interrupted),
            (Ending::Proved(reason), Some(_)) => {
                Outcome::Optimal(self.certificate(&reason, self.answer.objective)?)
            }
            (Ending::Proved(reason), None) => {
                Outcome::Unsatisfiable(self.certificate(&reason, None)?)
            }
            (Ending::Exhausted, Some(_)) => Outcome::Optimal(None),
            (Ending::Exhausted, None) => Outcome::Unsatisfiable(None),
        };
        self.explain_by_given(model)
    }
}
