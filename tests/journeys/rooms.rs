//! Who imports whom: a room of `src/` imports only from rooms further down in the table of
//! CONTRIBUTING.md, the code that checks solutions shares nothing with the code that finds them,
//! and few modules know that a board has rows and columns.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::harness::read;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The lines of the table for the rooms of `src/`, by their names.
fn table() -> BTreeMap<String, usize> {
    let text = read(&root().join("CONTRIBUTING.md"));
    let rows = text.lines().filter(|line| line.starts_with("| `src/"));
    let mut table = BTreeMap::new();
    for (place, row) in rows.enumerate() {
        let rooms = row.split('|').nth(1).expect("a first column");
        for name in rooms.split('`').filter_map(|word| word.strip_prefix("src/")) {
            let name = name.strip_prefix("core/").unwrap_or(name);
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            assert_eq!(table.insert(name.to_string(), place), None, "{name} stands there twice");
        }
    }
    table
}

/// The room of a file: those of the crate in `src/core/` are rooms as the others.
fn place_of(path: &Path) -> String {
    let place = path.strip_prefix(root().join("src")).expect("below");
    place.strip_prefix("core").unwrap_or(place).display().to_string()
}

/// All files of Rust below a folder.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
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

/// The text without its tests, which are at the end.
fn production(path: &Path) -> String {
    let text = read(path);
    let tests = text.find("#[cfg(test)]\nmod ").filter(|&at| {
        let module = text[at..].lines().nth(1).expect("a module");
        module.ends_with('{')
    });
    text[..tests.unwrap_or(text.len())].to_string()
}

/// The names after `crate::` in a text, one or several in braces.
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
        let place = place_of(&path);
        let room = place.split('/').next().expect("a room").trim_end_matches(".rs");
        if ["lib", "main"].contains(&room) || place.ends_with("tests.rs") {
            continue;
        }
        let own = table.get(room);
        let own = own.unwrap_or_else(|| panic!("CONTRIBUTING.md: no room src/{room}"));
        for name in imported(&production(&path)) {
            // Macros and items of the root belong to no room.
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
        // These state a puzzle and make its model, which searches work on; the others check.
        let states = ["/mod.rs", "/modelling.rs", "/statement.rs", "/random.rs"];
        let of_puzzle = path.parent().is_some_and(|folder| !folder.ends_with("src/puzzles"));
        let checks = of_puzzle && !states.iter().any(|name| place.ends_with(name));
        let shared = ["/exhaustive/", "/puzzles/moves.rs", "/puzzles/places.rs"];
        if !checks && !shared.iter().any(|name| place.contains(name)) {
            continue;
        }
        let text = production(&path);
        // Of the encodings it may use only the parts of statements and obstructions.
        for other in ["methods::", "solvers::", "petgraph", "rustsat", "encoding::", "graph::"] {
            assert!(!text.contains(other), "{place} has {other}");
        }
        seen += 1;
    }
    assert!(seen > 10, "{seen} files were read");
}

/// The rooms and files that may use rows and columns, of a board, a lattice or a step, with the
/// reason. All others use squares and the board's methods.
const SHAPED: [(&str, &[&str]); 7] = [
    (
        "symmetric tours: the image of a square, apart from the model",
        &["puzzles/visit/symmetry.rs"],
    ),
    (
        "rows of results and of tables of them",
        &[
            "cli/bench/",
            "cli/compare/mod.rs",
            "cli/measure/mod.rs",
            "documents/results.rs",
            "reports/",
        ],
    ),
    (
        "the shape itself, and how it is drawn",
        &["board/", "pictures/frame.rs", "pictures/grid.rs", "pictures/player/"],
    ),
    (
        "sizes in statements and in distributions of random ones",
        &[
            "puzzles/mapf/scenario.rs",
            "puzzles/board_statement.rs",
            "puzzles/chance.rs",
            "puzzles/random.rs",
            "puzzles/meet/random.rs",
        ],
    ),
    (
        "methods for rectangles: constructions, formulas, tables row by row, estimates of distances",
        &[
            "methods/graph/route/mod.rs",
            "methods/native/domination/frontier/mod.rs",
            "methods/native/frontier/halves/split.rs",
            "methods/native/knight_distance.rs",
            "methods/native/meeting/",
            "methods/native/padded.rs",
            "methods/native/placement/",
            "methods/native/queens/",
            "methods/native/route.rs",
            "methods/native/warnsdorff.rs",
            "methods/sat/ends.rs",
        ],
    ),
    (
        "what depends on directions: listed moves, symmetries of a grid, the sums of its lines",
        &["methods/native/candidates.rs", "puzzles/sets/line_sums.rs"],
    ),
    (
        "rows and columns of something else",
        &[
            "methods/graph/independent_set/mod.rs",
            "methods/native/colouring/classes/",
            "methods/native/domination/lightest.rs",
            "methods/native/domination/linear.rs",
            "methods/native/domination/search.rs",
            "puzzles/queens/random.rs",
            "reports/",
        ],
    ),
];

