//! The distance of a knight between two squares of a board without blocked squares, without a
//! search.

use satranj_encodings::lattice::Lattice;

/// Rows and columns counted from the top left.
pub type Cell = (u32, u32);

/// A knights' board of at least 5x5 squares without blocked squares.
///
/// There a knight needs as many jumps as on the infinite board, except between a corner and its
/// diagonal neighbour: 4 instead of 2. (Checked against breadth-first search for all pairs of
/// squares of all boards from 5x5 to 16x16; narrower boards have more exceptions.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnightBoard {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
}

/// The jumps of a knight.
pub const JUMPS: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// The fewest jumps of a knight over this many rows and columns on the infinite board (Das and
/// Chatterji 1988, in another form; sequence A065775 of the OEIS). Constant time.
#[must_use]
pub fn on_infinite_board(rows: u32, columns: u32) -> u32 {
    let (rows, columns) = (u64::from(rows), u64::from(columns));
    let jumps = match (rows.max(columns), rows.min(columns)) {
        (1, 0) => 3,
        (2, 2) => 4,
        (long, short) => {
            let jumps = long.div_ceil(2).max((long + short).div_ceil(3));
            // Every jump changes the colour.
            jumps + ((jumps ^ long ^ short) & 1)
        }
    };
    // At most two thirds of 2^32.
    jumps as u32
}

/// Whether a cell is a corner of a board of this many rows and columns.
#[must_use]
pub fn is_corner((row, column): Cell, rows: u32, columns: u32) -> bool {
    (row == 0 || row + 1 == rows) && (column == 0 || column + 1 == columns)
}

impl KnightBoard {
    /// The knights' board of a lattice, if it is one.
    #[must_use]
    pub fn of(lattice: &Lattice) -> Option<Self> {
        let (rows, columns) = (lattice.rows(), lattice.columns());
        let mut jumps: Vec<(i32, i32)> =
            lattice.steps().iter().map(|step| (step.rows, step.columns)).collect();
        jumps.sort_unstable();
        jumps.dedup();
        let knight = jumps == JUMPS && !lattice.rides();
        let free = u64::from(lattice.vertices()) == u64::from(rows) * u64::from(columns);
        (knight && free && rows.min(columns) >= 5).then_some(Self { rows, columns })
    }

    /// The fewest jumps from one square to another. Constant time.
    #[must_use]
    pub fn distance(self, from: Cell, to: Cell) -> u32 {
        let (rows, columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let is_corner = |cell| is_corner(cell, self.rows, self.columns);
        if (rows, columns) == (1, 1) && (is_corner(from) || is_corner(to)) {
            return 4;
        }
        on_infinite_board(rows, columns)
    }

    /// No distance on the board is greater.
    #[must_use]
    pub fn longest(self) -> u32 {
        let (rows, columns) = (self.rows - 1, self.columns - 1);
        (rows.max(columns).div_ceil(2).max((rows + columns).div_ceil(3)) + 1).max(4)
    }

    fn jump(self, (row, column): Cell, (down, right): (i32, i32)) -> Option<Cell> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.rows)?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.columns)?;
        Some((row, column))
    }

    /// The squares of a shortest path, the start left out, as numbers in reading order.
    /// Time proportional to its length.
    #[must_use]
    pub fn path(self, from: Cell, to: Cell) -> Vec<u32> {
        let mut left = self.distance(from, to);
        let mut path = Vec::with_capacity(left as usize);
        let mut at = from;
        while left > 0 {
            let closer = |next: &Cell| self.distance(*next, to) < left;
            // The jump straight to the goal is mostly on a shortest path.
            let next = self
                .jump(at, straight(at, to))
                .filter(closer)
                .or_else(|| JUMPS.iter().filter_map(|&jump| self.jump(at, jump)).find(closer));
            // Some neighbour is closer, if the distance is right.
            let Some(next) = next else { break };
            path.push(next.0 * self.columns + next.1);
            at = next;
            left -= 1;
        }
        path
    }
}

/// The jump that goes furthest along the longer difference.
fn straight((row, column): Cell, to: Cell) -> (i32, i32) {
    let (rows, columns) = (row.abs_diff(to.0), column.abs_diff(to.1));
    let (long, short) = if rows > columns { (2, 1) } else { (1, 2) };
    (if to.0 > row { long } else { -long }, if to.1 > column { short } else { -short })
}

#[cfg(test)]
mod tests {
    use satranj_oracles::routes::distances;

    use super::*;
    use crate::methods::boards;

    #[test]
    fn formula_and_search_agree() {
        let mut corners = 0;
        for (rows, columns) in (5..=12).flat_map(|rows| (5..=12).map(move |width| (rows, width))) {
            let lattice = boards::lattice("knight", rows, columns, &[]);
            let board = KnightBoard::of(&lattice).unwrap();
            let moves = boards::moves(&lattice);
            for from in 0..lattice.vertices() {
                let start = lattice.position(from);
                for (to, distance) in (0_u32..).zip(distances(&moves, from, |_| 1)) {
                    let distance = distance.map_or(u32::MAX, |distance| distance as u32);
                    let end = lattice.position(to);
                    assert_eq!(board.distance(start, end), distance, "{start:?} {end:?}");
                    let infinite =
                        on_infinite_board(start.0.abs_diff(end.0), start.1.abs_diff(end.1));
                    corners += u32::from(infinite != distance);
                    assert!(distance <= board.longest());
                }
            }
        }
        assert_eq!(corners, 8 * 8 * 8, "four corners there and back on 64 boards");
    }

    #[test]
    fn paths_are_shortest_paths() {
        for (rows, columns) in [(5, 5), (5, 9), (8, 8), (31, 6)] {
            let lattice = boards::lattice("knight", rows, columns, &[]);
            let board = KnightBoard::of(&lattice).unwrap();
            let mut list = Vec::new();
            for (from, to) in
                (0..lattice.vertices()).flat_map(|a| (0..lattice.vertices()).map(move |b| (a, b)))
            {
                let (start, end) = (lattice.position(from), lattice.position(to));
                let path = board.path(start, end);
                assert_eq!(path.len() as u32, board.distance(start, end));
                let mut at = from;
                for &next in &path {
                    list.clear();
                    lattice.neighbours(at, &mut list);
                    assert!(list.contains(&next));
                    at = next;
                }
                assert_eq!(at, to);
            }
        }
    }

    #[test]
    fn only_free_boards_of_five_and_more() {
        assert_eq!(KnightBoard::of(&boards::lattice("knight", 4, 9, &[])), None);
        assert_eq!(KnightBoard::of(&boards::lattice("knight", 9, 9, &[3])), None);
        assert_eq!(KnightBoard::of(&boards::lattice("king", 9, 9, &[])), None);
        assert_eq!(on_infinite_board(u32::MAX, 0), (1 << 31) + 1);
    }
}
