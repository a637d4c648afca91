//! The binary order encoding: successors, and the time of each vertex in binary.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::Lit,
};

use super::{
    numbered::Numbered,
    order::{ArcStep, Range, Ranges},
    successors::{SUCCESSORS, Successors},
};
use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::{Encoding, Options, Written},
    model::Model,
    variables::{VariableGroup, Window},
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
/// Prefer it for the smallest formula that needs no refinement, up to 12x12 or so; solvers
/// propagate more with `unary-order` and `vertex-elimination`, and get further.
pub static BINARY_ORDER: Encoding = Encoding {
    name: "binary-order",
    summary: "Hamiltonian: successors, and bit(vertex, i) of when each is visited; O(n log n) variables",
    write,
    ..SUCCESSORS
};

fn write<'m>(model: &'m Model, options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let successors = Successors::new(BINARY_ORDER.stated(model.as_hamiltonian())?, options);
    let mut variables = successors.variables(BINARY_ORDER.name)?;
    let ranges = Ranges::new(&successors);
    let bits = Window::below(bits_of(ranges.last() / ranges.by).into());
    let has_bits = |vertex| vertex != successors.root && ranges.of(vertex).is_some();
    let window = |vertex| if has_bits(vertex) { bits } else { Window::default() };
    let bits = variables.group((0..ranges.len()).map(window).collect())?;
    let mut variables = variables.auxiliary();
    successors.clauses(&mut variables, sink)?;
    let numbers = Numbers { ranges, bits };
    numbers.clauses(&successors, &mut variables, sink)?;
    let reduced = successors.reduced();
    Ok(Numbered::written(successors, &variables, reduced, move |variable, label| {
        let (vertex, bit) = numbers.bits.named(variable)?;
        Some(format!("bit({},{bit})", label(vertex)))
    }))
}

/// The number of bits of a number.
fn bits_of(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

/// Whether the next vertex's number is one more, if numbers are halved.
fn carries(range: Range) -> bool {
    range.by == 1 || range.first % 2 == 1
}

/// The numbered variables.
struct Numbers {
    ranges: Ranges,
    /// The bits of each vertex's number, the lowest first.
    bits: VariableGroup,
}

impl Numbers {
    fn clauses(
        &self,
        successors: &Successors<'_>,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        let mut sums: Vec<Vec<Lit>> = Vec::new();
        for vertex in 0..self.ranges.len() {
            let Some(range) = self.ranges.of(vertex) else {
                sink.add_clause(&[])?;
                sums.push(Vec::new());
                continue;
            };
            let bits: Vec<Lit> = self.bits.of(vertex).collect();
            if vertex == successors.root {
                sums.push(Vec::new());
                continue;
            }
            at_least(&bits, range.first / range.by, sink)?;
            at_most(&bits, range.last / range.by, sink)?;
            sums.push(if carries(range) { incremented(&bits, variables, sink)? } else { bits });
        }
        for (arc, (tail, head)) in (0..).zip(successors.arcs.iter()) {
            let arc = Successors::literal(arc);
            let is = |bits: &mut dyn Iterator<Item = Lit>, number: u32| -> Vec<Lit> {
                (0..)
                    .zip(bits)
                    .map(|(i, bit)| if number >> i & 1 == 1 { bit } else { !bit })
                    .collect()
            };
            match self.ranges.step(tail, head) {
                ArcStep::Never => sink.add_clause(&[!arc])?,
                ArcStep::Back => {
                    let last = self.ranges.last() / self.ranges.by;
                    for bit in is(&mut self.bits.of(tail), last) {
                        sink.add_clause(&[!arc, bit])?;
                    }
                }
                ArcStep::On(_) if tail == successors.root => {
                    for bit in is(&mut self.bits.of(head), 1 / self.ranges.by) {
                        sink.add_clause(&[!arc, bit])?;
                    }
                }
                ArcStep::On(_) => {
                    for (&sum, bit) in sums[tail as usize].iter().zip(self.bits.of(head)) {
                        sink.add_clause(&[!arc, !sum, bit])?;
                        sink.add_clause(&[!arc, sum, !bit])?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// "These bits are at least this number": a clause for each 1 bit of the number.
fn at_least(bits: &[Lit], number: u32, sink: &mut dyn ClauseSink) -> Result<(), Interrupted> {
    for (i, &bit) in bits.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1) {
        let above = bits.iter().enumerate().skip(i + 1).filter(|(j, _)| number >> j & 1 == 0);
        let clause: Vec<Lit> = std::iter::once(bit).chain(above.map(|(_, &bit)| bit)).collect();
        sink.add_clause(&clause)?;
    }
    Ok(())
}

/// "These bits are at most this number": a clause for each 0 bit of the number.
fn at_most(bits: &[Lit], number: u32, sink: &mut dyn ClauseSink) -> Result<(), Interrupted> {
    let turned: Vec<Lit> = bits.iter().map(|&bit| !bit).collect();
    at_least(&turned, !number, sink)
}

/// The bits of the number plus one: the first negated, each other flipped if all lower bits are 1.
fn incremented(
    bits: &[Lit],
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Vec<Lit>, Interrupted> {
    let mut sums = Vec::with_capacity(bits.len());
    let mut carry: Option<Lit> = None;
    for (i, &bit) in bits.iter().enumerate() {
        let Some(all) = carry else {
            sums.push(!bit);
            carry = Some(bit);
            continue;
        };
        let sum = variables.new_var().pos_lit();
        for clause in [[!sum, bit, all], [!sum, !bit, !all], [sum, !bit, all], [sum, bit, !all]] {
            sink.add_clause(&clause)?;
        }
        sums.push(sum);
        if i + 1 < bits.len() {
            let next = variables.new_var().pos_lit();
            sink.add_clause(&[!next, bit])?;
            sink.add_clause(&[!next, all])?;
            sink.add_clause(&[next, !bit, !all])?;
            carry = Some(next);
        }
    }
    Ok(sums)
}
