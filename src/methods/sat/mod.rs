//! SAT methods: an encoding, a solver, and refinement until the answer is a witness.

pub mod assignment;
pub mod auto;
pub mod encoded;
mod ends;
mod lesser;
mod optimum;
pub mod planning;
mod queens_order;
mod refine;
mod room;
mod thinning;

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    encoding::{self, DecisionOrder, EncodeError, Encoding},
    hamiltonian::{Hamiltonian, cuts::Cuts},
    model::{Model, Witness},
};

use super::{Context, Ending, Finder, Found, Goal, MethodError, graph::two_factor};
use crate::limits::Reason;
use crate::solvers::{Hints, Solver, interruption, recording::Recording};

/// Effort for a model with fewer edges, in bytes of proof an edge.
const THIN_EFFORT: u64 = 64;

/// What a SAT method works by: one encoding, decided by the solver of the run.
#[derive(Clone, Copy)]
pub struct Sat {
    encoding: &'static dyn Encoding,
    /// Whether what comes apart is joined without the solver where that is possible.
    merges: bool,
    /// Whether the solver tries the edges of a 2-factor first.
    warm: bool,
}

/// What one formula is to answer.
struct Question<'m> {
    model: &'m Model,
    goal: Goal,
    /// How much the solver may spend, in bytes of proof.
    effort: u64,
    /// Whether the model is all that was asked, so that a "no" is one.
    whole: bool,
}

/// How one formula ended.
enum Attempt {
    Ended(Ending),
    GaveUp,
}

impl Sat {
    /// Cuts, which join cycles where they can.
    const CUTS: Self = Self { merges: true, ..Self::of(&Cuts) };

    const fn of(encoding: &'static dyn Encoding) -> Self {
        Self { encoding, merges: false, warm: false }
    }

    /// Whether the encoding states a model.
    #[must_use]
    pub fn states(self, model: &Model) -> bool {
        self.encoding.supports(model)
    }

