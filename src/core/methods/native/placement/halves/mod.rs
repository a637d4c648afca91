//! `native:halves`: placements of knights and their like, the upper and the lower half apart.

mod board;
mod product;
mod states;

use num_bigint::BigUint;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use satranj_encodings::lattice::Lattice;

use super::components::by_components;
use crate::{
    limits::Reason,
    methods::{Context, Description, Method, MethodOption, Tallies, Tally},
    run::Run,
};
use board::MOST_WIDTH;
pub(super) use board::RowBoard;
use product::ProductSum;
use states::HalfStates;

/// Counts placements of leapers that attack one or two rows and columns further: knights, and
/// ferzes and alfils.
///
/// The state of a programme that goes row by row is which squares of the last two rows are taken:
/// 194,481 of 12 columns for knights. Both halves of the board are counted up to the two rows in
/// the middle, and for each state of these the product of both polynomials is added. A board that
/// equals its mirror image has half as many states, one that equals itself upside down needs one
/// half. Components are counted apart. O(states · (columns · rows · sizes + sizes²)) time,
/// O(states · sizes) memory.
pub const HALVES: Method = Method::counting(
    Description {
        scope: Some("only counts, knights and their like, up to 20 columns"),
        options: &[MethodOption::Threads],
        ..Description::native(
            "native:halves",
            "counts placements of knights, the upper and the lower half of the board apart",
        )
    },
    Tallies::IndependentSet(|set, counting| {
        let kind = set.single().filter(|kind| is_counted(&kind.lattice))?;
        (!counting.classes).then(|| {
            Tally::new(move |context| {
                by_components(set, counting, context, |component, greatest| {
                    let board = RowBoard::new(&kind.lattice, component);
                    count(&board.ok_or(Reason::IncompleteMethod)?, greatest, context)
                })
            })
        })
    }),
);

/// Whether each component of a board, however it lies, has a [`RowBoard`].
fn is_counted(lattice: &Lattice) -> bool {
    let is_short = |by: i32| (1..=2).contains(&by.abs());
    lattice.rows().min(lattice.columns()) <= MOST_WIDTH
        && lattice
            .steps()
            .iter()
            .all(|step| !step.repeats && is_short(step.rows) && is_short(step.columns))
}

/// The number of placements of each size, up to the greatest that matters.
///
/// # Errors
/// The reason to stop.
pub(super) fn count(
    board: &RowBoard,
    greatest: Option<u32>,
    context: &Context,
) -> Result<Vec<BigUint>, Reason> {
    let run: &Run = context;
    context.side_by_side(|| {
        let below = board.upside_down();
        let upper_end = board.rows.len() / 2;
        let lower_end = board.rows.len() - upper_end;
        let upper = up_to_row(HalfStates::new(board, run)?, upper_end, greatest, run)?;
        if below != *board {
            let lower = up_to_row(HalfStates::new(&below, run)?, lower_end, greatest, run)?;
            return joined(&upper, &lower, greatest, run);
        }
        if lower_end == upper_end {
            return joined(&upper, &upper, greatest, run);
        }
        joined(&upper, &upper.next(greatest, run)?, greatest, run)
    })?
}

/// Goes on to a row.
fn up_to_row<'b>(
    mut states: HalfStates<'b>,
    row: usize,
    greatest: Option<u32>,
    run: &Run,
) -> Result<HalfStates<'b>, Reason> {
    while states.row() < row {
        states = states.next(greatest, run)?;
    }
    Ok(states)
}

/// The sum of the products of the polynomials of each state in the middle, from above and from
/// below; the sizes count what is taken of the two rows too.
fn joined(
    upper: &HalfStates<'_>,
    lower: &HalfStates<'_>,
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    let sums: Result<Vec<[ProductSum; 2]>, Reason> = upper
        .uppers()
        .into_par_iter()
        .fold(
            || Ok([ProductSum::default(), ProductSum::default()]),
            |sums: Result<[ProductSum; 2], Reason>, (first, stands_for)| {
                let mut sums = sums?;
                run.poll()?;
                let sum = &mut sums[stands_for as usize - 1];
                for second in upper.lowers(first) {
                    let taken = first.count_ones() + second.count_ones();
                    let of_upper = (upper.polynomial(first, second), upper.words());
                    let of_lower = (lower.polynomial(second, first), lower.words());
                    sum.add(of_upper, of_lower, taken as usize, greatest);
                }
                Ok(sums)
            },
        )
        .collect();
    let mut total: Vec<BigUint> = Vec::new();
    for [once, twice] in sums? {
        for (sum, factor) in [(once, 1u32), (twice, 2)] {
            for (size, number) in sum.numbers().into_iter().enumerate() {
                if total.len() <= size {
                    total.resize(size + 1, BigUint::default());
                }
                total[size] += number * factor;
            }
        }
    }
    Ok(total)
}
