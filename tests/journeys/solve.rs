//! Every way to state a puzzle, and its answer.

use crate::harness::{
    answer, document,
    listed::method_names,
    path, program, satranj,
    tours::{CAMEL, Case, KING, KNIGHT, NIGHTRIDER, QUEEN, ROOK, WAZIR, ZEBRA},
};
use satranj_oracles::pieces::PlainPiece;
use serde_json::{Value, json};

const GIRAFFE: PlainPiece = PlainPiece { name: "leaper:1,4", leaps: &[(1, 4)], rides: &[] };
const AMAZON: PlainPiece =
    PlainPiece { name: "queen+knight", leaps: &[(1, 2)], rides: &[(0, 1), (1, 1)] };

/// Solves a puzzle with the default method; the tour is checked by brute force's rules.
fn solved(arguments: &[&str], case: &Case) -> Vec<String> {
    let document = document(&[&["solve", "tour"], arguments].concat());
    assert_eq!(document["schema"], "satranj.solution/1");
    assert_eq!(document["status"], "satisfied", "{arguments:?}");
    assert_eq!(document["verified"], true);
    assert_eq!((&document["reason"], &document["certificate"]), (&Value::Null, &Value::Null));
    let squares = path(&document["solution"]);
    assert!(case.is_tour_of_squares(&squares), "{squares:?} is not a tour of {case:?}");
    // The document states the same puzzle; what is not asked for is left out.
    let mut stated = case.statement();
    if case.given.is_empty() {
        stated.as_object_mut().unwrap().remove("given");
    }
    assert_eq!(document["puzzle"], stated, "{arguments:?}");
    squares
}

/// A puzzle without a solution: the document says so.
fn refuted(arguments: &[&str]) -> Value {
    let document = document(&[&["solve", "tour"], arguments].concat());
    assert_eq!(document["status"], "unsatisfiable", "{arguments:?}");
    assert_eq!(document["solution"], Value::Null);
    assert_eq!(document["verified"], !document["certificate"].is_null());
    document
}

#[test]
fn boards_and_ends() {
    let board = Case::new(8, 8, KNIGHT);
    solved(&["8x8"], &board);
    solved(&["8X8"], &board);
    solved(&["8x8", "--closed"], &board.clone().closed());
    solved(&["8x8", "--closed", "--start", "d4"], &board.clone().closed().from("d4"));
    solved(&["8x8", "--start", "g5"], &board.clone().from("g5"));
    solved(&["8x8", "--end", "h8"], &board.clone().to("h8"));
    solved(&["8x8", "--start", "a1", "--end", "b1"], &board.clone().from("a1").to("b1"));
    // Rows come first.
    solved(&["3x10", "--closed"], &Case::new(3, 10, KNIGHT).closed());
    solved(&["10x3", "--closed"], &Case::new(10, 3, KNIGHT).closed());
    solved(&["5x6", "--start", "f5"], &Case::new(5, 6, KNIGHT).from("f5"));
}

#[test]
fn blocked_squares_and_given_moves() {
    let board = Case::new(6, 6, KNIGHT);
    solved(&["6x6", "--block", "a1,b1"], &board.clone().without(&["a1", "b1"]));
    let repeated = ["6x6", "--block", "a1", "--block", "b1", "--block", "a1"];
    solved(&repeated, &board.clone().without(&["a1", "b1"]));
    let given = board.clone().closed().given(&[("a1", "b3"), ("c3", "e4")]);
    solved(&["6x6", "--closed", "--given", "a1-b3,c3-e4"], &given);
    solved(&["6x6", "--closed", "--given", "a1-b3", "--given", "c3-e4"], &given);
    let all = board.without(&["f6"]).from("f5").to("f1").given(&[("c3", "d5")]);
    let arguments = ["6x6", "--block", "f6", "--start", "f5", "--end", "f1", "--given", "c3-d5"];
    solved(&arguments, &all);
}

