//! A user names a graph in a word instead of a file.

use serde_json::json;

use crate::harness::{answer, complaint, document, folder, satranj, schema::valid, write};

#[test]
fn a_word_is_a_graph_for_every_puzzle() {
    for (puzzle, objective) in [
        ("clique complete:9", 9),
        ("colouring queens:5", 5),
        ("colouring groetzsch", 4),
        ("independent-set petersen", 4),
        ("vertex-cover kneser:5,2", 6),
        ("dominating-set grid:4x4", 4),
        ("path cycle:12 1 7", 6),
    ] {
        let found = valid(document(&format!("solve {puzzle} --json")));
        assert_eq!(found["objective"], objective, "{puzzle}");
        let source = puzzle.split(' ').nth(1).unwrap();
        assert_eq!(found["puzzle"]["graph"]["source"], source);
    }
    let no = answer("solve hamilton petersen --format text");
    assert!(no.text().starts_with("Hamiltonian cycle of the graph petersen with 10 vertices"));
    assert_eq!(answer("count hamilton cube --format text -q").text().lines().count(), 3);
    assert_eq!(answer("export hamilton petersen --format graph6 -q").text().len(), 10);
}

#[test]
fn the_seed_draws_a_random_word_and_is_part_of_the_source() {
    let solved = |line: &str| valid(document(&format!("solve clique {line} --json")));
    let graph = |line: &str| solved(line)["puzzle"]["graph"].clone();
    let third = graph("gnp:30,0.5 --seed 3");
    assert_eq!(third["source"], "gnp:30,0.5@3");
    assert_eq!(third, graph("gnp:30,0.5@3"));
    assert_eq!(third["edges"], graph("gnp:30,50%@3 --seed 9")["edges"]);
    assert_ne!(third["edges"], graph("gnp:30,0.5")["edges"]);
    // The same graph as `generate` draws, and the same instance with its words and without.
    let made = answer("generate clique --vertices 30 --density 50% --seed 3 --format edge").stdout;
    let read = satranj("solve clique - --input-format edge --seed 3 --json").input(made).call();
    assert_eq!(read.exits(0).json()["instance"], solved("gnp:30,0.5@3")["instance"]);
}

#[test]
fn a_file_of_that_name_comes_first() {
    let folder = folder();
    let file = write(folder.path(), "petersen", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    let run = satranj("solve clique petersen --json").within(folder.path()).run();
    let found = run.exits(0).json();
    assert_eq!(found["objective"], 3, "{file:?}");
    assert_eq!(found["puzzle"]["graph"].get("source"), None);
}

#[test]
fn a_wrong_word_says_what_is_right() {
    for (line, said) in [
        ("solve clique petersn", "no such file, and no graph in a word (did you mean petersen?)"),
        ("solve clique kneser:4,2", "`kneser` with N = 4, K = 2: N must be at least 2K+1"),
        ("solve clique gnp:9,2", "a density of 200%; 0% to 100% are possible"),
        ("solve path petersen 1 11", "unknown vertex `11`"),
        ("solve hamilton cube --only yes", "--only applies to lists of graphs"),
    ] {
        let told = complaint(line, 2);
        assert!(told.contains(said), "{line}: {told}");
    }
    let small = satranj("solve clique cycle:5000000 --memory-limit 100MiB").call();
    assert!(small.exits(3).stderr.contains("cycle:5000000"));
}

#[test]
fn documents_and_suites_name_graphs_too() {
    let stated = r#"{"kind":"colouring","graph":"queens:5"}"#;
    let found = satranj("solve --from - --json").input(stated.to_string()).call().exits(0).json();
    assert_eq!((&found["objective"], &found["verified"]), (&json!(5), &json!(true)));
    assert_eq!(found["puzzle"]["graph"]["vertices"].as_array().unwrap().len(), 25);
    let suite = json!({
        "schema": "satranj.suite/1", "name": "s", "title": "S", "runs": 1, "warmup": 0,
        "time_limit": "1h", "experiments": [{
            "name": "e", "title": "E", "methods": ["native:cliques"],
            "instances": {"puzzles": [{"kind": "clique", "graph": "petersen"}]},
            "parameter": {"name": "graph", "label": "graph", "values": ["complete:5", "queens:4"]},
        }],
    });
    let run = satranj("bench - --json -q").input(suite.to_string()).run();
    let measured = valid(run.exits(0).json());
    let sizes: Vec<_> = measured["experiments"][0]["points"].as_array().unwrap().iter().collect();
    let vertices = |at: usize| &sizes[at]["instances"][0]["puzzle"]["graph"]["vertices"];
    assert_eq!(vertices(0).as_array().map(Vec::len), Some(5));
    assert_eq!(vertices(1).as_array().map(Vec::len), Some(16));
}
