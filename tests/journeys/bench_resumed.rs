//! A user's measurements are killed and resumed, or split into parts and merged: no run is lost,
//! and none is made twice.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::harness::{folder, read, satranj, schema::valid, sealed::sealed, write};

/// A suite of many short runs: points with one process, and points with a process per case.
fn suite(values: u32, runs: u32) -> Value {
    let n: Vec<u32> = (0..values).map(|place| 4 + place % 5).collect();
    json!({
        "schema": "satranj.suite/1", "name": "many", "title": "Many runs", "time_limit": "1h",
        "methods": ["native:bitmask", "native:dfs"], "runs": runs, "warmup": 1, "seed": 5,
        "experiments": [
            {"name": "together", "title": "Together",
             "parameter": {"name": "n", "label": "queens", "values": n},
             "instances": {"puzzles": [{"kind": "queens", "n": 6}]}},
            {"name": "separate", "title": "Each for itself", "separate": true,
             "instances": {"puzzles": [{"kind": "queens", "n": 6}, {"kind": "queens", "n": 3},
                {"kind": "queens", "n": 5}]},
             "claims": [{"claim": "One has none.", "check": {"equal": {"method": "native:dfs",
                "quantity": "outcome", "values": ["satisfied", "unsatisfiable", "satisfied"]}}}]},
            {"name": "several", "title": "Several in a process", "counting": true,
             "instances": {"puzzles": [{"kind": "queens", "n": 6}]}},
        ],
    })
}

/// The fields that two measurements share: all but times, memory and what is computed from them.
fn lasting(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let timed = [
                "seconds", "memory", "relative", "warnings", "fastest", "command", "shard",
                "digest",
            ];
            let lasts = |name: &str| !timed.iter().any(|word| name.contains(word));
            let kept = fields.iter().filter(|(name, _)| lasts(name));
            kept.map(|(name, value)| (name.clone(), lasting(value))).collect()
        }
        Value::Array(list) => list.iter().map(lasting).collect(),
        other => other.clone(),
    }
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// Kills a measurement several times, each time after some more runs, and then lets it end.
fn killed_and_resumed(suite: &Value, kills: usize, runs_between: usize) {
    let folder = folder();
    write(folder.path(), "suite.json", suite.to_string());
    let bench =
        |output: &str| satranj(&format!("bench suite.json -q -o {output}")).within(folder.path());
    bench("whole.json").run().exits(0);
    let journal = folder.path().join("killed.json.partial");
    for kill in 1..=kills {
        let running = bench("killed.json").start();
        let started = Instant::now();
        while lines(&journal) <= kill * runs_between {
            assert!(started.elapsed() < Duration::from_secs(300), "{}", lines(&journal));
            thread::sleep(Duration::from_millis(2));
        }
        running.signal("KILL");
        let _ = running.finish();
        assert!(!folder.path().join("killed.json").exists());
    }
    let before = lines(&journal);
    // What it was writing when it was killed is truncated.
    let mut half = fs::read(&journal).unwrap();
    half.extend(b"{\"experiment\":\"toge");
    fs::write(&journal, half).unwrap();
    let said = satranj("bench suite.json -o killed.json").within(folder.path()).run().exits(0);
    let report = format!("{} runs are already done; resuming", before - 1);
    assert!(said.stderr.contains(&report), "{}: {report}", said.report());
    assert!(!journal.exists());
    let document =
        |name| -> Value { valid(serde_json::from_str(&read(&folder.path().join(name))).unwrap()) };
    let (whole, killed) = (document("whole.json"), document("killed.json"));
    assert_eq!(lasting(&killed), lasting(&whole));
    assert_eq!((&killed["plan"], &killed["complete"]), (&whole["plan"], &json!(true)));
}

