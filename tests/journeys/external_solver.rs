//! A user solves a formula with an external solver and decodes its answer.

use std::path::{Path, PathBuf};

use crate::harness::{
    LATE, Ran,
    dimacs::{Formula, competition, model},
    dimacs_solver, folder, path, read, satranj, write,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// An exported formula in its own folder.
struct Exported {
    folder: TempDir,
    formula: Formula,
}

impl Exported {
    fn new(arguments: &str) -> Self {
        let folder = folder();
        let line = format!("export {arguments} -o tour.cnf");
        satranj(&line).within(folder.path()).run().exits(0);
        let formula = Formula::parse(&read(&folder.path().join("tour.cnf")));
        Self { folder, formula }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What the example solver prints, with its exit code.
    fn solved(&self, code: i32) -> String {
        let ran = dimacs_solver().argument(self.path("tour.cnf")).run().exits(code);
        ran.text().to_string()
    }

    /// Decodes a solver's output.
    fn decode(&self, output: &str) -> Ran {
        let line = "decode tour.cnf.map.json --json";
        satranj(line).within(self.folder.path()).input(output).run()
    }

    /// Decodes a solver's output with another map.
    fn decode_with(&self, map: &Value, output: &str) -> Ran {
        write(self.folder.path(), "other.map.json", map.to_string());
        let line = "decode other.map.json --json";
        satranj(line).within(self.folder.path()).input(output).run()
    }

    fn map(&self) -> Value {
        serde_json::from_str(&read(&self.path("tour.cnf.map.json"))).expect("a map is JSON")
    }

    /// The map with these fields changed, and without its digest.
    fn changed_map<const N: usize>(&self, changes: [(&str, Value); N]) -> Value {
        let mut map = self.map();
        for (field, value) in changes {
            map[field] = value;
        }
        map.as_object_mut().expect("a map is an object").remove("digest").expect("a digest");
        map
    }
}

/// Checks a decoded closed tour of 6x6, also by `verify`.
fn is_closed_tour(ran: &Ran) {
    let document = ran.json();
    assert_eq!(document["schema"], "satranj.solution/1");
    assert_eq!((&document["status"], &document["reason"]), (&json!("satisfied"), &Value::Null));
    assert_eq!((&document["verified"], &document["solver"]), (&json!(true), &json!("external")));
    assert_eq!(path(&document["solution"]).len(), 36);
    let verdict = satranj("verify - --json").input(ran.stdout.clone()).call().exits(0);
    assert_eq!(verdict.json()["valid"], true);
    assert_eq!(verdict.json()["solutions"], 1);
}

#[test]
fn a_model_becomes_a_verified_tour() {
    let exported = Exported::new("tour 6x6 --closed");
    let output = exported.solved(10);
    assert!(output.lines().any(|line| line == "s SATISFIABLE"));
    let literals = model(&output);
    assert_eq!(exported.formula.broken_by(&literals), None);
    let by_pipe = exported.decode(&output).exits(0);
    is_closed_tour(&by_pipe);
    assert_eq!(by_pipe.json()["method"], "sat:vertex-elimination");
    assert_eq!(by_pipe.json()["statistics"]["variables"], exported.formula.variables);

    write(exported.folder.path(), "answer.txt", &output);
    let line = "decode tour.cnf.map.json answer.txt";
    let by_file = satranj(line).within(exported.folder.path()).run().exits(0);
    assert_eq!(by_file.json()["solution"], by_pipe.json()["solution"]);
    let line = "decode tour.cnf.map.json answer.txt --format text";
    let text = satranj(line).within(exported.folder.path()).run().exits(0);
    assert!(text.text().contains("solved and verified in "), "{}", text.report());
}

#[test]
fn the_solver_reads_what_is_piped_into_it() {
    let export = satranj("export tour 3x4 --start a1 --end d3 --format dimacs").call().exits(0);
    let solved = dimacs_solver().input(export.stdout).run().exits(10);
    assert!(solved.text().contains("s SATISFIABLE"), "{}", solved.report());
    let broken = dimacs_solver().input("p cnf 1 2\n1 0\n").run().exits(1);
    assert!(broken.stderr.starts_with("dimacs_solver: "), "{}", broken.report());
}

#[test]
fn every_encoding_and_at_most_one_comes_back() {
    for encoding in ["position", "cuts"] {
        for amo in ["pairwise", "ladder", "product", "bitwise", "commander"] {
            let puzzle = "tour 3x3 --block b2 --start a1 --given a1-c2";
            let line = format!("{puzzle} --encoding {encoding} --amo {amo}");
            let exported = Exported::new(&line);
            let decoded = exported.decode(&exported.solved(10)).exits(0).json();
            assert_eq!(decoded["options"]["amo"], amo);
            let path = path(&decoded["solution"]);
            assert_eq!((path.len(), path[0].as_str(), path[1].as_str()), (8, "a1", "c2"));
        }
    }
}

#[test]
fn every_form_of_a_model_is_read() {
    let exported = Exported::new("tour 6x6 --closed");
    let literals = model(&exported.solved(10));
    let words: Vec<String> = literals.iter().map(ToString::to_string).collect();
    let positive: Vec<i64> = literals.iter().copied().filter(|&literal| literal > 0).collect();
    let mut backward = literals.clone();
    backward.reverse();
    for (form, output) in [
        ("competition", competition(&literals)),
        ("competition, CRLF", competition(&literals).replace('\n', "\r\n")),
        ("minisat's file", format!("SAT\n{} 0\n", words.join(" "))),
        ("bare literals", format!("{} 0\n", words.join(" "))),
        ("bare literals without 0", words.join(" ")),
        ("a literal a line", words.join("\n")),
        ("true literals only", competition(&positive)),
        ("backward", competition(&backward)),
        ("every literal twice", competition(&[&literals[..], &literals[..]].concat())),
        ("model before verdict", format!("v {} 0\ns SATISFIABLE\n", words.join(" "))),
    ] {
        let ran = exported.decode(&output);
        assert_eq!(ran.code, Some(0), "{form}: {}", ran.report());
        is_closed_tour(&ran);
    }
}

#[test]
fn an_unsatisfiable_formula_is_reported_as_such() {
    let exported = Exported::new("tour 4x4 --closed --encoding position");
    let output = exported.solved(20);
    assert!(output.lines().any(|line| line == "s UNSATISFIABLE"), "{output}");
    for output in [output.as_str(), "UNSAT\n"] {
        let document = exported.decode(output).exits(0).json();
        assert_eq!(document["status"], "unsatisfiable");
        assert_eq!(document["solution"], Value::Null);
        assert_eq!(document["certificate"]["kind"], "drat", "Satranj proves a foreign no");
    }
    for output in ["s UNKNOWN\n", "INDET\n"] {
        let document = exported.decode(output).exits(3).json();
        assert_eq!(
            (&document["status"], &document["reason"], &document["verified"]),
            (&"unknown".into(), &"solver_unknown".into(), &false.into())
        );
        let line = "decode tour.cnf.map.json --format text";
        let said = satranj(line).within(exported.folder.path()).input(output).run().exits(3);
        let words = "undecided: the solver returned UNKNOWN";
        assert!(said.text().contains(words), "{}", said.report());
    }
}

#[test]
fn a_model_of_the_relaxation_may_be_several_cycles() {
    // Two cycles of three squares satisfy every degree.
    let exported = Exported::new(
        "tour 2x4 --piece king --closed --block b1,c2 --encoding cuts --reductions none",
    );
    let formula = &exported.formula;
    let rounds = ["a2,b2", "a1,a2", "a1,b2", "d2,d1", "c1,d1", "c1,d2"];
    let used = |name: &str| {
        let (a, b) = name
            .trim_end_matches(')')
            .split_once('(')
            .expect("a name")
            .1
            .split_once(',')
            .expect("two squares");
        rounds.contains(&format!("{a},{b}").as_str())
            || rounds.contains(&format!("{b},{a}").as_str())
    };
    let literals: Vec<i64> = (formula.names.iter())
        .map(|(&variable, name)| if used(name) { variable } else { -variable })
        .collect();
    assert_eq!(formula.broken_by(&literals), None, "it is a model of the relaxation");
    let said = exported.decode(&competition(&literals)).complains(4);
    assert!(said.contains("several cycles, not one tour"), "{said}");
    assert!(said.contains("lacks 1 cut, the first: move("), "{said}");
}

#[test]
fn several_cycles_from_a_solver_are_reported() {
    let exported = Exported::new("tour 10x10 --closed --encoding cuts");
    let output = exported.solved(10);
    assert_eq!(exported.formula.broken_by(&model(&output)), None);
    let said = exported.decode(&output).complains(4);
    assert!(said.starts_with("standard input: the model is several cycles"), "{said}");
}

#[test]
fn a_model_that_breaks_a_clause_is_refused_with_the_clause() {
    let exported = Exported::new("tour 6x6 --closed --encoding position");
    let literals = model(&exported.solved(10));
    for index in [0, 40, literals.len() / 2, literals.len() - 1] {
        let mut flipped = literals.clone();
        flipped[index] = -flipped[index];
        let Some((number, _)) = exported.formula.broken_by(&flipped) else { continue };
        let said = exported.decode(&competition(&flipped)).complains(4);
        let count = exported.formula.clause_count;
        let expected = format!("standard input: the model breaks clause {number} of {count}: ");
        assert!(said.starts_with(&expected), "{said}\n{expected}");
    }
    // Two squares at one time, in terms of the puzzle.
    let first = literals.iter().find(|&&literal| literal > 0).expect("a tour stands somewhere");
    let flipped: Vec<i64> = literals.iter().map(|&l| if l == *first { -l } else { l }).collect();
    let said = exported.decode(&competition(&flipped)).complains(4);
    assert!(said.contains("at("), "{said}");
    // A truncated model lacks squares.
    let half = competition(&literals[..literals.len() / 4]);
    let said = exported.decode(&half).complains(4);
    assert!(said.contains("the model breaks clause"), "{said}");
    for end in [half.len() / 3, half.len() / 2, half.len() - 4] {
        let ran = exported.decode(&half[..end]);
        assert!(matches!(ran.code, Some(1 | 4)), "{}", ran.report());
        ran.only_complaint();
    }
}

#[test]
fn outputs_that_are_no_answer_are_refused_with_their_place() {
    let exported = Exported::new("tour 3x4 --start a1");
    let most = exported.formula.variables;
    let beyond = most + 1;
    for (output, said) in [
        (String::new(), "1:1: the output has neither a verdict"),
        ("\n\nc nothing\n".into(), "3:1: the output has neither a verdict"),
        ("s SATISFIABLE\n".into(), "1:1: the output says SATISFIABLE but gives no model"),
        ("SAT\n".into(), "1:1: the output says SATISFIABLE but gives no model"),
        (format!("s SATISFIABLE\nv 1 {beyond} 0\n"), "2:5: variable "),
        (format!("v -{beyond} 0\n"), "1:3: variable "),
        ("v 1 -1 0\n".into(), "1:5: variable 1 is both true and false"),
        ("v 1 two 0\n".into(), "1:5: `two` is not a literal"),
        ("v 1 2.5 0\n".into(), "1:5: `2.5` is not a literal"),
        ("v 99999999999999999999 0\n".into(), "1:3: `99999999999999999999` is not a literal"),
        ("v -9223372036854775808 0\n".into(), "1:3: variable 9223372036854775808 does not fit"),
        ("v 1 0 2\n".into(), "1:7: the literal 2 comes after the 0"),
        ("s MAYBE\n".into(), "1:3: `MAYBE` is not a verdict"),
        ("s UNSATISFIABLE\ns SATISFIABLE\n".into(), "2:1: a second verdict contradicts"),
        ("s UNSATISFIABLE\nv 1 0\n".into(), "2:1: the output says UNSATISFIABLE but gives"),
        ("UNSAT\n1 2 0\n".into(), "2:1: the output says UNSATISFIABLE but gives"),
        (
            "Segmentation fault\n".into(),
            "1:1: `Segmentation fault` is not a line of a solver's answer; expected",
        ),
        (
            "UNSATISFIABLE\n".into(),
            "1:1: `UNSATISFIABLE` alone is not a verdict; write `s UNSATISFIABLE`",
        ),
    ] {
        let complaint = exported.decode(&output).complains(1);
        let expected = format!("standard input:{said}");
        assert!(complaint.starts_with(&expected), "{output:?}: {complaint}");
    }
    let not_text = satranj("decode tour.cnf.map.json").within(exported.folder.path());
    let said = not_text.input(b"v 1\nv \xff 0\n").run().complains(1);
    assert_eq!(said, "standard input:2: not UTF-8 text");
    let line = "decode tour.cnf.map.json missing.txt";
    let said = satranj(line).within(exported.folder.path()).run().complains(1);
    assert!(said.starts_with("missing.txt: No such file"), "{said}");
}

#[test]
fn maps_that_do_not_fit_are_refused() {
    let exported = Exported::new("tour 3x4 --start a1 --end d3");
    let output = exported.solved(10);
    exported.decode_with(&exported.map(), &output).exits(0);
    let digest = format!("sha256:{}", "0".repeat(64));
    let tampered: [(&str, Value, &str); 12] = [
        (
            "schema",
            json!("satranj.map/2"),
            "found schema `satranj.map/2`, expected `satranj.map/1`",
        ),
        ("instance", json!(digest), "`instance` is not the digest of the puzzle"),
        ("encoding", json!("cuts"), "the map "),
        ("encoding", json!("nonsense"), "unknown encoding `nonsense`"),
        ("amo", json!("bitwise"), "the map "),
        ("amo", json!("nonsense"), "unknown at-most-one encoding `nonsense`"),
        ("variables", json!(exported.formula.variables + 1), "the map "),
        ("variables", json!(10u64.pow(18)), "the map "),
        ("variables", json!(u64::MAX), "the map "),
        ("clauses", json!(1), "the map "),
        ("formula", json!(digest), "the formula differs from what this version writes"),
        ("puzzle", json!({"kind": "tour", "board": {"rows": 0, "columns": 4}}), "board `0x4`"),
    ];
    // A map that does not fit is wrong whatever the solver says.
    for (field, value, said) in tampered {
        let map = exported.changed_map([(field, value)]);
        for output in [output.as_str(), "s UNSATISFIABLE\n", "v 1 0\n"] {
            let complaint = exported.decode_with(&map, output).complains(1);
            let expected = format!("other.map.json: {said}");
            assert!(complaint.starts_with(&expected), "{field}, {output:.20}: {complaint}");
        }
    }
    let other_puzzle = Exported::new("tour 4x3 --start a1 --end c4");
    let ran = exported.decode_with(&other_puzzle.map(), &output);
    assert!(matches!(ran.code, Some(1 | 4)), "{}", ran.report());
    for (field, value) in [("variables", json!(-1)), ("puzzle", json!(3)), ("amo", Value::Null)] {
        let map = exported.changed_map([(field, value)]);
        let complaint = exported.decode_with(&map, &output).complains(1);
        assert!(complaint.starts_with("other.map.json:1:"), "{field}: {complaint}");
    }
    let mut map = exported.map();
    map.as_object_mut().expect("a map is an object").remove("formula");
    let complaint = exported.decode_with(&map, &output).complains(1);
    assert!(complaint.contains("1:1: a map needs `formula`"), "{complaint}");
}

#[test]
fn a_map_of_a_board_beyond_memory_is_refused_at_once() {
    let exported = Exported::new("tour 3x4 --encoding cuts");
    let statement = json!({"kind": "tour", "board": {"rows": 10_000, "columns": 10_000,
        "blocked": []}, "piece": "queen", "closed": false});
    let stated = satranj("solve --from - --json --memory-limit 64MiB").input(statement.to_string());
    let document = stated.run().exits(3).json();
    let changes = ["puzzle", "instance"].map(|field| (field, document[field].clone()));
    let map = exported.changed_map(changes);
    let ran = exported.decode_with(&map, "v 1 0\n");
    assert!(ran.elapsed < LATE, "{}", ran.report());
    let complaint = ran.complains(1);
    assert!(complaint.starts_with("other.map.json: "), "{complaint}");
    assert!(!complaint.contains("digest"), "{complaint}");
}

/// The folder's formula by the real solvers; they must be installed.
mod real_solvers {
    use super::*;
    use crate::harness::Line;

    /// Runs a solver and returns its output: what it prints, or the file it writes.
    fn run(program: &str, exported: &Exported, code: i32) -> String {
        let solver = Line::of(program).within(exported.folder.path()).argument("tour.cnf");
        if program == "minisat" {
            solver.argument("result.txt").run().exits(code);
            return read(&exported.path("result.txt"));
        }
        let ran = solver.run().exits(code);
        ran.text().to_string()
    }

    fn round_trip(program: &str, yes: &str, no: &str) {
        for encoding in ["position", "position --amo bitwise"] {
            let exported = Exported::new(&format!("tour 6x6 --closed --encoding {encoding}"));
            let output = run(program, &exported, 10);
            assert!(output.lines().any(|line| line == yes), "{output:.300}");
            is_closed_tour(&exported.decode(&output).exits(0));
        }
        let exported = Exported::new("tour 4x4 --closed");
        let output = run(program, &exported, 20);
        assert!(output.lines().any(|line| line == no), "{output:.300}");
        let document = exported.decode(&output).exits(0).json();
        assert_eq!(document["status"], "unsatisfiable");
    }

    #[test]
    #[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
    fn cadical() {
        round_trip("cadical", "s SATISFIABLE", "s UNSATISFIABLE");
    }

    #[test]
    #[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
    fn minisat() {
        round_trip("minisat", "SAT", "UNSAT");
    }

    #[test]
    #[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
    fn picosat() {
        round_trip("picosat", "s SATISFIABLE", "s UNSATISFIABLE");
    }
}

#[test]
fn a_map_may_be_anywhere_and_the_model_too() {
    let exported = Exported::new("tour 3x4 --start a1 --end d3");
    write(exported.folder.path(), "out.txt", exported.solved(10));
    let elsewhere = folder();
    let line = satranj("decode").within(elsewhere.path());
    let ran = line.argument(exported.path("tour.cnf.map.json")).argument(exported.path("out.txt"));
    let line = ran.argument("-o").argument(Path::new("tour.json")).run().exits(0);
    assert!(line.stdout.is_empty());
    satranj("verify tour.json").within(elsewhere.path()).run().exits(0);
}
