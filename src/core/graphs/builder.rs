//! A graph under construction from a file: vertices by id or number, their attributes, and edges,
//! with places for errors.

use std::borrow::Cow;

use super::{
    GraphError, NamedGraph, Problem, Weight, ask, gathered_edges::GatheredEdges,
    vertices::GatheredVertices,
};
use crate::limits::Permit;

/// Fewer waiting edges need no memory check.
const MANY: usize = 1 << 12;

/// Memory of an edge that waits for its ends.
const BYTES_AN_EDGE: u64 = 160;

/// The direction of an edge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EdgeDirection {
    /// Both ways; an arc each way where other edges are arcs.
    #[default]
    Undirected,
    /// An arc.
    Directed,
    /// An arc each way.
    Mutual,
}

impl EdgeDirection {
    /// An arc, or an edge.
    pub fn of(directed: bool) -> Self {
        if directed { Self::Directed } else { Self::Undirected }
    }

    /// The direction of this name, in lower case.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "undirected" => Self::Undirected,
            "directed" => Self::Directed,
            "mutual" => Self::Mutual,
            _ => return None,
        })
    }
}

/// The ends of an edge, and its attributes in the file.
#[derive(Debug, Clone, Default)]
pub struct WrittenEdge<E> {
    /// Its place in bytes.
    pub place: usize,
    /// Its two ends: numbers of vertices, or their ids.
    pub ends: [E; 2],
    /// Its direction.
    pub direction: EdgeDirection,
    /// Whether it must be used.
    pub given: bool,
    /// Its weight, if it has one.
    pub weight: Option<Weight>,
}

/// The attributes of a vertex in the file.
#[derive(Debug, Clone, Default)]
pub struct WrittenVertex<'a> {
    /// Another name.
    pub label: Option<Cow<'a, str>>,
    /// Its position, across and down.
    pub position: Option<[f64; 2]>,
    /// Its weight, if it has one.
    pub weight: Option<Weight>,
}

/// Whether the id of a vertex is just its number: `0`, or `n0`.
pub fn is_counted(number: usize, id: &str) -> bool {
    id.strip_prefix('n').unwrap_or(id) == number.to_string()
}

/// A graph that is being read.
pub struct GraphBuilder<'a> {
    text: &'a str,
    permit: Permit<'a>,
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
    pub fn new(text: &'a str, permit: Permit<'a>) -> Self {
        Self {
            text,
            permit,
            directed: false,
            counts: |_, _| true,
            vertices: GatheredVertices::new(permit),
            edges: GatheredEdges::new(permit),
            waiting: Vec::new(),
        }
    }

    /// A problem at a byte of the text.
    pub fn error(&self, place: usize, problem: impl Into<Problem>) -> GraphError {
        GraphError::at(self.text, place, problem)
    }

    /// A result whose problem is at a byte.
    fn placed<T>(&self, place: usize, result: Result<T, Problem>) -> Result<T, GraphError> {
        result.map_err(|problem| self.error(place, problem))
    }

    /// The vertex of an id, which is added if it is new.
    pub fn vertex(&mut self, place: usize, id: Cow<'a, str>) -> Result<u32, GraphError> {
        let vertex = self.vertices.of(id);
        self.placed(place, vertex)
    }

    /// Adds a vertex, whose id must be new.
    pub fn add_vertex(&mut self, place: usize, id: Cow<'a, str>) -> Result<u32, GraphError> {
        if self.vertices.find(&id).is_some() {
            let problem = format!("a second vertex `{}`", super::brief(&id));
            return Err(self.error(place, problem));
        }
        self.vertex(place, id)
    }

    /// Sets the attributes that a vertex has here.
    pub fn describe(
        &mut self,
        place: usize,
        vertex: u32,
        attributes: WrittenVertex<'a>,
    ) -> Result<(), GraphError> {
        let WrittenVertex { label, position, weight } = attributes;
        let vertices = &mut self.vertices;
        let set = label.map_or(Ok(()), |label| vertices.label(vertex, label));
        let set = set.and_then(|()| position.map_or(Ok(()), |at| vertices.place(vertex, at)));
        let set = set.and_then(|()| weight.map_or(Ok(()), |it| vertices.weigh(place, vertex, it)));
        self.placed(place, set)
    }

    /// Makes room for this many more edges.
    pub fn reserve(&mut self, place: usize, edges: usize) -> Result<(), GraphError> {
        let reserved = self.edges.reserve(edges);
        self.placed(place, reserved)
    }

    /// Adds an edge, in the direction of the graph.
    pub fn edge(
        &mut self,
        place: usize,
        ends: [u32; 2],
        weight: Option<Weight>,
    ) -> Result<(), GraphError> {
        let direction = EdgeDirection::of(self.directed);
        self.join(&WrittenEdge { place, ends, direction, given: false, weight })
    }

    /// Adds an edge.
    pub fn join(&mut self, edge: &WrittenEdge<u32>) -> Result<(), GraphError> {
        let pushed = self.edges.push(edge);
        self.placed(edge.place, pushed)
    }

    /// Adds an edge between ids; it waits for vertices that are not known yet.
    pub fn join_ids(&mut self, edge: WrittenEdge<Cow<'a, str>>) -> Result<(), GraphError> {
        if let [Some(from), Some(to)] = edge.ends.each_ref().map(|id| self.vertices.find(id)) {
            let WrittenEdge { place, direction, given, weight, .. } = edge;
            return self.join(&WrittenEdge { place, ends: [from, to], direction, given, weight });
        }
        let waiting = self.waiting.len();
        if waiting >= MANY && waiting.is_power_of_two() {
            let bytes = BYTES_AN_EDGE * waiting as u64;
            let asked = ask(self.permit, bytes, || format!("more than {waiting} edges"));
            self.placed(edge.place, asked)?;
        }
        self.waiting.push(edge);
        Ok(())
    }

    /// Sets the weight of edges by their numbers in order: their own weight, or the default of all
    /// edges added here.
    pub fn weigh_edges(
        &mut self,
        edges: std::ops::Range<usize>,
        place: usize,
        weight: Weight,
        is_own: bool,
    ) -> Result<(), GraphError> {
        let weighed = self.edges.weigh(edges, place, weight, is_own);
        self.placed(place, weighed)
    }

    /// Takes the edges so far, to compare them with others.
    pub fn take_edges(&mut self) -> GatheredEdges<'a> {
        std::mem::replace(&mut self.edges, GatheredEdges::new(self.permit))
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
        let Self { text, directed, counts, vertices, edges, .. } = self;
        let wrong = |(place, problem): (usize, Problem)| GraphError::at(text, place, problem);
        let vertices = vertices.graph(counts).map_err(|problem| wrong((text.len(), problem)))?;
        edges
            .given_to(vertices, directed)
            .map_err(|(place, problem)| wrong((place.unwrap_or(text.len()), problem)))
    }
}
