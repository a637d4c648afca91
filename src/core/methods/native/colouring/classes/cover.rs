//! Covers of all vertices by a few sets.

use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::bits::{
            BitMatrix, WORDS_A_STEP, all, common, holds, intersect, is_empty, members, subtract,
        },
    },
};

/// A search for a cover.
pub struct ClassCover<'s> {
    sets: &'s BitMatrix,
    vertices: u32,
    /// For how many each counts.
    sizes: Vec<u32>,
    /// How many sets have each vertex, at the node that is looked at.
    counts: Vec<u32>,
}

/// A node: what is not covered, the sets that may be taken, and those that are to be tried next.
struct ClassFrame {
    open: Vec<u64>,
    live: Vec<u32>,
    /// Sets with the vertex that is to be covered, the last first.
    left: Vec<u32>,
}

impl<'s> ClassCover<'s> {
    /// A search among these sets, each of which counts for so many.
    pub fn new(sets: &'s BitMatrix, sizes: Vec<u32>, vertices: u32) -> Self {
        Self { sets, vertices, sizes, counts: vec![0; vertices as usize] }
    }

    /// Sets that have all vertices and count for so many at most.
    ///
    /// A set that was tried is left out of what follows, as a cover with it was looked for.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn search(&mut self, most: u32, meter: &mut Meter<'_>) -> Result<Option<Vec<u32>>, Reason> {
        if self.vertices == 0 {
            return Ok(Some(Vec::new()));
        }
        let mut chosen: Vec<u32> = Vec::new();
        let sets: Vec<u32> = (0..self.sets.rows() as u32).collect();
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

    /// A node with so many sets left to take; `None` if they cannot cover what is open.
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
        // What one of them covers at most, for each that it counts for.
        let most = fitting.clone().map(|(&set, gain)| gain.div_ceil(size(set))).max().unwrap_or(0);
        if u64::from(most) * u64::from(sets_left) < u64::from(needed) {
            return Ok(None);
        }
        // The others cover so many at most.
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
