//! `native:hill-climbing` of the n-queens problem: steepest descent, sideways on plateaus.

use std::ops::ControlFlow;

use rand::RngExt;
use satranj_encodings::{
    model::{Model, Witness},
    queens::Queens,
};

use super::{constraints::Constraints, meter::Meter};
use crate::{
    limits::Reason,
    methods::{Ending, Found, Goal, Method, MethodError, Run},
    random::{self, Generator},
};

/// Hill climbing with sideways moves (Russell and Norvig, "Artificial Intelligence", 4.1): a
/// queen in every column; the neighbours of a state move one queen within its column, n (n -
/// 1) of them; the cost is the number of pairs that attack each other.
///
/// A step goes to a neighbour of the least cost, drawn among the equal ones, even if that is
/// the cost already reached; in a strict local minimum, or after 100 n sideways steps, the
/// search starts again from a random state, at most `--restarts` times (by default 1,000).
///
/// Without a restart it solves n = 8 from 95.8 % of 100,000 random states, in 21 steps on the
/// average. "A random neighbour on a plateau" can also mean one drawn among all, whatever its
/// cost: that solves 95.9 %, but in 79 steps. Both are the published 95 of 100; ending on a
/// plateau is not (13.7 % of 10,000).
///
/// O(n^2) time a step, 37 bytes a row. Given queens stay, forbidden cells are not entered.
/// A node is a step, an attempt a start. It is incomplete.
pub struct HillClimbing;

/// How often it starts again, unless the user says otherwise.
const RESTARTS: u64 = 1000;

/// Sideways steps from one start, by rows.
const SIDEWAYS: u64 = 100;

impl Method for HillClimbing {
    fn name(&self) -> &'static str {
        "native:hill-climbing"
    }

    fn summary(&self) -> &'static str {
        "steepest descent with sideways moves and random restarts"
    }

    fn scope(&self) -> Option<&'static str> {
        Some("one solution of queens")
    }

    fn supports(&self, model: &Model, goal: Goal) -> bool {
        goal == Goal::First && model.as_queens().is_some()
    }

    fn solve(
        &self,
        model: &Model,
        _goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        let Some(queens) = model.as_queens() else {
            return Err(MethodError::Unsupported(self.name()));
        };
        Ok(climb(queens, run, found).unwrap_or_else(Ending::from))
    }
}

fn climb(queens: &Queens, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    // The state, a solution and its check.
    run.reserve(64 * u64::from(queens.n))?;
    let mut meter = Meter::new(run)?;
    let Some(constraints) = Constraints::by_column(queens, run)? else {
        return Ok(Ending::Exhausted);
    };
    let Some(mut state) = State::new(queens, &constraints) else {
        return Ok(Ending::Exhausted);
    };
    let mut generator = random::generator(run.seed);
    for _ in 0..=run.options.restarts.unwrap_or(RESTARTS) {
        run.counters.attempts.add(1);
        state.scatter(&mut generator, &mut meter)?;
        let mut sideways = 0;
        while state.cost > 0 {
            let Some(best) = state.survey(&mut meter)? else { break };
            if best.change > 0 || (best.change == 0 && sideways >= SIDEWAYS * u64::from(queens.n)) {
                break;
            }
            sideways += u64::from(best.change == 0);
            meter.node()?;
            state.step(best, &mut generator);
        }
        if state.cost == 0 {
            meter.publish();
            return Ok(match found(Witness::Columns(state.columns())) {
                ControlFlow::Break(()) => Ending::Enough,
                ControlFlow::Continue(()) => Reason::IncompleteMethod.into(),
            });
        }
    }
    Ok(Reason::IncompleteMethod.into())
}

/// Added to the queens of a row that the queen of the column must not enter; more than any
/// number of attacks.
const BARRED: i32 = 1 << 28;

/// A queen in every column, and how many there are on every other line.
struct State<'c> {
    n: usize,
    constraints: &'c Constraints,
    /// The columns whose queens move.
    open: Vec<u32>,
    /// The row of the queen in each column.
    queens: Vec<u32>,
    /// Queens in each row.
    rows: Vec<i32>,
    /// Queens on each diagonal, by row + column.
    sums: Vec<i32>,
    /// Queens on each diagonal, by row - column + n - 1.
    differences: Vec<i32>,
    /// Pairs of queens that attack each other.
    cost: i64,
    /// For each open column the best change of the cost, and how many cells bring it, as
    /// far as it was the best yet.
    best: Vec<(i32, u32)>,
}

/// The best neighbours.
#[derive(Clone, Copy)]
struct Best {
    /// By how much they change the cost.
    change: i32,
    /// How many they are.
    number: u64,
}

