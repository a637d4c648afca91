//! Tests of the reader and the checker: what they accept, what they reject, and brute force.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use proptest::prelude::*;
use rustsat::types::Lit;
use satranj_encodings::clause::{ClauseSink, Cnf};

use super::{
    BytePlace, ProofReadError,
    checker::{Checked, Checker, ProofError},
    drat::{DratReader, ProofStep},
    formula,
};
use crate::{
    limits::Reason,
    solvers::proof::{DratSyntax, Proved, prove},
};

/// No limits for the readers and checkers in tests.
#[expect(clippy::unnecessary_wraps, reason = "the form of a permit")]
pub(super) fn freely(_bytes: u64) -> Result<(), Reason> {
    Ok(())
}

fn check_bytes(
    clauses: &[Vec<i32>],
    proof: &[u8],
    format: DratSyntax,
) -> Result<Checked, ProofError> {
    let mut checker = Checker::new(&freely);
    clauses.iter().try_for_each(|clause| checker.add(clause))?;
    checker.check(&mut DratReader::new(proof, format, &freely))
}

fn check(clauses: &[&[i32]], proof: &str) -> Result<Checked, String> {
    let clauses: Vec<Vec<i32>> = clauses.iter().map(|clause| clause.to_vec()).collect();
    let checked = check_bytes(&clauses, proof.as_bytes(), DratSyntax::Text);
    checked.map_err(|error| error.to_string())
}

pub(super) const SQUARE: [&[i32]; 4] = [&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];

#[test]
fn lemmas_must_follow_and_the_empty_clause_must_come() {
    assert_eq!(check(&SQUARE, "1 0\n0\n"), Ok(Checked { lemmas: 1, ..Checked::default() }));
    assert_eq!(check(&SQUARE, "c a word\n  2\n 0 0"), check(&SQUARE, "1 0\n0\n"));
    let refused = |clauses: &[&[i32]], proof| check(clauses, proof).unwrap_err();
    assert_eq!(refused(&SQUARE, "0\n"), "line 1: the empty clause does not follow");
    assert_eq!(
        refused(&SQUARE, "1 0\n"),
        "line 2: unexpected end of file: expected the empty clause"
    );
    assert_eq!(refused(&SQUARE, ""), "line 1: unexpected end of file: expected the empty clause");
    // The lemma of the fourth clause is missing.
    assert_eq!(refused(&SQUARE[..3], "2 0\n0\n"), "line 2: the empty clause does not follow");
    let cube = [&[1, 2, 3][..], &[1, 2, -3], &[-1, 2], &[1, -2], &[-1, -2]];
    assert!(check(&cube, "1 2 0\n2 0\n0\n").is_ok());
    assert!(check(&cube, "2 0\n0\n").is_ok(), "that follows by propagation too");
    assert_eq!(refused(&cube[..4], "\n1 0\n-2 0\n0\n"), "line 3: the lemma `-2` does not follow");
    // A conflict by propagation needs no lemma except the end.
    assert!(check(&[&[1], &[-1]], "0\n").is_ok());
    assert!(check(&[&[]], "5 6 0\n0").is_ok());
    assert!(check(&[&[1], &[-1]], "").is_err());
}

