//! Values of arguments: squares, and numbers of pieces.

use std::str::FromStr;

use crate::{
    board::square::{Square, SquareError, split_list},
    puzzles::{StatementError, fields::Field},
};

/// A number of pieces, vertices or colours, or the word for the best.
///
/// # Errors
/// [`StatementError`] for anything else.
pub fn count<C: FromStr<Err = String>>(field: Field, text: &str) -> Result<C, StatementError> {
    text.parse().map_err(|problem: String| StatementError::of(field, &text, problem))
}

/// A square for a field.
pub fn square(
    field: Field,
    text: &str,
    parse: impl Fn(&str) -> Result<Square, SquareError>,
) -> Result<Square, StatementError> {
    parse(text).map_err(|error| StatementError::at(field, error))
}

/// The squares in lists.
pub fn squares(
    field: Field,
    lists: &[String],
    parse: impl Fn(&str) -> Result<Square, SquareError>,
) -> Result<Vec<Square>, StatementError> {
    let texts = lists.iter().flat_map(|list| split_list(list));
    texts.map(|text| square(field, text, &parse)).collect()
}
