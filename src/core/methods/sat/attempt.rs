//! One formula: written into a solver, solved, refined.

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use rand::{RngExt, seq::SliceRandom};
use rustsat::types::Lit;
use satranj_encodings::{
    clause::{ClauseSink, Cnf, Interrupted},
    encoding::{self, DecisionOrder, Encoded, Reading},
    hamiltonian::Hamiltonian,
    model::{Model, Witness},
};

use super::{Sat, optimum, queens_order, room};
use crate::{
    limits::Reason,
    methods::{Context, Ending, Found, Goal, MethodError, graph::two_factor},
    random::{DEFAULT_SEED, generator, variation},
    run::Run,
    solvers::{
        Hints, Solver, Verdict,
        recording::{Record, Recording},
    },
};

/// The part of the allowed memory that the proof of a search may take.
const A_SHARE_OF_MEMORY: u64 = 8;

/// The question for one formula.
pub(super) struct FormulaQuestion<'m> {
    pub model: &'m Model,
    pub goal: Goal,
    /// The solver's budget, in bytes of proof.
    pub effort: u64,
    /// Whether the model is the whole question, so that its "no" is conclusive.
    pub whole: bool,
}

/// The cuts of a formula so far: a later attempt begins with them.
#[derive(Default)]
pub(super) struct KnownCuts {
    clauses: Cnf,
    /// The vertices of each, where the solver records them.
    sides: Vec<Vec<u32>>,
}

impl KnownCuts {
    /// Adds all to a solver.
    fn give(&self, solver: &mut dyn Solver) -> Result<(), Interrupted> {
        let mut sides = self.sides.iter();
        self.clauses.iter().try_for_each(|cut| {
            if let Some(side) = sides.next() {
                solver.note_cut(side.clone());
            }
            solver.add_clause(cut)
        })
    }

    /// Adds a cut to a solver, and keeps it.
    fn add(
        &mut self,
        cut: &[Lit],
        side: Option<Vec<u32>>,
        solver: &mut dyn Solver,
    ) -> Result<(), Interrupted> {
        if let Some(side) = side {
            self.sides.push(side.clone());
            solver.note_cut(side);
        }
        self.clauses.add_clause(cut)?;
        solver.add_clause(cut)
    }
}

/// A solver with the clauses of a formula, and the decoder of its models.
type WrittenFormula<'m> = (Box<dyn Solver>, Box<dyn Encoded + 'm>);

/// The ending of one formula.
pub(super) enum FormulaEnd {
    Ended(Ending),
    GaveUp,
}

impl FormulaEnd {
    /// The ending of an attempt without an effort limit.
    pub(super) fn ended(self) -> Result<Ending, MethodError> {
        match self {
            Self::Ended(ending) => Ok(ending),
            Self::GaveUp => Err(MethodError::Solver("gave up without a limit".into())),
        }
    }
}

impl Sat {
    /// A solver with a good decision order for a model.
    fn solver(
        &self,
        model: &Model,
        options: encoding::Options,
        (effort, proof_bytes): (u64, u64),
        context: &Context,
    ) -> Result<Box<dyn Solver>, MethodError> {
        let DecisionOrder { true_first, others_last } =
            self.encoding.decision_order(model, options);
        let squares = model.as_queens().map_or(0, |queens| u64::from(queens.n).pow(2));
        room::for_variables(squares.max(true_first.into()), context)?;
        let queens = model.as_queens().and_then(|queens| queens_order::order(queens, context.seed));
        let true_first = queens.as_ref().map_or(true_first, |order| order.len() as u32);
        let order = match model.as_undirected().filter(|_| self.warm) {
            Some(model) => warm_order(model, true_first, context)?,
            None if self.encoding.complete() => None,
            None => seeded_order(model, true_first, context.seed),
        };
        let shuffled = queens.is_none() && order.is_none() && context.seed != DEFAULT_SEED;
        let order = order.or_else(|| varied_order(true_first, context.seed));
        // When optimising, the first witness is greedy.
        let greedy = true_first > 0 && (others_last || model.sense().is_some());
        // To decide the others last, a solver must know their number.
        let by_lines = queens.is_some() && self.encoding.uses().at_most_one;
        let others_below = if let Some(asked) = model.as_queens().filter(|_| by_lines) {
            // Counting the clauses of a large formula takes as long as writing it.
            queens_order::variables(asked, options.at_most_one)
        } else if queens.is_some() || greedy {
            room::count(self.encoding, model, options, u64::MAX, context)?.variables as u32
        } else {
            0
        };
        let order = queens.or(order);
        let hints = Hints { true_first, order, others_below, shuffled, proof_bytes };
        Ok(context.options.solver.open((context, &context.program), effort, &hints))
    }

