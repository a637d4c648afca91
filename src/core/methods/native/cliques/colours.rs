//! Greedy colourings of candidates: a clique has at most one vertex of each colour.

use super::search::{CliqueBound, CompatibleRows};
use crate::methods::native::bits::{WORDS_A_STEP, insert, remove};

/// The colours of one node, which may be `IMPROVED`, and reusable buffers.
#[derive(Default)]
pub struct ColourClasses<const IMPROVED: bool> {
    left: Vec<u64>,
    open: Vec<u64>,
    /// The colours without branching vertices, one row of words each.
    classes: Vec<u64>,
    /// Whether a class is used in an infra-chromatic bound and must not change.
    is_frozen: Vec<bool>,
    /// Words examined.
    work: u64,
}

/// The only common member of two sets of bits: `Ok(None)` without one, an error if there are
/// several.
fn only_common(one: &[u64], other: &[u64]) -> Result<Option<u32>, ()> {
    let mut only = None;
    for (at, (one, other)) in (0..).zip(one.iter().zip(other)) {
        let both = one & other;
        if both == 0 {
            continue;
        }
        if only.is_some() || both & (both - 1) != 0 {
            return Err(());
        }
        only = Some(64 * at + both.trailing_zeros());
    }
    Ok(only)
}

fn are_disjoint(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & other == 0)
}

/// All vertices weigh 1.
impl<const IMPROVED: bool> CliqueBound for ColourClasses<IMPROVED> {
    const IS_EXACT: bool = true;

    type Most = u32;

    fn weight(&self, _vertex: u32) -> u64 {
        1
    }

    /// Each branching vertex with its colour's number, a bound on the cliques up to it.
    fn branches(
        &mut self,
        rows: &CompatibleRows,
        candidates: &[u64],
        _chosen: &[u32],
        needed: u64,
        branches: &mut Vec<(u32, u32)>,
    ) {
        branches.clear();
        let words = rows.words();
        // Colours 1 to `kept` are not branched on.
        let kept = needed.saturating_sub(1) as usize;
        let count: u64 = candidates.iter().map(|word| u64::from(word.count_ones())).sum();
        self.work += words as u64;
        if count < needed {
            return;
        }
        self.left.clear();
        self.left.extend_from_slice(candidates);
        self.classes.clear();
        self.is_frozen.clear();
        let mut colour = 0;
        let mut first_word = 0;
        loop {
            while self.left.get(first_word) == Some(&0) {
                first_word += 1;
            }
            if first_word == words {
                return;
            }
            colour += 1;
            let is_kept = colour <= kept;
            if IMPROVED && is_kept {
                self.classes.resize(colour * words, 0);
                self.is_frozen.push(false);
            }
            self.open.clear();
            self.open.extend_from_slice(&self.left);
            for at in first_word..words {
                while self.open[at] != 0 {
                    let vertex = 64 * at as u32 + self.open[at].trailing_zeros();
                    let near = rows.row(vertex);
                    for (open, near) in self.open[at..].iter_mut().zip(&near[at..]) {
                        *open &= !near;
                    }
                    self.work += (words - at) as u64;
                    remove(&mut self.open, vertex as usize);
                    remove(&mut self.left, vertex as usize);
                    if is_kept {
                        if IMPROVED {
                            insert(&mut self.classes[(colour - 1) * words..], vertex as usize);
                        }
                    } else if !(IMPROVED
                        && (self.makes_room(rows, vertex, kept)
                            || self.is_shut_out(rows, vertex, kept)))
                    {
                        branches.push((vertex, colour as u32));
                    }
                }
            }
        }
    }

    fn work(&mut self) -> u64 {
        std::mem::take(&mut self.work) / WORDS_A_STEP
    }
}

impl<const IMPROVED: bool> ColourClasses<IMPROVED> {
    fn class(&self, words: usize, number: usize) -> &[u64] {
        &self.classes[number * words..(number + 1) * words]
    }

    /// Recolours a vertex with one of the first colours, moving at most one vertex to another
    /// colour.
    fn makes_room(&mut self, rows: &CompatibleRows, vertex: u32, kept: usize) -> bool {
        let words = rows.words();
        let near = rows.row(vertex);
        for number in 0..kept {
            if self.is_frozen[number] {
                continue;
            }
            self.work += words as u64;
            let Ok(only) = only_common(self.class(words, number), near) else { continue };
            let Some(rival) = only else {
                insert(&mut self.classes[number * words..], vertex as usize);
                return true;
            };
            let beside = rows.row(rival);
            for other in (0..kept).filter(|&other| other != number) {
                self.work += words as u64;
                if !self.is_frozen[other] && are_disjoint(self.class(words, other), beside) {
                    remove(&mut self.classes[number * words..], rival as usize);
                    insert(&mut self.classes[number * words..], vertex as usize);
                    insert(&mut self.classes[other * words..], rival as usize);
                    return true;
                }
            }
        }
        false
    }

    /// Whether a vertex and two of the first colours contain no triangle, so that a clique has at
    /// most two vertices among them; the two colours are then frozen.
    fn is_shut_out(&mut self, rows: &CompatibleRows, vertex: u32, kept: usize) -> bool {
        let words = rows.words();
        let near = rows.row(vertex);
        for one in 0..kept {
            if self.is_frozen[one] {
                continue;
            }
            for other in one + 1..kept {
                if self.is_frozen[other] {
                    continue;
                }
                let (first, second) = (self.class(words, one), self.class(words, other));
                let mut work = 0;
                let has_triangle =
                    first.iter().zip(near).enumerate().any(|(at, (word, near_word))| {
                        let mut both = word & near_word;
                        while both != 0 {
                            let beside = rows.row(64 * at as u32 + both.trailing_zeros());
                            both &= both - 1;
                            work += words as u64;
                            let mut all = beside.iter().zip(near).zip(second);
                            if all.any(|((beside, near), second)| beside & near & second != 0) {
                                return true;
                            }
                        }
                        false
                    });
                self.work += work + words as u64;
                if !has_triangle {
                    self.is_frozen[one] = true;
                    self.is_frozen[other] = true;
                    return true;
                }
            }
        }
        false
    }
}
