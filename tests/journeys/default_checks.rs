//! A "no" or an optimum that has no short certificate is proved by default, and the proof is checked;
//! so is a list of all solutions; a count is made twice.

use crate::harness::{
    answer, folder, satranj,
    schema::{problems_by, valid},
    write,
};
use serde_json::{Value, json};

/// Searches whose own proof is checked.
const RECORDED: [&str; 4] = [
    "tour 4x8 --closed --precheck off --method sat:cuts",
    "place 5x5 --piece knight --method sat:lines --precheck off",
    "dominate 6x6 --piece queen --method sat:cover",
    "hamilton petersen.txt --input-format edge-list --cycle --method sat:warm-cuts",
];

/// Answers without a short certificate, and the encoding of the formula that is refuted.
const PROVED: [(&str, &str); 14] = [
    ("tour 3x8 --closed", "cuts"),
    ("tour 3x8 --closed --method native:dfs", "cuts"),
    ("tour 4x4 --method sat:position", "position"),
    ("tour 4x4 --method native:frontier", "cuts"),
    ("hamilton petersen.txt --input-format edge-list --cycle", "cuts"),
    ("queens 3", "lines"),
    ("queens 3 --method native:dfs", "lines"),
    ("place 5x5 --piece queen --count 6 --method sat:edges --precheck off", "edges"),
    ("place 4x4 --army white:queen,black:queen", "lines"),
    ("dominate 6x6 --piece queen --count 2 --method sat:cover", "cover"),
    ("dominate 5x5 --piece queen", "cover"),
    ("colouring petersen.txt --input-format edge-list --colours 2 --precheck off", ""),
    ("dominating-set petersen.txt --input-format edge-list", ""),
    ("exchange guarini.txt --parallel", "planning"),
];

const PETERSEN: &str =
    "0 1\n1 2\n2 3\n3 4\n4 0\n0 5\n1 6\n2 7\n3 8\n4 9\n5 7\n7 9\n9 6\n6 8\n8 5\n";

#[test]
fn answers_of_every_puzzle_are_proved() {
    let folder = folder();
    write(folder.path(), "petersen.txt", PETERSEN);
    write(folder.path(), "guarini.txt", "N.N\n...\nn.n\n");
    for (line, encoding) in PROVED {
        let run = |more: &str| {
            let line = format!("solve {line} --json {more}");
            valid(satranj(&line).within(folder.path()).run().exits(0).json())
        };
        let document = run("--check full");
        assert_eq!(document["verified"], true, "{line}: {document}");
        assert_eq!(document.get("unchecked_because"), None, "{line}");
        if encoding.is_empty() {
            assert_ne!(document["certificate"], Value::Null, "{line}");
            continue;
        }
        let certificate = &document["certificate"];
        let said = (&certificate["kind"], &certificate["encoding"]);
        assert_eq!(said, (&json!("drat"), &json!(encoding)), "{line}: {document}");
        let none = run("--check none");
        let why = (&none["certificate"], &none["unchecked_because"]);
        assert_eq!(why, (&Value::Null, &json!("no check was requested")), "{line}");
        assert_eq!(none["verified"], none["status"] != "unsatisfiable", "{line}");
        // What the search added to the formula depends on the search.
        let adds = certificate["cuts"] != json!(0) || certificate.get("bound").is_some();
        assert!(adds || certificate.get("recorded").is_none(), "{line}: {certificate}");
        // The same is proved again, and another formula is refused.
        let verified = |document: &Value, format: &str| {
            satranj(&format!("verify - --format {format}")).input(document.to_string()).run()
        };
        assert_eq!(verified(&document, "json").exits(0).json()["proof"], true, "{line}");
        let mut forged = document.clone();
        forged["certificate"]["clauses"] = json!(1);
        let said = verified(&forged, "text").complains(4);
        let words = "the certificate does not hold: its formula is not that of the puzzle";
        assert!(said.contains(words), "{line}: {said}");
    }
}

/// Each takes milliseconds, of a share of a second.
#[test]
fn small_answers_are_proved_without_an_option() {
    for line in ["tour 3x8 --closed", "queens 3", "dominate 3x3 --piece king --method sat:cover"] {
        let document = valid(answer(&format!("solve {line} --json")).json());
        assert_eq!(document["certificate"]["kind"], "drat", "{line}: {document}");
    }
    let document = valid(answer("count queens 4 --json").json());
    assert_eq!(document.get("not_counted_again_because"), None, "{document}");
}

