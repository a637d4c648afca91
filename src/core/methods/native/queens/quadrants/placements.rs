//! The placements of queens in a quadrant, and in a half of the board: two joined quadrants.

use super::super::counting::instruction_set::InstructionSet;
use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// The diagonals that a half board shares with another quadrant, as the bits in a word.
///
/// These are the diagonals of either direction that also meet the other half, including all that
/// join an upper and a lower quadrant. The low 32 bits are the *key*: the middle diagonals, which
/// queens take most often; the high 32 bits are the rest. In both, the first half of the bits leads
/// to the right, the second to the left, in the same order, so swapping them mirrors a half board.
#[derive(Debug, Clone, Copy)]
pub struct SharedDiagonals {
    n: u32,
    /// Columns of a half.
    half: u32,
    /// Diagonals of one direction in the key.
    inner: u32,
}

impl SharedDiagonals {
    /// Those of a board of n rows, n from 2 to [`super::MOST`].
    pub fn new(n: u32) -> Self {
        let half = n / 2;
        let all = 2 * half - 1;
        Self { n, half, inner: all.saturating_sub(16).max(2).min(all) }
    }

    /// Bits of the key for one direction.
    pub fn inner(self) -> u32 {
        self.inner
    }

    /// Bits of the rest for one direction, at most 16.
    pub fn outer(self) -> u32 {
        2 * self.half - 1 - self.inner
    }

    /// The diagonals of a cell of the left half.
    fn of_cell(self, (row, column): (u32, u32)) -> u64 {
        let rightward = (row + self.half).checked_sub(column + 1);
        let leftward = (row + column).checked_sub(self.n - self.half);
        self.bit(rightward, 0) | self.bit(leftward, 1)
    }

    /// The bit of a diagonal by its place within its direction, if it is shared.
    fn bit(self, place: Option<u32>, direction: u32) -> u64 {
        let first = (2 * self.half - 1 - self.inner) / 2;
        match place {
            Some(place) if place < first => 1 << (32 + direction * self.outer() + place),
            Some(place) if place < first + self.inner => {
                1 << (direction * self.inner + place - first)
            }
            Some(place) if place < 2 * self.half - 1 => {
                1 << (32 + direction * self.outer() + place - self.inner)
            }
            _ => 0,
        }
    }
}

/// A quadrant at the left of the board.
#[derive(Debug, Clone, Copy)]
pub struct Quadrant {
    /// The first row.
    pub top: u32,
    /// How many rows it has.
    pub rows: u32,
    /// How many columns it has: the first of the board.
    pub columns: u32,
}

/// All placements of non-attacking queens in a quadrant: for each the diagonals that it takes, as
/// [`SharedDiagonals`].
pub struct QuadrantPlacements {
    columns: u32,
    /// Where those of some rows and columns begin, with one more entry at the end.
    begins: Vec<u32>,
    words: Vec<u64>,
}

impl QuadrantPlacements {
    /// The placements with queens on allowed cells only: a word of columns for each row of the
    /// quadrant.
    ///
    /// Time and memory: one word per placement, 5 million for 10x10, and 4 bytes for every set of
    /// rows and columns.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(
        quadrant: Quadrant,
        allowed: &[u32],
        diagonals: SharedDiagonals,
        run: &Run,
    ) -> Result<Self, Reason> {
        let mut meter = Meter::new(run)?;
        let Quadrant { top, rows, columns } = quadrant;
        let cell = |cell: u32| diagonals.of_cell((top + cell / columns, cell % columns));
        let cells: Vec<u64> = (0..rows * columns).map(cell).collect();
        let places = PlacedRows { columns, allowed, cells: &cells };
        let sets = 1usize << (rows + columns);
        run.reserve(4 * sets as u64)?;
        let mut begins = vec![0u32; sets + 1];
        places.visit(QueensAbove::default(), &mut meter, &mut |taken, _| begins[taken + 1] += 1)?;
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let all = begins[sets] as usize;
        run.reserve(8 * all as u64)?;
        let mut words = vec![0; all];
        // Each begin moves to its end, which is the begin of the next.
        places.visit(QueensAbove::default(), &mut meter, &mut |taken, word| {
            words[begins[taken] as usize] = word;
            begins[taken] += 1;
        })?;
        begins.rotate_right(1);
        begins[0] = 0;
        Ok(Self { columns, begins, words })
    }

    /// The placements that take exactly these rows and columns of the quadrant.
    pub fn of(&self, rows: u32, columns: u32) -> &[u64] {
        let taken = (rows << self.columns | columns) as usize;
        &self.words[self.begins[taken] as usize..self.begins[taken + 1] as usize]
    }
}

