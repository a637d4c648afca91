//! The states of two neighbouring rows, each with the numbers of placements above them by size.

use std::sync::atomic::{AtomicU64, Ordering};

use satranj_encodings::lattice::Lattice;

use super::super::table::{add_words, greatest_bits};
use crate::methods::parallel;
use crate::{limits::Reason, run::Run};

/// Bytes allocated between two checks of the limits. Each group is small, but the system must allow
/// all of them: the allocator's free memory may be in pieces too small for the next group.
const LOOK_EVERY: u64 = 16 << 20;

/// Marks a subset of a row without a group.
const NONE: u32 = u32::MAX;

/// The states with equal squares taken in the upper row.
struct StateGroup {
    upper: u32,
    /// Coefficients per polynomial.
    sizes: usize,
    /// A polynomial for each subset of the lower row's squares that the upper ones do not attack,
    /// in the order of the subsets.
    numbers: Vec<u64>,
}

/// All states of two rows: the squares taken in both. Each has a polynomial, whose coefficients
/// count the compatible placements on the rows above by size, without the two rows.
///
/// On a mirror-symmetric board one of two mirrored states is kept. Coefficients have a fixed number
/// of 64-bit words, the least significant first, which grows before a sum could overflow.
pub struct HalfStates<'b> {
    board: &'b RowBoard,
    mirrored: bool,
    /// The lower row.
    row: usize,
    groups: Vec<StateGroup>,
    /// The group of each subset of the upper row.
    group_of: Vec<u32>,
    words: usize,
    /// Every coefficient is less than 2 to the power of this.
    bits: u64,
}

