//! The rows of a board as bit masks, and the attacks of sliders and leaps on later rows.

use satranj_encodings::{
    independent_set::IndependentSet,
    lattice::{Lattice, Step},
};

/// The most rows and columns: a row is a word, and takes at least one level of recursion.
const MOST_SIDE: u32 = 64;

/// The furthest row that a leap attacks.
pub const FURTHEST: usize = 3;

/// The squares allowed for pieces, and the attacks of a piece in each column.
pub struct MaskBoard {
    /// The squares of each row that are not blocked.
    pub free: Vec<u64>,
    /// The squares of each row where a piece may be placed.
    pub allowed: Vec<u64>,
    /// Whether lines end at blocked squares.
    pub shielded: bool,
    /// Lines straight down, to the right and to the left.
    pub lines: [bool; 3],
    /// For each column, the leaps' attacks one or more rows down.
    pub leaps: Vec<[u64; FURTHEST]>,
    /// Whether a piece attacks all of its row.
    pub is_exclusive: bool,
    /// Column offsets from a square to those attacked in the next row.
    pub next_row: Vec<i32>,
    width: u32,
    /// For each square, the attacked squares to its right in its row.
    aside: Vec<u64>,
}

/// A step with rows and columns swapped if the board's rows are columns.
fn turned(step: Step, by_row: bool) -> Step {
    if by_row { step } else { Step { rows: step.columns, columns: step.rows, ..step } }
}

impl MaskBoard {
    /// The board of a lattice with pieces allowed on some vertices, the rows along its shorter
    /// side. `None` if it is too large, or if lines have directions other than a queen's.
    pub fn new(set: &IndependentSet, vertices: &[u32]) -> Option<Self> {
        let lattice = &set.single()?.lattice;
        let by_row = Self::goes_by_row(lattice)?;
        let (height, width) = sides(lattice, by_row);
        let mut board = Self {
            free: vec![0; height as usize],
            allowed: vec![0; height as usize],
            shielded: set.is_shielded(),
            lines: [false; 3],
            leaps: vec![[0; FURTHEST]; width as usize],
            is_exclusive: false,
            next_row: Vec::new(),
            width,
            aside: Vec::new(),
        };
        let at = |vertex| {
            let (row, column) = lattice.position(vertex);
            if by_row { (row as usize, column) } else { (column as usize, row) }
        };
        for (row, column) in (0..lattice.vertices()).map(at) {
            board.free[row] |= 1 << column;
        }
        for (row, column) in vertices.iter().copied().map(at) {
            board.allowed[row] |= 1 << column;
        }
        for step in lattice.steps().iter().map(|&step| turned(step, by_row)) {
            let is_near = step.columns.unsigned_abs() < width;
            if step.rows == 1 && is_near && !board.next_row.contains(&step.columns) {
                board.next_row.push(step.columns);
            }
            if step.repeats() && step.rows == 1 {
                let direction = [0, 1, -1].iter().position(|&aside| aside == step.columns)?;
                board.lines[direction] = true;
            }
            if !step.repeats() && (1..=FURTHEST as i32).contains(&step.rows) {
                for (column, leaps) in board.leaps.iter_mut().enumerate() {
                    if let Some(to) = (column as u32).checked_add_signed(step.columns)
                        && to < width
                    {
                        leaps[step.rows as usize - 1] |= 1 << to;
                    }
                }
            }
        }
        board.look_aside(lattice, by_row);
        Some(board)
    }

    /// What each square attacks in its row.
    fn look_aside(&mut self, lattice: &Lattice, by_row: bool) {
        let mut aside = vec![0; self.free.len() * self.width as usize];
        let in_row = lattice.steps().iter().map(|&step| turned(step, by_row));
        for step in in_row.filter(|step| step.rows == 0 && step.columns > 0) {
            self.is_exclusive |= step.repeats()
                && step.columns == 1
                && (!self.shielded || self.free.iter().all(|&row| is_unbroken(row)));
            for (square, aside) in aside.iter_mut().enumerate() {
                let row = self.free[square / self.width as usize];
                let mut to = square as u32 % self.width;
                loop {
                    to += step.columns as u32;
                    if to >= self.width || (self.shielded && row >> to & 1 == 0) {
                        break;
                    }
                    *aside |= 1 << to;
                    if !step.repeats() {
                        break;
                    }
                }
            }
        }
        self.aside = aside;
    }

    /// What a piece attacks to the right of it in its row.
    #[inline]
    pub fn aside(&self, row: usize, column: u32) -> u64 {
        self.aside[row * self.width as usize + column as usize]
    }

    /// Whether the rows of the lattice are the rows; `None` if the lattice is unsuitable.
    pub fn goes_by_row(lattice: &Lattice) -> Option<bool> {
        let by_row = lattice.columns() <= lattice.rows();
        let (height, _) = sides(lattice, by_row);
        let fits = |step: &Step| {
            let step = turned(*step, by_row);
            if step.repeats() {
                step.rows.abs() <= 1 && step.columns.abs() <= 1
            } else {
                step.rows.unsigned_abs() as usize <= FURTHEST || step.rows.unsigned_abs() >= height
            }
        };
        (height <= MOST_SIDE && lattice.steps().iter().all(fits)).then_some(by_row)
    }

    /// Whether the board equals its mirror image.
    pub fn is_mirrored(&self) -> bool {
        let mirrored = |row: u64| row.reverse_bits() >> (u64::BITS - self.width);
        let rows = self.free.iter().chain(&self.allowed);
        self.lines[1] == self.lines[2]
            && rows.into_iter().all(|&row| mirrored(row) == row)
            && self.leaps.iter().zip(self.leaps.iter().rev()).all(|(left, right)| {
                left.iter().zip(right).all(|(&left, &right)| mirrored(left) == right)
            })
    }

    /// The columns left of the middle, and that in the middle if there is one.
    pub fn left_and_middle(&self) -> (u64, u64) {
        let half = self.width / 2;
        let left = (1 << half) - 1;
        (left, if self.width % 2 == 1 { 1 << half } else { 0 })
    }
}

/// The number of rows and columns.
fn sides(lattice: &Lattice, by_row: bool) -> (u32, u32) {
    let (rows, columns) = (lattice.rows(), lattice.columns());
    if by_row { (rows, columns) } else { (columns, rows) }
}

/// Whether the squares of a row are contiguous.
fn is_unbroken(row: u64) -> bool {
    row.count_ones() + row.leading_zeros() + row.trailing_zeros() == u64::BITS || row == 0
}