#[test]
fn lemmas_that_only_keep_a_solution_are_taken_on_their_first_literal() {
    // 4 is defined as 1 or 2 or both; the first of its clauses does not follow.
    let cube: [&[i32]; 8] = [
        &[1, 2, 3],
        &[1, 2, -3],
        &[1, -2, 3],
        &[1, -2, -3],
        &[-1, 2, 3],
        &[-1, 2, -3],
        &[-1, -2, 3],
        &[-1, -2, -3],
    ];
    let rat = check(&cube, "4 -1 0\n4 -2 0\n-4 1 2 0\n1 2 0\n1 0\n2 0\n0\n").unwrap();
    assert!(rat.rat >= 1 && rat.lemmas >= 6, "{rat:?}");
    let defined = check(&[&[1, 2, 5]], "4 -1 0\n4 -2 0\n-4 1 2 0\n0\n").unwrap_err();
    assert_eq!(defined, "line 4: the empty clause does not follow");
    // The first literal counts: on 3 there is no resolvent, on -1 there is the resolvent 3, 2.
    let either: [&[i32]; 2] = [&[1, 2], &[-1, -2]];
    assert!(check(&either, "3 -1 0\n0\n").unwrap_err().starts_with("line 2: the empty"));
    assert!(check(&either, "-1 3 0\n0\n").unwrap_err().starts_with("line 1: the lemma"));
    // 1 and 2 may be true, and then not false.
    let refused = check(&[&[1, 2]], "9 1 0\n1 0\n2 0\n-1 0\n0\n").unwrap_err();
    assert_eq!(refused, "line 4: the lemma `-1` does not follow");
    // The resolvent on 1 is -2, which does not follow: 2 does.
    let implied = check(&[&[-1, -2], &[2, 3], &[2, -3]], "1 0\n0\n").unwrap_err();
    assert_eq!(implied, "line 1: the lemma `1` does not follow");
}

#[test]
fn what_is_deleted_is_used_no_more_unless_it_is_why_something_is_true() {
    let ignored = check(&SQUARE, "d 3 4 0\n1 0\n0\n").unwrap();
    assert_eq!((ignored.deletions, ignored.ignored, ignored.steps()), (0, 1, 2));
    for clause in ["1 2", "2 1", "-2 -1", "2 -1 2"] {
        let deleted = check(&SQUARE, &format!("d {clause} 0\n1 0\n0\n"));
        assert!(deleted.is_err(), "{clause}: {deleted:?}");
        let again = check(&SQUARE, &format!("{clause} 0\nd {clause} 0\n1 0\n0\n")).unwrap();
        assert_eq!((again.deletions, again.ignored), (1, 0));
    }
    // A unit stays, and so does the clause that implies another unit.
    let chain = [&[1][..], &[-1, 2], &[-2, 3, 4], &[-3, 4], &[3, -4], &[-3, -4]];
    let kept = check(&chain, "d 1 0\nd -1 2 0\n3 0\n0\n").unwrap();
    assert_eq!((kept.deletions, kept.ignored), (0, 2));
    // One of two equal clauses may go.
    let kept = check(&[&[1], &[1], &[-1, 2], &[-1, -2, 3], &[-3]], "d 1 0\nd 1 0\n0\n");
    assert!(kept.is_ok(), "{kept:?}");
}

#[test]
fn much_that_is_deleted_is_cleared_away() {
    use std::fmt::Write;
    // A contradiction among many other clauses, which are added and deleted in turn.
    let mut proof = String::new();
    for turn in 0..4_000 {
        let (a, b, c) = (10 + turn % 700, 1000 + turn % 300, 2000 + turn % 11);
        let _ = write!(proof, "{a} {b} {c} 1 2 0\n{c} {b} {a} 1 -2 0\nd {a} {b} {c} 2 1 0\n");
    }
    let kept = check(&SQUARE, &(proof.clone() + "1 0\n0\n")).unwrap();
    assert_eq!((kept.deletions, kept.ignored, kept.rat), (4_000, 0, 0));
    assert!(check(&SQUARE[..3], &(proof + "-1 0\n0\n")).is_err());
}

