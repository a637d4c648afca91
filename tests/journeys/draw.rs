//! A user draws the content of a document, without solving again.

use std::{fs, path::Path};

use crate::harness::{answer, document, satranj};
use serde_json::{Value, json};
use tempfile::TempDir;

const GUARINI: &str = "n.n\n...\nN.N\n";

/// A folder with this document as `d.json`.
fn folder(document: &Value) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("d.json"), document.to_string()).expect("a document");
    folder
}

fn draw(folder: &TempDir, words: &str) -> String {
    let ran = satranj(&format!("draw d.json {words}")).within(folder.path()).run().exits(0);
    assert_eq!(ran.stderr, "");
    ran.text().to_string()
}

fn drawn(folder: &TempDir, file: &str, words: &str) -> String {
    assert_eq!(draw(folder, &format!("{words} -o {file}")), "");
    fs::read_to_string(folder.path().join(file)).expect("a picture")
}

/// The play data of a page.
fn played(page: &str) -> Value {
    let (_, rest) = page.split_once("application/json").expect("the data");
    let (_, rest) = rest.split_once('>').expect("the data");
    let (data, _) = rest.split_once("</script>").expect("the end of the data");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn a_tour_is_drawn_as_it_was_found() {
    let solved = document("solve tour 8x8 --closed --json");
    let folder = folder(&solved);
    // The same picture as that of the solver.
    satranj("solve tour 8x8 --closed -o s.svg").within(folder.path()).run().exits(0);
    let svg = fs::read_to_string(folder.path().join("s.svg")).unwrap();
    assert_eq!(drawn(&folder, "d.svg", ""), svg);
    assert!(svg.contains("<desc>An 8x8 board;"), "{svg}");
    let text = answer("solve tour 8x8 --closed --format text");
    let board = draw(&folder, "");
    let rows = board.lines().skip(2).map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert!(text.text().contains(&rows), "{board}");
    assert_eq!(draw(&folder, "-o d.png"), "");
    let png = fs::read(folder.path().join("d.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n") && png.len() > 10_000, "{}", png.len());
    let matrix = drawn(&folder, "d.csv", "");
    assert_eq!(matrix.lines().count(), 8);
    let mut numbers: Vec<u32> =
        matrix.split([',', '\n']).filter_map(|number| number.parse().ok()).collect();
    assert_eq!(numbers[0], 1);
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq(1..=64), "{matrix}");
    let page = drawn(&folder, "d.html", "");
    let play = played(&page);
    assert_eq!(play["steps"].as_array().unwrap().len(), 64);
    assert_eq!(play["closed"], true);
    // The last step leads back to the first square.
    assert_eq!(play["steps"][63][0][1], play["pieces"][0]["at"]);
    for foreign in ["http:", "https:", "src=", "@import", "url("] {
        let foreign = page.replace("http://www.w3.org/2000/svg", "").contains(foreign);
        assert!(!foreign, "the page asks for something from outside");
    }
    satranj("solve tour 8x8 --closed --html s.html --quiet").within(folder.path()).run().exits(0);
    assert_eq!(fs::read_to_string(folder.path().join("s.html")).unwrap(), page);
}

#[test]
fn a_no_is_drawn_by_its_certificate() {
    for (line, marked) in [
        ("solve tour 4x6 --closed --json", 6),
        ("solve tour 5x5 --closed --json", 13),
        ("solve queens 2 --given a1,b2 --json", 2),
    ] {
        let folder = folder(&document(line));
        let text = draw(&folder, "");
        let marks = text.lines().skip(1).map(|line| line.matches(" x").count()).sum::<usize>();
        assert_eq!(marks, marked, "{text}");
        assert!(text.lines().next().unwrap().contains(": because "), "{text}");
        assert!(drawn(&folder, "d.svg", "").contains("squares are marked"));
        assert_eq!(played(&drawn(&folder, "d.html", ""))["steps"], json!([]));
    }
}

#[test]
fn several_solutions_are_a_sheet() {
    let folder = folder(&document("solve queens 6 --all --json"));
    let sheet = drawn(&folder, "d.svg", "");
    assert_eq!(sheet.matches("<svg").count(), 5);
    assert_eq!(draw(&folder, "").matches("6 queens on 6x6").count(), 4);
    assert_eq!(drawn(&folder, "one.svg", "--solution 2").matches("<svg").count(), 1);
    let words = ["draw d.json -o d.html", "draw d.json --solution 5"];
    for (words, problem) in words.into_iter().zip(["--solution I", "no such picture"]) {
        let ran = satranj(words).within(folder.path()).run();
        assert!(ran.code != Some(0) && ran.stderr.contains(problem), "{}", ran.stderr);
    }
}

