//! A user brings the output of clingo or `MiniZinc` for an exported program. The outputs are those of
//! clingo 5.8.3 and `MiniZinc` 2.6.

use std::{fmt::Write as _, path::Path};

use crate::harness::{Ran, folder, read, satranj, schema::valid, write};
use serde_json::{Value, json};

/// What clingo prints before the first answer.
const BEFORE: &str = "clingo version 5.8.3\nReading from x.lp ...\nSolving...\n";

const TOUR: &str = "Answer: 1 (Time: 0.002s)\ncycle(0,9) cycle(12,6) cycle(11,5) cycle(10,8) \
     cycle(9,7) cycle(8,2) cycle(7,1) cycle(6,4) cycle(5,3) cycle(3,12) cycle(2,11) cycle(1,10) \
     cycle(4,0)\nSATISFIABLE\n\nModels       : 1+\nCalls        : 1\nTime         : 0.002s \
     (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)\nCPU Time     : 0.002s\n";

/// A square with a diagonal, and weights.
const SQUARE: &str = "graph { a [weight=5]; b [weight=1]; c [weight=5]; d [weight=2]; \
     a -- b -- c -- d -- a; a -- c }";

/// Runs `satranj` in a folder.
fn run(folder: &Path, line: &str) -> Ran {
    satranj(line).within(folder).run()
}

/// A folder with an exported program.
fn exported(puzzle: &str, file: &str) -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), "square.dot", SQUARE);
    run(folder.path(), &format!("export {puzzle} -q -o {file}")).exits(0);
    folder
}

/// What `decode` says about an output.
fn decoded(folder: &Path, output: &str) -> Ran {
    let map = if folder.join("x.lp").exists() { "x.lp.map.json" } else { "x.dzn.map.json" };
    write(folder, "x.out", output);
    run(folder, &format!("decode {map} x.out --json"))
}

/// The document, which `verify` accepts.
fn holds(folder: &Path, output: &str) -> Value {
    let document = valid(decoded(folder, output).exits(0).json());
    write(folder, "x.json", document.to_string());
    run(folder, "verify x.json").exits(0);
    document
}

/// What clingo prints for these answers.
fn clingo(answers: &[(&str, Option<i64>)], verdict: &str, models: &str) -> String {
    let mut text = BEFORE.to_string();
    for (number, (atoms, cost)) in (1..).zip(answers) {
        let _ = writeln!(text, "Answer: {number} (Time: 0.001s)\n{atoms}");
        text += &cost.map_or_else(String::new, |cost| format!("Optimization: {cost}\n"));
    }
    text + &format!("{verdict}\n\nModels       : {models}\nCalls        : 1\n")
}

#[test]
fn an_answer_of_clingo_is_a_verified_tour() {
    let folder = exported("tour 3x4", "x.lp");
    let document = holds(folder.path(), &format!("{BEFORE}{TOUR}"));
    assert_eq!((&document["status"], &document["verified"]), (&json!("satisfied"), &json!(true)));
    assert_eq!(
        (&document["method"], &document["solver"]),
        (&json!("asp:hamilton"), &json!("external"))
    );
    assert_eq!(document["solution"]["path"][0], "a1");
    for (from, to, code, said) in [
        (
            "cycle(4,0)",
            "cycle(4,9)",
            4,
            "x.out: the answer does not return to the outside vertex 0",
        ),
        ("cycle(4,0)", "cycle(4,3)", 4, "x.out: the answer does not return to"),
        ("cycle(9,7)", "cycle(9,4)", 4, "x.out: the answer is several cycles, not one tour"),
        ("cycle(9,7)", "cycle(9,7) cycle(9,2)", 4, "x.out: the answer leaves a1 twice"),
        ("cycle(9,7)", "", 4, "x.out: the answer does not leave a1"),
        ("cycle(9,7)", "cycle(9,13)", 1, "x.out:5:48: there is no vertex 13; expected 0 to 12"),
        (
            "cycle(9,7)",
            "cycle(9)",
            1,
            "x.out:5:48: `cycle(9)` is not an atom of this answer; expected cycle(FROM,TO)",
        ),
        ("cycle(9,7)", "in(9,7)", 1, "x.out:5:48: `in(9,7)` is not an atom"),
        ("SATISFIABLE\n", "", 1, "x.out:"),
    ] {
        let wrong = TOUR.replace(from, to);
        let problem = decoded(folder.path(), &format!("{BEFORE}{wrong}")).complains(code);
        assert!(problem.starts_with(said), "{from}, {to}: {problem}");
    }
    // The rules of the puzzle are checked by other code: these two are no move.
    let path = (0..=12).map(|from| format!("cycle({from},{})", (from + 1) % 13));
    let walked = clingo(&[(&path.collect::<Vec<_>>().join(" "), None)], "SATISFIABLE", "1+");
    let problem = decoded(folder.path(), &walked).complains(4);
    assert!(problem.starts_with("x.out: "), "{problem}");
}

