//! Whether two agents can both keep their costs: paths without collisions through two layered graphs.

use std::{collections::HashMap, rc::Rc};

use super::layers::PathLayers;
use crate::{limits::Reason, methods::meter::Meter};

/// The work on one pair of layered graphs, after which they count as compatible.
const MOST_WORK: usize = 1 << 20;

/// Compares the layered graphs of two agents.
pub struct PairTest {
    no_following: bool,
    /// For each vertex its place in a layer of the second agent, plus 1: before and after a step.
    before: Vec<u32>,
    after: Vec<u32>,
    reached: Vec<u64>,
    next: Vec<u64>,
    heads: Vec<u64>,
    others: Vec<u64>,
}

/// A layer: its first node, and its number of nodes.
#[derive(Clone, Copy)]
struct LayerSpan {
    begin: u32,
    length: usize,
}

impl LayerSpan {
    fn of(layers: &PathLayers, time: u32) -> Self {
        let (begin, end) = layers.layer(time.min(layers.horizon()));
        Self { begin, length: (end - begin) as usize }
    }

    fn vertices(self, layers: &PathLayers) -> &[u32] {
        &layers.vertices[self.begin as usize..][..self.length]
    }
}

/// The places in the layer after a step that follow a place; after the end an agent stays.
fn heads(layers: &PathLayers, time: u32, place: usize) -> impl Iterator<Item = usize> {
    let span = LayerSpan::of(layers, time);
    let is_over = time >= layers.horizon();
    let after = if is_over { &[][..] } else { layers.after(span.begin + place as u32) };
    let next = if is_over { 0 } else { layers.begins[time as usize + 1] };
    let stay = is_over.then_some(0);
    after.iter().map(move |&head| (head - next) as usize).chain(stay)
}

fn has(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

fn places(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| word * 64 + left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(place)
        })
    })
}

