//! Graphviz `dot`.

mod attributes;
mod lexer;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    io::{self, Write},
    ops::Range,
};

use petgraph::{
    Directed, EdgeType, Undirected,
    dot::{Config, Dot as PetgraphDot},
    graph::{EdgeReference, Graph, NodeIndex},
};

use super::{
    ExportedEdges, GraphError, InputFormat, NamedGraph, Problem,
    arcs::GatheredEdges,
    positions::{Positions, VerticalAxis},
    vertex_names::VertexNames,
    vertex_weights::VertexWeights,
};
use crate::limits::Permit;
use attributes::{Attributes, DefaultWeights};
use lexer::{Lexer, Token, TokenKind};

/// `dot`: `graph` or `digraph`, with chains of edges, subgraphs as ends of edges, attributes,
/// ports and comments.
///
/// Vertices are named by their ids. If the ids are only the numbers `0`, `1`, … in order and every
/// vertex has a distinct label, as petgraph (and so `satranj export --format dot`) writes graphs,
/// they are named by their labels. Loops and repeated edges are dropped; in a `strict` graph a
/// repeated edge is the same edge again, so the last weight in its own brackets counts. The
/// `weight` of a vertex or an edge is its weight, otherwise that of the last `node [weight=…]` or
/// `edge [weight=…]` before it, which holds to the end of its subgraph. If all vertices have a
/// `pos`, as the programs of Graphviz write it, it is their position in pictures. Other attributes
/// are ignored.
///
/// Source: "DOT Language", graphviz.org.
pub static DOT: InputFormat = InputFormat {
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
    read: |text, permit, _| read(text, permit),
    ..InputFormat::BASE
};

/// The deepest nesting of subgraphs.
const MOST_DEPTH: u32 = 100;

