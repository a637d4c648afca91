//! Unproved claims of an external solver, compared with what is known without it: a "no" although
//! there is a solution, a false optimum, and `o` lines.

#![cfg(unix)]

use std::path::Path;

use crate::harness::{Ran, answer, folder, read, satranj, schema::valid, write};
use satranj::puzzles::queens::{QueensPuzzle, QueensStatement};
use serde_json::Value;

/// Solves with a program that always answers that there is no solution.
fn refused(line: &str, input: &str) -> Ran {
    let folder = folder();
    let script = write(folder.path(), "no.sh", "echo 's UNSATISFIABLE'; exit 20");
    let solver = format!("--solver=cmd:sh '{}' {{}}", script.display());
    satranj(line).argument(solver).input(input).within(folder.path()).run()
}

/// Puzzles with a solution that is known without a search, or soon found, with methods that call a
/// solver.
const POSSIBLE: [(&str, &str); 13] = [
    ("place 100x100 --piece queen --method sat:lines", "no piece"),
    ("place 60x60 --piece queen --given b2 --method sat:lines", "b2"),
    ("place 30x30 --army white:queen,black:queen --method sat:lines", "no piece"),
    ("dominate 20x20 --piece queen --method sat:cover", "a1, a2, "),
    ("dominate 20x20 --piece queen --independent --method sat:cover", "a20, "),
    ("dominate 20x20 --piece knight --total --method sat:cover", "a1, a2, "),
    ("queens 40 --method sat:lines", "a2, b4, "),
    ("queens 8 --given b4 --method sat:lines", "a2, b4, "),
    ("tour 1x1 --method sat:position", "a1"),
    ("tour 30x30 --piece king --method sat:cuts-only", "a30, b30, "),
    ("tour 3x4 --method sat:cuts-only", ""),
    ("route 5x5 --from a1 --to e4 --method sat:planning", "a1"),
    ("route 5x5 --from a1 --to a1 --method sat:planning", "a1"),
];

#[test]
fn a_no_where_there_is_a_solution_is_a_wrong_solver() {
    let mut asked = 0;
    for (puzzle, solution) in POSSIBLE {
        let ran = refused(&format!("solve {puzzle} --precheck off --json"), "");
        // Some have an answer before a solver is called.
        if ran.code == Some(0) {
            assert_eq!(ran.json()["verified"], true, "{puzzle}");
            continue;
        }
        asked += 1;
        let said = ran.complains(4);
        assert!(said.starts_with("the solver is wrong: cmd:sh "), "{puzzle}: {said}");
        let words = format!("it claims that there is no solution, but there is one: {solution}");
        assert!(said.contains(&words), "{puzzle}: {said}");
    }
    assert!(asked > 8, "{asked} of them ask a solver");
    // A true "no" is proved.
    let none = refused("solve tour 4x4 --method sat:cuts-only --precheck off --json", "");
    let none = valid(none.exits(0).json());
    assert_eq!((&none["status"], &none["verified"]), (&"unsatisfiable".into(), &true.into()));
    assert_eq!(none["certificate"]["kind"], "drat");
    let line = "solve tour 4x4 --method sat:cuts-only --precheck off --check none --json";
    let none = valid(refused(line, "").exits(0).json());
    assert_eq!((&none["status"], &none["verified"]), (&"unsatisfiable".into(), &false.into()));
    assert_eq!(none["unchecked_because"], "no check was requested");
    // One about which nothing is known is the solver's claim, until a proof is tried.
    let large = "solve tour 12x12 --closed --method sat:cuts-only --json";
    let claimed = refused(&format!("{large} --check none"), "");
    assert_eq!(claimed.exits(0).json()["status"], "unsatisfiable");
    let said = refused(large, "").complains(4);
    assert!(said.contains("but the formula of the encoding `cuts` has a model: "), "{said}");
    // A count that ends with a "no" is not a count.
    let said = refused("count queens 6 --method sat:lines --precheck off", "").complains(4);
    assert!(said.contains("it claims that there is no solution, but there is one: "), "{said}");
    // In a comparison the method is wrong.
    let line = "compare queens 6 --methods sat:edges,native:dfs --runs 1 --json";
    let compared = refused(line, "").exits(4);
    let run = &compared.json()["runs"][0];
    assert!(run["error"].as_str().is_some_and(|error| error.contains("the solver is wrong")));
}

/// A program that answers at first and then claims that nothing is better.
#[test]
fn an_optimum_that_is_none_is_a_wrong_solver() {
    let folder = folder();
    let script = "if [ -e asked ]; then echo 's UNSATISFIABLE'; exit 20; fi; touch asked; \
                  echo 's SATISFIABLE'; echo 'v -1 0'; exit 10";
    write(folder.path(), "first.sh", script);
    let line = "solve place 5x5 --piece knight --method sat:edges --precheck off --json";
    let ran = satranj(line).argument("--solver=cmd:sh first.sh").within(folder.path()).run();
    let said = ran.complains(4);
    let words = "it claims that its solution is optimal, but it is not: one more piece fits on ";
    assert!(
        said.starts_with("the solver is wrong: cmd:sh first.sh: ") && said.contains(words),
        "{said}"
    );
}

/// An exported formula, for `decode` with various outputs.
struct Exported(tempfile::TempDir);

impl Exported {
    fn new(line: &str) -> Self {
        let folder = folder();
        satranj(&format!("export {line}")).within(folder.path()).run().exits(0);
        Self(folder)
    }

