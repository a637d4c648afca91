//! Commands of every kind that work for a moment and write what they have: what the tests of faults disturb.

use std::{os::unix::fs::PermissionsExt, path::Path};

use crate::harness::{
    Line, answer, dimacs_solver, folder, listening, proof::names, satranj, whole_files::all_whole,
    write,
};
use tempfile::TempDir;

/// Each command line is run in a folder with [`inputs`]; its files are named `x`, or are in folders named `x`.
pub const COMMANDS: &[&str] = &[
    "solve tour 40x40 --closed --method sat:cuts --json",
    "solve tour 6x6 -o x.json --svg x.svg --png x.png --html x.html --tour x.tour",
    "solve tour 4x8 --closed --precheck off --method sat:cuts --proof x.drat -o x.json",
    "solve queens 8 --all --json-stream",
    "solve hamilton list.g6 --json",
    "solve queens 30 --seeds 1..20 --method native:hill-climbing -o x.json",
    "solve tour 6x6 --closed --method sat:cuts --json --solver cmd:./solver.sh",
    "count queens 9 --json",
    "count queens 9 --threads 2 --checkpoint x",
    "count tour 5x6 --closed --method native:frontier --checkpoint x --json",
    "compare queens 6 --methods native:dfs,sat:lines --runs 2 -o x.json --export-csv x.csv",
    "compare queens 6 --methods sat:lines --runs 1 --warmup 0 --json --solver cmd:./solver.sh",
    "bench suite.json -o x.json",
    "bench suite.json --json",
    "report results.json -o x.html --export-csv x.csv --export-markdown x.md",
    "report results.json --plots x",
    "verify tour.json many.json --json",
    "verify no.json --json",
    "decode y.cnf.map.json y.model -o x.json --svg x.svg",
    "draw small.json -o x.png",
    "draw tour.json -o x.html",
    "export tour 10x10 --encoding position -o x.cnf",
    "export queens 30 -o x.cnf",
    "export tour 30x30 -o x.hcp",
    "generate meet --cases 100 -o x.json",
    "generate hamilton --random 6000 --vertices 2000 -o x.hcp",
    "shard count queens 9 --parts 4 -o x.json",
    "part job.json 0 -o x",
    "part search.json 0 -o x",
    "merge job.json parts -o x.json",
    "list methods --json",
    "list schemas -o x.json",
    "completions bash",
    "man --output x",
];

const SUITE: &str = r#"{"schema":"satranj.suite/1","name":"s","title":"t","runs":2,"warmup":0,
"methods":["native:dfs","sat:lines"],"experiments":[{"name":"e","title":"t",
"instances":{"puzzles":[{"kind":"queens","n":6}]},
"parameter":{"name":"n","label":"n","values":[4,6,8]}}]}"#;

/// A folder with the inputs of all commands.
pub fn inputs() -> TempDir {
    let folder = folder();
    let at = folder.path();
    write(at, "suite.json", SUITE);
    write(at, "list.g6", "Dhc\n".repeat(20));
    write(at, "tour.json", answer("solve tour 12x12 --json").stdout);
    write(at, "small.json", answer("solve tour 6x6 --json").stdout);
    write(at, "many.json", answer("solve queens 8 --all --json").stdout);
    let compare = "compare tour 5x5 --runs 1 --warmup 0 --methods native:dfs --json";
    write(at, "results.json", answer(compare).stdout);
    for line in [
        "export tour 5x6 --closed -o y.cnf",
        "solve tour 4x6 --closed --precheck off --method sat:cuts --proof no.drat -o no.json",
        "shard count queens 9 --parts 2 -o job.json -q",
        "shard solve tour 4x8 --closed --parts 2 -o search.json -q",
        "part job.json 0-1 -o parts -q",
    ] {
        satranj(line).within(at).run().exits(0);
    }
    let model = dimacs_solver().argument(at.join("y.cnf")).run().exits(10);
    write(at, "y.model", model.stdout);
    let solver = format!("#!/bin/sh\nexec '{}' \"$@\"\n", solver_path());
    let solver = write(at, "solver.sh", solver);
    std::fs::set_permissions(&solver, PermissionsExt::from_mode(0o755)).expect("a mode");
    folder
}

fn solver_path() -> String {
    let program = Path::new(crate::harness::SATRANJ);
    program.with_file_name("examples").join("dimacs_solver").display().to_string()
}

/// A new folder with a copy of these inputs, and an empty folder for temporary files.
pub fn with_inputs(inputs: &Path) -> TempDir {
    let folder = folder();
    copy(inputs, folder.path());
    std::fs::create_dir(folder.path().join("tmp")).expect("a folder");
    folder
}

fn copy(from: &Path, into: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder can be read") {
        let entry = entry.expect("an entry");
        let copied = into.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir(&copied).expect("a folder");
            copy(&entry.path(), &copied);
        } else {
            std::fs::copy(entry.path(), copied).expect("it is copied");
        }
    }
}

/// A command line in a folder of this kind, not run yet.
pub fn line_in(folder: &Path, line: &str) -> Line {
    listening(line).within(folder).environment("TMPDIR", folder.join("tmp"))
}

/// Checks the files after a command was disturbed: they are complete, none is left in the folder for temporary
/// files, and none has another name than the outputs.
pub fn check_files(folder: &Path, inputs: &Path, report: &str) {
    assert_eq!(names(&folder.join("tmp")), Vec::<String>::new(), "after {report}");
    let known = names(inputs);
    let unknown = |name: &String| !name.starts_with('x') && name != "tmp" && !known.contains(name);
    let unknown: Vec<String> = names(folder).into_iter().filter(unknown).collect();
    assert!(unknown.is_empty(), "{unknown:?} after {report}");
    all_whole(folder, report);
}
