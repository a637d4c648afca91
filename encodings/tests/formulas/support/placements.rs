//! Random armies.

use fixedbitset::FixedBitSet;
use proptest::{collection::vec, option, prelude::*};
use satranj_encodings::{
    independent_set::{IndependentSet, PieceKind},
    lattice::{Lattice, Step},
    model::Count,
};

use super::steps;

/// The steps of some pieces: leapers, riders, and mixtures.
pub fn pieces() -> Vec<Vec<Step>> {
    let king = [steps(0, 1, false), steps(1, 1, false)].concat();
    let queen = [steps(0, 1, true), steps(1, 1, true)].concat();
    vec![
        king,
        steps(1, 2, false),
        steps(0, 1, true),
        steps(1, 1, true),
        queen.clone(),
        // A nightrider, an amazon, one that rides by twos, one that wraps a leap in a ride.
        steps(1, 2, true),
        [queen, steps(1, 2, false)].concat(),
        steps(0, 2, true),
        [steps(1, 1, true), steps(2, 2, true)].concat(),
    ]
}

/// A board of these blocked cells for a piece.
pub fn board(rows: u32, columns: u32, blocked: &[bool], piece: usize) -> Lattice {
    let mut cells = FixedBitSet::with_capacity((rows * columns) as usize);
    for (cell, _) in blocked.iter().enumerate().filter(|&(_, &blocked)| blocked) {
        cells.insert(cell);
    }
    Lattice::new(rows, columns, Some(&cells), pieces()[piece].clone())
}

/// Armies of up to three kinds on boards of few cells.
pub fn armies() -> impl Strategy<Value = IndependentSet> {
    let shapes = prop_oneof![
        3 => (Just(1usize), 1..=4u32, 1..=4u32),
        2 => (Just(2usize), 1..=3u32, 1..=3u32),
        1 => (Just(3usize), 1..=2u32, 1..=3u32),
    ];
    shapes.prop_flat_map(|(kinds, rows, columns)| {
        let cells = (rows * columns) as usize;
        let count = prop_oneof![(0..=5u32).prop_map(Count::Exactly), Just(Count::Optimum)];
        let kind = (0..pieces().len(), option::weighted(0.5, 0..2u32), count);
        let blocked = vec(prop::bool::weighted(0.2), cells);
        let given =
            prop_oneof![3 => vec(0..1u32, 0), 1 => vec(0..(cells * kinds) as u32 + 1, 1..=3)];
        (vec(kind, kinds), blocked, given, any::<bool>()).prop_map(
            move |(kinds, blocked, given, shielded)| {
                let kinds = kinds.into_iter().map(|(piece, side, count)| PieceKind {
                    lattice: board(rows, columns, &blocked, piece),
                    side,
                    count,
                });
                let mut set = IndependentSet::army(kinds.collect());
                set.given = given;
                if shielded { set } else { set.unshielded() }
            },
        )
    })
}
