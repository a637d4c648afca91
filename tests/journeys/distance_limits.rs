//! Limits stop the methods of meetings and routes on boards that take them longer.

use std::time::{Duration, Instant};

use crate::support::{Ran, satranj, satranj_reading};

const LIMIT: Duration = Duration::from_millis(200);

/// What the start of the program and a busy machine may add.
const OVERTIME: Duration = Duration::from_millis(500);

/// Checks that a run ended for a reason and, one time of three, soon.
fn stops(reason: &str, run: impl Fn() -> Ran) {
    let soon = (0..3).any(|_| {
        let started = Instant::now();
        let ran = run();
        assert_eq!(ran.code, Some(3), "{}{}", ran.stdout, ran.stderr);
        let document = ran.json();
        assert_eq!((&document["status"], &document["reason"]), (&"unknown".into(), &reason.into()));
        started.elapsed() < LIMIT + OVERTIME
    });
    assert!(soon, "{reason} comes late");
}

#[test]
fn routes_stop_in_time() {
    let corners = ["--from", "a1", "--to", "0,1199", "--piece", "king"];
    for method in ["graph:bfs", "graph:dijkstra", "graph:astar"] {
        let board = ["solve", "route", "1200x1200", "--time-limit", "200ms", "--json", "--method"];
        stops("time_limit", || satranj(&[&board, [method].as_slice(), &corners].concat()));
    }
    for method in ["graph:bfs", "graph:dijkstra", "native:formula"] {
        // More routes than anybody waits for.
        let all = ["count", "route", "30x30", "--from", "a1", "--to", "0,29", "--at-most", "40"];
        let how = ["--time-limit", "200ms", "--json", "--method", method];
        stops("time_limit", || satranj(&[all.as_slice(), &how].concat()));
    }
}

#[test]
fn the_largest_board_has_no_room_for_its_graph() {
    let corners = ["--from", "a1", "--to", "0,9999", "--memory-limit", "1GiB", "--json"];
    for method in ["graph:bfs", "graph:dijkstra", "graph:astar"] {
        let board = ["solve", "route", "10000x10000", "--method", method];
        stops("memory_limit", || satranj(&[board.as_slice(), &corners].concat()));
    }
    let board = ["solve", "route", "10000x10000", "--method", "native:formula"];
    let ran = satranj(&[board.as_slice(), &corners].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.json()["solution"]["path"].as_array().map(Vec::len), Some(6667));
}

#[test]
fn meetings_stop_in_time() {
    // Ten riders on each of 100 rows: 1,000 searches.
    let mut rows = vec![".".repeat(700); 700];
    for row in rows.iter_mut().take(100) {
        *row = format!("{}{}", "12345".repeat(2), ".".repeat(690));
    }
    let case = format!("1\n\n700 700\n{}\n", rows.join("\n"));
    for method in ["graph:bfs", "graph:dijkstra", "graph:incremental"] {
        let how = ["solve", "meet", "-", "--time-limit", "200ms", "--json", "--method", method];
        stops("time_limit", || satranj_reading(&how, &case));
    }
}
