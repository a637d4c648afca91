//! A counting dynamic program, turn by turn: it resumes from a checkpoint table, keeps tables, and
//! moves to files when memory is too small for the states.

#[cfg(feature = "programs")]
use super::spilled::{SpillPlace, Spilling, states_of_a_buffer};

use num_bigint::BigUint;

use super::{
    boundary::{BoundaryTurn, Frontier},
    counts::{Layer, StateCounts, TOO_MANY, Unweighted},
    last_layer::{AmountKind, LastLayer, read_record},
    order::Order,
    rules::Rules,
    state::PathsWord,
};
use crate::{
    checkpoint::{Checkpoint, KeptTable, TableInput},
    limits::Reason,
    methods::{Context, native::amount::WordAmount, packed_table::folded},
    run::Run,
};

/// Odd, without a pattern: the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A dynamic program that counts along an order of vertices, and then of edges.
pub struct CountingProgram<'c> {
    context: &'c Context,
    /// The most bytes of the tables: larger layers go to files.
    most: u64,
    /// The name of its table in a checkpoint.
    table: &'static str,
    /// The fingerprint of its order.
    plan: String,
    /// The share of the work done after each turn, in millionths.
    ahead: Vec<u64>,
    /// The nodes counted before it began.
    before: u64,
}

/// The result of a dynamic program.
pub struct Passed<'r, W> {
    /// The states.
    pub layer: LastLayer<'r, W>,
    /// How many sets became one cycle.
    pub closed: BigUint,
    /// Number of remaining turns at which vertices stay.
    pub left: usize,
}

impl<'c> CountingProgram<'c> {
    /// A dynamic program whose states are kept under this name, and which does this share of the
    /// work: from and to how many millionths.
    pub fn new(
        context: &'c Context,
        table: &'static str,
        frontier: Frontier<'_>,
        order: &Order,
        (from, to): (u64, u64),
    ) -> Self {
        let Order { vertices, edges, .. } = order;
        let mixed = vertices.iter().chain(edges.iter().flatten());
        let mixed = mixed
            .fold(vertices.len() as u64, |mixed, &vertex| folded(mixed ^ u64::from(vertex), MIXER));
        // There are far fewer states than the bound, roughly by a power of it.
        let bounds = order.layers(frontier).flatten().map(|(_, states)| states.sqrt());
        let bounds: Vec<f64> = bounds.collect();
        let all: f64 = bounds.iter().sum();
        let mut so_far = 0.0;
        let ahead = bounds.iter().map(|bound| {
            so_far += bound;
            from + ((to - from) as f64 * so_far / all) as u64
        });
        let ahead = ahead.collect();
        // Memory of tables before they grew is not returned at once.
        let most = context.limits.memory.map_or(u64::MAX, |limit| limit / 4);
        let before = context.counters.nodes.get();
        Self { context, most, table, plan: format!("{mixed:016x}"), ahead, before }
    }

    /// One of two programs whose states are in memory together.
    pub fn of_two(self) -> Self {
        Self { most: self.most / 2, ..self }
    }