#[test]
fn what_is_no_proof_is_told_by_its_place() {
    let refused = |proof| check(&SQUARE, proof).unwrap_err();
    for (proof, words) in [
        ("1 0\nnonsense\n", "line 2: found `n`, expected a literal or 0"),
        ("1 0\n1 2", "line 2: unexpected end of file within a clause"),
        ("1 0\n1 -", "line 2: unexpected end of file within a number"),
        ("1 0\n\n1x 0", "line 3: found `x`, expected a literal or 0"),
        ("1 0\n2147483648 0", "line 2: a number is larger than 2147483647"),
        ("del 1 0\n", "line 1: found `e`, expected a blank"),
        ("1 \u{0}0\n", "line 1: found `\\x00`, expected a literal or 0"),
        ("1 0\nd", "line 2: unexpected end of file within a clause"),
    ] {
        assert!(refused(proof).starts_with(words), "{proof}: {}", refused(proof));
    }
    let square = SQUARE.map(<[i32]>::to_vec);
    let binary = |bytes: &[u8]| {
        check_bytes(&square, bytes, DratSyntax::Binary).map_err(|error| error.to_string())
    };
    assert!(binary(b"a\x02\0a\0").is_ok());
    assert!(binary(b"d\x06\x08\0a\x02\0a\0").is_ok());
    for (bytes, words) in [
        (&b"a\x02\0x\0"[..], "byte 3: found `x`, expected a step"),
        (b"a\x02\0a", "byte 3: unexpected end of file within this step"),
        (b"a\x02\0a\x82", "byte 3: unexpected end of file within this step"),
        (b"a\x82\x82\x82\x82\x82\x82\0", "byte 0: a number is larger than 2147483647"),
        (b"a\x01\0", "byte 0: 1 is not the code of a number"),
        (b"a\x02\0", "byte 3: unexpected end of file: expected the empty clause"),
        (b"a\0", "byte 0: the empty clause does not follow"),
    ] {
        assert!(binary(bytes).unwrap_err().starts_with(words), "{:?}", binary(bytes));
    }
}

#[test]
fn steps_are_read_one_by_one() {
    let mut reader = DratReader::new(&b"c x\n1 -2 0 d 3 0\r\n\n0"[..], DratSyntax::Text, &freely);
    let mut literals = Vec::new();
    let mut steps = Vec::new();
    while let Some(step) = reader.next(&mut literals).unwrap() {
        steps.push((step, literals.clone()));
    }
    let step = |deletes, line| ProofStep { deletes, place: BytePlace::Line(line) };
    let expected =
        [(step(false, 2), vec![1, -2]), (step(true, 2), vec![3]), (step(false, 4), vec![])];
    assert_eq!(steps, expected);
    // Seven bits a byte, the lowest first: 2 · 1,000,000,000 + 1.
    let bytes = b"a\x81\xa8\xd6\xb9\x07\0";
    let mut reader = DratReader::new(&bytes[..], DratSyntax::Binary, &freely);
    reader.next(&mut literals).unwrap();
    assert_eq!(literals, [-1_000_000_000]);
}

#[test]
fn formulas_say_what_is_wrong_with_them() {
    let read = |text: &str| -> Result<usize, String> {
        let mut reader = formula::FormulaReader::new(text.as_bytes(), &freely);
        let mut literals = Vec::new();
        let mut items = 0;
        while reader.next(&mut literals).map_err(|error| error.to_string())?.is_some() {
            items += 1;
        }
        Ok(items)
    };
    assert_eq!(read("c one\nc\np cnf 2 2\nc two\n1\n -2 0 2 0\n"), Ok(6));
    for (text, words) in [
        ("", "line 1: the heading `p cnf VARIABLES CLAUSES` is missing"),
        ("1 0\n", "line 1: the heading `p cnf VARIABLES CLAUSES` is missing"),
        ("p cnf x 1\n", "line 1: the number of variables"),
        ("p cnf 4294967295 1\n", "line 1: the number of variables"),
        ("p cnf 1 -1\n", "line 1: the number of clauses"),
        ("p wcnf 1 1\n", "line 1: expected the heading"),
        ("p cnf 1 2\n1 0\n", "line 3: the file has 1 clauses, but its heading says 2"),
        ("p cnf 1 1\n\n1 -2 0\n", "line 3: -2 is not one of the 1 variables"),
        ("p cnf 1 1\n1", "line 2: unexpected end of file within a clause"),
        ("p cnf 1 1\np cnf 1 1\n", "line 2: found `p`, expected a literal"),
    ] {
        assert!(read(text).unwrap_err().starts_with(words), "{text}: {:?}", read(text));
    }
}

