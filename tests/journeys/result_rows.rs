//! A user reads results case by case: each case of each point has a row for every method, and the
//! totals are computed from the rows.

use crate::harness::{answer, satranj, schema::valid};
use serde_json::{Value, json};

fn rows(document: &Value) -> Vec<&Value> {
    document["rows"].as_array().expect("rows").iter().collect()
}

#[test]
fn every_case_of_every_point_has_a_row() {
    let suite = json!({
        "schema": "satranj.suite/1", "name": "rows", "title": "Rows", "runs": 2, "warmup": 1,
        "seed": 7, "time_limit": "1h",
        "experiments": [{
            "name": "two", "title": "Two cases", "methods": ["native:bitmask", "sat:lines"],
            "parameter": {"name": "n", "label": "queens", "values": [5, 3]},
            "instances": {"puzzles": [{"kind": "queens", "n": 6}, {"kind": "queens", "n": 1,
                "given": ["a1"]}]},
        }],
    });
    let ran = satranj("bench - --json --quiet").input(suite.to_string()).call().exits(0);
    let document = valid(ran.json());
    assert_eq!(document["command"], "satranj bench - --json --quiet");
    let points = document["experiments"][0]["points"].as_array().unwrap();
    for (number, (point, n)) in (1..).zip(points.iter().zip([5, 3])) {
        assert_eq!((&point["point"], &point["values"]), (&json!(number), &json!([f64::from(n)])));
        let instances = point["instances"].as_array().unwrap();
        assert_eq!(instances.len(), 2);
        // The instance is the puzzle alone, with the same digest.
        assert_eq!(instances[0]["puzzle"]["n"], n);
        let alone = answer(&format!("solve queens {n} --json")).json();
        assert_eq!(instances[0]["instance"], alone["instance"]);
        let seen: Vec<(&str, u64)> = rows(point)
            .iter()
            .map(|row| (row["method"].as_str().unwrap(), row["case"].as_u64().unwrap()))
            .collect();
        let all =
            [("native:bitmask", 1), ("native:bitmask", 2), ("sat:lines", 1), ("sat:lines", 2)];
        assert_eq!(seen, all);
        for row in rows(point) {
            assert_eq!(
                (&row["seed"], &row["verified"]),
                (&json!(7), &json!(row["status"] == "satisfied"))
            );
            let of_case = &instances[row["case"].as_u64().unwrap() as usize - 1];
            assert_eq!(row["instance"], of_case["instance"]);
            let runs = row["runs"].as_array().unwrap();
            assert_eq!((runs.len(), row["warmups"].as_array().map(Vec::len)), (2, Some(1)));
            for run in runs {
                assert!(run["seconds"].is_number() && run["cpu_seconds"].is_number(), "{run}");
                assert!(run["peak_memory_bytes"].as_u64() > Some(0), "{run}");
                assert_eq!(run["status"], row["status"]);
            }
        }
        // The total of a process is the sum of its cases.
        for (method, of_method) in rows(point).chunks(2).enumerate() {
            let sum = |run: usize| -> f64 {
                of_method.iter().map(|row| row["runs"][run]["seconds"].as_f64().unwrap()).sum()
            };
            let all = point["runs"][method]["times_seconds"][1].as_f64().unwrap();
            assert!((sum(1) - all).abs() < 1e-9, "{} {all}", sum(1));
        }
    }
    assert_eq!(rows(&points[1])[0]["status"], "unsatisfiable");
}

#[test]
fn a_row_says_why_there_is_no_answer() {
    let line = "compare queens 9 --counting --methods native:dfs,native:bitmask --node-limit 100 \
                --runs 2 --warmup 0 --json";
    let document = valid(satranj(line).call().exits(3).json());
    for row in rows(&document) {
        assert_eq!((&row["status"], &row["reason"]), (&json!("unknown"), &json!("node_limit")));
        assert_eq!((&row["count"], row["runs"].as_array().map(Vec::len)), (&Value::Null, Some(1)));
        assert!(row["at_least"].is_string() && row["runs"][0]["seconds"].is_number(), "{row}");
    }
    let line = "compare queens 8 --counting --methods native:dfs --runs 2 --warmup 0 --json";
    let row = &valid(answer(line).json())["rows"][0];
    assert_eq!((&row["count"], &row["runs"][1]["count"]), (&json!("92"), &json!("92")));
    assert_eq!(row["runs"][1]["statistics"], row["runs"][0]["statistics"]);
    // The best value, and what was found of it.
    let line = "compare place 5x5 --piece knight --count max --methods sat:edges --runs 1 --json";
    assert_eq!(valid(answer(line).json())["rows"][0]["objective"], 13);
}
