//! Conflicts as cliques and bicliques, a compact form of a conflict graph.

use std::ops::Range;

use crate::{
    flat_lists::FlatLists,
    graph::Graph,
    lattice::{Lattice, Step},
    objective::Count,
};

/// Lists of vertices.
pub type Sets = FlatLists<u32>;

/// One kind of piece.
#[derive(Debug, Clone)]
pub struct PieceKind {
    /// The cells and the steps of its attacks. All kinds have the same cells.
    pub lattice: Lattice,
    /// Kinds of the same side attack neither one another nor themselves; a kind without a side
    /// attacks all.
    pub side: Option<u32>,
    /// How many pieces of the kind.
    pub count: Count,
}

/// Cliques that contain every vertex of a kind exactly once: the lines of one direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The kind.
    pub kind: usize,
    /// The numbers of the cliques.
    pub cliques: Range<usize>,
}

/// Which vertices conflict: two of one clique, or one from each half of a biclique.
///
/// A line of a repeated step is a clique (for its own kind) or a biclique (against another kind); a
/// single step is a clique of two.
#[derive(Debug, Clone, Default)]
pub struct Conflicts {
    /// At most one vertex of a clique is chosen. Lines may have a single member.
    pub cliques: Sets,
    /// The cliques that are the lines of one direction.
    pub families: Vec<Family>,
    /// One half of each biclique: each of its vertices conflicts with each of the other half.
    pub left: Sets,
    /// The other halves, in the same order.
    pub right: Sets,
}

/// One step of each pair of opposite steps.
fn half(lattice: &Lattice) -> impl Iterator<Item = Step> + '_ {
    lattice.steps().iter().copied().filter(|step| (step.rows, step.columns) > (0, 0))
}

/// Calls `each` with every maximal line of a step, as vertices; unshielded lines skip the blocked
/// cells.
fn lines(lattice: &Lattice, step: Step, shielded: bool, each: &mut dyn FnMut(&[u32])) {
    let (rows, columns) = (i64::from(lattice.rows()), i64::from(lattice.columns()));
    let (down, right) = (i64::from(step.rows), i64::from(step.columns));
    let on_grid =
        |row: i64, column: i64| (0..rows).contains(&row) && (0..columns).contains(&column);
    let mut line = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if on_grid(row - down, column - right) {
                continue;
            }
            let (mut at_row, mut at_column) = (row, column);
            while on_grid(at_row, at_column) {
                match lattice.vertex(at_row as u32, at_column as u32) {
                    Some(vertex) => line.push(vertex),
                    None if shielded && !line.is_empty() => {
                        each(&line);
                        line.clear();
                    }
                    None => {}
                }
                (at_row, at_column) = (at_row + down, at_column + right);
            }
            if !line.is_empty() {
                each(&line);
                line.clear();
            }
        }
    }
}

/// Calls `each` with the two vertices of every move, from and to; unshielded moves pass over blocked
/// cells.
fn attacks(lattice: &Lattice, shielded: bool, each: &mut dyn FnMut(u32, u32)) {
    for vertex in 0..lattice.vertices() {
        let mut list = Vec::new();
        if shielded {
            lattice.neighbours(vertex, &mut list);
        } else {
            list = lattice.reached_over_blocked(vertex);
        }
        for other in list {
            each(vertex, other);
        }
    }
}

/// Calls `each` with the two vertices of every move by a step.
fn leaps(lattice: &Lattice, step: Step, each: &mut dyn FnMut(u32, u32)) {
    for vertex in 0..lattice.vertices() {
        for other in lattice.ray(lattice.position(vertex), step) {
            each(vertex, other);
        }
    }
}

