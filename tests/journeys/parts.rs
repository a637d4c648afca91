//! A count is split into parts, done by anyone, and merged; no one can deceive the merge.

use std::{
    fs, iter,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{
    complaint, document, folder, listening, read, satranj, sealed::sealed, signs::until,
};

/// A job with this many parts in its own folder.
fn job(queens: u32, parts: u64) -> TempDir {
    let folder = folder();
    satranj(&format!("shard count queens {queens} --parts {parts} -o job.json"))
        .within(folder.path())
        .run()
        .exits(0);
    folder
}

/// Does a part into the folder `done`.
fn part(folder: &Path, number: u64) {
    satranj(&format!("part job.json {number} -o done --quiet")).within(folder).run().exits(0);
}

/// The output of `merge` for the folder `done`; without a total it exits with 3 and prints nothing.
fn refused(folder: &Path) -> String {
    let ran = satranj("merge job.json done --json").within(folder).run();
    assert_eq!(ran.text(), "", "{}", ran.report());
    ran.exits(3).report()
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

fn write(path: &Path, value: &Value) {
    fs::write(path, value.to_string()).expect("it is written");
}

/// The file of a part of a job of seven.
fn place(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("done/part-{number}.json"))
}

#[test]
fn the_parts_of_a_count_come_to_the_count() {
    for (queens, parts) in [(2, 1), (4, 2), (6, 9), (8, 5), (10, 17)] {
        let whole = document(&format!("count queens {queens} --json"));
        let folder = job(queens, parts);
        // In any order, on any number of threads.
        for number in (0..parts).rev() {
            let threads = 1 + number % 2;
            let line = format!("part job.json {number} -o done --threads {threads}");
            satranj(&line).within(folder.path()).run().exits(0);
        }
        let total = satranj("merge job.json done --json").within(folder.path()).run().exits(0);
        let total = total.json();
        for field in ["count", "status", "instance", "method"] {
            assert_eq!(total[field], whole[field], "{queens} in {parts}: {field}");
        }
        let merged = &total["merged"];
        assert_eq!(merged["parts"], parts);
        assert_eq!((&merged["units_from_before"], &total["verified"]), (&json!(0), &json!(false)));
        assert!(merged["largest_over_mean"].as_f64().is_some_and(|ratio| ratio >= 1.0));
        // The split is deep enough for 30 units a part, if there are that many.
        let units = merged["units"].as_u64().expect("a number");
        assert!((units >= parts || queens == 2) && (queens < 8 || units >= 30 * parts), "{units}");
    }
}

/// The total of a count in this many parts, beside the plain count.
fn totals(puzzle: &str, parts: u64, more: &str) -> [Value; 2] {
    let folder = folder();
    let line = format!("shard count {puzzle} --parts {parts} {more} -o job.json");
    satranj(&line).within(folder.path()).run().exits(0);
    (0..parts).for_each(|number| part(folder.path(), number));
    let total = satranj("merge job.json done --json").within(folder.path()).run().exits(0);
    [total.json(), document(&format!("count {puzzle} {more} --json"))]
}

#[test]
fn placements_are_counted_in_parts() {
    for (puzzle, parts) in [
        ("place 5x5 --piece knight --count 4", 7),
        ("place 4x6 --piece king --count 6 --block b2 --given a1", 3),
        ("place 6x6 --piece queen --count 5", 4),
        ("place 3x3 --piece knight --count 9", 1),
        ("place 4x4 --army white:queen=2,black:queen=2", 5),
        ("place 5x5 --piece knight --count 0", 1),
    ] {
        let [total, whole] = totals(puzzle, parts, "--method native:dfs");
        for field in ["count", "status", "instance", "method"] {
            assert_eq!(total[field], whole[field], "{puzzle} in {parts}: {field}");
        }
        assert_eq!(total["count"], document(&format!("count {puzzle} --json"))["count"]);
    }
}

#[test]
fn classes_come_of_the_total() {
    for method in ["native:bitmask", "native:quadrants"] {
        let [total, whole] = totals("queens 8", 3, &format!("--up-to-symmetry --method {method}"));
        assert_eq!((&total["count"], &total["up_to_symmetry"]), (&json!("92"), &json!("12")));
        assert_eq!(whole["up_to_symmetry"], "12");
    }
    let without = document("shard count queens 8 --parts 3");
    assert!(without.get("up_to_symmetry").is_none());
    assert_ne!(without["job"], document("shard count queens 8 --parts 3 --up-to-symmetry")["job"]);
    let line = "shard count place 5x5 --piece knight --count 4 --up-to-symmetry";
    assert!(complaint(line, 2).contains("applies only to N queens"));
}

#[test]
fn a_job_does_not_depend_on_the_machine() {
    let folder = job(9, 7);
    let printed = satranj("shard count queens 9 --parts 7").call().exits(0);
    let again = satranj("shard count --parts 7 --from - --json")
        .input(r#"{"kind":"queens","n":9}"#)
        .run()
        .exits(0);
    assert_eq!(printed.text(), read(&folder.path().join("job.json")));
    assert_eq!(printed.text(), again.text());
    // The parts of `count`'s own method would vary more.
    assert_eq!(document("shard count queens 18 --parts 100")["method"], "native:bitmask");
    let other = document("shard count queens 9 --parts 8");
    assert_ne!(other["job"], printed.json()["job"]);
}

#[test]
fn a_finished_part_is_left_alone() {
    let folder = job(8, 7);
    part(folder.path(), 3);
    let place = place(folder.path(), 3);
    let before = (read(&place), fs::metadata(&place).expect("a file").modified().expect("a time"));
    let again = satranj("part job.json 3 -o done").within(folder.path()).run().exits(0);
    assert!(again.report().contains("part 3 of 7 is already finished"), "{}", again.report());
    let after = (read(&place), fs::metadata(&place).expect("a file").modified().expect("a time"));
    assert_eq!(before, after);
    // An existing file that is not a part is not replaced.
    fs::write(&place, "mine").expect("it is written");
    let said = satranj("part job.json 3 -o done").within(folder.path()).run().complains(1);
    assert!(said.contains("part-3.json") && said.contains("remove the file"), "{said}");
    assert_eq!(read(&place), "mine");
}

#[test]
fn the_task_of_a_job_array_is_the_part() {
    let folder = job(8, 3);
    for (name, task, part) in [
        ("SLURM_ARRAY_TASK_ID", "0", 0),
        ("SGE_TASK_ID", "2", 1),
        ("PBS_ARRAY_INDEX", "2", 2),
        ("JOB_COMPLETION_INDEX", "2", 2),
    ] {
        let line = satranj("part job.json -o done").within(folder.path());
        let ran = line.environment(name, task).run().exits(0);
        assert!(ran.report().contains(&format!("part {part} of 3")), "{}", ran.report());
    }
    satranj("merge job.json done").within(folder.path()).run().exits(0);
    let line = satranj("part job.json -o done").within(folder.path());
    let said = line.environment("SLURM_ARRAY_TASK_ID", "3").run().complains(2);
    assert!(said.contains("the parts 0 to 2"), "{said}");
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn a_part_that_is_stopped_leaves_what_it_has_done() {
    let folder = folder();
    // No machine finishes it so soon.
    let line = "shard count queens 18 --method native:bitmask --parts 2 -o job.json";
    satranj(line).within(folder.path()).run().exits(0);
    let line = "part job.json 1 -o done --threads 1";
    let partial = folder.path().join("done/part-1.partial");
    let units = || read(&partial).matches('\n').count().saturating_sub(1);
    let mut before = 0;
    for (signal, code) in [("TERM", 143), ("KILL", 0), ("HUP", 129), ("USR1", 138), ("XCPU", 152)] {
        let running = listening(line).within(folder.path()).start();
        until("more units are done", || partial.exists() && units() > before + 1);
        let ran = running.ended_by(signal);
        if signal != "KILL" {
            let report = ran.exits(code).report();
            assert!(report.contains("units are done; run the command again"), "{report}");
        }
        assert!(!place(folder.path(), 1).exists(), "{signal}");
        before = units();
        let said = refused(folder.path());
        assert!(said.contains("part-1.partial: the part is not finished"), "{said}");
        assert!(said.contains("--array=0,1"), "{said}");
    }
    let none = satranj("part job.json 1 -o done --time-limit 0s").within(folder.path()).run();
    assert!(none.exits(3).report().contains("time limit"));
}

#[test]
fn a_part_goes_on_from_what_was_done() {
    let folder = job(16, 2);
    let partial = folder.path().join("done/part-1.partial");
    let units = || read(&partial).matches('\n').count().saturating_sub(1);
    // Some limit is too short for all units, but long enough for one.
    let longer = |milliseconds: &u32| Some(milliseconds + milliseconds / 4);
    let mut limits = iter::successors(Some(4_u32), longer).take_while(|limit| *limit < 10_000);
    loop {
        let limit = limits.next().expect("ten seconds are enough for a unit");
        let line = format!("part job.json 1 -o done --threads 1 --time-limit {limit}ms");
        let ran = satranj(&line).within(folder.path()).run();
        if place(folder.path(), 1).exists() {
            ran.exits(0);
            fs::remove_file(place(folder.path(), 1)).expect("it was there");
        } else if partial.exists() && units() > 1 {
            ran.exits(3);
            break;
        }
    }
    // The last line is truncated, as a kill may leave it.
    let text = read(&partial);
    fs::write(&partial, &text[..text.len() - 3]).expect("it is written");
    let before = units();
    part(folder.path(), 1);
    part(folder.path(), 0);
    assert!(!partial.exists());
    let total = satranj("merge job.json done --json").within(folder.path()).run().exits(0).json();
    assert_eq!(total["count"], "14772512");
    assert_eq!(total["merged"]["units_from_before"], before);
}

/// Changes a document.
type Change = fn(&mut Value);

#[test]
fn a_merge_takes_nothing_else() {
    let folder = job(9, 7);
    let folder = folder.path();
    (0..7).for_each(|number| part(folder, number));
    satranj("merge job.json done").within(folder).run().exits(0);
    let third = json_of(&place(folder, 3));
    let changes: [(Change, &str); 20] = [
        (|part| part["schema"] = json!("satranj.part/2"), "schema: found satranj.part/2"),
        (|part| part["instance"] = json!("sha256:0"), "belongs to another puzzle"),
        (|part| part["method"] = json!("native:dfs"), "another method"),
        (|part| part["split"]["rule"] = json!("queens-of-the-sides/2"), "another rule or version"),
        (|part| part["split"]["depth"] = json!(3), "the split has another depth"),
        (|part| part["parts"] = json!(8), "another number of parts"),
        (|part| part["job"] = json!("sha256:0"), "belongs to another job"),
        (|part| part["part"] = json!(4), "its file name belongs to another part"),
        (|part| part["count"] = json!("1"), "count: 1, but its units add up to"),
        (|part| part["count"] = Value::Null, "count"),
        (|part| part["count"] = json!(-1), "count"),
        (|part| part["nodes"] = json!(1), "nodes: 1, but its units have"),
        (|part| part["units_from_before"] = json!(1_000_000), "units_from_before"),
        (|part| part["units"][0]["unit"] = json!(4), "units: found unit 4, expected 3"),
        (|part| part["units"][0]["count"] = json!(5), "its units add up to"),
        (|part| part["units"][1]["unit"] = json!(3), "units: found unit 3, expected 10"),
        (|part| drop(part["units"].as_array_mut().expect("a list").pop()), "is missing"),
        (
            |part| {
                let units = part["units"].as_array_mut().expect("a list");
                units.push(json!({"unit": 3, "count": 0, "nodes": 0}));
            },
            "units: found unit 3, expected no more units",
        ),
        (|part| part["more"] = json!(1), "more"),
        (|part| drop(part.as_object_mut().expect("an object").remove("timing")), "timing"),
    ];
    for (change, said) in changes {
        let mut changed = third.clone();
        change(&mut changed);
        assert_ne!(changed, third);
        write(&place(folder, 3), &changed);
        let report = refused(folder);
        assert!(report.contains("part-3.json: ") && report.contains(said), "{said}: {report}");
        assert!(report.contains("6 of 7 parts are finished; run --array=3"), "{report}");
    }
    // Truncated anywhere, it is not read as fewer units.
    let text = third.to_string();
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        fs::write(place(folder, 3), &text[..cut]).expect("it is written");
        let report = refused(folder);
        assert!(report.contains("part-3.json: 1:"), "{cut}: {report}");
    }
    fs::remove_file(place(folder, 3)).expect("it was there");
    fs::remove_file(place(folder, 5)).expect("it was there");
    assert!(refused(folder).contains("5 of 7 parts are finished; run --array=3,5"));
    part(folder, 3);
    part(folder, 5);
    // A second file of a part, with the same content or another, is never added.
    for name in ["part-3 (copy).json", "part-03.json", "part-7.json", "part-3.json.gz"] {
        let copy = folder.join("done").join(name);
        write(&copy, &third);
        let report = refused(folder);
        assert!(report.contains(name) && report.contains("not a file of this job"), "{report}");
        fs::remove_file(copy).expect("it was there");
    }
    // Files that are not parts of the job are left alone, and reported.
    fs::write(folder.join("done/slurm-1.out"), "").expect("it is written");
    let ran = satranj("merge job.json done --json").within(folder).run().exits(0);
    assert!(ran.report().contains("1 file with other names is ignored"), "{}", ran.report());
    assert_eq!(ran.json()["count"], "352");
}

#[test]
fn a_job_that_was_changed_is_refused() {
    let folder = job(8, 7);
    let folder = folder.path();
    part(folder, 0);
    let path = folder.join("job.json");
    let job = json_of(&path);
    let changes: [(Change, &str); 10] = [
        (|job| job["schema"] = json!("satranj.job/2"), "schema"),
        (|job| job["puzzle"]["n"] = json!(9), "was changed"),
        (|job| job["parts"] = json!(6), "was changed"),
        (|job| job["split"]["units"] = json!(1), "was changed"),
        (|job| job["split"]["rule"] = json!("queens-of-the-sides/0"), "was changed"),
        (|job| job["method"] = json!("native:dfs"), "was changed"),
        (|job| job["instance"] = json!("sha256:0"), "the puzzle is sha256:"),
        (|job| job["goal"] = json!("refute"), "goal"),
        (|job| job["goal"] = json!("solve"), "was changed"),
        (|job| job["job"] = json!("sha256:0"), "was changed"),
    ];
    for (change, said) in changes {
        let mut changed = job.clone();
        change(&mut changed);
        write(&path, &changed);
        for line in ["merge job.json done", "part job.json 1 -o done"] {
            let report = satranj(line).within(folder).run().complains(1);
            assert!(report.contains("job.json") && report.contains(said), "{line}: {report}");
        }
    }
}

#[test]
fn a_damaged_part_is_kept_and_done_again() {
    let folder = job(8, 7);
    let folder = folder.path();
    satranj("part job.json 0-6 -o done -q").within(folder).run().exits(0);
    let text = read(&place(folder, 3));
    let total = || satranj("merge job.json done --json").within(folder).run().exits(0).json();
    let good = total()["count"].clone();
    let mut number = 0;
    let without = text.split(",\"digest\"").next().unwrap_or_default().to_string() + "}";
    let host = text.replacen("\"host\":\"", "\"host\":\"x", 1);
    for damaged in [text[..40].to_string(), String::new(), without, host] {
        assert_ne!(damaged, text);
        fs::write(place(folder, 3), &damaged).expect("it is written");
        let said = refused(folder);
        assert!(said.contains("part-3.json: ") && said.contains("run --array=3"), "{said}");
        // `part` does what `merge` asks for.
        let report = satranj("part job.json 3 -o done").within(folder).run().exits(0).report();
        number += 1;
        let aside = match number {
            1 => "part-3.json.damaged".to_string(),
            number => format!("part-3.json.damaged-{number}"),
        };
        assert!(report.contains("part-3.json: ") && report.contains(&aside), "{report}");
        assert_eq!(read(&folder.join("done").join(aside)), damaged);
        assert_eq!(total()["count"], good);
    }
    // A part of another job is not a damaged one.
    satranj("shard count queens 9 --parts 7 -o nine.json -q").within(folder).run().exits(0);
    let said = satranj("part nine.json 3 -o done").within(folder).run().complains(1);
    assert!(said.contains("part-3.json: it belongs to another puzzle"), "{said}");
    assert_eq!(total()["count"], good);
}

#[test]
fn a_part_whose_units_and_sum_were_raised_is_found_by_counting_again() {
    let folder = job(7, 3);
    let folder = folder.path();
    satranj("part job.json 0-2 -o done -q").within(folder).run().exits(0);
    let run = |line: &str| satranj(line).within(folder).run();
    let units = run("merge job.json done --json").exits(0).json()["merged"]["units"].clone();
    let again = run("merge job.json done --recheck 5 --seed 3 --json").exits(0).json();
    let again = &again["merged"]["rechecked"];
    assert_eq!((&again["units"], &again["seed"]), (&json!(5), &json!(3)));
    assert!(again["chance_of_one_percent"].as_f64().is_some_and(|it| 0.0 < it && it < 1.0));
    let all = run("merge job.json done --recheck 1000000 --format text").exits(0);
    let all = all.text();
    assert!(all.contains("counted again") && all.contains("with probability 100.0%"), "{all}");
    // With the right digest of its content, and a sum that fits the factor of the unit.
    let mut part = json_of(&folder.join("done/part-1.json"));
    let count = part["count"].as_str().and_then(|count| count.parse::<u64>().ok());
    let is_taken = [1, 2, 4, 8].into_iter().find(|factor| {
        part["count"] = json!((count.expect("a number") + factor).to_string());
        let unit = part["units"][0]["count"].as_u64().expect("a number");
        let mut raised = part.clone();
        raised["units"][0]["count"] = json!(unit + 1);
        fs::write(folder.join("done/part-1.json"), sealed(&raised)).expect("it is written");
        run("merge job.json done --json").code == Some(0)
    });
    assert!(is_taken.is_some(), "a merge alone does not see it");
    let wanted = units.to_string();
    let report = run(&format!("merge job.json done --recheck {wanted}")).complains(4);
    assert!(
        report.contains("part-1.json: unit 1 adds ") && report.contains("counted again"),
        "{report}"
    );
    // Some seeds draw it, others do not; the same seed always gives the same result.
    let half = units.as_u64().expect("a number") / 2;
    let code = |seed: u32| run(&format!("merge job.json done --recheck {half} --seed {seed}")).code;
    let codes: Vec<_> = (0..12).map(code).collect();
    assert!(codes.contains(&Some(0)) && codes.contains(&Some(4)), "{codes:?}");
    assert_eq!(code(3), codes[3]);
    assert!(run("merge job.json done --seed 3").exits(2).stderr.contains("--recheck"));
}

#[test]
fn no_file_of_a_folder_that_is_read_is_overwritten() {
    let folder = job(6, 2);
    let folder = folder.path();
    satranj("part job.json 0,1 -o done -q").within(folder).run().exits(0);
    let part = read(&folder.join("done/part-0.json"));
    for output in ["done/part-0.json", "done/../done/part-1.json", "done/part-7.json"] {
        let line = format!("merge job.json done -o {output}");
        let said = satranj(&line).within(folder).run().complains(2);
        assert!(said.contains(output) && said.contains("name another file"), "{said}");
    }
    assert_eq!(read(&folder.join("done/part-0.json")), part);
    satranj("merge job.json done -o done/total.json").within(folder).run().exits(0);
    satranj("merge job.json done -o done/total.json").within(folder).run().exits(0);
}

#[test]
fn arrays_have_no_more_tasks_than_batch_systems_take() {
    let folder = job(10, 1);
    let folder = folder.path();
    let line = "shard count queens 12 --parts 2500 -o job.json";
    let report = satranj(line).within(folder).run().exits(0).report();
    assert!(report.contains("a part takes ") && report.contains("MiB of memory"), "{report}");
    assert_eq!(satranj(&format!("{line} -q")).within(folder).run().exits(0).stderr, "");
    fs::create_dir(folder.join("done")).expect("a folder");
    let said = refused(folder);
    let arrays = "run --array=0-999, and --array=0-999 with --first 1000, and --array=0-499 with \
                  --first 2000";
    assert!(said.contains(arrays), "{said}");
    let line = satranj("part job.json -o done --first 2000").within(folder);
    let report = line.environment("SLURM_ARRAY_TASK_ID", "499").run().exits(0).report();
    assert!(report.contains("part 2499 of 2500"), "{report}");
    satranj("part job.json 1-3,1002 -o done -q").within(folder).run().exits(0);
    let said = refused(folder);
    assert!(
        said.contains("run --array=0,4-999, and --array=0,1,3-999 with --first 1000"),
        "{said}"
    );
    let said = satranj("part job.json 2499-2500 -o done").within(folder).run().complains(2);
    assert!(said.contains("the parts 0 to 2499"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = job(6, 2);
    let folder = folder.path();
    fs::create_dir(folder.join("done")).expect("a folder");
    let outside = folder.join("outside");
    for name in ["part-0.json", "part-0.partial"] {
        let link = folder.join("done").join(name);
        symlink(&outside, &link).expect("a link");
        let said = satranj("part job.json 0 -o done").within(folder).run().complains(1);
        assert!(said.contains(name) && said.contains("symbolic link"), "{said}");
        assert!(!outside.exists());
        fs::remove_file(link).expect("it was there");
    }
    satranj("part job.json 1 -o done -q").within(folder).run().exits(0);
    // An endless file is not read.
    symlink("/dev/zero", folder.join("done/part-0.json")).expect("a link");
    assert!(refused(folder).contains("part-0.json: not a regular file"));
}
