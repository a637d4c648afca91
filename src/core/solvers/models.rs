//! The models of a formula one after another; the caller excludes each.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::clause::{Assignment, Cnf};
use varisat::{ExtendFormula, ProofFormat};

use super::{from_varisat, to_varisat};
use crate::limits::{Permit, Reason};

/// Clauses between two looks at the limits while loading.
const POLL_EVERY: usize = 1024;

/// Why the models were not all found.
pub enum ModelsHalt<E> {
    /// A limit came first.
    Stopped(Reason),
    /// The solver failed.
    Failed(String),
    /// The error of the caller.
    Refused(E),
}

/// The clauses that exclude a model.
pub type Exclude<'a, E> = dyn FnMut(&Assignment) -> Result<Vec<Vec<Lit>>, E> + 'a;

/// Finds a model, adds the clauses that `exclude` returns for it, and so on until the formula has no model.
///
/// # Errors
/// [`ModelsHalt`].
pub fn each_model<E>(
    formula: &Cnf,
    permit: Permit<'_>,
    exclude: &mut Exclude<'_, E>,
) -> Result<(), ModelsHalt<E>> {
    let mut solver = varisat::Solver::new();
    // Varisat stops when its proof cannot be written.
    solver.write_proof(HaltingSink(permit), ProofFormat::Varisat);
    let mut variables = 0;
    let mut add = |solver: &mut varisat::Solver<'_>, clause: &[Lit]| {
        variables = clause.iter().map(|literal| literal.vidx() + 1).fold(variables, usize::max);
        solver.add_clause(&clause.iter().map(|&literal| to_varisat(literal)).collect::<Vec<_>>());
        variables
    };
    let mut all = 0;
    for (index, clause) in formula.iter().enumerate() {
        if index % POLL_EVERY == 0 {
            permit(0).map_err(ModelsHalt::Stopped)?;
        }
        all = add(&mut solver, clause);
    }
    loop {
        permit(0).map_err(ModelsHalt::Stopped)?;
        match solver.solve() {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                return Err(match permit(0) {
                    Err(reason) => ModelsHalt::Stopped(reason),
                    Ok(()) => ModelsHalt::Failed(error.to_string()),
                });
            }
        }
        let mut assignment = Assignment::all_false(all);
        for literal in solver.model().unwrap_or_default() {
            if literal.index() < all {
                assignment.set(from_varisat(literal));
            }
        }
        for clause in exclude(&assignment).map_err(ModelsHalt::Refused)? {
            all = add(&mut solver, &clause);
        }
    }
}

/// Forgets what is written, and fails to stop the solver.
struct HaltingSink<'a>(Permit<'a>);

impl Write for HaltingSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(0).map_err(|_| io::Error::other("stopped"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::clause::ClauseSink;

    use super::*;

    fn square() -> Cnf {
        let mut formula = Cnf::default();
        let (a, b) = (Lit::positive(0), Lit::positive(1));
        formula.add_clause(&[a, b]).unwrap();
        formula
    }

    #[test]
    fn each_model_comes_once() {
        let mut found = Vec::new();
        let ended = each_model::<()>(&square(), &|_| Ok(()), &mut |model| {
            let literals: Vec<Lit> = [0, 1]
                .map(Lit::positive)
                .map(|it| if model.satisfies(it) { it } else { !it })
                .into();
            found.push(literals.clone());
            Ok(vec![literals.iter().map(|&literal| !literal).collect()])
        });
        assert!(ended.is_ok());
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn a_limit_stops_it() {
        let stopped = each_model::<()>(&square(), &|_| Err(Reason::TimeLimit), &mut |_| Ok(vec![]));
        assert!(matches!(stopped, Err(ModelsHalt::Stopped(Reason::TimeLimit))));
    }
}
