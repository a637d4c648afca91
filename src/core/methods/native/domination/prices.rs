//! Lagrangian bounds of set covering: prices of elements, and their consequences for sets.

use super::cover::SetCover;
use crate::methods::native::bits::members;

/// The price of a whole set; prices are integers, so that bounds are exact.
const UNIT: i64 = 1 << 20;

/// Prices of the elements, improved from node to node.
///
/// With any prices `u >= 0`, a cover has at least `sum u + sum over sets of min(0, 1 - sum of
/// its u)` sets (Beasley: "An algorithm for set covering problem", EJOR 31, 1987); better
/// prices are found by subgradient steps.
pub struct Prices {
    of_element: Vec<i64>,
    /// The reduced cost of each set: its cost less the prices of its elements.
    reduced: Vec<i64>,
    slope: Vec<i64>,
}

/// The consequence of the prices.
#[derive(Debug, PartialEq, Eq)]
pub enum PriceVerdict {
    /// A cover is possible.
    Open,
    /// There is no cover with this few sets.
    Refuted,
    /// Every cover has this set.
    Forced(u32),
}

impl Prices {
    pub fn new(cover: &SetCover) -> Self {
        let dearest = |sets: &Vec<u32>| {
            let most = sets.iter().map(|&set| cover.elements_of[set as usize].len()).max();
            UNIT / most.unwrap_or(1).max(1) as i64
        };
        Self {
            of_element: cover.sets_with.iter().map(dearest).collect(),
            reduced: vec![0; cover.sets()],
            slope: vec![0; cover.elements],
        }
    }

    /// Sets prices, as fractions of the price of a whole set; unnamed ones are zero.
    pub fn set(&mut self, prices: impl Iterator<Item = (usize, f64)>) {
        self.of_element.fill(0);
        for (element, price) in prices {
            self.of_element[element] = (price.max(0.0) * UNIT as f64) as i64;
        }
    }

    /// Improves the prices this many times, and removes sets from `allowed` that are in no cover of
    /// `open` by at most `need` sets. O(rounds · size of the problem).
    pub fn judge(
        &mut self,
        cover: &SetCover,
        open: &[u64],
        allowed: &mut [u64],
        need: u32,
        rounds: u64,
    ) -> PriceVerdict {
        let limit = i64::from(need) * UNIT;
        let mut best = i64::MIN;
        let mut pace = 1.0;
        let mut stuck = 0;
        for round in 0..=rounds {
            let bound = self.bound(cover, open, allowed);
            if bound > limit {
                return PriceVerdict::Refuted;
            }
            if bound > best {
                best = bound;
                stuck = 0;
                for set in 0..cover.sets() {
                    if allowed[set / 64] >> (set % 64) & 1 == 0 {
                        continue;
                    }
                    let reduced = self.reduced[set];
                    if reduced > limit - bound {
                        allowed[set / 64] &= !(1 << (set % 64));
                    } else if reduced < bound - limit {
                        return PriceVerdict::Forced(set as u32);
                    }
                }
            } else {
                stuck += 1;
                if stuck >= 5 {
                    pace *= 0.6;
                    stuck = 0;
                }
            }
            if round < rounds && !self.step(cover, open, allowed, pace, limit + UNIT - bound) {
                break;
            }
        }
        PriceVerdict::Open
    }

    /// The bound that the prices give; leaves the reduced costs behind.
    fn bound(&mut self, cover: &SetCover, open: &[u64], allowed: &[u64]) -> i64 {
        self.reduced.fill(UNIT);
        let mut bound = 0;
        for element in members(open) {
            let price = self.of_element[element];
            bound += price;
            if price > 0 {
                for &set in &cover.sets_with[element] {
                    self.reduced[set as usize] -= price;
                }
            }
        }
        bound + members(allowed).map(|set| self.reduced[set].min(0)).sum::<i64>()
    }

    /// One step uphill; `false` at a summit.
    fn step(
        &mut self,
        cover: &SetCover,
        open: &[u64],
        allowed: &[u64],
        pace: f64,
        gap: i64,
    ) -> bool {
        self.slope.fill(1);
        for set in members(allowed).filter(|&set| self.reduced[set] < 0) {
            for &element in &cover.elements_of[set] {
                self.slope[element as usize] -= 1;
            }
        }
        let uphill = |element: &usize| self.slope[*element] >= 0 || self.of_element[*element] > 0;
        let norm: i64 =
            members(open).filter(uphill).map(|element| self.slope[element].pow(2)).sum();
        if norm == 0 {
            return false;
        }
        let stride = (pace * gap as f64 / norm as f64) as i64;
        for element in members(open) {
            let price = &mut self.of_element[element];
            // A price above that of a whole set never improves the bound.
            *price = (*price + stride * self.slope[element]).clamp(0, UNIT);
        }
        stride > 0
    }

    /// The reduced cost of a set after the last bound; lower is better.
    pub fn reduced(&self, set: u32) -> i64 {
        self.reduced[set as usize]
    }
}
