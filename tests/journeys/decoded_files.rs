//! A user brings a TSPLIB tour, or a model of a formula that Satranj did not write.

use crate::harness::{Ran, folder, read, satranj, write};
use serde_json::{Value, json};

/// Runs `satranj` in a folder with these files.
fn run(files: &[(&str, &str)], line: &str) -> Ran {
    let folder = folder();
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    satranj(line).within(folder.path()).run()
}

/// Constraints of OPB need a variable, even in a formula without one; clasp gives it a value.
#[test]
fn a_model_of_no_free_variable_is_decoded() {
    let folder = folder();
    write(folder.path(), "free.txt", ".\n");
    let run = |line: &str| satranj(line).within(folder.path()).run();
    run("export exchange free.txt --at-most 0 -o x.opb").exits(0);
    assert!(read(&folder.path().join("x.opb")).starts_with("* #variable= 1 #constraint= 0\n"));
    for model in ["v -x1\ns SATISFIABLE\n", "s SATISFIABLE\nv x1\n"] {
        write(folder.path(), "x.out", model);
        let document = run("decode x.opb.map.json x.out --json").exits(0).json();
        assert_eq!(document["verified"], true, "{model}");
    }
    write(folder.path(), "x.out", "s SATISFIABLE\rv x1 x2\r");
    assert!(run("decode x.opb.map.json x.out").complains(1).contains("x.out:2:6: variable 2"));
}

const SQUARE: &str = "graph { a -- b -- c -- d -- a; a -- c }";

fn tour(vertices: &str) -> String {
    let count = vertices.split(' ').count();
    format!(
        "NAME : x\nTYPE : TOUR\nDIMENSION : {count}\nTOUR_SECTION\n{vertices} -1\nEOF\n----------\n"
    )
}

#[test]
fn a_tour_is_decoded_and_verified() {
    let good = tour("1 2 3 4");
    let files = [("g.dot", SQUARE), ("t.tour", good.as_str())];
    let document = run(&files, "decode g.dot t.tour --json").exits(0).json();
    assert_eq!(document["solution"]["path"], json!(["a", "b", "c", "d"]));
    assert_eq!((&document["status"], &document["verified"]), (&json!("satisfied"), &json!(true)));
    let text = run(&files, "verify t.tour --of g.dot --format text").exits(0);
    assert_eq!(text.text(), "t.tour: the tour is a solution\n");
    let verdict = run(&files, "verify t.tour --of g.dot --json").exits(0).json();
    assert_eq!((&verdict["valid"], &verdict["checked"]), (&json!(true), &json!(true)));
    // The error is reported.
    for (vertices, said) in [
        ("1 3 2 4", "no edge leads from b to d"),
        ("1 2 3", "the tour visits 3 vertices; the puzzle has 4"),
        ("1 2 3 4 5", "the tour visits 5 vertices; the puzzle has 4"),
    ] {
        let bad = tour(vertices);
        let files = [("g.dot", SQUARE), ("t.tour", bad.as_str())];
        let decoded = run(&files, "decode g.dot t.tour").complains(4);
        assert_eq!(decoded, format!("t.tour: {said}"));
        let verified = run(&files, "verify t.tour --of g.dot --json").exits(4);
        assert_eq!(verified.json()["problem"], said);
    }
    let files =
        [("g.dot", SQUARE), ("t.tour", "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1 2 x\n")];
    let said = "t.tour:4:5: `x` is not a vertex; write 1 to 4, or -1 at the end";
    assert_eq!(run(&files, "decode g.dot t.tour").complains(1), said);
    assert_eq!(run(&files, "verify t.tour --of g.dot").complains(1), said);
    // Neither says alone which puzzle it belongs to.
    let alone = run(&files, "verify t.tour").complains(1);
    assert!(alone.ends_with("; name the graph of the tour: --of GRAPH"), "{alone}");
    let files = [("any.cnf", "c 1 rain\np cnf 1 1\n1 0\n"), ("any.out", "v 1 0\n")];
    let unmapped = run(&files, "decode any.out").complains(1);
    assert!(
        unmapped.starts_with("any.out:1:1: expected a JSON value; decode takes two"),
        "{unmapped}"
    );
    let unmapped = run(&files, "decode any.cnf any.out").complains(1);
    assert!(unmapped.ends_with(" use decode --names FORMULA MODEL"), "{unmapped}");
}

#[test]
fn a_tour_of_a_board_goes_out_and_comes_back() {
    let folder = folder();
    let ran = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    for puzzle in ["tour 6x6 --closed", "tour 3x4", "tour 5x5 --start a1 --end e5", "tour 1x1"] {
        ran(&format!("solve {puzzle} -o a.json --tour a.tour"));
        // The document states the puzzle; so does the map of a formula.
        let decoded = ran("decode a.json a.tour --json").json();
        let before: Value =
            serde_json::from_str(&read(&folder.path().join("a.json"))).expect("JSON");
        assert_eq!(decoded["puzzle"], before["puzzle"], "{puzzle}");
        ran("verify a.tour --of a.json");
        ran(&format!("export {puzzle} -o a.cnf"));
        ran("decode a.cnf.map.json a.tour");
        ran("verify a.tour --of a.cnf.map.json");
    }
    // Reversed it is also a tour; a path from another board is not.
    let text = read(&folder.path().join("a.tour"));
    assert!(text.contains("DIMENSION : 2"), "{text}");
    ran("solve queens 4 -o q.json");
    let queens = satranj("decode q.json a.tour").within(folder.path()).run();
    assert!(queens.complains(1).contains("a tour does not answer `queens`"));
}

