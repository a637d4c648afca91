//! No input makes the program panic: random input for every reader.

use std::sync::LazyLock;

use crate::harness::{answer, dimacs_solver, folder, satranj, write};
use proptest::prelude::*;
use satranj::{
    board::{
        Board,
        piece::Piece,
        square::{Square, parse_move, split_list},
    },
    documents::stored::StoredDocument,
    json::JsonPart,
    methods::native::order::MoveOrder,
    puzzles::Statement,
    solvers::model_file::{self, SolverOutput},
};
use serde_json::Value;

/// Any text, and text similar to valid input.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ -~]{0,30}",
        "[a-z0-9,:;+x.#@ -]{0,20}",
        "(leaper|rider|queen|offsets|roth|a|zz|,|;|:|-|\\+|[0-9]{1,12}){0,8}",
    ]
}

/// Text of a model file: its words in any order, and noise.
fn model_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "((s |v |c |SAT|UNSAT|SATISFIABLE|INDET|-?[0-9]{1,20}| |\r?\n|0|\t)){0,40}",
    ]
}

/// Tests must be reproducible: no seeds are stored beside them.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn what_parses_prints_and_parses_again(text in text()) {
        let board = Board::parse("7x30").expect("a board");
        if !text.starts_with('@') && let Ok(board) = Board::parse(&text) {
            prop_assert_eq!(Board::parse(&board.to_string()).expect("its own name"), board);
        }
        if let Ok(square) = text.parse::<Square>() {
            prop_assert_eq!(square.to_string(), text.clone());
        }
        if let Ok(square) = Square::parse(&text, &board) {
            prop_assert!(board.is_free(square));
            prop_assert_eq!(Square::parse(&square.to_string(), &board), Ok(square));
        }
        if let Ok(piece) = text.parse::<Piece>() {
            prop_assert!(!piece.steps().is_empty());
            prop_assert_eq!(piece.to_string().parse::<Piece>().expect("its own name"), piece);
        }
        if let Ok(order) = text.parse::<MoveOrder>() {
            prop_assert_eq!(order.to_string().parse::<MoveOrder>(), Ok(order));
        }
        for item in split_list(&text) {
            prop_assert!(!item.is_empty() && text.contains(item));
            let _ = parse_move(item, &board);
        }
    }

    #[test]
    fn board_maps_are_read_or_refused(bytes in prop::collection::vec(
        prop_oneof![4 => Just(b'.'), 2 => Just(b'#'), 2 => Just(b'\n'), 1 => any::<u8>()], 0..60,
    )) {
        if let Ok(board) = Board::from_map(&bytes, "map") {
            let holes = String::from_utf8_lossy(&bytes).matches('#').count();
            prop_assert_eq!(board.blocked_squares().count(), holes);
            prop_assert!(board.rows() as usize * board.columns() as usize <= bytes.len());
        }
    }

    #[test]
    fn model_files_are_read_or_refused(text in model_text(), variables in 0u64..50) {
        let output = model_file::parse(&text, variables).map(|answer| answer.output);
        if let Ok(SolverOutput::Satisfiable(assignment)) = output {
            prop_assert_eq!(assignment.len() as u64, variables);
        }
    }

    #[test]
    fn statements_are_read_or_refused(
        rows in prop_oneof![1..9u32, any::<u32>()],
        columns in prop_oneof![1..9u32, any::<u32>()],
        blocked in prop::collection::vec("[a-k]{1,2}[0-9]{1,2}", 0..4),
        piece in prop_oneof![Just("knight".into()), Just("rider:1,2".into()), text()],
        closed: bool,
        start in prop::option::of("[a-h][1-8]"),
        given in prop::collection::vec(("[a-h][1-8]", "[a-h][1-8]"), 0..3),
    ) {
        let statement = serde_json::json!({"kind": "tour", "piece": piece, "closed": closed,
            "board": {"rows": rows, "columns": columns, "blocked": blocked},
            "start": start, "given": given});
        let Ok(statement) = serde_json::from_value::<Statement>(statement) else {
            return Ok(());
        };
        if let Ok(puzzle) = statement.puzzle() {
            let again = puzzle.statement().puzzle().expect("what it states itself");
            prop_assert_eq!(again.statement(), puzzle.statement());
            prop_assert!(!puzzle.title().contains('\n'));
        }
    }
}

