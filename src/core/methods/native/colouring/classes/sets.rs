//! All large maximal independent sets of a graph, and covers of its vertices by them.

use satranj_encodings::{graph::Graph, greedy_colouring::smallest_last};

use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::bits::{
            BitMatrix, WORDS_A_STEP, all, common, holds, insert, intersect, is_empty, members,
            remove, subtract,
        },
    },
    run::Run,
};

/// The most sets listed.
const MOST_SETS: usize = 1 << 17;

/// The maximal independent sets of at least `least` vertices, as rows of bits.
///
/// The vertices are partitioned greedily into cliques; a set has at most one vertex of each. The
/// clique with fewest vertices left is decided next: one of them, or no vertex, which the size
/// allows only for a limited number of cliques.
///
/// # Errors
/// The reason to stop; [`Reason::IncompleteMethod`] for too many sets.
pub fn maximal_sets(
    graph: &Graph,
    least: u32,
    run: &Run,
    meter: &mut Meter<'_>,
) -> Result<BitMatrix, Reason> {
    let n = graph.vertices() as usize;
    let words = n.div_ceil(64).max(1);
    run.reserve((n as u64 + MOST_SETS as u64) * 8 * words as u64)?;
    let mut search = SetSearch {
        words,
        near: BitMatrix::of_graph(graph),
        cliques: cliques(graph, words),
        least,
        members: vec![0; words],
        size: 0,
        sets: BitMatrix::new(0, n),
        meter,
    };
    search.run(all(n))?;
    Ok(search.sets)
}

/// A greedy clique partition: each vertex joins the first clique that is adjacent to it.
fn cliques(graph: &Graph, words: usize) -> Vec<Vec<u64>> {
    let mut order = smallest_last(graph);
    if graph.vertices() <= 4096 {
        // The natural order finds the lines of a board.
        let natural: Vec<u32> = (0..graph.vertices()).collect();
        let count = |order: &[u32]| divided(graph, order).len();
        if count(&natural) <= count(&order) {
            order = natural;
        }
    }
    let row = |clique: &Vec<u32>| {
        let mut bits = vec![0_u64; words];
        for &vertex in clique {
            insert(&mut bits, vertex as usize);
        }
        bits
    };
    divided(graph, &order).iter().map(row).collect()
}

fn divided(graph: &Graph, order: &[u32]) -> Vec<Vec<u32>> {
    let mut cliques: Vec<Vec<u32>> = Vec::new();
    for &vertex in order {
        let near = graph.neighbours(vertex);
        let mut open = cliques.iter_mut();
        let fitting =
            open.find(|clique| clique.iter().all(|other| near.binary_search(other).is_ok()));
        match fitting {
            Some(clique) => clique.push(vertex),
            None => cliques.push(vec![vertex]),
        }
    }
    cliques
}

/// The candidates, those passed over, and the clique being decided.
struct SetFrame {
    open: Vec<u64>,
    passed: Vec<u64>,
    /// The vertices of the clique still to try.
    left: Vec<u32>,
    /// The vertex added in the frame above.
    added: Option<u32>,
    clique: usize,
    has_passed: bool,
}

struct SetSearch<'a, 'r> {
    words: usize,
    near: BitMatrix,
    cliques: Vec<Vec<u64>>,
    least: u32,
    members: Vec<u64>,
    size: u32,
    sets: BitMatrix,
    meter: &'a mut Meter<'r>,
}

impl SetSearch<'_, '_> {
    fn run(&mut self, open: Vec<u64>) -> Result<(), Reason> {
        let mut frames: Vec<SetFrame> = Vec::new();
        let passed = vec![0; self.words];
        frames.extend(self.enter(open, passed, None)?);
        while let Some(frame) = frames.last_mut() {
            let (open, passed, added): (Vec<u64>, Vec<u64>, _);
            if let Some(vertex) = frame.left.pop() {
                let without = |bits: &[u64]| -> Vec<u64> {
                    let mut rest = bits.to_vec();
                    subtract(&mut rest, self.near.row(vertex as usize));
                    remove(&mut rest, vertex as usize);
                    rest
                };
                (open, passed) = (without(&frame.open), without(&frame.passed));
                added = Some(vertex);
                insert(&mut self.members, vertex as usize);
                self.size += 1;
            } else if !frame.has_passed {
                // No vertex of the clique.
                frame.has_passed = true;
                let clique = &self.cliques[frame.clique];
                let gone = frame.open.iter().zip(clique).map(|(open, clique)| open & clique);
                passed = gone.zip(&frame.passed).map(|(gone, passed)| gone | passed).collect();
                let mut rest = frame.open.clone();
                subtract(&mut rest, clique);
                open = rest;
                added = None;
            } else {
                let added = frame.added;
                frames.pop();
                self.take_off(added);
                continue;
            }
            self.meter.node()?;
            match self.enter(open, passed, added)? {
                Some(below) => frames.push(below),
                None => self.take_off(added),
            }
        }
        Ok(())
    }

    fn take_off(&mut self, added: Option<u32>) {
        if let Some(vertex) = added {
            remove(&mut self.members, vertex as usize);
            self.size -= 1;
            self.meter.take_back(1);
        }
    }

