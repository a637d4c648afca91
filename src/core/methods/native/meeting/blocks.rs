//! Best-first branch and bound over blocks of squares: a quad tree of the board.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::turns::{SquareBlock, Turns};
use crate::{limits::Reason, methods::native::knight_distance::Cell, run::Run};

/// A square and the turns of a meeting there. The lesser is better: among equal turns the first
/// square in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquareMeeting {
    /// The turns of all riders.
    pub turns: u64,
    /// Row and column.
    pub cell: Cell,
}

/// The best known meeting, and the limit on turns.
#[derive(Debug, Clone, Copy)]
pub struct BestMeeting {
    /// The best known.
    pub known: Option<SquareMeeting>,
    /// Meetings that take more turns are ignored.
    pub at_most: u64,
}

impl BestMeeting {
    /// Whether a meeting is within the limit and better than the known one.
    #[must_use]
    pub fn is_beaten_by(&self, meeting: SquareMeeting) -> bool {
        meeting.turns <= self.at_most && self.known.is_none_or(|known| meeting < known)
    }

    /// Takes the meeting if it is better.
    pub fn take(&mut self, meeting: SquareMeeting) {
        if self.is_beaten_by(meeting) {
            self.known = Some(meeting);
        }
    }
}

/// Examines the blocks of a board, those with the least bound first.
///
/// Once a block's bound is no better than the best known meeting, it and all waiting ones are
/// dropped. Ties are decided by the first square of a block, so the first of several best squares
/// is found.
pub struct BlockSearch<'a> {
    /// The bounds.
    pub turns: &'a dyn Turns,
    /// Whether the bound of a single square is its exact number of turns.
    pub exact: bool,
    /// Number of rows and columns.
    pub board: (u32, u32),
    /// The run.
    pub run: &'a Run,
}

impl BlockSearch<'_> {
    /// Finds the best meeting. If the bounds are not exact, `sum` returns the turns to a square, or
    /// `None` if not all riders can reach it or they need no fewer turns than the best.
    ///
    /// # Errors
    /// A limit, or the error of `sum`.
    pub fn least<E: From<Reason>>(
        &self,
        best: &mut BestMeeting,
        mut sum: impl FnMut(Cell, &BestMeeting) -> Result<Option<u64>, E>,
    ) -> Result<(), E> {
        let (height, width) = self.board;
        if height == 0 || width == 0 {
            return Ok(());
        }
        let mut waiting = BinaryHeap::new();
        let first = SquareMeeting { turns: 0, cell: (0, 0) };
        waiting.push(Reverse((first, SquareBlock { top: 0, left: 0, height, width })));
        while let Some(Reverse((bound, block))) = waiting.pop() {
            if !best.is_beaten_by(bound) {
                return Ok(());
            }
            if !self.exact && (block.height, block.width) == (1, 1) {
                if let Some(turns) = sum(bound.cell, best)? {
                    best.take(SquareMeeting { turns, cell: bound.cell });
                }
            } else if block.is_leaf() {
                for meeting in self.squares(block)? {
                    if self.exact {
                        best.take(meeting);
                    } else if best.is_beaten_by(meeting) {
                        let (top, left) = meeting.cell;
                        let square = SquareBlock { top, left, height: 1, width: 1 };
                        waiting.push(Reverse((meeting, square)));
                    }
                }
            } else {
                for part in block.parts() {
                    self.run.nodes(1)?;
                    let turns = self.turns.of_block(part, self.run)?.max(bound.turns);
                    let bound = SquareMeeting { turns, cell: (part.top, part.left) };
                    if best.is_beaten_by(bound) {
                        waiting.push(Reverse((bound, part)));
                    }
                }
            }
        }
        Ok(())
    }

    /// The squares of a block with a bound of at most this many turns, unordered.
    ///
    /// # Errors
    /// A limit.
    pub fn within(&self, block: SquareBlock, at_most: u64) -> Result<Vec<SquareMeeting>, Reason> {
        let mut squares = Vec::new();
        let mut waiting = vec![block];
        while let Some(block) = waiting.pop() {
            self.run.nodes(1)?;
            if self.turns.of_block(block, self.run)? > at_most {
                continue;
            }
            if block.is_leaf() {
                let near = self.squares(block)?.filter(|meeting| meeting.turns <= at_most);
                squares.extend(near);
            } else {
                waiting.extend(block.parts());
            }
        }
        Ok(squares)
    }

    fn squares(&self, leaf: SquareBlock) -> Result<impl Iterator<Item = SquareMeeting>, Reason> {
        self.run.nodes(u64::from(leaf.height) * u64::from(leaf.width))?;
        let sums = self.turns.of_squares(leaf, self.run)?;
        let rows = leaf.top..=leaf.bottom();
        Ok(rows.zip(*sums).flat_map(move |(row, sums)| {
            let columns = leaf.left..=leaf.right();
            columns
                .zip(sums)
                .map(move |(column, turns)| SquareMeeting { turns, cell: (row, column) })
        }))
    }
}
