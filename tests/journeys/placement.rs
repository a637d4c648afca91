//! A user places pieces: queens, any piece, armies, dominations, counts, symmetry.

use std::collections::BTreeSet;

use crate::harness::{
    answer,
    checked::{document, rejects, squares, verifies},
    satranj,
    schema::valid,
};
use serde_json::{Value, json};

#[test]
fn eight_queens() {
    let solved = document("solve queens 8");
    assert_eq!((&solved["status"], &solved["verified"]), (&json!("satisfied"), &json!(true)));
    assert_eq!(squares(&solved["solution"]).len(), 8);
    assert_eq!(solved["puzzle"], json!({"kind": "queens", "n": 8}));
    verifies(&solved, "the solution is right");
    let again = satranj("solve --from - --json").input(solved.to_string()).call().exits(0).json();
    assert_eq!((&again["puzzle"], &again["instance"]), (&solved["puzzle"], &solved["instance"]));
    let mut wrong = solved.clone();
    wrong["solution"]["squares"][0] = wrong["solution"]["squares"][1].clone();
    rejects(&wrong, "attack one another");
    let drawn = answer("solve queens 8 --format text");
    assert_eq!(drawn.text().matches('Q').count() + drawn.text().matches('♛').count(), 8);
}

#[test]
fn given_and_blocked_queens() {
    let solved = document("solve queens 8 --given a1 --block b3,c5");
    let stand = squares(&solved["solution"]);
    assert!(stand.contains(&"a1".to_string()) && !stand.contains(&"b3".to_string()));
    let none = document("solve queens 8 --given a1,c3");
    assert_eq!(none["status"], "unsatisfiable");
    assert_eq!(none["certificate"], json!({"kind": "given_pieces", "squares": ["a1", "c3"]}));
    verifies(&none, "the certificate proves");
    let mut wrong = none.clone();
    wrong["certificate"]["squares"] = json!(["a1", "b3"]);
    rejects(&wrong, "b3 is not given");
    // A blocked square holds no queen but does not shield: still one queen a row.
    let blocked = document("solve queens 4 --block a2,b4 --method native:dfs");
    assert_eq!(squares(&blocked["solution"]), ["a3", "b1", "c4", "d2"]);
}

#[test]
fn heuristics_that_find_nothing_prove_nothing() {
    for method in ["native:hill-climbing", "native:min-conflicts"] {
        let line = format!("solve queens 3 --method {method} --restarts 20 --json");
        let document = valid(satranj(&line).call().exits(3).json());
        assert_eq!(document["status"], "unknown", "{method}");
        assert_eq!(document["reason"], "incomplete_method", "{method}");
    }
    for method in ["sat:lines", "native:dfs", "native:bitmask", "native:construct"] {
        let none = document(&format!("solve queens 3 --method {method}"));
        assert_eq!(none["status"], "unsatisfiable", "{method}");
    }
}

#[test]
fn every_seed_gives_its_own_bytes() {
    for method in ["native:hill-climbing", "native:min-conflicts"] {
        let solve = |seed: u32| {
            let line = format!("solve queens 20 --method {method} --seed {seed}");
            document(&line)["solution"].clone()
        };
        assert_eq!(solve(1), solve(1), "{method}");
        let different: BTreeSet<String> = (1..6).map(|seed| solve(seed).to_string()).collect();
        assert!(different.len() > 1, "{method}");
    }
}

