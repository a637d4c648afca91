//! The checker `rate`, which `.ci/run solvers` installs; the tests fail without it.

use std::path::Path;

use super::*;
use crate::harness::{Line, schema::valid, write};

fn rate(proof: &Proof, formula: &str, file: &str, flags: &str) -> bool {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/bin/rate");
    assert!(program.exists(), "{} is missing: run `.ci/run solvers`", program.display());
    let ran = Line::of(program).within(proof.folder.path()).arguments(flags);
    let ran = ran.argument(formula).argument(file).run();
    let verified = ran.text().lines().any(|line| line == "s VERIFIED");
    assert!(
        verified || ran.text().lines().any(|line| line == "s NOT VERIFIED"),
        "{}",
        ran.report()
    );
    verified
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn rate_verifies_every_proof() {
    // It fails on a formula with the empty clause, such as that of 3x3.
    for puzzle in REFUTED.into_iter().filter(|puzzle| !puzzle.contains("3x3")) {
        for format in ["text", "binary"] {
            let proof = Proof::of(puzzle, &format!("--proof-format {format}"));
            for flags in ["", "--forward", "--skip-unit-deletions"] {
                assert!(rate(&proof, "no.drat.cnf", "no.drat", flags), "{puzzle} {format} {flags}");
            }
        }
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn rate_verifies_that_nothing_is_better() {
    for (puzzle, ..) in BEST {
        for format in ["text", "binary"] {
            let proof = Proof::made(&format!("{puzzle} --proof-format {format}"));
            // It fails on a formula with the empty clause.
            if proof.formula().clauses.iter().any(Vec::is_empty) {
                continue;
            }
            for flags in ["", "--forward"] {
                assert!(rate(&proof, "no.drat.cnf", "no.drat", flags), "{puzzle} {format} {flags}");
            }
        }
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn another_solver_s_no_has_a_proof_too() {
    let solver = "cmd:cadical -q";
    for puzzle in ["tour 4x6 --closed --method sat:cuts", BEST[7].0, BEST[10].0] {
        let folder = folder();
        write(folder.path(), "meet.txt", "1\n\n4 4\n1..2\n....\n...1\n1...\n");
        let line = format!("solve {puzzle} --precheck off --proof no.drat --json --solver");
        let ran = satranj(&line).argument(solver).within(folder.path()).run().exits(0);
        let document = valid(ran.json());
        assert_eq!(document["solver"], solver);
        assert_eq!(document["proof"]["checked"], true, "{}", ran.report());
        write(folder.path(), "no.json", &ran.stdout);
        let ran = satranj("verify no.json --json").within(folder.path()).run().exits(0);
        assert_eq!(ran.json()["proof"], true);
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn we_take_the_proofs_of_another_solver() {
    // Its preprocessing deletes clauses, and may add some that do not follow.
    for (puzzle, format) in [
        ("tour 4x20 --closed --method sat:cuts", "drat"),
        ("tour 4x20 --closed --method sat:cuts", "binary-drat"),
        ("dominate 6x6 --piece knight --method sat:cover", "binary-drat"),
    ] {
        let proof = Proof::made(puzzle);
        let flags = if format == "drat" { "-q --no-binary" } else { "-q --binary" };
        let ran = Line::of("cadical").arguments(flags).arguments("no.drat.cnf other.drat");
        let ran = ran.within(proof.folder.path()).run();
        assert_eq!(ran.code, Some(20), "{}", ran.report());
        let mut document = proof.document.clone();
        document["proof"]["file"] = "other.drat".into();
        document["proof"]["format"] = format.into();
        write(proof.folder.path(), "no.json", document.to_string());
        let verdict = proof.verify().exits(0).json();
        assert_eq!(verdict["proof"], true, "{puzzle}");
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn rate_rejects_broken_proofs() {
    let proof = Proof::of("tour 4x20 --closed", "--method sat:cuts");
    let folder = proof.folder.path();
    let text = String::from_utf8(proof.bytes()).expect("text");
    let half: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
    write(folder, "half.drat", half.join("\n") + "\n");
    assert!(!rate(&proof, "no.drat.cnf", "half.drat", ""));
    let unit = text.lines().find(|line| line.split(' ').count() == 2 && *line != "0");
    let unit = format!("{}\n", unit.expect("some unit is learnt"));
    let negated = unit.strip_prefix('-').map_or(format!("-{unit}"), str::to_string);
    write(folder, "changed.drat", text.replacen(&format!("\n{unit}"), &format!("\n{negated}"), 1));
    assert!(!rate(&proof, "no.drat.cnf", "changed.drat", "--forward"));
    let formula = proof.formula();
    let (_, first) = proof.cuts()[0];
    let clauses = formula.clauses[..first].iter().map(|clause| {
        let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
        words.join(" ") + " 0\n"
    });
    let heading = format!("p cnf {} {first}\n", formula.variables);
    write(folder, "uncut.cnf", heading + &clauses.collect::<String>());
    assert!(!rate(&proof, "uncut.cnf", "no.drat", ""));
}
