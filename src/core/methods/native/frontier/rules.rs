//! The effect of the choices at a vertex on a state.

use super::{
    boundary::{BoundaryTurn, Partner, slots_of},
    state::PathsWord,
};
use crate::limits::Reason;

/// Bits of a choice for the number of a partner.
pub const BITS: u16 = 5;

/// No partner.
pub const NONE: u16 = (1 << BITS) - 1;

/// A [`BoundaryTurn`] for states in words.
pub struct Rules<'t, W> {
    turn: &'t BoundaryTurn,
    /// The fields of the vertices that enter.
    entering: W,
    /// The state in which all other vertices have their edges.
    complete: W,
    after: W,
    critical: Vec<(u8, u32, W, u32)>,
    forced: usize,
}

/// A partner with room for an edge: its number, its slot, the other end of its path.
#[derive(Clone, Copy, Default)]
struct Open {
    number: u16,
    slot: u8,
    end: u8,
    forced: bool,
}

impl<'t, W: PathsWord> Rules<'t, W> {
    /// The rules of a turn.
    pub fn new(turn: &'t BoundaryTurn) -> Self {
        let word = W::default();
        let critical = turn.critical.iter();
        Self {
            turn,
            entering: slots_of(turn.entering).fold(word, |word, slot| word.with(slot, slot)),
            complete: slots_of(turn.after).fold(word, |word, slot| word.with(slot, W::FULL)),
            after: W::spread(turn.after),
            critical: critical
                .map(|it| (it.slot, it.outside, W::spread(it.near), u32::from(it.forced)))
                .collect(),
            forced: turn.partners.iter().filter(|partner| partner.forced).count(),
        }
    }

    /// Calls `each` with every state that a choice of edges at the vertex leads to, and with the
    /// choice. Returns a choice that closes a Hamiltonian cycle, if there is one; then there is no
    /// other choice.
    ///
    /// # Errors
    /// That of `each`.
    #[inline]
    pub fn expand(
        &self,
        state: W,
        mut each: impl FnMut(W, u16) -> Result<(), Reason>,
    ) -> Result<Option<u16>, Reason> {
        let slot = self.turn.slot;
        let state = state.union(self.entering);
        if self.turn.stays {
            self.expand_edge(state, each)?;
            return Ok(None);
        }
        let own = state.get(slot);
        let rest = state.with(slot, 0);
        if own == W::FULL {
            if self.forced == 0 && self.may_live(rest) {
                each(rest, NONE << BITS | NONE)?;
            }
            return Ok(None);
        }
        let mut open = [Open::default(); 32];
        let mut length = 0;
        let mut forced = 0;
        for (number, &Partner { slot, forced: must, .. }) in self.turn.partners.iter().enumerate() {
            let end = state.get(slot);
            if end != W::FULL {
                open[length] = Open { number: number as u16, slot, end, forced: must };
                length += 1;
                forced += usize::from(must);
            }
        }
        if forced < self.forced {
            return Ok(None);
        }
        let open = &open[..length];
        if own == slot {
            for (index, &one) in open.iter().enumerate() {
                for &other in &open[..index] {
                    if usize::from(one.forced) + usize::from(other.forced) < self.forced {
                        continue;
                    }
                    let choice = one.number << BITS | other.number;
                    let both = passed(passed(rest, one), other);
                    if one.end == other.slot {
                        if self.may_close(both) {
                            return Ok(Some(choice));
                        }
                        continue;
                    }
                    let joined = both.with(one.end, other.end).with(other.end, one.end);
                    if self.may_live(joined) {
                        each(joined, choice)?;
                    }
                }
            }
            return Ok(None);
        }
        for &one in open {
            if usize::from(one.forced) < self.forced {
                continue;
            }
            let choice = NONE << BITS | one.number;
            let taken = passed(rest, one);
            if one.slot == own {
                if self.may_close(taken) {
                    return Ok(Some(choice));
                }
                continue;
            }
            let joined = taken.with(one.end, own).with(own, one.end);
            if self.may_live(joined) {
                each(joined, choice)?;
            }
        }
        Ok(None)
    }

    /// Like [`Rules::expand`] for a single edge: with it and, unless it is forced, without it; it
    /// closes nothing.
    fn expand_edge(
        &self,
        state: W,
        mut each: impl FnMut(W, u16) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let slot = self.turn.slot;
        for (number, &Partner { slot: other, forced, .. }) in self.turn.partners.iter().enumerate()
        {
            if !forced && self.may_live(state) {
                each(state, NONE << BITS | NONE)?;
            }
            let (own, end) = (state.get(slot), state.get(other));
            if own == W::FULL || end == W::FULL || own == other {
                continue;
            }
            let one = Open { number: number as u16, slot, end: own, forced };
            let both = passed(passed(state, one), Open { slot: other, end, ..one });
            let joined = both.with(own, end).with(end, own);
            if self.may_live(joined) {
                each(joined, NONE << BITS | number as u16)?;
            }
        }
        Ok(())
    }

    /// Whether a cycle closed in this state contains all vertices.
    fn may_close(&self, state: W) -> bool {
        self.turn.may_close && state == self.complete
    }

    /// Whether every critical vertex can still get its edges.
    ///
    /// It cannot use the edge to the other end of its path, unless that is the last edge of all.
    #[inline]
    fn may_live(&self, state: W) -> bool {
        let full = state.full();
        self.critical.iter().all(|&(slot, outside, near, forced)| {
            let end = state.get(slot);
            if end == W::FULL {
                return forced == 0;
            }
            let need = 1 + u32::from(end == slot);
            if forced > need {
                return false;
            }
            let useless = if end == slot { W::default() } else { W::lowest(end) };
            let room = outside + near.count_beyond(full);
            if room < need {
                return false;
            }
            room > need
                || near.count_beyond(useless) == near.count_beyond(W::default())
                || self.turn.is_last && self.after.count_beyond(full) == 2
        })
    }
}

/// The state after a partner got one more edge: it ends a path only if it had no edge before.
#[inline]
fn passed<W: PathsWord>(state: W, partner: Open) -> W {
    if partner.end == partner.slot { state } else { state.with(partner.slot, W::FULL) }
}
