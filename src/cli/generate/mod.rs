//! `satranj generate`: random instances by seed, in the format that the puzzle is read from.

mod dominate;
mod hamilton;
mod meet;
mod place;
mod queens;
mod tour;

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use clap::{Args, Subcommand};
use serde_json::json;
use thiserror::Error;

use super::{
    CliError,
    files::Files,
    watch::{Watched, watched},
    whole_file::WholeFile,
};
use crate::{
    documents::write_json,
    puzzles::random::Distribution,
    random::{Generator, generator},
};

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    puzzle: PuzzleCommand,
    /// The same seed gives the same bytes
    #[arg(long, global = true, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Write to a file instead of standard output
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The kinds of puzzles that can be generated: a file and two lines each.
#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    /// Meetings: knights by chance on boards of chance sizes, as a file for `solve meet`
    Meet(meet::Arguments),
    /// A graph: regular, or with so many edges, as a file in a graph format
    Hamilton(hamilton::Arguments),
    /// A tour: a board with squares blocked by chance, as a map for `solve tour @FILE`; with moves
    /// given by chance, as a document for `solve --from FILE`
    Tour(tour::Arguments),
    /// N queens, of which some are given and some squares blocked by chance, as a document for
    /// `solve --from FILE`
    Queens(queens::Arguments),
    /// A placement with squares blocked and pieces given by chance, as a document for `solve --from
    /// FILE`
    Place(place::Arguments),
    /// A domination with squares blocked by chance, as a document for `solve --from FILE`
    Dominate(dominate::Arguments),
}

impl PuzzleCommand {
    /// The file that is read, if there is one.
    fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Tour(arguments) => arguments.file(),
            _ => None,
        }
    }

    /// Checks the arguments before anything is written.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    fn instances(&self) -> Result<Box<dyn Instances>, CliError> {
        match self {
            Self::Meet(arguments) => arguments.instances(),
            Self::Hamilton(arguments) => arguments.instances(),
            Self::Tour(arguments) => arguments.instances(),
            Self::Queens(arguments) => arguments.instances(),
            Self::Place(arguments) => arguments.instances(),
            Self::Dominate(arguments) => arguments.instances(),
        }
    }
}

/// Instances of a kind of puzzle, their arguments checked.
trait Instances: Send {
    /// Writes the instances, one after the other.
    ///
    /// # Errors
    /// [`WriteError`].
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> Result<(), WriteError>;
}

/// Statements that can be drawn.
struct Statements(Distribution);

/// Statements, if they are possible as far as can be told.
///
/// # Errors
/// [`CliError::Usage`], which names the offending value.
fn statements(distribution: Distribution) -> Result<Box<dyn Instances>, CliError> {
    distribution.check().map_err(|problem| CliError::Usage(option(problem)))?;
    Ok(Box::new(Statements(distribution)))
}

/// A problem whose first word is a field, with the option in its place.
fn option(problem: String) -> String {
    const FIELDS: [&str; 7] = ["cases", "n", "rows", "columns", "given", "blocked", "count"];
    let is_field = problem.split(' ').next().is_some_and(|word| FIELDS.contains(&word));
    if is_field { format!("--{problem}") } else { problem }
}

impl Instances for Statements {
    /// One statement for itself, several as the cases of a document.
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> Result<(), WriteError> {
        let drawn = self.0.draw(generator);
        let drawn = drawn.map_err(|problem| WriteError::NotFound(option(problem)))?;
        if let [statement] = drawn.as_slice() {
            return Ok(write_json(statement, out)?);
        }
        let cases: Vec<_> = drawn.iter().map(|statement| json!({"puzzle": statement})).collect();
        Ok(write_json(&json!({"cases": cases}), out)?)
    }
}

/// Why instances were not written.
#[derive(Debug, Error)]
enum WriteError {
    /// What the writer says.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// Chance found none; in a sentence that names the value.
    #[error("{0}")]
    NotFound(String),
}

/// Runs the command.
///
/// # Errors
/// [`CliError`], which names the offending value.
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    let mut files = Files::default();
    arguments.puzzle.file().iter().for_each(|path| files.reads(path));
    let file = files.writes_any("-o", arguments.output.as_ref())?;
    if file.is_none() {
        files.prints()?;
    }
    let instances = arguments.puzzle.instances()?;
    let mut generator = generator(arguments.seed);
    let handle = file.as_ref().map(WholeFile::handle).transpose()?;
    // Chance may take its time: a signal ends it, and nothing half done is left.
    let written = watched(
        None,
        |_| {},
        move || {
            let out: &mut dyn Write = match handle {
                Some(file) => &mut BufWriter::with_capacity(1 << 16, file),
                None => &mut BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            };
            instances.write(&mut generator, out).and_then(|()| Ok(out.flush()?))
        },
    )?;
    match written {
        Watched::Done(Ok(())) => {}
        Watched::Done(Err(WriteError::NotFound(problem))) => return Err(CliError::Usage(problem)),
        Watched::Done(Err(WriteError::Write(error))) => {
            return Err(match &file {
                Some(file) => CliError::file(file.path(), &error),
                None => CliError::from(error),
            });
        }
        Watched::Stopped(_, signal) => return Ok(signal.map_or(3, |signal| 128 + signal)),
    }
    file.map_or(Ok(()), WholeFile::end)?;
    Ok(0)
}
