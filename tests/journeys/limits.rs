//! A user sets limits or presses Ctrl-C: every run ends in time and prints what it has.

use std::{thread, time::Duration};

use crate::harness::{LATE, Ran, answer, satranj, schema::valid};
use serde_json::{Value, json};

/// The order of moves with which the search from g5 does not end in reasonable time.
const PUBLISHED: &str = "offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";

/// A search that does not end in reasonable time.
fn long() -> String {
    format!("tour 8x8 --start g5 --order {PUBLISHED} --method native:dfs")
}

/// Checks a document that is undecided for this reason.
fn undecided(document: Value, reason: &str) -> Value {
    let document = valid(document);
    assert_eq!((&document["status"], &document["reason"]), (&json!("unknown"), &json!(reason)));
    document
}

#[test]
fn the_time_limit_also_ends_prechecks_and_large_graphs() {
    let limit = Duration::from_millis(1);
    // No machine looks at millions of squares in a millisecond. The system takes its own time to
    // free gigabytes, so these take less.
    for line in [
        "solve tour 3000x3000 --closed",
        "solve tour 1000x1000 --piece queen --method native:dfs",
        "solve tour 1500x1500 --method graph:search",
        "solve tour 4000x4000 --block a1 --method native:warnsdorff",
        "solve route 3000x3000 --from a1 --to 0,2999 --method graph:bfs",
        "solve route 3000x3000 --from a1 --to 0,2999 --method graph:dijkstra",
    ] {
        let line = format!("{line} --json --time-limit 1ms --memory-limit 3GiB");
        let ran = satranj(&line).run().exits(3).ends_soon_after(limit);
        let document = valid(ran.json());
        assert!(["time_limit", "memory_limit"].contains(&document["reason"].as_str().unwrap()));
    }
}

/// The counters of a run under a node limit.
fn nodes(puzzle: &str, method: &str, limit: u64) -> Value {
    let line = format!("solve {puzzle} --method {method} --node-limit {limit} --json");
    undecided(satranj(&line).run().exits(3).json(), "node_limit")["statistics"].clone()
}

#[test]
fn the_node_limit_is_exact() {
    for method in
        ["native:dfs", "native:frontier", "graph:search", "native:warnsdorff", "native:rotations"]
    {
        let puzzle = match method {
            "native:dfs" => format!("tour 8x8 --start g5 --order {PUBLISHED}"),
            "native:frontier" => "tour 8x8 --closed".into(),
            "native:rotations" => "tour 4x16 --closed --precheck off --restarts 1000000000".into(),
            "graph:search" => "tour 4x16 --closed --precheck off".into(),
            _ => "tour 16x16 --closed".into(),
        };
        let few = [0, 1, 8192, 8193];
        let many = [0, 1, 2, 100, 8191, 8192, 8193, 30_000];
        // It looks for an order of the squares before its first node.
        let limits = if method == "native:frontier" { &few[..] } else { &many };
        for &limit in limits {
            let statistics = nodes(&puzzle, method, limit);
            assert_eq!(statistics["nodes"], limit, "{method}: {statistics}");
            assert!(statistics["backtracks"].as_u64() <= Some(limit), "{method}: {statistics}");
        }
    }
    // Here the greedy descent takes them all.
    for limit in [0, 1, 99, 8192, 9999] {
        assert_eq!(nodes("tour 100x100", "native:warnsdorff", limit)["nodes"], limit);
    }
    // A node of a SAT method is a call of the solver.
    assert_eq!(nodes("tour 8x8 --closed", "sat:cuts-only", 1)["rounds"], 1);
    assert_eq!(nodes("tour 6x6 --closed", "sat:position", 0)["rounds"], 0);
}

#[test]
fn a_node_limit_that_suffices_changes_nothing() {
    for (method, puzzle) in [
        (
            "native:dfs",
            "tour 5x5 --start a5 --order offsets:-2,-1;-1,-2;1,-2;2,-1;-2,1;-1,2;1,2;2,1",
        ),
        ("graph:search", "tour 8x8 --closed"),
        ("native:frontier", "tour 4x20"),
        ("native:warnsdorff", "tour 20x20 --start a1"),
        ("native:rotations", "tour 20x20 --closed"),
        ("sat:cuts", "tour 8x8 --closed"),
        ("sat:position", "tour 5x5 --start a1"),
    ] {
        let free = answer(&format!("solve {puzzle} --method {method} --json")).json();
        let needed = free["statistics"]["nodes"].as_u64().expect("a count");
        assert!(needed > 0, "{method}");
        let line = format!("solve {puzzle} --method {method} --json --node-limit {needed}");
        let limited = answer(&line).json();
        assert_eq!(limited["solution"], free["solution"], "{method}");
        assert_eq!(limited["statistics"], free["statistics"], "{method}");
        let statistics = nodes(puzzle, method, needed - 1);
        assert_eq!(statistics["nodes"], needed - 1, "{method}");
    }
}

