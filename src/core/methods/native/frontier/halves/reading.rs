//! The last states of a half, read for the join by the degrees of the shared vertices.

#[cfg(feature = "programs")]
use super::super::spilled::{CHUNK, SpilledStates};

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use num_bigint::BigUint;

use super::{
    join::{HalfState, StateChunks},
    last_edges::LastEdges,
    pairings::Mates,
};
use crate::{
    limits::Reason,
    methods::parallel,
    methods::{
        WorkPart,
        native::{
            amount::WordAmount,
            frontier::{
                counts::{StateCounts, of_any_width},
                last_layer::LastLayer,
                state::PathsWord,
            },
        },
        packed_table::{PackedKey, PackedTable},
    },
    run::Run,
};

/// States between two checks of the limits.
const POLL_EVERY: usize = 1 << 10;

/// Room in lists is reserved for this many states at once.
const TAKEN_AT_ONCE: usize = 1 << 12;

/// States are moved to the lists of a part in groups of this size.
const GROUP: usize = 64;

/// The most states of a layer that one pass expands.
const STATES_A_PASS: usize = 1 << 24;

/// The number of parts of the join of more states than that; the most parts read in a pass.
const PARTS: usize = 64;
const MANY: usize = 1 << 16;

/// The deepest division into parts for several processes: each level doubles their number.
const DEEPEST: u32 = 14;

/// Lists of states of the first half and of the second.
pub type Lists<C> = [Vec<HalfState<C>>; 2];

/// Which parts of the join are read in a pass.
pub struct WantedParts {
    /// For each part, its index among the wanted ones, if it is wanted.
    places: Vec<Option<u32>>,
    /// At most one of this many consecutive parts is wanted.
    stride: usize,
}

impl WantedParts {
    /// All parts of the join of this many states; if `is_kept`, as many parts as for a larger join.
    pub fn all(states: usize, is_kept: bool) -> Self {
        let parts = if is_kept || states > MANY { PARTS } else { 1 };
        Self::new(parts, 1, |_| true)
    }

    /// The parts that one process of several joins.
    pub fn of_work(work: WorkPart) -> Self {
        let stride = work.parts.max(1) as usize;
        Self::new(Self::units(work.depth), stride, |part| work.has(part as u64))
    }

    fn new(parts: usize, stride: usize, is_wanted: impl Fn(usize) -> bool) -> Self {
        let mut wanted = 0..;
        let places = (0..parts).map(|part| is_wanted(part).then(|| wanted.next()).flatten());
        Self { places: places.collect(), stride }
    }

    /// The number of parts for several processes, at this depth of division.
    pub fn units(depth: u32) -> usize {
        PARTS << depth.min(DEEPEST)
    }

    /// The number of parts, wanted or not.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The number of passes for this many states, so that the lists of one pass take about twice
    /// the memory of the layer.
    pub fn passes(&self, states: usize) -> usize {
        let of_parts = self.len().div_ceil(self.stride).div_ceil(PARTS);
        (1 + states / self.stride / STATES_A_PASS).max(of_parts).min(self.len())
    }

    /// The parts of one pass of several; `None` without any.
    pub fn of_pass(&self, pass: usize, passes: usize) -> Option<Self> {
        let is_now = |part: usize| part / self.stride % passes == pass;
        let now =
            Self::new(self.len(), self.stride, |part| is_now(part) && self.places[part].is_some());
        let is_some = now.places.iter().any(Option::is_some);
        is_some.then_some(now)
    }

    /// Their numbers.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.places).filter(|(_, place)| place.is_some()).map(|(part, _)| part)
    }

    /// Whether a part is wanted.
    pub fn has(&self, part: u64) -> bool {
        let part = usize::try_from(part).ok();
        part.and_then(|part| self.places.get(part)).is_some_and(Option::is_some)
    }

    /// Marks a part as done.
    pub fn remove(&mut self, part: usize) {
        self.places[part] = None;
    }

    /// The index among the wanted parts of the part that joins this least degree of an orbit, if it
    /// is wanted.
    #[inline]
    fn of(&self, least: u64) -> Option<usize> {
        self.places[(least.mixed() % self.len() as u64) as usize].map(|place| place as usize)
    }
}

/// The states of every wanted part of the join.
pub struct ReadStates<C> {
    parts: Vec<Mutex<[StateChunks<C>; 2]>>,
}

impl<C> ReadStates<C> {
    fn of_parts(parts: usize) -> Self {
        let mut read = Self { parts: Vec::new() };
        read.parts.resize_with(parts, Mutex::default);
        read
    }

    fn part(&self, part: usize) -> MutexGuard<'_, [StateChunks<C>; 2]> {
        self.parts[part].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the lists of the wanted part with this index.
    pub fn take(&self, part: usize) -> Lists<C> {
        std::mem::take(&mut *self.part(part)).map(StateChunks::into_list)
    }
}

/// Room for lists: an eighth of the memory, since the states of a part are briefly in two lists.
struct ListsRoom {
    most: u64,
    used: AtomicU64,
}

impl ListsRoom {
    fn new(run: &Run) -> Self {
        let most = run.limits.memory.map_or(u64::MAX, |limit| limit / 8);
        Self { most, used: AtomicU64::new(0) }
    }

