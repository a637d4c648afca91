//! A user asks for a proof that there is no solution, or no better one, and checks it: with
//! Satranj, with the checker of these tests, and with an external program.

use std::collections::BTreeSet;

use crate::harness::{
    Ran,
    dimacs::Formula,
    drat::{Step, check, parse_text},
    folder,
    proof::{Proof, names},
    satranj,
};
use serde_json::Value;

/// Puzzles without a solution, and the methods that call a solver.
const REFUTED: [&str; 19] = [
    "queens 3 --method sat:lines",
    "queens 3 --method sat:edges",
    "place 4x4 --piece king --count 5 --method sat:lines",
    "place 5x5 --piece queen --count 6 --method sat:edges",
    "dominate 6x6 --piece queen --count 2 --method sat:cover",
    "dominate 7x7 --piece queen --count 3 --method sat:line-cover",
    "tour 3x3 --closed --method sat:cuts",
    "tour 4x4 --closed --method sat:cuts-only",
    "tour 4x4 --closed --method sat:position",
    "tour 4x6 --closed --method sat:cuts",
    "tour 4x6 --closed --method sat:position",
    "tour 4x4 --start a1 --method sat:cuts",
    "tour 4x12 --closed --method sat:cuts",
    "tour 4x4 --closed --method sat:auto",
    "tour 4x4 --closed --method sat:unary-order",
    "tour 4x4 --closed --method sat:binary-order",
    "tour 4x4 --closed --method sat:vertex-elimination",
    "tour 4x4 --closed --method sat:lfsr",
    "tour 4x4 --closed --method sat:chinese-remainder",
];

/// The same with proofs of megabytes.
const HARD_TO_REFUTE: [&str; 2] = [
    "dominate 8x8 --piece queen --count 4 --method sat:line-cover",
    "tour 4x20 --closed --method sat:cuts",
];

/// Puzzles that ask for the best, with methods that call a solver, the best value, and the bound
/// that nothing satisfies.
const BEST: [(&str, u64, &str); 16] = [
    ("place 4x4 --piece knight --method sat:lines", 8, "at least 9"),
    ("place 4x4 --piece knight --method sat:edges", 8, "at least 9"),
    ("place 6x6 --piece queen+knight --method sat:lines", 4, "at least 5"),
    ("place 4x4 --army white:queen,black:queen --method sat:lines", 2, "at least 3"),
    ("place 4x4 --army white:queen,black:queen --method sat:edges", 2, "at least 3"),
    ("dominate 5x5 --piece queen --method sat:cover", 3, "at most 2"),
    ("dominate 5x5 --piece queen --independent --method sat:cover", 3, "at most 2"),
    ("dominate 5x5 --piece queen --total --method sat:cover", 3, "at most 2"),
    ("dominate 4x4 --piece king --independent --method sat:cover", 4, "at most 3"),
    ("dominate 6x6 --piece knight --method sat:cover", 8, "at most 7"),
    ("meet meet.txt --method sat:assignment", 6, "at most 5"),
    ("meet meet.txt --method sat:planning", 6, "at most 5"),
    ("route 5x5 --from a1 --to e5 --method sat:planning", 4, "at most 3"),
    ("route 4x4 --from a1 --to b2 --method sat:planning", 4, "at most 3"),
    ("exchange exchange.txt --parallel --method sat:planning", 4, "at most 3"),
    ("exchange small.txt --method sat:planning", 3, "at most 2"),
];

/// A document and the files that it names can be moved together.
#[test]
fn a_document_names_its_proof_from_its_own_folder() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    let absolute = folder.path().join("d").display().to_string();
    let solve = "solve queens 3 --method sat:lines --precheck off";
    for (document, proof, file) in [
        ("d/a.json".into(), "d/a.drat".into(), "a.drat".into()),
        (format!("{absolute}/b.json"), format!("{absolute}/b.drat"), "b.drat".into()),
        ("d/c.json".into(), format!("{absolute}/c.drat"), "c.drat".into()),
        ("e.json".into(), "d/e.drat".into(), "d/e.drat".into()),
        ("d/f.json".into(), "f.drat".into(), "f.drat".into()),
        ("d/g.json".into(), "./d/g.drat".into(), String::from("g.drat")),
    ] {
        let asked = format!("{solve} --proof {proof} -o {document}");
        satranj(&asked).within(folder.path()).run().exits(0);
        let written = std::fs::read(folder.path().join(&document)).unwrap();
        let written: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(written["proof"]["file"], file, "{asked}");
        assert_eq!(written["proof"]["formula"], format!("{file}.cnf"), "{asked}");
        satranj(&format!("verify {document}")).within(folder.path()).run().exits(0);
    }
    std::fs::rename(folder.path().join("d"), folder.path().join("moved")).unwrap();
    satranj("verify moved/b.json").within(folder.path()).run().exits(0);
}

