//! A user counts the solutions of every graph of a list: one number per line in their order, or a document.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::{
    Ran,
    graphs::{every_graph, near},
    satranj,
};

/// A graph with at most 62 vertices as a line of graph6.
fn graph6(n: u32, edges: &[(u32, u32)]) -> String {
    let is_edge = |(a, b)| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let bits: Vec<bool> = (0..n).flat_map(|b| (0..b).map(move |a| is_edge((a, b)))).collect();
    let letters = bits.chunks(6).map(|six| {
        let bit = |at| u8::from(six.get(at).is_some_and(|bit| *bit));
        char::from(63 + (0..6).fold(0, |letter, at| letter << 1 | bit(at)))
    });
    let first = char::from(63 + n as u8);
    std::iter::once(first).chain(letters).chain(['\n']).collect()
}

/// The edges of a path through this many vertices, or of a cycle.
fn line(n: u32, is_closed: bool) -> Vec<(u32, u32)> {
    let steps = (1..n).map(|vertex| (vertex - 1, vertex));
    steps.chain(is_closed.then_some((0, n - 1))).collect()
}

fn is_connected(n: u32, edges: &[(u32, u32)]) -> bool {
    let near = near(n, edges);
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&vertex) = reached.get(next) {
        for &other in &near[vertex as usize] {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    reached.len() == n as usize
}

/// The ways to go on from a walk through each vertex once, and back to its first.
fn cycles(n: u32, edges: &[(u32, u32)], walk: &mut Vec<u32>) -> u64 {
    let is_edge = |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let last = walk[walk.len() - 1];
    if walk.len() == n as usize {
        return u64::from(is_edge(last, walk[0]));
    }
    let mut ways = 0;
    for next in 0..n {
        if !walk.contains(&next) && is_edge(last, next) {
            walk.push(next);
            ways += cycles(n, edges, walk);
            walk.pop();
        }
    }
    ways
}

fn counted(puzzle: &str, list: &str, arguments: &str) -> Ran {
    satranj(&format!("count {puzzle} - {arguments}")).input(list).run()
}

/// The numbers of the lines `Case 1: 12`, which are in order.
fn numbers(puzzle: &str, list: &str, arguments: &str) -> Vec<u64> {
    let ran = counted(puzzle, list, &format!("{arguments} --format text")).exits(0);
    assert_eq!(ran.stderr, "");
    let number = |(case, line): (usize, &str)| {
        let number = line.strip_prefix(&format!("Case {case}: "));
        number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    (1..).zip(ran.text().lines()).map(number).collect()
}

/// Of 112 connected graphs with six vertices 48 have a Hamiltonian cycle (OEIS A001349, A003216).
#[test]
fn hamiltonian_cycles_of_every_connected_graph_of_six_vertices() {
    let graphs: Vec<_> =
        every_graph(6).into_iter().filter(|edges| is_connected(6, edges)).collect();
    let list: String = graphs.iter().map(|edges| graph6(6, edges)).collect();
    let expected: Vec<u64> =
        graphs.iter().map(|edges| cycles(6, edges, &mut vec![0]) / 2).collect();
    assert_eq!(numbers("hamilton", &list, ""), expected);
    assert_eq!(expected.len(), 112);
    assert_eq!(expected.iter().filter(|&&count| count > 0).count(), 48);
    let twice: Vec<u64> = expected.iter().map(|count| 2 * count).collect();
    assert_eq!(numbers("hamilton", &list, "--directed"), twice);
    // It depends neither on the threads nor on the method.
    for arguments in ["--threads 1", "--threads 5", "--method native:frontier", "--seed 7"] {
        assert_eq!(numbers("hamilton", &list, arguments), expected, "{arguments}");
    }
}

/// The sums of the counts of every size.
fn sums(puzzle: &str, list: &str) -> Vec<u64> {
    let mut lines = counted(puzzle, list, "--counts-by-k --json").exits(0).json_lines();
    let last = lines.pop().expect("a last line");
    assert_eq!((&last["type"], &last["errors"]), (&"status".into(), &0.into()));
    let text = counted(puzzle, list, "--counts-by-k --format text").exits(0);
    let report: Vec<&str> = text.text().lines().collect();
    let mut sums = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        assert_eq!((&line["type"], &line["case"]), (&"case".into(), &(number + 1).into()));
        let by_k: Vec<&str> = line["counts_by_k"]
            .as_array()
            .expect("numbers")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let count = line["count"].as_str().expect("a number");
        let said = format!("Case {}: {count}; by size {}", number + 1, by_k.join(" "));
        assert_eq!(report[number], said);
        // Each is a document that can be checked.
        satranj("verify -").input(line.to_string()).run().exits(0);
        sums.push(by_k.iter().map(|count| count.parse::<u64>().expect("a number")).sum());
    }
    sums
}

#[test]
fn sets_of_paths_and_cycles_are_as_many_as_the_formulas_say() {
    let list = |is_closed: bool, from: u32| -> String {
        (from..13).map(|n| graph6(n, &line(n, is_closed))).collect()
    };
    let (paths, rings) = (list(false, 1), list(true, 3));
    // Fibonacci and Lucas numbers; a cover is the complement of an independent set.
    let fibonacci = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377];
    let lucas = [4, 7, 11, 18, 29, 47, 76, 123, 199, 322];
    for puzzle in ["independent-set", "vertex-cover"] {
        assert_eq!(sums(puzzle, &paths), fibonacci, "{puzzle}");
        assert_eq!(sums(puzzle, &rings), lucas, "{puzzle}");
    }
    // The empty clique, the vertices and the edges; in a triangle all three vertices too.
    let cliques: Vec<u64> = (1..13).map(|n| 2 * n).collect();
    assert_eq!(sums("clique", &paths), cliques);
    // Each is the sum of the three before (A000213).
    let tribonacci = [1, 3, 5, 9, 17, 31, 57, 105, 193, 355, 653, 1201];
    assert_eq!(sums("dominating-set", &paths), tribonacci);
    // The chromatic polynomials at 3.
    let coloured: Vec<u64> = (0..12).map(|n| 3 << n).collect();
    assert_eq!(numbers("colouring", &paths, "--colours 3"), coloured);
    let coloured: Vec<u64> =
        (3..13).map(|n| if n % 2 == 0 { (1 << n) + 2 } else { (1 << n) - 2 }).collect();
    assert_eq!(numbers("colouring", &rings, "--colours 3"), coloured);
    // From a vertex of a ring to the one three steps on.
    let ways = [0, 1, 1, 2, 1, 1, 1, 1, 1, 1];
    let rings: String = (4..13).map(|n| graph6(n, &line(n, true))).collect();
    assert_eq!(numbers("path", &rings, "--from 0 --to 3"), ways[1..]);
}