impl Conflicts {
    /// The conflicts of some kinds. O(cells · steps · kinds²).
    #[must_use]
    pub fn new(kinds: &[PieceKind], shielded: bool) -> Self {
        let mut conflicts = Self::default();
        let cells = kinds.first().map_or(0, |kind| kind.lattice.vertices());
        for (number, kind) in kinds.iter().enumerate() {
            if kind.side.is_none() {
                conflicts.within(number, kind, cells, shielded);
            }
        }
        for (first, kind) in kinds.iter().enumerate() {
            for (second, other) in kinds.iter().enumerate().skip(first + 1) {
                if kind.side.is_none() || kind.side != other.side {
                    let (one, two) = (&kind.lattice, &other.lattice);
                    if !one.is_rectangle() || !two.is_rectangle() {
                        let [first, second] = [first, second].map(|kind| kind as u32 * cells);
                        attacks(one, shielded, &mut |a, b| {
                            conflicts.cliques.push([first + a, second + b]);
                        });
                        attacks(two, shielded, &mut |a, b| {
                            let (a, b) = if two.is_directed() { (b, a) } else { (a, b) };
                            conflicts.cliques.push([first + a, second + b]);
                        });
                        continue;
                    }
                    conflicts.between((first, second), one, half(one), cells, shielded);
                    // Steps of both kinds are listed once.
                    let steps = half(two).filter(|step| !one.steps().contains(step));
                    conflicts.between((first, second), two, steps, cells, shielded);
                }
            }
        }
        if kinds.len() > 1 {
            let kinds = kinds.len() as u32;
            for cell in 0..cells {
                conflicts.cliques.push((0..kinds).map(|kind| kind * cells + cell));
            }
        }
        conflicts
    }

    /// The edges of a graph as conflicts. O(m).
    #[must_use]
    pub fn of_graph(graph: &Graph) -> Self {
        let mut conflicts = Self::default();
        graph.edge_list().for_each(|(a, b)| conflicts.cliques.push([a, b]));
        conflicts
    }

    /// The conflicts of a kind with itself.
    fn within(&mut self, number: usize, kind: &PieceKind, cells: u32, shielded: bool) {
        let base = number as u32 * cells;
        if kind.lattice.is_directed() {
            let edges = kind.lattice.graph();
            edges.edge_list().for_each(|(a, b)| self.cliques.push([base + a, base + b]));
            return;
        }
        if !kind.lattice.is_rectangle() {
            attacks(&kind.lattice, shielded, &mut |a, b| {
                if a < b {
                    self.cliques.push([base + a, base + b]);
                }
            });
            return;
        }
        for step in half(&kind.lattice) {
            let begin = self.cliques.len();
            if step.repeats() {
                lines(&kind.lattice, step, shielded, &mut |line| {
                    self.cliques.push(line.iter().map(|&cell| base + cell));
                });
                self.families.push(Family { kind: number, cliques: begin..self.cliques.len() });
            } else {
                leaps(&kind.lattice, step, &mut |a, b| {
                    self.cliques.push([base + a.min(b), base + a.max(b)]);
                });
            }
        }
    }

    /// The conflicts of two kinds along steps of one of them.
    fn between(
        &mut self,
        kinds: (usize, usize),
        lattice: &Lattice,
        steps: impl Iterator<Item = Step>,
        cells: u32,
        shielded: bool,
    ) {
        let (first, second) = (kinds.0 as u32 * cells, kinds.1 as u32 * cells);
        for step in steps {
            if step.repeats() {
                lines(lattice, step, shielded, &mut |line| {
                    if line.len() > 1 {
                        self.left.push(line.iter().map(|&cell| first + cell));
                        self.right.push(line.iter().map(|&cell| second + cell));
                    }
                });
            } else {
                leaps(lattice, step, &mut |a, b| {
                    self.cliques.push([first + a, second + b]);
                    self.cliques.push([first + b, second + a]);
                });
            }
        }
    }

    /// The two halves of each biclique.
    pub fn bicliques(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        self.left.iter().zip(self.right.iter())
    }

    /// Whether an auxiliary variable separates the halves of a biclique in fewer clauses than one
    /// clause per pair.
    #[must_use]
    pub fn has_variable(left: &[u32], right: &[u32]) -> bool {
        left.len() as u64 * right.len() as u64 > (left.len() + right.len()) as u64
    }

    /// Approximate peak bytes of the conflicts of some kinds.
    #[must_use]
    pub fn bytes(kinds: &[PieceKind]) -> u64 {
        let number = kinds.len() as u64;
        let of_kind = |kind: &PieceKind| {
            if !kind.lattice.is_rectangle() {
                return Self::bytes_of(kind.lattice.arcs_bound(), 1);
            }
            let directions = kind.lattice.steps().len() as u64 / 2;
            Self::bytes_of(u64::from(kind.lattice.vertices()), directions)
        };
        let sum = kinds.iter().map(of_kind).fold(0, u64::saturating_add);
        sum.saturating_mul(number.saturating_mul(number))
    }

    /// Approximate peak bytes of the conflicts of one kind with this many cells and pairs of
    /// opposite steps.
    pub(crate) fn bytes_of(cells: u64, directions: u64) -> u64 {
        // A member of a line takes four bytes, a leap two members and an end; arrays grow by
        // doubling. Measured for knights: 50 MB for 40,000 cells, the graph included.
        cells.saturating_mul(directions).saturating_mul(192)
    }