#[test]
fn limits_end_the_check() {
    let stop = |_| Err(Reason::TimeLimit);
    let mut checker = Checker::new(&stop);
    let ended = checker.add(&[1]).and_then(|()| checker.add(&[2, 3]));
    assert_eq!(ended, Err(Reason::TimeLimit));
    // The limit is enough for some clauses, but not for many.
    let room = |bytes| if bytes > 1 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
    let mut checker = Checker::new(&room);
    let mut clauses = (1..100_000).map(|number| [number % 900 + 1, number % 800 + 1000]);
    let ended = clauses.try_for_each(|clause| checker.add(&clause));
    assert_eq!(ended, Err(Reason::MemoryLimit));
    // One clause is propagated for long.
    let late = AtomicBool::new(false);
    let permit = |_| if late.load(Relaxed) { Err(Reason::TimeLimit) } else { Ok(()) };
    let mut checker = Checker::new(&permit);
    (1..40_000).try_for_each(|number| checker.add(&[-number, number + 1])).unwrap();
    late.store(true, Relaxed);
    assert_eq!(checker.add(&[1]), Err(Reason::TimeLimit));
    let line = "1 ".repeat(1 << 20) + "0\n";
    let mut reader = DratReader::new(line.as_bytes(), DratSyntax::Text, &room);
    let ended = reader.next(&mut Vec::new());
    assert!(matches!(ended, Err(ProofReadError::Stopped(Reason::MemoryLimit))));
}

/// A naive checker for proofs without deletions: 0 if all lemmas follow up to the empty clause,
/// else the number of the first step, from 1, that does not.
fn slowly(clauses: &[Vec<i32>], proof: &[Vec<i32>]) -> usize {
    let mut clauses = clauses.to_vec();
    for (number, lemma) in (1..).zip(proof) {
        let negated: Vec<i32> = lemma.iter().map(|literal| -literal).collect();
        let rat = |pivot: i32| {
            clauses.iter().filter(|clause| clause.contains(&-pivot)).all(|clause| {
                let others = clause.iter().filter(|&&literal| literal != -pivot);
                let mut assumed = negated.clone();
                assumed.extend(others.map(|literal| -literal));
                is_refuted(&clauses, &assumed)
            })
        };
        if !is_refuted(&clauses, &negated) && !lemma.first().is_some_and(|&pivot| rat(pivot)) {
            return number;
        }
        if lemma.is_empty() {
            return 0;
        }
        clauses.push(lemma.clone());
    }
    proof.len() + 1
}

/// Whether propagation reaches a conflict.
fn is_refuted(clauses: &[Vec<i32>], assumed: &[i32]) -> bool {
    let mut known = assumed.to_vec();
    loop {
        if known.iter().any(|literal| known.contains(&-literal)) {
            return true;
        }
        let mut grew = false;
        for clause in clauses {
            if clause.iter().any(|literal| known.contains(literal)) {
                continue;
            }
            let mut open: Vec<i32> =
                clause.iter().copied().filter(|literal| !known.contains(&-literal)).collect();
            open.dedup();
            match open[..] {
                [] => return true,
                [unit] => {
                    known.push(unit);
                    grew = true;
                }
                _ => {}
            }
        }
        if !grew {
            return false;
        }
    }
}

