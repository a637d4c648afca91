//! Lower bounds on the turns of all riders to a square, or to the best square of a block.

use satranj_encodings::{
    lattice::Lattice,
    meeting::{Meeting, Rider},
};

use crate::{
    limits::Reason,
    methods::native::knight_distance::{Cell, JUMPS, is_corner},
    run::Run,
};

/// Rows of the largest block whose squares are summed.
pub const HEIGHT: usize = 8;

/// Columns of the largest block whose squares are summed.
pub const WIDTH: usize = 16;

/// Turns to each square of a block, row by row.
pub type Sums = [[u64; WIDTH]; HEIGHT];

/// Rider-square pairs between two checks of the limits.
pub const PAIRS_PER_POLL: usize = 1 << 18;

/// A rectangle of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquareBlock {
    /// The first row.
    pub top: u32,
    /// The first column.
    pub left: u32,
    /// Number of rows, at least 1.
    pub height: u32,
    /// Number of columns, at least 1.
    pub width: u32,
}

impl SquareBlock {
    /// The last row.
    #[must_use]
    pub fn bottom(&self) -> u32 {
        self.top + self.height - 1
    }

    /// The last column.
    #[must_use]
    pub fn right(&self) -> u32 {
        self.left + self.width - 1
    }

    /// Whether its squares can be summed at once.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.height as usize <= HEIGHT && self.width as usize <= WIDTH
    }

    /// Its quarters (halves if it is flat), cut at multiples of the sides of a leaf.
    pub fn parts(self) -> impl Iterator<Item = Self> {
        let cut = |size: u32, unit: usize| {
            let unit = unit as u32;
            if size <= unit { size } else { size.div_ceil(unit).div_ceil(2) * unit }
        };
        let (high, wide) = (cut(self.height, HEIGHT), cut(self.width, WIDTH));
        let rows = [(self.top, high), (self.top + high, self.height - high)];
        let columns = [(self.left, wide), (self.left + wide, self.width - wide)];
        let block = |((top, height), (left, width))| Self { top, left, height, width };
        (rows.into_iter().flat_map(move |row| columns.map(|column| (row, column))))
            .map(block)
            .filter(|block| block.height > 0 && block.width > 0)
    }
}

/// Lower bounds on the turns of all riders.
pub trait Turns {
    /// For every square of a block. O(riders).
    ///
    /// # Errors
    /// A limit.
    fn of_block(&self, block: SquareBlock, run: &Run) -> Result<u64, Reason>;

    /// For each square of a leaf; entries outside it are meaningless. O(riders · leaf).
    ///
    /// # Errors
    /// A limit.
    fn of_squares(&self, leaf: SquareBlock, run: &Run) -> Result<Box<Sums>, Reason>;
}

/// The reach of a jump: a lower bound on distances for every piece and board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The most rows of one jump.
    pub rows: u64,
    /// The most columns of one jump.
    pub columns: u64,
    /// The most rows plus columns of one jump.
    pub sum: u64,
    /// Whether every jump goes from a square of one colour to one of the other.
    pub changes_colour: bool,
    /// Whether the jumps are those of a knight.
    pub knight: bool,
}

impl Reach {
    /// The reach of the steps of a lattice. A repeated step is one jump.
    #[must_use]
    pub fn of(lattice: &Lattice) -> Self {
        let mut reach = Self { rows: 1, columns: 1, sum: 1, changes_colour: true, knight: true };
        let along = |size: u32, by: u64| {
            u64::from(size.saturating_sub(1)).checked_div(by).unwrap_or(u64::MAX)
        };
        for step in lattice.steps() {
            let rows = u64::from(step.rows.unsigned_abs());
            let columns = u64::from(step.columns.unsigned_abs());
            let times = along(lattice.rows(), rows).min(along(lattice.columns(), columns));
            let times = if step.repeats() { times } else { times.min(1) };
            reach.rows = reach.rows.max(rows.saturating_mul(times));
            reach.columns = reach.columns.max(columns.saturating_mul(times));
            reach.sum = reach.sum.max((rows + columns).saturating_mul(times));
            reach.changes_colour &= !step.repeats() && (rows + columns) % 2 == 1;
            reach.knight &= !step.repeats() && JUMPS.contains(&(step.rows, step.columns));
        }
        reach
    }

    /// A lower bound on the jumps over this many rows and columns, ignoring colours.
    fn jumps(&self, rows: u32, columns: u32) -> u64 {
        let (rows, columns) = (u64::from(rows), u64::from(columns));
        let straight = rows.div_ceil(self.rows).max(columns.div_ceil(self.columns));
        straight.max((rows + columns).div_ceil(self.sum))
    }
}

/// Squares at which a knight needs more jumps than colour and reach imply, seen from one square.
#[derive(Debug, Clone, Copy)]
pub struct Exceptions {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
}

