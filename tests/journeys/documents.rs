//! A user's scripts read the documents: each matches its published schema.

use std::collections::BTreeSet;

use crate::harness::{
    answer, dimacs_solver, folder, read, satranj,
    schema::{SCHEMAS, problems, problems_by, valid},
};
use serde_json::{Value, json};

/// The keys of a solution document besides `solution` or `solutions`.
const SOLUTION_KEYS: [&str; 15] = [
    "schema",
    "version",
    "puzzle",
    "instance",
    "method",
    "solver",
    "seed",
    "options",
    "status",
    "reason",
    "verified",
    "certificate",
    "statistics",
    "timing",
    "solution",
];

/// Command lines for every status, reason and certificate, with the exit code and the required words.
const SOLVED: &[(&str, i32, &str, &str)] = &[
    ("tour 8x8 --closed", 0, "satisfied", ""),
    ("tour 8x8 --start g5 --method native:warnsdorff", 0, "satisfied", ""),
    ("tour 1x1", 0, "satisfied", ""),
    ("tour 12x12 --piece queen+knight --seed 9 --amo ladder --precheck off", 0, "satisfied", ""),
    ("tour 3x4 --given a1-c2 --block d3 --method native:dfs --order roth", 0, "satisfied", ""),
    ("tour 3x4 --start a1 --end d3 --given a1-c2 --method graph:search", 0, "satisfied", ""),
    ("tour 3x4 --method sat:position --start a1", 0, "satisfied", ""),
    ("tour 3x4 -n 3", 0, "satisfied", "solutions"),
    ("tour 3x4 -n 100 --method native:dfs", 0, "all_solutions", "solutions"),
    ("tour 3x4 --all", 0, "all_solutions", "solutions"),
    ("tour 4x4 --all", 0, "unsatisfiable", "solutions"),
    ("tour 4x4 --precheck off", 0, "unsatisfiable", ""),
    ("tour 5x5 --closed", 0, "unsatisfiable", "colour_parity"),
    ("tour 5x5 --start a2", 0, "unsatisfiable", "colour_parity"),
    ("tour 3x3", 0, "unsatisfiable", "low_degree"),
    ("tour 2x5 --piece wazir --block c1,c2", 0, "unsatisfiable", "disconnected"),
    ("tour 3x3 --piece king --block a1,a2,b1,c2,c3,b3 --start b2", 0, "unsatisfiable", ""),
    ("tour 1x5 --piece wazir --closed", 0, "unsatisfiable", "low_degree"),
    ("tour 3x3 --piece king --closed --block a1,b1,b3,c3", 0, "unsatisfiable", "articulation"),
    ("tour 6x6 --given c3-a4,c3-b5,c3-d5", 0, "unsatisfiable", "given_moves"),
    ("tour 8x8 --time-limit 0s", 3, "unknown", "time_limit"),
    ("tour 8x8 --node-limit 0", 3, "unknown", "node_limit"),
    ("tour 8x8 --method native:dfs --node-limit 50 --all", 3, "unknown", "node_limit"),
    ("tour 900x900 --memory-limit 20MiB", 3, "unknown", "memory_limit"),
];

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn solution_documents_follow_their_schema_in_every_status() {
    for &(line, code, status, detail) in SOLVED {
        let ran = satranj(&format!("solve {line} --json")).call().exits(code);
        let document = valid(ran.json());
        assert_eq!(
            (&document["status"], &document["schema"]),
            (&json!(status), &json!("satranj.solution/1"))
        );
        let many = line.contains(" -n ") || line.contains("--all");
        let solution = if many { "solutions" } else { "solution" };
        let mut expected = BTreeSet::from(SOLUTION_KEYS);
        expected.remove("solution");
        expected.insert(solution);
        if let Some(turns) = document["portfolio"].as_array() {
            expected.insert("portfolio");
            assert!(document["method"] == "auto" && !turns.is_empty(), "{line}");
        }
        if status == "all_solutions" {
            expected.insert("no_other");
        }
        let answered = document["method"] == "auto" && status == "satisfied";
        assert!(!answered || document["portfolio"].is_array(), "{line}");
        assert_eq!(keys(&document), expected, "{line}");
        assert_eq!(document["reason"].is_null(), status != "unknown", "{line}");
        let details = [&document["reason"], &document["certificate"]["kind"]];
        let report = detail.is_empty() || detail == solution || details.contains(&&json!(detail));
        assert!(report, "{line}: {document}");
        let found = match &document[solution] {
            Value::Array(solutions) => !solutions.is_empty(),
            solution => !solution.is_null(),
        };
        assert_eq!(found, ["satisfied", "all_solutions"].contains(&status), "{line}: {document}");
        let certified = !document["certificate"].is_null();
        assert_eq!(document["verified"], found || certified, "{line}: {document}");
        assert!(status == "unsatisfiable" || !certified, "{line}: {document}");
    }
}

