//! The steps that lead from an arrangement to others.

use satranj_encodings::{
    exchange::{Exchange, Kind, Move},
    lattice::{Lattice, Step},
};

use super::state::{ExchangeState, Packing};
use crate::{limits::Reason, methods::meter::Meter};

/// No vertex: the border, or a blocked cell.
const NONE: u32 = u32::MAX;

/// The next vertex in each direction of a piece.
struct NextVertices {
    steps: Vec<Step>,
    /// One row per vertex, one entry per direction.
    next: Vec<u32>,
}

impl NextVertices {
    fn of(lattice: &Lattice) -> Self {
        let steps = lattice.steps().to_vec();
        let mut next = Vec::with_capacity(steps.len() * lattice.vertices() as usize);
        for vertex in 0..lattice.vertices() {
            let from = lattice.position(vertex);
            next.extend(steps.iter().map(|&step| lattice.ray(from, step).next().unwrap_or(NONE)));
        }
        Self { steps, next }
    }

    /// The vertex after `vertex` in a direction.
    #[inline]
    fn after(&self, vertex: u32, direction: usize) -> u32 {
        self.next[vertex as usize * self.steps.len() + direction]
    }
}

/// A move that may be part of a step.
#[derive(Clone, Copy)]
struct CandidateMove {
    from: u32,
    to: u32,
    kind: Kind,
    direction: u32,
    /// Where the next piece's candidates begin.
    next_piece: u32,
}

/// The cost of an arrangement that does not fit in a word.
fn weight<S: ExchangeState>(packing: &Packing) -> u64 {
    (size_of::<S>() as u64 + S::beyond(packing.pieces())) / 64
}

/// Makes the steps from an arrangement: all moves, or all sets of moves in any order.
pub struct ExchangeSteps {
    pub packing: Packing,
    ways: Vec<NextVertices>,
    /// The index in `ways` of each kind.
    way_of_kind: Vec<usize>,
    parallel: bool,
    pieces: Vec<(u32, Kind)>,
    occupied: Vec<bool>,
    candidates: Vec<CandidateMove>,
    /// Whether the chosen moves end on, or slide over, each vertex.
    entered: Vec<bool>,
    crossed: Vec<u32>,
}

impl ExchangeSteps {
    /// An upper bound on the bytes of the tables.
    #[must_use]
    pub fn bytes(model: &Exchange) -> u64 {
        let steps: usize = model.kinds.iter().map(|lattice| lattice.steps().len()).sum();
        (4 * steps as u64 + 8).saturating_mul(u64::from(model.vertices()))
    }

    /// The steps of a model. O(kinds times cells times directions) time and memory.
    #[must_use]
    pub fn of(model: &Exchange) -> Self {
        let mut ways: Vec<NextVertices> = Vec::new();
        let mut way_of_kind = Vec::new();
        for lattice in &model.kinds {
            let known = ways.iter().position(|ways| ways.steps == lattice.steps());
            way_of_kind.push(known.unwrap_or_else(|| {
                ways.push(NextVertices::of(lattice));
                ways.len() - 1
            }));
        }
        let vertices = model.start.len();
        Self {
            packing: Packing::of(model),
            ways,
            way_of_kind,
            parallel: model.parallel,
            pieces: Vec::new(),
            occupied: vec![false; vertices],
            candidates: Vec::new(),
            entered: vec![false; if model.parallel { vertices } else { 0 }],
            crossed: vec![0; if model.parallel { vertices } else { 0 }],
        }
    }