/// `row,column` from the top left, from 0; in lists between semicolons.
#[test]
fn rows_and_columns_for_squares() {
    solved(&["8x8", "--start", "3,6"], &Case::new(8, 8, KNIGHT).from("g5"));
    let board = Case::new(5, 6, KNIGHT);
    solved(&["5x6", "--start", "0,0"], &board.clone().from("a5"));
    solved(&["5x6", "--end", "4,5"], &board.clone().to("f1"));
    solved(&["5x6", "--block", "0,0;4,5"], &board.clone().without(&["a5", "f1"]));
    solved(&["5x6", "--block", "0,0"], &board.clone().without(&["a5"]));
    solved(&["5x6", "--block", "0,0; f1"], &board.clone().without(&["a5", "f1"]));
    let given = board.given(&[("a5", "c4"), ("e3", "f1")]);
    solved(&["5x6", "--given", "0,0-1,2;f1-2,4"], &given);
}

#[test]
fn board_maps_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cross.txt");
    let argument = format!("@{}", file.display());
    // The first line is the top row.
    let cross = ".#....\n......\n......\n......\n......\n.....#\n";
    let case = Case::new(6, 6, KNIGHT).without(&["b6", "f1"]);
    for text in [cross.to_string(), cross.replace('\n', "\r\n"), cross.trim_end().to_string()] {
        std::fs::write(&file, text).unwrap();
        solved(&[&argument], &case);
        // Further squares can be blocked.
        let more = case.clone().without(&["b6", "f1", "f6", "e6"]);
        solved(&[&argument, "--block", "f6,e6"], &more);
    }
}

#[test]
fn any_piece() {
    for (board, moves, case) in [
        ("5x5", KING, Case::new(5, 5, KING).closed()),
        ("10x11", ZEBRA, Case::new(10, 11, ZEBRA)),
        ("4x4", QUEEN, Case::new(4, 4, QUEEN).closed()),
        ("4x5", ROOK, Case::new(4, 5, ROOK)),
        ("7x7", NIGHTRIDER, Case::new(7, 7, NIGHTRIDER)),
        ("5x5", AMAZON, Case::new(5, 5, AMAZON).closed()),
        ("9x10", GIRAFFE, Case::new(9, 10, GIRAFFE)),
        ("1x7", WAZIR, Case::new(1, 7, WAZIR)),
    ] {
        let mut arguments = vec![board, "--piece", moves.name];
        arguments.extend(case.closed.then_some("--closed"));
        solved(&arguments, &case);
    }
    // A queen stops before a blocked square, and an amazon leaps over it.
    let wall = ["c1", "c2", "c3"];
    let queen = ["3x5", "--piece", "queen", "--block", "c1,c2,c3"];
    assert_eq!(refuted(&queen)["certificate"]["kind"], "disconnected");
    let amazon = ["3x5", "--piece", "queen+knight", "--block", "c1,c2,c3"];
    solved(&amazon, &Case::new(3, 5, AMAZON).without(&wall));
}

#[test]
fn a_camel_never_leaves_its_colour() {
    let document = refuted(&["8x8", "--piece", "camel"]);
    let certificate = &document["certificate"];
    assert_eq!(certificate["kind"], "disconnected");
    let board = Case::new(8, 8, CAMEL);
    let part: Vec<u32> = (certificate["squares"].as_array().unwrap().iter())
        .map(|square| board.cell(square.as_str().unwrap()))
        .collect();
    assert_eq!(part.len(), 32);
    assert!(part.iter().all(|cell| board.neighbours(*cell).iter().all(|to| part.contains(to))));
}

#[test]
fn puzzles_without_a_solution() {
    for (arguments, kind) in [
        (vec!["3x3"], json!("low_degree")),
        (vec!["5x5", "--closed"], json!("colour_parity")),
        (vec!["5x5", "--start", "b1"], json!("colour_parity")),
        (vec!["6x6", "--given", "c3-a2,c3-e2,c3-b5"], json!("given_moves")),
        (vec!["2x3", "--piece", "king", "--closed", "--block", "b2"], json!("articulation")),
        (vec!["3x6", "--closed"], json!("no_two_factor")),
        (vec!["4x6", "--closed"], json!("toughness")),
        (vec!["6x6", "--at", "a1=1,f6=4"], json!("given_times")),
        (vec!["6x6", "--closed", "--at", "a1=1,b3=35"], json!("given_times")),
        (vec!["8x8", "--closed", "--symmetry", "quarter-turn"], json!("symmetry")),
        (vec!["7x7", "--piece", "king", "--symmetry", "mirror"], json!("symmetry")),
        (vec!["8x8", "--symmetry", "flip"], json!("symmetry")),
        // Without a short reason: a proof was made.
        (vec!["4x4"], json!("drat")),
        (vec!["3x8", "--closed"], json!("drat")),
    ] {
        assert_eq!(refuted(&arguments)["certificate"]["kind"], kind, "{arguments:?}");
    }
}

