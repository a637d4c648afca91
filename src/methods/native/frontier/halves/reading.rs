//! The last states of a half as the join needs them: sorted by the degrees of the shared vertices.

use rayon::prelude::*;

#[cfg(feature = "programs")]
use super::super::spilled::{BLOCK, CHUNK, SpilledStates};
use super::{
    super::{
        boundary::BoundaryTurn, counts::StateCounts, programme::LastLayer, rules::Rules,
        state::PathsWord,
    },
    pairings::number,
};
use crate::{
    limits::Reason,
    methods::{
        native::amount::WordAmount,
        packed_table::{PackedKey, PackedTable},
    },
    run::Run,
};

/// States between two looks at the limits.
const POLL_EVERY: usize = 1 << 13;

/// States of a layer of which a pass reads what they become.
const STATES_A_PASS: usize = 1 << 24;

/// Into so many parts the join of more states than that falls.
const PARTS: usize = 64;
const MANY: usize = 1 << 18;

/// Bits of degrees that a table maps at once, and the tables for all.
const BITS: u32 = 12;
const TABLES: u32 = 3;

/// The lower bit of each degree.
const LOWER: u64 = u64::MAX / 3;

/// A state of a half as the join sees it.
#[derive(Debug, Clone)]
pub struct HalfState<C> {
    /// The edges that each shared vertex has in the first half, two bits each.
    pub degrees: u64,
    /// The number of the pairing of the loose ends.
    pub pairing: u32,
    /// The sets of paths that it stands for.
    pub amount: C,
}

impl<C> HalfState<C> {
    /// How many loose ends there are.
    pub fn ends(&self) -> usize {
        (self.degrees & !(self.degrees >> 1) & LOWER).count_ones() as usize
    }
}

/// What a symmetry makes of the degrees of all shared vertices.
#[derive(Debug)]
struct DegreeMap {
    tables: Vec<Vec<u64>>,
}

impl DegreeMap {
    /// That of the vertices' images, or of what they lack of two if it exchanges the halves.
    fn new(images: &[u32], exchanges: bool) -> Self {
        let mapped = |degrees: u64, from: usize| {
            let digits = images.iter().enumerate().skip(from).take(BITS as usize / 2);
            digits.fold(0, |mapped, (vertex, image)| {
                let degree = degrees >> (2 * (vertex - from)) & 3;
                let degree = if exchanges { 2_u64.saturating_sub(degree) } else { degree };
                mapped | degree << (2 * image)
            })
        };
        let table = |table: u32| {
            (0..1 << BITS).map(|degrees| mapped(degrees, (table * BITS / 2) as usize)).collect()
        };
        Self { tables: (0..TABLES).map(table).collect() }
    }

    fn of(&self, degrees: u64) -> u64 {
        let digits = |table: u32| (degrees >> (table * BITS)) as usize & ((1 << BITS) - 1);
        (0..).zip(&self.tables).fold(0, |all, (number, table)| all | table[digits(number)])
    }
}

/// The degrees that symmetries make of one another, of which one of each orbit is enough.
#[derive(Debug, Default)]
pub struct Orbits {
    exchange: Option<DegreeMap>,
    reflection: Option<DegreeMap>,
}

impl Orbits {
    /// Those of a symmetry that exchanges the halves, and one that keeps them, by the images of
    /// the shared vertices.
    pub fn new(exchange: &[u32], reflection: Option<&[u32]>) -> Self {
        Self {
            exchange: Some(DegreeMap::new(exchange, true)),
            reflection: reflection.map(|images| DegreeMap::new(images, false)),
        }
    }

    /// The degrees that join with these, and the least of the orbit.
    fn partner_and_least(&self, degrees: u64) -> (u64, u64) {
        let map =
            |map: &Option<DegreeMap>, degrees| map.as_ref().map_or(degrees, |map| map.of(degrees));
        let partner = map(&self.exchange, degrees);
        let reflected = map(&self.reflection, degrees).min(map(&self.reflection, partner));
        (partner, reflected.min(degrees).min(partner))
    }

    /// The part, of so many, in which the orbit of degrees is joined.
    fn part(&self, degrees: u64, parts: usize) -> usize {
        let (_, least) = self.partner_and_least(degrees);
        (least.mixed() % parts as u64) as usize
    }

