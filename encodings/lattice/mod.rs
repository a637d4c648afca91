//! Lattice graphs: the free cells of a grid, joined by a fixed set of steps.

mod distances;
mod step;
mod surface;
mod symmetries;

use std::{borrow::Cow, sync::Arc};

use fixedbitset::FixedBitSet;

use crate::graph::Graph;

pub use self::step::Step;
pub use self::surface::{BorderJoin, Surface};

/// A rotation or reflection of a grid that keeps its blocked cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatticeSymmetry {
    /// One of `identity`, `left_right`, `up_down`, `half_turn`, and for a square grid `diagonal`,
    /// `quarter_turn`, `quarter_turn_back`, `antidiagonal`.
    pub name: &'static str,
    /// The image of each vertex.
    pub images: Vec<u32>,
}

/// A grid of cells, some blocked, with steps between the free ones.
///
/// Vertices are the free cells in reading order (row by row from the top left). The set of steps is
/// symmetric, and its rides have no limit, unless it is [uneven](Lattice::unevenly): it contains the
/// opposite of each step.
///
/// ```
/// use satranj_encodings::lattice::{Lattice, Step};
///
/// let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// let knight = knight.map(|(rows, columns)| Step::leap(rows, columns));
/// let board = Lattice::new(3, 4, None, knight.to_vec());
/// assert_eq!((board.vertices(), board.position(6), board.vertex(1, 2)), (12, (1, 2), Some(6)));
/// assert_eq!(board.graph().neighbours(0), [6, 9]);
/// ```
#[derive(Debug, Clone)]
pub struct Lattice {
    rows: u32,
    columns: u32,
    steps: Vec<Step>,
    surface: Surface,
    shape: Shape,
    /// Only if some cell is blocked: the cell of each vertex and the vertex of each cell. Shared,
    /// because it takes eight bytes per cell.
    numbering: Option<Arc<Numbering>>,
}

/// What is known of the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// They are symmetric and without limit, on a plane.
    Rectangle,
    /// The same on a surface that is no plane.
    Joined,
    /// Nothing.
    Uneven,
    /// The edges of a graph are not steps.
    Graph,
}

