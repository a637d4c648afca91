//! The kinds of puzzles: a line each.

use std::{borrow::Cow, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Certificate, Solution, StatedPuzzle, StatementError,
    colouring::ColouringStatement,
    dominate::DominateStatement,
    exchange::ExchangeStatement,
    graph_sets::{
        CliqueStatement, DominatingSetStatement, IndependentSetStatement, VertexCoverStatement,
    },
    graph_statement::GraphStatement,
    hamilton::HamiltonStatement,
    meet::MeetStatement,
    path::PathStatement,
    place::PlaceStatement,
    queens::QueensStatement,
    route::RouteStatement,
    tour::TourStatement,
};
use crate::json::{self, JsonError, JsonPart};

/// A kind of puzzle, for `satranj list`.
pub struct PuzzleKind {
    /// The word on the command line and in documents.
    pub name: &'static str,
    /// What is asked, in a line.
    pub summary: &'static str,
    /// Small statements of this kind; every method for the kind solves one of them.
    pub examples: &'static [&'static str],
}

impl PuzzleKind {
    /// Whether it is about a graph, as its examples say.
    #[must_use]
    pub fn is_about_graph(&self) -> bool {
        self.examples.iter().all(|text| text.contains("\"graph\":"))
    }

    /// The puzzles that [`PuzzleKind::examples`] state.
    pub fn puzzles(&self) -> impl Iterator<Item = Box<dyn StatedPuzzle>> {
        let stated = self.examples.iter().filter_map(|text| serde_json::from_str(text).ok());
        stated.filter_map(|statement: Statement| statement.puzzle().ok())
    }
}

/// Declares the statement of any kind, and what is read according to the kind.
macro_rules! puzzle_kinds {
    ($($(#[$doc:meta])* $kind:ident($statement:ty)),* $(,)?) => {
        /// A puzzle as documents hold it: complete, so that it can be stated again.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Statement {
            $($(#[$doc])* $kind($statement)),*
        }

        /// The kinds of puzzles.
        pub const LIST: &[PuzzleKind] = &[$(<$statement as Stated>::KIND),*];

        impl Statement {
            /// The word for the puzzle on the command line.
            ///
            /// ```
            /// use satranj::prelude::*;
            ///
            /// let wrong: Statement = r#"{"kind":"queens","n":3,"given":["d1"]}"#.parse()?;
            /// assert_eq!(wrong.kind(), "queens");
            /// let error = wrong.into_puzzle().map(|_| ()).unwrap_err();
            /// assert_eq!(error.to_string(), "`given`: square `d1` is outside the 3x3 board");
            /// assert_eq!(error.value(), Some("d1"));
            ///
            /// let graph = NamedGraph::parse("a b\nb c\n", Some("edge-list"))?;
            /// let right = Statement::from(HamiltonStatement::new(graph, false));
            /// assert!(right.puzzle().is_ok());
            /// assert_eq!(right.graph().map(|graph| graph.edges.len()), Some(2));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => <$statement as Stated>::KIND.name),*
                }
            }

            /// The stated puzzle: the only conversion, both from the command line and from
            /// documents.
            ///
            /// # Errors
            /// [`StatementError`], which names the field and the offending value.
            pub fn into_puzzle(self) -> Result<Box<dyn StatedPuzzle>, StatementError> {
                match self {
                    $(Self::$kind(statement) => Ok(Box::new(<$statement as Stated>::Puzzle::try_from(statement)?))),*
                }
            }

            /// Reads a solution of a puzzle of this kind.
            ///
            /// # Errors
            /// With the place of what is wrong.
            #[doc(hidden)]
            pub fn read_solution(&self, part: &JsonPart<'_>) -> Result<Solution, JsonError> {
                match self {
                    $(Self::$kind(_) => {
                        part.read::<<$statement as Stated>::Answer>("a solution").map(Into::into)
                    })*
                }
            }

            /// Reads a certificate of a puzzle of this kind.
            ///
            /// # Errors
            /// With the place of what is wrong.
            pub(crate) fn read_certificate(&self, part: &JsonPart<'_>) -> Result<Certificate, JsonError> {
                match self {
                    $(Self::$kind(_) => {
                        part.read::<<$statement as Stated>::Proof>("a certificate").map(Into::into)
                    })*
                }
            }
        }

        $(impl From<$statement> for Statement {
            fn from(statement: $statement) -> Self {
                Self::$kind(statement)
            }
        })*
    };
}

puzzle_kinds! {
    /// A tour of a board.
    Tour(TourStatement),
    /// A Hamiltonian path or cycle of a graph.
    Hamilton(HamiltonStatement),
    /// Vertices of a graph, no two adjacent.
    IndependentSet(IndependentSetStatement),
    /// Vertices of a graph, every two adjacent.
    Clique(CliqueStatement),
    /// Vertices of a graph that include one end of every edge.
    VertexCover(VertexCoverStatement),
    /// Vertices of a graph that dominate all others.
    DominatingSet(DominatingSetStatement),
    /// A colour for every vertex of a graph.
    Colouring(ColouringStatement),
    /// A shortest path through a graph.
    Path(PathStatement),
    /// The n-queens problem.
    Queens(QueensStatement),
    /// Pieces that do not attack one another.
    Place(PlaceStatement),
    /// Pieces that attack everything.
    Dominate(DominateStatement),
    /// Riders that meet.
    Meet(MeetStatement),
    /// A shortest route.
    Route(RouteStatement),
    /// Pieces that trade places.
    Exchange(ExchangeStatement),
}

/// The graph of a statement, borrowed as the statement is, for the kinds on graphs.
macro_rules! graph_of {
    ($statement:expr) => {
        match $statement {
            Statement::Hamilton(HamiltonStatement { graph, .. })
            | Statement::IndependentSet(IndependentSetStatement { graph, .. })
            | Statement::Clique(CliqueStatement { graph, .. })
            | Statement::VertexCover(VertexCoverStatement { graph, .. })
            | Statement::DominatingSet(DominatingSetStatement { graph, .. })
            | Statement::Colouring(ColouringStatement { graph, .. })
            | Statement::Path(PathStatement { graph, .. }) => Some(graph),
            _ => None,
        }
    };
}

impl Statement {
    /// The stated puzzle; the statement is kept.
    ///
    /// # Errors
    /// As [`Statement::into_puzzle`].
    pub fn puzzle(&self) -> Result<Box<dyn StatedPuzzle>, StatementError> {
        self.clone().into_puzzle()
    }

    /// The graph, if it is a puzzle on a graph.
    #[must_use]
    pub fn graph(&self) -> Option<&GraphStatement> {
        graph_of!(self)
    }

    /// Checks that the graph suits the kind of puzzle: what [`Statement::into_puzzle`] refuses
    /// about a graph file, before anything is built. O(m).
    ///
    /// # Errors
    /// [`StatementError`].
    pub(crate) fn check_graph(&self) -> Result<(), StatementError> {
        let have_loops_meaning = match self {
            Self::IndependentSet(_) | Self::VertexCover(_) | Self::Colouring(_) => true,
            Self::DominatingSet(set) => set.independent || set.total,
            Self::Clique(_) => false,
            _ => return Ok(()),
        };
        self.graph().map_or(Ok(()), |graph| graph.check(have_loops_meaning))
    }

    /// The same without what only pictures use: the instance.
    #[must_use]
    pub(crate) fn instance(&self) -> Cow<'_, Self> {
        if self.graph().is_none_or(|graph| graph.positions.is_empty()) {
            return Cow::Borrowed(self);
        }
        let mut bare = self.clone();
        if let Some(graph) = graph_of!(&mut bare) {
            graph.positions.clear();
        }
        Cow::Owned(bare)
    }
}

