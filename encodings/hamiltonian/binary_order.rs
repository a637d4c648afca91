//! The binary order encoding: successors, and the time of each vertex in binary.

use rustsat::types::Lit;

use super::{
    numbered::{Numbered, equal, equal_number},
    successors::{SUCCESSORS, Successors},
    windows::OrderNumbers,
};
use crate::{
    clause::Interrupted,
    constraints::TIMED_TOURS,
    encoding::{Encoding, Written},
    formula::{Formula, VariableGroup, Window},
    model::Model,
};

/// Successor variables, and a binary order number per vertex.
///
/// Root and order numbers are those of [`UNARY_ORDER`](super::unary_order::UNARY_ORDER).
///
/// # Variables
///
/// The successor variables: one for each arc, in the order of tail, then head. Then bit(v,i), for
/// each vertex v but the root that can be visited at all, and each i < B: bit i, the lowest being
/// bit 0, of v's order number. With parity, where only every other number is possible, it is a bit
/// of half the number, rounded down. B is the number of bits of N - 1 (halved, with parity). Then
/// auxiliary variables: of the at-most-ones, then of the increments.
///
/// # Clauses
///
/// In this order: those of the successors. For each vertex but the root the bounds of its number,
/// the least and the largest of its S(v): a clause for each bit 1 of the lower and each bit 0 of
/// the upper one. After them, unless by parity the next vertex's number has the same bits, those of
/// an incrementer, whose outputs are the bits of the number plus one: 4 clauses for each bit but
/// the lowest, which is just negated, and 3 for each carry between them; or the empty clause if
/// S(v) is empty. Then for each arc uv
///
/// - that no number of S(u) and of S(v) allows: a unit against move(u,v);
/// - to the root: move(u,v) implies each bit of the last number, at u;
/// - from the root: move(u,v) implies each bit of the number 1, at v;
/// - otherwise, for each bit, two clauses: move(u,v) implies that v's is the output of u's
///   incrementer (or, by parity, u's bit).
///
/// A carry out of the highest bit is lost: no cycle that misses the root is long enough to close
/// modulo 2^B (or twice that).
///
/// The reductions (see [`Reductions`](super::reductions::Reductions)): `windows` narrows S(v);
/// `parity` leaves out the lowest bit, and the incrementers of half of the vertices; `forced` and
/// `direction` are those of the successors.
///
/// # Size
///
/// With the size of the successors (A arcs, N vertices with a path's root), w vertices that have
/// bits, i of them with an incrementer, l(v) and u(v) the bounds (halved, by parity), ones(x) the
/// number of 1 bits of x, z the arcs that cannot be used and the empty S(v), r other arcs at the
/// root:
///
/// - variables: those of the successors + w·B + i·(max(B - 2, 0) + max(B - 1, 0))
/// - clauses: those of the successors + Σ (ones(l(v)) + B - ones(u(v))) +
///   i·(3·max(B - 2, 0) + 4·max(B - 1, 0)) + z + r·B + (other arcs)·2B
///
/// At most 3N log N more variables and 2A log N + 8N log N more clauses.
///
/// # Source and use
///
/// Source: Johnson, "Quasi-linear reduction of Hamiltonian cycle problem (HCP) to satisfiability
/// problem (SAT)" (IP.com 000237123, 2014), whose numbers are the states of a shift register; with
/// one adder per arc Zhou, "In pursuit of an efficient SAT encoding for the Hamiltonian cycle
/// problem" (CP 2020). One incrementer per vertex, shared by all its arcs, is new here.
///
/// Prefer it for the smallest formula that needs no refinement, up to about 12x12. Solvers
/// propagate more with `unary-order` and `vertex-elimination`, and solve larger boards.
pub static BINARY_ORDER: Encoding = Encoding {
    method: "sat:binary-order",
    summary: "Hamiltonian: one variable per arc, and the time of each visit in binary; O(n log n) \
              variables",
    source: "Johnson (IP.com 000237123, 2014); Zhou (CP 2020)",
    write,
    minds: TIMED_TOURS,
    ..SUCCESSORS
};

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let successors = Successors::of(model, formula)?;
    let numbers = successors.order_numbers();
    let bits = Window::below(bits_of(numbers.last() / numbers.by));
    let has_bits = |vertex| vertex != successors.root && numbers.of(vertex).len() > 0;
    let window = |vertex| if has_bits(vertex) { bits } else { Window::default() };
    let bits = formula.group((0..numbers.len()).map(window).collect())?;
    successors.clauses(formula)?;
    let coded = Coded { numbers, bits };
    coded.clauses(&successors, formula)?;
    let reduced = successors.reduced_with_times();
    Ok(Numbered::written(successors, formula, reduced, move |variable, label| {
        let (vertex, bit) = coded.bits.named(variable)?;
        Some(format!("bit({},{bit})", label(vertex)))
    }))
}