#[test]
fn the_smallest_boards() {
    assert_eq!(solved(&["1x1"], &Case::new(1, 1, KNIGHT)), ["a1"]);
    assert_eq!(solved(&["1x1", "--piece", "queen"], &Case::new(1, 1, QUEEN)), ["a1"]);
    let ends = ["1x1", "--start", "a1", "--end", "a1"];
    assert_eq!(solved(&ends, &Case::new(1, 1, KNIGHT).from("a1").to("a1")), ["a1"]);
    let only = ["3x3", "--block", "a1,a2,a3,b1,b2,b3,c1,c2"];
    let blocked = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2"];
    assert_eq!(solved(&only, &Case::new(3, 3, KNIGHT).without(&blocked)), ["c3"]);
    let pair = ["1x2", "--piece", "wazir", "--start", "b1"];
    assert_eq!(solved(&pair, &Case::new(1, 2, WAZIR).from("b1")), ["b1", "a1"]);
    for arguments in [
        &["1x1", "--closed"][..],
        &["1x2"],
        &["1x9"],
        &["9x1"],
        &["2x2"],
        &["1x2", "--piece", "wazir", "--closed"],
        &["1x9", "--piece", "wazir", "--closed"],
    ] {
        refuted(arguments);
    }
}

#[test]
fn columns_past_z() {
    let board = Case::new(5, 30, KNIGHT);
    let squares = solved(&["5x30", "--start", "ad5"], &board.clone().from("ad5"));
    assert_eq!(squares[0], "ad5");
    assert!(squares.iter().any(|square| square == "aa3"));
    solved(&["5x30", "--start", "0,29"], &board.clone().from("ad5"));
    let given = ["5x30", "--closed", "--given", "z1-ab2"];
    solved(&given, &board.closed().given(&[("z1", "ab2")]));
}

#[test]
fn every_method_solves() {
    for method in method_names().into_iter().chain(["native:rotations".into()]) {
        let document = document(&["solve", "tour", "6x6", "--closed", "--method", &method]);
        assert_eq!(document["method"], method.as_str());
        let sat = method == "auto" || method.starts_with("sat:");
        assert_eq!(document["solver"].is_string(), sat, "{method}");
        let case = Case::new(6, 6, KNIGHT).closed();
        assert!(case.is_tour_of_squares(&path(&document["solution"])), "{method}");
    }
}

fn by_rotations(arguments: &str) -> Vec<&str> {
    let words = ["solve", "tour", "--method", "native:rotations"];
    words.into_iter().chain(arguments.split(' ')).collect()
}

#[test]
fn rotations_tour_large_and_narrow_boards() {
    let board = |rows, columns| Case::new(rows, columns, KNIGHT);
    for (arguments, case) in [
        ("60x61 --closed --start c7", board(60, 61).closed().from("c7")),
        ("6x6 --closed", board(6, 6).closed()),
        ("102x3 --closed", board(102, 3).closed()),
        ("4x51", board(4, 51)),
        ("51x53 --start ba51", board(51, 53).from("ba51")),
        ("50x50 --end a1", board(50, 50).to("a1")),
        ("35x40 --start a1 --end an1", board(35, 40).from("a1").to("an1")),
    ] {
        let document = document(&by_rotations(arguments));
        assert_eq!(document["status"], "satisfied", "{arguments}");
        assert!(case.is_tour_of_squares(&path(&document["solution"])), "{arguments}");
    }
    // Where theorems rule out a tour, methods do not claim one.
    for board in ["4x9 --closed", "3x5", "4x4"] {
        let ran = satranj(&by_rotations(&format!("{board} --restarts 3"))).run();
        let document = ran.json();
        assert_eq!((ran.code, &document["status"]), (Some(3), &json!("unknown")), "{board}");
        assert_eq!(document["reason"], "incomplete_method");
    }
    let ran = satranj(&["solve", "tour", "8x8", "--method", "native:divide"]).call();
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("; native:rotations replaced it"), "{}", ran.stderr);
}

