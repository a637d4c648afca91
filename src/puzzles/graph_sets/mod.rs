//! Sets of vertices of any graph: independent sets, cliques, vertex covers, dominating sets.

mod certificate;
mod reasons;
mod statement;
mod verify;
mod words;

use std::{fmt::Write as _, sync::Arc};

use satranj_encodings::{
    dominating_set::DominatingSet,
    graph::Graph,
    independent_set::{IndependentSet, obstruction::IndependentSetObstruction},
    model::{Count, Model, Obstruction, Witness},
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    fields::{Field, words},
    graph_statement::{GraphStatement, NumberedGraph},
    solution::SetAnswer,
};
use crate::pictures::Drawing;

pub use certificate::{SetCertificate, VertexPrice, WeightedGroup};
pub use statement::{
    CliqueStatement, DominatingSetStatement, IndependentSetStatement, VertexCoverStatement,
};

/// The most vertices of a graph whose cliques are asked for: non-edges are numbered too.
const MOST_OF_CLIQUES: usize = 1 << 16;

/// The condition on the vertices of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetRule {
    /// No two are adjacent.
    Independent,
    /// Every two are adjacent.
    Clique,
    /// Every edge has at least one end in the set.
    Cover,
    /// Every other vertex is adjacent to one of them.
    Dominating {
        /// No two are adjacent.
        independent: bool,
        /// Each of them is adjacent to one of them too.
        total: bool,
    },
}

impl SetRule {
    /// Whether a loop would mean something: a clique needs edges only between two vertices, and a
    /// vertex in a set is dominated by it.
    fn have_loops_meaning(self) -> bool {
        let says_nothing = [Self::Clique, Self::Dominating { independent: false, total: false }];
        !says_nothing.contains(&self)
    }
}

/// What a set needs besides its rule, as in documents.
pub struct SetParts {
    /// The graph.
    pub graph: GraphStatement,
    /// How many vertices.
    pub count: Count,
    /// Vertices that must be in the set.
    pub given: Vec<String>,
    /// Vertices that must not be in it.
    pub blocked: Vec<String>,
    /// The weight of each vertex in the order of the graph's; given, the best weight is asked for.
    pub weights: Option<Vec<u32>>,
}

/// A set of vertices of a graph.
#[derive(Debug, Clone)]
pub struct GraphSet {
    rule: SetRule,
    graph: NumberedGraph,
    count: Count,
    /// In rising order.
    given: Vec<u32>,
    /// In rising order.
    blocked: Vec<u32>,
    /// The weights of the vertices in their order; `None` if each weighs 1.
    weights: Option<Vec<u32>>,
    model: Model,
    /// The vertex of the graph for each vertex of the model, if the model leaves some out.
    open: Option<Arc<[u32]>>,
}

impl GraphSet {
    /// The requested set.
    fn new(rule: SetRule, parts: SetParts) -> Result<Self, StatementError> {
        parts.graph.check(rule.have_loops_meaning())?;
        let graph = NumberedGraph::try_from(parts.graph)?;
        let vertices = graph.names.len();
        if rule == SetRule::Clique && vertices > MOST_OF_CLIQUES {
            let problem = format!(
                "the graph has {vertices} vertices; of cliques {MOST_OF_CLIQUES} are the most"
            );
            let error = StatementError::whole(problem).with_value(&vertices);
            return Err(error.blaming(Field::GraphVertices));
        }
        if rule == (SetRule::Dominating { independent: true, total: true }) {
            let problem = " exclude each other: in the one no two vertices may be adjacent, in the \
                           other each is next to another";
            let problem = words![Field::Independent, " and ", Field::Total, problem];
            return Err(StatementError::whole(problem));
        }
        let numbered = |field, names: &[String]| -> Result<Vec<u32>, StatementError> {
            let numbers = names.iter().map(|name| graph.number(field, name));
            let mut numbers = numbers.collect::<Result<Vec<u32>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            Ok(numbers)
        };
        let given = numbered(Field::Given, &parts.given)?;
        let blocked = numbered(Field::Blocked, &parts.blocked)?;
        if let Some(&both) = given.iter().find(|vertex| blocked.binary_search(vertex).is_ok()) {
            let name = graph.name(both);
            let problem = words![format!("`{name}` stands in "), Field::Blocked, " too"];
            return Err(StatementError::at(Field::Given, problem).with_value(&name));
        }
        let weights = checked(parts.weights, vertices, parts.count)?;
        let (model, open) =
            model_of(rule, &graph, parts.count, (&given, &blocked), weights.as_deref());
        Ok(Self { rule, graph, count: parts.count, given, blocked, weights, model, open })
    }

