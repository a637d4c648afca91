//! Nothing is missing from the README and the book: no chapter, command, method, encoding or word
//! of a document; and every link has a target.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use satranj::puzzles::kinds::LIST;
use serde_json::Value;

use crate::{
    documentation::{CHAPTERS, NOT_RUN, Shown, commands, links, root, text_of},
    harness::{answer, read},
};

#[test]
fn no_chapter_is_left_out() {
    let folder = root().join("docs/src");
    let mut files = BTreeSet::from(["README.md".to_string()]);
    for entry in fs::read_dir(&folder).expect("there is a book") {
        let name = entry.expect("it is read").file_name().into_string().expect("a plain name");
        let is_chapter = Path::new(&name).extension().is_some_and(|extension| extension == "md");
        if is_chapter && name != "SUMMARY.md" {
            files.insert(format!("docs/src/{name}"));
        }
    }
    let tested: BTreeSet<String> = CHAPTERS.iter().map(ToString::to_string).collect();
    assert_eq!(files, tested);
    let summary = links(&text_of("docs/src/SUMMARY.md"));
    let listed: BTreeSet<String> = summary.iter().map(|name| format!("docs/src/{name}")).collect();
    assert_eq!(summary.len(), listed.len(), "a chapter occurs twice in SUMMARY.md");
    let chapters: BTreeSet<String> =
        tested.into_iter().filter(|file| file.starts_with("docs/")).collect();
    assert_eq!(listed, chapters, "SUMMARY.md");
}

/// The anchors of the headings of a text, as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        }
        let heading = line.trim_start_matches('#');
        if inside || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let words = heading.trim().to_lowercase();
        let kept = words.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        anchors.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
    }
    anchors
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    let others = ["docs/src/SUMMARY.md", "CONTRIBUTING.md"];
    for file in CHAPTERS.iter().chain(&others) {
        let folder = Path::new(file).parent().expect("a folder");
        for link in links(&text_of(file)) {
            if link.starts_with("https://") {
                continue;
            }
            checked += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { PathBuf::from(file) } else { folder.join(path) };
            assert!(root().join(&target).is_file(), "{file}: {link} leads nowhere");
            assert!(
                !file.starts_with("docs/") || (!path.contains("..") && !path.starts_with('/')),
                "{file}: {link} leads out of the book"
            );
            if !anchor.is_empty() {
                let anchors = anchors(&read(&root().join(&target)));
                assert!(anchors.contains(anchor), "{file}: {link}: the headings are {anchors:?}");
            }
        }
    }
    assert!(checked > 50, "only {checked} links");
}

/// Every command in the list of those not run exists.
#[test]
fn what_is_not_run_exists() {
    let cargo = text_of("Cargo.toml");
    let mut seen = BTreeSet::new();
    for file in CHAPTERS {
        for Shown { command, .. } in commands(&text_of(file)) {
            let Some(kind) = NOT_RUN.iter().find(|kind| command.starts_with(**kind)) else {
                continue;
            };
            seen.insert(*kind);
            let mut words = command.split_whitespace().skip_while(|word| *word != "--bench");
            if let Some(bench) = words.nth(1) {
                let entry = format!("[[bench]]\nname = \"{bench}\"");
                assert!(cargo.contains(&entry), "{file}: `{command}`: no such benchmark");
            }
            for path in command.split_whitespace().filter(|word| word.starts_with("benches/")) {
                assert!(root().join(path).exists(), "{file}: `{command}`: {path}");
            }
        }
    }
    assert_eq!(seen.len(), NOT_RUN.len(), "seen are only {seen:?}");
}

/// The sections of a text: the content below each `## ` heading.
fn sections(text: &str) -> BTreeMap<&str, &str> {
    text.split("\n## ").skip(1).filter_map(|section| section.split_once('\n')).collect()
}

