//! `native:halves`: placements of leapers such as knights, the upper and the lower half separately.

mod states;

use crate::methods::constraints::Constraint;
use num_bigint::BigUint;
use satranj_encodings::lattice::Lattice;

use super::components::by_components;
use crate::{
    limits::Reason,
    methods::parallel,
    methods::{Context, Description, Method, MethodOption, WitnessCounter, vertex_cover},
    run::Run,
};
pub(super) use states::RowBoard;
use states::{HalfStates, MOST_WIDTH};

/// Counts placements of leapers that reach one or two rows and columns: knights, and ferzes and
/// alfils.
///
/// The state of a row-by-row dynamic program is the set of squares taken in the last two rows:
/// 194,481 states for knights on 12 columns. Both halves of the board are counted up to the two
/// rows in the middle, and for each state of these the product of both polynomials is added. Mirror
/// symmetry halves the states, and a board that equals itself upside down needs only one half.
/// Components are counted separately. O(states · (columns · rows · sizes + sizes²)) time, O(states
/// · sizes) memory.
pub const HALVES: Method = Method::counting(
    Description {
        scope: Some("only counts; pieces that move at most two rows, up to 20 columns"),
        options: &[MethodOption::Threads],
        ..Description::native(
            "native:halves",
            "counts placements of knights by meet in the middle: the board's upper and lower half",
        )
        .minding(&[Constraint::Given, Constraint::Size, Constraint::Unshielded])
    },
    vertex_cover::takes,
    |model, counting| {
        vertex_cover::counter(
            |set, counting| {
                let kind = set.single().filter(|kind| is_counted(&kind.lattice))?;
                (!counting.classes).then(|| {
                    WitnessCounter::new(move |context| {
                        by_components(set, counting, context, |component, greatest| {
                            let board = RowBoard::new(&kind.lattice, component);
                            count(&board.ok_or(Reason::IncompleteMethod)?, greatest, context)
                        })
                    })
                })
            },
            model,
            counting,
        )
    },
);

/// Whether each component of a board, in any orientation, has a [`RowBoard`].
fn is_counted(lattice: &Lattice) -> bool {
    let is_short = |by: i32| (1..=2).contains(&by.abs());
    lattice.rows().min(lattice.columns()) <= MOST_WIDTH
        && lattice
            .steps()
            .iter()
            .all(|step| !step.repeats() && is_short(step.rows) && is_short(step.columns))
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

/// Advances to a row.
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

/// Parts into which the states in the middle are divided, for the threads.
const CHUNKS: usize = 16;

/// The sum over the states in the middle of the products of the polynomials from above and below;
/// the sizes include the pieces on the two rows.
fn joined(
    upper: &HalfStates<'_>,
    lower: &HalfStates<'_>,
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    let uppers: Vec<_> = upper.uppers().into_iter().collect();
    let chunks: Vec<_> = uppers.chunks(uppers.len().div_ceil(CHUNKS).max(1)).collect();
    let sums: Result<Vec<[ProductSum; 2]>, Reason> = parallel::map(&chunks, |chunk| {
        let mut sums = [ProductSum::default(), ProductSum::default()];
        for &(first, stands_for) in *chunk {
            run.poll()?;
            let sum = &mut sums[stands_for as usize - 1];
            for second in upper.lowers(first) {
                let taken = first.count_ones() + second.count_ones();
                let of_upper = (upper.polynomial(first, second), upper.words());
                let of_lower = (lower.polynomial(second, first), lower.words());
                sum.add(of_upper, of_lower, taken as usize, greatest);
            }
        }
        Ok(sums)
    });
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

/// A polynomial and the words per coefficient.
type Wide<'n> = (&'n [u64], usize);

/// A sum of products, with one word more per coefficient than both factors together: it cannot
/// overflow for fewer than 2^64 summands.
#[derive(Default)]
struct ProductSum {
    words: usize,
    sums: Vec<u64>,
}

impl ProductSum {
    /// Adds the product of two polynomials, with sizes shifted by `shift`, up to the greatest that
    /// matters.
    fn add(
        &mut self,
        (left, left_words): Wide<'_>,
        (right, right_words): Wide<'_>,
        shift: usize,
        greatest: Option<u32>,
    ) {
        // All states of one row have equally many words per number.
        self.words = left_words + right_words + 1;
        let most = greatest.map_or(usize::MAX, |greatest| greatest as usize + 1);
        let sizes = left.len() / left_words + right.len() / right_words - 1 + shift;
        let sizes = sizes.min(most);
        if self.sums.len() < sizes * self.words {
            self.sums.resize(sizes * self.words, 0);
        }
        for (of_left, left) in left.chunks_exact(left_words).enumerate() {
            let Some(target) = self.sums.get_mut((of_left + shift) * self.words..) else { return };
            let sums = target.chunks_exact_mut(self.words);
            if left_words == 1 && right_words == 1 {
                for (sum, &right) in sums.zip(right) {
                    add_product(sum, left[0], right);
                }
                continue;
            }
            for (sum, right) in sums.zip(right.chunks_exact(right_words)) {
                for (place, &left) in left.iter().enumerate() {
                    for (other, &right) in right.iter().enumerate() {
                        add_product(&mut sum[place + other..], left, right);
                    }
                }
            }
        }
    }

    /// The sums.
    fn numbers(&self) -> Vec<BigUint> {
        let of = |words: &[u64]| {
            BigUint::new(
                words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect(),
            )
        };
        self.sums.chunks_exact(self.words.max(1)).map(of).collect()
    }
}

/// Adds the product of two words; the sum has at least three.
#[inline]
fn add_product(sum: &mut [u64], left: u64, right: u64) {
    let [low, high, beyond @ ..] = sum else { return };
    let product = u128::from(left) * u128::from(right);
    let before = u128::from(*high) << 64 | u128::from(*low);
    let (after, carry) = before.overflowing_add(product);
    (*low, *high) = (after as u64, (after >> 64) as u64);
    if carry {
        for word in beyond {
            let overflows;
            (*word, overflows) = word.overflowing_add(1);
            if !overflows {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_the_greatest_words() {
        for (left, right) in [(1, 1), (2, 1), (2, 3)] {
            let mut sum = ProductSum::default();
            for _ in 0..5 {
                sum.add(
                    (&vec![u64::MAX; 2 * left], left),
                    (&vec![u64::MAX; right], right),
                    1,
                    None,
                );
            }
            let factor = |words: usize| (BigUint::from(1u32) << (64 * words)) - 1u32;
            let product: BigUint = factor(left) * factor(right) * 5u32;
            assert_eq!(sum.numbers(), [BigUint::default(), product.clone(), product]);
        }
        let mut sum = ProductSum::default();
        sum.add((&[1, 2, 3], 1), (&[4, 5], 1), 0, Some(1));
        assert_eq!(sum.numbers(), [BigUint::from(4u32), BigUint::from(13u32)]);
    }
}
