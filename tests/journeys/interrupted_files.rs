//! Files of a program that is interrupted, killed or stopped: none is left incomplete.

#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::Path,
    process::{Child, Command, Stdio},
};

use crate::harness::{SATRANJ, folder, proof::names, satranj, signs::until, write};

fn start(folder: &Path, line: &str) -> Child {
    // No signal is ignored, although the tests themselves may have been started by `nohup`.
    let mut command = Command::new("env");
    command
        .args(["--default-signal", SATRANJ])
        .args(line.split(' '))
        .current_dir(folder)
        .env("TMPDIR", folder.join("tmp"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it starts")
}

/// Whether a program has opened a file in a folder.
fn writes_into(child: &Child, folder: &Path) -> bool {
    let open = fs::read_dir(format!("/proc/{}/fd", child.id()));
    open.into_iter()
        .flatten()
        .flatten()
        .any(|file| fs::read_link(file.path()).is_ok_and(|path| path.starts_with(folder)))
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("sh").arg("-c").arg(format!("kill -s {name} {}", child.id())).status();
    assert!(sent.expect("sh runs").success(), "it has ended before SIG{name}");
}

/// Work of many hours, each with files.
const LONG: [&str; 8] = [
    "generate meet --cases 1000000 --rows 1000 --columns 1000 -o out",
    "export tour 100x100 -o out",
    "solve tour 8x8 --start g5 --method native:dfs \
     --order offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2 -o out --svg svg --tour tour",
    "solve tour 20x20 --method sat:position --proof out",
    "solve tour 16x16 --closed --method native:warnsdorff --seeds 1..9999 -o out",
    "count tour 6x6 --method native:dfs -o out",
    "compare tour 6x6 --counting --methods native:dfs --time-limit 10h --export-csv out",
    "bench suite.json -o out",
];

#[test]
fn nothing_half_done_is_left_by_a_signal() {
    for line in LONG {
        for name in ["INT", "TERM", "HUP", "KILL"] {
            let folder = folder();
            let at = folder.path();
            fs::create_dir(at.join("tmp")).expect("a folder");
            let suite = r#"{"schema":"satranj.suite/1","name":"s","title":"s","time_limit":"10h",
                "methods":["native:dfs"],"runs":1,"warmup":0,"experiments":[{"name":"a","title":"a",
                "instances":{"puzzles":[{"kind":"queens","n":30}]}}]}"#;
            write(at, "suite.json", suite.replace("queens\",\"n\":30", "queens\",\"n\":1000"));
            let mut child = start(at, line);
            until(line, || writes_into(&child, at));
            signal(&child, name);
            child.wait().expect("it ends");
            let left = names(at);
            // The remaining files are complete: a document that says how far it came, and for a
            // suite the runs from which it can be resumed.
            let journal = if line.starts_with("bench") { "out.partial" } else { "out" };
            let allowed = ["out", journal, "suite.json", "tmp"];
            let unknown: Vec<&String> =
                left.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
            assert!(unknown.is_empty(), "{line}, SIG{name}: {left:?}");
            assert!(names(&at.join("tmp")).is_empty(), "{line}, SIG{name}");
            if let Ok(text) = fs::read_to_string(at.join("out")) {
                assert!(text.ends_with('\n') && text.starts_with(['{', 'm']), "{line}, SIG{name}");
            }
        }
    }
}

/// A program that gets the path of the formula, and never answers.
fn waiting_solver(folder: &Path) -> String {
    let path = write(folder, "solver.sh", "#!/bin/sh\nexec sleep 100000 >&- 2>&-\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    format!("--solver=cmd:{} {{}} {{model}}", path.display())
}

#[test]
fn what_is_written_for_a_program_goes_with_us() {
    for name in ["INT", "TERM"] {
        let folder = folder();
        let tmp = folder.path().join("tmp");
        fs::create_dir(&tmp).expect("a folder");
        let mut command = Command::new(SATRANJ);
        command.args(["solve", "tour", "6x6", "--method", "sat:cuts"]);
        command.arg(waiting_solver(folder.path())).env("TMPDIR", &tmp);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        until("the formula and the model", || names(&tmp).len() == 2);
        signal(&child, name);
        child.wait().expect("it ends");
        assert_eq!(names(&tmp), Vec::<String>::new(), "SIG{name}");
    }
}

/// The measured program is stopped by its own solver, so that only killing it helps.
#[test]
fn a_killed_run_leaves_nothing_either() {
    let folder = folder();
    let tmp = folder.path().join("tmp");
    fs::create_dir(&tmp).expect("a folder");
    let solver = write(folder.path(), "solver.sh", "#!/bin/sh\nkill -STOP $PPID\n");
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).expect("a mode");
    let line = "compare tour 6x6 --methods sat:cuts --runs 1 --warmup 0 --time-limit 500ms --json";
    let mut command = Command::new(SATRANJ);
    command.args(line.split(' ')).arg(format!("--solver=cmd:{} {{}}", solver.display()));
    let ran = command.env("TMPDIR", &tmp).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(3), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(names(&tmp), Vec::<String>::new());
}

#[test]
fn a_folder_for_temporary_files_may_have_any_name() {
    let folder = folder();
    let tmp = folder.path().join(std::ffi::OsStr::from_bytes(b"t\xff m'p"));
    fs::create_dir(&tmp).expect("a folder");
    let script = "#!/bin/sh\ncat \"$1\" > seen\nprintf 's UNSATISFIABLE\\n'\nexit 20\n";
    let solver = write(folder.path(), "solver.sh", script);
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).expect("a mode");
    for line in ["solve tour 4x4 --method sat:cuts", "compare tour 4x4 --runs 1 --methods sat:cuts"]
    {
        let mut command = Command::new(SATRANJ);
        command.args(line.split(' ')).arg("--precheck=off");
        command.arg(format!("--solver=cmd:{} {{}}", solver.display()));
        let ran = command.env("TMPDIR", &tmp).current_dir(folder.path()).output().expect("it runs");
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        let seen = fs::read_to_string(folder.path().join("seen")).expect("it was read");
        assert!(seen.starts_with("p cnf "), "{line}: {seen:.100}");
        fs::remove_file(folder.path().join("seen")).expect("it is there");
        assert_eq!(names(&tmp), Vec::<String>::new(), "{line}");
    }
    // The method's own temporary files.
    let proof = satranj("solve tour 4x4 --method sat:cuts --precheck off --proof p.drat --json");
    proof.within(folder.path()).run().exits(0);
}
