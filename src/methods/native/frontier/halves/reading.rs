//! The last states of a half as the join needs them: sorted by the degrees of the shared vertices.

use rayon::prelude::*;

use super::{
    super::{boundary::BoundaryTurn, counts::Layer, rules::Rules, state::PathsWord},
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
type Lists<C> = [Vec<HalfState<C>>; 2];

impl HalfReading<'_> {
    /// In how many passes the states of a layer are read, so that the lists of one take not more
    /// memory than the layer.
    pub fn passes(&self, states: usize) -> u64 {
        match self.part {
            Part::Both(..) => 1 + (states / STATES_A_PASS) as u64,
            Part::First | Part::Second => 1,
        }
    }

    /// The states of a layer in a pass of several, those of each half sorted by degrees and
    /// pairing.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn sorted<W, C>(
        &self,
        layer: &Layer<'_, W, C>,
        pass: (u64, u64),
        run: &Run,
    ) -> Result<Lists<C>, Reason>
    where
        W: PathsWord + Send + Sync,
        C: WordAmount,
    {
        let share = layer.len() as u64 / pass.1;
        run.reserve(2 * size_of::<HalfState<C>>() as u64 * share)?;
        let rules: Vec<Rules<'_, W>> = self.left.iter().map(Rules::new).collect();
        let parts = layer.tables.par_iter().map(|table| self.read_table(table, &rules, pass, run));
        let parts = parts.collect::<Result<Vec<Lists<C>>, Reason>>()?;
        run.poll()?;
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

    fn read_table<W: PathsWord, C: WordAmount>(
        &self,
        table: &PackedTable<'_, W, C>,
        rules: &[Rules<'_, W>],
        pass: (u64, u64),
        run: &Run,
    ) -> Result<Lists<C>, Reason> {
        let mut lists = [Vec::new(), Vec::new()];
        let (mut states, mut next) = (Vec::new(), Vec::new());
        for (index, (state, amount)) in table.iter().enumerate() {
            if index % POLL_EVERY == 0 {
                run.poll()?;
                let length = lists[0].len() + lists[1].len();
                run.reserve(2 * (size_of::<HalfState<C>>() * length) as u64)?;
            }
            states.clear();
            states.push(*state);
            for rules in rules {
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
                self.read(state, amount, pass, &mut lists);
            }
        }
        lists.iter_mut().for_each(Vec::shrink_to_fit);
        Ok(lists)
    }

    /// Adds a state to the lists in which it counts.
    fn read<W: PathsWord, C: WordAmount>(
        &self,
        state: W,
        amount: &C,
        (pass, passes): (u64, u64),
        lists: &mut Lists<C>,
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
            lists[half].push(HalfState { degrees, pairing, amount: amount.clone() });
        };
        match self.part {
            Part::First => add(0, degrees, None),
            Part::Second => add(1, lacking, None),
            Part::Both(image, orbits) => {
                let (partner, least) = orbits.partner_and_least(degrees);
                if passes > 1 && least.mixed() % passes != pass {
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
