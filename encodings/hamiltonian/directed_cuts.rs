//! The cuts encoding of a directed model: successors first, subtour cuts on demand.

use rustsat::{instances::ManageVars, types::Lit};

use super::{Hamiltonian, components::NONE, successors::Successors};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{Encoded, Options, ReadError, Reading, Reduced, Written},
    model::Witness,
};

/// Writes the clauses of [`Successors`]; each set of vertices closed under the chosen successors is
/// answered by "some arc leaves it".
pub(super) fn encode<'m>(
    model: &'m Hamiltonian,
    options: Options,
    sink: &mut dyn ClauseSink,
) -> Written<'m> {
    let successors = Successors::new(model, options);
    let mut variables = successors.variables("cuts")?.auxiliary();
    successors.clauses(&mut variables, sink)?;
    Ok(Box::new(Followed { successors, variables: variables.n_used() }))
}

/// The encoded model.
struct Followed<'m> {
    successors: Successors<'m>,
    variables: u32,
}

impl Encoded for Followed<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        self.successors.name(variable, label)
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        read(&self.successors, assignment)
    }

    fn sides(&self, assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        sides(&self.successors, assignment)
    }

    fn reduced(&self) -> Reduced {
        // There are no time variables.
        Reduced { parity: 0, windows: 0, ..self.successors.reduced() }
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        self.successors.exclude(witness.numbers())
    }
}

/// The cycles of an assignment. O(n + m).
fn cycles(
    successors: &Successors<'_>,
    assignment: &Assignment,
) -> Result<(Vec<u32>, Vec<Vec<u32>>), ReadError> {
    let chosen = successors.chosen(assignment)?;
    let mut marks = vec![NONE; chosen.len()];
    let mut cycles: Vec<Vec<u32>> = Vec::new();
    for root in 0..chosen.len() as u32 {
        if marks[root as usize] != NONE {
            continue;
        }
        let mut cycle = Vec::new();
        let mut vertex = root;
        while marks[vertex as usize] == NONE {
            marks[vertex as usize] = cycles.len() as u32;
            cycle.push(vertex);
            vertex = chosen[vertex as usize];
        }
        if vertex != root {
            return Err(ReadError::Degree { vertex, degree: 3 });
        }
        cycles.push(cycle);
    }
    Ok((marks, cycles))
}

/// The witness of an assignment, or the cut "some arc leaves it" for each of several cycles. O(n +
/// m).
///
/// # Errors
/// As [`Encoded::read`].
pub(super) fn read(
    successors: &Successors<'_>,
    assignment: &Assignment,
) -> Result<Reading, ReadError> {
    let (marks, cycles) = cycles(successors, assignment)?;
    if cycles.len() == 1 {
        return Ok(Reading::Witness(Witness::Path(successors.path(assignment)?)));
    }
    let arcs = &successors.arcs;
    let cut = |(number, cycle): (u32, &Vec<u32>)| {
        let leaving = cycle.iter().flat_map(|&vertex| arcs.outgoing(vertex));
        let leaves = |&arc: &u32| marks[arcs.ends(arc).1 as usize] != number;
        leaving.filter(leaves).map(Successors::literal).collect()
    };
    Ok(Reading::Cuts((0..).zip(&cycles).map(cut).collect()))
}

/// The vertices of each of several cycles, which [`read`] cuts; n is the root of a path.
///
/// # Errors
/// As [`Encoded::read`].
pub(super) fn sides(
    successors: &Successors<'_>,
    assignment: &Assignment,
) -> Result<Vec<Vec<u32>>, ReadError> {
    let (_, cycles) = cycles(successors, assignment)?;
    Ok(if cycles.len() == 1 { Vec::new() } else { cycles })
}
