//! The hot loops of counting on any processor, without branches.

use super::row_search::{OpenRow, RowStates};

/// Advances the last `batch` states of a row by a column each: those with a free column in both of
/// the next two rows go to the next row, those with columns left stay.
pub fn step(from: &mut RowStates, batch: usize, into: &mut RowStates, next: [OpenRow; 2]) {
    let [next, after] = next;
    let begin = from.len - batch;
    let mut kept = begin;
    for at in begin..from.len {
        let (columns, free) = (from.columns[at], from.free[at]);
        let (rightward, leftward) = (from.rightward[at], from.leftward[at]);
        let rest = free & free.wrapping_sub(1);
        let bit = free ^ rest;
        let taken = columns | bit;
        let right = shifted_left(rightward | bit, next.gap);
        let left = shifted_right(leftward | bit, next.gap);
        let open = next.free & !(taken | right | left);
        let attacked_after = shifted_left(right, after.gap) | shifted_right(left, after.gap);
        let open_after = after.free & !(taken | attacked_after);
        into.columns[into.len] = taken;
        into.rightward[into.len] = right;
        into.leftward[into.len] = left;
        into.free[into.len] = open;
        into.len += usize::from(open != 0) & usize::from(open_after != 0);
        from.columns[kept] = columns;
        from.rightward[kept] = rightward;
        from.leftward[kept] = leftward;
        from.free[kept] = rest;
        kept += usize::from(rest != 0);
    }
    from.len = kept;
}

/// Takes the last `batch` states of the last row but one, and counts how often a queen there leaves
/// a free column in the last row.
pub fn last(from: &mut RowStates, batch: usize, next: OpenRow) -> u64 {
    let left = from.len - batch;
    let mut solutions = 0;
    for at in left..from.len {
        // As many columns as rows are left: two.
        let free = from.free[at];
        let second = free & free.wrapping_sub(1);
        for bit in [free ^ second, second] {
            let right = shifted_left(from.rightward[at] | bit, next.gap);
            let left = shifted_right(from.leftward[at] | bit, next.gap);
            let open = next.free & !(from.columns[at] | bit | right | left);
            solutions += u64::from(bit != 0) & u64::from(open != 0);
        }
    }
    from.len = left;
    solutions
}

/// Writes the unions of the disjoint pairs, in order, and returns their number; there is room for
/// all pairs and [`InstructionSet::UNION_SLACK`] more.
///
/// [`InstructionSet::UNION_SLACK`]: super::instruction_set::InstructionSet::UNION_SLACK
pub fn disjoint_unions(one: &[u64], other: &[u64], unions: &mut [u64]) -> usize {
    let mut written = 0;
    for &one in one {
        for &other in other {
            unions[written] = one | other;
            written += usize::from(one & other == 0);
        }
    }
    written
}

/// Shifts by up to all bits.
fn shifted_left(word: u16, by: u32) -> u16 {
    (u32::from(word) << by) as u16
}

/// Shifts by up to all bits.
fn shifted_right(word: u16, by: u32) -> u16 {
    (u32::from(word) >> by) as u16
}
