//! A user exports meetings, routes and exchanges, and other solvers' models come back as verified
//! solutions.

use std::path::Path;

use crate::harness::{
    dimacs::Formula, dimacs_solver, folder, opb::Opb, path, read, satranj, wcnf, write,
};
use serde_json::Value;

/// A folder with the files that state the puzzles of these tests.
fn boards() -> tempfile::TempDir {
    let folder = folder();
    for (name, text) in [
        ("wazirs.txt", "1\n\n2 3\n1..\n..2\n"),
        ("knights.txt", "1\n\n5 5\n1....\n.....\n..#..\n.....\n.2..1\n"),
        ("apart.txt", "1\n\n3 3\n1..\n.1.\n...\n"),
        ("kings.txt", "K.k\n...\n"),
        ("rooks.txt", "R..\n..#\n..N\n\n..R\nN.#\n...\n"),
    ] {
        write(folder.path(), name, text);
    }
    folder
}

/// Exports into the folder and returns the file's text.
fn exported(folder: &Path, arguments: &str, file: &str) -> String {
    satranj(&format!("export {arguments} -o {file}")).within(folder).run().exits(0);
    read(&folder.join(file))
}

/// Decodes a solver's output by the map of that name.
fn decoded(folder: &Path, map: &str, output: String) -> Value {
    let line = satranj(&format!("decode {map} - --json")).within(folder);
    line.input(output).run().exits(0).json()
}

/// Solves the formula of a puzzle with the example solver.
fn by_solver(folder: &Path, puzzle: &str, encoding: &str) -> Option<Value> {
    let line = format!("{puzzle} --format dimacs --encoding {encoding}");
    let text = exported(folder, &line, "x.cnf");
    let formula = Formula::parse(&text);
    assert!(formula.clauses.len() < 100_000, "{puzzle}");
    let ran = dimacs_solver().argument(folder.join("x.cnf")).run();
    assert!([Some(10), Some(20)].contains(&ran.code), "{}", ran.report());
    let document = decoded(folder, "x.cnf.map.json", ran.text().to_string());
    assert_eq!(document["method"], format!("sat:{encoding}"));
    if ran.code == Some(20) {
        assert_eq!(document["status"], "unsatisfiable", "{puzzle}");
        return None;
    }
    assert_eq!((&document["status"], &document["verified"]), (&"satisfied".into(), &true.into()));
    let again = satranj("verify -").within(folder).input(document.to_string()).run();
    again.exits(0);
    Some(document["solution"].clone())
}

#[test]
fn decisions_go_through_any_sat_solver() {
    let folder = boards();
    let folder = folder.path();
    for (puzzle, encodings, best) in [
        ("meet wazirs.txt --piece wazir", &["assignment", "planning"][..], Some(2)),
        ("meet knights.txt", &["assignment", "planning"], Some(5)),
        ("meet apart.txt", &["assignment", "planning"], None),
        ("route 5x5 --from a1 --to e5 --block c2", &["planning"], Some(4)),
        ("route 4x4 --from a1 --to a1", &["planning"], Some(0)),
        ("route 3x3 --from a1 --to b2", &["planning"], None),
        ("exchange kings.txt", &["planning"], Some(4)),
        ("exchange kings.txt --parallel", &["planning"], Some(2)),
        ("exchange rooks.txt", &["planning"], Some(2)),
        ("exchange rooks.txt --parallel", &["planning"], Some(1)),
    ] {
        for encoding in encodings {
            for most in 0..=best.unwrap_or(6) + 2 {
                let line = format!("{puzzle} --at-most {most}");
                let solution = by_solver(folder, &line, encoding);
                let expected = best.is_some_and(|best| most >= best);
                assert_eq!(solution.is_some(), expected, "{line}, {encoding}: {solution:?}");
                let Some(solution) = solution else { continue };
                if puzzle.starts_with("route") {
                    assert!(path(&solution).len() as u64 <= most + 1, "{line}");
                }
            }
        }
    }
}

