//! The states of the two halves, and their join: the number of pairs of states that close into one
//! cycle.

use num_bigint::BigUint;
use rayon::slice::ParallelSliceMut;

use super::{
    last_edges::Orbits,
    pairings::{Contractions, MOST_POINTS, Mates, matchings},
    reading::Lists,
};
use crate::{
    limits::Reason,
    methods::native::amount::{AmountSum, Natural as _, WordAmount},
    methods::parallel,
    run::Run,
};

/// The most groups that a thread joins between two checks of the limits, and the number of pieces
/// that many groups are divided into.
const GROUPS: usize = 64;

/// States of the two halves whose degrees add up to two at every shared vertex.
struct DegreeGroup<'s, C> {
    first: &'s [HalfState<C>],
    second: &'s [HalfState<C>],
}

/// A part of the join.
pub struct JoinedPart {
    /// The number of pairs of its states that close, with multiplicity.
    pub pairs: BigUint,
    /// How many states were joined.
    pub states: u64,
}

/// The data for joining all parts.
pub struct Join<'a> {
    orbits: &'a Orbits,
    contractions: Contractions,
    run: &'a Run,
}

impl<'a> Join<'a> {
    /// A join of layers of this many states.
    pub fn new(states: usize, orbits: &'a Orbits, run: &'a Run) -> Self {
        let most = match states {
            0..4_000 => 10,
            4_000..200_000 => 12,
            _ => 14,
        };
        Self { orbits, contractions: Contractions::new(most), run }
    }

    /// The number of pairs of states of the two halves that close into one cycle, each weighted by
    /// its multiplicity and by the size of its degrees' orbit.
    ///
    /// States of equal degrees are joined group by group. In a small group, pairs are tried one by
    /// one. Otherwise the first half's pairings are followed like the words of a trie: the first
    /// point's pair is contracted in all pairings of the second half at once, and equal results are
    /// added up. For `a` and `b` pairings of `k` points that takes at most O(k·b + a·k·(k - 3)!!)
    /// time instead of O(k·a·b).
    ///
    /// # Errors
    /// The reason to stop.
    pub fn part<C: WordAmount>(&self, lists: Lists<C>) -> Result<JoinedPart, Reason> {
        let [mut first, mut second] = lists;
        for states in [&mut first, &mut second] {
            add_up(states);
            self.run.poll()?;
        }
        let groups = groups(&first, &second, self.run)?;
        let states = groups.iter().map(|group| (group.first.len() + group.second.len()) as u64);
        let states = states.sum();
        let pairs = joined(&groups, self.orbits, &self.contractions, self.run)?;
        Ok(JoinedPart { pairs, states })
    }
}

/// The number of pairs of some groups that close.
fn joined<C: WordAmount>(
    groups: &[DegreeGroup<'_, C>],
    orbits: &Orbits,
    contractions: &Contractions,
    run: &Run,
) -> Result<BigUint, Reason> {
    let chunk = (groups.len() / GROUPS).clamp(1, GROUPS);
    let chunks: Vec<&[DegreeGroup<'_, C>]> = groups.chunks(chunk).collect();
    let parts = parallel::map_with(&chunks, Scratches::default, |scratches, groups| {
        run.poll()?;
        let mut sum = AmountSum::default();
        for group in *groups {
            let product = scratches.join(group, contractions, run)?;
            sum.add(&(product * orbits.size(group.first[0].degrees())));
        }
        Ok(sum.total())
    });
    Ok(parts?.into_iter().sum())
}

/// The states of equal degrees.
fn groups<'s, C>(
    first: &'s [HalfState<C>],
    second: &'s [HalfState<C>],
    run: &Run,
) -> Result<Vec<DegreeGroup<'s, C>>, Reason> {
    let mut groups = Vec::new();
    let mut rest = second;
    for (index, first) in first.chunk_by(|one, other| one.degrees() == other.degrees()).enumerate()
    {
        if index % (1 << 16) == 0 {
            run.poll()?;
        }
        let degrees = first[0].degrees();
        let skipped = rest.iter().take_while(|state| state.degrees() < degrees).count();
        rest = &rest[skipped..];
        let length = rest.iter().take_while(|state| state.degrees() == degrees).count();
        let (second, behind) = rest.split_at(length);
        rest = behind;
        // Without a loose end there is no path to join.
        if length > 0 && first[0].ends() > 0 {
            groups.push(DegreeGroup { first, second });
        }
    }
    Ok(groups)
}

