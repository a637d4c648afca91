//! The results of a suite are measured in parts and merged; no one can deceive the merge.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::harness::{complaint, folder, read, satranj, schema::valid, sealed::sealed, write};

/// A suite of two experiments, in seven batches.
fn suite() -> Value {
    json!({
        "schema": "satranj.suite/1", "name": "few", "title": "Few runs", "time_limit": "1h",
        "methods": ["native:bitmask", "native:dfs"], "runs": 1, "warmup": 0, "seed": 5,
        "experiments": [
            {"name": "together", "title": "Together",
             "parameter": {"name": "n", "label": "queens", "values": [4, 5, 6, 7]},
             "instances": {"puzzles": [{"kind": "queens", "n": 6}]}},
            {"name": "separate", "title": "Each for itself", "separate": true,
             "instances": {"puzzles": [{"kind": "queens", "n": 6}, {"kind": "queens", "n": 3},
                {"kind": "queens", "n": 5}]}},
        ],
    })
}

/// The folder of a suite with three measured parts.
fn measured() -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), "suite.json", suite().to_string());
    for number in 0..3 {
        let line = format!("bench suite.json -q --shard {number}/3 -o parts/{number}.json");
        fs::create_dir_all(folder.path().join("parts")).expect("a folder");
        satranj(&line).within(folder.path()).run().exits(0);
    }
    folder
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

#[test]
fn merge_puts_the_results_of_a_suite_together() {
    let folder = measured();
    let run = |line: &str| satranj(line).within(folder.path()).run();
    let by_merge = valid(run("merge suite.json parts -q").exits(0).json());
    let by_bench = run("bench suite.json --merge parts -q").exits(0).json();
    assert_eq!(by_merge["experiments"], by_bench["experiments"]);
    assert_eq!(by_merge["plan"], by_bench["plan"]);
    run("merge suite.json parts -o total.json -q").exits(0);
    assert_eq!(json_of(&folder.path().join("total.json"))["complete"], true);
    // No part is overwritten, and no file is written over an input.
    let part = read(&folder.path().join("parts/0.json"));
    for output in ["parts/0.json", "parts/total.json"] {
        for line in ["merge suite.json parts", "bench suite.json --merge parts"] {
            let said = run(&format!("{line} -q -o {output}")).complains(2);
            assert!(said.contains(output) && said.contains("name another file"), "{said}");
        }
    }
    assert_eq!(read(&folder.path().join("parts/0.json")), part);
    assert!(!folder.path().join("parts/total.json").exists());
    let said = run("merge suite.json parts --time-limit 1s").complains(2);
    assert!(said.contains("have no effect on the results of a suite"), "{said}");
    let said = complaint("merge graphs nowhere", 1);
    assert!(said.contains("nowhere"), "{said}");
}

/// Changes a document.
type Change = fn(&mut Value);

fn first_point(part: &mut Value) -> &mut Value {
    &mut part["experiments"][0]["points"][0]
}

fn first_row(part: &mut Value) -> &mut Value {
    &mut first_point(part)["rows"][0]
}

fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().expect("a list")
}

#[test]
fn a_merge_of_results_takes_nothing_else() {
    let folder = measured();
    let folder = folder.path();
    let place = folder.join("parts/1.json");
    let good = json_of(&place);
    let report = |code: i32| {
        let ran = satranj("merge suite.json parts -q").within(folder).run();
        // Contradictory results are printed, and reported.
        assert!(code == 4 || ran.text().is_empty(), "{}", ran.report());
        ran.exits(code).report()
    };
    // Files that cannot be parts count as missing, with exit code 3; wrong parts must be inspected.
    let changes: [(Change, i32, &str); 22] = [
        (|part| part["schema"] = json!("satranj.results/2"), 3, "the schema is"),
        (|part| part["plan"] = json!("sha256:0"), 3, "another suite, version or command line"),
        (|part| part["plan"] = Value::Null, 3, "another suite, version or command line"),
        (|part| part["shard"] = Value::Null, 3, "measured without --shard"),
        (|part| part["shard"]["parts"] = json!(4), 3, "part 1 of 4"),
        (|part| part["shard"]["parts"] = json!(0), 3, "part 1 of 0"),
        (|part| part["shard"]["part"] = json!(0), 3, "part 0 is also in"),
        (|part| part["shard"]["part"] = json!(7), 3, "part 7 of 3"),
        (|part| part["shard"]["units"] = json!(1), 3, "the results have 1 units"),
        (|part| part["complete"] = json!(false), 3, "part 1 is not finished"),
        (|part| drop(part.as_object_mut().expect("an object").remove("seed")), 3, "seed"),
        (|part| drop(list(&mut part["experiments"]).remove(0)), 1, "is missing"),
        (|part| drop(list(&mut part["experiments"][0]["points"]).remove(0)), 1, "is missing"),
        (
            |part| {
                let again = first_point(part).clone();
                list(&mut part["experiments"][0]["points"]).push(again);
            },
            1,
            "occurs twice",
        ),
        (|part| drop(list(&mut first_point(part)["rows"]).remove(0)), 1, "the row is missing"),
        (
            |part| {
                let again = first_row(part).clone();
                list(&mut first_point(part)["rows"]).push(again);
            },
            1,
            "there are two rows",
        ),
        (
            |part| first_row(part)["instance"] = json!("sha256:0"),
            1,
            "the row belongs to another \
                                 puzzle",
        ),
        (|part| first_row(part)["method"] = json!("native:x"), 1, "the row is missing"),
        (|part| first_row(part)["case"] = json!(9), 1, "the row is missing"),
        (|part| drop(list(&mut first_row(part)["runs"]).pop()), 1, "has 0 runs, expected 1"),
        (
            |part| {
                let again = first_row(part)["runs"][0].clone();
                list(&mut first_row(part)["runs"]).push(again);
            },
            1,
            "has 2 runs, expected 1",
        ),
        (
            |part| first_row(part)["runs"][0]["status"] = json!("unsatisfiable"),
            4,
            "the methods disagree",
        ),
    ];
    for (change, code, said) in changes {
        let mut changed = good.clone();
        change(&mut changed);
        assert_ne!(changed, good);
        write(folder, "parts/1.json", sealed(&changed));
        let report = report(code);
        assert!(report.contains(said), "{said}: {report}");
        if code == 3 {
            assert!(report.contains("1.json: ") && report.contains("--shard K/3: 1"), "{report}");
        }
    }
    // Changes are detected even if they fit, and documents without a digest are rejected.
    let mut changed = good.clone();
    changed["title"] = json!("Other runs");
    write(folder, "parts/1.json", changed.to_string());
    assert!(report(3).contains("parts/1.json: it was changed"));
    changed.as_object_mut().expect("an object").remove("digest");
    write(folder, "parts/1.json", changed.to_string());
    assert!(report(3).contains("parts/1.json: it has no `digest`"));
    let text = good.to_string();
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        write(folder, "parts/1.json", &text[..cut]);
        assert!(report(3).contains("parts/1.json: 1:"), "{cut}");
    }
    fs::remove_file(&place).expect("it was there");
    assert!(report(3).contains("--shard K/3: 1"));
    write(folder, "parts/1.json", &text);
    write(folder, "parts/again.json", &text);
    assert!(report(1).contains("part 1 is "));
    fs::remove_file(folder.join("parts/again.json")).expect("it was there");
    satranj("merge suite.json parts -q").within(folder).run().exits(0);
}
