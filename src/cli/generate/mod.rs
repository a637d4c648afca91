//! `satranj generate`: random instances by seed, in the puzzle's input format.

mod boards;
mod hamilton;
mod instances;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use satranj_encodings::lattice::Surface;

use super::{
    CliError,
    arguments::{LimitArguments, parse_seed},
    command_line::command_without,
    file_format::{Offered, chosen},
    files::{FileKind, Files},
    output::writer,
    stderr,
    watch::{Watched, watched},
    whole_file::WholeFile,
};
use crate::{
    compression::Compression,
    file_name::shown,
    puzzles::{
        dominate::random::DominateDistribution,
        exchange::random::ExchangeDistribution,
        kinds::LIST,
        mapf::{MapfPuzzle, PlanObjective, random::AgentDistribution, scenario},
        meet::random::MeetDistribution,
        place::random::PlaceDistribution,
        queens::random::QueensDistribution,
        random::Distribution,
        route::random::RouteDistribution,
    },
    random::{DEFAULT_SEED, generator},
};
use instances::{InstanceOrigin, Instances, WriteError, option, statements};

/// Arguments of `generate`.
#[derive(Debug, Args)]
#[command(subcommand_value_name = "PUZZLE")]
pub struct GenerateArguments {
    #[command(subcommand)]
    puzzle: GenerateCommand,
    /// Set the seed: the same seed gives the same bytes; `random` picks one and prints it
    #[arg(long, global = true, default_value_t = DEFAULT_SEED, value_parser = parse_seed, value_name = "N|random")]
    seed: u64,
    /// Write to a file instead of standard output (-); FILE.gz and FILE.xz are compressed
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The puzzles that can be generated.
#[derive(Debug, Subcommand)]
enum GenerateCommand {
    /// Make random meetings: knights on boards of random sizes, as a file for `solve meet`, or with
    /// -o FILE.json as a document for `solve --from FILE.json`
    Meet(MeetDistribution),
    /// Make a graph: random, regular, or of a known family; --format or the
    /// extension of -o sets the format
    #[command(visible_aliases = other_graph_kinds(), alias = "coloring")]
    Hamilton(hamilton::GenerateHamiltonArguments),
    /// Make a tour: a board with random blocked squares, as a map for `solve tour @FILE`; with
    /// random given moves or -o FILE.json, as a document for `solve --from FILE`
    Tour(boards::GenerateTourArguments),
    /// Make N queens with random given queens and blocked squares, as a document for `solve --from
    /// FILE`
    Queens(QueensDistribution),
    /// Make a placement with random blocked squares and given pieces, as a document for `solve
    /// --from FILE`
    Place(PlaceDistribution),
    /// Make a domination with random blocked squares, as a document for `solve --from FILE`
    Dominate(DominateDistribution),
    /// Make a route between two random squares of a board with blocked squares, optionally with
    /// weights, as a document for `solve --from FILE`
    Route(RouteDistribution),
    /// Make pieces of two colours that trade places, as a document for `solve --from FILE`
    Exchange(ExchangeDistribution),
    /// Make agents with random starts and goals on a board with blocked squares, as a document for
    /// `solve --from FILE`; -o FILE.scen writes a scenario, and its map into FILE.map
    Mapf(AgentDistribution),
}

/// The other puzzles about graphs: each takes any graph.
fn other_graph_kinds() -> impl Iterator<Item = &'static str> {
    let others = LIST.iter().filter(|kind| kind.is_about_graph() && kind.name != "hamilton");
    others.map(|kind| kind.name)
}

impl GenerateCommand {
    /// The input file, if there is one.
    fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Tour(arguments) => arguments.file(),
            _ => None,
        }
    }

    /// The file of the map beside a scenario, if one is written.
    ///
    /// # Errors
    /// [`CliError`] for an extension that the puzzle does not have.
    fn map_beside(&self, output: Option<&Path>) -> Result<Option<PathBuf>, CliError> {
        if !matches!(self, Self::Mapf(_)) || is_document(output, &[SCENARIO, DOCUMENT])? {
            return Ok(None);
        }
        Ok(output.map(|path| Compression::stem(path).with_extension("map")))
    }

    /// Checks the arguments before anything is written; `map`: the file of the map beside a scenario.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    fn instances(
        &self,
        output: Option<&Path>,
        map: Option<&WholeFile>,
    ) -> Result<Instances, CliError> {
        let of_document = |distribution| {
            is_document(output, &[DOCUMENT])?;
            statements(distribution)
        };
        match self {
            Self::Hamilton(arguments) => arguments.instances(output),
            Self::Tour(arguments) => {
                let offered = if arguments.fits_map() { &BOTH[..] } else { &BOTH[..1] };
                arguments.instances(is_document(output, offered)?)
            }
            Self::Meet(of) if is_document(output, &BOTH)? => {
                statements(Distribution::Meet(of.clone()))
            }
            Self::Meet(of) => {
                of.check().map_err(|error| CliError::Usage(error.message(&option)))?;
                Ok(boards::meetings(of.clone()))
            }
            Self::Queens(of) => of_document(Distribution::Queens(of.clone())),
            Self::Place(of) => of_document(Distribution::Place(of.clone())),
            Self::Dominate(of) => of_document(Distribution::Dominate(of.clone())),
            Self::Route(of) => of_document(Distribution::Route(of.clone())),
            Self::Exchange(of) => of_document(Distribution::Exchange(of.clone())),
            Self::Mapf(of) => match map {
                Some(map) => agents_of_scenario(of.clone(), map),
                None => statements(Distribution::Mapf(of.clone())),
            },
        }
    }
}

