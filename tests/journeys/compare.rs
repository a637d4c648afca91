//! A user compares methods: times, memory and agreement, as a document, a table and files.

use std::collections::BTreeSet;

use crate::harness::{LATE, answer, complaint, folder, read, satranj, schema::valid};
use serde_json::{Value, json};

/// The order of moves with which the search from g5 does not end in reasonable time.
const HARD: &str = "tour 8x8 --start g5 --order offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";

fn comparison(arguments: &str, code: i32) -> Value {
    let ran = satranj(&format!("compare {arguments} --json")).call().exits(code);
    assert!(ran.stderr.is_empty(), "{}", ran.report());
    valid(ran.json())
}

fn runs(document: &Value) -> &Vec<Value> {
    document["runs"].as_array().expect("runs are a list")
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list of numbers");
    list.iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Checks the statistics of one method against its times.
fn consistent(run: &Value, count: usize) {
    let mut times = numbers(&run["times_seconds"]);
    assert_eq!((times.len(), numbers(&run["cpu_seconds"]).len()), (count, count), "{run}");
    let number = |name: &str| run[name].as_f64().unwrap_or_else(|| panic!("{name}: {run}"));
    let mean = times.iter().sum::<f64>() / count as f64;
    assert!((number("mean_seconds") - mean).abs() < 1e-9, "{run}");
    times.sort_by(f64::total_cmp);
    assert!((number("minimum_seconds") - times[0]).abs() < 1e-12, "{run}");
    assert!((number("maximum_seconds") - times[count - 1]).abs() < 1e-12, "{run}");
    let median = f64::midpoint(times[(count - 1) / 2], times[count / 2]);
    assert!((number("median_seconds") - median).abs() < 1e-12, "{run}");
    assert!(times[0] > 0.0, "{run}");
    assert_eq!(run["deviation_seconds"].is_null(), count == 1, "{run}");
    // A process of a few hundred KiB would not be Satranj's.
    assert!(run["peak_memory_bytes"].as_u64() > Some(1 << 20), "{run}");
}

#[test]
fn all_methods_are_compared() {
    let document = comparison("tour 6x6 --closed --runs 3 --warmup 0", 0);
    assert_eq!(document["schema"], "satranj.comparison/1");
    assert_eq!(document["version"], env!("CARGO_PKG_VERSION"));
    let expected = [
        "schema",
        "version",
        "puzzle",
        "instance",
        "seed",
        "options",
        "environment",
        "runs",
        "time_limit_seconds",
        "agreement",
        "answer",
        "command",
        "complete",
        "fastest",
        "rows",
    ];
    assert_eq!(keys(&document), BTreeSet::from(expected));
    let solved = answer("solve tour 6x6 --closed --json").json();
    assert_eq!(document["puzzle"], solved["puzzle"]);
    assert_eq!(document["instance"], solved["instance"]);
    let environment = &document["environment"];
    assert!(environment["processors"].as_u64() > Some(0), "{environment}");
    assert!(environment["memory_bytes"].as_u64() > Some(1 << 20), "{environment}");
    assert_eq!(environment["architecture"], std::env::consts::ARCH);

    let listed = answer("list methods --json").json();
    let listed = listed.as_array().expect("a list").iter();
    // One only counts, one is only for symmetric tours, and one for longest paths.
    let others = ["native:halves", "native:quotient", "sat:skipping"];
    let listed = listed.filter(|method| {
        method["puzzle"] == "tour" && !others.iter().any(|other| method["name"] == *other)
    });
    let listed: Vec<&Value> = listed.map(|method| &method["name"]).collect();
    let compared: Vec<&Value> = runs(&document).iter().map(|run| &run["method"]).collect();
    assert_eq!(compared, listed, "all apply, in the order of the list");
    for run in runs(&document) {
        assert_eq!(run["error"], Value::Null, "{run}");
        if run["method"] == "graph:carving" {
            assert_eq!(run["reason"], "incomplete_method", "the board is too wide for it: {run}");
            continue;
        }
        assert_eq!((&run["status"], &run["reason"]), (&json!("satisfied"), &Value::Null), "{run}");
        assert_eq!(run["verified"], true, "{run}");
        let method = run["method"].as_str().expect("text");
        let sat = method == "auto" || method.starts_with("sat:");
        assert_eq!(run["solver"], if sat { json!("varisat 0.2.2") } else { Value::Null });
        assert!(run["statistics"]["nodes"].as_u64() > Some(0), "{run}");
        consistent(run, 3);
    }
    assert_eq!(document["agreement"], true);
    let median = |run: &&Value| run["median_seconds"].as_f64().expect("a median");
    let fastest = runs(&document).iter().min_by(|a, b| median(a).total_cmp(&median(b)));
    assert_eq!(document["fastest"], fastest.expect("a run")["method"]);
}

#[test]
fn the_text_says_who_was_how_much_faster() {
    let line = "compare tour 6x6 --closed --methods sat:cuts,sat:position,graph:search --runs 2 \
                --warmup 1 --format text";
    let ran = answer(line);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines[0], "closed knight's tour of 6x6");
    for word in ["method", "answer", "median", "min … max", "cpu", "memory", "nodes"] {
        assert!(lines[2].contains(word), "{}", ran.report());
    }
    for (line, method) in lines[3..6].iter().zip(["sat:cuts", "sat:position", "graph:search"]) {
        assert!(line.starts_with(method) && line.contains("solution, verified"), "{line}");
        assert!(line.contains(" MiB"), "{line}");
    }
    let (about, than) = ("no clear difference from ", " times faster than ");
    assert!(ran.text().contains("\nfastest by the medians: "), "{}", ran.report());
    let others = lines.iter().filter(|line| line.contains(about) || line.contains(than));
    assert_eq!(others.count(), 2, "{}", ran.report());
    for line in lines.iter().filter(|line| line.contains(than)) {
        let ratio: f64 = line.split_whitespace().next().expect(line).parse().expect(line);
        assert!(ratio >= 1.0, "the fastest is not slower: {line}");
    }
    assert!(ran.text().contains("note: with fewer than 5 runs"), "{}", ran.report());
    assert_eq!(lines.last(), Some(&"all answers agree"));
    assert!(!ran.text().contains('\u{1b}'), "no colour into a pipe");
}

