//! The ways to fill a half of the board on given rows: an upper and a lower quadrant joined.

use super::{super::counting::instruction_set::InstructionSet, placements::QuadrantPlacements};
use crate::{limits::Reason, run::Run};

/// The quadrants of the left half.
pub struct LeftQuadrants {
    /// Columns of the half.
    pub columns: u32,
    /// Rows of the upper quadrant.
    pub upper_rows: u32,
    /// The placements in the upper quadrant.
    pub upper: QuadrantPlacements,
    /// Those in the lower quadrant.
    pub lower: QuadrantPlacements,
}

/// A list of half boards by the diagonals that they take, and room for it.
#[derive(Default)]
pub struct HalfBoards {
    words: Vec<u64>,
    len: usize,
}

impl HalfBoards {
    /// The words, as
    /// [`SharedDiagonals`](super::placements::SharedDiagonals).
    pub fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }

    /// All ways to fill the left half with a queen in each of its columns and on each of these
    /// rows, as many as columns.
    ///
    /// For every set of columns of the upper quadrant the placements in the upper and in the
    /// lower quadrant are compared pair by pair.
    ///
    /// # Errors
    /// No room for the list.
    pub fn fill(
        &mut self,
        quadrants: &LeftQuadrants,
        rows: u32,
        set: InstructionSet,
        run: &Run,
    ) -> Result<(), Reason> {
        let LeftQuadrants { columns, upper_rows, upper, lower } = quadrants;
        let (above, below) = (rows & !(u32::MAX << upper_rows), rows >> upper_rows);
        let all = !(u32::MAX << columns);
        self.len = 0;
        for chosen in subsets_of_size(*columns, above.count_ones()) {
            let (upper, lower) = (upper.of(above, chosen), lower.of(below, all ^ chosen));
            // The longer list many at a time.
            let (one, other) =
                if upper.len() < lower.len() { (upper, lower) } else { (lower, upper) };
            let most = self.len + one.len() * other.len() + InstructionSet::UNION_SLACK;
            if most > self.words.len() {
                let room = most.next_power_of_two();
                run.reserve(8 * (room - self.words.len()) as u64)?;
                self.words.resize(room, 0);
            }
            self.len += set.disjoint_unions(one, other, &mut self.words[self.len..most]);
        }
        Ok(())
    }
}

/// The sets of so many of the lowest `of` bits, ascending; `of` up to 31.
pub fn subsets_of_size(of: u32, size: u32) -> impl Iterator<Item = u32> {
    let first = (size <= of).then(|| !(u32::MAX << size));
    std::iter::successors(first, move |&set| {
        // Gosper: the lowest run of ones moves its highest up, and the others down to the end.
        let lowest = set & set.wrapping_neg();
        let moved = set.checked_add(lowest).filter(|_| set != 0)?;
        let next = moved | (moved ^ set) >> (2 + lowest.trailing_zeros());
        (next >> of == 0).then_some(next)
    })
}
