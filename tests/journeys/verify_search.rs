//! `satranj verify` and claims without evidence: its own plain search shows or refutes that none is
//! better, none is missing, none exists, and how many there are.

use std::{collections::BTreeSet, time::Duration};

use crate::harness::{document, satranj, schema::valid};
use serde_json::{Value, json};

/// The verdict on a document, its exit code, and its text or error message.
pub fn verdict(document: &Value) -> (Option<i32>, Value, String) {
    // On a busy machine the search has enough time too.
    let verified = |format: &str| {
        let line = format!("verify - --time-limit 2min --format {format}");
        satranj(line.as_str()).input(document.to_string()).call()
    };
    let (json, text) = (verified("json"), verified("text"));
    assert_eq!(json.code, text.code);
    let said = format!("{}{}", text.text(), text.stderr);
    let said = said.trim_start_matches("satranj: ").trim_start_matches("standard input: ");
    (json.code, json.json(), said.trim_end().into())
}

/// Checks that a document holds with these words; returns the verdict.
#[track_caller]
pub fn holds(document: &Value, words: &str) -> Value {
    let (code, verdict, said) = verdict(document);
    assert_eq!((code, said.as_str()), (Some(0), words), "{document}");
    assert_eq!((&verdict["valid"], &verdict["counterexample"]), (&json!(true), &Value::Null));
    verdict
}

/// A claim of a document is neither proved nor refuted.
#[track_caller]
pub fn is_open(document: &Value, claim: &str) {
    let line = "verify - --json --time-limit 300ms";
    let ran = satranj(line).input(document.to_string()).call().exits(3);
    let said =
        format!("satranj: standard input: {claim} is not checked: the time limit was reached; ");
    assert!(ran.stderr.starts_with(&said), "{document}: {}", ran.report());
    let verdict = valid(ran.json());
    let fields = ["valid", "reason", "problem", "completeness_checked"].map(|name| &verdict[name]);
    assert_eq!(fields, [&Value::Null, &json!("too_large"), &Value::Null, &json!(false)]);
}

/// A document is refuted, by a missing solution if one refutes it.
#[track_caller]
pub fn fails(document: &Value, problem: &str) {
    let (code, verdict, said) = verdict(document);
    assert_eq!(code, Some(4), "{document}: {said}");
    assert!(problem.split(" | ").any(|problem| said.starts_with(problem)), "{said}");
    assert_eq!(verdict["valid"], false);
    let report = verdict["problem"].as_str().expect("a problem");
    // Where time decides which search finds a solution, two checks may find two.
    let beginning = |text: &str| match text.split_once("but there is one: ") {
        Some((before, _)) => before.to_owned(),
        None => text.to_owned(),
    };
    assert_eq!(beginning(report), beginning(&said));
    let shown = ["missing", "the solution is not optimal: ", "but there is one: "];
    let is_shown = shown.iter().any(|word| said.contains(word)) && !said.contains("not needed");
    assert_eq!(verdict["counterexample"].is_object(), is_shown, "{said}");
    if is_shown {
        assert_eq!(verdict["checked"], true);
        let mut right = json!({"puzzle": document["puzzle"], "status": "satisfied"});
        right["solution"] = verdict["counterexample"].clone();
        holds(&right, "the solution is right");
    }
}

/// Words for a whole command line.
pub fn solved(line: &str) -> Value {
    document(&line.split_whitespace().collect::<Vec<_>>())
}

/// The document for a puzzle stated as JSON.
fn solved_as(command: &str, puzzle: &Value) -> Value {
    let arguments: Vec<&str> = command.split_whitespace().chain(["--from", "-"]).collect();
    let ran = satranj(&arguments).input(json!({"puzzle": puzzle}).to_string()).call();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    ran.json()
}

/// A document without its certificate and without its proof that no solution is missing.
pub fn uncertified(document: &Value) -> Value {
    let mut document = document.clone();
    document["no_other"] = Value::Null;
    document["certificate"] = Value::Null;
    if document["status"] == "unsatisfiable" {
        document["verified"] = json!(false);
    }
    document
}

