//! Directed Cayley graphs of two generators: each vertex has two successors.

use super::{EdgeList, FamilyList::Arcs, GraphFamily, Hamiltonicity, form, none, size};

/// The orders of N letters; arcs put the first letter behind the others (sigma), or exchange the first
/// two (tau).
pub const SIGMA_TAU: GraphFamily = GraphFamily {
    name: "sigma-tau",
    summary: "orders of N letters; an arc rotates the letters or exchanges the first two; --directed for arcs",
    parameters: &[size("N", "letters", 3, 9)],
    named: &[],
    vertices: form("3 N!", |size| 3 * orders(size[0])),
    edges: form("4 N!", |size| 4 * orders(size[0])),
    hamiltonian: Hamiltonicity {
        text: "if N is odd (Sawada and Williams 2018; Rankin 1948)",
        holds: Some(|size| size[0] % 2 == 1),
    },
    source: "Rankin, A campanological problem in group theory (1948); Sawada and Williams, Solving \
             the sigma-tau problem (2018)",
    problem: none,
    list: Arcs(|size, _| sigma_tau(size[0])),
};

/// The product of two directed cycles.
pub const DIRECTED_TORUS: GraphFamily = GraphFamily {
    name: "directed-torus",
    summary: "M rows of N squares; an arc leads right or down, over the borders too; --directed for arcs",
    parameters: &[size("M", "rows", 2, 10_000), size("N", "squares in a row", 2, 10_000)],
    named: &[],
    vertices: form("3MN", |size| 3 * u64::from(size[0]) * u64::from(size[1])),
    edges: form("4MN", |size| 4 * u64::from(size[0]) * u64::from(size[1])),
    hamiltonian: Hamiltonicity {
        text: "if gcd(M, N) is the sum of two positive numbers, one coprime to M, the other to N",
        holds: Some(|size| {
            let d = divisor(size[0], size[1]);
            (1..d).any(|one| divisor(one, size[0]) == 1 && divisor(d - one, size[1]) == 1)
        }),
    },
    source: "Trotter and Erdős, When the Cartesian product of directed cycles is Hamiltonian (1978)",
    problem: none,
    list: Arcs(|size, _| torus(size[0], size[1])),
};

/// The number of orders of letters.
fn orders(letters: u32) -> u64 {
    (1..=u64::from(letters)).product()
}

/// The greatest common divisor.
fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The arcs between orders of letters, which are numbered in lexicographic order.
fn sigma_tau(letters: u32) -> EdgeList {
    let rank = |order: &[u32]| {
        let smaller = |at: usize| order[at + 1..].iter().filter(move |&&letter| letter < order[at]);
        (0..order.len())
            .fold(0, |rank, at| rank * (letters - at as u32) + smaller(at).count() as u32)
    };
    let order = |mut rank: u32| {
        let mut left: Vec<u32> = (0..letters).collect();
        let mut block = orders(letters) as u32;
        let mut next = |remaining: u32| {
            block /= remaining;
            let at = rank / block;
            rank %= block;
            left.remove(at as usize)
        };
        (1..=letters).rev().map(&mut next).collect::<Vec<u32>>()
    };
    let mut arcs = Vec::new();
    for tail in 0..orders(letters) as u32 {
        let (mut rotated, mut exchanged) = (order(tail), order(tail));
        rotated.rotate_left(1);
        exchanged.swap(0, 1);
        arcs.extend([(tail, rank(&rotated)), (tail, rank(&exchanged))]);
    }
    arcs
}

/// The arcs of a torus, row by row.
fn torus(rows: u32, columns: u32) -> EdgeList {
    let place = |row: u32, column: u32| row % rows * columns + column % columns;
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    all.flat_map(|(row, column)| {
        [(row + 1, column), (row, column + 1)].map(|to| (place(row, column), place(to.0, to.1)))
    })
    .collect()
}
