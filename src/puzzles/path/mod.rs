//! Shortest paths through graphs whose edges may have weights.

mod verify;

use satranj_encodings::{
    model::{Model, Obstruction, Witness},
    shortest_path::{PathObstruction, ShortestPath},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    certificate::graph_certificates,
    fields::Field,
    graph_statement::{GraphStatement, NumberedGraph},
    kinds::{PuzzleKind, Stated},
    named,
    solution::VertexPathAnswer,
};
use crate::{pictures::Drawing, printable::one_line};

/// A shortest path through a graph.
#[derive(Debug, Clone)]
pub struct GraphPath {
    graph: NumberedGraph,
    from: u32,
    to: u32,
    /// The weights of the edges in their order; `None` if each weighs 1.
    weights: Option<Vec<u32>>,
    model: ShortestPath,
}

impl TryFrom<PathStatement> for GraphPath {
    type Error = StatementError;

    /// The path that is stated.
    fn try_from(statement: PathStatement) -> Result<Self, StatementError> {
        let PathStatement { graph, from, to, weights } = statement;
        let (directed, listed) = (graph.directed, graph.edges.clone());
        let graph = NumberedGraph::try_from(graph)?;
        let [from, to] =
            [(Field::From, &from), (Field::To, &to)].map(|(field, name)| graph.number(field, name));
        let (from, to) = (from?, to?);
        let weights = weights.map(|weights| in_order(&graph, directed, &listed, &weights));
        let weights = weights.transpose()?;
        let weights = weights.filter(|weights| weights.iter().any(|&weight| weight != 1));
        let weight = |edge: usize| weights.as_ref().map_or(1, |weights| weights[edge].into());
        let edges = graph.edges.iter().enumerate();
        let edges: Vec<_> = edges.map(|(edge, &(a, b))| (a, b, weight(edge))).collect();
        let vertices = graph.vertices();
        let model = if directed {
            ShortestPath::new(vertices, edges, from, to)
        } else {
            ShortestPath::undirected(vertices, &edges, from, to)
        };
        Ok(Self { graph, from, to, weights, model })
    }
}

/// The weights of the edges of a graph in their order; parallel edges keep the least.
fn in_order(
    graph: &NumberedGraph,
    directed: bool,
    listed: &[[u32; 2]],
    weights: &[u32],
) -> Result<Vec<u32>, StatementError> {
    if listed.len() != weights.len() {
        let problem = format!("{} weights of {} edges", weights.len(), listed.len());
        return Err(StatementError::at(Field::Weights, problem));
    }
    let mut least = vec![u32::MAX; graph.edges.len()];
    for (&[a, b], &weight) in listed.iter().zip(weights) {
        if weight == 0 {
            let problem = format!("the weight of [{a},{b}] is 0; write 1 to {}", u32::MAX);
            return Err(StatementError::at(Field::Weights, problem));
        }
        let ends = if directed { (a, b) } else { (a.min(b), a.max(b)) };
        // A loop is not an edge of the graph.
        if let Ok(edge) = graph.edges.binary_search(&ends) {
            least[edge] = least[edge].min(weight);
        }
    }
    Ok(least)
}

impl GraphPath {
    /// What an edge weighs, by its place in the list.
    fn weight(&self, edge: usize) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[edge].into())
    }

    fn numbers(&self, solution: &Solution) -> Option<Vec<u32>> {
        let Solution::VertexPath { path } = solution else { return None };
        path.iter().map(|name| self.graph.numbers.get(name).copied()).collect()
    }
}

impl StatedPuzzle for GraphPath {
    fn statement(&self) -> Statement {
        Statement::Path(PathStatement {
            graph: self.graph.statement(),
            from: self.graph.name(self.from),
            to: self.graph.name(self.to),
            weights: self.weights.clone(),
        })
    }
}

