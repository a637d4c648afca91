//! Random tours, each equally likely.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::harness::{
    answer, path, satranj,
    schema::valid,
    tours::{Case, KNIGHT},
};

/// The document of a draw.
fn drawn(line: &str) -> Value {
    valid(answer(&format!("solve {line} --json")).json())
}

fn tours(document: &Value) -> Vec<Vec<String>> {
    document["solutions"].as_array().unwrap().iter().map(path).collect()
}

#[test]
fn samples_are_tours_with_the_count_of_all() {
    let document = drawn("tour 5x6 --closed --sample 200 --seed 4");
    assert_eq!((&document["status"], &document["verified"]), (&json!("satisfied"), &json!(true)));
    assert_eq!((&document["method"], &document["seed"]), (&json!("native:frontier"), &json!(4)));
    let report = json!({"samples": 200, "count": "8", "directed": "16", "undirected": "8"});
    assert_eq!(document["sampling"], report);
    let case = Case::new(5, 6, KNIGHT);
    let mut times: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for squares in tours(&document) {
        assert!(case.is_tour_of_squares(&squares), "{squares:?}");
        let cells: Vec<u32> = squares.iter().map(|square| case.cell(square)).collect();
        let least = (0..cells.len()).min_by_key(|&index| cells[index]).unwrap();
        let mut cells = [&cells[least..], &cells[..least]].concat();
        if cells[1] > cells[cells.len() - 1] {
            cells[1..].reverse();
        }
        *times.entry(cells).or_default() += 1;
    }
    // None is more than three standard deviations away from the mean of 25.
    assert_eq!(times.len(), 8);
    assert!(times.values().all(|times| (11..=39).contains(times)), "{times:?}");
    let checked = satranj("verify - --format text").input(document.to_string()).call().exits(0);
    assert!(checked.text().contains("all 200 solutions are right"), "{}", checked.report());
}

#[test]
fn the_same_tours_are_drawn_as_are_found() {
    let set = |line: &str| -> BTreeSet<Vec<String>> { tours(&drawn(line)).into_iter().collect() };
    for puzzle in ["tour 3x4", "tour 4x5 --start a1", "tour 5x5 --start a1 --given a1-b3 --end e1"]
    {
        let all = set(&format!("{puzzle} --all --method graph:search"));
        let many = 30 * all.len();
        assert_eq!(set(&format!("{puzzle} --sample {many}")), all, "{puzzle}");
    }
}

#[test]
fn paths_and_cycles_of_graphs_are_drawn() {
    let edges: Vec<[u32; 2]> = (0..8_u32)
        .flat_map(|a| (0..3).map(move |bit| [a, a ^ (1 << bit)]))
        .filter(|[a, b]| a < b)
        .collect();
    let names: Vec<String> = (0..8).map(|vertex| format!("v{vertex}")).collect();
    let graph = json!({"vertices": names, "edges": edges});
    for (closed, count, directed) in [(true, "6", "12"), (false, "144", "144")] {
        let statement = json!({"kind": "hamilton", "graph": graph, "closed": closed});
        let stated = json!({"puzzle": statement}).to_string();
        let run = satranj("solve --from - --sample 50 --json").input(stated).call().exits(0);
        let document = valid(run.json());
        let sampling = &document["sampling"];
        assert_eq!((&sampling["count"], &sampling["directed"]), (&json!(count), &json!(directed)));
        assert_eq!(document["solutions"].as_array().unwrap().len(), 50);
        satranj("verify -").input(document.to_string()).call().exits(0);
    }
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let line = "tour 5x5 --sample 3 --seed 9";
    let first = tours(&drawn(line));
    for threads in [1, 3] {
        assert_eq!(tours(&drawn(&format!("{line} --threads {threads}"))), first);
    }
    assert_eq!(tours(&drawn("tour 5x5 --sample 5 --seed 9"))[..3], first);
    assert_ne!(tours(&drawn("tour 5x5 --sample 3 --seed 10")), first);
    let random = satranj("solve tour 5x5 --sample 1 --seed random --json").call().exits(0);
    let seed = random.json()["seed"].to_string();
    assert_eq!(random.stderr.trim_end().rsplit(' ').next(), Some(&*seed));
}

#[test]
fn lines_and_text_say_that_they_are_samples() {
    let stream = satranj("solve tour 5x6 --closed --sample 3 --json-stream").call().exits(0);
    let lines = stream.json_lines();
    let solutions = lines.iter().filter(|line| line["type"] == "solution").count();
    let last = lines.last().unwrap();
    assert_eq!((solutions, &last["sampling"]["count"]), (3, &json!("8")));
    satranj("verify -").input(last.to_string()).call().exits(0);
    let text = answer("solve tour 5x6 --closed --sample 2 --seed 3 --format text");
    assert!(text.text().contains("\nsample 2\n"), "{}", text.report());
    let report = "solved (2 drawn uniformly from 8 undirected, seed 3) and verified in ";
    assert!(text.text().contains(report), "{}", text.report());
}

#[test]
fn there_may_be_nothing_to_draw() {
    let document = drawn("tour 4x4 --sample 5");
    assert_eq!(document["status"], "unsatisfiable");
    assert_eq!((&document["solutions"], &document["sampling"]["count"]), (&json!([]), &json!("0")));
    let certified = drawn("tour 3x3 --sample 5");
    assert_eq!(
        (&certified["verified"], &certified["status"]),
        (&json!(true), &json!("unsatisfiable"))
    );
    let one = drawn("tour 1x1 --sample 2");
    assert_eq!(one["solutions"], json!([{"path": ["a1"]}, {"path": ["a1"]}]));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    satranj("solve tour 8x8 --sample 3 --time-limit 100ms").call().exits(3);
    let arcs =
        json!({"vertices": ["a", "b", "c"], "edges": [[0, 1], [1, 2], [2, 0]], "directed": true});
    let stated = json!({"puzzle": {"kind": "hamilton", "graph": arcs, "closed": true}}).to_string();
    let ran = satranj("solve --from - --sample 2").input(stated).call().exits(2);
    assert!(ran.stderr.contains("undirected graphs"), "{}", ran.report());
    let wide = satranj("solve tour 20x20 --sample 2 --json").call().exits(3).json();
    assert_eq!((&wide["status"], &wide["sampling"]["count"]), (&json!("unknown"), &Value::Null));
    let large =
        satranj("solve tour 6x8 --sample 2 --memory-limit 40MiB --json").call().exits(3).json();
    assert_eq!(large["reason"], "memory_limit");
}

#[test]
fn a_wrong_sample_is_found_out() {
    let document = drawn("tour 5x6 --closed --sample 2");
    for (change, said) in [
        (json!({"count": "9"}), "so `directed` is 18, not 16"),
        (
            json!({"count": "9", "directed": "18", "undirected": "9"}),
            "`sampling.count` is 9, but there are 8",
        ),
        (json!({"samples": 3}), "`sampling.samples` is 3, but 2 solutions are given"),
    ] {
        let mut forged = document.clone();
        for (name, value) in change.as_object().unwrap() {
            forged["sampling"][name] = value.clone();
        }
        let checked = satranj("verify -").input(forged.to_string()).call().exits(4);
        assert!(checked.stderr.contains(said), "{}", checked.report());
    }
}
