//! Lines that cross one another: a lower bound on dominating rooks and bishops.

use super::DominatingSet;
use crate::lattice::{Lattice, Step};

/// Vertices by two sets of lines, as rows and columns, that cross one another.
pub type LineGrid = Vec<Vec<u32>>;

/// Grids of lines for a piece that rides along two directions: rows and columns, or diagonals of a
/// colour. Each piece is on one line of each direction, so fewer pieces than the shorter side of a grid
/// leave a line of each direction free, and the vertex where they cross is not dominated. Together the
/// shorter sides are a lower bound; `None` for other pieces, for boards with blocked cells and for
/// joined borders. (Yaglom and Yaglom, *Challenging mathematical problems*, 1964: n rooks or bishops for
/// a board of n x n.) O(n) for n vertices.
#[must_use]
pub fn crossing_lines(model: &DominatingSet) -> Option<(u32, Vec<LineGrid>)> {
    let lattice = &model.pieces().single()?.lattice;
    let goes = |steps: [Step; 2]| {
        let both = steps.iter().flat_map(|step| [*step, step.opposite()]);
        lattice.steps().len() == 4 && both.into_iter().all(|step| lattice.steps().contains(&step))
    };
    if !lattice.is_free() || model.minimal {
        return None;
    }
    let shorter = lattice.rows().min(lattice.columns());
    let grids = if goes([Step::ride(0, 1), Step::ride(1, 0)]) {
        vec![grid(shorter, |row, column| (row, column), lattice)]
    } else if goes([Step::ride(1, 1), Step::ride(1, -1)]) {
        [0, 1].into_iter().filter_map(|colour| diamond(colour, lattice)).collect()
    } else {
        return None;
    };
    Some((grids.iter().map(|grid| grid.len() as u32).sum(), grids))
}

/// The largest grid of diagonals whose cells have a colour.
fn diamond(colour: u32, lattice: &Lattice) -> Option<LineGrid> {
    let (rows, columns) = (lattice.rows(), lattice.columns());
    // Its width and height are 2k - 1; its centre may be moved by one.
    let fits = |&(k, moved): &(u32, (u32, u32))| {
        let (row, column) = (k - 1 + moved.0, k - 1 + moved.1);
        row + k <= rows && column + k <= columns && (row + column + k - 1) % 2 == colour
    };
    let sizes = (1..=rows.min(columns).div_ceil(2)).rev();
    let mut all = sizes.flat_map(|k| [(0, 0), (0, 1), (1, 0)].map(|moved| (k, moved)));
    let (k, moved) = all.find(fits)?;
    Some(grid(k, |i, j| (moved.0 + i + j, moved.1 + k - 1 + i - j), lattice))
}

/// The vertices of a grid of k by k lines.
fn grid(k: u32, cell: impl Fn(u32, u32) -> (u32, u32), lattice: &Lattice) -> LineGrid {
    let vertex = |(row, column)| lattice.vertex(row, column);
    (0..k).map(|i| (0..k).filter_map(|j| vertex(cell(i, j))).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Count;

    fn on(rows: u32, columns: u32, step: Step) -> DominatingSet {
        let mut steps: Vec<Step> = step.around().collect();
        steps.sort_unstable();
        steps.dedup();
        DominatingSet::on_lattice(Lattice::new(rows, columns, None, steps), Count::Optimum)
    }

    #[test]
    fn square_boards_need_as_many_rooks_or_bishops_as_rows() {
        for n in 1..=12 {
            for step in [Step::ride(0, 1), Step::ride(1, 1)] {
                let (least, grids) = crossing_lines(&on(n, n, step)).expect("a bound");
                assert_eq!(least, n);
                let mut all = grids.concat().concat();
                let count = all.len();
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), count);
                assert!(grids.iter().all(|grid| grid.iter().all(|row| row.len() == grid.len())));
            }
        }
        assert_eq!(crossing_lines(&on(3, 5, Step::ride(0, 1))).map(|it| it.0), Some(3));
        for step in [Step::leap(0, 1), Step::ride(1, 2), Step { reach: 3, ..Step::ride(1, 1) }] {
            assert_eq!(crossing_lines(&on(5, 5, step)), None);
        }
    }
}
