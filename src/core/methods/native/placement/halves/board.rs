//! The rows of a board as bit masks, and what leaps by one or two rows attack in them.

use satranj_encodings::lattice::Lattice;

/// The most squares of a row: there are tables with an entry for each of its subsets.
pub const MOST_WIDTH: u32 = 20;

/// The squares of each row, and the columns between a square and those that it attacks one row
/// further down, and two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowBoard {
    /// The squares of each row.
    pub rows: Vec<u32>,
    width: u32,
    near: Vec<i32>,
    far: Vec<i32>,
}

impl RowBoard {
    /// The board of some squares, whose rows run along the shorter side. `None` if a piece
    /// attacks within its row or more than two rows further, or the rows are too wide.
    pub fn new(lattice: &Lattice, squares: &[u32]) -> Option<Self> {
        let positions = || squares.iter().map(|&vertex| lattice.position(vertex));
        let (top, bottom) = (positions().map(|at| at.0).min()?, positions().map(|at| at.0).max()?);
        let (left, right) = (positions().map(|at| at.1).min()?, positions().map(|at| at.1).max()?);
        let by_row = right - left <= bottom - top;
        let turned = |at| if by_row { at } else { swapped(at) };
        let (height, width) = turned((bottom - top + 1, right - left + 1));
        if width > MOST_WIDTH {
            return None;
        }
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for step in lattice.steps() {
            let (down, aside) = (step.rows, step.columns);
            let (down, aside) = if by_row { (down, aside) } else { (aside, down) };
            match down {
                _ if step.repeats => return None,
                _ if down < 0 || down as u32 >= height || aside.unsigned_abs() >= width => {}
                0 if aside > 0 => return None,
                0 => {}
                1 => near.push(aside),
                2 => far.push(aside),
                _ => return None,
            }
        }
        near.sort_unstable();
        far.sort_unstable();
        // There is always a second row.
        let mut rows = vec![0; height.max(2) as usize];
        for (row, column) in positions().map(|(row, column)| turned((row - top, column - left))) {
            rows[row as usize] |= 1 << column;
        }
        Some(Self { rows, width, near, far })
    }

    /// The rows in the opposite order.
    pub fn upside_down(&self) -> Self {
        let mut board = Self {
            rows: self.rows.iter().rev().copied().collect(),
            width: self.width,
            near: self.near.iter().map(|aside| -aside).collect(),
            far: self.far.iter().map(|aside| -aside).collect(),
        };
        board.near.sort_unstable();
        board.far.sort_unstable();
        board
    }

    /// Whether the first column may be the last, the second the last but one, and so on.
    pub fn is_mirrored(&self) -> bool {
        let is_even = |asides: &[i32]| asides.iter().all(|aside| asides.contains(&-aside));
        is_even(&self.near)
            && is_even(&self.far)
            && self.rows.iter().all(|&row| self.mirrored(row) == row)
    }

    /// The squares of a row from right to left.
    pub fn mirrored(&self, squares: u32) -> u32 {
        squares.reverse_bits() >> (u32::BITS - self.width)
    }

    /// Number of subsets of a row of this width.
    pub fn subsets(&self) -> usize {
        1 << self.width
    }

    /// What squares attack one row further down.
    pub fn below(&self, squares: u32) -> u32 {
        reached(squares, &self.near)
    }

    /// What attacks squares from one row further up.
    pub fn above(&self, squares: u32) -> u32 {
        reaching(squares, &self.near)
    }

    /// What attacks squares from two rows further up.
    pub fn far_above(&self, squares: u32) -> u32 {
        reaching(squares, &self.far)
    }

    /// The number of placements on two rows: the states of a programme that keeps two.
    pub fn states(&self, row: usize) -> f64 {
        let beside = |squares| (self.rows[row + 1] & !self.below(squares)).count_ones();
        subsets(self.rows[row]).map(|squares| f64::from(beside(squares)).exp2()).sum()
    }

    /// About how many additions the sets of every size take: at each two rows for each state one
    /// for half the squares of a row and each size.
    pub fn additions(&self) -> f64 {
        let weight = |row: &usize| self.rows[*row].count_ones() + self.rows[row + 1].count_ones();
        let Some(widest) = (0..self.rows.len() - 1).max_by_key(weight) else { return 0.0 };
        let (height, width) = (self.rows.len() as f64, f64::from(self.width));
        self.states(widest) * (width / 2.0 + 2.0) * height * (height * width / 8.0)
    }
}

fn swapped((row, column): (u32, u32)) -> (u32, u32) {
    (column, row)
}

fn moved(squares: u32, aside: i32) -> u32 {
    if aside < 0 { squares >> aside.unsigned_abs() } else { squares << aside }
}

fn reached(squares: u32, asides: &[i32]) -> u32 {
    asides.iter().fold(0, |reached, &aside| reached | moved(squares, aside))
}

fn reaching(squares: u32, asides: &[i32]) -> u32 {
    asides.iter().fold(0, |reaching, &aside| reaching | moved(squares, -aside))
}

/// The subsets of some squares: as numbers whose bits are those squares, from 0 upward.
pub fn subsets(squares: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != squares).then(|| subset.wrapping_sub(squares) & squares);
        Some(subset)
    })
}

/// The number that [`subsets`] has for a subset of some squares.
pub fn rank(subset: u32, squares: u32) -> usize {
    let (mut rank, mut left) = (0, subset);
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        rank |= 1 << (squares & (lowest - 1)).count_ones();
        left ^= lowest;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_stand_in_the_order_of_their_ranks() {
        for squares in [0, 1, 0b1011_0010, u32::MAX >> 20] {
            let all: Vec<u32> = subsets(squares).collect();
            assert_eq!(all.len(), 1 << squares.count_ones());
            for (number, &subset) in all.iter().enumerate() {
                assert_eq!(subset & !squares, 0);
                assert_eq!(rank(subset, squares), number);
            }
        }
    }
}
