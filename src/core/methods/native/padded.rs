//! A board of single steps in a flat array with a margin, and descents by Warnsdorff's rule.

use satranj_encodings::lattice::{Lattice, Step};

/// The board with a margin as wide as the longest step, so that no step needs a check.
///
/// One byte per cell; up to nine if steps are nearly as long as the board.
#[derive(Debug, Clone)]
pub struct Padded<'l> {
    lattice: &'l Lattice,
    width: usize,
    /// Rows above and columns left of the board.
    margin: (usize, usize),
    /// Free cells one step away; [`TAKEN`] or more on cells that are taken, blocked or in the
    /// margin.
    onward: Vec<u8>,
    steps: Vec<PaddedStep>,
}

/// A step by rows and columns, as an offset in the padded board, and as an offset in the board.
#[derive(Debug, Clone, Copy)]
struct PaddedStep {
    rows: i64,
    columns: i64,
    padded: isize,
    cells: i32,
}

/// How a descent chooses among moves with equally few onward moves: the farthest from a centre,
/// then the first as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieBreak {
    /// Twice the (rows, columns) by which the centre is moved.
    pub centre: (i64, i64),
    /// Indices of the steps in the listed order; empty for their own order.
    pub order: Vec<usize>,
}

impl TieBreak {
    /// Roth's: farthest from the centre of the board.
    pub const ROTH: Self = Self { centre: (0, 0), order: Vec::new() };
}

/// A descent in progress.
#[derive(Debug, Clone)]
pub struct Descent {
    /// The steps with what each adds to the key of its move.
    steps: Vec<ListedStep>,
    /// The next square, as a cell of the padded board and of the board.
    padded: usize,
    cell: u32,
    /// Twice its row and column relative to the centre.
    from_centre: (i64, i64),
}

/// A step in its place of the list.
#[derive(Debug, Clone, Copy)]
struct ListedStep {
    step: PaddedStep,
    /// The part of a move's key that is independent of the square.
    key: u64,
    /// The decrease of the key for each of twice the rows and columns from the centre.
    outward: (i64, i64),
}

/// Greater than any number of steps.
const TAKEN: u8 = 128;

/// For the margin and blocked cells: stays at least [`TAKEN`] after every cell a step away is
/// taken.
const MARGIN: u8 = u8::MAX;

/// The most steps: a cell of the margin is decremented once for each.
const MOST_STEPS: usize = 64;

/// The longest side: distances from the centre must fit into a key.
const LONGEST_SIDE: u32 = 1 << 20;

/// A move's key: onward moves, then nearness to the centre, then its place in the list. The least
/// is best.
const ONWARD_AT: u32 = 56;
const NEARNESS_AT: u32 = 8;

/// Makes every nearness positive.
const NEARNESS_BIAS: u64 = 1 << 46;

/// The steps that are not longer than the board; other steps lead nowhere.
fn fitting(lattice: &Lattice) -> impl Iterator<Item = &Step> {
    lattice.steps().iter().filter(|step| {
        step.rows.unsigned_abs() < lattice.rows() && step.columns.unsigned_abs() < lattice.columns()
    })
}

/// Rows above and columns left of the board: as many as the longest step has.
fn margins(lattice: &Lattice) -> (usize, usize) {
    let longest = |length: fn(&Step) -> i32| {
        fitting(lattice).map(|step| length(step).unsigned_abs() as usize).max().unwrap_or(0)
    };
    (longest(|step| step.rows), longest(|step| step.columns))
}

/// Width and height of the padded board.
fn padded_sides(lattice: &Lattice) -> (usize, usize) {
    let margin = margins(lattice);
    (lattice.columns() as usize + 2 * margin.1, lattice.rows() as usize + 2 * margin.0)
}

impl<'l> Padded<'l> {
    /// Whether a lattice can be padded: single steps, at most 64, and no side beyond 2^20.
    #[must_use]
    pub fn fits(lattice: &Lattice) -> bool {
        !lattice.rides()
            && lattice.steps().len() <= MOST_STEPS
            && lattice.longest_side() <= LONGEST_SIDE
    }

    /// A padded board on which every cell of a lattice for which [`Padded::fits`] is free.
    /// O(cells).
    #[must_use]
    pub fn new(lattice: &'l Lattice) -> Self {
        let (width, height) = padded_sides(lattice);
        let steps = fitting(lattice).map(|step| PaddedStep {
            rows: step.rows.into(),
            columns: step.columns.into(),
            padded: step.rows as isize * width as isize + step.columns as isize,
            cells: step.rows * lattice.columns() as i32 + step.columns,
        });
        let mut padded = Self {
            lattice,
            width,
            margin: margins(lattice),
            steps: steps.collect(),
            onward: vec![MARGIN; width * height],
        };
        padded.clear();
        padded
    }

