//! What all complete encodings over successors share: naming, reading and excluding.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::Lit,
};

use super::successors::Successors;
use crate::{
    clause::Assignment,
    encoding::{Encoded, ReadError, Reading, Reduced},
    model::Witness,
};

/// Names a variable after those of the arcs; the second argument names vertices.
type Name<'m> = dyn Fn(u32, &dyn Fn(u32) -> String) -> Option<String> + 'm;

/// An encoded model whose successors alone determine the witness.
pub(super) struct Numbered<'m> {
    successors: Successors<'m>,
    /// The names of the variables after the arcs.
    name: Box<Name<'m>>,
    variables: u32,
    reduced: Reduced,
}

impl<'m> Numbered<'m> {
    /// The encoded model, once all variables are allocated.
    pub fn written(
        successors: Successors<'m>,
        variables: &BasicVarManager,
        reduced: Reduced,
        name: impl Fn(u32, &dyn Fn(u32) -> String) -> Option<String> + 'm,
    ) -> Box<dyn Encoded + 'm> {
        let variables = variables.n_used();
        Box::new(Self { successors, name: Box::new(name), variables, reduced })
    }
}

impl Encoded for Numbered<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        self.successors.name(variable, label).or_else(|| (self.name)(variable, label))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        Ok(Reading::Witness(Witness::Path(self.successors.path(assignment)?)))
    }

    fn projection(&self) -> Option<u32> {
        Some(self.successors.arcs.len())
    }

    fn reduced(&self) -> Reduced {
        self.reduced
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        self.successors.exclude(witness.numbers())
    }
}
