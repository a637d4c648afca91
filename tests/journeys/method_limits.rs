//! A user sets limits or presses Ctrl-C: every method of every puzzle ends with a document.

use std::{collections::BTreeSet, mem::discriminant, time::Duration};

use crate::{
    endless::{ENDLESS, Endless, line, until_at_work},
    harness::{LATE, answer, folder, read, satranj, schema::valid, write},
};
use satranj::puzzles::kinds::{LIST, PuzzleKind};
use serde_json::{Value, json};

/// Methods that take polynomial time, and a command for each. How late they end within large tasks
/// is measured, not tested: some machine finishes them.
const SHORT: &[Endless] = &[
    ("tour", "graph:carving", "solve tour 3x12 --closed"),
    ("tour", "auto", "solve tour 8x8 --closed"),
    ("tour", "native:quotient", "solve tour 8x8 --closed --symmetry half-turn"),
    ("queens", "native:construct", "solve queens 8"),
    ("place", "graph:matching", "solve place 8x8 --piece knight"),
    ("independent-set", "graph:matching", "solve independent-set tests/graphs/ladder.col"),
    ("independent-set", "graph:flow", "solve independent-set tests/graphs/ladder.wclq --weighted"),
    ("meet", "graph:bfs", MEETING),
    ("meet", "graph:dijkstra", MEETING),
    ("meet", "graph:floyd-warshall", MEETING),
    ("meet", "graph:incremental", MEETING),
    ("meet", "native:bounds", MEETING),
    ("meet", "native:barycentre", MEETING),
    ("path", "graph:dijkstra", "solve path tests/graphs/ladder.col --from 1 --to 3"),
    ("mapf", "graph:flow", "solve mapf 4x4 --agents a1:d4,d1:a4 --anonymous --objective makespan"),
    ("mapf", "native:lacam", "solve mapf 4x4 --agents a1:d4,d1:a4"),
    ("route", "graph:bfs", ROUTE),
    ("route", "graph:dijkstra", ROUTE),
    ("route", "graph:astar", ROUTE),
    ("route", "native:formula", ROUTE),
];

const MEETING: &str = "solve meet tests/maps/meeting-published.txt --case 2";

const ROUTE: &str = "solve route 8x8 --from a1 --to c5";

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
    let of = |kind: &str| -> BTreeSet<String> {
        listed.iter().filter(|(puzzle, _)| puzzle == kind).map(|(_, name)| name.clone()).collect()
    };
    let tested: BTreeSet<(String, String)> =
        ENDLESS.iter().chain(SHORT).map(|&(kind, name, _)| (kind.into(), name.into())).collect();
    let is_tested = |kind: &str| tested.iter().any(|(puzzle, _)| puzzle == kind);
    // A puzzle that is not tested has the model and the methods of one that is.
    let model = |kind: &PuzzleKind| kind.puzzles().next().map(|one| discriminant(&one.model()));
    for kind in LIST.iter().filter(|kind| !is_tested(kind.name)) {
        let mut others = LIST.iter().filter(|other| is_tested(other.name));
        let includes = |other: &PuzzleKind| {
            model(other) == model(kind) && of(kind.name).is_subset(&of(other.name))
        };
        assert!(others.any(includes), "no test of {}", kind.name);
    }
    // Vertex covers have the methods of independent sets, and their own encoding.
    let covers = &of("vertex-cover") - &of("independent-set");
    assert_eq!(covers, BTreeSet::from(["sat:ends".to_string()]));
    let listed = listed.into_iter().filter(|(puzzle, name)| {
        is_tested(puzzle) && (puzzle != "vertex-cover" || name == "sat:ends")
    });
    assert_eq!(tested, listed.collect());
}

fn undecided(document: Value, reason: &str) -> Value {
    let document = valid(document);
    assert_eq!((&document["status"], &document["reason"]), (&json!("unknown"), &json!(reason)));
    document
}

#[test]
fn the_time_limit_holds() {
    let none = ENDLESS.iter().chain(SHORT).map(|endless| (endless, "0s", 0));
    for (endless, text, limit) in none.chain(ENDLESS.iter().map(|some| (some, "0.05s", 50))) {
        let limit = Duration::from_millis(limit);
        let ran = line(endless).arguments("--time-limit").argument(text).run();
        let ran = ran.exits(3).ends_soon_after(limit);
        assert!(ran.stderr.is_empty(), "{}", ran.report());
        assert!(ran.elapsed >= limit, "not before the limit: {}", ran.report());
        let document = undecided(ran.json(), "time_limit");
        assert_eq!(document["method"], endless.1);
        let total = document["timing"]["total_seconds"].as_f64().expect("seconds");
        assert!(total >= limit.as_secs_f64() && total <= ran.elapsed.as_secs_f64(), "{total}");
    }
}

#[test]
fn the_memory_limit_holds() {
    for endless in ENDLESS {
        let ran = line(endless).arguments("--memory-limit 1MiB").run().exits(3);
        assert!(ran.elapsed < LATE, "{}", ran.report());
        undecided(ran.json(), "memory_limit");
    }
    // Work that would not fit is not begun.
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
        assert!(ran.elapsed < LATE, "{}", ran.report());
        undecided(ran.json(), "memory_limit");
    }
}