#[test]
fn a_measurement_that_is_killed_goes_on() {
    killed_and_resumed(&suite(4, 2), 3, 5);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn two_thousand_runs_killed_five_times() {
    // 111 points of two methods and nine runs, and five batches more.
    killed_and_resumed(&suite(111, 8), 5, 300);
}

#[test]
fn a_signal_leaves_what_there_is_and_the_next_start_goes_on() {
    let folder = folder();
    let mut suite = suite(2, 1);
    let order = "offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";
    suite["experiments"] = json!([
        suite["experiments"][0],
        {"name": "endless", "title": "Endless", "methods": ["native:dfs"], "runs": 1, "warmup": 0,
         "options": {"order": order},
         "instances": {"puzzles": [{"kind": "tour", "start": "g5",
            "board": {"rows": 8, "columns": 8}}]}},
    ]);
    write(folder.path(), "suite.json", suite.to_string());
    let bench = |more: &str| {
        satranj(&format!("bench suite.json -q -o out.json {more}")).within(folder.path())
    };
    let mut running = bench("").start();
    running.until_there_is("--order=offsets");
    running.ended_by("TERM").exits(143);
    let path = folder.path().join("out.json");
    let document = || -> Value { valid(serde_json::from_str(&read(&path)).unwrap()) };
    let stopped = document();
    assert_eq!((&stopped["complete"], &stopped["agreement"]), (&json!(false), &Value::Null));
    assert_eq!(lines(&folder.path().join("out.json.partial")), 1 + 8);
    // Another limit is another measurement.
    let said = bench("--time-limit 1s").run().complains(1);
    assert!(said.contains("out.json.partial:1: it holds runs of another suite"), "{said}");
    fs::write(folder.path().join("out.json.partial"), "my notes\n").unwrap();
    let said = bench("").run().complains(1);
    assert!(
        said.contains("out.json.partial:1: the file is damaged or is not a checkpoint"),
        "{said}"
    );
}

#[test]
fn shards_are_put_together_and_nothing_else_is() {
    let folder = folder();
    write(folder.path(), "suite.json", suite(4, 2).to_string());
    let bench = |more: &str| satranj(&format!("bench suite.json -q {more}")).within(folder.path());
    bench("-o whole.json --jobs 3").run().exits(0);
    fs::create_dir(folder.path().join("parts")).unwrap();
    let part = |number: u32| folder.path().join(format!("parts/{number}.json"));
    for number in [0, 2] {
        bench(&format!("--shard {number}/3 -o parts/{number}.json")).run().exits(0);
    }
    let said = bench("--merge parts -o merged.json").run().complains(3);
    assert!(
        said.contains("1 of 3 parts are missing") && said.ends_with("--shard K/3: 1"),
        "{said}"
    );
    bench("--shard 1/3 -o parts/1.json").run().exits(0);
    bench("--merge parts -o merged.json").run().exits(0);
    let document = |path: &Path| -> Value { valid(serde_json::from_str(&read(path)).unwrap()) };
    let (whole, merged) =
        (document(&folder.path().join("whole.json")), document(&folder.path().join("merged.json")));
    assert_eq!(lasting(&merged), lasting(&whole));
    // The times are those of the parts.
    let of_part = &document(&part(0))["experiments"][0]["points"][0]["runs"][0]["times_seconds"];
    assert_eq!(merged["experiments"][0]["points"][0]["runs"][0]["times_seconds"], *of_part);
    let good = read(&part(1));
    let refused = |change: &dyn Fn(&mut Value), words: &str| {
        let mut changed: Value = serde_json::from_str(&good).unwrap();
        change(&mut changed);
        write(folder.path(), "parts/1.json", sealed(&changed));
        let said = bench("--merge parts").run().complains(1);
        assert!(said.contains("parts/1.json") && said.contains(words), "{said}: {words}");
    };
    let refused_as_missing = |change: &dyn Fn(&mut Value), words: &str| {
        let mut changed: Value = serde_json::from_str(&good).unwrap();
        change(&mut changed);
        write(folder.path(), "parts/1.json", sealed(&changed));
        let ran = bench("--merge parts").run().exits(3);
        assert!(ran.stderr.contains(words), "{}: {words}", ran.report());
    };
    refused_as_missing(
        &|part| part["plan"] = json!("sha256:0"),
        "another suite, version or \
                                     command line",
    );
    refused_as_missing(&|part| part["shard"] = Value::Null, "measured without --shard");
    refused_as_missing(&|part| part["complete"] = json!(false), "part 1 is not finished");
    refused_as_missing(&|part| part["shard"]["parts"] = json!(4), "part 1 of 4");
    refused_as_missing(&|part| part["shard"]["part"] = json!(0), "part 0 is also in");
    let rows = |part: &mut Value, change: &dyn Fn(&mut Vec<Value>)| {
        change(part["experiments"][0]["points"][0]["rows"].as_array_mut().unwrap());
    };
    refused(&|part| rows(part, &|rows| drop(rows.pop())), "the row is missing");
    refused(&|part| rows(part, &|rows| rows.push(rows[0].clone())), "there are two rows");
    refused(
        &|part| rows(part, &|rows| rows[0]["instance"] = json!("sha256:0")),
        "the row belongs to another puzzle",
    );
    refused(
        &|part| rows(part, &|rows| drop(rows[0]["runs"].as_array_mut().unwrap().pop())),
        "has 2 runs, expected 3",
    );
    refused(
        &|part| drop(part["experiments"][0]["points"].as_array_mut().unwrap().pop()),
        "is missing",
    );
    write(folder.path(), "parts/1.json", "{\"schema\":");
    assert!(bench("--merge parts").run().exits(3).stderr.contains("1.json"));
    write(folder.path(), "parts/1.json", &good);
    write(folder.path(), "parts/1 again.json", &good);
    let said = bench("--merge parts").run().complains(1);
    assert!(said.contains("part 1 is also in "), "{said}");
    for (shard, words) in [("3/3", "numbered from 0 to 2"), ("1", "is not a part"), ("0/0", "1 to")]
    {
        let ran = bench("").argument("--shard").argument(shard).run().exits(2);
        assert!(ran.stderr.contains(words), "{}", ran.report());
    }
}
