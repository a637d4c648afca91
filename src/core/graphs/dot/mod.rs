//! Graphviz `dot`.

mod lexer;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    io::{self, Write},
    ops::Range,
};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::{GraphBuilder, WrittenVertex},
};
use lexer::{Lexer, Token, TokenKind};

/// `dot`: `graph` or `digraph`, with chains of edges, subgraphs as ends of edges, attributes,
/// ports and comments.
///
/// Vertices are named by their ids. If the ids are only the numbers `0`, `1`, … in order and every
/// vertex has a distinct label, as petgraph and `satranj export` write graphs, they are named by
/// their labels. Loops and repeated edges are dropped; in a `strict` graph a
/// repeated edge is the same edge again, so the last weight in its own brackets counts. The
/// `weight` of a vertex or an edge is its weight, otherwise that of the last `node [weight=…]` or
/// `edge [weight=…]` before it, which holds to the end of its subgraph. If all vertices have a
/// `pos`, as the programs of Graphviz write it, it is their position in pictures. Other attributes
/// are ignored. What is given is written bold, an end of a path as a double circle.
///
/// Source: "DOT Language", graphviz.org.
pub static DOT: GraphFileFormat = GraphFileFormat {
    name: "dot",
    extensions: &["dot", "gv"],
    summary: "Graphviz, graph or digraph",
    begins: |line| {
        let head = line.split('{').next().unwrap_or_default();
        let word = head.split_ascii_whitespace().next().unwrap_or_default();
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        // `graph [` begins another format.
        is("strict") || is("digraph") || is("graph") && line.contains('{')
    },
    read: |text, reading, _| read(text, reading),
    writes: "the graph of the moves or attacks for Graphviz",
    write: write_graph,
    ..GraphFileFormat::BASE
};

/// The deepest nesting of subgraphs.
const MOST_DEPTH: u32 = 100;

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let mut builder = GraphBuilder::new(text, reading);
    builder.counts = |number, id| id == number.to_string();
    let mut parser = Parser { lexer, token, builder, defaults: DefaultWeights::default() };
    parser.graph()?;
    parser.builder.graph()
}

/// The attributes of a vertex or an edge.
#[derive(Default)]
struct Attributes<'a> {
    label: Option<Cow<'a, str>>,
    position: Option<[f64; 2]>,
    weight: Option<Cow<'a, str>>,
}

impl Attributes<'_> {
    /// The weight, if one is written.
    fn weight(&self) -> Option<Weight> {
        self.weight.as_deref().map(Weight::written)
    }
}

/// `1.5,2` or `1.5,2!`, upward, optionally with a third number; across and down.
fn position(text: &str) -> Option<[f64; 2]> {
    let mut numbers = text.trim_end_matches('!').split(',').map(|part| part.trim().parse().ok());
    let (x, y): (f64, f64) = (numbers.next()??, numbers.next()??);
    Some([x, -y])
}

/// The default weights, from here to the end of the subgraph.
#[derive(Debug, Clone, Copy, Default)]
struct DefaultWeights {
    vertex: Option<Weight>,
    edge: Option<Weight>,
}

/// An end of an edge.
enum End {
    Vertex(u32),
    /// The vertices of a subgraph.
    Vertices(Vec<u32>),
}

impl End {
    fn list(&self) -> &[u32] {
        match self {
            Self::Vertex(vertex) => std::slice::from_ref(vertex),
            Self::Vertices(list) => list,
        }
    }
}

/// A recursive-descent parser with one token of lookahead.
struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token.
    token: Token<'a>,
    builder: GraphBuilder<'a>,
    defaults: DefaultWeights,
}

impl<'a> Parser<'a> {
    /// Takes the next token.
    fn take(&mut self) -> Result<Token<'a>, GraphError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    /// Takes the next token if it is this symbol.
    fn takes(&mut self, symbol: u8) -> Result<bool, GraphError> {
        let is_it = self.token.kind == TokenKind::Symbol(symbol);
        if is_it {
            self.take()?;
        }
        Ok(is_it)
    }

    /// Takes the next token if it is this unquoted word, ignoring case.
    fn takes_word(&mut self, word: &str) -> Result<bool, GraphError> {
        let is_it = self.token.is_word(word);
        if is_it {
            self.take()?;
        }
        Ok(is_it)
    }

