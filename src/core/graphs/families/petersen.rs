//! Petersen's graph and derived ones: generalised Petersen graphs, flower snarks, dot products.

use super::{
    EdgeList, FamilyList::Edges, FamilyParameter, GraphFamily, form, no, none, size, unless, yes,
};
use crate::graphs::MOST_VERTICES;

/// The generalised Petersen graph GP(N,K): a cycle u, its spokes to v, and v joined in steps of K.
pub const GENERALISED_PETERSEN: GraphFamily = GraphFamily {
    name: "generalised-petersen",
    summary: "a cycle of N vertices, a spoke at each, the spokes' ends joined in steps of K",
    parameters: &[
        size("N", "vertices of the cycle", 3, MOST_VERTICES),
        size("K", "the step, less than N/2", 1, MOST_VERTICES),
    ],
    named: &[
        ("petersen", &[5, 2]),
        ("desargues", &[10, 3]),
        ("dodecahedron", &[10, 2]),
        ("duerer", &[6, 2]),
        ("moebius-kantor", &[8, 3]),
        ("nauru", &[12, 5]),
    ],
    vertices: form("2N", |size| 2 * u64::from(size[0])),
    edges: form("3N", |size| 3 * u64::from(size[0])),
    hamiltonian: unless("unless N = 5 mod 6 and K is 2 or (N-1)/2 (Alspach 1983)", |size| {
        !(size[0] % 6 == 5 && (size[1] == 2 || 2 * size[1] == size[0] - 1))
    }),
    source: "Watkins, A theorem on Tait colorings, J. Combin. Theory 6 (1969)",
    problem: |size| (size[1] >= size[0].div_ceil(2)).then_some("K must be less than N/2"),
    list: Edges(|size| generalised(size[0], size[1])),
};

/// GP(N,2) as in the FHCP challenge set. For N = 5 mod 6 it is not Hamiltonian by itself and has
/// one more edge, between the ends of a path of two edges; the graph of 70 vertices of the set is
/// this one up to labels. Then it has cycles for every N up to 89, by a count over a frontier.
pub const FHCP_PETERSEN: GraphFamily = GraphFamily {
    name: "fhcp-petersen",
    summary: "generalised-petersen N,2, with one edge more if N = 5 mod 6",
    parameters: &[size("N", "vertices of the cycle, 3 or 5 mod 6", 5, MOST_VERTICES)],
    named: &[],
    vertices: form("2N", |size| 2 * u64::from(size[0])),
    edges: form("3N, and 1 if N = 5 mod 6", |size| {
        3 * u64::from(size[0]) + u64::from(size[0] % 6 == 5)
    }),
    hamiltonian: yes("yes; exactly 3 cycles if N = 3 mod 6 (Schwenk 1989)"),
    source: "Haythorpe, FHCP challenge set, Bull. ICA 83 (2018)",
    problem: |size| (![3, 5].contains(&(size[0] % 6))).then_some("N must be 3 or 5 mod 6"),
    list: Edges(|size| {
        let n = size[0];
        let mut edges = generalised(n, 2);
        if n % 6 == 5 {
            edges.push((0, n + 1));
        }
        edges
    }),
};

/// The flower snark `J_K`: K stars with a centre a and leaves b, c, d; the leaves b form a cycle,
/// and the leaves c and d together one of twice the length.
pub const FLOWER_SNARK: GraphFamily = GraphFamily {
    name: "flower-snark",
    summary: "K stars of three leaves, joined to a cycle of length K and one of length 2K",
    parameters: &[STARS],
    named: &[],
    vertices: form("4K", |size| 4 * u64::from(size[0])),
    edges: form("6K", |size| 6 * u64::from(size[0])),
    hamiltonian: no("no: its edges have no colouring with 3 colours (Isaacs 1975)"),
    source: "Isaacs, Infinite families of nontrivial trivalent graphs, Amer. Math. Monthly 82 (1975)",
    problem: odd,
    list: Edges(|size| flower(size[0])),
};

