//! Standard output and standard error are closed, full or left by their reader: results stay and
//! the verdict is the same.

#![cfg(target_os = "linux")]

use std::{
    fs::{File, OpenOptions},
    path::Path,
    process::{Command, ExitStatus, Stdio},
};

use crate::harness::{SATRANJ, answer, folder, read, write};

/// A stream without a reader or without room.
#[derive(Debug, Clone, Copy)]
pub enum Stream {
    /// A pipe without a reader.
    Left,
    /// A disk without room.
    Full,
    /// Closed by the caller.
    Closed,
}

impl Stream {
    const ALL: [Self; 3] = [Self::Left, Self::Full, Self::Closed];

    fn open(self) -> Stdio {
        match self {
            Self::Left => {
                let (reader, writer) = std::io::pipe().expect("a pipe");
                drop(reader);
                writer.into()
            }
            Self::Full => full().into(),
            // The shell closes it.
            Self::Closed => Stdio::null(),
        }
    }
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").expect("Linux")
}

/// Runs a command line with these streams; `None` is one that is read.
pub fn run(
    folder: &Path,
    line: &str,
    stdout: Option<Stream>,
    stderr: Option<Stream>,
) -> (ExitStatus, String) {
    let closed = |stream, number| if matches!(stream, Some(Stream::Closed)) { number } else { "" };
    let script =
        format!("exec \"$0\" \"$@\" {} {}", closed(stdout, "1>&-"), closed(stderr, "2>&-"));
    let mut command = Command::new("sh");
    command.args(["-c", &script, SATRANJ]).args(line.split(' ')).current_dir(folder);
    command.stdin(Stdio::null());
    command.stdout(stdout.map_or_else(Stdio::null, Stream::open));
    command.stderr(stderr.map_or_else(Stdio::piped, Stream::open));
    let ran = command.output().expect("sh runs");
    (ran.status, String::from_utf8_lossy(&ran.stderr).into_owned())
}

const SUITE: &str = r#"{"schema":"satranj.suite/1","name":"s","title":"s","methods":["native:dfs"],
    "runs":2,"warmup":1,"experiments":[{"name":"a","title":"a",
    "instances":{"puzzles":[{"kind":"queens","n":5}]}}]}"#;

/// The inputs of commands, and a wrong document.
fn inputs() -> tempfile::TempDir {
    let folder = folder();
    let at = folder.path();
    let solved = answer("solve tour 5x5 --json");
    write(at, "good.json", &solved.stdout);
    let mut bad = solved.json();
    bad["solution"]["path"][3] = "a1".into();
    write(at, "bad.json", bad.to_string());
    write(at, "suite.json", SUITE);
    // Two cases, one beyond every method's node limit of 0, the other wrong.
    write(at, "cases.txt", "2\n\n1 1\n1\n\n3 3\n1..\n.x.\n..1\n");
    write(at, "right.txt", "2\n\n1 1\n1\n\n3 3\n1..\n...\n..1\n");
    let compare = "compare tour 5x5 --runs 1 --warmup 0 --methods native:dfs --json";
    write(at, "results.json", answer(compare).stdout);
    let export = crate::harness::satranj("export tour 4x5 -o x.cnf").within(at).run();
    export.exits(0);
    write(at, "unknown.txt", "s UNKNOWN\n");
    folder
}

/// Command lines with the exit code of their result, whether or not it is read.
const VERDICTS: [(&str, i32); 26] = [
    ("solve tour 5x5", 0),
    ("solve tour 5x5 --format text", 0),
    ("solve tour 5x5 --json-stream", 0),
    ("solve tour 5x5 --exit-code sat", 10),
    ("solve tour 4x4 --exit-code sat", 20),
    ("solve tour 8x8 --node-limit 0", 3),
    ("solve tour 8x8 --node-limit 0 --json-stream", 3),
    ("solve tour 8x8 --node-limit 0 --format text", 3),
    ("solve tour 8x8 --seeds 1..3 --node-limit 1 --method native:warnsdorff", 0),
    ("solve meet right.txt", 0),
    ("solve meet right.txt --json-stream", 0),
    ("solve meet cases.txt", 1),
    ("solve meet right.txt --time-limit 0s", 3),
    ("count tour 3x4", 0),
    ("count tour 6x6 --node-limit 10 --method native:dfs", 3),
    ("compare tour 5x5 --runs 1 --warmup 0 --methods native:dfs", 0),
    ("compare tour 8x8 --closed --node-limit 1 --runs 1 --warmup 0 --methods native:dfs", 3),
    ("bench suite.json", 0),
    ("verify good.json", 0),
    ("verify bad.json", 4),
    ("verify bad.json --format text", 4),
    ("decode x.cnf.map.json unknown.txt", 3),
    ("list methods", 0),
    ("list schemas", 0),
    ("generate queens --n 9", 0),
    ("export tour 3x4 --quiet", 0),
];

