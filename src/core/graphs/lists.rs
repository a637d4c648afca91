//! Edge lists and adjacency lists: lines of names, as `NetworkX`, igraph and SNAP write them.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::{GraphBuilder, WrittenEdge},
    scanner::{Scanner, brief},
};

/// `edge-list`: two names per line, optionally a weight, as a number or in `NetworkX`'s form
/// `{'weight': 3}`, and anything else. Vertices are in order of first occurrence.
///
/// All lines have the same number of words; text in braces is one word. A single name in a line is
/// a vertex without an edge if a comment [`ALONE`] precedes it, and otherwise an error. A matrix of
/// numbers, and a name with a comma or a semicolon, are refused too: they belong to other formats.
/// A word that begins with `#` or `%` begins a comment. The graph is undirected, as these files
/// have no direction; loops and repeated edges are dropped.
///
/// Source: `NetworkX` reference, `read_edgelist`.
pub const EDGE_LIST: GraphFileFormat = GraphFileFormat {
    name: "edge-list",
    extensions: &["edgelist", "edges"],
    more_extensions: &["el"],
    summary: "one edge (two names) per line, as written by NetworkX, igraph and SNAP",
    read: |text, reading, _| read_edge_list(text, reading),
    writes: "the graph of the moves or attacks, one edge per line, for NetworkX and igraph",
    has_arcs: false,
    has_vertex_weights: false,
    refuses: no_word,
    write: write_edges,
    ..GraphFileFormat::BASE
};

/// `adjacency-list`: each line has the name of a vertex, in all lines or none with a colon, then the names of its
/// neighbours. An edge may occur in the line of one end or of both.
///
/// Commas, semicolons, comments, direction, loops and repeated edges as in [`EDGE_LIST`].
///
/// Source: `NetworkX` reference, `read_adjlist`.
pub static ADJACENCY_LIST: GraphFileFormat = GraphFileFormat {
    name: "adjacency-list",
    extensions: &["adjlist"],
    more_extensions: &["adj"],
    summary: "one vertex per line, followed by its neighbours, as written by NetworkX",
    read: |text, reading, _| read_adjacency_list(text, reading),
    writes: "the graph of the moves or attacks, one vertex per line with its neighbours, for \
             NetworkX",
    write: write_neighbours,
    ..EDGE_LIST
};

/// The comment in an edge list before the names of vertices without an edge, one per line.
pub const ALONE: &str = "# vertices without an edge";

fn read_edge_list(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut builder = GraphBuilder::new(text, reading);
    let mut scanner = Scanner::new(text);
    let mut shape = ListShape::default();
    let mut are_alone = false;
    while scanner.peek().is_some() {
        let (place, line) = scanner.rest_of_line();
        are_alone |= line == ALONE;
        let mut words = words(place, line, true);
        let Some((place, first)) = words.next() else { continue };
        if first.ends_with(':') {
            let problem = format!(
                "`{}` begins a list of neighbours; read it with --input-format adjacency-list",
                brief(first)
            );
            return Err(builder.error(place, problem));
        }
        let from = named(&mut builder, place, first)?;
        let Some((at, second)) = words.next() else {
            if are_alone {
                continue;
            }
            let problem = format!(
                "`{}` is alone on its line, but an edge has two names; list \
                 vertices without an edge after a line `{ALONE}`",
                brief(first)
            );
            return Err(builder.error(place, problem));
        };
        let to = named(&mut builder, at, second)?;
        let third = words.next().map(|(_, word)| word);
        let line = [first, second].into_iter().chain(third);
        shape
            .add(place, line.chain(words.map(|(_, word)| word)))
            .map_err(|problem| builder.error(place, problem))?;
        let (ends, weight) = ([from, to], third.and_then(weight));
        builder.edges.push(&WrittenEdge { place, ends, weight, ..WrittenEdge::default() })?;
    }
    if shape.is_matrix() {
        let problem = "found a matrix of numbers, expected a list of edges; read it with \
                       --input-format matrix";
        return Err(builder.error(shape.begin, problem));
    }
    builder.graph()
}

fn read_adjacency_list(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut builder = GraphBuilder::new(text, reading);
    let mut scanner = Scanner::new(text);
    let mut has_colons = None;
    while scanner.peek().is_some() {
        let (place, line) = scanner.rest_of_line();
        let mut words = words(place, line, false);
        let Some((place, first)) = words.next() else { continue };
        let name = first.strip_suffix(':').filter(|name| !name.is_empty()).unwrap_or(first);
        if *has_colons.get_or_insert(name != first) != (name != first) {
            let problem = format!(
                "`{}`: either all lines begin with a name and a colon, or none",
                brief(first)
            );
            return Err(builder.error(place, problem));
        }
        let from = named(&mut builder, place, name)?;
        for (place, name) in words {
            let ends = [from, named(&mut builder, place, name)?];
            builder.edges.push(&WrittenEdge { place, ends, ..WrittenEdge::default() })?;
        }
    }
    builder.graph()
}

