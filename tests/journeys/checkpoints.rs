//! A user stops a long count, or the machine does, and goes on with it later.

use std::{fs, path::Path};

use crate::harness::{complaint, folder, satranj, signs::until};
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
    // Up to symmetry it is the same count.
    let classes = counted("--up-to-symmetry");
    assert_eq!((&classes["count"], &classes["up_to_symmetry"]), (&"2680".into(), &"341".into()));
}

#[test]
fn a_count_that_is_killed_goes_on() {
    let folder = folder();
    let line = "count queens 17 --checkpoint kept --json";
    let parts = || {
        let text = fs::read_to_string(kept(folder.path())).unwrap_or_default();
        text.matches('\n').count().saturating_sub(1)
    };
    let mut before = 0;
    for _ in 0..3 {
        let running = satranj(line).argument("--threads=1").within(folder.path()).start();
        until("more parts are done", || {
            folder.path().join("kept").exists() && parts() > before + 1
        });
        running.ended_by("KILL");
        before = parts();
        // Nothing more is done than to look at what there is.
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
    for (from, to, said) in [
        (
            "queens-of-the-sides/1",
            "queens-of-the-sides/0",
            ":1: the checkpoint is of another count",
        ),
        ("\"part\":0,", "\"part\":\"x\",", ":2: "),
        ("satranj.checkpoint/1", "satranj.checkpoint/9", ":1: the checkpoint is of another count"),
    ] {
        fs::write(&file, text.replacen(from, to, 1)).expect("it is written");
        let told = satranj(line).within(folder.path()).run().complains(1);
        assert!(told.contains(said) && told.contains("remove the file"), "{told}");
    }
    fs::write(folder.path().join("file"), "").expect("it is written");
    let told = satranj("count queens 8 --checkpoint file").within(folder.path()).run();
    assert!(told.complains(1).starts_with("file: "));
    for line in [
        "count queens 8 --given a1 --checkpoint kept",
        "count queens 8 --method native:dfs --checkpoint kept",
    ] {
        let said = complaint(line, 2);
        assert!(said.contains("--checkpoint is not read by native:"), "{said}");
    }
    let said = complaint("count queens 8 --method native:dfs --checkpoint kept", 2);
    assert!(said.contains("these read it: native:bitmask"), "{said}");
}