    /// An upper bound on the number of arcs of [`Conflicts::graph`].
    #[must_use]
    pub fn arcs_bound(&self) -> u64 {
        let square = |length: usize| (length as u64).saturating_mul(length as u64);
        let within = self.cliques.iter().map(|clique| square(clique.len()) - clique.len() as u64);
        let between = self
            .left
            .iter()
            .zip(self.right.iter())
            .map(|(left, right)| 2 * left.len() as u64 * right.len() as u64);
        within.chain(between).fold(0, u64::saturating_add)
    }

    /// The graph of all conflicts on this many vertices.
    #[must_use]
    pub fn graph(&self, vertices: u32) -> Graph {
        // The sets of each vertex, to gather its neighbours.
        let mut inside: Vec<Vec<(u32, u8)>> = vec![Vec::new(); vertices as usize];
        for (which, sets) in [(0, &self.cliques), (1, &self.left), (2, &self.right)] {
            for (number, set) in sets.iter().enumerate() {
                for &vertex in set.iter().filter(|_| which > 0 || set.len() > 1) {
                    inside[vertex as usize].push((number as u32, which));
                }
            }
        }
        Graph::from_neighbours(vertices, |vertex, list| {
            for &(number, which) in &inside[vertex as usize] {
                let sets = [&self.cliques, &self.right, &self.left][usize::from(which)];
                let others = sets.get(number as usize).iter().copied();
                list.extend(others.filter(|&other| other != vertex));
            }
            list.sort_unstable();
            list.dedup();
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::independent_set::IndependentSet;

    fn steps(half: &[(i32, i32)], repeats: bool) -> Vec<Step> {
        let both = half.iter().flat_map(|&(rows, columns)| [(rows, columns), (-rows, -columns)]);
        both.map(|(rows, columns)| Step::new(rows, columns, repeats)).collect()
    }

    fn kind(lattice: Lattice, side: Option<u32>) -> PieceKind {
        PieceKind { lattice, side, count: Count::Optimum }
    }

    #[test]
    fn lines_of_one_direction_hold_every_vertex_once() {
        let queen = steps(&[(0, 1), (1, 0), (1, 1), (1, -1)], true);
        let lattice = Lattice::new(3, 5, None, queen);
        let set = IndependentSet::on_lattice(lattice.clone(), Count::Optimum);
        let conflicts = set.conflicts();
        let lengths: Vec<usize> =
            conflicts.families.iter().map(|family| family.cliques.len()).collect();
        assert_eq!(lengths, [3, 5, 7, 7]);
        for family in &conflicts.families {
            let mut members: Vec<u32> = family
                .cliques
                .clone()
                .flat_map(|number| conflicts.cliques.get(number).to_vec())
                .collect();
            members.sort_unstable();
            assert_eq!(members, (0..15).collect::<Vec<u32>>());
        }
        let edges: Vec<_> = set.graph().edge_list().collect();
        assert_eq!(edges, lattice.graph().edge_list().collect::<Vec<_>>());
    }

    #[test]
    fn kinds_of_one_side_share_cells_only() {
        let rook = Lattice::new(2, 2, None, steps(&[(0, 1), (1, 0)], true));
        let wazir = Lattice::new(2, 2, None, steps(&[(0, 1), (1, 0)], false));
        let edges = |first: Option<u32>, second: Option<u32>| {
            let set =
                IndependentSet::army(vec![kind(rook.clone(), first), kind(wazir.clone(), second)]);
            set.graph().edges()
        };
        // Four shared cells; with a separate side: 4 cells with 2 neighbours each, both ways.
        assert_eq!(edges(Some(0), Some(0)), 4);
        assert_eq!(edges(Some(0), Some(1)), 4 + 8);
        assert_eq!(edges(None, None), 4 + 8 + 4 + 4);
    }

    #[test]
    fn blocked_cells_end_lines_unless_unshielded() {
        let mut blocked = fixedbitset::FixedBitSet::with_capacity(5);
        blocked.insert(2);
        let lattice = Lattice::new(1, 5, Some(&blocked), steps(&[(0, 1)], true));
        let set = IndependentSet::on_lattice(lattice, Count::Optimum);
        assert_eq!(set.graph().edges(), 2);
        assert_eq!(set.unshielded().graph().edges(), 6);
    }
}