#[test]
fn the_verdict_is_the_same_whoever_reads_it() {
    let folder = inputs();
    for (line, code) in VERDICTS {
        let (status, _) = run(folder.path(), line, None, None);
        assert_eq!(status.code(), Some(code), "{line}");
        for stdout in [Stream::Left, Stream::Closed] {
            let (status, said) = run(folder.path(), line, Some(stdout), None);
            assert_eq!(status.code(), Some(code), "{line}, standard output {stdout:?}: {said}");
            assert!(!said.contains("panicked"), "{line}: {said}");
            if code == 0 && !line.starts_with("bench") {
                assert_eq!(said, "", "{line}, standard output {stdout:?}");
            }
        }
    }
}

#[test]
fn nothing_is_lost_where_standard_error_takes_nothing() {
    let folder = inputs();
    for stderr in Stream::ALL {
        for (line, code) in VERDICTS {
            for stdout in [None, Some(Stream::Left)] {
                let (status, _) = run(folder.path(), line, stdout, Some(stderr));
                assert_eq!(status.code(), Some(code), "{line}, standard error {stderr:?}");
            }
        }
        // Messages on the way, and the results that come after them.
        for (line, file, code) in [
            ("bench suite.json -o out", "out", 0),
            ("bench suite.json --only a -v -o out", "out", 0),
            ("compare tour 5x5 -v --runs 1 --methods native:dfs -o out", "out", 0),
            ("compare tour 5x5 -v --runs 1 --methods native:dfs --export-csv out", "out", 0),
            ("solve tour 4x4 --svg none -o out", "out", 0),
            ("solve tour 4x4 --tour none -o out", "out", 0),
            ("solve tour 5x5 --proof none -o out", "out", 0),
            ("solve tour 4x4 --proof none -o out", "out", 0),
            ("verify bad.json -o out", "out", 4),
            ("report results.json --plots . -o out", "out", 0),
            ("man -o .", "satranj.1", 0),
        ] {
            let path = folder.path().join(file);
            let _ = std::fs::remove_file(&path);
            let (status, _) = run(folder.path(), line, None, Some(stderr));
            assert_eq!(status.code(), Some(code), "{line}, standard error {stderr:?}");
            assert!(read(&path).len() > 100, "{line}, standard error {stderr:?}");
        }
        for (line, code) in [
            ("", 2),
            ("solve", 2),
            ("solve tour 8x9x", 2),
            ("solve tour 8x8 --no-such", 2),
            ("verify missing.json", 1),
            ("--help", 0),
            ("--version", 0),
        ] {
            for stdout in [None, Some(Stream::Left)] {
                let (status, _) = run(folder.path(), line, stdout, Some(stderr));
                assert_eq!(status.code(), Some(code), "{line}, standard error {stderr:?}");
            }
        }
    }
}

/// A full disk is reported, and costs no other requested output.
#[test]
fn a_full_standard_output_costs_no_other_file() {
    let folder = inputs();
    for line in [
        "solve tour 5x5 --json --svg out",
        "solve tour 5x5 --json --tour out",
        "solve tour 5x5 --json-stream --svg out",
        "compare tour 5x5 --json --runs 1 --methods native:dfs --export-csv out",
        "compare tour 5x5 --json --runs 1 --methods native:dfs --export-markdown out",
    ] {
        let path = folder.path().join("out");
        let _ = std::fs::remove_file(&path);
        let (status, said) = run(folder.path(), line, Some(Stream::Full), None);
        assert_eq!(status.code(), Some(1), "{line}: {said}");
        assert_eq!(said, "satranj: No space left on device (os error 28)\n", "{line}");
        assert!(read(&path).len() > 30, "{line}");
    }
    for line in ["--help", "--version", "solve --help", "man", "completions bash", "list schemas"] {
        let (status, said) = run(folder.path(), line, Some(Stream::Full), None);
        assert_eq!(status.code(), Some(1), "{line}: {said}");
        assert_eq!(said, "satranj: No space left on device (os error 28)\n", "{line}");
    }
}

