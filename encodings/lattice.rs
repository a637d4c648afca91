//! Lattice graphs: the free cells of a grid, joined by a fixed set of steps.

use std::{collections::VecDeque, sync::Arc};

use fixedbitset::FixedBitSet;

use crate::graph::Graph;

/// A step from a cell: so many rows down and columns right (not none of both), once or as
/// far as it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Rows, counted downward.
    pub rows: i32,
    /// Columns, counted rightward.
    pub columns: i32,
    /// Whether the step may be repeated until a blocked cell or the border.
    pub repeats: bool,
}

/// A grid of cells, some blocked, with steps between the free ones.
///
/// Vertices are the free cells in reading order (row by row from the top left). The set
/// of steps is symmetric: with each step the opposite one.
#[derive(Debug, Clone)]
pub struct Lattice {
    rows: u32,
    columns: u32,
    steps: Vec<Step>,
    /// Only where some cell is blocked: the cell of each vertex and the vertex of each cell.
    /// Shared, for it takes eight bytes a cell.
    numbering: Option<Arc<Numbering>>,
}

#[derive(Debug, Clone)]
struct Numbering {
    cell_of_vertex: Vec<u32>,
    vertex_of_cell: Vec<u32>,
}

/// Marks a blocked cell in [`Numbering::vertex_of_cell`].
const BLOCKED: u32 = u32::MAX;

impl Lattice {
    /// A lattice of `rows` x `columns` cells; `blocked` holds the blocked cells in reading
    /// order. rows * columns must be below 2^31.
    #[must_use]
    pub fn new(rows: u32, columns: u32, blocked: Option<&FixedBitSet>, steps: Vec<Step>) -> Self {
        let numbering = blocked.filter(|blocked| !blocked.is_clear()).map(|blocked| {
            let cells = rows * columns;
            let free = (cells as usize).saturating_sub(blocked.count_ones(..));
            let mut cell_of_vertex = Vec::with_capacity(free);
            let mut vertex_of_cell = vec![BLOCKED; cells as usize];
            for cell in (0..cells).filter(|&cell| !blocked.contains(cell as usize)) {
                vertex_of_cell[cell as usize] = cell_of_vertex.len() as u32;
                cell_of_vertex.push(cell);
            }
            Arc::new(Numbering { cell_of_vertex, vertex_of_cell })
        });
        Self { rows, columns, steps, numbering }
    }

    /// A lattice of the same cells with other steps; both share their numbering.
    #[must_use]
    pub fn with_steps(&self, steps: Vec<Step>) -> Self {
        Self { steps, ..self.clone() }
    }

    /// Bytes that a lattice of so many cells takes if some are blocked.
    #[must_use]
    pub fn bytes(cells: u64) -> u64 {
        cells.saturating_mul(size_of::<[u32; 2]>() as u64)
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Number of free cells.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.numbering
            .as_ref()
            .map_or(self.rows * self.columns, |numbering| numbering.cell_of_vertex.len() as u32)
    }

    /// The (row, column) of a vertex, from the top left.
    #[must_use]
    pub fn position(&self, vertex: u32) -> (u32, u32) {
        let cell = self
            .numbering
            .as_ref()
            .map_or(vertex, |numbering| numbering.cell_of_vertex[vertex as usize]);
        (cell / self.columns, cell % self.columns)
    }

    /// The (row, column) of each of these vertices, as [`Lattice::position`] says.
    ///
    /// For many it is quicker, by multiplication in place of division (Granlund and Montgomery,
    /// "Division by invariant integers using multiplication", 1994).
    pub fn positions(&self, vertices: &[u32]) -> impl Iterator<Item = (u32, u32)> {
        // For cells below 2^31, the least power of two that is not below the divisor suffices.
        let shift = 31 + (u32::BITS - self.columns.saturating_sub(1).leading_zeros());
        let reciprocal = (1_u64 << shift).div_ceil(u64::from(self.columns.max(1)));
        let numbering = self.numbering.as_deref();
        vertices.iter().map(move |&vertex| {
            let cell = numbering.map_or(vertex, |its| its.cell_of_vertex[vertex as usize]);
            let row = ((u64::from(cell) * reciprocal) >> shift) as u32;
            (row, cell - row * self.columns)
        })
    }

