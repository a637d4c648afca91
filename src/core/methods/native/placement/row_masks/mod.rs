//! `native:row-masks`: placements of queens and rooks of every number, by bit masks of the rows.

mod board;

use crate::methods::constraints::Constraint;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;
use satranj_encodings::independent_set::IndependentSet;

use super::components::by_components;
use crate::{
    limits::Reason,
    methods::parallel,
    methods::{Context, Description, Method, MethodOption, WitnessCounter, vertex_cover},
    run::Run,
};
use board::{FURTHEST, MaskBoard};

/// Nodes between two checks of the limits.
const LOOK_EVERY: u64 = 1 << 13;

/// Depth-first search row by row with bit masks of attacked squares (Richards, "Backtracking
/// algorithms in MCPL using bit patterns and recursion", 1997), where rows may stay empty: for
/// queens, rooks, bishops, their combinations and those with leapers.
///
/// For pieces that attack all of their row the last two rows are not searched: their pairs of
/// squares are counted, less the attacking ones. On a mirror-symmetric board half is searched. Time
/// is proportional to the number of placements, memory constant.
pub const ROW_MASKS: Method = Method::counting(
    Description {
        scope: Some("only counts; sliders and their sums, up to 64x64"),
        options: &[MethodOption::Threads],
        ..Description::native(
            "native:row-masks",
            "counts placements of 0, 1, 2, … queens or rooks by bit masks of the rows",
        )
        .minding(&[Constraint::Given, Constraint::Size, Constraint::Unshielded])
    },
    vertex_cover::takes,
    |model, counting| {
        vertex_cover::counter(
            |set, counting| {
                let kind =
                    set.single().filter(|kind| MaskBoard::goes_by_row(&kind.lattice).is_some())?;
                (kind.lattice.rides() && !counting.classes).then(|| {
                    WitnessCounter::new(move |context| {
                        by_components(set, counting, context, |component, greatest| {
                            // If all sizes up to it matter, there is no least one.
                            count(set, component, greatest, u64::MAX, context)
                        })
                    })
                })
            },
            model,
            counting,
        )
    },
);

/// The number of placements on some squares of each size up to the greatest that matters.
///
/// # Errors
/// The reason to stop; also [`Reason::IncompleteMethod`] after this many nodes, or for unsuitable
/// pieces or boards.
pub fn count(
    set: &IndependentSet,
    squares: &[u32],
    greatest: Option<u32>,
    nodes: u64,
    context: &Context,
) -> Result<Vec<BigUint>, Reason> {
    let board = MaskBoard::new(set, squares).ok_or(Reason::IncompleteMethod)?;
    let most = greatest.map_or(squares.len(), |greatest| squares.len().min(greatest as usize));
    let run: &Run = context;
    let work = AtomicU64::new(0);
    // With a node limit each node is counted at once.
    let look_every = if run.limits.nodes.is_some() { 1 } else { LOOK_EVERY };
    let begun = || MaskSearch {
        board: &board,
        counts: vec![0; most + 3],
        most,
        unseen: 0,
        look_every,
        share: (&work, nodes),
        run,
    };
    let sums: Result<Vec<Vec<u64>>, Reason> = context.side_by_side(|| {
        parallel::map(&first_pieces(&board), |&(row, columns, times)| {
            let mut search = begun();
            search.first_piece(row, columns)?;
            search.look()?;
            search.counts.iter_mut().for_each(|count| *count *= times);
            Ok(search.counts)
        })
    })?;
    let mut total = vec![BigUint::default(); most + 1];
    // The placement without pieces.
    total[0] += 1u32;
    for counts in sums? {
        for (total, count) in total.iter_mut().zip(counts) {
            *total += count;
        }
    }
    Ok(total)
}

/// The row of the first piece, its possible columns, and the number of mirror images that each
/// placement represents.
fn first_pieces(board: &MaskBoard) -> Vec<(usize, u64, u64)> {
    let halves = board.is_exclusive && board.is_mirrored();
    let mut pieces = Vec::new();
    for (row, &allowed) in board.allowed.iter().enumerate() {
        let (left, middle) = board.left_and_middle();
        let mut columns = if halves { allowed & (left | middle) } else { allowed };
        while columns != 0 {
            let column = columns & columns.wrapping_neg();
            columns ^= column;
            pieces.push((row, column, if halves && column & left != 0 { 2 } else { 1 }));
        }
    }
    pieces
}

/// The attacks of the pieces above on a row: along lines straight down, to the right and to the
/// left, and by leaps into it and into later rows.
#[derive(Clone, Copy, Default)]
struct Attacked {
    lines: [u64; 3],
    leaps: [u64; FURTHEST],
}

