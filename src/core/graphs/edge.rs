//! DIMACS edge format (`.col`): the graphs of the colouring and clique challenges.

use std::io::{self, Write};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::GraphBuilder,
    scanner::{Scanner, brief, vertex},
};

/// `edge`: `c` comments, one line `p edge N M` (or `p col N M`), then `e A B` for each edge and
/// `n A W` for each vertex with a weight, in any order; vertices are `1` to `N`.
///
/// `M` counts the `e` lines, or the edges that they name: some files write each edge in both
/// directions and count it once or twice. Any other number is refused, since the file is then
/// incomplete. A vertex without a line `n` weighs 1; two lines with different weights are refused.
/// Lines `d`, `v` and `x` (embeddings, options) of the format's description do not concern the
/// graph and are ignored. `n A W` is written for each vertex if they have weights.
///
/// Source: "Clique and coloring problems graph format", DIMACS 1993.
pub static EDGE: GraphFileFormat = GraphFileFormat {
    name: "edge",
    extensions: &["col", "edge"],
    more_extensions: &["clq", "wclq"],
    summary: "DIMACS edge format: p edge N M, then e A B",
    begins: |line| {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("c") => true,
            Some("p") => words.next().is_some_and(|kind| KINDS.contains(&kind)),
            _ => false,
        }
    },
    read: |text, reading, _| read(text, reading),
    writes: "the graph of the moves or attacks in DIMACS edge format, for colouring and clique \
             programs",
    has_arcs: false,
    write: write_graph,
    ..GraphFileFormat::BASE
};

/// The words allowed after `p`; some files have `edges`.
const KINDS: [&str; 3] = ["edge", "edges", "col"];

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut scanner = Scanner::new(text);
    let mut builder = GraphBuilder::new(text, reading);
    let mut stated: Option<ProblemLine> = None;
    let mut lines = 0;
    while scanner.peek().is_some() {
        let (place, word) = scanner.word(false);
        match (word, &stated) {
            ("e", Some(problem)) => {
                let (_, from) = scanner.vertex(false, problem.vertices)?;
                let (_, to) = scanner.vertex(false, problem.vertices)?;
                scanner.end_line("an edge has two vertices")?;
                lines += 1;
                builder.edge(place, [from, to], None)?;
            }
            ("n", Some(problem)) => weigh(&mut scanner, problem.vertices, &mut builder)?,
            ("e" | "n", None) => {
                let what = if word == "e" { "an edge" } else { "a weight" };
                let problem = format!("{what} before the line `p edge VERTICES EDGES`");
                return Err(scanner.error_at(place, problem));
            }
            ("p", None) => {
                let problem = ProblemLine::read(&mut scanner)?;
                builder.vertices.number(1, problem.vertices);
                // No more than the text has room for.
                builder.edges.reserve(place, (problem.edges as usize).min(text.len() / 6))?;
                stated = Some(problem);
            }
            ("p", Some(_)) => {
                return Err(scanner.error_at(place, "a second line `p`; a file has one"));
            }
            // Some files have no blank after the `c`.
            _ if word.starts_with('c') || ["d", "v", "x"].contains(&word) => {
                scanner.rest_of_line();
            }
            _ => {
                let problem = format!(
                    "`{}` cannot begin a line; lines begin with c (comment), p (problem), e \
                     (edge) or \
                     n (weight of a vertex)",
                    brief(word)
                );
                return Err(scanner.error_at(place, problem));
            }
        }
    }
    let Some(ProblemLine { edges, place, .. }) = stated else {
        let missing = "the line `p edge VERTICES EDGES` is missing";
        return Err(scanner.error_at(text.len(), missing));
    };
    let graph = builder.graph()?;
    // Each edge counted once, once per direction, or as often as it is written.
    let distinct = graph.edges.len() as u64;
    if ![lines, distinct].contains(&edges) && lines != edges.saturating_mul(2) {
        let problem =
            format!("{edges} edges are announced, but {lines} lines name {distinct} edges");
        return Err(scanner.error_at(place, problem));
    }
    Ok(graph)
}

