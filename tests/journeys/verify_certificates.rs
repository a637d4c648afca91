//! `satranj verify`: certificates that hold, and forged ones.

use serde_json::{Value, json};

use crate::{
    harness::document,
    verify::{fails, holds, tour, verdict, with, without},
};

#[test]
fn certificates_hold() {
    for (arguments, kind) in [
        (&["3x3"][..], "low_degree"),
        (&["8x8", "--piece", "camel"], "disconnected"),
        (&["2x3", "--piece", "king", "--closed", "--block", "b2"], "articulation"),
        (&["5x5", "--closed"], "colour_parity"),
        (&["5x5", "--start", "b1"], "colour_parity"),
        (&["6x6", "--given", "c3-a2,c3-e2,c3-b5"], "given_moves"),
        (&["6x6", "--at", "a1=1,b3=5"], "given_times"),
        (&["6x6", "--closed", "--symmetry", "mirror"], "symmetry"),
        (&["80x80", "--closed", "--symmetry", "quarter-turn"], "symmetry"),
    ] {
        let document = document(&[&["solve", "tour"], arguments].concat());
        assert_eq!(document["certificate"]["kind"], kind);
        holds(&document, "the certificate proves that there is no solution");
    }
}

#[test]
fn wrong_certificates() {
    let none = document(&["solve", "tour", "5x5", "--closed"]);
    let class: Vec<Value> = none["certificate"]["squares"].as_array().unwrap().clone();
    let fewer = with(&none, "/certificate/squares", json!(class[1..]));
    fails(
        &fewer,
        "the certificate does not hold: a tour can visit 12 squares of one colour among its 25",
    );
    let twice = with(&none, "/certificate/squares/3", class[0].clone());
    fails(&twice, "the certificate does not hold: it names square a5 twice");
    let outside = with(&none, "/certificate/squares/3", "f6");
    fails(&outside, "the certificate does not hold: f6 is not a free square of the board");
    let low = with(&none, "/certificate", json!({"kind": "low_degree", "squares": ["a1"]}));
    fails(&low, "the certificate does not hold: a1 has 2 moves, which are enough to pass through");
    let parts = json!({"kind": "disconnected", "squares": ["a1", "b3", "c2"]});
    let (code, message) = verdict(&with(&none, "/certificate", parts).to_string());
    assert_eq!(code, Some(4));
    assert!(message.contains("the move b3-"), "{message}");
    let cut = json!({"kind": "articulation", "squares": ["c3"]});
    fails(
        &with(&none, "/certificate", cut),
        "the certificate does not hold: without c3 there is 1 part, which a tour can join",
    );
    let given = json!({"kind": "given_moves", "squares": ["c3", "a2", "e2", "b5"]});
    fails(&with(&none, "/certificate", given), "the certificate does not hold: c3-a2 is not given");
    // A certificate beside a solution is wrong, whatever it shows.
    let mut both = tour();
    both["certificate"] = none["certificate"].clone();
    let (code, message) = verdict(&both.to_string());
    assert_eq!(code, Some(4));
    let problem = "the document claims a solution, but its certificate `colour_parity` proves that \
                   none exists";
    assert!(message.contains(problem), "{message}");
}

#[test]
fn forged_certificates_of_times_and_symmetries() {
    let none = document(&["solve", "tour", "6x6", "--at", "a1=1,b3=5,c5=6"]);
    for (squares, problem) in [
        (json!(["a1", "b3", "c5"]), "it names 3 squares, not two"),
        (json!(["a1", "a3"]), "square a3 has no time"),
        (json!(["b3", "a1"]), "b3 comes after a1"),
        (json!(["b3", "c5"]), "a walk of 1 steps leads from b3 to c5, and 1 are allowed"),
    ] {
        let forged = json!({"kind": "given_times", "squares": squares});
        let problem = format!("the certificate does not hold: {problem}");
        fails(&with(&none, "/certificate", forged), &problem);
    }
    let none = document(&["solve", "tour", "8x8", "--closed", "--symmetry", "quarter-turn"]);
    let uncoloured = json!({"kind": "symmetry", "squares": ["a1", "b2"]});
    fails(
        &with(&none, "/certificate", uncoloured),
        "the certificate does not hold: the quarter-turn may shift the closed tour of 64 squares by \
         16 of its moves",
    );
    // The certificate of one puzzle does not hold for another: these have such tours.
    let certificate = none["certificate"].clone();
    for (symmetry, problem) in [
        ("half-turn", "the half-turn may shift the closed tour of 64 squares by 32 of its moves"),
        ("mirror", "the mirror may shift"),
    ] {
        let other = with(&none, "/puzzle/symmetry", json!(symmetry));
        let other = with(&without(&other, "instance"), "/certificate", certificate.clone());
        if symmetry == "mirror" {
            // A mirror of 8x8 exchanges the colours, but half a tour has 32 moves: the same reason.
            holds(&other, "the certificate proves that there is no solution");
        } else {
            fails(&other, &format!("the certificate does not hold: {problem}"));
        }
    }
    // On one row a flip moves no square.
    let row = document(&["solve", "tour", "1x5", "--piece", "wazir", "--symmetry", "flip"]);
    let forged = with(&row, "/status", json!("unsatisfiable"));
    let forged = with(&with(&forged, "/solution", Value::Null), "/verified", json!(true));
    let forged = with(&forged, "/certificate", json!({"kind": "symmetry", "squares": []}));
    fails(
        &forged,
        "the certificate does not hold: the flip keeps all squares in place, so every tour has it",
    );
    let plain = with(&none, "/puzzle/symmetry", Value::Null);
    fails(&without(&plain, "instance"), "the certificate does not hold: no symmetry is stated");
}