    /// How many degrees there are in the orbit.
    pub fn size(&self, degrees: u64) -> u32 {
        let map =
            |map: &Option<DegreeMap>, degrees| map.as_ref().map_or(degrees, |map| map.of(degrees));
        let partner = map(&self.exchange, degrees);
        let mut all =
            [degrees, partner, map(&self.reflection, degrees), map(&self.reflection, partner)];
        all.sort_unstable();
        1 + all.windows(2).map(|pair| u32::from(pair[0] != pair[1])).sum::<u32>()
    }
}

/// Which half a reader's states are.
#[derive(Debug, Clone, Copy)]
pub enum Part<'i> {
    /// The first, beside the second of its own.
    First,
    /// The second.
    Second,
    /// The first and its images in the second, by the image of every shared vertex: of each orbit
    /// the least degrees.
    Both(&'i [u32], &'i Orbits),
}

/// How a half's states are read.
pub struct HalfReading<'i> {
    /// The slot of every shared vertex.
    pub slots: Vec<u8>,
    /// The turns that are left: edges between shared vertices.
    pub left: Vec<BoundaryTurn>,
    /// Which half it is.
    pub part: Part<'i>,
}

/// Lists of states of the first half and of the second.
pub type Lists<C> = [Vec<HalfState<C>>; 2];

/// Which parts of the join are read in a pass.
pub struct WantedParts(Vec<bool>);

impl WantedParts {
    /// All of the join of so many states, or where `is_kept`, as many parts as of a larger one.
    pub fn all(states: usize, is_kept: bool) -> Self {
        Self(vec![true; if is_kept || states > MANY { PARTS } else { 1 }])
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// In how many passes so many states are read, so that the lists of one take not more memory
    /// than the layer.
    pub fn passes(&self, states: usize) -> usize {
        (1 + states / STATES_A_PASS).min(self.len())
    }

    /// Those of a pass of several; `None` if there are none.
    pub fn of_pass(&self, pass: usize, passes: usize) -> Option<Self> {
        let wanted =
            self.0.iter().enumerate().map(|(part, &wanted)| wanted && part % passes == pass);
        let wanted: Vec<bool> = wanted.collect();
        wanted.contains(&true).then_some(Self(wanted))
    }

    /// Their numbers.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.0).filter(|(_, wanted)| **wanted).map(|(part, _)| part)
    }

    /// One is done.
    pub fn remove(&mut self, part: usize) {
        self.0[part] = false;
    }

    /// The part of degrees that are the least of their orbit or alone.
    pub fn of(&self, degrees: u64, orbits: &Orbits) -> usize {
        orbits.part(degrees, self.len())
    }

    /// Whether the least degrees of an orbit are read.
    fn contain(&self, least: u64) -> bool {
        self.0[(least.mixed() % self.len() as u64) as usize]
    }
}

/// Reads states of a table, or of a part of a file.
struct StatesReader<'a, W> {
    reading: &'a HalfReading<'a>,
    rules: Vec<Rules<'a, W>>,
    wanted: &'a WantedParts,
    run: &'a Run,
}

impl HalfReading<'_> {
    /// The states of a layer in some parts of the join, those of each half sorted by degrees and
    /// pairing; there is room for their numbers.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn sorted<W: PathsWord, D: WordAmount>(
        &self,
        layer: &LastLayer<'_, W>,
        wanted: &WantedParts,
        run: &Run,
    ) -> Result<Lists<D>, Reason> {
        let share = layer.len() * wanted.numbers().count() / wanted.len();
        run.reserve(2 * (size_of::<HalfState<D>>() * share) as u64)?;
        let rules = self.left.iter().map(Rules::new).collect();
        let reader = StatesReader { reading: self, rules, wanted, run };
        let parts = match layer {
            LastLayer::Tables(StateCounts::Words(layer)) => reader.tables(&layer.tables),
            LastLayer::Tables(StateCounts::Doubles(layer)) => reader.tables(&layer.tables),
            LastLayer::Tables(StateCounts::Big(layer)) => reader.tables(&layer.tables),
            #[cfg(feature = "programs")]
            LastLayer::Spilled(states) => reader.blocks(states),
        }?;
        run.poll()?;
        let length: usize = parts.iter().flatten().map(Vec::len).sum();
        run.reserve((size_of::<HalfState<D>>() * length) as u64)?;
        let mut lists = [0, 1].map(|half| {
            let length = parts.iter().map(|part| part[half].len()).sum();
            Vec::with_capacity(length)
        });
        for part in parts {
            for (list, part) in lists.iter_mut().zip(part) {
                list.extend(part);
            }
        }
        for list in &mut lists {
            list.par_sort_unstable_by_key(|state| (state.degrees, state.pairing));
            run.poll()?;
        }
        Ok(lists)
    }
}