impl<'c> State<'c> {
    /// A state that is to be scattered; `None` if a column has no allowed cell.
    fn new(queens: &Queens, constraints: &'c Constraints) -> Option<Self> {
        let n = queens.n as usize;
        let mut is_given = vec![false; n];
        let mut state = Self {
            n,
            constraints,
            open: Vec::new(),
            queens: vec![0; n],
            rows: vec![0; n],
            sums: vec![0; 2 * n - 1],
            differences: vec![0; 2 * n - 1],
            cost: 0,
            best: Vec::new(),
        };
        for &(row, column) in constraints.given() {
            is_given[column as usize] = true;
            state.queens[column as usize] = row;
        }
        state.open = (0..queens.n).filter(|&column| !is_given[column as usize]).collect();
        let blocked = |&column: &u32| constraints.forbidden_on(column).len() == n;
        (!state.open.iter().any(blocked)).then_some(state)
    }

    /// Moves every queen that moves to a random allowed cell.
    fn scatter(&mut self, generator: &mut Generator, meter: &mut Meter<'_>) -> Result<(), Reason> {
        for &column in &self.open {
            let forbidden = self.constraints.forbidden_on(column);
            let mut row = generator.random_range(0..self.n as u32 - forbidden.len() as u32);
            // The allowed row of that number.
            for &(_, forbidden) in forbidden {
                row += u32::from(forbidden <= row);
            }
            self.queens[column as usize] = row;
            meter.work(1 + forbidden.len() as u64)?;
        }
        self.rows.fill(0);
        self.sums.fill(0);
        self.differences.fill(0);
        self.cost = 0;
        for column in 0..self.n {
            let row = self.queens[column] as usize;
            self.cost += i64::from(self.attacks(row, column));
            self.add(row, column, 1);
            meter.work(1)?;
        }
        Ok(())
    }

    /// Queens on the lines of a cell but its column; one on the cell itself counts thrice.
    fn attacks(&self, row: usize, column: usize) -> i32 {
        self.rows[row] + self.sums[row + column] + self.differences[row + self.n - 1 - column]
    }

    fn add(&mut self, row: usize, column: usize, queens: i32) {
        self.rows[row] += queens;
        self.sums[row + column] += queens;
        self.differences[row + self.n - 1 - column] += queens;
    }

    /// Bars the queen of a column, taken off the board, from where it was and where it must
    /// not go, or ends that.
    fn bar(&mut self, column: u32, by: i32) {
        self.rows[self.queens[column as usize] as usize] += by;
        for &(_, row) in self.constraints.forbidden_on(column) {
            self.rows[row as usize] += by;
        }
    }

    /// The attacks on the cells of a column, from the top.
    fn attacks_along(&self, column: usize) -> impl Iterator<Item = i32> {
        let sums = &self.sums[column..column + self.n];
        let differences = &self.differences[self.n - 1 - column..2 * self.n - 1 - column];
        let diagonals = sums.iter().zip(differences);
        self.rows.iter().zip(diagonals).map(|(row, (sum, difference))| row + sum + difference)
    }

    /// Looks at all neighbours; `None` if there is none.
    fn survey(&mut self, meter: &mut Meter<'_>) -> Result<Option<Best>, Reason> {
        let mut best = Best { change: i32::MAX, number: 0 };
        self.best.clear();
        for index in 0..self.open.len() {
            let column = self.open[index];
            let at = column as usize;
            let row = self.queens[at] as usize;
            self.add(row, at, -1);
            let now = self.attacks(row, at);
            self.bar(column, BARRED);
            let least = self.attacks_along(at).fold(i32::MAX, i32::min);
            let change = least - now;
            let mut number = 0;
            if least < BARRED && change <= best.change {
                number = self.attacks_along(at).filter(|&attacks| attacks == least).count() as u32;
                if change < best.change {
                    best = Best { change, number: 0 };
                }
                best.number += u64::from(number);
            }
            self.best.push((change, number));
            self.bar(column, -BARRED);
            self.add(row, at, 1);
            // About sixteen cells take as long as a unit of work.
            meter.work(1 + self.n as u64 / 16)?;
        }
        Ok((best.number > 0).then_some(best))
    }

    /// Goes to one of the best neighbours.
    fn step(&mut self, best: Best, generator: &mut Generator) {
        let mut number = generator.random_range(0..best.number);
        for index in 0..self.open.len() {
            let (change, equal) = self.best[index];
            if change != best.change {
                continue;
            }
            if number >= u64::from(equal) {
                number -= u64::from(equal);
                continue;
            }
            let column = self.open[index];
            let at = column as usize;
            let row = self.queens[at] as usize;
            self.add(row, at, -1);
            let least = self.attacks(row, at) + change;
            self.bar(column, BARRED);
            let equal = self.attacks_along(at).enumerate().filter(|&(_, attacks)| attacks == least);
            let to = equal.map(|(row, _)| row).nth(number as usize);
            self.bar(column, -BARRED);
            // The cell was counted, so it is there.
            let to = to.unwrap_or(row);
            self.add(to, at, 1);
            self.queens[at] = to as u32;
            self.cost += i64::from(change);
            return;
        }
    }

