//! Masks: the conflicts of each vertex with later ones, as words of a bit set.

use satranj_encodings::independent_set::IndependentSet;

use super::incidence::Incidence;
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

/// For each vertex the later ones that conflict with it: only words that are not empty, in
/// rising order.
pub struct Masks {
    words: Vec<MaskWord>,
    ends: Vec<usize>,
}

impl Masks {
    /// The masks of all vertices. O(n + m) time, at most 16 bytes a conflict or 1/4 byte
    /// for any two vertices.
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
        let bytes: u64 = halves.iter().map(|(sets, _)| Incidence::bytes(sets, vertices)).sum();
        run.reserve(bytes + 9 * u64::from(vertices))?;
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
                    // Lists are not always in rising order.
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