    /// The vertex at a (row, column), if that cell is on the grid and free.
    #[must_use]
    pub fn vertex(&self, row: u32, column: u32) -> Option<u32> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let cell = row * self.columns + column;
        match &self.numbering {
            None => Some(cell),
            Some(numbering) => {
                Some(numbering.vertex_of_cell[cell as usize]).filter(|&vertex| vertex != BLOCKED)
            }
        }
    }

    /// Four times the squared distance of a cell from the centre of the grid.
    #[must_use]
    pub fn centre_distance(&self, row: u32, column: u32) -> u64 {
        let twice = |at: u32, size: u32| u64::from((2 * at + 1).abs_diff(size)).pow(2);
        twice(row, self.rows) + twice(column, self.columns)
    }

    /// Appends the vertices one step away, in rising order without repetition.
    pub fn neighbours(&self, vertex: u32, list: &mut Vec<u32>) {
        let begin = list.len();
        let (row, column) = self.position(vertex);
        for step in &self.steps {
            let (mut row, mut column) = (row, column);
            loop {
                let next = (row.checked_add_signed(step.rows))
                    .zip(column.checked_add_signed(step.columns))
                    .and_then(|(row, column)| Some((row, column, self.vertex(row, column)?)));
                let Some((next_row, next_column, other)) = next else {
                    break;
                };
                list.push(other);
                if !step.repeats {
                    break;
                }
                (row, column) = (next_row, next_column);
            }
        }
        let added = &mut list[begin..];
        added.sort_unstable();
        let mut kept = begin;
        for index in begin..list.len() {
            if index == begin || list[index] != list[kept - 1] {
                list[kept] = list[index];
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// An upper bound on the number of arcs, exact for single steps on a free board.
    #[must_use]
    pub fn arcs_bound(&self) -> u64 {
        let arcs_of = |step: &Step| {
            let along = |size: u32, by: i32| u64::from(size.saturating_sub(by.unsigned_abs()));
            let single = |times: i32| {
                along(self.rows, step.rows.saturating_mul(times))
                    * along(self.columns, step.columns.saturating_mul(times))
            };
            if !step.repeats {
                return single(1);
            }
            let longest = self.rows.max(self.columns) as i32;
            (1..longest).map(single).take_while(|&arcs| arcs > 0).fold(0, u64::saturating_add)
        };
        self.steps.iter().map(arcs_of).fold(0, u64::saturating_add)
    }

    /// The graph of all steps.
    #[must_use]
    pub fn graph(&self) -> Graph {
        Graph::from_neighbours(self.vertices(), |vertex, list| self.neighbours(vertex, list))
    }

    /// Bytes that [`Lattice::graph`] takes at its peak, as [`Graph::from_neighbours`] says.
    #[must_use]
    pub fn graph_bytes(&self) -> u64 {
        self.arcs_bound().saturating_mul(40).saturating_add(u64::from(self.vertices()) * 16)
    }

    /// The vertices that can be reached from one, itself included; stops when `go_on` says so
    /// of one that is reached. O(cells reached times steps).
    pub fn reach(&self, from: u32, go_on: impl FnMut(u32) -> bool) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.vertices() as usize);
        self.reach_more(from, &mut reached, go_on);
        reached
    }

    /// As [`Lattice::reach`], over vertices that are not in `reached`, into which those go that
    /// are reached; returns them.
    pub fn reach_more(
        &self,
        from: u32,
        reached: &mut FixedBitSet,
        mut go_on: impl FnMut(u32) -> bool,
    ) -> Vec<u32> {
        let mut found = vec![from];
        reached.insert(from as usize);
        let mut list = Vec::new();
        let mut next = 0;
        let mut goes_on = go_on(from);
        while let Some(&vertex) = found.get(next).filter(|_| goes_on) {
            next += 1;
            list.clear();
            self.neighbours(vertex, &mut list);
            for &other in &list {
                if goes_on && !reached.put(other as usize) {
                    found.push(other);
                    goes_on = go_on(other);
                }
            }
        }
        found
    }

    /// The distance of every vertex from the nearest of some, `None` where there is no way.
    /// O(vertices times neighbours).
    pub fn distances_from(&self, sources: impl IntoIterator<Item = u32>) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.vertices() as usize];
        let mut waiting: VecDeque<(u32, u32)> =
            sources.into_iter().map(|source| (source, 0)).collect();
        for &(source, _) in &waiting {
            distances[source as usize] = Some(0);
        }
        let mut list = Vec::new();
        while let Some((vertex, distance)) = waiting.pop_front() {
            list.clear();
            self.neighbours(vertex, &mut list);
            for &other in &list {
                let known = &mut distances[other as usize];
                if known.is_none() {
                    *known = Some(distance + 1);
                    waiting.push_back((other, distance + 1));
                }
            }
        }
        distances
    }

    /// Calls `each` with the vertices in every direction from one, the nearest first, as far
    /// as the border or a blocked cell; directions without any are left out.
    pub fn rays(&self, vertex: u32, mut each: impl FnMut(&[u32])) {
        let (row, column) = self.position(vertex);
        let mut ray = Vec::new();
        for step in self.steps() {
            ray.clear();
            let (mut row, mut column) = (row, column);
            while let Some((next_row, next_column)) =
                row.checked_add_signed(step.rows).zip(column.checked_add_signed(step.columns))
                && let Some(other) = self.vertex(next_row, next_column)
            {
                ray.push(other);
                if !step.repeats {
                    break;
                }
                (row, column) = (next_row, next_column);
            }
            if !ray.is_empty() {
                each(&ray);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetric(rows: i32, columns: i32, repeats: bool) -> Vec<Step> {
        let mut steps = vec![];
        for (rows, columns) in [(rows, columns), (columns, rows)] {
            for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                steps.push(Step { rows: down * rows, columns: right * columns, repeats });
            }
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    #[test]
    fn counts_of_moves() {
        // A knight has 168 undirected moves on 8x8, a rook 448, a bishop 280.
        for (steps, edges) in [
            (symmetric(1, 2, false), 168),
            (symmetric(0, 1, true), 448),
            (symmetric(1, 1, true), 280),
        ] {
            let lattice = Lattice::new(8, 8, None, steps);
            assert_eq!(lattice.graph().edges(), edges);
            assert_eq!(lattice.arcs_bound(), 2 * u64::from(edges));
        }
    }

    #[test]
    fn sliders_stop_at_blocked_cells() {
        let mut blocked = FixedBitSet::with_capacity(5);
        blocked.insert(2);
        let lattice = Lattice::new(1, 5, Some(&blocked), symmetric(0, 1, true));
        assert_eq!(lattice.vertices(), 4);
        assert_eq!(lattice.graph().edge_list().collect::<Vec<_>>(), [(0, 1), (2, 3)]);
        assert_eq!(lattice.position(2), (0, 3));
        assert_eq!(lattice.vertex(0, 2), None);
    }

    #[test]
    fn positions_of_many_are_those_of_each() {
        for (rows, columns) in
            [(1, 1), (9, 1), (1, 9), (7, 3), (1 << 15, (1 << 16) - 1), ((1 << 30) + 1, 1)]
        {
            let lattice = Lattice::new(rows, columns, None, Vec::new());
            let n = lattice.vertices();
            let last = (0..40).map(|back| (n - 1).saturating_sub(back));
            let edges = (0..rows.min(999)).map(|row| row * columns);
            let vertices: Vec<u32> = (0..n.min(99)).chain(edges).chain(last).collect();
            let each: Vec<_> = vertices.iter().map(|&vertex| lattice.position(vertex)).collect();
            assert_eq!(lattice.positions(&vertices).collect::<Vec<_>>(), each);
        }
        let mut blocked = FixedBitSet::with_capacity(6);
        blocked.insert(1);
        let lattice = Lattice::new(2, 3, Some(&blocked), Vec::new());
        assert_eq!(lattice.positions(&[1, 2]).collect::<Vec<_>>(), [(0, 2), (1, 0)]);
    }

    #[test]
    fn distances_from_the_nearest() {
        let mut blocked = FixedBitSet::with_capacity(24);
        blocked.extend([3, 9, 15, 21]);
        // A wall of four cells in the fourth of six columns.
        for (steps, repeats) in [((0, 1), false), ((1, 2), false), ((0, 1), true)] {
            let steps = symmetric(steps.0, steps.1, repeats);
            let lattice = Lattice::new(4, 6, Some(&blocked), steps);
            let graph = lattice.graph();
            for sources in [vec![], vec![0], vec![7, 7], vec![2, 19, 11]] {
                let each: Vec<Vec<u32>> =
                    sources.iter().map(|&source| graph.distances(source)).collect();
                let nearest = |vertex: usize| each.iter().map(|its| its[vertex]).min();
                let expected: Vec<Option<u32>> = (0..lattice.vertices() as usize)
                    .map(|vertex| nearest(vertex).filter(|&distance| distance < u32::MAX))
                    .collect();
                assert_eq!(lattice.distances_from(sources), expected);
            }
        }
    }

    #[test]
    fn other_steps_on_the_same_cells() {
        let mut blocked = FixedBitSet::with_capacity(6);
        blocked.insert(1);
        let rook = Lattice::new(2, 3, Some(&blocked), symmetric(0, 1, true));
        let bishop = rook.with_steps(symmetric(1, 1, true));
        let made = Lattice::new(2, 3, Some(&blocked), symmetric(1, 1, true));
        assert_eq!(bishop.graph().edges(), made.graph().edges());
        assert_eq!(bishop.position(1), rook.position(1));
        let shared = rook.numbering.as_ref().zip(bishop.numbering.as_ref());
        assert!(shared.is_some_and(|(one, other)| Arc::ptr_eq(one, other)));
        let copy = rook.clone();
        let shared = rook.numbering.as_ref().zip(copy.numbering.as_ref());
        assert!(shared.is_some_and(|(one, other)| Arc::ptr_eq(one, other)));
    }
}