    /// Calls `each` with the moves of every step and the arrangement after it, until it fails.
    ///
    /// The relation is symmetric: the reversed moves lead back. O(directions times the length of
    /// their ways) per piece for single moves; there may be exponentially many sets.
    ///
    /// # Errors
    /// The error of `each`, or the reason to stop.
    #[inline]
    pub fn each<S: ExchangeState, E: From<Reason>>(
        &mut self,
        state: &S,
        meter: &mut Meter<'_>,
        mut each: impl FnMut(&mut Meter<'_>, &[Move], S) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        state.pieces(&self.packing, |vertex, kind| {
            pieces.push((vertex, kind));
            self.occupied[vertex as usize] = true;
        });
        let result = meter.work(pieces.len() as u64).map_err(E::from).and_then(|()| {
            if self.parallel {
                self.sets(state, &pieces, meter, &mut each)
            } else {
                let weight = weight::<S>(&self.packing);
                self.moves(&pieces, |kind, from, to, _| {
                    if weight > 0 {
                        meter.work(weight)?;
                    }
                    let new = state.moved(&self.packing, kind, from, to);
                    each(meter, &[(from, to)], new)
                })
            }
        });
        for &(vertex, _) in &pieces {
            self.occupied[vertex as usize] = false;
        }
        self.pieces = pieces;
        result
    }

    /// Calls `each` with the kind, ends and direction of every single move.
    #[inline]
    fn moves<E>(
        &self,
        pieces: &[(u32, Kind)],
        mut each: impl FnMut(Kind, u32, u32, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        for &(from, kind) in pieces {
            let ways = &self.ways[self.way_of_kind[kind as usize]];
            for (direction, step) in ways.steps.iter().enumerate() {
                let mut at = ways.after(from, direction);
                while at != NONE && !self.occupied[at as usize] {
                    each(kind, from, at, direction)?;
                    if !step.repeats() {
                        break;
                    }
                    at = ways.after(at, direction);
                }
            }
        }
        Ok(())
    }

    /// Calls `each` with every set of moves that could be made in any order.
    fn sets<S: ExchangeState, E: From<Reason>>(
        &mut self,
        state: &S,
        pieces: &[(u32, Kind)],
        meter: &mut Meter<'_>,
        each: &mut impl FnMut(&mut Meter<'_>, &[Move], S) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut candidates = std::mem::take(&mut self.candidates);
        self.gather(pieces, &mut candidates);
        let mut moves: Vec<Move> = Vec::new();
        let mut chosen: Vec<(usize, S)> = Vec::new();
        let mut now = state.clone();
        let mut next = 0;
        let weight = weight::<S>(&self.packing);
        let result = loop {
            let rest = &candidates[next..];
            let found = rest.iter().position(|&candidate| self.fits(candidate));
            let looked = found.map_or(rest.len(), |at| at + 1);
            if let Err(reason) = meter.work(looked as u64 + weight) {
                break Err(E::from(reason));
            }
            if let Some(at) = found {
                let candidate = candidates[next + at];
                let CandidateMove { from, to, kind, next_piece, .. } = candidate;
                self.choose(candidate, true);
                let new = now.moved(&self.packing, kind, from, to);
                chosen.push((next + at, std::mem::replace(&mut now, new.clone())));
                moves.push((from, to));
                next = next_piece as usize;
                let ended = each(meter, &moves, new);
                if ended.is_err() {
                    break ended;
                }
                continue;
            }
            let Some((last, before)) = chosen.pop() else { break Ok(()) };
            self.choose(candidates[last], false);
            now = before;
            moves.pop();
            next = last + 1;
        };
        for (index, _) in chosen {
            self.choose(candidates[index], false);
        }
        self.candidates = candidates;
        result
    }

    /// All single moves, piece by piece.
    fn gather(&self, pieces: &[(u32, Kind)], candidates: &mut Vec<CandidateMove>) {
        candidates.clear();
        let _ = self.moves::<()>(pieces, |kind, from, to, direction| {
            let direction = direction as u32;
            candidates.push(CandidateMove { from, to, kind, direction, next_piece: 0 });
            Ok(())
        });
        let mut next_piece = candidates.len() as u32;
        for index in (0..candidates.len()).rev() {
            if candidates.get(index + 1).is_some_and(|next| next.from != candidates[index].from) {
                next_piece = index as u32 + 1;
            }
            candidates[index].next_piece = next_piece;
        }
    }

    /// Calls `each` with the vertices over which a move slides, until it returns false.
    fn slides_over(&self, candidate: CandidateMove, mut each: impl FnMut(usize) -> bool) -> bool {
        let ways = &self.ways[self.way_of_kind[candidate.kind as usize]];
        let direction = candidate.direction as usize;
        let mut at = ways.after(candidate.from, direction);
        while at != candidate.to && at != NONE {
            if !each(at as usize) {
                return false;
            }
            at = ways.after(at, direction);
        }
        true
    }

    /// Whether a move could be made in any order with the chosen ones.
    fn fits(&self, candidate: CandidateMove) -> bool {
        let to = candidate.to as usize;
        !self.entered[to]
            && self.crossed[to] == 0
            && self.slides_over(candidate, |over| !self.entered[over])
    }

    /// Chooses a move, or undoes that.
    fn choose(&mut self, candidate: CandidateMove, is_chosen: bool) {
        self.entered[candidate.to as usize] = is_chosen;
        let mut crossed = std::mem::take(&mut self.crossed);
        self.slides_over(candidate, |over| {
            let count = &mut crossed[over];
            *count = if is_chosen { *count + 1 } else { *count - 1 };
            true
        });
        self.crossed = crossed;
    }
}