#[test]
fn signals_end_every_method_with_a_document() {
    for (endless, (signal, code)) in
        ENDLESS.iter().zip([("INT", 130), ("TERM", 143)].iter().cycle())
    {
        let mut program = line(endless).start();
        until_at_work(&mut program, endless);
        let document = undecided(program.ended_by(signal).exits(*code).json(), "interrupted");
        assert_eq!(document["method"], endless.1);
    }
}

#[test]
fn the_node_limit_is_exact() {
    for (method, line) in [
        ("graph:search", "solve queens 40 --all"),
        ("native:dfs", "solve queens 100"),
        ("native:min-conflicts", "solve queens 3 --restarts 1000000000000"),
        ("native:hill-climbing", "solve queens 3 --restarts 1000000000000"),
        ("graph:search", "solve place 14x14 --army white:queen,black:queen"),
        ("native:dfs", "solve place 14x14 --army white:queen,black:queen"),
        ("native:dfs", "solve dominate 18x18 --piece queen"),
        ("graph:astar", "solve exchange tests/maps/queens-5x5.txt"),
        ("native:bfs", "solve exchange tests/maps/queens-5x5.txt"),
    ] {
        for limit in [0, 1, 5000] {
            let line = format!("{line} --method {method} --node-limit {limit} --json");
            let document = undecided(satranj(&line).run().exits(3).json(), "node_limit");
            assert_eq!(document["statistics"]["nodes"], limit, "{line}");
        }
    }
}

#[test]
fn large_polynomial_work_ends_too() {
    // Ten riders on each of 100 rows: 1,000 searches.
    let mut rows = vec![".".repeat(700); 700];
    for row in rows.iter_mut().take(100) {
        *row = format!("{}{}", "12345".repeat(2), ".".repeat(690));
    }
    let riders = format!("1\n\n700 700\n{}\n", rows.join("\n"));
    let route = "solve route 10000x10000 --from a1 --to 0,9999 --piece king";
    for (line, method) in [
        ("solve meet -", "graph:bfs"),
        ("solve meet -", "graph:dijkstra"),
        ("solve meet -", "graph:incremental"),
        (route, "graph:bfs"),
        (route, "graph:dijkstra"),
        (route, "graph:astar"),
        ("solve tour 10000x10000 --closed", "native:rotations"),
    ] {
        let line =
            format!("{line} --method {method} --time-limit 200ms --memory-limit 2GiB --json");
        let ran = satranj(&line).input(riders.clone()).run();
        // Some machine may have finished by then.
        assert!([0, 3].map(Some).contains(&ran.code), "{}", ran.report());
        let ran = ran.ends_soon_after(Duration::from_millis(200));
        let document = valid(ran.json());
        let stopped = [json!("time_limit"), json!("memory_limit")].contains(&document["reason"]);
        assert!(stopped || ran.code == Some(0), "{}", ran.report());
    }
}

#[test]
fn the_largest_board_has_no_room_for_its_graph() {
    let line = "solve route 10000x10000 --from a1 --to 0,9999 --memory-limit 1GiB --json --method";
    for method in ["graph:bfs", "graph:dijkstra", "graph:astar"] {
        let ran = satranj(&format!("{line} {method}")).run().exits(3);
        assert!(ran.elapsed < LATE, "{}", ran.report());
        undecided(ran.json(), "memory_limit");
    }
    let document = satranj(&format!("{line} native:formula")).run().exits(0).json();
    assert_eq!(document["solution"]["path"].as_array().map(Vec::len), Some(6667));
}

#[test]
fn exports_end_in_time_and_leave_nothing() {
    // Tens of millions of clauses or edges, in a twentieth of a second.
    for (puzzle, format) in [
        ("dominate 400x400 --piece rook", "wcnf"),
        ("place 400x400 --piece rook", "dot"),
        ("tour 100x100", "dimacs"),
    ] {
        let folder = folder();
        let file = folder.path().join("formula.txt");
        let line = format!("export {puzzle} --format {format} --time-limit 50ms -o");
        let ran = satranj(&line).argument(&file).run().exits(3);
        let ran = ran.ends_soon_after(Duration::from_millis(50));
        assert!(ran.stderr.contains("time limit"), "{puzzle}");
        assert_eq!(folder.path().read_dir().expect("it is there").count(), 0, "{puzzle}");
    }
}

#[test]
fn a_signal_ends_an_export_and_leaves_what_was_there() {
    let folder = folder();
    let kept = write(folder.path(), "kept.cnf", "precious");
    let files = || folder.path().read_dir().expect("it is there").count();
    // 100,000,000 variables.
    let mut program = satranj("export tour 100x100 -o").argument(&kept).start();
    program.until_at_work("work");
    program.ended_by("INT").complains(130);
    assert_eq!((read(&kept), files()), ("precious".into(), 1));
}
