//! The conflicts of vertices: by cliques, as words of bits; and clique covers of the vertices.

use satranj_encodings::independent_set::{IndependentSet, conflicts::Sets};

use crate::{limits::Reason, run::Run};

/// 64 vertices of a bit set: the number of the word, and which of its vertices are meant.
pub type MaskWord = (u32, u64);

/// The word of one vertex.
pub fn word_of(vertex: u32) -> MaskWord {
    (vertex / 64, 1 << (vertex % 64))
}

/// The vertices of a word in rising order.
pub fn members((number, mut bits): MaskWord) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let vertex = (bits != 0).then(|| number * 64 + bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        vertex
    })
}

/// For each vertex, the later ones that conflict with it: only nonempty words, in rising order.
pub struct Masks {
    words: Vec<MaskWord>,
    ends: Vec<usize>,
}

impl Masks {
    /// The masks of all vertices. O(n + m) time, at most 16 bytes per conflict or 1/4 byte per pair
    /// of vertices.
    ///
    /// # Errors
    /// The reason to stop: they take time and memory.
    pub fn new(set: &IndependentSet, run: &Run) -> Result<Self, Reason> {
        let conflicts = set.conflicts();
        let vertices = set.vertices();
        let halves = [
            (&conflicts.cliques, &conflicts.cliques),
            (&conflicts.left, &conflicts.right),
            (&conflicts.right, &conflicts.left),
        ];
        let halves = halves.map(|(own, other)| (Incidence::new(own, vertices), other));
        let mut masks = Self { words: Vec::new(), ends: Vec::with_capacity(vertices as usize) };
        let mut bits = vec![0u64; (vertices as usize).div_ceil(64)];
        let mut touched: Vec<u32> = Vec::new();
        for vertex in 0..vertices {
            if vertex % 1024 == 0 {
                run.poll()?;
            }
            for (own, others) in &halves {
                for &number in own.of(vertex) {
                    // Lists need not be in rising order.
                    let later = others.get(number as usize).iter().filter(|&&at| at > vertex);
                    for (word, bit) in later.map(|&other| word_of(other)) {
                        if bits[word as usize] == 0 {
                            touched.push(word);
                        }
                        bits[word as usize] |= bit;
                    }
                }
            }
            touched.sort_unstable();
            if masks.words.len() + touched.len() > masks.words.capacity() {
                let more = masks.words.capacity().max(touched.len());
                run.reserve(16 * (masks.words.len() + more) as u64)?;
                masks.words.reserve_exact(more);
            }
            for word in touched.drain(..) {
                masks.words.push((word, std::mem::take(&mut bits[word as usize])));
            }
            masks.ends.push(masks.words.len());
        }
        Ok(masks)
    }

    /// The later vertices that conflict with one.
    pub fn of(&self, vertex: u32) -> &[MaskWord] {
        let begin = (vertex as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[begin..self.ends[vertex as usize]]
    }
}

/// The numbers of the sets that each vertex is in, in rising order.
pub struct Incidence {
    ends: Vec<usize>,
    numbers: Vec<u32>,
}

impl Incidence {
    /// The incidence of sets on the vertices `0..vertices`. O(vertices + members).
    pub fn new(sets: &Sets, vertices: u32) -> Self {
        let mut ends = vec![0; vertices as usize + 1];
        for &vertex in sets.iter().flatten() {
            ends[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices as usize {
            ends[vertex + 1] += ends[vertex];
        }
        // Each vertex's begin moves to its end while its sets are filled in.
        let mut numbers = vec![0; sets.items().len()];
        for (number, set) in sets.iter().enumerate() {
            for &vertex in set {
                let at = &mut ends[vertex as usize];
                numbers[*at] = number as u32;
                *at += 1;
            }
        }
        Self { ends, numbers }
    }

    /// The sets of a vertex.
    pub fn of(&self, vertex: u32) -> &[u32] {
        let begin = (vertex as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[begin..self.ends[vertex as usize]]
    }
}

/// A partition of the vertices into cliques of conflicts, each of one kind.
pub struct CliqueCover {
    /// The clique of each vertex.
    pub clique_of: Vec<u32>,
    /// The kind of each clique.
    pub kind_of: Vec<u32>,
}

impl CliqueCover {
    /// For each kind the smaller of two covers: the lines of one direction, or cliques grown
    /// greedily in reading order. For kings these are blocks of 2 x 2, for knights pairs.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(set: &IndependentSet, masks: &Masks, run: &Run) -> Result<Self, Reason> {
        let mut cover = Self { clique_of: vec![0; set.vertices() as usize], kind_of: Vec::new() };
        let conflicts = set.conflicts();
        for number in 0..set.kinds().len() {
            let begin = cover.kind_of.len();
            cover.grow(set, masks, number, run)?;
            let families = conflicts.families.iter().filter(|family| family.kind == number);
            let Some(lines) = families.map(|family| &family.cliques).min_by_key(|all| all.len())
            else {
                continue;
            };
            if lines.len() < cover.kind_of.len() - begin {
                cover.kind_of.truncate(begin);
                for line in lines.clone() {
                    for &vertex in conflicts.cliques.get(line) {
                        cover.clique_of[vertex as usize] = cover.kind_of.len() as u32;
                    }
                    cover.kind_of.push(number as u32);
                }
            }
        }
        Ok(cover)
    }

    /// Greedy cliques of a kind: each starts with the first uncovered vertex and always adds the
    /// next one that conflicts with all of it.
    fn grow(
        &mut self,
        set: &IndependentSet,
        masks: &Masks,
        kind: usize,
        run: &Run,
    ) -> Result<(), Reason> {
        let range = set.vertices_of(kind);
        let attacks_itself = set.kinds()[kind].side.is_none();
        let mut open = vec![0u64; set.vertices().div_ceil(64) as usize];
        for (word, bit) in range.clone().map(word_of) {
            open[word as usize] |= bit;
        }
        let mut candidates: Vec<MaskWord> = Vec::new();
        for first in range {
            let (word, bit) = word_of(first);
            if open[word as usize] & bit == 0 {
                continue;
            }
            let clique = self.kind_of.len() as u32;
            if clique.is_multiple_of(1024) {
                run.poll()?;
            }
            self.kind_of.push(kind as u32);
            candidates.clear();
            if attacks_itself {
                let later = masks.of(first).iter();
                candidates.extend(later.map(|&(word, bits)| (word, bits & open[word as usize])));
            }
            let mut next = Some(first);
            while let Some(vertex) = next {
                let (word, bit) = word_of(vertex);
                open[word as usize] &= !bit;
                self.clique_of[vertex as usize] = clique;
                if vertex != first {
                    intersect(&mut candidates, masks.of(vertex));
                }
                next = candidates.iter().copied().flat_map(members).next();
            }
        }
        Ok(())
    }
}

/// Intersects a list of words with another one.
fn intersect(list: &mut Vec<MaskWord>, other: &[MaskWord]) {
    let mut at = 0;
    list.retain_mut(|(word, bits)| {
        while other.get(at).is_some_and(|(number, _)| number < word) {
            at += 1;
        }
        *bits &= other.get(at).filter(|(number, _)| number == word).map_or(0, |&(_, bits)| bits);
        *bits != 0
    });
}
