//! Shortest paths through graphs whose edges may have weights.

use satranj_encodings::{model::Model, shortest_path::ShortestPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Statement, StatementError, Violation,
    certificate::certificates,
    ensure,
    fields::Field,
    graph_statement::{GraphStatement, NumberedGraph},
    kinds::{PuzzleKind, Stated},
    places::PlaceName,
    shortest::{LinkedPlaces, Shortest, WayParts, WayWords},
    solution::VertexPathAnswer,
};
use crate::{board::symmetry::Symmetry, pictures::Drawing};

/// A shortest path through a graph.
pub type GraphPath = Shortest<NumberedGraph>;

impl TryFrom<PathStatement> for GraphPath {
    type Error = StatementError;

    fn try_from(statement: PathStatement) -> Result<Self, StatementError> {
        let PathStatement { graph, from, to, weights } = statement;
        let (directed, listed) = (graph.directed, graph.edges.clone());
        let graph = NumberedGraph::try_from(graph)?;
        let weights = weights.map(|weights| in_order(&graph, directed, &listed, &weights));
        let weights = weights.transpose()?;
        let weights = weights.filter(|weights| weights.iter().any(|&weight| weight != 1));
        Self::new(graph, WayParts { from, to, weights, at_most: None })
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
        let problem = format!("found {} weights for {} edges", weights.len(), listed.len());
        return Err(StatementError::at(Field::Weights, problem));
    }
    let mut least = vec![u32::MAX; graph.edges.len()];
    for (&[a, b], &weight) in listed.iter().zip(weights) {
        if weight == 0 {
            let problem = format!("the weight of [{a},{b}] is 0; expected 1 to {}", u32::MAX);
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

impl LinkedPlaces for NumberedGraph {
    /// A weight for each edge in the order of the edges.
    type Weight = u32;

    const WORDS: WayWords = WayWords {
        way: "path",
        costing: "of",
        units: ["edges", "in weight"],
        methods: &["graph:dijkstra"],
    };

    fn statement(&self, asked: &WayParts<Self>) -> Statement {
        let WayParts { from, to, weights, .. } = asked.clone();
        PathStatement { graph: self.statement(), from, to, weights }.into()
    }

    fn model(&self, (from, to): (u32, u32), asked: &WayParts<Self>) -> Model {
        let weights = asked.weights.as_ref();
        let weight = |edge: usize| weights.map_or(1, |weights| weights[edge].into());
        let edges = self.edges.iter().enumerate();
        let edges: Vec<_> = edges.map(|(edge, &(a, b))| (a, b, weight(edge))).collect();
        Model::ShortestPath(if self.directed {
            ShortestPath::new(self.vertices(), edges, from, to)
        } else {
            ShortestPath::undirected(self.vertices(), &edges, from, to)
        })
    }

    fn title(&self, asked: &WayParts<Self>) -> String {
        let kind = if asked.weights.is_some() { "lightest" } else { "shortest" };
        let (from, to) = (asked.from.in_line(), asked.to.in_line());
        format!("{kind} path from {from} to {to} in {}", self.described())
    }

    fn weight_of(&self, from: u32, to: u32) -> Option<usize> {
        self.edge(from, to)
    }

    fn keeps_weights(&self, _weights: &[u32], _symmetry: &Symmetry) -> bool {
        true
    }

    fn drawing<'a>(
        &'a self,
        path: &'a [String],
        _weights: Option<&'a [u32]>,
    ) -> Option<Drawing<'a>> {
        self.path_drawing(path, false)
    }

    fn certificate(&self, reason: PathCertificate) -> Certificate {
        reason.into()
    }

    fn reason(&self, certificate: &Certificate) -> Result<PathCertificate, Violation> {
        let Certificate::Path(reason) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("the certificate `{kind}` does not apply to paths")));
        };
        if let PathCertificate::Distances { distances } = reason {
            let count = self.names.len();
            ensure!(distances.len() == count, "expected a distance for each of {count} vertices");
        }
        Ok(reason.clone())
    }
}

/// The path of least weight between two vertices of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PathStatement {
    /// The graph.
    #[serde(deserialize_with = "crate::puzzles::stated_graph::read")]
    #[schemars(with = "crate::puzzles::stated_graph::StatedGraph")]
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
        noun: "a path through a graph",
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

certificates!(
    /// Proves that there is no path, or no shorter one.
    PathCertificate<N = String> {
        /// The distance of each vertex from the first, in the order of the graph: 0 at the first,
        /// and no edge leads to a vertex for less than its distance.
        Distances("distances") {
            /// `null` for unreachable vertices.
            distances: Vec<Option<u64>>,
        }
        /// No edge leads out of these vertices, which include the first but not the last.
        Disconnected("disconnected") {
            /// Their names.
            vertices: Vec<N>,
        }
    }
);
