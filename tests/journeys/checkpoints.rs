//! A user or the machine stops a long count, which is resumed later.

use std::{fs, path::Path};

use crate::harness::{Line, complaint, folder, satranj, signs::until};
use serde_json::Value;

/// The count of queens with a checkpoint in the folder `kept`.
fn counted(folder: &Path, queens: &str, more: &str) -> Value {
    let line = format!("count queens {queens} --checkpoint kept --json {more}");
    satranj(&line).within(folder).run().exits(0).json()
}

/// The only file of the folder `kept`.
fn kept(folder: &Path) -> std::path::PathBuf {
    let mut files = fs::read_dir(folder.join("kept")).expect("a folder");
    let file = files.next().expect("a file").expect("it is read").path();
    assert!(files.next().is_none(), "one file a count");
    file
}

#[test]
fn parts_that_are_done_are_not_counted_again() {
    for method in ["native:bitmask", "native:quadrants"] {
        parts_of(method);
    }
}

fn parts_of(method: &str) {
    let folder = folder();
    let counted = |more: &str| counted(folder.path(), "11", &format!("--method {method} {more}"));
    let whole = counted("--threads 2");
    assert_eq!((&whole["count"], &whole["parts_from_checkpoint"]), (&"2680".into(), &0.into()));
    let file = kept(folder.path());
    let text = fs::read_to_string(&file).expect("lines");
    let lines: Vec<&str> = text.lines().collect();
    // As a kill at any moment leaves it.
    for (cut, threads) in
        [(text.len(), 1), (text.len() - 1, 2), (text.len() / 2, 1), (1, 2), (0, 1)]
    {
        fs::write(&file, &text[..cut]).expect("it is written");
        let complete = text[..cut].matches('\n').count().saturating_sub(1);
        let again = counted(&format!("--threads {threads}"));
        assert_eq!(again["count"], "2680");
        assert_eq!(again["parts_from_checkpoint"], complete, "{cut}");
        for counter in ["nodes", "backtracks"] {
            assert_eq!(again["statistics"][counter], whole["statistics"][counter]);
        }
        let now = fs::read_to_string(&file).expect("lines");
        assert_eq!(now.lines().count(), lines.len());
    }
    // The same count serves up to symmetry.
    let classes = counted("--up-to-symmetry");
    assert_eq!((&classes["count"], &classes["up_to_symmetry"]), (&"2680".into(), &"341".into()));
}

#[test]
fn a_count_that_is_killed_goes_on() {
    let folder = folder();
    let line = "count queens 17 --checkpoint kept --json";
    let parts = || {
        let has_file =
            fs::read_dir(folder.path().join("kept")).is_ok_and(|mut files| files.next().is_some());
        let text =
            if has_file { fs::read_to_string(kept(folder.path())) } else { Ok(String::new()) };
        text.expect("lines").matches('\n').count().saturating_sub(1)
    };
    let mut before = 0;
    for _ in 0..3 {
        let running = satranj(line).argument("--threads=1").within(folder.path()).start();
        // A new folder is empty for a moment.
        until("more parts are done", || parts() > before + 1);
        running.ended_by("KILL");
        before = parts();
        // Only the existing work is looked at.
        let again = satranj(line).argument("--node-limit=0").within(folder.path()).run().exits(3);
        let document = again.json();
        assert_eq!(document["parts_from_checkpoint"], before);
        assert_eq!((&document["count"], &document["status"]), (&Value::Null, &"unknown".into()));
        assert_ne!(document["at_least"], "0");
    }
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let folder = folder();
    counted(folder.path(), "8", "");
    let file = kept(folder.path());
    let text = fs::read_to_string(&file).expect("lines");
    let line = "count queens 8 --checkpoint kept";
    let mut counts = text.match_indices("\"count\":").map(|(at, found)| at + found.len());
    let digit = counts.find(|&at| text.as_bytes()[at] != b'0').expect("a count");
    let of_nine = folder.path().join("nine");
    let nine = "count queens 9 --checkpoint nine";
    satranj(nine).within(folder.path()).run().exits(0);
    let other = fs::read_dir(&of_nine).expect("a folder").next().expect("a file").expect("read");
    let other = fs::read_to_string(other.path()).expect("lines");
    let without = text.lines().map(|line| line.split(",\"sum\"").next().unwrap_or_default());
    let without: String = without.flat_map(|line| [line, "}\n"]).collect();
    let mut changed = text.clone();
    let other_digit = if text.as_bytes()[digit] == b'7' { "8" } else { "7" };
    changed.replace_range(digit..=digit, other_digit);
    for (text, said) in [
        (changed, ": the line was changed"),
        (text.replacen("sides/1", "sides/0", 1), ":1: the line was changed"),
        (text.replacen("\"part\":0,", "\"part\":7,", 1), ":2: the line was changed"),
        (other, ":1: the checkpoint belongs to another count"),
        (without, ":1: the line was changed, or an earlier version"),
        ("mine\n".into(), ":1: the file is damaged or is not a checkpoint"),
    ] {
        fs::write(&file, &text).expect("it is written");
        let report = satranj(line).within(folder.path()).run().complains(1);
        assert!(report.contains(said) && report.contains("remove the file"), "{said}: {report}");
        assert_eq!(fs::read_to_string(&file).expect("lines"), text, "nothing is lost");
    }
    #[cfg(unix)]
    {
        let outside = folder.path().join("outside");
        fs::remove_file(&file).expect("it was there");
        std::os::unix::fs::symlink(&outside, &file).expect("a link");
        let report = satranj(line).within(folder.path()).run().complains(1);
        assert!(report.contains("symbolic link") && !outside.exists(), "{report}");
    }
    fs::write(folder.path().join("file"), "").expect("it is written");
    let report = satranj("count queens 8 --checkpoint file").within(folder.path()).run();
    assert!(report.complains(1).starts_with("file: "));
}

