//! A user exchanges pieces: known puzzles, reasons for a "no", maps with errors, limits.

use std::time::Duration;

use crate::harness::{Ran, satranj, schema::valid};
use serde_json::{Value, json};

const METHODS: [&str; 2] = ["native:bfs", "graph:astar"];

/// Guarini di Forlì (1512): two white and two black knights in the corners of 3x3.
const GUARINI: &str = "n.n\n...\nN.N\n";

fn run(map: &str, arguments: &str) -> Ran {
    satranj(&format!("solve exchange - --json {arguments}")).input(map).call()
}

fn solved(map: &str, arguments: &str) -> Value {
    valid(run(map, arguments).exits(0).json())
}

/// The fewest steps, the same by all methods and with and without a precheck.
fn least(map: &str, arguments: &str) -> Option<u64> {
    let answers = METHODS.map(|method| {
        let document = solved(map, &format!("--method {method} {arguments}"));
        if document["status"] == "unsatisfiable" {
            return None;
        }
        assert_eq!(document["status"], "optimal", "{document}");
        assert_eq!(document["verified"], true);
        document["objective"].as_u64()
    });
    assert_eq!(answers[0], answers[1], "{map} {arguments}");
    answers[0]
}

#[test]
fn guarini_takes_16_moves_or_4_steps() {
    assert_eq!(least(GUARINI, ""), Some(16));
    assert_eq!(least(GUARINI, "--parallel"), Some(4));
    let document = solved(GUARINI, "--method native:bfs");
    assert_eq!(document["solution"]["moves"].as_array().map(Vec::len), Some(16));
    assert!(document["solution"]["steps"].is_null());
    let document = solved(GUARINI, "--method native:bfs --parallel");
    let steps = document["solution"]["steps"].as_array().expect("steps");
    let moves: u64 = steps.iter().filter_map(Value::as_u64).sum();
    assert_eq!((steps.len(), moves), (4, 16));
}

/// Three against three on four rows of three (Dudeney, and Gardner after him).
#[test]
fn six_knights_take_16_moves_or_5_steps() {
    assert_eq!(least("nnn\n...\n...\nNNN\n", ""), Some(16));
    assert_eq!(least("nnn\n...\n...\nNNN\n", "--parallel"), Some(5));
}

/// The knights' moves on the border of 3x3 form one cycle, on which none can pass another: their
/// cyclic order stays the same.
#[test]
fn another_order_in_the_cycle_is_out_of_reach() {
    let map = "n.n\n...\nN.N\n\nn.N\n...\nN.n\n";
    assert_eq!(least(map, ""), None);
    assert_eq!(least(map, "--parallel"), None);
    for method in METHODS {
        let document = run(map, &format!("--method {method}")).exits(0).json();
        // No formula states it, but the plain search of the checker meets all arrangements.
        assert_eq!(document["certificate"]["kind"], "search", "{method}: {document}");
    }
}

#[test]
fn what_cannot_leave_a_part_of_the_board_is_a_reason() {
    for (map, piece, squares) in [
        // A bishop keeps its colour.
        ("b..\n...\n\n.b.\n...\n", "b", json!(["a2", "b1", "c2"])),
        // No knight reaches or leaves the centre of 3x3.
        ("...\n.n.\n...\n\nn..\n...\n...\n", "n", json!(["b2"])),
        // Behind a wall.
        ("R#.\n.#.\n\n.#R\n.#.\n", "R", json!(["a1", "a2"])),
    ] {
        for method in METHODS {
            for precheck in ["on", "off"] {
                let arguments = format!("--method {method} --precheck {precheck}");
                let document = solved(map, &arguments);
                assert_eq!(document["status"], "unsatisfiable", "{map}");
                let certificate = &document["certificate"];
                let mut named: Vec<&str> = certificate["squares"]
                    .as_array()
                    .unwrap_or_else(|| panic!("{document}"))
                    .iter()
                    .filter_map(Value::as_str)
                    .collect();
                named.sort_unstable();
                assert_eq!((&certificate["piece"], json!(named)), (&json!(piece), squares.clone()));
            }
        }
    }
}

#[test]
fn a_king_may_take_the_centre_of_the_knights() {
    // The king is not in any knight's way.
    assert_eq!(least("n.n\n.K.\nN.N\n\nN.N\n.K.\nn.n\n", ""), Some(16));
}

#[test]
fn kings_with_room_between_them_go_straight_by_the_default() {
    // The bound is exact, while a search in layers would keep every order of the moves.
    let document = solved("kkkkk\n.....\n.....\n.....\nKKKKK\n", "--node-limit 100000");
    assert_eq!(document["objective"], 40);
    assert_eq!(document["method"], "auto");
    let turns = document["portfolio"].as_array().expect("the turns");
    let last = turns.last().expect("a turn");
    assert_eq!((&last["method"], &last["ended"]), (&json!("graph:astar"), &json!("answered")));
}

#[test]
fn pieces_that_slide_are_stopped_by_others() {
    // Two rooks in one row cannot pass; in two rows one steps aside.
    assert_eq!(least("r..R\n", ""), None);
    assert_eq!(least("r..R\n....\n", ""), Some(4));
    assert_eq!(least("q..Q\n....\n", ""), Some(4));
    // Queens of one colour are alike: no move is needed.
    assert_eq!(least("q..q\n\nq..q\n", ""), Some(0));
    assert_eq!(least("q..q\n\nq..q\n", "--parallel"), Some(0));
}

