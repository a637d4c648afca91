//! The cardinality constraints mean what they say, also where they have many literals.

use crate::support::{VarisatSolver, sizes};
use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::Cnf,
    totalizer::{PLAIN_LIMIT, exactly_two},
};

/// This many literals, every third one negative.
fn literals(count: u32) -> (Vec<Lit>, BasicVarManager) {
    let mut variables = BasicVarManager::default();
    if let Some(last) = count.checked_sub(1) {
        variables.mark_used(Var::new(last));
    }
    ((0..count).map(|index| Var::new(index).lit(index % 3 == 1)).collect(), variables)
}

/// Whether the formula allows just these literals to be true.
fn allows(solver: &mut VarisatSolver, literals: &[Lit], which: &[usize]) -> bool {
    let chosen = |(index, &literal): (usize, &Lit)| {
        if which.contains(&index) { literal } else { !literal }
    };
    let assumptions: Vec<Lit> = literals.iter().enumerate().map(chosen).collect();
    solver.solve(&assumptions).is_some()
}

#[test]
fn at_most_one_of_many() {
    for encoding in AtMostOne::ALL {
        for count in (0..=20).chain([33]) {
            let (literals, mut variables) = literals(count);
            let mut cnf = Cnf::default();
            encoding.encode(&literals, &mut variables, &mut cnf).unwrap();
            let size = sizes::at_most_one(encoding, count.into());
            assert_eq!(cnf.len() as u64, size.clauses);
            assert_eq!(u64::from(variables.n_used()), size.variables + u64::from(count));
            let mut solver = VarisatSolver::of(&cnf);
            let name = encoding.name();
            assert!(allows(&mut solver, &literals, &[]), "{name}: none of {count}");
            for a in 0..count as usize {
                assert!(allows(&mut solver, &literals, &[a]), "{name}: {a} of {count}");
                for b in 0..a {
                    // Whatever the others are.
                    let both = [literals[a], literals[b]];
                    assert_eq!(solver.solve(&both), None, "{name}: {a} and {b} of {count}");
                }
            }
        }
    }
}

#[test]
fn exactly_two_of_many() {
    for count in (0..=16).chain([25]) {
        let (literals, mut variables) = literals(count);
        let mut cnf = Cnf::default();
        exactly_two(&literals, &mut variables, &mut cnf).unwrap();
        let size = sizes::exactly_two(count.into());
        assert_eq!(cnf.len() as u64, size.clauses);
        assert_eq!(u64::from(variables.n_used()), size.variables + u64::from(count));
        assert_eq!(size.variables > 0, count as usize > PLAIN_LIMIT);
        let mut solver = VarisatSolver::of(&cnf);
        assert!(!allows(&mut solver, &literals, &[]), "none of {count}");
        for a in 0..count as usize {
            assert!(!allows(&mut solver, &literals, &[a]), "{a} of {count}");
            for b in 0..a {
                assert!(allows(&mut solver, &literals, &[a, b]), "{a} and {b} of {count}");
                for c in 0..b {
                    let three = [literals[a], literals[b], literals[c]];
                    assert_eq!(solver.solve(&three), None, "{a}, {b} and {c} of {count}");
                }
            }
        }
    }
}

#[test]
fn names_are_found_again() {
    for encoding in AtMostOne::ALL {
        assert_eq!(AtMostOne::from_name(encoding.name()), Some(encoding));
    }
    assert_eq!(AtMostOne::from_name("none"), None);
}