/// A flower snark as in the FHCP challenge set: with an edge between the leaves c and d of one
/// star. The graph of 84 vertices of the set is this one up to labels. By a count over a frontier
/// it has (2^((K+3)/2) ± 4)/3 Hamiltonian cycles for every odd K to 61.
pub const FHCP_SNARK: GraphFamily = GraphFamily {
    name: "fhcp-snark",
    summary: "flower-snark K with an edge between two leaves of one star",
    parameters: &[STARS],
    named: &[],
    vertices: form("4K", |size| 4 * u64::from(size[0])),
    edges: form("6K+1", |size| 6 * u64::from(size[0]) + 1),
    hamiltonian: yes("yes (Haythorpe 2018)"),
    source: "Haythorpe, FHCP challenge set, Bull. ICA 83 (2018)",
    problem: odd,
    list: Edges(|size| {
        let mut edges = flower(size[0]);
        edges.push((2, 3));
        edges
    }),
};

const STARS: FamilyParameter = size("K", "stars, an odd number", 3, MOST_VERTICES);

/// Dot products of Petersen graphs: the next graph loses two adjacent vertices, the last one two
/// independent edges, and the four open ends of each are joined.
pub const PETERSEN_PRODUCT: GraphFamily = GraphFamily {
    name: "petersen-product",
    summary: "the dot product of F Petersen graphs, one after the other",
    parameters: &[size("F", "Petersen graphs", 1, MOST_VERTICES)],
    named: &[],
    vertices: form("8F+2", |size| 8 * u64::from(size[0]) + 2),
    edges: form("12F+3", |size| 12 * u64::from(size[0]) + 3),
    hamiltonian: no("no: dot products of snarks are snarks (Isaacs 1975)"),
    source: "Isaacs, Infinite families of nontrivial trivalent graphs, Amer. Math. Monthly 82 (1975)",
    problem: none,
    list: Edges(product),
};

fn odd(size: &[u32]) -> Option<&'static str> {
    size[0].is_multiple_of(2).then_some("K must be odd")
}

/// GP(n,k); u is 0..n and v is n..2n.
fn generalised(n: u32, k: u32) -> EdgeList {
    (0..n).flat_map(|i| [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n)]).collect()
}

/// `J_K`; star i has the centre 4i and the leaves 4i + 1, 4i + 2 and 4i + 3.
fn flower(stars: u32) -> EdgeList {
    let mut edges = Vec::with_capacity(6 * stars as usize);
    for star in 0..stars {
        let centre = 4 * star;
        let next = 4 * ((star + 1) % stars);
        // The two longer strands cross once.
        let (c, d) = if next == 0 { (3, 2) } else { (2, 3) };
        edges.extend((1..4).map(|leaf| (centre, centre + leaf)));
        edges.extend([(centre + 1, next + 1), (centre + 2, next + c), (centre + 3, next + d)]);
    }
    edges
}

/// The first graph is GP(5,2) with u in 0..5 and v in 5..10; each later one lacks u0 and v0, and
/// u1..u4, v1..v4 follow. The removed edges are u2 u3 and v1 v4 of the graph before.
fn product(size: &[u32]) -> EdgeList {
    let factors = size[0];
    let mut edges = Vec::with_capacity(12 * factors as usize + 3);
    for factor in 0..factors {
        let is_first = factor == 0;
        let vertex = |factor: u32, i: u32| match factor {
            0 => i,
            _ if i < 5 => 8 * factor + 2 + i - 1,
            _ => 8 * factor + 2 + i - 2,
        };
        for (a, b) in generalised(5, 2) {
            let left_out = !is_first && (a % 5 == 0 || b % 5 == 0);
            let goes = factor + 1 < factors && [(2, 3), (9, 6)].contains(&(a, b));
            if !left_out && !goes {
                edges.push((vertex(factor, a), vertex(factor, b)));
            }
        }
        if !is_first {
            let joined = [(2, 1), (3, 4), (6, 7), (9, 8)];
            edges.extend(joined.map(|(a, b)| (vertex(factor - 1, a), vertex(factor, b))));
        }
    }
    edges
}