#[test]
fn the_proof_of_the_search_itself_is_checked() {
    let folder = folder();
    write(folder.path(), "petersen.txt", PETERSEN);
    for line in RECORDED {
        let run = satranj(&format!("solve {line} --json --check full"))
            .within(folder.path())
            .run()
            .exits(0);
        let mut document = valid(run.json());
        assert_eq!(document["certificate"]["recorded"], true, "{line}: {document}");
        let verify =
            |document: &Value| satranj("verify - --json").input(document.to_string()).run();
        assert_eq!(verify(&document).exits(0).json()["proof"], true, "{line}");
        // A formula that is not of this puzzle is refused.
        document["certificate"]["clauses"] = json!(1);
        verify(&document).exits(4);
    }
}

#[test]
fn a_second_search_shows_what_no_formula_states() {
    let folder = folder();
    write(folder.path(), "order.txt", "n.n\n...\nN.N\n\nn.N\n...\nN.n\n");
    let line = "solve exchange order.txt --check full";
    let run = |more: &str| satranj(&format!("{line} {more}")).within(folder.path()).run().exits(0);
    let document = valid(run("--json").json());
    let certificate = &document["certificate"];
    assert_eq!((&certificate["kind"], &document["verified"]), (&json!("search"), &json!(true)));
    let text = run("--format text");
    assert!(
        text.text().contains("no solution, none by a second, plain search of "),
        "{}",
        text.text()
    );
    let verified = |document: &Value, format: &str| {
        satranj(&format!("verify - --format {format}")).input(document.to_string()).run()
    };
    assert_eq!(verified(&document, "json").exits(0).json()["certificate"], true);
    let steps = certificate["steps"].as_u64().unwrap();
    for (field, forged, words) in [
        ("steps", steps - 1, "its search takes more, not "),
        ("steps", steps + 1, "its search takes "),
        ("better_than", 31, "the certificate `search` is about another value"),
    ] {
        let mut document = document.clone();
        document["certificate"][field] = json!(forged);
        let said = verified(&document, "text").complains(4);
        assert!(said.contains(words), "{field} {forged}: {said}");
    }
    let forged = json!({"puzzle": {"kind": "queens", "n": 4}, "status": "unsatisfiable",
        "verified": true, "solution": null, "certificate": {"kind": "search", "steps": 1_000_000}});
    let said = verified(&forged, "text").complains(4);
    assert!(said.contains("there is no solution, but there is one: "), "{said}");
}

#[test]
fn a_check_that_takes_more_than_its_share_is_stopped() {
    let line = "solve independent-set gnm:200,300 --count 106";
    let document = valid(answer(&format!("{line} --json")).json());
    assert_eq!(
        (&document["status"], &document["verified"]),
        (&json!("unsatisfiable"), &json!(false))
    );
    let why = "the proof takes more than its share of the time; --check full makes one";
    assert_eq!(document["unchecked_because"], why);
    assert!(document["timing"]["check_seconds"].as_f64().is_some_and(|seconds| seconds > 0.5));
    let text = answer(&format!("{line} --format text"));
    assert!(
        text.text().contains("no solution, search exhausted (not checked after 1."),
        "{}",
        text.report()
    );
}

/// Requests for all solutions, how many there are with their images, and the encoding of the proof.
const LISTED: [(&str, u64, &str); 11] = [
    ("queens 6 --all", 4, "lines"),
    ("queens 6 -n 9", 4, "lines"),
    ("queens 8 --all --up-to-symmetry", 92, "lines"),
    ("tour 5x5 --start a1 --all", 304, "vertex-elimination"),
    ("tour 3x10 --closed --all --up-to-symmetry", 16, "vertex-elimination"),
    ("tour 3x10 --closed --all --method sat:position", 16, "position"),
    ("place 4x4 --piece knight --count 7 --all", 48, "lines"),
    ("dominate 4x4 --piece king --all --method sat:cover", 256, "cover"),
    ("dominate 5x5 --piece queen --all --up-to-symmetry", 186, "cover"),
    ("colouring petersen.txt --input-format edge-list --colours 3 --all", 120, "direct"),
    ("route 5x5 a1 e5 --all", 8, "planning"),
];

