//! Graphs that look the same from every vertex: hexagonal tori and hypercubes.

use super::{ClosedForm, EdgeList, FamilyParameter, GraphFamily, always, none};
use crate::graphs::MOST_VERTICES;

/// Hexagons on a torus; every vertex has three neighbours.
pub const HEXAGONAL_TORUS: GraphFamily = GraphFamily {
    name: "hexagonal-torus",
    summary: "R rows of C hexagons around a torus",
    parameters: &[
        FamilyParameter { name: "R", summary: "rows of hexagons", least: 2, most: MOST_VERTICES },
        FamilyParameter { name: "C", summary: "hexagons of a row", least: 2, most: MOST_VERTICES },
    ],
    vertices: ClosedForm { text: "2RC", value: |size| 2 * cells(size) },
    edges: ClosedForm { text: "3RC", value: |size| 3 * cells(size) },
    hamiltonian: "yes (Alspach, Honeycomb toroidal graphs, 2020)",
    source: "Altshuler, Hamiltonian circuits in some maps on the torus, Discrete Math. 1 (1972)",
    is_hamiltonian: always,
    problem: none,
    list: torus,
};

/// Words of D bits; neighbours differ in one.
pub const HYPERCUBE: GraphFamily = GraphFamily {
    name: "hypercube",
    summary: "the words of D bits, joined if they differ in one bit",
    parameters: &[FamilyParameter { name: "D", summary: "bits", least: 2, most: 30 }],
    vertices: ClosedForm { text: "2^D", value: |size| 1 << size[0] },
    edges: ClosedForm { text: "D 2^(D-1)", value: |size| u64::from(size[0]) << (size[0] - 1) },
    hamiltonian: "yes: the reflected binary code",
    source: "Gray, Pulse code communication, US patent 2632058 (1953)",
    is_hamiltonian: always,
    problem: none,
    list: cube,
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
