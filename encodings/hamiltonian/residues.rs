//! Counters modulo small numbers along the successors, one variable per residue.

use rustsat::types::Lit;

use super::{Hamiltonian, numbered::Numbered, pace::Pace, successors::Successors};
use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Options, Reduced, Written},
};

/// The successors, and the residues of the order number of each vertex but the root.
///
/// Variables, clauses and size are documented at
/// [`CHINESE_REMAINDER`](super::chinese_remainder::CHINESE_REMAINDER).
pub(super) struct Residues<'m> {
    successors: Successors<'m>,
    pace: Pace,
    moduli: Vec<u32>,
}

impl<'m> Residues<'m> {
    /// Chooses the moduli for the least period that leaves no cycle without the root.
    pub fn new(
        model: &'m Hamiltonian,
        options: Options,
        moduli: impl FnOnce(u32) -> Vec<u32>,
    ) -> Self {
        let successors = Successors::new(model, options);
        let pace = Pace::new(&successors);
        let moduli = moduli(pace.period());
        Self { successors, pace, moduli }
    }

    /// Writes the clauses under that encoding's name.
    ///
    /// # Errors
    /// [`EncodeError`] when the sink interrupts or the formula cannot be numbered.
    pub fn encode(self, name: &'static str, sink: &mut dyn ClauseSink) -> Written<'m> {
        let mut variables = self.successors.variables(name)?;
        let all = self.moduli.iter().copied().map(u64::from).sum();
        let residues = self.successors.numbers(&mut variables, all)?;
        let mut variables = variables.auxiliary();
        self.successors.clauses(&mut variables, sink)?;
        let mut before = 0;
        for &modulus in &self.moduli {
            let is = |vertex, number: u32| {
                Lit::positive(residues.begin(vertex) + before + number % modulus)
            };
            self.one_residue(modulus, &is, sink)?;
            self.steps(modulus, &is, sink)?;
            before += modulus;
        }
        let Self { successors, pace, moduli } = self;
        // There are no time variables.
        let parity = if moduli.is_empty() { 0 } else { pace.saved() };
        let reduced = Reduced { parity, windows: 0, ..successors.reduced() };
        Ok(Numbered::written(successors, &variables, reduced, move |variable, label| {
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

    /// Each vertex has exactly one residue.
    fn one_residue(
        &self,
        modulus: u32,
        is: &IsResidue<'_>,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        for vertex in self.pace.numbered() {
            let all: Vec<Lit> = (0..modulus).map(|residue| is(vertex, residue)).collect();
            sink.add_clause(&all)?;
            for (index, &b) in all.iter().enumerate() {
                for &a in &all[..index] {
                    sink.add_clause(&[!a, !b])?;
                }
            }
        }
        Ok(())
    }

    /// Each arc leads from a residue to the one that follows.
    fn steps(
        &self,
        modulus: u32,
        is: &IsResidue<'_>,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        for (arc, (tail, head)) in (0..).zip(self.successors.arcs.iter()) {
            let unused = !Successors::literal(arc);
            if let Some((vertex, number)) = self.pace.beside_root(tail, head) {
                sink.add_clause(&[unused, is(vertex, number)])?;
                continue;
            }
            let step = self.pace.step(head);
            for residue in 0..modulus {
                sink.add_clause(&[unused, !is(tail, residue), is(head, residue + step)])?;
            }
        }
        Ok(())
    }
}

/// The literal for "the number of this vertex has that residue".
type IsResidue<'a> = dyn Fn(u32, u32) -> Lit + 'a;