/// The number of bits of a number.
fn bits_of(number: u64) -> u64 {
    (u64::BITS - number.leading_zeros()).into()
}

/// The numbered variables.
struct Coded {
    numbers: OrderNumbers,
    /// The bits of each vertex's number, the lowest first.
    bits: VariableGroup,
}

impl Coded {
    fn clauses(
        &self,
        successors: &Successors<'_>,
        formula: &mut Formula<'_>,
    ) -> Result<(), Interrupted> {
        let by = self.numbers.by;
        let mut sums: Vec<Vec<Lit>> = Vec::new();
        for vertex in 0..self.numbers.len() {
            let Window { first, end, .. } = self.numbers.of(vertex);
            let mut bits: Vec<Lit> = self.bits.of(vertex).collect();
            if first >= end {
                formula.add_clause(&[])?;
            } else if vertex != successors.root {
                at_least(&bits, first / by, formula)?;
                at_most(&bits, (end - 1) / by, formula)?;
                // If numbers are halved, the next one may be the same.
                if by == 1 || first % 2 == 1 {
                    bits = incremented(&bits, formula)?;
                }
            }
            sums.push(bits);
        }
        for (arc, (tail, head)) in (0..).zip(successors.arcs.iter()) {
            let arc = Successors::literal(arc);
            if self.numbers.step(tail, head).len() == 0 {
                formula.add_clause(&[!arc])?;
            } else if head == successors.root {
                equal_number(!arc, self.bits.of(tail), self.numbers.last() / by, formula)?;
            } else if tail == successors.root {
                equal_number(!arc, self.bits.of(head), 1 / by, formula)?;
            } else {
                for (&sum, bit) in sums[tail as usize].iter().zip(self.bits.of(head)) {
                    equal(!arc, sum, bit, formula)?;
                }
            }
        }
        Ok(())
    }
}

/// "These bits are at least this number": a clause for each 1 bit of the number.
fn at_least(bits: &[Lit], number: u64, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
    for (i, &bit) in bits.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1) {
        let above = bits.iter().enumerate().skip(i + 1).filter(|(j, _)| number >> j & 1 == 0);
        let clause: Vec<Lit> = std::iter::once(bit).chain(above.map(|(_, &bit)| bit)).collect();
        formula.add_clause(&clause)?;
    }
    Ok(())
}

/// "These bits are at most this number": a clause for each 0 bit of the number.
fn at_most(bits: &[Lit], number: u64, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
    let turned: Vec<Lit> = bits.iter().map(|&bit| !bit).collect();
    at_least(&turned, !number, formula)
}

/// The bits of the number plus one: the first negated, each other flipped if all lower bits are 1.
fn incremented(bits: &[Lit], formula: &mut Formula<'_>) -> Result<Vec<Lit>, Interrupted> {
    let mut sums = Vec::with_capacity(bits.len());
    let mut carry: Option<Lit> = None;
    for (i, &bit) in bits.iter().enumerate() {
        let Some(all) = carry else {
            sums.push(!bit);
            carry = Some(bit);
            continue;
        };
        let sum = formula.new_lit();
        for clause in [[!sum, bit, all], [!sum, !bit, !all], [sum, !bit, all], [sum, bit, !all]] {
            formula.add_clause(&clause)?;
        }
        sums.push(sum);
        if i + 1 < bits.len() {
            let next = formula.new_lit();
            formula.add_clause(&[!next, bit])?;
            formula.add_clause(&[!next, all])?;
            formula.add_clause(&[next, !bit, !all])?;
            carry = Some(next);
        }
    }
    Ok(sums)
}