    /// Frees all cells. O(cells), since most rows of a board equal the one before.
    pub fn clear(&mut self) {
        let (rows, columns) = (self.lattice.rows() as usize, self.lattice.columns() as usize);
        self.onward.fill(MARGIN);
        for row in 0..rows {
            let begin = self.padded(row as u32, 0);
            if row > self.margin.0 && row + self.margin.0 < rows {
                let above = begin - self.width;
                self.onward.copy_within(above..above + columns, begin);
                continue;
            }
            let on_board =
                |step: &&PaddedStep| (0..rows as i64).contains(&(row as i64 + step.rows));
            let steps: Vec<&PaddedStep> = self.steps.iter().filter(on_board).collect();
            let line = &mut self.onward[begin..begin + columns];
            for column in 0..columns {
                line[column] = if column > self.margin.1 && column + self.margin.1 < columns {
                    line[column - 1]
                } else {
                    let to = |step: &&&PaddedStep| column as i64 + step.columns;
                    steps.iter().filter(|step| (0..columns as i64).contains(&to(step))).count()
                        as u8
                };
            }
        }
        if self.lattice.is_free() {
            return;
        }
        for row in 0..rows as u32 {
            for column in 0..columns as u32 {
                if self.lattice.vertex(row, column).is_none() {
                    self.block(row, column);
                }
            }
        }
    }

    /// Takes a cell out of the board.
    fn block(&mut self, row: u32, column: u32) {
        let cell = self.padded(row, column);
        self.onward[cell] |= TAKEN;
        for step in &self.steps {
            self.onward[cell.wrapping_add_signed(step.padded)] -= 1;
        }
    }

    /// Takes a vertex, so that no descent enters it.
    pub fn take(&mut self, vertex: u32) {
        let (row, column) = self.lattice.position(vertex);
        self.block(row, column);
    }

    fn padded(&self, row: u32, column: u32) -> usize {
        (row as usize + self.margin.0) * self.width + column as usize + self.margin.1
    }

    /// Whether a vertex is not taken.
    #[must_use]
    pub fn is_free(&self, vertex: u32) -> bool {
        let (row, column) = self.lattice.position(vertex);
        self.onward[self.padded(row, column)] < TAKEN
    }

    /// A descent that begins at a free vertex.
    #[must_use]
    pub fn descent(&self, start: u32, ties: &TieBreak) -> Descent {
        let (row, column) = self.lattice.position(start);
        let twice = |at: u32, size: u32| 2 * i64::from(at) + 1 - i64::from(size);
        let listed = |place: usize| {
            let step = self.steps[ties.order.get(place).map_or(place, |&index| index)];
            // With (a, b) twice the rows and columns from the centre, a move by (r, c) increases
            // the square of that distance by 4 (a r + b c + r² + c²).
            let own = (step.rows * step.rows + step.columns * step.columns) as u64;
            ListedStep {
                step,
                key: (NEARNESS_BIAS - own) << NEARNESS_AT | place as u64,
                outward: (step.rows << NEARNESS_AT, step.columns << NEARNESS_AT),
            }
        };
        Descent {
            steps: (0..self.steps.len()).map(listed).collect(),
            padded: self.padded(row, column),
            cell: row * self.lattice.columns() + column,
            from_centre: (
                twice(row, self.lattice.rows()) - ties.centre.0,
                twice(column, self.lattice.columns()) - ties.centre.1,
            ),
        }
    }

    /// Number of steps that are not longer than the board.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Continues for at most this many squares; returns whether it can go on from there. Appends
    /// the cells (not vertices) that it takes to the path.
    pub fn descend(&mut self, descent: &mut Descent, most: usize, path: &mut Vec<u32>) -> bool {
        let Descent { steps, padded, cell, from_centre } = descent;
        let place = (padded, cell, from_centre);
        // A known number of steps lets the loop be unrolled.
        match <&[ListedStep; 8]>::try_from(&steps[..]) {
            Ok(steps) => descend(&mut self.onward, steps, place, most, path),
            Err(_) => descend(&mut self.onward, steps, place, most, path),
        }
    }

    /// Turns the cells of a path into vertices.
    pub fn vertices(&self, path: &mut [u32]) {
        if self.lattice.is_free() {
            return;
        }
        let columns = self.lattice.columns();
        for cell in path {
            // Only free cells are taken, and each is a vertex.
            *cell = self.lattice.vertex(*cell / columns, *cell % columns).unwrap_or(*cell);
        }
    }
}