    /// The vertex of the graph for a vertex of the model.
    fn vertex(&self, of_model: u32) -> u32 {
        let open = self.open.as_ref().and_then(|open| open.get(of_model as usize));
        open.copied().unwrap_or(of_model)
    }

    fn names(&self, of_model: &[u32]) -> Vec<String> {
        of_model.iter().map(|&vertex| self.graph.name(self.vertex(vertex))).collect()
    }

    fn stated(&self, obstruction: &IndependentSetObstruction) -> SetCertificate {
        match obstruction {
            IndependentSetObstruction::Given(a, b) => {
                SetCertificate::GivenVertices { vertices: self.names(&[*a, *b]) }
            }
            IndependentSetObstruction::CliqueCover(cliques) => SetCertificate::CliqueCover {
                groups: cliques.iter().map(|clique| self.names(clique)).collect(),
            },
            IndependentSetObstruction::Matching(pairs) => {
                let name = |vertex: u32| self.graph.name(self.vertex(vertex));
                let pairs = pairs.iter().map(|&(a, b)| [name(a), name(b)]);
                SetCertificate::Matching { pairs: pairs.collect() }
            }
        }
    }
}

/// The weights, one per vertex; `None` if each weighs 1.
fn checked(
    weights: Option<Vec<u32>>,
    vertices: usize,
    count: Count,
) -> Result<Option<Vec<u32>>, StatementError> {
    let Some(weights) = weights else { return Ok(None) };
    if weights.len() != vertices {
        let problem = format!("{} weights of {vertices} vertices", weights.len());
        return Err(StatementError::at(Field::Weights, problem));
    }
    if weights.contains(&0) {
        let problem = format!("a vertex weighs 0; write 1 to {}", u32::MAX);
        return Err(StatementError::at(Field::Weights, problem).with_value(&0));
    }
    if let Count::Exactly(count) = count {
        let problem = words![
            Field::Weights,
            " ask for the best weight, whatever the number of vertices: leave out ",
            Field::Count
        ];
        return Err(StatementError::at(Field::Count, problem).with_value(&count));
    }
    Ok(Some(weights).filter(|weights| weights.iter().any(|&weight| weight != 1)))
}

impl StatedPuzzle for GraphSet {
    fn statement(&self) -> Statement {
        let parts = SetParts {
            graph: self.graph.statement(),
            count: self.count,
            given: self.graph.named(&self.given),
            blocked: self.graph.named(&self.blocked),
            weights: self.weights.clone(),
        };
        match self.rule {
            SetRule::Independent => IndependentSetStatement::of(parts).into(),
            SetRule::Clique => CliqueStatement::of(parts).into(),
            SetRule::Cover => VertexCoverStatement::of(parts).into(),
            SetRule::Dominating { independent, total } => {
                DominatingSetStatement::of(parts, independent, total).into()
            }
        }
    }
}

impl Puzzle for GraphSet {
    fn title(&self) -> String {
        let (noun, best) = (self.noun(), self.superlative());
        let mut title = match self.count {
            Count::Optimum => format!("{best} {noun}"),
            Count::Exactly(1) => format!("{noun} of 1 vertex"),
            Count::Exactly(count) => format!("{noun} of {count} vertices"),
        };
        let _ = write!(title, " of a graph with {}", self.graph.size());
        for (count, word) in [(self.given.len(), "given"), (self.blocked.len(), "blocked")] {
            if count > 0 {
                let _ = write!(title, ", {count} {word}");
            }
        }
        title
    }

