//! A graph under construction from a file: vertices by id or number, their attributes, and edges,
//! with places for errors.

use std::borrow::Cow;

use super::GraphReading;
use super::{
    FileText, GraphError, NamedGraph, Weight, gathered_edges::GatheredEdges,
    vertices::GatheredVertices,
};
pub use super::{
    gathered_edges::{EdgeDirection, WrittenEdge},
    vertices::WrittenVertex,
};

/// Fewer waiting edges need no memory check.
const MANY: usize = 1 << 12;

/// Memory of an edge that waits for its ends.
const BYTES_AN_EDGE: u64 = 160;

/// Whether the id of a vertex is just its number: `0`, or `n0`.
pub fn is_counted(number: usize, id: &str) -> bool {
    id.strip_prefix('n').unwrap_or(id) == number.to_string()
}

/// A graph that is being read.
pub struct GraphBuilder<'a> {
    text: FileText<'a>,
    /// Whether edges are arcs that do not say otherwise, and a graph without any is directed.
    pub directed: bool,
    /// Whether an id only counts, so that labels are better names.
    pub counts: fn(usize, &str) -> bool,
    /// The vertices so far.
    pub vertices: GatheredVertices<'a>,
    /// The edges so far.
    pub edges: GatheredEdges<'a>,
    waiting: Vec<WrittenEdge<Cow<'a, str>>>,
}

impl<'a> GraphBuilder<'a> {
    /// No vertex yet of the graph of a text.
    pub fn new(text: &'a str, reading: GraphReading<'a>) -> Self {
        let text = FileText { text, reading };
        Self {
            text,
            directed: false,
            counts: |_, _| true,
            vertices: GatheredVertices::new(text),
            edges: GatheredEdges::new(text),
            waiting: Vec::new(),
        }
    }

    /// A problem at a byte of the text.
    pub fn error(&self, place: usize, problem: impl Into<String>) -> GraphError {
        self.text.error(place, problem)
    }

    /// Adds a vertex, whose id must be new.
    pub fn add_vertex(&mut self, place: usize, id: Cow<'a, str>) -> Result<u32, GraphError> {
        if self.vertices.find(&id).is_some() {
            let problem = format!("duplicate vertex `{}`", super::brief(&id));
            return Err(self.error(place, problem));
        }
        self.vertices.of(place, id)
    }

    /// Adds an edge, in the direction of the graph.
    pub fn edge(
        &mut self,
        place: usize,
        ends: [u32; 2],
        weight: Option<Weight>,
    ) -> Result<(), GraphError> {
        let direction = EdgeDirection::of(self.directed);
        self.edges.push(&WrittenEdge { place, ends, direction, given: false, weight })
    }

    /// Adds an edge between ids; it waits for vertices that are not known yet.
    pub fn join_ids(&mut self, edge: WrittenEdge<Cow<'a, str>>) -> Result<(), GraphError> {
        if let [Some(from), Some(to)] = edge.ends.each_ref().map(|id| self.vertices.find(id)) {
            let WrittenEdge { place, direction, given, weight, .. } = edge;
            return self.edges.push(&WrittenEdge {
                place,
                ends: [from, to],
                direction,
                given,
                weight,
            });
        }
        let waiting = self.waiting.len();
        if waiting > 0 && waiting.is_multiple_of(MANY) {
            let bytes = if waiting.is_power_of_two() { BYTES_AN_EDGE * waiting as u64 } else { 0 };
            self.text.ask(edge.place, bytes, || format!("more than {waiting} edges"))?;
        }
        self.waiting.push(edge);
        Ok(())
    }

    /// Takes the edges so far, to compare them with others.
    pub fn take_edges(&mut self) -> GatheredEdges<'a> {
        std::mem::replace(&mut self.edges, GatheredEdges::new(self.text))
    }

    /// Puts edges back, if the edges since then are the same.
    pub fn agrees(&mut self, before: GatheredEdges<'a>) -> bool {
        self.edges.sort();
        let others = std::mem::replace(&mut self.edges, before);
        self.edges.sort();
        self.edges.is_same(&others)
    }

    /// The graph, once all is read.
    pub fn graph(mut self) -> Result<NamedGraph, GraphError> {
        for edge in std::mem::take(&mut self.waiting) {
            if let Some(unknown) = edge.ends.iter().find(|id| self.vertices.find(id).is_none()) {
                let problem = format!("no vertex has the id `{}`", super::brief(unknown));
                return Err(self.error(edge.place, problem));
            }
            self.join_ids(edge)?;
        }
        let vertices = self.vertices.graph(self.counts)?;
        self.edges.given_to(vertices, self.directed)
    }
}
