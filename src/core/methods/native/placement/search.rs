//! The depth-first search for independent sets: takes or skips vertex after vertex.

use satranj_encodings::{
    independent_set::IndependentSet,
    model::{Count, Witness},
};

use super::{
    masks::CliqueCover,
    masks::{MaskWord, Masks, members, word_of},
};
use crate::{
    limits::{Halted, Reason},
    methods::meter::Meter,
    run::Run,
};

/// The actions of a search at its nodes.
pub trait Visitor {
    /// Called at each set that passes the bound, including the first one; returns whether to go on
    /// from there, or why to end.
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, Halted>;

    /// Called at each set to which no further vertex can be added.
    fn leaf(&mut self, _search: &mut PlacementSearch<'_>) -> Result<(), Halted> {
        Ok(())
    }
}

/// The remaining possibilities of a kind.
struct Stock {
    /// Vertices in the set.
    taken: u32,
    /// Cliques of the cover with an available vertex.
    room: u32,
    /// Sets with fewer are ignored.
    least: u32,
    /// The limit of the kind.
    most: u32,
}

/// A taken vertex, and the length of the trail before it.
struct TakenVertex {
    vertex: u32,
    mark: usize,
}

/// A search over all independent sets that contain the given vertices; the vertices are tried in
/// order, each first in the set and then excluded from it.
///
/// A node is one vertex put into the set; given ones do not count. A branch ends if some kind
/// cannot reach its least number: too few cliques of a cover have an available vertex. O(n + m)
/// memory, no recursion.
pub struct PlacementSearch<'a> {
    set: &'a IndependentSet,
    masks: Masks,
    /// Without a cover the search has no bound.
    cover: Option<CliqueCover>,
    /// Available vertices of each clique of the cover.
    live: Vec<u32>,
    stocks: Vec<Stock>,
    /// Vertices that are undecided and conflict with no taken one.
    available: Vec<u64>,
    /// The vertices made unavailable, for undoing.
    trail: Vec<MaskWord>,
    frames: Vec<TakenVertex>,
    given: Vec<u32>,
    /// Whether the given ones are compatible.
    possible: bool,
    meter: Meter<'a>,
}