impl Attacked {
    fn squares(&self) -> u64 {
        self.lines[0] | self.lines[1] | self.lines[2] | self.leaps[0]
    }
}

/// A search of the placements that begin with some piece.
struct MaskSearch<'a> {
    board: &'a MaskBoard,
    /// Placements by size. Searching 2^64 of them is infeasible, so these do not overflow.
    counts: Vec<u64>,
    most: usize,
    /// Nodes not yet reported to the run.
    unseen: u64,
    look_every: u64,
    /// All nodes of the search, and their limit.
    share: (&'a AtomicU64, u64),
    run: &'a Run,
}

impl MaskSearch<'_> {
    /// Reports nodes to the run.
    fn look(&mut self) -> Result<(), Reason> {
        let nodes = std::mem::take(&mut self.unseen);
        let (work, most) = self.share;
        if work.fetch_add(nodes, Ordering::Relaxed).saturating_add(nodes) > most {
            return Err(Reason::IncompleteMethod);
        }
        self.run.nodes(nodes)
    }

    fn node(&mut self) -> Result<(), Reason> {
        self.unseen += 1;
        if self.unseen >= self.look_every { self.look() } else { Ok(()) }
    }

    /// The attacks on the next row, given the pieces on a row.
    #[inline]
    fn below(&self, row: usize, pieces: u64, above: Attacked) -> Attacked {
        let board = self.board;
        let free = if board.shielded { board.free[row + 1] } else { u64::MAX };
        let moved = |line: usize, squares: u64| {
            let own = if board.lines[line] { pieces } else { 0 };
            let all = squares | own;
            [all, all << 1, all >> 1][line] & free
        };
        let [down, right, left] = above.lines;
        let mut below = Attacked {
            lines: [moved(0, down), moved(1, right), moved(2, left)],
            leaps: [above.leaps[1], above.leaps[2], 0],
        };
        let mut left = pieces;
        while left != 0 {
            let leaps = &board.leaps[left.trailing_zeros() as usize];
            below.leaps.iter_mut().zip(leaps).for_each(|(attacked, leap)| *attacked |= leap);
            left &= left - 1;
        }
        below
    }

    /// Searches the placements whose first piece is in this row and column.
    fn first_piece(&mut self, row: usize, column: u64) -> Result<(), Reason> {
        self.node()?;
        if self.most == 0 {
            return Ok(());
        }
        let at = column.trailing_zeros();
        let to_right = self.board.allowed[row] & !(column | (column - 1));
        let rest = to_right & !self.board.aside(row, at);
        self.in_row(row, rest, column, 1, Attacked::default())
    }

    /// Searches a row from its first square.
    fn row(&mut self, row: usize, size: usize, above: Attacked) -> Result<(), Reason> {
        self.node()?;
        let board = self.board;
        let allowed = board.allowed[row] & !above.squares();
        if size == self.most {
            self.counts[size] += 1;
            return Ok(());
        }
        if board.is_exclusive {
            if row + 1 == board.allowed.len() {
                self.counts[size] += 1;
                self.counts[size + 1] += u64::from(allowed.count_ones());
                return Ok(());
            }
            if row + 2 == board.allowed.len() {
                let below = self.below(row, 0, above);
                self.last_two(allowed, board.allowed[row + 1] & !below.squares(), size);
                return Ok(());
            }
        }
        self.in_row(row, allowed, 0, size, above)
    }

    /// Counts the placements on the last two rows.
    #[inline]
    fn last_two(&mut self, upper: u64, lower: u64, size: usize) {
        let number = |squares: u64| u64::from(squares.count_ones());
        let mut pairs = number(upper) * number(lower);
        for &aside in &self.board.next_row {
            let attacked = if aside < 0 { upper >> aside.unsigned_abs() } else { upper << aside };
            pairs -= number(attacked & lower);
        }
        self.counts[size] += 1;
        self.counts[size + 1] += number(upper) + number(lower);
        self.counts[size + 2] += pairs;
    }

    /// Continues after a row with these pieces, and with each further one on the row's remaining
    /// squares.
    fn in_row(
        &mut self,
        row: usize,
        mut left: u64,
        pieces: u64,
        size: usize,
        above: Attacked,
    ) -> Result<(), Reason> {
        if row + 1 == self.board.allowed.len() {
            self.counts[size] += 1;
        } else {
            self.row(row + 1, size, self.below(row, pieces, above))?;
        }
        if size == self.most {
            return Ok(());
        }
        while left != 0 {
            let piece = left & left.wrapping_neg();
            left ^= piece;
            let rest = left & !self.board.aside(row, piece.trailing_zeros());
            self.in_row(row, rest, pieces | piece, size + 1, above)?;
        }
        Ok(())
    }
}
