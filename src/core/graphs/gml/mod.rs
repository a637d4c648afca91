//! GML, the Graph Modelling Language.

mod lexer;

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::{EdgeDirection, GraphBuilder, WrittenEdge, WrittenVertex},
};
use lexer::{GmlKind, GmlLexer, GmlToken};

/// `gml`: `graph [ directed 1 node [ id 0 label "a" ] edge [ source 0 target 1 ] ]`.
///
/// Vertices are named by their labels if these are distinct and each vertex has one, as `NetworkX`
/// reads them, otherwise by their ids. An edge with `given 1` must be used. The `weight` of a
/// vertex is its weight, that of an edge the `weight`, otherwise the `value`. If all vertices have
/// `graphics [ x 1 y 2 ]` (downward), that is their position in pictures. Loops and repeated edges
/// are dropped; all other keys, and everything outside the graph, are ignored.
///
/// Source: Himsolt, "GML: a portable graph file format", 1997.
pub static GML: GraphFileFormat = GraphFileFormat {
    name: "gml",
    extensions: &["gml"],
    summary: "Graph Modelling Language, of igraph, NetworkX and yEd",
    begins: |line| {
        let key = line.split(|c: char| c == '[' || c.is_ascii_whitespace()).next();
        let key = key.unwrap_or_default();
        line == "graph"
            || key == "graph" && line.contains('[')
            || ["Creator", "Version"].contains(&key)
    },
    read: |text, reading, _| read(text, reading),
    writes: "the graph of the moves or attacks as GML, for igraph, NetworkX and yEd",
    write: write_graph,
    ..GraphFileFormat::BASE
};

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut lexer = GmlLexer::new(text);
    let mut builder = GraphBuilder::new(text, reading);
    let mut has_graph = false;
    loop {
        let token = lexer.next()?;
        match token.kind {
            GmlKind::End => break,
            GmlKind::Key(key) if key.eq_ignore_ascii_case("graph") => {
                if has_graph {
                    return Err(lexer.error(token.place, "a second graph; a file has one"));
                }
                has_graph = true;
                read_graph(&mut lexer, &mut builder)?;
            }
            GmlKind::Key(_) => skip(&mut lexer)?,
            _ => {
                return Err(lexer.error(token.place, format!("{}; expected a key", token.shown())));
            }
        }
    }
    if has_graph { builder.graph() } else { Err(lexer.error(text.len(), "`graph [` is missing")) }
}

/// Reads the vertices and edges of a graph.
fn read_graph<'a>(
    lexer: &mut GmlLexer<'a>,
    builder: &mut GraphBuilder<'a>,
) -> Result<(), GraphError> {
    // This may come after the edges; errors are found below.
    builder.directed = is_directed(lexer.clone()).unwrap_or(false);
    open(lexer)?;
    while let Some((place, name)) = key(lexer)? {
        match name.to_ascii_lowercase().as_str() {
            "directed" => drop(number(lexer)?),
            "node" => read_node(lexer, place, builder)?,
            "edge" => {
                let edge = read_edge(lexer, place)?;
                builder.join_ids(WrittenEdge {
                    direction: EdgeDirection::of(builder.directed),
                    ..edge
                })?;
            }
            _ => skip(lexer)?,
        }
    }
    Ok(())
}

/// The last value of `directed` in a graph.
fn is_directed(mut lexer: GmlLexer<'_>) -> Result<bool, GraphError> {
    let mut directed = false;
    open(&mut lexer)?;
    while let Some((_, name)) = key(&mut lexer)? {
        if name.eq_ignore_ascii_case("directed") {
            directed = number(&mut lexer)? == "1";
        } else {
            skip(&mut lexer)?;
        }
    }
    Ok(directed)
}

/// Skips a value.
fn skip(lexer: &mut GmlLexer<'_>) -> Result<(), GraphError> {
    let mut depth = 0u64;
    loop {
        let token = lexer.next()?;
        match token.kind {
            GmlKind::Open => depth += 1,
            GmlKind::Close if depth > 0 => depth -= 1,
            GmlKind::Key(_) if depth > 0 => continue,
            GmlKind::Number(_) | GmlKind::Text(_) => {}
            // NAN and INF are values that look like keys.
            GmlKind::Key(word) if word.parse::<f64>().is_ok() => {}
            GmlKind::Key(_) | GmlKind::Close | GmlKind::End => {
                let problem = format!("{}; expected a value after the key", token.shown());
                return Err(lexer.error(token.place, problem));
            }
        }
        if depth == 0 {
            return Ok(());
        }
    }
}

/// Reads a vertex.
fn read_node<'a>(
    lexer: &mut GmlLexer<'a>,
    place: usize,
    builder: &mut GraphBuilder<'a>,
) -> Result<(), GraphError> {
    let mut id = None;
    let mut vertex = WrittenVertex::default();
    open(lexer)?;
    while let Some((_, name)) = key(lexer)? {
        match name.to_ascii_lowercase().as_str() {
            "id" => id = Some(number(lexer)?),
            "label" => vertex.label = text(lexer)?,
            "graphics" => vertex.position = graphics(lexer)?,
            "weight" => vertex.weight = Some(weight(lexer)?),
            _ => skip(lexer)?,
        }
    }
    let id = id.ok_or_else(|| lexer.error(place, "a node needs an `id`"))?;
    let number = builder.add_vertex(place, Cow::Borrowed(id))?;
    builder.vertices.describe(place, number, vertex)
}