#[test]
fn the_fewest_turns_go_through_a_maxsat_solver() {
    let folder = boards();
    let folder = folder.path();
    for (puzzle, best) in [("meet wazirs.txt --piece wazir", 2), ("meet knights.txt", 5)] {
        let wcnf = exported(folder, &format!("{puzzle} --format wcnf"), "x.wcnf");
        assert!(wcnf.contains("c encoding assignment"), "{wcnf}");
        let wcnf::Best { soft, satisfied, model } = wcnf::best(&wcnf);
        let cost = soft - satisfied;
        assert_eq!(cost, best, "{puzzle}");
        let output = format!("o {cost}\ns OPTIMUM FOUND\nv {model} 0\n");
        let document = decoded(folder, "x.wcnf.map.json", output);
        assert_eq!(
            (&document["status"], &document["objective"], &document["verified"]),
            (&"optimal".into(), &best.into(), &true.into())
        );
        assert_eq!(document["solution"]["turns"], best, "{puzzle}");
        // Although another, equally good square would be the one to show.
        let verdict = satranj("verify - --json").input(document.to_string()).call().exits(0);
        assert_eq!(verdict.json()["optimality_checked"], true, "{puzzle}");
    }
}

#[test]
fn the_fewest_turns_go_through_a_pseudo_boolean_solver() {
    let folder = boards();
    let folder = folder.path();
    let line = "meet wazirs.txt --piece wazir --format opb";
    let opb = Opb::parse(&exported(folder, line, "x.opb"));
    let names: Vec<&str> = opb.names.values().map(String::as_str).collect();
    assert_eq!(names[..2], ["meet(a2)", "meet(b2)"]);
    assert!(names[6..].contains(&"turn(1,3)") && names[6..].contains(&"turn(2,2)"), "{names:?}");
    let (cost, model) = opb.best().expect("a model");
    assert_eq!(cost, 2);
    let values = (0..opb.variables).map(|variable| {
        let sign = if model >> variable & 1 == 1 { "" } else { "-" };
        format!(" {sign}x{}", variable + 1)
    });
    let output = format!("o 2\ns OPTIMUM FOUND\nv{}\n", values.collect::<String>());
    let document = decoded(folder, "x.opb.map.json", output);
    assert_eq!((&document["status"], &document["objective"]), (&"optimal".into(), &2.into()));
    assert_eq!(document["method"], "pb:assignment");
}

#[test]
fn variables_say_what_stands_where() {
    let folder = boards();
    let folder = folder.path();
    for (puzzle, expected) in [
        ("route 3x3 --from a1 --to b3 --at-most 5", &["at(a1,0)", "at(b3,1)", "at(c2,2)"][..]),
        (
            "exchange kings.txt --at-most 5",
            &["stands(K@a2,0)", "stands(k@a2,5)", "move(K@a2,K@b1,1)", "move(k@c2,k@b1,2)"],
        ),
        (
            "meet knights.txt --at-most 4 --encoding planning",
            &["meet(a5)", "turn(2,1)", "at(1,a5,0)"],
        ),
    ] {
        let formula =
            Formula::parse(&exported(folder, &format!("{puzzle} --format dimacs"), "x.cnf"));
        for name in expected {
            assert!(formula.variable(name) > 0, "{puzzle}: {name}");
        }
    }
}

#[test]
fn without_a_horizon_it_is_said_what_to_say() {
    let folder = boards();
    let folder = folder.path();
    let complains =
        |arguments: &str| satranj(&format!("export {arguments}")).within(folder).run().complains(2);
    for puzzle in ["route 4x4 --from a1 --to b3", "exchange kings.txt", "meet knights.txt"] {
        let said = complains(&format!("{puzzle} --format dimacs"));
        assert!(said.contains("--at-most K"), "{said}");
        assert_eq!(said.contains("wcnf or opb"), puzzle.starts_with("meet"), "{said}");
        let said = complains(&format!("{puzzle} --format wcnf --encoding planning"));
        assert!(said.contains("`planning` cannot state this puzzle without --at-most"), "{said}");
    }
    for format in ["wcnf", "opb"] {
        let said = complains(&format!("exchange kings.txt --format {format}"));
        assert!(said.contains("--at-most K"), "{said}");
    }
    write(folder, "weights.txt", "..9\n.1.\n...\n");
    let said = complains("route @weights.txt --from a1 --to b3 --at-most 3");
    assert!(said.contains("`dimacs` cannot express this puzzle"), "{said}");
    let endless = satranj("export exchange kings.txt --at-most 9999999999").within(folder);
    let said = endless.run();
    assert!([Some(1), Some(3)].contains(&said.code), "{}", said.report());
}