#[test]
fn moves_of_exchanges_and_meetings_are_played() {
    let ran = satranj("solve exchange - --json").input(GUARINI).call().exits(0);
    let play = played(&drawn(&folder(&ran.json()), "d.html", ""));
    assert_eq!(play["steps"].as_array().unwrap().len(), 16);
    assert_eq!(play["trail"], false);
    let ran = satranj("solve exchange - --parallel --json").input(GUARINI).call().exits(0);
    let play = played(&drawn(&folder(&ran.json()), "d.html", ""));
    assert_eq!(play["steps"].as_array().unwrap().len(), 4);
    let meeting = "1\n\n3 3\n1.1\n...\n...\n";
    let ran = satranj("solve meet - --case 1 --json").input(meeting).call().exits(0);
    let play = played(&drawn(&folder(&ran.json()), "d.html", ""));
    let moves = play["steps"].as_array().unwrap().iter().flat_map(|step| step.as_array().unwrap());
    let mut at: Vec<Value> =
        play["pieces"].as_array().unwrap().iter().map(|piece| piece["at"].clone()).collect();
    for step in moves {
        at[step[0].as_u64().unwrap() as usize] = step[1].clone();
    }
    assert_eq!(at[0], at[1]);
}

#[test]
fn agents_are_drawn_on_boards_and_graphs() {
    let on_board = document("solve mapf 3x3 --agents a1:c3,c3:a1,b2:b2 --json");
    let on_graph = document("solve mapf cycle:8 --agents 1:4,2:5,7:8 --json");
    for (solved, ground) in [(on_board, "A 3x3 board"), (on_graph, "A graph with 8 vertices")] {
        let folder = folder(&solved);
        let svg = drawn(&folder, "d.svg", "");
        assert!(svg.contains(&format!("<desc>{ground}")) && svg.contains("3 agents"), "{svg}");
        let animated = drawn(&folder, "a.svg", "--animate");
        assert_eq!(animated.matches("<animateTransform").count(), 3);
        assert!(animated.contains("The agents move, in "), "{animated}");
        let play = played(&drawn(&folder, "d.html", ""));
        let pieces = play["pieces"].as_array().unwrap();
        let mut at: Vec<Value> = pieces.iter().map(|piece| piece["at"].clone()).collect();
        for step in play["steps"].as_array().unwrap() {
            for moved in step.as_array().unwrap() {
                at[moved[0].as_u64().unwrap() as usize] = moved[1].clone();
            }
        }
        assert!(at.iter().eq(pieces.iter().map(|piece| &piece["goal"])), "{play}");
        assert!(draw(&folder, "").starts_with("plan for 3 agents on "));
    }
}

#[test]
fn what_does_not_hold_is_not_drawn() {
    let mut solved = document("solve tour 6x6 --closed --json");
    solved["solution"]["path"].as_array_mut().unwrap().swap(3, 4);
    let folder = folder(&solved);
    let ran = satranj("draw d.json -o d.svg").within(folder.path()).run();
    assert_eq!(ran.code, Some(4), "{}", ran.stderr);
    assert!(!Path::new(&folder.path().join("d.svg")).exists());
    for (line, problem) in
        [("draw missing.json", "missing.json"), ("draw - -o d.pdf", "no command writes this")]
    {
        let said = satranj(line).within(folder.path()).run();
        assert!(said.code != Some(0) && said.stderr.contains(problem), "{}", said.stderr);
    }
    let mut other = document("solve queens 4 --json");
    other["schema"] = "satranj.results/1".into();
    let ran = satranj("draw -").input(other.to_string()).call().exits(1);
    assert!(ran.stderr.contains("the schema is `satranj.results/1`"), "{}", ran.stderr);
    let said = satranj("solve queens 6 --seeds 1..2 --html x.html").call().exits(2);
    assert!(said.stderr.contains("--html"), "{}", said.stderr);
}

#[test]
fn a_poster_has_the_size_of_its_paper_and_a_title() {
    let drawn = |line: &str| satranj(line).call().exits(0).text().to_owned();
    let numbers = drawn("solve tour 6x6 --closed --svg - --poster");
    let line = drawn("solve tour 6x6 --closed --svg - --poster=line");
    for poster in [&numbers, &line] {
        let document = roxmltree::Document::parse(poster).unwrap();
        let root = document.root_element();
        assert_eq!(
            (root.attribute("width"), root.attribute("height")),
            (Some("297mm"), Some("420mm"))
        );
        let texts: Vec<&str> = document
            .descendants()
            .filter(roxmltree::Node::is_text)
            .filter_map(|node| node.text())
            .collect();
        assert!(texts.contains(&"Closed knight's tour of 6x6"), "{texts:?}");
        assert_eq!(texts.contains(&"36"), poster == &numbers);
    }
}

#[test]
fn a_no_is_drawn_with_its_reason_and_parts() {
    let no = satranj("solve tour 4x5 --closed --svg -").call().exits(0).text().to_owned();
    let document = roxmltree::Document::parse(&no).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(roxmltree::Node::is_text)
        .filter_map(|node| node.text())
        .collect();
    assert!(texts.iter().any(|text| text.starts_with("No solution, because without")), "{texts:?}");
    // Five squares divide the board into six parts, numbered on their squares.
    let numbered = |number: &str| texts.iter().filter(|text| **text == number).count();
    // The labels of the rows are numbers too.
    assert_eq!(["1", "2", "3", "4", "5", "6", "7"].map(numbered), [11, 2, 2, 2, 1, 1, 0]);
    let colours = satranj("solve tour 5x5 --closed --svg -").call().exits(0).text().to_owned();
    assert_eq!(colours.matches("fill-opacity").count(), 2);
}
