//! Random instances, drawn and written one after the other.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use thiserror::Error;

use crate::{
    cli::CliError,
    documents::{
        listed::{CaseOfPuzzle, StatementList},
        write_json,
    },
    puzzles::{Statement, StatementError, fields::Field, random::Distribution},
    random::Generator,
};

/// Draws instances and writes them one after the other; the arguments are checked.
pub type Instances = Box<
    dyn FnOnce(&mut Generator, &InstanceOrigin, &mut dyn Write) -> Result<(), WriteError> + Send,
>;

/// What makes the same instances again.
pub struct InstanceOrigin {
    /// The command, with the seed, and without where and in which format it writes.
    pub command: String,
    /// The seed.
    pub seed: u64,
}

/// Statements, if their check finds no error.
///
/// # Errors
/// [`CliError::Usage`], which names the offending value.
pub fn statements(distribution: Distribution) -> Result<Instances, CliError> {
    distribution.check().map_err(|error| CliError::Usage(error.message(&option)))?;
    Ok(Box::new(move |generator, origin, out| {
        write_statements(distribution.draw(generator)?, origin, out)
    }))
}

/// The option of a field, which has the field's name.
pub fn option(field: Field) -> Cow<'static, str> {
    format!("--{}", field.path()).into()
}

/// Writes one statement alone, several as the cases of a document, with their origin.
pub fn write_statements(
    drawn: Vec<Statement>,
    origin: &InstanceOrigin,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    if let [statement] = &drawn[..] {
        return Ok(write_json(statement, out)?);
    }
    let cases = drawn.into_iter().map(|puzzle| CaseOfPuzzle { puzzle }).collect();
    let (command, seed) = (Some(origin.command.clone()), Some(origin.seed));
    Ok(write_json(&StatementList { command, seed, cases }, out)?)
}

/// Why instances were not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The writer's error.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The random search found no instance; the message names the value.
    #[error("{0}")]
    NotFound(String),
}

impl From<StatementError> for WriteError {
    fn from(error: StatementError) -> Self {
        Self::NotFound(error.message(&option))
    }
}