/// Reads a statement as documents hold it: `{"kind":"queens","n":8}`.
impl FromStr for Statement {
    type Err = JsonError;

    fn from_str(text: &str) -> Result<Self, JsonError> {
        json::read(text, "a puzzle")
    }
}

/// The statement of a kind of puzzle, with the other types of its documents.
pub trait Stated: Sized {
    /// The kind.
    const KIND: PuzzleKind;
    /// The puzzle that is stated.
    type Puzzle: StatedPuzzle + TryFrom<Self, Error = StatementError> + 'static;
    /// Its solutions.
    type Answer: DeserializeOwned + JsonSchema + Into<Solution>;
    /// The proof that there is no solution, or no better one.
    type Proof: DeserializeOwned + JsonSchema + Into<Certificate>;
}

#[cfg(test)]
mod tests {
    use satranj_encodings::model::Witness;

    use super::*;

    #[test]
    fn the_instance_is_without_positions() {
        for kind in LIST {
            for example in kind.examples {
                let plain: Statement = example.parse().unwrap();
                assert_eq!(*plain.instance(), plain);
                let mut value = serde_json::to_value(&plain).unwrap();
                let Some(vertices) = value.pointer("/graph/vertices") else { continue };
                let count = vertices.as_array().unwrap().len() as u32;
                let positions: Vec<[u32; 2]> = (0..count).map(|at| [at, 7]).collect();
                value["graph"]["positions"] = serde_json::json!(positions);
                let placed: Statement = value.to_string().parse().unwrap();
                assert_ne!(placed, plain, "{}", kind.name);
                assert_eq!(*placed.instance(), plain, "{}", kind.name);
                // The puzzle keeps them.
                let kept = placed.puzzle().unwrap().statement();
                assert_eq!(kept.graph().unwrap().positions, positions);
                value["graph"]["positions"] = serde_json::json!(positions[1..]);
                let short: Statement = value.to_string().parse().unwrap();
                let problem = short.puzzle().map(|_| ()).unwrap_err().to_string();
                assert!(problem.contains("positions, and"), "{problem}");
            }
        }
    }

    #[test]
    fn examples_are_of_their_kind() {
        for kind in LIST {
            let puzzles: Vec<_> = kind.puzzles().collect();
            assert_eq!(puzzles.len(), kind.examples.len(), "{}", kind.name);
            assert!(puzzles.iter().all(|puzzle| puzzle.statement().kind() == kind.name));
            assert!(!puzzles.is_empty(), "{}", kind.name);
        }
    }

    #[test]
    fn a_witness_of_another_kind_is_refused() {
        let of_any_kind = [
            Witness::Path(vec![0]),
            Witness::Vertices(vec![0]),
            Witness::Columns(vec![0]),
            Witness::Colours(vec![0]),
            Witness::Meeting { vertex: 0, paths: Vec::new() },
            Witness::Plan(Vec::new()),
        ];
        for kind in LIST {
            for puzzle in kind.puzzles() {
                let read = of_any_kind.iter().filter(|witness| puzzle.interpret(witness).is_ok());
                let kinds = if kind.name == "queens" { 2 } else { 1 };
                assert_eq!(read.count(), kinds, "{}", kind.name);
            }
        }
    }

    #[test]
    fn errors_call_every_kind_by_a_noun() {
        for kind in LIST {
            let nouns = json::NOUNS.iter().filter(|(name, _)| *name == kind.name);
            assert_eq!(nouns.count(), 1, "a noun of `{}` in src/core/json/shape.rs", kind.name);
        }
        assert_eq!(json::NOUNS.len(), LIST.len());
    }
}
