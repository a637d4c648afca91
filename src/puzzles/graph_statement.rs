//! Graphs with named vertices: as in documents, and with numbered vertices.

use std::{
    collections::HashMap,
    mem::take,
    sync::{Arc, OnceLock},
};

use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};
use satranj_encodings::graph::Graph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    StatementError, Violation,
    fields::Field,
    first_of,
    places::{LinkCheck, ModelPlaces, PuzzlePlaces, sorted_pairs},
};
use crate::{
    graphs::NamedGraph,
    nearest::nearest,
    pictures::{Drawing, GraphPicture},
    printable::one_line,
};

/// The most vertices of a graph.
pub const MOST_VERTICES: usize = 10_000_000;

/// A graph with named vertices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct GraphStatement {
    /// Whether each edge leads only from its first vertex to its second.
    #[serde(default)]
    pub directed: bool,
    /// The names of the vertices, each once.
    pub vertices: Vec<String>,
    /// The edges, each by the numbers of its vertices in that list, from 0.
    pub edges: Vec<[u32; 2]>,
    /// Where the vertices are in pictures, across and down from the upper left, in any unit;
    /// without other meaning, and not part of the instance. Empty, or one per vertex.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<[u32; 2]>,
    /// The word that named the graph, if it is not from a file; without other meaning, and not part
    /// of the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// If the weights of a file have decimal points: those of the puzzle are this many times
    /// larger, and whole. Without other meaning, and not part of the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights_times: Option<u32>,
}

impl GraphStatement {
    /// A graph without positions.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let names = ["ann", "ben", "cem"].map(String::from).to_vec();
    /// let graph = GraphStatement::new(false, names, vec![[0, 1], [1, 2]]);
    /// let puzzle = Statement::from(HamiltonStatement::new(graph, false)).into_puzzle()?;
    /// let solved = solve(&*puzzle, &Settings::default())?;
    /// assert!(matches!(solved.solution(), Some(Solution::VertexPath { path }) if path.len() == 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(directed: bool, vertices: Vec<String>, edges: Vec<[u32; 2]>) -> Self {
        Self { directed, vertices, edges, positions: Vec::new(), source: None, weights_times: None }
    }

    /// Refuses a directed graph, and refuses loops if they have a meaning in the puzzle. O(m).
    ///
    /// # Errors
    /// [`StatementError`] with the edge.
    pub(crate) fn check(&self, have_loops_meaning: bool) -> Result<(), StatementError> {
        if self.directed {
            let problem = "the graph is directed, but this puzzle needs undirected edges";
            return Err(StatementError::whole(problem).blaming(Field::Graph));
        }
        if !have_loops_meaning {
            return Ok(());
        }
        let Some([a, b]) = self.edges.iter().find(|[a, b]| a == b) else { return Ok(()) };
        let problem = match self.vertices.get(*a as usize) {
            Some(name) => format!("an edge joins `{name}` with itself: leave it out"),
            None => "an edge joins a vertex with itself".into(),
        };
        let error = StatementError::whole(problem).with_value(&format!("[{a},{b}]"));
        Err(error.blaming(Field::GraphEdges))
    }

    /// Any petgraph graph, directed or not, whose nodes `name` names, each differently. O(n + m).
    ///
    /// ```
    /// use petgraph::graph::UnGraph;
    /// use satranj::prelude::*;
    ///
    /// let triangle = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)]);
    /// let graph = GraphStatement::from_petgraph(&triangle, |node| node.index().to_string());
    /// assert_eq!(graph.vertices, ["0", "1", "2"]);
    /// ```
    #[must_use]
    pub fn from_petgraph<G>(graph: G, name: impl FnMut(G::NodeId) -> String) -> Self
    where
        G: IntoNodeIdentifiers + IntoEdgeReferences + NodeIndexable + GraphProp,
    {
        // Removed nodes leave gaps between the indices of others.
        let mut numbers = vec![0; graph.node_bound()];
        for (number, node) in (0..).zip(graph.node_identifiers()) {
            numbers[graph.to_index(node)] = number;
        }
        let number = |node| numbers[graph.to_index(node)];
        let edges = graph.edge_references();
        Self {
            directed: graph.is_directed(),
            vertices: graph.node_identifiers().map(name).collect(),
            edges: edges.map(|edge| [number(edge.source()), number(edge.target())]).collect(),
            positions: Vec::new(),
            source: None,
            weights_times: None,
        }
    }
}

/// The graph of a file, which is taken; its weights are left.
impl From<&mut NamedGraph> for GraphStatement {
    fn from(graph: &mut NamedGraph) -> Self {
        let edges = take(&mut graph.edges).into_iter().map(|(a, b)| [a, b]);
        Self {
            directed: graph.directed,
            vertices: take(&mut graph.names),
            // Puzzles without a meaning for a loop refuse it.
            edges: edges.chain(graph.looped.map(|vertex| [vertex; 2])).collect(),
            positions: take(&mut graph.positions),
            source: take(&mut graph.source),
            weights_times: None,
        }
    }
}

