//! A graph for output in the graph formats.

use std::io::{self, Write};

use satranj_encodings::graph::Graph;

/// The texts about a graph that its file contains.
pub trait GraphTexts {
    /// The name of the graph.
    fn title(&self) -> String;

    /// The lines at the beginning of the file, for people.
    fn comments(&self) -> Vec<String>;

    /// The puzzle that the graph belongs to, as JSON, if there is one.
    fn puzzle(&self) -> Option<String> {
        None
    }

    /// The name of a vertex; its number from 1 unless it has another.
    fn name(&self, vertex: u32) -> String {
        (vertex + 1).to_string()
    }

    /// The piece that a vertex places, if there are several kinds.
    fn kind(&self, _vertex: u32) -> Option<String> {
        None
    }
}

/// Makes the iterator over the edges anew.
pub type EdgeSource<'a> = Box<dyn Fn() -> Box<dyn Iterator<Item = (u32, u32)> + 'a> + 'a>;

/// The edges or arcs of a graph, its weights, and what a puzzle says about it, for output.
pub struct ExportedGraph<'a> {
    /// Whether the edges are arcs, from their first vertex to their second.
    pub directed: bool,
    /// Number of vertices; they are `0..vertices`.
    pub vertices: u32,
    /// Number of edges.
    pub edge_count: u64,
    /// Makes the iterator over the edges.
    pub edges: EdgeSource<'a>,
    /// The weight of each vertex, if vertices have weights.
    pub weights: Option<&'a [u32]>,
    /// The weight of each edge in the order of the edges, if edges have weights.
    pub edge_weights: Option<Vec<u64>>,
    /// The vertices where a path must begin and where it must end.
    pub ends: [Option<u32>; 2],
    /// The vertices that are given, in rising order.
    pub given: Vec<u32>,
    /// The edges that must be used, in rising order; those of an undirected graph have their
    /// smaller vertex first.
    pub given_edges: Vec<(u32, u32)>,
    /// The texts about it.
    pub texts: &'a dyn GraphTexts,
}

impl<'a> ExportedGraph<'a> {
    /// A graph without weights and without given vertices or edges. Its edges come in rising order;
    /// those of an undirected graph have their smaller vertex first.
    pub fn new<I: Iterator<Item = (u32, u32)> + 'a>(
        directed: bool,
        vertices: u32,
        edge_count: u64,
        edges: impl Fn() -> I + 'a,
        texts: &'a dyn GraphTexts,
    ) -> Self {
        Self {
            directed,
            vertices,
            edge_count,
            edges: Box::new(move || Box::new(edges())),
            weights: None,
            edge_weights: None,
            ends: [None; 2],
            given: Vec::new(),
            given_edges: Vec::new(),
            texts,
        }
    }

    /// An undirected graph.
    #[must_use]
    pub fn of(graph: &'a Graph, texts: &'a dyn GraphTexts) -> Self {
        Self::new(false, graph.vertices(), graph.edges().into(), || graph.edge_list(), texts)
    }

    /// A graph of listed edges.
    #[must_use]
    pub fn listed(
        directed: bool,
        vertices: u32,
        edges: &'a [(u32, u32)],
        texts: &'a dyn GraphTexts,
    ) -> Self {
        let edge_count = edges.len() as u64;
        Self::new(directed, vertices, edge_count, || edges.iter().copied(), texts)
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> Box<dyn Iterator<Item = (u32, u32)> + 'a> {
        (self.edges)()
    }

    /// The edges with their weights, if they have any.
    pub fn weighted_edges(&self) -> impl Iterator<Item = ((u32, u32), Option<u64>)> {
        let weights = self.edge_weights.as_deref();
        self.edges().enumerate().map(move |(at, edge)| (edge, weights.map(|weights| weights[at])))
    }

    /// The vertices without an edge, in rising order.
    #[must_use]
    pub fn isolated(&self) -> Vec<u32> {
        let mut alone = vec![true; self.vertices as usize];
        for (a, b) in self.edges() {
            (alone[a as usize], alone[b as usize]) = (false, false);
        }
        (0..self.vertices).filter(|&vertex| alone[vertex as usize]).collect()
    }

    /// The weight of a vertex, if vertices have weights.
    #[must_use]
    pub fn weight(&self, vertex: u32) -> Option<u32> {
        self.weights.and_then(|weights| weights.get(vertex as usize)).copied()
    }

    /// Whether a vertex is given.
    #[must_use]
    pub fn is_given(&self, vertex: u32) -> bool {
        self.given.binary_search(&vertex).is_ok()
    }

    /// Whether an edge must be used.
    #[must_use]
    pub fn is_given_edge(&self, edge: (u32, u32)) -> bool {
        self.given_edges.binary_search(&edge).is_ok()
    }

    /// The name of a vertex.
    #[must_use]
    pub fn name(&self, vertex: u32) -> String {
        self.texts.name(vertex)
    }

    /// Writes the comments as lines with this beginning.
    ///
    /// # Errors
    /// The writer's error.
    pub fn write_comments(&self, beginning: &str, out: &mut dyn Write) -> io::Result<()> {
        let comments = self.texts.comments();
        comments.iter().try_for_each(|comment| writeln!(out, "{beginning} {comment}"))
    }
}

/// Names for tests; vertices without one are numbered from 1.
#[cfg(test)]
pub struct NamesOnly(pub &'static [&'static str]);

#[cfg(test)]
impl GraphTexts for NamesOnly {
    fn title(&self) -> String {
        "x".into()
    }

    fn comments(&self) -> Vec<String> {
        Vec::new()
    }

    fn name(&self, vertex: u32) -> String {
        let name = self.0.get(vertex as usize);
        name.map_or_else(|| (vertex + 1).to_string(), |&name| name.into())
    }
}
