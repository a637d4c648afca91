//! The programme: one layer of states after another, vertex by vertex, and the way back.

use super::{
    boundary::{BoundaryTurn, Frontier, Partner, slots_of},
    state::PathsWord,
};
use crate::{
    limits::Reason,
    methods::{cycle::CycleQuestion, growth::push, meter::Meter, packed_table::PackedTable},
    run::Run,
};

/// Bits of a choice for the number of a partner.
const BITS: u16 = 5;

/// No partner.
const NONE: u16 = (1 << BITS) - 1;

/// How a state was made: from which of the layer before, and by which choice.
#[derive(Debug, Clone, Copy, Default)]
struct Origin {
    /// The number of the state in the layer before.
    parent: u32,
    choice: u16,
}

/// The states of all layers: how each was made.
///
/// Of a state that comes again only the first origin is kept, for one witness is asked for.
struct History<'r> {
    parents: Vec<u32>,
    choices: Vec<u16>,
    /// Where each layer begins.
    layers: Vec<usize>,
    run: &'r Run,
}

impl History<'_> {
    fn push(&mut self, origin: Origin) -> Result<(), Reason> {
        push(&mut self.parents, origin.parent, self.run)?;
        push(&mut self.choices, origin.choice, self.run)
    }

    /// The choices that led to a state, the last first.
    fn back(&self, last: Origin) -> impl Iterator<Item = u16> + '_ {
        let mut layers = self.layers.iter().rev();
        let mut origin = Some(last);
        std::iter::from_fn(move || {
            let Origin { parent, choice } = origin?;
            origin = layers.next().map(|begin| {
                let index = begin + parent as usize;
                Origin { parent: self.parents[index], choice: self.choices[index] }
            });
            Some(choice)
        })
    }
}

/// Decides the vertices of a graph in an order, which has not more vertices in the frontier at
/// once than a word has slots. Returns the edges of a Hamiltonian cycle, if there is one.
///
/// A node is a state. Time and memory are linear in their number: 6 bytes for every state,
/// and up to 100 (200 where the frontier is wider than 15) for every state of the largest
/// layer.
///
/// # Errors
/// The reason to stop.
pub fn decide<W: PathsWord>(
    question: &CycleQuestion<'_>,
    order: &[u32],
    run: &Run,
) -> Result<Option<Vec<(u32, u32)>>, Reason> {
    let mut meter = Meter::new(run)?;
    let mut frontier = Frontier::new(question);
    let mut turn = BoundaryTurn::default();
    let mut history = History { parents: vec![], choices: vec![], layers: vec![], run };
    let mut table = PackedTable::<W, Origin>::new(run, 0);
    meter.node()?;
    let mut layer = vec![W::default()];
    for (index, &vertex) in order.iter().enumerate() {
        let fits = frontier.decide(vertex, &mut turn);
        debug_assert!(fits, "the order was measured");
        table.clear(layer.len())?;
        let rules = Rules::<W>::new(&turn);
        for (parent, &state) in layer.iter().enumerate() {
            let origin = |choice| Origin { parent: parent as u32, choice };
            let closing = rules.expand(state, |child, choice| {
                if table.insert(&child, origin(choice))? {
                    meter.node()?;
                }
                Ok(())
            })?;
            meter.work(1)?;
            if let Some(choice) = closing {
                let choices = history.back(origin(choice));
                let edges = retrace(question, &order[..=index], choices);
                return Ok(Some(edges));
            }
        }
        if u32::try_from(table.len()).is_err() {
            return Err(Reason::MemoryLimit);
        }
        layer.clear();
        history.layers.push(history.parents.len());
        for (&state, &origin) in table.iter() {
            meter.work(1)?;
            push(&mut layer, state, run)?;
            history.push(origin)?;
        }
        if layer.is_empty() {
            break;
        }
    }
    Ok(None)
}

/// The edges that were chosen at the vertices of an order; the choices come last first.
fn retrace(
    question: &CycleQuestion<'_>,
    order: &[u32],
    choices: impl Iterator<Item = u16>,
) -> Vec<(u32, u32)> {
    // What was chosen is told by the partners, in the order of the neighbours.
    let mut partners = Vec::with_capacity(order.len());
    let mut frontier = Frontier::new(question);
    let mut turn = BoundaryTurn::default();
    for &vertex in order {
        frontier.decide(vertex, &mut turn);
        partners.push(turn.partners.iter().map(|partner| partner.vertex).collect::<Vec<_>>());
    }
    let mut edges = Vec::with_capacity(order.len() + 1);
    for ((&vertex, partners), choice) in order.iter().zip(&partners).rev().zip(choices) {
        for number in [choice >> BITS, choice & NONE] {
            edges.extend(partners.get(usize::from(number)).map(|&other| (vertex, other)));
        }
    }
    edges
}

/// A [`BoundaryTurn`] for states in words.
struct Rules<'t, W> {
    turn: &'t BoundaryTurn,
    /// The fields of the vertices that enter.
    entering: W,
    /// The state in which all other vertices have their edges.
    complete: W,
    after: W,
    critical: Vec<(u8, u32, W, u32)>,
    forced: usize,
}

/// A partner that has room for an edge: its number, its slot, the other end of its path.
#[derive(Clone, Copy, Default)]
struct Open {
    number: u16,
    slot: u8,
    end: u8,
    forced: bool,
}

impl<'t, W: PathsWord> Rules<'t, W> {
    fn new(turn: &'t BoundaryTurn) -> Self {
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

    /// Calls `each` with every state that a choice of edges at the vertex leads to, and with
    /// the choice; returns one that closes a Hamiltonian cycle, if there is one.
    #[inline]
    fn expand(
        &self,
        state: W,
        mut each: impl FnMut(W, u16) -> Result<(), Reason>,
    ) -> Result<Option<u16>, Reason> {
        let slot = self.turn.slot;
        let state = state.union(self.entering);
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

    /// Whether a cycle that leaves this state has all vertices on it.
    fn may_close(&self, state: W) -> bool {
        self.turn.may_close && state == self.complete
    }

    /// Whether every vertex to which little is left can still get its edges.
    ///
    /// The edge to the other end of its path is of no use to it, but for the last edge of all.
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

/// The state once a partner has got one edge more: it ends no path unless it had none.
#[inline]
fn passed<W: PathsWord>(state: W, partner: Open) -> W {
    if partner.end == partner.slot { state } else { state.with(partner.slot, W::FULL) }
}
