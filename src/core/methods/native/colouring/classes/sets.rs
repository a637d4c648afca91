//! All maximal independent sets of a graph that are large.

use satranj_encodings::{graph::Graph, greedy_colouring::smallest_last};

use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::bits::{common, members, remove},
    },
    run::Run,
};

/// The most sets that are listed.
const MOST_SETS: usize = 1 << 17;

/// Words of bits that are looked at in a unit of work.
const WORDS_A_STEP: u64 = 128;

/// The vertices of a set, in rising order.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    members(words).map(|vertex| vertex as u32)
}

/// Sets of vertices as rows of bits.
#[derive(Debug, Default)]
pub struct MaximalSets {
    words: usize,
    bits: Vec<u64>,
    count: u32,
}

impl MaximalSets {
    /// The independent sets of at least so many vertices to which none can be added.
    ///
    /// The vertices are divided into cliques, greedily; of each a set has one vertex at most. The
    /// clique with fewest vertices left is decided next: one of them, or none, which only so many
    /// cliques may have as the size allows.
    ///
    /// # Errors
    /// The reason to stop; [`Reason::IncompleteMethod`] where there are too many.
    pub fn list(
        graph: &Graph,
        least: u32,
        run: &Run,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Reason> {
        let n = graph.vertices() as usize;
        let words = n.div_ceil(64).max(1);
        run.reserve((n as u64 + MOST_SETS as u64) * 8 * words as u64)?;
        let mut near = vec![0_u64; n * words];
        for (a, b) in graph.edge_list() {
            for (one, other) in [(a, b), (b, a)] {
                near[one as usize * words + other as usize / 64] |= 1 << (other % 64);
            }
        }
        let mut search = SetSearch {
            words,
            near,
            cliques: cliques(graph, words),
            least,
            members: vec![0; words],
            size: 0,
            sets: Self::of_words(words),
            meter,
        };
        let mut open = vec![u64::MAX; words];
        for (at, word) in open.iter_mut().enumerate() {
            let left = n.saturating_sub(64 * at);
            if left < 64 {
                *word = (1 << left) - 1;
            }
        }
        search.run(open)?;
        Ok(search.sets)
    }

    /// None yet, of rows of so many words.
    pub fn of_words(words: usize) -> Self {
        Self { words, ..Self::default() }
    }

    /// Adds one.
    pub fn push(&mut self, row: impl Iterator<Item = u64>) {
        self.bits.extend(row);
        self.count += 1;
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The words of each.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The bits of one.
    pub fn row(&self, set: u32) -> &[u64] {
        &self.bits[set as usize * self.words..(set as usize + 1) * self.words]
    }

    /// The vertices of one.
    pub fn members(&self, set: u32) -> impl Iterator<Item = u32> + '_ {
        ones(self.row(set))
    }
}

/// The vertices divided into cliques: each vertex in the first whose vertices are all next to it.
fn cliques(graph: &Graph, words: usize) -> Vec<Vec<u64>> {
    let mut cliques: Vec<Vec<u32>> = Vec::new();
    let mut order = smallest_last(graph);
    if graph.vertices() <= 4096 {
        // Lines of a board are found where its squares come in their order.
        let natural: Vec<u32> = (0..graph.vertices()).collect();
        let count = |order: &[u32]| divided(graph, order).len();
        if count(&natural) <= count(&order) {
            order = natural;
        }
    }
    cliques.extend(divided(graph, &order));
    let row = |clique: &Vec<u32>| {
        let mut bits = vec![0_u64; words];
        for &vertex in clique {
            bits[vertex as usize / 64] |= 1 << (vertex % 64);
        }
        bits
    };
    cliques.iter().map(row).collect()
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

/// What may still be added, what could be but was passed over, and which clique is decided.
struct SetFrame {
    open: Vec<u64>,
    passed: Vec<u64>,
    /// The vertices of the clique that are to be tried.
    left: Vec<u32>,
    /// The vertex that was added above it.
    added: Option<u32>,
    clique: usize,
    has_passed: bool,
}

struct SetSearch<'a, 'r> {
    words: usize,
    near: Vec<u64>,
    cliques: Vec<Vec<u64>>,
    least: u32,
    members: Vec<u64>,
    size: u32,
    sets: MaximalSets,
    meter: &'a mut Meter<'r>,
}

impl SetSearch<'_, '_> {
    fn run(&mut self, open: Vec<u64>) -> Result<(), Reason> {
        let mut frames: Vec<SetFrame> = Vec::new();
        let passed = vec![0; self.words];
        frames.extend(self.enter(open, passed, None)?);
        while let Some(frame) = frames.last_mut() {
            let (open, passed, added);
            if let Some(vertex) = frame.left.pop() {
                let near = &self.near[vertex as usize * self.words..][..self.words];
                let without = |bits: &[u64]| -> Vec<u64> {
                    let mut rest: Vec<u64> =
                        bits.iter().zip(near).map(|(bits, near)| bits & !near).collect();
                    remove(&mut rest, vertex as usize);
                    rest
                };
                (open, passed) = (without(&frame.open), without(&frame.passed));
                added = Some(vertex);
                self.members[vertex as usize / 64] |= 1 << (vertex % 64);
                self.size += 1;
            } else if !frame.has_passed {
                // No vertex of the clique.
                frame.has_passed = true;
                let clique = &self.cliques[frame.clique];
                let pairs = || frame.open.iter().zip(clique);
                let gone = pairs().map(|(open, clique)| open & clique);
                passed =
                    gone.zip(&frame.passed).map(|(gone, passed)| gone | passed).collect::<Vec<_>>();
                open = pairs().map(|(open, clique)| open & !clique).collect::<Vec<_>>();
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

    /// A frame below; `None` if there is nothing to decide in it, or no large set.
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
            if passed.iter().all(|&word| word == 0) {
                if self.sets.count as usize == MOST_SETS {
                    return Err(Reason::IncompleteMethod);
                }
                self.sets.push(self.members.iter().copied());
            }
            return Ok(None);
        }
        // A vertex that was passed over and that nothing can exclude any more could be added.
        let is_lost = ones(&passed).any(|vertex| {
            let near = &self.near[vertex as usize * self.words..][..self.words];
            common(&open, near) == 0
        });
        if is_lost {
            return Ok(None);
        }
        let clique = &self.cliques[chosen];
        let both: Vec<u64> = open.iter().zip(clique).map(|(open, clique)| open & clique).collect();
        let mut left: Vec<u32> = ones(&both).collect();
        left.reverse();
        // Without a vertex of this clique one fewer is in reach.
        let has_passed = reach - 1 < self.least;
        Ok(Some(SetFrame { open, passed, left, added, clique: chosen, has_passed }))
    }
}
