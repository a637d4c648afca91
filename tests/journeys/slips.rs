//! The table of likely mistakes in `docs/src/slips.md`: each line is run, and the message and the
//! exit code must be those shown there.
//!
//! `SATRANJ_BLESS=1 cargo test --test journeys slips` writes them again.

use std::{fs, path::Path};

use crate::harness::{read, satranj};

const CHAPTER: &str = "docs/src/slips.md";

/// The fewest mistakes that the table has.
const FEWEST: usize = 90;

/// A folder with the named files.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    for line in [
        "generate hamilton --family flower-snark --size 5 -o snark.hcp",
        "generate queens --n 5 --cases 2 -o two.json",
        "solve tour 5x5 --method native:warnsdorff --start a1 -o tour.json",
        "solve queens 4 --method native:dfs -o queens.json",
        "compare queens 5 --methods native:dfs -q -o compared.json",
        "export queens 4 -o four.cnf",
    ] {
        satranj(line).within(at).run().exits(0);
    }
    let write = |name: &str, text: &str| fs::write(at.join(name), text).expect("a file");
    let tour = read(&at.join("tour.json"));
    write("tour-wrong.json", &tour.replacen("\"a1\"", "\"b3\"", 1));
    write("meet-wrong.txt", "2\n\n3 3\n1..\n...\n..1\n\n3 3\n1.x\n...\n..1\n");
    write("map-wrong.txt", "..#\n.?.\n");
    write("map-ragged.txt", "...\n..\n");
    write("kind.json", "{\"puzzle\":{\"kind\":\"quens\",\"n\":8}}");
    write("not.json", "not json");
    write("bad.out", "s SATISFIABLE\nv 1 2 3 0\n");
    write("empty.txt", "");
    write("snark.data", &read(&at.join("snark.hcp")));
    folder
}

/// The message, on one line: without the usage, which is the same for all mistakes of a command.
fn said(errors: &str) -> String {
    let lines = errors.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut words = Vec::new();
    let mut in_usage = false;
    for line in lines {
        in_usage = line.starts_with("Usage:") || (in_usage && line.starts_with("satranj solve ["));
        if !in_usage && !line.starts_with("For more information") {
            words.push(line.strip_prefix("satranj: ").unwrap_or(line));
        }
    }
    words.join(" ").replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
}

/// The row of a command line.
fn row(line: &str, folder: &Path) -> String {
    let typed = line.replace("\\|", "|");
    let ran = satranj(typed.as_str()).within(folder).run();
    assert!(ran.code != Some(0), "`{typed}` is no mistake");
    format!("| `{line}` | {} | {} |", said(&ran.stderr), ran.code.unwrap_or(-1))
}

#[test]
fn every_mistake_is_told_as_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(CHAPTER);
    let text = read(&path);
    let folder = folder();
    let mut lines: Vec<String> = Vec::new();
    let mut mistakes = 0;
    for line in text.lines() {
        let typed = line.strip_prefix("| `satranj ").and_then(|rest| rest.split_once("` |"));
        let Some((typed, _)) = typed else {
            lines.push(line.into());
            continue;
        };
        mistakes += 1;
        lines.push(row(typed, folder.path()).replacen("| `", "| `satranj ", 1));
    }
    assert!(mistakes >= FEWEST, "{mistakes} mistakes");
    let now = lines.join("\n") + "\n";
    if std::env::var_os("SATRANJ_BLESS").is_some() {
        fs::write(&path, &now).expect("the chapter is written");
    }
    for (shown, now) in read(&path).lines().zip(now.lines()) {
        assert_eq!(shown, now);
    }
}
