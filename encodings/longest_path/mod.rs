//! The longest path or cycle of a graph, which may have to be uncrossed on a board, or induced.

pub mod skipping;

use std::sync::{Arc, OnceLock};

use crate::{hamiltonian::Hamiltonian, lattice::Lattice};

/// The most edges of a lattice whose crossings are listed.
pub const MOST_EDGES: u64 = 1 << 12;

/// The question of a longest path or cycle. Its length is the number of its edges.
///
/// ```
/// use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, longest_path::LongestPath};
///
/// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]);
/// let longest = LongestPath::new(Hamiltonian::on_graph(star, false));
/// assert_eq!((longest.length(&[1, 0, 2]), longest.is_uncrossed()), (2, false));
/// ```
#[derive(Debug, Clone)]
pub struct LongestPath {
    /// The graph, whether a cycle is requested, the ends and the given edges. There are no times
    /// and no symmetry. A start of a cycle is a vertex of it.
    pub visit: Hamiltonian,
    /// Whether vertices that are adjacent must follow each other.
    pub induced: bool,
    /// Any path of at least this length is accepted, instead of the longest.
    pub at_least: Option<u64>,
    is_uncrossed: bool,
    crossings: Arc<OnceLock<Vec<(u32, u32)>>>,
}

impl LongestPath {
    /// The longest path or cycle that begins, ends and uses edges as a visit does.
    #[must_use]
    pub fn new(visit: Hamiltonian) -> Self {
        Self {
            visit,
            induced: false,
            at_least: None,
            is_uncrossed: false,
            crossings: Arc::default(),
        }
    }

    /// The same, but no two edges, as segments between the centres of cells, have a common point
    /// other than a common end. `None` unless the graph is that of a lattice in the plane with at
    /// most [`MOST_EDGES`] edges.
    #[must_use]
    pub fn uncrossed(self) -> Option<Self> {
        let is_small = |lattice: &&Lattice| {
            !lattice.surface().is_joined() && lattice.arcs_bound() / 2 <= MOST_EDGES
        };
        self.visit.lattice().filter(is_small)?;
        Some(Self { is_uncrossed: true, ..self })
    }

    /// Whether no two edges may cross.
    #[must_use]
    pub fn is_uncrossed(&self) -> bool {
        self.is_uncrossed
    }

    /// The pairs of edges of which at most one may be used, by their numbers, in rising order; none
    /// if edges may cross. Found on the first call in O(m²).
    #[must_use]
    pub fn crossings(&self) -> &[(u32, u32)] {
        let Some(lattice) = self.visit.lattice().filter(|_| self.is_uncrossed) else { return &[] };
        self.crossings.get_or_init(|| {
            let edges: Vec<[[i64; 2]; 2]> = self
                .visit
                .graph()
                .edge_list()
                .map(|(a, b)| {
                    [a, b].map(|vertex| {
                        let (row, column) = lattice.position(vertex);
                        [row.into(), column.into()]
                    })
                })
                .collect();
            let mut crossings = Vec::new();
            for (at, one) in (0..).zip(&edges) {
                let others = (at + 1..).zip(&edges[at as usize + 1..]);
                crossings.extend(
                    others.filter(|&(_, other)| meet(*one, *other)).map(|(other, _)| (at, other)),
                );
            }
            crossings
        })
    }

    /// The same question, but any path of at least this length is accepted.
    #[must_use]
    pub fn with_length(&self, length: u64) -> Self {
        Self { at_least: Some(length), ..self.clone() }
    }

    /// The number of edges of a path or cycle.
    #[must_use]
    pub fn length(&self, path: &[u32]) -> u64 {
        (path.len() as u64).saturating_sub(u64::from(!self.visit.closed))
    }
}

/// Twice the area of a triangle, positive in one direction and negative in the other.
fn area([a, b, c]: [[i64; 2]; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a point of the line through two others is between them or one of them.
fn is_between(point: [i64; 2], [a, b]: [[i64; 2]; 2]) -> bool {
    area([a, b, point]) == 0
        && (0..2).all(|axis| (a[axis].min(b[axis])..=a[axis].max(b[axis])).contains(&point[axis]))
}

/// Whether two different segments have a common point other than a common end.
fn meet(one: [[i64; 2]; 2], other: [[i64; 2]; 2]) -> bool {
    let touches = |ends: [[i64; 2]; 2], segment: [[i64; 2]; 2]| {
        ends.into_iter().any(|end| !segment.contains(&end) && is_between(end, segment))
    };
    let parts = |[a, b]: [[i64; 2]; 2], [c, d]: [[i64; 2]; 2]| {
        area([a, b, c]).signum() * area([a, b, d]).signum() < 0
    };
    touches(one, other) || touches(other, one) || parts(one, other) && parts(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_inside_at_an_end_and_along_a_line() {
        let meets = |one, other| (meet(one, other), meet(other, one));
        assert_eq!(meets([[0, 0], [2, 1]], [[0, 1], [2, 0]]), (true, true));
        assert_eq!(meets([[0, 0], [2, 1]], [[0, 1], [2, 2]]), (false, false));
        // A common end alone is no crossing; one segment on the other is.
        assert_eq!(meets([[0, 0], [2, 1]], [[2, 1], [4, 2]]), (false, false));
        assert_eq!(meets([[0, 0], [0, 1]], [[0, 0], [0, 3]]), (true, true));
        assert_eq!(meets([[0, 0], [0, 2]], [[0, 1], [1, 1]]), (true, true));
        assert_eq!(meets([[0, 0], [0, 1]], [[0, 2], [0, 3]]), (false, false));
    }
}