    /// The error for an unexpected token.
    fn unexpected(&self, expected: &str) -> GraphError {
        let problem = format!("{}; {expected}", self.token);
        self.lexer.error(self.token.place, problem)
    }

    fn expect(&mut self, symbol: u8, expected: &str) -> Result<(), GraphError> {
        if self.takes(symbol)? { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Takes an id.
    fn id(&mut self, expected: &str) -> Result<Cow<'a, str>, GraphError> {
        if !matches!(self.token.kind, TokenKind::Id { .. }) {
            return Err(self.unexpected(expected));
        }
        match self.take()?.kind {
            TokenKind::Id { text, .. } => Ok(text),
            _ => Ok(Cow::Borrowed("")),
        }
    }

    fn graph(&mut self) -> Result<(), GraphError> {
        let is_strict = self.takes_word("strict")?;
        self.builder.directed = if self.takes_word("digraph")? {
            true
        } else if self.takes_word("graph")? {
            false
        } else {
            return Err(self.unexpected("expected `graph` or `digraph`"));
        };
        if is_strict {
            self.builder.edges.be_strict();
        }
        if matches!(self.token.kind, TokenKind::Id { .. }) {
            self.take()?;
        }
        self.expect(b'{', "expected `{`, the beginning of the graph")?;
        self.statements(0, None)?;
        match self.token.kind {
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected("expected the end of the file; a file has one graph")),
        }
    }

    /// The statements up to `}`; adds the vertices that they name to a list.
    fn statements(
        &mut self,
        depth: u32,
        mut list: Option<&mut Vec<u32>>,
    ) -> Result<(), GraphError> {
        while !self.takes(b'}')? {
            self.statement(depth, list.as_deref_mut())?;
            self.takes(b';')?;
        }
        Ok(())
    }

    fn statement(&mut self, depth: u32, mut list: Option<&mut Vec<u32>>) -> Result<(), GraphError> {
        if let Some(of) =
            ["node", "edge", "graph"].into_iter().find(|word| self.token.is_word(word))
        {
            self.take()?;
            if self.token.kind != TokenKind::Symbol(b'[') {
                return Err(self.unexpected("expected `[`, the beginning of the attributes"));
            }
            if let Some(weight) = self.attributes()?.weight.as_deref() {
                match of {
                    "node" => self.defaults.vertex = Weight::by_default(weight),
                    "edge" => self.defaults.edge = Weight::by_default(weight),
                    _ => {}
                }
            }
            return Ok(());
        }
        let Some(mut end) = self.end(depth, true)? else { return Ok(()) };
        // The indices of this statement's edges.
        let mut edges: Vec<Range<usize>> = Vec::new();
        let mut own = None;
        let mut place = self.token.place;
        while let TokenKind::Edge { directed } = self.token.kind {
            if directed != self.builder.directed {
                let says = if self.builder.directed {
                    "expected `->`, an arc of a digraph"
                } else {
                    "expected `--`, an edge of a graph"
                };
                return Err(self.unexpected(says));
            }
            place = self.take()?.place;
            let Some(next) = self.end(depth, false)? else {
                return Err(
                    self.unexpected("expected a vertex or a subgraph at the end of the edge")
                );
            };
            let first = self.builder.edges.len();
            self.join(place, &end, &next)?;
            match edges.last_mut() {
                Some(before) if before.end == first => before.end = self.builder.edges.len(),
                _ => edges.push(first..self.builder.edges.len()),
            }
            if let Some(list) = list.as_deref_mut() {
                list.extend_from_slice(end.list());
            }
            end = next;
        }
        if let TokenKind::Symbol(b'[') = self.token.kind {
            if let (End::Vertices(_), true) = (&end, edges.is_empty()) {
                return Err(self.unexpected("a subgraph takes no attributes after it"));
            }
            place = self.token.place;
            let attributes = self.attributes()?;
            if !edges.is_empty() {
                own = attributes.weight();
            } else if let End::Vertex(vertex) = end {
                let weight = attributes.weight();
                let Attributes { label, position, .. } = attributes;
                // In a label a backslash is doubled.
                let label = label.map(|label| Cow::Owned(label.replace("\\\\", "\\")));
                self.builder.vertices.describe(
                    place,
                    vertex,
                    WrittenVertex { label, position, weight },
                )?;
            }
        }
        if let Some(weight) = own.or(self.defaults.edge) {
            for edges in edges {
                self.builder.edges.weigh(edges, place, weight, own.is_some())?;
            }
        }
        if let Some(list) = list {
            list.extend_from_slice(end.list());
        }
        Ok(())
    }

