//! `satranj generate`: random instances by seed, in the format that the puzzle is read from.

mod boards;
mod hamilton;

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
    arguments::{LimitArguments, parse_seed},
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
    Meet(boards::GenerateMeetArguments),
    /// A graph: regular, with this many edges, or of a known family, as a file in the graph format
    /// that --format or the extension of -o says
    #[command(visible_aliases = ["independent-set", "clique", "vertex-cover", "dominating-set", "colouring", "path"], alias = "coloring")]
    Hamilton(hamilton::GenerateHamiltonArguments),
    /// A tour: a board with squares blocked by chance, as a map for `solve tour @FILE`; with moves
    /// given by chance, or by -o FILE.json, as a document for `solve --from FILE`
    Tour(boards::GenerateTourArguments),
    /// N queens, of which some are given and some squares blocked by chance, as a document for
    /// `solve --from FILE`
    Queens(boards::GenerateQueensArguments),
    /// A placement with squares blocked and pieces given by chance, as a document for `solve --from
    /// FILE`
    Place(boards::GeneratePlaceArguments),
    /// A domination with squares blocked by chance, as a document for `solve --from FILE`
    Dominate(boards::GenerateDominateArguments),
    /// A route between two squares by chance on a board with blocked squares, if asked for with
    /// weights, as a document for `solve --from FILE`
    Route(boards::GenerateRouteArguments),
    /// Pieces of two colours by chance that trade places, as a document for `solve --from FILE`
    Exchange(boards::GenerateExchangeArguments),
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
    fn instances(&self, output: Option<&Path>) -> Result<Instances, CliError> {
        if !matches!(self, Self::Meet(_) | Self::Hamilton(_) | Self::Tour(_)) {
            is_document(output, false)?;
        }
        statements(match self {
            Self::Meet(arguments) => return arguments.instances(is_document(output, true)?),
            Self::Hamilton(arguments) => return arguments.instances(output),
            Self::Tour(arguments) => {
                return arguments.instances(is_document(output, arguments.fits_map())?);
            }
            Self::Queens(arguments) => arguments.distribution(),
            Self::Place(arguments) => arguments.distribution()?,
            Self::Dominate(arguments) => arguments.distribution()?,
            Self::Route(arguments) => arguments.distribution(),
            Self::Exchange(arguments) => arguments.distribution(),
        })
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

/// Draws instances of a kind of puzzle, whose arguments are checked, and writes them one after the
/// other.
type Instances = Box<dyn FnOnce(&mut Generator, &mut dyn Write) -> Result<(), WriteError> + Send>;

/// Statements, if they are possible as far as can be told.
///
/// # Errors
/// [`CliError::Usage`], which names the offending value.
fn statements(distribution: Distribution) -> Result<Instances, CliError> {
    distribution.check().map_err(|error| CliError::Usage(error.told(&option)))?;
    Ok(Box::new(move |generator, out| write_statements(&distribution.draw(generator)?, out)))
}

/// The option of a field: here each is called as the field is.
fn option(field: Field) -> Cow<'static, str> {
    format!("--{}", field.path()).into()
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
    let file = files.writes_or_prints(arguments.output.as_ref())?;
    let instances = arguments.puzzle.instances(arguments.output.as_deref())?;
    let mut generator = generator(arguments.seed);
    let handle = file.as_ref().map(WholeFile::handle).transpose()?;
    let compression = arguments.output.as_deref().and_then(Compression::of);
    // Chance may take its time: a signal ends it, and nothing half done is left.
    let written = watched(arguments.limits.time_limit, move || {
        let mut out = writer(handle, compression)?;
        instances(&mut generator, &mut out).and_then(|()| Ok(out.finish()?))
    })?;
    let written = match written {
        Watched::Stopped(_, Some(signal)) => return Err(CliError::Signal(signal)),
        written => written.done("generating")?,
    };
    written.map_err(|error| match (error, &file) {
        (WriteError::NotFound(problem), _) => CliError::Usage(problem),
        (WriteError::Write(error), Some(file)) => CliError::file(file.path(), &error),
        (WriteError::Write(error), None) => CliError::from(error),
    })?;
    file.map_or(Ok(()), WholeFile::end)?;
    Ok(0)
}
