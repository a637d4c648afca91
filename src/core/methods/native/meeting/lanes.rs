//! The bounds of knights on boards whose distances fit 16 bits, for eight riders or squares at
//! once.

use satranj_encodings::meeting::{Meeting, Rider};

use super::turns::{Exceptions, HEIGHT, PAIRS_PER_POLL, Reach, SquareBlock, Sums, Turns, WIDTH};
use crate::{limits::Reason, methods::native::knight_distance::Cell, run::Run};

/// The largest board side for which all sums of rows and columns stay below 2^15.
const LONGEST_SIDE: u32 = 1 << 13;

/// Like [`super::turns::ByReach`] for knights, in arithmetic that compiles to vector instructions:
/// no branches, 16-bit numbers, and division by multiplication.
pub struct ReachLanes {
    exceptions: Exceptions,
    rows: Vec<u16>,
    columns: Vec<u16>,
    /// Jumps per turn, at most the longest distance.
    jumps: Vec<u16>,
    /// floor((2^16 - 1) / jumps).
    reciprocals: Vec<u16>,
    /// This many turns fit 16 bits for each rider.
    most_turns: u16,
}

/// The high half of a product.
fn high(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// A lower bound on the jumps, ignoring colours; both numbers must be at most [`LONGEST_SIDE`].
fn least_jumps(rows: u16, columns: u16) -> u16 {
    // 21846 / 2^16 is a little more than 1 / 3, and exact enough below 2^15.
    ((rows + 1) >> 1).max((columns + 1) >> 1).max(high(rows + columns + 2, 21_846))
}

/// ceil(jumps / per turn) as floor((jumps + per turn) · reciprocal / 2^16).
fn turns(jumps: u16, per_turn: u16, reciprocal: u16) -> u16 {
    high(jumps + per_turn, reciprocal)
}

/// The reciprocal with which [`turns`] is exact up to this many jumps, if there is one: with
/// e = 2^16 mod per turn (or per turn), (jumps + per turn) · e must not exceed 2^16.
fn reciprocal(per_turn: u16, longest: u32) -> Option<u16> {
    let reciprocal = u16::MAX / per_turn;
    let error = (1 << 16) - u32::from(per_turn) * u32::from(reciprocal);
    ((longest + u32::from(per_turn)) * error <= 1 << 16).then_some(reciprocal)
}

impl ReachLanes {
    /// The bounds of a model, if its riders are knights and its numbers small enough.
    ///
    /// # Errors
    /// A limit.
    pub fn new(model: &Meeting, run: &Run) -> Result<Option<Self>, Reason> {
        let lattice = model.lattice();
        let (rows, columns) = (lattice.rows(), lattice.columns());
        if rows.max(columns) > LONGEST_SIDE || !Reach::of(lattice).knight {
            return Ok(None);
        }
        // Blocks reach beyond the board by less than a leaf.
        let (far_rows, far_columns) = (rows + HEIGHT as u32, columns + WIDTH as u32);
        let longest =
            (far_rows.max(far_columns).div_ceil(2)).max((far_rows + far_columns).div_ceil(3)) + 1;
        let riders = model.riders.len();
        let mut lanes = Self {
            exceptions: Exceptions { rows, columns },
            rows: Vec::with_capacity(riders),
            columns: Vec::with_capacity(riders),
            jumps: Vec::with_capacity(riders),
            reciprocals: Vec::with_capacity(riders),
            most_turns: 1,
        };
        for (number, rider) in model.riders.iter().enumerate() {
            if number % (1 << 16) == 0 {
                run.poll()?;
            }
            let (row, column) = lattice.position(rider.vertex);
            let jumps = rider.jumps.clamp(1, longest) as u16;
            let Some(reciprocal) = reciprocal(jumps, longest) else { return Ok(None) };
            lanes.rows.push(row as u16);
            lanes.columns.push(column as u16);
            lanes.jumps.push(jumps);
            lanes.reciprocals.push(reciprocal);
            lanes.most_turns = lanes.most_turns.max(longest.div_ceil(jumps.into()) as u16);
        }
        Ok(Some(lanes))
    }

    /// The riders of a range, as row, column, jumps a turn and reciprocal.
    fn riders(&self, from: usize, count: usize) -> impl Iterator<Item = [u16; 4]> {
        let end = (from + count).min(self.rows.len());
        let (rows, columns) = (&self.rows[from..end], &self.columns[from..end]);
        let (jumps, reciprocals) = (&self.jumps[from..end], &self.reciprocals[from..end]);
        (rows.iter().zip(columns).zip(jumps).zip(reciprocals))
            .map(|(((&row, &column), &jumps), &reciprocal)| [row, column, jumps, reciprocal])
    }
}

impl Turns for ReachLanes {
    fn of_block(&self, block: SquareBlock, run: &Run) -> Result<u64, Reason> {
        let (top, bottom) = (block.top as u16, block.bottom() as u16);
        let (left, right) = (block.left as u16, block.right() as u16);
        let mut sums = [0_u64; 2];
        // Sums of this many fit 32 bits.
        let step = PAIRS_PER_POLL / 8;
        for from in (0..self.rows.len()).step_by(step) {
            let (mut even, mut odd) = (0_u32, 0_u32);
            for [row, column, per_turn, reciprocal] in self.riders(from, step) {
                let rows = top.saturating_sub(row) + row.saturating_sub(bottom);
                let columns = left.saturating_sub(column) + column.saturating_sub(right);
                let jumps = least_jumps(rows, columns);
                let wrong = (jumps ^ row ^ column) & 1;
                even += u32::from(turns(jumps + wrong, per_turn, reciprocal));
                odd += u32::from(turns(jumps + (wrong ^ 1), per_turn, reciprocal));
            }
            sums[0] += u64::from(even);
            sums[1] += u64::from(odd);
            if from > 0 {
                run.poll()?;
            }
        }
        Ok(sums[0].min(sums[1]))
    }

    fn of_squares(&self, leaf: SquareBlock, run: &Run) -> Result<Box<Sums>, Reason> {
        let mut sums: Box<Sums> = Box::new([[0; WIDTH]; HEIGHT]);
        let (top, left) = (leaf.top as u16, leaf.left as u16);
        // Sums of this many fit 16 bits.
        let step = usize::from(u16::MAX / self.most_turns).min(PAIRS_PER_POLL / (HEIGHT * WIDTH));
        for from in (0..self.rows.len()).step_by(step) {
            let mut lanes = [[0_u16; WIDTH]; HEIGHT];
            for [row, column, per_turn, reciprocal] in self.riders(from, step) {
                let columns: [u16; WIDTH] =
                    std::array::from_fn(|index| (left + index as u16).abs_diff(column));
                for (at, lanes) in (top..).zip(&mut lanes[..leaf.height as usize]) {
                    let rows = at.abs_diff(row);
                    for (lane, columns) in lanes.iter_mut().zip(columns) {
                        let jumps = least_jumps(rows, columns);
                        let wrong = (jumps ^ rows ^ columns) & 1;
                        *lane += turns(jumps + wrong, per_turn, reciprocal);
                    }
                }
            }
            for (sums, lanes) in sums.iter_mut().flatten().zip(lanes.iter().flatten()) {
                *sums += u64::from(*lanes);
            }
            for [row, column, per_turn, _] in self.riders(from, step) {
                let rider = Rider { vertex: 0, jumps: per_turn.into() };
                self.exceptions.correct(
                    Cell::from((row.into(), column.into())),
                    rider,
                    leaf,
                    &mut sums,
                );
            }
            if from > 0 {
                run.poll()?;
            }
        }
        Ok(sums)
    }
}
