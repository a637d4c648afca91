//! `native:frontier`: a dynamic program for Hamiltonian cycles and paths over the vertices in an
//! order.

mod boundary;
mod counting_program;
mod counts;
pub mod halves;
mod last_layer;
mod layers;
mod order;
mod rules;
mod sampling;
#[cfg(feature = "programs")]
mod spilled;
mod state;
pub(in crate::methods::native) mod symmetric;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use num_bigint::BigUint;
pub use order::FrontierEstimate;
use satranj_encodings::{
    hamiltonian::Hamiltonian,
    model::{Model, Witness},
};
pub use symmetric::tells_classes;

use self::{boundary::Frontier, counting_program::CountingProgram, order::Order, state::PathsWord};
use crate::{
    checkpoint::DonePart,
    limits::Reason,
    methods::{
        Context, Counted, Counting, Description, Ending, Finder, Goal, Method, MethodOption,
        WitnessCounter,
        cycle::{CycleQuestion, around},
    },
    run::Run,
};

/// The frontier method: decides the vertices one by one, all edges of each, and keeps only what
/// matters to the rest: the number of edges of each vertex of the frontier, and which of them are
/// ends of the same path (Sekine, Imai, Tani, "Computing the Tutte polynomial of a graph of
/// moderate size", ISAAC 1995; Knuth, The Art of Computer Programming 4A, 7.1.4, exercise 225;
/// Kawahara, Inoue, Iwashita, Minato, "Frontier-based search for enumerating all constrained
/// subgraphs with compressed representation", 2017).
///
/// Paths are searched as cycles through a virtual vertex. Time and memory grow exponentially with
/// the width of the frontier, but only linearly with the length of a board: for a knight on r rows
/// it is about 2r + 1. `estimate` bounds the number of states. It is complete: without a limit it
/// ends with a witness or with a proof by exhaustion, unless the frontier is wider than 25
/// vertices, where it gives up.
///
/// It also counts: it then keeps for every state the number of path sets that lead to it, and only
/// the previous layer. Classes under the symmetries of a board are counted through the cycles that
/// each symmetry keeps. It draws witnesses at random with equal probability: then all layers are
/// kept, and walked back from the end.
///
/// On boards a few rows wide and on graphs of small width it proves a "no" where searches never
/// end. On wide boards a search finds a witness sooner.
pub const FRONTIER: Method = Method::finding(
    Description {
        scope: Some("one solution, the number of solutions, or random ones"),
        options: &[MethodOption::Seed, MethodOption::Threads],
        ..Description::native(
            "native:frontier",
            "dynamic program along a frontier, for narrow boards of any length",
        )
        .minding(constraints::TOURS)
    },
    Model::is_hamiltonian,
    |model, goal| {
        let model = model.as_hamiltonian()?;

        (goal == Goal::First).then(|| {
            Finder::new(move |context, found| {
                let Some(path) = solve(model, context)? else { return Ok(Ending::Exhausted) };
                let _ = found(Witness::Path(path));
                Ok(Ending::Enough)
            })
        })
    },
)
.with_counts(|model, counting| {
    let model = model.as_hamiltonian()?;

    let counter = WitnessCounter::new(move |context| {
        count_by(model, counting, context, |question| {
            let planned = FrontierCount::plan(question, model, context)?;
            planned.ok_or(Reason::IncompleteMethod)?.count(context)
        })
    });
    let counter = counter
        .in_parts(SPLIT)
        .sampling(move |number, context, found| sampling::sample(model, number, context, found));
    tells_classes(model, counting).then_some(counter)
});

/// Up to this many states by `estimate` the answer takes about a second.
pub const FAST: f64 = 1e7;

/// An upper bound on the states of a model; `None` if the frontier is too wide.
///
/// [`FAST`] states take about a second, and mostly there are far fewer. Builds the graph, unless
/// the lattice alone shows that its frontier is too wide. O(n + m) time for each of some orders of
/// n vertices, with a factor of w² for a frontier of w.
///
/// # Errors
/// The reason to stop.
pub fn estimate(model: &Hamiltonian, run: &Run) -> Result<Option<FrontierEstimate>, Reason> {
    if is_too_wide(model) {
        return Ok(None);
    }
    let Some(question) = CycleQuestion::within(model, run)? else {
        return Ok(Some(FrontierEstimate::NONE));
    };
    Ok(order::best(&question, model, run)?.map(|order| order.estimate))
}

/// The graph of a lattice is always built for at most this many vertices.
const SMALL: u32 = 4096;

/// Whether a lattice that is not small is too wide.
fn is_too_wide(model: &Hamiltonian) -> bool {
    model.lattice().is_some_and(|lattice| lattice.vertices() > SMALL && order::is_wide(lattice))
}

/// The path of a witness, if there is one.
fn solve(model: &Hamiltonian, run: &Run) -> Result<Option<Vec<u32>>, Reason> {
    run.poll()?;
    if is_too_wide(model) {
        return Err(Reason::IncompleteMethod);
    }
    if model.vertices() == 1 && !model.closed {
        run.node()?;
        return Ok(model.given.is_empty().then(|| vec![0]));
    }
    let Some(question) = CycleQuestion::within(model, run)? else { return Ok(None) };
    let order = ordered(&question, model, run)?;
    let edges = decide(&question, &order, run)?;
    Ok(edges.map(|edges| question.witness(around(&edges, question.first()))))
}

