//! Counters modulo small numbers along the successors, one variable a residue.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::{Hamiltonian, pace::Pace, successors::Successors};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{EncodeError, Encoded, Options, ReadError, Reading, Reduced, check_numbering},
    model::Witness,
};

/// The successors, and the residues of the order number of each vertex but the root.
///
/// Variables, clauses and size are documented at
/// [`ChineseRemainder`](super::chinese_remainder::ChineseRemainder).
pub(super) struct Residues<'m> {
    successors: Successors<'m>,
    pace: Pace,
    moduli: Vec<u32>,
}

impl<'m> Residues<'m> {
    /// Over the moduli that are chosen for the least period with which no cycle beside the
    /// root's is left.
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

    /// Residue variables of each vertex.
    fn residues(&self) -> u32 {
        self.moduli.iter().sum()
    }

    /// The first residue of a vertex for a modulus before which the others have this many.
    fn first(&self, vertex: u32, before: u32) -> u32 {
        self.successors.arcs.len() + self.pace.counter(vertex) * self.residues() + before
    }

    /// Writes the clauses of the encoding of that name.
    ///
    /// # Errors
    /// [`EncodeError`] when the sink interrupts or the formula cannot be numbered.
    pub fn encode(
        self,
        name: &'static str,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let counters = u64::from(self.pace.counters()) * u64::from(self.residues());
        check_numbering(name, u64::from(self.successors.arcs.len()) + counters)?;
        let variables = self.clauses(sink)?;
        Ok(Box::new(Remainders { residues: self, variables }))
    }

    /// Writes the clauses; the number of variables.
    fn clauses(&self, sink: &mut dyn ClauseSink) -> Result<u32, EncodeError> {
        let named = self.successors.arcs.len() + self.pace.counters() * self.residues();
        let mut variables = BasicVarManager::from_next_free(Var::new(named));
        self.successors.clauses(&mut variables, sink)?;
        let mut before = 0;
        for &modulus in &self.moduli {
            self.one_residue(modulus, before, sink)?;
            self.steps(modulus, before, sink)?;
            before += modulus;
        }
        Ok(variables.n_used())
    }

    /// Each vertex has exactly one residue.
    fn one_residue(
        &self,
        modulus: u32,
        before: u32,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        for vertex in self.pace.numbered() {
            let first = self.first(vertex, before);
            let all: Vec<Lit> = (first..first + modulus).map(|is| Var::new(is).pos_lit()).collect();
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
        before: u32,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        let is = |vertex, number| Var::new(self.first(vertex, before) + number % modulus).pos_lit();
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

    /// The name of an arc or a residue.
    fn name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let Some(index) = variable.checked_sub(self.successors.arcs.len()) else {
            return self.successors.name(variable, label);
        };
        let vertex = self.pace.vertex(index.checked_div(self.residues())?)?;
        let mut residue = index % self.residues();
        for &modulus in &self.moduli {
            if residue < modulus {
                return Some(format!("residue({},{modulus},{residue})", label(vertex)));
            }
            residue -= modulus;
        }
        None
    }

    /// What the reductions did.
    fn reduced(&self) -> Reduced {
        // Windows are not spoken of.
        let parity = if self.moduli.is_empty() { 0 } else { self.pace.saved() };
        Reduced { parity, windows: 0, ..self.successors.reduced() }
    }
}

/// The encoded model.
struct Remainders<'m> {
    residues: Residues<'m>,
    variables: u32,
}

impl Encoded for Remainders<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        self.residues.name(variable, label)
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        Ok(Reading::Witness(Witness::Path(self.residues.successors.path(assignment)?)))
    }

    fn projection(&self) -> Option<u32> {
        Some(self.residues.successors.arcs.len())
    }

    fn reduced(&self) -> Reduced {
        self.residues.reduced()
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        self.residues.successors.exclude(witness.numbers())
    }
}
