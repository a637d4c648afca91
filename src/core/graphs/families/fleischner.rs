//! Fleischner's graphs with exactly one Hamiltonian cycle and no vertex of degree less than 4.

use super::{EdgeList, GraphFamily, form, none, size, yes};
use crate::graphs::MOST_VERTICES;

/// A ring of M pieces. A piece has exactly one Hamiltonian path between its two ends, and the ring
/// passes each piece along it: so it has one Hamiltonian cycle. All degrees are 4 or 14; a single
/// piece is instead closed by an edge and by a path of two edges between its ends.
///
/// With M = 1 it is the graph of 170 vertices of the FHCP challenge set, up to labels: the piece is
/// taken from that graph, not from the paper. That several pieces form a ring is inferred from the
/// sizes and diameters of the set's other graphs.
pub const FLEISCHNER: GraphFamily = GraphFamily {
    name: "fleischner",
    summary: "one Hamiltonian cycle, and all vertices of degree 4 or 14: a ring of M pieces",
    parameters: &[size("M", "pieces", 1, MOST_VERTICES)],
    vertices: form("169M, 170 if M = 1", |size| {
        u64::from(PIECE) * u64::from(size[0]) + u64::from(size[0] == 1)
    }),
    edges: form("388M, 390 if M = 1", |size| {
        388 * u64::from(size[0]) + 2 * u64::from(size[0] == 1)
    }),
    hamiltonian: yes("yes, by one cycle (Fleischner 2014)"),
    source: "read off graph 19 of the FHCP challenge set; after Fleischner, J. Graph Theory 75 (2014)",
    problem: none,
    list: ring,
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
