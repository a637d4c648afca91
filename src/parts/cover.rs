//! Whether cubes cover a formula: that it has a solution in none of them is refuted, and the
//! refutation checked.

use rustsat::types::Lit;
use satranj_encodings::clause::{ClauseSink, Cnf, Interrupted};

use super::bounded_proof::BoundedProof;
use crate::{
    limits::{Permit, Reason},
    proofs::{ProofReadError, checker::ProofError, cubes::check_cube},
    solvers::proof::{DratSyntax, Proved, prove},
};

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CubeCover {
    /// They cover it.
    Whole,
    /// Something may lie in none of them.
    Open,
}

/// Bytes of a proof that cubes cover a formula, and those for each cube: to look ahead has refuted
/// all other cases by propagation, so that a proof of them is short. What takes more was left out.
const BYTES: u64 = 1 << 20;
const BYTES_A_CUBE: u64 = 1 << 14;

/// Whether every solution of a formula within `base` lies in one of the cubes: that there is one in
/// none of them is refuted by the built-in solver, in a short proof, and this checked.
///
/// # Errors
/// The reason to stop.
pub fn covers(
    formula: &Cnf,
    base: &[i32],
    cubes: &[Vec<i32>],
    permit: Permit<'_>,
) -> Result<CubeCover, Reason> {
    let most = BYTES_A_CUBE.saturating_mul(cubes.len() as u64).saturating_add(BYTES);
    covers_within(formula, base, cubes, most, permit)
}

/// The same with a proof of so many bytes at most.
fn covers_within(
    formula: &Cnf,
    base: &[i32],
    cubes: &[Vec<i32>],
    most: u64,
    permit: Permit<'_>,
) -> Result<CubeCover, Reason> {
    if cubes.iter().any(|cube| cube.as_slice() == base) {
        return Ok(CubeCover::Whole);
    }
    permit(formula.bytes() as u64)?;
    let mut stated = formula.clone();
    // A number that names no variable states nothing of the formula.
    let literal = |number: i32| Lit::from_ipasir(number).map_err(|_| Interrupted);
    let added: Result<(), Interrupted> = cubes.iter().try_for_each(|cube| {
        let clause: Vec<Lit> = cube.iter().map(|&it| literal(-it)).collect::<Result<_, _>>()?;
        stated.add_clause(&clause)
    });
    let units = base.iter().map(|&number| literal(number)).collect::<Result<Vec<Lit>, _>>();
    let (Ok(()), Ok(units)) = (added, units) else { return Ok(CubeCover::Open) };
    let mut proof = BoundedProof::new(most);
    let poll = || permit(1 << 20);
    let clauses = stated.iter().chain(units.chunks(1));
    match prove(clauses, DratSyntax::Text, &poll, &mut proof) {
        Ok(Proved::Unsatisfiable(_)) => {}
        Ok(Proved::Stopped(reason)) => return Err(reason),
        Ok(Proved::Satisfiable(_)) | Err(_) => return Ok(CubeCover::Open),
    }
    match check_cube(&stated, base, &proof.bytes[..], permit) {
        Ok(_) => Ok(CubeCover::Whole),
        Err(ProofError::Read(ProofReadError::Stopped(reason))) => Err(reason),
        Err(_) => Ok(CubeCover::Open),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut formula = Cnf::default();
        for clause in clauses {
            let literals: Vec<Lit> =
                clause.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect();
            formula.add_clause(&literals).unwrap();
        }
        formula
    }

    #[test]
    fn a_case_that_is_left_is_seen() {
        let one_of_three = formula(&[&[1, 2, 3], &[-1, -2], &[-1, -3], &[-2, -3]]);
        let covered = |base: &[i32], cubes: &[&[i32]]| {
            let cubes: Vec<Vec<i32>> = cubes.iter().map(|cube| cube.to_vec()).collect();
            covers(&one_of_three, base, &cubes, &|_| Ok(())).unwrap() == CubeCover::Whole
        };
        assert!(covered(&[], &[&[]]));
        assert!(covered(&[], &[&[1], &[-1]]));
        assert!(covered(&[], &[&[1], &[2], &[3]]));
        assert!(!covered(&[], &[&[1], &[2]]));
        assert!(!covered(&[], &[]));
        assert!(covered(&[-1], &[&[-1, 2], &[-1, 3]]));
        assert!(covered(&[1], &[&[1]]));
        assert!(!covered(&[-1], &[&[-1, 2]]));
        // Nothing is left, but to see that takes too much.
        let none = formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        assert_eq!(covers(&none, &[], &[vec![1]], &|_| Ok(())), Ok(CubeCover::Whole));
        assert_eq!(covers_within(&none, &[], &[], 0, &|_| Ok(())), Ok(CubeCover::Open));
        let stopped = covers(&one_of_three, &[], &[vec![1], vec![-1]], &|_| Err(Reason::TimeLimit));
        assert_eq!(stopped, Err(Reason::TimeLimit));
    }
}
