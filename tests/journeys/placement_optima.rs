//! A user asks for the most or the fewest pieces: the best, the best so far, and what is not the best.

use crate::harness::{
    answer,
    checked::{document, rejects, squares, verifies},
    satranj,
    schema::valid,
};
use serde_json::{Value, json};

#[test]
fn better_and_better_solutions_are_streamed() {
    let line = "solve place 6x6 --piece queen+knight --method graph:search --json-stream";
    let lines = answer(line).json_lines();
    let sizes: Vec<usize> = lines
        .iter()
        .filter(|line| line["type"] == "solution")
        .map(|line| squares(&line["solution"]).len())
        .collect();
    assert!(!sizes.is_empty() && sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
    let last = lines.last().expect("a status");
    assert_eq!((&last["type"], &last["status"]), (&json!("status"), &json!("optimal")));
    assert_eq!(last["objective"].as_u64(), sizes.last().map(|&size| size as u64));
}

#[test]
fn a_limit_keeps_the_best_so_far() {
    let line =
        "solve place 12x12 --army white:queen,black:queen --method graph:search --node-limit 5000";
    let ran = satranj(&format!("{line} --json")).call().exits(3);
    let document = valid(ran.json());
    assert_eq!(
        (&document["status"], &document["reason"]),
        (&json!("unknown"), &json!("node_limit"))
    );
    let found = squares(&document["solution"]).len() as u64;
    assert_eq!(document["objective"].as_u64(), Some(found / 2));
    verifies(&document, "the solution is right");
}

#[test]
fn a_signal_keeps_the_best_so_far() {
    let line =
        "solve place 20x20 --army white:queen,black:queen --method graph:search --json-stream";
    let mut program = satranj(line).start();
    program.until_it_prints("\"solution\"");
    let lines = program.ended_by("INT").exits(130).json_lines();
    let best = lines.iter().rev().find(|line| line["type"] == "solution").expect("one is printed");
    let status = lines.last().expect("a status");
    assert_eq!((&status["type"], &status["reason"]), (&json!("status"), &json!("interrupted")));
    let found = squares(&best["solution"]).len() as u64;
    assert_eq!(status["objective"].as_u64(), Some(found / 2), "{status}");
}

/// The best found before a limit is kept if several are wanted, and is not a count of the best.
#[test]
fn several_of_the_best() {
    let line = "place 12x12 --army white:queen,black:queen --method graph:search --node-limit 5000";
    let some = valid(satranj(&format!("solve {line} -n 2 --json")).call().exits(3).json());
    assert_eq!(some["solutions"].as_array().map(Vec::len), Some(1), "{some}");
    verifies(&some, "the solution is right");
    let counted = valid(satranj(&format!("count {line} --json")).call().exits(3).json());
    assert_eq!((&counted["count"], &counted["objective"]), (&Value::Null, &Value::Null));
    let two = document("solve place 20x20 --piece knight -n 2");
    assert_eq!((&two["objective"], &two["status"]), (&json!(200), &json!("satisfied")));
    // Every method says for which value its count is.
    for method in ["native:dfs", "sat:lines", "graph:search"] {
        let line = format!("count place 4x4 --army white:queen,black:queen --method {method}");
        let counted = document(&line);
        assert_eq!((&counted["count"], &counted["objective"]), (&json!("112"), &json!(2)));
    }
}

#[test]
fn what_is_plainly_not_the_best_is_rejected() {
    let mut queens = document("solve place 6x6 --piece queen");
    queens["certificate"] = Value::Null;
    queens["solution"]["squares"] = json!(["a1", "b3"]);
    queens["objective"] = json!(2);
    rejects(&queens, "the solution is not optimal: one more piece fits on");
    let mut dominating = document("solve dominate 6x6 --piece queen");
    let list = dominating["solution"]["squares"].as_array_mut().expect("squares");
    let free = ["a1", "a2", "f6", "e1"].iter().find(|square| !list.contains(&json!(square)));
    list.push(json!(free.expect("a free square")));
    dominating["objective"] = json!(list.len());
    rejects(&dominating, "is not needed");
    // The same placement twice, once with the piece named.
    let solved = document("solve place 4x4 --piece queen --count 4 -n 1");
    let mut twice = solved.clone();
    let mut again = solved["solutions"][0].clone();
    again["pieces"] = json!(["queen", "queen", "queen", "queen"]);
    twice["solutions"].as_array_mut().expect("solutions").push(again);
    rejects(&twice, "solution 2");
}
