//! A user exports placements, and formulas for optimising solvers: they state the puzzle, external
//! readers accept them, and the models come back as verified solutions.

use std::{collections::BTreeSet, io::Cursor, path::Path};

use crate::harness::{answer, dimacs, folder, opb::Opb, read, satranj, schema::valid, wcnf, write};
use petgraph::graph6::from_graph6_representation;
use rustsat::instances::{BasicVarManager, OptInstance};
use satranj::puzzles::Statement;
use satranj_encodings::{model::Sense, registry};
use serde_json::Value;

#[test]
fn linear_constraints_have_the_solutions_of_the_puzzle() {
    for (puzzle, count) in [
        ("queens 1", 1),
        ("queens 3", 0),
        ("queens 4", 2),
        ("queens 4 --given b4", 1),
        ("queens 4 --given b4,c1", 1),
        ("queens 4 --given b4,c2", 0),
        ("queens 4 --block b4", 1),
        ("queens 2 --block a1,a2,b1,b2", 0),
        ("place 3x3 --piece rook --count 2", 18),
        ("place 3x4 --piece knight --count 1", 12),
        ("place 3x3 --piece king --count 0", 1),
        ("place 2x2 --piece king --count 9", 0),
        ("place 2x2 --army queen=1,knight=1", 0),
        ("place 2x3 --army king=1,wazir=1", 8),
        ("dominate 3x3 --piece queen --count 1", 1),
        ("dominate 2x3 --piece knight --count 6 --total", 0),
        ("dominate 2x2 --piece wazir --count 2 --independent", 2),
        ("dominate 2x2 --piece wazir --count 2", 6),
        ("dominate 2x2 --piece wazir --count 2 --given a1", 3),
    ] {
        let opb = Opb::export(puzzle);
        assert!(opb.minimise.is_empty(), "{puzzle}");
        assert_eq!(opb.models().len(), count, "{puzzle}");
    }
}

#[test]
fn the_objective_is_the_number_of_pieces() {
    for (puzzle, best) in [
        ("place 3x3 --piece king", -4),
        ("place 4x4 --piece bishop", -6),
        ("place 3x4 --piece knight", -6),
        ("place 3x3 --piece king --block a1,c3", -2),
        // Equal numbers of each.
        ("place 2x3 --army white:queen,black:queen", -1),
        ("place 1x4 --army white:wazir,black:wazir", -1),
        ("dominate 3x3 --piece queen", 1),
        ("dominate 4x4 --piece knight", 4),
        ("dominate 3x3 --piece rook --independent", 3),
        ("dominate 4x4 --piece king --total", 4),
        ("dominate 1x4 --piece wazir --most", -2),
        ("dominate 3x3 --piece knight --perfect", 5),
    ] {
        let found = Opb::export(puzzle).best().map(|(value, _)| value);
        assert_eq!(found, Some(best), "{puzzle}");
    }
}

#[test]
fn weighted_formulas_of_all_encodings_have_the_best_value() {
    for (puzzle, best) in [
        ("place 3x3 --piece king", 4),
        ("place 3x4 --piece knight", 6),
        ("place 3x4 --piece rook --given b2", 3),
        ("place 2x3 --army white:queen,black:queen", 1),
        ("dominate 3x3 --piece queen", 1),
        ("dominate 3x3 --piece rook --independent", 3),
        ("dominate 3x4 --piece king --total", 2),
    ] {
        let statement = answer(&format!("export {puzzle} --format node-link"));
        let graph: Value = serde_json::from_slice(&statement.stdout).expect("JSON");
        let statement: Statement =
            serde_json::from_value(graph["graph"]["puzzle"].clone()).expect("a statement");
        let model = statement.puzzle().expect("a puzzle").model();
        let sense = model.sense().expect("the best is asked for");
        for encoding in registry::encodings().iter().filter(|encoding| encoding.supports(&model)) {
            let line = format!("export {puzzle} --format wcnf --encoding {}", encoding.name());
            let wcnf::Best { soft, satisfied, .. } = wcnf::best(answer(&line).text());
            let value = match sense {
                Sense::Maximise => satisfied,
                Sense::Minimise => soft - satisfied,
            };
            assert_eq!(value, best, "{line}");
        }
    }
}

