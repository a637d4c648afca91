//! Every command of the README runs as it stands there, and prints what is shown there.
//!
//! Commands stand in `console` blocks behind `$ `, their output below them. Times, memory
//! and ratios differ from run to run and are not compared; a line `…` stands for any lines.

use std::{fs, path::Path, process::Command};

use crate::harness::dimacs_solver_file;

/// A command and the output that the README shows.
struct Shown {
    command: String,
    output: Vec<String>,
}

fn commands() -> Vec<Shown> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(path).expect("there is a README");
    let mut shown: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (_, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) => match line.strip_prefix("$ ") {
                Some(command) => {
                    shown.push(Shown { command: command.into(), output: Vec::new() });
                }
                None => shown.last_mut().expect("a command comes first").output.push(line.into()),
            },
            (false, _) => {}
        }
    }
    shown
}

/// A line without what differs from run to run: numbers before a unit, ratios, and what a
/// search did until its time was over.
fn lasting(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number =
        |word: &str| word.trim_matches(['(', ')']).replace(',', "").parse::<f64>().is_ok();
    let is_unit =
        |word: Option<&&str>| word.is_some_and(|word| ["µs", "ms", "s", "MiB"].contains(word));
    let varies = line.contains("times faster") || line.contains("undecided");
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

/// Whether the output is what is shown, `…` standing for any lines.
fn fits(shown: &[String], output: &[String]) -> bool {
    match shown {
        [] => output.is_empty(),
        [first, rest @ ..] if first.trim() == "…" => {
            (0..=output.len()).any(|skipped| fits(rest, &output[skipped..]))
        }
        [first, rest @ ..] => {
            output.first().is_some_and(|line| lasting(line) == lasting(first))
                && fits(rest, &output[1..])
        }
    }
}

fn trimmed(lines: impl Iterator<Item = String>) -> Vec<String> {
    lines.map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
}

/// The example stands in for the foreign solver.
#[test]
fn every_command_runs_and_prints_what_is_shown() {
    run_all(Some(&dimacs_solver_file().display().to_string()));
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn every_command_runs_with_the_real_solver_too() {
    run_all(None);
}

/// Runs every command, with another solver in the place of cadical if one is given.
fn run_all(solver: Option<&str>) {
    let commands = commands();
    assert!(commands.len() > 15, "the README lost its commands");
    let folder = tempfile::tempdir().expect("a folder");
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    std::os::unix::fs::symlink(benches, folder.path().join("benches")).expect("a link");
    // `satranj` prints JSON into a pipe; the README shows what a terminal shows.
    let program = env!("CARGO_BIN_EXE_satranj");
    for Shown { command, output } in commands {
        // The tests run already; the rest installs, or takes an hour.
        let others = ["cargo test", "cargo bench", "cargo install", "python3 "];
        if others.iter().any(|other| command.starts_with(other)) {
            continue;
        }
        let mut script = command.replace("cargo run --release --", "satranj");
        if let Some(solver) = solver {
            script = script.replace("cadical -q", solver);
        }
        let json = ["--json", " | ", " -o "].iter().any(|words| command.contains(words));
        let text = if json { "" } else { "text" };
        let prelude = format!(
            "satranj() {{ case \"$1-{text}\" in solve-text|compare-text|count-text|list-text|verify-text|decode-text) \
             \"{program}\" \"$@\" --format text ;; *) \"{program}\" \"$@\" ;; esac; }}"
        );
        let ran = Command::new("bash")
            .args(["-c", &format!("{prelude}\n{script}")])
            .current_dir(folder.path())
            .output()
            .expect("bash runs");
        let errors = String::from_utf8_lossy(&ran.stderr);
        // SAT solvers exit with 10 where there is a model.
        let code = if command.starts_with("cadical") { 10 } else { 0 };
        assert_eq!(ran.status.code(), Some(code), "{command}\n{errors}");
        if output.is_empty() {
            continue;
        }
        let printed = String::from_utf8(ran.stdout).expect("text");
        let printed = trimmed(printed.lines().map(str::to_string));
        let shown = trimmed(output.into_iter());
        assert!(
            fits(&shown, &printed),
            "{command}\nprints\n{}\n\nshown is\n{}",
            printed.join("\n"),
            shown.join("\n")
        );
    }
}