#[test]
fn tables_are_written_to_files() {
    let folder = folder();
    let line = "compare tour 5x5 --methods sat:cuts,native:warnsdorff --runs 3 --warmup 0 --json \
                --export-markdown table.md --export-csv times.csv -o all.json";
    let ran = satranj(line).within(folder.path()).run().exits(0);
    assert!(ran.stdout.is_empty(), "{}", ran.report());
    let document: Value =
        serde_json::from_str(&read(&folder.path().join("all.json"))).expect("JSON");
    let document = valid(document);
    let markdown = read(&folder.path().join("table.md"));
    let rows: Vec<&str> = markdown.lines().collect();
    assert_eq!(rows.len(), 4, "{markdown}");
    let cells = rows[0].matches('|').count();
    assert!(rows.iter().all(|row| row.starts_with('|') && row.matches('|').count() == cells));
    assert!(rows[2].starts_with("| `sat:cuts` | solution, verified |"), "{markdown}");
    assert!(rows[3].starts_with("| `native:warnsdorff` | solution, verified |"), "{markdown}");
    let csv = read(&folder.path().join("times.csv"));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let names = ["method", "run", "status", "seconds", "cpu_seconds", "peak_memory_bytes"];
    assert_eq!(rows[0], [&names[..], &["cases", "answered"]].concat());
    assert_eq!(rows.len(), 1 + 6, "{csv}");
    for (index, run) in runs(&document).iter().enumerate() {
        for (number, seconds) in numbers(&run["times_seconds"]).into_iter().enumerate() {
            let row = &rows[1 + 3 * index + number];
            assert_eq!(row[0], run["method"].as_str().expect("text"));
            assert_eq!((row[1], row[2]), ((number + 1).to_string().as_str(), "satisfied"));
            let written: f64 = row[3].parse().expect("seconds");
            assert!((written - seconds).abs() < 1e-12, "{csv}");
            assert_eq!(row[6..], ["1", "1"]);
        }
    }
}

#[test]
fn an_undecided_method_does_not_hold_up_the_others() {
    let line =
        format!("{HARD} --methods native:dfs,sat:cuts --runs 3 --warmup 1 --node-limit 9999 -q");
    let document = comparison(&line, 0);
    let [dfs, sat] = &runs(&document)[..] else { panic!("two methods: {document}") };
    assert_eq!((&dfs["status"], &dfs["reason"]), (&json!("unknown"), &json!("node_limit")));
    assert_eq!((&dfs["verified"], &dfs["error"]), (&json!(false), &Value::Null));
    consistent(dfs, 1);
    assert_eq!(sat["status"], "satisfied");
    consistent(sat, 3);
    assert_eq!((&document["agreement"], &document["fastest"]), (&Value::Null, &json!("sat:cuts")));
    assert!(document["options"]["order"].as_str().expect("text").starts_with("offsets:-1,2;"));
}

