//! Tours that are counted without finding each.

use crate::harness::satranj;

/// The document of a count.
fn counted(line: &str) -> serde_json::Value {
    satranj(&format!("count {line} --json")).run().exits(0).json()
}

#[test]
fn many_tours_are_counted_by_a_programme() {
    for (line, count) in [
        ("tour 5x6", "37568"),
        ("tour 3x14", "1292544"),
        ("tour 5x5 --piece king --block c3 --closed", "429984"),
        ("tour 8x8 --piece wazir --closed", "4638576"),
    ] {
        let document = counted(line);
        assert_eq!(document["method"], "auto");
        assert_eq!(document["count"], count, "{line}");
        // A search for all gives up, then a programme answers.
        let turns = document["portfolio"].as_array().expect("turns");
        let told = |turn: &serde_json::Value| (turn["method"].clone(), turn["ended"].clone());
        assert_eq!(told(&turns[0]), ("graph:search".into(), "gave_up".into()), "{line}");
        let (last, ended) = told(turns.last().expect("a turn"));
        assert!(last == "native:frontier" || last == "native:halves", "{line}: {last}");
        assert_eq!(ended, "answered", "{line}");
        if line == "tour 5x6" {
            satranj("verify -").input(document.to_string()).run().exits(0);
        }
    }
}

/// In a large graph with few cycles a search for all is soon at its end.
#[test]
fn few_cycles_of_a_large_graph_are_searched_for() {
    // A ladder of 400 rungs: the only cycle goes round about it.
    let rungs = 400;
    let mut edges = vec![];
    for rung in 0..rungs {
        edges.push([2 * rung, 2 * rung + 1]);
        if rung > 0 {
            edges.extend([[2 * rung - 2, 2 * rung], [2 * rung - 1, 2 * rung + 1]]);
        }
    }
    let vertices: Vec<String> = (0..2 * rungs).map(|vertex| format!("v{vertex}")).collect();
    let graph = serde_json::json!({"directed": false, "vertices": vertices, "edges": edges});
    let puzzle = serde_json::json!({"kind": "hamilton", "closed": true, "graph": graph});
    let line = "count --from - --json";
    let document = satranj(line).input(puzzle.to_string()).run().exits(0).json();
    assert_eq!((&document["method"], &document["count"]), (&"auto".into(), &"1".into()));
    assert_eq!(document["portfolio"][0]["method"], "graph:search");
    assert_eq!(document["portfolio"][0]["ended"], "answered");
}

#[test]
fn few_tours_are_found_and_verified() {
    for (line, count) in [("tour 5x5", "1728"), ("tour 5x6 --closed", "8"), ("tour 4x4", "0")] {
        assert_eq!(counted(line)["count"], count, "{line}");
        // By every other way to count it is the same.
        for method in ["auto", "graph:search", "native:frontier"] {
            assert_eq!(counted(&format!("{line} --method {method}"))["count"], count, "{method}");
        }
    }
}

#[test]
fn a_count_does_not_depend_on_the_threads() {
    for method in ["native:frontier", "native:halves"] {
        for threads in [1, 2, 3] {
            let line = format!("tour 6x6 --closed --method {method} --threads {threads}");
            assert_eq!(counted(&line)["count"], "9862", "{line}");
        }
    }
}

#[test]
fn what_no_programme_reaches_is_found_one_by_one() {
    let line = "count tour 12x12 --node-limit 20000 --json";
    let document = satranj(line).run().exits(3).json();
    assert_eq!((&document["method"], &document["reason"]), (&"auto".into(), &"node_limit".into()));
    let given_up = satranj("count tour 12x12 --method native:halves --json").run().exits(3).json();
    assert_eq!(given_up["reason"], "incomplete_method");
}
