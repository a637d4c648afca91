//! Memory is limited from the first byte read: a small file may describe a large puzzle.

#![cfg(target_os = "linux")]

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use crate::harness::{SATRANJ, folder, satranj, signs::until, write};

pub const MEGABYTE: u64 = 1 << 20;

/// Runs a command to its end, with its output in a file of this name: its status, what it complains
/// of, and its most memory.
pub fn measured(arguments: &str, folder: &Path) -> (Option<i32>, String, u64) {
    let mut command = Command::new(SATRANJ);
    command.args(arguments.split_whitespace()).current_dir(folder);
    let complaints = folder.join("complaints");
    let file = |path: &Path| std::fs::File::create(path).expect("a file");
    let output = file(&folder.join("output"));
    let command = command.stdin(Stdio::null()).stdout(output).stderr(file(&complaints));
    let mut child = command.spawn().expect("it starts");
    // The system's peak of an ended process includes the memory of this program, which it shared
    // for a moment.
    let (mut peak, mut status) = (0, None);
    until(arguments, || {
        peak = peak.max(high_water(child.id()));
        status = child.try_wait().expect("it is waited for");
        status.is_some()
    });
    let said = std::fs::read_to_string(complaints).expect("text");
    (status.and_then(|status| status.code()), said, peak)
}

