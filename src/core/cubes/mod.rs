//! Cubes: a formula split into cases by lookahead, for any number of processes.

mod propagation;

use std::collections::BinaryHeap;

use rustsat::types::Lit;
use satranj_encodings::clause::Cnf;

use self::propagation::Propagation;
use crate::{limits::Reason, run::Run};

/// The cases of a formula: each of its solutions is in exactly one of the cubes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cubes {
    /// The literals of each cube, those of the first split first. As far as tried, unit propagation
    /// alone refutes none of them.
    pub cubes: Vec<Vec<Lit>>,
    /// The number of cases refuted by unit propagation, which are left out.
    pub refuted: u64,
    /// Lemmas that prove that no other case is left: each follows by unit propagation from the
    /// formula, the negation of every cube and the lemmas before it, and the last one is empty.
    pub cover: Vec<Vec<Lit>>,
}

/// The negation of a conjunction of literals, as a clause.
fn negated(literals: &[Lit]) -> Vec<Lit> {
    literals.iter().map(|&literal| !literal).collect()
}

/// The most variables examined for the split of a case.
const CANDIDATES: usize = 24;

/// A case that may be split.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenCase {
    /// Unassigned variables: a case with more counts as harder.
    unassigned: usize,
    /// The path to it, as the choices of its splits; the first of equals is split first.
    way: std::cmp::Reverse<Vec<bool>>,
    literals: Vec<Lit>,
}

/// Splits a formula into `wanted` cubes, or fewer if unit propagation decides the rest.
///
/// The case with the most unassigned variables is split next (an adaptive cut-off; Heule, Kullmann,
/// Wieringa and Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads", 2011), on the
/// variable both of whose values assign many others: the greatest product of the two numbers among
/// the variables in the most clauses. A value that propagation refutes is not a case.
/// Deterministic. O(wanted · candidates) propagations.
///
/// # Errors
/// The reason to stop.
pub fn split(formula: &Cnf, variables: u32, wanted: usize, run: &Run) -> Result<Cubes, Reason> {
    // As much again, and two watches a clause.
    run.reserve(formula.bytes() as u64 + 32 * formula.len() as u64)?;
    let mut propagation = Propagation::new(formula, variables);
    let mut cubes = Cubes { cubes: Vec::new(), refuted: 0, cover: Vec::new() };
    if !propagation.is_consistent() {
        cubes.refuted = 1;
        cubes.cover.push(Vec::new());
        return Ok(cubes);
    }
    let root = propagation.assigned();
    let mut open = BinaryHeap::new();
    open.push(OpenCase {
        unassigned: variables as usize - root,
        way: std::cmp::Reverse(Vec::new()),
        literals: Vec::new(),
    });
    // Split cases, the longest last.
    let mut split: Vec<Vec<Lit>> = Vec::new();
    // Cases that no variable splits.
    let mut closed: Vec<OpenCase> = Vec::new();
    while open.len() + closed.len() < wanted {
        let Some(case) = open.pop() else { break };
        propagation.take_back(root);
        let agrees = case.literals.iter().all(|&literal| propagation.assume(literal));
        if !agrees {
            cubes.refuted += 1;
            cubes.cover.push(negated(&case.literals));
            continue;
        }
        let lemmas = (&mut cubes.cover, case.literals.as_slice());
        let Some(variable) = best_variable(&mut propagation, lemmas, run)? else {
            if propagation.is_consistent() {
                closed.push(case);
            } else {
                cubes.refuted += 1;
                cubes.cover.push(negated(&case.literals));
            }
            continue;
        };
        let depth = propagation.assigned();
        for value in [true, false] {
            let literal = Lit::new(variable, !value);
            let mut literals = case.literals.clone();
            literals.push(literal);
            if propagation.assume(literal) {
                let mut way = case.way.0.clone();
                way.push(!value);
                let unassigned = variables as usize - propagation.assigned();
                open.push(OpenCase { unassigned, way: std::cmp::Reverse(way), literals });
            } else {
                cubes.refuted += 1;
                cubes.cover.push(negated(&literals));
            }
            propagation.take_back(depth);
        }
        split.push(case.literals);
    }
    // Deeper cases first: both halves of a case precede it.
    split.sort_by_key(|literals| std::cmp::Reverse(literals.len()));
    cubes.cover.extend(split.iter().map(|literals| negated(literals)));
    cubes.cover.push(Vec::new());
    let mut cases: Vec<OpenCase> = open.into_vec();
    cases.append(&mut closed);
    cases.sort_unstable_by(|one, other| one.way.0.cmp(&other.way.0));
    cubes.cubes = cases.into_iter().map(|case| case.literals).collect();
    Ok(cubes)
}