/// Reads a line `n VERTEX WEIGHT` after the `n`.
fn weigh(
    scanner: &mut Scanner<'_>,
    vertices: u32,
    builder: &mut GraphBuilder<'_>,
) -> Result<(), GraphError> {
    let (at, name) = scanner.word(false);
    let vertex = scanner.placed(at, vertex(name, vertices))?;
    let (place, written) = scanner.word(false);
    let weight = Weight::written(written);
    if weight.value().is_nan() {
        let problem = if written.is_empty() {
            "a weight is missing; write n VERTEX WEIGHT".into()
        } else {
            format!("`{}` is not a weight; write a number", brief(written))
        };
        return Err(scanner.error_at(place, problem));
    }
    scanner.end_line("write n VERTEX WEIGHT")?;
    if let Some(first) = builder.vertices.weight(vertex).filter(|first| *first != weight) {
        let (written, name, first) = (brief(written), brief(name), first.value());
        let problem =
            format!("`{written}` is a second weight of the vertex {name}; the first is {first}");
        return Err(scanner.error_at(place, problem));
    }
    builder.vertices.weigh(place, vertex, weight)
}

/// The line `p`.
struct ProblemLine {
    vertices: u32,
    edges: u64,
    /// The position of the number of edges.
    place: usize,
}

impl ProblemLine {
    /// Reads it after the `p`.
    fn read(scanner: &mut Scanner<'_>) -> Result<Self, GraphError> {
        let (place, kind) = scanner.word(false);
        if !KINDS.contains(&kind) {
            let problem =
                format!("`{}` is not a graph in edge format; write `p edge`", brief(kind));
            return Err(scanner.error_at(place, problem));
        }
        let (place, word) = scanner.word(false);
        let vertices = scanner.order(place, word)?;
        let (place, edges) = scanner.number_of("edges")?;
        scanner.end_line("write `p edge VERTICES EDGES`")?;
        Ok(Self { vertices, edges, place })
    }
}

fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    graph.write_comments("c", out)?;
    writeln!(out, "p edge {} {}", graph.vertices, graph.edge_count)?;
    for (vertex, weight) in (1..=graph.vertices).zip(graph.weights.unwrap_or_default()) {
        writeln!(out, "n {vertex} {weight}")?;
    }
    graph.edges().try_for_each(|(a, b)| writeln!(out, "e {} {}", a + 1, b + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        EDGE.read(text).unwrap_err().to_string()
    }

    #[test]
    fn vertices_are_numbered_from_one() {
        let text =
            "c a comment\ncomment without a blank\r\np edge 4 3\r\ne 3 1\r\n  e 1\t2 \r\n\r\ne 4 3";
        let graph = EDGE.read(text).unwrap();
        assert_eq!((graph.directed, graph.names.join(" ").as_str()), (false, "1 2 3 4"));
        assert_eq!(graph.edges, [(0, 1), (0, 2), (2, 3)]);
        assert!(graph.fixed.is_empty());
        assert_eq!(EDGE.read("p col 0 0").unwrap(), NamedGraph::default());
    }

    #[test]
    fn loops_and_repetitions_are_read_over() {
        let lines = "e 1 2\ne 2 1\ne 2 3\ne 3 2\n";
        for (head, lines) in [("p edge 3 4\n", lines), ("p col 3 2\n", lines)] {
            let graph = EDGE.read(&format!("{head}{lines}")).unwrap();
            assert_eq!(graph.edges, [(0, 1), (1, 2)]);
        }
        assert!(EDGE.read("p edge 2 1\ne 1 1\n").unwrap().edges.is_empty());
    }

    #[test]
    fn vertices_have_weights() {
        let weights = |lines: &str| {
            let graph = EDGE.read(&format!("p edge 3 1\n{lines}")).unwrap();
            let values = graph.vertex_weights.iter().map(|weight| weight.value());
            (values.collect::<Vec<f64>>(), graph.edges)
        };
        assert_eq!(weights("e 1 2\n"), (vec![], vec![(0, 1)]));
        let lines = "n 3 7\r\ne 1 3\r\n n\t1  2.5 \nn 3 7.0\nv 1 9\nc n 2 x\n";
        assert_eq!(weights(lines), (vec![2.5, 1.0, 7.0], vec![(0, 2)]));
        // The size of numbers is checked where weights are used.
        let lines = "n 1 1e400\nn 2 -3\nn 3 99999999999999999999\ne 1 2";
        assert_eq!(weights(lines).0, [f64::INFINITY, -3.0, 1e20]);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, expected) in [
            ("", "1:1: the line `p edge VERTICES EDGES` is missing"),
            ("c only\n", "2:1: the line `p edge VERTICES EDGES` is missing"),
            ("e 1 2\n", "1:1: an edge before the line `p edge VERTICES EDGES`"),
            ("p cnf 3 4\n", "1:3: `cnf` is not a graph in edge format; write `p edge`"),
            ("p edge x 4\n", "1:8: `x` is not a number of vertices"),
            ("p edge 3\n", "1:9: `` is not a number of edges"),
            ("p edge 3 -1\n", "1:10: `-1` is not a number of edges"),
            ("p edge 3 1 1\n", "1:12: `1` was not expected; write `p edge VERTICES EDGES`"),
            ("p edge 4000000000 1\n", "1:8: 4000000000 vertices; at most 10000000 are possible"),
            (
                "p edge 99999999999999999999 1\n",
                "1:8: 99999999999999999999 vertices; at most 10000000 are possible",
            ),
            ("p edge 3 1\np edge 3 1\n", "2:1: a second line `p`; a file has one"),
            ("p edge 3 1\ne 1 4\n", "2:5: `4` is not a vertex; write 1 to 3"),
            ("p edge 3 1\ne 0 1\n", "2:3: `0` is not a vertex; write 1 to 3"),
            ("p edge 3 1\ne 1\n", "2:4: a vertex is missing; write 1 to 3"),
            (
                "p edge 3 1\né 1 2\n",
                "2:1: `é` cannot begin a line; lines begin with c (comment), p (problem), e \
                 (edge) or n \
                 (weight of a vertex)",
            ),
            ("p edge 3 1\ne 1 2 3\n", "2:7: `3` was not expected; an edge has two vertices"),
            ("p edge 3 3\ne 1 2\ne 2 3\n", "1:10: 3 edges are announced, but 2 lines name 2 edges"),
            ("n 1 1\np edge 3 1\n", "1:1: a weight before the line `p edge VERTICES EDGES`"),
            ("p edge 3 0\nn 4 1\n", "2:3: `4` is not a vertex; write 1 to 3"),
            ("p edge 3 0\nn 0 1\n", "2:3: `0` is not a vertex; write 1 to 3"),
            ("p edge 3 0\nn\n", "2:2: a vertex is missing; write 1 to 3"),
            ("p edge 3 0\nn 1\n", "2:4: a weight is missing; write n VERTEX WEIGHT"),
            ("p edge 3 0\nn 1 1 1\n", "2:7: `1` was not expected; write n VERTEX WEIGHT"),
            ("p edge 3 0\nn 1 ten\n", "2:5: `ten` is not a weight; write a number"),
            ("p edge 3 0\nn 1 -nan\n", "2:5: `-nan` is not a weight; write a number"),
            (
                "p edge 3 0\nn 2 3\nn 2 3\nn 2 5\n",
                "4:5: `5` is a second weight of the vertex 2; the first is 3",
            ),
            (
                "p edge 3 18446744073709551615\n",
                "1:10: 18446744073709551615 edges are announced, but 0 lines name 0 edges",
            ),
        ] {
            assert_eq!(wrong(text), expected, "{text:?}");
        }
    }
}
