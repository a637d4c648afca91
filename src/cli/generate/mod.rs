//! `satranj generate`: random instances by seed, in the format that the puzzle is read from.

mod meet;

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use clap::{Args, Subcommand};

use super::{
    CliError,
    output::{check_files, write_whole},
};
use crate::random::{Generator, generator};

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
}

impl PuzzleCommand {
    fn instances(&self) -> &dyn Instances {
        match self {
            Self::Meet(arguments) => arguments,
        }
    }
}

/// Instances of a kind of puzzle.
trait Instances {
    /// Checks the arguments before anything is written.
    ///
    /// # Errors
    /// A message that names the offending value.
    fn check(&self) -> Result<(), String>;

    /// Writes the instances, one after the other.
    ///
    /// # Errors
    /// What the writer says.
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> io::Result<()>;
}

/// Runs the command.
///
/// # Errors
/// [`CliError`], which names the offending value.
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    let instances = arguments.puzzle.instances();
    instances.check().map_err(CliError::Usage)?;
    check_files(&arguments.output)?;
    let mut generator = generator(arguments.seed);
    match &arguments.output {
        Some(path) => write_whole(path, |out| {
            let written = instances.write(&mut generator, out);
            written.map_err(|error| CliError::file(path, &error))
        })?,
        None => {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            instances.write(&mut generator, &mut out)?;
            out.flush()?;
        }
    }
    Ok(0)
}
