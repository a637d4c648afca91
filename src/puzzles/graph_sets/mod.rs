//! Sets of vertices of any graph: independent sets, cliques, vertex covers, dominating sets.

mod certificate;

use satranj_encodings::model::Count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Statement, StatementError,
    counts::{DominatingVertices, FewestVertices, Maximum, MostVertices},
    fields::{Field, words},
    graph_statement::{GraphStatement, NumberedGraph},
    kinds::{PuzzleKind, Stated},
    places::{ModelPlaces, PuzzlePlaces},
    sets::{DominationRules, SetRule, VertexSet},
    solution::SetAnswer,
};

pub use certificate::{SetCertificate, VertexPrice, WeightedGroup};

/// The fields of a set besides its rule, as in documents.
pub struct SetParts {
    /// The graph.
    pub graph: GraphStatement,
    /// How many vertices.
    pub count: Count,
    /// Vertices that must be in the set.
    pub given: Vec<String>,
    /// Vertices that must not be in it.
    pub blocked: Vec<String>,
    /// The weight of each vertex in the order of the graph's; with weights the puzzle asks for the best weight.
    pub weights: Option<Vec<u32>>,
}

impl SetRule {
    /// Whether a loop has a meaning. It has none for cliques, which need edges only between two
    /// vertices, or for dominating sets, in which a vertex dominates itself.
    fn have_loops_meaning(self) -> bool {
        let says_nothing = Self::Dominating(DominationRules {
            independent: false,
            total: false,
            ..self.domination()
        });
        self != Self::Clique && self != says_nothing
    }
}

impl VertexSet {
    /// The requested set.
    fn of_statement(rule: SetRule, parts: SetParts) -> Result<Self, StatementError> {
        parts.graph.check(rule.have_loops_meaning())?;
        let graph = NumberedGraph::try_from(parts.graph)?;
        let vertices = graph.names.len();
        rule.domination().check("adjacent vertices in the set")?;
        if let (true, Some(_)) = (rule.domination().most, &parts.weights) {
            let problem =
                words![Field::Count, " `max` asks for the most vertices, whatever they weigh"];
            return Err(StatementError::at(Field::Weights, problem));
        }
        let numbered = |field, names: &[String]| -> Result<Vec<u32>, StatementError> {
            let numbers = names.iter().map(|name| graph.stated(field, name));
            let mut numbers = numbers.collect::<Result<Vec<u32>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            Ok(numbers)
        };
        let given = numbered(Field::Given, &parts.given)?;
        let blocked = numbered(Field::Blocked, &parts.blocked)?;
        if let Some(&both) = given.iter().find(|vertex| blocked.binary_search(vertex).is_ok()) {
            let name = graph.name(both);
            let problem = words![format!("`{name}` is in "), Field::Blocked, " too"];
            return Err(StatementError::at(Field::Given, problem).with_value(&name));
        }
        let weights = checked(parts.weights, vertices, parts.count)?;
        Ok(Self::of_vertices(graph, rule, parts.count, (&given, &blocked), weights))
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
        let problem = format!("found {} weights for {vertices} vertices", weights.len());
        return Err(StatementError::at(Field::Weights, problem));
    }
    if weights.contains(&0) {
        let problem = format!("a vertex weighs 0; expected 1 to {}", u32::MAX);
        return Err(StatementError::at(Field::Weights, problem).with_value(&0));
    }
    if let Count::Exactly(count) = count {
        let problem =
            words![Field::Weights, " leave the number of vertices free: leave out ", Field::Count];
        return Err(StatementError::at(Field::Count, problem).with_value(&count));
    }
    Ok(Some(weights).filter(|weights| weights.iter().any(|&weight| weight != 1)))
}

/// The statement of a set of vertices.
#[must_use]
pub fn stated(rule: SetRule, parts: SetParts) -> Statement {
    match rule {
        SetRule::Independent => IndependentSetStatement::of(parts).into(),
        SetRule::Clique => CliqueStatement::of(parts).into(),
        SetRule::Cover => VertexCoverStatement::of(parts).into(),
        SetRule::Dominating(DominationRules { independent, total, perfect, most }) => {
            let mut statement = DominatingSetStatement::of(parts);
            if most {
                statement.count = DominatingVertices::Maximum(Maximum::Max);
            }
            DominatingSetStatement { independent, total, perfect, ..statement }.into()
        }
    }
}

