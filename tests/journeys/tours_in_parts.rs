//! Tours are counted in parts: each part rebuilds the tables of the two halves, and joins only the
//! states of its units.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{document, folder, listening, read, satranj, sealed::sealed, signs::until};

/// A job with this many parts in its own folder.
fn job(puzzle: &str, parts: u64) -> TempDir {
    let folder = folder();
    let line = format!("shard count {puzzle} --parts {parts} -o job.json");
    satranj(&line).within(folder.path()).run().exits(0);
    folder
}

/// Does a part into the folder `done`.
fn part(folder: &Path, number: u64) {
    satranj(&format!("part job.json {number} -o done --quiet")).within(folder).run().exits(0);
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

fn write(path: &Path, value: &Value) {
    fs::write(path, value.to_string()).expect("it is written");
}

/// The output of `merge` for the folder `done`; without a total it exits with 3 and prints nothing.
fn refused(folder: &Path) -> String {
    let ran = satranj("merge job.json done --json").within(folder).run();
    assert_eq!(ran.text(), "", "{}", ran.report());
    ran.exits(3).report()
}

/// The file of a part of a job of less than eleven parts.
fn place(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("done/part-{number}.json"))
}

#[test]
fn the_parts_of_tours_come_to_their_number() {
    for (puzzle, parts, count) in [
        ("tour 5x6 --closed", 3, "8"),
        ("tour 5x5", 2, "1728"),
        ("tour 5x5 --start a1", 2, "304"),
        ("tour 4x4 --closed", 1, "0"),
        ("tour 4x5 --piece wazir", 5, "2012"),
    ] {
        let folder = job(puzzle, parts);
        (0..parts).rev().for_each(|number| part(folder.path(), number));
        let total = satranj("merge job.json done --json").within(folder.path()).run().exits(0);
        let total = total.json();
        let whole = document(&format!("count {puzzle} --method native:halves --json"));
        assert_eq!(total["count"], count, "{puzzle}");
        for field in ["count", "directed", "undirected", "status", "instance", "method"] {
            assert_eq!(total[field], whole[field], "{puzzle} in {parts}: {field}");
        }
        let left = fs::read_dir(folder.path().join("done")).expect("a folder").count();
        assert_eq!(left as u64, parts, "{puzzle}: the parts alone are left");
        if count != "0" {
            // The work that each part repeats is reported.
            let nodes = whole["statistics"]["nodes"].as_u64().expect("a number");
            assert_eq!(total["merged"]["table_nodes"], nodes * parts, "{puzzle}");
        }
    }
}

