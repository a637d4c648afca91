//! Longest paths and cycles: known lengths, what cannot be asked, and wrong documents.

use serde_json::json;

use crate::harness::{
    answer,
    checked::{document, rejects},
    complaint, folder, satranj, write,
};

/// OEIS A003192 and its table of rectangles, A157416, A165143, A099155 and A000937.
#[test]
fn known_lengths() {
    for (line, length) in [
        ("tour 4x4 --longest", 14),
        ("tour 5x5 --longest --closed", 24),
        ("tour 5x5 --uncrossed", 10),
        ("tour 5x5 --uncrossed --closed", 8),
        ("tour 3x9 --uncrossed", 10),
        ("tour 4x8 --uncrossed", 13),
        ("tour 3x3 --induced --closed", 8),
        ("tour 4x4 --induced --closed", 10),
        ("hamilton hypercube:4 --path --induced", 7),
        ("hamilton hypercube:4 --induced", 8),
    ] {
        let said = document(&format!("solve {line} --check none"));
        assert_eq!((&said["status"], &said["objective"]), (&json!("optimal"), &json!(length)));
        let longer = format!("solve {line} --at-least");
        let said = document(&format!("{longer} {length} --check none"));
        assert_eq!(said["status"], "satisfied", "{line}");
        let said = document(&format!("{longer} {} --check none", length + 1));
        assert_eq!(said["status"], "unsatisfiable", "{line}");
    }
}

#[test]
fn an_optimum_has_a_proof_and_a_count() {
    let said = document("solve tour 4x4 --uncrossed --check full");
    assert_eq!(said["certificate"]["bound"], "at least 6");
    let all = document("solve tour 4x4 --uncrossed --all");
    let count = document("count tour 4x4 --uncrossed --up-to-symmetry");
    assert_eq!(
        all["solutions"].as_array().map(|all| all.len().to_string()).as_deref(),
        count["count"].as_str()
    );
}

#[test]
fn a_formula_for_a_length_is_decoded() {
    let folder = folder();
    let line = "export tour 4x4 --uncrossed --at-least 5 -o path.cnf";
    satranj(line).within(folder.path()).run().exits(0);
    let formula = std::fs::read(folder.path().join("path.cnf")).unwrap();
    let mut solver = varisat::Solver::new();
    solver.add_dimacs_cnf(&formula[..]).unwrap();
    assert!(solver.solve().unwrap());
    let model = solver.model().unwrap();
    let model: Vec<String> = model.iter().map(|literal| literal.to_dimacs().to_string()).collect();
    write(folder.path(), "model", format!("s SATISFIABLE\nv {} 0\n", model.join(" ")));
    let said = satranj("decode path.cnf.map.json model --json").within(folder.path()).run();
    assert_eq!(said.exits(0).json()["solution"]["path"].as_array().map(Vec::len), Some(6));
    let refused = complaint("export tour 4x4 --longest", 2);
    assert!(refused.contains("--at-least"), "{refused}");
}

#[test]
fn a_longer_path_is_refuted_in_parts() {
    let folder = folder();
    let within = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    within("shard solve tour 4x4 --uncrossed --at-least 6 --parts 2 -o job.json");
    for part in 0..2 {
        within(&format!("part job.json {part} -o parts"));
    }
    assert_eq!(within("merge job.json parts --json").json()["status"], "unsatisfiable");
}

#[test]
fn the_text_says_that_a_longest_path_is_optimal() {
    assert!(answer("solve tour 4x4 --longest --format text").text().contains("optimal: 14,"));
}

#[test]
fn wrong_paths_are_rejected() {
    let tour = document("solve tour 5x5");
    for (asked, words) in [
        (json!({"uncrossed": true}), "cross"),
        (json!({"induced": true}), "are linked, but do not follow each other"),
        (json!({"at_least": 25}), "has 24 moves, but needs 25"),
    ] {
        let mut wrong = tour.clone();
        wrong["puzzle"]["longest"] = asked;
        wrong.as_object_mut().unwrap().remove("instance");
        rejects(&wrong, words);
    }
    // The colours show that there is no tour, not that there is no path.
    let mut wrong = document("solve tour 5x5 --closed");
    wrong["puzzle"]["longest"] = json!({});
    wrong.as_object_mut().unwrap().remove("instance");
    rejects(&wrong, "certificate");
    let mut short = document("solve tour 4x4 --longest --check none");
    short["solution"]["path"].as_array_mut().unwrap().pop();
    short["objective"] = json!(13);
    rejects(&short, "not optimal");
}