/// The graph of a file, without its weights.
impl From<NamedGraph> for GraphStatement {
    fn from(mut graph: NamedGraph) -> Self {
        Self::from(&mut graph)
    }
}

/// The most names searched for a similar one.
const MOST_LOOKED_AT: usize = 100_000;

/// The message for an unknown vertex name, with the probable name or the existing ones.
pub fn no_vertex<'n>(
    name: &str,
    names: impl ExactSizeIterator<Item = &'n String> + Clone,
) -> String {
    let one = if names.len() > 1 { "one of " } else { "" };
    // All numbers are equally similar.
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let known = names.clone().take(if is_number { 0 } else { MOST_LOOKED_AT });
    let meant = nearest(name, known.map(String::as_str)).map(one_line);
    match meant {
        Some(meant) => format!("unknown vertex `{name}` (did you mean {meant}?)"),
        None => {
            let names = first_of(names.map(|name| one_line(name).into_owned()), "in all");
            format!("unknown vertex `{name}`; expected {one}{names}")
        }
    }
}

/// A graph whose vertices have names and numbers.
#[derive(Debug, Clone)]
pub struct NumberedGraph {
    /// Whether each edge leads one way only.
    pub directed: bool,
    /// The names of the vertices.
    pub names: Arc<[String]>,
    /// The number of each name.
    pub numbers: Arc<HashMap<String, u32>>,
    /// In rising order, each once, without loops; an undirected edge has its smaller vertex first.
    pub edges: Arc<[(u32, u32)]>,
    /// Where the vertices are in pictures, across and down; empty, or one per vertex.
    pub positions: Arc<[[u32; 2]]>,
    /// The word that named the graph.
    pub source: Option<Arc<str>>,
    /// By how much the weights of a file were multiplied.
    pub weights_times: Option<u32>,
    /// The adjacent vertices of each; computed on first use.
    adjacent: Arc<OnceLock<Adjacent>>,
}

/// The adjacent vertices of each vertex in rising order.
#[derive(Debug)]
struct Adjacent {
    /// Those to which edges lead; for a graph without directions they are in `beside`.
    behind: Option<Vec<Vec<u32>>>,
    /// Those at the other ends of all edges.
    beside: Vec<Vec<u32>>,
}

impl TryFrom<GraphStatement> for NumberedGraph {
    type Error = StatementError;

    fn try_from(graph: GraphStatement) -> Result<Self, StatementError> {
        let GraphStatement { directed, vertices, edges, positions, source, weights_times } = graph;
        let count = vertices.len();
        if count == 0 || count > MOST_VERTICES {
            let problem =
                format!("the graph has {count} vertices; 1 to {MOST_VERTICES} are possible");
            let error = StatementError::whole(problem).with_value(&count);
            return Err(error.blaming(Field::GraphVertices));
        }
        if !positions.is_empty() && positions.len() != count {
            let problem = format!("found {} positions for {count} vertices", positions.len());
            let error = StatementError::whole(problem).with_value(&positions.len());
            return Err(error.blaming(Field::GraphPositions));
        }
        let mut numbers = HashMap::with_capacity(count);
        for (number, name) in (0..).zip(&vertices) {
            if numbers.insert(name.clone(), number).is_some() {
                let error = StatementError::whole(format!("two vertices are named `{name}`"));
                return Err(error.blaming(Field::GraphVertices).with_value(name));
            }
        }
        let mut edges: Vec<(u32, u32)> = edges.into_iter().map(|[a, b]| (a, b)).collect();
        if let Some((a, b)) = edges.iter().find(|&&(a, b)| a.max(b) as usize >= count) {
            let edge = format!("[{a},{b}]");
            let problem =
                format!("the edge {edge} does not exist: the {count} vertices are numbered from 0");
            let error = StatementError::whole(problem).with_value(&edge);
            return Err(error.blaming(Field::GraphEdges));
        }
        edges.retain(|(a, b)| a != b);
        let edges = sorted_pairs(edges, directed).into();
        let (names, positions) = (vertices.into(), positions.into());
        let numbers = Arc::new(numbers);
        let source = source.map(Arc::from);
        Ok(Self {
            directed,
            names,
            numbers,
            edges,
            positions,
            source,
            weights_times,
            adjacent: Arc::default(),
        })
    }
}

impl NumberedGraph {
    /// The graph as written in documents.
    #[must_use]
    pub fn statement(&self) -> GraphStatement {
        GraphStatement {
            directed: self.directed,
            vertices: self.names.to_vec(),
            edges: self.edges.iter().map(|&(a, b)| [a, b]).collect(),
            positions: self.positions.to_vec(),
            source: self.source.as_deref().map(str::to_string),
            weights_times: self.weights_times,
        }
    }