impl<'b> HalfStates<'b> {
    /// The states of the first two rows.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(board: &'b RowBoard, run: &Run) -> Result<Self, Reason> {
        let mut states = Self {
            board,
            mirrored: board.is_mirrored(),
            row: 1,
            groups: Vec::new(),
            group_of: Vec::new(),
            words: 1,
            bits: 1,
        };
        run.reserve((8.0 * board.states(0)) as u64)?;
        for upper in states.kept(board.rows[0]) {
            let beside = board.rows[1] & !board.below(upper);
            run.nodes(1 << beside.count_ones())?;
            let numbers = vec![1; 1 << beside.count_ones()];
            states.groups.push(StateGroup { upper, sizes: 1, numbers });
        }
        states.number_groups();
        Ok(states)
    }

    /// The lower row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The subsets of a row that are kept.
    fn kept(&self, row: u32) -> impl Iterator<Item = u32> + 'b {
        let (board, mirrored) = (self.board, self.mirrored);
        subsets(row).filter(move |&subset| !mirrored || subset <= board.mirrored(subset))
    }

    fn number_groups(&mut self) {
        self.group_of = vec![NONE; self.board.subsets()];
        for (number, group) in self.groups.iter().enumerate() {
            self.group_of[group.upper as usize] = number as u32;
        }
    }

    /// The polynomial of a state.
    pub fn polynomial(&self, upper: u32, lower: u32) -> &[u64] {
        let number = self.group_of[upper as usize];
        let (number, upper, lower) = if number == NONE {
            let upper = self.board.mirrored(upper);
            (self.group_of[upper as usize], upper, self.board.mirrored(lower))
        } else {
            (number, upper, lower)
        };
        let group = &self.groups[number as usize];
        let beside = self.board.rows[self.row] & !self.board.below(upper);
        let words = group.sizes * self.words;
        &group.numbers[rank(lower, beside) * words..][..words]
    }

    /// Words of a coefficient.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The subsets of the lower row that are compatible with one of the upper row.
    pub fn lowers(&self, upper: u32) -> impl Iterator<Item = u32> {
        subsets(self.board.rows[self.row] & !self.board.below(upper))
    }

    /// The squares taken in the upper row, and the number of mirror images that each represents.
    pub fn uppers(&self) -> Vec<(u32, u32)> {
        let stands_for =
            |upper| if self.mirrored && self.board.mirrored(upper) != upper { 2 } else { 1 };
        self.groups.iter().map(|group| (group.upper, stands_for(group.upper))).collect()
    }

    /// The states of the lower row and the next.
    ///
    /// For each subset c of the lower row the polynomials of the states (b, c) are summed over all
    /// subsets b of each set of squares (the zeta transform, one addition per state and square;
    /// Knuth, The Art of Computer Programming 4A, 7.1.4); that of (c, d) is the sum over the
    /// subsets of the squares that neither c nor d attacks. O(states · columns · sizes).
    ///
    /// # Errors
    /// The reason to stop.
    pub fn next(&self, greatest: Option<u32>, run: &Run) -> Result<Self, Reason> {
        let (board, row) = (self.board, self.row);
        let summands = u64::from(board.rows[row - 1].count_ones());
        let words = self.words.max((self.bits + summands).div_ceil(64) as usize);
        let taken = AtomicU64::new(0);
        let lowers: Vec<u32> = self.kept(board.rows[row]).collect();
        let most = greatest.map_or(usize::MAX, |greatest| greatest as usize + 1);
        let made: Result<Vec<(StateGroup, u64)>, Reason> =
            parallel::map_with(&lowers, Vec::new, |sums, &lower| {
                let sizes = self.sum_up(lower, words, sums).min(most);
                let stride = sums.len() >> (board.rows[row - 1] & !board.above(lower)).count_ones();
                let beside = board.rows[row + 1] & !board.below(lower);
                let length = (sizes * words) << beside.count_ones();
                let bytes = 8 * length as u64;
                let before = taken.fetch_add(bytes, Ordering::Relaxed);
                if before / LOOK_EVERY != (before + bytes) / LOOK_EVERY {
                    run.reserve(bytes.max(LOOK_EVERY))?;
                }
                run.nodes(1 << beside.count_ones())?;
                let uppers = board.rows[row - 1] & !board.above(lower);
                let mut numbers = Vec::with_capacity(length);
                for next in subsets(beside) {
                    let at = rank(uppers & !board.far_above(next), uppers) * stride;
                    numbers.extend_from_slice(&sums[at..][..sizes * words]);
                }
                let greatest = greatest_bits(&sums[sums.len() - stride..], words);
                Ok((StateGroup { upper: lower, sizes, numbers }, greatest))
            });
        let made = made?;
        let bits = made.iter().map(|&(_, bits)| bits).max().unwrap_or(1);
        let mut next = Self {
            board,
            mirrored: self.mirrored,
            row: row + 1,
            groups: made.into_iter().map(|(group, _)| group).collect(),
            group_of: Vec::new(),
            words,
            bits,
        };
        next.number_groups();
        Ok(next)
    }

    /// For each set of squares of the upper row that is compatible with a subset of the lower one,
    /// the sum over its subsets, including the lower row's pieces; and the number of sizes that
    /// occur.
    fn sum_up(&self, lower: u32, words: usize, sums: &mut Vec<u64>) -> usize {
        let board = self.board;
        let uppers = board.rows[self.row - 1] & !board.above(lower);
        let sizes_of = |upper: u32| {
            let number = self.group_of[upper as usize];
            let mirror = || self.group_of[board.mirrored(upper) as usize];
            let number = if number == NONE { mirror() } else { number };
            self.groups[number as usize].sizes + upper.count_ones() as usize
        };
        let stride = words * subsets(uppers).map(sizes_of).max().unwrap_or(1);
        sums.clear();
        sums.resize(stride << uppers.count_ones(), 0);
        for (upper, sum) in subsets(uppers).zip(sums.chunks_exact_mut(stride)) {
            let sum = &mut sum[upper.count_ones() as usize * words..];
            let polynomial = self.polynomial(upper, lower);
            if words == self.words {
                sum[..polynomial.len()].copy_from_slice(polynomial);
            } else {
                let wide = sum.chunks_exact_mut(words);
                for (wide, number) in wide.zip(polynomial.chunks_exact(self.words)) {
                    wide[..number.len()].copy_from_slice(number);
                }
            }
        }
        for square in 0..uppers.count_ones() {
            let block = stride << square;
            for pair in sums.chunks_exact_mut(2 * block) {
                let (without, with) = pair.split_at_mut(block);
                add_words(with, without, words);
            }
        }
        let last = &sums[sums.len() - stride..];
        last.iter().rposition(|&word| word != 0).map_or(1, |at| at / words + 1)
    }
}

/// The most squares of a row: tables have an entry for each subset.
pub const MOST_WIDTH: u32 = 20;

/// The squares of each row, and the column offsets from a square to those it attacks one row and
/// two rows down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowBoard {
    /// The squares of each row.
    pub rows: Vec<u32>,
    width: u32,
    near: Vec<i32>,
    far: Vec<i32>,
}

impl RowBoard {
    /// The board of some squares, with rows along the shorter side. `None` if a piece attacks
    /// within its row or more than two rows away, or if the rows are too wide.
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
                _ if step.repeats() => return None,
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

    /// Whether the column offsets and rows are symmetric under reversal of the columns.
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

    /// The squares attacked one row down.
    pub fn below(&self, squares: u32) -> u32 {
        reached(squares, &self.near)
    }

    /// The squares that attack from one row up.
    pub fn above(&self, squares: u32) -> u32 {
        reaching(squares, &self.near)
    }

    /// The squares that attack from two rows up.
    pub fn far_above(&self, squares: u32) -> u32 {
        reaching(squares, &self.far)
    }

    /// The number of placements on two rows: the states of a program that keeps two rows.
    pub fn states(&self, row: usize) -> f64 {
        let beside = |squares| (self.rows[row + 1] & !self.below(squares)).count_ones();
        subsets(self.rows[row]).map(|squares| f64::from(beside(squares)).exp2()).sum()
    }

    /// Estimated additions for the sets of every size: for each state of each two rows, one per
    /// size and half the squares of a row.
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

/// The subsets of some squares, in the order of the numbers with these bits.
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