#[test]
fn the_most_pieces_are_proved_by_certificates() {
    for (line, most, kind) in [
        ("place 8x8 --piece knight", 32, "matching"),
        ("place 8x8 --piece bishop", 14, "clique_cover"),
        ("place 8x8 --piece king", 16, "clique_cover"),
        ("place 8x8 --piece rook", 8, "clique_cover"),
        ("place 8x8 --piece queen", 8, "clique_cover"),
        ("place 7x7 --piece camel", 28, "matching"),
    ] {
        let solved = document(&format!("solve {line}"));
        assert_eq!(solved["status"], "optimal", "{line}: {solved}");
        if line.contains("camel") {
            // A camel stays on its colour, but its graph still has two colours.
            assert!(solved["objective"].as_u64() >= Some(25), "{solved}");
        } else {
            assert_eq!(solved["objective"], most, "{line}");
        }
        assert_eq!(solved["certificate"]["kind"], kind, "{line}: {solved}");
        verifies(&solved, "the certificate proves that none is better");
        let mut fewer = solved.clone();
        fewer["solution"]["squares"].as_array_mut().expect("squares").pop();
        fewer["objective"] = json!(fewer["objective"].as_u64().expect("a number") - 1);
        rejects(&fewer, "the solution is not optimal: one more piece fits on");
        let mut torn = solved.clone();
        let list = if kind == "matching" { "pairs" } else { "groups" };
        torn["certificate"][list].as_array_mut().expect("a list").pop();
        rejects(&torn, "the certificate does not hold");
    }
}

#[test]
fn too_many_pieces_are_refused_with_a_reason() {
    for (line, kind) in [
        ("place 8x8 --piece knight --count 33", "matching"),
        ("place 5x5 --piece king --count 10", "clique_cover"),
        ("place 4x6 --piece rook --count 5", "clique_cover"),
    ] {
        let none = document(&format!("solve {line}"));
        assert_eq!(none["status"], "unsatisfiable", "{line}");
        assert_eq!(none["certificate"]["kind"], kind, "{line}");
        verifies(&none, "the certificate proves that there is no solution");
    }
    // The same without a precheck: by a method's own proof or exhaustion.
    for method in ["graph:search", "sat:lines", "sat:edges", "native:dfs"] {
        let line =
            format!("solve place 4x4 --piece rook --count 5 --precheck off --method {method}");
        assert_eq!(document(&line)["status"], "unsatisfiable", "{method}");
    }
}

#[test]
fn blocked_squares_stop_sliders() {
    let solved = document("solve place 1x5 --piece rook --block c1");
    assert_eq!((&solved["objective"], &solved["status"]), (&json!(2), &json!("optimal")));
}

#[test]
fn armies() {
    let line = "solve place 8x8 --army queen=4,knight=5 --method sat:lines";
    let solved = document(line);
    let pieces: Vec<&str> = solved["solution"]["pieces"]
        .as_array()
        .expect("pieces")
        .iter()
        .map(|piece| piece.as_str().expect("a name"))
        .collect();
    assert_eq!(pieces.iter().filter(|piece| **piece == "queen").count(), 4);
    assert_eq!(pieces.iter().filter(|piece| **piece == "knight").count(), 5);
    verifies(&solved, "the solution is right");
    let mut exchanged = solved.clone();
    let list = exchanged["solution"]["pieces"].as_array_mut().expect("pieces");
    for piece in list {
        *piece = json!(if piece == "queen" { "knight" } else { "queen" });
    }
    rejects(&exchanged, "are on the board");
    let given = document("solve place 5x5 --army queen=1,knight=2 --given queen@a1");
    let at = squares(&given["solution"]).iter().position(|square| square == "a1").expect("a1");
    assert_eq!(given["solution"]["pieces"][at], "queen");
}

/// Commas in the names of leapers and riders are not separators.
#[test]
fn armies_of_leapers() {
    let line = "solve place 6x6 --army knight,leaper:1,3=2 --given leaper:1,3@b5,knight@a1";
    let solved = document(&format!("{line} --count 2"));
    let pieces: Vec<String> =
        serde_json::from_value(solved["solution"]["pieces"].clone()).expect("pieces");
    assert_eq!(pieces.iter().filter(|piece| *piece == "leaper:1,3").count(), 2);
    let at = squares(&solved["solution"]).iter().position(|square| square == "b5").expect("b5");
    assert_eq!(pieces[at], "leaper:1,3");
    verifies(&solved, "the solution is right");
}