    /// The search for witnesses of a model that the encoding states.
    #[must_use]
    pub fn finder(self, model: &Model, goal: Goal) -> Option<Finder<'_>> {
        self.states(model).then(|| {
            Finder::fallible(move |context, found| self.solve(model, goal, context, found))
        })
    }

    /// Solves a model that the encoding states.
    fn solve(
        self,
        model: &Model,
        goal: Goal,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        match self.within(model, goal, u64::MAX, context, found)? {
            Attempt::Ended(ending) => Ok(ending),
            Attempt::GaveUp => Err(MethodError::Solver("gave up without a limit".into())),
        }
    }

    /// A turn of a portfolio, in which the solver may spend so much; `None` if that is not enough.
    /// The first turn begins with stricter models, which have efforts of their own.
    fn turn(
        &self,
        model: &Model,
        (effort, is_first): (u64, bool),
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Option<Ending>, MethodError> {
        let attempt = if is_first {
            self.within(model, Goal::First, effort, context, found)?
        } else {
            let question = Question { model, goal: Goal::First, effort, whole: true };
            self.attempt(&question, context, found)?
        };
        Ok(match attempt {
            Attempt::Ended(ending) => Some(ending),
            Attempt::GaveUp => None,
        })
    }

    /// Solves a model, of which one attempt may take so much effort.
    fn within(
        &self,
        model: &Model,
        goal: Goal,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        if let Some(hamiltonian) = model.as_hamiltonian() {
            if let Err(reason) = context.reserve(hamiltonian.graph_bytes()) {
                return Ok(Attempt::Ended(reason.into()));
            }
            // Choosing the ends makes lazy cuts fast; times do not need it.
            if goal == Goal::First && !self.encoding.complete() && !hamiltonian.is_directed() {
                if let ended @ Attempt::Ended(_) =
                    self.thinned(hamiltonian, effort, context, found)?
                {
                    return Ok(ended);
                }
                for (its_effort, attempt) in ends::attempts(hamiltonian) {
                    let effort = effort.min(its_effort);
                    match self.with_ends(hamiltonian, attempt, effort, context, found)? {
                        Attempt::Ended(Ending::Exhausted) | Attempt::GaveUp => {}
                        ended @ Attempt::Ended(_) => return Ok(ended),
                    }
                }
            }
        }
        self.attempt(&Question { model, goal, effort, whole: true }, context, found)
    }

    /// Tries a model with fewer edges, whose "no" means nothing. Such attempts have a limited
    /// effort, and are left out where the solver has no measure of it.
    fn thinned(
        &self,
        model: &Hamiltonian,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        let free = !model.closed && (model.start.is_none() || model.end.is_none());
        if !self.merges || self.warm || free {
            return Ok(Attempt::GaveUp);
        }
        let Some(thin) = context.encoding(|| thinning::thinned(model)) else {
            return Ok(Attempt::GaveUp);
        };
        let effort = effort.min(THIN_EFFORT * u64::from(thin.graph().edges()));
        Ok(match self.stricter(thin, effort, context, found)? {
            Attempt::Ended(Ending::Exhausted) => Attempt::GaveUp,
            attempt => attempt,
        })
    }

    /// Tries a model of which a witness is one of the model that is asked for, and a "no" means
    /// nothing.
    fn stricter(
        &self,
        model: Hamiltonian,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        let model = &Model::Hamiltonian(model);
        self.attempt(&Question { model, goal: Goal::First, effort, whole: false }, context, found)
    }

    /// Tries a stricter model for an open path; its "no" means nothing.
    fn with_ends(
        &self,
        open: &Hamiltonian,
        attempt: ends::Attempt,
        effort: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        match attempt {
            ends::Attempt::Path(model) => {
                if let attempt @ Attempt::Ended(_) = self.thinned(&model, effort, context, found)? {
                    return Ok(attempt);
                }
                self.stricter(model, effort, context, found)
            }
            ends::Attempt::Cycle(model) => {
                let mut opened = false;
                let mut cut = |witness| {
                    let Witness::Path(cycle) = witness else { return ControlFlow::Break(()) };
                    let path = ends::cut_open(open, cycle);
                    opened = path.is_some();
                    path.map_or(ControlFlow::Break(()), |path| found(Witness::Path(path)))
                };
                let attempt = match self.thinned(&model, effort, context, &mut cut)? {
                    Attempt::GaveUp => self.stricter(model, effort, context, &mut cut)?,
                    ended @ Attempt::Ended(_) => ended,
                };
                Ok(match attempt {
                    Attempt::Ended(Ending::Enough) if !opened => Attempt::GaveUp,
                    attempt => attempt,
                })
            }
        }
    }

    /// A solver that has room for the clauses of a model, and tries its variables in a good
    /// order; the reason why there is none.
    fn solver(
        &self,
        model: &Model,
        options: encoding::Options,
        effort: u64,
        context: &Context,
    ) -> Result<Result<Box<dyn Solver>, Reason>, EncodeError> {
        let DecisionOrder { true_first, others_last } =
            self.encoding.decision_order(model, options);
        let queens = model.as_queens().and_then(|queens| queens_order::order(queens, context.seed));
        let true_first = queens.as_ref().map_or(true_first, |order| order.len() as u32);
        let order = match model.as_undirected().filter(|_| self.warm) {
            Some(model) => match warm_order(model, true_first, context) {
                Ok(order) => order,
                Err(reason) => return Ok(Err(reason)),
            },
            None => None,
        };
        // With a sense the first witness is a greedy one.
        let greedy = true_first > 0 && (others_last || model.sense().is_some());
        // To decide the others last, a solver must know how many there are.
        let room = if queens.is_some() || greedy {
            let counted = room::count(self.encoding, model, options, u64::MAX, context)?;
            counted.map(|size| size.variables as u32)
        } else {
            room::reserve(self.encoding, model, options, context)?.map(|()| 0)
        };
        Ok(room.map(|others_below| {
            context.options.solver.open(
                (context, &context.program),
                effort,
                &Hints { true_first, order: queens.or(order), others_below },
            )
        }))
    }

    /// Encodes a model, then solves and refines until it is exhausted, enough is found, or
    /// the effort is spent.
    fn attempt(
        &self,
        question: &Question<'_>,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Attempt, MethodError> {
        let Question { model, goal, effort, whole } = *question;
        if effort != u64::MAX && !context.options.solver.measures_effort() {
            return Ok(Attempt::GaveUp);
        }
        if let Err(reason) = context.reserve(self.encoding.bytes(model)) {
            return Ok(Attempt::Ended(reason.into()));
        }
        context.counters.attempts.add(1);
        let mut options = context.options.encoding;
        // Of all witnesses each is to come once, whichever way it is walked.
        options.reductions.direction |= goal == Goal::All;
        let mut solver = match self.solver(model, options, effort, context)? {
            Ok(solver) => solver,
            Err(reason) => return Ok(Attempt::Ended(reason.into())),
        };
        match context.refutation.as_ref().filter(|_| whole) {
            // That there is none better than the best is stated anew, by one bound.
            Some(record) if model.sense().is_some() => record.note(self.encoding.name()),
            Some(record) => {
                solver = Box::new(Recording::new(solver, context, record, self.encoding.name()));
            }
            None => {}
        }
        let encoded = match context.encoding(|| self.encoding.encode(model, options, &mut *solver))
        {
            Ok(encoded) => encoded,
            Err(EncodeError::Interrupted(_)) => {
                return Ok(Attempt::Ended(interruption(context).into()));
            }
            Err(error) => return Err(error.into()),
        };
        context.counters.variables.set(u64::from(encoded.variables()));
        let reduced = encoded.reduced();
        context.counters.parity_reductions.set(reduced.parity);
        context.counters.window_reductions.set(reduced.windows);
        context.counters.forced_edges.set(reduced.forced);
        context.counters.direction_clauses.set(reduced.direction);
        let objective = encoded.objective().filter(|_| goal == Goal::First);
        let attempt = match objective {
            Some(objective) => {
                optimum::improve(model, encoded.as_ref(), &objective, &mut *solver, context, found)
            }
            None => {
                let merges = self.merges && goal == Goal::First;
                refine::refine(encoded.as_ref(), goal, merges, &mut *solver, context, found)
            }
        };
        context.counters.clauses.set(solver.clauses());
        attempt
    }
}

/// The edges of a graph, those of a 2-factor first; `None` where there is no 2-factor.
fn warm_order(
    model: &Hamiltonian,
    edges: u32,
    context: &Context,
) -> Result<Option<Vec<u32>>, Reason> {
    let Some(mut order) = context.encoding(|| two_factor::edges(model, &context.aside()))? else {
        return Ok(None);
    };
    let mut is_first = FixedBitSet::with_capacity(edges as usize);
    for &edge in &order {
        is_first.insert(edge as usize);
    }
    order.extend((0..edges).filter(|&edge| !is_first.contains(edge as usize)));
    Ok(Some(order))
}