/// The cells allowed for queens.
struct PlacedRows<'a> {
    columns: u32,
    allowed: &'a [u32],
    cells: &'a [u64],
}

/// The queens of the rows above.
#[derive(Clone, Copy, Default)]
struct QueensAbove {
    /// How many rows are above.
    row: u32,
    rows: u32,
    columns: u32,
    /// Columns that diagonals take in this row, shifted by 16 bits.
    rightward: u64,
    leftward: u64,
    word: u64,
}

impl PlacedRows<'_> {
    /// Passes each placement to `visit`, by its rows and columns; recursion as deep as the rows.
    fn visit(
        &self,
        above: QueensAbove,
        meter: &mut Meter<'_>,
        visit: &mut impl FnMut(usize, u64),
    ) -> Result<(), Reason> {
        let QueensAbove { row, rows, columns, rightward, leftward, word } = above;
        let Some(allowed) = self.allowed.get(row as usize) else {
            meter.work(1)?;
            visit((rows << self.columns | columns) as usize, word);
            return Ok(());
        };
        let (right, left) = (rightward << 1, leftward >> 1);
        let below = QueensAbove { row: row + 1, rightward: right, leftward: left, ..above };
        self.visit(below, meter, visit)?;
        let mut free = allowed & !(columns | (rightward >> 16) as u32 | (leftward >> 16) as u32);
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let bit = 1 << (16 + column);
            let below = QueensAbove {
                row: row + 1,
                rows: rows | 1 << row,
                columns: columns | 1 << column,
                rightward: (rightward | bit) << 1,
                leftward: (leftward | bit) >> 1,
                word: word | self.cells[(row * self.columns + column) as usize],
            };
            self.visit(below, meter, visit)?;
        }
        Ok(())
    }
}

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

/// A list of half boards by the diagonals that they take, with its buffer.
#[derive(Default)]
pub struct HalfBoards {
    words: Vec<u64>,
    len: usize,
}

impl HalfBoards {
    /// The words, as
    /// [`SharedDiagonals`].
    pub fn words(&self) -> &[u64] {
        &self.words[..self.len]
    }

    /// All ways to fill the left half with a queen in each of its columns and in each of these
    /// rows, of which there are as many.
    ///
    /// For every set of columns of the upper quadrant the placements in the upper and in the
    /// lower quadrant are compared pair by pair.
    ///
    /// # Errors
    /// Lack of memory for the list.
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
            // The longer list is processed many at a time.
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

/// The sets of `size` of the lowest `of` bits, ascending; `of` up to 31.
pub fn subsets_of_size(of: u32, size: u32) -> impl Iterator<Item = u32> {
    let first = (size <= of).then(|| !(u32::MAX << size));
    std::iter::successors(first, move |&set| {
        // Gosper's hack: the lowest run of ones moves its highest up, and the others down to the
        // end.
        let lowest = set & set.wrapping_neg();
        let moved = set.checked_add(lowest).filter(|_| set != 0)?;
        let next = moved | (moved ^ set) >> (2 + lowest.trailing_zeros());
        (next >> of == 0).then_some(next)
    })
}
