//! Colourings of graphs: no edge joins two vertices of one colour.

mod verify;

use satranj_encodings::{
    colouring::Colouring,
    model::{Count, Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    certificate::certificates,
    fields::Field,
    graph_statement::{GraphStatement, NumberedGraph},
    kinds::{PuzzleKind, Stated},
    named,
    places::{ModelPlaces, PuzzlePlaces},
    solution::ClassesAnswer,
};
use crate::pictures::Drawing;

pub use super::counts::FewestColours;

/// The most colours of a puzzle.
const MOST_COLOURS: u32 = 1 << 16;

/// A colouring of a graph.
#[derive(Debug, Clone)]
pub struct GraphColouring {
    graph: NumberedGraph,
    colours: Count,
    /// Vertices with their colours, from 0, in rising order.
    given: Vec<(u32, u32)>,
    model: Colouring,
}

impl TryFrom<ColouringStatement> for GraphColouring {
    type Error = StatementError;

    /// The stated colouring.
    fn try_from(statement: ColouringStatement) -> Result<Self, StatementError> {
        statement.check_graph()?;
        let graph = NumberedGraph::try_from(statement.graph)?;
        let colours = Count::from(statement.colours);
        let most = match colours {
            Count::Exactly(colours) if !(1..=MOST_COLOURS).contains(&colours) => {
                let problem = format!("1 to {MOST_COLOURS} colours are possible");
                return Err(StatementError::of(Field::Colours, &colours, problem));
            }
            Count::Exactly(colours) => colours,
            Count::Optimum => MOST_COLOURS,
        };
        let mut given = Vec::with_capacity(statement.given.len());
        for (name, colour) in &statement.given {
            let vertex = graph.stated(Field::Given, name)?;
            if !(1..=most).contains(colour) {
                let problem = format!("`{name}` has the colour {colour}; expected 1 to {most}");
                return Err(StatementError::at(Field::Given, problem).with_value(colour));
            }
            given.push((vertex, colour - 1));
        }
        given.sort_unstable();
        given.dedup();
        let model = Colouring::new(graph.graph(), colours, given.clone());
        Ok(Self { graph, colours, given, model })
    }
}

impl StatedPuzzle for GraphColouring {
    fn statement(&self) -> Statement {
        let given = self.given.iter();
        let given = given.map(|&(vertex, colour)| (self.graph.name(vertex), colour + 1));
        Statement::Colouring(ColouringStatement {
            graph: self.graph.statement(),
            colours: self.colours.into(),
            given: given.collect(),
        })
    }
}

impl Puzzle for GraphColouring {
    fn title(&self) -> String {
        let colours = match self.colours {
            Count::Optimum => "with the fewest colours".into(),
            Count::Exactly(1) => "with 1 colour".into(),
            Count::Exactly(colours) => format!("with {colours} colours"),
        };
        let given = match self.given.len() {
            0 => String::new(),
            given => format!(", {given} given"),
        };
        format!("colouring of {} {colours}{given}", self.graph.described())
    }

    fn model(&self) -> Model {
        Model::Colouring(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.graph.name(vertex)
    }

    fn count_option(&self) -> &'static str {
        "--colours"
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Colours(colours) = witness else { return Err(Violation::of_witness()) };
        Ok(self.solution(colours))
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let named = |vertices: &[u32]| self.graph.names(vertices);
        Some(Certificate::Colouring(match obstruction {
            Obstruction::Clique(vertices) => {
                ColouringCertificate::Clique { vertices: named(vertices) }
            }
            Obstruction::OddCycle(vertices) => {
                ColouringCertificate::OddCycle { vertices: named(vertices) }
            }
            Obstruction::SameColour(one, other) => {
                let both = if one == other { &[*one][..] } else { &[*one, *other] };
                ColouringCertificate::GivenColours { vertices: named(both) }
            }
            _ => return None,
        }))
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        let Solution::Classes { classes } = solution else { return solution.clone() };
        let mut classes = classes.clone();
        for class in &mut classes {
            class.sort_by_key(|name| self.graph.numbers.get(name).copied());
        }
        while classes.last().is_some_and(Vec::is_empty) {
            classes.pop();
        }
        Solution::Classes { classes }
    }

    fn because(&self, certificate: &Certificate) -> String {
        let Certificate::Colouring(certificate) = certificate else {
            return format!("because of {}", certificate.kind());
        };
        let names = named(certificate.vertices());
        match certificate {
            ColouringCertificate::Clique { vertices } if vertices.len() == 1 => {
                format!("because {names} has a colour")
            }
            ColouringCertificate::Clique { .. } => {
                format!("because every two of {names} are adjacent")
            }
            ColouringCertificate::OddCycle { .. } => {
                format!("because {names} form a cycle of odd length")
            }
            ColouringCertificate::GivenColours { .. } => {
                format!("because the given colours of {names} exclude one another")
            }
        }
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let Solution::Classes { classes } = solution else { return None };
        let colours = classes.iter().map(|class| self.graph.known(class));
        Some(Drawing::Graph(self.graph.picture()?.with_colours(colours)))
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        let Certificate::Colouring(certificate) = certificate else {
            return self.graph.marked(&[], Vec::new());
        };
        let vertices: Vec<u32> = self.graph.known(certificate.vertices()).collect();
        let picture = self.graph.picture()?.with_set(vertices.iter().copied());
        Some(Drawing::Graph(match certificate {
            ColouringCertificate::OddCycle { .. } => {
                let next = vertices.iter().copied().cycle().skip(1);
                let cycle = vertices.iter().copied().zip(next).collect();
                picture.with_pairs(cycle)
            }
            ColouringCertificate::Clique { .. } | ColouringCertificate::GivenColours { .. } => {
                picture.with_edges_within()
            }
        }))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First => &["auto", "sat:direct", "native:dsatur"],
            Task::All | Task::Sample | Task::Count(_) => &["native:dsatur", "sat:direct"],
        }
    }
}