/// The first line of the only table in the folder `kept`.
fn table(folder: &Path) -> Option<Value> {
    let files = fs::read_dir(folder.join("kept")).ok()?.flatten().map(|entry| entry.path());
    let file = files.filter(|path| path.extension().is_some_and(|it| it == "table")).max()?;
    let bytes = fs::read(file).ok()?;
    serde_json::from_slice(bytes.split(|&byte| byte == b'\n').next()?).ok()
}

/// How many parts of the join are done.
fn joined(folder: &Path) -> u64 {
    let Ok(files) = fs::read_dir(folder.join("kept")) else { return 0 };
    let mut paths = files.flatten().map(|entry| entry.path());
    let lines = paths.find(|path| path.extension().is_some_and(|it| it == "ndjson"));
    let text = lines.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    text.matches("\"part\"").count() as u64
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn a_count_of_tours_that_is_killed_goes_on() {
    for (puzzle, method, count) in [
        ("tour 12x12 --piece wazir --closed", "native:frontier", "1076226888605605706"),
        ("tour 6x7 --closed", "native:halves", "1067638"),
    ] {
        let folder = folder();
        let line = format!("count {puzzle} --method {method} --checkpoint kept --json");
        // In the middle of the tables, and then of the parts.
        let state = || {
            let turn = table(folder.path()).and_then(|table| table["turn"].as_u64());
            (joined(folder.path()), turn.unwrap_or(0))
        };
        let mut before = (0, 0);
        for _ in 0..3 {
            let running = satranj(&line).argument("--threads=1").within(folder.path()).start();
            until("more is kept", || state() > before);
            running.ended_by("KILL");
            before = state();
        }
        let ended = satranj(&line).within(folder.path()).run().exits(0).json();
        assert_eq!(ended["count"], count, "{method}");
        assert!(ended["parts_from_checkpoint"].as_u64() > Some(0), "{ended}");
        assert_eq!(table(folder.path()), None, "the count is done");
    }
}

#[test]
fn tables_and_parts_of_tours_are_known_again() {
    for method in ["native:frontier", "native:halves", "auto"] {
        let folder = folder();
        let run = |more: &str| {
            let line = format!(
                "count tour 5x8 --closed --method {method} --checkpoint kept --json {more}"
            );
            satranj(&line).within(folder.path()).run()
        };
        // A limit stops it in the middle: what was done so far is kept.
        let mut turns = 0;
        for limit in [3000, 9000] {
            let stopped = run(&format!("--node-limit {limit}")).exits(3).json();
            assert_eq!(
                (&stopped["count"], &stopped["reason"]),
                (&Value::Null, &"node_limit".into())
            );
            assert_eq!(stopped["parts_from_checkpoint"], turns);
            turns = table(folder.path()).map_or(0, |table| table["turn"].as_u64().unwrap_or(0));
            assert!(turns > 0, "{method} {limit}");
        }
        let ended = run("").exits(0).json();
        assert_eq!(ended["count"], "44202");
        let whole = satranj(&format!("count tour 5x8 --closed --method {method} --json")).call();
        assert_eq!(ended["statistics"], whole.exits(0).json()["statistics"], "{method}");
        // Nothing is left to do.
        let again = run("").exits(0).json();
        assert_eq!(
            (&again["count"], &again["statistics"]),
            (&"44202".into(), &ended["statistics"])
        );
        assert!(again["parts_from_checkpoint"] != 0, "{again}");
        let file = kept(folder.path());
        let text = fs::read_to_string(&file).expect("lines");
        for cut in [text.len() - 1, text.len() / 2, 1] {
            fs::write(&file, &text[..cut]).expect("it is written");
            assert_eq!(run("").exits(0).json()["count"], "44202", "{method} {cut}");
        }
        // A different seed gives a different order.
        let report = run("--seed 2").complains(1);
        assert!(report.contains(":1: the checkpoint belongs to another count"), "{report}");
    }
}

#[test]
fn a_table_that_is_cut_or_foreign_is_refused() {
    let folder = folder();
    let line = "count tour 5x8 --closed --method native:frontier --checkpoint kept";
    let run = || satranj(line).within(folder.path()).run();
    satranj(line).argument("--node-limit=9000").within(folder.path()).run().exits(3);
    let files = fs::read_dir(folder.path().join("kept")).expect("a folder").flatten();
    let mut paths = files.map(|entry| entry.path());
    let file =
        paths.find(|path| path.extension().is_some_and(|it| it == "table")).expect("a table");
    let whole = fs::read(&file).expect("bytes");
    let mut foreign = whole.clone();
    let at = whole.windows(6).position(|six| six == b"sha256").expect("a digest") + 9;
    foreign[at] ^= 1;
    let mut newer = whole.clone();
    let at = whole.windows(8).position(|eight| eight == b".table/1").expect("a schema") + 7;
    newer[at] = b'9';
    let mut damaged = whole.clone();
    let last = whole.len() - 40;
    damaged[last] ^= 1;
    let cut = |length: usize| whole[..length].to_vec();
    for (bytes, said) in [
        (cut(0), ":1: "),
        (cut(20), ":1: "),
        (cut(whole.len() / 2), "truncated or damaged"),
        (cut(whole.len() - 1), "truncated or damaged"),
        (damaged, "truncated or damaged"),
        (foreign, "another count"),
        (newer, "another count"),
    ] {
        fs::write(&file, bytes).expect("it is written");
        let report = run().complains(1);
        assert!(report.contains(".table:1: ") && report.contains(said), "{report}");
        assert!(report.contains("remove the file"), "{report}");
    }
    fs::write(&file, &whole).expect("it is written");
    run().exits(0);
    let said = complaint("count place 6x6 --piece knight --checkpoint kept", 2);
    assert!(said.contains("--checkpoint is not read by native:components"), "{said}");
}

#[test]
fn with_little_memory_tours_are_counted_in_files() {
    // Whether it needs them depends on the system; the count does not.
    let folder = folder();
    fs::create_dir(folder.path().join("temporary")).expect("a folder");
    for (method, limit) in [("native:halves", "128MiB"), ("native:frontier", "128MiB")] {
        let line =
            format!("count tour 6x7 --closed --method {method} --memory-limit {limit} --json");
        let document = satranj(&line)
            .environment("TMPDIR", folder.path().join("temporary"))
            .within(folder.path())
            .run()
            .exits(0)
            .json();
        assert_eq!(document["count"], "1067638", "{method}");
        let left = fs::read_dir(folder.path().join("temporary")).expect("a folder").count();
        assert_eq!(left, 0, "{method}");
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn a_count_in_files_outlives_a_full_disk_and_kills() {
    let folder = folder();
    let line = "count tour 8x7 --closed --method native:halves --memory-limit 100MiB \
                --checkpoint kept --json";
    // A file that may not grow: writing fails with a system error, as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f 20000; exec {} {line}", crate::harness::SATRANJ);
    let full = Line::of("sh").argument("-c").argument(script).within(folder.path()).run().exits(3);
    let document = full.json();
    assert_eq!((&document["count"], &document["reason"]), (&Value::Null, &"memory_limit".into()));
    // In the middle of the tables, and then of the parts.
    let state = || {
        let turn = table(folder.path()).and_then(|table| table["turn"].as_u64());
        (joined(folder.path()), turn.unwrap_or(0))
    };
    for _ in 0..3 {
        let before = state();
        let running = satranj(line).within(folder.path()).start();
        until("more is kept", || state() > before);
        running.ended_by("KILL");
    }
    let ended = satranj(line).within(folder.path()).run().exits(0).json();
    assert_eq!(ended["count"], "34524432316");
    assert!(ended["parts_from_checkpoint"].as_u64() > Some(0), "{ended}");
}
