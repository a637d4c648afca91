//! Everything that people read is in plain technical English: no phrase of `tests/banned_phrases.txt`.

use std::{fs, path::Path};

use crate::{
    documentation::{CHAPTERS, root},
    harness::{answer, read},
};

/// The phrases of the list, each with what to write instead.
fn banned() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../banned_phrases.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(": ").expect("a phrase, a colon, its replacement")).collect()
}

/// Whether whole words of the text are the phrase; a sentence may begin with it.
fn says(text: &str, phrase: &str) -> bool {
    let capital = phrase[..1].to_uppercase() + &phrase[1..];
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    [phrase, &capital].iter().any(|&phrase| {
        text.match_indices(phrase).any(|(at, _)| {
            let after = text[at + phrase.len()..].chars().next();
            !is_word(text[..at].chars().next_back()) && !is_word(after)
        })
    })
}

/// The phrases of the list in a text, each with what to write instead.
fn banned_in(text: &str) -> Vec<String> {
    let found = banned().into_iter().filter(|(phrase, _)| says(text, phrase));
    found.map(|(phrase, better)| format!("\"{phrase}\"; write {better}")).collect()
}

/// The text without code: program output has its own tests.
fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2).collect::<Vec<_>>().join("\n\n");
    let plain: String = outside.split('`').step_by(2).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of a program in one line: comments and string literals that run over several lines are joined.
fn joined(program: &str) -> String {
    let lines = program.lines().map(|line| {
        line.trim().trim_start_matches(['/', '!', '#', '*']).trim_end_matches('\\').trim()
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// Every file below a folder that is written by hand and has words for people.
fn written(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("it is read").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let kinds = [".rs", ".py", ".pyi", ".js", ".html", ".md", "examples.txt"];
        if path.is_dir() && name != "target" {
            written(&path, found);
        } else if path.is_file() && kinds.iter().any(|kind| name.ends_with(kind)) {
            found.push(path);
        }
    }
}

#[test]
fn the_book_has_no_banned_phrase() {
    let newest = |text: &str| text.split("\n## ").nth(1).expect("a section").to_string();
    let files =
        CHAPTERS.iter().copied().chain(["CONTRIBUTING.md", "SECURITY.md", "docs/src/SUMMARY.md"]);
    let mut texts: Vec<_> = files.map(|file| (file, read(&root().join(file)))).collect();
    texts.push(("CHANGELOG.md", newest(&read(&root().join("CHANGELOG.md")))));
    let found = texts.iter().flat_map(|(file, text)| {
        banned_in(&prose(text)).into_iter().map(move |phrase| format!("{file}: {phrase}"))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_help_has_no_banned_phrase() {
    let listed = answer("list puzzles --json").json();
    let puzzles = listed.as_array().expect("a list").iter().map(|row| row["name"].clone());
    let puzzles: Vec<String> =
        puzzles.map(|name| format!("solve {}", name.as_str().expect("a name"))).collect();
    let commands = "solve compare export count bench draw report verify decode generate list shard part merge \
                    completions man";
    for command in commands.split_whitespace().chain(puzzles.iter().map(String::as_str)) {
        let help = answer(&format!("{command} --help"));
        let text = prose(help.text());
        assert_eq!(banned_in(&text), [""; 0], "{command}");
    }
}

#[test]
fn messages_and_comments_have_no_banned_phrase() {
    let mut files = Vec::new();
    for folder in ["src", "encodings", "python", "web", "tests", "benches", "examples"] {
        written(&root().join(folder), &mut files);
    }
    assert!(files.len() > 500, "{}", files.len());
    let found = files.iter().flat_map(|path| {
        let found = banned_in(&joined(&read(path)));
        found.into_iter().map(move |phrase| format!("{}: {phrase}", path.display()))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn code_in_a_chapter_is_not_prose() {
    assert_eq!(prose("Plain `so`\ntext.\n```console\nlike\n```\nEnd"), "Plain text. End");
}

#[test]
fn a_phrase_is_found_over_the_ends_of_lines() {
    let (phrase, _) = banned()[0];
    let (first, last) = phrase.rsplit_once(' ').expect("words");
    let comment = format!("    /// Cats {first}\n    /// {last} are shy.");
    let message = format!("\"cats {first} \\\n        {last}\"");
    for program in [comment, message] {
        assert!(says(&joined(&program), phrase), "{program}");
    }
    assert!(!says(&format!("x{phrase} {phrase}x"), phrase));
    assert!(says(&(phrase[..1].to_uppercase() + &phrase[1..]), phrase));
}
