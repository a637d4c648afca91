//! A user chooses another SAT solver: built in, or any program.

use crate::harness::{Ran, dimacs_solver_file, satranj, schema::valid};
use serde_json::Value;

/// Puzzles for every SAT method, with each kind of answer.
pub const PUZZLES: [&str; 18] = [
    "tour 6x6 --closed --method sat:cuts",
    "tour 6x6 --closed --method sat:cuts-only",
    "tour 5x5 --start a1 --method sat:cuts",
    "tour 3x4 --method sat:position",
    "tour 4x4 --closed --method sat:cuts --precheck off",
    "tour 3x4 --method sat:position --all",
    "queens 6 --method sat:lines --all",
    "queens 8 --method sat:lines",
    "queens 3 --method sat:lines --precheck off",
    "place 5x5 --piece knight --method sat:lines --precheck off",
    "place 4x4 --piece king --method sat:edges --precheck off",
    "dominate 5x5 --piece queen --method sat:cover",
    "dominate 6x6 --piece queen --independent --method sat:line-cover",
    "route 5x5 --from a1 --to b1 --method sat:planning",
    "exchange - --method sat:planning",
    "meet - --method sat:planning",
    "meet - --method sat:assignment",
    "place 5x5 --piece king --count 9 --method sat:lines",
];

/// The standard input of a puzzle.
fn input(puzzle: &str) -> &'static str {
    match puzzle.split(' ').next() {
        Some("meet") => "1\n\n4 4\n1..1\n....\n....\n.2..\n",
        Some("exchange") => "N.N\n...\nn.n\n",
        _ => "",
    }
}

/// The example solver as a command that finds the formula in a file, or on standard input.
pub fn example() -> String {
    format!("'{}'", dimacs_solver_file().display())
}

/// Solves a puzzle by a solver.
pub fn solved(puzzle: &str, solver: &str, more: &str) -> Ran {
    let line = satranj(&format!("solve {puzzle} --json {more}"));
    line.argument(format!("--solver={solver}")).input(input(puzzle)).run()
}

/// The same answers as from varisat, and the name of the solver in the documents.
fn agrees_with_varisat(solver: &str, name: &str) {
    for puzzle in PUZZLES {
        let one = valid(solved(puzzle, "varisat", "").exits(0).json());
        let other = valid(solved(puzzle, solver, "").exits(0).json());
        assert_eq!((&other["solver"], &other["options"]["solver"]), (&name.into(), &solver.into()));
        let known = other["verified"] == true || other["status"] == "unsatisfiable";
        assert!(known, "{puzzle}: {other}");
        for field in ["status", "objective", "method", "puzzle"] {
            assert_eq!(one[field], other[field], "{puzzle}: {field}");
        }
        let count = |document: &Value| document["solutions"].as_array().map(Vec::len);
        assert_eq!(count(&one), count(&other), "{puzzle}");
    }
}

#[test]
fn every_method_works_with_a_program() {
    let by_file = format!("cmd:{} {{}}", example());
    agrees_with_varisat(&by_file, &by_file);
    let by_pipe = format!("cmd:{}", example());
    solved(PUZZLES[0], &by_pipe, "").exits(0);
    solved(PUZZLES[4], &by_pipe, "").exits(0);
}

#[test]
#[cfg(feature = "cadical")]
fn every_method_works_with_cadical() {
    let document = solved("queens 8 --method sat:lines", "cadical", "").exits(0).json();
    let name = document["solver"].as_str().expect("a name");
    assert!(name.starts_with("cadical 2."), "{name}");
    agrees_with_varisat("cadical", name);
    // A free end is first tried with little effort, and on a large board with fewer candidates.
    for puzzle in ["tour 21x21", "tour 24x24 --closed"] {
        solved(&format!("{puzzle} --method sat:cuts"), "cadical", "").exits(0);
    }
    let line = "count queens 40 --method sat:edges --solver cadical --time-limit 300ms --json";
    let ran = satranj(line).call().exits(3);
    assert_eq!(ran.json()["reason"], "time_limit");
    let listed = satranj("list solvers --format text").call().exits(0);
    assert!(!listed.text().contains("not built in"));
}

#[test]
#[cfg(not(feature = "cadical"))]
fn without_cadical_it_is_said_how_to_build_it_in() {
    let said = solved("queens 8", "cadical", "").exits(2);
    assert!(said.stderr.contains("--features cadical"), "{}", said.report());
    let listed = satranj("list solvers --format text").call().exits(0);
    assert!(listed.text().contains("not built in: build with --features cadical"));
}

#[test]
fn choices_are_listed_refused_and_passed_on() {
    let listed = satranj("list solvers --json").call().exits(0).json();
    let names = listed.as_array().expect("a list").iter().map(|solver| &solver["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["varisat", "cadical", "cmd:PROGRAM ARGUMENTS"]);
    // Like other choices: a method that calls no solver does not accept one.
    let said = solved("queens 8 --method native:dfs", "cmd:nonsense", "").complains(2);
    assert!(said.starts_with("--solver is not read by native:dfs; "), "{said}");
    let solver = format!("cmd:{} {{}}", example());
    let line = satranj("compare tour 6x6 --closed --methods sat:cuts,native:warnsdorff --runs 1");
    let compared = line.argument("--json").argument("--solver").argument(&solver).run().exits(0);
    let compared = valid(compared.json());
    assert_eq!(compared["options"]["solver"], solver);
    assert_eq!(compared["runs"][0]["solver"], solver);
    assert_eq!(compared["runs"][0]["status"], "satisfied");
    assert_eq!(compared["runs"][1]["solver"], Value::Null);
    let line = satranj("count queens 6 --method sat:lines --json --solver").argument(&solver);
    let counted = line.run().exits(0).json();
    assert_eq!((&counted["count"], &counted["solver"]), (&"4".into(), &solver.into()));
}

/// The solvers that `.ci/run solvers` installs; the test fails without them.
#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn every_method_works_with_the_real_solvers() {
    for solver in [
        "cmd:cadical -q",
        "cmd:cadical -q {}",
        "cmd:minisat {} {model}",
        "cmd:picosat",
        "cmd:picosat {}",
    ] {
        agrees_with_varisat(solver, solver);
    }
}