/// The loop of [`Padded::descend`], without a branch on which move is free or better, since that
/// branch is unpredictable.
#[expect(clippy::inline_always, reason = "so that the number of steps is known")]
#[inline(always)]
fn descend(
    onward: &mut [u8],
    steps: &[ListedStep],
    (padded, cell, from_centre): (&mut usize, &mut u32, &mut (i64, i64)),
    most: usize,
    path: &mut Vec<u32>,
) -> bool {
    for _ in 0..most {
        path.push(*cell);
        onward[*padded] |= TAKEN;
        // Four comparisons at a time.
        let mut best = [u64::MAX; 4];
        for (place, &ListedStep { step, key, outward }) in steps.iter().enumerate() {
            let onward = &mut onward[padded.wrapping_add_signed(step.padded)];
            // On taken cells too: they stay at least TAKEN.
            *onward = onward.wrapping_sub(1);
            let outward = from_centre.0 * outward.0 + from_centre.1 * outward.1;
            let key = (u64::from(*onward) << ONWARD_AT) + key.wrapping_sub(outward as u64);
            best[place % 4] = best[place % 4].min(key);
        }
        let best = best[0].min(best[1]).min(best[2].min(best[3]));
        if best >= u64::from(TAKEN) << ONWARD_AT {
            return false;
        }
        let step = steps[best as usize % (1 << NEARNESS_AT)].step;
        *padded = padded.wrapping_add_signed(step.padded);
        *cell = cell.wrapping_add_signed(step.cells);
        from_centre.0 += 2 * step.rows;
        from_centre.1 += 2 * step.columns;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, piece::Piece};

    /// A descent by the definition, over the neighbours of the lattice.
    fn by_definition(lattice: &Lattice, start: u32) -> Vec<u32> {
        let mut free = vec![true; lattice.vertices() as usize];
        let free_neighbours = |vertex: u32, free: &[bool]| -> Vec<u32> {
            let mut list = Vec::new();
            lattice.neighbours(vertex, &mut list);
            list.retain(|&other| free[other as usize]);
            list
        };
        let mut path = vec![start];
        free[start as usize] = false;
        loop {
            let moves = free_neighbours(path[path.len() - 1], &free);
            let best = moves.into_iter().min_by_key(|&vertex| {
                let (row, column) = lattice.position(vertex);
                let onward = free_neighbours(vertex, &free).len();
                (onward, std::cmp::Reverse(lattice.centre_distance(row, column)))
            });
            let Some(best) = best else { return path };
            free[best as usize] = false;
            path.push(best);
        }
    }

    #[test]
    fn descents_are_those_of_the_definition() {
        for (board, piece) in [
            ("1x1", "knight"),
            ("3x4", "knight"),
            ("8x8", "knight"),
            ("5x9", "zebra"),
            ("6x4", "king"),
            ("3x30", "knight+wazir"),
            ("9x9", "leaper:5,6"),
            ("4x4", "leaper:9,1"),
        ] {
            let mut board = Board::parse(board).unwrap();
            let piece: Piece = piece.parse().unwrap();
            for blocked in [0, 1, 3] {
                let squares: Vec<_> = board.squares().skip(blocked).step_by(5).collect();
                squares.iter().take(blocked).for_each(|&square| board.block(square));
                let lattice = board.lattice(&piece);
                let mut padded = Padded::new(&lattice);
                for start in 0..lattice.vertices() {
                    padded.clear();
                    let mut descent = padded.descent(start, &TieBreak::ROTH);
                    let mut path = Vec::new();
                    while padded.descend(&mut descent, 7, &mut path) {}
                    padded.vertices(&mut path);
                    assert_eq!(path, by_definition(&lattice, start), "{board} {start}");
                    for vertex in 0..lattice.vertices() {
                        assert_eq!(padded.is_free(vertex), !path.contains(&vertex));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_taken_is_not_entered() {
        let lattice = Board::parse("8x8").unwrap().lattice(&"knight".parse().unwrap());
        let mut padded = Padded::new(&lattice);
        padded.take(20);
        padded.take(63);
        let mut descent = padded.descent(0, &TieBreak::ROTH);
        let mut path = Vec::new();
        assert!(!padded.descend(&mut descent, usize::MAX, &mut path));
        assert!(path.len() > 20 && !path.contains(&20) && !path.contains(&63), "{path:?}");
    }

    #[test]
    fn sliders_and_enormous_boards_do_not_fit() {
        let lattice = |board: &str, piece: &str| {
            Board::parse(board).unwrap().lattice(&piece.parse::<Piece>().unwrap())
        };
        assert!(Padded::fits(&lattice("10000x10000", "knight")));
        assert!(!Padded::fits(&lattice("8x8", "knight+rook")));
        assert!(!Padded::fits(&Lattice::new(2, (1 << 20) + 1, None, Vec::new())));
    }
}
