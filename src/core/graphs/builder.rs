//! A graph under construction from a file: vertices by id, their attributes, and edges between ids
//! or numbers, with positions for errors.

use std::borrow::Cow;

use super::{
    GraphError, NamedGraph, Problem, Weight,
    arcs::MixedEdges,
    ask,
    positions::{Positions, VerticalAxis},
    scanner::brief,
    vertex_names::VertexNames,
    vertex_weights::VertexWeights,
};
use crate::limits::Permit;

/// Fewer waiting edges need no memory check.
const MANY: usize = 1 << 12;

/// Memory of an edge that waits for its ends.
const BYTES_AN_EDGE: u64 = 160;

/// The ends of an edge, and its attributes in the file.
#[derive(Debug, Clone, Default)]
pub struct WrittenEdge<E> {
    /// Its position in bytes.
    pub place: usize,
    /// Its two ends: numbers of vertices, or their ids.
    pub ends: [E; 2],
    /// Whether it is an arc.
    pub directed: bool,
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
    /// Its position, and the direction of the vertical axis.
    pub position: Option<([f64; 2], VerticalAxis)>,
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
    ids: VertexNames<'a>,
    labels: Vec<Option<String>>,
    positions: Positions<'a>,
    weights: VertexWeights<'a>,
    edges: MixedEdges<'a>,
    waiting: Vec<WrittenEdge<Cow<'a, str>>>,
}

impl<'a> GraphBuilder<'a> {
    /// No vertex yet of the graph of a text.
    pub fn new(text: &'a str, permit: Permit<'a>) -> Self {
        Self {
            text,
            permit,
            ids: VertexNames::new(permit),
            labels: Vec::new(),
            positions: Positions::new(permit),
            weights: VertexWeights::new(permit),
            edges: MixedEdges::new(permit),
            waiting: Vec::new(),
        }
    }

    /// A problem at a byte of the text.
    pub fn error(&self, place: usize, problem: impl Into<Problem>) -> GraphError {
        GraphError::at(self.text, place, problem)
    }

    /// The vertex of an id, which is added if it is new.
    pub fn vertex(&mut self, place: usize, id: Cow<'a, str>) -> Result<u32, GraphError> {
        let number = self.ids.number(id);
        number.map_err(|problem| self.error(place, problem))
    }

    /// Adds a vertex, whose id must be new.
    pub fn add_vertex(
        &mut self,
        place: usize,
        id: Cow<'a, str>,
        vertex: WrittenVertex<'a>,
    ) -> Result<(), GraphError> {
        let WrittenVertex { label, position, weight } = vertex;
        let added = self.ids.only(id).and_then(|number| {
            self.labels.resize(number as usize + 1, None);
            self.labels[number as usize] = label.map(Cow::into_owned);
            if let Some((position, axis)) = position {
                self.positions.set(number, position, axis)?;
            }
            weight.map_or(Ok(()), |weight| self.weights.set(place, number, weight))
        });
        added.map_err(|problem| self.error(place, problem))
    }

    /// Adds an edge between known vertices.
    pub fn join(&mut self, edge: &WrittenEdge<u32>) -> Result<(), GraphError> {
        let &WrittenEdge { place, ends: [from, to], directed, given, weight } = edge;
        let edges = self.edges.of(directed);
        let pushed = edges.push(place, (from, to), weight);
        if given {
            edges.fix(from, to);
        }
        pushed.map_err(|problem| self.error(place, problem))
    }

    /// Adds an edge between ids; it waits for vertices that are not known yet.
    pub fn add_edge(&mut self, edge: WrittenEdge<Cow<'a, str>>) -> Result<(), GraphError> {
        let Err(edge) = self.join_ids(edge)? else { return Ok(()) };
        let waiting = self.waiting.len();
        if waiting >= MANY && waiting.is_power_of_two() {
            let bytes = BYTES_AN_EDGE * waiting as u64;
            ask(self.permit, bytes, || format!("more than {waiting} edges"))
                .map_err(|problem| self.error(edge.place, problem))?;
        }
        self.waiting.push(edge);
        Ok(())
    }

    /// Adds an edge whose ends are known, or gives it back.
    fn join_ids(
        &mut self,
        edge: WrittenEdge<Cow<'a, str>>,
    ) -> Result<Result<(), WrittenEdge<Cow<'a, str>>>, GraphError> {
        let ends = edge.ends.each_ref().map(|id| self.ids.find(id));
        let [Some(from), Some(to)] = ends else { return Ok(Err(edge)) };
        let WrittenEdge { place, directed, given, weight, .. } = edge;
        self.join(&WrittenEdge { place, ends: [from, to], directed, given, weight }).map(Ok)
    }

    /// The graph, once all is read; without any edge it is directed if `said`. Vertices are named
    /// by their labels if these are distinct, each vertex has one, and the ids only `count`.
    pub fn graph(
        mut self,
        said: bool,
        count: impl Fn(usize, &str) -> bool,
    ) -> Result<NamedGraph, GraphError> {
        for edge in std::mem::take(&mut self.waiting) {
            if let Err(edge) = self.join_ids(edge)? {
                let mut ends = edge.ends.iter();
                let unknown = ends.find(|id| self.ids.find(id).is_none());
                let unknown = unknown.map_or("", AsRef::as_ref);
                let problem = format!("no vertex has the id `{}`", brief(unknown));
                return Err(self.error(edge.place, problem));
            }
        }
        let text = self.text;
        let names = self.ids.named(count, self.labels);
        let positions = self.positions.scaled(names.len());
        let graph = self.edges.graph(said, names).and_then(|graph| self.weights.given_to(graph));
        let graph = graph.map_err(|problem| GraphError::at(text, text.len(), problem))?;
        Ok(NamedGraph { positions, ..graph })
    }
}
