//! Queens, one in each row and column: every order of the columns is tried.

use std::collections::BTreeSet;

/// n non-attacking queens. A square is its row and its column.
#[derive(Debug, Clone)]
pub struct PlainQueens {
    /// The number of queens, rows and columns.
    pub n: u32,
    /// Squares with a queen.
    pub given: Vec<(u32, u32)>,
    /// Squares without a queen.
    pub forbidden: Vec<(u32, u32)>,
}

impl PlainQueens {
    /// Whether the queens in these columns, row by row, are a solution.
    #[must_use]
    pub fn is_solution(&self, columns: &[u32]) -> bool {
        let rows = || columns.iter().map(|&column| i64::from(column)).zip(0..);
        let differ = |line: fn((i64, i64)) -> i64| {
            rows().map(line).collect::<BTreeSet<_>>().len() == columns.len()
        };
        let has = |&(row, column): &(u32, u32)| columns.get(row as usize) == Some(&column);
        columns.len() == self.n as usize
            && columns.iter().all(|&column| column < self.n)
            && differ(|(column, _)| column)
            && differ(|(column, row)| column + row)
            && differ(|(column, row)| column - row)
            && self.given.iter().all(has)
            && !self.forbidden.iter().any(has)
    }

    /// All solutions, by the columns row by row.
    #[must_use]
    pub fn all(&self) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::new();
        self.extend(&mut Vec::new(), &mut all);
        all
    }

    fn extend(&self, columns: &mut Vec<u32>, all: &mut BTreeSet<Vec<u32>>) {
        if columns.len() == self.n as usize {
            if self.is_solution(columns) {
                all.insert(columns.clone());
            }
            return;
        }
        for column in 0..self.n {
            if !columns.contains(&column) {
                columns.push(column);
                self.extend(columns, all);
                columns.pop();
            }
        }
    }
}