#[test]
fn forged_sums_of_lines() {
    let queens = document(&["solve", "queens", "8", "--surface", "torus"]);
    let place = ["solve", "place", "8x8", "--piece", "queen", "--surface", "torus"];
    let most = document(&place);
    let place = document(&[&place[..], &["--count", "8"]].concat());
    let place = without(&place, "instance");
    let holds_not = |document: &Value, at_most: u32, problem: &str| {
        let forged = json!({"kind": "line_sums", "at_most": at_most});
        let problem = format!("the certificate does not hold: {problem}");
        fails(&with(document, "/certificate", forged), &problem);
    };
    holds_not(&queens, 5, "sums exclude 8 queens, or one fewer");
    holds_not(&queens, 8, "8 queens are not too few");
    holds_not(&place, 5, "sums exclude 8 queens, or one fewer");
    holds_not(&most, 7, "it allows 7 pieces, but only 6 are placed");
    let klein = with(&place, "/puzzle/board/surface", json!("klein"));
    holds_not(&klein, 6, "8x8 Klein bottle is not a torus with equal sides");
    let rooks = with(&place, "/puzzle/piece", json!("rook"));
    holds_not(&rooks, 6, "the rook does not move as a queen");
    let blocked = with(&place, "/puzzle/board/blocked", json!(["a1"]));
    holds_not(&blocked, 6, "blocked squares interrupt lines");
}

#[test]
fn forged_crossing_lines() {
    let rooks = document(&["solve", "dominate", "3x3", "--piece", "rook", "--count", "2"]);
    let rooks = without(&rooks, "instance");
    let [first, second, third] = [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]];
    let grids = json!([[first, second, third]]);
    assert_eq!(rooks["certificate"]["grids"][0].as_array().map(Vec::len), Some(3));
    let forged = |grids: Value| json!({"kind": "crossing_lines", "grids": grids});
    holds(
        &with(&rooks, "/certificate", forged(grids.clone())),
        "the certificate proves that there is no solution",
    );
    for (grids, problem) in [
        (json!([[first, second]]), "it allows 2 pieces, but 2 are requested"),
        (json!([[first, ["a2", "b2"]]]), "the rows of a grid differ in length"),
        (json!([[["a1", "b1"], ["b2", "a2"]]]), "a3 may dominate a1, but not its row or column"),
        (json!([[["a1"]], [["b2"]], [["c3"]]]), "a3 dominates more than a row and a column"),
        (json!([[first, second, ["a1", "b3", "c3"]]]), "a1 is named twice"),
        (json!([[first, second, ["a4", "b3", "c3"]]]), "a4 is not a free square of the board"),
    ] {
        let problem = format!("the certificate does not hold: {problem}");
        fails(&with(&rooks, "/certificate", forged(grids)), &problem);
    }
    let queens = with(&rooks, "/puzzle/piece", json!("queen"));
    let problem = "the certificate does not hold: ";
    let said = verdict(&with(&queens, "/certificate", forged(grids)).to_string());
    assert!(said.0 == Some(4) && said.1.contains(problem), "{said:?}");
}

/// Without directions, given edges that end at one vertex lead in and out of it.
#[test]
fn given_edges_of_an_undirected_graph_have_no_direction() {
    let forged = json!({
        "puzzle": {
            "kind": "hamilton",
            "graph": {
                "vertices": ["a", "b", "c", "d"],
                "edges": [[0, 2], [1, 2], [1, 3], [0, 3]],
            },
            "closed": true,
            "given": [["a", "c"], ["b", "c"]],
        },
        "status": "unsatisfiable",
        "solution": null,
        "certificate": {"kind": "no_two_factor", "vertices": ["a"], "successors": []},
    });
    let problem = "the certificate does not hold: the edge a-c leads to none of the successors";
    fails(&forged, problem);
}
