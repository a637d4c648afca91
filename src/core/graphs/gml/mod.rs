//! GML, the Graph Modelling Language.

mod lexer;

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use super::{
    ExportedEdges, GraphError, InputFormat, NamedGraph, Problem, Weight, ask,
    builder::{GraphBuilder, WrittenEdge, WrittenVertex},
    positions::VerticalAxis,
};
use crate::limits::Permit;
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
pub static GML: InputFormat = InputFormat {
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
    read: |text, permit, _| read(text, permit),
    ..InputFormat::BASE
};

fn read(text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
    let mut lexer = GmlLexer::new(text);
    let mut graph = None;
    loop {
        let token = lexer.next()?;
        match token.kind {
            GmlKind::End => break,
            GmlKind::Key(key) if key.eq_ignore_ascii_case("graph") => {
                if graph.is_some() {
                    return Err(lexer.error(token.place, "a second graph; a file has one"));
                }
                graph = Some(GmlGraph::read(&mut lexer, permit)?);
            }
            GmlKind::Key(_) => skip(&mut lexer)?,
            _ => {
                return Err(lexer.error(token.place, format!("{}; write a key", token.shown())));
            }
        }
    }
    let missing = || lexer.error(text.len(), "`graph [` is missing");
    graph.ok_or_else(missing)?.named(GraphBuilder::new(text, permit))
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
                let problem = format!("{}; a value stands behind a key", token.shown());
                return Err(lexer.error(token.place, problem));
            }
        }
        if depth == 0 {
            return Ok(());
        }
    }
}

/// A vertex in the file.
struct GmlNode<'a> {
    place: usize,
    id: &'a str,
    vertex: WrittenVertex<'a>,
}

/// The graph in the file.
struct GmlGraph<'a> {
    directed: bool,
    nodes: Vec<GmlNode<'a>>,
    /// Their direction is that of the graph, which may be given after them.
    edges: Vec<WrittenEdge<Cow<'a, str>>>,
}

/// Lists of fewer elements grow without a memory check.
const MANY: usize = 1 << 12;

/// Reserves memory before a list doubles.
fn grow<T>(list: &Vec<T>, permit: Permit<'_>) -> Result<(), Problem> {
    if list.len() == list.capacity() && list.len() >= MANY {
        let bytes = 2 * size_of::<T>() as u64 * list.len() as u64;
        return ask(permit, bytes, || format!("more than {} vertices or edges", list.len()));
    }
    Ok(())
}

impl<'a> GmlGraph<'a> {
    fn read(lexer: &mut GmlLexer<'a>, permit: Permit<'_>) -> Result<Self, GraphError> {
        let mut graph = Self { directed: false, nodes: Vec::new(), edges: Vec::new() };
        open(lexer)?;
        while let Some((place, name)) = key(lexer)? {
            match name.to_ascii_lowercase().as_str() {
                "directed" => graph.directed = number(lexer)? == "1",
                "node" => {
                    grow(&graph.nodes, permit).map_err(|problem| lexer.error(place, problem))?;
                    graph.nodes.push(GmlNode::read(lexer, place)?);
                }
                "edge" => {
                    grow(&graph.edges, permit).map_err(|problem| lexer.error(place, problem))?;
                    graph.edges.push(read_edge(lexer, place)?);
                }
                _ => skip(lexer)?,
            }
        }
        Ok(graph)
    }

    /// The graph with the names of its vertices.
    fn named(self, mut builder: GraphBuilder<'a>) -> Result<NamedGraph, GraphError> {
        let Self { directed, nodes, edges } = self;
        for GmlNode { place, id, vertex } in nodes {
            builder.add_vertex(place, Cow::Borrowed(id), vertex)?;
        }
        for edge in edges {
            builder.add_edge(WrittenEdge { directed, ..edge })?;
        }
        builder.graph(directed, |_, _| true)
    }
}

impl<'a> GmlNode<'a> {
    fn read(lexer: &mut GmlLexer<'a>, place: usize) -> Result<Self, GraphError> {
        let (mut id, mut label, mut position, mut its_weight) = (None, None, None, None);
        open(lexer)?;
        while let Some((_, name)) = key(lexer)? {
            match name.to_ascii_lowercase().as_str() {
                "id" => id = Some(number(lexer)?),
                "label" => label = text(lexer)?,
                "graphics" => position = graphics(lexer)?,
                "weight" => its_weight = Some(weight(lexer)?),
                _ => skip(lexer)?,
            }
        }
        let id = id.ok_or_else(|| lexer.error(place, "a node needs an `id`"))?;
        let position = position.map(|position| (position, VerticalAxis::Down));
        Ok(Self { place, id, vertex: WrittenVertex { label, position, weight: its_weight } })
    }
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
    Ok(WrittenEdge { place, ends, directed: false, given, weight: of_weight.or(of_value) })
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
        _ => Err(lexer.error(token.place, format!("{}; write `[`", token.shown()))),
    }
}