    /// A vertex with its port, or a subgraph; `None` after an attribute, `name = value`, where one
    /// is allowed.
    fn end(&mut self, depth: u32, may_assign: bool) -> Result<Option<End>, GraphError> {
        let is_subgraph = self.takes_word("subgraph")?;
        if is_subgraph && matches!(self.token.kind, TokenKind::Id { .. }) {
            self.take()?;
        }
        if is_subgraph || self.token.kind == TokenKind::Symbol(b'{') {
            if depth == MOST_DEPTH {
                let problem = format!(
                    "subgraphs are nested too deeply; at most {MOST_DEPTH} levels are possible"
                );
                return Err(self.lexer.error(self.token.place, problem));
            }
            self.expect(b'{', "expected `{`, the beginning of the subgraph")?;
            let mut list = Vec::new();
            let outside = self.defaults;
            self.statements(depth + 1, Some(&mut list))?;
            self.defaults = outside;
            list.sort_unstable();
            list.dedup();
            return Ok(Some(End::Vertices(list)));
        }
        if self.token.is_keyword() {
            return Err(
                self.unexpected("a vertex with the name of a keyword needs quotation marks")
            );
        }
        let place = self.token.place;
        let id = self.id("expected a vertex, a subgraph or `}`")?;
        if may_assign && self.takes(b'=')? {
            self.id("expected a value after `=`")?;
            return Ok(None);
        }
        let vertices = self.builder.vertices.len();
        let vertex = self.builder.vertices.of(place, id)?;
        if vertex == vertices {
            let weight = self.defaults.vertex;
            let attributes = WrittenVertex { weight, ..WrittenVertex::default() };
            self.builder.vertices.describe(place, vertex, attributes)?;
        }
        for _ in 0..2 {
            if self.takes(b':')? {
                self.id("expected a port after `:`")?;
            }
        }
        Ok(Some(End::Vertex(vertex)))
    }

    /// Adds an edge from each vertex of one end to each of the other.
    fn join(&mut self, place: usize, from: &End, to: &End) -> Result<(), GraphError> {
        let (from, to) = (from.list(), to.list());
        self.builder.edges.reserve(place, from.len().saturating_mul(to.len()))?;
        for &tail in from {
            for &head in to {
                self.builder.edge(place, [tail, head], None)?;
            }
        }
        Ok(())
    }

    /// Lists of attributes; the last valid value of each counts.
    fn attributes(&mut self) -> Result<Attributes<'a>, GraphError> {
        let mut attributes = Attributes::default();
        while self.takes(b'[')? {
            while !self.takes(b']')? {
                let name = self.id("expected an attribute, name = value, or `]`")?;
                self.expect(b'=', "expected `=` between an attribute and its value")?;
                let value = self.id("expected a value after `=`")?;
                match &*name {
                    "label" => attributes.label = Some(value),
                    "pos" => attributes.position = position(&value),
                    "weight" => attributes.weight = Some(value),
                    _ => {}
                }
                if !self.takes(b',')? {
                    self.takes(b';')?;
                }
            }
        }
        Ok(attributes)
    }
}

fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    graph.write_comments("//", out)?;
    let (kind, edge) = if graph.directed { ("digraph", "->") } else { ("graph", "--") };
    writeln!(out, "{kind} {{")?;
    for vertex in 0..graph.vertices {
        let label = graph.name(vertex).replace('\\', "\\\\").replace('"', "\\\"");
        let end = if graph.ends.contains(&Some(vertex)) { " shape = doublecircle" } else { "" };
        let bold = if graph.is_given(vertex) { " penwidth = 3" } else { "" };
        write!(out, "    {vertex} [ label = \"{label}\"{end}{bold}")?;
        match graph.weight(vertex) {
            Some(weight) => writeln!(out, " weight = {weight}]")?,
            None => writeln!(out, "]")?,
        }
    }
    for (a, b) in graph.edges() {
        let bold = if graph.is_given_edge((a, b)) { "penwidth = 3" } else { "" };
        writeln!(out, "    {a} {edge} {b} [ {bold}]")?;
    }
    writeln!(out, "}}")
}
