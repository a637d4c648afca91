//! Random n-queens completion problems by seed: random given queens and blocked squares.

use rand::{
    RngExt,
    seq::{SliceRandom, index},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::QueensStatement;
use crate::{
    board::square::Square,
    puzzles::{
        StatementError,
        chance::{Amount, check_board, check_cases, draw_given, one},
        fields::Field,
    },
    random::Generator,
};

/// How often the local search restarts: for 6 queens only one start in a few finds a solution.
const STARTS: u32 = 10_000;

/// How random problems of n queens are distributed.
///
/// Source: Gent, Jefferson and Nightingale, "Complexity of n-queens completion", 2017.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct QueensDistribution {
    /// Number of queens, rows and columns
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub n: u32,
    /// Give this many queens: a number, or a share such as 30%. No two attack each other
    // Row by row in random order, each is on any square of its row that the earlier ones leave.
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long, default_value_t = Amount::default(), value_name = "AMOUNT", allow_hyphen_values = true))]
    pub given: Amount,
    /// Take the given queens of a solution, and block none of its squares
    // A local search finds it; solutions are not all equally likely.
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long))]
    pub planted: bool,
    /// Block this many squares without a given queen: a number, or a share such as 5%
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long, default_value_t = Amount::default(), value_name = "AMOUNT", allow_hyphen_values = true))]
    pub blocked: Amount,
    /// Generate this many instances; several go into one document
    #[serde(default = "one")]
    #[cfg_attr(feature = "cli", arg(long, default_value_t = 1, value_name = "T"))]
    pub cases: u32,
}

impl QueensDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], with the value and the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        let Self { cases, n, given, planted, blocked } = *self;
        check_cases(cases)?;
        check_board([(Field::N, n), (Field::N, n)])?;
        let queens = given.of(n);
        if queens > n {
            return Err(StatementError::of(
                Field::Given,
                &given,
                format!("there are only {n} queens"),
            ));
        }
        if planted && (n == 2 || n == 3) {
            let problem = format!("{n} queens have no solution to plant");
            return Err(StatementError::of(Field::N, &n, problem));
        }
        let free = n * n - if planted { n } else { queens };
        if blocked.of(n * n - queens) > free {
            let whose = if planted { "of the planted solution" } else { "that is given" };
            let problem = format!("only {free} squares hold no queen {whose}");
            return Err(StatementError::of(Field::Blocked, &blocked, problem));
        }
        Ok(())
    }

    /// The next problem.
    ///
    /// # Errors
    /// As [`QueensDistribution::check`], or one that names the part that was not found.
    pub fn draw(&self, generator: &mut Generator) -> Result<QueensStatement, StatementError> {
        self.check()?;
        let n = self.n;
        let wanted = self.given.of(n);
        // By row and column from the top left.
        let (given, kept) = if self.planted {
            let solution = solution(n, generator)?;
            let queen = |row: usize| (row as u32, solution[row]);
            let rows = index::sample(generator, n as usize, wanted as usize);
            let given: Vec<_> = rows.into_iter().map(queen).collect();
            (given, (0..n as usize).map(queen).collect())
        } else {
            let given = self.draw_given(wanted, generator)?;
            (given.clone(), given)
        };
        let blocked = self.draw_blocked(wanted, &kept, generator);
        let squares = |cells: Vec<(u32, u32)>| {
            let square = |(row, column)| Square { column, rank: n - 1 - row };
            let mut squares: Vec<Square> = cells.into_iter().map(square).collect();
            squares.sort_unstable();
            squares
        };
        let (given, blocked) = (squares(given), squares(blocked));
        Ok(QueensStatement { given, blocked, ..QueensStatement::new(n) })
    }

    /// Squares without any of these queens. O(n²).
    fn draw_blocked(
        &self,
        given: u32,
        queens: &[(u32, u32)],
        generator: &mut Generator,
    ) -> Vec<(u32, u32)> {
        let n = self.n;
        let wanted = self.blocked.of(n * n - given);
        if wanted == 0 {
            return Vec::new();
        }
        let mut column_of = vec![u32::MAX; n as usize];
        for &(row, column) in queens {
            column_of[row as usize] = column;
        }
        let cells = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let free: Vec<(u32, u32)> =
            cells.filter(|&(row, column)| column_of[row as usize] != column).collect();
        let drawn = index::sample(generator, free.len(), wanted as usize);
        drawn.into_iter().map(|index| free[index]).collect()
    }

    /// A number of queens that do not attack each other. O(n²) a try.
    fn draw_given(
        &self,
        wanted: u32,
        generator: &mut Generator,
    ) -> Result<Vec<(u32, u32)>, StatementError> {
        let n = self.n;
        let mut rows: Vec<u32> = (0..n).collect();
        let attempt = || {
            rows.shuffle(generator);
            let mut taken = vec![false; 5 * n as usize];
            let mut given = Vec::new();
            for &row in &rows {
                if given.len() == wanted as usize {
                    break;
                }
                let is_free =
                    |&column: &u32| !lines(n, row, column).iter().any(|&line| taken[line]);
                let free: Vec<u32> = (0..n).filter(is_free).collect();
                if free.is_empty() {
                    continue;
                }
                let column = free[generator.random_range(0..free.len())];
                for line in lines(n, row, column) {
                    taken[line] = true;
                }
                given.push((row, column));
            }
            given
        };
        draw_given(self.given, wanted as usize, attempt, |most| {
            format!(
                "found only {most} of {wanted} queens that do not attack one another; ask for \
                 fewer, or for planted ones"
            )
        })
    }
}