/// Whether a text has a field or method `rows` or `columns` outside comments.
fn asks_for_sides(text: &str) -> bool {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.into_iter().any(|line| {
        [".rows", ".columns"].iter().any(|name| {
            line.match_indices(name).any(|(at, _)| {
                let behind = line[at + name.len()..].chars().next();
                // Neither a range of numbers nor a longer name.
                !line[..at].ends_with('.')
                    && !behind.is_some_and(|next| next.is_alphanumeric() || next == '_')
            })
        })
    })
}

#[test]
fn few_know_rows_and_columns() {
    assert!(asks_for_sides("let n = board.rows() * step.columns;"));
    assert!(!asks_for_sides("// board.rows()\nfor row in 0..rows {}\nself.rows_of(x)"));
    let folder = root().join("src");
    let mut unused: Vec<&str> =
        SHAPED.iter().flat_map(|(_, places)| places.iter().copied()).collect();
    let known = unused.clone();
    for path in sources(&folder) {
        let place = place_of(&path);
        let is_test = place.ends_with("tests.rs") || place.contains("/tests/");
        if is_test || place == "methods/boards.rs" || !asks_for_sides(&production(&path)) {
            continue;
        }
        assert!(
            known.iter().any(|known| place.starts_with(known)),
            "src/{place} asks for rows or columns; ask the board for squares, or say why here"
        );
        unused.retain(|known| !place.starts_with(known));
    }
    assert!(unused.is_empty(), "these ask for none: {unused:?}");
}

/// The name of the type or trait that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |rest| match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    });
    let words = ["struct ", "enum ", "trait "];
    let rest = words.iter().find_map(|word| line.trim_start().strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| name.starts_with(char::is_uppercase))
}

#[test]
fn a_type_has_a_name_of_its_own() {
    assert_eq!(declared("    pub(super) struct Square(u32);"), Some("Square"));
    assert_eq!(declared("/// struct Square"), None);
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in ["src", "encodings"] {
        let folder = root().join(folder);
        for path in sources(&folder) {
            // Declarations in tests are ignored.
            if path.components().any(|part| part.as_os_str() == "tests") {
                continue;
            }
            let place = path.display().to_string();
            for name in production(&path).lines().filter_map(declared) {
                named.entry(name.into()).or_default().push(place.clone());
            }
        }
    }
    // The second one replaces programs in builds without them.
    named.retain(|name, places| places.len() > 1 && name != "Started");
    assert!(named.is_empty(), "one word for several things: {named:#?}");
}

/// The one module with `unsafe` code.
#[test]
fn unsafe_code_is_in_one_module() {
    let vector = "src/core/methods/native/queens/counting/vector.rs";
    let may: Vec<PathBuf> = sources(&root().join("src"))
        .into_iter()
        .filter(|path| {
            let text = read(path);
            text.contains("(unsafe_code)") || text.contains("unsafe {")
        })
        .collect();
    assert_eq!(may, [root().join(vector)]);
    // Each block says why it is sound.
    let text = read(&may[0]);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for (at, line) in lines.iter().enumerate() {
        if line.contains("unsafe {") {
            let comment = lines[..at].iter().rev().take_while(|line| line.starts_with("//"));
            assert!(comment.into_iter().any(|line| line.starts_with("// SAFETY: ")), "{line}");
        }
    }
}
