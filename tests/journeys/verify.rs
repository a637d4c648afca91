//! `satranj verify`: right documents pass, and the error of every wrong one is reported.

use crate::harness::{
    document,
    listed::{SINGLE, method_names},
    path, satranj,
};
use crate::verify_search::uncertified;
use serde_json::{Value, json};

/// The result of `verify` for a text on its standard input: exit code and message.
pub fn verdict(text: &str) -> (Option<i32>, String) {
    let ran = satranj(&["verify", "-", "--format", "text"]).input(text).call();
    match ran.code {
        Some(0) => {
            assert_eq!(ran.stderr, "");
            (ran.code, ran.text().to_string())
        }
        code => {
            assert_eq!(ran.text(), "");
            (code, ran.stderr)
        }
    }
}

#[track_caller]
pub fn holds(document: &Value, words: &str) {
    let text = document.to_string();
    assert_eq!(verdict(&text), (Some(0), format!("standard input: {words}\n")), "{text}");
}

#[track_caller]
pub fn fails(document: &Value, problem: &str) {
    let text = document.to_string();
    let message = format!("satranj: standard input: {problem}\n");
    assert_eq!(verdict(&text), (Some(4), message), "{text}");
}

/// A document with one part replaced.
pub fn with(document: &Value, pointer: &str, value: impl Into<Value>) -> Value {
    let mut document = document.clone();
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.into();
    document
}

/// A document without one of its fields.
pub fn without(document: &Value, field: &str) -> Value {
    let mut document = document.clone();
    document.as_object_mut().unwrap().remove(field).unwrap();
    document
}

/// A right document; most of these tests break it.
pub fn tour() -> Value {
    document(&["solve", "tour", "5x5", "--start", "a1", "--end", "e5"])
}

#[test]
fn every_printed_document_holds() {
    for method in method_names() {
        for arguments in [
            &["tour", "5x5"][..],
            &["tour", "6x6", "--closed", "--start", "c3"],
            &["tour", "5x6", "--block", "a1,f5", "--end", "c3", "--given", "d4-e2"],
            &["tour", "3x4", "--piece", "king"],
        ] {
            let document = document(&[&["solve", "--method", &method], arguments].concat());
            holds(&document, "the solution is right");
        }
        if !SINGLE.contains(&method.as_str()) {
            let all = document(&["solve", "tour", "3x4", "--all", "--method", &method]);
            let words = "all 16 solutions are right and different, and the proof, made again, shows \
                         that a formula for another one has no solution, and an exhaustive search \
                         finds no other";
            holds(&all, words);
        }
        let none = document(&["solve", "tour", "4x4", "--method", &method]);
        let words = "the proof, made again, shows that its formula has no solution, and an exhaustive \
                     search finds no solution";
        holds(&none, words);
        holds(&uncertified(&none), "an exhaustive search finds no solution");
    }
    let unknown =
        satranj(&["solve", "tour", "8x8", "--method", "native:dfs", "--node-limit", "9"]).call();
    holds(&unknown.json(), "the document has no claim that can be checked");
}

/// They claim solutions without giving any, which is right; numbers are counted again.
#[test]
fn counts_and_ends_of_streams_are_not_blamed() {
    let count = document(&["count", "tour", "4x5"]);
    assert_eq!(count["status"], "all_solutions");
    holds(&count, "an exhaustive search confirms the count");
    let stream = satranj(&["solve", "tour", "5x5", "--json-stream"]).call().text().to_string();
    let last: Value = serde_json::from_str(stream.lines().last().unwrap()).unwrap();
    holds(&last, "an exhaustive search finds a solution");
    let mut large = without(&last, "instance");
    large["puzzle"]["board"] = json!({"rows": 20, "columns": 20});
    holds(&large, "an exhaustive search finds a solution");
    let zero = document(&["count", "tour", "5x5", "--closed"]);
    holds(&zero, "the certificate proves that there is no solution");
    let gone = without(&tour(), "solution");
    fails(&gone, "the document claims a solution, but gives none");
}

