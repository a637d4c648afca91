//! Why a puzzle cannot be stated: the field, the offending value, and what is wrong with it.

use std::{error::Error, fmt};

use super::fields::{Field, Naming, Words, words};
use crate::board::{BoardError, piece::PieceError, square::SquareError};

/// Why a puzzle cannot be stated, or a random one cannot be drawn.
///
/// It prints in the terms of documents; the command line names fields differently.
#[derive(Debug)]
pub struct StatementError {
    field: Option<Field>,
    value: Option<String>,
    lead: Lead,
    problem: StatementProblem,
}

/// How a message begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// With the problem alone.
    Nothing,
    /// The field.
    Field,
    /// The field and the value.
    FieldAndValue,
}

/// What is wrong.
#[derive(Debug)]
pub enum StatementProblem {
    /// The board, its file or its map.
    Board(BoardError),
    /// A square.
    Square(SquareError),
    /// The name of a piece.
    Piece(PieceError),
    /// Anything else, in a sentence.
    Words(Words),
}

impl StatementError {
    /// An error whose message begins with the field; the problem names the value.
    #[must_use]
    pub(crate) fn at(field: Field, problem: impl Into<StatementProblem>) -> Self {
        let problem = problem.into();
        let value = problem.value();
        Self { field: Some(field), value, lead: Lead::Field, problem }
    }

    /// An error whose message begins with the field and the value.
    #[must_use]
    pub(crate) fn of(
        field: Field,
        value: &dyn fmt::Display,
        problem: impl Into<StatementProblem>,
    ) -> Self {
        let (value, lead) = (Some(value.to_string()), Lead::FieldAndValue);
        Self { field: Some(field), value, lead, problem: problem.into() }
    }

    /// An error whose message is the problem alone.
    #[must_use]
    pub(crate) fn whole(problem: impl Into<StatementProblem>) -> Self {
        let problem = problem.into();
        let value = problem.value();
        Self { field: None, value, lead: Lead::Nothing, problem }
    }

    /// The same, with a field to blame that the message does not begin with.
    #[must_use]
    pub(crate) fn blaming(self, field: Field) -> Self {
        Self { field: Some(field), ..self }
    }

    /// The same with the offending value, which the message names in its own way.
    #[must_use]
    pub(crate) fn with_value(self, value: &dyn fmt::Display) -> Self {
        Self { value: Some(value.to_string()), ..self }
    }

    /// The field to blame, if there is exactly one.
    #[must_use]
    pub(crate) fn field(&self) -> Option<Field> {
        self.field
    }

    /// The offending value, if there is exactly one.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// What is wrong.
    #[must_use]
    pub(crate) fn problem(&self) -> &StatementProblem {
        &self.problem
    }

    /// The message, with fields named by `naming`.
    #[must_use]
    pub(crate) fn message(&self, naming: Naming<'_>) -> String {
        let problem = match &self.problem {
            StatementProblem::Board(error) => error.to_string(),
            StatementProblem::Square(error) => error.to_string(),
            StatementProblem::Piece(error) => error.to_string(),
            StatementProblem::Words(words) => words.message(naming),
        };
        match (self.lead, self.field, &self.value) {
            (Lead::FieldAndValue, Some(field), Some(value)) => {
                format!("{} {value}: {problem}", naming(field))
            }
            (Lead::Field, Some(field), _) => format!("{}: {problem}", naming(field)),
            _ => problem,
        }
    }
}

impl fmt::Display for StatementError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message(&Field::in_document))
    }
}

impl Error for StatementError {}

impl StatementProblem {
    /// The value that it names.
    fn value(&self) -> Option<String> {
        match self {
            Self::Square(error) => Some(error.text().into()),
            Self::Piece(PieceError::Unknown(term) | PieceError::Leap(term)) => Some(term.clone()),
            Self::Piece(PieceError::TooMany(count)) => Some(count.to_string()),
            Self::Board(BoardError::Form(text)) => Some(text.clone()),
            Self::Board(BoardError::Side { side, .. }) => Some(side.clone()),
            Self::Piece(_) | Self::Board(_) | Self::Words(_) => None,
        }
    }
}