#[test]
fn what_would_not_fit_into_memory_is_not_begun() {
    for line in [
        "tour 100x100 --method sat:position --memory-limit 2GiB",
        "tour 150x150 --method sat:position --memory-limit 2GiB",
        "tour 3000x3000 --method sat:cuts --memory-limit 200MiB",
        "tour 3000x3000 --closed --method sat:cuts --memory-limit 200MiB",
        "tour 3000x3000 --method graph:search --memory-limit 200MiB",
        "tour 3000x3000 --method native:dfs --memory-limit 200MiB",
        "tour 8x8 --method native:frontier --memory-limit 40MiB",
        "tour 10000x10000 --piece queen --memory-limit 2GiB",
        "tour 10000x10000 --piece queen --method native:warnsdorff --memory-limit 2GiB",
        "tour 10000x10000 --closed --method native:warnsdorff --memory-limit 1GiB",
    ] {
        let ran = satranj(&format!("solve {line} --json")).run().exits(3);
        assert!(ran.elapsed < LATE, "{}", ran.report());
        undecided(ran.json(), "memory_limit");
    }
}

/// The tables of a count are reserved before they are made.
#[test]
fn a_count_whose_tables_do_not_fit_is_undecided() {
    for line in [
        "place 18x18 --piece knight",
        "place 24x24 --piece king --counts-by-k",
        "place 15x15 --piece wazir --counts-by-k",
        "place 16x16 --piece camel --counts-by-k",
    ] {
        let ran = satranj(&format!("count {line} --memory-limit 48MiB --json")).run().exits(3);
        let document = undecided(ran.json(), "memory_limit");
        assert_eq!((&document["count"], &document["at_least"]), (&Value::Null, &json!("0")));
    }
}

#[test]
#[ignore = "takes a quarter of a minute unoptimised; `.ci/run` runs it"]
fn solutions_that_fill_the_memory_end_an_enumeration() {
    let puzzle = "route 80x80 --piece king --from a40 --to 40,79";
    let line = &format!("solve {puzzle} -n 100000000 --memory-limit 64MiB --json");
    let document = undecided(satranj(line).run().exits(3).json(), "memory_limit");
    assert!(!document["solutions"].as_array().expect("a list").is_empty());
}

#[test]
fn a_signal_ends_a_text_and_a_count_too() {
    let mut program = satranj(&format!("solve {} --format text", long())).start();
    program.until_at_work("native:dfs");
    let ran = program.ended_by("INT").exits(130);
    assert!(ran.text().contains("undecided: interrupted"), "{}", ran.report());
    let line = "count route 30x30 --from a1 --to 0,29 --at-most 40 --method graph:bfs --json";
    let mut program = satranj(line).start();
    program.until_at_work("graph:bfs");
    let document = undecided(program.ended_by("TERM").exits(143).json(), "interrupted");
    let count: u64 = document["at_least"].as_str().expect("text").parse().expect("a number");
    assert!(count > 0, "{document}");
}

#[test]
fn a_long_enumeration_prints_what_it_found() {
    // A few tours a millisecond, so that there is one, but not too many for a document.
    let line = "solve tour 12x12 --closed --method sat:cuts -n 100000000 --json";
    let mut pause = Duration::ZERO;
    let (ran, document, found) = loop {
        let mut program = satranj(line).start();
        program.until_at_work("sat:cuts");
        thread::sleep(pause);
        let ran = program.ended_by("INT").exits(130);
        let document = undecided(ran.json(), "interrupted");
        let found = document["solutions"].as_array().expect("a list").len();
        if found > 0 {
            break (ran, document, found);
        }
        // A busy machine may not have found the first one yet.
        pause = 2 * pause + Duration::from_millis(500);
        assert!(pause < Duration::from_secs(100), "no tour in {pause:?}");
    };
    assert_eq!(document["verified"], true, "{found}");
    let verdict = satranj("verify - --json").input(ran.stdout.clone()).run().exits(0).json();
    assert_eq!(verdict["solutions"], found, "right and different");
}