#[test]
fn a_single_piece_takes_a_shortest_path() {
    for (piece, goal, moves) in
        [("N", "h8", 6), ("N", "b2", 4), ("K", "h8", 7), ("Q", "h7", 2), ("R", "c5", 2)]
    {
        let map = |square: &str| -> String {
            let column = usize::from(square.as_bytes()[0] - b'a');
            let row = usize::from(b'8' - square.as_bytes()[1]);
            let cell = |at: usize| if at == row * 8 + column { piece } else { "." };
            (0..8)
                .map(|row| (0..8).map(|column| cell(row * 8 + column)).collect::<String>() + "\n")
                .collect()
        };
        let exchange = format!("{}\n{}", map("a1"), map(goal));
        assert_eq!(least(&exchange, ""), Some(moves), "{piece} to {goal}");
        let name = match piece {
            "N" => "knight",
            "K" => "king",
            "Q" => "queen",
            _ => "rook",
        };
        let route =
            satranj(&format!("solve route 8x8 --from a1 --to {goal} --piece {name} --json")).call();
        if route.code == Some(0) {
            assert_eq!(route.json()["objective"], json!(moves), "{piece} to {goal}");
        }
    }
}

#[test]
fn at_most_asks_for_any_plan() {
    for method in METHODS {
        let within = |most: u64| solved(GUARINI, &format!("--method {method} --at-most {most}"));
        assert_eq!(within(16)["status"], "satisfied");
        assert_eq!(within(15)["status"], "unsatisfiable");
        assert_eq!(within(0)["status"], "unsatisfiable");
        assert_eq!(within(u64::MAX)["status"], "satisfied");
    }
}

/// All four knights go around together, in either direction.
#[test]
fn all_shortest_plans_are_listed_and_counted() {
    for (map, arguments, expected) in [
        (GUARINI, "--parallel", Some(2)),
        ("r..R\n....\n", "", None),
        ("q..q\n\nq..q\n", "", Some(1)),
    ] {
        let document = solved(map, &format!("--method native:bfs --all {arguments}"));
        let listed = document["solutions"].as_array().map(Vec::len).expect("solutions");
        assert!(listed > 0 && expected.is_none_or(|expected| expected == listed), "{listed}");
        let line = format!("count exchange - --json --method native:bfs {arguments}");
        let counted = valid(satranj(&line).input(map).call().exits(0).json());
        assert_eq!(counted["count"], json!(listed.to_string()), "{map} {arguments}");
    }
}

#[test]
fn maps_are_read_as_they_come() {
    for map in [
        "n.n\r\n...\r\nN.N\r\n",
        "\u{feff}n.n\n...\nN.N\n",
        "n.n\n...\nN.N",
        "n.n  \n...\nN.N\t\n\n\n",
        "\n\nn.n\n...\nN.N\n",
        "n.n\r\n...\r\nN.N\r\n\r\n\r\nN.N\r\n...\r\nn.n",
    ] {
        assert_eq!(solved(map, "--method native:bfs")["objective"], 16, "{map:?}");
    }
}

#[test]
fn nothing_to_move_takes_no_move() {
    assert_eq!(least("...\n...\n", ""), Some(0));
    assert_eq!(least("#\n", ""), Some(0));
}

/// 25 squares, 5 against 5 queens and a king: too many arrangements for the limits on nodes and
/// memory below.
const LARGE: &str = include_str!("../maps/queens-5x5.txt");

/// Kings that cannot pass one another: a search through all arrangements does not end.
const CORRIDOR: &str = include_str!("../maps/corridor-1x60.txt");

#[test]
fn limits_end_every_search() {
    for method in METHODS {
        for parallel in ["", "--parallel"] {
            let limited = |map: &str, limit: &str| {
                run(map, &format!("--method {method} {parallel} {limit}")).exits(3)
            };
            let document = valid(limited(LARGE, "--node-limit 5000").json());
            assert_eq!(document["reason"], "node_limit", "{method}");
            assert_eq!(document["statistics"]["nodes"], 5000, "{method}");
            let ran = limited(CORRIDOR, "--time-limit 200ms");
            let document = valid(ran.ends_soon_after(Duration::from_millis(200)).json());
            assert_eq!(document["reason"], "time_limit", "{method}");
            let document = valid(limited(LARGE, "--memory-limit 64MiB").json());
            assert_eq!(document["reason"], "memory_limit", "{method}");
        }
    }
}

#[test]
fn boards_beyond_128_bits_are_for_breadth_first_search() {
    let row = ".".repeat(20);
    let map = format!("n{row}\n{row}.\n.{row}\n{row}N\n");
    let document = solved(&map, "--method native:bfs");
    assert_eq!(document["status"], "optimal");
    assert_eq!(document["objective"], 22);
    let ran = run(&map, "--method graph:astar");
    assert_ne!(ran.code, Some(0));
    assert!(ran.stderr.contains("fits in 128 bits"), "{}", ran.stderr);
}
