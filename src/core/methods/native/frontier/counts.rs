//! The number of path sets that lead to each state, turn by turn, on all threads.

use super::{rules::Rules, state::PathsWord};
#[cfg(feature = "programs")]
use crate::methods::native::amount::Natural as _;
use crate::{
    limits::{Halted, Reason},
    methods::{native::amount::Addend, packed_table::PackedTable, parallel},
    run::Run,
};

/// Tables of a layer processed in parallel; a power of two.
const SHARDS: usize = 256;

/// From this many states on a layer is processed in parallel.
const MANY: usize = 1 << 15;

/// From this many states on, edges between vertices that stay are left to the reader of the states:
/// deciding them would enlarge the tables by more than it saves.
pub const TOO_MANY: usize = 1 << 20;

/// States between two checks of the limits.
const POLL_EVERY: usize = 1 << 13;

/// A number does not fit its sum.
struct Overflow;

/// Why a turn was not completed.
type Halt = Halted<Overflow>;

/// The weight of a choice of edges.
pub trait ChoiceWeights<C>: Sync {
    /// Adds `amount` times the weight of a choice; `false` if the sum overflows.
    #[must_use]
    fn raise(&self, sum: &mut C, amount: &C, choice: u16) -> bool;
}

/// Every choice counts once.
pub struct Unweighted;

impl<C: Addend> ChoiceWeights<C> for Unweighted {
    #[inline]
    fn raise(&self, sum: &mut C, amount: &C, _choice: u16) -> bool {
        sum.raise(amount)
    }
}

/// States, each with the number of path sets that lead to it.
pub struct Layer<'r, W, C> {
    /// Each state is in the table selected by its lower mixed bits.
    pub tables: Vec<PackedTable<'r, W, C>>,
    /// The tables of the previous layer, whose memory is reused.
    spare: Vec<PackedTable<'r, W, C>>,
    /// The most bytes for the tables of two layers and for the states sent between them.
    most: u64,
}

/// States with their numbers, for the next layer's table.
type Sent<W, C> = Vec<(W, C)>;

