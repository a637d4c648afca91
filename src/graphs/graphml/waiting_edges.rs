//! Edges of a file in which an edge may stand before its ends.

use super::super::{NamedGraph, Problem, Weight, arcs::MixedEdges, ask, vertex_names::VertexNames};
use crate::{graphs::scanner::brief, limits::Permit};

/// Fewer edges wait without a question.
const MANY: usize = 1 << 12;

/// Memory of an edge that waits for its ends.
const BYTES_AN_EDGE: u64 = 160;

/// An edge as it is written.
pub struct WrittenEdge {
    /// Where it begins, in bytes.
    pub place: usize,
    /// The id of its first end.
    pub source: String,
    /// The id of its second.
    pub target: String,
    /// Whether it leads one way.
    pub directed: bool,
    /// Whether it must be used.
    pub given: bool,
    /// Its weight, if it has one.
    pub weight: Option<Weight>,
}

/// What is wrong, and where in the text.
pub type PlacedProblem = (usize, Problem);

/// The edges by the ids of their ends; what has an unknown end waits.
pub struct WaitingEdges<'a> {
    permit: Permit<'a>,
    /// The ids of the vertices.
    pub ids: VertexNames<'a>,
    edges: MixedEdges<'a>,
    waiting: Vec<WrittenEdge>,
}

impl<'a> WaitingEdges<'a> {
    /// No edges yet.
    pub fn new(permit: Permit<'a>) -> Self {
        let (ids, edges) = (VertexNames::new(permit), MixedEdges::new(permit));
        Self { permit, ids, edges, waiting: Vec::new() }
    }

    /// Adds an edge that ends at a place of the text.
    pub fn push(&mut self, edge: WrittenEdge, end: usize) -> Result<(), PlacedProblem> {
        if let Err(edge) = self.join(edge)? {
            let waiting = self.waiting.len();
            if waiting >= MANY && waiting.is_power_of_two() {
                let bytes = BYTES_AN_EDGE * waiting as u64;
                ask(self.permit, bytes, || format!("more than {waiting} edges"))
                    .map_err(|problem| (end, problem))?;
            }
            self.waiting.push(edge);
        }
        Ok(())
    }

    /// Adds an edge whose ends are known, or gives it back.
    fn join(&mut self, edge: WrittenEdge) -> Result<Result<(), WrittenEdge>, PlacedProblem> {
        let ends = (self.ids.find(&edge.source), self.ids.find(&edge.target));
        let (Some(source), Some(target)) = ends else { return Ok(Err(edge)) };
        let pushed = self.edges.push(edge.directed, source, target);
        pushed.map_err(|problem| (edge.place, problem))?;
        if let Some(weight) = edge.weight {
            self.edges
                .weigh(edge.directed, (source, target), weight)
                .map_err(|problem| (edge.place, problem))?;
        }
        if edge.given && source != target {
            self.edges.fix(edge.directed, source, target);
        }
        Ok(Ok(()))
    }

    /// The graph, once all vertices are known; the text ends at this place. A vertex that has a
    /// label is named by that where the ids only count.
    pub fn graph(
        mut self,
        directed: bool,
        labels: Vec<Option<String>>,
        end: usize,
    ) -> Result<NamedGraph, PlacedProblem> {
        for edge in std::mem::take(&mut self.waiting) {
            if let Err(edge) = self.join(edge)? {
                let unknown =
                    if self.ids.find(&edge.source).is_none() { &edge.source } else { &edge.target };
                let problem = format!("no vertex has the id `{}`", brief(unknown));
                return Err((edge.place, problem.into()));
            }
        }
        let counts =
            |number: usize, id: &str| id.strip_prefix('n').unwrap_or(id) == number.to_string();
        let names = self.ids.named(counts, labels);
        self.edges.graph(directed, names).map_err(|problem| (end, problem))
    }
}
