//! `native:bitmask`: bit-parallel backtracking for up to 64 queens, and counting by symmetry.

use crate::methods::constraints::Constraint;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use satranj_encodings::{
    model::{Model, Witness},
    queens::Queens,
};

use super::{
    constraints::Constraints,
    counting::{self, instruction_set::InstructionSet},
    taken_lines::{classes_of, count_classes},
};
use crate::{
    limits::Reason,
    methods::{
        Context, Counted, Counting, Description, Ending, Finder, Found, Goal, Method, MethodOption,
        WitnessCounter, meter::Meter,
    },
    run::Run,
};

/// Bit-parallel backtracking (Richards, "Backtracking algorithms in MCPL using bit patterns and
/// recursion", 1997), one queen per row, for n up to 64.
///
/// Exponential time, constant memory; complete. Without given or forbidden cells, all solutions are
/// found as those with the first queen on the left and their mirror images, and counted (OEIS
/// A000170) by an eighth of them, on all threads and many at a time ([`counting`]); classes
/// (A002562) by Burnside's lemma: an eighth of the sum of the solutions that each symmetry keeps.
pub const BITMASK: Method = Method::finding(
    Description {
        scope: Some("up to 64 queens"),
        options: &[MethodOption::Threads],
        ..Description::native(
            "native:bitmask",
            "bit-parallel backtracking up to n = 64, counting by symmetry",
        )
        .minding(&[Constraint::Given, Constraint::Blocked])
    },
    Model::is_queens,
    |model, goal| {
        let queens = model.as_queens()?;

        (queens.n <= MOST)
            .then(|| Finder::new(move |context, found| solve(queens, goal, context, found)))
    },
)
.with_counts(|model, counting| {
    let queens = model.as_queens()?;

    let fits = queens.n <= MOST && !counting.by_size && (!counting.classes || queens.is_free());
    let counter = WitnessCounter::new(move |context| count(queens, counting, context));
    let is_divided = queens.is_free() && queens.n >= 2;
    let units = |depth, run: &Run| counting::units(queens.n, depth, run);
    fits.then(|| match is_divided {
        true if counting.classes => counter.in_parts(counting::SPLIT),
        true => counter
            .in_parts(counting::SPLIT)
            .with_units(units)
            .with_classes(|total, run| classes_of(queens.n, total, run)),
        false => counter,
    })
});

/// What the constraints allow in each row; `None` if given queens attack each other.
///
/// A given queen also takes its lines from the rows before it.
fn constrained(queens: &Queens) -> Option<Domain> {
    let constraints = Constraints::by_row(queens)?;
    let mut domain = Domain::free(queens.n);
    for row in 0..queens.n {
        let allowed = &mut domain.allowed[row as usize];
        for &(_, column) in constraints.forbidden_on(row) {
            *allowed &= !(1 << column);
        }
        for &(given, column) in constraints.given() {
            let distance = row.abs_diff(given);
            let lines = if distance == 0 {
                !(1 << column)
            } else {
                let bit = 1 << column;
                bit | bit << distance | bit >> distance
            };
            *allowed &= !lines;
        }
    }
    Some(domain)
}

/// The free problem with the first queen in the left half, and for odd n also with the first in the
/// middle and the second in the left half; all others are mirror images. n >= 2.
fn left_half(n: u32) -> Vec<Domain> {
    let half = (1 << (n / 2)) - 1;
    let mut left = Domain::free(n);
    left.allowed[0] = half;
    let mut domains = vec![left];
    if n % 2 == 1 {
        let mut middle = Domain::free(n);
        middle.allowed[0] = 1 << (n / 2);
        middle.allowed[1] = half;
        domains.push(middle);
    }
    domains
}

fn solve(queens: &Queens, goal: Goal, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let mut meter = Meter::new(run)?;
    let mirrored = queens.is_free() && queens.n >= 2;
    let domains =
        if mirrored { left_half(queens.n) } else { constrained(queens).into_iter().collect() };
    for domain in domains {
        let flow = domain.search(&mut meter, |placed| {
            let columns = placed.columns();
            let mirror = (mirrored && goal == Goal::All)
                .then(|| columns.iter().map(|column| queens.n - 1 - column).collect());
            let mut witnesses = [Some(columns), mirror].into_iter().flatten();
            witnesses.try_for_each(|columns| found(Witness::Columns(columns)))
        })?;
        if flow == ControlFlow::Break(()) {
            return Ok(Ending::Enough);
        }
    }
    Ok(Ending::Exhausted)
}

