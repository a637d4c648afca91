//! The names of statement fields on the command line.

use std::borrow::Cow;

use crate::puzzles::fields::Field;

/// The option or the word for a field in messages about arguments.
#[must_use]
pub fn option(field: Field) -> Cow<'static, str> {
    match field {
        Field::BoardBlocked | Field::Blocked => "--block".into(),
        Field::Open => "--path".into(),
        Field::Army
        | Field::Closed
        | Field::Colours
        | Field::Count
        | Field::End
        | Field::From
        | Field::Given
        | Field::Independent
        | Field::Piece
        | Field::Start
        | Field::To
        | Field::Total => format!("--{}", field.path()).into(),
        // Fields of files, and arguments without an option.
        _ => field.path().into(),
    }
}
