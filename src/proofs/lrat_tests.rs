//! Tests of LRAT proofs: what is accepted, what is rejected, and brute force.

use std::cell::Cell;

use proptest::prelude::*;

use super::{
    checker::{Checked, ProofError},
    hinted::{HintedChecker, NamedClauses},
    lrat::{LratChecker, LratReader},
    tests::{SQUARE, freely},
};
use crate::{limits::Reason, solvers::proof::DratSyntax};

fn judged(clauses: &[&[i32]], proof: &[u8], syntax: DratSyntax) -> Result<Checked, ProofError> {
    let mut checker = LratChecker::new(&freely);
    clauses.iter().try_for_each(|clause| checker.add(clause))?;
    checker.check(&mut LratReader::new(proof, syntax, &freely))
}

fn text(clauses: &[&[i32]], proof: &str) -> Result<Checked, String> {
    let checked = judged(clauses, proof.as_bytes(), DratSyntax::Text);
    checked.map_err(|error| error.to_string())
}

/// The same proof in binary; it has no comments.
fn in_binary(proof: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut put = |number: i64| {
        let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
        while code >= 0x80 {
            bytes.push(code as u8 | 0x80);
            code >>= 7;
        }
        bytes.push(code as u8);
        bytes.len()
    };
    let mut marks = Vec::new();
    for line in proof.lines() {
        let mut words = line.split_ascii_whitespace().peekable();
        let number = words.next().unwrap();
        // The mark goes before the first number.
        let first = if words.peek() == Some(&"d") { words.next().unwrap() } else { number };
        let begin = put(0) - 1;
        marks.push((begin, if first == "d" { b'd' } else { b'a' }));
        if first != "d" {
            put(number.parse().unwrap());
        }
        for word in words {
            put(word.parse().unwrap());
        }
    }
    for (at, mark) in marks {
        bytes[at] = mark;
    }
    bytes
}

#[test]
fn limits_end_a_step_that_names_many_clauses() {
    let is_late = Cell::new(false);
    let permit = |_| if is_late.get() { Err(Reason::TimeLimit) } else { Ok(()) };
    let mut checker = HintedChecker::new(&permit);
    let keys: Vec<u64> = (1..40_000).collect();
    for &key in &keys {
        checker.add(key, &[-(key as i32), key as i32 + 1]).unwrap();
    }
    is_late.set(true);
    let named = NamedClauses { units: &keys, keys: &keys, resolvents: &[] };
    assert_eq!(checker.lemma(0, &[-1], named), Err(Reason::TimeLimit));
}

const SHORT: &str = "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

/// All clauses of three literals; the proof defines 4, and then 5 by clauses that are only RAT.
const CUBE: [&[i32]; 8] = [
    &[1, 2, 3],
    &[1, 2, -3],
    &[1, -2, 3],
    &[1, -2, -3],
    &[-1, 2, 3],
    &[-1, 2, -3],
    &[-1, -2, 3],
    &[-1, -2, -3],
];
const LONG: &str = "9 4 -1 0 0\n10 4 -2 0 0\n11 -4 1 2 0 -9 -10 0\n12 -5 2 0 0\n\
    13 5 1 0 -12 1 2 0\n14 1 2 0 1 2 0\n15 1 0 14 3 4 0\n16 d 1 2 3 0\n20 2 0 15 5 6 0\n\
    21 0 15 20 7 8 0\n";

#[test]
fn lemmas_follow_from_the_clauses_that_they_name() {
    let short = Checked { lemmas: 1, deletions: 2, ..Checked::default() };
    assert_eq!(text(&SQUARE, SHORT), Ok(short));
    assert_eq!(text(&SQUARE, &format!("c a word\n\n{SHORT}nonsense")), Ok(short));
    let long = Checked { lemmas: 8, rat: 5, deletions: 3, ignored: 0 };
    assert_eq!(text(&CUBE, LONG), Ok(long));
    // More names than are needed, and one that is satisfied.
    assert!(text(&SQUARE, "5 2 0 3 1 2 4 0\n6 0 5 1 3 2 4 0\n").is_ok());
    assert!(text(&SQUARE, "7 2 -2 0 0\n8 2 0 7 1 2 0\n9 0 8 3 4 0").is_ok(), "a tautology");
    for (formula, proof) in [(&SQUARE[..], SHORT), (&CUBE, LONG)] {
        let binary = judged(formula, &in_binary(proof), DratSyntax::Binary);
        assert_eq!(binary.map_err(|error| error.to_string()), text(formula, proof));
    }
    // Solvers do not write the empty clause that the formula has.
    for proof in ["", "3 d 1 0\n", "3 1 0 0\n4 2 0 9 0\n"] {
        assert!(text(&[&[1], &[]], proof).is_ok(), "{proof}");
    }
}