fn count(queens: &Queens, counting: Counting, context: &Context) -> Result<Counted, Reason> {
    let total = if queens.is_free() && queens.n >= 2 {
        counting::count(queens.n, InstructionSet::fastest(), context)?
    } else {
        count_constrained(queens, context)?
    };
    let mut counted = Counted { count: BigUint::from(total), ..Counted::default() };
    if counting.classes {
        counted.classes = Some(count_classes(queens.n, total, context)?);
    }
    Ok(counted)
}

fn count_constrained(queens: &Queens, run: &Run) -> Result<u128, Reason> {
    let mut meter = Meter::new(run)?;
    let mut total = 0u128;
    if let Some(domain) = constrained(queens) {
        let searched = domain.search(&mut meter, |_| {
            total += 1;
            ControlFlow::Continue(())
        });
        run.counted.set(u64::try_from(total).unwrap_or(u64::MAX));
        let _ = searched?;
    }
    Ok(total)
}

/// The most rows: the bits in a word.
pub const MOST: u32 = 64;

/// The cells that a search may use.
#[derive(Clone)]
struct Domain {
    n: usize,
    /// The columns allowed in each row; empty for the row after the last.
    allowed: [u64; MOST as usize + 1],
}

impl Domain {
    /// Everything is allowed on n rows, n from 1 to [`MOST`].
    fn free(n: u32) -> Self {
        let n = n as usize;
        let mut allowed = [0; MOST as usize + 1];
        allowed[..n].fill(u64::MAX >> (MOST as usize - n));
        Self { n, allowed }
    }

