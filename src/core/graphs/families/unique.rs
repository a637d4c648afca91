//! Graphs with exactly one Hamiltonian cycle: with the most edges, or almost all degrees 3.

use super::{EdgeList, FamilyList::Edges, GraphFamily, form, none, size, yes};
use crate::graphs::MOST_VERTICES;

/// A graph with one Hamiltonian cycle and the most edges possible with only one: the cycle
/// 1..N, and each odd vertex joined to all later ones but N.
///
/// The cycle is unique: 2 and N have only two neighbours, and 1 is a neighbour of both; so 4 is
/// left with 3 and 5, then 6 with 5 and 7, and so on. For many N there are other graphs with
/// equally many edges (Barefoot and Entringer 1981).
pub const SHEEHAN: GraphFamily = GraphFamily {
    name: "sheehan",
    summary: "one Hamiltonian cycle, with the most edges possible for a graph with only one",
    parameters: &[size("N", "vertices", 4, MOST_VERTICES)],
    named: &[],
    vertices: form("N", |size| u64::from(size[0])),
    edges: form("floor(N^2/4) + 1", |size| u64::from(size[0]) * u64::from(size[0]) / 4 + 1),
    hamiltonian: yes("yes, exactly one cycle (Sheehan 1977)"),
    source: "Sheehan, Graphs with exactly one Hamiltonian circuit, J. Graph Theory 1 (1977)",
    problem: none,
    list: Edges(sheehan),
};