impl Puzzle for GraphPath {
    fn title(&self) -> String {
        let kind = if self.weights.is_some() { "lightest" } else { "shortest" };
        let [from, to] = [self.from, self.to].map(|vertex| self.graph.name(vertex));
        let (from, to) = (one_line(&from), one_line(&to));
        let directed = if self.graph.directed { "directed " } else { "" };
        format!("{kind} path from {from} to {to} in a {directed}graph with {}", self.graph.size())
    }

    fn model(&self) -> Model {
        Model::ShortestPath(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.graph.name(vertex)
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Path(path) = witness else { return Err(Violation::of_witness()) };
        Ok(Solution::VertexPath { path: self.graph.named(path) })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::Path(reason) = obstruction else { return None };
        Some(Certificate::Path(match reason {
            PathObstruction::Separated(vertices) => {
                PathCertificate::Disconnected { vertices: self.graph.named(vertices) }
            }
            PathObstruction::Distances(distances) => {
                PathCertificate::Distances { distances: distances.clone() }
            }
        }))
    }

    fn tells_count(&self) -> bool {
        true
    }

    fn unit(&self) -> Option<&'static str> {
        Some(if self.weights.is_some() { "in weight" } else { "edges" })
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::Path(PathCertificate::Distances { .. }) => {
                let from = self.graph.name(self.from);
                format!("checked by the distance of every vertex from {}", one_line(&from))
            }
            Certificate::Path(PathCertificate::Disconnected { vertices }) => {
                format!("because no edge leads out of {}", named(vertices))
            }
            other => format!("because of {}", other.kind()),
        }
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let path = self.numbers(solution)?;
        Some(Drawing::Graph(self.graph.picture()?.with_path(path, false)))
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        let Certificate::Path(PathCertificate::Disconnected { vertices }) = certificate else {
            return None;
        };
        Some(Drawing::Graph(self.graph.picture()?.with_set(self.graph.known(vertices))))
    }

    fn preferred(&self, _task: Task) -> &'static [&'static str] {
        &["graph:dijkstra"]
    }
}

/// The path of least weight between two vertices of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PathStatement {
    /// The graph.
    pub graph: GraphStatement,
    /// The name of the first vertex.
    pub from: String,
    /// The name of the last vertex.
    pub to: String,
    /// The weight of each edge in the order of the graph's edges, 1 to 4,294,967,295; without
    /// weights each is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
}

impl PathStatement {
    /// A path through a graph over the fewest edges.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let graph = NamedGraph::parse("ann ben\nben cem\n", Some("edge-list"))?;
    /// let puzzle = Statement::from(PathStatement::new(graph, "ann", "cem")).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        graph: impl Into<GraphStatement>,
        from: impl Into<String>,
        to: impl Into<String>,
    ) -> Self {
        Self { graph: graph.into(), from: from.into(), to: to.into(), weights: None }
    }
}

impl Stated for PathStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "path",
        summary: "find a shortest path between two vertices of any graph",
        examples: &[
            r#"{"kind":"path","from":"a","to":"d","weights":[1,1,2,2],"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[0,2],[1,3],[2,3]]}}"#,
            r#"{"kind":"path","from":"a","to":"c","graph":
            {"directed":true,"vertices":["a","b","c"],"edges":[[0,1],[2,1]]}}"#,
        ],
    };

    type Puzzle = GraphPath;
    type Answer = VertexPathAnswer;
    type Proof = PathCertificate;
}

graph_certificates!(
    /// Proves that there is no path, or no shorter one.
    PathCertificate as Path {
        /// The distance of each vertex from the first, in the order of the graph: 0 at the first,
        /// and no edge leads to a vertex for less than its distance.
        Distances("distances") {
            /// `null` for unreachable vertices.
            distances: Vec<Option<u64>>,
        }
        /// No edge leads out of these vertices, which include the first but not the last.
        Disconnected("disconnected") {
            /// Their names.
            vertices: Vec<String>,
        }
    }
);

impl PathCertificate {
    /// Whether it bounds the length, instead of proving that there is no path.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        matches!(self, Self::Distances { .. })
    }
}