#[test]
fn no_solution_is_missing() {
    let folder = folder();
    write(folder.path(), "petersen.txt", PETERSEN);
    for (line, all, encoding) in LISTED {
        let run = |more: &str| {
            let line = format!("solve {line} --json {more}");
            valid(satranj(&line).within(folder.path()).run().exits(0).json())
        };
        let document = run("");
        assert_eq!(document["status"], "all_solutions", "{line}");
        let proof = &document["no_other"];
        assert_eq!((&proof["excluding"], &proof["encoding"]), (&json!(all), &json!(encoding)));
        assert_eq!(document.get("unchecked_because"), None, "{line}");
        let none = run("--check none");
        assert_eq!(none["unchecked_because"], "no check was requested", "{line}");
        assert_eq!(none.get("no_other"), None, "{line}");
        let verified = |document: &Value, format: &str| {
            let line = format!("verify - --format {format}");
            satranj(&line).input(document.to_string()).run()
        };
        let verdict = verified(&document, "json").exits(0).json();
        let shown = (&verdict["proof"], &verdict["completeness_checked"]);
        assert_eq!(shown, (&json!(true), &json!(true)), "{line}: {verdict}");
        for (field, words) in [
            (
                "clauses",
                "the proof that there is no other solution does not hold: its formula is not",
            ),
            ("excluding", "`no_other.excluding` is 1, but the listed solutions make "),
        ] {
            let mut forged = document.clone();
            forged["no_other"][field] = json!(1);
            let said = verified(&forged, "text").complains(4);
            assert!(said.contains(words), "{line}, {field}: {said}");
        }
    }
    let text = satranj("solve queens 6 --all --format text").run().exits(0);
    let words = "all solutions (4) and verified, no other: proof of ";
    assert!(text.text().contains(words), "{}", text.text());
    let stream = satranj("solve queens 6 --all --json-stream").run().exits(0);
    let why = r#""unchecked_because":"a stream does not keep its solutions""#;
    assert!(stream.text().contains(why), "{}", stream.text());
}

/// Counts, and the method that counts a second time.
const COUNTED: [(&str, &str); 10] = [
    ("queens 8", "native:quadrants"),
    ("queens 8 --method native:dfs", "native:bitmask"),
    ("queens 6 --up-to-symmetry", "native:quadrants"),
    ("tour 5x5", "native:frontier"),
    ("tour 6x6 --closed", "native:halves"),
    ("place 4x4 --piece king --counts-by-k", "native:rows"),
    ("dominate 4x4 --piece king", "native:dfs"),
    ("independent-set petersen.txt --input-format edge-list", "graph:search"),
    ("colouring petersen.txt --input-format edge-list --colours 3", "sat:direct"),
    ("route 8x8 a1 h8", "graph:dijkstra"),
];

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn counts_are_made_twice() {
    let folder = folder();
    write(folder.path(), "petersen.txt", PETERSEN);
    for (line, method) in COUNTED {
        let run = |more: &str| {
            let line = format!("count {line} {more}");
            satranj(&line).within(folder.path()).run().exits(0)
        };
        let document = valid(run("--json --check full").json());
        assert_eq!(document["counted_again_by"], method, "{line}: {document}");
        assert_eq!(document.get("not_counted_again_because"), None, "{line}");
        let said = format!("counted again by {method}: the same\n");
        assert!(run("--format text --check full").text().contains(&said), "{line}");
        let none = valid(run("--json --check none").json());
        assert_eq!(none["not_counted_again_because"], "no check was requested", "{line}");
        let verified =
            |document: &Value| satranj("verify - --format text").input(document.to_string()).run();
        verified(&document).exits(0);
        for (named, words) in [
            (document["method"].clone(), "but that method counted first"),
            (json!("native:nothing"), "but no method has that name"),
        ] {
            let mut forged = document.clone();
            forged["counted_again_by"] = named;
            let said = verified(&forged).complains(4);
            assert!(said.contains(words), "{line}: {said}");
        }
    }
    let line = "count path petersen.txt 0 7 --input-format edge-list --format text";
    let alone = satranj(line).within(folder.path()).run().exits(0);
    assert!(alone.text().ends_with("not counted again: no other method counts them\n"));
}