/// A document.
const DOCUMENT: Offered<bool> = Offered { format: true, name: "json", extensions: &["json"] };

/// A scenario of the benchmarks of path finding.
const SCENARIO: Offered<bool> = Offered { format: false, name: "scen", extensions: &["scen"] };

/// The forms of what text can hold.
const BOTH: [Offered<bool>; 2] =
    [DOCUMENT, Offered { format: false, name: "text", extensions: &["txt"] }];

/// The map beside a scenario.
const MAP: FileKind = FileKind { name: "the map", is_one: |text| text.starts_with(b"type ") };

/// Whether a document is written; without an extension the last form is.
///
/// # Errors
/// [`CliError::Usage`] if the extension belongs to another command.
fn is_document(output: Option<&Path>, offered: &[Offered<bool>]) -> Result<bool, CliError> {
    let format = chosen(("-o", output), None, offered, "generate")?;
    Ok(format.unwrap_or(offered[offered.len() - 1].format))
}

/// Random agents as a scenario, with the file of their map.
///
/// # Errors
/// [`CliError::Usage`] for what a scenario does not hold.
fn agents_of_scenario(of: AgentDistribution, map: &WholeFile) -> Result<Instances, CliError> {
    let AgentDistribution { boards, piece, objective, anonymous, .. } = &of;
    let asked = (boards.cases, boards.surface, piece.as_str(), *objective, *anonymous);
    if asked != (1, Surface::Plane, "wazir", PlanObjective::SumOfCosts, false) {
        usage!(
            "-o: a scenario cannot store --cases, --piece, --objective, --anonymous or --surface; \
             leave them out, or write a document (.json)"
        );
    }
    let name = map.path().file_name().map(shown).unwrap_or_default();
    if name.contains(char::is_whitespace) {
        usage!(
            "-o {}: blanks separate the fields of a scenario; use a name without",
            shown(map.path())
        );
    }
    of.check().map_err(|error| CliError::Usage(error.message(&option)))?;
    let mut file = map.handle()?;
    Ok(Box::new(move |generator, _, out| {
        let puzzle = MapfPuzzle::try_from(of.draw(generator)?)?;
        Ok(scenario::write(&puzzle, &name, out, &mut file)?)
    }))
}

/// Runs the command.
///
/// # Errors
/// [`CliError`], which names the offending value.
pub fn run(arguments: &GenerateArguments) -> Result<i32, CliError> {
    let mut files = Files::default();
    arguments.puzzle.file().iter().for_each(|path| files.reads(path));
    files.announce(false);
    let file = files.writes_or_prints(arguments.output.as_ref())?;
    let map = arguments.puzzle.map_beside(arguments.output.as_deref())?;
    let map = map.map(|path| files.writes_beside(&MAP, &path)).transpose()?;
    let instances = arguments.puzzle.instances(arguments.output.as_deref(), map.as_ref())?;
    let seed = arguments.seed;
    let mut generator = generator(seed);
    let made_by = command_without(&["-o", "--output", "--format", "--seed", "--time-limit"]);
    let origin = InstanceOrigin { command: format!("{made_by} --seed {seed}"), seed };
    // Not every format has room for it.
    let shown = stderr::is_terminal().then(|| origin.command.clone());
    let handle = file.as_ref().map(WholeFile::handle).transpose()?;
    let compression = arguments.output.as_deref().and_then(Compression::of);
    // Drawing may take long: a signal ends it, and no half-written file is left.
    let written = watched(arguments.limits.time_limit, move || {
        let mut out = writer(handle, compression)?;
        instances(&mut generator, &origin, &mut out).and_then(|()| Ok(out.finish()?))
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
    [map, file].into_iter().flatten().try_for_each(WholeFile::end)?;
    if let Some(command) = shown {
        stderr::say(format_args!("made by {command}"));
    }
    Ok(0)
}
