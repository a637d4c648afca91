//! A smallest dominating set by the dynamic program, with the decision that led to each state.

use std::ops::ControlFlow;

use satranj_encodings::{dominating_set::DominatingSet, model::Witness};

use super::{DominationProgram, plan::DominationPlan};
use crate::{
    limits::Reason,
    methods::{Ending, Found, meter::Meter, packed_table::PackedTable},
    run::Run,
};

/// The smallest set that leads to a state.
#[derive(Clone)]
struct LeastSet {
    size: u32,
    /// Twice the number of the state before, plus 1 if the vertex was taken.
    from: u32,
}

impl Default for LeastSet {
    fn default() -> Self {
        Self { size: u32::MAX, from: 0 }
    }
}

/// Hands over a smallest set, if there is any.
///
/// # Errors
/// The reason to stop.
pub fn find(model: &DominatingSet, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    run.building(model.graph_bytes(), || model.graph())?;
    if model.given().iter().any(|&vertex| vertex >= model.vertices()) {
        return Ok(Ending::Exhausted);
    }
    let plan = run.encoding(|| DominationPlan::new(model)).ok_or(Reason::IncompleteMethod)?;
    let program = DominationProgram { model, plan, run };
    Ok(match program.least()?.map(|set| found(Witness::of_vertices(set))) {
        Some(ControlFlow::Break(())) => Ending::Enough,
        _ => Ending::Exhausted,
    })
}

impl DominationProgram<'_> {
    /// A smallest set; `None` if there is no set. A node is a vertex taken in a state. Four bytes for
    /// each state of each turn.
    fn least(&self) -> Result<Option<Vec<u32>>, Reason> {
        let mut meter = Meter::new(self.run)?;
        let mut states = PackedTable::<u128, LeastSet>::new(self.run, 0);
        let mut next = PackedTable::<u128, LeastSet>::new(self.run, 0);
        *states.entry(&0)? = LeastSet { size: 0, from: 0 };
        // For each turn, the decisions that led to its states, in the order of the table.
        let mut layers: Vec<Vec<u32>> = Vec::with_capacity(self.plan.turns.len());
        let (mut kept, mut granted) = (0, 0);
        for turn in &self.plan.turns {
            next.clear(states.len())?;
            for (from, (&state, set)) in (0..).step_by(2).zip(states.iter()) {
                meter.work(1)?;
                let without = (!turn.given).then(|| self.left(turn, state)).flatten();
                if let Some(state) = without {
                    next.entry(&state)?.improve(set.size, from);
                }
                if let Some(state) = self.taken(turn, state) {
                    meter.node()?;
                    next.entry(&state)?.improve(set.size + 1, from + 1);
                }
            }
            std::mem::swap(&mut states, &mut next);
            kept += (size_of::<u32>() * states.len()) as u64;
            self.run.grown(kept, &mut granted)?;
            layers.push(states.iter().map(|(_, set)| set.from).collect());
        }
        // With all vertices decided there is at most one state.
        if states.len() == 0 {
            return Ok(None);
        }
        let (mut at, mut chosen) = (0, Vec::new());
        for (turn, layer) in self.plan.turns.iter().zip(&layers).rev() {
            let from = layer[at];
            if from % 2 == 1 {
                chosen.push(turn.vertex);
            }
            at = (from / 2) as usize;
        }
        Ok(Some(chosen))
    }
}

impl LeastSet {
    /// Takes this set instead if it is smaller.
    fn improve(&mut self, size: u32, from: u32) {
        if size < self.size {
            *self = Self { size, from };
        }
    }
}
