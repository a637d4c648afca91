//! The common parts of all encodings over successors: naming, reading, cutting and excluding.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::{
    merging::{Components, NONE},
    successors::Successors,
};
use crate::{
    clause::{Assignment, Interrupted},
    encoding::{Encoded, Names, ReadError, Reading, Reduced},
    formula::Formula,
    model::Witness,
};

/// Names a variable after those of the arcs; the second argument names vertices.
/// An encoded model whose successors alone determine the witness.
pub(super) struct Numbered<'m> {
    successors: Successors<'m>,
    /// The names of the variables after the arcs; `None` if the successors may form several cycles,
    /// each of which is answered by "some arc leaves it".
    name: Option<Names<'m>>,
    variables: u32,
    reduced: Reduced,
}

impl<'m> Numbered<'m> {
    /// The encoded model, once all variables are allocated.
    pub fn written(
        successors: Successors<'m>,
        formula: &Formula<'_>,
        reduced: Reduced,
        name: impl Fn(u32, &dyn Fn(u32) -> String) -> Option<String> + 'm,
    ) -> Box<dyn Encoded + 'm> {
        let variables = formula.variables();
        Box::new(Self { successors, name: Some(Box::new(name)), variables, reduced })
    }

    /// The encoded model of successors that nothing orders.
    pub fn unordered(successors: Successors<'m>, formula: &Formula<'_>) -> Box<dyn Encoded + 'm> {
        let (variables, reduced) = (formula.variables(), successors.reduced());
        Box::new(Self { successors, name: None, variables, reduced })
    }

    /// The cycles of the successors. O(n + m).
    fn cycles(&self, assignment: &Assignment) -> Result<Components, ReadError> {
        let arcs = &self.successors.arcs;
        let mut chosen = vec![[NONE; 2]; arcs.vertices() as usize];
        let mut entered = FixedBitSet::with_capacity(chosen.len());
        for (vertex, chosen) in (0..).zip(&mut chosen) {
            let used = |arc: &u32| assignment.satisfies(Successors::literal(*arc));
            let mut heads = arcs.outgoing(vertex).filter(used).map(|arc| arcs.ends(arc).1);
            let several = |vertex| Err(ReadError::Degree { vertex, degree: 3 });
            let head = heads.next().ok_or(ReadError::Degree { vertex, degree: 1 })?;
            if heads.next().is_some() {
                return several(vertex);
            }
            if entered.put(head as usize) {
                return several(head);
            }
            chosen[0] = head;
        }
        Ok(Components::of(chosen, None))
    }

    /// The witness of successors that form one cycle: it begins at the root of a cycle, or after
    /// the root of a path.
    fn witness(&self, cycles: &Components) -> Result<Reading, ReadError> {
        let (root, model) = (self.successors.root, self.successors.model);
        let mut path = cycles.around(root);
        if !model.closed && !path.is_empty() {
            path.remove(0);
        }
        let (length, vertices) = (path.len() as u32, model.vertices());
        if length < vertices {
            let vertex = path.first().copied().unwrap_or(0);
            return Err(ReadError::Closed { vertex, length, vertices });
        }
        Ok(Reading::Witness(Witness::Path(path)))
    }
}

impl Encoded for Numbered<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let Successors { arcs, model, root, .. } = &self.successors;
        if variable >= arcs.len() {
            return self.name.as_ref()?(variable, label);
        }
        let (tail, head) = arcs.ends(variable);
        Some(match (model.closed, tail == *root, head == *root) {
            (false, true, _) => format!("start({})", label(head)),
            (false, _, true) => format!("end({})", label(tail)),
            _ => format!("move({},{})", label(tail), label(head)),
        })
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let cycles = self.cycles(assignment)?;
        if self.name.is_some() || cycles.count() <= 1 {
            return self.witness(&cycles);
        }
        let arcs = &self.successors.arcs;
        let leaving = |vertex| arcs.outgoing(vertex).zip(arcs.successors(vertex));
        Ok(Reading::Cuts(cycles.cuts(cycles.count(), |vertex| {
            leaving(vertex).map(|(arc, &head)| (head, Successors::literal(arc)))
        })))
    }

    fn sides(&self, assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        if self.name.is_some() {
            return Ok(Vec::new());
        }
        let cycles = self.cycles(assignment)?;
        Ok(cycles.sides(cycles.count()))
    }

    /// `None` for an unordered model, whose clauses are a relaxation.
    fn projection(&self) -> Option<u32> {
        self.name.as_ref().map(|_| self.successors.arcs.len())
    }

    fn reduced(&self) -> Reduced {
        self.reduced
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let Successors { arcs, model, root, options, .. } = &self.successors;
        let mut cycle = model.written_from(*root, witness.numbers(), options.reductions);
        if !model.closed {
            cycle.insert(0, *root);
        }
        let next = cycle.iter().skip(1).chain(cycle.first());
        let used = cycle.iter().zip(next).filter_map(|(&a, &b)| arcs.between(a, b));
        used.map(|arc| !Successors::literal(arc)).collect()
    }
}

/// Two literals are equal, unless a third is true.
pub(super) fn equal(
    unless: Lit,
    a: Lit,
    b: Lit,
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    formula.add_clause(&[unless, !a, b])?;
    formula.add_clause(&[unless, a, !b])
}

/// Bits, the lowest first, are those of a number, unless a literal is true.
pub(super) fn equal_number(
    unless: Lit,
    bits: impl Iterator<Item = Lit>,
    number: u64,
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    for (place, bit) in bits.enumerate() {
        formula.add_clause(&[unless, if number >> place & 1 == 1 { bit } else { !bit }])?;
    }
    Ok(())
}
