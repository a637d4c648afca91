//! Rotations: moves the gaps of a cyclic order until they close.

use rand::{RngExt, seq::IndexedRandom};
use satranj_encodings::lattice::Lattice;

use super::{
    adjacency::{Adjacency, ForcedPartners},
    cover::PathCover,
    cycle::Cycle,
};
use crate::{limits::Reason, methods::meter::Meter, random::Generator};

/// Recently added edges that are not removed again at once.
const REMEMBERED: usize = 8;

/// On a board a rotation narrows the gap as much as possible, but one rotation in this many is
/// random.
const ANY_OF: u32 = 8;

/// A cyclic order of all vertices; a gap is between neighbours that are not joined.
pub struct CyclicOrder<'a, 'm> {
    cycle: Cycle,
    /// The gaps; some may be closed already.
    gaps: Vec<(u32, u32)>,
    adjacency: &'a Adjacency<'m>,
    forced: &'a ForcedPartners,
    generator: &'a mut Generator,
    /// The board on which gaps are narrowed.
    pub narrowing: Option<&'a Lattice>,
    lately: [(u32, u32); REMEMBERED],
    rotations: usize,
    list: Vec<u32>,
    moves: Vec<GapRotation>,
}

/// A rotation at a gap a|b: with c-d in the cycle and an edge a-c, c-d and the gap are replaced by
/// a-c and b|d, the new gap unless b and d are joined.
#[derive(Debug, Clone, Copy)]
struct GapRotation {
    /// Whether a comes before b in the cycle.
    at_first: bool,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
}

/// The outcome for a gap.
enum Gap {
    Closed,
    Moved(u32, u32),
    /// No rotation is possible.
    Stuck,
}

impl<'a, 'm> CyclicOrder<'a, 'm> {
    /// Lays the paths of a cover in a circle.
    pub fn new(
        cover: PathCover,
        adjacency: &'a Adjacency<'m>,
        forced: &'a ForcedPartners,
        generator: &'a mut Generator,
    ) -> Self {
        let last = cover.order.len() - 1;
        let gap = |&begin: &usize| {
            (cover.order[begin.checked_sub(1).unwrap_or(last)], cover.order[begin])
        };
        Self {
            gaps: cover.begins.iter().map(gap).collect(),
            cycle: Cycle::new(cover.order),
            adjacency,
            forced,
            generator,
            narrowing: None,
            lately: [(u32::MAX, u32::MAX); REMEMBERED],
            rotations: 0,
            list: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Closes one gap after another with at most this many rotations; returns whether all are
    /// closed.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn close(&mut self, most: u64, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut left = most;
        while let Some((mut a, mut b)) = self.gaps.pop() {
            // It may have been closed together with another one.
            if self.cycle.next(a) != b && self.cycle.before(a) != b {
                continue;
            }
            while !self.adjacency.joined(a, b) {
                if left == 0 {
                    return Ok(false);
                }
                left -= 1;
                match self.rotate(a, b, meter)? {
                    Gap::Closed => break,
                    Gap::Moved(one, other) => (a, b) = (one, other),
                    Gap::Stuck => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// The vertices in their cyclic order.
    #[must_use]
    pub fn into_order(self) -> Vec<u32> {
        self.cycle.into_vertices()
    }

    /// Makes the best rotation at a gap.
    fn rotate(&mut self, a: u32, b: u32, meter: &mut Meter<'_>) -> Result<Gap, Reason> {
        let (a, b) = if self.cycle.next(a) == b { (a, b) } else { (b, a) };
        let Some(chosen) = self.choose(a, b) else { return Ok(Gap::Stuck) };
        meter.work(self.list.len() as u64)?;
        meter.node()?;
        let GapRotation { at_first, a, b, c, d } = chosen;
        if at_first {
            self.cycle.reverse(b, c);
        } else {
            self.cycle.reverse(c, b);
        }
        self.lately[self.rotations % REMEMBERED] = (a.min(c), a.max(c));
        self.rotations += 1;
        Ok(if self.adjacency.joined(b, d) { Gap::Closed } else { Gap::Moved(b, d) })
    }

    /// The best rotation: one that closes gaps, preferably two; otherwise one that narrows it, or
    /// any.
    fn choose(&mut self, a: u32, b: u32) -> Option<GapRotation> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let mut most_closed = 0;
        for (at_first, a, b) in [(true, a, b), (false, b, a)] {
            self.adjacency.all_neighbours(a, &mut self.list);
            for &c in &self.list {
                let d = if at_first { self.cycle.next(c) } else { self.cycle.before(c) };
                if d == a || self.forced.is_forced(c, d) {
                    continue;
                }
                let closes = usize::from(self.adjacency.joined(b, d))
                    + usize::from(!self.adjacency.joined(c, d));
                if closes < most_closed {
                    continue;
                }
                if closes > most_closed {
                    most_closed = closes;
                    moves.clear();
                }
                moves.push(GapRotation { at_first, a, b, c, d });
            }
        }
        let lately = self.lately;
        let is_late = |rotation: &GapRotation| {
            lately.contains(&(rotation.c.min(rotation.d), rotation.c.max(rotation.d)))
        };
        if most_closed == 0 && !moves.iter().all(is_late) {
            moves.retain(|rotation| !is_late(rotation));
            if let Some(lattice) = self.narrowing
                && self.generator.random_range(0..ANY_OF) > 0
            {
                let width = |rotation: &GapRotation| width(lattice, rotation.b, rotation.d);
                let narrowest = moves.iter().map(width).min();
                moves.retain(|rotation| Some(width(rotation)) == narrowest);
            }
        }
        let chosen = moves.choose(self.generator).copied();
        self.moves = moves;
        chosen
    }
}

/// The squared distance of two vertices; 0 to the vertex between the ends.
fn width(lattice: &Lattice, a: u32, b: u32) -> u64 {
    if a.max(b) >= lattice.vertices() {
        return 0;
    }
    let (from, to) = (lattice.position(a), lattice.position(b));
    u64::from(from.0.abs_diff(to.0)).pow(2) + u64::from(from.1.abs_diff(to.1)).pow(2)
}