#[test]
fn files_and_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.json");
    let name = file.to_str().unwrap();
    satranj(&["solve", "tour", "5x5", "-o", name]).call();
    let good = document(&["verify", name]);
    assert_eq!(good["schema"], "satranj.verdict/1");
    assert_eq!((&good["valid"], &good["problem"]), (&json!(true), &Value::Null));
    assert_eq!((&good["document"], &good["solutions"]), (&json!(name), &json!(1)));
    let broken = with(&tour(), "/solution/path/7", "a1");
    std::fs::write(&file, broken.to_string()).unwrap();
    let ran = satranj(&["verify", name]).call();
    assert_eq!(ran.code, Some(4));
    let bad = ran.json();
    assert_eq!(bad["valid"], false);
    assert_eq!(bad["problem"], "square a1 is visited twice, at places 1 and 8");
    assert_eq!(ran.stderr, format!("satranj: {name}: {}\n", bad["problem"].as_str().unwrap()));
    let missing = folder.path().join("none.json");
    let ran = satranj(&["verify", missing.to_str().unwrap()]).call();
    assert_eq!((ran.code, ran.text()), (Some(1), ""));
    assert!(ran.stderr.contains("none.json: No such file"), "{}", ran.stderr);
}

#[test]
fn wrong_paths() {
    let tour = tour();
    holds(&tour, "the solution is right");
    let squares: Vec<String> = path(&tour["solution"]);
    fails(&with(&tour, "/solution/path/7", "a1"), "square a1 is visited twice, at places 1 and 8");
    fails(&with(&tour, "/solution/path/24", "f1"), "place 25: square f1 is outside the 5x5 board");
    fails(&with(&tour, "/solution/path/3", "a6"), "place 4: square a6 is outside the 5x5 board");
    let zz = with(&tour, "/solution/path/0", "zz4294967295");
    fails(&zz, "place 1: square zz4294967295 is outside the 5x5 board");
    let mut short = squares.clone();
    let last = short.pop().unwrap();
    let problem = format!("24 of 25 squares are visited; {last} is missing");
    fails(&with(&tour, "/solution/path", short.clone()), &problem);
    fails(&with(&tour, "/solution/path", json!([])), "0 of 25 squares are visited; a5 is missing");
    short.extend([last.clone(), last]);
    let problem = "square e5 is visited twice, at places 25 and 26";
    fails(&with(&tour, "/solution/path", short), problem);
    let mut exchanged = squares.clone();
    exchanged.swap(10, 20);
    let problem =
        format!("move 10, from {} to {}, is not a move of the knight", exchanged[9], exchanged[10]);
    fails(&with(&tour, "/solution/path", exchanged), &problem);
    // Ends, backwards, blocked, given.
    let backwards: Vec<String> = squares.iter().rev().cloned().collect();
    let reversed = with(&tour, "/solution/path", backwards);
    fails(&reversed, "the tour starts at e5, not at a1");
    let free = without(&without(&tour, "instance"), "version");
    fails(&with(&free, "/puzzle/end", "c3"), "the tour ends at e5, not at c3");
    let closed = json!({"kind": "tour", "board": {"rows": 5, "columns": 5}, "closed": true});
    let problem = "the tour is not closed: from e5 to a1 is not a move of the knight";
    fails(&with(&free, "/puzzle", closed), problem);
    let blocked = with(&free, "/puzzle/board/blocked", json!(["c3"]));
    let place = squares.iter().position(|square| square == "c3").unwrap() + 1;
    fails(&blocked, &format!("place {place}: square c3 is blocked"));
    let larger = with(&free, "/puzzle/board/rows", 6);
    fails(&larger, "25 of 30 squares are visited; a6 is missing");
    let king = with(&free, "/puzzle/piece", "king");
    fails(&king, &format!("move 1, from a1 to {}, is not a move of the king", squares[1]));
    let unmade = ["a2", "b1", "d1", "e2"]
        .into_iter()
        .find(|from| !squares.windows(2).any(|step| step == ["c3", from] || step == [*from, "c3"]));
    let mut given = free.clone();
    given["puzzle"]["given"] = json!([[unmade.unwrap(), "c3"]]);
    fails(&given, &format!("the given move {}-c3 is not made", unmade.unwrap()));
}