/// Reads an edge.
fn read_edge<'a>(
    lexer: &mut GmlLexer<'a>,
    place: usize,
) -> Result<WrittenEdge<Cow<'a, str>>, GraphError> {
    let (mut source, mut target, mut given) = (None, None, false);
    let (mut of_weight, mut of_value) = (None, None);
    open(lexer)?;
    while let Some((_, name)) = key(lexer)? {
        match name.to_ascii_lowercase().as_str() {
            "source" => source = Some(number(lexer)?),
            "target" => target = Some(number(lexer)?),
            "given" => given = text(lexer)?.is_some_and(|given| given == "1"),
            "weight" => of_weight = Some(weight(lexer)?),
            "value" => of_value = Some(weight(lexer)?),
            _ => skip(lexer)?,
        }
    }
    let missing = || lexer.error(place, "an edge needs a `source` and a `target`");
    let ends = [source.ok_or_else(missing)?, target.ok_or_else(missing)?].map(Cow::Borrowed);
    let (direction, weight) = (EdgeDirection::Undirected, of_weight.or(of_value));
    Ok(WrittenEdge { place, ends, direction, given, weight })
}

/// Reads a vertex's graphics: its position, if both coordinates are given.
fn graphics(lexer: &mut GmlLexer<'_>) -> Result<Option<[f64; 2]>, GraphError> {
    let mut ahead = lexer.clone();
    if ahead.next()?.kind != GmlKind::Open {
        skip(lexer)?;
        return Ok(None);
    }
    let (mut x, mut y) = (None, None);
    open(lexer)?;
    while let Some((_, name)) = key(lexer)? {
        let coordinate = match name.to_ascii_lowercase().as_str() {
            "x" => &mut x,
            "y" => &mut y,
            _ => {
                skip(lexer)?;
                continue;
            }
        };
        *coordinate = text(lexer)?.and_then(|number| number.parse().ok());
    }
    Ok(x.zip(y).map(|(x, y)| [x, y]))
}

/// Reads the bracket before keys and values.
fn open(lexer: &mut GmlLexer<'_>) -> Result<(), GraphError> {
    let token = lexer.next()?;
    match token.kind {
        GmlKind::Open => Ok(()),
        _ => Err(lexer.error(token.place, format!("{}; expected `[`", token.shown()))),
    }
}

/// The next key with its place; `None` at the closing bracket.
fn key<'a>(lexer: &mut GmlLexer<'a>) -> Result<Option<(usize, &'a str)>, GraphError> {
    let token = lexer.next()?;
    match token.kind {
        GmlKind::Close => Ok(None),
        GmlKind::Key(key) => Ok(Some((token.place, key))),
        _ => Err(lexer.error(token.place, format!("{}; expected a key or `]`", token.shown()))),
    }
}

/// Reads a whole number, verbatim.
fn number<'a>(lexer: &mut GmlLexer<'a>) -> Result<&'a str, GraphError> {
    let token = lexer.next()?;
    match token.kind {
        GmlKind::Number(number) => Ok(number),
        _ => Err(lexer.error(token.place, format!("{}; expected a number", token.shown()))),
    }
}

/// Reads a value as a weight; a list is not a number.
fn weight(lexer: &mut GmlLexer<'_>) -> Result<Weight, GraphError> {
    let token = lexer.clone().next()?;
    skip(lexer)?;
    Ok(match &token.kind {
        GmlKind::Text(text) => Weight::written(text),
        // NAN and INF look like keys.
        GmlKind::Number(word) | GmlKind::Key(word) => Weight::written(word),
        _ => Weight::of(f64::NAN),
    })
}

/// Reads a value; `None` for a list.
fn text<'a>(lexer: &mut GmlLexer<'a>) -> Result<Option<Cow<'a, str>>, GraphError> {
    let before: GmlToken<'a> = {
        let mut ahead = lexer.clone();
        ahead.next()?
    };
    skip(lexer)?;
    Ok(match before.kind {
        GmlKind::Text(text) => Some(text),
        GmlKind::Number(number) => Some(Cow::Borrowed(number)),
        _ => None,
    })
}

/// Writes ASCII: other characters of a label are written by number.
fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    for line in graph.texts.comments() {
        writeln!(out, "# {}", escaped(&line))?;
    }
    writeln!(out, "graph [\n  directed {}", u8::from(graph.directed))?;
    let mark = |is_given| if is_given { " given 1" } else { "" };
    for vertex in 0..graph.vertices {
        let (label, given) = (escaped(&graph.name(vertex)), mark(graph.is_given(vertex)));
        let weight = graph.weight(vertex).map_or_else(String::new, |w| format!(" weight {w}"));
        writeln!(out, "  node [ id {vertex} label \"{label}\"{weight}{given} ]")?;
    }
    for (a, b) in graph.edges() {
        let given = mark(graph.is_given_edge((a, b)));
        writeln!(out, "  edge [ source {a} target {b}{given} ]")?;
    }
    writeln!(out, "]")
}