#[test]
fn variables_are_the_squares_in_reading_order() {
    let opb = Opb::export("queens 2");
    let names: Vec<&str> = opb.names.values().map(String::as_str).collect();
    assert_eq!(names, ["queen(a2)", "queen(b2)", "queen(a1)", "queen(b1)"]);
    let opb = Opb::export("place 1x2 --army white:queen;black:leaper:1,2");
    let names: Vec<&str> = opb.names.values().map(String::as_str).collect();
    assert_eq!(names[0], "white:queen(a1)");
    assert_eq!(names[3], "black:leaper:1,2(b1)");
    let text = answer("export queens 4 --format opb --seed 7").text().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "* #variable= 16 #constraint= 19");
    assert!(lines[1].starts_with("* satranj ") && lines[1].ends_with(" 4 queens on 4x4"));
    assert_eq!(lines[2], "* command satranj export queens 4 --format opb --seed 7");
    assert_eq!(lines[3], "* seed 7");
    assert!(text.contains("\n-1 x1 -1 x2 -1 x3 -1 x4 >= -1;\n"));
    assert!(text.ends_with(" = 4;\n"));
}

#[test]
fn tours_have_the_same_clauses_in_all_formats() {
    for puzzle in ["tour 3x4", "tour 3x4 --encoding cuts --amo ladder", "tour 2x2"] {
        let formula =
            dimacs::Formula::parse(answer(&format!("export {puzzle} --format dimacs")).text());
        let wcnf = answer(&format!("export {puzzle} --format wcnf"));
        let hard: Vec<Vec<i64>> = wcnf
            .text()
            .lines()
            .filter(|line| !line.starts_with("c "))
            .map(|line| {
                let literals = line.strip_prefix("h ").and_then(|line| line.strip_suffix('0'));
                let words = literals.expect(line).split_whitespace();
                words.map(|word| word.parse().expect(line)).collect()
            })
            .collect();
        assert_eq!(hard, formula.clauses, "{puzzle}");
        let names: Vec<&str> =
            wcnf.text().lines().filter(|line| line.starts_with("c varname ")).collect();
        assert_eq!(names.len(), formula.names.len(), "{puzzle}");
        let instance = OptInstance::<BasicVarManager>::from_dimacs(&mut Cursor::new(wcnf.text()));
        let instance = instance.expect("rustsat reads it");
        assert_eq!(instance.constraints_ref().n_clauses(), hard.len(), "{puzzle}");
        let opb = Opb::export(puzzle);
        assert_eq!(opb.names.len(), formula.names.len(), "{puzzle}");
        for ((terms, _, bound), clause) in opb.constraints.iter().zip(&formula.clauses) {
            if clause.is_empty() {
                assert_eq!((terms.as_slice(), *bound), (&[(1, 1)][..], 2));
                continue;
            }
            let literals: Vec<i64> =
                terms.iter().map(|&(weight, variable)| weight * variable as i64).collect();
            assert_eq!(&literals, clause, "{puzzle}");
            let negated = clause.iter().filter(|&&literal| literal < 0).count();
            assert_eq!(*bound, 1 - negated as i64, "{puzzle}");
        }
    }
}

/// The edges of a graph by the names of their ends, each pair in order.
type Edges = BTreeSet<(String, String)>;

fn edge(a: &str, b: &str) -> (String, String) {
    let (a, b) = (a.min(b), a.max(b));
    (a.into(), b.into())
}

#[test]
fn all_graph_formats_hold_the_same_graph() {
    for puzzle in [
        "tour 5x6 --closed",
        "queens 5 --given a1 --block c3",
        "place 3x4 --piece rook --block b2",
        "place 2x3 --army queen=1,knight=1 --given knight@a1",
        "place 8x9 --piece knight",
        "dominate 4x4 --piece queen --given a1",
    ] {
        let exported = |format| answer(&format!("export {puzzle} --format {format}"));
        let graph: Value = serde_json::from_slice(&exported("node-link").stdout).expect("JSON");
        let text = |value: &Value| value.as_str().expect("a label").to_string();
        let nodes = graph["nodes"].as_array().expect("nodes");
        let names: Vec<String> = nodes.iter().map(|node| text(&node["id"])).collect();
        let linked: Edges = graph["links"]
            .as_array()
            .expect("links")
            .iter()
            .map(|link| edge(&text(&link["source"]), &text(&link["target"])))
            .collect();
        let line = exported("graph6").text().to_string();
        assert_eq!(line.lines().count(), 1, "{puzzle}");
        let (order, edges): (usize, Vec<(u32, u32)>) =
            from_graph6_representation(line.trim_end().to_string());
        assert_eq!(order, names.len(), "{puzzle}");
        let name = |vertex: u32| names[vertex as usize].as_str();
        let decoded: Edges = edges.iter().map(|&(a, b)| edge(name(a), name(b))).collect();
        assert_eq!(decoded, linked, "{puzzle}");
        let dot = exported("dot").text().to_string();
        assert_eq!(dot.matches(" -- ").count(), linked.len(), "{puzzle}");
        let given = nodes.iter().filter(|node| node["given"] == true).count();
        assert_eq!(given, usize::from(puzzle.contains("--given")), "{puzzle}");
        assert_eq!(dot.matches("penwidth").count(), given, "{puzzle}");
        let kinds = nodes.iter().filter(|node| node.get("kind").is_some()).count();
        assert_eq!(kinds, if puzzle.contains("army") { names.len() } else { 0 }, "{puzzle}");
    }
}