/// Buffers that one thread reuses.
#[derive(Default)]
struct Scratches {
    words: Scratch<u64>,
    doubles: Scratch<u128>,
    big: Scratch<BigUint>,
}

impl Scratches {
    /// The product of a group, in the narrowest numbers that fit.
    fn join<C: WordAmount>(
        &mut self,
        group: &DegreeGroup<'_, C>,
        contractions: &Contractions,
        run: &Run,
    ) -> Result<BigUint, Reason> {
        let most = total(group.first).zip(total(group.second));
        match most.and_then(|(first, second)| first.checked_mul(second)) {
            Some(most) if u64::try_from(most).is_ok() => {
                Ok(self.words.join(group, contractions, run)?.big())
            }
            Some(_) => Ok(self.doubles.join(group, contractions, run)?.big()),
            None => self.big.join(group, contractions, run),
        }
    }
}

/// The sum of the amounts, if it is below 2^128.
fn total<C: WordAmount>(states: &[HalfState<C>]) -> Option<u128> {
    states.iter().try_fold(0_u128, |sum, state| sum.checked_add(state.amount.short()?))
}

/// Buffers for the join of a group, with numbers that fit its product.
#[derive(Default)]
struct Scratch<N> {
    first: Vec<(u32, N)>,
    second: Vec<(u32, N)>,
    mates: Vec<Mates>,
    /// The second half's amounts by the pairing of 2, 4, 6, … points.
    levels: Vec<Vec<N>>,
}

impl<N: WordAmount> Scratch<N> {
    fn join<C: WordAmount>(
        &mut self,
        group: &DegreeGroup<'_, C>,
        contractions: &Contractions,
        run: &Run,
    ) -> Result<N, Reason> {
        let points = group.first[0].ends();
        for (list, states) in [(&mut self.first, group.first), (&mut self.second, group.second)] {
            list.clear();
            list.extend(states.iter().map(|state| (state.pairing(), N::of(&state.amount))));
        }
        if is_contracted(points, self.first.len(), self.second.len(), contractions) {
            return self.contract(points, contractions, run);
        }
        let mut product = N::default();
        let numbered = |&(pairing, _): &(u32, N)| Mates::numbered(points, pairing);
        self.mates.clear();
        self.mates.extend(self.second.iter().map(numbered));
        for one in &self.first {
            let mates = numbered(one);
            let mut sum = N::default();
            for (other, (_, amount)) in self.mates.iter().zip(&self.second) {
                if mates.close_with(*other, points) {
                    add(&mut sum, amount);
                }
            }
            add(&mut product, &one.1.times(&sum));
        }
        Ok(product)
    }

    /// The product by contracting the first point's pair, for six points or more.
    fn contract(
        &mut self,
        points: usize,
        contractions: &Contractions,
        run: &Run,
    ) -> Result<N, Reason> {
        let size = matchings(points - 2) as u32;
        self.levels.resize_with(MOST_POINTS / 2, Vec::new);
        let (below, level) = self.levels.split_at_mut(points / 2 - 2);
        let level = &mut level[0];
        let mut product = N::default();
        for first in self.first.chunk_by(|one, other| one.0 / size == other.0 / size) {
            run.poll()?;
            let digit = first[0].0 / size;
            level.clear();
            level.resize(size as usize + 1, N::default());
            for (pairing, amount) in &self.second {
                let left = contractions.entry(points, digit, *pairing);
                add(&mut level[left as usize], amount);
            }
            let closed = close(points - 2, (first, digit * size), level, below, contractions);
            add(&mut product, &closed);
        }
        Ok(product)
    }
}

/// The product of pairings of this many points, numbered from `from` on, with amounts by pairing.
fn close<N: WordAmount>(
    points: usize,
    (first, from): (&[(u32, N)], u32),
    second: &[N],
    below: &mut [Vec<N>],
    contractions: &Contractions,
) -> N {
    let mut product = N::default();
    if points == 4 {
        // Two pairings of four points close unless they are equal.
        for (pairing, amount) in first {
            let own = (pairing - from) as usize;
            let mut others = second[(own + 1) % 3].clone();
            add(&mut others, &second[(own + 2) % 3]);
            add(&mut product, &amount.times(&others));
        }
        return product;
    }
    let Some((level, below)) = below.split_last_mut() else { return product };
    let size = matchings(points - 2) as u32;
    let digit = |one: &(u32, N)| (one.0 - from) / size;
    for first in first.chunk_by(|one, other| digit(one) == digit(other)) {
        let digit = digit(&first[0]);
        level.clear();
        level.resize(size as usize + 1, N::default());
        for (&left, amount) in contractions.table(points, digit).iter().zip(second) {
            add(&mut level[left as usize], amount);
        }
        let from = from + digit * size;
        add(&mut product, &close(points - 2, (first, from), level, below, contractions));
    }
    product
}

