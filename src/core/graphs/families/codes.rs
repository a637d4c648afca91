//! Graphs whose cliques are codes: Hamming, Johnson and Keller graphs.

use super::{EdgeList, FamilyList::Edges, GraphFamily, form, none, size, unless, yes};

/// The most words compared pairwise.
const MOST_COMPARED: u64 = 1 << 14;

/// The words of N bits, joined if they differ in at least D places: a clique is a code of minimum
/// distance D. The second DIMACS challenge has `hamming6-4` and others.
pub const HAMMING: GraphFamily = GraphFamily {
    name: "hamming",
    summary: "words of N bits, joined if they differ in at least D places",
    parameters: &[size("N", "bits in a word", 2, 14), size("D", "the least distance", 1, 14)],
    named: &[],
    vertices: form("2^N", |size| 1 << size[0]),
    edges: form("2^(N-1) (C(N,D) + ... + C(N,N))", |size| {
        (1 << (size[0] - 1)) * distances(size[0], size[1], size[0])
    }),
    hamiltonian: yes("yes: connected Cayley graphs of commutative groups are Hamiltonian"),
    source: "Johnson and Trick (eds.), Cliques, Coloring, and Satisfiability, DIMACS 26 (1996)",
    problem: |size| (size[1] >= size[0]).then_some("D must be less than N"),
    list: Edges(|size| {
        let words: Vec<u64> = (0..1 << size[0]).collect();
        apart(&words, size[1])
    }),
};

/// The words of N bits of which W are 1, joined if they differ in at least D places: a clique is a
/// code of constant weight. The second DIMACS challenge has `johnson8-4-4` and others.
pub const JOHNSON: GraphFamily = GraphFamily {
    name: "johnson",
    summary: "words of N bits with W ones, joined if they differ in at least D places",
    parameters: &[
        size("N", "bits in a word", 3, 63),
        size("W", "ones in a word", 1, 31),
        size("D", "the least distance, even", 2, 62),
    ],
    named: &[],
    vertices: form("C(N,W)", |size| binomial(size[0], size[1])),
    edges: form("C(N,W) (C(W,H) C(N-W,H) + C(W,H+1) C(N-W,H+1) + ...) / 2 with H = D/2", |size| {
        let [n, weight, distance] = *size else { return 0 };
        let others = (distance / 2..=weight.min(n - weight)).map(|moved| {
            u128::from(binomial(weight, moved)) * u128::from(binomial(n - weight, moved))
        });
        let ends = others.sum::<u128>().saturating_mul(binomial(n, weight).into());
        u64::try_from(ends / 2).unwrap_or(u64::MAX)
    }),
    hamiltonian: unless(
        "unless it is Petersen's graph, N = 5 and D = 4 (Merino, Mütze and Namrata 2023)",
        |size| !(size[0] == 5 && size[2] == 4),
    ),
    source: "Johnson and Trick (eds.), Cliques, Coloring, and Satisfiability, DIMACS 26 (1996)",
    problem: |size| {
        let [n, weight, distance] = *size else { return None };
        if n <= weight {
            Some("W must be less than N")
        } else if distance % 2 == 1 {
            Some("D must be even, because all distances are even")
        } else if distance / 2 > weight.min(n - weight) {
            Some("D must be at most 2W and 2(N-W)")
        } else if n == 2 * weight && distance == n {
            Some("D must be less than N")
        } else if binomial(n, weight) > MOST_COMPARED {
            Some("there would be more than 16384 words, and every pair is compared")
        } else {
            None
        }
    },
    list: Edges(|size| apart(&subsets(size[0], size[1]).collect::<Vec<_>>(), size[2])),
};

/// The words of D digits from 0 to 3, joined if they differ in at least two places, in one of them
/// by 2: a clique of 2^D would refute Keller's conjecture on cubes that fill space. The graphs
/// `keller4` to `keller6` of the second DIMACS challenge are the neighbours of one vertex.
pub const KELLER: GraphFamily = GraphFamily {
    name: "keller",
    summary: "words of D digits of 0 to 3, joined if two places differ, one of them by 2",
    parameters: &[size("D", "digits", 2, 7)],
    named: &[],
    vertices: form("4^D", |size| 1 << (2 * size[0])),
    edges: form("4^D (4^D - 3^D - D) / 2", |size| {
        let all = 1 << (2 * size[0]);
        all * (all - 3_u64.pow(size[0]) - u64::from(size[0])) / 2
    }),
    hamiltonian: yes("yes: connected Cayley graphs of commutative groups are Hamiltonian"),
    source: "Corrádi and Szabó, A combinatorial approach for Keller's conjecture (1990)",
    problem: none,
    list: Edges(|size| {
        let count: u32 = 1 << (2 * size[0]);
        let digits = u32::MAX / 3;
        let near = |&(a, b): &(u32, u32)| {
            // The difference of each digit, modulo 4: carries are not propagated.
            let low = (a ^ b) & digits;
            let high = ((a ^ b) >> 1) & digits;
            let by_two = high & !low;
            (low | high).count_ones() > 1 && by_two != 0
        };
        (0..count).flat_map(|b| (0..b).map(move |a| (a, b))).filter(near).collect()
    }),
};

/// The number of words of n bits that differ from a given one in `least` to `most` places.
fn distances(n: u32, least: u32, most: u32) -> u64 {
    (least..=most).map(|places| binomial(n, places)).sum()
}

/// The pairs of words that differ in at least `least` places.
fn apart(words: &[u64], least: u32) -> EdgeList {
    let mut edges = Vec::new();
    for (b, word) in (0..).zip(words) {
        let before = (0..).zip(&words[..b as usize]);
        let far = before.filter(|(_, other)| (word ^ *other).count_ones() >= least);
        edges.extend(far.map(|(a, _): (u32, _)| (a, b)));
    }
    edges
}

/// The subsets of K and of K + 1 out of 2K + 1 elements, joined if one contains the other.
pub const MIDDLE_LEVELS: GraphFamily = GraphFamily {
    name: "middle-levels",
    summary: "subsets of size K and K+1 of 2K+1 elements, joined if one contains the other",
    parameters: &[size("K", "elements of the smaller subsets", 1, 31)],
    named: &[],
    vertices: form("2 C(2K+1,K)", |size| binomial(2 * size[0] + 1, size[0]).saturating_mul(2)),
    edges: form("(K+1) C(2K+1,K)", |size| {
        binomial(2 * size[0] + 1, size[0]).saturating_mul(u64::from(size[0]) + 1)
    }),
    hamiltonian: yes("yes (Mütze, Proof of the middle levels conjecture, 2016)"),
    source: "Havel, Semipaths in directed cubes (1983)",
    problem: none,
    list: Edges(middle_levels),
};

/// The subsets of size K of N elements, joined if they are disjoint.
pub const KNESER: GraphFamily = GraphFamily {
    name: "kneser",
    summary: "subsets of size K of N elements, joined if they are disjoint",
    parameters: &[
        size("N", "elements, at least 2K+1", 3, 64),
        size("K", "elements of a subset", 1, 31),
    ],
    named: &[],
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
    list: Edges(kneser),
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