    fn run(&self) -> &'c Run {
        self.context
    }

    /// Counts along its order to the end. A node is a state.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn through<W: PathsWord>(
        &self,
        turns: impl IntoIterator<Item = BoundaryTurn>,
    ) -> Result<Passed<'_, W>, Reason> {
        let mut turns = turns.into_iter();
        let (mut layer, mut closed, begin) = self.first(&mut turns)?;
        let mut done = begin;
        let mut left = 0;
        while let Some(turn) = turns.next() {
            if turn.stays && layer.len() > TOO_MANY {
                left = 1 + turns.count();
                break;
            }
            let (states, nodes) = (layer.len(), self.context.counters.nodes.get());
            match self.advance(&mut layer, &Rules::new(&turn)) {
                Ok(more) => closed += more,
                Err(reason) => {
                    // The process may end before it is written. During the move to a file some
                    // states may be lost.
                    if layer.len() == states {
                        self.keep(&layer, &closed, (done, nodes));
                    }
                    return Err(reason);
                }
            }
            done += 1;
            self.is_done(done);
            if self.checkpoint().is_some_and(Checkpoint::is_due) {
                self.keep(&layer, &closed, (done, self.context.counters.nodes.get()));
            }
            if layer.len() == 0 {
                break;
            }
        }
        if done > begin && layer.len() > 0 {
            self.keep(&layer, &closed, (done, self.context.counters.nodes.get()));
        }
        match &mut layer {
            LastLayer::Tables(counts) => counts.forget_spare(),
            #[cfg(feature = "programs")]
            LastLayer::Spilled(_) => {}
        }
        Ok(Passed { layer, closed, left })
    }

    fn checkpoint(&self) -> Option<&Checkpoint> {
        self.context.checkpoint.as_deref()
    }

    /// Notes that this many turns are done.
    fn is_done(&self, turns: usize) {
        self.context.parts.done.add(1);
        if let Some(&share) = turns.checked_sub(1).and_then(|turn| self.ahead.get(turn)) {
            self.context.parts.millionths.set(share.max(1));
        }
    }

    /// The initial layer: the kept one, with its turns done, or the first.
    fn first<'r, W: PathsWord>(
        &'r self,
        turns: &mut impl Iterator<Item = BoundaryTurn>,
    ) -> Result<(LastLayer<'r, W>, BigUint, usize), Reason> {
        let kept = self.checkpoint().and_then(|it| it.table(self.table, &self.plan));
        if let Some((kept, input)) = kept
            && let Some(kind) = AmountKind::named(&kept.records)
            && let Ok(closed) = kept.closed.parse()
        {
            let layer = self.restored(kept, kind, input)?;
            let turn = kept.turn as usize;
            self.context.counters.nodes.add(kept.nodes);
            self.context.parts.known.add(kept.turn);
            self.context.parts.done.add(kept.turn.saturating_sub(1));
            self.is_done(turn);
            self.context.parts.known_millionths.set(self.context.parts.millionths.get());
            turns.by_ref().take(turn).for_each(drop);
            return Ok((layer, closed, turn));
        }
        let counts = StateCounts::first(self.most, self.run())?;
        Ok((LastLayer::Tables(counts), BigUint::ZERO, 0))
    }

    /// The layer of a kept table.
    fn restored<W: PathsWord>(
        &self,
        kept: &KeptTable,
        kind: AmountKind,
        mut input: TableInput,
    ) -> Result<LastLayer<'_, W>, Reason> {
        let states = kept.states as usize;
        let counts = match kind {
            AmountKind::Words => self.tables(states, &mut input).map(StateCounts::Words),
            AmountKind::Doubles => self.tables(states, &mut input).map(StateCounts::Doubles),
            AmountKind::Big => self.tables(states, &mut input).map(StateCounts::Big),
        };
        match counts {
            #[cfg(feature = "programs")]
            Err(Reason::MemoryLimit) => {
                let again = self.checkpoint().and_then(|it| it.table(self.table, &self.plan));
                let (_, mut input) = again.ok_or(Reason::MemoryLimit)?;
                let mut spilling = self.spilling::<W>()?;
                for _ in 0..states {
                    spilling.push(read_record(&mut input).map_err(|_| Reason::MemoryLimit)?)?;
                }
                Ok(LastLayer::Spilled(spilling.end()?))
            }
            counts => Ok(LastLayer::Tables(counts?)),
        }
    }

    /// Tables of this many records.
    fn tables<W: PathsWord, C: WordAmount>(
        &self,
        states: usize,
        input: &mut TableInput,
    ) -> Result<Layer<'_, W, C>, Reason> {
        let mut layer = Layer::with_room(states, self.most, self.run())?;
        for _ in 0..states {
            // They were validated before: only the system can fail here.
            let (state, amount) = read_record(input).map_err(|_| Reason::MemoryLimit)?;
            layer.insert(state, amount)?;
        }
        Ok(layer)
    }

    /// A file for states that do not fit into memory; all other memory must fit.
    #[cfg(feature = "programs")]
    fn spilling<W: PathsWord>(&self) -> Result<Spilling<W>, Reason> {
        self.context.poll()?;
        Spilling::begin(self.place::<W>())
    }

    /// The place for states that do not fit into memory.
    #[cfg(feature = "programs")]
    fn place<W: PathsWord>(&self) -> SpillPlace<'_> {
        let folder = self.checkpoint().map(Checkpoint::folder);
        SpillPlace { folder, states: states_of_a_buffer::<W>(self.context), run: self.context }
    }

    /// Keeps a layer, with the number of turns and nodes so far.
    fn keep<W: PathsWord>(
        &self,
        layer: &LastLayer<'_, W>,
        closed: &BigUint,
        (turn, nodes): (usize, u64),
    ) {
        let Some(checkpoint) = self.checkpoint() else { return };
        let kept = KeptTable {
            table: self.table.into(),
            plan: self.plan.clone(),
            turn: turn as u64,
            states: layer.len() as u64,
            records: layer.kind().name().into(),
            closed: closed.to_string(),
            nodes: nodes - self.before,
        };
        checkpoint.keep_table(&kept, |out| layer.write(out));
    }

    /// Advances by a turn, in a file once memory is too small.
    fn advance<'r, W: PathsWord>(
        &'r self,
        layer: &mut LastLayer<'r, W>,
        rules: &Rules<'_, W>,
    ) -> Result<BigUint, Reason> {
        match layer {
            LastLayer::Tables(counts) => {
                #[cfg(feature = "programs")]
                let nodes = self.context.counters.nodes.get();
                match counts.advance(rules, &Unweighted, self.run()) {
                    #[cfg(feature = "programs")]
                    Err(Reason::MemoryLimit) => {
                        // The turn is repeated.
                        self.context.counters.nodes.set(nodes);
                        let mut spilling = self.spilling::<W>()?;
                        counts.drain(|state, amount| spilling.push((state, amount)))?;
                        *layer = LastLayer::Spilled(spilling.end()?);
                        self.advance(layer, rules)
                    }
                    closed => closed,
                }
            }
            #[cfg(feature = "programs")]
            LastLayer::Spilled(states) => {
                let (next, closed) = states.advanced(rules, self.place::<W>())?;
                *states = next;
                Ok(closed.into())
            }
        }
    }
}

