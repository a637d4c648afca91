//! A formula is split into cubes: each solution is in exactly one, and a solver shows that no case
//! is left.

use std::collections::BTreeSet;

use crate::harness::{Ran, dimacs::Formula, folder, satranj};

const PUZZLES: [&str; 4] =
    ["tour 4x5", "tour 6x6 --closed", "queens 8", "place 5x5 --piece knight --count 12"];

fn exported(puzzle: &str, more: &str) -> Ran {
    satranj(&format!("export {puzzle} --quiet {more}")).call().exits(0)
}

/// The lines of a formula without comments, clauses separate from cubes.
fn parts(text: &str) -> (Vec<&str>, Vec<&str>) {
    let lines = text.lines().filter(|line| !line.starts_with('c'));
    lines.partition(|line| !line.starts_with("a "))
}

#[test]
fn the_clauses_are_those_of_dimacs_and_the_cubes_differ() {
    for puzzle in PUZZLES {
        for wanted in [1, 2, 10, 50] {
            let icnf = exported(puzzle, &format!("--format icnf --cubes {wanted}"));
            let again = exported(puzzle, &format!("--format icnf --cubes {wanted}"));
            assert_eq!(icnf.text(), again.text(), "always the same");
            let plain = exported(puzzle, "--format dimacs");
            let (clauses, cubes) = parts(icnf.text());
            assert_eq!(clauses[0], "p inccnf");
            assert_eq!(clauses[1..], parts(plain.text()).0[1..], "{puzzle}");
            assert!((1..=wanted).contains(&cubes.len()), "{puzzle}: {}", cubes.len());
            assert_eq!(cubes.iter().collect::<BTreeSet<_>>().len(), cubes.len());
            // Two cubes differ in the sign of a variable.
            let literals = |cube: &str| -> BTreeSet<i64> {
                let words = cube.split_whitespace().skip(1);
                words.map(|word| word.parse().expect("a literal")).filter(|&l| l != 0).collect()
            };
            let cubes: Vec<BTreeSet<i64>> = cubes.into_iter().map(literals).collect();
            for (index, one) in cubes.iter().enumerate() {
                for other in &cubes[..index] {
                    assert!(one.iter().any(|literal| other.contains(&-literal)), "{puzzle}");
                }
            }
            // The cover is the formula with one more clause per cube.
            let more = format!("--format dimacs --cubes {wanted} --cover");
            let cover = Formula::parse(exported(puzzle, &more).text());
            let formula = Formula::parse(plain.text());
            assert_eq!(cover.clauses.len(), formula.clauses.len() + cubes.len());
            for (clause, cube) in cover.clauses[formula.clauses.len()..].iter().zip(&cubes) {
                assert_eq!(clause.iter().map(|literal| -literal).collect::<BTreeSet<_>>(), *cube);
            }
        }
    }
    let default = exported("queens 8", "--format icnf");
    assert_eq!(parts(default.text()).1.len(), 64);
}

/// Cadical's exit code for a file: 10 with a model, 20 without.
fn cadical(folder: &std::path::Path, file: &str) -> (Option<i32>, String) {
    let ran = std::process::Command::new("cadical").args(["-q", file]).current_dir(folder).output();
    let ran = ran.expect("cadical runs");
    (ran.status.code(), String::from_utf8(ran.stdout).expect("text"))
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn a_real_solver_takes_cubes_and_refutes_the_cover() {
    for (puzzle, code) in [
        ("tour 6x6 --closed", 10),
        ("tour 5x5 --closed", 20),
        ("tour 4x6 --closed", 20),
        ("queens 8", 10),
        ("queens 3", 20),
        ("place 5x5 --piece queen --count 6", 20),
    ] {
        for cubes in [2, 30] {
            let folder = folder();
            let line = format!("export {puzzle} --cubes {cubes} -o x.icnf");
            satranj(&line).within(folder.path()).run().exits(0);
            let (said, model) = cadical(folder.path(), "x.icnf");
            assert_eq!(said, Some(code), "{puzzle}");
            if code == 10 {
                // A model under a cube is a solution.
                let line = "decode x.icnf.map.json --json";
                let decoded = satranj(line).within(folder.path()).input(model).run().exits(0);
                assert_eq!(decoded.json()["verified"], true);
            }
            let line = format!("export {puzzle} --cubes {cubes} --cover -o cover.cnf");
            satranj(&line).within(folder.path()).run().exits(0);
            assert_eq!(cadical(folder.path(), "cover.cnf").0, Some(20), "{puzzle}: a case is left");
            assert!(!folder.path().join("cover.cnf.map.json").exists());
        }
    }
}