/// The numbers of the column and the two diagonals through a square, below 5n.
fn lines(n: u32, row: u32, column: u32) -> [usize; 3] {
    [column, n + row + column, 3 * n + row + n - column].map(|line| line as usize)
}

/// The column of the queen of each row, in a solution by local search: starting at a random
/// permutation, two queens swap columns if that leaves fewer attacks.
///
/// Source: Sosič and Gu, "A polynomial time algorithm for the n-queens problem", 1990.
fn solution(n: u32, generator: &mut Generator) -> Result<Vec<u32>, StatementError> {
    for _ in 0..STARTS {
        let mut search = SwapSearch::new(n, generator);
        loop {
            let before = search.attacks;
            if before == 0 {
                return Ok(search.columns);
            }
            for row in 0..n {
                // At most n random partners are tried.
                let mut left = if search.is_attacked(row) { n } else { 0 };
                while left > 0 && !search.trade(row, generator.random_range(0..n)) {
                    left -= 1;
                }
            }
            if search.attacks == before {
                break;
            }
        }
    }
    Err(StatementError::of(Field::N, &n, "no solution was found"))
}

/// Queens, one in each row and column.
struct SwapSearch {
    columns: Vec<u32>,
    /// How many queens are on each line.
    counts: Vec<u32>,
    /// How many queens share a diagonal with an earlier one, in both directions.
    attacks: u64,
}

impl SwapSearch {
    fn new(n: u32, generator: &mut Generator) -> Self {
        let mut columns: Vec<u32> = (0..n).collect();
        columns.shuffle(generator);
        let mut search = Self { columns, counts: vec![0; 5 * n as usize], attacks: 0 };
        (0..n).for_each(|row| search.put(row));
        search
    }

    fn lines(&self, row: u32) -> [usize; 3] {
        lines(self.columns.len() as u32, row, self.columns[row as usize])
    }

    fn put(&mut self, row: u32) {
        for line in self.lines(row) {
            self.attacks += u64::from(self.counts[line] > 0);
            self.counts[line] += 1;
        }
    }

    fn lift(&mut self, row: u32) {
        for line in self.lines(row) {
            self.counts[line] -= 1;
            self.attacks -= u64::from(self.counts[line] > 0);
        }
    }

    fn is_attacked(&self, row: u32) -> bool {
        self.lines(row).iter().any(|&line| self.counts[line] > 1)
    }

    /// Swaps the columns of two queens, if that leaves fewer attacks.
    fn trade(&mut self, row: u32, other: u32) -> bool {
        let before = self.attacks;
        if row == other {
            return false;
        }
        self.swap(row, other);
        let is_better = self.attacks < before;
        if !is_better {
            self.swap(row, other);
        }
        is_better
    }

