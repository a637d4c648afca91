//! Formulas and their proofs in DRAT and LRAT: brute force finds no model of a formula whose proof is accepted.

use satranj::{
    Reason,
    proofs::{
        checker::{Checked, Checker, ProofError},
        drat::DratReader,
        formula::{FormulaReader, Item},
        lrat::{LratChecker, LratReader},
    },
    solvers::proof::DratSyntax,
};

/// The most variables of a formula for brute force.
const VARIABLES: u32 = 12;

type Clauses = Vec<Vec<i32>>;

/// The first byte chooses the forms. The formula is in DIMACS or a byte per literal, and a byte `%`
/// ends it; the proof is in DRAT in text, in binary or a byte per literal, or in LRAT in text or binary.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, rest)) = bytes.split_first() else { return };
    let Some(at) = rest.iter().position(|&byte| byte == b'%') else { return };
    let (formula, proof) = (&rest[..at], &rest[at + 1..]);
    let formula = if chosen & 1 == 0 { in_dimacs(formula) } else { Some(in_bytes(formula)) };
    let Some(formula) = formula.filter(|formula| formula.len() <= 256) else { return };
    let accepted = match chosen >> 1 & 3 {
        0 => judged(&formula, proof, DratSyntax::Text),
        1 => judged(&formula, proof, DratSyntax::Binary),
        3 if chosen & 8 == 0 => judged_by_names(&formula, proof, DratSyntax::Text),
        3 => judged_by_names(&formula, proof, DratSyntax::Binary),
        _ => both(&formula, proof),
    };
    assert!(accepted.is_err() || !has_model(&formula), "accepted: {accepted:?} of {formula:?}");
}

fn permit(bytes: u64) -> Result<(), Reason> {
    if bytes > 16 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) }
}

fn judged(formula: &Clauses, proof: &[u8], syntax: DratSyntax) -> Result<Checked, ProofError> {
    let mut checker = Checker::new(&permit);
    formula.iter().try_for_each(|clause| checker.add(clause))?;
    checker.check(&mut DratReader::new(proof, syntax, &permit))
}

fn judged_by_names(
    formula: &Clauses,
    proof: &[u8],
    syntax: DratSyntax,
) -> Result<Checked, ProofError> {
    let mut checker = LratChecker::new(&permit);
    formula.iter().try_for_each(|clause| checker.add(clause))?;
    checker.check(&mut LratReader::new(proof, syntax, &permit))
}

/// The same steps in both syntaxes.
fn both(formula: &Clauses, proof: &[u8]) -> Result<Checked, ProofError> {
    let (mut text, mut binary) = (Vec::new(), Vec::new());
    for clause in in_bytes(proof) {
        // A first literal of the last variable marks a deletion.
        let (deletes, clause) = match clause.split_first() {
            Some((&first, rest)) if first.unsigned_abs() == VARIABLES => (true, rest),
            _ => (false, &clause[..]),
        };
        text.extend(if deletes { &b"d "[..] } else { b"" });
        binary.push(if deletes { b'd' } else { b'a' });
        for &literal in clause {
            text.extend(format!("{literal} ").bytes());
            binary.push((2 * literal.unsigned_abs() + u32::from(literal < 0)) as u8);
        }
        text.extend(b"0\n");
        binary.push(0);
    }
    let in_text = judged(formula, &text, DratSyntax::Text);
    let in_binary = judged(formula, &binary, DratSyntax::Binary);
    assert_eq!(in_text.as_ref().ok(), in_binary.as_ref().ok(), "{in_text:?}, {in_binary:?}");
    in_text
}

/// Clauses of a byte per literal; a multiple of 16 ends a clause.
pub fn in_bytes(bytes: &[u8]) -> Clauses {
    let parts = bytes.split(|byte| byte % 16 == 0);
    let literal = |&byte: &u8| {
        let variable = i32::from(byte & 15).min(VARIABLES as i32);
        if byte & 16 == 0 { variable } else { -variable }
    };
    parts.map(|part| part.iter().map(literal).collect()).collect()
}

/// The clauses of a small formula.
fn in_dimacs(text: &[u8]) -> Option<Clauses> {
    let mut reader = FormulaReader::new(text, &permit);
    let (mut clauses, mut literals) = (Vec::new(), Vec::new());
    while let Some(item) = reader.next(&mut literals).ok()? {
        match item {
            Item::Heading { variables, .. } if variables > VARIABLES => return None,
            Item::Clause => clauses.push(literals.clone()),
            _ => {}
        }
    }
    Some(clauses)
}

/// Whether an assignment satisfies all clauses.
pub fn has_model(clauses: &[Vec<i32>]) -> bool {
    let masks = |clause: &Vec<i32>| {
        let of = |sign: i32| -> u32 {
            let literals = clause.iter().filter(|&&literal| literal.signum() == sign);
            literals.fold(0, |mask, literal| mask | 1 << (literal.unsigned_abs() - 1))
        };
        (of(1), of(-1))
    };
    let masks: Vec<(u32, u32)> = clauses.iter().map(masks).collect();
    (0..1u32 << VARIABLES).any(|bits| masks.iter().all(|(yes, no)| bits & yes | !bits & no != 0))
}
