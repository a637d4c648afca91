//! The Hamiltonian path or cycle problem: visit every vertex of any graph once.

mod certificate;
mod verify;

use std::fmt::Write as _;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    model::{Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    fields::{Field, words},
    graph_statement::NumberedGraph,
    kinds::{PuzzleKind, Stated},
    normal,
    solution::VertexPathAnswer,
};
use crate::{methods::count_tours, pictures::Drawing, printable::one_line};

pub use super::graph_statement::MOST_VERTICES;
pub use certificate::GraphCertificate;

/// Memory that a problem takes besides its statement: a table of the names, the edges twice, and
/// the neighbours of each vertex.
#[must_use]
pub fn bytes(vertices: usize, edges: usize) -> u64 {
    100 * vertices as u64 + 32 * edges as u64
}

/// A Hamiltonian path or cycle of a graph.
#[derive(Debug, Clone)]
pub struct Hamilton {
    graph: NumberedGraph,
    closed: bool,
    start: Option<u32>,
    end: Option<u32>,
    given: Vec<(u32, u32)>,
    model: Hamiltonian,
}

impl Stated for HamiltonStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "hamilton",
        summary: "visit every vertex of any graph once: a Hamiltonian path or cycle",
        examples: &[r#"{"kind":"hamilton","closed":true,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0],[0,2]]}}"#],
    };

    type Puzzle = Hamilton;
    type Answer = VertexPathAnswer;
    type Proof = GraphCertificate;
}

impl TryFrom<HamiltonStatement> for Hamilton {
    type Error = StatementError;

    /// The path or cycle that is stated.
    fn try_from(statement: HamiltonStatement) -> Result<Self, StatementError> {
        let HamiltonStatement { graph, closed, start, end, given } = statement;
        let graph = NumberedGraph::try_from(graph)?;
        let number = |field, name: &String| graph.number(field, name);
        let start = start.map(|name| number(Field::Start, &name)).transpose()?;
        let end = end.map(|name| number(Field::End, &name)).transpose()?;
        if let (true, Some(end)) = (closed, end) {
            let end = format!("`{}`", graph.names[end as usize]);
            let problem = words!["a cycle has no end; leave it out or ask for a ", Field::Open];
            return Err(StatementError::of(Field::End, &end, problem));
        }
        if let Some(both) = start.filter(|_| start == end && graph.vertices() > 1) {
            let name = &graph.names[both as usize];
            let same = format!(" are both `{name}`; a path ends elsewhere");
            let problem = words![Field::Start, " and ", Field::End, same];
            return Err(StatementError::whole(problem).blaming(Field::End).with_value(name));
        }
        let directed = graph.directed;
        let mut model = if directed {
            Hamiltonian::on_arcs(graph.vertices(), &graph.edges, closed)
        } else {
            Hamiltonian::on_graph(graph.graph(), closed)
        };
        let mut numbered = Vec::with_capacity(given.len());
        for [a, b] in &given {
            let edge = (number(Field::Given, a)?, number(Field::Given, b)?);
            if !model.successors(edge.0).any(|(other, _)| other == edge.1) {
                let edge = format!("{a}-{b}");
                let problem = format!("`{edge}` is not an edge of the graph");
                return Err(StatementError::at(Field::Given, problem).with_value(&edge));
            }
            numbered.push(edge);
        }
        let numbered = normal::pairs(numbered, directed);
        model.start = start;
        model.end = end;
        model.given.clone_from(&numbered);
        Ok(Self { graph, closed, start, end, given: numbered, model })
    }
}

impl Hamilton {
    /// The names of the vertices of a solution; `None` for a solution of another kind.
    fn path(solution: &Solution) -> Option<&[String]> {
        match solution {
            Solution::VertexPath { path } => Some(path),
            _ => None,
        }
    }
}

impl StatedPuzzle for Hamilton {
    fn statement(&self) -> Statement {
        Statement::Hamilton(HamiltonStatement {
            graph: self.graph.statement(),
            closed: self.closed,
            start: self.start.map(|vertex| self.graph.name(vertex)),
            end: self.end.map(|vertex| self.graph.name(vertex)),
            given: self
                .given
                .iter()
                .map(|&(a, b)| [self.graph.name(a), self.graph.name(b)])
                .collect(),
        })
    }
}