/// Adds without an overflow check: no sum exceeds the product of all amounts of both halves.
#[inline]
fn add<N: WordAmount>(sum: &mut N, by: &N) {
    let fits = sum.raise(by);
    debug_assert!(fits, "there is room for the product of the sums");
}

/// Whether contraction is faster than trying each pair, by rough times in nanoseconds.
fn is_contracted(points: usize, first: usize, second: usize, contractions: &Contractions) -> bool {
    if points < 6 || !contractions.reach(points - 2) {
        return false;
    }
    let pairs = first as f64 * second as f64 * 12.0;
    let lookup = if contractions.reach(points) { 2.0 } else { 80.0 };
    let mut work = second as f64 * lookup;
    let mut branches = 1.0;
    let mut time = 0.0;
    for points in (6..=points).rev().step_by(2) {
        branches = (branches * (points - 1) as f64).min(first as f64);
        time += branches * (work + matchings(points - 2) as f64 * 0.5);
        work = matchings(points - 2) as f64 * 1.5;
    }
    time < pairs
}

/// Bits for the number of a pairing; those above hold two bits for each shared vertex.
const BITS: u32 = 21;
const _: () = assert!(matchings(MOST_POINTS) <= 1 << BITS);

/// States of a chunk.
const CHUNK: usize = 1 << 10;

/// The lower bit of each degree.
const LOWER: u64 = u64::MAX / 3;

/// The degrees of the shared vertices, a pairing of the loose ends, and the number of path sets
/// with them.
#[derive(Debug, Clone)]
pub struct HalfState<C> {
    key: u64,
    /// The number of path sets.
    pub amount: C,
}

impl<C> HalfState<C> {
    /// From the number of edges of each shared vertex in the first half, two bits each, and the
    /// number of a pairing.
    #[inline]
    pub fn new(degrees: u64, pairing: u32, amount: C) -> Self {
        Self { key: degrees << BITS | u64::from(pairing), amount }
    }

    /// The number of edges of each shared vertex in the first half, two bits each.
    #[inline]
    pub fn degrees(&self) -> u64 {
        self.key >> BITS
    }

    /// The number of the pairing of the loose ends.
    #[inline]
    pub fn pairing(&self) -> u32 {
        self.key as u32 & ((1 << BITS) - 1)
    }

    /// Number of loose ends.
    pub fn ends(&self) -> usize {
        let degrees = self.degrees();
        (degrees & !(degrees >> 1) & LOWER).count_ones() as usize
    }
}

/// States in chunks: unlike a list, they leave no garbage behind when they grow.
pub struct StateChunks<C>(Vec<Vec<HalfState<C>>>);

impl<C> Default for StateChunks<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C> StateChunks<C> {
    /// Moves all states of a list to the end.
    pub fn append(&mut self, list: &mut Vec<HalfState<C>>) {
        let mut states = list.drain(..);
        while states.len() > 0 {
            match self.0.last_mut() {
                Some(chunk) if chunk.len() < CHUNK => {
                    let room = CHUNK - chunk.len();
                    chunk.extend(states.by_ref().take(room));
                }
                _ => self.0.push(Vec::with_capacity(CHUNK)),
            }
        }
    }

    /// All states in one list.
    pub fn into_list(self) -> Vec<HalfState<C>> {
        let mut all = Vec::with_capacity(self.0.iter().map(Vec::len).sum());
        self.0.into_iter().for_each(|mut chunk| all.append(&mut chunk));
        all
    }
}

/// Sorts states by degrees and pairing, and merges equal ones unless the sum overflows.
pub fn add_up<C: WordAmount>(states: &mut Vec<HalfState<C>>) {
    states.par_sort_unstable_by_key(|state| state.key);
    states.dedup_by(|next, kept| next.key == kept.key && kept.amount.raise(&next.amount));
}