#[test]
fn graphs_are_counted_in_parts() {
    let folder = folder();
    let line = "generate hamilton --family generalised-petersen --size 7,2 -o graph.hcp";
    satranj(line).within(folder.path()).run().exits(0);
    for more in ["", "--path"] {
        let run = |line: &str| satranj(line).within(folder.path()).run().exits(0);
        run(&format!("shard count hamilton graph.hcp {more} --parts 3 -o job.json"));
        let _ = fs::remove_dir_all(folder.path().join("done"));
        (0..3).for_each(|number| part(folder.path(), number));
        let total = run("merge job.json done --json").json();
        let whole = run(&format!("count hamilton graph.hcp {more} --json")).json();
        assert_eq!(
            (&total["count"], &total["undirected"]),
            (&whole["count"], &whole["undirected"])
        );
    }
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn a_part_of_tours_goes_on_from_its_tables() {
    let folder = job("tour 6x7 --closed", 2);
    let line = "part job.json 1 -o done --threads 1";
    let names = || -> Vec<String> {
        let files = fs::read_dir(folder.path().join("done")).ok().into_iter().flatten().flatten();
        files.filter_map(|file| file.file_name().into_string().ok()).collect()
    };
    let lines = || read(&folder.path().join("done/part-1.partial")).matches('\n').count();
    // A kill in the middle of the tables, and one in the middle of the units.
    let running = satranj(line).within(folder.path()).start();
    until("a table is kept", || names().iter().any(|name| name == "part-1.first.table"));
    running.ended_by("KILL");
    let said = refused(folder.path());
    assert!(said.contains("part-1.partial: the part is not finished"), "{said}");
    assert!(!said.contains(".table") && said.contains("run --array=0,1"), "{said}");
    let running = listening(line).within(folder.path()).start();
    until("units are done", || lines() > 3);
    let ran = running.ended_by("TERM");
    if !place(folder.path(), 1).exists() {
        let report = ran.exits(143).report();
        assert!(report.contains("steps are done; run the command again"), "{report}");
        let before = lines() - 2;
        part(folder.path(), 1);
        let units = json_of(&place(folder.path(), 1))["units_from_before"].as_u64();
        assert!(units.expect("a number") >= before as u64);
    }
    part(folder.path(), 0);
    assert_eq!(names().len(), 2, "{:?}", names());
    let total = satranj("merge job.json done --json").within(folder.path()).run().exits(0).json();
    assert_eq!((&total["count"], &total["directed"]), (&json!("1067638"), &json!("2135276")));
    // A table without its part belongs to an unfinished part.
    fs::remove_file(place(folder.path(), 1)).expect("it was there");
    fs::write(folder.path().join("done/part-1.first.table"), "x").expect("it is written");
    let said = refused(folder.path());
    assert!(said.contains("part-1.first.table: ") && said.contains("not finished"), "{said}");
}

/// Changes a document.
type Change = fn(&mut Value);

#[test]
fn a_merge_of_tours_takes_nothing_else() {
    let folder = job("tour 5x6 --closed", 7);
    let folder = folder.path();
    (0..7).for_each(|number| part(folder, number));
    satranj("merge job.json done").within(folder).run().exits(0);
    let third = json_of(&place(folder, 3));
    let changes: [(Change, &str); 23] = [
        (|part| part["schema"] = json!("satranj.part/2"), "schema: found satranj.part/2"),
        (|part| part["instance"] = json!("sha256:0"), "belongs to another puzzle"),
        (|part| part["method"] = json!("native:frontier"), "another method"),
        (
            |part| part["split"]["rule"] = json!("tables-and-parts-of-halves/2"),
            "another rule or version",
        ),
        (|part| part["split"]["depth"] = json!(9), "the split has another depth"),
        (|part| part["parts"] = json!(8), "another number of parts"),
        (|part| part["job"] = json!("sha256:0"), "belongs to another job"),
        (|part| part["part"] = json!(4), "its file name belongs to another part"),
        (|part| part["count"] = json!("100"), "count: 100, but its units add up to"),
        (|part| part["count"] = Value::Null, "count"),
        (|part| part["count"] = json!(-1), "count"),
        (|part| part["nodes"] = json!(1), "nodes: 1, but its units and tables have"),
        (|part| part["units_from_before"] = json!(1_000_000), "units_from_before"),
        (|part| part["units"][0]["unit"] = json!(4), "units: found unit 4, expected 3"),
        (|part| part["units"][0]["count"] = json!(1_000), "its units add up to"),
        (
            |part| part["units"][0]["count"] = json!("99999999999999999999999"),
            "its units add up to",
        ),
        (|part| part["units"][0]["count"] = json!("x"), "invalid digit"),
        (|part| drop(part["units"].as_array_mut().expect("a list").pop()), "is missing"),
        (
            |part| {
                let units = part["units"].as_array_mut().expect("a list");
                units.push(json!({"unit": 3, "count": 0, "nodes": 0}));
            },
            "units: found unit 3, expected no more units",
        ),
        // Other tables belong to other halves, with other units.
        (|part| part["tables"]["sets"] = json!("1"), "tables.sets: 1, but part 0 has"),
        (
            |part| {
                let nodes = part["tables"]["nodes"].as_u64().expect("a number");
                part["nodes"] = json!(part["nodes"].as_u64().expect("a number") - nodes);
                drop(part.as_object_mut().expect("an object").remove("tables"));
            },
            "tables.sets: no tables, but part 0 has",
        ),
        (|part| part["more"] = json!(1), "more"),
        (|part| drop(part.as_object_mut().expect("an object").remove("timing")), "timing"),
    ];
    for (change, said) in changes {
        let mut changed = third.clone();
        change(&mut changed);
        assert_ne!(changed, third);
        fs::write(place(folder, 3), sealed(&changed)).expect("it is written");
        let report = refused(folder);
        assert!(report.contains("part-3.json: ") && report.contains(said), "{said}: {report}");
        assert!(report.contains("6 of 7 parts are finished; run --array=3"), "{report}");
    }
    fs::remove_file(place(folder, 3)).expect("it was there");
    assert!(refused(folder).contains("6 of 7 parts are finished; run --array=3"));
    part(folder, 3);
    for name in ["part-3 (copy).json", "part-03.json", "part-7.json", "part-3.First.table"] {
        let copy = folder.join("done").join(name);
        write(&copy, &third);
        let report = refused(folder);
        assert!(report.contains(name) && report.contains("not a file of this job"), "{report}");
        fs::remove_file(copy).expect("it was there");
    }
    let total = satranj("merge job.json done --json").within(folder).run().exits(0).json();
    assert_eq!(total["count"], "8");
}