#[test]
fn what_is_wrong_with_one_graph_does_not_lose_the_counts_of_the_others() {
    let list = "Bw\nB!\nCr\n&B?_\n?\nBw\n";
    let ran = counted("clique", list, "--format text");
    assert_eq!(ran.code, Some(1), "{}", ran.report());
    let said = [
        "Case 1: 1",
        "Case 2: error: standard input:2:2: `!` is not a character from `?` to `~`",
        "Case 3: 4",
        "Case 4: error: standard input:4: the graph is directed, but this puzzle needs undirected edges; --as undirected ignores the directions",
        "Case 5: error: standard input:5: the graph has no vertex",
        "Case 6: 1",
    ];
    assert_eq!(ran.text().lines().collect::<Vec<_>>(), said);
    assert!(ran.only_complaint().starts_with("3 of 6 graphs have no answer; case 2: standard"));
    let lines = counted("clique", list, "--json");
    assert_eq!(lines.code, Some(1));
    let lines = lines.json_lines();
    assert_eq!((lines.len(), &lines[6]["errors"]), (7, &3.into()));
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains(":2:2: ")));
    // A number that has a direction only in some graphs.
    let ran = counted("hamilton", "Bw\n&Bp_\n", "--undirected --format text");
    assert_eq!(ran.code, Some(1));
    let lines: BTreeMap<_, _> =
        ran.text().lines().filter_map(|line| line.split_once(": ")).collect();
    assert_eq!(lines["Case 1"], "1");
    assert!(lines["Case 2"].starts_with("error: --undirected applies only "), "{}", ran.report());
}

#[test]
fn limits_of_counts_are_for_each_graph_and_for_all() {
    let list = graph6(9, &line(9, true)).repeat(7);
    let nodes = counted("clique", &list, "--method native:dfs --node-limit 3 --format text");
    let nodes = nodes.exits(3);
    let lines: Vec<&str> = nodes.text().lines().collect();
    assert_eq!(lines.len(), 7);
    for line in &lines {
        assert!(line.contains(": at least "), "{line}");
        assert!(line.ends_with(" (the node limit was reached)"), "{line}");
    }
    let each = counted("colouring", &list, "--time-limit-each 0s --format text").exits(3);
    assert_eq!(each.text().lines().count(), 7);
    assert!(each.text().lines().all(|line| line.ends_with(" (the time limit was reached)")));
    let all = satranj("count clique - --time-limit 0.3s --json").input(list).with_open_input();
    let all = all.run().exits(3);
    let lines = all.json_lines();
    assert_eq!(lines[lines.len() - 1]["reason"], "time_limit");
    assert!(all.stderr.contains(": the time limit was reached after "), "{}", all.stderr);
}

#[test]
fn only_what_fits_a_list_is_counted() {
    let one = counted("clique", "Bw\n", "--time-limit-each 1s").complains(2);
    assert!(one.contains("--time-limit-each applies to lists of graphs"), "{one}");
    // One graph is not a list.
    let one = counted("clique", "Bw\n", "--format text").exits(0);
    assert!(one.text().starts_with("largest clique of a graph with 3 vertices"), "{}", one.text());
    // For graphs without warnings.
    let both = counted("colouring", "Bw\nCr\n", "--counts-by-k");
    assert!(both.complains(2).contains("--counts-by-k applies to "));
}
