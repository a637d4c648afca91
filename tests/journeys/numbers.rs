//! Numbers on the squares: published puzzles, forged solutions, proofs, exports and random puzzles.

use serde_json::{Value, json};

use crate::harness::{
    answer,
    checked::{document, rejects, verifies},
    complaint, folder, path, read, satranj, write,
};

/// A Hidato of Rosetta Code, which has one solution.
const HIDATO: &str = "\
 . 33 35  .  .  #  #  #
 .  . 24 22  .  #  #  #
 .  .  . 21  .  .  #  #
 . 26  . 13 40 11  #  #
27  .  .  .  9  .  1  #
 #  #  .  . 18  .  .  #
 #  #  #  #  .  7  .  .
 #  #  #  #  #  #  5  .
";

const SOLVED: &str = "\
32 33 35 36 37
31 34 24 22 38
30 25 23 21 12 39
29 26 20 13 40 11
27 28 14 19  9 10  1
 #  # 15 16 18  8  2
 #  #  #  # 17  7  6  3
 #  #  #  #  #  #  5  4
";

#[test]
fn a_published_puzzle_has_its_solution_by_every_method() {
    let folder = folder();
    let file = write(folder.path(), "hidato.txt", HIDATO);
    let mut numbers: Vec<(u32, String)> = Vec::new();
    for (row, line) in SOLVED.lines().enumerate() {
        for (column, word) in line.split_whitespace().enumerate() {
            if let Ok(number) = word.parse() {
                numbers.push((number, format!("{}{}", char::from(b'a' + column as u8), 8 - row)));
            }
        }
    }
    numbers.sort_unstable();
    let known: Vec<String> = numbers.into_iter().map(|(_, square)| square).collect();
    let asked = format!("solve tour @{} --piece king -n 2", file.display());
    for method in ["", "sat:position", "sat:unary-order", "sat:binary-order", "graph:search"] {
        let option = if method.is_empty() { String::new() } else { format!("--method {method}") };
        let found = document(&format!("{asked} {option}"));
        assert_eq!(found["status"], "all_solutions", "{method}");
        let solutions = found["solutions"].as_array().expect("a list");
        assert_eq!((solutions.len(), path(&solutions[0])), (1, known.clone()), "{method}");
    }
    let said = complaint(&format!("{asked} --method native:frontier"), 2);
    assert!(said.contains("native:frontier does not solve this puzzle"), "{said}");
}

#[test]
fn forged_solutions_are_refused() {
    let solved = document("solve tour 5x5 --at a1=1,e5=5,c3=25");
    verifies(&solved, "the solution is right");
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut forged = solved.clone();
        change(&mut forged);
        forged.as_object_mut().expect("fields").remove("instance");
        forged
    };
    let moved = forged(&|document| document["puzzle"]["times"] = json!({"a1": 1, "e5": 11}));
    rejects(&moved, "is visited at time 11, not e5");
    let reversed = forged(&|document| {
        document["solution"]["path"].as_array_mut().expect("a path").reverse();
    });
    rejects(&reversed, "is visited at time 1, not a1");
    let closed = document("solve tour 6x6 --closed --at a1=7,f6=17");
    verifies(&closed, "the solution is right");
    assert_eq!(path(&closed["solution"])[6], "a1");
    let mut turned = closed.clone();
    turned["solution"]["path"].as_array_mut().expect("a path").rotate_left(1);
    rejects(&turned, "is visited at time 7, not a1");
}

#[test]
fn a_square_has_one_time() {
    let twice = r#"{"kind":"tour","board":{"rows":3,"columns":4},"times":{"a1":1,"a1":2}}"#;
    let ran = satranj("solve --from -").input(twice).run();
    assert!(ran.complains(1).contains("`a1` has two times"));
}

