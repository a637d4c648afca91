//! Names that would have an effect if they were not escaped: line ends, quotes, markup, escape
//! sequences, direction marks. They go through every export, picture, table and page, and back
//! through Satranj's own readers.

use std::{collections::BTreeSet, path::Path};

use satranj::{exports, graphs, printable::is_spelled_out};
use serde_json::{Value, json};

use crate::harness::{
    Ran, dimacs_solver, folder, read, satranj, schema::valid, sealed::sealed, write,
};

/// Names that every format with names holds, except `graphml`, which refuses some.
fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "",
        " ",
        "a\nEOF",
        "\r\n",
        "\"",
        "'",
        "\\",
        "\\\"",
        "\\n",
        "a\\",
        "<b>&amp;</b>",
        "&",
        "&lt;",
        "]]>",
        "-->",
        "queen@a1",
        "@",
        "a1",
        "a-b",
        "-",
        "--start",
        "a,b",
        "{x}",
        "-1",
        "c p cnf 1 1",
        "\u{1b}[2J\u{1b}[31m",
        "\u{9b}2J",
        "\u{7}",
        "\u{7f}",
        "\u{202e}gnp.exe",
        "\u{200f}",
        "\u{2066}",
        "\u{feff}",
        "\u{2028}",
        "é棋🏰",
        "%n",
        "$(touch x)",
        "`",
        "0",
        "#",
        "//",
        "/*",
        "end",
        "outside",
        "\u{85}",
        "\t",
    ]
    .map(String::from)
    .into();
    names.push("long".repeat(2_500));
    names
}

/// A character that XML cannot hold.
fn is_xml(name: &str) -> bool {
    name.chars().all(|c| c >= ' ' || ['\t', '\n', '\r'].contains(&c))
}

/// A complete graph on some names, as node-link JSON.
fn graph(names: &[String]) -> String {
    let n = names.len();
    let nodes: Vec<Value> = names.iter().map(|name| json!({"id": name})).collect();
    // A cycle and a few chords: a reader must keep the order of the vertices.
    let ends = (0..n).map(|at| (at, (at + 1) % n)).chain((0..n).map(|at| (at, (at + 2) % n)));
    let links: Vec<Value> = ends
        .filter(|(a, b)| a != b)
        .map(|(a, b)| json!({"source": names[a], "target": names[b]}))
        .collect();
    json!({"nodes": nodes, "links": links}).to_string()
}

/// Checks that nothing in a text has an effect on its reader.
fn is_plain(text: &str, what: &str) {
    let found = text.chars().find(|&c| c != '\n' && is_spelled_out(c));
    assert_eq!(found, None, "{what}: {text:?}");
}

/// The output of a command for a graph with these names, with one as start.
fn ran(folder: &Path, line: &str, start: Option<&str>) -> Ran {
    let mut line = satranj(line).within(folder);
    if let Some(start) = start {
        line = line.argument(format!("--start={start}"));
    }
    line.run()
}

#[test]
fn through_every_export_and_back() {
    let folder = folder();
    let all = names();
    let xml: Vec<String> = all.iter().filter(|name| is_xml(name)).cloned().collect();
    for (turn, format) in exports::registry().iter().enumerate() {
        let reader = graphs::by_name(format.name);
        // A formula with all of them takes too long to be made again and again.
        let is_formula = format.has_models;
        let names = if ["graphml", "gexf"].contains(&format.name) { &xml } else { &all };
        write(folder.path(), "names.json", graph(names));
        for (index, start) in names.iter().enumerate() {
            // All names are vertices each time; every fifth of them is the start in this format.
            if index > 0 && (is_formula || index % 5 != turn % 5) {
                continue;
            }
            let line = format!("export hamilton names.json --path --format {}", format.name);
            let ran = ran(folder.path(), &line, Some(start));
            let refuses = |name: &String| reader.is_some_and(|it| (it.refuses)(name).is_some());
            if names.iter().any(refuses) {
                // These formats write names unescaped, and cannot hold some.
                let said = ran.complains(2);
                assert!(
                    said.contains("cannot express this puzzle: the name of a vertex"),
                    "{said}"
                );
                continue;
            }
            let ran = ran.exits(0);
            let text = ran.text();
            let what = format!("{} from {start:?}", format.name);
            match (format.name, reader) {
                ("graphml", _) => of_xml(text, names, start),
                (_, Some(reader)) => {
                    let read = graphs::read(reader, text).unwrap_or_else(|e| panic!("{what}: {e}"));
                    if read.names == *names {
                        continue;
                    }
                    // The others number the vertices.
                    is_plain(text, &what);
                    let more = usize::from(reader.asks_for_cycle);
                    assert_eq!(read.names.len(), names.len() + more, "{what}");
                    assert!(read.names.iter().all(|name| name.parse::<u32>().is_ok()), "{what}");
                }
                // Each name is in its own text, and every line is data.
                ("minizinc" | "asp", None) => is_plain(text, &what),
                _ => {
                    is_plain(text, &what);
                    let comments = ["c ", "* ", "p cnf "];
                    let first = text.lines().take_while(|line| {
                        comments.iter().any(|comment| line.starts_with(comment))
                    });
                    // Every variable is named on its own line.
                    assert!(first.count() > names.len(), "{what}");
                }
            }
        }
    }
}

