//! Every reader on the inputs of its fuzz target in `fuzz/inputs/`, with the same assertions.

mod board;
mod checkpoint;
mod command;
mod compressed;
mod cubes;
mod cuts;
mod decode;
mod document;
mod documents;
mod graph;
mod graph_lines;
mod model;
mod proof;
mod statement;
mod tour_file;
mod words;

use std::{collections::BTreeSet, path::Path};

use crate::harness::read;

type Check = fn(&[u8]);

/// The fuzz targets.
const TARGETS: [(&str, Check); 16] = [
    ("board", board::check),
    ("checkpoint", checkpoint::check),
    ("command", command::check),
    ("compressed", compressed::check),
    ("cubes", cubes::check),
    ("cuts", cuts::check),
    ("decode", decode::check),
    ("document", document::check),
    ("documents", documents::check),
    ("graph", graph::check),
    ("graph_lines", graph_lines::check),
    ("model", model::check),
    ("proof", proof::check),
    ("statement", statement::check),
    ("tour_file", tour_file::check),
    ("words", words::check),
];

/// The bytes of a line as Rust writes byte strings.
fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next().expect("a sign after a backslash") {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'x' => {
                let digits = [rest.next(), rest.next()].map(|digit| digit.expect("two digits"));
                let digits = std::str::from_utf8(&digits).expect("ASCII");
                u8::from_str_radix(digits, 16).expect("two digits")
            }
            other => other,
        });
    }
    bytes
}

#[test]
fn inputs_of_fuzz_targets_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for (target, check) in TARGETS {
        let text = read(&folder.join(format!("inputs/{target}.txt")));
        for (number, line) in text.lines().enumerate() {
            let bytes = unescaped(line);
            let place = format!("fuzz/inputs/{target}.txt:{}", number + 1);
            let ended = std::panic::catch_unwind(|| check(&bytes));
            assert!(ended.is_ok(), "{place}");
        }
    }
}

#[test]
fn every_reader_has_a_fuzz_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let names = std::fs::read_dir(folder).expect("the targets").map(|entry| {
        let name = entry.expect("a target").file_name();
        name.to_string_lossy().trim_end_matches(".rs").to_string()
    });
    assert_eq!(names.collect::<BTreeSet<_>>(), TARGETS.map(|(name, _)| name.to_string()).into());
}