#[test]
fn the_last_answer_is_the_best() {
    let folder = exported("independent-set square.dot --weighted", "x.lp");
    let answers = [
        ("", Some(0)),
        ("chosen(2)", Some(-1)),
        ("chosen(2) chosen(4)", Some(-3)),
        ("chosen(1)", Some(-5)),
    ];
    let output = clingo(&answers, "OPTIMUM FOUND", "4");
    let document = holds(folder.path(), &output);
    assert_eq!((&document["objective"], &document["verified"]), (&json!(5), &json!(true)));
    assert_eq!(document["solution"]["vertices"], json!(["a"]));
    let wrong = clingo(&answers, "OPTIMUM FOUND", "4").replace(": -5", ": -6");
    let problem = decoded(folder.path(), &wrong).complains(4);
    assert_eq!(problem, "x.out: the answer says `Optimization: -6`, but its value is -5");
    let problem = decoded(folder.path(), &clingo(&answers[..3], "OPTIMUM FOUND", "3")).complains(4);
    assert!(problem.contains("its solution is not optimal: "), "{problem}");
    let some = decoded(folder.path(), &clingo(&answers[..3], "SATISFIABLE", "3+")).exits(0).json();
    assert_eq!(
        (&some["status"], &some["bound"], &some["objective"]),
        (&json!("satisfied"), &json!("at_least"), &json!(3))
    );
    let broken = clingo(&[("chosen(1) chosen(3)", Some(-10))], "SATISFIABLE", "1+");
    decoded(folder.path(), &broken).complains(4);
    let twice = clingo(&[("chosen(1) chosen(1)", Some(-10))], "SATISFIABLE", "1+");
    decoded(folder.path(), &twice).complains(4);

    let json = r#"{"Solver": "clingo version 5.8.3", "Call": [{"Witnesses": [
        {"Value": ["has(1,1)", "has(2,2)", "has(3,3)", "has(4,2)"], "Costs": [3]}]}],
        "Result": "OPTIMUM FOUND", "Models": {"Number": 1, "More": "no"}}"#;
    let folder = exported("colouring square.dot", "x.lp");
    let document = holds(folder.path(), json);
    assert_eq!((&document["status"], &document["objective"]), (&json!("optimal"), &json!(3)));
    assert_eq!(document["solution"]["classes"], json!([["a"], ["b", "d"], ["c"]]));
    for (from, to, said) in [
        ("has(4,2)", "has(4,1)", "x.out: "),
        ("has(4,2)", "has(4,4000000000)", "x.out: d has the colour 4000000000; expected 1 to 3"),
        ("has(4,2)", "has(4,0)", "x.out: d has the colour 0"),
        ("has(4,2)", "has(3,2)", "x.out: c has two colours"),
        (", \"has(4,2)\"", "", "x.out: d has no colour"),
    ] {
        let problem = decoded(folder.path(), &json.replace(from, to)).complains(4);
        assert!(problem.starts_with(said), "{to}: {problem}");
    }
}

#[test]
fn several_answers_are_several_solutions() {
    let folder = exported("independent-set square.dot --count 1", "x.lp");
    let each = ["chosen(1)", "chosen(2)", "chosen(3)", "chosen(4)"].map(|atom| (atom, None));
    let document = holds(folder.path(), &clingo(&each, "SATISFIABLE", "4"));
    assert_eq!(
        (&document["status"], &document["verified"]),
        (&json!("all_solutions"), &json!(true))
    );
    assert_eq!(document["solutions"].as_array().map(Vec::len), Some(4));
    assert_eq!(document["no_other"]["excluding"], 4);
    let document = holds(folder.path(), &clingo(&each[..2], "SATISFIABLE", "2+"));
    assert_eq!(document["status"], "satisfied");
    // A cycle in both directions is one solution.
    let folder = exported("hamilton square.dot", "x.lp");
    let both = [
        ("cycle(1,2) cycle(2,3) cycle(3,4) cycle(4,1)", None),
        ("cycle(1,4) cycle(4,3) cycle(3,2) cycle(2,1)", None),
    ];
    let document = holds(folder.path(), &clingo(&both, "SATISFIABLE", "2"));
    assert_eq!(document["solution"]["path"], json!(["a", "b", "c", "d"]));
}