/// The words of a line up to a comment, with their places; where an edge has data, from the third on, a word that
/// begins with a brace extends to the end of the line.
fn words(place: usize, line: &str, has_data: bool) -> impl Iterator<Item = (usize, &str)> {
    let (mut at, mut count) = (0, 0);
    std::iter::from_fn(move || {
        let rest = line[at..].trim_ascii_start();
        at = line.len() - rest.len();
        if rest.is_empty() || rest.starts_with(['#', '%']) {
            return None;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace());
        let is_whole = has_data && count > 1 && rest.starts_with('{');
        let end = end.filter(|_| !is_whole).unwrap_or(rest.len());
        let word = (place + at, &rest[..end]);
        (at, count) = (at + end, count + 1);
        Some(word)
    })
}

/// The vertex of a name.
fn named<'a>(
    builder: &mut GraphBuilder<'a>,
    place: usize,
    name: &'a str,
) -> Result<u32, GraphError> {
    if name.contains([',', ';']) {
        let problem = format!(
            "`{}`: names have no commas or semicolons here; a table of edges with them is read \
             with --input-format csv, a matrix with --input-format matrix",
            brief(name)
        );
        return Err(builder.error(place, problem));
    }
    builder.vertices.of(place, Cow::Borrowed(name))
}

/// The number of words per line, and whether the lines are a matrix.
#[derive(Default)]
struct ListShape {
    lines: usize,
    /// Words per line.
    words: usize,
    /// Where the first line begins.
    begin: usize,
    has_other: bool,
    has_number_beyond_one: bool,
    has_diagonal: bool,
}

impl ListShape {
    /// Adds the words of a line.
    fn add<'l>(&mut self, place: usize, line: impl Iterator<Item = &'l str>) -> Result<(), String> {
        let mut words = 0;
        for word in line {
            let number = word.parse::<f64>().ok();
            self.has_other |= number.is_none();
            self.has_number_beyond_one |= !["0", "1"].contains(&word);
            self.has_diagonal |= words == self.lines && number != Some(0.0);
            words += 1;
        }
        if self.lines == 0 {
            (self.words, self.begin) = (words, place);
        }
        self.lines += 1;
        if words != self.words {
            let first = self.words;
            let problem = format!(
                "{words} words, but the first line has {first}; give a weight in every line or in \
                 none"
            );
            return Err(problem);
        }
        Ok(())
    }

    /// Whether these are the rows of a matrix: of 0 and 1, or square with 0 in its diagonal.
    fn is_matrix(&self) -> bool {
        let is_square = self.words == self.lines && !self.has_diagonal;
        let is_binary = self.lines > 1 && !self.has_number_beyond_one;
        self.words > 2 && !self.has_other && (is_square || is_binary)
    }
}

/// The weight after the two ends of an edge: a number, or that of the key `'weight'`.
fn weight(word: &str) -> Option<Weight> {
    if let Ok(number) = word.parse() {
        return Some(Weight::of(number));
    }
    let (_, behind) = word.strip_prefix('{')?.split_once("'weight':")?;
    let end = behind.find([',', '}']).unwrap_or(behind.len());
    Some(Weight::written(&behind[..end]))
}

/// Why a name is not a word, or begins a comment, if so.
fn no_word(name: &str) -> Option<&'static str> {
    let is_no_letter = |c: char| c.is_whitespace() || c.is_control() || [',', ';'].contains(&c);
    let is_word = !name.is_empty()
        && !name.contains(is_no_letter)
        && !name.starts_with(['#', '%'])
        && !name.ends_with(':');
    (!is_word).then_some(
        "the name of a vertex is not a word: it is empty, has a blank, a comma or a semicolon, \
         begins with # or %, or ends with a colon",
    )
}

/// Writes an edge per line, then the vertices without an edge.
fn write_edges(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    graph.write_comments("#", out)?;
    for (a, b) in graph.edges() {
        writeln!(out, "{} {}", graph.name(a), graph.name(b))?;
    }
    let alone = graph.isolated();
    if !alone.is_empty() {
        writeln!(out, "{ALONE}")?;
    }
    alone.into_iter().try_for_each(|vertex| writeln!(out, "{}", graph.name(vertex)))
}