    /// Searches the solutions and hands each to `visit` until that breaks.
    ///
    /// A queen that leaves no column in the next row is counted as a node and taken back at once.
    /// Exponential time, constant memory: 2 kB on the stack.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    fn search(
        &self,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(&PlacedQueens) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Reason> {
        let all = u64::MAX >> (MOST as usize - self.n);
        let mut placed =
            PlacedQueens { n: self.n, frames: [QueenFrame::default(); MOST as usize + 1] };
        placed.frames[self.n].columns = all;
        let mut frame = QueenFrame { free: self.allowed[0], ..QueenFrame::default() };
        let mut depth = 0;
        loop {
            while frame.free == 0 {
                if depth == 0 {
                    meter.keep_placed(0);
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                frame = placed.frames[depth];
            }
            if let Err(reason) = meter.node() {
                meter.keep_placed(depth);
                return Err(reason);
            }
            let bit = frame.free & frame.free.wrapping_neg();
            frame.free ^= bit;
            let columns = frame.columns | bit;
            let rightward = (frame.rightward | bit) << 1;
            let leftward = (frame.leftward | bit) >> 1;
            let free = self.allowed[depth + 1] & !(columns | rightward | leftward);
            if free != 0 {
                placed.frames[depth] = frame;
                frame = QueenFrame { columns, rightward, leftward, free };
                depth += 1;
            } else if columns == all {
                placed.frames[depth] = frame;
                if visit(&placed) == ControlFlow::Break(()) {
                    meter.keep_placed(self.n);
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
}

/// The state before a queen is placed in a row.
#[derive(Clone, Copy, Default)]
struct QueenFrame {
    /// Columns taken.
    columns: u64,
    /// Columns attacked along the diagonals that go right as they go down.
    rightward: u64,
    /// Columns attacked along the diagonals that go left as they go down.
    leftward: u64,
    /// Columns still to be tried.
    free: u64,
}

/// The queens of a solution.
struct PlacedQueens {
    n: usize,
    frames: [QueenFrame; MOST as usize + 1],
}

impl PlacedQueens {
    /// The columns of all queens, row by row.
    fn columns(&self) -> Vec<u32> {
        let before_and_after = self.frames[..=self.n].windows(2);
        before_and_after.map(|pair| (pair[0].columns ^ pair[1].columns).trailing_zeros()).collect()
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::model::Model;

    use super::*;
    use crate::{
        limits::Limits,
        methods::{
            Context, MethodOptions,
            native::queens::{
                dfs::DEPTH_FIRST,
                tests::{FUNDAMENTAL, TOTAL, all, brute_force, cases, first, free, run},
            },
        },
    };

    fn counted(queens: Queens, classes: bool) -> Counted {
        let model = Model::Queens(queens);
        let counting = Counting { classes, by_size: false };
        BITMASK.counter(&model, counting).unwrap().count(&run(0)).unwrap()
    }

    #[test]
    fn totals_and_fundamental_solutions() {
        for n in 1..=12 {
            let (total, fundamental) = (TOTAL[n as usize - 1], FUNDAMENTAL[n as usize - 1]);
            let counted = counted(free(n), true);
            assert_eq!(counted.count, total.into(), "{n}");
            assert_eq!(counted.classes, Some(fundamental.into()), "{n}");
            assert!(counted.by_size.is_empty());
        }
    }

    #[test]
    fn all_solutions_are_those_of_depth_first_search() {
        for n in 1..=9 {
            assert_eq!(all(&BITMASK, &free(n), &run(0)), all(&DEPTH_FIRST, &free(n), &run(0)));
        }
        assert_eq!(all(&BITMASK, &free(12), &run(0)).len(), 14_200);
        let (least, _) = first(&DEPTH_FIRST, &free(20), &run(0));
        assert_eq!(first(&BITMASK, &free(20), &run(0)), (least, Ending::Enough));
    }

    #[test]
    fn agrees_with_brute_force_under_constraints() {
        for problem in cases(300) {
            let expected = brute_force(&problem);
            assert_eq!(all(&BITMASK, &problem, &run(0)), expected, "{problem:?}");
            let counted = counted(problem.clone(), false);
            assert_eq!(counted.count, expected.len().into(), "{problem:?}");
        }
    }

    #[test]
    fn widest_words() {
        let columns = |n| {
            let (columns, _) = first(&super::super::construct::CONSTRUCT, &free(n), &run(0));
            columns.unwrap()
        };
        for n in [62, 63, 64] {
            let columns = columns(n);
            let given = (8..n).map(|row| (row, columns[row as usize])).collect();
            let problem = Queens::new(n, given, vec![(0, columns[0])]);
            assert_eq!(all(&BITMASK, &problem, &run(0)), all(&DEPTH_FIRST, &problem, &run(0)));
            let problem = Queens::new(n, problem.given, vec![]);
            assert!(all(&BITMASK, &problem, &run(0)).contains(&columns));
        }
        assert!(!BITMASK.supports(&Model::Queens(free(65)), Goal::First));
    }

    #[test]
    fn what_is_not_counted_is_refused() {
        let refused = |queens, by_size, classes| {
            let model = Model::Queens(queens);
            let counting = Counting { by_size, classes };
            assert!(!BITMASK.counts(&model, counting));
        };
        refused(free(8), true, false);
        refused(free(65), false, false);
        refused(Queens::new(8, vec![(0, 0)], vec![]), false, true);
    }

    #[test]
    fn node_limit_is_exact() {
        for limit in [0, 1, 8192, 8193] {
            let limited = || {
                let limits = Limits { nodes: Some(limit), ..Limits::default() };
                Context::new(limits, 0, MethodOptions::default())
            };
            let run = limited();
            let (columns, ending) = first(&BITMASK, &free(60), &run);
            assert_eq!((columns, ending), (None, Reason::NodeLimit.into()));
            assert_eq!(run.counters.nodes.get(), limit);
            let run = limited();
            let counting = Counting { classes: true, by_size: false };
            let model = Model::Queens(free(40));
            let counted = BITMASK.counter(&model, counting).unwrap().count(&run);
            assert_eq!(counted, Err(Reason::NodeLimit));
            assert_eq!(run.counters.nodes.get(), limit);
        }
    }
}