/// The most memory that a process has had; 0 while it is still this program, before it starts.
fn high_water(process: u32) -> u64 {
    let program = std::fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
    if program != Path::new(SATRANJ) {
        return 0;
    }
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// A number of vertices as in graph6 and related formats.
fn coded(vertices: u64) -> String {
    let digits = (0..6).rev().map(|digit| char::from((vertices >> (6 * digit) & 63) as u8 + 63));
    "~~".chars().chain(digits).collect()
}

fn numbers(range: std::ops::Range<u32>) -> String {
    range.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn small_files_that_state_large_graphs_are_stopped() {
    let folder = folder();
    let (left, right) = (numbers(0..9999), numbers(9999..19998));
    let head = "TYPE : HCP\nDIMENSION : 10000000\nEDGE_DATA_FORMAT : EDGE_LIST\n";
    for (name, text) in [
        ("bipartite.dot", format!("graph {{{{{left}}}--{{{right}}}}}")),
        ("chain.dot", format!("digraph {{{{{left}}}->{{{right}}}->{{{left}}}}}")),
        ("empty.edge", "p edge 10000000 0\n".into()),
        ("empty.hcp", format!("{head}EDGE_DATA_SECTION\n-1\nEOF\n")),
        ("empty.s6", format!(":{}\n", coded(10_000_000))),
    ] {
        write(folder.path(), name, text);
        for command in ["solve hamilton", "count hamilton", "export hamilton", "compare hamilton"] {
            let line = format!("{command} {name} --memory-limit 200MiB");
            let (code, said, peak) = measured(&line, folder.path());
            assert_eq!(code, Some(3), "{line}: {said}");
            assert!(said.contains(name) && said.contains("the memory limit"), "{line}: {said}");
            assert!(peak < 400 * MEGABYTE, "{line}: {peak}");
        }
    }
}

#[test]
fn small_statements_of_large_boards_are_stopped() {
    let folder = folder();
    let board = r#""board":{"rows":10000,"columns":10000}"#;
    let tour = format!(r#"{{"kind":"tour",{board},"piece":"knight","closed":false}}"#);
    write(folder.path(), "tour.json", tour);
    for line in [
        "solve tour 10000x10000",
        "solve tour 10000x10000 --block a1",
        "solve --from tour.json",
        "export --from tour.json",
        "solve place 10000x10000 --piece queen",
        "solve dominate 10000x10000 --piece queen",
        "count place 10000x10000 --piece knight",
        "solve route 10000x10000 --from a1 --to b3 --piece king",
        "export tour 10000x10000 --format dot",
    ] {
        let line = format!("{line} --memory-limit 200MiB");
        let (code, said, peak) = measured(&line, folder.path());
        assert_eq!(code, Some(3), "{line}: {said}");
        assert!(peak < 400 * MEGABYTE, "{line}: {peak}");
    }
}

#[test]
fn large_files_take_memory_within_the_limit() {
    let folder = folder();
    let row = ".".repeat(10_000) + "\n";
    write(folder.path(), "board.txt", row.repeat(10_000));
    write(folder.path(), "lines.txt", "\n".repeat(100_000_000));
    write(folder.path(), "maps.txt", ".\n\n".repeat(60_000_000));
    write(folder.path(), "text.json", format!("{{\"puzzle\":[{}1]}}", "1,".repeat(50_000_000)));
    write(folder.path(), "links.json", format!("{{\"nodes\":[{}0]}}", "0,".repeat(50_000_000)));
    for line in [
        "solve place @board.txt --piece king",
        "solve tour @lines.txt",
        "solve exchange maps.txt",
        "solve exchange board.txt",
        "solve --from text.json",
        "solve hamilton links.json",
        "export --from text.json",
    ] {
        let line = format!("{line} --memory-limit 64MiB");
        let (code, said, peak) = measured(&line, folder.path());
        assert_eq!(code, Some(3), "{line}: {said}");
        assert!(said.contains("the memory limit"), "{line}: {said}");
        assert!(peak < 400 * MEGABYTE, "{line}: {peak}");
    }
}

#[test]
fn a_pipe_without_end_is_read_within_the_limit() {
    for reader in ["solve --from -", "solve hamilton - --input-format hcp"] {
        let script = format!("yes '[' | '{SATRANJ}' {reader} --memory-limit 64MiB");
        let ran = crate::harness::Line::of("sh").argument("-c").argument(script).run().exits(3);
        assert!(ran.only_complaint().contains("the memory limit"), "{}", ran.report());
    }
}

#[test]
fn what_is_read_within_its_limits_has_a_document() {
    // Reading is short, so only the answer, which takes for ever, shows its limit.
    for line in ["--time-limit 0s", "--memory-limit 1MiB", "--node-limit 0"] {
        let ran = satranj(&format!(
            "solve tour 11x11 --closed --precheck off --method native:dfs --json {line}"
        ));
        let ran = ran.run().exits(3);
        assert_eq!(ran.json()["status"], "unknown", "{}", ran.report());
        assert!(ran.elapsed < Duration::from_secs(10), "{}", ran.report());
    }
}

/// A file of gzip members, one after the other, that is far larger than what is read.
fn bomb(folder: &Path, name: &str) {
    let member = "generate meet --cases 400 --seed 1 -o member.json.gz";
    satranj(member).within(folder).run().exits(0);
    let member = std::fs::read(folder.join("member.json.gz")).expect("a file");
    satranj("generate meet --cases 400 --seed 1 -o member.json").within(folder).run().exits(0);
    let length = std::fs::metadata(folder.join("member.json")).expect("a file").len();
    let members = (257 * MEGABYTE / length + 1) as usize;
    write(folder, name, member.repeat(members));
}

#[test]
fn a_compressed_file_is_read_to_a_bound_that_the_memory_limit_raises() {
    let folder = folder();
    bomb(folder.path(), "bomb.json.gz");
    for command in ["report", "verify"] {
        let (code, said, peak) = measured(&format!("{command} bomb.json.gz"), folder.path());
        assert_eq!(code, Some(1), "{command}: {said}");
        let bound = "the gzip data decompress to more than 268435456 bytes";
        assert!(said.contains(bound) && said.contains("--memory-limit 1GiB"), "{command}: {said}");
        assert!(peak < 400 * MEGABYTE, "{command}: {peak}");
    }
    for command in ["report", "draw", "decode", "verify", "bench"] {
        let line = format!("{command} bomb.json.gz --memory-limit 100MiB");
        let (code, said, peak) = measured(&line, folder.path());
        assert!(code == Some(1) || code == Some(3), "{line}: {code:?} {said}");
        let is_reported = said.contains("104857600 bytes") || said.contains("the memory limit");
        assert!(is_reported, "{line}: {said}");
        assert!(peak < 300 * MEGABYTE, "{line}: {peak}");
    }
}

#[test]
fn every_command_that_reads_has_a_time_limit() {
    for command in ["report -", "draw -", "decode - x", "verify -"] {
        let line = format!("{command} --time-limit 200ms");
        let ran = satranj(&line).with_open_input().run().exits(3);
        assert!(ran.stderr.contains("the time limit"), "{line}: {}", ran.report());
    }
}

#[test]
fn a_limit_of_the_system_is_a_memory_limit() {
    let in_files = "count tour 8x8 --closed --method native:frontier --node-limit 3000000";
    // The program itself takes addresses, and grows.
    let program = std::fs::metadata(SATRANJ).expect("it is there").len() >> 10;
    for (kilobytes, command, reason) in [
        (400_000, "count place 16x16 --piece knight --counts-by-k", "memory_limit"),
        (400_000, "solve place 400x400 --piece knight --method sat:edges", "memory_limit"),
        // States go to a file before there is no more memory.
        (150_000, in_files, "node_limit"),
    ] {
        for kind in ["v", "d"] {
            let kilobytes = if kind == "v" { kilobytes + program } else { kilobytes };
            let script = format!("ulimit -{kind} {kilobytes}; exec {SATRANJ} {command} --json");
            let ran = Command::new("sh").args(["-c", &script]).output().expect("it starts");
            let report = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(3), "{script}: {report}");
            let document: serde_json::Value = serde_json::from_slice(&ran.stdout)
                .unwrap_or_else(|error| panic!("{script}: {error}: {report}"));
            assert_eq!(document["reason"], reason, "{script}");
        }
    }
    // Input that fits is accepted.
    let script = format!("ulimit -v 400000; exec {SATRANJ} count queens 8 --json");
    let ran = Command::new("sh").args(["-c", &script]).output().expect("it starts");
    assert_eq!(ran.status.code(), Some(0));
}
