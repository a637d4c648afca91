//! A user sets limits on placements and plans or presses Ctrl-C: every method ends in time.

use std::{
    collections::BTreeSet,
    thread,
    time::{Duration, Instant},
};

use crate::harness::{Ran, answer, folder, satranj, schema::valid};
use serde_json::{Value, json};

/// How far beyond its limit a program may go: 100 ms, and more on a machine at work.
const OVERTIME: Duration = Duration::from_millis(300);

/// For each method a command that takes it longer than a few seconds.
const LONG: &[(&str, &str, &str)] = &[
    ("queens", "sat:lines", "solve queens 4000"),
    ("queens", "sat:edges", "solve queens 300"),
    ("queens", "sat:enumerate", "solve queens 20 --all"),
    ("queens", "graph:search", "count queens 20"),
    ("queens", "native:bitmask", "count queens 25"),
    ("queens", "native:dfs", "solve queens 100"),
    ("queens", "native:min-conflicts", "solve queens 3 --restarts 1000000000000"),
    ("queens", "native:hill-climbing", "solve queens 3 --restarts 1000000000000"),
    ("place", "sat:lines", "solve place 14x14 --army white:queen,black:queen"),
    ("place", "sat:edges", "solve place 14x14 --army white:queen,black:queen"),
    ("place", "sat:enumerate", "solve place 10x10 --piece knight --count 20 --all"),
    ("place", "graph:search", "solve place 14x14 --army white:queen,black:queen"),
    ("place", "native:rows", "count place 24x24 --piece knight"),
    ("place", "native:dfs", "solve place 14x14 --army white:queen,black:queen"),
    ("dominate", "sat:cover", "solve dominate 18x18 --piece knight"),
    ("dominate", "sat:line-cover", "solve dominate 20x20 --piece queen"),
    ("dominate", "sat:enumerate", "solve dominate 9x9 --piece knight --count 20 --all"),
    ("dominate", "graph:search", "solve dominate 18x18 --piece knight"),
    ("dominate", "native:dfs", "solve dominate 18x18 --piece queen"),
    ("meet", "sat:assignment", "solve meet tests/maps/meeting-50x50.txt"),
    ("meet", "sat:planning", "solve meet tests/maps/meeting-50x50.txt"),
    ("route", "sat:planning", "solve route 1500x1500 --from a1 --to 0,1499"),
    ("exchange", "sat:planning", "solve exchange tests/maps/queens-5x5.txt"),
    ("exchange", "graph:astar", "solve exchange tests/maps/queens-5x5.txt"),
    ("exchange", "native:bfs", "solve exchange tests/maps/queens-5x5.txt"),
];

/// Methods that take polynomial time; those of meetings and routes are stopped in
/// `distance_limits.rs`.
const SHORT: &[(&str, &str)] = &[
    ("queens", "native:construct"),
    ("place", "graph:matching"),
    ("meet", "graph:bfs"),
    ("meet", "graph:dijkstra"),
    ("meet", "graph:floyd-warshall"),
    ("meet", "graph:incremental"),
    ("meet", "native:bounds"),
    ("meet", "native:barycentre"),
    ("route", "graph:bfs"),
    ("route", "graph:dijkstra"),
    ("route", "graph:astar"),
    ("route", "native:formula"),
    ("place", "native:rook-polynomial"),
    ("place", "native:bishop-colours"),
];

#[test]
fn no_method_escapes_these_tests() {
    let listed = answer("list methods --json").json();
    let listed: BTreeSet<(String, String)> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|method| {
            let text = |key: &str| method[key].as_str().expect("text").to_string();
            (text("puzzle"), text("name"))
        })
        .collect();
    // Those of tours, and of graphs the same, have tests of their own.
    let of = |kind: &str| -> BTreeSet<String> {
        listed.iter().filter(|(puzzle, _)| puzzle == kind).map(|(_, name)| name.clone()).collect()
    };
    assert!(of("hamilton").is_subset(&of("tour")));
    let listed: BTreeSet<(String, String)> = listed
        .into_iter()
        .filter(|(puzzle, _)| !["tour", "hamilton"].contains(&puzzle.as_str()))
        .collect();
    let long = LONG.iter().map(|&(puzzle, method, _)| (puzzle.into(), method.into()));
    let short = SHORT.iter().map(|&(puzzle, method)| (puzzle.into(), method.into()));
    assert_eq!(long.chain(short).collect::<BTreeSet<_>>(), listed);
}

