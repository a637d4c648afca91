//! The program as a citizen of the system: help, files, pipes, lists and pictures.

use std::process::Stdio;

use crate::harness::{
    document,
    listed::method_names,
    path, program, satranj,
    tours::{Case, KNIGHT},
};
use serde_json::Value;

const COMMANDS: [&str; 13] = [
    "solve",
    "count",
    "compare",
    "bench",
    "report",
    "generate",
    "export",
    "decode",
    "draw",
    "verify",
    "list",
    "completions",
    "man",
];

#[test]
fn help_and_version() {
    let version = satranj(&["--version"]).run();
    assert_eq!(version.text(), format!("satranj {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(version.code, Some(0));
    let help = satranj(&["--help"]).run();
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    assert!(help.text().contains("satranj solve tour 8x8 --closed"), "{}", help.text());
    for command in COMMANDS {
        assert!(help.text().contains(&format!("\n  {command} ")), "{command}");
        let own = satranj(&[command, "--help"]).run();
        assert_eq!((own.code, own.stderr.as_str()), (Some(0), ""), "{command}");
        assert!(own.text().contains("Usage: satranj "), "{}", own.text());
    }
    let nothing = satranj("").run();
    assert_eq!((nothing.code, nothing.text()), (Some(2), ""));
    assert!(nothing.stderr.contains("  satranj solve tour 8x8 --closed"), "{}", nothing.stderr);
}

/// Examples must work.
#[test]
fn the_examples_of_the_help_run() {
    let help = satranj(&["--help"]).run().text().to_string();
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  satranj ")).collect();
    assert!(examples.len() >= 4, "{help}");
    let folder = tempfile::tempdir().unwrap();
    for example in examples {
        let words: Vec<&str> = example.split("  ").next().unwrap().split_whitespace().collect();
        if words[0] == "compare" {
            // The full comparison takes long; the words are the same.
            let ran = satranj(&["compare", "tour", "5x5", "--quiet"]).run();
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
            continue;
        }
        let output = program(&words).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{example}");
    }
}

#[test]
fn lists() {
    for (kind, name) in [
        ("puzzles", "tour"),
        ("methods", "sat:cuts"),
        ("encodings", "position"),
        ("solvers", "varisat"),
        ("formats", "dimacs"),
        ("pieces", "camel"),
    ] {
        let rows = document(&["list", kind, "--json"]);
        let rows = rows.as_array().unwrap();
        assert!(rows.iter().any(|row| row["name"] == name), "{kind}: {rows:?}");
        let text = satranj(&["list", kind, "--format", "text"]).run().text().to_string();
        assert_eq!(text.lines().count(), rows.len());
        for (line, row) in text.lines().zip(rows) {
            let name = row["name"].as_str().unwrap();
            // Methods are listed puzzle by puzzle.
            assert!(line.starts_with(name) || kind == "methods" && line.contains(name), "{line}");
            assert!(line.ends_with(row["summary"].as_str().unwrap()), "{line}");
        }
    }
    let names = ["sat:cuts", "sat:position", "graph:search", "native:warnsdorff", "native:dfs"];
    let methods = method_names();
    assert!(names.iter().all(|name| methods.iter().any(|method| method == name)), "{methods:?}");
    let schemas = document(&["list", "schemas", "--json"]);
    for name in ["satranj.solution/1", "satranj.count/1", "satranj.comparison/1", "satranj.map/1"] {
        assert!(jsonschema::meta::is_valid(&schemas[name]), "{name}");
    }
}

/// Every document of solve and count matches its published schema.
#[test]
fn documents_fit_their_schemas() {
    let schemas = document(&["list", "schemas", "--json"]);
    for (arguments, name) in [
        (&["solve", "tour", "5x5"][..], "satranj.solution/1"),
        (&["solve", "tour", "4x5", "--all", "--method", "native:dfs"], "satranj.solution/1"),
        (&["solve", "tour", "3x3"], "satranj.solution/1"),
        (&["solve", "tour", "4x4", "--amo", "ladder"], "satranj.solution/1"),
        (&["solve", "tour", "9x9", "--node-limit", "0"], "satranj.solution/1"),
        (&["count", "tour", "4x5", "--start", "a1"], "satranj.count/1"),
        (&["count", "tour", "5x5", "--closed"], "satranj.count/1"),
    ] {
        let schema = jsonschema::validator_for(&schemas[name]).unwrap();
        let document = satranj(arguments).run().json();
        assert_eq!(document["schema"], name);
        let errors: Vec<String> =
            schema.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:?}");
    }
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = satranj(&["completions", shell]).run();
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(ran.text().contains("satranj") && ran.text().contains("node-limit"), "{shell}");
    }
    let page = satranj(&["man"]).run();
    assert_eq!((page.code, page.stderr.as_str()), (Some(0), ""));
    assert!(page.text().contains(".TH satranj 1"), "{}", page.text());
}

