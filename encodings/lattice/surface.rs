//! Surfaces: a grid some of whose borders are joined, or whose cells are hexagons, and the steps of a
//! lattice on it.

use super::{Lattice, Step};

/// How two opposite borders of a grid are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BorderJoin {
    /// Not at all.
    Apart,
    /// As they face each other.
    Straight,
    /// In reverse order.
    Reversed,
}

impl BorderJoin {
    /// Whether a step may go over the borders, if it does this many times.
    #[must_use]
    pub fn opens(self, times: i64) -> bool {
        self != Self::Apart || times == 0
    }

    /// Whether what goes over the borders this many times is reflected.
    #[must_use]
    pub fn reflects(self, times: i64) -> bool {
        self == Self::Reversed && times % 2 != 0
    }
}

/// Which borders of a grid are joined, or that its cells are hexagons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Surface {
    /// None.
    #[default]
    Plane,
    /// Left and right.
    Cylinder,
    /// Left and right, top and bottom.
    Torus,
    /// Left and right, with the rows in reverse order.
    Moebius,
    /// Left and right with the rows in reverse order, top and bottom.
    Klein,
    /// None. Cells are hexagons: each touches those beside it in its row and column, the one up to the
    /// right and the one down to the left.
    Hexagonal,
}

impl Surface {
    /// All, the plane first.
    pub const ALL: [Self; 6] =
        [Self::Plane, Self::Cylinder, Self::Torus, Self::Moebius, Self::Klein, Self::Hexagonal];

    /// Its name in lower case, its title, and the joins of left and right and of top and bottom.
    fn facts(self) -> (&'static str, &'static str, [BorderJoin; 2]) {
        use BorderJoin::{Apart, Reversed, Straight};
        match self {
            Self::Plane => ("plane", "plane", [Apart; 2]),
            Self::Cylinder => ("cylinder", "cylinder", [Straight, Apart]),
            Self::Torus => ("torus", "torus", [Straight; 2]),
            Self::Moebius => ("moebius", "Moebius strip", [Reversed, Apart]),
            Self::Klein => ("klein", "Klein bottle", [Reversed, Straight]),
            Self::Hexagonal => ("hexagonal", "hexagonal board", [Apart; 2]),
        }
    }

    /// Its name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().0
    }

    /// The surface of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|surface| surface.name() == name)
    }

    /// Its name in a title: `Klein bottle`.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.facts().1
    }

    /// How left and right are joined, and how top and bottom.
    #[must_use]
    pub fn joins(self) -> [BorderJoin; 2] {
        self.facts().2
    }

    /// Whether some borders are joined.
    #[must_use]
    pub fn is_joined(self) -> bool {
        self.joins() != [BorderJoin::Apart; 2]
    }

    /// Whether some borders are joined in reverse order.
    #[must_use]
    pub fn is_mirrored(self) -> bool {
        self.joins().contains(&BorderJoin::Reversed)
    }

    /// The shifts to the right and up that keep it, on a grid of these sizes: how many, and the
    /// squares from one to the next. Once around borders that are joined in reverse order is a
    /// reflection, not another shift.
    #[must_use]
    pub fn shifts(self, rows: u32, columns: u32) -> [(u32, u32); 2] {
        use BorderJoin::{Apart, Reversed, Straight};
        let [left_right, top_bottom] = self.joins();
        let along = |join: BorderJoin, across: BorderJoin, size: u32| match (join, across) {
            (Straight | Reversed, Apart | Straight) => (size, 1),
            // The line of reflection may move to where it is anyway, halfway around.
            (Straight, Reversed) if size.is_multiple_of(2) => (2, size / 2),
            _ => (1, 0),
        };
        [along(left_right, top_bottom, columns), along(top_bottom, left_right, rows)]
    }
}

impl Lattice {
    /// Where a step leads from a cell on a surface that is no plane, and the same direction there;
    /// `None` beyond a border.
    pub(super) fn step_across(
        &self,
        (row, column): (u32, u32),
        step: Step,
    ) -> Option<((u32, u32), Step)> {
        let (rows, columns) = (i64::from(self.rows), i64::from(self.columns));
        let row = i64::from(row) + i64::from(step.rows);
        let column = i64::from(column) + i64::from(step.columns);
        let (over, around) = (row.div_euclid(rows), column.div_euclid(columns));
        let [left_right, top_bottom] = self.surface.joins();
        if !top_bottom.opens(over) || !left_right.opens(around) {
            return None;
        }
        let (mut row, mut column, mut after) = (row - over * rows, column - around * columns, step);
        if left_right.reflects(around) {
            (row, after.rows) = (rows - 1 - row, -step.rows);
        }
        if top_bottom.reflects(over) {
            (column, after.columns) = (columns - 1 - column, -step.columns);
        }
        Some(((row as u32, column as u32), after))
    }

