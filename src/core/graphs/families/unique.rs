//! Graphs with exactly one Hamiltonian cycle: with the most edges, or almost all degrees 3.

use super::{EdgeList, GraphFamily, form, none, size, yes};
use crate::graphs::MOST_VERTICES;

/// A graph with one Hamiltonian cycle and the most edges that such a graph can have: the cycle
/// 1..N, and each odd vertex joined to all later ones but N.
///
/// The cycle is unique: 2 and N have only two neighbours, and 1 is a neighbour of both; so 4 is
/// left with 3 and 5, then 6 with 5 and 7, and so on. For many N there are other graphs with
/// equally many edges (Barefoot and Entringer 1981).
pub const SHEEHAN: GraphFamily = GraphFamily {
    name: "sheehan",
    summary: "one Hamiltonian cycle, and as many edges as a graph with only one can have",
    parameters: &[size("N", "vertices", 4, MOST_VERTICES)],
    vertices: form("N", |size| u64::from(size[0])),
    edges: form("floor(N^2/4) + 1", |size| u64::from(size[0]) * u64::from(size[0]) / 4 + 1),
    hamiltonian: yes("yes, by one cycle (Sheehan 1977)"),
    source: "Sheehan, Graphs with exactly one Hamiltonian circuit, J. Graph Theory 1 (1977)",
    problem: none,
    list: sheehan,
};

/// Two Petersen graphs, each without two non-adjacent vertices, joined by three edges and each with
/// a ladder of R rungs: one Hamiltonian cycle, and all degrees 3 except two of 4.
///
/// With R = 100 it is the graph of 416 vertices of the FHCP challenge set, up to labels, from which
/// it is taken; that other sizes have ladders of other lengths is inferred from the set's sizes. By
/// a count over a frontier the cycle is unique for every R up to 39, and for R = 100.
pub const ALDRED_THOMASSEN: GraphFamily = GraphFamily {
    name: "aldred-thomassen",
    summary: "one Hamiltonian cycle, and all vertices of degree 3 but two of degree 4",
    parameters: &[size("R", "rungs of each of two ladders", 1, MOST_VERTICES)],
    vertices: form("4R+16", |size| 4 * u64::from(size[0]) + 16),
    edges: form("6R+25", |size| 6 * u64::from(size[0]) + 25),
    hamiltonian: yes("yes, by one cycle (Haythorpe 2018)"),
    source: "read off graph 64 of the FHCP challenge set (Haythorpe, Bull. ICA 83, 2018)",
    problem: none,
    list: aldred_thomassen,
};

fn sheehan(size: &[u32]) -> EdgeList {
    let n = size[0];
    let cycle = (0..n).map(|vertex| (vertex, (vertex + 1) % n));
    let chords = (0..n).step_by(2).flat_map(|a| (a + 2..n - 1).map(move |b| (a, b)));
    cycle.chain(chords).collect()
}

/// Petersen's graph without two non-adjacent vertices: a hexagon 0..6, and a path from 6 between
/// two opposite vertices to 7.
const HALF: [(u32, u32); 9] =
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (6, 2), (6, 5), (6, 7)];

/// Between the first half and the second.
const JOINED: [(u32, u32); 3] = [(1, 4), (4, 7), (7, 1)];

/// The halves are 0..8 and 8..16; the ladders follow, one rung after another.
fn aldred_thomassen(size: &[u32]) -> EdgeList {
    let rungs = size[0];
    let mut edges: EdgeList = JOINED.iter().map(|&(a, b)| (a, 8 + b)).collect();
    for half in 0..2 {
        let first = 8 * half;
        edges.extend(HALF.iter().map(|&(a, b)| (first + a, first + b)));
        let rung = |index: u32| 16 + 2 * (half * rungs + index);
        for index in 0..rungs {
            edges.push((rung(index), rung(index) + 1));
        }
        for index in 1..rungs {
            edges.extend([0, 1].map(|rail| (rung(index - 1) + rail, rung(index) + rail)));
        }
        // Both rails begin at 0; they end at 3 and at 7.
        let end = rung(rungs - 1);
        edges.extend([(first, rung(0)), (first, rung(0) + 1)]);
        edges.extend([(first + 3, end), (first + 7, end + 1)]);
    }
    edges
}