impl From<SquareError> for StatementProblem {
    fn from(error: SquareError) -> Self {
        Self::Square(error)
    }
}

impl From<Words> for StatementProblem {
    fn from(words: Words) -> Self {
        Self::Words(words)
    }
}

impl From<String> for StatementProblem {
    fn from(text: String) -> Self {
        Self::Words(words![text])
    }
}

impl From<&'static str> for StatementProblem {
    fn from(text: &'static str) -> Self {
        Self::Words(words![text])
    }
}

impl From<BoardError> for StatementError {
    fn from(error: BoardError) -> Self {
        Self::whole(StatementProblem::Board(error)).blaming(Field::Board)
    }
}

impl From<PieceError> for StatementError {
    fn from(error: PieceError) -> Self {
        Self::whole(StatementProblem::Piece(error)).blaming(Field::Piece)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::puzzles::Statement;

    #[test]
    fn the_field_and_the_value_are_reported() {
        let board = json!({"rows": 3, "columns": 4});
        let walled = json!({"rows": 3, "columns": 4, "blocked": ["z9"]});
        let graph = json!({"vertices": ["a", "b"], "edges": [[0, 1]]});
        for (statement, field, value) in [
            (json!({"kind": "tour", "board": walled}), Field::BoardBlocked, "z9"),
            (json!({"kind": "tour", "board": board, "start": "z9"}), Field::Start, "z9"),
            (
                json!({"kind": "tour", "board": board, "end": "a1", "closed": true}),
                Field::End,
                "a1",
            ),
            (
                json!({"kind": "tour", "board": board, "given": [["a1", "a2"]]}),
                Field::Given,
                "a1-a2",
            ),
            (json!({"kind": "tour", "board": {"rows": 0, "columns": 4}}), Field::Board, "0"),
            (json!({"kind": "tour", "board": board, "piece": "pawn"}), Field::Piece, "pawn"),
            (json!({"kind": "queens", "n": 0}), Field::N, "0"),
            (json!({"kind": "queens", "n": 4, "blocked": ["e5"]}), Field::Blocked, "e5"),
            (json!({"kind": "hamilton", "graph": graph, "start": "c"}), Field::Start, "c"),
            (
                json!({"kind": "hamilton", "graph": {"vertices": ["a", "a"], "edges": []}}),
                Field::GraphVertices,
                "a",
            ),
            (
                json!({"kind": "place", "board": board, "count": 3,
                    "army": [{"piece": "rook", "count": 1}]}),
                Field::Count,
                "3",
            ),
            (
                json!({"kind": "meet", "board": board,
                    "riders": [{"square": "a1", "jumps_per_turn": 0}]}),
                Field::Riders,
                "a1",
            ),
            (json!({"kind": "exchange", "start": ["n N"]}), Field::StartMap, "n N"),
        ] {
            let statement: Statement = serde_json::from_value(statement).unwrap();
            let error = statement.puzzle().err().unwrap();
            assert_eq!((error.field(), error.value()), (Some(field), Some(value)), "{error}");
            // The path leads to a field of the document.
            let steps = field.path().split('.').collect::<Vec<_>>().join("/");
            let document = serde_json::to_value(&statement).unwrap();
            assert!(document.pointer(&format!("/{steps}")).is_some(), "{document}: {steps}");
        }
    }

    #[test]
    fn whoever_tells_it_names_the_fields() {
        let problem = words!["leave out ", Field::End, " or ask for a ", Field::Open];
        let error = StatementError::of(Field::End, &"a1", problem);
        assert_eq!(
            error.to_string(),
            "`end` a1: leave out `end` or ask for a path (`closed` is false)"
        );
        let option = |field: Field| match field {
            Field::Open => "--path".into(),
            field => format!("--{}", field.path()).into(),
        };
        assert_eq!(error.message(&option), "--end a1: leave out --end or ask for a --path");
    }
}