impl Puzzle for Hamilton {
    fn title(&self) -> String {
        let kind = if self.closed { "cycle" } else { "path" };
        let directed = if self.graph.directed { "directed " } else { "" };
        let mut title =
            format!("Hamiltonian {kind} of a {directed}graph with {}", self.graph.size());
        if let Some(start) = self.start {
            let _ = write!(title, ", from {}", one_line(&self.graph.name(start)));
        }
        if let Some(end) = self.end {
            let _ = write!(title, ", to {}", one_line(&self.graph.name(end)));
        }
        if !self.given.is_empty() {
            let _ = write!(title, ", {} given", self.given.len());
        }
        title
    }

    fn model(&self) -> Model {
        Model::Hamiltonian(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.graph.name(vertex)
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Path(path) = witness else { return Err(Violation::of_witness()) };
        let mut path = path.clone();
        if self.closed
            && let Some(start) = self.start
            && let Some(offset) = path.iter().position(|&vertex| vertex == start)
        {
            path.rotate_left(offset);
        }
        Ok(Solution::VertexPath { path: self.graph.named(&path) })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::Hamiltonian(reason) = obstruction else { return None };
        GraphCertificate::stating(reason.map(|&vertex| self.graph.name(vertex)))
            .map(Certificate::Graph)
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        let Some(path) = Self::path(solution) else { return solution.clone() };
        let mut path = path.to_vec();
        let number = |name: &String| self.graph.numbers.get(name).copied();
        let first = |index: &usize| number(&path[*index]);
        if self.closed
            && let Some(first) = (0..path.len()).min_by_key(first)
        {
            path.rotate_left(first);
            if !self.graph.directed
                && path.len() > 2
                && number(&path[1]) > number(&path[path.len() - 1])
            {
                path[1..].reverse();
            }
        }
        Solution::VertexPath { path }
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::Graph(certificate) => self.because_of(certificate),
            other => format!("because of {}", other.kind()),
        }
    }

    fn visits(&self, solution: &Solution) -> Option<Vec<u32>> {
        Self::path(solution)?.iter().map(|name| self.graph.numbers.get(name).copied()).collect()
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let path = self.visits(solution)?;
        Some(Drawing::Graph(self.graph.picture()?.with_path(path, self.closed)))
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        let Certificate::Graph(certificate) = certificate else { return None };
        let vertices = self.graph.known(certificate.vertices());
        Some(Drawing::Graph(self.graph.picture()?.with_set(vertices)))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First => &["auto"],
            Task::All => &["sat:auto"],
            Task::Sample => &["native:frontier"],
            Task::Count(_) => {
                let graph = self.model.graph();
                let degree = |vertex| graph.neighbours(vertex).len() as u32;
                count_tours::preferred(graph.vertices(), degree)
            }
        }
    }
}

pub use crate::puzzles::graph_statement::GraphStatement;

/// A Hamiltonian path or cycle problem as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HamiltonStatement {
    /// The graph.
    pub graph: GraphStatement,
    /// Whether a cycle is asked for instead of a path.
    #[serde(default)]
    pub closed: bool,
    /// The name of the first vertex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The name of the last vertex of a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Edges that must be used, by the names of their vertices; in either direction, unless the
    /// graph is directed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<[String; 2]>,
}

impl HamiltonStatement {
    /// A Hamiltonian cycle, or a path if it is not closed.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let square = NamedGraph::parse("a b\nb c\nc d\nd a\n", Some("edge-list"))?;
    /// let puzzle = Statement::from(HamiltonStatement::new(square, true)).into_puzzle()?;
    /// assert_eq!(puzzle.title(), "Hamiltonian cycle of a graph with 4 vertices and 4 edges");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(graph: impl Into<GraphStatement>, closed: bool) -> Self {
        Self { graph: graph.into(), closed, start: None, end: None, given: Vec::new() }
    }
}