#[test]
fn a_method_that_does_not_end_runs_until_its_limit() {
    let line = format!("{HARD} --methods native:dfs --runs 3 --warmup 1 --time-limit 0.3s");
    let document = comparison(&line, 3);
    let [dfs] = &runs(&document)[..] else { panic!("one method: {document}") };
    assert_eq!((&dfs["status"], &dfs["reason"]), (&json!("unknown"), &json!("time_limit")));
    consistent(dfs, 1);
    let seconds = numbers(&dfs["times_seconds"])[0];
    assert!((0.3..0.3 + LATE.as_secs_f64()).contains(&seconds), "{seconds}");
}

#[test]
fn without_an_answer_it_is_undecided() {
    let line = format!("{HARD} --methods native:dfs --runs 2 --warmup 0 --node-limit 1000");
    let document = comparison(&line, 3);
    assert_eq!((&document["agreement"], &document["fastest"]), (&Value::Null, &Value::Null));
    assert_eq!(runs(&document)[0]["reason"], "node_limit");
    assert_eq!(runs(&document)[0]["statistics"]["nodes"], 1000);
    let text = satranj(&format!("compare {line} --format text")).call().exits(3);
    assert!(text.text().contains("undecided: the node limit was reached"), "{}", text.report());
}

#[test]
fn a_no_is_agreed_upon_with_and_without_a_certificate() {
    // Alternating cuts are for even numbers of squares.
    for (puzzle, verified, methods) in [
        ("tour 5x5 --closed --precheck on", true, 18),
        ("tour 4x4 --closed --precheck off", false, 19),
    ] {
        let document = comparison(&format!("{puzzle} --runs 1 --warmup 0"), 0);
        assert_eq!((&document["agreement"], runs(&document).len()), (&json!(true), methods));
        for run in runs(&document) {
            // Two of the methods decide nothing without a certificate.
            let incomplete = ["graph:two-factor", "native:rotations"].map(Value::from);
            let gives_up = !verified && incomplete.contains(&run["method"]);
            let status = if gives_up { "unknown" } else { "unsatisfiable" };
            // One makes its own certificate.
            let verified = verified || run["method"] == "graph:carving";
            assert_eq!((&run["status"], &run["verified"]), (&json!(status), &json!(verified)));
        }
    }
}

#[test]
fn a_method_that_cannot_run_says_why() {
    let line = "tour 5x5 --methods native:dfs,sat:cuts --order roth:1,1 --runs 2 --warmup 0 -q";
    let document = comparison(line, 0);
    let error = runs(&document)[0]["error"].as_str().expect("an error");
    assert_eq!(error, "--order roth:1,1: 1,1 is not a move of the piece (exit 2)");
    assert_eq!(document["fastest"], "sat:cuts");
    let text = answer(&format!("compare {line} --format text"));
    assert!(text.text().contains("failed: --order roth:1,1"), "{}", text.report());
}

#[test]
fn every_run_has_the_seed_and_the_limits() {
    let line = "tour 8x8 --methods native:dfs --order random --seed 5 --runs 2 --warmup 0 \
                --node-limit 777";
    let document = comparison(line, 3);
    assert_eq!((&document["seed"], &document["options"]["order"]), (&json!(5), &json!("random")));
    let solved =
        "solve tour 8x8 --method native:dfs --order random --seed 5 --node-limit 777 --json";
    let solved = satranj(solved).call().exits(3).json();
    assert_eq!(runs(&document)[0]["statistics"], solved["statistics"]);
}

#[test]
fn mistakes_end_before_any_run() {
    let said = complaint("compare tour 5x5 --methods sat:cuts,nothing", 2);
    assert!(said.starts_with("unknown method `nothing`; expected one of auto, "), "{said}");
    assert!(complaint("compare tour 5x0", 2).contains("`5x0`"));
    assert!(complaint("compare", 2).contains("no puzzle is given"));
}

#[test]
fn a_signal_ends_a_comparison_with_what_there_is() {
    let line =
        format!("compare {HARD} --methods sat:cuts,native:dfs,graph:search --warmup 0 --json");
    let mut program = satranj(&line).start();
    program.until_there_is("--method=native:dfs");
    let ran = program.ended_by("INT").exits(130);
    let document = valid(ran.json());
    assert_eq!(runs(&document)[0]["status"], "satisfied", "{document}");
    assert_eq!(runs(&document)[1]["reason"], "interrupted");
    assert_eq!(numbers(&runs(&document)[2]["times_seconds"]).len(), 0, "not begun: {document}");
}
