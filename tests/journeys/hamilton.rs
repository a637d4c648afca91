//! A user asks for Hamiltonian paths and cycles of graphs in files: names, forms, errors, known
//! graphs.

use crate::harness::{Ran, answer, folder, path, read, satranj, schema::valid, write};
use serde_json::{Value, json};

fn run(graph: &str, format: &str, arguments: &str) -> Ran {
    satranj(&format!("solve hamilton - --input-format {format} --json {arguments}"))
        .input(graph)
        .run()
}

fn solved(graph: &str, format: &str, arguments: &str) -> Value {
    valid(run(graph, format, arguments).exits(0).json())
}

fn error(graph: &str, format: &str, arguments: &str, code: i32) -> String {
    run(graph, format, arguments).complains(code)
}

/// A graph as an edge list for DIMACS.
fn edge_list(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> String {
    let edges: Vec<String> =
        edges.into_iter().map(|(a, b)| format!("e {} {}\n", a + 1, b + 1)).collect();
    format!("p edge {vertices} {}\n{}", edges.len(), edges.concat())
}

/// The generalized Petersen graph GP(n,k).
fn petersen(n: u32, k: u32) -> String {
    let edges = (0..n).flat_map(|v| [(v, (v + 1) % n), (v, v + n), (n + v, n + (v + k) % n)]);
    edge_list(2 * n, edges)
}

/// Tietze's graph: Petersen's with a vertex replaced by a triangle.
fn tietze() -> String {
    let outer = (0..9).map(|v| (v, (v + 1) % 9));
    let spokes = [(0, 9), (3, 10), (6, 11), (9, 10), (10, 11), (11, 9)];
    edge_list(12, outer.chain(spokes).chain([(1, 5), (2, 7), (4, 8)]))
}

/// Coxeter's graph: sets of three points that are not a line of the Fano plane, joined if disjoint.
fn coxeter() -> String {
    let lines = [[0, 1, 3], [1, 2, 4], [2, 3, 5], [3, 4, 6], [4, 5, 0], [5, 6, 1], [6, 0, 2]];
    let mut threes = Vec::new();
    for a in 0..7 {
        for b in a + 1..7 {
            threes.extend((b + 1..7).map(|c| [a, b, c]));
        }
    }
    threes.retain(|three| !lines.iter().any(|line| three.iter().all(|point| line.contains(point))));
    assert_eq!(threes.len(), 28);
    let apart = |a: usize, b: usize| threes[a].iter().all(|point| !threes[b].contains(point));
    let pairs = (0..28).flat_map(|a| (a + 1..28).map(move |b| (a, b)));
    edge_list(28, pairs.filter(|&(a, b)| apart(a, b)).map(|(a, b)| (a as u32, b as u32)))
}

#[test]
fn names_of_the_input_are_names_of_the_answer() {
    let dot = "graph { Ann -- \"Bob B.\" -- Cem -- Ann; Cem -- Dan; Dan -- Ann }";
    let document = solved(dot, "dot", "--start Cem");
    assert_eq!(document["puzzle"]["kind"], "hamilton");
    let path = path(&document["solution"]);
    assert_eq!((path.len(), path[0].as_str()), (4, "Cem"));
    assert!(["Ann", "Bob B.", "Dan"].iter().all(|name| path.contains(&(*name).to_string())));
    let text = satranj("solve hamilton - --input-format dot --format text --path --end Dan");
    let text = text.input(dot).run().exits(0);
    assert!(
        text.text().contains("4 vertices:") && text.text().contains("Bob B."),
        "{}",
        text.report()
    );
}

#[test]
fn every_document_can_be_asked_and_checked_again() {
    let folder = folder();
    for arguments in
        ["", "--path", "--path --start 1 --end 3", "--given 1-2 --path -n 2", "--path --all"]
    {
        let document = run(&petersen(6, 2), "edge", arguments).exits(0);
        let path = write(folder.path(), "answer.json", &document.stdout);
        let path = path.display();
        answer(&format!("verify {path}"));
        let again = answer(&format!("solve --from {path} --json")).json();
        assert_eq!(again["instance"], document.json()["instance"]);
        assert_eq!(again["puzzle"], document.json()["puzzle"]);
    }
    // A wrong answer is refused, also with names that look like squares.
    let square = "graph { a1 -- b2 -- c3 -- d4 -- a1 }";
    let mut document = solved(square, "dot", "");
    let right = write(folder.path(), "right.json", document.to_string());
    answer(&format!("verify {}", right.display()));
    document["solution"]["path"] = json!(["a1", "c3", "b2", "d4"]);
    let wrong = write(folder.path(), "wrong.json", document.to_string());
    let said = satranj("verify").argument(&wrong).call().exits(4).only_complaint();
    assert!(said.contains("no edge leads from a1 to c3"), "{said}");
    document["solution"]["path"] = json!(["a1", "b2", "c3", "e5"]);
    let wrong = write(folder.path(), "wrong.json", document.to_string());
    let said = satranj("verify").argument(&wrong).call().exits(4).only_complaint();
    assert!(said.contains("place 4: e5 is not a vertex"), "{said}");
}

#[test]
fn directed_graphs_have_directed_answers() {
    let round = "digraph { a -> b -> c -> d -> a; b -> a; d -> c }";
    let all = solved(round, "dot", "--all");
    assert_eq!(all["solutions"].as_array().map(Vec::len), Some(1));
    assert_eq!(solved("digraph { a -> b -> a }", "dot", "")["status"], "satisfied");
    assert_eq!(solved("graph { a -- b }", "dot", "")["status"], "unsatisfiable");
    let one_way = "digraph { a -> b -> c }";
    let path = solved(one_way, "dot", "--path");
    assert_eq!(path["solution"]["path"], json!(["a", "b", "c"]));
    assert_eq!(solved(one_way, "dot", "--path --start c")["status"], "unsatisfiable");
    assert_eq!(solved(one_way, "dot", "--path --given a-b")["status"], "satisfied");
    assert!(error(one_way, "dot", "--path --given b-a", 2).contains("`b-a` is not an edge"));
    let refused = error(one_way, "dot", "--path --method graph:search", 2);
    assert!(refused.contains("graph:search does not solve this puzzle"), "{refused}");
}

#[test]
fn tours_are_written_for_other_programs() {
    let folder = folder();
    let graph = write(folder.path(), "x.edge", petersen(7, 2));
    let tour = folder.path().join("x.tour");
    answer(&format!("solve hamilton {} --tour {}", graph.display(), tour.display()));
    let lines: Vec<String> = read(&tour).lines().map(Into::into).collect();
    assert_eq!(lines[1..4], ["TYPE : TOUR", "DIMENSION : 14", "TOUR_SECTION"]);
    let mut visited: Vec<u32> = lines[4..18].iter().map(|line| line.parse().unwrap()).collect();
    visited.sort_unstable();
    assert_eq!(visited, (1..=14).collect::<Vec<u32>>());
    // An open tour goes through one more vertex, as its export does.
    answer(&format!("solve tour 5x5 --tour {}", tour.display()));
    assert!(read(&tour).contains("DIMENSION : 26\n"));
    let none = answer(&format!("solve tour 5x5 --closed --tour {}", tour.display()));
    assert!(none.stderr.contains("not written"), "{}", none.report());
}

#[test]
fn graphs_without_a_cycle() {
    let mut none = vec![petersen(5, 2), tietze(), coxeter(), petersen(11, 2), petersen(17, 2)];
    for graph in &mut none {
        for arguments in ["", "--method sat:cuts --precheck off", "--method graph:search"] {
            let document = solved(graph, "edge", arguments);
            assert_eq!(document["status"], "unsatisfiable", "{arguments} {graph}");
        }
        assert_eq!(solved(graph, "edge", "--path")["status"], "satisfied");
    }
    for n in [6, 7, 8, 9, 10, 12] {
        assert_eq!(solved(&petersen(n, 2), "edge", "")["status"], "satisfied", "GP({n},2)");
    }
}

#[test]
fn reasons_name_the_vertices() {
    let bridge = "graph { a -- b -- c -- a; c -- d; d -- e -- f -- d }";
    let document = solved(bridge, "dot", "");
    assert_eq!(document["certificate"]["kind"], "articulation");
    assert_eq!(document["verified"], true);
    let colours = solved("graph { x -- 1; x -- 2; x -- 3; y -- 1; y -- 2; y -- 3 }", "dot", "");
    assert_eq!(colours["certificate"]["kind"], "colour_parity");
    assert_eq!(colours["certificate"]["vertices"], json!(["1", "2", "3"]));
    let leaf = solved("graph { a -- b -- c -- a -- d }", "dot", "");
    assert_eq!(leaf["certificate"], json!({"kind": "low_degree", "vertices": ["d"]}));
    let given =
        solved("graph { a -- b -- c -- a -- d -- b -- d -- c }", "dot", "--given a-b,a-c,a-d");
    assert_eq!(given["certificate"]["kind"], "given_edges");
    let folder = folder();
    let mut forged = leaf;
    for vertex in ["a", "q"] {
        forged["certificate"]["vertices"] = json!([vertex]);
        let path = write(folder.path(), "forged.json", forged.to_string());
        satranj("verify").argument(path).call().exits(4);
    }
}

#[test]
fn three_edges_at_a_vertex_that_are_each_in_a_cut() {
    // Three cliques hang at a fourth one by two edges each, one of which leads to vertex 1.
    let cliques = (0..4).flat_map(|clique| {
        let pairs = (1..4).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.map(move |(a, b)| (4 * clique + a, 4 * clique + b))
    });
    let cuts = (1..4).flat_map(|clique| [(0, 4 * clique), (clique, 4 * clique + 1)]);
    let graph = edge_list(16, cliques.chain(cuts));
    let document = solved(&graph, "edge", "");
    let certificate = json!({"kind": "forced_edges", "vertices": ["1", "5", "9", "13"],
        "cuts": [["2", "6"], ["3", "10"], ["4", "14"]]});
    assert_eq!(document["certificate"], certificate);
    let folder = folder();
    let verify = |pointer: &str, value: Value| {
        let mut forged = document.clone();
        forged.as_object_mut().expect("a document").remove("instance");
        *forged.pointer_mut(pointer).expect("a part") = value;
        let path = write(folder.path(), "forged.json", forged.to_string());
        satranj("verify --format text").argument(path).call()
    };
    verify("/certificate/vertices", json!(["1", "5", "9", "13"])).exits(0);
    for (pointer, value, problem) in [
        (
            "/certificate/cuts/1",
            json!(["2", "6"]),
            "without the edges 1-9 and 2-6 there is one part",
        ),
        ("/certificate/cuts/1", json!(["2", "10"]), "no edge joins 2 and 10"),
        ("/certificate/vertices", json!(["1", "5", "9", "3"]), "without the edges 1-3 and 4-14"),
        ("/certificate/vertices", json!(["1", "5", "9", "9"]), "it names vertex 9 twice"),
        ("/certificate/vertices", json!(["1", "5", "9"]), "expected three edges"),
        ("/certificate/cuts", json!([]), "expected three edges"),
        ("/puzzle/closed", json!(false), "an open tour need not use both edges of a cut"),
    ] {
        let complaint = verify(pointer, value).complains(4);
        assert!(complaint.contains(problem), "{pointer}: {complaint}");
    }
    let said = satranj("solve hamilton - --input-format edge --format text");
    let said = said.input(graph).run().exits(0);
    let because = "because each of the three edges from 1 to 5, 9, 13 must be used";
    assert!(said.text().contains(because), "{}", said.text());
}

#[test]
fn counts_are_those_that_are_known() {
    // Hamiltonian cycles of complete graphs: (n-1)!/2; paths of K4 in both directions: 24.
    let complete = |n: u32| edge_list(n, (0..n).flat_map(|b| (0..b).map(move |a| (a, b))));
    for (graph, arguments, count) in [
        (complete(6), "", "60"),
        (complete(4), "--path", "24"),
        (petersen(5, 2), "", "0"),
        (petersen(5, 2), "--path", "240"),
    ] {
        for method in ["graph:search", "sat:position"] {
            let counted = satranj(&format!(
                "count hamilton - --input-format edge --json {arguments} --method {method}"
            ));
            assert_eq!(counted.input(graph.as_str()).run().exits(0).json()["count"], count);
        }
    }
}
