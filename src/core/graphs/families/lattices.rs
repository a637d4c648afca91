//! Graphs that look the same from every vertex: hexagonal tori and hypercubes.

use super::{EdgeList, FamilyList::Edges, GraphFamily, form, none, size, yes};
use crate::graphs::MOST_VERTICES;

/// Hexagons on a torus; every vertex has three neighbours.
pub const HEXAGONAL_TORUS: GraphFamily = GraphFamily {
    name: "hexagonal-torus",
    summary: "R rows of C hexagons around a torus",
    parameters: &[
        size("R", "rows of hexagons", 2, MOST_VERTICES),
        size("C", "hexagons in a row", 2, MOST_VERTICES),
    ],
    named: &[],
    vertices: form("2RC", |size| 2 * cells(size)),
    edges: form("3RC", |size| 3 * cells(size)),
    hamiltonian: yes("yes (Alspach, Honeycomb toroidal graphs, 2020)"),
    source: "Altshuler, Hamiltonian circuits in some maps on the torus, Discrete Math. 1 (1972)",
    problem: none,
    list: Edges(torus),
};

/// Words of D bits; neighbours differ in one.
pub const HYPERCUBE: GraphFamily = GraphFamily {
    name: "hypercube",
    summary: "the words of D bits, joined if they differ in exactly one bit",
    parameters: &[size("D", "bits", 2, 30)],
    named: &[("cube", &[3])],
    vertices: form("2^D", |size| 1 << size[0]),
    edges: form("D 2^(D-1)", |size| u64::from(size[0]) << (size[0] - 1)),
    hamiltonian: yes("yes: the reflected binary code"),
    source: "Gray, Pulse code communication, US patent 2632058 (1953)",
    problem: none,
    list: Edges(cube),
};

fn cells(size: &[u32]) -> u64 {
    u64::from(size[0]) * u64::from(size[1])
}

/// The vertices are pairs a, b of each cell; a is joined to the b of its own cell, of the cell
/// above it and of the cell to its left.
fn torus(size: &[u32]) -> EdgeList {
    let (rows, columns) = (size[0], size[1]);
    let b = |row: u32, column: u32| 2 * (row * columns + column) + 1;
    let mut edges = Vec::with_capacity(3 * cells(size) as usize);
    for row in 0..rows {
        for column in 0..columns {
            let a = b(row, column) - 1;
            let (above, left) = ((row + rows - 1) % rows, (column + columns - 1) % columns);
            edges.extend([(a, b(row, column)), (a, b(above, column)), (a, b(row, left))]);
        }
    }
    edges
}

fn cube(size: &[u32]) -> EdgeList {
    let bits = size[0];
    let words = 0..1_u32 << bits;
    let zeros = |word: u32| (0..bits).filter(move |&bit| word >> bit & 1 == 0);
    words.flat_map(|word| zeros(word).map(move |bit| (word, word | 1 << bit))).collect()
}
