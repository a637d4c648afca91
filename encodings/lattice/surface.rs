//! Surfaces: a grid some of whose borders are joined, and the steps of a lattice on it.

use super::{Lattice, Step};

/// Which borders of a grid are joined.
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
}

impl Surface {
    /// All, the plane first.
    pub const ALL: [Self; 5] =
        [Self::Plane, Self::Cylinder, Self::Torus, Self::Moebius, Self::Klein];

    /// Its name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Cylinder => "cylinder",
            Self::Torus => "torus",
            Self::Moebius => "moebius",
            Self::Klein => "klein",
        }
    }

    /// Its name in a title: `Klein bottle`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Moebius => "Moebius strip",
            Self::Klein => "Klein bottle",
            named => named.name(),
        }
    }

    /// Whether top and bottom are joined.
    #[must_use]
    pub fn joins_rows(self) -> bool {
        matches!(self, Self::Torus | Self::Klein)
    }

    /// Whether left and right are joined, with the rows in reverse order.
    #[must_use]
    pub fn is_mirrored(self) -> bool {
        matches!(self, Self::Moebius | Self::Klein)
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
        let (mut row, column) =
            (i64::from(row) + i64::from(step.rows), i64::from(column) + i64::from(step.columns));
        if self.surface.joins_rows() {
            row = row.rem_euclid(rows);
        }
        let mut after = step;
        if self.surface.is_mirrored() && column.div_euclid(columns) % 2 != 0 {
            row = rows - 1 - row;
            after.rows = -step.rows;
        }
        let to = (u32::try_from(row).ok()?, column.rem_euclid(columns) as u32);
        (to.0 < self.rows).then_some((to, after))
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

    /// The most cells that the ray of a step holds.
    pub(super) fn longest_ray(&self, step: &Step) -> u64 {
        if !step.repeats() {
            return 1;
        }
        let along = |size: u32, by: i32| match by.unsigned_abs() {
            0 => u64::from(u32::MAX),
            by => u64::from(size / by),
        };
        let is_open = self.surface == Surface::Plane;
        let within = [
            (!self.surface.joins_rows()).then(|| along(self.rows, step.rows)),
            is_open.then(|| along(self.columns, step.columns)),
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
