//! The transcripts in `tests/transcripts/`: what commands print on both streams, errors included,
//! with their exit codes. Each file is run from its top in a new folder.
//!
//! `$ COMMAND` is a line for `sh`, `? CODE` the exit code if it is not 0, the lines below what is
//! printed, `# TEXT` a comment. `[FOLDER]` and `[VERSION]` replace what they name; times, memory and
//! ratios are not compared, and a line `…` matches any lines. `SATRANJ_BLESS=1 cargo test --test
//! journeys transcripts` writes the files again.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    thread,
};

use crate::{
    documentation::{fits, is_blessed, root, trimmed},
    harness::{LATE, Line, Ran, SATRANJ, folder, read},
};

/// The most characters of an error message.
const LONGEST_ERROR: usize = 500;

/// A command, the exit code and the lines that it prints; or a comment.
enum Part {
    Comment(String),
    Command(String, i32, Vec<String>),
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), parts.last_mut()) {
            (Some(command), _) => parts.push(Part::Command(command.into(), 0, Vec::new())),
            _ if line.starts_with("# ") => parts.push(Part::Comment(line.into())),
            (_, Some(Part::Command(_, code, printed))) => match line.strip_prefix("? ") {
                Some(number) if printed.is_empty() => *code = number.parse().expect("a number"),
                _ => printed.push(line.into()),
            },
            _ => assert_eq!(line, "", "a command comes first"),
        }
    }
    parts
}

/// Runs a line of `sh` in a folder; no variable of the caller's terminal or language reaches it.
fn ran(command: &str, folder: &Path) -> Ran {
    let programs = Path::new(SATRANJ).parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let line = Line::of("env").argument("-i").argument(format!("PATH={programs}:{path}"));
    let line = line.argument("LC_ALL=C").argument("TERM=dumb").argument("sh").argument("-c");
    line.argument(format!("exec 2>&1\n{command}")).within(folder).run()
}

/// The printed lines without what differs between machines and versions.
fn lines(ran: &Ran, folder: &Path) -> Vec<String> {
    let text = ran.text().replace(&folder.display().to_string(), "[FOLDER]");
    let text = text.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
    text.trim_end().lines().map(|line| line.trim_end().to_string()).collect()
}

/// The transcript of a file as it is now, and what is wrong with it.
fn run_again(file: &Path) -> (String, Vec<String>) {
    let folder = folder();
    let (mut now, mut wrong) = (String::new(), Vec::new());
    for part in parts(&read(file)) {
        let (command, code, shown) = match part {
            Part::Comment(line) => {
                // Writing to a text cannot fail.
                let _ = writeln!(now, "{line}\n");
                continue;
            }
            Part::Command(command, code, shown) => (command, code, shown),
        };
        let ran = ran(&command, folder.path());
        assert!(ran.elapsed < LATE, "{}", ran.report());
        let printed = lines(&ran, folder.path());
        let error = printed.iter().find(|line| line.starts_with("satranj: "));
        let is_long = error.is_some_and(|line| line.chars().count() > LONGEST_ERROR);
        assert!(!is_long, "too long: {}", ran.report());
        let is_same = ran.code == Some(code)
            && fits(&trimmed(shown.iter().cloned()), &trimmed(printed.iter().cloned()));
        if !is_same {
            let (shown, printed) = (shown.join("\n"), printed.join("\n"));
            wrong.push(format!(
                "{}: $ {command}\nexits {:?} and prints\n{printed}\n\nshown is {code} and\n{shown}",
                file.display(),
                ran.code
            ));
        }
        let code = ran.code.filter(|&code| code != 0).map(|code| format!("? {code}\n"));
        let shown = if is_same { shown } else { printed };
        let shown = shown.join("\n");
        let _ = writeln!(now, "$ {command}\n{}{}\n", code.unwrap_or_default(), shown.trim_end());
    }
    (now.replace("\n\n\n$ ", "\n\n$ "), wrong)
}

#[test]
fn commands_print_what_the_transcripts_show() {
    let files = fs::read_dir(root().join("tests/transcripts")).expect("there are transcripts");
    let files: Vec<PathBuf> = files.map(|file| file.expect("it is read").path()).collect();
    assert!(files.len() > 2, "{files:?}");
    let wrong: Vec<String> = thread::scope(|scope| {
        let again = |file: &PathBuf| {
            let (now, wrong) = run_again(file);
            if is_blessed() {
                fs::write(file, now.trim_end().to_string() + "\n").expect("it is written");
                return Vec::new();
            }
            wrong
        };
        let threads: Vec<_> = files.iter().map(|file| scope.spawn(move || again(file))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("it runs")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
