//! Graphs whose vertices are subsets: Kneser graphs and middle levels.

use super::{EdgeList, GraphFamily, form, none, size, unless, yes};

/// The subsets of K and of K + 1 out of 2K + 1 elements, joined if one contains the other.
pub const MIDDLE_LEVELS: GraphFamily = GraphFamily {
    name: "middle-levels",
    summary: "subsets of K and of K+1 out of 2K+1 elements, joined if one holds the other",
    parameters: &[size("K", "elements of the smaller subsets", 1, 31)],
    vertices: form("2 C(2K+1,K)", |size| binomial(2 * size[0] + 1, size[0]).saturating_mul(2)),
    edges: form("(K+1) C(2K+1,K)", |size| {
        binomial(2 * size[0] + 1, size[0]).saturating_mul(u64::from(size[0]) + 1)
    }),
    hamiltonian: yes("yes (Mütze, Proof of the middle levels conjecture, 2016)"),
    source: "Havel, Semipaths in directed cubes (1983)",
    problem: none,
    list: middle_levels,
};

/// The subsets of K out of N elements, joined if they are disjoint.
pub const KNESER: GraphFamily = GraphFamily {
    name: "kneser",
    summary: "subsets of K out of N elements, joined if they are disjoint",
    parameters: &[
        size("N", "elements, at least 2K+1", 3, 64),
        size("K", "elements of a subset", 1, 31),
    ],
    vertices: form("C(N,K)", |size| binomial(size[0], size[1])),
    edges: form("C(N,K) C(N-K,K) / 2", |size| {
        let [n, k] = *size else { return 0 };
        let ends = u128::from(binomial(n, k)) * u128::from(binomial(n - k, k));
        u64::try_from(ends / 2).unwrap_or(u64::MAX)
    }),
    hamiltonian: unless(
        "unless it is Petersen's graph, N = 5 and K = 2 (Merino, Mütze and Namrata 2023)",
        |size| *size != [5, 2],
    ),
    source: "Kneser, Aufgabe 360, Jahresber. Deutsch. Math.-Verein. 58 (1955)",
    problem: |size| (size[0] <= 2 * size[1]).then_some("N must be at least 2K+1"),
    list: kneser,
};

/// The number of subsets of k out of n elements; saturates.
pub(super) fn binomial(n: u32, k: u32) -> u64 {
    let mut product = 1_u128;
    for i in 1..=u128::from(k) {
        product = product * (u128::from(n) + i - u128::from(k)) / i;
        if product > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    product as u64
}

/// The subsets of k out of n elements as bits, in rising order; k is at least 1, n at most 64.
pub(super) fn subsets(n: u32, k: u32) -> impl Iterator<Item = u64> {
    let mut subset = u64::MAX >> (64 - k);
    (0..binomial(n, k)).map(move |_| {
        let this = subset;
        // Gosper's hack; it may overflow after the last subset.
        let lowest = this & this.wrapping_neg();
        let ripple = this.wrapping_add(lowest);
        subset = ripple | (((this ^ ripple) >> 2) / lowest);
        this
    })
}

/// The index of a subset among those of equal size.
fn place(subset: u64) -> u32 {
    let (mut rest, mut place, mut count) = (subset, 0, 0);
    while rest != 0 {
        count += 1;
        place += binomial(rest.trailing_zeros(), count);
        rest &= rest - 1;
    }
    place as u32
}

fn middle_levels(size: &[u32]) -> EdgeList {
    let (k, n) = (size[0], 2 * size[0] + 1);
    let upper = binomial(n, k) as u32;
    let mut edges = Vec::with_capacity(upper as usize * (k as usize + 1));
    for (lower, subset) in (0..).zip(subsets(n, k)) {
        let missing = (0..n).filter(|element| subset >> element & 1 == 0);
        edges.extend(missing.map(|element| (lower, upper + place(subset | 1 << element))));
    }
    edges
}

fn kneser(size: &[u32]) -> EdgeList {
    let (n, k) = (size[0], size[1]);
    let mut edges = Vec::new();
    for (vertex, subset) in (0..).zip(subsets(n, k)) {
        let free: Vec<u32> = (0..n).filter(|element| subset >> element & 1 == 0).collect();
        for chosen in subsets(n - k, k) {
            let elements = (0..n - k).filter(|place| chosen >> place & 1 == 1);
            let other = place(elements.fold(0, |other, at| other | 1 << free[at as usize]));
            if vertex < other {
                edges.push((vertex, other));
            }
        }
    }
    edges
}
