//! Lower bounds on the steps that are left.

use satranj_encodings::{
    exchange::{Exchange, Kind},
    lattice::Lattice,
};

use super::state_graph::Packed;
use crate::methods::exchange::state::{ExchangeState as _, Packing};

/// The distances of a kind's pieces on a board without other pieces.
struct KindDistances {
    /// From each vertex to the nearest goal.
    nearest: Vec<u64>,
    /// To each goal from every vertex.
    to_goal: Vec<Vec<u64>>,
}

/// A lower bound on the steps from an arrangement to the goal.
///
/// Every piece must go to some goal of its kind, and every goal must be reached by some piece:
/// both sums of the distances to the nearest, other pieces left out, are lower bounds on the
/// moves, and the greater sum of each kind is taken. In a parallel plan all may move at once,
/// so the greatest distance takes the place of the sums. One move may bring a piece nearer to
/// several goals at once, so the bound is admissible, not consistent; petgraph's A* visits an
/// arrangement again when it finds a shorter way there.
pub struct ExchangeEstimate {
    packing: Packing,
    kinds: Vec<KindDistances>,
    parallel: bool,
    pieces: Vec<Vec<u32>>,
}

/// The distance of every vertex to the nearest of some. O(vertices times steps).
fn distances(lattice: &Lattice, goals: impl IntoIterator<Item = u32>) -> Vec<u64> {
    // 0 is a bound where none can be reached; such pieces were looked for before.
    let known = lattice.distances_from(goals).into_iter();
    known.map(|distance| distance.unwrap_or(0).into()).collect()
}

impl ExchangeEstimate {
    /// The bounds of a model. O(vertices squared times steps) time, 8 bytes for each vertex
    /// and piece.
    pub fn of(model: &Exchange) -> Self {
        let kinds = (0..).zip(&model.kinds).map(|(kind, lattice): (Kind, _)| {
            let goals: Vec<u32> = (0..)
                .zip(&model.goal)
                .filter(|(_, at)| **at == Some(kind))
                .map(|(v, _)| v)
                .collect();
            KindDistances {
                nearest: distances(lattice, goals.iter().copied()),
                to_goal: goals.iter().map(|&goal| distances(lattice, [goal])).collect(),
            }
        });
        let kinds: Vec<KindDistances> = kinds.collect();
        let pieces = vec![Vec::new(); kinds.len()];
        Self { packing: Packing::of(model), kinds, parallel: model.parallel, pieces }
    }

    /// The bound of an arrangement. O(pieces squared).
    pub fn bound(&mut self, state: Packed) -> u64 {
        let pieces = &mut self.pieces;
        pieces.iter_mut().for_each(Vec::clear);
        state.pieces(&self.packing, |vertex, kind| pieces[kind as usize].push(vertex));
        let mut bound = 0;
        for (pieces, distances) in pieces.iter().zip(&self.kinds) {
            let leaving = pieces.iter().map(|&vertex| distances.nearest[vertex as usize]);
            let reaching = distances.to_goal.iter().map(|to_goal| {
                pieces.iter().map(|&vertex| to_goal[vertex as usize]).min().unwrap_or(0)
            });
            if self.parallel {
                bound = leaving.chain(reaching).fold(bound, u64::max);
            } else {
                bound += leaving.sum::<u64>().max(reaching.sum());
            }
        }
        bound
    }
}
