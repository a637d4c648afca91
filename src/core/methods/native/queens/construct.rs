//! `native:construct`: an explicit solution of the n-queens problem, without search.

use satranj_encodings::model::{Model, Witness};

use super::dfs::search;
use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Goal, Method, meter::Meter},
    run::Run,
};

/// The construction of Pauls (1874), in the form of Hoffman, Loessi and Moore (1969): there is a
/// solution for every n except 2 and 3.
///
/// O(n) time, 4 bytes per row. Given or forbidden cells are not supported. For n = 2 and 3 all
/// placements are tried. A node is a queen.
pub const CONSTRUCT: Method = Method::finding(
    Description {
        scope: Some("one solution of queens, nothing given or blocked"),
        ..Description::native(
            "native:construct",
            "an explicit construction, if nothing is given or forbidden",
        )
    },
    Model::is_queens,
    |model, goal| {
        let queens = model.as_queens()?;

        (goal == Goal::First).then(|| {
            Finder::new(move |context, found| {
                if matches!(queens.n, 2 | 3) {
                    return search(queens, context, found);
                }
                let columns = construct(queens.n, context)?;
                Ok(Ending::of_only(Witness::Columns(columns), found))
            })
        })
    },
);

/// The columns of a solution, row by row; n is neither 2 nor 3.
///
/// An odd n adds a queen in the last corner to the solution of n - 1, which leaves the main
/// diagonal empty.
fn construct(n: u32, run: &Run) -> Result<Vec<u32>, Reason> {
    // The columns, the solution made from them, and its check.
    run.reserve(24 * u64::from(n))?;
    let mut meter = Meter::new(run)?;
    let mut columns = Vec::with_capacity(n as usize);
    let even = n - n % 2;
    let half = even / 2;
    for row in 0..even {
        meter.node()?;
        columns.push(if even % 6 == 2 {
            // Successive knight's moves, shifted; the lower half is upside down.
            let shifted = |row: u32| (2 * row + half - 1) % even;
            if row < half { shifted(row) } else { even - 1 - shifted(even - 1 - row) }
        } else if row < half {
            2 * row + 1
        } else {
            2 * (row - half)
        });
    }
    if n > even {
        meter.node()?;
        columns.push(even);
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use satranj_encodings::{model::Model, queens::Queens};

    use super::*;
    use crate::methods::native::queens::tests::{first, free, is_solution, run};

    #[test]
    fn every_small_size_and_some_large_ones() {
        let large = [997, 998, 1_000, 9_998, 10_001, 100_000, 1_000_000];
        for n in (1..=300).chain(large) {
            let problem = free(n);
            let (columns, ending) = first(&CONSTRUCT, &problem, &run(0));
            if n == 2 || n == 3 {
                assert_eq!((columns, ending), (None, Ending::Exhausted), "{n}");
            } else {
                assert_eq!(ending, Ending::Enough);
                assert!(is_solution(&problem, &columns.unwrap()), "{n}");
            }
        }
    }

    #[test]
    fn constraints_are_refused() {
        let supports = |queens| CONSTRUCT.supports(&Model::Queens(queens), Goal::First);
        assert!(supports(free(8)));
        assert!(!supports(Queens::new(8, vec![(0, 0)], vec![])));
        assert!(!supports(Queens::new(8, vec![], vec![(0, 0)])));
        assert!(!CONSTRUCT.supports(&Model::Queens(free(8)), Goal::All));
    }
}
