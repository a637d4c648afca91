//! The book, the README and CONTRIBUTING are in plain technical English.

use std::{fs, path::Path};

use crate::harness::read;

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
        for (phrase, better) in BANNED {
            if prose.contains(phrase) {
                found.push(format!("{}: \"{phrase}\"; write {better}", path.display()));
            }
        }
    }
    assert!(files.len() > 30 && found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn code_and_output_are_not_prose() {
    assert_eq!(prose("Plain `so many`\ntext.\n```console\nlikewise\n```\nEnd"), "plain text. end");
}