#[test]
fn wrong_closed_tours() {
    let tour = without(&document(&["solve", "tour", "6x6", "--closed"]), "instance");
    let squares = path(&tour["solution"]);
    // Any rotation and direction is right.
    let mut turned = squares.clone();
    turned.rotate_left(11);
    turned.reverse();
    holds(&with(&tour, "/solution/path", turned), "the solution is right");
    let mut open =
        path(&document(&["solve", "tour", "6x6", "--start", "a1", "--end", "b1"])["solution"]);
    fails(
        &with(&tour, "/solution/path", open.clone()),
        "the tour is not closed: from b1 to a1 is not a move of the knight",
    );
    // The start must not be repeated.
    open = squares.clone();
    open.push(squares[0].clone());
    let problem = format!("square {} is visited twice, at places 1 and 37", squares[0]);
    fails(&with(&tour, "/solution/path", open), &problem);
}

#[test]
fn wrong_lists_of_solutions() {
    let all = document(&["solve", "tour", "3x4", "--all"]);
    let first = all["solutions"][0].clone();
    fails(&with(&all, "/solutions/5", first), "solution 6: it repeats an earlier solution");
    let square = all["solutions"][2]["path"][4].as_str().unwrap();
    let broken = with(&all, "/solutions/2/path/9", square);
    let problem = format!("solution 3: square {square} is visited twice, at places 5 and 10");
    fails(&broken, &problem);
    fails(&with(&all, "/solutions", json!([])), "the document claims a solution, but gives none");
    // A closed tour from another square or backwards is the same tour.
    let closed = document(&["solve", "tour", "6x6", "--closed", "-n", "2"]);
    let mut squares = path(&closed["solutions"][1]);
    squares.rotate_left(5);
    squares.reverse();
    let mut repeated = closed.clone();
    repeated["solutions"].as_array_mut().unwrap().push(json!({"path": squares}));
    fails(&repeated, "solution 3: it repeats an earlier solution");
}

#[test]
fn wrong_claims() {
    let tour = tour();
    for status in ["satisfied", "all_solutions", "optimal"] {
        let problem = "the document claims a solution, but gives none";
        let claim = with(&with(&tour, "/solution", Value::Null), "/status", status);
        fails(&claim, problem);
    }
    let problem = "the document claims that there is no solution, but gives one";
    fails(&with(&tour, "/status", "unsatisfiable"), problem);
    let instance = tour["instance"].as_str().unwrap();
    for (pointer, value) in [
        ("/puzzle/board/rows", json!(6)),
        ("/puzzle/end", json!("c3")),
        ("/puzzle/closed", json!(true)),
    ] {
        let mut changed = with(&tour, pointer, value);
        if pointer.ends_with("closed") {
            changed["puzzle"].as_object_mut().unwrap().remove("end");
        }
        let (code, message) = verdict(&changed.to_string());
        assert_eq!(code, Some(4));
        let begin = format!(
            "satranj: standard input: `instance` is {instance}, but the digest of the puzzle is "
        );
        assert!(message.starts_with(&begin), "{message}");
    }
    let (code, message) = verdict(&with(&tour, "/instance", "sha256:00").to_string());
    assert_eq!(code, Some(4));
    assert!(
        message.contains("`instance` is sha256:00, but the digest of the puzzle is sha256:"),
        "{message}"
    );
}

