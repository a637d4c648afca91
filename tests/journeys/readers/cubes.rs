//! Files of refuted cubes: brute force finds no model of the formula in a cube that is accepted.

use rustsat::types::Lit;
use satranj::{
    Reason,
    encodings::clause::{ClauseSink, Cnf},
    proofs::cubes::{HEADING, check_file},
};

use super::proof::{has_model, in_bytes};

/// A formula of a byte per literal, a byte `%`, and the file without its first line.
pub fn check(bytes: &[u8]) {
    let Some(at) = bytes.iter().position(|&byte| byte == b'%') else { return };
    let clauses = in_bytes(&bytes[..at]);
    let mut formula = Cnf::default();
    for clause in &clauses {
        let literal = |&literal: &i32| Lit::from_ipasir(literal).expect("not 0");
        let literals: Vec<Lit> = clause.iter().map(literal).collect();
        formula.add_clause(&literals).expect("memory takes all clauses");
    }
    let file = [HEADING.as_bytes(), b"x\n", &bytes[at + 1..]].concat();
    let permit = |bytes| if bytes > 16 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
    let _ = check_file(("file", &file[..]), None, &formula, &permit, &mut |refuted| {
        let mut within = clauses.clone();
        // The brute force has twelve variables; another one is free in the formula.
        let known = |literal: &&i32| literal.unsigned_abs() <= 12;
        let cube = &refuted.cube.literals;
        within.extend(cube.iter().filter(known).map(|&literal| vec![literal]));
        let is_empty = cube.iter().any(|literal| cube.contains(&-literal));
        assert!(is_empty || !has_model(&within), "{} is accepted for {clauses:?}", refuted.cube);
        Ok(())
    });
}