    fn swap(&mut self, row: u32, other: u32) {
        self.lift(row);
        self.lift(other);
        self.columns.swap(row as usize, other as usize);
        self.put(row);
        self.put(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{puzzles::queens::QueensPuzzle, random::generator};

    fn distribution(n: u32, given: &str, planted: bool, blocked: &str) -> QueensDistribution {
        let (given, blocked) = (given.parse().unwrap(), blocked.parse().unwrap());
        QueensDistribution { cases: 1, n, given, planted, blocked }
    }

    fn attacks(one: Square, other: Square) -> bool {
        let (columns, ranks) = (one.column.abs_diff(other.column), one.rank.abs_diff(other.rank));
        columns == 0 || ranks == 0 || columns == ranks
    }

    #[test]
    fn given_queens_do_not_attack_one_another() {
        for (n, given, planted, blocked, counts) in [
            (1, "1", true, "0", (1, 0)),
            (1, "0", false, "100%", (0, 1)),
            (4, "4", true, "12", (4, 12)),
            (5, "3", false, "22", (3, 22)),
            (8, "50%", false, "10%", (4, 6)),
            (30, "10", true, "20%", (10, 178)),
            (30, "10", false, "0", (10, 0)),
            (200, "150", false, "5", (150, 5)),
        ] {
            let distribution = distribution(n, given, planted, blocked);
            for seed in 1..=10 {
                let statement = distribution.draw(&mut generator(seed)).unwrap();
                assert_eq!((statement.given.len(), statement.blocked.len()), counts, "{n}");
                for (index, &one) in statement.given.iter().enumerate() {
                    assert!(statement.given[..index].iter().all(|&other| !attacks(one, other)));
                }
                // No square is both given and blocked, and none is named twice.
                let mut squares = [statement.given.clone(), statement.blocked.clone()].concat();
                squares.sort_unstable();
                squares.dedup();
                assert_eq!(squares.len(), counts.0 + counts.1);
                QueensPuzzle::try_from(statement.clone()).unwrap();
            }
        }
    }

    #[test]
    fn the_local_search_finds_solutions_of_every_size() {
        for n in [1, 4, 5, 6, 7, 8, 9, 10, 20, 50, 1000] {
            let mut found = std::collections::HashSet::new();
            for seed in 1..=10 {
                let columns = solution(n, &mut generator(seed)).unwrap();
                let queens: Vec<Square> =
                    (0..).zip(&columns).map(|(rank, &column)| Square { column, rank }).collect();
                for (index, &one) in queens.iter().enumerate() {
                    assert!(queens[..index].iter().all(|&other| !attacks(one, other)), "{n}");
                }
                found.insert(columns);
            }
            assert!(n < 8 || found.len() == 10, "{n}: the seed chooses");
        }
    }

    #[test]
    fn what_is_not_possible() {
        for (n, given, planted, blocked, expected) in [
            (0, "0", false, "0", "n 0: 1 to 10000 are possible"),
            (4000, "0", false, "0", "n 4000: 4000x4000 has 16000000 squares"),
            (8, "9", false, "0", "given 9: there are only 8 queens"),
            (3, "1", true, "0", "n 3: 3 queens have no solution to plant"),
            (8, "2", false, "63", "blocked 63: only 62 squares hold no queen that is given"),
            (8, "2", true, "57", "blocked 57: only 56 squares hold no queen of the planted"),
            (8, "2", true, "100%", "blocked 100%: only 56 squares"),
            (3, "3", false, "0", "given 3: found only"),
        ] {
            let distribution = distribution(n, given, planted, blocked);
            let problem = distribution.draw(&mut generator(1)).unwrap_err();
            let problem = problem.message(&|field| field.path().into());
            assert!(problem.starts_with(expected), "{problem}");
        }
        let none = QueensDistribution { cases: 0, ..distribution(8, "0", false, "0") };
        let none = none.check().unwrap_err().to_string();
        assert_eq!(none, "`cases` 0: write 1 to 1000000");
    }
}