#[test]
fn puzzles_that_are_none() {
    let tour = without(&tour(), "instance");
    for (pointer, value, problem) in [
        ("/puzzle/board/rows", json!(0), "board `0x5` has 0 rows; 1 to 10000 are possible"),
        ("/puzzle/piece", json!("pawn"), "unknown piece `pawn`; expected one of knight, "),
        ("/puzzle/start", json!("f1"), "`start`: square `f1` is outside the 5x5 board"),
        ("/puzzle/board/blocked", json!(["a1"]), "`start`: square `a1` is blocked"),
        ("/puzzle/end", json!("a1"), "`start` and `end` are both a1"),
        ("/puzzle/closed", json!(true), "`end` e5: a closed tour has no end"),
    ] {
        let (code, message) = verdict(&with(&tour, pointer, value).to_string());
        assert_eq!(code, Some(4), "{message}");
        let begin = format!("satranj: standard input: the puzzle: {problem}");
        assert!(message.starts_with(&begin), "{message}");
    }
    let mut given = tour.clone();
    given["puzzle"]["given"] = json!([["a1", "b2"]]);
    fails(&given, "the puzzle: `given`: a1-b2 is not a move of the knight here");
}

#[test]
fn what_is_no_document() {
    let tour = tour();
    for (text, problem) in [
        (String::new(), "1:1: unexpected end of input: expected a value"),
        ("tour".into(), "1:2: expected a JSON value"),
        ("{\"puzzle\":\n  {]}".into(), "2:4: expected a name in double quotes"),
        ("[1, 2]".into(), "1:1: found a list, expected an object"),
        ("{}".into(), "1:1: a document needs `puzzle`"),
        (
            json!({"puzzle": {"kind": "chess"}}).to_string(),
            "1:19: puzzle.kind: unknown kind `chess`; expected one of tour, ",
        ),
        (json!({"puzzle": {"kind": "tour"}}).to_string(), "1:11: puzzle: a tour needs `board`"),
        (with(&tour, "/solution", 7).to_string(), "solution: found `7`, expected an object"),
        (
            with(&tour, "/solution/path/2", "A1").to_string(),
            "solution.path[2]: `A1` is not a square",
        ),
        (
            with(&tour, "/status", "maybe").to_string(),
            "status: unknown value `maybe`; expected one of satisfied, ",
        ),
        (with(&tour, "/puzzle/start", "1a").to_string(), "puzzle.start: `1a` is not a square"),
        (
            with(&tour, "/puzzle/board/rows", -5).to_string(),
            "puzzle.board.rows: found `-5`, expected a whole number",
        ),
        (format!("{tour} {tour}"), "unexpected text after the end"),
    ] {
        let (code, message) = verdict(&text);
        assert_eq!(code, Some(1), "{message}");
        let place = message.strip_prefix("satranj: standard input:").unwrap_or(&message);
        assert!(place.starts_with(|c: char| c.is_ascii_digit()), "{message}");
        assert!(message.contains(problem), "{message}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.json");
    std::fs::write(&file, b"{\n\xff}").unwrap();
    let ran = satranj(&["verify", file.to_str().unwrap()]).call();
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("tour.json:2: not UTF-8 text"), "{}", ran.stderr);
}

#[test]
fn what_is_claimed_without_anything_to_check_is_refused() {
    let no = document(&["solve", "tour", "7x7", "--closed", "--json"]);
    let mut bare = no.clone();
    bare["certificate"] = json!(null);
    fails(&bare, "`verified` is true, but the document has nothing that can be checked");
    let mut other = no;
    other["schema"] = json!("foo/9");
    let problem = "the schema is `foo/9`; expected `satranj.solution/1` or `satranj.count/1`";
    let message = format!("satranj: standard input: {problem}\n");
    assert_eq!(verdict(&other.to_string()), (Some(1), message));
}

#[test]
fn the_order_of_given_squares_is_no_matter_and_orbit_sizes_are_not_left_out() {
    let mut given = document(&["solve", "queens", "8", "--given", "a1,b5"]);
    let words = "the solution is right";
    holds(&given, words);
    given["puzzle"]["given"] = json!(["b5", "a1", "a1"]);
    holds(&given, words);
    let mut army = document(&["solve", "place", "1x4", "--army", "knight=1"]);
    army["solution"].as_object_mut().expect("a solution").remove("pieces");
    holds(&army, words);
    let mut classes = document(&["solve", "queens", "6", "--all", "--up-to-symmetry"]);
    classes["orbit_sizes"] = json!([]);
    fails(&classes, "`orbit_sizes` has 0 entries, but there are 1 solutions");
}