/// The next key with its place; `None` at the closing bracket.
fn key<'a>(lexer: &mut GmlLexer<'a>) -> Result<Option<(usize, &'a str)>, GraphError> {
    let token = lexer.next()?;
    match token.kind {
        GmlKind::Close => Ok(None),
        GmlKind::Key(key) => Ok(Some((token.place, key))),
        _ => Err(lexer.error(token.place, format!("{}; write a key or `]`", token.shown()))),
    }
}

/// Reads a whole number, verbatim.
fn number<'a>(lexer: &mut GmlLexer<'a>) -> Result<&'a str, GraphError> {
    let token = lexer.next()?;
    match token.kind {
        GmlKind::Number(number) => Ok(number),
        _ => Err(lexer.error(token.place, format!("{}; write a number", token.shown()))),
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

/// Writes all but the comments.
///
/// # Errors
/// The writer's error.
pub fn write_graph(
    edges: ExportedEdges<'_>,
    name: &dyn Fn(u32) -> String,
    is_given: &dyn Fn(u32) -> bool,
    is_given_edge: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "graph [\n  directed {}", u8::from(edges.directed))?;
    let mark = |is_given| if is_given { " given 1" } else { "" };
    for vertex in 0..edges.vertices {
        let (label, given) = (escaped(&name(vertex)), mark(is_given(vertex)));
        let weight = edges.weight(vertex).map_or_else(String::new, |w| format!(" weight {w}"));
        writeln!(out, "  node [ id {vertex} label \"{label}\"{weight}{given} ]")?;
    }
    for (a, b) in edges.list {
        let given = mark(is_given_edge((a, b)));
        writeln!(out, "  edge [ source {a} target {b}{given} ]")?;
    }
    writeln!(out, "]")
}

/// The escaped form of a text between quotation marks.
#[must_use]
pub fn escaped(text: &str) -> String {
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
        let text = "Creator \"igraph version 0.10\"\nVersion 1\ngraph\n[\n  directed 0\n  comment [ a [ b \"]\" ] c NAN ]\n  node\n  [\n    id 0\n    name \"x\"\n    label \"a &quot;b&quot;\"\n  ]\n  edge [ source 0 target 5 value 1.5E+0 ]\n  node [ id 5 label \"caf&#233;\" graphics [ x 1.0 ] ]\n  # a comment\n  edge [ source 5 target 0 given 1 ] edge [ source 0 target 0 ]\n]\n";
        let graph = GML.read(text).unwrap();
        assert_eq!(graph.names, ["a \"b\"", "café"]);
        assert_eq!(
            (graph.directed, &graph.edges, &graph.fixed),
            (false, &vec![(0, 1)], &vec![(0, 1)])
        );
        assert_eq!(graph.weights, [Weight::of(1.5)]);
        // If labels are not distinct, ids are used.
        let text = "graph[directed 1 node[id 3 label \"x\"]node[id -1 label \"x\"]edge[source -1 target 3]]";
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
            let said = format!("weight {value}");
            let [vertices, edges] = weights(&said, &said);
            let whole = [vertices[0], edges[0]].map(|weight| Weight::of(weight).whole());
            assert_eq!(whole, [None, None], "{value}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, said) in [
            ("", "1:1: `graph [` is missing"),
            ("graph {\n", "1:7: `{` is no key and no value"),
            ("graph x\n", "1:7: `x`; write `[`"),
            ("graph [\n", "2:1: the file ends; write a key or `]`"),
            ("graph [ node [ ] ]", "1:9: a node needs an `id`"),
            ("graph [ node [ id \"a\" ] ]", "1:19: `\"a\"`; write a number"),
            ("graph [ node [ id 1 ] node [ id 1 ] ]", "1:23: a second vertex `1`"),
            ("graph [\n edge [ source 1 ] ]", "2:2: an edge needs a `source` and a `target`"),
            ("graph [ edge [ source 1 target 2 ] ]", "1:9: no vertex has the id `1`"),
            ("graph [ ] graph [ ]", "1:11: a second graph; a file has one"),
            ("graph [ a ]", "1:11: `]`; a value stands behind a key"),
            ("a \"x", "1:3: the text has no second quotation mark"),
            ("graph [ ] ]", "1:11: `]`; write a key"),
        ] {
            assert_eq!(GML.read(text).unwrap_err().to_string(), said, "{text:?}");
        }
    }
}
