//! The LFSR encoding: successors, and order numbers as states of a shift register.

use rustsat::types::Lit;

use super::{
    numbered::{Numbered, equal, equal_number},
    successors::{SUCCESSORS, Successors},
    windows::Pace,
};
use crate::{
    clause::Interrupted,
    constraints::TIMED_TOURS,
    encoding::{DecisionOrder, Encoding, Options, Reduced, Written},
    formula::Formula,
    model::Model,
};

/// LFSR encoding of a Hamiltonian path or cycle: like binary order numbers, but with a simpler
/// successor function.
///
/// # Variables
///
/// The arcs: move(a,b), start(v), end(v), as in `successors.rs` (an undirected edge is two
/// arcs; a path is a cycle through one more vertex, its root; the root of a cycle is its start, or
/// the first of the vertices of least degree). Then bit(v,i), 0 ≤ i < k, for each vertex v but the
/// root, in the order of v, then i: the order number of v as the state of a linear feedback shift
/// register. Then the auxiliary variables of the at-most-ones.
///
/// The register has the least number of bits k with 2^k - 1 ≥ n, and the period 2^k - 1: a step
/// shifts the bits up by one place; the bit shifted out becomes the first and is added, without
/// carry, at x other places: one, or three if there is no primitive polynomial of three terms. The
/// state of number 0 has only bit 0 set.
///
/// With parity, on a two-coloured graph, two times share a number: the step to the second keeps it;
/// so 2^k - 1 ≥ n/2 suffices, and k is one less.
///
/// # Clauses
///
/// In this order: those of the successors; for each vertex but the root, some bit is true (zero is
/// not a state); for each arc in order: from the root, each bit is that of the first number; to the
/// root, each is that of the last; otherwise the bits of the head are those of the tail's next
/// state, or with parity, to the second of two times, those of the tail.
///
/// A cycle that misses the root would return to its state, so its length would be a multiple of 2^k
/// - 1, with parity of twice that; but there are fewer vertices.
///
/// The reductions: `windows` are not used, since a clause of k literals that rules out one state
/// propagates little; `forced` and `direction` are those of the successors.
///
/// At the end, each given time is a unit clause for each bit.
///
/// # Size
///
/// With n vertices, c of them with a number (n for a path, n - 1 for a cycle), r arcs from or to
/// the root, s other arcs whose step adds one (all without parity), t that do not:
///
/// - variables: those of the successors + c·k
/// - clauses: those of the successors + c + r·k + s·(2k + 2x) + t·2k
///
/// For a path without vertices and a cycle of fewer than three (two if directed) just the empty
/// clause.
///
/// # Source and use
///
/// Source: Johnson, "Stedman and Erin Triples encoded as a SAT problem" (2018); Haythorpe and
/// Johnson, "Change ringing and Hamiltonian cycles: The search for Erin and Stedman triples"
/// (2018). The registers are in Galois form, as in Heule, "Chinese remainder encoding for
/// Hamiltonian cycles" (SAT 2021). The halved numbers are new here.
///
/// Prefer it for exports that must be small and complete: O(m log n) clauses.
pub static LFSR: Encoding = Encoding {
    method: "sat:lfsr",
    summary: "Hamiltonian: one variable per arc; vertices are numbered by shift register states; \
              O(m log n) clauses",
    source: "Johnson (2018); Haythorpe and Johnson (2018)",
    decision_order,
    write,
    minds: TIMED_TOURS,
    ..SUCCESSORS
};

/// Arcs, then bits, true first: faster at 10x10 and 10x11 than the arcs alone.
fn decision_order(model: &Model, options: Options) -> DecisionOrder {
    let Some(model) = model.as_hamiltonian() else { return DecisionOrder::default() };
    let successors = Successors::new(model, options);
    let pace = Pace::new(&successors);
    let bits = Register::with_period(pace.period()).bits;
    let bits = pace.numbered().fold(0, |all: u32, _| all.saturating_add(bits));
    DecisionOrder { true_first: successors.arcs.len().saturating_add(bits), others_last: true }
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let successors = Successors::of(model, formula)?;
    let pace = Pace::new(&successors);
    let register = Register::with_period(pace.period());
    let bits = successors.numbers(formula, register.bits.into())?;
    successors.clauses(formula)?;
    for vertex in pace.numbered() {
        formula.add_clause(&bits.of(vertex).collect::<Vec<_>>())?;
    }
    let states: Vec<u64> = register.states().take(pace.period() as usize + 1).collect();
    for (arc, (tail, head)) in (0..).zip(successors.arcs.iter()) {
        let unused = !Successors::literal(arc);
        if let Some((vertex, number)) = pace.beside_root(tail, head) {
            equal_number(unused, bits.of(vertex), states[number as usize], formula)?;
        } else if pace.step(head) == 0 {
            for (of_tail, of_head) in bits.of(tail).zip(bits.of(head)) {
                equal(unused, of_tail, of_head, formula)?;
            }
        } else {
            register.step(unused, [bits.begin(tail), bits.begin(head)], formula)?;
        }
    }
    for (vertex, number) in pace.given(successors.model) {
        for (place, bit) in bits.of(vertex).enumerate() {
            let is_set = states[number as usize] >> place & 1 == 1;
            formula.add_clause(&[if is_set { bit } else { !bit }])?;
        }
    }
    let reduced = Reduced { parity: pace.saved(), ..successors.reduced() };
    Ok(Numbered::written(successors, formula, reduced, move |variable, label| {
        let (vertex, bit) = bits.named(variable)?;
        Some(format!("bit({},{bit})", label(vertex)))
    }))
}

