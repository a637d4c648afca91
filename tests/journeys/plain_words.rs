//! The book, the README, CONTRIBUTING, the help and the comments are in plain technical English.

use std::{fs, path::Path};

use crate::{
    harness::{answer, read},
    rooms::sources,
};

/// Phrases that readers stumbled over, and what to write in their place.
const BANNED: &[(&str, &str)] = &[
    ("and their like", "name them, or \"and others\""),
    ("is none of", "\"anything else\""),
    ("likewise", "\"too\", or say it again"),
    ("of anybody's", "\"any\""),
    ("of ours", "\"of Satranj\""),
    ("so many", "the number, or its letter"),
    ("somebody else's", "\"external\""),
    ("stands for", "\"means\", \"marks\""),
    ("told apart", "\"distinguished\""),
    ("unless told", "\"by default\""),
];

/// The text without code: program output has its own tests.
fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2).collect::<Vec<_>>().join("\n\n");
    let plain: String = outside.split('`').step_by(2).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn the_book_has_no_banned_phrase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    let chapters = fs::read_dir(root.join("docs/src")).expect("the book");
    files.extend(chapters.map(|entry| entry.expect("a file").path()).filter(|path| {
        // The gallery is made from the doc comments of encodings, the suites from results.
        let made = ["gallery.md", "suites.md", "published.md"];
        path.extension().is_some_and(|extension| extension == "md")
            && !made.iter().any(|name| path.ends_with(name))
    }));
    let mut found = Vec::new();
    for path in &files {
        let prose = prose(&read(path));
        let said = banned_in(&prose);
        found.extend(said.into_iter().map(|phrase| format!("{}: {phrase}", path.display())));
    }
    assert!(files.len() > 30 && found.is_empty(), "{}", found.join("\n"));
}

/// The phrases of the list in a text, each with what to write in its place.
fn banned_in(text: &str) -> Vec<String> {
    let found = BANNED.iter().filter(|(phrase, _)| text.contains(phrase));
    found.map(|(phrase, better)| format!("\"{phrase}\"; write {better}")).collect()
}

#[test]
fn the_help_has_no_banned_phrase() {
    let listed = answer("list puzzles --json").json();
    let puzzles = listed.as_array().expect("a list").iter().map(|row| row["name"].clone());
    let puzzles: Vec<String> =
        puzzles.map(|name| format!("solve {}", name.as_str().expect("a name"))).collect();
    let commands =
        "solve compare export count bench draw report verify decode generate list shard part merge";
    for command in commands.split(' ').chain(puzzles.iter().map(String::as_str)) {
        let help = answer(&format!("{command} --help"));
        let text = prose(help.text());
        assert_eq!(banned_in(&text), [""; 0], "{command}");
    }
}

#[test]
fn comments_have_no_banned_phrase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for path in ["src", "encodings"].iter().flat_map(|folder| sources(&root.join(folder))) {
        let text = read(&path);
        let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
        let comments: Vec<&str> =
            comments.map(|line| line.trim_start_matches(['/', '!']).trim()).collect();
        let said = banned_in(&prose(&comments.join("\n")));
        found.extend(said.into_iter().map(|phrase| format!("{}: {phrase}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn code_and_output_are_not_prose() {
    assert_eq!(prose("Plain `so many`\ntext.\n```console\nlikewise\n```\nEnd"), "plain text. end");
}