impl<'r, W: PathsWord + Send + Sync, C: Addend> Layer<'r, W, C> {
    /// A layer for this many states, of at most `most` bytes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn with_room(states: usize, most: u64, run: &'r Run) -> Result<Self, Reason> {
        let shards = if states < MANY { 1 } else { SHARDS };
        let mut tables: Vec<_> = (0..shards).map(|_| PackedTable::new(run, C::BEYOND)).collect();
        for table in &mut tables {
            if table.bytes_with(states / shards).saturating_mul(shards as u64) > most {
                return Err(Reason::MemoryLimit);
            }
            table.clear(states / shards)?;
        }
        Ok(Self { tables, spare: Vec::new(), most })
    }

    /// Adds a state that is not there yet.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn insert(&mut self, state: W, amount: C) -> Result<(), Reason> {
        let shard = state.mixed() as usize % self.tables.len();
        self.tables[shard].insert(&state, amount)?;
        Ok(())
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.tables.iter().map(PackedTable::len).sum()
    }

    /// The same with wider numbers.
    fn widened(&self, run: &'r Run) -> Result<Layer<'r, W, C::Wider>, Reason> {
        let mut tables = Vec::with_capacity(self.tables.len());
        for old in &self.tables {
            let mut table = PackedTable::new(run, C::Wider::BEYOND);
            table.clear(old.len())?;
            for (state, amount) in old.iter() {
                *table.entry(state)? = amount.widen();
            }
            tables.push(table);
        }
        Ok(Layer { tables, spare: Vec::new(), most: self.most })
    }

    /// Advances by a turn; returns how many sets became one cycle. On overflow the layer is
    /// unchanged.
    fn advance(
        &mut self,
        rules: &Rules<'_, W>,
        weights: &impl ChoiceWeights<C>,
        run: &'r Run,
    ) -> Result<C, Halt> {
        let shards = if self.len() < MANY { 1 } else { SHARDS };
        if self.bytes().saturating_mul(2) > self.most {
            return Err(Reason::MemoryLimit.into());
        }
        let mut next = std::mem::take(&mut self.spare);
        if next.len() != shards {
            next = (0..shards).map(|_| PackedTable::new(run, C::BEYOND)).collect();
        }
        for table in &mut next {
            table.clear(self.len() / shards)?;
        }
        let closed = match &mut next[..] {
            [next] => self.expand_alone(rules, weights, next, run)?,
            next => self.expand_shared(rules, weights, next, run)?,
        };
        self.spare = std::mem::replace(&mut self.tables, next);
        Ok(closed)
    }

    fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.bytes_with(0)).sum()
    }

    /// Fails if what was sent could make the tables exceed the allowed bytes.
    fn check_room(
        &self,
        next: &[PackedTable<'_, W, C>],
        sent: &[(Vec<Sent<W, C>>, C)],
    ) -> Result<(), Reason> {
        let mut bytes = self.bytes();
        for (shard, table) in next.iter().enumerate() {
            let more = sent.iter().map(|(sent, _)| sent[shard].len()).sum();
            bytes += table.bytes_with(more) + (more * size_of::<(W, C)>()) as u64;
        }
        if bytes > self.most { Err(Reason::MemoryLimit) } else { Ok(()) }
    }

    fn expand_alone(
        &self,
        rules: &Rules<'_, W>,
        weights: &impl ChoiceWeights<C>,
        next: &mut PackedTable<'r, W, C>,
        run: &Run,
    ) -> Result<C, Halt> {
        let mut closed = C::default();
        let mut fits = true;
        run.poll()?;
        for (state, amount) in self.tables.iter().flat_map(PackedTable::iter) {
            let closing = rules.expand(*state, |child, choice| {
                fits &= weights.raise(next.entry(&child)?, amount, choice);
                Ok(())
            })?;
            fits &= closing.is_none_or(|choice| weights.raise(&mut closed, amount, choice));
        }
        run.nodes(next.len() as u64)?;
        if fits { Ok(closed) } else { Err(Halted::Early(Overflow)) }
    }

    /// In parallel: some tables are expanded at a time, then what they sent is gathered table by
    /// table, so that each stays in cache.
    fn expand_shared(
        &self,
        rules: &Rules<'_, W>,
        weights: &impl ChoiceWeights<C>,
        next: &mut [PackedTable<'r, W, C>],
        run: &Run,
    ) -> Result<C, Halt> {
        let mut closed = C::default();
        let mut before = 0;
        for group in self.tables.chunks(rayon::current_num_threads()) {
            let sent = parallel::map(group, |table| scatter(table, rules, weights, run))?;
            self.check_room(next, &sent)?;
            parallel::change(next, |shard, table| {
                for (state, amount) in sent.iter().flat_map(|(sent, _)| &sent[shard]) {
                    if !table.entry(state)?.raise(amount) {
                        return Err(Halted::Early(Overflow));
                    }
                }
                Ok(())
            })?;
            if !sent.iter().all(|(_, amount)| closed.raise(amount)) {
                return Err(Halted::Early(Overflow));
            }
            let so_far: usize = next.iter().map(PackedTable::len).sum();
            run.nodes((so_far - before) as u64)?;
            before = so_far;
        }
        Ok(closed)
    }
}

/// Expands the states of a table and sorts the results by target table; returns the closed cycles.
fn scatter<W: PathsWord, C: Addend>(
    table: &PackedTable<'_, W, C>,
    rules: &Rules<'_, W>,
    weights: &impl ChoiceWeights<C>,
    run: &Run,
) -> Result<(Vec<Sent<W, C>>, C), Halt> {
    let share = 2 * table.len() / SHARDS;
    let mut sent: Vec<Sent<W, C>> = (0..SHARDS).map(|_| Vec::with_capacity(share)).collect();
    let mut closed = C::default();
    let mut fits = true;
    for (index, (state, amount)) in table.iter().enumerate() {
        if index % POLL_EVERY == 0 {
            run.poll()?;
        }
        let closing = rules.expand(*state, |child, choice| {
            let mut weighted = C::default();
            fits &= weights.raise(&mut weighted, amount, choice);
            sent[child.mixed() as usize % SHARDS].push((child, weighted));
            Ok(())
        })?;
        fits &= closing.is_none_or(|choice| weights.raise(&mut closed, amount, choice));
    }
    if fits { Ok((sent, closed)) } else { Err(Halted::Early(Overflow)) }
}

/// The widest of three number types, which holds any number.
pub type Widest<C> = <<C as Addend>::Wider as Addend>::Wider;

/// A layer with the narrowest numbers that fit.
pub enum StateCounts<'r, W, C: Addend = u64> {
    /// Below 2^64.
    Words(Layer<'r, W, C>),
    /// Below 2^128.
    Doubles(Layer<'r, W, C::Wider>),
    /// Any.
    Big(Layer<'r, W, Widest<C>>),
}

/// Does the same with a layer whatever the width of its numbers.
macro_rules! of_any_width {
    ($counts:expr, $layer:ident => $done:expr) => {
        match $counts {
            StateCounts::Words($layer) => $done,
            StateCounts::Doubles($layer) => $done,
            StateCounts::Big($layer) => $done,
        }
    };
}
pub(super) use of_any_width;

impl<W: PathsWord + Send + Sync> StateCounts<'_, W> {
    /// Hands over the states table by table, whose numbers must be below 2^128, and frees each
    /// table.
    ///
    /// # Errors
    /// That of `each`; [`Reason::MemoryLimit`] for a larger number.
    #[cfg(feature = "programs")]
    pub fn drain(
        &mut self,
        mut each: impl FnMut(W, u128) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        self.forget_spare();
        of_any_width!(self, layer => for table in std::mem::take(&mut layer.tables) {
            for (state, amount) in table.iter() {
                each(*state, amount.short().ok_or(Reason::MemoryLimit)?)?;
            }
        });
        Ok(())
    }
}

impl<'r, W: PathsWord + Send + Sync, C: Addend> StateCounts<'r, W, C> {
    /// The state before the first turn. The tables of two layers are limited to `most` bytes: a
    /// turn that may need more fails for lack of memory before allocating it.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn first(most: u64, run: &'r Run) -> Result<Self, Reason> {
        run.node()?;
        let mut layer = Layer::with_room(0, u64::MAX, run)?;
        layer.insert(W::default(), C::one())?;
        Ok(Self::Words(Layer { most, ..layer }))
    }

    /// Frees the memory kept for the next turn.
    pub fn forget_spare(&mut self) {
        of_any_width!(self, layer => layer.spare = Vec::new());
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        of_any_width!(self, layer => layer.len())
    }

    /// Advances by one turn; returns how many sets became one cycle. A node is a state.
    ///
    /// Time and memory are linear in the number of states: memory for two layers, with 24 to 77
    /// bytes per state (more if the frontier is wider than 15 vertices, or the counts exceed 64
    /// bits).
    ///
    /// # Errors
    /// The reason to stop; the states are then those before the turn.
    pub fn advance(
        &mut self,
        rules: &Rules<'_, W>,
        weights: &(impl ChoiceWeights<C> + ChoiceWeights<C::Wider> + ChoiceWeights<Widest<C>>),
        run: &'r Run,
    ) -> Result<Widest<C>, Reason> {
        loop {
            let closed = match self {
                Self::Words(layer) => {
                    layer.advance(rules, weights, run).map(|closed| closed.widen().widen())
                }
                Self::Doubles(layer) => {
                    layer.advance(rules, weights, run).map(|closed| closed.widen())
                }
                Self::Big(layer) => layer.advance(rules, weights, run),
            };
            match closed {
                Ok(closed) => return Ok(closed),
                Err(Halted::Stopped(reason)) => return Err(reason),
                Err(Halted::Early(Overflow)) => {}
            }
            *self = match self {
                Self::Words(layer) => Self::Doubles(layer.widened(run)?),
                Self::Doubles(layer) => Self::Big(layer.widened(run)?),
                // Never happens: these numbers do not overflow.
                Self::Big(_) => return Err(Reason::MemoryLimit),
            };
        }
    }
}