#[test]
fn every_no_has_a_proof_that_another_program_checks() {
    have_proofs(&REFUTED);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn every_hard_no_has_a_proof_that_another_program_checks() {
    have_proofs(&HARD_TO_REFUTE);
}

fn have_proofs(puzzles: &[&str]) {
    for puzzle in puzzles {
        for format in ["text", "binary"] {
            let proof = Proof::of(puzzle, &format!("--proof-format {format}"));
            let report = &proof.document["proof"];
            let expected = if format == "text" { "drat" } else { "binary-drat" };
            assert_eq!(
                (&report["file"], &report["formula"]),
                (&"no.drat".into(), &"no.drat.cnf".into())
            );
            assert_eq!(
                (&report["format"], &report["bytes"]),
                (&expected.into(), &proof.bytes().len().into())
            );
            assert_eq!(report["cuts"], proof.cuts().len());
            assert_eq!(check(&proof.formula().clauses, &proof.steps()), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn the_best_has_a_proof_that_nothing_is_better() {
    for (puzzle, best, bound) in BEST {
        for format in ["text", "binary"] {
            let proof = Proof::made(&format!("{puzzle} --proof-format {format}"));
            let document = &proof.document;
            assert_eq!(
                (&document["status"], &document["objective"]),
                (&"optimal".into(), &best.into()),
                "{puzzle}"
            );
            assert!(proof.text.contains(&format!("\nc bound {bound}\n")), "{puzzle}");
            assert_eq!(check(&proof.formula().clauses, &proof.steps()), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn a_bound_that_can_be_met_is_no_formula_without_a_solution() {
    // The formula is the puzzle's: without the clauses after the encoding it is the export, which
    // has a model.
    let proof = Proof::made("dominate 5x5 --piece queen --method sat:cover");
    let export = satranj("export dominate 5x5 --piece queen --format wcnf").call().exits(0);
    let hard: Vec<Vec<i64>> = export
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("h "))
        .map(|line| {
            let words = line.split_whitespace().map(|word| word.parse().expect("a literal"));
            words.take_while(|&literal| literal != 0).collect()
        })
        .collect();
    let clauses = proof.formula().clauses;
    assert_eq!(clauses[..hard.len()], hard);
    let error = check(&hard, &proof.steps()).expect_err("three queens are possible");
    assert!(error.contains("does not follow"), "{error}");
}

#[test]
fn what_is_stated_best_without_a_solution_has_a_proof_too() {
    let proof = Proof::of("place 3x3 --piece king --given a1,a2", "--method sat:edges");
    assert!(!proof.text.contains("c bound"));
    assert_eq!(check(&proof.formula().clauses, &proof.steps()), Ok(()));
}

#[test]
fn the_formula_is_the_export_and_its_cuts_are_what_leaves_the_named_squares() {
    let mut most = 0;
    for puzzle in ["tour 4x4 --closed", "tour 4x6 --closed", "tour 4x12 --closed"] {
        for method in ["cuts", "cuts-only"] {
            let proof = Proof::of(puzzle, &format!("--method sat:{method}"));
            let (formula, cuts) = (proof.formula(), proof.cuts());
            let export =
                satranj(&format!("export {puzzle} --format dimacs --encoding cuts")).call();
            let export = Formula::parse(export.exits(0).text());
            assert_eq!((&formula.names, formula.variables), (&export.names, export.variables));
            assert_eq!(formula.clause_count, formula.clauses.len());
            assert_eq!(formula.clauses.len(), export.clauses.len() + cuts.len());
            assert_eq!(formula.clauses[..export.clauses.len()], export.clauses);
            most = most.max(cuts.len());
            let squares = |name: &str| {
                let (a, b) = name.strip_prefix("move(")?.strip_suffix(')')?.split_once(',')?;
                Some((a.to_string(), b.to_string()))
            };
            for (index, (set, clause)) in (export.clauses.len()..).zip(&cuts) {
                assert_eq!(*clause, index, "the cuts are the last clauses");
                let leaving = formula.names.iter().filter(|(_, name)| {
                    let (a, b) = squares(name).expect("every name is a move");
                    set.contains(&a) != set.contains(&b)
                });
                let leaving: BTreeSet<i64> = leaving.map(|(&variable, _)| variable).collect();
                let clause: BTreeSet<i64> = formula.clauses[*clause].iter().copied().collect();
                assert_eq!(clause, leaving);
                let all = formula.names.values().filter_map(|name| squares(name));
                let outside = all.flat_map(|(a, b)| [a, b]).any(|square| !set.contains(&square));
                assert!(outside && !set.is_empty(), "some square is in and some is not");
            }
        }
    }
    assert!(most > 1, "{most}");
}

#[test]
fn a_broken_proof_is_rejected() {
    let proof = Proof::of("tour 4x12 --closed", "--method sat:cuts");
    let (formula, steps) = (proof.formula(), proof.steps());
    let rejected = |clauses: &[Vec<i64>], steps: &[Step]| {
        check(clauses, steps).expect_err("the checker takes a proof that is none")
    };
    // Half of it, as steps and as bytes.
    let half = rejected(&formula.clauses, &steps[..steps.len() / 2]);
    assert_eq!(half, "the empty clause is not derived");
    let bytes = proof.bytes();
    let cut = (bytes.len() / 2..bytes.len()).find(|&at| bytes[at] == b' ').expect("a blank");
    assert!(parse_text(std::str::from_utf8(&bytes[..cut]).expect("text")).is_err());
    // Without its cuts the formula has a model, so it cannot be refuted; nor without its degrees.
    let (_, first) = proof.cuts()[0];
    rejected(&formula.clauses[..first], &steps);
    rejected(&formula.clauses[first..], &steps);
    // The negation of the first learnt unit.
    let unit = steps.iter().position(|step| matches!(step, Step::Add(clause) if clause.len() == 1));
    let unit = unit.expect("some unit is learnt");
    let mut changed = steps.clone();
    if let Step::Add(clause) = &mut changed[unit] {
        clause[0] = -clause[0];
    }
    assert!(rejected(&formula.clauses, &changed).contains("does not follow"));
    // A clause that does not exist.
    let mut changed = steps.clone();
    changed.insert(unit, Step::Delete(vec![1, -2, 3, -4]));
    assert!(rejected(&formula.clauses, &changed).contains("there is no clause"));
    // A formula with a model cannot be refuted.
    let square = vec![vec![1, 2], vec![-1, 2], vec![1, -2]];
    rejected(&square, &[Step::Add(vec![1]), Step::Add(vec![2]), Step::Add(vec![])]);
}

#[test]
fn the_text_names_the_proof() {
    let folder = folder();
    let line = "solve tour 4x6 --closed --precheck off --proof no.drat --format text";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    let last = ran.text().lines().last().expect("some text");
    assert!(
        last.starts_with("proof in no.drat (drat, ")
            && last.contains(" for no.drat.cnf with 1 cut"),
        "{last}"
    );
    assert!(ran.text().contains("\nno solution, proof checked in "), "{}", ran.report());
    let line = "solve dominate 5x5 --piece queen --method sat:cover --precheck off --proof no.drat";
    let ran = satranj(line).argument("--format=text").within(folder.path()).run().exits(0);
    let last = ran.text().lines().last().expect("some text");
    assert!(last.starts_with("no better: proof in no.drat (drat, "), "{last}");
    let words = "optimal: 3, solution verified, proof that none is better checked in ";
    assert!(ran.text().contains(words), "{}", ran.report());
    let line = "solve queens 3 --method sat:lines --proof no.drat --json-stream";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    let status = ran.json_lines().pop().expect("a status");
    assert_eq!(status["proof"]["file"], "no.drat", "{}", ran.report());
}

/// Runs in a folder and checks that no file is left there.
fn without_files(line: &str) -> Ran {
    let folder = folder();
    let ran = satranj(line).within(folder.path()).run();
    assert_eq!(names(folder.path()), [""; 0], "{}", ran.report());
    ran
}

#[test]
fn where_there_is_no_proof_that_is_said() {
    let ran = without_files("solve tour 7x7 --closed --method sat:cuts --proof no.drat --json");
    assert_eq!(ran.json()["proof"], Value::Null);
    let said = ran.exits(0).only_complaint();
    assert!(
        said.starts_with("no.drat: not written, the document has a certificate instead"),
        "{said}"
    );
    assert!(said.contains("--precheck off"), "{said}");
    let ran = without_files("solve tour 6x6 --closed --proof no.drat --json").exits(0);
    assert_eq!(ran.only_complaint(), "no.drat: not written, there is a solution");
    let line = "solve tour 6x6 --closed --proof no.drat --json --quiet";
    assert_eq!(without_files(line).exits(0).stderr, "");
    let line =
        "solve tour 8x8 --closed --proof no.drat --json --node-limit 0 --method sat:cuts-only";
    let ran = without_files(line).exits(3);
    assert_eq!(ran.only_complaint(), "no.drat: not written, the answer is not known");
}

#[test]
fn what_has_no_proof_is_refused() {
    let said = without_files("solve queens 3 --proof no/no.drat --method sat:lines").complains(1);
    assert!(said.starts_with("no/no.drat: "), "{said}");
    let cases = "2\n\n1 1\n1\n\n1 1\n1\n";
    let ran = satranj("solve meet - --proof no.drat").input(cases).call();
    assert!(ran.complains(2).contains("several cases need a folder: write no.drat/"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_costs_the_proof_and_not_the_answer() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("no.drat")).expect("a link");
    let line = "solve tour 4x6 --closed --precheck off --json --proof no.drat";
    let ran = satranj(line).within(folder.path()).run().exits(1);
    assert_eq!(ran.json()["status"], "unsatisfiable");
    assert_eq!(ran.json()["proof"], Value::Null);
    assert!(ran.only_complaint().starts_with("no.drat: No space left"), "{}", ran.report());
}

mod real_checker;
