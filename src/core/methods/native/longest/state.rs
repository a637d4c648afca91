//! The state of a frontier program for longest paths: the ends of paths that belong together.

use satranj_encodings::longest_path::LongestPath;

use super::plan::{Decided, MOST_SLOTS, PathTurn};

/// Bits of the mate of a slot.
const BITS: u32 = 5;

/// In place of a mate: the slot is free, or its vertex is full or not on the path; the other end is
/// an end of the whole path; the vertex of an induced path is full. Otherwise the mate of a slot is
/// the other end of its path, or itself if it has no edge.
const DEAD: u32 = 28;
const END: u32 = 29;
const FULL: u32 = 30;

/// The undecided edges that cannot be used, and the mate of each slot.
#[derive(Debug, Clone, Copy)]
pub struct PathState(pub [u128; 2]);

/// The result of a decision in a state.
pub enum Next {
    /// It is not possible.
    No,
    /// There is one whole path or cycle, and nothing else.
    Whole,
    /// The state after it.
    State(PathState),
}

impl PathState {
    /// The state without a vertex.
    pub const FIRST: Self = {
        let (mut mates, mut slot) = (0, 0);
        while slot < MOST_SLOTS {
            mates |= (DEAD as u128) << (BITS * slot);
            slot += 1;
        }
        Self([0, mates])
    };

    fn mate(&self, slot: u32) -> u32 {
        (self.0[1] >> (BITS * slot)) as u32 & ((1 << BITS) - 1)
    }

    fn set(&mut self, slot: u32, mate: u32) {
        let at = BITS * slot;
        self.0[1] = self.0[1] & !(((1 << BITS) - 1) << at) | u128::from(mate) << at;
    }

    /// The state after a decision: whether a vertex or an edge is taken. Only induced paths leave out
    /// vertices.
    pub fn after(mut self, turn: &PathTurn, is_taken: bool, model: &LongestPath) -> Next {
        match turn.decided {
            Decided::Vertex { slot, is_end } => {
                let is_left = model.induced && turn.must >> slot & 1 == 0;
                match is_taken {
                    true => self.set(slot, if is_end { END } else { slot }),
                    false if is_left => self.0[0] |= turn.edges_of(slot),
                    false => return Next::No,
                }
            }
            Decided::Edge { bit, slots, crossed, is_given, .. } => {
                let mates = slots.map(|slot| self.mate(slot));
                let is_usable = self.0[0] & bit == 0;
                self.0[0] &= !bit;
                if !is_taken {
                    let both = model.induced && mates.iter().all(|&mate| mate != DEAD);
                    if is_given || both {
                        return Next::No;
                    }
                } else if !is_usable || mates.iter().any(|mate| [DEAD, FULL].contains(mate)) {
                    return Next::No;
                } else if mates == [END; 2] || mates == [slots[1], slots[0]] {
                    let closes = mates != [END; 2];
                    self.join(turn, slots, mates, model.induced);
                    let is_whole =
                        closes == model.visit.closed && self.is_whole(turn, slots, model);
                    return if is_whole { Next::Whole } else { Next::No };
                } else {
                    self.0[0] |= crossed;
                    self.join(turn, slots, mates, model.induced);
                }
            }
        }
        self.settled(turn, model)
    }

    /// Joins the paths of two vertices.
    fn join(&mut self, turn: &PathTurn, slots: [u32; 2], mates: [u32; 2], induced: bool) {
        let mut ends = mates;
        for (slot, mate) in slots.into_iter().zip(mates) {
            if mate != slot {
                let edges = turn.edges_of(slot);
                self.0[0] |= edges;
                self.set(slot, if induced && edges != 0 { FULL } else { DEAD });
            }
        }
        if mates == [slots[1], slots[0]] {
            return;
        }
        for _ in 0..2 {
            if ends[0] != END {
                self.set(ends[0], ends[1]);
            }
            ends.reverse();
        }
    }

    /// Whether nothing but the whole path is left, whose last vertices are in these slots.
    fn is_whole(&self, turn: &PathTurn, last: [u32; 2], model: &LongestPath) -> bool {
        let (mut used, mut twice) = (0, 0);
        for &(slot, edges) in &turn.frontier {
            let mate = self.mate(slot);
            if last.contains(&slot) || mate == FULL {
                twice |= used & edges;
                used |= edges;
            } else if mate != DEAD && (mate != slot || model.induced || turn.must >> slot & 1 == 1)
            {
                return false;
            }
        }
        turn.may_end && (!model.induced || twice == 0)
    }

    /// The state without the ends of paths and vertices that cannot be extended.
    fn settled(mut self, turn: &PathTurn, model: &LongestPath) -> Next {
        if self.0[0] & turn.given != 0 {
            return Next::No;
        }
        let mut has_ended = false;
        for &(slot, edges) in &turn.frontier {
            let mate = self.mate(slot);
            if mate == DEAD || edges & !self.0[0] != 0 {
                continue;
            }
            if mate == FULL {
                if edges == 0 {
                    self.set(slot, DEAD);
                }
                continue;
            }
            if mate == END {
                let is_whole = self.is_whole(turn, [slot; 2], model);
                return if is_whole { Next::Whole } else { Next::No };
            }
            let is_alone = mate == slot;
            let is_needed = model.induced || turn.must >> slot & 1 == 1;
            if is_alone && is_needed || !is_alone && model.visit.closed {
                return Next::No;
            }
            if !is_alone {
                self.set(mate, END);
                has_ended = true;
            }
            let is_full = model.induced && edges != 0;
            self.set(slot, if is_full { FULL } else { DEAD });
        }
        let ends = || turn.frontier.iter().filter(|&&(slot, _)| self.mate(slot) == END).count();
        if has_ended && ends() > 2 {
            return Next::No;
        }
        Next::State(self)
    }
}
