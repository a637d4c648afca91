//! Every command of the README and of the book in `docs/` runs as written there, and prints the
//! output shown there; the pictures of the book are those that its commands draw.
//!
//! Commands are in `console` blocks after `$ `, their output below them. Times, memory and ratios
//! differ from run to run and are not compared; a line `…` matches any lines. `SATRANJ_BLESS=1
//! cargo test --test journeys documentation` replaces output that no longer fits (but not lines
//! matched by `…`), and draws the pictures again.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use crate::harness::{dimacs_solver_file, read, satranj};

/// A test for each chapter, so that they run in parallel, and the list of all chapters.
macro_rules! chapters {
    ($($name:ident: $file:literal),* $(,)?) => {
        pub const CHAPTERS: &[&str] = &[$($file),*];

        mod chapters {
            $(
                #[test]
                fn $name() {
                    super::runs_as_shown($file, true);
                }
            )*
        }
    };
}

chapters! {
    readme: "README.md",
    introduction: "docs/src/introduction.md",
    first_tour: "docs/src/first-tour.md",
    in_class: "docs/src/in-class.md",
    two_hundred: "docs/src/two-hundred.md",
    tours: "docs/src/tours.md",
    graphs: "docs/src/graphs.md",
    sets: "docs/src/sets.md",
    paths: "docs/src/paths.md",
    queens: "docs/src/queens.md",
    placements: "docs/src/placements.md",
    dominations: "docs/src/dominations.md",
    meetings: "docs/src/meetings.md",
    routes: "docs/src/routes.md",
    exchanges: "docs/src/exchanges.md",
    agents: "docs/src/agents.md",
    across_the_board: "docs/src/across-the-board.md",
    drawing: "docs/src/drawing.md",
    counting: "docs/src/counting.md",
    comparing: "docs/src/comparing.md",
    exporting: "docs/src/exporting.md",
    verifying: "docs/src/verifying.md",
    generating: "docs/src/generating.md",
    benchmarks: "docs/src/benchmarks.md",
    many_machines: "docs/src/many-machines.md",
    running: "docs/src/running.md",
    python: "docs/src/python.md",
    playground: "docs/src/playground.md",
    glossary: "docs/src/glossary.md",
    documents: "docs/src/documents.md",
    formats: "docs/src/formats.md",
    methods: "docs/src/methods.md",
    encodings: "docs/src/encodings.md",
    gallery: "docs/src/gallery.md",
    slips: "docs/src/slips.md",
    measured: "docs/src/measured.md",
    suites: "docs/src/suites.md",
    published: "docs/src/published.md",
    how_it_works: "docs/src/how-it-works.md",
    trust: "docs/src/trust.md",
    three_ways: "docs/src/three-ways.md",
    two_factors: "docs/src/two-factors.md",
    certificates: "docs/src/certificates.md",
    reading_comparisons: "docs/src/reading-comparisons.md",
    history: "docs/src/history.md",
}

/// Commands that are not run here: the tests are running already; the others install, or take minutes to
/// hours.
pub const NOT_RUN: [&str; 4] = ["cargo test", "cargo bench", "cargo install", "python3 "];

/// The external solver of the examples; the example `dimacs_solver` may replace it.
const FOREIGN_SOLVER: &str = "cadical -q";

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn text_of(file: &str) -> String {
    read(&root().join(file))
}

/// A command and its documented output.
pub struct Shown {
    pub command: String,
    /// The number of the line below it, from 0.
    line: usize,
    output: Vec<String>,
}

pub fn commands(text: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match (inside, line) {
            (_, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) => match line.strip_prefix("$ ") {
                Some(command) => {
                    let command = command.into();
                    shown.push(Shown { command, line: number + 1, output: Vec::new() });
                }
                None => shown.last_mut().expect("a command comes first").output.push(line.into()),
            },
            (false, _) => {}
        }
    }
    shown
}

/// A line without what differs from run to run: numbers before a unit, ratios, and the progress of
/// a search that ran out of time.
fn lasting(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number =
        |word: &str| word.trim_matches(['(', ')']).replace(',', "").parse::<f64>().is_ok();
    let is_unit = |word: Option<&&str>| {
        word.is_some_and(|word| ["µs", "ms", "s", "MiB"].contains(&word.trim_end_matches(':')))
    };
    let varies = ["times faster", "clear difference", "undecided"];
    let varies = varies.iter().any(|words| line.contains(words));
    let mut lasting = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        if is_unit(Some(&word)) && index > 0 && is_number(words[index - 1]) {
            continue;
        }
        let number = is_number(word) && (varies || is_unit(words.get(index + 1)));
        lasting.push(if number { "N" } else { word });
    }
    lasting.join(" ")
}

/// Whether a line is the documented one. A slow program may not end a second count in its share.
fn is_same(documented: &str, line: &str) -> bool {
    let is_slow = line.starts_with("not counted again: a second count takes more than its share");
    lasting(line) == lasting(documented) || is_slow && documented.starts_with("counted again by ")
}

/// Whether the output matches the documented lines, where `…` matches any lines.
pub fn fits(shown: &[String], output: &[String]) -> bool {
    match shown {
        [] => output.is_empty(),
        [first, rest @ ..] if first.trim() == "…" => {
            (0..=output.len()).any(|skipped| fits(rest, &output[skipped..]))
        }
        [first, rest @ ..] => {
            output.first().is_some_and(|line| is_same(first, line)) && fits(rest, &output[1..])
        }
    }
}

pub fn trimmed(lines: impl Iterator<Item = String>) -> Vec<String> {
    lines.map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
}