/// Runs until it ends in time, three times at most: another program may hold it up once.
fn in_time(limit: Duration, run: impl Fn() -> (Duration, Ran)) -> Ran {
    let mut late = Vec::new();
    for _ in 0..3 {
        let (elapsed, ran) = run();
        if elapsed <= limit + OVERTIME {
            return ran;
        }
        late.push((elapsed, ran.told().chars().take(300).collect::<String>()));
    }
    panic!("{late:?} for a limit of {limit:?}")
}

fn undecided(document: Value, reason: &str) -> Value {
    let document = valid(document);
    assert_eq!((&document["status"], &document["reason"]), (&json!("unknown"), &json!(reason)));
    document
}

#[test]
fn the_time_limit_holds() {
    for (_, method, line) in LONG {
        for (text, limit) in [("400ms", 400), ("0s", 0)] {
            let limit = Duration::from_millis(limit);
            let line = format!("{line} --method {method} --time-limit {text} --json");
            let ran = in_time(limit, || {
                let ran = satranj(&line).run();
                (ran.elapsed, ran)
            });
            let ran = ran.exits(3);
            assert!(ran.elapsed >= limit, "not before the limit: {}", ran.told());
            undecided(ran.json(), "time_limit");
        }
    }
}

#[test]
fn the_memory_limit_holds() {
    for (_, method, line) in LONG {
        let line = format!("{line} --method {method} --memory-limit 1MiB --json");
        let ran = satranj(&line).run().exits(3);
        assert!(ran.elapsed < Duration::from_secs(3), "{}", ran.told());
        undecided(ran.json(), "memory_limit");
    }
    // What would not fit is not begun.
    for line in [
        "solve queens 9000 --method sat:lines --memory-limit 1GiB",
        "solve queens 10000000 --method native:construct --memory-limit 20MiB",
        "solve place 10000x10000 --piece knight --memory-limit 1GiB",
        "solve place 3000x3000 --piece knight --method graph:matching --memory-limit 200MiB",
        "solve place 1000x1000 --piece queen --method sat:edges --memory-limit 500MiB",
        "solve dominate 10000x10000 --piece king --memory-limit 1GiB",
        "solve dominate 500x500 --piece queen --method sat:cover --memory-limit 300MiB",
        "count place 5000x5000 --piece king --memory-limit 300MiB",
    ] {
        let ran = satranj(&format!("{line} --json")).run().exits(3);
        assert!(ran.elapsed < Duration::from_secs(5), "{}", ran.told());
        undecided(ran.json(), "memory_limit");
    }
}

#[test]
fn signals_end_every_method_with_a_document() {
    for (_, method, line) in LONG {
        let line = format!("{line} --method {method} --json");
        let ran = in_time(Duration::ZERO, || {
            let program = satranj(&line).start();
            thread::sleep(Duration::from_millis(400));
            let sent = Instant::now();
            program.signal("INT");
            let ran = program.finish();
            (sent.elapsed(), ran)
        });
        undecided(ran.exits(130).json(), "interrupted");
    }
}

#[test]
fn the_node_limit_is_exact() {
    for (_, method, line) in LONG {
        let native = method.starts_with("native:") || method.starts_with("graph:");
        if !native || line.starts_with("count") {
            continue;
        }
        for limit in [0, 1, 1000, 30_000] {
            let line = format!("{line} --method {method} --node-limit {limit} --json");
            let document = undecided(satranj(&line).run().exits(3).json(), "node_limit");
            assert_eq!(document["statistics"]["nodes"], limit, "{line}");
        }
    }
}

#[test]
fn exports_end_in_time_and_leave_nothing() {
    for (puzzle, format) in [
        ("dominate 400x400 --piece rook", "wcnf"),
        ("place 400x400 --piece rook", "dot"),
        ("queens 6000", "dimacs"),
    ] {
        let folder = folder();
        let file = folder.path().join("formula.txt");
        let limit = Duration::from_millis(200);
        let line = format!("export {puzzle} --format {format} --time-limit 200ms -o");
        let ran = in_time(limit, || {
            let ran = satranj(&line).argument(&file).run();
            (ran.elapsed, ran)
        });
        assert!(ran.exits(3).stderr.contains("time limit"), "{puzzle}");
        assert_eq!(folder.path().read_dir().expect("it is there").count(), 0, "{puzzle}");
    }
}