#[test]
fn much_that_is_deleted_is_cleared_away() {
    use std::fmt::Write;
    // A contradiction among many other clauses, which are added and deleted.
    let mut proof = String::new();
    for turn in 5..8_000 {
        let _ = writeln!(proof, "{turn} {} 1 2 -9 -8 -7 -6 -5 -4 -3 0 1 0", turn + 10);
        if turn % 9 != 0 {
            let _ = writeln!(proof, "{turn} d {turn} 0");
        }
    }
    let kept = text(&SQUARE, &format!("{proof}8000 2 0 1 2 0\n8001 0 8000 3 4 0\n")).unwrap();
    assert_eq!((kept.deletions, kept.ignored), (7_107, 0));
    let kept = text(&SQUARE, &format!("{proof}8000 -9 -8 -7 -6 -5 -4 -3 1 2 19 0 9 0\n"));
    assert!(kept.unwrap_err().contains("expected the empty clause"), "clause 9 is there");
    let gone = text(&SQUARE, &format!("{proof}8000 1 2 0 10 0\n")).unwrap_err();
    assert!(gone.ends_with("it names clause 10, which is not there"), "{gone}");
}

#[test]
fn what_does_not_follow_is_refused_with_its_place() {
    let refused = |clauses: &[&[i32]], proof: &str| text(clauses, proof).unwrap_err();
    let follows_not = "does not follow from the clauses it names";
    for (proof, expected) in [
        ("5 2 0 0\n6 0 5 3 4 0\n", format!("line 1: the lemma `2` {follows_not}")),
        ("5 2 0 1 0\n", format!("line 1: the lemma `2` {follows_not}")),
        ("5 2 0 1 3 0\n", format!("line 1: the lemma `2` {follows_not}")),
        ("5 2 0 1 2 0\n6 0 5 3 0\n", format!("line 2: the empty clause {follows_not}")),
        ("5 2 0 1 2 0\n6 0 3 4 0\n", format!("line 2: the empty clause {follows_not}")),
        // The order matters.
        ("5 2 0 1 2 0\n6 0 3 4 5 0\n", format!("line 2: the empty clause {follows_not}")),
        ("5 2 0 1 7 0\n", "line 1: it names clause 7, which is not there".into()),
        ("5 2 0 1 5 0\n", "line 1: it names clause 5, which is not there".into()),
        ("5 d 2 0\n6 2 0 1 2 0\n", "line 2: it names clause 2, which is not there".into()),
        ("4 2 0 1 2 0\n", "line 1: clause 4 must have a number above 4, which a".into()),
        ("7 2 0 1 2 0\n6 0 7 3 4 0", "line 2: clause 6 must have a number above 7".into()),
        ("5 2 0 1 2 0\n", "line 2: unexpected end of file: expected the empty clause".into()),
        ("", "line 1: unexpected end of file: expected the empty clause".into()),
        ("5 2 0 1 2", "line 1: unexpected end of file within a step".into()),
        ("5 2", "line 1: unexpected end of file within a step".into()),
        ("5", "line 1: unexpected end of file within a step".into()),
        ("5 2 0 1 2 0\nx", "line 2: found `x`, expected a literal or 0".into()),
        ("0 2 0 1 2 0\n", "line 1: 0 is not the number of a clause".into()),
        ("-5 2 0 1 2 0\n", "line 1: -5 is not the number of a clause".into()),
        ("\n5 d -2 0\n", "line 2: -2 is not the number of a clause".into()),
        ("5 2147483648 0 0\n", "line 1: a number is larger than 2147483647".into()),
        ("9223372036854775808 1 0", "line 1: a number is larger than 9223372036854775807".into()),
    ] {
        let problem = refused(&SQUARE, proof);
        assert!(problem.starts_with(&expected), "{proof:?}: {problem}");
    }
    for (bytes, expected) in [
        (&b"x"[..], "byte 0: found `x`, expected a step that begins with `a` or `d`"),
        (b"a\x0a\x04\0\x02", "byte 0: unexpected end of file within this step"),
        (b"a\x0b\x04\0\0", "byte 0: -5 is not the number of a clause"),
        (b"d\x02\0a\x0a\x01\0", "byte 3: 1 is not the code of a number"),
        (b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "byte 0: a number is larger than"),
        (b"a\x0a\x04\0\x02\0", "byte 0: the lemma `2` does not follow"),
    ] {
        let problem = judged(&SQUARE, bytes, DratSyntax::Binary).unwrap_err().to_string();
        assert!(problem.starts_with(expected), "{bytes:?}: {problem}");
    }
}