/// The number of witnesses by dynamic programming, with their classes if these are requested.
///
/// # Errors
/// The reason to stop, or that the frontier is too wide.
pub fn count_by(
    model: &Hamiltonian,
    counting: Counting,
    context: &Context,
    program: impl FnOnce(&CycleQuestion<'_>) -> Result<BigUint, Reason>,
) -> Result<Counted, Reason> {
    let count = match counting_question(model, context)? {
        Err(known) => known,
        Ok(question) => program(&question)?,
    };
    let counted = Counted { count, ..Counted::default() };
    if counting.classes { symmetric::with_classes(counted, model, context) } else { Ok(counted) }
}

/// A good order of the vertices.
///
/// # Errors
/// The reason to stop, or that the frontier is too wide along all orders tried.
fn ordered(question: &CycleQuestion<'_>, model: &Hamiltonian, run: &Run) -> Result<Order, Reason> {
    let mut order = order::best(question, model, run)?.ok_or(Reason::IncompleteMethod)?;
    order::improve(&mut order, &Frontier::of(question), model.vertices(), run)?;
    Ok(order)
}

/// A bound on the states of a count or a sample; usually there are far fewer. `None` if no state is
/// needed, or the frontier is too wide.
#[must_use]
pub fn most_states(model: &Hamiltonian, run: &Run) -> Option<f64> {
    let question = counting_question(model, run).ok()?.ok()?;
    Some(ordered(&question, model, run).ok()?.estimate.states)
}

/// The question whose cycles are counted, or the number if it is obvious.
///
/// # Errors
/// The reason to stop, or that the frontier is too wide.
pub fn counting_question<'m>(
    model: &'m Hamiltonian,
    run: &Run,
) -> Result<Result<CycleQuestion<'m>, BigUint>, Reason> {
    run.poll()?;
    if is_too_wide(model) {
        return Err(Reason::IncompleteMethod);
    }
    if model.vertices() == 1 && !model.closed {
        run.node()?;
        return Ok(Err(u8::from(model.given.is_empty()).into()));
    }
    Ok(CycleQuestion::within(model, run)?.ok_or(BigUint::ZERO))
}

/// The number of witnesses for a number of cycles of a question.
fn witnesses(question: &CycleQuestion<'_>, cycles: BigUint) -> BigUint {
    if question.is_reversible() { cycles * 2_u8 } else { cycles }
}

/// The edges of a cycle, if there is one; uses the shortest words with enough slots.
fn decide(
    question: &CycleQuestion<'_>,
    order: &Order,
    run: &Run,
) -> Result<Option<Vec<(u32, u32)>>, Reason> {
    if order.estimate.width <= u64::SLOTS {
        layers::decide::<u64>(question, order, run)
    } else {
        layers::decide::<u128>(question, order, run)
    }
}

/// The version of its checkpoints: other rules, other orders or other parts need another one.
pub const SPLIT: &str = "tables-of-a-frontier/1";

/// The name of the only table and the number of the only part, unique among methods.
const TABLE: &str = "whole";
const PART: u64 = 1 << 21;

/// A planned count along a frontier.
pub struct FrontierCount<'q, 'm> {
    question: &'q CycleQuestion<'m>,
    order: Order,
    /// Number of vertices that are not virtual.
    vertices: u32,
}

impl<'q, 'm> FrontierCount<'q, 'm> {
    /// Looks for an order; `None` if the frontier is too wide along all of them.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn plan(
        question: &'q CycleQuestion<'m>,
        model: &Hamiltonian,
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        let order = order::best(question, model, run)?;
        Ok(order.map(|order| Self { question, order, vertices: model.vertices() }))
    }

    /// A bound on the number of states.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.order.estimate.states
    }

    fn is_narrow(&self) -> bool {
        self.order.estimate.width <= u64::SLOTS
    }

    /// The number of witnesses.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count(mut self, context: &Context) -> Result<BigUint, Reason> {
        let parts = &context.parts;
        parts.all.set(self.order.vertices.len() as u64);
        let checkpoint = context.checkpoint.as_deref();
        let mut cycles = None;
        if let Some(done) = checkpoint.and_then(|checkpoint| checkpoint.done().get(&PART)) {
            context.counters.nodes.add(done.nodes);
            parts.known.set(parts.all.get());
            cycles = Some(done.count.clone());
        }
        let cycles = match cycles {
            Some(cycles) => cycles,
            None => self.cycles(context)?,
        };
        parts.done.set(parts.all.get());
        Ok(witnesses(self.question, cycles))
    }

    /// The number of cycles.
    fn cycles(&mut self, context: &Context) -> Result<BigUint, Reason> {
        let before = context.counters.nodes.get();
        let frontier = Frontier::of(self.question);
        order::improve(&mut self.order, &frontier, self.vertices, context)?;
        let order = &self.order;
        let program = CountingProgram::new(context, TABLE, frontier.clone(), order, (0, 1_000_000));
        let turns = order.turns(frontier);
        let is_narrow = self.is_narrow();
        let cycles = context.side_by_side(|| {
            if is_narrow {
                program.through::<u64>(turns).map(|passed| passed.closed)
            } else {
                program.through::<u128>(turns).map(|passed| passed.closed)
            }
        })??;
        if let Some(checkpoint) = context.checkpoint.as_deref() {
            let nodes = context.counters.nodes.get() - before;
            checkpoint.keep(&DonePart { part: PART, count: cycles.clone(), nodes });
            checkpoint.remove_tables(&[TABLE]);
        }
        Ok(cycles)
    }
}