#[test]
fn graph6_of_known_graphs() {
    for (puzzle, line) in [
        ("queens 1", "@\n"),
        ("queens 2", "C~\n"),
        ("place 1x3 --piece rook", "Bw\n"),
        ("place 1x4 --piece wazir", "Ch\n"),
        ("tour 3x3 --block b2 --closed", "G?qipG\n"),
    ] {
        let ran = answer(&format!("export {puzzle} --format graph6"));
        if puzzle.starts_with("tour") {
            let (order, edges): (usize, Vec<(u32, u32)>) =
                from_graph6_representation(ran.text().trim_end().to_string());
            assert_eq!((order, edges.len()), (8, 8), "an 8-cycle");
        } else {
            assert_eq!(ran.text(), line, "{puzzle}");
        }
    }
}

/// Exports into a folder and returns the file's text.
fn exported(folder: &Path, arguments: &str, file: &str) -> String {
    let line = format!("export {arguments} -o {file}");
    satranj(&line).within(folder).run().exits(0);
    read(&folder.join(file))
}

/// The output of a pseudo-Boolean solver for an assignment.
fn printed(model: u32, variables: usize, verdict: &str) -> String {
    let mut text = format!("c a solver\ns {verdict}\nv");
    for variable in 1..=variables {
        let sign = if model >> (variable - 1) & 1 == 1 { "" } else { "-" };
        text.extend([" ", sign, "x", &variable.to_string()]);
    }
    text + "\n"
}

#[test]
fn the_model_of_a_pseudo_boolean_solver_comes_back() {
    let folder = folder();
    for (puzzle, objective) in [
        ("place 3x3 --piece king", Some(4)),
        ("place 2x3 --army white:queen,black:queen", Some(1)),
        ("dominate 4x4 --piece knight", Some(4)),
        ("queens 4 --given b4", None),
    ] {
        let opb = Opb::parse(&exported(folder.path(), &format!("{puzzle} --format opb"), "x.opb"));
        let map: Value =
            serde_json::from_str(&read(&folder.path().join("x.opb.map.json"))).expect("a map");
        assert_eq!((&map["format"], &map["encoding"]), (&"opb".into(), &"linear".into()));
        assert_eq!(map["variables"], opb.variables);
        assert_eq!(map["clauses"], opb.constraints.len());
        let (_, model) = opb.best().expect("a model");
        let decode = |text: String| {
            let line = "decode x.opb.map.json - --check none --json";
            satranj(line).within(folder.path()).input(text).run()
        };
        let text = printed(model, opb.variables, "OPTIMUM FOUND");
        let document = valid(decode(text).exits(0).json());
        // Four groups of squares show that no more kings fit; the other claims remain unproved.
        let status = if puzzle.contains("king") { "optimal" } else { "satisfied" };
        assert_eq!((&document["status"], &document["verified"]), (&status.into(), &true.into()));
        assert_eq!(document["certificate"].is_null(), status != "optimal", "{puzzle}");
        let claimed = objective.filter(|_| status != "optimal").map(|_| "optimal");
        assert_eq!(document.get("claimed").and_then(Value::as_str), claimed, "{puzzle}");
        assert_eq!(document.get("objective").and_then(Value::as_u64), objective, "{puzzle}");
        assert_eq!(
            (&document["method"], &document["solver"]),
            (&"pb:linear".into(), &"external".into())
        );
        let text = printed(model, opb.variables, "SATISFIABLE");
        let document = valid(decode(text).exits(0).json());
        assert_eq!((&document["status"], document.get("claimed")), (&"satisfied".into(), None));
        // All squares, or none for a domination, are not a solution.
        let wrong = if puzzle.starts_with("dominate") { 0 } else { (1 << opb.variables) - 1 };
        decode(printed(wrong, opb.variables, "OPTIMUM FOUND")).complains(4);
        let said = decode("s UNSATISFIABLE\n".into()).complains(4);
        assert!(said.contains("the solver is wrong: it says UNSATISFIABLE"), "{said}");
    }
}