    /// The next frame; `None` if nothing is left to decide, or no large set is possible.
    fn enter(
        &mut self,
        open: Vec<u64>,
        passed: Vec<u64>,
        added: Option<u32>,
    ) -> Result<Option<SetFrame>, Reason> {
        let mut reach = self.size;
        let mut fewest = u32::MAX;
        let mut chosen = 0;
        for (at, clique) in self.cliques.iter().enumerate() {
            let count = common(&open, clique);
            reach += u32::from(count > 0);
            if count > 0 && count < fewest {
                (fewest, chosen) = (count, at);
            }
        }
        self.meter.work(self.cliques.len() as u64 * self.words as u64 / WORDS_A_STEP)?;
        if reach < self.least {
            return Ok(None);
        }
        if fewest == u32::MAX {
            if is_empty(&passed) {
                if self.sets.count() == MOST_SETS {
                    return Err(Reason::IncompleteMethod);
                }
                self.sets.push(self.members.iter().copied());
            }
            return Ok(None);
        }
        // A passed-over vertex that nothing can exclude any more could be added: not maximal.
        let is_lost = members(&passed).any(|vertex| common(&open, self.near.row(vertex)) == 0);
        if is_lost {
            return Ok(None);
        }
        let mut both = open.clone();
        intersect(&mut both, &self.cliques[chosen]);
        let mut left: Vec<u32> = members(&both).map(|vertex| vertex as u32).collect();
        left.reverse();
        // Without a vertex of this clique the reach is one less.
        let has_passed = reach - 1 < self.least;
        Ok(Some(SetFrame { open, passed, left, added, clique: chosen, has_passed }))
    }
}

/// A search for a cover.
pub struct ClassCover<'s> {
    sets: &'s BitMatrix,
    vertices: u32,
    /// The multiplicity of each set.
    sizes: Vec<u32>,
    /// The number of sets with each vertex at the current node.
    counts: Vec<u32>,
}

/// A node: the uncovered vertices, the allowed sets, and the sets to try next.
struct ClassFrame {
    open: Vec<u64>,
    live: Vec<u32>,
    /// Sets with the vertex to be covered, the last first.
    left: Vec<u32>,
}

impl<'s> ClassCover<'s> {
    /// A search among these sets with their multiplicities.
    pub fn new(sets: &'s BitMatrix, sizes: Vec<u32>, vertices: u32) -> Self {
        Self { sets, vertices, sizes, counts: vec![0; vertices as usize] }
    }

    /// A cover of all vertices by sets of total multiplicity at most `most`.
    ///
    /// A set is excluded once it was tried, since covers with it were searched.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn search(&mut self, most: u32, meter: &mut Meter<'_>) -> Result<Option<Vec<u32>>, Reason> {
        if self.vertices == 0 {
            return Ok(Some(Vec::new()));
        }
        let mut chosen: Vec<u32> = Vec::new();
        let sets: Vec<u32> = (0..self.sets.count() as u32).collect();
        let mut frames: Vec<ClassFrame> = Vec::new();
        frames.extend(self.enter(all(self.vertices as usize), &sets, most, meter)?);
        while let Some(frame) = frames.last_mut() {
            let Some(set) = frame.left.pop() else {
                frames.pop();
                if chosen.pop().is_some() {
                    meter.take_back(1);
                }
                continue;
            };
            meter.node()?;
            if let Ok(at) = frame.live.binary_search(&set) {
                frame.live.remove(at);
            }
            let mut open = frame.open.clone();
            subtract(&mut open, self.sets.row(set as usize));
            chosen.push(set);
            if is_empty(&open) {
                meter.publish();
                return Ok(Some(chosen));
            }
            let taken: u32 = chosen.iter().map(|&set| self.sizes[set as usize]).sum();
            let sets_left = most - taken;
            match self.enter(open, &frame.live, sets_left, meter)? {
                Some(below) => frames.push(below),
                None => {
                    chosen.pop();
                    meter.take_back(1);
                }
            }
        }
        Ok(None)
    }

    /// A node with this many sets left to take; `None` if they cannot cover what is open.
    fn enter(
        &mut self,
        open: Vec<u64>,
        above: &[u32],
        sets_left: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ClassFrame>, Reason> {
        if sets_left == 0 {
            return Ok(None);
        }
        let needed: u32 = open.iter().map(|word| word.count_ones()).sum();
        let gain = |set: u32| common(&open, self.sets.row(set as usize));
        meter.work(1 + above.len() as u64 * open.len() as u64 / WORDS_A_STEP)?;
        let gains: Vec<u32> = above.iter().map(|&set| gain(set)).collect();
        let size = |set: u32| self.sizes[set as usize];
        let fitting = above.iter().zip(&gains).filter(|&(&set, _)| size(set) <= sets_left);
        // The most that one of them covers, per unit of multiplicity.
        let most = fitting.clone().map(|(&set, gain)| gain.div_ceil(size(set))).max().unwrap_or(0);
        if u64::from(most) * u64::from(sets_left) < u64::from(needed) {
            return Ok(None);
        }
        // The others cover at most this many.
        let least =
            |set: u32| needed.saturating_sub((sets_left - size(set)).saturating_mul(most)).max(1);
        let live: Vec<u32> =
            fitting.filter(|&(&set, &gain)| gain >= least(set)).map(|(&set, _)| set).collect();
        self.counts.fill(0);
        let mut both = Vec::new();
        for &set in &live {
            both.clone_from(&open);
            intersect(&mut both, self.sets.row(set as usize));
            members(&both).for_each(|vertex| self.counts[vertex] += 1);
        }
        meter.work(live.len() as u64 * u64::from(most) / WORDS_A_STEP)?;
        let Some(vertex) = members(&open).min_by_key(|&vertex| self.counts[vertex]) else {
            return Ok(None);
        };
        let has = |set: &u32| holds(self.sets.row(*set as usize), vertex);
        let left: Vec<u32> = live.iter().rev().copied().filter(has).collect();
        Ok((!left.is_empty()).then_some(ClassFrame { open, live, left }))
    }
}
