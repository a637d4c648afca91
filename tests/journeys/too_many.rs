//! Listing very many solutions needs a stream: a document says so, and holds the first of them.

use std::{collections::BTreeSet, path::Path};

use crate::harness::{answer, folder, satranj, schema::valid, write};
use serde_json::Value;

/// The suggestions in every refusal.
const INSTEAD: [&str; 3] = ["--json-stream", "-n K", "satranj count"];

/// Boards with this many placements of one king.
const AS_MANY: &str = "place 100x100 --piece king --count 1";
const TOO_MANY: &str = "place 100x101 --piece king --count 1";

fn solutions(document: &Value) -> &Vec<Value> {
    document["solutions"].as_array().expect("a list")
}

#[test]
fn as_many_as_a_document_holds_are_all() {
    let document = valid(answer(&format!("solve {AS_MANY} --all --json")).json());
    assert_eq!(
        (&document["status"], solutions(&document).len()),
        (&"all_solutions".into(), 10_000)
    );
}

#[test]
fn more_are_said_to_be_for_a_stream() {
    for format in ["--json", "--format text"] {
        let ran = satranj(&format!("solve {TOO_MANY} --all {format}")).call().exits(3);
        let said = ran.only_complaint();
        assert!(INSTEAD.iter().all(|word| said.contains(word)), "{said}");
        if format == "--json" {
            let document = valid(ran.json());
            assert_eq!(document["status"], "unknown");
            assert_eq!(document["reason"], "solution_limit");
            assert_eq!(solutions(&document).len(), 10_000);
            satranj("verify -").input(ran.stdout).call().exits(0);
        } else {
            assert!(ran.text().contains("undecided (at least 10000): there are more"), "{said}");
        }
    }
    let line = format!("solve {TOO_MANY} --all --json --exit-code sat");
    let ran = satranj(&line).call().exits(0);
    assert!(ran.only_complaint().contains("--json-stream"));
}

#[test]
fn each_way_that_is_named_has_them_all() {
    let ran = answer(&format!("solve {TOO_MANY} --all --json-stream"));
    let mut lines = ran.json_lines();
    let status = lines.pop().expect("a status");
    assert_eq!((&status["type"], &status["status"]), (&"status".into(), &"all_solutions".into()));
    assert_eq!(status["solutions_found"], 10_100);
    assert!(status.get("solution").is_none() && status.get("solutions").is_none());
    let solutions_of = lines.iter().filter(|line| line["type"] == "solution");
    let streamed: BTreeSet<String> =
        solutions_of.map(|line| line["solution"].to_string()).collect();
    assert_eq!(streamed.len(), 10_100);

    let named = valid(answer(&format!("solve {TOO_MANY} -n 10099 --json")).json());
    assert_eq!((&named["status"], solutions(&named).len()), (&"satisfied".into(), 10_099));
    let all = valid(answer(&format!("solve {TOO_MANY} -n 20000 --json")).json());
    assert_eq!((&all["status"], solutions(&all).len()), (&"all_solutions".into(), 10_100));
    assert_eq!(answer(&format!("count {TOO_MANY} --json")).json()["count"], "10100");
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn every_puzzle_has_the_same_limit() {
    let folder = folder();
    for puzzle in [
        "tour 5x5 --piece king --method native:dfs",
        "queens 12",
        "dominate 5x5 --piece king --count 9",
    ] {
        has_the_limit(puzzle, folder.path());
    }
}

#[test]
#[ignore = "takes a quarter of a minute unoptimised; `.ci/run` runs it"]
fn puzzles_with_large_solutions_have_the_same_limit() {
    let folder = folder();
    // Millions of shortest plans.
    write(folder.path(), "kings.txt", "KK..\n....\n....\n..kk\n");
    write(folder.path(), "complete.g6", complete(9));
    for puzzle in [
        "exchange kings.txt",
        "hamilton complete.g6 --path",
        "route 30x30 --piece king --from a15 --to ad15",
    ] {
        has_the_limit(puzzle, folder.path());
    }
}

fn has_the_limit(puzzle: &str, folder: &Path) {
    let line = format!("solve {puzzle} --all --json");
    let ran = satranj(&line).within(folder).run().exits(3);
    assert!(ran.only_complaint().contains("--json-stream"), "{}", ran.report());
    assert_eq!(ran.json()["reason"], "solution_limit", "{puzzle}");
    assert_eq!(solutions(&ran.json()).len(), 10_000, "{puzzle}");
}

/// The complete graph of a few vertices as graph6.
fn complete(vertices: usize) -> String {
    let bits = vertices * (vertices - 1) / 2;
    let characters = (0..bits.div_ceil(6)).map(|index| {
        let used = (bits - 6 * index).min(6);
        char::from(63 + (0b11_1111 << (6 - used) & 0b11_1111) as u8)
    });
    std::iter::once(char::from(63 + vertices as u8)).chain(characters).collect()
}

#[test]
#[ignore = "takes a quarter of a minute unoptimised; `.ci/run` runs it"]
fn cases_share_the_room_of_their_document() {
    let case = format!("\n60 60\n1{}1\n{}", ".".repeat(58), (".".repeat(60) + "\n").repeat(59));
    let folder = folder();
    write(folder.path(), "cases.txt", format!("3\n{}", case.repeat(3)));
    let line = "solve meet cases.txt --at-most 100 --all --json";
    let ran = satranj(line).within(folder.path()).run().exits(3);
    assert!(ran.only_complaint().contains("--json-stream"), "{}", ran.report());
    let document = valid(ran.json());
    let cases = document["cases"].as_array().expect("cases");
    let found: Vec<usize> = cases.iter().map(|case| solutions(case).len()).collect();
    assert_eq!(found, [3600, 3600, 2800]);
    let reasons: Vec<&Value> = cases.iter().map(|case| &case["reason"]).collect();
    assert_eq!(reasons, [&Value::Null, &Value::Null, &"solution_limit".into()]);
    // A stream has no limit of its own.
    let line = "solve meet cases.txt --at-most 100 --all --json-stream";
    let lines = satranj(line).within(folder.path()).run().exits(0).json_lines();
    assert_eq!(lines.iter().filter(|line| line["type"] == "solution").count(), 10_800);
}
