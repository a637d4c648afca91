//! A user asks for sets of vertices of a graph: answers, reasons, mistakes, formulas and back.

use serde_json::{Value, json};

use crate::harness::{folder, satranj, write};

const FRIENDS: &str =
    "graph { Ann -- Ben -- Cem -- Dan -- Ann; Ann -- Cem; Ben -- Eve; Eve -- Dan }";

fn ask(line: &str) -> crate::harness::Ran {
    let folder = folder();
    write(folder.path(), "friends.dot", FRIENDS);
    write(folder.path(), "arcs.dot", "digraph { a -> b }");
    write(folder.path(), "loop.dot", "graph { a -- b -- c; b -- b }");
    let matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n";
    write(folder.path(), "diagonal.mtx", matrix);
    satranj(line).within(folder.path()).run()
}

fn answered(line: &str) -> Value {
    ask(&format!("{line} --json")).exits(0).json()
}

#[test]
fn the_best_are_found_and_proved() {
    for (line, best, names) in [
        ("solve independent-set friends.dot", 2, None),
        ("solve independent-set friends.dot --given Eve --block Cem", 2, Some(["Ann", "Eve"])),
        ("solve clique friends.dot", 3, None),
        ("solve vertex-cover friends.dot", 3, None),
        ("solve dominating-set friends.dot", 2, None),
        ("solve independent-set friends.dot --least", 2, None),
    ] {
        let document = answered(line);
        assert_eq!(
            (&document["status"], &document["objective"]),
            (&json!("optimal"), &json!(best))
        );
        assert_eq!(document["verified"], true, "{line}");
        if let Some(names) = names {
            assert_eq!(document["solution"]["vertices"], json!(names), "{line}");
        }
    }
    assert_eq!(answered("count clique friends.dot --count 3")["count"], "2");
    let by_k = answered("count independent-set friends.dot --counts-by-k");
    assert_eq!(by_k["counts_by_k"], json!(["1", "5", "3"]));
}

#[test]
fn reasons_are_certificates() {
    for (line, kind) in [
        ("solve independent-set friends.dot --count 4", "clique_cover"),
        ("solve independent-set friends.dot --given Ann,Ben", "given_vertices"),
        ("solve clique friends.dot --given Ann,Eve", "given_vertices"),
        ("solve vertex-cover friends.dot --block Ann,Ben", "given_vertices"),
        ("solve dominating-set friends.dot --block Ben,Dan,Eve", "undominated"),
        ("solve dominating-set friends.dot --independent --given Ann,Ben", "given_vertices"),
        ("solve dominating-set friends.dot --count 0", "packing"),
    ] {
        let document = answered(line);
        assert_eq!(document["status"], "unsatisfiable", "{line}");
        assert_eq!(document["certificate"]["kind"], kind, "{line}");
        assert_eq!(document["verified"], true, "{line}");
        let verdict = satranj("verify - --json").input(document.to_string()).call().exits(0).json();
        assert_eq!(verdict["valid"], true, "{line}");
    }
}

#[test]
fn forged_documents_are_refused() {
    let document = answered("solve independent-set friends.dot");
    let refused = |pointer: &str, value: Value| {
        let mut forged = document.clone();
        *forged.pointer_mut(pointer).expect("a field") = value;
        let ran = satranj("verify -").input(forged.to_string()).call();
        assert_eq!(ran.code, Some(4), "{pointer}: {}", ran.report());
    };
    refused("/solution/vertices", json!(["Ann", "Ben"]));
    refused("/solution/vertices", json!(["Ann", "Ann"]));
    refused("/solution/vertices", json!(["Zoe"]));
    refused("/objective", json!(3));
}

