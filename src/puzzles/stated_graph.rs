//! The graph of a statement: its vertices and edges, or a name such as `petersen`.

use std::fmt;

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::graph_statement::GraphStatement;

/// The forms of a graph in a statement.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub enum StatedGraph {
    /// Its vertices and edges.
    Whole(GraphStatement),
    /// A name as on the command line: `petersen`, `grid:8x8`, `gnp:100,0.5@7` with the seed 7 (by
    /// default 1).
    Word(String),
}

/// Reads a graph in either form.
///
/// # Errors
/// The first error.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GraphStatement, D::Error> {
    deserializer.deserialize_any(EitherForm)
}

/// Reads a graph in either form that may be left out.
///
/// # Errors
/// The first error.
pub fn read_optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<GraphStatement>, D::Error> {
    read(deserializer).map(Some)
}

struct EitherForm;

impl<'de> Visitor<'de> for EitherForm {
    type Value = GraphStatement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a graph, or a name such as `petersen`")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GraphStatement, A::Error> {
        GraphStatement::deserialize(MapAccessDeserializer::new(map))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<GraphStatement, E> {
        named(word).map_err(E::custom)
    }
}

/// The most vertices and edges of a graph that a statement names: a few bytes must not take much
/// memory.
#[cfg(feature = "cli")]
const MOST_NAMED: u64 = 1_000_000;

#[cfg(feature = "cli")]
fn named(word: &str) -> Result<GraphStatement, String> {
    use crate::{
        graphs::{GraphWord, GraphWordError},
        printable::one_line,
        random::DEFAULT_SEED,
    };

    let read = GraphWord::named(word)?;
    if read.size() > MOST_NAMED {
        return Err(format!(
            "`{}` has {} vertices and edges; a statement may name a graph of at most {MOST_NAMED}",
            one_line(word),
            read.size()
        ));
    }
    match read.graph(DEFAULT_SEED, &|_| Ok(())) {
        Ok(graph) => Ok(graph.into()),
        Err(GraphWordError::Wrong(problem)) => Err(problem),
        Err(GraphWordError::Stopped(reason)) => Err(reason.describe().into()),
    }
}

/// Without the program, the library has no families of graphs.
#[cfg(not(feature = "cli"))]
fn named(_word: &str) -> Result<GraphStatement, &'static str> {
    Err("a named graph needs the feature `cli`; give its vertices and edges")
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use crate::puzzles::Statement;

    fn stated(graph: &str) -> Result<Statement, String> {
        let text = format!(r#"{{"kind":"clique","graph":{graph}}}"#);
        text.parse().map_err(|error: crate::json::JsonError| error.to_string())
    }

    #[test]
    fn a_word_states_a_graph() {
        let petersen = stated(r#""petersen""#).unwrap();
        let graph = petersen.graph().unwrap();
        assert_eq!((graph.vertices.len(), graph.edges.len()), (10, 15));
        assert_eq!(graph.source.as_deref(), Some("petersen"));
        // Written in full, with the word, and read again.
        let written = serde_json::to_string(&petersen).unwrap();
        assert!(written.contains(r#""source":"petersen""#), "{written}");
        assert_eq!(written.parse::<Statement>().unwrap(), petersen);
        let bare = petersen.instance();
        assert_eq!(bare.graph().unwrap().source, None);
        let random = stated(r#""gnp:30,0.5@3""#).unwrap();
        assert_eq!(random.graph().unwrap().source.as_deref(), Some("gnp:30,0.5@3"));
        assert_ne!(random, stated(r#""gnp:30,0.5""#).unwrap());
    }

    #[test]
    fn a_wrong_word_says_what_is_right() {
        for (word, expected) in [
            (r#""petersn""#, "`petersn` names no graph (did you mean petersen?)"),
            (r#""x.hcp""#, "names no graph (see `satranj list families`)"),
            (r#""kneser:4,2""#, "N must be at least 2K+1"),
            (r#""cycle:1000000""#, "has 2000000 vertices and edges; a statement may name a graph"),
            ("7", "found `7`, expected an object or a string"),
            ("{}", "needs `vertices` and `edges`"),
        ] {
            let error = stated(word).unwrap_err();
            assert!(error.contains(expected), "{word}: {error}");
        }
    }
}