/// Runs every command of a file in a new folder, with the example instead of cadical if wanted,
/// then compares the pictures.
fn runs_as_shown(file: &str, example: bool) {
    let text = text_of(file);
    let folder = crate::harness::folder();
    let benches = root().join("benches");
    std::os::unix::fs::symlink(benches, folder.path().join("benches")).expect("a link");
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    // Backwards, so that the numbers of the lines above stay.
    let mut misfits = Vec::new();
    for shown in commands(&text) {
        if NOT_RUN.iter().any(|other| shown.command.starts_with(other)) {
            assert!(shown.output.is_empty(), "{file}: `{}` is not run", shown.command);
            continue;
        }
        let printed = printed_by(file, &shown.command, folder.path(), example);
        let wanted = trimmed(shown.output.iter().cloned());
        if wanted.is_empty() || fits(&wanted, &trimmed(printed.iter().cloned())) {
            continue;
        }
        assert!(
            is_blessed() && !wanted.iter().any(|line| line.trim() == "…"),
            "{file}: {}\nprints\n{}\n\nshown is\n{}",
            shown.command,
            printed.join("\n"),
            wanted.join("\n")
        );
        misfits.push((shown, printed));
    }
    for (shown, printed) in misfits.into_iter().rev() {
        lines.splice(shown.line..shown.line + shown.output.len(), printed);
    }
    if is_blessed() {
        fs::write(root().join(file), lines.join("\n") + "\n").expect("the chapter is written");
    }
    if file != "README.md" {
        // Screenshots are made by `.ci/run web`; those of the gallery have their own test.
        let drawn = |link: &String| {
            let is_gallery = link.starts_with("pictures/gallery/");
            link.starts_with("pictures/") && !is_gallery && !link.contains(".png")
        };
        for picture in links(&text).into_iter().filter(drawn) {
            let drawn = folder.path().join(picture.trim_start_matches("pictures/"));
            is_drawn(file, &read(&drawn), &root().join("docs/src").join(picture));
        }
    }
}

pub fn is_blessed() -> bool {
    std::env::var_os("SATRANJ_BLESS").is_some()
}

/// Runs a command and returns the lines that it prints.
fn printed_by(file: &str, command: &str, folder: &Path, example: bool) -> Vec<String> {
    let mut script = command.replace("cargo run --release --", "satranj");
    if example && script.contains(FOREIGN_SOLVER) {
        script = script.replace(FOREIGN_SOLVER, &dimacs_solver_file().display().to_string());
    }
    // `satranj` prints JSON into a pipe, but the book shows what a terminal shows.
    let program = env!("CARGO_BIN_EXE_satranj");
    let json = ["--json", " | ", " -o "].iter().any(|words| command.contains(words));
    let text = if json { "" } else { "text" };
    let prelude = format!(
        "satranj() {{ case \"$1-{text}\" in \
         solve-text|compare-text|count-text|list-text|verify-text|decode-text|merge-text) \
         \"{program}\" \"$@\" --format text ;; *) \"{program}\" \"$@\" ;; esac; }}"
    );
    let ran = Command::new("bash")
        .args(["-c", &format!("{prelude}\n{script}")])
        .current_dir(folder)
        .output()
        .expect("bash runs");
    let errors = String::from_utf8_lossy(&ran.stderr);
    // SAT solvers exit with 10 if there is a model.
    let is_model = command.starts_with(FOREIGN_SOLVER) && !command.ends_with("; true");
    let code = if is_model { 10 } else { 0 };
    assert_eq!(ran.status.code(), Some(code), "{file}: {command}\n{errors}");
    let printed = String::from_utf8(ran.stdout).expect("text");
    printed.trim_end().lines().map(|line| line.trim_end().to_string()).collect()
}

/// A picture of the book is the one that a command of its chapter draws.
fn is_drawn(file: &str, drawn: &str, picture: &Path) {
    roxmltree::Document::parse(drawn).expect("well-formed XML");
    if is_blessed() {
        fs::write(picture, drawn).expect("the picture is written");
    }
    let is_same = drawn == read(picture);
    assert!(is_same, "{file}: SATRANJ_BLESS=1 writes {} anew", picture.display());
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn every_chapter_with_the_real_solver_runs_with_it_too() {
    let mut ran = 0;
    for file in CHAPTERS.iter().filter(|file| text_of(file).contains(FOREIGN_SOLVER)) {
        runs_as_shown(file, false);
        ran += 1;
    }
    assert!(ran > 1, "no chapter shows {FOREIGN_SOLVER}");
}

/// The table of *Across the board* with a question, its command and its answer in each row.
#[test]
fn the_questions_of_the_book_have_the_answers_in_the_table() {
    let text = text_of("docs/src/across-the-board.md");
    let mut asked = 0;
    for row in text.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, _, _, command, answer, _] = cells[..] else { continue };
        let Some(command) = command.strip_prefix('`').and_then(|it| it.strip_suffix('`')) else {
            continue;
        };
        let document = satranj(&format!("{command} --json")).call().exits(0).json();
        let found = match (&document["objective"], &document["count"]) {
            (Value::Number(objective), _) => objective.to_string(),
            (_, Value::String(count)) => count.clone(),
            _ => if document["status"] == "satisfied" { "yes" } else { "no" }.into(),
        };
        let is_decided = document["status"] != "unknown" && document["status"] != "feasible";
        assert_eq!((found.as_str(), is_decided), (answer, true), "{command}");
        asked += 1;
    }
    assert!(asked > 20, "{asked} rows");
}

/// The targets of the links and pictures of a text, without those in code.
pub fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        }
        if inside {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let end = rest.find(')').expect("a link ends on its line");
            links.push(rest[..end].to_string());
        }
    }
    links
}