impl PairTest {
    /// A test on a graph of this many vertices. The caller has the memory: 8 bytes for each.
    #[must_use]
    pub fn new(vertices: u32, no_following: bool) -> Self {
        Self {
            no_following,
            before: vec![0; vertices as usize],
            after: vec![0; vertices as usize],
            reached: Vec::new(),
            next: Vec::new(),
            heads: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Whether two agents have paths through their layers that do not collide; `true` if this takes
    /// too much work. A breadth-first search over pairs of vertices, the second ones as bits.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn is_compatible(
        &mut self,
        one: &PathLayers,
        two: &PathLayers,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let Some((first, last)) = self.meetings(one, two) else { return Ok(true) };
        // Until then every pair is reached.
        let (span, other) = (LayerSpan::of(one, first - 1), LayerSpan::of(two, first - 1));
        let mut words = other.length.div_ceil(64);
        self.reached.clear();
        self.reached.resize(span.length * words, u64::MAX);
        for place in 0..span.length {
            let rest = other.length % 64;
            if rest > 0 {
                self.reached[place * words + words - 1] = (1 << rest) - 1;
            }
        }
        let (mut work, mut is_compatible) = (0, true);
        for time in first..=last {
            work += self.advance(one, two, time, &mut words);
            is_compatible = work > MOST_WORK || self.reached.iter().any(|&word| word != 0);
            if work > MOST_WORK || !is_compatible {
                break;
            }
        }
        meter.work(work as u64 / 8)?;
        Ok(is_compatible)
    }

    /// The first and the last time at which the agents may collide.
    fn meetings(&mut self, one: &PathLayers, two: &PathLayers) -> Option<(u32, u32)> {
        let mut times = None;
        // The vertices of the second agent now and before, marked with the time.
        for time in 1..=one.horizon().max(two.horizon()) {
            let [(a, a_before), (b, b_before)] = [one, two].map(|layers| {
                [time, time - 1].map(|time| LayerSpan::of(layers, time).vertices(layers)).into()
            });
            for &vertex in b {
                self.after[vertex as usize] = time;
            }
            for &vertex in b_before {
                self.before[vertex as usize] = time;
            }
            let shares = a.iter().any(|&vertex| self.after[vertex as usize] == time);
            let enters = a.iter().any(|&vertex| self.before[vertex as usize] == time);
            let leaves = a_before.iter().any(|&vertex| self.after[vertex as usize] == time);
            if shares || enters && leaves || self.no_following && (enters || leaves) {
                times = Some((times.map_or(time, |(first, _)| first), time));
            }
        }
        self.after.fill(0);
        self.before.fill(0);
        times
    }

    /// The pairs reached after a step that ends at a time; returns its work.
    fn advance(
        &mut self,
        one: &PathLayers,
        two: &PathLayers,
        time: u32,
        words: &mut usize,
    ) -> usize {
        let [a, a_next] = [time - 1, time].map(|time| LayerSpan::of(one, time));
        let [b, b_next] = [time - 1, time].map(|time| LayerSpan::of(two, time));
        let words_next = b_next.length.div_ceil(64);
        for (place, &vertex) in (1..).zip(b.vertices(two)) {
            self.before[vertex as usize] = place;
        }
        for (place, &vertex) in (1..).zip(b_next.vertices(two)) {
            self.after[vertex as usize] = place;
        }
        self.next.clear();
        self.next.resize(a_next.length * words_next, 0);
        self.heads.clear();
        self.heads.resize(words_next, 0);
        let mut work = a.length * (*words + words_next);
        for (place, &from) in a.vertices(one).iter().enumerate() {
            let reached = &self.reached[place * *words..][..*words];
            self.heads.fill(0);
            for other in places(reached) {
                for head in heads(two, time - 1, other) {
                    self.heads[head / 64] |= 1 << (head % 64);
                    work += 1;
                }
            }
            for head in heads(one, time - 1, place) {
                let to = a_next.vertices(one)[head];
                self.others.clone_from(&self.heads);
                let other = self.before[to as usize].checked_sub(1).map(|other| other as usize);
                let meets = other.filter(|&other| from != to && has(reached, other));
                if let Some(other) = meets {
                    // The second agent comes from there, which is a collision if it goes to the
                    // vertex of the first one, or anywhere if no agent follows another one.
                    let swap = self.after[from as usize].checked_sub(1).map(|swap| swap as usize);
                    if self.no_following {
                        self.others.fill(0);
                        for kept in places(reached).filter(|&kept| kept != other) {
                            for head in heads(two, time - 1, kept) {
                                self.others[head / 64] |= 1 << (head % 64);
                            }
                        }
                    } else if let Some(swap) = swap {
                        let mut kept = places(reached).filter(|&kept| kept != other);
                        if !kept.any(|kept| heads(two, time - 1, kept).any(|head| head == swap)) {
                            self.others[swap / 64] &= !(1 << (swap % 64));
                        }
                    }
                }
                let closed = [Some(to), (self.no_following && from != to).then_some(from)];
                for vertex in closed.into_iter().flatten() {
                    if let Some(place) = self.after[vertex as usize].checked_sub(1) {
                        self.others[place as usize / 64] &= !(1 << (place % 64));
                    }
                }
                let next = &mut self.next[head * words_next..][..words_next];
                for (next, &others) in next.iter_mut().zip(&self.others) {
                    *next |= others;
                }
                work += words_next;
            }
        }
        for &vertex in b.vertices(two) {
            self.before[vertex as usize] = 0;
        }
        for &vertex in b_next.vertices(two) {
            self.after[vertex as usize] = 0;
        }
        std::mem::swap(&mut self.reached, &mut self.next);
        *words = words_next;
        work
    }
}

/// Layered graphs by the number of a plan and the cost; emptied when they take too much.
#[derive(Default)]
pub struct LayersCache {
    known: HashMap<(u32, u32), Option<Rc<PathLayers>>>,
    bytes: usize,
}

impl LayersCache {
    /// Bytes after which it is emptied.
    const MOST_BYTES: usize = 1 << 27;

    /// The layers, if they are known.
    #[must_use]
    pub fn get(&self, id: u32, cost: u32) -> Option<&Option<Rc<PathLayers>>> {
        self.known.get(&(id, cost))
    }

    /// Keeps layers.
    pub fn keep(&mut self, id: u32, cost: u32, layers: Option<Rc<PathLayers>>) {
        if self.bytes > Self::MOST_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += 64 + layers.as_ref().map_or(0, |layers| layers.bytes());
        self.known.insert((id, cost), layers);
    }
}