#[test]
fn every_method_has_a_row_in_its_table() {
    let text = text_of("docs/src/methods.md");
    let sections = sections(&text);
    let listed = answer("list methods --json").json();
    let listed = listed.as_array().expect("a list").clone();
    assert!(listed.len() > 40);
    // The rows of a section: the names in their first cells, and the last cells.
    let rows = |section: &str| -> BTreeMap<String, String> {
        let lines = section.lines().filter(|line| line.starts_with("| `"));
        let cells = lines.map(|line| line.trim_matches(['|', ' ']).split(" | ").collect());
        let named = cells.flat_map(|cells: Vec<&str>| {
            let names = cells[0].split(", ").map(|word| word.trim_matches('`').to_string());
            let report = cells.last().map_or(String::new(), |last| (*last).into());
            names.map(|name| (name, report.clone())).collect::<Vec<_>>()
        });
        named.collect()
    };
    let rows: BTreeMap<&str, _> =
        sections.iter().map(|(heading, section)| (*heading, rows(section))).collect();
    let puzzles: BTreeSet<&str> = listed.iter().filter_map(|one| one["puzzle"].as_str()).collect();
    let mut seen = BTreeSet::new();
    for puzzle in puzzles {
        // One section has all methods of the puzzle, each as it is.
        let methods = listed.iter().filter(|method| method["puzzle"] == puzzle);
        let methods: Vec<(&str, bool)> = methods
            .map(|method| (method["name"].as_str().unwrap(), method["complete"] == true))
            .collect();
        let has = |rows: &BTreeMap<String, String>| {
            methods.iter().all(|(name, complete)| {
                rows.get(*name).is_some_and(|report| *complete != report.starts_with("no"))
            })
        };
        let sections: Vec<&str> =
            rows.iter().filter(|(_, rows)| has(rows)).map(|(heading, _)| *heading).collect();
        assert!(
            !sections.is_empty(),
            "no section has a row for each method of {puzzle}: {methods:?}"
        );
        for heading in sections {
            seen.extend(methods.iter().map(|(name, _)| (heading, (*name).to_string())));
        }
    }
    // No row is about a removed method.
    for (heading, section) in sections {
        for line in section.lines().filter(|line| line.starts_with("| `")) {
            let cell = line.trim_start_matches("| ").split(" | ").next().unwrap_or_default();
            for name in cell.split(", ").map(|word| word.trim_matches('`')) {
                let is_method = name.contains(':');
                assert!(!is_method || seen.contains(&(heading, name.into())), "{heading}: {name}");
            }
        }
    }
}

/// The words in backticks of a text.
fn code_words(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn options_of_methods_are_told_with_all_methods_that_read_them() {
    let text = text_of("docs/src/methods.md");
    let listed = answer("list methods --json").json();
    for option in ["restarts", "threads", "order"] {
        let options = |method: &Value| method["options"].as_array().expect("options").clone();
        let methods = listed.as_array().expect("a list").iter();
        let reading = methods.filter(|method| options(method).contains(&option.into()));
        let read: BTreeSet<&str> = reading.filter_map(|method| method["name"].as_str()).collect();
        let row = text.lines().find(|line| line.starts_with(&format!("| `--{option}")));
        let (_, report) = row.expect(option)[2..].split_once(" | ").expect("a second cell");
        assert_eq!(code_words(report), read, "methods.md: --{option}");
    }
}

/// A new kind of puzzle is listed in the README, with what its solutions are, and with examples in the
/// help. The list of the introduction is compared as what is printed.
#[test]
fn every_kind_of_puzzle_is_in_the_tables_and_examples() {
    let readme = text_of("README.md");
    let documents = text_of("docs/src/documents.md");
    let (_, solutions) = documents.split_once("| puzzle | solution |").expect("a table");
    let solutions: BTreeSet<&str> = solutions
        .lines()
        .skip(2)
        .map_while(|row| row.strip_prefix("| ")?.split_once(" |"))
        .flat_map(|(kinds, _)| kinds.split(", "))
        .collect();
    let examples = text_of("src/cli/examples.txt");
    for kind in LIST {
        let name = kind.name;
        assert!(code_words(&readme).contains(name), "README.md: {name}");
        assert!(solutions.contains(name), "docs/src/documents.md: {name}");
        let is_heading = |line: &str| line.ends_with(&format!(": {name}"));
        assert!(examples.lines().any(is_heading), "src/cli/examples.txt: {name}");
    }
    assert_eq!(solutions.len(), LIST.len());
}

#[test]
fn every_command_is_in_the_introduction() {
    let help = answer("--help").text().to_string();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    // A description continues in lines that are indented further.
    let named = commands.filter(|line| line.find(|c| c != ' ') == Some(2));
    let names: Vec<&str> = named.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 10, "{help}");
    let text = text_of("docs/src/introduction.md");
    let report = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let report: BTreeSet<&str> = report.flat_map(code_words).collect();
    for name in names {
        assert!(report.contains(name), "introduction.md: no {name}");
    }
}

