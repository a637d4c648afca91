//! Theorems on knight's tours, and reasons why none exists.

use crate::harness::{
    checked::{document, rejects},
    methods::{all_tours, ask, for_tours, named, puzzle, says_yes},
    tours::{CAMEL, Case, KING, KNIGHT, WAZIR},
};
use satranj::{
    Board, Certificate, Settings, Square, Statement,
    answer::{Outcome, Wanted},
    methods::Registry,
    solve,
};
use serde_json::json;

/// The boards with at most as many rows as columns, up to 8x9.
fn boards() -> impl Iterator<Item = (u32, u32)> {
    (1..=8).flat_map(|rows| (rows..=9).map(move |columns| (rows, columns)))
}

/// The fast methods that prove a "no" on a board of this many rows, fewer than columns.
fn complete(rows: u32) -> &'static [&'static str] {
    let all = &["sat:cuts", "graph:search", "native:frontier"];
    if rows <= 5 { all } else { &all[..2] }
}

/// Schwenk (1991): a closed tour exists unless both sides are odd, the shorter one is 1, 2
/// or 4, or it is 3 and the longer one 4, 6 or 8.
fn schwenk(rows: u32, columns: u32) -> bool {
    !(rows % 2 == 1 && columns % 2 == 1
        || [1, 2, 4].contains(&rows)
        || rows == 3 && [4, 6, 8].contains(&columns))
}

#[test]
fn closed_tours_are_those_of_schwenk() {
    let registry = Registry::standard();
    let (mut yes, mut no) = (0, 0);
    for (rows, columns) in boards().chain([(3, 10), (3, 11), (3, 12)]) {
        let case = Case::new(rows, columns, KNIGHT).closed();
        let expected = schwenk(rows, columns);
        *(if expected { &mut yes } else { &mut no }) += 1;
        // Odd boards are refuted by their colours; lazy cuts alone do not end there.
        let odd = rows * columns % 2 == 1;
        for method in named(&registry, complete(rows)) {
            let said = says_yes(&case, method, odd);
            assert_eq!(said, expected, "{} on {rows}x{columns}", method.name());
        }
    }
    assert_eq!((yes, no), (11, 36));
}

/// The length of a board does not matter to a dynamic program along it.
#[test]
fn long_boards_of_four_rows_have_no_closed_tour() {
    let registry = Registry::standard();
    let frontier = for_tours(&registry, "native:frontier");
    for columns in [12, 33, 64, 100] {
        assert!(!says_yes(&Case::new(4, columns, KNIGHT).closed(), frontier, false));
    }
}

/// An open tour exists unless the shorter side is 1 or 2 (except 1x1), or the board is 3x3, 3x5,
/// 3x6 or 4x4; from 5x5 on by Cull and De Curtins (1978).
#[test]
fn open_tours_are_those_of_cull_and_de_curtins() {
    let registry = Registry::standard();
    for (rows, columns) in boards() {
        let none = rows <= 2 && columns > 1
            || rows == 3 && [3, 5, 6].contains(&columns)
            || (rows, columns) == (4, 4);
        let case = Case::new(rows, columns, KNIGHT);
        for method in named(&registry, complete(rows)) {
            assert_eq!(
                says_yes(&case, method, true),
                !none,
                "{} on {rows}x{columns}",
                method.name()
            );
        }
    }
}

/// A001230(3) in the On-Line Encyclopedia of Integer Sequences.
/// Jelliss, "Symmetry in knight's tours": of the closed tours of 6x6, 5 are kept by a quarter turn and 17
/// more by a half turn; on 10x10, 415,902 by a quarter turn, each in two reflections.
#[test]
fn symmetric_tours() {
    for (line, count, classes) in [
        ("6x6 --symmetry quarter-turn --up-to-symmetry", "10", json!("5")),
        ("6x6 --symmetry half-turn --up-to-symmetry", "78", json!("22")),
        ("10x10 --symmetry quarter-turn", "831804", json!(null)),
        ("8x8 --symmetry quarter-turn", "0", json!(null)),
        ("6x6 --symmetry mirror", "0", json!(null)),
    ] {
        let counted = document(&format!("count tour --closed {line}"));
        assert_eq!((&counted["count"], &counted["up_to_symmetry"]), (&json!(count), &classes));
    }
    for method in ["native:quotient", "sat:cuts"] {
        let line = "solve tour 6x6 --closed --symmetry quarter-turn --all --method";
        let all = document(&format!("{line} {method}"));
        assert_eq!(all["solutions"].as_array().map(Vec::len), Some(10), "{method}");
    }
    let mut wrong = document("solve tour 6x6 --closed --symmetry half-turn");
    let other = document("solve tour 6x6 --closed --method sat:cuts");
    wrong["solution"] = other["solution"].clone();
    rejects(&wrong, "but not its image");
}

