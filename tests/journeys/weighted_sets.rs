//! A user asks for the heaviest or the lightest set of vertices of a graph: from the file to the
//! answer, its reason, formulas for other solvers and back.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    documentation::root,
    harness::{Ran, checked::rejects, folder, graphs::weighted, read, satranj, write},
};

/// A cycle of five friends with a chord; a missing weight is 1.
const FRIENDS: &str = "graph { Ann [weight=9]; Ben [weight=2]; Cem [weight=4]; Eve [weight=7];
    Ann -- Ben -- Cem -- Dan -- Eve -- Ann; Ann -- Cem }";

/// A graph of two colours.
const PATH: &str = "p edge 4 3\nn 1 2\nn 2 9\nn 3 8\nn 4 5\ne 1 2\ne 2 3\ne 3 4\n";

fn ask(line: &str) -> Ran {
    let folder = folder();
    write(folder.path(), "friends.dot", FRIENDS);
    write(folder.path(), "path.wclq", PATH);
    satranj(line).within(folder.path()).run()
}

fn answered(line: &str) -> Value {
    ask(&format!("{line} --json")).exits(0).json()
}

fn sorted(names: &Value) -> Vec<&str> {
    let mut names: Vec<&str> =
        names.as_array().expect("names").iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_best_weight_is_found_and_proved() {
    for (line, best, names) in [
        ("independent-set friends.dot", 11, json!(["Eve", "Cem"])),
        ("independent-set friends.dot --given Dan", 10, json!(["Ann", "Dan"])),
        ("independent-set friends.dot --block Cem,Ann", 9, json!(["Ben", "Eve"])),
        ("clique friends.dot", 16, json!(["Ann", "Eve"])),
        ("vertex-cover friends.dot", 12, json!(["Ann", "Ben", "Dan"])),
        ("vertex-cover friends.dot --block Ann", 13, json!(["Ben", "Cem", "Eve"])),
        ("dominating-set friends.dot", 3, json!(["Ben", "Dan"])),
        ("dominating-set friends.dot --independent --given Cem", 11, json!(["Cem", "Eve"])),
        ("dominating-set friends.dot --total", 5, json!(["Cem", "Dan"])),
        ("independent-set friends.dot --least", 3, json!(["Ben", "Dan"])),
        ("independent-set path.wclq", 14, json!(["2", "4"])),
        ("vertex-cover path.wclq", 10, json!(["1", "3"])),
    ] {
        let document = answered(&format!("solve {line} --weighted"));
        assert_eq!(document["status"], "optimal", "{line}");
        assert_eq!(document["objective"], best, "{line}");
        assert_eq!(sorted(&document["solution"]["vertices"]), sorted(&names), "{line}");
        assert_eq!(document["verified"], true, "{line}");
        let verdict = satranj("verify - --json").input(document.to_string()).call().exits(0).json();
        assert_eq!(verdict["valid"], true, "{line}");
    }
}

#[test]
fn reasons_are_certificates() {
    for (line, kind, denominator) in [
        ("vertex-cover path.wclq --weighted", "weighted_clique_cover", None),
        ("independent-set path.wclq --weighted", "weighted_clique_cover", None),
        ("clique friends.dot --weighted", "weighted_clique_cover", None),
        ("dominating-set friends.dot --weighted", "prices", None),
        ("independent-set cycle:7", "weighted_clique_cover", Some(2)),
        ("independent-set cycle:7 --method graph:search", "weighted_clique_cover", Some(2)),
        ("vertex-cover cycle:9", "weighted_clique_cover", Some(2)),
        ("dominating-set cycle:7", "prices", Some(3)),
    ] {
        let document = answered(&format!("solve {line}"));
        assert_eq!(document["certificate"]["kind"], kind, "{line}: {document}");
        assert_eq!(document["certificate"]["denominator"].as_u64(), denominator, "{line}");
        for pointer in ["/groups/0/weight", "/prices/0/price", "/denominator"] {
            let pointer = format!("/certificate{pointer}");
            for change in [-1_i64, 1] {
                let mut forged = document.clone();
                let Some(value) = forged.pointer_mut(&pointer) else { continue };
                *value = (value.as_i64().expect("a number") + change).into();
                let ran = satranj("verify -").input(forged.to_string()).call();
                assert_eq!(ran.code, Some(4), "{line} {pointer} {change}: {}", ran.report());
            }
        }
        let mut forged = document;
        forged["objective"] = json!(4);
        let ran = satranj("verify -").input(forged.to_string()).call();
        assert_eq!(ran.code, Some(4), "{line}: {}", ran.report());
    }
    // A reason about the number of vertices says nothing about their weight.
    let mut document = answered("solve independent-set friends.dot");
    document["puzzle"]["weights"] = json!([9, 2, 4, 1, 7]);
    assert_eq!(satranj("verify -").input(document.to_string()).call().code, Some(4));
}

#[test]
fn groups_of_great_weight_refute_nothing() {
    let refuted = |given: &[&str], groups: Value| {
        json!({
            "schema": "satranj.solution/1", "status": "unsatisfiable", "certificate": groups,
            "puzzle": {"kind": "independent-set", "graph": {"vertices": ["a", "b"], "edges": []},
                "given": given, "count": 2},
        })
    };
    let half = 1_u64 << 63;
    let group = |name: &str, weight: u64| json!({"vertices": [name], "weight": weight});
    let cover = |groups: &[Value]| json!({"kind": "weighted_clique_cover", "groups": groups});
    // Two groups of weight 1 are together more than one.
    let mut halves = cover(&[group("a", half), group("b", half)]);
    halves["denominator"] = half.into();
    for document in [refuted(&[], halves), refuted(&["a"], cover(&[group("b", u64::MAX)]))] {
        rejects(&document, "but 2 are requested");
    }
}

#[test]
fn all_of_the_best_weight_are_listed_and_counted() {
    let folder = folder();
    write(
        folder.path(),
        "square.dot",
        "graph { a [weight=3]; c [weight=3]; b [weight=6]; a -- b -- c -- d -- a }",
    );
    let run = |line: &str| satranj(line).within(folder.path()).run().exits(0).json();
    let listed = run("solve independent-set square.dot --weighted --all --json");
    assert_eq!(listed["solutions"].as_array().map(Vec::len), Some(1), "{listed}");
    for method in ["native:cliques", "sat:edges", "sat:lines"] {
        let line = format!("count clique square.dot --weighted --method {method} --json");
        let counted = run(&line);
        assert_eq!((&counted["count"], &counted["objective"]), (&json!("2"), &json!(9)), "{line}");
    }
    let counted = run("count dominating-set square.dot --weighted --json");
    assert_eq!((&counted["count"], &counted["objective"]), (&json!("2"), &json!(4)));
}

#[test]
fn equal_weights_of_one_are_counted() {
    let folder = folder();
    write(folder.path(), "ones.dot", "graph { a [weight=1]; a -- b -- c }");
    let ran =
        satranj("solve independent-set ones.dot --weighted --json").within(folder.path()).run();
    let document = ran.exits(0).json();
    assert_eq!((&document["objective"], &document["puzzle"]["weights"]), (&json!(2), &Value::Null));
}

#[test]
fn formulas_and_graphs_carry_the_weights() {
    let folder = folder();
    write(folder.path(), "friends.dot", FRIENDS);
    let export = |line: &str| {
        satranj(&format!("export {line}")).within(folder.path()).run().exits(0);
    };
    export("independent-set friends.dot --weighted -o a.wcnf");
    let wcnf = read(&folder.path().join("a.wcnf"));
    for soft in ["9 1 0", "2 2 0", "4 3 0", "7 4 0", "1 5 0"] {
        assert!(wcnf.lines().any(|line| line == soft), "{soft}: {wcnf}");
    }
    export("vertex-cover friends.dot --weighted -o a.opb");
    let opb = read(&folder.path().join("a.opb"));
    assert!(opb.contains("min: +9 x1 +2 x2 +4 x3 +7 x4 +1 x5;"), "{opb}");
    export("vertex-cover friends.dot --weighted --encoding ends --format opb -o b.opb");
    let opb = read(&folder.path().join("b.opb"));
    assert!(opb.contains("min: +9 x1 +2 x2 +4 x3 +7 x4 +1 x5;"), "{opb}");
    // A solver that claims too much weight is refuted.
    let document = satranj("decode a.opb.map.json --json").within(folder.path());
    assert_eq!(document.input("s OPTIMUM FOUND\no 11\nv x1 x2 -x3 -x4 x5\n").run().code, Some(4));
    let document = satranj("decode a.opb.map.json --json").within(folder.path());
    let document =
        document.input("s OPTIMUM FOUND\no 12\nv x1 x2 -x3 -x4 x5\n").run().exits(0).json();
    assert_eq!(document["objective"], 12);
    for format in ["edge", "dot", "graphml", "gml", "node-link"] {
        export(&format!("clique friends.dot --weighted --format {format} -o again.{format}"));
        let line = format!("solve clique again.{format} --input-format {format} --weighted --json");
        let document = satranj(&line).within(folder.path()).run().exits(0).json();
        assert_eq!(document["objective"], 16, "{format}");
    }
}

#[test]
fn proofs_show_that_nothing_is_heavier() {
    let folder = folder();
    let edges: Vec<String> = (0..7).map(|at| format!("v{at} -- v{}", (at + 1) % 7)).collect();
    let weights: Vec<String> = (0..7).map(|at| format!("v{at} [weight={}]", 3 + at % 2)).collect();
    write(
        folder.path(),
        "ring.dot",
        format!("graph {{ {}; {} }}", weights.join("; "), edges.join("; ")),
    );
    let line = "solve independent-set ring.dot --weighted --method sat:edges --precheck off --proof p.drat --json";
    let document = satranj(line).within(folder.path()).run().exits(0).json();
    assert_eq!((&document["status"], &document["objective"]), (&json!("optimal"), &json!(12)));
    let report = satranj("verify - --json").input(document.to_string()).within(folder.path()).run();
    assert_eq!(report.exits(0).json()["valid"], true);
}

#[test]
fn limits_end_a_search_for_weights() {
    let folder = folder();
    let graph = read(&root().join("tests/graphs/random-200.col"));
    let graph = weighted(&graph, |vertex| vertex * 37 % 200 + 1);
    write(folder.path(), "a.wclq", graph);
    for asked in [
        "independent-set a.wclq --method native:cliques",
        "vertex-cover a.wclq --method native:cliques",
        "dominating-set a.wclq --method native:dfs",
        "independent-set a.wclq --method sat:edges",
        "dominating-set a.wclq --method sat:cover",
    ] {
        let line = format!("solve {asked} --weighted --json");
        let ran = satranj(&format!("{line} --time-limit 0.3s")).within(folder.path()).run();
        let ran = ran.ends_soon_after(Duration::from_millis(300));
        let document = ran.json();
        if document["status"] != "optimal" {
            assert_eq!((ran.code, &document["reason"]), (Some(3), &json!("time_limit")), "{asked}");
        }
        let ran = satranj(&format!("{line} --memory-limit 100KiB")).within(folder.path()).run();
        assert_eq!(ran.code, Some(3), "{asked}: {}", ran.report());
        let nodes = satranj(&format!("{line} --node-limit 3")).within(folder.path()).run();
        assert_eq!(nodes.json()["statistics"]["nodes"], 3, "{asked}");
    }
}

#[test]
fn a_message_says_which_weights_are_ignored() {
    let folder = folder();
    write(folder.path(), "both.dot", "graph { a [weight=3]; a -- b -- c -- a [weight=2] }");
    write(folder.path(), "roads.csv", "source,target,weight\na,b,1.5\nb,c,2\nc,a,3\n");
    write(folder.path(), "a.tour", "TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1\n2\n3\n-1\nEOF\n");
    let suite = json!({"schema": "satranj.suite/1", "name": "s", "title": "S", "runs": 1,
        "warmup": 0, "time_limit": "1h", "experiments": [{"name": "e", "title": "E",
        "methods": ["sat:cuts"], "instances": {"graphs": {"files": "roads.csv"}}}]});
    write(folder.path(), "suite.json", suite.to_string());
    let report = |line: &str| satranj(line).within(folder.path()).run().exits(0).stderr;
    for (line, ignored) in [
        ("solve hamilton roads.csv", "hamilton ignores the weights of the edges"),
        ("count hamilton roads.csv", "hamilton ignores the weights of the edges"),
        ("compare clique roads.csv -q", ""),
        ("compare clique roads.csv", "clique ignores the weights of the edges"),
        ("export hamilton roads.csv --format dot", "hamilton ignores the weights of the edges"),
        ("solve hamilton roads.csv --quiet", ""),
        ("verify a.tour --of roads.csv", "hamilton ignores the weights of the edges"),
        ("verify a.tour --of roads.csv -q", ""),
        ("decode roads.csv a.tour", "hamilton ignores the weights of the edges"),
        ("decode roads.csv a.tour -q", ""),
        ("solve hamilton roads.csv --columns source,target", ""),
        ("solve path roads.csv a b", ""),
        ("solve path roads.csv a b --unweighted", ""),
        (
            "solve colouring both.dot",
            "colouring ignores the weights of the edges and of the vertices",
        ),
        (
            "solve mapf both.dot --agents a:b",
            "mapf ignores the weights of the edges and of the vertices",
        ),
        ("solve path both.dot a b", "path ignores the weights of the vertices"),
        ("solve clique both.dot --weighted", "clique ignores the weights of the edges"),
        (
            "solve clique both.dot",
            "clique without --weighted ignores the weights of the edges and of the vertices",
        ),
    ] {
        let is_graph = |word: &&str| word.contains(".csv") || word.contains(".dot");
        let file = line.split(' ').find(is_graph).expect("a file");
        let expected = if ignored.is_empty() {
            String::new()
        } else {
            format!("satranj: {file}: {ignored}\n")
        };
        assert_eq!(report(line), expected, "{line}");
    }
    let said = report("bench suite.json --json");
    assert!(said.contains("roads.csv: hamilton ignores the weights of the edges\n"), "{said}");
    assert_eq!(report("bench suite.json --json -q"), "");
}
