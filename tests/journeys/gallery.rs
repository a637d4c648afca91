//! The gallery of encodings: a page on what each states, its size, its source and the meaning of
//! its variables, beside the golden formulas and in the book.
//!
//! `SATRANJ_BLESS=1 cargo test --test journeys gallery` writes it again.

mod variables;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use satranj::{
    board::{Board, square::Square},
    pictures::{Drawing, Picture, PlacedPiece},
};
use satranj_encodings::registry;

use crate::harness::{read, satranj};
use variables::{SHOWN, SIZED, Shown};

/// The beginning of the page: what most readers need.
const INTRODUCTION: &str = "\
# The gallery of encodings

<!-- Written by `just gallery`; a test compares it. -->

An encoding translates a puzzle into clauses. Begin with this table:

| puzzle | use | or |
|:--|:--|:--|
| tours, Hamiltonian cycles, inside Satranj | [`cuts`](#cuts) | [`alternating-cuts`](#alternating-cuts) for sparse graphs that may have no cycle |
| the same, as a file for another solver | [`vertex-elimination`](#vertex-elimination) | [`chinese-remainder`](#chinese-remainder) for hundreds of vertices, \
[`position`](#position) for the simplest formula |
| longest paths and cycles, snakes | [`skipping`](#skipping) | |
| queens, placements, independent sets | [`lines`](#lines) | [`edges`](#edges) for leapers |
| dominations | [`cover`](#cover) | [`line-cover`](#line-cover) for riders |
| vertex covers | [`ends`](#ends) | |
| colourings | [`direct`](#direct) | [`full-cliques`](#full-cliques) for few more colours than a largest clique has |
| meetings | [`assignment`](#assignment) | [`planning`](#planning) if the paths matter |
| routes, exchanges | [`planning`](#planning) | |
| plans for agents | [`mdd`](#mdd) | |

The rest of this page has a section for each encoding: its variables, its clauses, their exact number, its source, and when to use it. \
n is the number of vertices, m the number of edges. Each picture shows the meaning of one variable.

";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// A folder with the files that the puzzles name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "generate hamilton --family flower-snark --size 5 -o snark.hcp";
    satranj(line).within(folder.path()).run().exits(0);
    fs::write(folder.path().join("meetings.txt"), "1\n\n3 4\n1..2\n....\n..1.\n").unwrap();
    let ring = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    fs::write(folder.path().join("ring.col"), ring).unwrap();
    fs::write(folder.path().join("guarini.txt"), "n.n\n...\nN.N\n").unwrap();
    folder
}

/// The sections of the doc comment of an encoding, in Markdown: the text before the first heading,
/// then each with its heading.
fn documented(Shown { encoding, source, .. }: &Shown) -> Vec<(String, String)> {
    above(source, &format!("    method: \"sat:{encoding}\","))
}

/// The sections of the doc comment above a line of a file of `encodings/`.
fn above(source: &str, line: &str) -> Vec<(String, String)> {
    let text = read(&root().join("encodings").join(source));
    let (before, _) =
        text.split_once(line).unwrap_or_else(|| panic!("{source} has no line with {line}"));
    let is_comment = |line: &&str| line.starts_with("///");
    let above = before.lines().rev().skip_while(|line| !is_comment(line));
    let mut block: Vec<&str> = above.take_while(is_comment).collect();
    block.reverse();
    assert!(!block.is_empty(), "{source} does not document {line}");
    let mut sections = vec![(String::new(), String::new())];
    for line in block {
        let line = line.trim_start_matches("///");
        let line = line.strip_prefix(' ').unwrap_or(line);
        match line.strip_prefix("# ") {
            Some(heading) => sections.push((heading.into(), String::new())),
            None => {
                let (_, text) = sections.last_mut().expect("there is one");
                text.push_str(&without_links(line));
                text.push('\n');
            }
        }
    }
    for (_, text) in &mut sections {
        *text = text.trim().to_string();
    }
    sections
}

/// A line without the links of rustdoc, which have no target here.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, behind)) = after.split_once("`]") else { break };
        // Another encoding, by its name in the program.
        let lower = name.to_lowercase().replace('_', "-");
        let named = if registry::by_name(&lower).is_some() { lower.as_str() } else { name };
        let _ = write!(text, "{before}`{named}`");
        rest = match behind.strip_prefix('(').and_then(|link| link.split_once(')')) {
            Some((_, behind)) => behind,
            None => behind,
        };
    }
    let line = text + rest;
    // A link whose text is not code.
    match line.split_once("](crate") {
        Some((before, after)) => {
            let behind = after.split_once(')').map_or("", |(_, behind)| behind);
            before.replacen('[', "", 1) + behind
        }
        None => line,
    }
}

/// The sizes of all formulas of the puzzles, by encoding.
fn sizes(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (title, puzzle) in SIZED {
        let line = format!("export {puzzle} --sizes --json");
        let document = satranj(&line).within(folder).run().exits(0).json();
        for entry in document["encodings"].as_array().expect("a list") {
            let (Some(variables), Some(clauses)) =
                (entry["variables"].as_u64(), entry["clauses"].as_u64())
            else {
                continue;
            };
            let name = entry["encoding"].as_str().expect("a name").to_string();
            let row = format!("| {title} | `{puzzle}` | {variables} | {clauses} |");
            rows.entry(name).or_default().push(row);
        }
    }
    rows
}

/// The picture of a variable.
fn picture(shown: &Shown) -> String {
    let board = Board::parse(shown.board).expect("a board");
    let square = |name: &&str| name.parse::<Square>().expect("a square");
    let title = format!("{}: {}", shown.variable, shown.means);
    let squares: Vec<Square> = shown.squares.iter().map(square).collect();
    let drawing = match shown.piece {
        Some(piece) => {
            let placed = |&square: &Square| PlacedPiece { square, piece, black: false };
            let pieces = squares.iter().map(placed).collect();
            Drawing::Pieces { board: &board, pieces, attacks: Vec::new() }
        }
        None => {
            let pairs = shown.pairs.iter().map(|pair| [square(&pair[0]), square(&pair[1])]);
            let parts = Vec::new();
            Drawing::Marked { board: &board, marks: squares, pairs: pairs.collect(), parts }
        }
    };
    Picture { title, drawing }.svg()
}

/// The variable is in the formula that the page says.
fn is_there(shown: &Shown, folder: &Path) {
    let Shown { encoding, puzzle, variable, .. } = shown;
    let line = format!("export {puzzle} --encoding {encoding} -q");
    let formula = satranj(&line).within(folder).run().exits(0);
    let is_it = |line: &str| {
        line.strip_prefix("c varname ").and_then(|rest| rest.split_once(' ')).map(|(_, name)| name)
            == Some(*variable)
    };
    assert!(formula.text().lines().any(is_it), "{encoding}: there is no {variable} in {puzzle}");
}

/// Writes the sections of a doc comment.
fn write_sections(page: &mut String, name: &str, sections: Vec<(String, String)>) {
    for (heading, text) in sections {
        if heading.is_empty() {
            let _ = writeln!(page, "\n{text}");
        } else {
            let _ = writeln!(page, "\n### {heading} of `{name}`\n\n{text}");
        }
    }
}

/// The page with links from the names of the program to their explanations; the chapter on encodings is
/// in a folder.
fn with_links(page: &str, chapters: &str) -> String {
    let mut page = page.replace("`Reductions::", "the reduction `");
    for (name, target) in [
        ("AtMostOne", "encodings.md#independent-sets-queens-and-placements"),
        ("Reductions", "encodings.md#hamiltonian-paths-and-cycles"),
    ] {
        page = page.replace(&format!("`{name}`"), &format!("[`{name}`]({chapters}{target})"));
    }
    page.replace("`successors.rs`", "[successors](#successors)")
}

/// The page, its pictures in a folder, and the golden files beside it if there are any.
fn page(pictures: &str, golden: Option<&[String]>, folder: &Path) -> String {
    let sizes = sizes(folder);
    let mut page = String::from(INTRODUCTION);
    for encoding in registry::encodings() {
        let _ = writeln!(page, "- [`{0}`](#{0}): {1}", encoding.name(), encoding.summary());
    }
    for encoding in registry::encodings() {
        let name = encoding.name();
        let shown = SHOWN.iter().find(|shown| shown.encoding == name);
        let shown = shown.unwrap_or_else(|| panic!("{name} has no picture in the gallery"));
        is_there(shown, folder);
        let kind = if encoding.complete() {
            "Complete: the clauses alone state the puzzle."
        } else {
            "Lazy: the clauses state a relaxation, and cuts are added between the calls of the solver."
        };
        let _ = writeln!(page, "\n## {name}\n\n{}. {kind}", encoding.summary());
        let Shown { variable, means, puzzle, .. } = shown;
        let _ = writeln!(page, "\n![{variable}]({pictures}/{name}.svg)\n");
        let _ = writeln!(page, "`{variable}` in `{puzzle}`: {means}.");
        write_sections(&mut page, name, documented(shown));
        let rows = sizes.get(name).map_or(&[][..], Vec::as_slice);
        let _ = writeln!(page, "\n| puzzle | statement | variables | clauses |\n|:--|:--|--:|--:|");
        for row in rows {
            let _ = writeln!(page, "{row}");
        }
        if let Some(golden) = golden {
            let of_it = |file: &&String| {
                file.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'))
                    // `lines-…` is not a file of `line-cover`, nor `cuts-…` of `alternating-cuts`.
                    && Path::new(file).extension() == Some("cnf".as_ref())
            };
            let links: Vec<String> =
                golden.iter().filter(of_it).map(|file| format!("[{file}]({file})")).collect();
            if !links.is_empty() {
                let _ = writeln!(page, "\nFormulas: {}.", links.join(", "));
            }
        }
    }
    let _ = writeln!(page, "\n## successors\n\nThe variables that the order encodings share.");
    let successors = above("hamiltonian/successors.rs", "pub(super) struct Successors");
    write_sections(&mut page, "successors", successors);
    with_links(&page, if golden.is_some() { "../../docs/src/" } else { "" })
}

/// Compares a file with the new text, or writes it.
fn is_as_written(path: &Path, text: &str) {
    if std::env::var_os("SATRANJ_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(path, text).expect("the file is written");
    }
    let there = fs::read_to_string(path).unwrap_or_default();
    assert!(there == text, "{}: changed; `just gallery` writes it again", path.display());
}

#[test]
fn the_gallery_is_as_the_program_writes_it() {
    let folder = folder();
    let directory = root().join("encodings/golden");
    let names = fs::read_dir(&directory)
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    let mut golden: Vec<String> = names.collect();
    golden.sort();
    let beside = page("pictures", Some(&golden), folder.path());
    is_as_written(&directory.join("README.md"), &beside);
    let in_book = page("pictures/gallery", None, folder.path());
    is_as_written(&root().join("docs/src/gallery.md"), &in_book);
    for shown in &SHOWN {
        let (name, drawn) = (shown.encoding, picture(shown));
        is_as_written(&directory.join(format!("pictures/{name}.svg")), &drawn);
        is_as_written(&root().join(format!("docs/src/pictures/gallery/{name}.svg")), &drawn);
    }
    let summary = read(&root().join("docs/src/SUMMARY.md"));
    assert!(summary.contains("(gallery.md)"), "the book has the gallery");
}

#[test]
fn links_of_rustdoc_are_words_here() {
    let line =
        "see [`Conflicts`] and [`edges`](super::edges::Edges): [totalizer](crate::totalizer), x";
    assert_eq!(without_links(line), "see `Conflicts` and `edges`: totalizer, x");
    let sections =
        documented(SHOWN.iter().find(|shown| shown.encoding == "position").expect("shown"));
    let headings: Vec<&str> = sections.iter().map(|(heading, _)| heading.as_str()).collect();
    assert_eq!(headings, ["", "Variables", "Clauses", "Size", "Source and use"]);
}