/// The vertices of a `GraphML` file are these, and one of them is the start.
fn of_xml(text: &str, names: &[String], start: &str) {
    let document = roxmltree::Document::parse(text).expect("it is XML");
    let nodes = document.descendants().filter(|node| node.has_tag_name("node"));
    let data = |node: &roxmltree::Node<'_, '_>, key: &str| {
        let mut data = node.children().filter(|child| child.attribute("key") == Some(key));
        data.next().map(|child| child.text().unwrap_or_default().to_string())
    };
    let nodes: Vec<_> = nodes.collect();
    let labels: Vec<String> = nodes.iter().filter_map(|node| data(node, "label")).collect();
    assert_eq!(labels, names);
    let starts: Vec<String> = nodes
        .iter()
        .filter(|node| data(node, "start").is_some())
        .filter_map(|node| data(node, "label"))
        .collect();
    assert_eq!(starts, [start]);
    // The content of a name does not create kinds of pieces.
    assert!(nodes.iter().all(|node| data(node, "kind").is_none()));
    let graph = document.descendants().find(|node| node.has_tag_name("graph")).expect("a graph");
    let puzzle = data(&graph, "puzzle").expect("the puzzle is in it");
    let puzzle: Value = serde_json::from_str(&puzzle).expect("the puzzle is JSON");
    assert_eq!(puzzle["start"], start);
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let folder = folder();
    for name in names().iter().filter(|name| !is_xml(name)) {
        write(folder.path(), "names.json", graph(&["a".into(), name.clone(), "b".into()]));
        for format in ["graphml", "gexf"] {
            let line = format!("export hamilton names.json --format {format}");
            let said = ran(folder.path(), &line, None).complains(1);
            let code = format!("U+{:04X}", u32::from(name.chars().next().expect("a character")));
            assert!(said.contains(&format!("`{format}`")) && said.contains(&code), "{said}");
            is_plain(&said, "a refusal");
        }
    }
}

/// Texts for people and JSON that name the vertices.
#[test]
fn what_is_printed_is_plain() {
    let folder = folder();
    let mut names = names();
    // A name this long shows nothing new here.
    names.pop();
    write(folder.path(), "names.json", graph(&names));
    // No cycle: the certificate names vertices.
    for (index, name) in names.iter().enumerate() {
        let others = [name.clone(), format!("{name} and more")];
        let edges = json!([{"source": name, "target": others[1]}]);
        let nodes = json!([{"id": name}, {"id": others[1]}, {"id": "far"}]);
        let none = json!({"nodes": nodes, "links": edges}).to_string();
        write(folder.path(), "none.json", none);
        for (line, lines) in [
            ("solve hamilton names.json --path --format text", None),
            ("count hamilton none.json --path --format text", Some(3)),
            ("solve hamilton none.json --path --format text", Some(5)),
            ("solve hamilton none.json --path --format text --color always", Some(5)),
            ("solve hamilton none.json --path --json", Some(1)),
        ] {
            if lines.is_none() && index % 8 != 0 {
                continue;
            }
            let ran = ran(folder.path(), line, Some(name)).exits(0);
            let what = format!("{line} from {name:?}");
            let text = ran.text().replace("\u{1b}[1m\u{1b}[31m", "").replace("\u{1b}[0m", "");
            is_plain(&text, &what);
            is_plain(&ran.stderr, &what);
            // A line end in a name does not add a line.
            if let Some(lines) = lines {
                assert_eq!(text.lines().count(), lines, "{what}: {text}");
            }
        }
        // Error messages too.
        let line = "solve hamilton names.json --path --end=nowhere";
        is_plain(&ran(folder.path(), line, Some(name)).complains(2), line);
        let line = satranj("solve hamilton names.json --path").within(folder.path());
        let said = line.argument(format!("--start={name} nowhere")).run().complains(2);
        is_plain(&said, "--start");
    }
}