#[test]
fn a_loop_is_refused_where_it_has_a_meaning() {
    for asked in [
        "independent-set",
        "vertex-cover",
        "colouring",
        "dominating-set --total",
        "dominating-set --independent",
    ] {
        let line = asked.split_once(' ').map_or((asked, ""), |parts| parts);
        let report = ask(&format!("solve {} loop.dot {}", line.0, line.1)).complains(1);
        assert!(report.contains("loop.dot:1:24: "), "{report}");
        assert!(report.contains("an edge joins `b` with itself"), "{asked}: {report}");
    }
    for (asked, best) in [("clique loop.dot", 2), ("dominating-set loop.dot", 1)] {
        assert_eq!(answered(&format!("solve {asked}"))["objective"], best);
    }
    assert_eq!(ask("solve hamilton loop.dot --path --json").exits(0).json()["verified"], true);
    // The diagonal of a matrix does not affect its graph.
    assert_eq!(answered("solve colouring diagonal.mtx")["objective"], 2);
}

#[test]
fn formulas_say_what_methods_say() {
    let folder = folder();
    write(folder.path(), "friends.dot", FRIENDS);
    for (puzzle, best) in [
        ("independent-set friends.dot --count 2", true),
        ("independent-set friends.dot --count 3", false),
        ("clique friends.dot --count 3", true),
        ("clique friends.dot --count 4", false),
        ("vertex-cover friends.dot --count 3", true),
        ("vertex-cover friends.dot --count 2", false),
        ("dominating-set friends.dot --count 2 --total", true),
        ("colouring friends.dot --colours 3", true),
        ("colouring friends.dot --colours 2", false),
    ] {
        let export = format!("export {puzzle} -o formula.cnf");
        satranj(&export).within(folder.path()).run().exits(0);
        let text = crate::harness::read(&folder.path().join("formula.cnf"));
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(text.as_bytes()).expect("a formula");
        assert_eq!(solver.solve().expect("an answer"), best, "{puzzle}");
        if let Some(model) = solver.model() {
            let literals: Vec<String> =
                model.iter().map(|one| one.to_dimacs().to_string()).collect();
            let model = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
            let decode = satranj("decode formula.cnf.map.json - --json").within(folder.path());
            let decoded = decode.input(model).run().exits(0).json();
            assert_eq!(decoded["verified"], true, "{puzzle}");
        }
        for format in ["opb", "wcnf", "graph6", "edge"] {
            let line = format!("export {puzzle} --format {format}");
            let ran = satranj(&line).within(folder.path()).run();
            assert!(ran.code == Some(0) || format == "wcnf", "{line}: {}", ran.report());
        }
    }
}

#[test]
fn cliques_of_a_large_sparse_graph_are_proved() {
    let vertices = 100_000;
    let path: Vec<String> =
        (1..vertices).map(|vertex| format!("e {vertex} {}\n", vertex + 1)).collect();
    let path = path.concat();
    let folder = folder();
    write(folder.path(), "x.col", format!("p edge {vertices} {vertices}\n{path}e 1 3\n"));
    let line = |words: &str| satranj(words).within(folder.path()).run();
    let mut solved = line("solve clique x.col --json").exits(0).json();
    assert_eq!((&solved["objective"], &solved["verified"]), (&json!(3), &json!(true)));
    assert_eq!(solved["certificate"]["kind"], "clique_cover");
    let searched = line("solve clique x.col --precheck off --check none --json").exits(0).json();
    assert_eq!(searched["objective"], 3);
    // A colour for each pair of vertices would take more than there is.
    let refused =
        line("solve clique x.col --method sat:edges --precheck off --json").exits(3).json();
    assert_eq!(refused["reason"], "memory_limit");
    // Two adjacent vertices of one colour.
    let groups = solved["certificate"]["groups"].as_array_mut().expect("groups");
    let moved = groups[0].as_array_mut().and_then(Vec::pop).expect("a vertex");
    groups[1].as_array_mut().expect("a group").push(moved);
    write(folder.path(), "forged.json", solved.to_string());
    let forged = line("verify forged.json --json").exits(4).json();
    assert_eq!(forged["valid"], false);
}
