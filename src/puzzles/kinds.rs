//! The kinds of puzzles, one line each.

use std::{borrow::Cow, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Certificate, Solution, StatedPuzzle, StatementError, certificate::OF_ANY_PUZZLE, each_kind,
    graph_statement::GraphStatement,
};
#[cfg(feature = "cli")]
use crate::graphs::NamedGraph;
use crate::json::{self, JsonError, JsonPart};

/// A kind of puzzle, for `satranj list`.
pub struct PuzzleKind {
    /// The word on the command line and in documents.
    pub name: &'static str,
    /// What a statement of this kind is called in errors: `a tour`.
    pub noun: &'static str,
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

    /// Its name as spelled in America, if that differs.
    #[must_use]
    pub fn american(&self) -> Option<&'static str> {
        (self.name == "colouring").then_some("coloring")
    }

    /// The puzzles that [`PuzzleKind::examples`] state.
    pub fn puzzles(&self) -> impl Iterator<Item = Box<dyn StatedPuzzle>> {
        let stated = self.examples.iter().filter_map(|text| serde_json::from_str(text).ok());
        stated.filter_map(|statement: Statement| statement.puzzle().ok())
    }
}

/// Declares the statement of any kind, and what is read according to the kind.
macro_rules! declare_statements {
    ($($(#[$doc:meta])* $kind:ident: $module:ident::$statement:ident $(of $graph:ident)?,)*) => {
        $(use super::$module::$statement;)*

        /// A puzzle as written in documents: complete, so that it can be stated again.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Statement {
            $(
                $(#[$doc])*
                #[schemars(extend("x-noun" = <$statement as Stated>::KIND.noun))]
                $kind($statement)
            ),*
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
            /// The problem, with its place.
            #[doc(hidden)]
            pub fn read_solution(&self, part: &JsonPart<'_>) -> Result<Solution, JsonError> {
                match self {
                    $(Self::$kind(_) => {
                        part.read::<<$statement as Stated>::Answer>("a solution").map(Into::into)
                    })*
                }
            }

            /// The graph, if it is a puzzle on a graph.
            #[must_use]
            pub fn graph(&self) -> Option<&GraphStatement> {
                match self {
                    $($(Self::$kind(statement) => (&statement.$graph).into(),)?)*
                    _ => None,
                }
            }

            fn graph_mut(&mut self) -> Option<&mut GraphStatement> {
                match self {
                    $($(Self::$kind(statement) => (&mut statement.$graph).into(),)?)*
                    _ => None,
                }
            }

            /// Checks that the graph suits the kind of puzzle before anything is built, as
            /// [`Statement::into_puzzle`] does. O(m).
            ///
            /// # Errors
            /// [`StatementError`].
            pub(crate) fn check_graph(&self) -> Result<(), StatementError> {
                match self {
                    $(Self::$kind(statement) => statement.check_graph()),*
                }
            }

            /// Reads a certificate of a puzzle of this kind.
            ///
            /// # Errors
            /// The problem, with its place.
            pub(crate) fn read_certificate(&self, part: &JsonPart<'_>) -> Result<Certificate, JsonError> {
                let kind = part.field("kind").and_then(|kind| kind.read::<String>("a kind").ok());
                if kind.is_some_and(|kind| OF_ANY_PUZZLE.contains(&&kind[..])) {
                    return part.read("a certificate");
                }
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

each_kind!(declare_statements);

impl Statement {
    /// The stated puzzle; the statement is kept.
    ///
    /// # Errors
    /// As [`Statement::into_puzzle`].
    pub fn puzzle(&self) -> Result<Box<dyn StatedPuzzle>, StatementError> {
        self.clone().into_puzzle()
    }

    /// The same without what only pictures use: the instance.
    #[must_use]
    pub(crate) fn instance(&self) -> Cow<'_, Self> {
        let is_bare = |graph: &GraphStatement| {
            graph.positions.is_empty() && graph.source.is_none() && graph.weights_times.is_none()
        };
        if self.graph().is_none_or(is_bare) {
            return Cow::Borrowed(self);
        }
        let mut bare = self.clone();
        if let Some(graph) = bare.graph_mut() {
            graph.positions.clear();
            graph.source = None;
            graph.weights_times = None;
        }
        Cow::Owned(bare)
    }
}

/// Reads a statement as written in documents: `{"kind":"queens","n":8}`.
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

    /// Checks that its graph suits the puzzle, if it has one. O(m).
    ///
    /// # Errors
    /// [`StatementError`].
    fn check_graph(&self) -> Result<(), StatementError> {
        Ok(())
    }
}

/// A statement from the command line, or what it contradicts.
#[cfg(feature = "cli")]
pub type AskedStatement = Result<Statement, StatementError>;

/// A statement about a graph, made from the command line.
#[cfg(feature = "cli")]
pub trait AskedOfGraph: Stated {
    /// The arguments besides the file of the graph.
    type Arguments: clap::Args + Clone + Send + Sync + std::fmt::Debug + 'static;

    /// The statement about a graph, of which it takes what it reads.
    ///
    /// # Errors
    /// [`StatementError`] that names what the graph contradicts.
    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement;
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
                assert!(problem.contains("positions for"), "{problem}");
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
            Witness::Paths(vec![vec![0]; 2]),
        ];
        for kind in LIST {
            for puzzle in kind.puzzles() {
                let read = of_any_kind.iter().filter(|witness| puzzle.interpret(witness).is_ok());
                let kinds = if kind.name == "queens" { 2 } else { 1 };
                assert_eq!(read.count(), kinds, "{}", kind.name);
            }
        }
    }
}