#[test]
fn answers_and_tables() {
    let folder = folder();
    let names = names();
    write(folder.path(), "names.json", graph(&names));
    let within = |line: &str| satranj(line).within(folder.path());
    let stated =
        |line: &str, start: &str| within(line).argument(format!("--start={start}")).run().exits(0);
    let start = "a\nEOF";
    let solved = stated("solve hamilton names.json --json --tour x.tour", start);
    is_plain(solved.text(), "the document");
    let document = valid(solved.json());
    let path: BTreeSet<&str> = document["solution"]["path"]
        .as_array()
        .expect("a path")
        .iter()
        .map(|name| name.as_str().expect("a name"))
        .collect();
    assert_eq!(path, names.iter().map(String::as_str).collect());
    // The document is verified and stated again, the tour read.
    within("verify - --format text").input(solved.text()).run().exits(0);
    let again = within("solve --from - --json").input(solved.text()).run().exits(0).json();
    assert_eq!(again["instance"], document["instance"]);
    let tour = graphs::tour_file::read(&read(&folder.path().join("x.tour"))).expect("a tour");
    assert_eq!(tour.len(), names.len());
    let stream = stated("solve hamilton names.json --json-stream", start);
    is_plain(stream.text(), "the stream");
    // Comparisons: text, Markdown, CSV, page.
    let compared = "compare hamilton names.json --methods sat:cuts --runs 1 --warmup 0";
    let text = stated(&format!("{compared} --format text --export-markdown t.md"), start);
    is_plain(text.text(), "the comparison");
    let json = stated(&format!("{compared} --json --export-csv t.csv"), start);
    is_plain(json.text(), "the comparison's document");
    for table in ["t.md", "t.csv"] {
        is_plain(&read(&folder.path().join(table)), table);
    }
    let page = within("report -").input(json.text()).run().exits(0);
    is_plain(page.text(), "the page");
    // A formula, and the model back.
    let small: Vec<String> = names.iter().take(12).cloned().collect();
    write(folder.path(), "small.json", graph(&small));
    stated("export hamilton small.json -o x.cnf", start);
    let formula = folder.path().join("x.cnf");
    let model = dimacs_solver().argument(&formula).run();
    let map = std::fs::read_dir(folder.path()).expect("a folder").find_map(|file| {
        let path = file.expect("a file").path();
        path.to_string_lossy().ends_with(".map.json").then_some(path)
    });
    let decoded = satranj("decode --json").argument(map.expect("a map")).argument("-");
    let decoded = decoded.input(model.stdout).run().exits(0).json();
    assert_eq!(decoded["solution"]["path"][0], start);
    // A proof, whose cuts name vertices.
    write(folder.path(), "two.json", two_rounds(&small));
    let line = "solve hamilton two.json --precheck off --method sat:cuts --proof x.drat --json";
    let proved = within(line).run().exits(0);
    write(folder.path(), "proved.json", &proved.stdout);
    within("verify proved.json").run().exits(0);
}

/// Two disconnected cycles of names.
fn two_rounds(names: &[String]) -> String {
    let half = names.len() / 2;
    let nodes: Vec<Value> = names.iter().map(|name| json!({"id": name})).collect();
    let next = |at: usize| at / half * half + (at + 1) % half;
    let links: Vec<Value> =
        (0..2 * half).map(|at| json!({"source": names[at], "target": names[next(at)]})).collect();
    json!({"nodes": nodes, "links": links}).to_string()
}

