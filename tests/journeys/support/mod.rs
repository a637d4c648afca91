//! Shared by the integration tests: the built program, its documents, and what it found.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod brute_force;
pub mod methods;
pub mod placements;
pub mod walks;

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;

/// What a run of the program left behind.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// The document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.stdout, self.stderr))
    }
}

/// The built program, not started yet.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_satranj"));
    command.args(arguments).env_remove("NO_COLOR").env("TERM", "xterm");
    command
}

/// Runs the program without input.
pub fn satranj(arguments: &[&str]) -> Ran {
    satranj_reading(arguments, "")
}

/// Runs the program with a text on its standard input.
pub fn satranj_reading(arguments: &[&str], input: &str) -> Ran {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    // On a thread of its own, or both sides might wait for the other; a program that does
    // not read its input is none of our business here.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The document of a run that is answered, with nothing on standard error.
pub fn document(arguments: &[&str]) -> Value {
    let ran = satranj(arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    ran.json()
}

/// A document's bytes without what no two runs share.
pub fn without_timing(text: &str) -> String {
    let (before, rest) = text.split_once("\"timing\":{").expect("a document has a timing");
    let (_, after) = rest.split_once('}').expect("the timing ends");
    format!("{before}{after}")
}

/// The squares of a path in a document.
pub fn path(solution: &Value) -> Vec<String> {
    let squares = solution["path"].as_array().unwrap_or_else(|| panic!("no path in {solution}"));
    squares.iter().map(|square| square.as_str().unwrap().to_string()).collect()
}

/// The methods that find one tour and no more.
pub const SINGLE: [&str; 1] = ["native:frontier"];

/// The names of all methods that find as many tours as are wanted.
pub fn listing_names() -> Vec<String> {
    method_names().into_iter().filter(|name| !SINGLE.contains(&name.as_str())).collect()
}

/// Methods of tours that do not find every first one, and all.
const PARTIAL: [&str; 3] = ["graph:two-factor", "native:divide", "native:rotations"];

/// The names of all methods that find tours, any one and all, as the program lists them.
pub fn method_names() -> Vec<String> {
    let list = document(&["list", "methods", "--json"]);
    let partial = |row: &Value| PARTIAL.iter().any(|name| row["name"] == *name);
    let finds = |row: &&Value| row["puzzle"] == "tour" && !partial(row);
    let list = list.as_array().unwrap().iter().filter(finds);
    list.map(|row| row["name"].as_str().unwrap().into()).collect()
}