/// A formula with names, and models of it.
const FORMULA: &str =
    "c varname 1 x_{1,2}\nc varname 2 two words\nc seed 5\np cnf 3 3\n1 2 0\n-1 -2 0\n3 0\n";

#[test]
fn a_model_of_any_formula_is_told_by_names() {
    let files = [("f.cnf", FORMULA), ("m.txt", "s SATISFIABLE\nv -1 2 3 0\n")];
    let text = run(&files, "decode --names f.cnf m.txt --format text").exits(0);
    assert_eq!(
        text.text(),
        "two words\n\n1 of 2 names are true; the model satisfies all 3 clauses\n"
    );
    let document = run(&files, "decode --names f.cnf m.txt --json").exits(0).json();
    assert_eq!(
        (&document["true"], &document["false"]),
        (&json!(["two words"]), &json!(["x_{1,2}"]))
    );
    assert_eq!((&document["status"], &document["verified"]), (&json!("satisfied"), &json!(true)));
    let read = satranj("decode --names f.cnf --json").input("SAT\n1 -2 3 0\n");
    let folder = folder();
    write(folder.path(), "f.cnf", FORMULA);
    assert_eq!(read.within(folder.path()).run().exits(0).json()["true"], json!(["x_{1,2}"]));
    for (model, code, said) in [
        (
            "s SATISFIABLE\nv 1 2 3 0\n",
            4,
            "m.txt: the model breaks clause 2 of 3: ¬x_{1,2} ∨ ¬two words",
        ),
        ("s SATISFIABLE\nv 1 -2 -3 0\n", 4, "m.txt: the model breaks clause 3 of 3: x3"),
        ("s SATISFIABLE\nv 4 0\n", 1, "m.txt:2:"),
    ] {
        let files = [("f.cnf", FORMULA), ("m.txt", model)];
        let report = run(&files, "decode --names f.cnf m.txt").complains(code);
        assert!(report.starts_with(said), "{report}");
    }
    let files = [("f.cnf", FORMULA), ("m.txt", "s UNSATISFIABLE\n")];
    let none = run(&files, "decode --names f.cnf m.txt --json").exits(0).json();
    assert_eq!((&none["status"], &none["verified"]), (&json!("unsatisfiable"), &json!(false)));
    let files = [("f.cnf", FORMULA), ("m.txt", "s UNKNOWN\n")];
    run(&files, "decode --names f.cnf m.txt").exits(3);
}

#[test]
fn other_generators_name_variables_otherwise() {
    for (comments, expected) in [
        ("c 1 Root\nc 2 CONFIG_X\n", json!(["CONFIG_X"])),
        ("c a <-> 1\nc b <-> 2\n", json!(["b"])),
        ("c main::x!0@1#1 1 2\n", json!(["main::x!0@1#1[1]"])),
        ("c main::x!0@1#1 -1 TRUE -2\n", json!(["main::x!0@1#1[0]"])),
    ] {
        let formula = format!("{comments}p cnf 2 1\n1 2 0\n");
        let files = [("f.cnf", formula.as_str()), ("m.txt", "-1 2 0\n")];
        let document = run(&files, "decode --names f.cnf m.txt --json").exits(0).json();
        assert_eq!(document["true"], expected, "{comments}");
    }
    let files = [("f.cnf", "c nothing\np cnf 1 1\n1 0\n"), ("m.txt", "1 0\n")];
    let none = run(&files, "decode --names f.cnf m.txt").complains(1);
    assert!(none.starts_with("f.cnf: no comment names a variable"), "{none}");
    let files = [("f.cnf", "p cnf 1 2\n1 0\n"), ("m.txt", "1 0\n")];
    let none = run(&files, "decode --names f.cnf m.txt").complains(1);
    assert!(
        none.starts_with("f.cnf: ")
            && none.contains("the file has 1 clauses, but its heading says 2"),
        "{none}"
    );
    let none = satranj("decode --names a b c").call().complains(2);
    assert!(none.contains("--names FORMULA replaces the map"), "{none}");
    assert!(satranj("decode --names - -").call().complains(2).contains("cannot both come"));
}

#[test]
fn programs_go_beside_data() {
    let folder = folder();
    let ran = |line: &str| satranj(line).within(folder.path()).run();
    ran("export tour 3x4 -o a.dzn").exits(0);
    let data = read(&folder.path().join("a.dzn"));
    for part in ["\nn = 12;\n", "\nm = 14;\n", "\nclosed = false;\n", "name = [\"a3\""] {
        assert!(data.contains(part), "{part}: {data}");
    }
    assert!(read(&folder.path().join("a.mzn")).contains("constraint circuit(successor);"));
    ran("export tour 3x4 -o a.lp.gz").exits(0);
    assert!(read(&folder.path().join("a.encoding.lp")).contains("#show cycle/2."));
    // It is replaced with its data, and nothing else is.
    ran("export tour 5x6 --closed -o a.dzn").exits(0);
    write(folder.path(), "b.mzn", "% mine\n");
    let refused = ran("export tour 3x4 -o b.dzn").complains(2);
    assert!(refused.contains("b.mzn: the model would replace"), "{refused}");
    ran("export tour 3x4 -o b.dzn --force").exits(0);
    let alone = ran("export tour 3x4 --format asp").exits(0);
    assert!(alone.text().contains("edge(1,7).\n"), "{}", alone.text());
    assert!(alone.only_complaint().starts_with(
        "these data need the encoding, which was not \
                                                written"
    ));
    assert!(ran("export queens 4 --format minizinc").complains(2).contains("cannot express this"));
}