/// Jobs in a folder: a count with finished parts, and a search without.
fn jobs() -> tempfile::TempDir {
    let folder = folder();
    for line in [
        "shard count queens 6 --parts 2 -o count.json",
        "part count.json 0 -o counted",
        "part count.json 1 -o counted",
        "shard solve dominate 5x5 --piece knight --count 4 --parts 1 -o no.json",
        "part no.json 0 -o refuted",
        "shard count queens 10 --parts 1 -o long.json",
    ] {
        crate::harness::satranj(line).within(folder.path()).run().exits(0);
    }
    folder
}

#[test]
fn parts_are_done_and_merged_whoever_reads_what_is_said() {
    let folder = jobs();
    for line in [
        "shard count queens 6 --parts 2",
        "shard solve queens 6 --parts 2",
        "part count.json 0 -o counted",
        "merge count.json counted",
        "merge no.json refuted",
        "part count.json 0 -o anew",
        "part no.json 0 -o anew-refuted",
    ] {
        for stream in Stream::ALL {
            let said = run(folder.path(), line, None, Some(stream)).0;
            assert_eq!(said.code(), Some(0), "{line}, standard error {stream:?}");
        }
        for stream in [Stream::Left, Stream::Closed] {
            let (status, said) = run(folder.path(), line, Some(stream), None);
            assert_eq!(status.code(), Some(0), "{line}, standard output {stream:?}: {said}");
        }
        if !line.starts_with("part") {
            let (status, said) = run(folder.path(), line, Some(Stream::Full), None);
            assert_eq!(status.code(), Some(1), "{line}");
            assert!(said.ends_with("No space left on device (os error 28)\n"), "{said}");
        }
    }
}

/// A file may grow to this many blocks of 512 bytes, as on a full disk.
fn with_room(folder: &Path, blocks: u32, line: &str) -> (Option<i32>, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, SATRANJ]).args(line.split(' ')).current_dir(folder);
    let ran = command.stdin(Stdio::null()).output().expect("sh runs");
    (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
}

/// A part on a full disk never counts as finished, and is resumed once there is room.
#[test]
fn a_part_without_room_is_none() {
    let folder = jobs();
    for (job, parts, name) in [("long.json", "tight", "part-0"), ("no.json", "narrow", "part-0")] {
        let line = format!("part {job} 0 -o {parts}");
        let place = folder.path().join(parts).join(format!("{name}.json"));
        for blocks in [0, 1] {
            let (code, said) = with_room(folder.path(), blocks, &line);
            assert_eq!(code, Some(1), "{line}: {said}");
            assert!(said.contains(parts) && said.contains("File too large"), "{said}");
            assert!(!place.exists(), "{line}");
            let merge = format!("merge {job} {parts}");
            let (status, said) = run(folder.path(), &merge, None, None);
            assert_eq!(status.code(), Some(3), "{said}");
            assert!(said.contains("--array=0"), "{said}");
        }
        assert_eq!(with_room(folder.path(), 10_000, &line).0, Some(0));
        let (status, said) = run(folder.path(), &format!("merge {job} {parts}"), None, None);
        assert_eq!(status.code(), Some(0), "{said}");
    }
    // Neither a job nor a total is left truncated.
    for line in ["shard count queens 6 --parts 2 -o x.json", "merge no.json refuted -o x.json"] {
        let (code, said) = with_room(folder.path(), 0, line);
        assert_eq!(code, Some(1), "{line}: {said}");
        assert!(said.contains("x.json: File too large"), "{said}");
        assert!(!folder.path().join("x.json").exists(), "{line}");
    }
}