/// All texts of a suite and its results.
#[test]
fn suites_and_their_pages() {
    let folder = folder();
    let mut expected = None;
    // Several in one title: each is shown whole.
    let titles: Vec<String> = names().chunks(12).map(<[String]>::concat).collect();
    for name in std::iter::once("plain".to_string()).chain(titles) {
        let suite = json!({
            "schema": "satranj.suite/1", "name": name, "title": name, "methods": ["sat:lines"],
            "runs": 1, "warmup": 0,
            "experiments": [{
                "name": "e", "title": name,
                "instances": {"puzzles": [{"kind": "queens", "n": 4}]},
                "parameter": {"name": "n", "label": name, "values": [4, 5]},
                "claims": [{"claim": name, "check": {"flat": "sat:lines"}}],
            }],
        });
        let text = satranj("bench - --format text").input(suite.to_string()).call().exits(0);
        is_plain(text.text(), &format!("{name:?}"));
        is_plain(&text.stderr, &format!("{name:?}"));
        // It has as many lines as any other.
        let lines = text.text().lines().count();
        assert_eq!(*expected.get_or_insert(lines), lines, "{}", text.report());
    }
    let name: String = names().iter().take(40).map(String::as_str).collect();
    let suite = json!({
        "schema": "satranj.suite/1", "name": "s", "title": "S", "methods": ["sat:lines"],
        "runs": 1, "warmup": 0,
        "experiments": [{
            "name": "e", "title": "E", "instances": {"puzzles": [{"kind": "queens", "n": 4}]},
            "parameter": {"name": "n", "label": "n", "values": [4, 5]},
            "claims": [{"claim": "c"}],
        }],
    });
    let results = satranj("bench - --quiet --json").input(suite.to_string()).call().exits(0);
    let mut document = results.json();
    for field in ["suite", "title"] {
        document[field] = json!(name);
    }
    let experiment = &mut document["experiments"][0];
    experiment["title"] = json!(name);
    experiment["claims"][0]["claim"] = json!(name);
    experiment["claims"][0]["seen"] = json!(name);
    experiment["points"][0]["disagreement"] = json!(name);
    experiment["points"][0]["runs"][0]["method"] = json!(name);
    experiment["points"][0]["runs"][0]["error"] = json!(name);
    document["agreement"] = json!(false);
    let document = sealed(&document);
    let page = satranj("report -").input(document.clone()).call().exits(0);
    is_plain(page.text(), "the page");
    assert!(!page.text().contains("<b>"), "markup is quoted");
    let plots = folder.path().join("plots");
    satranj("report - --plots").argument(&plots).input(document).call().exits(0);
    for file in std::fs::read_dir(&plots).expect("a folder") {
        let text = read(&file.expect("a file").path());
        roxmltree::Document::parse(&text).expect("a picture is XML");
        is_plain(&text, "a plot");
    }
}

#[test]
fn boards_and_documents_with_strange_characters() {
    let folder = folder();
    for name in names().iter().filter(|name| name.len() < 1_000) {
        for (file, line) in [
            ("board.txt", "solve tour @board.txt --format text"),
            ("exchange.txt", "solve exchange exchange.txt --format text"),
            ("meet.txt", "solve meet meet.txt --format text"),
        ] {
            let head = if file == "meet.txt" { "2\n\n1 1\n1\n\n2 2\n" } else { "" };
            write(folder.path(), file, format!("{head}..\n.{name}\n"));
            let ran = satranj(line).within(folder.path()).run();
            is_plain(ran.text(), line);
            is_plain(&ran.stderr, line);
        }
        let tour = json!({"kind": "tour", "board": {"rows": 2, "columns": 2}, "piece": name});
        let queens = json!({"puzzle": {"kind": "queens", "n": 4}});
        let cases = json!({"cases": [{"puzzle": tour}, {"error": name}, queens]}).to_string();
        let ran = satranj("solve --from - --format text").input(cases.clone()).call();
        is_plain(ran.text(), "a batch");
        is_plain(&ran.stderr, "a batch");
        let lines: Vec<&str> = ran.text().lines().collect();
        assert_eq!(lines.len(), 3, "{}", ran.report());
        for line in ["solve --from -", "verify -", "report -", "bench -", "decode - nothing"] {
            let document = json!({"schema": name, "puzzle": tour, "status": name}).to_string();
            let said = satranj(line).input(document).call();
            is_plain(&said.stderr, line);
            assert!(said.stdout.is_empty(), "{}", said.report());
        }
    }
}

/// Pictures and the page of a player: valid XML, and no active characters.
#[test]
fn pictures() {
    let folder = folder();
    let names: Vec<String> = names().into_iter().filter(|name| name.len() < 100).collect();
    write(folder.path(), "names.json", graph(&names));
    let files = "--svg x.svg --png x.png --html x.html -o x.json";
    let line = format!("solve hamilton names.json --cycle {files}");
    let ran = satranj(&line).within(folder.path()).run().exits(0);
    assert_eq!(ran.stderr, "");
    satranj("draw x.json -o drawn.svg").within(folder.path()).run().exits(0);
    for file in ["x.svg", "drawn.svg"] {
        let text = read(&folder.path().join(file));
        is_plain(&text, file);
        assert!(roxmltree::Document::parse(&text).is_ok(), "{file}");
    }
    let page = read(&folder.path().join("x.html"));
    is_plain(&page, "the player");
    let script = page.split("script-src ").nth(1).and_then(|policy| policy.split(';').next());
    assert!(script.is_some_and(|script| script.starts_with("'sha256-")), "{script:?}");
    let png = std::fs::read(folder.path().join("x.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
}