#[test]
fn a_lemma_that_is_only_rat_needs_all_its_resolvents() {
    // 13 has the resolvent 2, 1 with 12, which clauses 1 and 2 refute.
    for (from, to, at) in [
        ("13 5 1 0 -12 1 2 0", "13 5 1 0 0", "line 5"),
        ("13 5 1 0 -12 1 2 0", "13 5 1 0 1 2 0", "line 5"),
        ("13 5 1 0 -12 1 2 0", "13 5 1 0 -12 1 0", "line 5"),
        ("13 5 1 0 -12 1 2 0", "13 5 1 0 -11 1 2 0", "line 5"),
        // The first literal is the one to resolve on.
        ("13 5 1 0 -12 1 2 0", "13 1 5 0 -12 1 2 0", "line 5"),
        ("11 -4 1 2 0 -9 -10 0", "11 -4 1 0 -9 -10 0", "line 3"),
    ] {
        let problem = text(&CUBE, &LONG.replace(from, to)).unwrap_err();
        assert!(problem.starts_with(at), "{to}: {problem}");
    }
    // Resolvents that are satisfied need no names.
    assert!(text(&CUBE, &LONG.replace("-9 -10 0", "0")).is_ok());
    // Clauses that are deleted have no resolvents.
    let deleted = LONG.replace("13 5 1 0 -12 1 2 0", "12 d 12 0\n13 5 1 0 0");
    assert!(text(&CUBE, &deleted).is_ok());
}

#[test]
fn no_change_of_a_proof_proves_what_has_a_model() {
    for (whole, proof) in [(&SQUARE[..], SHORT), (&CUBE, LONG)] {
        let words: Vec<&str> = proof.split_inclusive([' ', '\n']).collect();
        for left_out in 0..whole.len() {
            let clauses: Vec<&[i32]> = (0..)
                .zip(whole)
                .filter(|&(n, _)| n != left_out)
                .map(|(_, &clause)| clause)
                .collect();
            for (at, word) in words.iter().enumerate() {
                let end = &word[word.len() - 1..];
                for other in (-9..=21).map(|number| format!("{number}{end}")).chain([end.into()]) {
                    let mut changed = words.clone();
                    changed[at] = &other;
                    assert!(text(&clauses, &changed.concat()).is_err(), "{changed:?}");
                }
            }
        }
    }
}

proptest! {
    /// Lemmas that name every clause often follow; what is refuted has no model.
    #[test]
    fn what_is_accepted_has_no_model(
        clauses in prop::collection::vec(prop::collection::vec(-4..=4_i32, 1..4), 4..16),
        lemmas in prop::collection::vec(prop::collection::vec(-5..=5_i32, 1..3), 0..6),
        turn in 0..16_usize,
    ) {
        use std::fmt::Write;
        let nonzero = |clauses: Vec<Vec<i32>>| -> Vec<Vec<i32>> {
            let kept = |clause: Vec<i32>| clause.into_iter().filter(|&l| l != 0).collect();
            clauses.into_iter().map(kept).collect()
        };
        let (clauses, mut lemmas) = (nonzero(clauses), nonzero(lemmas));
        lemmas.push(Vec::new());
        let views: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        let mut proof = String::new();
        let mut numbers: Vec<usize> = (1..=clauses.len()).collect();
        for lemma in lemmas {
            let number = numbers.len() + 1;
            let mut named = numbers.clone();
            named.rotate_left(turn % numbers.len());
            let named: Vec<String> = named.iter().map(ToString::to_string).collect();
            let named = vec![named.join(" "); 4].join(" ");
            let step = |with: &str| {
                let literals: Vec<String> = lemma.iter().map(ToString::to_string).collect();
                format!("{number} {} 0 {with} 0\n", literals.join(" "))
            };
            let mut names = named.clone();
            for other in &numbers {
                let _ = write!(names, " -{other} {named}");
            }
            // A lemma that does not follow is left out.
            let with_it = proof.clone() + &step(&names);
            let refused = text(&views, &with_it).err();
            if refused.is_none_or(|problem| problem.contains("expected the empty clause")) {
                proof = with_it;
                numbers.push(number);
            }
        }
        let satisfies = |bits: u32, clause: &&[i32]| clause.iter().any(|&literal| {
            (bits >> literal.unsigned_abs() & 1 == 1) == (literal > 0)
        });
        if text(&views, &proof).is_ok() {
            prop_assert!((0..32).all(|bits| !views.iter().all(|clause| satisfies(bits, clause))));
        }
    }
}
