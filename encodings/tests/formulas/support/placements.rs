//! Random armies, and their placements by trying all, from nothing but boards and steps.

use fixedbitset::FixedBitSet;
use proptest::{collection::vec, option, prelude::*};
use satranj_encodings::{
    independent_set::{IndependentSet, Kind},
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

/// Whether a step of a kind takes one cell to another.
fn attacks(kind: &Kind, shielded: bool, from: u32, to: u32) -> bool {
    let lattice = &kind.lattice;
    let on_board = |row: i64, column: i64| {
        row.min(column) >= 0
            && row < i64::from(lattice.rows())
            && column < i64::from(lattice.columns())
    };
    lattice.steps().iter().any(|step| {
        let (row, column) = lattice.position(from);
        let (mut row, mut column) = (i64::from(row), i64::from(column));
        loop {
            row += i64::from(step.rows);
            column += i64::from(step.columns);
            if !on_board(row, column) {
                return false;
            }
            match lattice.vertex(row as u32, column as u32) {
                Some(vertex) if vertex == to => return true,
                None if shielded => return false,
                _ if !step.repeats => return false,
                _ => {}
            }
        }
    })
}

/// Whether two vertices may not both be chosen.
pub fn conflict(set: &IndependentSet, a: u32, b: u32) -> bool {
    let ((one, here), (other, there)) = (set.kind_and_cell(a), set.kind_and_cell(b));
    let (first, second) = (&set.kinds()[one], &set.kinds()[other]);
    if here == there {
        return a != b;
    }
    if first.side.is_some() && first.side == second.side {
        return false;
    }
    let shielded = set.is_shielded();
    attacks(first, shielded, here, there) || attacks(second, shielded, there, here)
}

/// Calls `each` with all sets without a conflict (if there may be none) that hold the given
/// vertices, in rising order.
pub fn each_set(set: &IndependentSet, independent: bool, each: &mut dyn FnMut(&[u32])) {
    fn extend(
        conflicts: &[Vec<bool>],
        given: &[u32],
        chosen: &mut Vec<u32>,
        next: u32,
        each: &mut dyn FnMut(&[u32]),
    ) {
        if next as usize == conflicts.len() {
            return each(chosen);
        }
        if chosen.iter().all(|&other| !conflicts[other as usize][next as usize]) {
            chosen.push(next);
            extend(conflicts, given, chosen, next + 1, each);
            chosen.pop();
        }
        if !given.contains(&next) {
            extend(conflicts, given, chosen, next + 1, each);
        }
    }
    let n = set.vertices();
    if set.given.iter().any(|&vertex| vertex >= n) {
        return;
    }
    let conflicts: Vec<Vec<bool>> =
        (0..n).map(|a| (0..n).map(|b| independent && conflict(set, a, b)).collect()).collect();
    extend(&conflicts, &set.given, &mut Vec::new(), 0, each);
}

/// How many vertices of each kind there are in a set.
pub fn numbers(set: &IndependentSet, vertices: &[u32]) -> Vec<u32> {
    let mut numbers = vec![0; set.kinds().len()];
    for &vertex in vertices {
        numbers[set.kind_and_cell(vertex).0] += 1;
    }
    numbers
}

/// The value of a set as the model asks for it: `None` if its counts are wrong.
pub fn value(set: &IndependentSet, vertices: &[u32]) -> Option<u32> {
    let mut free = None;
    for (kind, number) in set.kinds().iter().zip(numbers(set, vertices)) {
        match kind.count {
            Count::Exactly(count) if count != number => return None,
            Count::Optimum if free.is_some_and(|free| free != number) => return None,
            Count::Optimum => free = Some(number),
            Count::Exactly(_) => {}
        }
    }
    Some(free.unwrap_or(vertices.len() as u32))
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
                let kinds = kinds.into_iter().map(|(piece, side, count)| Kind {
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