#[test]
fn six_by_six_has_9862_closed_tours() {
    let registry = Registry::standard();
    let case = Case::new(6, 6, KNIGHT).closed();
    let search = for_tours(&registry, "graph:search");
    assert_eq!(all_tours(&case, search, true).len(), 9862);
}

/// 19,431,824,959 nodes: four minutes.
#[test]
#[ignore = "takes minutes; `.ci/run tests_in_minutes` runs it"]
fn six_by_six_has_9862_closed_tours_by_plain_search_too_in_minutes() {
    let registry = Registry::standard();
    let case = Case::new(6, 6, KNIGHT).closed();
    let search = for_tours(&registry, "native:dfs");
    let time = std::time::Duration::from_secs(3600);
    let (outcome, tours) =
        crate::harness::methods::ask_for(&case, search, Wanted::All, false, time);
    assert_eq!((outcome, tours.len()), (Outcome::AllSolutions, 9862));
    let tours: std::collections::BTreeSet<_> =
        tours.iter().map(|tour| case.canonical(tour)).collect();
    assert_eq!(tours, all_tours(&case, for_tours(&registry, "graph:search"), true));
}

/// The certificate found before any search.
fn certificate(case: &Case) -> Certificate {
    let registry = Registry::standard();
    let search = for_tours(&registry, "graph:search");
    match ask(case, search, Wanted::First, true) {
        (Outcome::Unsatisfiable(Some(certificate)), _) => certificate,
        (outcome, _) => panic!("{outcome:?} of {case:?}"),
    }
}

/// Why a puzzle refuses a certificate.
fn refusal(case: &Case, certificate: &Certificate) -> String {
    match puzzle(case).verify_certificate(certificate, None) {
        Ok(()) => panic!("{certificate:?} holds for {case:?}"),
        Err(violation) => violation.to_string(),
    }
}

fn squares(names: &[&str]) -> Vec<Square> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn all_squares(case: &Case) -> Vec<Square> {
    case.free().into_iter().map(|cell| case.square(cell).parse().unwrap()).collect()
}

/// A case whose "no" has a short reason: found, verified, and in agreement with brute force.
fn refuted(case: &Case) -> Certificate {
    let found = certificate(case);
    assert_eq!(puzzle(case).verify_certificate(&found, None), Ok(()));
    assert!(!case.has_tour(), "{case:?}");
    found
}

#[test]
fn squares_of_too_few_moves() {
    let case = Case::new(3, 3, KNIGHT);
    assert_eq!(refuted(&case), Certificate::LowDegree { squares: squares(&["b2"]) });
    let enough = Certificate::LowDegree { squares: squares(&["a1"]) };
    assert_eq!(refusal(&case, &enough), "a1 has 2 moves, which are enough to pass through");
    assert!(refusal(&case, &Certificate::LowDegree { squares: Vec::new() }).contains("no square"));
    // Three dead ends: two of them can be ends of an open tour, but none can be in a closed one.
    let star = Case::new(3, 3, WAZIR).without(&["a1", "a3", "c1", "c3"]);
    let Certificate::LowDegree { squares: ends } = refuted(&star) else { panic!() };
    assert_eq!(ends.len(), 3);
    let two = Certificate::LowDegree { squares: ends[..2].to_vec() };
    assert_eq!(refusal(&star, &two), "2 squares of one move can be ends of the tour");
    assert_eq!(puzzle(&star.clone().closed()).verify_certificate(&two, None), Ok(()));
    let fixed = star.from(&ends[0].to_string());
    assert!(refusal(&fixed, &two).contains("is an end of the tour"));
}

#[test]
fn parts_that_cannot_be_left() {
    let case = Case::new(4, 4, CAMEL);
    let Certificate::Disconnected { squares: part } = certificate(&Case::new(8, 8, CAMEL)) else {
        panic!()
    };
    assert_eq!(part.len(), 32);
    let wall = Case::new(3, 5, WAZIR).without(&["c1", "c2", "c3"]);
    let Certificate::Disconnected { squares: part } = refuted(&wall) else { panic!() };
    assert_eq!(part.len(), 6);
    let less = Certificate::Disconnected { squares: part[1..].to_vec() };
    assert!(refusal(&wall, &less).contains("leads out of the squares"));
    let whole = Certificate::Disconnected { squares: all_squares(&wall) };
    assert_eq!(refusal(&wall, &whole), "it names all squares");
    let connected = Certificate::Disconnected { squares: all_squares(&case) };
    assert!(refusal(&case, &connected).contains("it names all"));
}