#[test]
fn a_no_of_clingo_is_proved() {
    let folder = exported("tour 4x4 --closed", "x.lp");
    let no = format!("{BEFORE}UNSATISFIABLE\n\nModels       : 0\n");
    let document = holds(folder.path(), &no);
    assert_eq!(document["status"], "unsatisfiable");
    assert_eq!(document["certificate"]["kind"], "drat");
    let line = "decode x.lp.map.json x.out --json --check none";
    let document = valid(run(folder.path(), line).exits(0).json());
    assert_eq!(document["unchecked_because"], "proofs are read for dimacs, not for asp");
    decoded(folder.path(), &format!("{BEFORE}UNKNOWN\n")).exits(3);
    let folder = exported("hamilton square.dot", "x.lp");
    assert!(decoded(folder.path(), &no).complains(4).contains("the solver is wrong"));
}

#[test]
fn an_answer_of_minizinc_is_decoded() {
    let folder = exported("dominating-set square.dot", "x.dzn");
    let document = holds(folder.path(), "a\n----------\n==========\n");
    assert_eq!((&document["objective"], &document["method"]), (&json!(1), &json!("minizinc:sets")));
    let problem = decoded(folder.path(), "a\ne\n----------\n").complains(1);
    assert_eq!(problem, "x.out:2:1: there is no vertex with the name `e`");
    decoded(folder.path(), "b\n----------\n").complains(4);
    let folder = exported("colouring square.dot", "x.dzn");
    let document = holds(folder.path(), "a=3\nb=1\nc=2\nd=1\n----------\n==========\n");
    assert_eq!((&document["status"], &document["objective"]), (&json!("optimal"), &json!(3)));
    let problem = decoded(folder.path(), "a\n----------\n").complains(1);
    assert_eq!(problem, "x.out:1:1: `a` is not a line NAME=COLOUR");
    let folder = exported("tour 4x4 --closed", "x.dzn");
    let document = holds(folder.path(), "=====UNSATISFIABLE=====\n");
    assert_eq!(document["status"], "unsatisfiable");
}

/// A map belongs to one program.
#[test]
fn the_map_ties_the_program_to_the_puzzle() {
    let folder = exported("tour 3x4", "x.lp");
    let map: Value =
        serde_json::from_str(&read(&folder.path().join("x.lp.map.json"))).expect("JSON");
    let map = valid(map);
    assert_eq!((&map["format"], &map["encoding"]), (&json!("asp"), &json!("hamilton")));
    assert_eq!((&map["variables"], &map["clauses"]), (&json!(12), &json!(14)));
    write(folder.path(), "x.out", TOUR);
    for (field, value, said) in [
        ("formula", json!("sha256:0"), "the program differs from what this version writes"),
        ("encoding", json!("sets"), "the program differs from what this version writes"),
        ("variables", json!(13), "the map says 13 variables and 14 clauses, but the"),
        ("format", json!("minizinc"), "the program differs from what this version writes"),
        ("format", json!("dot"), "a solver of the format `dot` prints no models"),
        ("instance", json!("sha256:0"), "`instance` is not the digest of the puzzle"),
    ] {
        let mut changed = map.clone();
        changed[field] = value;
        changed.as_object_mut().expect("an object").remove("digest");
        write(folder.path(), "y.map.json", changed.to_string());
        let problem = run(folder.path(), "decode y.map.json x.out").complains(1);
        assert!(problem.starts_with(&format!("y.map.json: {said}")), "{field}: {problem}");
    }
    // A tour of another program is decoded too.
    run(folder.path(), "solve tour 3x4 -q -o s.json --tour s.tour").exits(0);
    run(folder.path(), "decode x.lp.map.json s.tour").exits(0);
}