/// The statement of a kind of sets: its count, its rule and its flags; words and examples.
macro_rules! set_statement {
    (
        $(#[$doc:meta])* $statement:ident($count:ty) as $rule:expr,
        flags { $($(#[$of_flag:meta])* $flag:ident),* }
        $(#[$of_blocked:meta])* blocked,
        $(#[$of_weights:meta])* weights,
        $name:literal, $noun:literal: $summary:literal $(, $example:literal)?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        #[non_exhaustive]
        pub struct $statement {
            /// The graph; its edges have no directions.
            #[serde(deserialize_with = "crate::puzzles::stated_graph::read")]
            #[schemars(with = "crate::puzzles::stated_graph::StatedGraph")]
            pub graph: GraphStatement,
            /// How many vertices.
            #[serde(default)]
            pub count: $count,
            $(
                $(#[$of_flag])*
                #[serde(default)]
                pub $flag: bool,
            )*
            /// The names of vertices that must be in the set.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub given: Vec<String>,
            $(#[$of_blocked])*
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub blocked: Vec<String>,
            $(#[$of_weights])*
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub weights: Option<Vec<u32>>,
        }

        impl Stated for $statement {
            const KIND: PuzzleKind = PuzzleKind {
                name: $name,
                noun: $noun,
                summary: $summary,
                examples: &[
                    concat!(
                        r#"{"kind":""#, $name, r#"","graph":{"vertices":["a","b","c","d","e"],
                        "edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#
                    ),
                    concat!(
                        r#"{"kind":""#, $name, r#"","count":2,"graph":
                        {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#
                    ),
                    concat!(
                        r#"{"kind":""#, $name, r#"","weights":[3,1,2,2],"graph":
                        {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#
                    ),
                    $($example,)?
                ],
            };

            type Puzzle = VertexSet;
            type Answer = SetAnswer;
            type Proof = SetCertificate;

            fn check_graph(&self) -> Result<(), StatementError> {
                let Self { graph, count, $($flag,)* .. } = self;
                $(let $flag = *$flag;)*
                graph.check(($rule)(*count).have_loops_meaning())
            }
        }

        impl TryFrom<$statement> for VertexSet {
            type Error = StatementError;

            /// The requested set; the given and the blocked vertices are sorted and cleared of
            /// repetitions.
            fn try_from(statement: $statement) -> Result<Self, StatementError> {
                let $statement { graph, count, $($flag,)* given, blocked, weights } = statement;
                let rule = ($rule)(count);
                let parts = SetParts { graph, count: count.into(), given, blocked, weights };
                Self::of_statement(rule, parts)
            }
        }

        impl $statement {
            /// The best set, with no vertex given or excluded.
            ///
            /// ```
            /// use satranj::prelude::*;
            ///
            /// let path = NamedGraph::parse("a b\nb c\nc d\n", Some("edge-list"))?;
            #[doc = concat!("let set = satranj::", stringify!($statement), "::new(path);")]
            /// let puzzle = Statement::from(set).into_puzzle()?;
            /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(2));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn new(graph: impl Into<GraphStatement>) -> Self {
                Self {
                    graph: graph.into(),
                    count: <$count>::default(),
                    $($flag: false,)*
                    given: Vec::new(),
                    blocked: Vec::new(),
                    weights: None,
                }
            }

            /// The statement of a puzzle without further conditions.
            #[must_use]
            pub fn of(parts: SetParts) -> Self {
                let SetParts { graph, count, given, blocked, weights } = parts;
                Self { graph, count: count.into(), $($flag: false,)* given, blocked, weights }
            }
        }
    };
}

set_statement!(
    /// Vertices of a graph, no two of them adjacent.
    IndependentSetStatement(MostVertices) as |_| SetRule::Independent,
    flags {}
    /// The names of vertices that must not be in it.
    blocked,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: asks
    /// for the heaviest set, whatever its number of vertices.
    weights,
    "independent-set", "an independent set": "choose vertices of any graph, no two adjacent"
);

set_statement!(
    /// Vertices of a graph, every two of them adjacent.
    CliqueStatement(MostVertices) as |_| SetRule::Clique,
    flags {}
    /// The names of vertices that must not be in it.
    blocked,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: asks
    /// for the heaviest set, whatever its number of vertices.
    weights,
    "clique", "a clique": "choose vertices of any graph, every two adjacent"
);

set_statement!(
    /// Vertices of a graph that include at least one end of every edge.
    VertexCoverStatement(FewestVertices) as |_| SetRule::Cover,
    flags {}
    /// The names of vertices that must not be in it.
    blocked,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: asks
    /// for the lightest set, whatever its number of vertices.
    weights,
    "vertex-cover", "a vertex cover": "choose vertices of any graph so that every edge has a chosen end"
);

set_statement!(
    /// Vertices of a graph: every vertex is one of them or adjacent to one.
    DominatingSetStatement(DominatingVertices) as |count: DominatingVertices| SetRule::Dominating(DominationRules {
        independent, total, perfect, most: matches!(count, DominatingVertices::Maximum(_))
    }),
    flags {
        /// Whether no two of them may be adjacent.
        independent,
        /// Whether each vertex in the set must be adjacent to another one in it too.
        total,
        /// Whether no vertex outside the set may be adjacent to two in it; with `total`, no vertex.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        perfect
    }
    /// The names of vertices that must not be in it; they must still be dominated.
    blocked,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: asks
    /// for the lightest set, whatever its number of vertices.
    weights,
    "dominating-set", "a dominating set": "choose vertices of any graph so that every other vertex has a chosen neighbour",
    r#"{"kind":"dominating-set","count":"max","graph":{"vertices":["a","b"],"edges":[[0,1]]}}"#
);
