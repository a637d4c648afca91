//! Pairs of sets that are mirror images, for covers that are their own.

use std::collections::HashMap;

use super::sets::MaximalSets;

/// Sets with their images under the reversal of all vertices, each pair as one set.
#[derive(Debug)]
pub struct MirroredSets {
    /// What both of a pair have.
    pub unions: MaximalSets,
    /// The two of each; one twice where it is its own image.
    pub pairs: Vec<[u32; 2]>,
}

impl MirroredSets {
    /// The pairs of these sets; those without an image are left out. On a board whose squares are
    /// numbered row by row the reversal is the half turn.
    pub fn of(sets: &MaximalSets, vertices: u32) -> Self {
        let reversed = |set: u32| {
            let mut row = vec![0_u64; sets.words()];
            for vertex in sets.members(set) {
                let image = vertices - 1 - vertex;
                row[image as usize / 64] |= 1 << (image % 64);
            }
            row
        };
        let known: HashMap<&[u64], u32> =
            (0..sets.count()).map(|set| (sets.row(set), set)).collect();
        let mut mirrored = Self { unions: MaximalSets::of_words(sets.words()), pairs: Vec::new() };
        for set in 0..sets.count() {
            let Some(&image) = known.get(reversed(set).as_slice()) else { continue };
            if set <= image {
                let both = sets.row(set).iter().zip(sets.row(image));
                mirrored.unions.push(both.map(|(one, other)| one | other));
                mirrored.pairs.push([set, image]);
            }
        }
        mirrored
    }

    /// How many sets each pair is.
    pub fn sizes(&self) -> Vec<u32> {
        self.pairs.iter().map(|pair| if pair[0] == pair[1] { 1 } else { 2 }).collect()
    }
}
