//! The Chinese remainder encoding: successors, and order numbers modulo small coprime numbers.

use rustsat::types::Lit;

use super::{
    numbered::Numbered,
    successors::{SUCCESSORS, Successors},
    windows::Pace,
};
use crate::{
    constraints::TIMED_TOURS,
    encoding::{DecisionOrder, Encoding, Options, Reduced, Written},
    formula::Formula,
    model::Model,
};

/// Chinese remainder encoding of a Hamiltonian path or cycle: several short counters, which solvers
/// propagate more easily, instead of one long counter.
///
/// # Variables
///
/// The arcs: move(a,b), start(v), end(v), as in `successors.rs` (an undirected edge is two
/// arcs; a path is a cycle through one more vertex, its root; the root of a cycle is its start, or
/// the first of the vertices of least degree). Then residue(v,q,r), 0 ≤ r < q, for each vertex v
/// but the root, in the order of v, then of the moduli q, then r: the order number of v is r modulo
/// q. Then the auxiliary variables of the at-most-ones.
///
/// The order number is the time of the vertex, from 0. With parity, on a two-coloured graph, it is
/// half the time, rounded down: the step to the second of two times keeps it.
///
/// The moduli are powers of different primes whose product is at least n, or n/2 with parity,
/// chosen for the least sum, then for the least product: 4, 3, 5 for a closed knight's tour of
/// 10x10, 4, 3, 7 for 12x12. A cycle that misses the root would return to all its residues, so all
/// moduli would divide the number of its vertices, or half of it; but it has fewer.
///
/// # Clauses
///
/// In this order: those of the successors; for each modulus, for each vertex but the root, it has
/// some residue, then no two (pairwise); for each arc in order: from the root, the head has the
/// first residue; to the root, the tail has the last; otherwise each residue of the tail implies
/// that the head has the next one, or with parity, to the second of two times, the same.
///
/// The reductions: `windows` are not used, since no counter distinguishes times that differ by a
/// modulus; `forced` and `direction` are those of the successors.
///
/// At the end of each modulus, each given time is a unit clause.
///
/// # Size
///
/// With c the number of vertices but the root, r arcs from or to the root, s other arcs, l moduli
/// q, sums over all q:
///
/// - variables: those of the successors + c·Σ q
/// - clauses: those of the successors + c·Σ (1 + q(q-1)/2) + r·l + s·Σ q
///
/// For a path without vertices and a cycle of fewer than three (two if directed) just the empty
/// clause.
///
/// # Source and use
///
/// Source: Heule, "Chinese remainder encoding for Hamiltonian cycles" (SAT 2021), which writes each
/// residue in binary or as the state of a shift register; one variable per residue (the direct
/// encoding) and the halved numbers are new here.
///
/// Among the complete encodings, prefer it for hundreds of vertices, and for exports.
pub static CHINESE_REMAINDER: Encoding = Encoding {
    method: "sat:chinese-remainder",
    summary: "Hamiltonian: one variable per arc; vertices are numbered modulo small coprime \
              numbers",
    source: "Heule (SAT 2021)",
    decision_order,
    write,
    minds: TIMED_TOURS,
    ..SUCCESSORS
};

/// As many primes as needed: their product is larger than any number of vertices.
const PRIMES: [u32; 10] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];

/// Powers of different primes, ordered by prime, with a product of at least `period`, the least
/// sum, and then the least product.
fn moduli(period: u32) -> Vec<u32> {
    let mut search = ModuliSearch { period: period.into(), chosen: Vec::new(), best: None };
    search.extend(&PRIMES, 1, 0);
    search.best.map_or(Vec::new(), |(_, _, moduli)| moduli)
}

/// A search for the moduli.
struct ModuliSearch {
    period: u64,
    chosen: Vec<u32>,
    /// The least sum so far, with its product.
    best: Option<(u64, u64, Vec<u32>)>,
}

