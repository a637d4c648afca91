//! The recipes for batch systems, run by these systems: tasks are killed, requeued and resumed, and
//! the total is right.

use std::{path::Path, process::Command};

use serde_json::Value;

use crate::harness::{folder, read};

/// Runs a script of `tests/batch_systems` in a new folder; the total must be the number of
/// solutions of 14 queens.
fn runs(script: &str, more: &[&Path]) {
    let folder = folder();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = Command::new("bash")
        .arg(root.join("tests/batch_systems").join(script))
        .arg(env!("CARGO_BIN_EXE_satranj"))
        .arg(folder.path())
        .args(more)
        .output()
        .expect("bash runs");
    let report = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{script}: {}\n{report}", ran.status);
    let total = read(&folder.path().join("job/total.json"));
    let total: Value = serde_json::from_str(&total).expect("JSON");
    assert_eq!((&total["count"], &total["merged"]["parts"]), (&"365596".into(), &12.into()));
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn slurm_loses_nothing() {
    runs("slurm.sh", &[]);
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn gnu_parallel_goes_on_where_it_was_killed() {
    runs("parallel.sh", &[]);
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn snakemake_makes_anew_only_what_is_gone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    runs("snakemake.sh", &[&root.join("target/tools/python/bin/snakemake")]);
}