    /// A formula in a solver.
    pub(super) fn written<'m>(
        &self,
        question: &FormulaQuestion<'m>,
        context: &Context,
    ) -> Result<WrittenFormula<'m>, MethodError> {
        let FormulaQuestion { model, goal, effort, whole } = *question;
        context.counters.attempts.add(1);
        let mut options = context.options.encoding;
        // Each witness must occur once, in one of its directions.
        options.reductions.direction |= goal == Goal::All;
        // A proof that there is no other witness would need the excluded ones.
        let is_recorded =
            |record: &&Record| whole && (goal == Goal::First || record.keeps_formulas());
        let record = context.refutation.as_ref().filter(is_recorded);
        let most = context.limits.memory.map_or(u64::MAX, |limit| limit / A_SHARE_OF_MEMORY);
        let proof_bytes = record.map_or(0, |record| record.proof_bytes().min(most));
        let mut solver = self.solver(model, options, (effort, proof_bytes), context)?;
        match record {
            // That no better witness exists is restated with a single bound.
            Some(record) if record.keeps_formulas() && model.sense().is_some() => {
                record.note(self.encoding.name());
            }
            Some(record) => {
                solver = Box::new(Recording::new(solver, record, self.encoding.name()));
            }
            None => {}
        }
        let mut room = room::FormulaRoom::new(&mut *solver, context);
        let encoded = context.encoding(|| self.encoding.encode(model, options, &mut room));
        let encoded = room.checked(encoded)?;
        Ok((solver, encoded))
    }

    /// Encodes a model, then solves and refines until it is exhausted, enough is found, or the
    /// effort is used up.
    pub(super) fn attempt(
        &self,
        question: &FormulaQuestion<'_>,
        cuts: &mut KnownCuts,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<FormulaEnd, MethodError> {
        let FormulaQuestion { model, goal, effort, .. } = *question;
        if effort != u64::MAX && !context.options.solver.measures_effort() {
            return Ok(FormulaEnd::GaveUp);
        }
        context.reserve(self.encoding.bytes(model))?;
        let (mut solver, encoded) = self.written(question, context)?;
        let (counters, encoded) = (&context.counters, &*encoded);
        counters.variables.set(u64::from(encoded.variables()));
        let reduced = encoded.reduced();
        counters.parity_reductions.set(reduced.parity);
        counters.window_reductions.set(reduced.windows);
        counters.forced_edges.set(reduced.forced);
        counters.direction_clauses.set(reduced.direction);
        cuts.give(&mut *solver)?;
        let objective = encoded.objective().filter(|_| goal == Goal::First);
        let attempt = if let Some(objective) = objective {
            let mut next = optimum::improve(model, encoded, &objective, found);
            refine((encoded, false), &mut *solver, cuts, context, &mut next)
        } else {
            let is_symmetric = model.as_hamiltonian().is_some_and(|tour| tour.symmetry.is_some());
            let merges = self.merges && goal == Goal::First && !is_symmetric;
            refine((encoded, merges), &mut *solver, cuts, context, &mut |witness, solver| {
                let exclusion = (goal == Goal::All).then(|| encoded.exclude(&witness));
                let asked = found(witness);
                if let Some(exclusion) = exclusion.filter(|_| asked.is_continue()) {
                    solver.add_clause(&exclusion)?;
                }
                Ok(asked)
            })
        };
        counters.clauses.set(solver.clauses());
        attempt
    }
}

/// The edges of a graph, those of a 2-factor first; `None` without a 2-factor.
fn warm_order(
    model: &Hamiltonian,
    edges: u32,
    context: &Context,
) -> Result<Option<Vec<u32>>, Reason> {
    let Some(mut order) = two_factor::edges(model, &context.aside())? else {
        return Ok(None);
    };
    let mut is_first = FixedBitSet::with_capacity(edges as usize);
    for &edge in &order {
        is_first.insert(edge as usize);
    }
    order.extend((0..edges).filter(|&edge| !is_first.contains(edge as usize)));
    Ok(Some(order))
}

/// Variables that are kept together in [`varied_order`].
const NEAR: usize = 8;

/// The first variables in order, shuffled locally by the seed; `None` if there is no variable, or
/// with the default seed. On boards the order goes on from row to row, which makes the formula
/// easy.
fn varied_order(true_first: u32, seed: u64) -> Option<Vec<u32>> {
    let mut generator = variation(seed).filter(|_| true_first > 0)?;
    let mut order: Vec<u32> = (0..true_first).collect();
    order.chunks_mut(NEAR).for_each(|near| near.shuffle(&mut generator));
    Some(order)
}

/// The number of vertices of larger boards whose edges are shuffled; with more, cuts need many more
/// rounds.
const DRAWN: u32 = 100;

/// The most vertices for which all edges are shuffled.
const FEW_VERTICES: u32 = 2_500;

/// The edges vertex by vertex, those of each shuffled by the seed; in a large graph only those of
/// some hundred vertices, since its order makes it easy. Measured with `sat:cuts` on knights'
/// boards: no cost up to 50x50 and with 100 vertices to 300x300; all edges of 200x200 shuffled take
/// a hundred times as long.
///
/// O(m).
fn seeded_order(model: &Model, edges: u32, seed: u64) -> Option<Vec<u32>> {
    let graph = model.as_undirected()?.graph();
    if edges != graph.edges() {
        return None;
    }
    let is_small = graph.vertices() <= FEW_VERTICES;
    let mut generator = generator(seed);
    let tails: Vec<u32> = graph.edge_list().map(|(tail, _)| tail).collect();
    let mut order: Vec<u32> = (0..edges).collect();
    let mut begin = 0;
    for group in tails.chunk_by(|a, b| a == b) {
        let end = begin + group.len();
        if is_small || generator.random_range(0..graph.vertices()) < DRAWN {
            order[begin..end].shuffle(&mut generator);
        }
        begin = end;
    }
    Some(order)
}

/// Takes a witness and adds the constraint for the next one; breaks when enough is found.
pub(super) type Next<'a> =
    dyn FnMut(Witness, &mut dyn Solver) -> Result<ControlFlow<()>, MethodError> + 'a;

/// Solves, cuts, and passes each witness to `next`, until the answer is final. With `merges`,
/// components are joined without the solver where possible.
pub(super) fn refine(
    (encoded, merges): (&dyn Encoded, bool),
    solver: &mut dyn Solver,
    known: &mut KnownCuts,
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
                    cuts.iter().try_for_each(|cut| known.add(cut, sides.next(), solver))?;
                    ControlFlow::Continue(())
                }
            };
        }
        if asked.is_break() {
            return Ok(FormulaEnd::Ended(Ending::Enough));
        }
    }
}