#[test]
fn pictures_are_well_formed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.svg");
    let name = file.to_str().unwrap();
    for (arguments, numbers) in [
        (&["5x6", "--closed"][..], 30),
        (&["5x5", "--block", "a1"], 24),
        (&["5x5", "-n", "3"], 25),
        (&["5x5", "--json-stream"], 25),
        (&["1x1"], 1),
        (&["20x30"], 0),
        (&["70x70", "--method", "native:warnsdorff"], 0),
    ] {
        let ran = satranj(&[&["solve", "tour", "--svg", name], arguments].concat()).run();
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let picture = roxmltree::Document::parse(&text).unwrap();
        let root = picture.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        assert!(root.attribute("viewBox").is_some());
        let title = root.children().find(|node| node.tag_name().name() == "title").unwrap();
        let expected = if arguments.contains(&"-n") { "3 pictures" } else { "knight's tour" };
        assert!(title.text().unwrap().contains(expected), "{arguments:?}");
        let mut seen: Vec<usize> = root
            .descendants()
            .filter(roxmltree::Node::is_text)
            .filter_map(|node| node.text().and_then(|text| text.trim().parse().ok()))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        // The places of the squares, including the ranks at the margin.
        for number in 1..=numbers {
            assert!(seen.contains(&number), "{arguments:?}: {number} is missing");
        }
    }
    // Without a solution the picture has the reason, here a proof.
    satranj(&["solve", "tour", "4x4", "--svg", name]).run().exits(0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("has no model: a proof of 243 steps"), "{text}");
    std::fs::remove_file(&file).unwrap();
    let ran = satranj(&["solve", "tour", "4x4", "--svg", name, "--check", "none"]).run();
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.contains("tour.svg: not written, there is no solution"), "{}", ran.stderr);
    assert!(!file.exists());
    let quiet =
        satranj(&["solve", "tour", "4x4", "--svg", name, "--check", "none", "--quiet"]).run();
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
}

#[test]
fn documents_go_into_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.json");
    let name = file.to_str().unwrap();
    let ran = satranj(&["solve", "tour", "5x5", "-o", name]).run();
    assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (Some(0), "", ""));
    let written = std::fs::read_to_string(&file).unwrap();
    let document: Value = serde_json::from_str(&written).unwrap();
    assert!(Case::new(5, 5, KNIGHT).is_tour_of_squares(&path(&document["solution"])));
    let text = folder.path().join("tour.txt");
    satranj(&["solve", "tour", "5x5", "--output", text.to_str().unwrap(), "--format", "text"])
        .run();
    assert!(std::fs::read_to_string(&text).unwrap().contains("solved and verified"));
    satranj(&["solve", "tour", "5x5", "--json-stream", "-o", name]).run();
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
    let nowhere = folder.path().join("no/such/folder.json");
    let ran = satranj(&["solve", "tour", "5x5", "-o", nowhere.to_str().unwrap()]).run();
    assert_eq!((ran.code, ran.text()), (Some(1), ""));
    assert!(ran.stderr.contains("no/such/folder.json"), "{}", ran.stderr);
}

/// As `satranj … | head -c 10`: the reader leaves long before the end.
#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for arguments in [
        &["solve", "tour", "100x100"][..],
        &["solve", "tour", "100x100", "--json-stream"],
        &["solve", "tour", "150x150", "--method", "native:warnsdorff"],
        &["solve", "tour", "5x5", "--all", "--json-stream", "--method", "native:dfs"],
    ] {
        let mut child =
            program(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // If it is slow, progress reports come before the first solution.
        let begin: &[u8] = if arguments.contains(&"--json-stream") { b"\"solution\"" } else { b"" };
        let reader = std::io::BufReader::with_capacity(1, child.stdout.take().unwrap());
        let mut read = Vec::new();
        for byte in std::io::Read::bytes(reader) {
            read.push(byte.unwrap());
            if read.len() >= 10 && read.ends_with(begin) {
                break;
            }
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

/// A pipe whose reader left before the first byte.
#[test]
fn a_reader_that_was_never_there_is_no_error() {
    let solution = satranj(&["solve", "tour", "5x5"]).run().text().to_string();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.json");
    std::fs::write(&file, solution).unwrap();
    for arguments in [
        &["solve", "tour", "5x5"][..],
        &["solve", "tour", "5x5", "--format", "text"],
        &["solve", "tour", "5x5", "-n", "400", "--json-stream"],
        &["count", "tour", "3x4"],
        &["export", "tour", "5x5", "--format", "dimacs"],
        &["verify", file.to_str().unwrap()],
        &["list", "methods"],
        &["list", "schemas"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
        &["solve", "--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}