/// Writes a line for each vertex, with its neighbours that come later.
fn write_neighbours(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    graph.write_comments("#", out)?;
    let mut edges = graph.edges().peekable();
    for vertex in 0..graph.vertices {
        write!(out, "{}", graph.name(vertex))?;
        while let Some((_, neighbour)) = edges.next_if(|&(first, _)| first == vertex) {
            write!(out, " {}", graph.name(neighbour))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_lists_of_other_programs() {
        let text = "# a comment\r\na b {'weight': 3, 'x': 1}\r\nb c {}\n\n% of KONECT\nc a 1.5 # \
                    behind\nd d 1\na b {'weight': 5}\n";
        let graph = EDGE_LIST.read(text).unwrap();
        assert_eq!(graph.names, ["a", "b", "c", "d"]);
        assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2)]);
        assert!(!graph.directed);
        assert_eq!(graph.weights, [3.0, 1.5, 1.0].map(Weight::of));
        assert_eq!(EDGE_LIST.read("").unwrap(), NamedGraph::default());
        // A name may contain a comment character.
        assert_eq!(EDGE_LIST.read("a#1 b%").unwrap().names, ["a#1", "b%"]);
        let graph = EDGE_LIST.read("b a\n# vertices without an edge\nc\n").unwrap();
        assert_eq!((graph.names.join(" "), graph.edges), ("b a c".into(), vec![(0, 1)]));
    }

    #[test]
    fn names_in_adjacency_lists_may_begin_with_a_brace() {
        let graph = ADJACENCY_LIST.read("a b {c d\nb\n{c\nd\n").unwrap();
        assert_eq!((graph.names.join(" "), graph.edges.len()), ("a b {c d".into(), 3));
    }

    #[test]
    fn a_repeated_edge_without_a_weight_weighs_one() {
        let graph = EDGE_LIST.read("a b {'weight': 4}\na b {}\nb c {'weight': 2}\n").unwrap();
        assert_eq!(graph.weights, [1.0, 2.0].map(Weight::of));
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for (text, expected) in [
            ("a b\nc\n", "2:1: `c` is alone on its line, but an edge has two names"),
            ("a,b\nb,c\n", "1:1: `a,b`: names have no commas"),
            ("a b\nb; c\n", "2:1: `b;`: names have no commas"),
            ("a b 4\nb c\n", "2:1: 2 words, but the first line has 3"),
            ("a b\rb c 4\r", "2:1: 3 words, but the first line has 2"),
            ("0 1 0\n1 0 1\n0 1 0\n", "1:1: found a matrix of numbers"),
            ("# x\n0 7 5\n7 0 2.5\n5 2.5 0\n", "2:1: found a matrix of numbers"),
            ("0 1 1 0\n1 1 0 1\n", "1:1: found a matrix of numbers"),
        ] {
            let problem = EDGE_LIST.read(text).unwrap_err().to_string();
            assert!(problem.starts_with(expected), "{text:?}: {problem}");
        }
        // Numbers as names, and weights.
        for text in ["1 2 5\n2 3 6\n1 3 7\n", "0 1\n1 2\n", "0 1 1\n", "0 1 1\n1 2 1\n2 0 1\n"] {
            assert!(EDGE_LIST.read(text).is_ok(), "{text:?}");
        }
        let problem = EDGE_LIST.read("a: b\n").unwrap_err().to_string();
        assert!(problem.starts_with("1:1: `a:` begins a list of neighbours; read it with"));
        let problem = ADJACENCY_LIST.read("a: b c\nb c\n").unwrap_err().to_string();
        assert!(problem.starts_with("2:1: `b`: either all lines begin with a name and a colon"));
        let problem = ADJACENCY_LIST.read("a b\nb,c d\n").unwrap_err().to_string();
        assert!(problem.starts_with("2:1: `b,c`: names have no commas"), "{problem}");
    }

    #[test]
    fn adjacency_lists_of_other_programs() {
        let text = "#/usr/bin/python\n# GMT Sun\n0 1 2\n1 2 0\n2\n3\n";
        for text in [text.to_string(), text.replace('\n', "\r")] {
            let graph = ADJACENCY_LIST.read(&text).unwrap();
            assert_eq!(graph.names, ["0", "1", "2", "3"]);
            assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2)]);
        }
        let graph = ADJACENCY_LIST.read("Ann: Ben Cem\nBen: Cem\nCem:\n").unwrap();
        assert_eq!(graph.names, ["Ann", "Ben", "Cem"]);
        assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2)]);
    }
}
