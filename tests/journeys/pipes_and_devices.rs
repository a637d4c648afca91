//! Inputs: pipes of every kind, within the time limit; no devices.

#![cfg(unix)]

use std::{process::Command, time::Duration};

use crate::harness::{Line, SATRANJ, answer, complaint, folder, satranj, write};

/// Every command that reads something; `FILE` is its place.
const READERS: [&str; 17] = [
    "solve --from FILE",
    "solve hamilton FILE --input-format hcp",
    "solve tour @FILE",
    "solve route @FILE --from a1 --to b2",
    "solve place @FILE --piece king",
    "solve dominate @FILE --piece king",
    "solve meet FILE",
    "solve exchange FILE",
    "count --from FILE",
    "compare --from FILE",
    "compare meet FILE",
    "export --from FILE",
    "export hamilton FILE --input-format dot",
    "decode FILE",
    "verify FILE",
    "bench FILE",
    "report FILE",
];

#[test]
fn devices_are_refused_by_every_command() {
    for reader in READERS {
        let said = complaint(&reader.replace("FILE", "/dev/zero"), 1);
        assert!(said.starts_with("/dev/zero: it is a device; give a file"), "{reader}: {said}");
    }
    let folder = folder();
    let line = "export tour 3x4 -o tour.cnf";
    satranj(line).within(folder.path()).run().exits(0);
    let mut files = std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path());
    let map = files.find(|path| path.extension().is_some_and(|end| end == "json")).unwrap();
    let line = satranj("decode").argument(map).argument("/dev/urandom");
    assert!(line.run().complains(1).starts_with("/dev/urandom: it is a device"));
}

#[test]
fn a_device_is_none_by_another_name() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("link.json")).unwrap();
    for reader in READERS {
        let line = satranj(&reader.replace("FILE", "link.json")).within(folder.path());
        assert!(line.run().complains(1).contains("it is a device"), "{reader}");
    }
    for line in
        ["verify -", "solve --from -", "solve meet -", "solve exchange -", "verify /dev/stdin"]
    {
        let script = format!("exec '{SATRANJ}' {line} < /dev/zero");
        let ran = Line::of("sh").argument("-c").argument(script).run().exits(1);
        assert!(ran.only_complaint().contains("it is a device"), "{}", ran.report());
    }
    // /dev/null is read as an empty input, and not refused as a device.
    let script = format!("exec '{SATRANJ}' verify - < /dev/null");
    let ran = Line::of("sh").argument("-c").argument(script).run().exits(1);
    assert!(ran.only_complaint().starts_with("standard input:1:1: "), "{}", ran.report());
}

#[test]
fn pipes_of_every_kind_are_read() {
    let document = answer("solve tour 3x4 --json").stdout;
    for name in ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        let line = satranj("verify").argument(name).arguments("--format text");
        let ran = line.input(document.clone()).run().exits(0);
        assert!(ran.text().contains("the solution is right"), "{}", ran.report());
    }
    let folder = folder();
    write(folder.path(), "tour.json", &document);
    write(folder.path(), "board.txt", "....\n....\n....\n");
    for script in [
        "verify <(cat tour.json)",
        "solve --from <(cat tour.json)",
        "solve tour @<(cat board.txt)",
        "count --from /dev/fd/7 7< tour.json",
    ] {
        let script = format!("exec '{SATRANJ}' {script}");
        Line::of("bash").argument("-c").argument(script).within(folder.path()).run().exits(0);
    }
    let pipe = folder.path().join("pipe");
    Line::of("mkfifo").argument(&pipe).run().exits(0);
    let running = satranj("verify pipe").within(folder.path()).start();
    std::fs::write(&pipe, &document).expect("the pipe is read");
    running.finish().exits(0);
}

#[test]
fn a_pipe_that_nobody_writes_to_ends_at_the_time_limit() {
    let folder = folder();
    Line::of("mkfifo").argument("FILE").within(folder.path()).run().exits(0);
    for reader in READERS.iter().filter(|reader| {
        ["solve", "count", "compare", "export", "verify"]
            .iter()
            .any(|name| reader.starts_with(name))
    }) {
        let line = satranj(reader).arguments("--time-limit 100ms").within(folder.path());
        let ran = line.run().exits(3);
        assert!(ran.only_complaint().contains("the time limit was reached"), "{}", ran.report());
        assert!(ran.elapsed < Duration::from_secs(10), "{}", ran.report());
    }
}

#[test]
fn standard_input_that_never_comes_ends_at_the_time_limit() {
    for line in ["solve --from -", "solve meet -", "solve exchange -", "verify -", "count --from -"]
    {
        let mut command = Command::new(SATRANJ);
        command.args(line.split(' ')).arg("--time-limit=100ms");
        let command = command.stdin(std::process::Stdio::piped());
        let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("it starts");
        // Open until the program has ended.
        let input = child.stdin.take();
        assert_eq!(child.wait().expect("it ends").code(), Some(3), "{line}");
        drop(input);
    }
}

/// What a pipe holds can be read only once.
#[test]
fn a_board_in_a_pipe_is_read_once() {
    let folder = folder();
    for output in ["tour.json", "map.txt"] {
        let line = satranj(&format!("generate tour @/dev/stdin --seed 1 -o {output}"));
        line.within(folder.path()).input("....\n....\n....\n").run().exits(0);
    }
}