/// The lines of a stream: all have a type, the last is the only status.
fn stream(ran: &Ran) -> (Vec<Value>, Value) {
    let mut lines = ran.json_lines();
    let last = lines.pop().expect("a line");
    assert_eq!(last["type"], "status", "{}", ran.report());
    assert!(lines.iter().all(|line| line["type"] == "progress" || line["type"] == "solution"));
    (lines, last)
}

#[test]
fn a_stream_ends_with_a_status_under_every_limit() {
    let dfs = format!("solve {} --json-stream", long());
    let ran = satranj(&format!("{dfs} --time-limit 0.1s")).run().exits(3);
    let (_, status) = stream(&ran);
    assert_eq!((&status["status"], &status["reason"]), (&json!("unknown"), &json!("time_limit")));
    let ran = satranj(&format!("{dfs} --node-limit 5000")).run().exits(3);
    assert_eq!(stream(&ran).1["reason"], "node_limit");
    assert_eq!(stream(&ran).1["statistics"]["nodes"], 5000);
    let ran = satranj(&format!("{dfs} --memory-limit 1MiB")).run().exits(3);
    assert_eq!(stream(&ran).1["reason"], "memory_limit");

    let mut program = satranj(&dfs).start();
    program.until_it_prints("\"progress\"");
    let (lines, status) = stream(&program.ended_by("TERM").exits(143));
    assert_eq!(status["reason"], "interrupted");
    let progress: Vec<f64> = lines.iter().map(|line| line["seconds"].as_f64().unwrap()).collect();
    assert!(!progress.is_empty() && progress.is_sorted(), "{progress:?}");
    assert!(lines.iter().all(|line| line["statistics"]["nodes"].as_u64() > Some(1)), "{lines:?}");

    for (method, more) in [
        ("native:dfs", "--start a1 --order warnsdorff"),
        ("graph:search", ""),
        ("sat:cuts", "--closed"),
    ] {
        let line = format!("solve tour 8x8 {more} --method {method} --all --json-stream");
        let mut program = satranj(&line).start();
        program.until_it_prints("\"solution\"");
        let (lines, status) = stream(&program.ended_by("INT").exits(130));
        let solutions = lines.iter().filter(|line| line["type"] == "solution").count();
        assert!(solutions > 0 && status["solutions_found"] == solutions, "{solutions} {status}");
    }
}

#[test]
fn a_reader_that_leaves_ends_an_enumeration_quietly() {
    for line in ["solve tour 6x6 --all --json-stream", "solve tour 100x100 --json"] {
        let mut program = satranj(&format!("{line} --method native:warnsdorff")).start();
        program.read_and_leave(20);
        let ran = program.finish().exits(0);
        assert!(ran.stderr.is_empty(), "{}", ran.report());
    }
}

#[test]
fn enormous_limits_are_as_good_as_none() {
    let most = u64::MAX;
    for command in ["solve tour 5x5 --json", "compare tour 5x5 --runs 1 --methods sat:cuts --json"]
    {
        for option in [
            "--time-limit=18446744073709551615seconds 900ms".into(),
            "--time-limit=500000years".into(),
            "--time-limit=18446744073709549568s".into(),
            format!("--node-limit={most}"),
            format!("--memory-limit={most}"),
            "--memory-limit=15EiB".into(),
            format!("--seed={most}"),
        ] {
            let ran = satranj(command).argument(&option).run().exits(0);
            let document = valid(ran.json());
            let status = [&document["status"], &document["runs"][0]["status"]];
            assert!(status.contains(&&json!("satisfied")), "{option}: {document}");
        }
    }
    let all = answer(&format!("solve tour 3x4 -n {most} --json")).json();
    assert_eq!(all["solutions"].as_array().map(Vec::len), Some(16));
}

#[test]
fn sat_exit_codes_say_nothing_of_the_undecided() {
    let line = "--exit-code sat --json";
    satranj(&format!("solve {} --node-limit 9 {line}", long())).run().exits(0);
    satranj(&format!("solve tour 5x5 {line}")).run().exits(10);
    satranj(&format!("solve tour 4x4 {line}")).run().exits(20);
}