    fn take(&self, bytes: usize) -> Result<(), Reason> {
        let bytes = bytes as u64;
        let used = self.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if used > self.most { Err(Reason::MemoryLimit) } else { Ok(()) }
    }
}

/// Reads states of a table, or of a piece of a file.
struct StatesReader<'a, D> {
    edges: &'a LastEdges<'a>,
    wanted: &'a WantedParts,
    read: &'a ReadStates<D>,
    room: ListsRoom,
    run: &'a Run,
}

impl LastEdges<'_> {
    /// The results of the states of a layer, for some parts of the join; `D` must fit their
    /// numbers.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn read<W: PathsWord, D: WordAmount>(
        &self,
        layer: &LastLayer<'_, W>,
        wanted: &WantedParts,
        run: &Run,
    ) -> Result<ReadStates<D>, Reason> {
        let read = ReadStates::of_parts(wanted.numbers().count());
        let room = ListsRoom::new(run);
        let reader = StatesReader { edges: self, wanted, read: &read, room, run };
        match layer {
            LastLayer::Tables(counts) => {
                of_any_width!(counts, layer => reader.tables(&layer.tables))
            }
            #[cfg(feature = "programs")]
            LastLayer::Spilled(states) => reader.blocks(states),
        }?;
        run.poll()?;
        Ok(read)
    }

    /// The number of path sets of some tables that close with their own image.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn closing<W: PathsWord, C: WordAmount>(
        &self,
        tables: &[PackedTable<'_, W, C>],
        run: &Run,
    ) -> Result<BigUint, Reason> {
        let sums = parallel::map(tables, |table| {
            let mut sum = BigUint::ZERO;
            for (index, (state, amount)) in table.iter().enumerate() {
                if index % POLL_EVERY == 0 {
                    run.poll()?;
                }
                let mut closed = 0_u32;
                self.each(*state, |ends, degrees, views| {
                    let points = ends.loose().count();
                    let closes = || {
                        let [one, other] = [0, 1]
                            .map(|view: usize| Mates::numbered(points, views[view].pairing(ends)));
                        one.close_with(other, points)
                    };
                    closed += u32::from(degrees[0] == degrees[1] && points > 0 && closes());
                });
                if closed > 0 {
                    sum += amount.big() * closed;
                }
            }
            Ok(sum)
        });
        Ok(sums?.into_iter().sum())
    }
}

impl<D: WordAmount> StatesReader<'_, D> {
    fn tables<W: PathsWord, C: WordAmount>(
        &self,
        tables: &[PackedTable<'_, W, C>],
    ) -> Result<(), Reason> {
        parallel::map_with(
            tables,
            || self.no_lists(),
            |lists, table| self.piece(lists, table.iter()),
        )
        .map(drop)
    }

    #[cfg(feature = "programs")]
    fn blocks<W: PathsWord>(&self, states: &SpilledStates<W>) -> Result<(), Reason> {
        states.in_blocks(self.run, |block| {
            let chunks: Vec<_> = block.chunks(CHUNK).collect();
            let read = parallel::map_with(
                &chunks,
                || self.no_lists(),
                |lists, states| {
                    self.piece(lists, states.iter().map(|(state, amount)| (state, amount)))
                },
            );
            read.map(drop)
        })
    }

    /// Short lists for all parts, from which the states are moved on in groups.
    fn no_lists(&self) -> Vec<Lists<D>> {
        let mut lists = Vec::new();
        lists.resize_with(self.wanted.numbers().count(), Lists::default);
        lists
    }

    fn piece<'s, W: PathsWord + 's, C: WordAmount + 's>(
        &self,
        lists: &mut [Lists<D>],
        states: impl Iterator<Item = (&'s W, &'s C)>,
    ) -> Result<(), Reason> {
        let (mut read, mut counted) = (0, 0);
        for (index, (state, amount)) in states.enumerate() {
            if index % POLL_EVERY == 0 {
                self.run.poll()?;
            }
            if read >= counted + TAKEN_AT_ONCE {
                self.room.take((read - counted) * size_of::<HalfState<D>>())?;
                counted = read;
            }
            self.edges.each(*state, |ends, degrees, views| {
                let least = degrees.iter().copied().min().unwrap_or_default();
                let Some(part) = self.wanted.of(least) else { return };
                for (view, degrees) in views.iter().zip(degrees) {
                    if *degrees == least {
                        let state = HalfState::new(least, view.pairing(ends), D::of(amount));
                        let half = usize::from(view.is_other);
                        lists[part][half].push(state);
                        read += 1;
                        if lists[part][half].len() == GROUP {
                            self.read.part(part)[half].append(&mut lists[part][half]);
                        }
                    }
                }
            });
        }
        for (part, lists) in lists.iter_mut().enumerate() {
            if lists.iter().any(|list| !list.is_empty()) {
                let mut read = self.read.part(part);
                read.iter_mut().zip(lists).for_each(|(all, list)| all.append(list));
            }
        }
        self.room.take((read - counted) * size_of::<HalfState<D>>())
    }
}