    fn unit(&self) -> Option<&'static str> {
        self.weights.is_some().then_some("in weight")
    }

    fn model(&self) -> Model {
        self.model.clone()
    }

    fn label(&self, vertex: u32) -> String {
        self.graph.name(self.vertex(vertex))
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Vertices(vertices) = witness else { return Err(Violation::of_witness()) };
        Ok(Solution::Vertices { vertices: self.names(vertices) })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        Some(Certificate::Set(match obstruction {
            Obstruction::IndependentSet(reason) | Obstruction::VertexCover(reason) => {
                self.stated(reason)
            }
            Obstruction::Undominated(vertices) => {
                SetCertificate::Undominated { vertices: self.names(vertices) }
            }
            Obstruction::Packing(vertices) => {
                SetCertificate::Packing { vertices: self.names(vertices) }
            }
            Obstruction::WeightedCliques(cliques) => SetCertificate::WeightedCliqueCover {
                groups: cliques
                    .iter()
                    .map(|(clique, weight)| WeightedGroup {
                        vertices: self.names(clique),
                        weight: *weight,
                    })
                    .collect(),
            },
            Obstruction::Prices(prices) => SetCertificate::Prices {
                prices: prices
                    .iter()
                    .map(|&(vertex, price)| VertexPrice {
                        vertex: self.graph.name(self.vertex(vertex)),
                        price,
                    })
                    .collect(),
            },
            _ => return None,
        }))
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        let Solution::Vertices { vertices } = solution else { return solution.clone() };
        let mut vertices = vertices.clone();
        vertices.sort_by_key(|name| self.graph.numbers.get(name).copied());
        Solution::Vertices { vertices }
    }

    fn because(&self, certificate: &Certificate) -> String {
        self.in_words(certificate)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let Solution::Vertices { vertices } = solution else { return None };
        let picture = self.picture()?.with_set(self.graph.known(vertices));
        let is_clique = self.rule == SetRule::Clique;
        Some(Drawing::Graph(if is_clique { picture.with_edges_within() } else { picture }))
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        let Certificate::Set(certificate) = certificate else { return None };
        Some(Drawing::Graph(self.reason_marked(self.picture()?, certificate)))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match (self.rule, task) {
            (SetRule::Dominating { .. }, Task::First | Task::All | Task::Sample) => {
                &["native:dfs", "sat:cover"]
            }
            (SetRule::Dominating { .. }, Task::Count(_)) => {
                &["native:frontier", "native:dfs", "sat:cover"]
            }
            (_, Task::First) => &["graph:matching", "graph:flow", "native:cliques", "sat:lines"],
            (_, Task::All | Task::Sample) => &["native:cliques", "sat:lines"],
            (_, Task::Count(_)) => &["native:components", "native:cliques", "sat:lines"],
        }
    }
}

/// The model, and the vertex of the graph for each of its vertices, if it leaves some out. There is
/// a weight for every vertex, and the best set is asked for.
fn model_of(
    rule: SetRule,
    graph: &NumberedGraph,
    count: Count,
    ends: (&[u32], &[u32]),
    weights: Option<&[u32]>,
) -> (Model, Option<Arc<[u32]>>) {
    let (sets, open) = unweighted(rule, graph, count, ends);
    let Some(weights) = weights else { return (sets, open) };
    let weights = match &open {
        Some(open) => open.iter().map(|&vertex| weights[vertex as usize]).collect(),
        None => weights.to_vec(),
    };
    let model = WeightedSet::new(sets.clone(), weights).map_or(sets, Model::WeightedSet);
    (model, open)
}

/// The model without weights.
fn unweighted(
    rule: SetRule,
    graph: &NumberedGraph,
    count: Count,
    (given, blocked): (&[u32], &[u32]),
) -> (Model, Option<Arc<[u32]>>) {
    match rule {
        SetRule::Cover => {
            let cover = VertexCover::new(graph.graph(), count, given.to_vec(), blocked.to_vec());
            (Model::VertexCover(cover), None)
        }
        SetRule::Dominating { independent, total } => {
            let set = DominatingSet::on_graph(graph.graph(), count);
            let mut set = set.with_given(given.to_vec()).with_blocked(blocked.to_vec());
            (set.independent, set.total) = (independent, total);
            (Model::DominatingSet(set), None)
        }
        SetRule::Independent | SetRule::Clique if blocked.is_empty() => {
            let mut set = apart(rule, graph.graph(), count);
            set.given = given.to_vec();
            (Model::IndependentSet(set), None)
        }
        SetRule::Independent | SetRule::Clique => {
            // A vertex that must not be in the set is removed.
            let is_open = |vertex: &u32| blocked.binary_search(vertex).is_err();
            let open: Vec<u32> = (0..graph.vertices()).filter(is_open).collect();
            let number = |vertex: u32| open.binary_search(&vertex).map(|at| at as u32);
            let edges: Vec<(u32, u32)> = graph
                .edges
                .iter()
                .filter_map(|&(a, b)| Some((number(a).ok()?, number(b).ok()?)))
                .collect();
            let inside = Graph::from_edges(open.len() as u32, &edges);
            let mut set = apart(rule, inside, count);
            set.given = given.iter().filter_map(|&vertex| number(vertex).ok()).collect();
            set.given.sort_unstable();
            (Model::IndependentSet(set), Some(open.into()))
        }
    }
}

fn apart(rule: SetRule, graph: Graph, count: Count) -> IndependentSet {
    if rule == SetRule::Clique {
        IndependentSet::clique_of(Arc::new(graph), count)
    } else {
        IndependentSet::on_graph(graph, count)
    }
}