/// A250000: two armies of equally many queens that do not attack each other.
#[test]
fn peaceable_queens() {
    for (n, most) in [(1, 0), (2, 0), (3, 1), (4, 2), (5, 4)] {
        let line = format!("solve place {n}x{n} --army white:queen,black:queen --method sat:lines");
        let solved = document(&line);
        assert_eq!((&solved["status"], &solved["objective"]), (&json!("optimal"), &json!(most)));
        assert_eq!(squares(&solved["solution"]).len(), 2 * most);
        verifies(&solved, "an exhaustive search finds none better");
    }
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn dominations() {
    for (line, least) in [
        ("dominate 8x8 --piece queen", 5),
        ("dominate 8x8 --piece queen --independent", 5),
        ("dominate 8x8 --piece rook", 8),
        ("dominate 7x7 --piece king", 9),
        ("dominate 6x6 --piece knight --total", 8),
        ("dominate 5x5 --piece knight", 5),
    ] {
        let solved = document(&format!("solve {line}"));
        assert_eq!((&solved["status"], &solved["objective"]), (&json!("optimal"), &json!(least)));
        verifies(&solved, "the solution is right");
        let mut fewer = solved.clone();
        fewer["solution"]["squares"].as_array_mut().expect("squares").pop();
        rejects(&fewer, "is not attacked");
    }
    // No knight attacks the middle of 3x3.
    let none = document("solve dominate 3x3 --piece knight --total");
    assert_eq!(none["certificate"], json!({"kind": "unattackable", "squares": ["b2"]}));
    verifies(&none, "the certificate proves");
    assert_eq!(document("solve dominate 8x8 --piece queen --count 4")["status"], "unsatisfiable");
}

/// A piece on b1 is attacked by one on a1, so none can be added, but a1 is not dominated.
#[test]
fn least_needs_moves_that_can_be_taken_back() {
    let complaint = satranj("solve place 1x3 --piece betza:rW --least").call().complains(2);
    assert_eq!(complaint, "--least: some moves of betza:rW cannot be taken back");
    assert_eq!(document("solve place 3x3 --piece betza:F --least")["objective"], 3);
}

/// Perfect, efficient and largest minimal dominations; forged ones are refused.
#[test]
fn the_family_of_dominations() {
    for (line, best) in [
        ("place 6x6 --piece queen --least", json!(4)),
        ("dominate 5x5 --piece king --perfect", json!(4)),
        ("dominate 4x4 --piece wazir --efficient", json!(4)),
        ("dominate 4x5 --piece wazir --efficient", json!(null)),
        ("dominate 4x4 --piece bishop --most", json!(6)),
        ("dominate 2x2 --piece wazir --total --perfect", json!(2)),
    ] {
        let solved = document(&format!("solve {line}"));
        assert_eq!(solved["objective"], best, "{line}");
        assert_eq!(solved["verified"], true, "{line}");
        if best.is_null() {
            assert_eq!(solved["status"], "unsatisfiable");
            continue;
        }
        verifies(&solved, "the solution is right");
        let counted = document(&format!("count {line}"));
        let all = document(&format!("solve {line} --all"));
        let number = all["solutions"].as_array().expect("solutions").len();
        assert_eq!(counted["count"], number.to_string(), "{line}");
    }
    let mut twice = document("solve dominate 3x3 --piece king --perfect");
    assert_eq!(squares(&twice["solution"]), ["b2"]);
    twice["solution"]["squares"] = json!(["a2", "c2"]);
    rejects(&twice, "is attacked twice");
    let mut spare = document("solve dominate 3x3 --piece rook --most");
    spare["solution"]["squares"].as_array_mut().expect("squares").push(json!("c1"));
    let taken = squares(&spare["solution"]);
    assert_eq!(taken.len(), 4, "{taken:?}");
    rejects(&spare, "");
    let fewer = document("solve dominate 3x3 --piece rook --most");
    assert_eq!(fewer["puzzle"]["count"], "max");
}

#[test]
fn solutions_up_to_symmetry() {
    for (line, classes, all) in [
        ("queens 8", 12, 92),
        ("queens 6", 1, 4),
        ("place 4x4 --piece knight --count 8", 3, 6),
        ("place 4x4 --piece bishop", 3, 16),
        ("place 8x8 --piece bishop", 36, 256),
        ("dominate 4x4 --piece queen", 3, 12),
    ] {
        let listed = document(&format!("solve {line} --all --up-to-symmetry"));
        assert_eq!(listed["status"], "all_solutions", "{line}");
        let sizes: Vec<u64> =
            serde_json::from_value(listed["orbit_sizes"].clone()).expect("orbit sizes");
        let every = document(&format!("solve {line} --all"));
        let number = every["solutions"].as_array().expect("solutions").len();
        assert_eq!(sizes.iter().sum::<u64>(), number as u64, "{line}");
        if !line.contains("dominate") {
            assert_eq!((sizes.len(), number), (classes, all), "{line}");
        }
        verifies(&listed, "right");
        let mut wrong = listed.clone();
        wrong["orbit_sizes"][0] = json!(sizes[0] + 1);
        rejects(&wrong, "its orbit size is");
    }
    // Here too it is shown that none has more pieces.
    let kings = document("solve place 4x4 --piece king --all");
    assert_eq!(kings["certificate"]["kind"], "clique_cover");
    verifies(&kings, "all 79 solutions are right and different, and the certificate proves");
    let some = document("solve queens 8 -n 5 --up-to-symmetry");
    assert_eq!(some["solutions"].as_array().map(Vec::len), Some(5));
    assert_eq!(some["status"], "satisfied");
}

/// Given and blocked squares break the symmetry of the board.
#[test]
fn symmetries_keep_what_is_stated() {
    // Of the 92 solutions 4 have a queen on a1; the reflection in the diagonal keeps a1.
    let corner = document("solve queens 8 --given a1 --all --up-to-symmetry");
    assert_eq!(corner["orbit_sizes"], json!([2, 2]));
    let side = document("solve queens 8 --given b1 --all --up-to-symmetry");
    let sizes = side["orbit_sizes"].as_array().expect("sizes").len();
    assert_eq!(
        sizes,
        document("count queens 8 --given b1")["count"]
            .as_str()
            .map_or(0, |count| { count.parse().expect("a number") })
    );
    let rook = document("count place 2x3 --piece rook --count 2 --up-to-symmetry");
    assert_eq!((&rook["count"], &rook["up_to_symmetry"]), (&json!("6"), &json!("2")));
    let rook = document("count place 2x3 --piece rook --count 2 --block a1 --up-to-symmetry");
    assert_eq!(rook["count"], rook["up_to_symmetry"]);
}

#[test]
fn counts() {
    let queens = document("count queens 8 --up-to-symmetry");
    assert_eq!((&queens["count"], &queens["up_to_symmetry"]), (&json!("92"), &json!("12")));
    for method in ["native:bitmask", "native:dfs", "sat:lines", "graph:search"] {
        let counted = document(&format!("count queens 7 --method {method}"));
        assert_eq!(counted["count"], "40", "{method}");
    }
    let knights = document("count place 4x4 --piece knight --counts-by-k");
    let by_k: Vec<String> = serde_json::from_value(knights["counts_by_k"].clone()).expect("counts");
    assert_eq!(by_k, ["1", "16", "96", "276", "412", "340", "170", "48", "6"]);
    assert_eq!((&knights["count"], &knights["objective"]), (&json!("6"), &json!(8)));
    let rooks = document("count place 100x100 --piece rook");
    assert_eq!(rooks["count"].as_str().map(str::len), Some(158), "100!");
    let none = document("count place 4x4 --piece rook --count 5");
    assert_eq!((&none["count"], &none["status"]), (&json!("0"), &json!("unsatisfiable")));
    assert_eq!(none["certificate"]["kind"], "clique_cover");
    let text = answer("count place 3x3 --piece king --counts-by-k --format text");
    for line in ["   0  1", "   1  9", "   2 16", "   3  8", "   4  1"] {
        assert!(text.text().contains(line), "{}", text.report());
    }
}

#[test]
fn how_often_a_heuristic_succeeds() {
    let line = "solve queens 8 --method native:hill-climbing --restarts 0 --seeds 1..200";
    let seeds = document(line);
    assert_eq!((&seeds["runs"], &seeds["first_seed"]), (&json!(200), &json!(1)));
    let (solved, share) = (seeds["solved"].as_u64(), seeds["share"].as_f64());
    assert!(solved > Some(20) && solved < Some(200), "{seeds}");
    assert_eq!(share, solved.map(|solved| solved as f64 / 200.0));
    assert!(seeds["steps_solved"]["median"].as_f64() >= Some(1.0), "{seeds}");
    let mut again = document(line);
    for measured in ["total_seconds", "cpu_seconds"] {
        again[measured] = seeds[measured].clone();
    }
    assert_eq!(again, seeds);
    // A run that reaches its node limit is unsolved, and one may prove that there is no solution.
    let short =
        document("solve queens 8 --method native:hill-climbing --seeds 1..50 --node-limit 5");
    assert_eq!((&short["runs"], &short["reason"]), (&json!(50), &Value::Null), "{short}");
    assert!(short["solved"].as_u64() < Some(50), "{short}");
    let none = document("solve queens 3 --method native:dfs --seeds 1..3");
    assert_eq!((&none["refuted"], &none["solved"]), (&json!(3), &json!(0)));
    let text = answer("solve queens 8 --method native:min-conflicts --seeds 5 --format text");
    assert!(text.text().contains("1 of 1 runs solved and verified"), "{}", text.report());
}

#[test]
fn counts_and_optima_are_compared() {
    let counted = document("compare place 5x5 --piece knight --count 5 --counting --runs 1");
    assert_eq!(counted["agreement"], true);
    let runs = counted["runs"].as_array().expect("runs");
    assert!(runs.len() >= 4, "{counted}");
    for run in runs {
        assert_eq!(run["count"], "9386", "{run}");
    }
    let best = document("compare place 5x5 --piece knight --runs 1 --warmup 0");
    for run in best["runs"].as_array().expect("runs") {
        assert_eq!(run["objective"], 13, "{run}");
    }
    let text = answer("compare place 5x5 --piece knight --runs 1 --warmup 0 --format text");
    assert!(text.text().contains("optimum 13, verified"), "{}", text.report());
}

#[test]
fn long_lines_are_checked_soon() {
    for line in ["solve place 1x10000 --piece rook", "solve place 300x300 --piece rook --count 301"]
    {
        let solved = document(line);
        assert_eq!(solved["certificate"]["kind"], "clique_cover", "{line}");
    }
    let rooks = document("count place 3000x3000 --piece rook --count 3 --memory-limit 200MiB");
    assert_eq!(rooks["status"], "all_solutions");
}

/// Queens on a large board, placed by the methods for large boards.
fn queens_on_a_large_board(queens: usize) {
    for method in ["native:construct", "native:min-conflicts"] {
        let solved = answer(&format!("solve queens {queens} --method {method} --json")).json();
        assert_eq!(solved["status"], "satisfied");
        assert_eq!(squares(&solved["solution"]).len(), queens);
    }
}

#[test]
fn a_hundred_thousand_queens() {
    queens_on_a_large_board(100_000);
}

#[test]
#[ignore = "takes a quarter of a minute unoptimised; `.ci/run` runs it"]
fn a_million_queens() {
    queens_on_a_large_board(1_000_000);
}