/// A colour for every vertex of a graph, so that no edge joins two of the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ColouringStatement {
    /// The graph; its edges have no directions.
    #[serde(deserialize_with = "crate::puzzles::stated_graph::read")]
    #[schemars(with = "crate::puzzles::stated_graph::StatedGraph")]
    pub graph: GraphStatement,
    /// The number of colours. Colours are distinguished, and not all must be used.
    #[serde(default)]
    pub colours: FewestColours,
    /// Vertices, by name, with the colours that they must have, counted from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(String, u32)>,
}

impl ColouringStatement {
    /// As few colours as possible, so that no edge joins two vertices of one colour.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let triangle = NamedGraph::parse("a b\nb c\nc a\n", Some("edge-list"))?;
    /// let puzzle = Statement::from(ColouringStatement::new(triangle)).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(graph: impl Into<GraphStatement>) -> Self {
        Self { graph: graph.into(), colours: FewestColours::default(), given: Vec::new() }
    }
}

impl Stated for ColouringStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "colouring",
        noun: "a colouring",
        summary: "colour the vertices of any graph so that adjacent ones differ",
        examples: &[
            r#"{"kind":"colouring","graph":
            {"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#,
            r#"{"kind":"colouring","colours":3,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
        ],
    };

    type Puzzle = GraphColouring;
    type Answer = ClassesAnswer;
    type Proof = ColouringCertificate;

    fn check_graph(&self) -> Result<(), StatementError> {
        self.graph.check(true)
    }
}

certificates!(
    /// Proves that there is no colouring, or none with fewer colours, with the names of the
    /// vertices that show it.
    ColouringCertificate {
        /// Every two of these vertices are adjacent, so each needs its own colour.
        Clique("clique") {
            /// The vertices.
            vertices: Vec<String>,
        }
        /// These vertices form a cycle of odd length, which takes three colours.
        OddCycle("odd_cycle") {
            /// The vertices in their order.
            vertices: Vec<String>,
        }
        /// These two vertices are adjacent and given the same colour, or this vertex is given two colours.
        GivenColours("given_colours") {
            /// The two, or the one.
            vertices: Vec<String>,
        }
    }
);

impl ColouringCertificate {
    /// The names of the vertices that show it.
    #[must_use]
    pub(crate) fn vertices(&self) -> &[String] {
        match self {
            Self::Clique { vertices }
            | Self::OddCycle { vertices }
            | Self::GivenColours { vertices } => vertices,
        }
    }
}
