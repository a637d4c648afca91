//! `satranj generate`: random instances by seed, in the format that the puzzle is read from.

mod dominate;
mod exchange;
mod hamilton;
mod meet;
mod place;
mod queens;
mod route;
mod tour;

use std::{
    borrow::Cow,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use serde_json::json;
use thiserror::Error;

use super::{
    CliError,
    arguments::LimitArguments,
    arguments::parse_seed,
    file_format::{Offered, chosen},
    files::Files,
    output::writer,
    watch::{Watched, watched},
    whole_file::WholeFile,
};
use crate::{
    compression::Compression,
    documents::write_json,
    puzzles::{Statement, StatementError, fields::Field, random::Distribution},
    random::{DEFAULT_SEED, Generator, generator},
};

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    #[command(subcommand)]
    puzzle: GenerateCommand,
    /// The same seed gives the same bytes; `random` draws one and says which
    #[arg(long, global = true, default_value_t = DEFAULT_SEED, value_parser = parse_seed, value_name = "N|random")]
    seed: u64,
    /// Write to a file instead of standard output (-); FILE.gz and FILE.xz are compressed
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The kinds of puzzles that can be generated: a file and two lines each.
#[derive(Debug, Subcommand)]
enum GenerateCommand {
    /// Meetings: knights by chance on boards of chance sizes, as a file for `solve meet`, or by
    /// -o FILE.json as a document for `solve --from FILE.json`
    Meet(meet::GenerateMeetArguments),
    /// A graph: regular, with this many edges, or of a known family, as a file in the graph format
    /// that --format or the extension of -o says
    #[command(visible_aliases = ["independent-set", "clique", "vertex-cover", "dominating-set", "colouring", "path"], alias = "coloring")]
    Hamilton(hamilton::GenerateHamiltonArguments),
    /// A tour: a board with squares blocked by chance, as a map for `solve tour @FILE`; with moves
    /// given by chance, or by -o FILE.json, as a document for `solve --from FILE`
    Tour(tour::GenerateTourArguments),
    /// N queens, of which some are given and some squares blocked by chance, as a document for
    /// `solve --from FILE`
    Queens(queens::GenerateQueensArguments),
    /// A placement with squares blocked and pieces given by chance, as a document for `solve --from
    /// FILE`
    Place(place::GeneratePlaceArguments),
    /// A domination with squares blocked by chance, as a document for `solve --from FILE`
    Dominate(dominate::GenerateDominateArguments),
    /// A route between two squares by chance on a board with blocked squares, if asked for with
    /// weights, as a document for `solve --from FILE`
    Route(route::GenerateRouteArguments),
    /// Pieces of two colours by chance that trade places, as a document for `solve --from FILE`
    Exchange(exchange::GenerateExchangeArguments),
}

impl GenerateCommand {
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
    fn instances(&self, output: Option<&Path>) -> Result<Box<dyn InstanceSource>, CliError> {
        match self {
            Self::Meet(arguments) => arguments.instances(is_document(output, true)?),
            Self::Hamilton(arguments) => arguments.instances(output),
            Self::Tour(arguments) => {
                arguments.instances(is_document(output, arguments.fits_map())?)
            }
            Self::Queens(arguments) => document(output, || arguments.instances()),
            Self::Place(arguments) => document(output, || arguments.instances()),
            Self::Dominate(arguments) => document(output, || arguments.instances()),
            Self::Route(arguments) => document(output, || arguments.instances()),
            Self::Exchange(arguments) => document(output, || arguments.instances()),
        }
    }
}

/// Whether the extension of the file says that instances are written as a document, and not as
/// text, where they can be.
///
/// # Errors
/// [`CliError::Usage`] if it stands for what is written elsewhere.
fn is_document(output: Option<&Path>, is_text_possible: bool) -> Result<bool, CliError> {
    const FORMS: [Offered<bool>; 2] = [
        Offered { format: true, name: "json", extensions: &["json"] },
        Offered { format: false, name: "text", extensions: &["txt"] },
    ];
    let offered = if is_text_possible { &FORMS[..] } else { &FORMS[..1] };
    let said = chosen(("-o", output), None, offered, "generate")?;
    Ok(said.unwrap_or(!is_text_possible))
}

/// Instances that only a document holds.
///
/// # Errors
/// [`CliError::Usage`], which names the offending value.
fn document(
    output: Option<&Path>,
    instances: impl FnOnce() -> Result<Box<dyn InstanceSource>, CliError>,
) -> Result<Box<dyn InstanceSource>, CliError> {
    is_document(output, false)?;
    instances()
}

/// Instances of a kind of puzzle, their arguments checked.
trait InstanceSource: Send {
    /// Writes the instances, one after the other.
    ///
    /// # Errors
    /// [`WriteError`].
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> Result<(), WriteError>;
}

/// Statements that can be drawn.
struct DrawnStatements(Distribution);

/// Statements, if they are possible as far as can be told.
///
/// # Errors
/// [`CliError::Usage`], which names the offending value.
fn statements(distribution: Distribution) -> Result<Box<dyn InstanceSource>, CliError> {
    distribution.check().map_err(|error| CliError::Usage(error.told(&option)))?;
    Ok(Box::new(DrawnStatements(distribution)))
}

/// The option of a field: here each is called as the field is.
fn option(field: Field) -> Cow<'static, str> {
    format!("--{}", field.path()).into()
}

impl InstanceSource for DrawnStatements {
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> Result<(), WriteError> {
        write_statements(&self.0.draw(generator)?, out)
    }
}

/// Writes one statement for itself, several as the cases of a document.
fn write_statements(drawn: &[Statement], out: &mut dyn Write) -> Result<(), WriteError> {
    if let [statement] = drawn {
        return Ok(write_json(statement, out)?);
    }
    let cases: Vec<_> = drawn.iter().map(|statement| json!({"puzzle": statement})).collect();
    Ok(write_json(&json!({"cases": cases}), out)?)
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

impl From<StatementError> for WriteError {
    fn from(error: StatementError) -> Self {
        Self::NotFound(error.told(&option))
    }
}

/// Runs the command.
///
/// # Errors
/// [`CliError`], which names the offending value.
pub fn run(arguments: &GenerateArguments) -> Result<i32, CliError> {
    let mut files = Files::default();
    arguments.puzzle.file().iter().for_each(|path| files.reads(path));
    let file = files.writes_any("-o", arguments.output.as_ref())?;
    if file.is_none() {
        files.prints()?;
    }
    let instances = arguments.puzzle.instances(arguments.output.as_deref())?;
    let mut generator = generator(arguments.seed);
    let handle = file.as_ref().map(WholeFile::handle).transpose()?;
    let compression = arguments.output.as_deref().and_then(Compression::of);
    // Chance may take its time: a signal ends it, and nothing half done is left.
    let written = watched(
        arguments.limits.time_limit,
        |_| {},
        move || {
            let mut out = writer(handle, compression)?;
            instances.write(&mut generator, &mut out).and_then(|()| Ok(out.finish()?))
        },
    )?;
    match written {
        Watched::Done(Ok(())) => {}
        stopped @ Watched::Stopped(_, None) => {
            stopped.done("generating").map(drop)?;
        }
        Watched::Done(Err(WriteError::NotFound(problem))) => return Err(CliError::Usage(problem)),
        Watched::Done(Err(WriteError::Write(error))) => {
            return Err(match &file {
                Some(file) => CliError::file(file.path(), &error),
                None => CliError::from(error),
            });
        }
        Watched::Stopped(_, Some(signal)) => return Ok(128 + signal),
    }
    file.map_or(Ok(()), WholeFile::end)?;
    Ok(0)
}