/// The offsets of possible exceptions, and the jumps that colour and reach imply; exceptions need
/// two more.
const EXCEPTIONS: [(i32, i32, u64); 12] = [
    (-1, 0, 1),
    (1, 0, 1),
    (0, -1, 1),
    (0, 1, 1),
    (-2, -2, 2),
    (-2, 2, 2),
    (2, -2, 2),
    (2, 2, 2),
    // Only from a corner or to one.
    (-1, -1, 2),
    (-1, 1, 2),
    (1, -1, 2),
    (1, 1, 2),
];

impl Exceptions {
    /// Adds the missing turns of one rider to the squares of a leaf.
    pub fn correct(self, from: Cell, rider: Rider, leaf: SquareBlock, sums: &mut Sums) {
        let far = |at: u32, low: u32, high: u32| at + 2 < low || at > high + 2;
        if far(from.0, leaf.top, leaf.bottom()) || far(from.1, leaf.left, leaf.right()) {
            return;
        }
        for (down, right, jumps) in EXCEPTIONS {
            let to = from.0.checked_add_signed(down).zip(from.1.checked_add_signed(right));
            let Some(to) = to.filter(|&to| to.0 < self.rows && to.1 < self.columns) else {
                continue;
            };
            let diagonal = (down.abs(), right.abs()) == (1, 1);
            let is_corner = |cell| is_corner(cell, self.rows, self.columns);
            if diagonal && !is_corner(from) && !is_corner(to) {
                continue;
            }
            let place = to.0.checked_sub(leaf.top).zip(to.1.checked_sub(leaf.left));
            let Some((row, column)) = place.filter(|at| at.0 < leaf.height && at.1 < leaf.width)
            else {
                continue;
            };
            sums[row as usize][column as usize] += rider.turns(jumps + 2) - rider.turns(jumps);
        }
    }
}

/// The bounds from the reach of a jump and the colours of squares, for every piece and board; for a
/// knight also the exceptions of the infinite board and its corners.
pub struct ByReach {
    reach: Reach,
    exceptions: Exceptions,
    riders: Vec<(Cell, Rider)>,
}

impl ByReach {
    /// The bounds of a model.
    pub fn new(model: &Meeting) -> Self {
        let lattice = model.lattice();
        let place = |rider: &Rider| (lattice.position(rider.vertex), *rider);
        Self {
            reach: Reach::of(lattice),
            exceptions: Exceptions { rows: lattice.rows(), columns: lattice.columns() },
            riders: model.riders.iter().map(place).collect(),
        }
    }

    /// Rounds a lower bound on the jumps to a square up to the parity of its colour.
    fn at_colour(&self, jumps: u64, from: Cell, to: Cell) -> u64 {
        let odd = u64::from((from.0 ^ from.1 ^ to.0 ^ to.1) & 1);
        if self.reach.changes_colour { jumps + ((jumps ^ odd) & 1) } else { jumps }
    }
}

impl Turns for ByReach {
    fn of_block(&self, block: SquareBlock, run: &Run) -> Result<u64, Reason> {
        let mut sums = [0_u64; 2];
        let outside =
            |at: u32, low: u32, high: u32| low.saturating_sub(at) + at.saturating_sub(high);
        for riders in self.riders.chunks(PAIRS_PER_POLL / 4) {
            for &(from, rider) in riders {
                let rows = outside(from.0, block.top, block.bottom());
                let columns = outside(from.1, block.left, block.right());
                let jumps = self.reach.jumps(rows, columns);
                for (colour, sum) in (0_u32..).zip(&mut sums) {
                    let jumps = self.at_colour(jumps, from, (0, colour));
                    *sum = sum.saturating_add(rider.turns(jumps));
                }
            }
            run.poll()?;
        }
        Ok(sums[0].min(sums[1]))
    }

    fn of_squares(&self, leaf: SquareBlock, run: &Run) -> Result<Box<Sums>, Reason> {
        let mut sums: Box<Sums> = Box::new([[0; WIDTH]; HEIGHT]);
        for riders in self.riders.chunks(PAIRS_PER_POLL / (4 * HEIGHT * WIDTH)) {
            for &(from, rider) in riders {
                for (row, sums) in (leaf.top..=leaf.bottom()).zip(sums.iter_mut()) {
                    for (column, sum) in (leaf.left..=leaf.right()).zip(sums) {
                        let jumps = self.reach.jumps(row.abs_diff(from.0), column.abs_diff(from.1));
                        let jumps = self.at_colour(jumps, from, (row, column));
                        *sum = sum.saturating_add(rider.turns(jumps));
                    }
                }
                if self.reach.knight {
                    self.exceptions.correct(from, rider, leaf, &mut sums);
                }
            }
            run.poll()?;
        }
        Ok(sums)
    }
}