    /// The vertices that a move on a surface leads to from one, even over blocked cells, in rising
    /// order.
    pub(crate) fn reached_over_blocked(&self, vertex: u32) -> Vec<u32> {
        let from = self.position(vertex);
        let mut reached = Vec::new();
        for &step in &self.steps {
            let mut at = Some((from, step));
            while let Some((cell, step)) = at {
                at = self.step_across(cell, step).filter(|&(next, _)| next != from);
                reached.extend(at.and_then(|((row, column), _)| self.vertex(row, column)));
                let left = step.reach - 1;
                at = at.filter(|_| left > 0).map(|(at, to)| (at, Step { reach: left, ..to }));
            }
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// The most different cells of the ray of a step. Where rows or columns are reversed it may visit a
    /// cell twice, in two directions.
    pub(super) fn longest_ray(&self, step: &Step) -> u64 {
        if !step.repeats() {
            return 1;
        }
        let along = |size: u32, by: i32| match by.unsigned_abs() {
            0 => u64::from(u32::MAX),
            by => u64::from(size / by),
        };
        let [left_right, top_bottom] = self.surface.joins();
        let within = [
            (!top_bottom.opens(1)).then(|| along(self.rows, step.rows)),
            (!left_right.opens(1)).then(|| along(self.columns, step.columns)),
        ];
        let cells = u64::from(self.rows) * u64::from(self.columns);
        within.into_iter().flatten().fold(cells.min(step.reach.into()), u64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ray(surface: Surface, from: (u32, u32), step: (i32, i32)) -> Vec<(u32, u32)> {
        let (rows, columns) = step;
        let step = Step::ride(rows, columns);
        let lattice = Lattice::new(3, 4, None, vec![step]).on(surface);
        lattice.ray(from, step).map(|vertex| lattice.position(vertex)).collect()
    }

    #[test]
    fn rays_go_around_until_their_start() {
        use Surface::{Cylinder, Klein, Moebius, Plane, Torus};
        assert_eq!(ray(Plane, (0, 2), (0, 1)), [(0, 3)]);
        assert_eq!(ray(Cylinder, (0, 2), (0, 1)), [(0, 3), (0, 0), (0, 1)]);
        assert_eq!(ray(Cylinder, (0, 2), (1, 1)), [(1, 3), (2, 0)]);
        assert_eq!(ray(Torus, (0, 2), (1, 0)), [(1, 2), (2, 2)]);
        assert_eq!(ray(Torus, (0, 2), (1, 1)).len(), 11);
        // The row below the middle becomes the row above it, and down becomes up.
        let round = [(0, 3), (2, 0), (2, 1), (2, 2), (2, 3), (0, 0), (0, 1)];
        assert_eq!(ray(Moebius, (0, 2), (0, 1)), round);
        assert_eq!(ray(Moebius, (0, 3), (1, 1)), [(1, 0), (0, 1)]);
        assert_eq!(ray(Moebius, (1, 2), (0, 1)), [(1, 3), (1, 0), (1, 1)]);
        assert_eq!(ray(Klein, (2, 0), (1, 0)), [(0, 0), (1, 0)]);
        assert_eq!(ray(Klein, (0, 3), (1, 1))[..3], [(1, 0), (0, 1), (2, 2)]);
    }

    #[test]
    fn moves_lead_back_and_never_to_their_own_square() {
        for surface in Surface::ALL {
            for (rows, columns) in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 2), (5, 4)]
            {
                for repeats in [false, true] {
                    for (a, b) in [(0, 1), (1, 1), (1, 2), (2, 2), (0, 3)] {
                        let steps = super::super::tests::symmetric(a, b, repeats);
                        let blocked = [rows * columns / 2].map(|cell| cell as usize);
                        for blocked in [None, Some(blocked.into_iter().collect())] {
                            let lattice =
                                Lattice::new(rows, columns, blocked.as_ref(), steps.clone());
                            let lattice = lattice.on(surface);
                            let of = |vertex| {
                                let mut list = Vec::new();
                                lattice.neighbours(vertex, &mut list);
                                list
                            };
                            let mut arcs = 0;
                            for vertex in 0..lattice.vertices() {
                                let list = of(vertex);
                                assert!(!list.contains(&vertex) && list.is_sorted());
                                assert!(list.iter().all(|&other| of(other).contains(&vertex)));
                                arcs += list.len() as u64;
                            }
                            assert!(arcs <= lattice.arcs_bound());
                        }
                    }
                }
            }
        }
    }
}