    /// The graph as a picture, if it is not too large for one.
    #[must_use]
    pub fn picture(&self) -> Option<GraphPicture<'_>> {
        let picture = GraphPicture::of(&self.names, &self.edges, self.directed)?;
        Some(picture.with_positions(&self.positions))
    }

    /// The drawing of a path or cycle.
    #[must_use]
    pub fn path_drawing(&self, path: &[String], closed: bool) -> Option<Drawing<'_>> {
        let path = path.iter().map(|name| self.numbers.get(name).copied()).collect::<Option<_>>();
        Some(Drawing::Graph(self.picture()?.with_path(path?, closed)))
    }

    /// The numbers of names; unknown names are left out.
    pub fn known<'n>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
    ) -> impl Iterator<Item = u32> {
        names.into_iter().filter_map(|name| self.numbers.get(name).copied())
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.names.len() as u32
    }

    /// The number of the edge from one vertex to another, if there is one.
    #[must_use]
    pub fn edge(&self, from: u32, to: u32) -> Option<usize> {
        let ends = if self.directed { (from, to) } else { (from.min(to), from.max(to)) };
        self.edges.binary_search(&ends).ok()
    }

    /// The graph without names, and without the directions of its edges. O(n + m).
    #[must_use]
    pub fn graph(&self) -> Graph {
        Graph::from_edges(self.vertices(), &self.edges)
    }

    /// `5 vertices and 7 edges`.
    fn size(&self) -> String {
        let (n, m) = (self.names.len(), self.edges.len());
        let noun = if n == 1 { "vertex" } else { "vertices" };
        let link = if self.directed { "arc" } else { "edge" };
        format!("{n} {noun} and {m} {link}{}", if m == 1 { "" } else { "s" })
    }

    /// `a directed graph with 5 vertices and 7 arcs`, `the graph petersen with 10 vertices and 15
    /// edges`.
    #[must_use]
    pub fn described(&self) -> String {
        let times =
            self.weights_times.map(|times| format!(", with its weights multiplied by {times}"));
        let times = times.unwrap_or_default();
        if let Some(source) = &self.source {
            return format!("the graph {} with {}{times}", one_line(source), self.size());
        }
        let directed = if self.directed { "directed " } else { "" };
        format!("a {directed}graph with {}{times}", self.size())
    }

    /// The neighbours of each vertex in rising order, by the edges as they are stated.
    #[must_use]
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        self.adjacent().beside.clone()
    }

    fn adjacent(&self) -> &Adjacent {
        self.adjacent.get_or_init(|| {
            let mut behind = vec![Vec::new(); self.names.len()];
            for &(a, b) in self.edges.iter() {
                behind[a as usize].push(b);
            }
            let mut beside = behind.clone();
            for &(a, b) in self.edges.iter() {
                beside[b as usize].push(a);
            }
            for list in &mut beside {
                list.sort_unstable();
                list.dedup();
            }
            Adjacent { behind: self.directed.then_some(behind), beside }
        })
    }
}

impl PuzzlePlaces for NumberedGraph {
    type Name = String;

    fn limit(&self) -> usize {
        self.names.len()
    }

    fn name(&self, place: u32) -> String {
        self.names[place as usize].clone()
    }

    fn number(&self, name: &String) -> Result<u32, Violation> {
        self.vertex(name).ok_or_else(|| Violation(format!("{name} is not a vertex")))
    }

    fn order(&self, name: &String) -> u64 {
        self.numbers.get(name).map_or(u64::MAX, |&number| number.into())
    }

    fn is_directed(&self) -> bool {
        self.directed
    }

    fn successors(&self, place: u32) -> Vec<u32> {
        let Adjacent { behind, beside } = self.adjacent();
        behind.as_ref().unwrap_or(beside)[place as usize].clone()
    }

    fn next_to(&self, place: u32) -> Vec<u32> {
        self.adjacent().beside[place as usize].clone()
    }

    fn links(&self) -> LinkCheck<'_, String> {
        Box::new(move |from, to| {
            let ends = self.vertex(from).zip(self.vertex(to));
            ends.is_some_and(|(from, to)| self.edge(from, to).is_some())
        })
    }

    fn unlinked(&self, from: &String, to: &String) -> String {
        format!("no edge leads from {from} to {to}")
    }
}

impl ModelPlaces for NumberedGraph {
    fn stated(&self, field: Field, name: &String) -> Result<u32, StatementError> {
        self.vertex(name).ok_or_else(|| {
            let problem = no_vertex(name, self.names.iter());
            StatementError::at(field, problem).with_value(name)
        })
    }

    fn vertex(&self, name: &String) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    fn marked(&self, vertices: &[String], parts: Vec<Vec<String>>) -> Option<Drawing<'_>> {
        let picture = self.picture()?;
        Some(Drawing::Graph(match &parts[..] {
            [] | [_] => picture.with_set(self.known(vertices)),
            parts => picture.with_parts(parts.iter().map(|part| self.known(part))),
        }))
    }
}
