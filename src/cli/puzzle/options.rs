//! The names of statement fields on the command line.

use std::borrow::Cow;

use crate::puzzles::fields::Field;

/// The option or the word for a field in messages about arguments.
#[must_use]
pub fn option(field: Field) -> Cow<'static, str> {
    let option = match field {
        Field::Army => "--army",
        Field::BoardBlocked | Field::Blocked => "--block",
        Field::Closed => "--closed",
        Field::Open => "--path",
        Field::Colours => "--colours",
        Field::Count => "--count",
        Field::End => "--end",
        Field::From => "--from",
        Field::Given => "--given",
        Field::Independent => "--independent",
        Field::Piece => "--piece",
        Field::Start => "--start",
        Field::To => "--to",
        Field::Total => "--total",
        // Fields of files, and arguments without an option.
        Field::Board
        | Field::Cases
        | Field::Columns
        | Field::Density
        | Field::Goal
        | Field::Graph
        | Field::GraphEdges
        | Field::GraphPositions
        | Field::GraphVertices
        | Field::K
        | Field::N
        | Field::Riders
        | Field::Rows
        | Field::StartMap
        | Field::Weights => field.path(),
    };
    option.into()
}
