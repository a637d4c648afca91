//! A state of hill climbing: a queen in every column, and the attacks among them.

use rand::RngExt;
use satranj_encodings::queens::Queens;

use crate::{
    limits::Reason,
    methods::{meter::Meter, native::queens::constraints::Constraints},
    random::Generator,
};

/// Added to the count of a row that the column's queen must not enter; exceeds any number of
/// attacks.
const BARRED: i32 = 1 << 28;

/// A queen in every column, and the number of queens on every other line.
pub struct HillClimbingState<'c> {
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
    pub cost: i64,
    /// For each open column the best change of the cost, and the number of cells that achieve it,
    /// if it was the best change so far.
    best: Vec<(i32, u32)>,
}

/// The best neighbours.
#[derive(Clone, Copy)]
pub struct BestNeighbours {
    /// The change of the cost.
    pub change: i32,
    /// Their number.
    number: u64,
}

impl<'c> HillClimbingState<'c> {
    /// A state that [`HillClimbingState::scatter`] has yet to fill; `None` if a column has no
    /// allowed cell.
    pub fn new(queens: &Queens, constraints: &'c Constraints) -> Option<Self> {
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

    /// Moves every queen that is not given to a random allowed cell.
    pub fn scatter(
        &mut self,
        generator: &mut Generator,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
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

    /// Queens on the lines of a cell but its column; one on the cell itself counts three times.
    fn attacks(&self, row: usize, column: usize) -> i32 {
        self.rows[row] + self.sums[row + column] + self.differences[row + self.n - 1 - column]
    }

    fn add(&mut self, row: usize, column: usize, queens: i32) {
        self.rows[row] += queens;
        self.sums[row + column] += queens;
        self.differences[row + self.n - 1 - column] += queens;
    }

    /// Bars a column's queen, taken off the board, from its old cell and from forbidden ones, or
    /// undoes that.
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

    /// Examines all neighbours; `None` if there are no neighbours.
    pub fn survey(&mut self, meter: &mut Meter<'_>) -> Result<Option<BestNeighbours>, Reason> {
        let mut best = BestNeighbours { change: i32::MAX, number: 0 };
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
                    best = BestNeighbours { change, number: 0 };
                }
                best.number += u64::from(number);
            }
            self.best.push((change, number));
            self.bar(column, -BARRED);
            self.add(row, at, 1);
            // About sixteen cells take the time of a unit of work.
            meter.work(1 + self.n as u64 / 16)?;
        }
        Ok((best.number > 0).then_some(best))
    }

    /// Goes to one of the best neighbours.
    pub fn step(&mut self, best: BestNeighbours, generator: &mut Generator) {
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
            // The cell was counted, so it exists.
            let to = to.unwrap_or(row);
            self.add(to, at, 1);
            self.queens[at] = to as u32;
            self.cost += i64::from(change);
            return;
        }
    }

    /// The columns by rows of a state without attacks.
    pub fn columns(&self) -> Vec<u32> {
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
    use crate::{methods::native::queens::tests::run, random};

    #[test]
    fn steps_keep_the_cost_and_the_counts() {
        let queens = Queens::new(12, vec![(3, 4)], vec![(0, 0), (5, 6), (11, 6)]);
        let run = run(5);
        let constraints = Constraints::by_column(&queens).unwrap();
        let mut state = HillClimbingState::new(&queens, &constraints).unwrap();
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
                // The neighbours by definition.
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
}