impl<'a> PlacementSearch<'a> {
    /// A search with the given vertices taken: bounded for the counts requested, or for sets of
    /// every size.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(set: &'a IndependentSet, run: &'a Run, bounded: bool) -> Result<Self, Reason> {
        run.building(set.conflicts_bytes(), || set.conflicts())?;
        let masks = run.encoding(|| Masks::new(set, run))?;
        let vertices = set.vertices();
        let cover = bounded.then(|| CliqueCover::new(set, &masks, run)).transpose()?;
        let stock = |count| {
            let (least, most) = match count {
                Count::Exactly(count) if bounded => (count, count),
                _ => (0, u32::MAX),
            };
            Stock { taken: 0, room: 0, least, most }
        };
        let mut search = Self {
            set,
            live: cover.as_ref().map_or_else(Vec::new, |cover| vec![0; cover.kind_of.len()]),
            stocks: set.kinds().iter().map(|kind| stock(kind.count)).collect(),
            masks,
            cover,
            available: vec![0; vertices.div_ceil(64) as usize],
            trail: Vec::new(),
            frames: Vec::new(),
            given: set.distinct_given(),
            possible: true,
            meter: Meter::new(run)?,
        };
        for (word, bit) in (0..vertices).map(word_of) {
            search.revive((word, bit));
        }
        search.take_given();
        run.poll()?;
        Ok(search)
    }

    /// Takes the given vertices permanently.
    fn take_given(&mut self) {
        let mut given = vec![0u64; self.available.len()];
        for at in 0..self.given.len() {
            let vertex = self.given[at];
            let (word, bit) = word_of(vertex);
            if vertex >= self.set.vertices() || self.available[word as usize] & bit == 0 {
                self.possible = false;
                return;
            }
            given[word as usize] |= bit;
            self.kill_with(vertex);
            let (kind, _) = self.set.kind_and_cell(vertex);
            self.stocks[kind].taken += 1;
        }
        // Conflicts are listed at the earlier vertex.
        for vertex in 0..self.set.vertices() {
            let hits = |&(word, bits): &MaskWord| given[word as usize] & bits != 0;
            if self.masks.of(vertex).iter().any(hits) {
                self.kill(word_of(vertex));
            }
        }
        self.trail.clear();
        self.possible = self.stocks.iter().all(|stock| stock.taken <= stock.most);
    }

    /// The number of vertices in the set without the given ones.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The number of vertices of a kind in the set.
    pub fn taken(&self, kind: usize) -> u32 {
        self.stocks[kind].taken
    }

    /// Asks for at least this many of a kind from now on.
    pub fn ask(&mut self, kind: usize, least: u32) {
        self.stocks[kind].least = least;
    }

    /// Whether every kind has reached its limit.
    pub fn is_full(&self) -> bool {
        self.stocks.iter().all(|stock| stock.taken == stock.most)
    }

    /// The number of ways to complete the set if exactly one vertex is missing.
    pub fn last_choices(&self) -> Option<u32> {
        let mut missing =
            self.stocks.iter().enumerate().filter(|(_, stock)| stock.taken < stock.most);
        let (kind, stock) = missing.next()?;
        if missing.next().is_some() || stock.taken + 1 < stock.most {
            return None;
        }
        let range = self.set.vertices_of(kind);
        Some(self.words(range).map(|(_, bits)| bits.count_ones()).sum())
    }

    /// The set.
    pub fn witness(&self) -> Witness {
        let taken = self.frames.iter().map(|frame| frame.vertex);
        let mut vertices: Vec<u32> = taken.chain(self.given.iter().copied()).collect();
        vertices.sort_unstable();
        Witness::Vertices(vertices)
    }

    /// Visits the sets in order.
    ///
    /// # Errors
    /// Why it ends before it has seen all sets.
    pub fn visit(&mut self, visitor: &mut impl Visitor) -> Result<(), Halted> {
        if !self.possible {
            return Ok(());
        }
        let mut from = 0;
        let mut entered = true;
        loop {
            let next = self.next(from);
            let mut deeper = self.may_reach();
            if entered && deeper {
                deeper = visitor.node(self)?;
                if deeper && next.is_none() {
                    visitor.leaf(self)?;
                }
            }
            let next = next.filter(|_| deeper);
            entered = next.is_some();
            if let Some(vertex) = next {
                self.take(vertex)?;
                from = vertex;
            } else if let Some(vertex) = self.leave() {
                from = vertex;
            } else {
                return Ok(());
            }
        }
    }

    /// The available vertices of a range, as words.
    fn words(&self, range: std::ops::Range<u32>) -> impl Iterator<Item = MaskWord> + '_ {
        let (first, end) = (range.start / 64, range.end.div_ceil(64));
        (first..end).map(move |number| {
            let mut bits = self.available[number as usize];
            if number == first {
                bits &= u64::MAX << (range.start % 64);
            }
            if number + 1 == end && !range.end.is_multiple_of(64) {
                bits &= !(u64::MAX << (range.end % 64));
            }
            (number, bits)
        })
    }

    /// The first available vertex from `from` on, of the first kind below its limit.
    fn next(&self, from: u32) -> Option<u32> {
        let (kind, _) = self.set.kind_and_cell(from);
        for (number, stock) in self.stocks.iter().enumerate().skip(kind) {
            if stock.taken < stock.most {
                let range = self.set.vertices_of(number);
                let words = self.words(range.start.max(from)..range.end);
                let word = words.into_iter().find(|&(_, bits)| bits != 0);
                return word.and_then(|word| members(word).next());
            }
        }
        None
    }

    /// Whether the bound allows every kind to reach its least number.
    fn may_reach(&self) -> bool {
        self.cover.is_none()
            || self.stocks.iter().all(|stock| stock.least <= stock.taken.saturating_add(stock.room))
    }

    fn take(&mut self, vertex: u32) -> Result<(), Halted> {
        self.meter.node()?;
        self.meter.work(self.masks.of(vertex).len() as u64)?;
        self.frames.push(TakenVertex { vertex, mark: self.trail.len() });
        self.kill_with(vertex);
        let (kind, _) = self.set.kind_and_cell(vertex);
        self.stocks[kind].taken += 1;
        Ok(())
    }

    /// Takes back the last vertex and excludes it; `None` at the root.
    fn leave(&mut self) -> Option<u32> {
        let TakenVertex { vertex, mark } = self.frames.pop()?;
        self.meter.take_back(1);
        while self.trail.len() > mark {
            let word = self.trail.pop()?;
            self.revive(word);
        }
        let (kind, _) = self.set.kind_and_cell(vertex);
        self.stocks[kind].taken -= 1;
        self.kill(word_of(vertex));
        Some(vertex)
    }

    /// Makes a vertex and all that conflict with it unavailable.
    fn kill_with(&mut self, vertex: u32) {
        self.kill(word_of(vertex));
        for at in 0..self.masks.of(vertex).len() {
            self.kill(self.masks.of(vertex)[at]);
        }
    }

    fn kill(&mut self, (number, bits): MaskWord) {
        let word = &mut self.available[number as usize];
        let dead = *word & bits;
        if dead == 0 {
            return;
        }
        *word ^= dead;
        self.trail.push((number, dead));
        if let Some(cover) = &self.cover {
            for vertex in members((number, dead)) {
                let clique = cover.clique_of[vertex as usize] as usize;
                self.live[clique] -= 1;
                if self.live[clique] == 0 {
                    self.stocks[cover.kind_of[clique] as usize].room -= 1;
                }
            }
        }
    }

    fn revive(&mut self, (number, bits): MaskWord) {
        self.available[number as usize] |= bits;
        if let Some(cover) = &self.cover {
            for vertex in members((number, bits)) {
                let clique = cover.clique_of[vertex as usize] as usize;
                if self.live[clique] == 0 {
                    self.stocks[cover.kind_of[clique] as usize].room += 1;
                }
                self.live[clique] += 1;
            }
        }
    }
}