/// Each square of the drawn board shows its place in the tour.
#[test]
fn text_for_a_person() {
    let ran = satranj(&["solve", "tour", "5x6", "--closed", "--format", "text"]).call();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.text().lines().collect();
    assert!(lines[0].starts_with("closed knight's tour of 5x6, by auto: sat:cuts (varisat"));
    let mut places = vec![0_u32; 30];
    for (row, line) in (0..).zip(&lines[2..7]) {
        let numbers: Vec<usize> = line.split_whitespace().map(|n| n.parse().unwrap()).collect();
        assert_eq!((numbers.len(), numbers[0]), (7, 5 - row as usize), "{line}");
        for (column, number) in (0..).zip(&numbers[1..]) {
            places[number - 1] = row * 6 + column;
        }
    }
    assert!(Case::new(5, 6, KNIGHT).closed().is_tour(&places), "{}", ran.text());
    assert_eq!(lines[7].split_whitespace().collect::<String>(), "abcdef");
    assert!(ran.text().contains("\nsolved and verified in "), "{}", ran.text());
}

#[test]
fn text_says_why_there_is_none() {
    for (arguments, sentence) in [
        (&["3x3"][..], "because b2 has too few moves to pass through"),
        (
            &["5x5", "--closed"],
            "because every move changes colour, but the board has 13 squares of one colour",
        ),
        (&["8x8", "--piece", "camel"], "because no move leads out of "),
    ] {
        let arguments = [&["solve", "tour", "--format", "text"], arguments].concat();
        let ran = satranj(&arguments).call();
        assert_eq!(ran.code, Some(0));
        assert!(ran.text().contains(sentence), "{}", ran.text());
        assert!(ran.text().contains("\nno solution, certificate verified in "), "{}", ran.text());
    }
    let ran = satranj(&["solve", "tour", "4x4", "--format", "text"]).call();
    let words =
        "\nno solution, proof of 243 steps checked (formula: cuts encoding with 4 cuts) in ";
    assert!(ran.text().contains(words), "{}", ran.text());
    let ran = answer("solve tour 4x4 --check none --format text");
    let words = "\nno solution, search exhausted (not checked: no check was requested) in ";
    assert!(ran.text().contains(words), "{}", ran.text());
}

#[test]
fn exit_codes_as_sat_solvers_have_them() {
    let limit = ["--method", "native:dfs", "--node-limit", "3"];
    for (arguments, standard, sat) in [
        (&["6x6"][..], 0, 10),
        (&["6x6", "--all", "--start", "a1", "--end", "a2", "--closed"], 2, 2),
        (&["3x4", "--all"], 0, 10),
        (&["4x4"], 0, 20),
        (&["3x3"], 0, 20),
        (&[&["6x6"], &limit[..]].concat(), 3, 0),
    ] {
        for (kind, code) in [("standard", standard), ("sat", sat)] {
            let arguments = [&["solve", "tour", "--exit-code", kind], arguments].concat();
            assert_eq!(satranj(&arguments).call().code, Some(code), "{arguments:?}");
        }
    }
}

#[test]
fn colours_when_they_are_wanted() {
    let solve = ["solve", "tour", "5x5", "--format", "text"];
    let coloured = |arguments: &[&str], no_colour: Option<&str>| {
        let mut command = program(&[&solve[..], arguments].concat());
        if let Some(value) = no_colour {
            command.env("NO_COLOR", value);
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        output.stdout.contains(&0x1b)
    };
    assert!(coloured(&["--color", "always"], None));
    // If explicitly requested, they stay.
    assert!(coloured(&["--color", "always"], Some("1")));
    assert!(!coloured(&["--color", "never"], None));
    assert!(!coloured(&["--color", "auto"], None), "no terminal");
    assert!(!coloured(&[], Some("1")));
    assert!(
        !satranj(&["solve", "tour", "5x5", "--color", "always"]).call().text().contains('\x1b')
    );
}