/// If one solution is removed from a list of all, it is missed; a "no" instead of the list is refuted.
#[track_caller]
pub fn list_of_all(all: &Value, number: usize) {
    assert_eq!(all["status"], "all_solutions");
    let solutions = all["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), number);
    let best = if all["objective"].is_null() { "" } else { "none better and finds " };
    let right = match number {
        1 => "the solution is right".into(),
        _ => format!("all {number} solutions are right and different"),
    };
    let all = &uncertified(all);
    let words = format!("{right}, and an exhaustive search finds {best}no other");
    let verdict = holds(all, &words);
    assert_eq!(
        (&verdict["completeness_checked"], &verdict["checked"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(verdict["optimality_checked"], json!(!best.is_empty()));
    for out in BTreeSet::from([0, number / 2, number - 1]).into_iter().filter(|_| number > 1) {
        let mut forged = all.clone();
        forged["solutions"].as_array_mut().unwrap().remove(out);
        let mut problem = "a solution is missing: ";
        if let Some(sizes) = forged.get_mut("orbit_sizes") {
            sizes.as_array_mut().unwrap().remove(out);
            problem = "the class of a solution is missing: ";
        }
        fails(&forged, problem);
    }
    let mut none = all.clone();
    none["status"] = json!("unsatisfiable");
    none["verified"] = json!(false);
    for field in ["solutions", "orbit_sizes", "objective"] {
        none.as_object_mut().unwrap().remove(field);
    }
    fails(&none, "the document claims that there is no solution, but there is one: ");
}

/// A count without the other numbers that would contradict it at once.
fn without_directions(counted: &Value) -> Value {
    let mut forged = counted.clone();
    let fields = forged.as_object_mut().expect("an object");
    fields.retain(|field, _| !field.contains("directed") && field != "kept_by_symmetry");
    forged
}

/// A count holds, and is refuted if it is one off.
#[track_caller]
pub fn counts(line: &str, number: u64) {
    let counted = solved(line);
    assert_eq!(counted["count"], json!(number.to_string()), "{line}");
    let best = if counted["objective"].is_null() { "" } else { "finds none better and " };
    let verdict = holds(&counted, &format!("an exhaustive search {best}confirms the count"));
    assert_eq!(
        (&verdict["checked"], &verdict["completeness_checked"]),
        (&json!(true), &json!(true))
    );
    for other in [number + 1, number - 1] {
        let mut forged = without_directions(&counted);
        forged["count"] = json!(other.to_string());
        let problem = match other {
            0 => "the document claims solutions, but `count` is 0".into(),
            _ if counted["counts_by_k"].is_array() && !best.is_empty() => {
                "`counts_by_k` ends with".into()
            }
            _ if counted["up_to_symmetry"].is_string() => {
                // Whichever is found first.
                format!("`count` is {other}, but | `count` is {other}, but there are {number}")
            }
            _ => format!("`count` is {other}, but there are {number}"),
        };
        fails(&forged, &problem);
    }
    if let Some(classes) = counted["up_to_symmetry"].as_str() {
        let mut forged = counted.clone();
        forged["up_to_symmetry"] = json!(format!("1{classes}"));
        let problem = if format!("1{classes}").parse::<u64>().unwrap() > number {
            format!("`count` is {number}, but `up_to_symmetry` is 1{classes} under ")
        } else {
            format!("`up_to_symmetry` is 1{classes}, but there are {classes}")
        };
        fails(&forged, &problem);
    }
}

/// A "no" without a certificate holds for this puzzle.
#[track_caller]
fn has_none(line: &str) {
    let none = uncertified(&solved(line));
    assert_eq!(none["status"], "unsatisfiable", "{line}");
    let verdict = holds(&none, "an exhaustive search finds no solution");
    assert_eq!(
        (&verdict["checked"], &verdict["completeness_checked"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn queens() {
    list_of_all(&solved("solve queens 6 --all"), 4);
    list_of_all(&solved("solve queens 8 --all --up-to-symmetry"), 12);
    list_of_all(&solved("solve queens 6 --block a1,c4 --given b1 --all"), 1);
    counts("count queens 8 --up-to-symmetry", 92);
    counts("count queens 10", 724);
    has_none("solve queens 3");
    has_none("solve queens 6 --given a1");
    let mut large = solved("solve queens 20");
    large["status"] = json!("unsatisfiable");
    large["solution"] = Value::Null;
    large["verified"] = json!(false);
    fails(&large, "the document claims that there is no solution, but there is one: ");
}

#[test]
fn placements() {
    list_of_all(&solved("solve place 4x4 --piece king --all"), 79);
    list_of_all(&solved("solve place 4x4 --piece bishop --all --up-to-symmetry"), 3);
    list_of_all(
        &solved("solve place 3x4 --piece knight --count 4 --given a1 --block b2 --all"),
        22,
    );
    list_of_all(&solved("solve place 4x4 --army queen=1,knight=3 --all --up-to-symmetry"), 1);
    list_of_all(&solved("solve place 4x4 --army white:queen,black:queen --all"), 112);
    counts("count place 5x5 --piece queen --block c3", 8);
    counts("count place 4x4 --piece king --counts-by-k", 79);
    counts("count place 4x4 --army white:queen,black:queen --up-to-symmetry", 112);
    has_none("solve place 4x4 --piece king --count 5");
    has_none("solve place 4x4 --army queen=4,rook=1");
}

#[test]
fn optimal_placements() {
    for (line, worse) in [
        ("place 5x5 --piece queen", "dominate 5x5 --piece queen --independent"),
        ("place 4x4 --piece knight", "dominate 4x4 --piece knight --independent"),
        ("place 5x5 --piece king", "dominate 5x5 --piece king --independent"),
    ] {
        let best = uncertified(&solved(&format!("solve {line}")));
        let words = "the solution is right, and an exhaustive search finds none better";
        assert_eq!(holds(&best, words)["optimality_checked"], true);
        // No piece can be added to these, although there are fewer.
        let few = solved(&format!("solve {worse}"));
        let mut forged = best.clone();
        (forged["solution"], forged["objective"]) =
            (few["solution"].clone(), few["objective"].clone());
        assert!(forged["objective"].as_u64() < best["objective"].as_u64());
        fails(&forged, "the solution is not optimal: ");
        // The same of a list.
        forged["status"] = json!("all_solutions");
        forged["solutions"] = json!([forged["solution"]]);
        forged.as_object_mut().unwrap().remove("solution");
        fails(&forged, "the solution is not optimal: ");
    }
    let proved = solved("solve place 4x4 --army white:queen,black:queen");
    let words = "the solution is right, and the proof, made again, shows that a formula for a better \
                 one has no solution, and an exhaustive search finds none better";
    assert_eq!(holds(&proved, words)["proof"], true);
    let peace = uncertified(&proved);
    holds(&peace, "the solution is right, and an exhaustive search finds none better");
    let mut forged = peace.clone();
    (forged["solution"], forged["objective"]) = (json!({"squares": [], "pieces": []}), json!(0));
    fails(&forged, "the solution is not optimal: ");
    // From the last line of a stream only the value is known.
    let stream = ["solve", "place", "5x5", "--piece", "queen", "--json-stream"];
    let last = satranj(&stream).call().text().lines().last().unwrap().to_string();
    let mut last = uncertified(&serde_json::from_str(&last).unwrap());
    holds(&last, "an exhaustive search finds none better and finds a solution");
    last["objective"] = json!(4);
    fails(&last, "the solution is not optimal: 5 is reached by ");
    last["objective"] = json!(6);
    fails(&last, "an exhaustive search finds no solution with objective 6");
}

#[test]
fn dominations() {
    let number = |document: &Value| document["solutions"].as_array().unwrap().len();
    let mut refuted = 0;
    for rule in ["", " --independent", " --total"] {
        let line = format!("dominate 4x4 --piece queen{rule}");
        let all = solved(&format!("solve {line} --all"));
        list_of_all(&all, number(&all));
        let classes = solved(&format!("solve {line} --all --up-to-symmetry"));
        list_of_all(&classes, number(&classes));
        counts(&format!("count {line} --up-to-symmetry"), number(&all) as u64);
        let three = solved(&format!("solve {line} --count 3 --all"));
        counts(&format!("count {line} --count 3"), number(&three) as u64);
        has_none(&format!("solve {line} --count 1"));
        let best = solved(&format!("solve {line}"));
        assert_eq!(best["certificate"]["kind"], "drat");
        let best = uncertified(&best);
        let words = "the solution is right, and an exhaustive search finds none better";
        holds(&best, words);
        // A solution with one more piece is not the best; for some only the search shows it.
        let least = best["objective"].as_u64().unwrap();
        let more = solved(&format!("solve {line} --count {} --all", least + 1));
        for solution in more["solutions"].as_array().unwrap().iter().take(40) {
            let mut forged = best.clone();
            (forged["solution"], forged["objective"]) = (solution.clone(), json!(least + 1));
            let (code, _, said) = verdict(&forged);
            assert_eq!(code, Some(4), "{said}");
            refuted += u32::from(said.contains(&format!("{least} is reached by")));
        }
    }
    assert!(refuted > 0);
    let large = uncertified(&solved("solve dominate 8x8 --piece queen"));
    holds(&large, "the solution is right, and an exhaustive search finds none better");
}

#[test]
fn tours() {
    list_of_all(&solved("solve tour 3x4 --all"), 16);
    list_of_all(&solved("solve tour 3x4 --all --up-to-symmetry"), 4);
    list_of_all(&solved("solve tour 5x6 --closed --all"), 8);
    list_of_all(&solved("solve tour 3x4 --start a1 --all"), 2);
    let ends = solved("solve tour 5x5 --start a1 --end e5 --given b3-c5 --all");
    list_of_all(&ends, ends["solutions"].as_array().unwrap().len());
    let closed = solved("solve tour 3x4 --piece king --closed --start b2 --all");
    list_of_all(&closed, closed["solutions"].as_array().unwrap().len());
    counts("count tour 5x5 --up-to-symmetry", 1728);
    counts("count tour 3x10 --closed", 16);
    has_none("solve tour 4x4");
    has_none("solve tour 5x5 --closed");
    has_none("solve tour 5x5 --start a2");
    let large = uncertified(&solved("solve tour 33x33 --closed"));
    let verdict = holds(&large, "auto finds no solution");
    let fields = ["checked", "completeness_checked", "again_by"].map(|name| &verdict[name]);
    assert_eq!(fields, [&json!(true), &json!(true), &json!("auto")]);
    let mut counted = solved("count tour 5x5");
    counted["puzzle"]["board"] = json!({"rows": 40, "columns": 40});
    counted.as_object_mut().unwrap().remove("instance");
    is_open(&counted, "the count");
}

#[test]
fn graphs() {
    let names: Vec<String> = (0..6).map(|vertex| format!("v{vertex}")).collect();
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3], [1, 4], [5, 2]];
    for directed in [false, true] {
        for closed in [false, true] {
            let mut puzzle = json!({"kind": "hamilton", "closed": closed,
                "graph": {"directed": directed, "vertices": names, "edges": edges}});
            for given in [json!([]), json!([["v0", "v1"]])] {
                puzzle["given"] = given;
                let all = solved_as("solve --all", &puzzle);
                list_of_all(&all, all["solutions"].as_array().unwrap().len());
                let counted = solved_as("count", &puzzle);
                holds(&counted, "an exhaustive search confirms the count");
                let mut forged = without_directions(&counted);
                forged["count"] = json!("1000");
                fails(&forged, "`count` is 1000, but there are ");
                forged["up_to_symmetry"] = json!("3");
                fails(
                    &forged,
                    "`up_to_symmetry` is given, but Satranj knows no symmetries of a graph",
                );
            }
        }
    }
    let star = json!({"kind": "hamilton", "closed": false, "graph": {"directed": false,
        "vertices": names, "edges": [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]}});
    let none = uncertified(&solved_as("solve", &star));
    holds(&none, "an exhaustive search finds no solution");
}

#[test]
fn a_time_limit_and_a_signal_end_a_check() {
    // A forged reason on a large board.
    let forged = json!({"puzzle": {"kind": "tour", "board": {"rows": 3000, "columns": 3000},
        "closed": true}, "status": "unsatisfiable",
        "certificate": {"kind": "articulation", "squares": ["a1"]}});
    let arguments = ["verify", "-", "--json", "--time-limit", "1ms"];
    let ran = satranj(&arguments).input(forged.to_string()).call();
    assert_eq!(ran.code, Some(3));
    let verdict = ran.json();
    assert_eq!((&verdict["valid"], &verdict["checked"]), (&Value::Null, &json!(false)));
    assert_eq!((&verdict["reason"], &verdict["problem"]), (&json!("time_limit"), &Value::Null));
    let said = "satranj: standard input: it is not known whether the document holds: the time limit was reached\n";
    assert_eq!(ran.stderr, said);
    // A process that waits for its document.
    let waiting = || satranj("verify - --json").with_open_input();
    let limit = Duration::from_millis(200);
    let ran = waiting().arguments("--time-limit 200ms").run().exits(3).ends_soon_after(limit);
    assert_eq!(ran.json()["reason"], "time_limit");
    let mut program = waiting().start();
    program.until_begun("work");
    let verdict = program.ended_by("INT").exits(130).json();
    assert_eq!((&verdict["valid"], &verdict["reason"]), (&Value::Null, &json!("interrupted")));
}

/// A count that is too slow for the checker's own search is counted again.
#[test]
fn a_count_with_a_wrong_digit_is_refuted() {
    let exchange = satranj("count exchange - --json").input("n.n\n...\nN.N\n").call().exits(0);
    let mut counted = exchange.json();
    assert_eq!(counted["count"], "4726784");
    let verify = |document: &Value| {
        satranj("verify - --json --time-limit 10min").input(document.to_string()).call()
    };
    let verdict = verify(&counted).exits(0).json();
    let fields = ["valid", "completeness_checked"].map(|name| &verdict[name]);
    assert_eq!(fields, [&json!(true), &json!(true)]);
    let method = verdict["again_by"].as_str().expect("a method counted again");
    counted["count"] = json!("4726785");
    let problem = format!("`count` is 4726785, but {method} counts 4726784");
    assert_eq!(verify(&counted).exits(4).json()["problem"], problem);
}
