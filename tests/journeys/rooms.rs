//! Who imports whom: a room of `src/` imports only from rooms further down in the table of
//! CONTRIBUTING.md, and what checks solutions shares nothing with what finds them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::harness::read;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The lines of the table on which the rooms of `src/` stand, by their names.
fn table() -> BTreeMap<String, usize> {
    let text = read(&root().join("CONTRIBUTING.md"));
    let rows = text.lines().filter(|line| line.starts_with("| `src/"));
    let mut table = BTreeMap::new();
    for (place, row) in rows.enumerate() {
        let rooms = row.split('|').nth(1).expect("a first column");
        for name in rooms.split('`').filter_map(|word| word.strip_prefix("src/")) {
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            assert_eq!(table.insert(name.to_string(), place), None, "{name} stands there twice");
        }
    }
    table
}

/// All files of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("it is read").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The text without its tests, which stand at the end.
fn production(path: &Path) -> String {
    let text = read(path);
    let tests = text.find("#[cfg(test)]\nmod ").filter(|&at| {
        let module = text[at..].lines().nth(1).expect("a module");
        module.ends_with('{')
    });
    text[..tests.unwrap_or(text.len())].to_string()
}

/// The names behind `crate::` in a text, one or several in braces.
fn imported(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for behind in text.split("crate::").skip(1) {
        let mut depth = 0u32;
        let mut is_begin = true;
        let mut name = String::new();
        for character in behind.chars() {
            match character {
                '{' if is_begin || depth > 0 => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ',' if depth == 1 => is_begin = true,
                character if character.is_alphanumeric() || character == '_' => {
                    if is_begin {
                        name.push(character);
                    }
                    continue;
                }
                character if character.is_whitespace() => {}
                _ => is_begin = false,
            }
            if !name.is_empty() {
                names.push(std::mem::take(&mut name));
                is_begin = character == ',' && depth == 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

#[test]
fn names_are_read() {
    assert_eq!(imported("use crate::run::Run;"), ["run"]);
    let text = "use crate::{\n    board::{Board, square::Square},\n    limits,\n    run::Run,\n};";
    assert_eq!(imported(text), ["board", "limits", "run"]);
    assert_eq!(imported("crate::json::read(crate::board::A)"), ["json", "board"]);
}

#[test]
fn a_room_imports_only_from_rooms_below_it() {
    let table = table();
    let folder = root().join("src");
    let mut seen = 0;
    for path in sources(&folder) {
        let place = path.strip_prefix(&folder).expect("below").display().to_string();
        let room = place.split('/').next().expect("a room").trim_end_matches(".rs");
        if ["lib", "main"].contains(&room) || place.ends_with("tests.rs") {
            continue;
        }
        let own = table.get(room);
        let own = own.unwrap_or_else(|| panic!("CONTRIBUTING.md: no room src/{room}"));
        for name in imported(&production(&path)) {
            // Macros and items of the root are of no room.
            let Some(other) = table.get(&name).filter(|_| name != room) else { continue };
            assert!(own < other, "src/{place} imports crate::{name}, which stands above it");
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen} imports were read");
}

#[test]
fn what_checks_shares_nothing_with_what_finds() {
    let mut seen = 0;
    for path in sources(&root().join("src/puzzles")) {
        let place = path.display().to_string();
        let checks = ["/verify.rs", "/refutation.rs"];
        if !checks.iter().any(|name| place.ends_with(name)) && !place.contains("/exhaustive/") {
            continue;
        }
        let text = production(&path);
        // Of the encodings it may know what a statement or an obstruction is made of.
        for other in ["methods::", "solvers::", "petgraph", "rustsat", "encoding::", "graph::"] {
            assert!(!text.contains(other), "{place} has {other}");
        }
        seen += 1;
    }
    assert!(seen > 10, "{seen} files were read");
}
