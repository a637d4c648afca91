//! The LFSR encoding: successors, and order numbers as states of a shift register.

use rustsat::types::Lit;

use super::{
    Hamiltonian,
    feedback::Register,
    numbered::Numbered,
    pace::Pace,
    successors::{SUCCESSORS, Successors},
};
use crate::{
    clause::ClauseSink,
    encoding::{DecisionOrder, EncodeError, Encoding, Options, Reduced, Written},
    model::Model,
    variables::{VariableGroup, Variables},
};

/// LFSR encoding of a Hamiltonian path or cycle: like binary order numbers, but with a simpler
/// successor function.
///
/// # Variables
///
/// The arcs: move(a,b), start(v), end(v), as in the file `successors.rs` (an undirected edge is two
/// arcs; a path is a cycle through one more vertex, its root; the root of a cycle is its start, or
/// the first of the vertices of least degree). Then bit(v,i), 0 ≤ i < k, of each vertex v but the
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
/// no state); for each arc in order: from the root, each bit is that of the first number; to the
/// root, each is that of the last; otherwise the bits of the head are those of the tail's next
/// state, or with parity, to the second of two times, those of the tail.
///
/// A cycle that misses the root would return to its state, so its length would be a multiple of 2^k
/// - 1, with parity of twice that; but there are fewer vertices.
///
/// The reductions: `windows` are not used, since a clause of k literals that rules out one state
/// propagates little; `forced` and `direction` are those of the successors.
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
/// Prefer it for small and complete exports: O(m log n) clauses.
pub static LFSR: Encoding = Encoding {
    name: "lfsr",
    summary: "Hamiltonian: successors, numbered by the states of a shift register; O(m log n) clauses",
    decision_order,
    write,
    ..SUCCESSORS
};

/// Arcs, then bits, true first: faster at 10x10 and 10x11 than the arcs alone.
fn decision_order(model: &Model, options: Options) -> DecisionOrder {
    let registers = model.as_hamiltonian().map(|model| Registers::new(model, options));
    registers.and_then(Result::ok).map_or(DecisionOrder::default(), |(registers, _)| {
        DecisionOrder { true_first: registers.bits.end(), others_last: true }
    })
}

fn write<'m>(model: &'m Model, options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let model = LFSR.stated(model.as_hamiltonian())?;
    let (registers, variables) = Registers::new(model, options)?;
    let mut variables = variables.auxiliary();
    registers.successors.clauses(&mut variables, sink)?;
    registers.clauses(sink)?;
    let Registers { successors, pace, bits, .. } = registers;
    // There are no time variables.
    let reduced = Reduced { parity: pace.saved(), windows: 0, ..successors.reduced() };
    Ok(Numbered::written(successors, &variables, reduced, move |variable, label| {
        let (vertex, bit) = bits.named(variable)?;
        Some(format!("bit({},{bit})", label(vertex)))
    }))
}

/// The successors, and a register for each vertex but the root.
struct Registers<'m> {
    successors: Successors<'m>,
    pace: Pace,
    register: Register,
    bits: VariableGroup,
}

impl<'m> Registers<'m> {
    fn new(model: &'m Hamiltonian, options: Options) -> Result<(Self, Variables), EncodeError> {
        let successors = Successors::new(model, options);
        let pace = Pace::new(&successors);
        let register = Register::with_period(pace.period());
        let mut variables = successors.variables(LFSR.name)?;
        let bits = successors.numbers(&mut variables, register.bits.into())?;
        Ok((Self { successors, pace, register, bits }, variables))
    }

    /// A bit of the number of a vertex that is not the root.
    fn bit(&self, vertex: u32, bit: u32) -> Lit {
        Lit::positive(self.bits.begin(vertex) + bit)
    }

    /// Writes the clauses after those of the successors.
    fn clauses(&self, sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
        for vertex in self.pace.numbered() {
            sink.add_clause(&self.bits.of(vertex).collect::<Vec<_>>())?;
        }
        let states: Vec<u64> =
            self.register.states().take(self.pace.period() as usize + 1).collect();
        for (arc, (tail, head)) in (0..).zip(self.successors.arcs.iter()) {
            let unused = !Successors::literal(arc);
            if let Some((vertex, number)) = self.pace.beside_root(tail, head) {
                for (bit, literal) in self.bits.of(vertex).enumerate() {
                    let is_set = states[number as usize] >> bit & 1 == 1;
                    sink.add_clause(&[unused, if is_set { literal } else { !literal }])?;
                }
            } else if self.pace.step(head) == 0 {
                for (of_tail, of_head) in self.bits.of(tail).zip(self.bits.of(head)) {
                    equal(unused, of_tail, of_head, sink)?;
                }
            } else {
                self.step(unused, tail, head, sink)?;
            }
        }
        Ok(())
    }

    /// The head's state follows the tail's, unless a literal is true.
    fn step(
        &self,
        unless: Lit,
        tail: u32,
        head: u32,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        let out = self.bit(tail, self.register.bits - 1);
        equal(unless, out, self.bit(head, 0), sink)?;
        for bit in 1..self.register.bits {
            let (below, above) = (self.bit(tail, bit - 1), self.bit(head, bit));
            if !self.register.has_tap(bit) {
                equal(unless, below, above, sink)?;
                continue;
            }
            for (below, above) in [(below, above), (!below, !above)] {
                sink.add_clause(&[unless, out, !below, above])?;
                sink.add_clause(&[unless, !out, below, above])?;
            }
        }
        Ok(())
    }
}

/// Two literals are equal, unless a third is true.
fn equal(unless: Lit, a: Lit, b: Lit, sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
    sink.add_clause(&[unless, !a, b])?;
    Ok(sink.add_clause(&[unless, a, !b])?)
}
