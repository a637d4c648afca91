//! `native:dfs` of the n-queens problem: row by row, columns in order, without heuristics.

use crate::methods::constraints::Constraint;
use std::ops::ControlFlow;

use satranj_encodings::{
    model::{Model, Witness},
    queens::Queens,
};

use super::constraints::Constraints;
use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Method, meter::Meter, native::engine::TreeStep},
    run::Run,
};

/// Depth-first search, one queen per row from the top, the columns from the left.
///
/// Given queens are placed from the start, and their rows are skipped. A node is a placing of any
/// other queen where none attacks it: the n-queens tree of OEIS A319284, without its root.
/// Exponential time, 9 bytes per row; the next free column is found among 64 at a time. It is
/// complete.
pub const DEPTH_FIRST: Method = Method::finding(
    Description::native("native:dfs", "plain depth-first search, row by row, columns in order")
        .minding(&[Constraint::Given, Constraint::Blocked]),
    Model::is_queens,
    |model, _| {
        let queens = model.as_queens()?;

        Some(Finder::new(move |context, found| search(queens, context, found)))
    },
);

/// Finds all solutions in the order of their columns.
///
/// # Errors
/// The reason to stop.
pub fn search(queens: &Queens, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    search_telling(queens, run, found, &mut |_| {})
}

/// The same, with each step: squares are numbered row by row.
///
/// # Errors
/// The reason to stop.
pub fn search_telling(
    queens: &Queens,
    run: &Run,
    found: &mut Found<'_>,
    tell: &mut (impl FnMut(TreeStep) + ?Sized),
) -> Result<Ending, Reason> {
    // The lines, the rows, the queens, a solution and its check.
    run.reserve(40 * u64::from(queens.n))?;
    let mut meter = Meter::new(run)?;
    let Some(constraints) = Constraints::by_row(queens) else {
        return Ok(Ending::Exhausted);
    };
    let mut columns = vec![0; queens.n as usize];
    let mut lines = QueenLines::new(queens.n);
    for &(row, column) in constraints.given() {
        lines.flip(row, column);
        columns[row as usize] = column;
    }
    let mut given = constraints.given().iter().map(|&(row, _)| row).peekable();
    let open: Vec<u32> =
        (0..queens.n).filter(|row| given.next_if(|given| given == row).is_none()).collect();
    let mut depth = 0;
    // The first column to try in the row at this depth.
    let mut from = 0;
    loop {
        if depth == open.len() {
            meter.publish();
            if found(Witness::Columns(columns.clone())) == ControlFlow::Break(()) {
                return Ok(Ending::Enough);
            }
        } else {
            let row = open[depth];
            if let Some(column) = lines.next_free(row, from, &constraints, &mut meter)? {
                meter.node()?;
                tell(TreeStep::Place(row * queens.n + column));
                lines.flip(row, column);
                columns[row as usize] = column;
                depth += 1;
                from = 0;
                continue;
            }
        }
        if depth == 0 {
            return Ok(Ending::Exhausted);
        }
        depth -= 1;
        meter.take_back(1);
        let row = open[depth];
        tell(TreeStep::TakeBack(row * queens.n + columns[row as usize]));
        lines.flip(row, columns[row as usize]);
        from = columns[row as usize] + 1;
    }
}

/// Which columns and diagonals are taken, 64 to a word.
struct QueenLines {
    n: usize,
    columns: Vec<u64>,
    /// Bit row + column.
    sums: Vec<u64>,
    /// Bit column - row + n - 1.
    differences: Vec<u64>,
}

impl QueenLines {
    fn new(n: u32) -> Self {
        let n = n as usize;
        // Windows of 64 bits may extend a word beyond the last diagonal.
        let diagonals = (2 * n).div_ceil(64) + 2;
        Self {
            n,
            columns: vec![0; n.div_ceil(64)],
            sums: vec![0; diagonals],
            differences: vec![0; diagonals],
        }
    }