fn has_model(clauses: &[Vec<i32>]) -> bool {
    (0..1u32 << 6).any(|bits| {
        let holds =
            |literal: &i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

fn text(steps: &[Vec<i32>]) -> String {
    let line = |step: &Vec<i32>| {
        let words: Vec<String> = step.iter().chain(&[0]).map(ToString::to_string).collect();
        words.join(" ") + "\n"
    };
    steps.iter().map(line).collect()
}

fn literal() -> impl Strategy<Value = i32> {
    (1..=6i32, any::<bool>()).prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

fn clauses(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<i32>>> {
    proptest::collection::vec(proptest::collection::vec(literal(), 1..4), count)
}

proptest! {
    #[test]
    fn varisat_s_proofs_hold_and_what_is_left_of_them_as_far_as_it_does(
        formula in clauses(15..60),
        removed in any::<prop::sample::Index>(),
    ) {
        let mut cnf = Cnf::default();
        for clause in &formula {
            let literals = clause.iter().map(|&literal| Lit::from_ipasir(literal).unwrap());
            cnf.add_clause(&literals.collect::<Vec<_>>()).unwrap();
        }
        let mut lemmas = Vec::new();
        for format in [DratSyntax::Text, DratSyntax::Binary] {
            let mut proof = Vec::new();
            let proved = prove(cnf.iter(), format, &|| Ok(()), &mut proof).unwrap();
            let has_solution = matches!(proved, Proved::Satisfiable(_));
            prop_assert_eq!(has_solution, has_model(&formula));
            if has_solution {
                // Nothing shows that it is unsatisfiable.
                proof.extend(if format == DratSyntax::Text { &b"0\n"[..] } else { b"a\0" });
                prop_assert!(check_bytes(&formula, &proof, format).is_err());
                return Ok(());
            }
            let checked = check_bytes(&formula, &proof, format);
            prop_assert!(checked.is_ok(), "{:?}", checked);
            prop_assert_eq!(checked.unwrap().rat, 0);
            let mut reader = DratReader::new(&proof[..], format, &freely);
            let mut clause = Vec::new();
            lemmas.clear();
            while let Some(step) = reader.next(&mut clause).unwrap() {
                if !step.deletes {
                    lemmas.push(clause.clone());
                }
            }
        }
        lemmas.remove(removed.index(lemmas.len()));
        let checked = check_bytes(&formula, text(&lemmas).as_bytes(), DratSyntax::Text);
        prop_assert_eq!(checked.is_ok(), slowly(&formula, &lemmas) == 0);
    }

    #[test]
    fn what_is_taken_is_what_a_slow_checker_takes(
        formula in clauses(1..30),
        mut lemmas in clauses(0..12),
    ) {
        lemmas.push(Vec::new());
        let slow = slowly(&formula, &lemmas);
        let checked = check_bytes(&formula, text(&lemmas).as_bytes(), DratSyntax::Text);
        match checked {
            Ok(_) => {
                prop_assert!(!has_model(&formula));
                // If propagation alone refutes it, the rest is not read.
                let needed = lemmas.iter().take(slow.wrapping_sub(1)).cloned();
                let all: Vec<Vec<i32>> = formula.iter().cloned().chain(needed).collect();
                prop_assert!(slow == 0 || is_refuted(&all, &[]));
            }
            Err(ProofError::Wrong { place, .. }) => {
                prop_assert_eq!(place, BytePlace::Line(slow as u64));
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn with_deletions_nothing_is_taken_that_has_a_solution(
        formula in clauses(10..40),
        steps in proptest::collection::vec((any::<bool>(), any::<prop::sample::Index>(), clauses(1..2)), 0..20),
    ) {
        let mut there = formula.clone();
        let mut proof = String::new();
        for (deletes, index, mut clause) in steps {
            if deletes {
                let deleted = &there[index.index(there.len())];
                proof += "d ";
                proof += &text(std::slice::from_ref(deleted));
            } else {
                proof += &text(&clause);
                there.append(&mut clause);
            }
        }
        proof += "0\n";
        let checked = check_bytes(&formula, proof.as_bytes(), DratSyntax::Text);
        prop_assert!(checked.is_err() || !has_model(&formula));
    }
}
