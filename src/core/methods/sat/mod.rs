//! SAT methods: an encoding, a solver, and refinement until the answer is a witness.

pub mod agents;
pub mod assignment;
mod attempt;
pub mod auto;
pub mod encoded;
mod ends;
mod optimum;
pub mod planning;
mod queens_order;
#[cfg(test)]
mod reduction_tests;
mod room;

use std::ops::ControlFlow;

use rand::RngExt as _;
use satranj_encodings::{
    encoding::Encoding,
    hamiltonian::Hamiltonian,
    model::{Model, Witness},
};

use self::attempt::{FormulaEnd, FormulaQuestion, KnownCuts};
use super::{Context, Ending, Finder, Found, Goal, MethodError, portfolio::Turned};
use crate::random::variation;

/// Effort for a model with fewer edges, in bytes of proof per edge.
const THIN_EFFORT: u64 = 64;

/// The configuration of a SAT method: one encoding, decided by the solver of the run.
#[derive(Clone, Copy)]
pub struct Sat {
    encoding: &'static Encoding,
    /// Whether components are joined without the solver where possible.
    merges: bool,
    /// Whether the solver tries the edges of a 2-factor first.
    warm: bool,
}

impl Sat {
    /// Components of a lazy encoding are joined where they can be.
    const fn of(encoding: &'static Encoding) -> Self {
        Self { encoding, merges: !encoding.complete(), warm: false }
    }

    /// The encoding.
    #[must_use]
    pub const fn encoding(self) -> &'static Encoding {
        self.encoding
    }

    /// Whether the encoding is for models of this kind, and for a bound if vertices have weights.
    #[must_use]
    pub fn takes(self, model: &Model) -> bool {
        model.has_bound() && self.encoding.takes(model)
    }

    /// Whether the encoding supports a model, and a bound if vertices have weights.
    #[must_use]
    pub fn states(self, model: &Model) -> bool {
        model.has_bound() && self.encoding.supports(model)
    }

    /// The search for witnesses of a model that the encoding supports.
    #[must_use]
    pub fn finder(self, model: &Model, goal: Goal) -> Option<Finder<'_>> {
        if !self.states(model) {
            return None;
        }
        // One witness per class suffices if one is wanted.
        let all = model.with_all_witnesses().filter(|_| goal == Goal::All);
        Some(Finder::fallible(move |context, found| {
            self.solve(all.as_ref().unwrap_or(model), goal, context, found)
        }))
    }

    /// Solves a model that the encoding supports.
    fn solve(
        self,
        model: &Model,
        goal: Goal,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        self.within(model, goal, u64::MAX, &mut KnownCuts::default(), (context, found))?.ended()
    }

    /// A turn of a portfolio with this solver budget. The first turn begins with stricter models, a
    /// later one with the cuts of those before it.
    fn turn(
        &self,
        model: &Model,
        (effort, is_first): (u64, bool),
        cuts: &mut KnownCuts,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Turned, MethodError> {
        let attempt = if is_first {
            self.within(model, Goal::First, effort, cuts, (context, found))?
        } else {
            let question = FormulaQuestion { model, goal: Goal::First, effort, whole: true };
            self.attempt(&question, cuts, context, found)?
        };
        Ok(match attempt {
            FormulaEnd::Ended(ending) => Turned::of(ending, false),
            FormulaEnd::GaveUp => Turned::GaveUp,
        })
    }

    /// Solves a model, with this effort per attempt.
    fn within(
        &self,
        model: &Model,
        goal: Goal,
        effort: u64,
        cuts: &mut KnownCuts,
        (context, found): (&Context, &mut Found<'_>),
    ) -> Result<FormulaEnd, MethodError> {
        if let Some(hamiltonian) = model.as_hamiltonian() {
            context.reserve(hamiltonian.graph_bytes())?;
            // Fixed ends make lazy cuts fast; encodings with times do not need them.
            // Joined cycles, or paths with other ends, would not be symmetric.
            let is_free = !hamiltonian.is_directed() && hamiltonian.symmetry.is_none();
            if goal == Goal::First && !self.encoding.complete() && is_free {
                if let ended @ FormulaEnd::Ended(_) =
                    self.thinned(hamiltonian, effort, context, found)?
                {
                    return Ok(ended);
                }
                for (its_effort, attempt) in ends::attempts(hamiltonian) {
                    let effort = effort.min(its_effort);
                    match self.with_ends(hamiltonian, attempt, effort, context, found)? {
                        FormulaEnd::Ended(Ending::Exhausted) | FormulaEnd::GaveUp => {}
                        ended @ FormulaEnd::Ended(_) => return Ok(ended),
                    }
                }
            }
        }
        let question = FormulaQuestion { model, goal, effort, whole: true };
        self.attempt(&question, cuts, context, found)
    }

    /// Tries a model with fewer edges, whose "no" proves nothing. These attempts have limited
    /// effort, and are skipped if the solver cannot measure it.
    fn thinned(
        &self,
        model: &Hamiltonian,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<FormulaEnd, MethodError> {
        let free = !model.closed && (model.start.is_none() || model.end.is_none());
        if !self.merges || self.warm || free {
            return Ok(FormulaEnd::GaveUp);
        }
        let Some(thin) = context.encoding(|| ends::thinned(model)) else {
            return Ok(FormulaEnd::GaveUp);
        };
        let effort = effort.min(THIN_EFFORT * u64::from(thin.graph().edges()));
        Ok(match self.stricter(thin, effort, context, found)? {
            FormulaEnd::Ended(Ending::Exhausted) => FormulaEnd::GaveUp,
            attempt => attempt,
        })
    }

    /// Tries a stricter model: its witnesses are witnesses of the model, but its "no" proves
    /// nothing.
    fn stricter(
        &self,
        model: Hamiltonian,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<FormulaEnd, MethodError> {
        let model = &Model::Hamiltonian(model);
        self.attempt(
            &FormulaQuestion { model, goal: Goal::First, effort, whole: false },
            &mut KnownCuts::default(),
            context,
            found,
        )
    }

    /// Tries a stricter model for an open path; its "no" proves nothing.
    fn with_ends(
        &self,
        open: &Hamiltonian,
        attempt: ends::EndsAttempt,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<FormulaEnd, MethodError> {
        match attempt {
            ends::EndsAttempt::Path(model) => {
                if let attempt @ FormulaEnd::Ended(_) =
                    self.thinned(&model, effort, context, found)?
                {
                    return Ok(attempt);
                }
                self.stricter(model, effort, context, found)
            }
            ends::EndsAttempt::Cycle(model) => {
                let mut opened = false;
                let mut cut = |witness| {
                    let Witness::Path(mut cycle) = witness else { return ControlFlow::Break(()) };
                    if let Some(mut generator) = variation(context.seed) {
                        let begin = generator.random_range(0..cycle.len());
                        cycle.rotate_left(begin);
                    }
                    let path = ends::cut_open(open, cycle);
                    opened = path.is_some();
                    path.map_or(ControlFlow::Break(()), |path| found(Witness::Path(path)))
                };
                let attempt = match self.thinned(&model, effort, context, &mut cut)? {
                    FormulaEnd::GaveUp => self.stricter(model, effort, context, &mut cut)?,
                    ended @ FormulaEnd::Ended(_) => ended,
                };
                Ok(match attempt {
                    FormulaEnd::Ended(Ending::Enough) if !opened => FormulaEnd::GaveUp,
                    attempt => attempt,
                })
            }
        }
    }
}