    fn map(&self) -> String {
        let names = std::fs::read_dir(self.0.path()).expect("a folder");
        let names = names.map(|entry| entry.expect("an entry").file_name());
        let mut name = names.map(|name| name.into_string().expect("a name"));
        name.find(|name| name.ends_with(".map.json")).expect("a map")
    }

    fn decode(&self, output: &str) -> Ran {
        let line = format!("decode {} --json", self.map());
        satranj(&line).within(self.0.path()).input(output).run()
    }

    fn formula(&self, name: &str) -> String {
        read(&self.0.path().join(Path::new(name)))
    }
}

#[test]
fn decode_refuses_a_no_where_there_is_a_solution() {
    for (line, solution) in [
        ("place 100x100 --piece queen --format opb -o x.opb", "no piece"),
        ("place 8x8 --piece knight --given a1 --format wcnf -o x.wcnf", "a1"),
        ("dominate 20x20 --piece queen --format opb -o x.opb", "a1, a2, "),
        ("queens 40 --format dimacs -o x.cnf", "a2, b4, "),
        ("queens 8 --given b4 --format dimacs -o x.cnf", "a2, b4, "),
        ("tour 3x4 --format dimacs -o x.cnf", ""),
    ] {
        for output in ["s UNSATISFIABLE\n", "UNSAT\n"] {
            let said = Exported::new(line).decode(output).complains(4);
            let words = "standard input: the solver is wrong: it says UNSATISFIABLE, but there is \
                         a solution: ";
            assert!(said.starts_with(&format!("{words}{solution}")), "{line}: {said}");
        }
    }
    let none = Exported::new("tour 4x4 --closed --format dimacs -o x.cnf");
    let document = valid(none.decode("s UNSATISFIABLE\n").exits(0).json());
    assert_eq!(document["status"], "unsatisfiable");
}

/// The number of a square's variable, by the comments of a formula.
fn variable(formula: &str, name: &str) -> u32 {
    let line = formula.lines().find(|line| line.ends_with(&format!(" {name}"))).expect(name);
    line.split(' ').nth(2).and_then(|number| number.parse().ok()).expect(line)
}

#[test]
fn o_lines_are_held_against_the_model() {
    let exported = Exported::new("place 2x2 --piece knight --format opb -o x.opb");
    let all = "s OPTIMUM FOUND\nv x1 x2 x3 x4\n";
    let document = valid(exported.decode(&format!("o -4\n{all}")).exits(0).json());
    assert_eq!(document["objective"], 4);
    // The last one counts.
    exported.decode(&format!("o -2\no -4\n{all}")).exits(0);
    let said = exported.decode(&format!("o -4\no -5\n{all}")).complains(4);
    assert_eq!(said, "standard input: the last `o` line says -5, but the model has the value -4");
    let said = exported.decode("o -4\ns SATISFIABLE\nv x1 x2 x3 -x4\n").complains(4);
    assert_eq!(said, "standard input: the last `o` line says -4, but the model has the value -3");
    // The claim that nothing is better than three is false: one more fits.
    let said = exported.decode("o -3\ns OPTIMUM FOUND\nv x1 x2 x3 -x4\n").complains(4);
    assert!(said.contains("its solution is not optimal: one more piece fits on "), "{said}");

    let exported =
        Exported::new("place 2x2 --piece knight --encoding edges --format wcnf -o x.wcnf");
    exported.decode("o 0\ns OPTIMUM FOUND\nv 1111\n").exits(0);
    let said = exported.decode("o 1\ns OPTIMUM FOUND\nv 1111\n").complains(4);
    assert_eq!(said, "standard input: the last `o` line says 1, but the model has the value 0");

    let exported = Exported::new("dominate 2x2 --piece king --format opb -o x.opb");
    exported.decode("o 1\ns OPTIMUM FOUND\nv x1\n").exits(0);
    let said = exported.decode("o 2\ns SATISFIABLE\nv x1\n").complains(4);
    assert_eq!(said, "standard input: the last `o` line says 2, but the model has the value 1");
    // A search refutes that two are the fewest.
    let said = exported.decode("o 2\ns OPTIMUM FOUND\nv x1 x2\n").complains(4);
    assert!(said.contains("its solution is not optimal: "), "{said}");

    // A decision has nothing to minimise.
    let exported = Exported::new("queens 1 --format dimacs -o x.cnf");
    let queen = variable(&exported.formula("x.cnf"), "queen(a1)");
    exported.decode(&format!("o 0\ns SATISFIABLE\nv {queen} 0\n")).exits(0);
    let said = exported.decode(&format!("o 7\ns SATISFIABLE\nv {queen} 0\n")).complains(4);
    assert_eq!(said, "standard input: the last `o` line says 7, but the model has the value 0");
    let said = exported.decode("o 7\ns UNSATISFIABLE\n").complains(1);
    assert!(said.contains("says UNSATISFIABLE but gives the value of a model"), "{said}");
}

/// An explicit solution is known at any size.
#[test]
fn explicit_queens_are_right() {
    for n in (1..60).chain([97, 98, 99, 100, 101, 102]) {
        let puzzle = QueensPuzzle::try_from(QueensStatement::new(n));
        let puzzle = puzzle.expect("queens");
        let against = satranj::puzzles::exhaustive::against_no(&puzzle);
        assert_eq!(against.is_some(), n != 2 && n != 3, "{n}");
    }
    let one: Value = answer("solve queens 1 --json").json();
    assert_eq!(one["status"], "satisfied");
}
