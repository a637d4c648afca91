//! The dynamic program: one layer of states after another, vertex by vertex, and the way back.

use super::{
    boundary::{BoundaryTurn, Frontier},
    order::Order,
    rules::{BITS, NONE, Rules},
    state::PathsWord,
};
use crate::{
    limits::Reason,
    methods::{cycle::CycleQuestion, growth::push, meter::Meter, packed_table::PackedTable},
    run::Run,
};

/// The origin of a state: its parent in the layer before, and the choice.
#[derive(Debug, Clone, Copy, Default)]
struct Origin {
    /// The number of the state in the layer before.
    parent: u32,
    choice: u16,
}

/// The states of all layers, as their origins.
///
/// Only the first origin of a repeated state is kept, since one witness is requested.
struct History<'r> {
    parents: Vec<u32>,
    choices: Vec<u16>,
    /// Where each layer begins.
    layers: Vec<usize>,
    run: &'r Run,
}

impl History<'_> {
    fn push(&mut self, origin: Origin) -> Result<(), Reason> {
        push(&mut self.parents, origin.parent, self.run)?;
        push(&mut self.choices, origin.choice, self.run)
    }

    /// The choices that led to a state, the last first.
    fn back(&self, last: Origin) -> impl Iterator<Item = u16> + '_ {
        let mut layers = self.layers.iter().rev();
        let mut origin = Some(last);
        std::iter::from_fn(move || {
            let Origin { parent, choice } = origin?;
            origin = layers.next().map(|begin| {
                let index = begin + parent as usize;
                Origin { parent: self.parents[index], choice: self.choices[index] }
            });
            Some(choice)
        })
    }
}

/// Decides the vertices of a graph in an order whose frontier never exceeds the slots of a word.
/// Returns the edges of a Hamiltonian cycle, if there is one.
///
/// A node is a state. Time and memory are linear in their number: 6 bytes for every state, and up
/// to 100 (200 if the frontier is wider than 15) for every state of the largest layer.
///
/// # Errors
/// The reason to stop.
pub fn decide<W: PathsWord>(
    question: &CycleQuestion<'_>,
    order: &Order,
    run: &Run,
) -> Result<Option<Vec<(u32, u32)>>, Reason> {
    let mut meter = Meter::new(run)?;
    let mut frontier = Frontier::of(question);
    let mut turn = BoundaryTurn::default();
    let mut history = History { parents: vec![], choices: vec![], layers: vec![], run };
    let mut table = PackedTable::<W, Origin>::new(run, 0);
    meter.node()?;
    let mut layer = vec![W::default()];
    for index in 0..order.len() {
        let fits = order.decide(index, &mut frontier, &mut turn);
        debug_assert!(fits, "the order was measured");
        table.clear(layer.len())?;
        let rules = Rules::<W>::new(&turn);
        for (parent, &state) in layer.iter().enumerate() {
            let origin = |choice| Origin { parent: parent as u32, choice };
            let closing = rules.expand(state, |child, choice| {
                if table.insert(&child, origin(choice))? {
                    meter.node()?;
                }
                Ok(())
            })?;
            meter.work(1)?;
            if let Some(choice) = closing {
                // A choice refers to the partners, in the order of the neighbours.
                let turns = order.turns(Frontier::of(question)).take(index + 1);
                let turns: Vec<BoundaryTurn> = turns.collect();
                let choices = history.back(origin(choice));
                return Ok(Some(chosen_edges(&order.vertices, &turns, choices)));
            }
        }
        if u32::try_from(table.len()).is_err() {
            return Err(Reason::MemoryLimit);
        }
        layer.clear();
        history.layers.push(history.parents.len());
        for (&state, &origin) in table.iter() {
            meter.work(1)?;
            push(&mut layer, state, run)?;
            history.push(origin)?;
        }
        if layer.is_empty() {
            break;
        }
    }
    Ok(None)
}

/// The edges chosen in these turns at the vertices of an order; the choices come last first.
pub fn chosen_edges(
    order: &[u32],
    turns: &[BoundaryTurn],
    choices: impl Iterator<Item = u16>,
) -> Vec<(u32, u32)> {
    let mut edges = Vec::with_capacity(order.len() + 1);
    for ((&vertex, turn), choice) in order.iter().zip(turns).rev().zip(choices) {
        for number in [choice >> BITS, choice & NONE] {
            let partner = turn.partners.get(usize::from(number));
            edges.extend(partner.map(|partner| (vertex, partner.vertex)));
        }
    }
    edges
}