/// The taps of a register other than the first place, by its number of bits: one bit for each
/// middle exponent of the first primitive polynomial of three terms, or of five if there is no
/// trinomial. A register of one bit has no tap: its only state follows itself.
const TAPS: [u32; 33] = [
    0x0, 0x0, 0x2, 0x2, 0x2, 0x4, 0x2, 0x2, 0x1c, 0x10, 0x8, 0x4, 0x52, 0x1a, 0x2a, 0x2, 0x2c, 0x8,
    0x80, 0x26, 0x8, 0x4, 0x2, 0x20, 0x1a, 0x8, 0x46, 0x26, 0x8, 0x4, 0x52, 0x8, 0xc4,
];

/// A Galois register of k bits: a step shifts them up by one place; the bit shifted out becomes the
/// first and is added, without carry, at the taps. From any nonzero state it visits all 2^k - 1.
#[derive(Debug, Clone, Copy)]
struct Register {
    bits: u32,
}

impl Register {
    /// The smallest register with at least this period and at least one bit.
    fn with_period(period: u32) -> Self {
        Self { bits: u32::BITS - period.max(1).leading_zeros() }
    }

    /// Whether the bit shifted out is added at this place (other than the first).
    fn has_tap(self, place: u32) -> bool {
        TAPS[self.bits as usize] >> place & 1 == 1
    }

    /// The state that follows.
    fn next(self, state: u64) -> u64 {
        let out = state >> (self.bits - 1) & 1;
        let taps = u64::from(TAPS[self.bits as usize] | 1);
        (state << 1) & ((1 << self.bits) - 1) ^ if out == 1 { taps } else { 0 }
    }

    /// The state of the head of an arc follows that of its tail, whose bits begin there, unless a
    /// literal is true.
    fn step(
        self,
        unless: Lit,
        [tail, head]: [u32; 2],
        formula: &mut Formula<'_>,
    ) -> Result<(), Interrupted> {
        let out = Lit::positive(tail + self.bits - 1);
        equal(unless, out, Lit::positive(head), formula)?;
        for place in 1..self.bits {
            let (below, above) = (Lit::positive(tail + place - 1), Lit::positive(head + place));
            if !self.has_tap(place) {
                equal(unless, below, above, formula)?;
                continue;
            }
            for (below, above) in [(below, above), (!below, !above)] {
                formula.add_clause(&[unless, out, !below, above])?;
                formula.add_clause(&[unless, !out, below, above])?;
            }
        }
        Ok(())
    }

    /// The states from the first on: the first one, only bit 0, represents the number 0.
    fn states(self) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(1), move |&state| Some(self.next(state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_period_is_maximal() {
        for bits in 1..=20 {
            let register = Register { bits };
            let period = 1 + register.states().skip(1).take_while(|&state| state != 1).count();
            assert_eq!(period, (1 << bits) - 1, "{bits} bits");
            assert_eq!(register.next(0), 0);
        }
    }

    /// The product of two polynomials over GF(2) modulo that of the register; bit i of a state is
    /// the coefficient of x^i.
    fn product(register: Register, a: u64, b: u64) -> u64 {
        let shifted = std::iter::successors(Some(a), |&a| Some(register.next(a)));
        let terms = (0..register.bits).zip(shifted).filter(|(power, _)| b >> power & 1 == 1);
        terms.fold(0, |sum, (_, term)| sum ^ term)
    }

    /// x^exponent.
    fn power(register: Register, mut exponent: u64) -> u64 {
        let (mut result, mut square) = (1, register.next(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = product(register, result, square);
            }
            square = product(register, square, square);
            exponent >>= 1;
        }
        result
    }

    /// The order of x is 2^k - 1: it divides that number, but none of its largest proper divisors.
    #[test]
    fn the_polynomials_are_primitive() {
        for bits in 2..=32 {
            let register = Register { bits };
            let period = (1u64 << bits) - 1;
            assert_eq!(power(register, period), 1, "{bits} bits");
            let (mut left, mut prime) = (period, 2);
            while left > 1 {
                if prime * prime > left {
                    prime = left;
                }
                if left % prime == 0 {
                    left /= prime;
                    assert_ne!(power(register, period / prime), 1, "{bits} bits, {prime}");
                } else {
                    prime += 1;
                }
            }
        }
    }

    #[test]
    fn the_least_register_is_taken() {
        for (period, bits) in
            [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (u32::MAX, 32)]
        {
            assert_eq!(Register::with_period(period).bits, bits);
        }
    }
}
