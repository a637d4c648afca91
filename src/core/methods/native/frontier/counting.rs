//! The count along a frontier: an order of the vertices, and the count itself.

use num_bigint::BigUint;
use satranj_encodings::hamiltonian::Hamiltonian;

use super::{
    boundary::Frontier,
    order::{self, Order},
    programme::CountingProgramme,
    state::PathsWord,
    witnesses,
};
use crate::{
    checkpoint::DonePart,
    limits::Reason,
    methods::{Context, cycle::CycleQuestion},
    run::Run,
};

/// How a programme keeps what it has come to, for `--checkpoint`: other rules, other orders or other
/// parts need another version.
pub const SPLIT: &str = "tables-of-a-frontier/1";

/// The name of the only table, and the number of the only part, which none of other methods has.
const TABLE: &str = "whole";
const PART: u64 = 1 << 21;

/// A count along a frontier that is planned.
pub struct FrontierCount<'q, 'm> {
    question: &'q CycleQuestion<'m>,
    order: Order,
    /// The vertices that are not virtual.
    vertices: u32,
}

impl<'q, 'm> FrontierCount<'q, 'm> {
    /// Looks for an order; `None` if the frontier is too wide along all.
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

    /// A bound on the states.
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
        order::improve(&mut self.order, &frontier, (self.vertices, &[]), context)?;
        let vertices = &self.order.vertices[..];
        let order = (vertices, &[][..]);
        let programme =
            CountingProgramme::new(context, TABLE, frontier.clone(), order, (0, 1_000_000));
        let turns = frontier.turns(vertices);
        let is_narrow = self.is_narrow();
        let cycles = context.side_by_side(|| {
            if is_narrow {
                programme.through::<u64>(turns).map(|passed| passed.closed)
            } else {
                programme.through::<u128>(turns).map(|passed| passed.closed)
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