/// The best variable to split a case on; `None` if all are assigned, or the case turned out to have
/// no solution. Forced values found on the way are assigned.
///
/// A lemma is added for each value that propagation refutes.
fn best_variable(
    propagation: &mut Propagation,
    (lemmas, case): (&mut Vec<Vec<Lit>>, &[Lit]),
    run: &Run,
) -> Result<Option<u32>, Reason> {
    let mut refuted = |literal: Lit| {
        let mut lemma = negated(case);
        lemma.push(!literal);
        lemmas.push(lemma);
    };
    loop {
        run.poll()?;
        let mut best: Option<(usize, u32)> = None;
        let mut is_forced = false;
        for variable in propagation.candidates(CANDIDATES) {
            // Assigned by an earlier candidate.
            if propagation.is_assigned(variable) {
                continue;
            }
            let depth = propagation.assigned();
            let mut gained = [0; 2];
            let mut holds = [false; 2];
            for (value, literal) in
                [Lit::positive(variable), Lit::negative(variable)].into_iter().enumerate()
            {
                holds[value] = propagation.assume(literal);
                gained[value] = propagation.assigned() - depth;
                propagation.take_back(depth);
            }
            match holds {
                [true, true] => {
                    let score = gained[0].saturating_mul(gained[1]);
                    if best.is_none_or(|(before, _)| score > before) {
                        best = Some((score, variable));
                    }
                }
                [false, false] => {
                    refuted(Lit::positive(variable));
                    propagation.refute();
                    return Ok(None);
                }
                [positive, _] => {
                    is_forced = true;
                    let literal =
                        if positive { Lit::positive(variable) } else { Lit::negative(variable) };
                    refuted(!literal);
                    if !propagation.assume(literal) {
                        propagation.refute();
                        return Ok(None);
                    }
                }
            }
        }
        let still = best.filter(|&(_, variable)| !propagation.is_assigned(variable));
        match still {
            Some((_, variable)) => return Ok(Some(variable)),
            None if is_forced => {}
            None => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use satranj_encodings::clause::ClauseSink;

    use super::*;
    use crate::limits::Limits;

    fn formula(clauses: &[Vec<i32>]) -> Cnf {
        let mut formula = Cnf::default();
        for clause in clauses {
            let literals: Vec<Lit> = clause
                .iter()
                .map(|&literal| Lit::new(literal.unsigned_abs() - 1, literal < 0))
                .collect();
            formula.add_clause(&literals).unwrap();
        }
        formula
    }

    fn holds(clause: &[Lit], values: u32) -> bool {
        clause.iter().any(|literal| (values >> literal.vidx() & 1 == 1) == literal.is_pos())
    }

    proptest! {
        /// Every solution is in exactly one cube, whatever the formula.
        #[test]
        fn each_solution_is_in_one_cube(
            clauses in prop::collection::vec(
                prop::collection::vec((1..=9i32, any::<bool>()), 0..4),
                0..30,
            ),
            wanted in 1..20usize,
        ) {
            let signed = |&(variable, is_negated): &(i32, bool)| if is_negated { -variable } else { variable };
            let clauses: Vec<Vec<i32>> =
                clauses.iter().map(|clause| clause.iter().map(signed).collect()).collect();
            let formula = formula(&clauses);
            let run = Run::new(Limits::default(), 1);
            let cubes = split(&formula, 9, wanted, &run).unwrap();
            prop_assert!(cubes.cubes.len() <= wanted.max(1));
            for values in 0..1u32 << 9 {
                let within = |cube: &&Vec<Lit>| cube.iter().all(|&literal| holds(&[literal], values));
                let count = cubes.cubes.iter().filter(within).count();
                if formula.iter().all(|clause| holds(clause, values)) {
                    prop_assert_eq!(count, 1, "{:09b}", values);
                } else {
                    prop_assert!(count <= 1);
                }
            }
            let again = split(&formula, 9, wanted, &run).unwrap();
            prop_assert_eq!(again, cubes);
        }
    }

    #[test]
    fn there_are_as_many_as_are_wanted() {
        // No variable is constrained.
        let run = Run::new(Limits::default(), 1);
        let free = formula(&[vec![1, 2, 3, 4, 5, 6], vec![-1, -2, -3, -4, -5, -6]]);
        for wanted in [1, 2, 3, 7, 20] {
            assert_eq!(split(&free, 6, wanted, &run).unwrap().cubes.len(), wanted);
        }
        let none = formula(&[vec![1], vec![-1]]);
        assert_eq!(
            split(&none, 1, 4, &run).unwrap(),
            Cubes { cubes: Vec::new(), refuted: 1, cover: vec![Vec::new()] }
        );
    }
}