fn read(text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let mut parser = Parser {
        lexer,
        token,
        arcs: GatheredEdges::new(false, permit),
        permit,
        names: VertexNames::new(permit),
        labels: Vec::new(),
        positions: Positions::new(permit),
        weights: VertexWeights::new(permit),
        defaults: DefaultWeights::default(),
        directed: false,
    };
    parser.graph()?;
    // In a label a backslash is doubled.
    let label = |label: Cow<'_, str>| label.replace("\\\\", "\\");
    let labels = parser.labels.into_iter().map(|written| written.map(label)).collect();
    let names = parser.names.named(|number, id| id == number.to_string(), labels);
    let positions = parser.positions.scaled(names.len());
    let graph = NamedGraph { positions, ..parser.arcs.graph(names) };
    parser.weights.given_to(graph).map_err(|problem| parser.lexer.error(0, problem))
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
    directed: bool,
    arcs: GatheredEdges<'a>,
    permit: Permit<'a>,
    names: VertexNames<'a>,
    labels: Vec<Option<Cow<'a, str>>>,
    positions: Positions<'a>,
    weights: VertexWeights<'a>,
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
        self.directed = if self.takes_word("digraph")? {
            true
        } else if self.takes_word("graph")? {
            false
        } else {
            return Err(self.unexpected("a file begins with graph or digraph"));
        };
        if is_strict {
            self.arcs = GatheredEdges::strict(self.directed, self.permit);
        } else if self.directed {
            self.arcs = GatheredEdges::new(true, self.permit);
        }
        if matches!(self.token.kind, TokenKind::Id { .. }) {
            self.take()?;
        }
        self.expect(b'{', "`{` begins the graph")?;
        self.statements(0, None)?;
        match self.token.kind {
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected("the graph has ended, and a file has one")),
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
                return Err(self.unexpected("`[` begins the attributes"));
            }
            let attributes = self.attributes()?;
            self.defaults.set(of, &attributes);
            return Ok(());
        }
        let Some(mut end) = self.end(depth, true)? else { return Ok(()) };
        // The indices of this statement's edges.
        let mut edges: Vec<Range<usize>> = Vec::new();
        let mut own = None;
        let mut place = self.token.place;
        while let TokenKind::Edge { directed } = self.token.kind {
            if directed != self.directed {
                let says = if self.directed {
                    "arcs of a digraph are ->"
                } else {
                    "edges of a graph are --"
                };
                return Err(self.unexpected(says));
            }
            place = self.take()?.place;
            let Some(next) = self.end(depth, false)? else {
                return Err(self.unexpected("an edge ends at a vertex or a subgraph"));
            };
            let first = self.arcs.len();
            self.join(place, &end, &next).map_err(|problem| self.lexer.error(place, problem))?;
            match edges.last_mut() {
                Some(before) if before.end == first => before.end = self.arcs.len(),
                _ => edges.push(first..self.arcs.len()),
            }
            if let Some(list) = list.as_deref_mut() {
                list.extend_from_slice(end.list());
            }
            end = next;
        }
        if let TokenKind::Symbol(b'[') = self.token.kind {
            if let (End::Vertices(_), true) = (&end, edges.is_empty()) {
                return Err(self.unexpected("a subgraph has no attributes behind it"));
            }
            place = self.token.place;
            let attributes = self.attributes()?;
            if !edges.is_empty() {
                own = attributes.weight();
            } else if let End::Vertex(vertex) = &end {
                self.describe(place, *vertex, attributes)
                    .map_err(|problem| self.lexer.error(place, problem))?;
            }
        }
        if let Some(weight) = own.or(self.defaults.edge) {
            for edges in edges {
                let weighed = self.arcs.weigh(edges, place, weight, own.is_some());
                weighed.map_err(|problem| self.lexer.error(place, problem))?;
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
                let problem = format!("subgraphs in one another; {MOST_DEPTH} are the most");
                return Err(self.lexer.error(self.token.place, problem));
            }
            self.expect(b'{', "`{` begins the subgraph")?;
            let mut list = Vec::new();
            let outside = self.defaults;
            self.statements(depth + 1, Some(&mut list))?;
            self.defaults = outside;
            list.sort_unstable();
            list.dedup();
            return Ok(Some(End::Vertices(list)));
        }
        if self.token.is_keyword() {
            return Err(self.unexpected("write it in quotation marks if it is a vertex"));
        }
        let place = self.token.place;
        let id = self.id("write a vertex, a subgraph or `}`")?;
        if may_assign && self.takes(b'=')? {
            self.id("`=` stands before a value")?;
            return Ok(None);
        }
        let vertex = self.vertex(place, id).map_err(|problem| self.lexer.error(place, problem))?;
        for _ in 0..2 {
            if self.takes(b':')? {
                self.id("`:` stands before a port")?;
            }
        }
        Ok(Some(End::Vertex(vertex)))
    }

    /// The vertex of an id.
    fn vertex(&mut self, place: usize, id: Cow<'a, str>) -> Result<u32, Problem> {
        let number = self.names.number(id)?;
        if self.labels.len() < self.names.len() {
            self.labels.push(None);
            if let Some(weight) = self.defaults.vertex {
                self.weights.set(place, number, weight)?;
            }
        }
        Ok(number)
    }

    /// Notes the attributes of a vertex.
    fn describe(
        &mut self,
        place: usize,
        vertex: u32,
        attributes: Attributes<'a>,
    ) -> Result<(), Problem> {
        if let Some(weight) = attributes.weight() {
            self.weights.set(place, vertex, weight)?;
        }
        if let Some(position) = attributes.position {
            self.positions.set(vertex, position, VerticalAxis::Up)?;
        }
        if let Some(label) = attributes.label {
            self.labels[vertex as usize] = Some(label);
        }
        Ok(())
    }

    /// Adds an edge from each vertex of one end to each of the other.
    fn join(&mut self, place: usize, from: &End, to: &End) -> Result<(), Problem> {
        let (from, to) = (from.list(), to.list());
        let edges = from.len().saturating_mul(to.len());
        self.arcs.room(edges)?;
        self.arcs.reserve(edges)?;
        for &tail in from {
            for &head in to {
                self.arcs.push(place, (tail, head), None)?;
            }
        }
        Ok(())
    }

    /// Lists of attributes; the last valid value of each counts.
    fn attributes(&mut self) -> Result<Attributes<'a>, GraphError> {
        let mut attributes = Attributes::default();
        while self.takes(b'[')? {
            while !self.takes(b']')? {
                let name = self.id("write an attribute, name = value, or `]`")?;
                self.expect(b'=', "`=` stands between an attribute and its value")?;
                let value = self.id("`=` stands before a value")?;
                attributes.set(&name, value);
                if !self.takes(b',')? {
                    self.takes(b';')?;
                }
            }
        }
        Ok(attributes)
    }
}

/// A label in quotation marks.
#[must_use]
pub fn quoted(label: &str) -> String {
    format!("\"{}\"", label.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes a graph; the vertices are `0`, `1`, … with these attributes, given edges are bold.
///
/// # Errors
/// The writer's error.
pub fn write_graph(
    edges: ExportedEdges<'_>,
    attributes: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if edges.directed {
        write_as::<Directed>(edges, attributes, is_given, out)
    } else {
        write_as::<Undirected>(edges, attributes, is_given, out)
    }
}

fn write_as<Direction: EdgeType>(
    edges: ExportedEdges<'_>,
    attributes: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut drawn: Graph<(), bool, Direction> =
        Graph::with_capacity(edges.vertices as usize, edges.bound as usize);
    for _ in 0..edges.vertices {
        drawn.add_node(());
    }
    let weights = edges.weights;
    for (a, b) in edges.list {
        drawn.add_edge(a.into(), b.into(), is_given((a, b)));
    }
    let edge = |_: &Graph<(), bool, Direction>, edge: EdgeReference<'_, bool>| {
        if *edge.weight() { "penwidth = 3".to_string() } else { String::new() }
    };
    let node = |_: &Graph<(), bool, Direction>, (vertex, ()): (NodeIndex, &())| {
        let attributes = attributes(vertex.index() as u32);
        match weights.and_then(|weights| weights.get(vertex.index())) {
            Some(weight) => format!("{attributes} weight = {weight}"),
            None => attributes,
        }
    };
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
    let dot = PetgraphDot::with_attr_getters(&drawn, &config, &edge, &node);
    write!(out, "{dot:?}")
}
