//! Paths, cycles, complete graphs and grids.

use super::{EdgeList, FamilyList::Edges, GraphFamily, again, form, no, none, size, unless, yes};
use crate::graphs::MOST_VERTICES;

/// N vertices in a row.
pub const PATH: GraphFamily = GraphFamily {
    name: "path",
    summary: "N vertices in a row, joined to the next one",
    parameters: &[size("N", "vertices", 2, MOST_VERTICES)],
    named: &[],
    vertices: form("N", |size| size[0].into()),
    edges: form("N-1", |size| u64::from(size[0]) - 1),
    hamiltonian: no("no: its ends have one neighbour"),
    source: "Euler, Solutio problematis ad geometriam situs pertinentis (1741)",
    problem: none,
    list: Edges(|size| (1..size[0]).map(|vertex| (vertex - 1, vertex)).collect()),
};

/// N vertices in a ring.
pub const CYCLE: GraphFamily = GraphFamily {
    name: "cycle",
    summary: "N vertices in a ring, joined to the next one",
    parameters: &[size("N", "vertices", 3, MOST_VERTICES)],
    named: &[],
    vertices: form("N", |size| size[0].into()),
    edges: form("N", |size| size[0].into()),
    hamiltonian: yes("yes"),
    source: "Euler, Solutio problematis ad geometriam situs pertinentis (1741)",
    problem: none,
    list: Edges(|size| (0..size[0]).map(|vertex| (vertex, (vertex + 1) % size[0])).collect()),
};

/// N vertices, each joined to every other.
pub const COMPLETE: GraphFamily = GraphFamily {
    name: "complete",
    summary: "N vertices, each joined to every other",
    parameters: &[size("N", "vertices", 3, 10_000)],
    named: &[],
    vertices: form("N", |size| size[0].into()),
    edges: form("N(N-1)/2", |size| u64::from(size[0]) * u64::from(size[0] - 1) / 2),
    hamiltonian: yes("yes"),
    source: "Kirkman, On a problem in combinations (1847)",
    problem: none,
    list: Edges(|size| (0..size[0]).flat_map(|b| (0..b).map(move |a| (a, b))).collect()),
};

/// M vertices, each joined to N others.
pub const COMPLETE_BIPARTITE: GraphFamily = GraphFamily {
    name: "complete-bipartite",
    summary: "M vertices, each joined to N others",
    parameters: &[
        size("M", "vertices on one side", 1, MOST_VERTICES),
        again("N", "vertices on the other side", 1, MOST_VERTICES),
    ],
    named: &[],
    vertices: form("M+N", |size| u64::from(size[0]) + u64::from(size[1])),
    edges: form("MN", |size| u64::from(size[0]) * u64::from(size[1])),
    hamiltonian: unless("if M = N, from 2", |size| size[0] == size[1] && size[0] > 1),
    source: "Kuratowski, Sur le problème des courbes gauches en topologie (1930)",
    problem: none,
    list: Edges(|size| {
        let (left, right) = (size[0], size[1]);
        (0..left).flat_map(|a| (left..left + right).map(move |b| (a, b))).collect()
    }),
};

/// The squares of a board, joined to those beside, above and below.
pub const GRID: GraphFamily = GraphFamily {
    name: "grid",
    summary: "R rows of C squares, joined by the moves of a wazir",
    parameters: &[
        size("R", "rows", 2, MOST_VERTICES),
        again("C", "squares in a row", 2, MOST_VERTICES),
    ],
    named: &[],
    vertices: form("RC", |size| u64::from(size[0]) * u64::from(size[1])),
    edges: form("2RC - R - C", |size| {
        let (rows, columns) = (u64::from(size[0]), u64::from(size[1]));
        2 * rows * columns - rows - columns
    }),
    hamiltonian: unless("unless R and C are odd: the squares have two colours", |size| {
        size[0].is_multiple_of(2) || size[1].is_multiple_of(2)
    }),
    source: "Itai, Papadimitriou and Szwarcfiter, Hamilton paths in grid graphs (1982)",
    problem: none,
    list: Edges(grid),
};

fn grid(size: &[u32]) -> EdgeList {
    let (rows, columns) = (size[0], size[1]);
    let mut edges = Vec::new();
    for square in 0..rows * columns {
        if square % columns + 1 < columns {
            edges.push((square, square + 1));
        }
        if square + columns < rows * columns {
            edges.push((square, square + columns));
        }
    }
    edges
}