#[test]
fn squares_without_which_the_board_falls_apart() {
    // Two triangles that share b1.
    let bow = Case::new(2, 3, KING).without(&["b2"]).closed();
    let found = refuted(&bow);
    assert_eq!(found, Certificate::Articulation { squares: squares(&["b1"]) });
    let open = Case { closed: false, ..bow.clone() };
    assert!(open.has_tour());
    assert_eq!(refusal(&open, &found), "without b1 there are 2 parts, which a tour can join");
    let elsewhere = Certificate::Articulation { squares: squares(&["a1"]) };
    assert!(refusal(&bow, &elsewhere).contains("1 part,"));
    let two = Certificate::Articulation { squares: squares(&["b1", "a1"]) };
    assert_eq!(refusal(&bow, &two), "an articulation is one square");
    // An open tour cannot start there, nor have both ends in one triangle.
    assert_eq!(refuted(&open.clone().from("b1")), found);
    assert_eq!(refuted(&open.clone().from("a1").to("a2")), found);
    refusal(&open.from("a1").to("c2"), &found);
}

#[test]
fn squares_of_one_colour() {
    let case = Case::new(5, 5, KNIGHT).closed();
    let Certificate::ColourParity { squares: class, ends } = refuted(&case) else { panic!() };
    assert_eq!((class.len(), ends.len()), (13, 0));
    let tampered = |squares: Vec<Square>| Certificate::ColourParity { squares, ends: Vec::new() };
    assert!(refusal(&case, &tampered(class[1..].to_vec())).contains("visit 12 squares"));
    assert!(refusal(&case, &tampered(all_squares(&case))).contains("joins two of the squares"));
    let open = Case::new(5, 5, KNIGHT);
    assert!(refusal(&open, &tampered(class.clone())).contains("visit 13 squares"));
    let off = open.from("b1");
    let Certificate::ColourParity { squares, ends } = refuted(&off) else { panic!() };
    assert_eq!((squares, ends), (class, self::squares(&["b1"])));
    let same = Case::new(4, 5, KNIGHT).from("a1").to("b2");
    let Certificate::ColourParity { squares, ends } = refuted(&same) else { panic!() };
    assert_eq!((squares.len(), ends.len()), (10, 2));
}

#[test]
fn given_moves_that_cannot_all_be_made() {
    let board = Case::new(5, 5, KNIGHT);
    let three = board.clone().given(&[("c3", "a2"), ("c3", "e2"), ("c3", "b5")]);
    let found = refuted(&three);
    let Certificate::GivenMoves { squares: shown } = &found else { panic!("{found:?}") };
    assert_eq!((shown[0].to_string().as_str(), shown.len()), ("c3", 4));
    let two = Certificate::GivenMoves { squares: shown[..3].to_vec() };
    assert!(refusal(&three, &two).contains("is not given"), "{}", refusal(&three, &two));
    let fewer = board.clone().given(&[("c3", "a2"), ("c3", "e2")]);
    assert!(refusal(&fewer, &found).contains("not given"));
    assert!(
        refusal(&fewer, &Certificate::GivenMoves { squares: squares(&["c3"]) })
            .contains("can all be made")
    );
    // A start has one move, not two.
    refuted(&fewer.from("c3"));
    let round = [("a1", "b3"), ("b3", "d4"), ("d4", "c2"), ("c2", "a1")];
    let found = refuted(&board.clone().given(&round));
    let Certificate::GivenMoves { squares: shown } = &found else { panic!("{found:?}") };
    assert_eq!(shown.len(), 4);
    let open_round = board.given(&round[..3]);
    assert!(refusal(&open_round, &found).contains("is not given"));
}

/// Four rows have no closed tour (Euler, Sainte-Marie 1877): without the middle squares of one
/// colour that no corner has, each border square of the other colour is isolated.
#[test]
fn squares_without_which_too_many_parts_are_left() {
    for columns in [4, 6, 9, 12] {
        let case = Case::new(4, columns, KNIGHT).closed();
        let Certificate::Toughness { squares } = certificate(&case) else { panic!("{columns}") };
        assert!(squares.len() <= columns as usize, "{columns}: {squares:?}");
        let one = Certificate::Toughness { squares: squares[..1].to_vec() };
        assert!(refusal(&case, &one).contains("which a tour can join"), "{columns}");
        // An open tour joins one part more.
        let open = Case::new(4, columns, KNIGHT);
        assert!(refusal(&open, &Certificate::Toughness { squares }).contains("can join"));
    }
}