impl ModuliSearch {
    fn extend(&mut self, primes: &[u32], product: u64, sum: u64) {
        let (least, its_product) =
            self.best.as_ref().map_or((u64::MAX, 0), |best| (best.0, best.1));
        if product >= self.period {
            if (sum, product) < (least, its_product) {
                self.best = Some((sum, product, self.chosen.clone()));
            }
            return;
        }
        let Some((&prime, primes)) = primes.split_first() else { return };
        if sum + u64::from(prime) > least {
            return;
        }
        self.extend(primes, product, sum);
        let mut power = prime;
        while sum + u64::from(power) <= least {
            self.chosen.push(power);
            let (product, sum) = (product * u64::from(power), sum + u64::from(power));
            self.extend(primes, product, sum);
            self.chosen.pop();
            let Some(next) = power.checked_mul(prime).filter(|_| product < self.period) else {
                break;
            };
            power = next;
        }
    }
}

/// Arcs first, tried true; measured with residues on closed knight's tours of 10x10 to 12x12
/// against arcs false, residues first, and the solver's own order.
fn decision_order(model: &Model, options: Options) -> DecisionOrder {
    let arcs = |model| Successors::new(model, options).arcs.len();
    DecisionOrder { true_first: model.as_hamiltonian().map_or(0, arcs), others_last: true }
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let successors = Successors::of(model, formula)?;
    let pace = Pace::new(&successors);
    let moduli = moduli(pace.period());
    let residues = successors.numbers(formula, moduli.iter().copied().map(u64::from).sum())?;
    successors.clauses(formula)?;
    let mut before = 0;
    for &modulus in &moduli {
        let is =
            |vertex, number: u32| Lit::positive(residues.begin(vertex) + before + number % modulus);
        for vertex in pace.numbered() {
            let all: Vec<Lit> = (0..modulus).map(|residue| is(vertex, residue)).collect();
            formula.exactly_one(&all)?;
        }
        for (arc, (tail, head)) in (0..).zip(successors.arcs.iter()) {
            let unused = !Successors::literal(arc);
            if let Some((vertex, number)) = pace.beside_root(tail, head) {
                formula.add_clause(&[unused, is(vertex, number)])?;
                continue;
            }
            let step = pace.step(head);
            for residue in 0..modulus {
                formula.add_clause(&[unused, !is(tail, residue), is(head, residue + step)])?;
            }
        }
        for &(vertex, number) in &pace.given(successors.model) {
            formula.add_clause(&[is(vertex, number)])?;
        }
        before += modulus;
    }
    let parity = if moduli.is_empty() { 0 } else { pace.saved() };
    let reduced = Reduced { parity, ..successors.reduced() };
    Ok(Numbered::written(successors, formula, reduced, move |variable, label| {
        let (vertex, mut residue) = residues.named(variable)?;
        for &modulus in &moduli {
            if residue < modulus.into() {
                return Some(format!("residue({},{modulus},{residue})", label(vertex)));
            }
            residue -= u64::from(modulus);
        }
        None
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moduli() {
        let known: [(u32, &[u32]); 7] = [
            (0, &[]),
            (1, &[]),
            (2, &[2]),
            (5, &[5]),
            (6, &[2, 3]),
            (50, &[4, 3, 5]),
            (72, &[4, 3, 7]),
        ];
        for (period, expected) in known {
            assert_eq!(moduli(period), expected, "{period}");
        }
    }

    /// The least sum of pairwise coprime numbers, by trying all numbers up to 20.
    fn least_sum(period: u64, from: u64, chosen: &mut Vec<u64>) -> u64 {
        if chosen.iter().product::<u64>() >= period {
            return chosen.iter().sum();
        }
        let gcd = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let mut least = u64::MAX;
        for next in from..=20 {
            if chosen.iter().all(|&other| gcd(other, next) == 1) {
                chosen.push(next);
                least = least.min(least_sum(period, next + 1, chosen));
                chosen.pop();
            }
        }
        least
    }

    #[test]
    fn no_coprime_moduli_have_a_lesser_sum() {
        for period in (1..=30).chain([60, 61]) {
            let sum: u32 = moduli(period).iter().sum();
            assert_eq!(u64::from(sum), least_sum(period.into(), 2, &mut Vec::new()), "{period}");
        }
    }

    #[test]
    fn every_period_has_moduli() {
        for shift in 0..32 {
            let period = u32::MAX >> shift;
            let product: u64 = moduli(period).iter().map(|&modulus| u64::from(modulus)).product();
            assert!(product >= u64::from(period), "{period}");
        }
    }
}