/// The result of `decode` for these squares, given as variables from 1, of `x.opb`.
fn decoded(folder: &Path, squares: &[u32], verdict: &str) -> crate::harness::Line {
    let model = squares.iter().fold(0, |model, square| model | 1 << (square - 1));
    let line = satranj("decode x.opb.map.json -").within(folder);
    line.input(printed(model, 16, verdict))
}

#[test]
fn a_solver_is_not_believed_that_nothing_is_better() {
    let folder = folder();
    let folder = folder.path();
    // Three queens that leave no square free, although four fit; three that dominate, although two
    // suffice.
    for (puzzle, squares, objective, bound) in [
        ("place 4x4 --piece queen", [1, 7, 14], 3, "at_least"),
        ("dominate 4x4 --piece queen", [1, 2, 3], 3, "at_most"),
    ] {
        exported(folder, &format!("{puzzle} --format opb"), "x.opb");
        // On this small board a better one is found.
        let said = decoded(folder, &squares, "OPTIMUM FOUND").run().complains(4);
        assert!(said.contains("says OPTIMUM FOUND, but its solution is not optimal: "), "{said}");
        // The solver does not claim it.
        let line = decoded(folder, &squares, "SATISFIABLE").argument("--json");
        let document = valid(line.run().exits(0).json());
        assert_eq!((&document["bound"], document.get("claimed")), (&bound.into(), None));
        assert_eq!(document["objective"], objective, "{puzzle}");
        satranj("verify -").input(document.to_string()).call().exits(0);
    }
    // An obvious improvement shows that the solver is wrong.
    for (puzzle, squares, better) in [
        ("place 4x4 --piece queen", &[1, 7][..], "one more piece fits on "),
        ("dominate 4x4 --piece queen", &[1, 2, 3, 4], "is not needed"),
    ] {
        exported(folder, &format!("{puzzle} --format opb"), "x.opb");
        let said = decoded(folder, squares, "OPTIMUM FOUND").run().complains(4);
        let start =
            "standard input: the solver says OPTIMUM FOUND, but its solution is not optimal: ";
        assert!(said.starts_with(start) && said.contains(better), "{said}");
        decoded(folder, squares, "SATISFIABLE").run().exits(0);
    }
}

#[test]
fn a_changed_map_is_found_out() {
    let folder = folder();
    exported(folder.path(), "place 3x3 --piece king --format opb", "x.opb");
    let map = read(&folder.path().join("x.opb.map.json"));
    for (from, to, said) in [
        ("sha256:", "sha256:0", "`instance` is not the digest of the puzzle"),
        (
            "\"format\":\"opb\"",
            "\"format\":\"dot\"",
            "a solver of the format `dot` prints no models",
        ),
        ("\"format\":\"opb\"", "\"format\":\"wcnf\"", "unknown encoding `linear`"),
        ("\"variables\":9", "\"variables\":8", "the map says 8 variables"),
        (
            "\"formula\":\"sha256:",
            "\"formula\":\"sha256:0",
            "the formula differs from what this version writes",
        ),
    ] {
        assert!(map.contains(from), "{map}");
        write(folder.path(), "y.map.json", map.replacen(from, to, 1));
        let line = satranj("decode y.map.json -").within(folder.path());
        let complaint = line.input("s UNSATISFIABLE\n").run().complains(1);
        assert!(complaint.contains(said), "{complaint}");
    }
}

#[test]
fn the_model_of_a_maxsat_solver_comes_back() {
    let folder = folder();
    let formula = exported(folder.path(), "tour 3x4 --format dimacs", "x.cnf");
    exported(folder.path(), "tour 3x4 --format wcnf", "w.wcnf");
    let solved = crate::harness::dimacs_solver().input(formula).run().exits(10);
    let model = dimacs::model(solved.text());
    let digits: String = model.iter().map(|literal| if *literal > 0 { '1' } else { '0' }).collect();
    let words: Vec<String> = model.iter().map(ToString::to_string).collect();
    for values in [digits, words.join(" "), words.join(" ") + " 0"] {
        let line = satranj("decode w.wcnf.map.json - --json").within(folder.path());
        let text = format!("o 0\ns OPTIMUM FOUND\nv {values}\n");
        let document = line.input(text).run().exits(0).json();
        // No tour is better than another.
        assert_eq!(
            (&document["status"], &document["verified"]),
            (&"satisfied".into(), &true.into())
        );
        assert_eq!(document["method"], "sat:vertex-elimination");
    }
}
