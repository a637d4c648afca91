//! Clique covers: of each clique at most one vertex is taken, which bounds what is left.

use satranj_encodings::independent_set::IndependentSet;

use super::masks::{MaskWord, Masks, members, word_of};
use crate::{limits::Reason, run::Run};

/// Disjoint cliques of conflicting vertices that hold all vertices, each of one kind.
pub struct CliqueCover {
    /// The clique of each vertex.
    pub clique_of: Vec<u32>,
    /// The kind of each clique.
    pub kind_of: Vec<u32>,
}

impl CliqueCover {
    /// Bytes that a cover takes while it is made.
    pub fn bytes(vertices: u32) -> u64 {
        16 * u64::from(vertices)
    }

    /// For each kind the smaller of two covers: the lines of one direction, or cliques that
    /// grow greedily in reading order. For kings these are blocks of 2 x 2, for knights pairs.
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

    /// Cliques of a kind, each of the first vertex not yet covered and then always the next
    /// one that conflicts with all of the clique.
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

/// Keeps of a list of words what another has too.
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
