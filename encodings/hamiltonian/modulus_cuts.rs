//! The encoding by one modulus and cuts: order numbers modulo 7 leave few cycles to cut.

use super::{
    Hamiltonian,
    residues::{Residues, Rest},
    successors::Successors,
};
use crate::{
    clause::ClauseSink,
    encoding::{DecisionOrder, EncodeError, Encoded, Encoding, Options, Size},
    model::Model,
};

/// Lazy encoding of a Hamiltonian path or cycle: the successors, order numbers modulo 7 for
/// each vertex but the root, and cuts between solves.
///
/// Variables, clauses and size are those of [`ChineseRemainder`](super::chinese_remainder::ChineseRemainder) with
/// the one modulus 7. They leave cycles beside the root's only of as many vertices as 7 divides,
/// or with parity 14: of the short cycles of most graphs none. If the successors are several
/// cycles, each is answered by "some arc leaves it".
///
/// For a path of no vertex and a cycle of fewer than three (two of a directed model) just the
/// empty clause.
///
/// # Source and use
///
/// Source: the remark in Heule, "Chinese remainder encoding for Hamiltonian cycles" (SAT 2021),
/// that fewer moduli than completeness needs often do; the cuts as in `cuts`.
pub struct ModulusCuts;

/// No multiple of a length of short cycles.
const MODULUS: u32 = 7;

fn residues(model: &Hamiltonian, options: Options) -> Residues<'_> {
    Residues::new(model, options, |_| vec![MODULUS])
}

impl Encoding for ModulusCuts {
    fn name(&self) -> &'static str {
        "modulus-cuts"
    }

    fn summary(&self) -> &'static str {
        "Hamiltonian: successors, numbered modulo 7; subtour cuts between solves"
    }

    fn complete(&self) -> bool {
        false
    }

    fn supports(&self, model: &Model) -> bool {
        model.as_hamiltonian().is_some()
    }

    fn decision_order(&self, model: &Model, options: Options) -> DecisionOrder {
        model.as_hamiltonian().map_or(DecisionOrder::default(), |model| {
            Successors::new(model, options).decision_order()
        })
    }

    fn bytes(&self, model: &Model) -> u64 {
        Successors::bytes(model)
    }

    fn size(&self, model: &Model, options: Options) -> Size {
        let model = model.as_hamiltonian();
        model.map_or(Size::default(), |model| residues(model, options).size())
    }

    fn encode<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(hamiltonian) = model.as_hamiltonian() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        residues(hamiltonian, options).encode(self.name(), Rest::IsCut, sink)
    }
}