#[test]
fn the_parts_of_a_document_have_the_agreed_keys() {
    let line = "solve tour 4x5 --block a1 --start b1 --given b1-d2 --seed 3 --order roth \
                --method native:dfs --precheck on --json";
    let document = valid(answer(line).json());
    assert_eq!(document["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&document["seed"], &document["method"]), (&json!(3), &json!("native:dfs")));
    assert_eq!(document["solver"], Value::Null);
    assert_eq!(document["options"], json!({"order": "roth", "precheck": true}));
    assert_eq!(
        document["puzzle"],
        json!({"kind": "tour", "piece": "knight", "closed": false, "start": "b1",
            "given": [["b1", "d2"]], "board": {"rows": 4, "columns": 5, "blocked": ["a1"]}})
    );
    let statistics =
        ["nodes", "backtracks", "variables", "clauses", "rounds", "cuts", "merges", "attempts"];
    let reductions =
        ["parity_reductions", "window_reductions", "forced_edges", "direction_clauses"];
    let statistics = statistics.into_iter().chain(reductions);
    assert_eq!(keys(&document["statistics"]), statistics.collect());
    let timing =
        ["encode_seconds", "solve_seconds", "verify_seconds", "total_seconds", "cpu_seconds"];
    assert_eq!(keys(&document["timing"]), BTreeSet::from(timing));
    let seconds = |name: &str| document["timing"][name].as_f64().expect("seconds");
    let parts = seconds("encode_seconds") + seconds("solve_seconds") + seconds("verify_seconds");
    assert!((parts - seconds("total_seconds")).abs() < 1e-6, "{document}");
    let solved = valid(answer("solve tour 6x6 --json").json());
    assert_eq!(solved["solver"], "varisat 0.2.2");
    assert_eq!(keys(&solved["puzzle"]), BTreeSet::from(["kind", "board", "piece", "closed"]));
    assert_eq!(keys(&solved["puzzle"]["board"]), BTreeSet::from(["rows", "columns", "blocked"]));
    assert_eq!(keys(&solved["solution"]), BTreeSet::from(["path"]));
    assert_eq!(solved["options"], json!({}));
}

#[test]
fn an_instance_is_the_digest_of_the_puzzle_as_printed() {
    let ran = answer("solve tour 4x5 --block a1 --json");
    let after = ran.text().split_once("\"puzzle\":").expect("a puzzle").1;
    let puzzle = after.split_once(",\"instance\"").expect("an instance follows").0;
    let instance = satranj::documents::sha256(puzzle.as_bytes());
    assert_eq!(ran.json()["instance"], instance);
    // However it is stated, and with any method, it is the same instance.
    for line in ["tour 4x5 --block 3,0 --method graph:search", "tour 4x5 --piece knight --block a1"]
    {
        assert_eq!(answer(&format!("solve {line} --json")).json()["instance"], instance);
    }
    let other = answer("solve tour 5x4 --block a1 --json").json();
    assert_ne!(other["instance"], instance);
}

#[test]
fn every_document_states_its_puzzle_again() {
    let folder = folder();
    let puzzle = "tour 3x4 --start a1 --given a1-c2";
    satranj(&format!("export {puzzle} -o t.cnf")).within(folder.path()).run().exits(0);
    let map = read(&folder.path().join("t.cnf.map.json"));
    let solved = answer(&format!("solve {puzzle} --json"));
    let instance = solved.json()["instance"].clone();
    let documents = [
        solved.text().to_string(),
        solved.json()["puzzle"].to_string(),
        answer(&format!("solve {puzzle} --all --json")).text().into(),
        answer(&format!("count {puzzle} --json")).text().into(),
        answer(&format!("compare {puzzle} --runs 1 --warmup 0 --json")).text().into(),
        map,
    ];
    for document in documents {
        let again = satranj("solve --from - --json").input(document.clone()).call().exits(0);
        assert_eq!(again.json()["instance"], instance, "{document}");
    }
}

#[test]
fn count_documents_follow_their_schema() {
    let expected = [
        "schema",
        "version",
        "puzzle",
        "instance",
        "method",
        "solver",
        "seed",
        "options",
        "status",
        "reason",
        "count",
        "directed",
        "undirected",
        "verified",
        "certificate",
        "statistics",
        "timing",
    ];
    for (line, code, status, count, verified) in [
        ("tour 3x4", 0, "all_solutions", "16", true),
        ("tour 3x4 --method sat:cuts", 0, "all_solutions", "16", true),
        ("tour 4x4", 0, "unsatisfiable", "0", true),
        ("tour 5x5 --closed", 0, "unsatisfiable", "0", true),
    ] {
        let ran = satranj(&format!("count {line} --json")).call().exits(code);
        let document = valid(ran.json());
        let mut expected = BTreeSet::from(expected);
        if count != "0" {
            expected.insert("counted_again_by");
        }
        assert_eq!(keys(&document), expected, "{line}");
        assert_eq!(
            (&document["status"], &document["count"]),
            (&json!(status), &json!(count)),
            "{line}"
        );
        assert_eq!(document["verified"], verified, "{line}: {document}");
    }
    let line = "count tour 6x6 --method native:dfs --node-limit 1000 --json";
    let document = valid(satranj(line).call().exits(3).json());
    let mut unknown = BTreeSet::from(expected);
    unknown.extend(["at_least"]);
    // The counts so far.
    unknown.retain(|field| !field.contains("directed"));
    assert_eq!(keys(&document), unknown);
    assert_eq!((&document["count"], &document["at_least"]), (&Value::Null, &json!("0")));
    assert_eq!((&document["status"], &document["verified"]), (&json!("unknown"), &json!(false)));
}

#[test]
fn maps_decoded_documents_and_verdicts_follow_their_schemas() {
    let folder = folder();
    satranj("export tour 3x4 -o t.cnf").within(folder.path()).run().exits(0);
    let map: Value =
        serde_json::from_str(&read(&folder.path().join("t.cnf.map.json"))).expect("JSON");
    let map = valid(map);
    let expected = [
        "schema",
        "version",
        "puzzle",
        "instance",
        "format",
        "encoding",
        "amo",
        "reductions",
        "variables",
        "clauses",
        "formula",
        "digest",
    ];
    assert_eq!(keys(&map), BTreeSet::from(expected));
    let solved = dimacs_solver().argument(folder.path().join("t.cnf")).run().exits(10);
    satranj("export tour 4x4 -o no.cnf").within(folder.path()).run().exits(0);
    // A false "no" is not a document.
    let said =
        satranj("decode t.cnf.map.json").within(folder.path()).input("s UNSATISFIABLE\n").run();
    assert!(said.complains(4).contains("the solver is wrong: it says UNSATISFIABLE"));
    for (map, output, code) in
        [("t", solved.text(), 0), ("no", "s UNSATISFIABLE\n", 0), ("t", "s UNKNOWN\n", 3)]
    {
        let decode = satranj(&format!("decode {map}.cnf.map.json --json"));
        let decoded = decode.within(folder.path()).input(output).run().exits(code);
        let document = valid(decoded.json());
        assert_eq!(keys(&document), BTreeSet::from(SOLUTION_KEYS));
        let verdict = satranj("verify - --json").input(decoded.stdout).call().exits(0);
        let verdict = valid(verdict.json());
        let expected = [
            "schema",
            "version",
            "document",
            "valid",
            "checked",
            "optimality_checked",
            "problem",
            "proof",
            "reason",
            "solutions",
            "certificate",
            "completeness_checked",
            "counterexample",
        ];
        assert_eq!(keys(&verdict), BTreeSet::from(expected));
    }
    let mut wrong = answer("solve tour 3x4 --json").json();
    wrong["solution"]["path"][0] = "b2".into();
    let ran = satranj("verify - --json").input(wrong.to_string()).call().exits(4);
    let verdict = valid(ran.json());
    assert_eq!(verdict["valid"], false);
    assert!(ran.only_complaint().ends_with(verdict["problem"].as_str().expect("a problem")));
}

#[test]
fn streams_are_lines_of_typed_json() {
    for (line, code, solutions) in [
        ("tour 3x4", 0, 1),
        ("tour 3x4 -n 5", 0, 5),
        ("tour 3x4 --all", 0, 16),
        ("tour 4x4", 0, 0),
        ("tour 8x8 --time-limit 0s", 3, 0),
    ] {
        let ran = satranj(&format!("solve {line} --json-stream")).call().exits(code);
        let mut lines = ran.json_lines();
        let mut status = lines.pop().expect("a status");
        assert_eq!(lines.len(), solutions, "{}", ran.report());
        assert!(lines.iter().all(|line| line["type"] == "solution"), "{}", ran.report());
        assert!(lines.iter().all(|line| keys(line) == BTreeSet::from(["type", "solution"])));
        assert_eq!(
            (&status["type"], &status["solutions_found"]),
            (&json!("status"), &json!(solutions))
        );
        // With its solutions put back, the status is the document.
        let fields = status.as_object_mut().expect("an object");
        let found: Vec<Value> = lines.iter().map(|line| line["solution"].clone()).collect();
        fields.insert("solutions".into(), found.into());
        fields.remove("type");
        fields.remove("solutions_found");
        let status = valid(status);
        let document = satranj(&format!("solve {line} --json")).call().exits(code).json();
        for key in ["puzzle", "instance", "status", "reason", "certificate", "verified"] {
            assert_eq!(status[key], document[key], "{line}: {key}");
        }
        if let Some(first) = document["solutions"].get(0).or(document.get("solution")) {
            assert!(first.is_null() || status["solutions"][0] == *first, "{line}");
        }
    }
}

#[test]
fn every_schema_is_published_and_refuses_what_is_wrong() {
    let names: Vec<&str> = SCHEMAS.keys().map(String::as_str).collect();
    let expected = [
        "batch",
        "comparison",
        "count",
        "cube-part",
        "families",
        "info",
        "job",
        "list",
        "manifest",
        "map",
        "methods",
        "named-model",
        "part",
        "results",
        "schemas",
        "seeds",
        "sizes",
        "solution",
        "statement",
        "statements",
        "stream",
        "suite",
        "verdict",
        "verdicts",
    ];
    assert_eq!(names, expected.map(|name| format!("satranj.{name}/1")));
    let listed = answer("list schemas --format text");
    assert_eq!(listed.text().lines().collect::<BTreeSet<_>>(), names.into_iter().collect());
    let good = valid(answer("solve tour 3x4 --json").json());
    for key in SOLUTION_KEYS {
        if key == "schema" {
            continue; // it says which schema to check against
        }
        let mut document = good.clone();
        document.as_object_mut().expect("an object").remove(key);
        assert!(!problems(&document).is_empty(), "{key} is missing");
    }
    for (pointer, value) in [
        ("/status", json!("maybe")),
        ("/reason", json!("tired")),
        ("/verified", json!("yes")),
        ("/seed", json!(-1)),
        ("/solution", json!({"path": [["a1"]]})),
        ("/solution", json!({"path": "a1"})),
        ("/solution/path/0", json!(3)),
        ("/puzzle/board/rows", json!("8")),
        ("/puzzle/kind", json!("chess")),
        ("/certificate", json!({"kind": "magic", "squares": []})),
        ("/timing/total_seconds", json!(null)),
    ] {
        let mut document = good.clone();
        *document.pointer_mut(pointer).expect(pointer) = value.clone();
        assert!(!problems(&document).is_empty(), "{pointer}: {value}");
    }
}

#[test]
fn documents_are_one_line_of_json_when_piped_or_written() {
    let folder = folder();
    let piped = answer("solve tour 3x4");
    assert_eq!(piped.text().lines().count(), 1);
    let ran = satranj("solve tour 3x4 -o t.json").within(folder.path()).run().exits(0);
    assert!(ran.stdout.is_empty());
    let written: Value = serde_json::from_str(&read(&folder.path().join("t.json"))).expect("JSON");
    assert_eq!(valid(written)["solution"], piped.json()["solution"]);
    for kind in ["puzzles", "methods", "encodings", "solvers", "formats", "pieces"] {
        let list = answer(&format!("list {kind} --json")).json();
        for entry in list.as_array().expect("a list") {
            let mut expected = BTreeSet::from(["name", "summary"]);
            if kind == "methods" {
                expected.extend(["puzzle", "default", "complete", "options", "constraints"]);
            }
            assert_eq!(keys(entry), expected, "{kind}");
        }
    }
}

#[test]
fn lists_print_what_their_schemas_have_and_each_method_once() {
    for (list, schema) in [
        ("methods", "satranj.methods/1"),
        ("families", "satranj.families/1"),
        ("encodings", "satranj.list/1"),
    ] {
        let listed = answer(&format!("list {list} --json")).json();
        assert_eq!(problems_by(schema, &listed), Vec::<String>::new());
    }
    let listed = answer("list methods --json").json();
    let listed = listed.as_array().expect("a list");
    assert!(
        listed.iter().all(|method| method["complete"].is_boolean() && method["options"].is_array())
    );
    for (place, method) in listed.iter().enumerate() {
        assert!(!listed[..place].contains(method), "{method}");
    }
}