#[test]
fn a_no_has_a_proof_and_an_export_its_names() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let asked = "tour 5x5 --at a1=1,e5=4";
    let no = document(&format!("solve {asked} --method sat:position --proof {}", file("p.drat")));
    assert_eq!((&no["status"], &no["verified"]), (&"unsatisfiable".into(), &true.into()));
    verifies(&document(&format!("solve {asked}")), "no solution");
    let cnf = file("x.cnf");
    answer(&format!("export tour 5x5 --at a1=1,c3=9 --encoding position -o {cnf}"));
    let text = read(cnf.as_ref());
    assert!(text.contains(" at(c3,8)") && !text.contains(" at(c3,6)"), "{text}");
    assert!(!text.contains(" at(b3,8)"));
}

#[test]
fn times_of_a_graph_have_the_names_of_its_vertices() {
    let folder = folder();
    let graph = write(folder.path(), "g.dot", "graph { a -- b -- c -- d -- a -- c }");
    let graph = graph.display();
    let listed = document(&format!("solve hamilton {graph} --path --at b=1;d=4 --all"));
    let paths: Vec<Vec<String>> =
        listed["solutions"].as_array().expect("a list").iter().map(path).collect();
    assert_eq!(paths.len(), 2);
    assert!(paths.iter().all(|path| path[0] == "b" && path[3] == "d"));
    // A cycle that keeps the times either way is one.
    for (asked, count) in [("a=1", "1"), ("a=1;c=3", "1"), ("a=1;b=2", "1"), ("a=1;b=3", "0")] {
        let counted = document(&format!("count hamilton {graph} --at {asked}"));
        assert_eq!(counted["count"], count, "{asked}");
    }
}

#[test]
fn random_puzzles_have_one_solution_and_a_picture() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (puzzle, board, piece) in [
        ("numbrix", "5x5", "wazir"),
        ("hidato", "5x5 --blocked 3", "king"),
        ("knight", "5x5", "knight"),
    ] {
        let asked = format!("generate tour {board} --puzzle {puzzle} --unique --seed 5");
        let map = answer(&asked).text().to_owned();
        assert_eq!(answer(&asked).text(), map);
        let map = write(folder.path(), "map.txt", map);
        answer(&format!("{asked} -o {}", file("x.json")));
        let of_map = document(&format!("solve tour @{} --piece {piece} -n 2", map.display()));
        let of_document = document(&format!("solve --from {} -n 2", file("x.json")));
        assert_eq!(of_map["instance"], of_document["instance"]);
        assert_eq!(of_map["solutions"].as_array().map(Vec::len), Some(1));
        let times = of_map["puzzle"]["times"].as_object().expect("times");
        let picture = answer(&format!("draw {}", file("x.json"))).text().to_owned();
        answer(&format!("draw {} -o {}", file("x.json"), file("x.svg")));
        let svg = read(file("x.svg").as_ref());
        for number in times.values() {
            assert!(picture.contains(&number.to_string()), "{picture}");
            assert!(svg.contains(&format!(">{number}</text>")), "{svg}");
        }
        assert_eq!(svg.matches("</text>").count(), times.len() + 10, "{svg}");
    }
    let all = answer("generate tour 4x4 --puzzle numbrix --cases 2").json();
    assert_eq!(all["cases"][1]["puzzle"]["times"].as_object().map(serde_json::Map::len), Some(16));
    let said = satranj("generate tour 4x4 --unique").run().exits(2);
    assert!(said.stderr.contains("--puzzle"), "{}", said.report());
    let none = complaint("generate tour 3x3 --puzzle knight", 2);
    assert!(none.contains("no tour was found"), "{none}");
}

#[test]
fn suites_have_random_numbers() {
    let folder = folder();
    let suite = json!({"schema": "satranj.suite/1", "name": "numbers", "title": "Numbers", "experiments": [{
        "name": "numbrix", "title": "Numbrix", "methods": ["auto", "native:dfs"],
        "instances": {"tours": {"cases": 2, "rows": 4, "columns": 4, "piece": "wazir", "numbers": "unique"}}}]});
    let suite = write(folder.path(), "suite.json", suite.to_string());
    let results = answer(&format!("bench {} --json", suite.display())).json();
    assert!(results.to_string().contains("times"), "{results}");
}