    /// Takes the three lines of a cell, or gives them back.
    fn flip(&mut self, row: u32, column: u32) {
        let (row, column) = (row as usize, column as usize);
        let flip = |bits: &mut [u64], at: usize| bits[at / 64] ^= 1 << (at % 64);
        flip(&mut self.columns, column);
        flip(&mut self.sums, row + column);
        flip(&mut self.differences, column + self.n - 1 - row);
    }

    /// The first column from `from` on that is neither attacked nor forbidden in a row.
    fn next_free(
        &self,
        row: u32,
        from: u32,
        constraints: &Constraints,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Reason> {
        let window = |bits: &[u64], at: usize| {
            let (word, shift) = (at / 64, at % 64);
            // Two shifts, because a shift by 64 is undefined.
            bits[word] >> shift | (bits[word + 1] << 1) << (63 - shift)
        };
        let mut rest = u64::MAX << (from % 64);
        for word in from as usize / 64..self.columns.len() {
            let begin = 64 * word;
            let mut free = rest
                & !(self.columns[word]
                    | window(&self.sums, row as usize + begin)
                    | window(&self.differences, self.n - 1 - row as usize + begin));
            if self.n - begin < 64 {
                free &= (1 << (self.n - begin)) - 1;
            }
            while free != 0 {
                let column = begin as u32 + free.trailing_zeros();
                if !constraints.forbids(row, column) {
                    return Ok(Some(column));
                }
                free &= free - 1;
                meter.work(8)?;
            }
            rest = u64::MAX;
            meter.work(1)?;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        limits::Limits,
        methods::{
            Context, MethodOptions,
            native::queens::tests::{TOTAL, all, brute_force, cases, first, free, run},
        },
    };

    #[test]
    fn totals_of_oeis_a000170() {
        for (n, &total) in (1..=10).zip(&TOTAL) {
            assert_eq!(all(&DEPTH_FIRST, &free(n), &run(0)).len() as u64, total, "{n}");
        }
    }

    #[test]
    fn nodes_of_oeis_a319284() {
        for (n, nodes) in (1..).zip([2u64, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539]) {
            let run = run(0);
            all(&DEPTH_FIRST, &free(n), &run);
            let statistics = run.counters.read();
            assert_eq!((statistics.nodes, statistics.backtracks), (nodes - 1, nodes - 1), "{n}");
        }
    }

    #[test]
    fn first_solution_is_the_least() {
        let run = run(0);
        let (columns, ending) = first(&DEPTH_FIRST, &free(8), &run);
        assert_eq!((columns, ending), (Some(vec![0, 4, 7, 5, 2, 6, 1, 3]), Ending::Enough));
        let statistics = run.counters.read();
        assert_eq!((statistics.nodes, statistics.backtracks), (113, 105));
    }

    #[test]
    fn agrees_with_brute_force_under_constraints() {
        for problem in cases(150) {
            assert_eq!(all(&DEPTH_FIRST, &problem, &run(0)), brute_force(&problem), "{problem:?}");
        }
    }

    #[test]
    fn node_limit_is_exact() {
        for limit in [0, 1, 100, 8191, 8192, 8193, 30_000] {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let run = Context::new(limits, 0, MethodOptions::default());
            let (columns, ending) = first(&DEPTH_FIRST, &free(200), &run);
            assert_eq!((columns, ending), (None, Reason::NodeLimit.into()));
            assert_eq!(run.counters.nodes.get(), limit);
        }
    }

    #[test]
    fn wide_boards_cross_words() {
        // With a construction's queens given in all but a few rows, the rest is nearly forced.
        for n in [63, 64, 65, 127, 128, 129, 200] {
            let construct = super::super::construct::CONSTRUCT;
            let (columns, _) = first(&construct, &free(n), &run(0));
            let columns = columns.unwrap();
            let given = (6..n).map(|row| (row, columns[row as usize])).collect();
            let problem = Queens::new(n, given, vec![]);
            let solutions = all(&DEPTH_FIRST, &problem, &run(0));
            assert!(solutions.contains(&columns), "{n}");
        }
    }
}
