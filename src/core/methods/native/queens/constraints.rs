//! The given queens and the forbidden cells of an n-queens problem, sorted for look-up.

use satranj_encodings::queens::Queens;

/// Given queens that do not attack one another, and forbidden cells; O((g + f) log (g + f)) time to
/// build from g and f of them.
pub struct Constraints {
    /// (row, column), by row.
    given: Vec<(u32, u32)>,
    /// (line, place on it), by line.
    forbidden: Vec<(u32, u32)>,
}

impl Constraints {
    /// The constraints of a problem with the forbidden cells by row; `None` if given queens attack
    /// each other or one is on a forbidden cell.
    pub fn by_row(queens: &Queens) -> Option<Self> {
        Self::new(queens, |cell| cell)
    }

    /// The same with the forbidden cells by column.
    pub fn by_column(queens: &Queens) -> Option<Self> {
        Self::new(queens, |(row, column)| (column, row))
    }

    fn new(queens: &Queens, line_and_place: fn((u32, u32)) -> (u32, u32)) -> Option<Self> {
        let sorted = |cells: &mut dyn Iterator<Item = (u32, u32)>| {
            let mut cells: Vec<_> = cells.collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let given = sorted(&mut queens.given.iter().copied());
        let forbidden = sorted(&mut queens.forbidden.iter().copied().map(line_and_place));
        let constraints = Self { given, forbidden };
        let blocked = constraints
            .given
            .iter()
            .any(|&cell| constraints.forbidden.binary_search(&line_and_place(cell)).is_ok());
        (!blocked && !constraints.has_attack(queens.n)).then_some(constraints)
    }

    /// Whether two given queens share a row, column or diagonal.
    fn has_attack(&self, n: u32) -> bool {
        let share = |line: &dyn Fn(u32, u32) -> u32| {
            let mut lines: Vec<u32> =
                self.given.iter().map(|&(row, column)| line(row, column)).collect();
            lines.sort_unstable();
            lines.windows(2).any(|pair| pair[0] == pair[1])
        };
        share(&|row, _| row)
            || share(&|_, column| column)
            || share(&|row, column| row + column)
            || share(&|row, column| n + column - row)
    }

    /// The given queens as (row, column), by row.
    pub fn given(&self) -> &[(u32, u32)] {
        &self.given
    }

    /// Whether the place on the line is forbidden; O(log f), O(1) without forbidden cells.
    #[inline]
    pub fn forbids(&self, line: u32, place: u32) -> bool {
        !self.forbidden.is_empty() && self.forbidden.binary_search(&(line, place)).is_ok()
    }

    /// The forbidden places on a line, rising.
    pub fn forbidden_on(&self, line: u32) -> &[(u32, u32)] {
        let begin = self.forbidden.partition_point(|&(other, _)| other < line);
        let rest = &self.forbidden[begin..];
        &rest[..rest.partition_point(|&(other, _)| other == line)]
    }
}
