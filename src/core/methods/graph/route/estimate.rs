//! Lower bounds on the number of steps between two cells, from the steps alone.

use satranj_encodings::lattice::{Lattice, Step};

/// How far one step can go; blocked cells and the border are left out of account, so that no
/// bound is ever too great.
pub struct RouteEstimate<'m> {
    lattice: &'m Lattice,
    /// The most rows, columns, and rows and columns together of one step; `None` where steps
    /// repeat.
    reach: Option<(u32, u32, u32)>,
}

impl<'m> RouteEstimate<'m> {
    pub fn new(lattice: &'m Lattice) -> Self {
        let size = |step: &Step| {
            let (rows, columns) = (step.rows.unsigned_abs(), step.columns.unsigned_abs());
            (rows, columns, rows + columns)
        };
        let steps = lattice.steps();
        let reach = steps.iter().map(size).fold((0, 0, 0), |most, size| {
            (most.0.max(size.0), most.1.max(size.1), most.2.max(size.2))
        });
        Self { lattice, reach: (!steps.iter().any(|step| step.repeats)).then_some(reach) }
    }

    /// At least this many steps lead from one vertex to another; of those that repeat 0, 1 or 2.
    /// O(1), or O(steps) where some repeat.
    pub fn steps(&self, from: u32, to: u32) -> u32 {
        let [from, to] = [from, to].map(|vertex| self.lattice.position(vertex));
        if from == to {
            return 0;
        }
        let (rows, columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let Some(reach) = self.reach else {
            let down = i64::from(to.0) - i64::from(from.0);
            let right = i64::from(to.1) - i64::from(from.1);
            let leads = |step: &Step| {
                let (by_rows, by_columns) = (i64::from(step.rows), i64::from(step.columns));
                let times =
                    down.abs().max(right.abs()) / by_rows.abs().max(by_columns.abs()).max(1);
                (step.repeats || times == 1)
                    && (by_rows * times, by_columns * times) == (down, right)
            };
            return if self.lattice.steps().iter().any(leads) { 1 } else { 2 };
        };
        // Without any reach there is no way at all, and every bound holds.
        let least = |distance: u32, reach: u32| distance.div_ceil(reach.max(1));
        least(rows, reach.0).max(least(columns, reach.1)).max(least(rows + columns, reach.2))
    }
}