/// Two Petersen graphs, each without two non-adjacent vertices, joined by three edges and each with
/// a ladder of R rungs: one Hamiltonian cycle, and all degrees 3 except two of 4.
///
/// With R = 100 it is the graph of 416 vertices of the FHCP challenge set, up to labels, from which
/// it is taken; that other sizes have ladders of other lengths is inferred from the set's sizes. By
/// a count over a frontier the cycle is unique for every R up to 39, and for R = 100.
pub const ALDRED_THOMASSEN: GraphFamily = GraphFamily {
    name: "aldred-thomassen",
    summary: "one Hamiltonian cycle; two vertices have degree 4, all others degree 3",
    parameters: &[size("R", "rungs of each of two ladders", 1, MOST_VERTICES)],
    named: &[],
    vertices: form("4R+16", |size| 4 * u64::from(size[0]) + 16),
    edges: form("6R+25", |size| 6 * u64::from(size[0]) + 25),
    hamiltonian: yes("yes, exactly one cycle (Haythorpe 2018)"),
    source: "taken from graph 64 of the FHCP challenge set (Haythorpe, Bull. ICA 83, 2018)",
    problem: none,
    list: Edges(aldred_thomassen),
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

/// A ring of M pieces. A piece has exactly one Hamiltonian path between its two ends, and the ring
/// passes each piece along it: so it has one Hamiltonian cycle. All degrees are 4 or 14; a single
/// piece is instead closed by an edge and by a path of two edges between its ends.
///
/// With M = 1 it is the graph of 170 vertices of the FHCP challenge set, up to labels: the piece is
/// taken from that graph, not from the paper. That several pieces form a ring is inferred from the
/// sizes and diameters of the set's other graphs.
pub const FLEISCHNER: GraphFamily = GraphFamily {
    name: "fleischner",
    summary: "one Hamiltonian cycle; every vertex has degree 4 or 14; a ring of M pieces",
    parameters: &[size("M", "pieces", 1, MOST_VERTICES)],
    named: &[],
    vertices: form("169M, 170 if M = 1", |size| {
        u64::from(PIECE) * u64::from(size[0]) + u64::from(size[0] == 1)
    }),
    edges: form("388M, 390 if M = 1", |size| {
        388 * u64::from(size[0]) + 2 * u64::from(size[0] == 1)
    }),
    hamiltonian: yes("yes, exactly one cycle (Fleischner 2014)"),
    source: "taken from graph 19 of the FHCP challenge set; after Fleischner, J. Graph Theory 75 \
             (2014)",
    problem: none,
    list: Edges(ring),
};

/// Vertices of a piece: three triangles and ten knots.
const PIECE: u32 = 9 + 10 * KNOT;

/// Vertices of a knot: the hub 0 with two edges to the outside, the sides 1 and 2 with one each,
/// the triangle 3, 4, 5 and the rim.
///
/// A Hamiltonian cycle that takes both edges of the hub to the outside passes the rest in one way
/// only, from side to side. Of all ways to pass the knots and triangles of a piece only one forms a
/// path, and it passes every knot like that.
const KNOT: u32 = 16;

/// The edges of some vertices, each with vertices that it is joined to.
pub(super) type Joined = [(u32, &'static [u32])];

/// The edges of a knot that do not end at its hub.
pub(super) const RIM: &Joined = &[
    (1, &[6, 7]),
    (2, &[14, 15]),
    (3, &[4, 5, 8, 12]),
    (4, &[5, 13, 14]),
    (5, &[7, 9]),
    (6, &[8, 10]),
    (7, &[9]),
    (8, &[12]),
    (9, &[11]),
    (10, &[11, 13]),
    (11, &[15]),
    (12, &[15]),
    (13, &[14]),
];

/// The edges, one by one.
pub(super) fn edges_of(joined: &Joined) -> impl Iterator<Item = (u32, u32)> + Clone {
    joined.iter().flat_map(|&(a, ends)| ends.iter().map(move |&b| (a, b)))
}

/// The hub of a knot; it is joined to all of the knot except the triangle.
const fn hub(knot: u32) -> u32 {
    9 + KNOT * knot
}

const fn left(knot: u32) -> u32 {
    hub(knot) + 1
}

const fn right(knot: u32) -> u32 {
    hub(knot) + 2
}

/// The edges of a piece between knots, and between knots and the triangles 0..3, 3..6 and 6..9.
const LINKS: &Joined = &[
    (0, &[hub(1), left(1)]),
    (1, &[hub(4), left(4)]),
    (2, &[hub(7), right(7)]),
    (3, &[hub(3), right(3)]),
    (4, &[hub(8), left(8)]),
    (5, &[hub(2), right(2)]),
    (6, &[left(0), right(1)]),
    (7, &[right(6), right(8)]),
    (8, &[hub(3), left(5)]),
    (hub(0), &[left(7)]),
    (right(0), &[right(4)]),
    (hub(1), &[hub(9)]),
    (hub(2), &[right(5)]),
    (left(2), &[left(6)]),
    (left(3), &[hub(6)]),
    (hub(4), &[right(9)]),
    (hub(5), &[hub(8), left(9)]),
    (hub(6), &[hub(7)]),
];

/// The ends of a piece.
const ENDS: (u32, u32) = (hub(0), hub(9));

fn ring(size: &[u32]) -> EdgeList {
    let pieces = size[0];
    let mut edges = Vec::with_capacity(388 * pieces as usize + 2);
    for piece in 0..pieces {
        let first = PIECE * piece;
        edges.extend(self::piece().map(|(a, b)| (first + a, first + b)));
        let next = PIECE * ((piece + 1) % pieces);
        edges.push((first + ENDS.1, next + ENDS.0));
    }
    if pieces == 1 {
        edges.extend([(PIECE, ENDS.0), (PIECE, ENDS.1)]);
    }
    edges
}

/// The edges of a piece.
fn piece() -> impl Iterator<Item = (u32, u32)> {
    let triangles = [0, 3, 6].into_iter().flat_map(|a| [(a, a + 1), (a + 1, a + 2), (a, a + 2)]);
    let knots = (0..10).flat_map(|knot| {
        let spokes = [1, 2].into_iter().chain(6..KNOT).map(|rim| (0, rim));
        spokes.chain(edges_of(RIM)).map(move |(a, b)| (hub(knot) + a, hub(knot) + b))
    });
    triangles.chain(knots).chain(edges_of(LINKS))
}