#[test]
fn a_count_of_0_is_proved() {
    let document = valid(answer("count queens 3 --json").json());
    assert_eq!(document["certificate"]["kind"], "drat");
    assert_eq!(document["verified"], true);
    let text = answer("count queens 3 --format text");
    let words = "no solution: proof of 43 steps checked (formula: lines encoding)";
    assert!(text.text().contains(words), "{}", text.text());
    let verdict = satranj("verify - --json").input(document.to_string()).run().exits(0).json();
    assert_eq!(verdict["proof"], true, "{verdict}");
    let none = valid(answer("count queens 3 --json --check none").json());
    let said = (&none["verified"], &none["unchecked_because"]);
    assert_eq!(said, (&json!(false), &json!("no check was requested")));
}

/// The Petersen graph, a cycle of five vertices, and the Petersen graph again.
const GRAPHS: &str = "IheA@GUAo\nDhc\nIheA@GUAo\n";

#[test]
fn each_no_of_a_list_is_proved() {
    let folder = folder();
    write(folder.path(), "list.g6", GRAPHS);
    let run = |line: &str| satranj(line).within(folder.path()).run();
    let cases = |line: &str| -> Vec<Value> {
        let printed = run(line).exits(0);
        let lines = printed.text().lines().map(|line| serde_json::from_str(line).unwrap());
        lines.inspect(|line| assert_eq!(problems_by("satranj.stream/1", line), [""; 0])).collect()
    };
    let solved = cases("solve hamilton list.g6 --cycle --json");
    let kinds: Vec<&Value> = solved.iter().map(|case| &case["certificate"]["kind"]).collect();
    assert_eq!(kinds[..3], [&json!("drat"), &Value::Null, &json!("drat")]);
    let text = run("solve hamilton list.g6 --cycle --check none --format text").exits(0);
    let why = "(not checked: no check was requested)";
    let rows = format!("Case 1: impossible {why}\nCase 2: possible\nCase 3: impossible {why}\n");
    assert_eq!(text.text(), rows);
    let only = run("solve hamilton list.g6 --cycle --check none --only no").exits(0);
    assert!(only.report().contains("3 graphs: 1 yes, 2 no; 2 not checked"), "{}", only.report());
    let counted = cases("count hamilton list.g6 --cycle --json");
    assert_eq!(counted[0]["certificate"]["kind"], "drat");
    assert_eq!(counted[1]["counted_again_by"], "native:frontier", "{}", counted[1]);
    for case in &cases("solve dominating-set list.g6 --json")[..3] {
        assert!(case["certificate"]["kind"].is_string(), "{case}");
    }
}

#[test]
fn a_lightest_set_is_proved() {
    let folder = folder();
    let edges = PETERSEN.lines().map(|edge| edge.replace(' ', " -- ")).collect::<Vec<_>>();
    let weights: Vec<String> = (0..10).map(|at| format!("{at} [weight={}]", 3 + at % 4)).collect();
    let dot = format!("graph {{ {}; {} }}", weights.join("; "), edges.join("; "));
    write(folder.path(), "weighted.dot", &dot);
    for kind in ["dominating-set", "vertex-cover", "independent-set"] {
        let line = format!("solve {kind} weighted.dot --weighted --json");
        let document = valid(satranj(&line).within(folder.path()).run().exits(0).json());
        assert_eq!(document["status"], "optimal");
        assert_ne!(document["certificate"], Value::Null, "{kind}: {document}");
        assert_eq!(document.get("unchecked_because"), None, "{kind}");
    }
}

#[test]
fn an_optimum_of_zero_has_no_recorded_proof_that_nothing_exists() {
    let folder = folder();
    write(folder.path(), "one.txt", "1\n\n3 3\n...\n...\n.1.\n");
    write(folder.path(), "no-edges.json", r#"{"nodes":[{"id":1},{"id":2}],"links":[]}"#);
    for line in [
        "meet one.txt --case 1 --method sat:assignment --precheck off",
        "vertex-cover no-edges.json --method sat:ends --precheck off",
    ] {
        let line = format!("solve {line} --json");
        let document = valid(satranj(&line).within(folder.path()).run().exits(0).json());
        let shown = (&document["status"], &document["objective"], &document["verified"]);
        assert_eq!(shown, (&json!("optimal"), &json!(0), &json!(true)), "{document}");
        satranj("verify -").input(document.to_string()).run().exits(0);
    }
}
