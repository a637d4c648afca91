//! A user names a graph instead of a file.

use serde_json::json;

use crate::harness::{answer, document, folder, satranj, schema::valid, write};

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
fn a_named_graph_stays_within_the_memory_limit() {
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

#[test]
fn a_directed_file_is_read_without_its_directions() {
    let arcs = "digraph { a -> b; b -> c; c -> a; a -> c }";
    let line = |options: &str| format!("solve clique - {options}");
    let report = satranj(&line("")).input(arcs).call().complains(1);
    assert!(report.contains("directed, but this puzzle needs undirected edges"), "{report}");
    assert!(report.ends_with("--as undirected ignores the directions"), "{report}");
    let found = satranj(&line("--as undirected --json")).input(arcs).call().exits(0).json();
    assert_eq!(
        (&found["objective"], &found["puzzle"]["graph"]["directed"]),
        (&json!(3), &json!(false))
    );
    assert_eq!(found["puzzle"]["graph"]["edges"], json!([[0, 1], [0, 2], [1, 2]]));
    // yEd writes every graph as directed.
    let yed = r#"<?xml version="1.0"?><graphml><graph edgedefault="directed"><node id="n0"/>
        <node id="n1"/><edge source="n1" target="n0"/></graph></graphml>"#;
    let found = satranj(&line("--as undirected --json")).input(yed).call().exits(0).json();
    assert_eq!(found["objective"], 2);
}

#[test]
fn an_undirected_file_is_read_as_arcs() {
    for (text, format) in [
        ("b a\nb c\n", "edge-list"),
        ("graph { b -- a; b -- c }", "dot"),
        ("source,target\nb,a\nb,c\n", "csv"),
    ] {
        let path = |ends: &str| {
            let line = format!("solve path - {ends} --as directed --input-format {format} --json");
            let found = satranj(&line).input(text).call().exits(0).json();
            (found["status"].clone(), found["puzzle"]["graph"]["directed"].clone())
        };
        assert_eq!(path("b c"), (json!("optimal"), json!(true)), "{format}");
        assert_eq!(path("a b"), (json!("unsatisfiable"), json!(true)), "{format}");
    }
}

#[test]
fn the_format_of_a_plain_text_is_guessed() {
    let solved = |text: &str| {
        satranj("solve clique - --json").input(text).call().exits(0).json()["objective"].clone()
    };
    assert_eq!(solved("a b\nb c\na c\n"), 3);
    assert_eq!(solved("a,b\nb,c\n"), 2);
    assert_eq!(solved("a b c\nb c\n"), 3);
    assert_eq!(solved("p edge 2 1\ne 1 2\n"), 2);
    assert_eq!(solved("Bw\n"), 3);
    let report = satranj("solve clique -").input("1 2 5\n2 3 7\n").call().complains(2);
    assert!(report.contains("the format is ambiguous; name it with --input-format: "), "{report}");
    assert!(report.contains("edge-list or adjacency-list"), "{report}");
    let report = satranj("solve clique -").input("<<<\n").call().complains(2);
    assert!(report.contains("unknown format"), "{report}");
}

#[test]
fn weights_with_decimals_are_scaled_exactly() {
    let roads = "a b 0.1\nb c 0.25\na c 0.4\n";
    let line = "solve path - a c --input-format edge-list";
    let found = satranj(&format!("{line} --json")).input(roads).call().exits(0).json();
    assert_eq!(
        (&found["objective"], &found["puzzle"]["weights"]),
        (&json!(35), &json!([10, 40, 25]))
    );
    assert_eq!(found["puzzle"]["graph"]["weights_times"], 100);
    let text = satranj(&format!("{line} --format text")).input(roads).call();
    assert!(text.exits(0).text().contains("3 edges, with its weights multiplied by 100"));
    let vertices = "graph { a [weight=1.5]; b [weight=2]; a -- b }";
    let line = "solve independent-set - --weighted --json";
    let found = satranj(line).input(vertices).call().exits(0).json();
    assert_eq!((&found["objective"], &found["puzzle"]["weights"]), (&json!(20), &json!([15, 20])));
}

#[test]
fn info_says_what_a_graph_is_and_what_to_ask() {
    let info = |line: &str| valid(document(&format!("info {line} --json")));
    let petersen = info("petersen");
    assert_eq!((&petersen["vertices"], &petersen["edges"]), (&json!(10), &json!(15)));
    assert_eq!((&petersen["girth"], &petersen["regular"]), (&json!(5), &json!(true)));
    assert_eq!(petersen["colours"], json!({"at_least": 3, "at_most": 3}));
    // Each proposed command answers, within the bounds.
    for word in ["petersen", "gnp:30,0.3@5", "queens:5", "path:6"] {
        let said = info(word);
        for question in said["next"].as_array().unwrap() {
            let command = question["command"].as_str().unwrap();
            let arguments = command.strip_prefix("satranj ").unwrap();
            let found = document(&format!("{arguments} --json"));
            let bounds = match found["puzzle"]["kind"].as_str().unwrap() {
                "clique" => &said["clique"],
                "colouring" => &said["colours"],
                "independent-set" => &said["independent_set"],
                _ => continue,
            };
            let (least, most) = (&bounds["at_least"], &bounds["at_most"]);
            let objective = found["objective"].as_u64();
            assert!(least.as_u64() <= objective && objective <= most.as_u64(), "{command}");
        }
    }
    let arcs = satranj("info - --json").input("digraph { a -> b; b -> c; a -> a }").call();
    let arcs = arcs.exits(0).json();
    assert_eq!((&arcs["directed"], &arcs["first_loop"]), (&json!(true), &json!("a")));
    assert_eq!(arcs["source"], "standard input");
    let large = info("cycle:100000");
    assert_eq!((&large["skipped"], &large["girth"]), (&json!(["girth"]), &json!(null)));
    let small = satranj("info cycle:3000000 --memory-limit 60MiB").call();
    assert!(small.exits(3).stderr.contains("cycle:3000000"));
}