impl From<Surface> for Shape {
    fn from(surface: Surface) -> Self {
        match surface {
            Surface::Plane => Self::Rectangle,
            // The symmetries of a rectangle are not those of hexagons.
            Surface::Hexagonal => Self::Uneven,
            _ => Self::Joined,
        }
    }
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
        let (surface, shape) = (Surface::Plane, Shape::Rectangle);
        Self { rows, columns, steps, surface, shape, numbering }
    }

    /// Cells without a shape, whose edges are not steps: the vertices of a graph in a single row.
    #[must_use]
    pub fn of_graph(vertices: u32) -> Self {
        Self { shape: Shape::Graph, ..Self::new(1, vertices, None, Vec::new()) }
    }

    /// The same cells and steps on a surface.
    #[must_use]
    pub fn on(self, surface: Surface) -> Self {
        Self { surface, shape: if self.is_uneven() { self.shape } else { surface.into() }, ..self }
    }

    /// The same, if the steps need not be symmetric, or rides may be limited: nothing but its graph
    /// tells its edges.
    #[must_use]
    pub fn unevenly(self) -> Self {
        Self { shape: Shape::Uneven, ..self }
    }

    /// Whether it is [uneven](Lattice::unevenly).
    #[must_use]
    pub fn is_uneven(&self) -> bool {
        self.shape == Shape::Uneven
    }

    /// Whether some step cannot be taken back: an uneven lattice lacks the opposite of a step or,
    /// where borders are joined in reverse order, its reflection.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        let has = |step| self.steps.contains(&step);
        let is_back = |step: &Step| {
            has(step.opposite())
                && (!self.surface.is_mirrored() || has(Step { rows: -step.rows, ..*step }))
        };
        self.is_uneven() && !self.steps.iter().all(is_back)
    }

    /// The same with the steps that lead back, so that it is not directed.
    #[must_use]
    pub fn both_ways(&self) -> Cow<'_, Self> {
        if !self.is_directed() {
            return Cow::Borrowed(self);
        }
        let is_mirrored = self.surface.is_mirrored();
        let mut steps = self.steps.clone();
        steps.extend(self.steps.iter().map(Step::opposite));
        for at in 0..if is_mirrored { steps.len() } else { 0 } {
            steps.push(Step { rows: -steps[at].rows, ..steps[at] });
        }
        Cow::Owned(Self { steps, ..self.clone() })
    }

    /// The surface.
    #[must_use]
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Whether it is a rectangle in the plane, whose shape tells where steps lead.
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.shape == Shape::Rectangle
    }

    /// Whether it is the vertices of a graph, whose edges are not steps.
    #[must_use]
    pub fn is_of_graph(&self) -> bool {
        self.shape == Shape::Graph
    }

    /// A lattice of the same cells with other steps, symmetric and without limit; both share their
    /// numbering.
    #[must_use]
    pub fn with_steps(&self, steps: Vec<Step>) -> Self {
        Self { steps, shape: self.surface.into(), ..self.clone() }
    }

    /// Bytes that a lattice of this many cells takes if some are blocked.
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

    /// Whether some step may be repeated.
    #[must_use]
    pub fn rides(&self) -> bool {
        self.steps.iter().any(Step::repeats)
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

    /// The (row, column) of each of these vertices, as [`Lattice::position`].
    ///
    /// Faster for many vertices: multiplication instead of division (Granlund and Montgomery,
    /// "Division by invariant integers using multiplication", 1994).
    pub fn positions(&self, vertices: &[u32]) -> impl Iterator<Item = (u32, u32)> {
        // For cells below 2^31, the least power of two not below the divisor suffices.
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

    /// Whether no cell is blocked.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.numbering.is_none()
    }

    /// The greater of the numbers of rows and columns: no line of cells is longer.
    #[must_use]
    pub fn longest_side(&self) -> u32 {
        self.rows.max(self.columns)
    }

    /// The vertices line by line, along the shorter or the longer side; on a square the shorter
    /// lines are the columns.
    pub fn sweep(&self, along_shorter: bool) -> impl Iterator<Item = u32> {
        let by_columns = (self.rows <= self.columns) == along_shorter;
        let (lines, places) =
            if by_columns { (self.columns, self.rows) } else { (self.rows, self.columns) };
        (0..lines).flat_map(move |line| {
            (0..places).filter_map(move |place| {
                if by_columns { self.vertex(place, line) } else { self.vertex(line, place) }
            })
        })
    }

    /// The vertex in the middle of the grid or, if that cell is blocked, the first of those nearest
    /// to the centre; `None` if there is no vertex.
    #[must_use]
    pub fn middle(&self) -> Option<u32> {
        let from_centre = |vertex: &u32| {
            let (row, column) = self.position(*vertex);
            self.centre_distance(row, column)
        };
        let middle = self.vertex(self.rows / 2, self.columns / 2);
        middle.or_else(|| (0..self.vertices()).min_by_key(from_centre))
    }

    /// The vertices in the direction of a step from a cell, the nearest first, up to the border, a
    /// blocked cell or the cell itself; at most one for a single step. Where left and right are
    /// joined with the rows in reverse order, a vertex may occur twice.
    #[inline]
    pub fn ray(&self, from: (u32, u32), step: Step) -> impl Iterator<Item = u32> {
        let mut at = Some((from, step));
        std::iter::from_fn(move || {
            let ((row, column), step) = at?;
            let next = if self.surface == Surface::Plane {
                let row = row.checked_add_signed(step.rows)?;
                ((row, column.checked_add_signed(step.columns)?), step)
            } else {
                at = None;
                self.step_across((row, column), step).filter(|&(next, _)| next != from)?
            };
            // No ray has as many squares as an unlimited ride may take steps.
            let left = step.reach - 1;
            at = (left > 0).then_some((next.0, Step { reach: left, ..next.1 }));
            self.vertex(next.0.0, next.0.1)
        })
    }

    /// Whether one of the steps, unrepeated, leads from one vertex to another.
    #[inline]
    #[must_use]
    pub fn is_step(&self, from: u32, to: u32) -> bool {
        let (from, to) = (self.position(from), self.position(to));
        let rows = i64::from(to.0) - i64::from(from.0);
        let columns = i64::from(to.1) - i64::from(from.1);
        let is_it =
            |step: &Step| (i64::from(step.rows), i64::from(step.columns)) == (rows, columns);
        self.steps.iter().any(is_it)
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
        let from = self.position(vertex);
        for &step in &self.steps {
            list.extend(self.ray(from, step));
        }
        list[begin..].sort_unstable();
        let (mut index, mut last) = (0, None);
        list.retain(|&vertex| {
            index += 1;
            index <= begin || last.replace(vertex) != Some(vertex)
        });
    }

    /// An upper bound on the number of arcs of the graph, exact for single steps on a free board.
    #[must_use]
    pub fn arcs_bound(&self) -> u64 {
        let arcs_of = |step: &Step| {
            if self.surface != Surface::Plane {
                return self.longest_ray(step).saturating_mul(self.vertices().into());
            }
            let along = |size: u32, by: i32| u64::from(size.saturating_sub(by.unsigned_abs()));
            let single = |times: i32| {
                along(self.rows, step.rows.saturating_mul(times))
                    * along(self.columns, step.columns.saturating_mul(times))
            };
            if !step.repeats() {
                return single(1);
            }
            let longest = i64::from(self.longest_side()).min(i64::from(step.reach) + 1) as i32;
            (1..longest).map(single).take_while(|&arcs| arcs > 0).fold(0, u64::saturating_add)
        };
        let arcs = self.steps.iter().map(arcs_of).fold(0, u64::saturating_add);
        if self.is_directed() { arcs.saturating_mul(2) } else { arcs }
    }

    /// All moves, from and to, in rising order.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.vertices()).flat_map(|from| {
            let mut list = Vec::new();
            self.neighbours(from, &mut list);
            list.into_iter().map(move |to| (from, to))
        })
    }

    /// The graph of all steps; of a directed lattice, without their directions.
    #[must_use]
    pub fn graph(&self) -> Graph {
        if self.is_directed() {
            return Graph::from_edges(self.vertices(), &self.arcs().collect::<Vec<_>>());
        }
        Graph::from_neighbours(self.vertices(), |vertex, list| self.neighbours(vertex, list))
    }

    /// Peak bytes of [`Lattice::graph`], as documented at [`Graph::from_neighbours`].
    #[must_use]
    pub fn graph_bytes(&self) -> u64 {
        let of_arc = if self.is_directed() { 64 } else { 40 };
        self.arcs_bound().saturating_mul(of_arc).saturating_add(u64::from(self.vertices()) * 16)
    }

    /// Calls `each` with the vertices in every direction from one, the nearest first, up to the
    /// border or a blocked cell; empty directions are skipped.
    pub fn rays(&self, vertex: u32, mut each: impl FnMut(&[u32])) {
        let from = self.position(vertex);
        let mut ray = Vec::new();
        for &step in &self.steps {
            ray.clear();
            ray.extend(self.ray(from, step));
            if !ray.is_empty() {
                each(&ray);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn symmetric(rows: i32, columns: i32, repeats: bool) -> Vec<Step> {
        let mut steps: Vec<Step> = Step::new(rows, columns, repeats).around().collect();
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