impl<W: PathsWord> StatesReader<'_, W> {
    fn tables<C: WordAmount, D: WordAmount>(
        &self,
        tables: &[PackedTable<'_, W, C>],
    ) -> Result<Vec<Lists<D>>, Reason> {
        tables.par_iter().map(|table| self.read(table.iter())).collect()
    }

    #[cfg(feature = "programs")]
    fn blocks<D: WordAmount>(&self, states: &SpilledStates<W>) -> Result<Vec<Lists<D>>, Reason> {
        let mut parts = Vec::new();
        states.in_blocks(self.run, |block| {
            let read = block
                .par_chunks(CHUNK)
                .map(|states| self.read(states.iter().map(|(state, amount)| (state, amount))));
            parts.extend(read.collect::<Result<Vec<Lists<D>>, Reason>>()?);
            self.run.reserve((BLOCK * size_of::<HalfState<D>>()) as u64)
        })?;
        Ok(parts)
    }

    fn read<'s, C: WordAmount + 's, D: WordAmount>(
        &self,
        given: impl Iterator<Item = (&'s W, &'s C)>,
    ) -> Result<Lists<D>, Reason>
    where
        W: 's,
    {
        let mut lists = [Vec::new(), Vec::new()];
        let (mut states, mut next) = (Vec::new(), Vec::new());
        for (index, (state, amount)) in given.enumerate() {
            if index % POLL_EVERY == 0 {
                self.run.poll()?;
                let length = lists[0].len() + lists[1].len();
                self.run.reserve(2 * (size_of::<HalfState<D>>() * length) as u64)?;
            }
            states.clear();
            states.push(*state);
            for rules in &self.rules {
                next.clear();
                for &state in &states {
                    rules.expand(state, |child, _| {
                        next.push(child);
                        Ok(())
                    })?;
                }
                std::mem::swap(&mut states, &mut next);
            }
            for &state in &states {
                self.reading.read(state, amount, self.wanted, &mut lists);
            }
        }
        lists.iter_mut().for_each(Vec::shrink_to_fit);
        Ok(lists)
    }
}

impl HalfReading<'_> {
    /// Adds a state to the lists in which it counts.
    fn read<W: PathsWord, D: WordAmount>(
        &self,
        state: W,
        amount: &impl WordAmount,
        wanted: &WantedParts,
        lists: &mut Lists<D>,
    ) {
        let (mut degrees, mut lacking) = (0_u64, 0_u64);
        for (vertex, &slot) in self.slots.iter().enumerate() {
            let end = state.get(slot);
            let degree = if end == slot { 0 } else { 1 + u64::from(end == W::FULL) };
            degrees |= degree << (2 * vertex);
            lacking |= (2 - degree) << (2 * vertex);
        }
        let mut add = |half: usize, degrees, image: Option<&[u32]>| {
            let pairing = self.pairing(state, image);
            lists[half].push(HalfState { degrees, pairing, amount: D::of(amount) });
        };
        match self.part {
            Part::First if wanted.contain(degrees) => add(0, degrees, None),
            Part::Second if wanted.contain(lacking) => add(1, lacking, None),
            Part::First | Part::Second => {}
            Part::Both(image, orbits) => {
                let (partner, least) = orbits.partner_and_least(degrees);
                if !wanted.contain(least) {
                    return;
                }
                if degrees == least {
                    add(0, degrees, None);
                }
                if partner == least {
                    add(1, partner, Some(image));
                }
            }
        }
    }

    /// The number of the pairing of the loose ends, or of their images.
    fn pairing<W: PathsWord>(&self, state: W, image: Option<&[u32]>) -> u32 {
        let name = |vertex: usize| image.map_or(vertex as u32, |image| image[vertex]);
        let mut vertex_of_slot = [0_u32; 32];
        for (vertex, &slot) in self.slots.iter().enumerate() {
            vertex_of_slot[slot as usize] = name(vertex);
        }
        let mut ends = 0_u32;
        let mut mates = [0_u32; 32];
        for (vertex, &slot) in self.slots.iter().enumerate() {
            let end = state.get(slot);
            if end != slot && end != W::FULL {
                ends |= 1 << name(vertex);
                mates[name(vertex) as usize] = vertex_of_slot[end as usize];
            }
        }
        number(ends, |vertex| mates[vertex as usize])
    }
}
