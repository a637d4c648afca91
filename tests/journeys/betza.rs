//! Pieces in Betza notation: limited riders, and pieces that cannot go back.

use serde_json::json;

use crate::harness::document;

#[test]
fn letters_count_as_the_pieces_that_they_are() {
    for (asked, betza, name) in [
        ("count tour 4x5 --json", "N", "knight"),
        ("count tour 3x3 --closed --json", "WF", "king"),
        ("count place 4x4 --json", "RB", "queen"),
        ("count place 5x5 --json", "FF", "bishop"),
        ("count place 4x4 --json", "W3", "rook"),
        ("count dominate 4x4 --json", "fbsWF", "king"),
        ("count tour 3x4 --surface klein --json", "fhbhN", "knight"),
    ] {
        let [one, other] = [format!("betza:{betza}"), name.into()]
            .map(|piece| document(&format!("{asked} --piece {piece}"))["count"].clone());
        assert_eq!(one, other, "{betza}");
    }
}

/// A piece that moves forward and to the sides visits rank after rank, each from one end to the
/// other: two tours. None comes back.
#[test]
fn tours_rank_by_rank() {
    for (rows, columns) in [(1, 4), (3, 3), (4, 2), (5, 5)] {
        let asked = format!("count tour {rows}x{columns} --piece betza:fWsW --json");
        assert_eq!(document(&asked)["count"], "2", "{asked}");
        let closed = format!("{asked} --closed");
        let cycles = if (rows, columns) == (1, 2) { "1" } else { "0" };
        assert_eq!(document(&closed)["count"], cycles, "{closed}");
    }
    // The moves back and forth between two squares are a cycle of a piece with one-way moves.
    assert_eq!(document("count tour 1x2 --closed --piece betza:sWfF --json")["count"], "1");
    // Around a cylinder each rank is visited from any of its squares, to one side or the other.
    let around = document("count tour 2x3 --surface cylinder --piece betza:fWsW --json");
    assert_eq!(around["count"], (3 * 2 * 2).to_string());
}

/// Two lances of shogi on one file attack one another in one direction. So n on n files have n^n
/// places; and only a lance on the first rank of each file attacks or occupies the whole board.
#[test]
fn lances() {
    for n in 1..=4_u32 {
        let placed = document(&format!("count place {n}x{n} --piece betza:fR --json"));
        assert_eq!(placed["count"], n.pow(n).to_string(), "{n}");
        let covering = document(&format!("count dominate {n}x{n} --piece betza:fR --json"));
        assert_eq!((&covering["count"], &covering["objective"]), (&json!("1"), &json!(n)), "{n}");
    }
}

#[test]
fn what_attacks_is_not_always_attacked() {
    // Only the second piece could attack the knight, and only to its left.
    let army = document("solve place 1x3 --army knight,betza:lQbsF+wazir --json");
    assert_eq!(army["objective"], 1);
    let route = document("solve route 8x8 a1 h1 --piece betza:R2 --json");
    assert_eq!(route["objective"], 4);
    let [there, back] = ["a1 a5", "a5 a1"]
        .map(|ends| document(&format!("solve route 5x5 {ends} --piece betza:fWK0fF --json")));
    assert_eq!((&there["objective"], &back["objective"]), (&json!(1), &json!(1)));
    let none = document("solve route 5x5 a5 a1 --piece betza:fRsW --json");
    assert_eq!(none["certificate"]["kind"], "disconnected");
}

/// Only the mirror keeps a gold general: it leaves three of the nine squares of 3x3 in their places.
#[test]
fn symmetries_keep_the_moves() {
    for (piece, classes) in [("WfF", "6"), ("vN", "4"), ("N", "3"), ("flF", "6")] {
        let asked =
            format!("count place 3x3 --count 1 --piece betza:{piece} --up-to-symmetry --json");
        assert_eq!(document(&asked)["up_to_symmetry"], classes, "{piece}");
    }
    let tours = document("count tour 4x4 --closed --symmetry mirror --piece betza:W3vD --json");
    assert_eq!(tours["status"], "all_solutions");
}