    /// The columns by rows of a state without attacks.
    fn columns(&self) -> Vec<u32> {
        let mut columns = vec![0; self.n];
        for (column, &row) in self.queens.iter().enumerate() {
            columns[row as usize] = column as u32;
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        limits::Limits,
        methods::{
            Options,
            native::queens::tests::{first, free, local_search, run},
        },
    };

    fn without_restart(seed: u64) -> Run {
        let options = Options { restarts: Some(0), ..Options::default() };
        Run::new(Limits::default(), seed, options)
    }

    #[test]
    fn published_rate_without_restart() {
        let (mut solved, mut steps) = (0, 0);
        for seed in 0..2000 {
            let run = without_restart(seed);
            let (columns, ending) = first(&HillClimbing, &free(8), &run);
            assert_eq!(run.counters.attempts.get(), 1);
            if columns.is_some() {
                solved += 1;
                steps += run.counters.nodes.get();
            } else {
                assert_eq!(ending, Reason::IncompleteMethod.into());
            }
        }
        assert!((1880..=1940).contains(&solved), "{solved} of 2000");
        assert!((18 * solved..25 * solved).contains(&steps), "{steps} steps");
    }

    #[test]
    fn every_small_size() {
        for n in (1..=40).chain([100]) {
            let (columns, ending) = first(&HillClimbing, &free(n), &run(u64::from(n)));
            assert_eq!(columns.is_some(), n != 2 && n != 3, "{n}");
            if columns.is_none() {
                assert_eq!(ending, Reason::IncompleteMethod.into());
            }
        }
    }

    #[test]
    fn small_problems_under_constraints() {
        let (solved, solvable) = local_search(&HillClimbing, 150);
        assert_eq!(solved, solvable);
    }

    #[test]
    fn seed_decides() {
        let solution = |seed| first(&HillClimbing, &free(20), &run(seed)).0;
        assert_eq!(solution(3), solution(3));
        assert_ne!(solution(3), solution(4));
    }

    #[test]
    fn steps_keep_the_cost_and_the_counts() {
        let queens = Queens::new(12, vec![(3, 4)], vec![(0, 0), (5, 6), (11, 6)]);
        let run = run(5);
        let constraints = Constraints::by_column(&queens, &run).unwrap().unwrap();
        let mut state = State::new(&queens, &constraints).unwrap();
        let mut generator = random::generator(5);
        let mut meter = Meter::new(&run).unwrap();
        for _ in 0..20 {
            state.scatter(&mut generator, &mut meter).unwrap();
            for _ in 0..20 {
                let pairs = pairs(&state.queens);
                assert_eq!(state.cost, pairs);
                assert_eq!(state.queens[4], 3);
                assert!(state.queens[0] != 0 && ![5, 11].contains(&state.queens[6]));
                let best = state.survey(&mut meter).unwrap().unwrap();
                // The neighbours by their definition.
                let mut changes = Vec::new();
                for column in (0..12).filter(|&column| column != 4) {
                    for row in 0..12 {
                        let mut neighbour = state.queens.clone();
                        if neighbour[column] != row
                            && !queens.forbidden.contains(&(row, column as u32))
                        {
                            neighbour[column] = row;
                            changes.push(self::pairs(&neighbour) - pairs);
                        }
                    }
                }
                let least = *changes.iter().min().unwrap();
                let number = changes.iter().filter(|&&change| change == least).count();
                assert_eq!((i64::from(best.change), best.number), (least, number as u64));
                state.step(best, &mut generator);
                assert_eq!(state.cost, pairs + least);
            }
        }
    }

    /// Pairs that attack each other.
    fn pairs(rows: &[u32]) -> i64 {
        let n = rows.len();
        let attack =
            |a: usize, b: usize| rows[a] == rows[b] || rows[a].abs_diff(rows[b]) as usize == b - a;
        (0..n).map(|a| (a + 1..n).filter(|&b| attack(a, b)).count() as i64).sum()
    }

    #[test]
    fn node_limit_is_exact() {
        for limit in [0, 1, 20] {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let run = Run::new(limits, 0, Options::default());
            let (columns, ending) = first(&HillClimbing, &free(100), &run);
            assert_eq!((columns, ending), (None, Reason::NodeLimit.into()));
            assert_eq!(run.counters.nodes.get(), limit);
        }
    }
}
