//! Routes, meetings, plans and agents have pictures as SVG and text.

use std::{fs, path::Path};

use satranj::{
    documents::{
        solution::{SCHEMA, SolutionDocument, Solutions, Status},
        text::{self, TextLayout},
    },
    json::JsonPart,
    pictures::Picture,
    puzzles::{Optimality, Statement},
};

/// Compares a picture with the golden file, or writes the file.
///
/// `SATRANJ_BLESS=1 cargo test --test journeys picture::` draws it again.
fn is_golden(drawn: &str, name: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("SATRANJ_BLESS").is_some() {
        fs::write(&golden, drawn).expect("the golden file is written");
    }
    assert_eq!(drawn, fs::read_to_string(&golden).expect("a golden file"), "{name}");
}

/// Compares both pictures of a solution with the golden ones, `NAME.svg` and `NAME.txt`.
fn shows(statement: &str, solution: &str, name: &str) {
    let statement: Statement = serde_json::from_str(statement).expect("a statement");
    let solution = statement.read_solution(&JsonPart::whole(solution)).expect("a solution");
    let puzzle = statement.puzzle().expect("a puzzle");
    puzzle.verify(&solution).expect("a right solution");
    assert_eq!(puzzle.optimality(&solution, true), Optimality::Best);
    let drawing = puzzle.drawing(&solution, false).expect("a drawing");
    let picture = Picture { title: puzzle.title(), drawing }.svg();
    roxmltree::Document::parse(&picture).expect("well-formed XML");
    is_golden(&picture, &format!("{name}.svg"));
    let objective = puzzle.value(&solution);
    let content = Solutions::One { solution: Some(solution) };
    let method = "a:method";
    let mut document = SolutionDocument::new(SCHEMA, statement, method, None, 1, content);
    (document.status, document.verified) = (Status::Satisfied, true);
    document.objective = objective;
    let plain = TextLayout { width: 80, coloured: false, attacks: false };
    let shown = text::solution(&document, puzzle.as_ref(), plain);
    assert!(!shown.contains('\x1b') && shown.lines().all(|line| line.chars().count() <= 80));
    is_golden(&shown, &format!("{name}.txt"));
    let coloured = TextLayout { coloured: true, ..plain };
    let coloured = text::solution(&document, puzzle.as_ref(), coloured);
    assert!(coloured.contains('\x1b'));
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect();
    let [coloured, shown]: [Vec<String>; 2] = [lines(&uncoloured(&coloured)), lines(&shown)];
    assert_eq!(coloured, shown);
}

/// The text without its escape codes.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn golden_route() {
    let weights = r#"["11259911","12359921","11399931","11199211","21119211","32119111","53119911",
        "96321111"]"#;
    let board = r#"{"rows":8,"columns":8,"blocked":["b6","c5","d4"]}"#;
    shows(
        &format!(r#"{{"kind":"route","board":{board},"from":"a8","to":"h8","weights":{weights}}}"#),
        r#"{"path":["a8","c7","a6","b4","d3","f4","g6","h8"]}"#,
        "route-8x8",
    );
}

#[test]
fn golden_meeting() {
    shows(
        r#"{"kind":"meet","board":{"rows":8,"columns":8,"blocked":["c3","d7","f6"]},"riders":[
            {"square":"a1","jumps_per_turn":1},{"square":"h1","jumps_per_turn":2},
            {"square":"a8","jumps_per_turn":1},{"square":"g7","jumps_per_turn":3},
            {"square":"e4","jumps_per_turn":1}]}"#,
        r#"{"square":"c5","turns":9,"riders":[
            {"from":"a1","jumps_per_turn":1,"turns":2,"path":[["b3"],["c5"]]},
            {"from":"h1","jumps_per_turn":2,"turns":2,"path":[["g3","e4"],["c5"]]},
            {"from":"a8","jumps_per_turn":1,"turns":3,"path":[["b6"],["a4"],["c5"]]},
            {"from":"g7","jumps_per_turn":3,"turns":1,"path":[["e6","c5"]]},
            {"from":"e4","jumps_per_turn":1,"turns":1,"path":[["c5"]]}]}"#,
        "meeting-8x8",
    );
}

#[test]
fn golden_exchange() {
    shows(
        r#"{"kind":"exchange","start":["n.n","...","N.N"]}"#,
        r#"{"moves":[["a3","c2"],["c3","b1"],["a1","b3"],["c2","a1"],["b1","a3"],["a3","c2"],
            ["c1","a2"],["b3","c1"],["a2","c3"],["c3","b1"],["a1","b3"],["c2","a1"],["b1","a3"],
            ["c1","a2"],["b3","c1"],["a2","c3"]]}"#,
        "guarini-3x3",
    );
}

#[test]
fn golden_agents() {
    shows(
        r#"{"kind":"mapf","board":{"rows":3,"columns":5,"blocked":["b1","d1","b3"]},"agents":[
            {"from":"a2","to":"e2"},{"from":"e2","to":"a2"},{"from":"c3","to":"d3"}]}"#,
        r#"{"paths":[["a2","b2","b2","c2","d2","e2","e2"],["e2","d2","c2","c1","c2","b2","a2"],
            ["c3","d3","d3","d3","d3","d3","d3"]]}"#,
        "agents-3x5",
    );
}