/// A formula's map, the model of it, and a document, as text to be damaged.
static GOOD: LazyLock<[String; 3]> = LazyLock::new(|| {
    let folder = folder();
    let export = "export tour 3x4 --start a1 --given a1-c2 -o t.cnf";
    satranj(export).within(folder.path()).run().exits(0);
    let model = dimacs_solver().argument(folder.path().join("t.cnf")).run().exits(10);
    let document = answer("solve tour 3x4 -n 2 --json");
    let map = crate::harness::read(&folder.path().join("t.cnf.map.json"));
    [map, model.text().into(), document.text().into()]
});

/// Damage to a text: parts cut out, doubled, or written over.
#[derive(Debug, Clone)]
struct Damage {
    places: Vec<(prop::sample::Index, prop::sample::Index, String)>,
}

fn damage() -> impl Strategy<Value = Damage> {
    let noise = prop_oneof![
        Just(String::new()),
        "[0-9]{1,20}",
        "(null|-1|\\[|\\]|\\{|\\}|\"|,|:|true|\"a1\"|\"zz99\"|1e99)",
        any::<String>(),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), noise), 1..4)
        .prop_map(|places| Damage { places })
}

impl Damage {
    fn on(&self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for (begin, length, noise) in &self.places {
            let begin = begin.index(bytes.len() + 1);
            let end = begin + length.index((bytes.len() - begin).min(12) + 1);
            bytes.splice(begin..end, noise.bytes());
        }
        bytes
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn a_damaged_document_is_verified_or_refused(damage in damage()) {
        let bytes = damage.on(&GOOD[2]);
        let ran = satranj("verify - --json").input(bytes.clone()).call();
        match ran.code {
            Some(0) => prop_assert_eq!(&ran.json()["valid"], true),
            Some(4) => prop_assert_eq!(&ran.json()["problem"].is_string(), &true),
            Some(1) => prop_assert!(ran.stdout.is_empty()),
            _ => prop_assert!(false, "{}", ran.report()),
        }
        prop_assert_eq!(ran.code == Some(0), ran.stderr.is_empty());
        if ran.code != Some(0) {
            ran.only_complaint();
        }
        // What cannot be read states no puzzle either.
        if let Ok(text) = std::str::from_utf8(&bytes)
            && let Ok(document) = StoredDocument::read(&JsonPart::whole(text))
            && document.puzzle.puzzle().is_ok()
        {
            let line = "solve --from - --json --node-limit 1 --memory-limit 1GiB";
            let ran = satranj(line).input(bytes).call();
            prop_assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.report());
        }
    }

    #[test]
    fn a_damaged_model_or_map_is_decoded_or_refused(damage in damage(), in_map: bool) {
        let folder = folder();
        let [map, model, _] = &*GOOD;
        let (map, model) = if in_map {
            (damage.on(map), model.clone().into_bytes())
        } else {
            (map.clone().into_bytes(), damage.on(model))
        };
        write(folder.path(), "map.json", map);
        let ran = satranj("decode map.json --json").within(folder.path()).input(model).run();
        match ran.code {
            Some(0 | 3) => {
                let document: Value = ran.json();
                let solved = document["status"] == "satisfied";
                prop_assert_eq!(&document["verified"], solved, "{}", ran.report());
            }
            Some(1 | 4) => {
                prop_assert!(ran.stdout.is_empty(), "{}", ran.report());
                ran.only_complaint();
            }
            _ => prop_assert!(false, "{}", ran.report()),
        }
    }

    #[test]
    fn random_words_on_the_command_line_do_not_panic(
        word in text(),
        option in prop::sample::select(vec![
            "--start=", "--end=", "--block=", "--given=", "--piece=", "--order=", "--amo=",
            "--method=", "--time-limit=", "--memory-limit=", "--seed=", "--format=", "--precheck=",
        ]),
    ) {
        let word = word.replace('\0', "");
        let line = satranj("solve tour 5x5 --node-limit 2000").argument(format!("{option}{word}"));
        let ran = line.run();
        prop_assert!(matches!(ran.code, Some(0 | 2 | 3)), "{}", ran.report());
        if ran.code == Some(2) {
            prop_assert!(ran.stdout.is_empty(), "{}", ran.report());
            prop_assert!(
                ran.stderr.starts_with("error: ") || ran.only_complaint().len() > 10,
                "{}", ran.report()
            );
        }
    }
}
