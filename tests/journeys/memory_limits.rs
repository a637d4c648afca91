//! A user limits the memory: every command ends within a tenth of the limit or 20 MB, and says why.

#![cfg(target_os = "linux")]

use crate::{
    harness::{folder, read, satranj},
    reading_limits::{MEGABYTE, measured},
};
use serde_json::Value;

/// Commands that need more memory than their limit, in MiB. Some are refused at once, since they
/// begin with a table of a known size; the others grow until they are stopped.
const GROWING: &[(&str, u64)] = &[
    ("solve tour 16x16 --closed --method sat:position", 60),
    ("solve queens 400 --method sat:lines", 100),
    ("solve queens 400 --method sat:edges", 100),
    ("solve place 200x200 --piece knight --method sat:edges", 60),
    ("solve dominate 40x40 --piece queen --method sat:cover", 60),
    ("solve meet tests/maps/meeting-50x50.txt --method sat:planning", 60),
    ("solve exchange tests/maps/corridor-1x60.txt --method sat:planning", 100),
    ("solve tour 500x500 --method graph:search", 100),
    ("solve tour 400x400 --closed --method graph:two-factor", 100),
    ("solve place 300x300 --piece knight --method graph:matching", 100),
    ("solve place 60x60 --piece queen --method graph:search", 60),
    ("solve route 900x900 --piece king --from a1 --to 0,899 --method graph:dijkstra", 200),
    ("solve exchange tests/maps/corridor-1x60.txt --method native:bfs", 64),
    ("count tour 8x8 --closed --method native:frontier", 64),
    ("count tour 8x8 --closed --method native:halves", 64),
    ("count place 18x18 --piece knight --method native:rows", 64),
    ("count place 17x17 --piece knight --method native:halves", 64),
    ("count queens 20 --method native:quadrants", 64),
    ("count dominate 60x14 --piece king --count 150 --method native:frontier", 64),
    ("solve queens 1000000 --method native:min-conflicts", 64),
    ("solve tour 2500x2500 --method native:warnsdorff", 100),
    ("compare queens 400 --methods sat:edges --runs 1", 64),
    ("export tour 100x100 --encoding position", 100),
    ("export place 100x100 --piece queen --format graph6", 64),
    ("export queens 100 --cubes 8 --format icnf", 40),
    ("generate hamilton --random 4000000 --vertices 3000", 64),
];

/// The same for those that grow slowly.
const GROWING_SLOWLY: &[(&str, u64)] = &[
    ("solve tour 30x30 --closed --method sat:binary-order", 100),
    ("count tour 6x7 --closed --method sat:cuts", 48),
    ("solve colouring tests/graphs/dense-100.col --method sat:order", 64),
    ("solve exchange tests/maps/corridor-1x60.txt --method graph:astar", 100),
    ("solve exchange tests/maps/corridor-1x40.txt --method native:bidirectional", 64),
    ("solve route 80x80 --piece king --from a40 --to 40,79 -n 100000000", 64),
];

/// Checks the peak of a command, its exit code and its reason.
fn stays_within(line: &str, limit: u64) {
    let folder = folder();
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/");
    let mut arguments = format!("{line} --memory-limit {limit}MiB").replace("tests/", tests);
    let has_document = ["solve", "count", "compare"].iter().any(|its| line.starts_with(its));
    if has_document {
        arguments.push_str(" --json");
    }
    let (code, said, peak) = measured(&arguments, folder.path());
    let limit = limit * MEGABYTE;
    assert!(peak <= limit + (limit / 10).max(20_000_000), "{line}: {} MiB", peak / MEGABYTE);
    assert_eq!(code, Some(3), "{line}: {said}");
    if has_document {
        let text = read(&folder.path().join("output"));
        let document: Value = serde_json::from_str(&text).expect("a document");
        let reason = document.get("reason").unwrap_or(&document["runs"][0]["reason"]);
        assert_eq!(reason, "memory_limit", "{line}: {document}");
    } else {
        assert!(said.contains("the memory limit is too low"), "{line}: {said}");
    }
}

#[test]
fn what_grows_is_stopped_at_the_limit() {
    for &(line, limit) in GROWING {
        stays_within(line, limit);
    }
}

#[test]
#[ignore = "takes a minute unoptimised; `.ci/run` runs it"]
fn what_grows_slowly_is_stopped_at_the_limit() {
    for &(line, limit) in GROWING_SLOWLY {
        stays_within(line, limit);
    }
}

#[test]
fn a_document_is_read_and_checked_within_the_limit() {
    let folder = folder();
    let tour = "solve tour 700x700 --method native:warnsdorff --json -o tour.json";
    satranj(tour).within(folder.path()).run().exits(0);
    let (code, said, peak) = measured("verify tour.json --memory-limit 48MiB", folder.path());
    assert_eq!(code, Some(3), "{said}");
    assert!(peak <= 48 * MEGABYTE + 20_000_000, "{} MiB", peak / MEGABYTE);
}