#[test]
fn every_column_of_a_comparison_is_explained() {
    let ran = answer("compare queens 5 --methods native:dfs --runs 1 --format text");
    let header = ran.text().lines().nth(2).expect("a header");
    let text = text_of("docs/src/reading-comparisons.md");
    for column in header.split("  ").map(str::trim).filter(|word| !word.is_empty()) {
        let is_reported = text.contains(&format!("\n| {column} | "));
        assert!(is_reported, "reading-comparisons.md: no {column}");
    }
}

#[test]
fn every_encoding_has_a_row() {
    let text = text_of("docs/src/encodings.md");
    let listed = answer("list encodings --json").json();
    for encoding in listed.as_array().expect("a list") {
        let name = encoding["name"].as_str().unwrap();
        assert!(text.contains(&format!("\n| `{name}` |")), "encodings.md: no {name}");
    }
}

/// The words in a part of a schema: names of fields, and constants.
fn words_of(schema: &Value, words: &mut BTreeSet<String>) {
    for (key, value) in schema.as_object().into_iter().flatten() {
        match key.as_str() {
            "properties" => {
                words.extend(value.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
            }
            "const" => words.extend(value.as_str().map(String::from)),
            "enum" => words.extend(
                value.as_array().into_iter().flatten().filter_map(Value::as_str).map(String::from),
            ),
            _ => {}
        }
    }
    for part in schema.as_object().into_iter().flatten().map(|(_, value)| value) {
        words_of(part, words);
    }
    for part in schema.as_array().into_iter().flatten() {
        words_of(part, words);
    }
}

#[test]
fn every_word_of_a_solution_document_is_described() {
    let text = text_of("docs/src/documents.md");
    let schemas = answer("list schemas --json").json();
    for name in schemas.as_object().expect("schemas by name").keys() {
        assert!(text.contains(&format!("`{name}`")), "documents.md: no {name}");
    }
    let schema = &schemas["satranj.solution/1"];
    let mut words: BTreeSet<String> =
        schema["properties"].as_object().expect("fields").keys().cloned().collect();
    words.remove("schema");
    let parts = ["Certificate", "Status", "Reason", "Bound", "Statistics", "Proof"];
    for (name, part) in schema["$defs"].as_object().expect("parts") {
        if parts.iter().any(|part| name.ends_with(part)) {
            words_of(part, &mut words);
        }
    }
    // The schema alone describes the contents of certificates besides their kind.
    for detail in [
        "kind", "groups", "pairs", "squares", "vertices", "places", "agent", "agents", "piece",
        "ends",
    ] {
        words.remove(detail);
    }
    assert!(words.len() > 50, "{words:?}");
    let is_missing = |word: &&String| !text.contains(&format!("`{word}`"));
    let missing: Vec<_> = words.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "documents.md does not say what these are: {missing:?}");
}