#[cfg(all(test, feature = "programs"))]
mod tests {
    use super::{super::order, *};
    use crate::{
        limits::Limits,
        methods::{MethodOptions, boards::tours::knight, cycle::CycleQuestion},
    };

    #[test]
    fn what_has_no_room_goes_on_in_files() {
        let context = Context::new(Limits::default(), 0, MethodOptions::default());
        let model = knight(6, 6, true);
        let question = CycleQuestion::new(&model).unwrap();
        let order = order::best(&question, &model, &context).unwrap().unwrap();
        let frontier = Frontier::of(&question);
        let counted = |most| {
            let mut program =
                CountingProgram::new(&context, "whole", frontier.clone(), &order, (0, 1));
            program.most = most;
            let Passed { layer, closed, .. } =
                program.through::<u64>(order.turns(frontier.clone())).unwrap();
            (closed, matches!(layer, LastLayer::Spilled(_)))
        };
        for most in [1, 20_000, 100_000] {
            assert_eq!(counted(most), (9862_u32.into(), true), "{most}");
        }
        assert_eq!(counted(u64::MAX), (9862_u32.into(), false));
    }

    #[test]
    fn a_disk_without_room_is_a_memory_limit() {
        let run = Run::new(Limits::default(), 0);
        let folder = Some(std::path::Path::new("/nowhere/at/all"));
        let place = SpillPlace { folder, states: 1, run: &run };
        assert_eq!(Spilling::<u64>::begin(place).err(), Some(Reason::MemoryLimit));
    }
}