/// The escaped form of a text between quotation marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => escaped += "&quot;",
            '&' => escaped += "&amp;",
            ' '..='~' => escaped.push(character),
            _ => {
                // Writing to memory cannot fail.
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_of_other_programs() {
        let text = "Creator \"igraph version 0.10\"\nVersion 1\ngraph\n[\n  directed 0\n  comment \
                    [ a [ b \"]\" ] c NAN ]\n  node\n  [\n    id 0\n    name \"x\"\n    label \"a \
                    &quot;b&quot;\"\n  ]\n  edge [ source 0 target 5 value 1.5E+0 ]\n  node [ id \
                    5 label \"caf&#233;\" graphics [ x 1.0 ] ]\n  # a comment\n  edge [ source 5 \
                    target 0 given 1 ] edge [ source 0 target 0 ]\n]\n";
        let graph = GML.read(text).unwrap();
        assert_eq!(graph.names, ["a \"b\"", "café"]);
        assert_eq!(
            (graph.directed, &graph.edges, &graph.fixed),
            (false, &vec![(0, 1)], &vec![(0, 1)])
        );
        assert_eq!(graph.weights, [Weight::ONE]);
        // If labels are not distinct, ids are used.
        let text = "graph[directed 1 node[id 3 label \"x\"]node[id -1 label \"x\"]edge[source -1 \
                    target 3]]";
        let graph = GML.read(text).unwrap();
        assert_eq!(graph.names, ["3", "-1"]);
        assert_eq!((graph.directed, graph.edges), (true, vec![(1, 0)]));
        assert!(graph.positions.is_empty());
        let node = |id: u32, place: &str| format!("node [ id {id} graphics [ {place} w 3 ] ]");
        let placed = format!("graph [ {} {} ]", node(1, "x -1 y 2.5E0"), node(2, "y 3.5 x 0"));
        assert_eq!(GML.read(&placed).unwrap().positions, [[0, 0], [10_000, 10_000]]);
        for other in ["x 1", "x 1 y \"z\"", "x NAN y 1", ""] {
            let partly = format!("graph [ {} {} ]", node(1, "x -1 y 2"), node(2, other));
            assert!(GML.read(&partly).unwrap().positions.is_empty(), "{other}");
        }
        assert_eq!(GML.read("graph [ node [ id 1 graphics 3 ] ]").unwrap().names, ["1"]);
        assert_eq!(GML.read("graph []").unwrap(), NamedGraph::default());
    }

    #[test]
    fn vertices_and_edges_have_weights() {
        let weights = |node: &str, edge: &str| {
            let text = format!(
                "graph [ edge [ source 7 target 3 {edge} ] node [ id 7 {node} ] node [ id 3 ] ]"
            );
            let graph = GML.read(&text).unwrap();
            [graph.vertex_weights, graph.weights]
                .map(|weights| weights.iter().map(|weight| weight.value()).collect::<Vec<f64>>())
        };
        assert_eq!(weights("weight 3", "value 2"), [vec![3.0, 1.0], vec![2.0]]);
        assert_eq!(weights("value 4 weight \"3.0\"", ""), [vec![3.0, 1.0], vec![]]);
        // For a vertex the value is often a group.
        assert_eq!(weights("value 4", "w [ weight 3 ]"), [Vec::<f64>::new(), vec![]]);
        for value in
            ["\"\"", "\"x\"", "1e400", "INF", "NAN", "-1", "0", "1.5", "4294967296", "[ a 3 ]"]
        {
            let field = format!("weight {value}");
            let [vertices, edges] = weights(&field, &field);
            let whole = [vertices[0], edges[0]].map(|weight| Weight::of(weight).whole());
            assert_eq!(whole, [None, None], "{value}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            ("", "1:1: `graph [` is missing"),
            ("graph {\n", "1:7: `{` is neither a key nor a value"),
            ("graph x\n", "1:7: `x`; expected `[`"),
            ("graph [\n", "2:1: the file ends; expected a key or `]`"),
            ("graph [ node [ ] ]", "1:9: a node needs an `id`"),
            ("graph [ node [ id \"a\" ] ]", "1:19: `\"a\"`; expected a number"),
            ("graph [ node [ id 1 ] node [ id 1 ] ]", "1:23: duplicate vertex `1`"),
            ("graph [\n edge [ source 1 ] ]", "2:2: an edge needs a `source` and a `target`"),
            ("graph [ edge [ source 1 target 2 ] ]", "1:9: no vertex has the id `1`"),
            ("graph [ ] graph [ ]", "1:11: a second graph; a file has one"),
            ("graph [ a ]", "1:11: `]`; expected a value after the key"),
            ("a \"x", "1:3: this quotation mark is not closed"),
            ("graph [ ] ]", "1:11: `]`; expected a key"),
        ] {
            assert_eq!(GML.read(text).unwrap_err().to_string(), message, "{text:?}");
        }
    }
}