/// Where a symmetric tour exists, no squares make a certificate that none exists.
#[test]
fn no_certificate_refutes_a_symmetry_that_tours_have() {
    let (mut yes, mut refuted) = (0, 0);
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=6).map(move |columns| (rows, columns))) {
        for piece in ["wazir", "king", "knight"] {
            for (closed, symmetry) in [true, false].into_iter().flat_map(|closed| {
                ["half-turn", "quarter-turn", "mirror", "flip"].map(|symmetry| (closed, symmetry))
            }) {
                let statement = json!({"kind": "tour", "piece": piece, "closed": closed,
                    "board": {"rows": rows, "columns": columns}, "symmetry": symmetry});
                let statement: Statement = serde_json::from_value(statement).expect("a statement");
                let Ok(puzzle) = statement.into_puzzle() else { continue };
                let solved = solve(&*puzzle, &Settings::default()).expect("an answer");
                if solved.outcome.certificate().is_some_and(|it| it.kind() == "symmetry") {
                    refuted += 1;
                }
                if !matches!(solved.outcome, Outcome::Satisfied) {
                    continue;
                }
                yes += 1;
                let board = Board::new(rows, columns).expect("a board");
                let of_colour = |colour: u32| -> Vec<Square> {
                    let is_its = |square: &Square| (square.rank + square.column) % 2 == colour;
                    board.squares().filter(is_its).collect()
                };
                let rest = of_colour(1).into_iter().take(1).collect();
                for squares in [Vec::new(), of_colour(0), of_colour(1), rest] {
                    let forged = Certificate::Symmetry { squares };
                    let ruling = puzzle.verify_certificate(&forged, None);
                    assert!(ruling.is_err(), "{} {forged:?}", puzzle.title());
                }
            }
        }
    }
    assert!(yes > 100 && refuted > 100, "{yes} {refuted}");
}

#[test]
fn squares_that_have_too_few_partners() {
    let case = Case::new(3, 6, KNIGHT).closed();
    let Certificate::NoTwoFactor { squares } = refuted(&case) else { panic!() };
    let one = Certificate::NoTwoFactor { squares: squares[..1].to_vec() };
    assert!(refusal(&case, &one).contains("there is room for"));
    let every = Certificate::NoTwoFactor { squares: all_squares(&case) };
    assert!(refusal(&case, &every).contains("there is room for"));
    let solvable = Case::new(6, 6, KNIGHT).closed();
    for square in all_squares(&solvable) {
        let alone = Certificate::NoTwoFactor { squares: vec![square] };
        assert!(refusal(&solvable, &alone).contains("there is room for"));
    }
}

#[test]
fn certificates_with_wrong_squares_are_refused() {
    let case = Case::new(5, 5, KNIGHT).without(&["a1"]).closed();
    let all = |squares: Vec<Square>| {
        [
            Certificate::LowDegree { squares: squares.clone() },
            Certificate::Disconnected { squares: squares.clone() },
            Certificate::Articulation { squares: squares.clone() },
            Certificate::ColourParity { squares: squares.clone(), ends: Vec::new() },
            Certificate::NoTwoFactor { squares: squares.clone() },
            Certificate::Toughness { squares: squares.clone() },
            Certificate::GivenMoves { squares },
        ]
    };
    for (names, problem) in [
        (&["f1"][..], "f1 is not a free square of the board"),
        (&["a1"], "a1 is not a free square of the board"),
        (&["b1", "b1"], "it names square b1 twice"),
    ] {
        for certificate in all(squares(names)) {
            let is_one = !matches!(certificate, Certificate::Articulation { .. });
            let problem =
                if is_one || names.len() == 1 { problem } else { "an articulation is one square" };
            assert_eq!(refusal(&case, &certificate), problem);
        }
    }
    // A puzzle with tours has no certificate, of any kind or squares.
    let solvable = Case::new(6, 6, KNIGHT).closed();
    let every = all_squares(&solvable);
    for (first, last) in [(0, 0), (0, 1), (0, 2), (7, 9), (0, 18), (0, 36)] {
        for certificate in all(every[first..last].to_vec()) {
            refusal(&solvable, &certificate);
        }
    }
}
