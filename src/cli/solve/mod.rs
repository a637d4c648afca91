//! `satranj solve`: one, several or all solutions.

mod batch;
mod drawn;
mod listed;
pub mod one;
mod proof;

use std::{cell::Cell, path::PathBuf, sync::Arc, time::Instant};

use clap::Args;
use satranj_encodings::model::Model;

use super::{
    CliError,
    answered::{code, exit_code, refuse_without_symmetries},
    arguments::{DocumentFormat, ExitCodeArguments, ExitCodes, OutputArguments, RunArguments},
    file_format::{Rendering, check_beside, only},
    files::Files,
    graph_list::asked::{GraphListArguments, ListAnswer},
    picture_files::PictureArguments,
    puzzle::{
        PuzzleArguments,
        graph::{GraphLists, StatedInput},
    },
    seeds,
    signals::{self, catch_signals},
    standard_output::refuse,
    stderr::say,
};
use crate::{
    answer::{Outcome, Wanted, seeds::Seeds},
    documents::text::{self, SolutionText, TextLayout},
    file_name::shown,
    graphs::graph6::GRAPH6,
    limits::Reason,
    methods::Registry,
    processor_time::ProcessorClock,
    puzzles::StatedPuzzle,
    solvers::recording::Record,
};
use drawn::DrawnAnswer;
use one::{MOST_IN_DOCUMENT, PuzzleSolver, StreamPlace, status_line};
use proof::{ProofFiles, ProofFormat, ProofOutcome};

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct SolveArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// Choose a method of `satranj list methods` [default: depends on the puzzle]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    /// Find this many different solutions
    #[arg(short = 'n', long = "number", global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Find all solutions
    ///
    /// More than 10,000 are printed by --json-stream, or with -n.
    #[arg(long, global = true, conflicts_with = "number")]
    all: bool,
    /// Draw this many tours, paths or cycles at random by --seed, each of all that exist with the
    /// same probability; one may come several times
    #[arg(long, global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["number", "all", "up_to_symmetry", "seeds", "proof"])]
    sample: Option<u64>,
    /// List one solution per class under rotation and reflection of the board, with -n or --all;
    /// given and blocked squares stay, and colours are not exchanged
    #[arg(hide_short_help = true, long, global = true)]
    up_to_symmetry: bool,
    /// Run the method once for each seed from A to B and print how often it succeeds
    #[arg(long, global = true, value_name = "A..B", conflicts_with_all = ["number", "all", "svg", "png", "html", "tour", "json_stream", "seed", "show_attacks", "exit_code"])]
    seeds: Option<Seeds>,
    #[command(flatten)]
    pictures: PictureArguments,
    /// Animate the SVG, for a page that runs no script
    #[arg(hide_short_help = true, long, global = true)]
    animate: bool,
    /// Write the (first) tour, path or cycle in TSPLIB TOUR format to a file; a path gets one more
    /// vertex, the last, which joins its ends; -, here and after --svg and --html, is standard
    /// output, instead of the document
    #[arg(long, global = true, value_name = "FILE")]
    tour: Option<PathBuf>,
    /// Write a DRAT proof of "no solution" or of optimality to FILE, its formula with all cuts or
    /// the bound to FILE.cnf, and check both; needs a SAT method. An answer with a certificate has
    /// no proof: --precheck off asks the solver, --reductions none leaves all work to it. For
    /// several cases FILE is a folder, for case-001.drat etc.
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "seeds")]
    proof: Option<PathBuf>,
    /// Replace FILE.cnf of a proof even if it is not a formula of Satranj
    #[arg(hide_short_help = true, long, global = true, requires = "proof")]
    force: bool,
    /// Choose the format of the proof [default: text]
    #[arg(long, global = true, value_enum, value_name = "FORMAT", requires = "proof")]
    proof_format: Option<ProofFormat>,
    /// Show the attacked squares, in pictures of queens, placements and dominations
    #[arg(hide_short_help = true, long, global = true)]
    show_attacks: bool,
    /// Print JSON lines while working: progress, each solution, finally the status
    #[arg(long, global = true, conflicts_with_all = ["format", "json"])]
    json_stream: bool,
    /// Print only the graphs of a list with this answer (several: yes,unknown)
    #[arg(hide_short_help = true, long, global = true, value_enum, value_delimiter = ',', value_name = "ANSWER", conflicts_with_all = ["json_stream", "format", "json"])]
    only: Vec<ListAnswer>,
    #[command(flatten)]
    list: GraphListArguments,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    codes: ExitCodeArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &SolveArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let is_printed = outputs(arguments)?;
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let output = arguments.output.begin_if(is_printed, &mut files)?;
    let pictures = arguments.pictures.begin(&mut files)?;
    let tour = files.writes_any("--tour", arguments.tour.as_ref())?;
    let proof_folder = arguments.proof.as_deref().filter(|path| proof::is_folder(path));
    let proof_file = arguments.proof.as_deref().filter(|_| proof_folder.is_none());
    let proof_files = ProofFiles::begin(proof_file, &mut files)?;
    let mut context = arguments.run.context();
    let lists = if arguments.only.is_empty() { GraphLists::Several } else { GraphLists::Any };
    let input = arguments.puzzle.stated_or_listed(&context, lists)?;
    let wanted = wanted(arguments)?;
    let (signals, room) = (catch_signals()?, Cell::new(MOST_IN_DOCUMENT));
    let solver = PuzzleSolver { arguments, registry, wanted, signals, room };
    let stated = match input {
        StatedInput::Cases(stated) => stated,
        StatedInput::List(graphs) => return listed::run(&solver, *graphs, output, &context),
    };
    arguments.list.refuse()?;
    if arguments.up_to_symmetry {
        let puzzles = stated.cases.iter().flat_map(|case| &case.puzzle);
        puzzles.map(AsRef::as_ref).try_for_each(refuse_without_symmetries)?;
    }
    if let Some(seeds) = arguments.seeds {
        let name = arguments.method.as_deref();
        return seeds::run(seeds, stated, name, registry, (&arguments.run, context), output);
    }
    if stated.is_batch() {
        return batch::run(&solver, stated, (output, files), &context);
    }
    if let Some(folder) = proof_folder {
        let folder = shown(folder);
        usage!("--proof {folder}: a folder is for several cases: name a file");
    }
    let number = stated.cases.first().and_then(|case| case.number);
    let puzzle = stated.single()?;
    solver.check_options([puzzle.as_ref()])?;
    if arguments.show_attacks {
        check_attacks(arguments, puzzle.as_ref(), is_printed)?;
    }
    check_tour(arguments, puzzle.as_ref())?;
    proof::check(arguments, wanted, puzzle.as_ref(), solver.method(puzzle.as_ref())?, registry)?;
    let mut place = StreamPlace::of(output, arguments.json_stream)?;
    context.refutation = arguments.proof.is_some().then(Record::default);
    let (mut document, ended) = solver.solve(&puzzle, context.clone(), place.stream())?;
    let mut missing = None;
    let (started, processor) = (Instant::now(), ProcessorClock::start());
    match proof::write(&solver, puzzle.as_ref(), &context, &ended, proof_files)? {
        ProofOutcome::Proof(proof, check) => {
            document.timing.add_proof(started.elapsed(), check, processor.seconds());
            document.verified |= proof.checked;
            document.proof = Some(proof);
        }
        ProofOutcome::Nothing => {}
        ProofOutcome::Missing(error) => missing = Some(error),
    }
    // A reader that went away has what it wanted, if anything was found.
    let is_enough = place.is_left() && ended.solutions > 0 && ended.signal.is_none();
    let (reason, certificate) = (document.reason, document.certificate.clone());
    let (found, certificate) = (&[][..], certificate.as_ref());
    let answer = DrawnAnswer { puzzle: puzzle.as_ref(), found, certificate, arguments };
    let (printed, content) = match place {
        StreamPlace::Stream(mut stream) => {
            let content = status_line(&mut stream, document, ended.solutions);
            (stream.end(), content)
        }
        StreamPlace::Document(output) if draws(arguments) => {
            let answer = DrawnAnswer { found: document.found(), ..answer };
            let printed = answer.write_svg(output.into_file());
            (printed, document.content)
        }
        StreamPlace::Document(output) => {
            let printed = output.print(&document, |layout| {
                let layout = TextLayout { attacks: arguments.show_attacks, ..layout };
                let (document, puzzle) = (&document, puzzle.as_ref());
                let before = number.map_or_else(String::new, |number| text::case(number, document));
                SolutionText { before, document, puzzle, layout }
            });
            (printed, document.content)
        }
    };
    // A failure to write the document must not lose the pictures.
    let drawn = DrawnAnswer { found: content.found(), ..answer }.write(pictures, tour);
    printed.and(drawn)?;
    // Nor must a missing proof.
    let signal = signals::number(&solver.signals);
    match (missing, signal) {
        (Some(error), None) => return Err(error),
        (Some(error), Some(_)) => say(error),
        (None, _) => {}
    }
    signals::end(&solver.signals)?;
    match reason {
        _ if is_enough => Ok(code(&Outcome::Satisfied, arguments.codes.exit_code)),
        Some(Reason::SolutionLimit) => too_many(arguments.codes.exit_code),
        _ => exit_code(&ended, arguments.codes.exit_code),
    }
}

/// The number of solutions asked for.
///
/// # Errors
/// [`CliError::Usage`].
fn wanted(arguments: &SolveArguments) -> Result<Wanted, CliError> {
    let wanted = match (arguments.all, arguments.number.or(arguments.sample)) {
        (true, _) => Wanted::All,
        (false, Some(number)) => Wanted::Some(number),
        (false, None) => Wanted::First,
    };
    if arguments.up_to_symmetry && wanted == Wanted::First {
        usage!("--up-to-symmetry is for several: add -n K or --all");
    }
    Ok(wanted)
}

/// Checks the outputs and their formats before the work; returns whether the document is printed.
///
/// # Errors
/// [`CliError::Usage`].
fn outputs(arguments: &SolveArguments) -> Result<bool, CliError> {
    let SolveArguments { pictures, tour, proof, .. } = arguments;
    let draws = arguments.seeds.is_none();
    if arguments.only.is_empty() {
        arguments.output.check_format("solve", draws, arguments.json_stream)?;
    } else {
        let extensions = GRAPH6.extensions;
        only("--only", ("-o", arguments.output.output.as_deref()), "graph6", extensions)?;
    }
    check_beside(&[("--tour", tour.as_ref()), ("--proof", proof.as_ref())])?;
    refuse("--png", pictures.png.as_ref(), "name a file")?;
    refuse("--proof", proof.as_ref(), "it is checked with the formula beside it: name a file")?;
    let PictureArguments { svg, html, .. } = pictures;
    let is_printed =
        arguments.output.goes_with(&[("--svg", svg), ("--html", html), ("--tour", tour)])?;
    let is_drawn = arguments.output.said_by_extension() == Some(Rendering::Picture);
    if arguments.animate && svg.is_none() && !is_drawn {
        usage!("--animate: only SVG moves by itself: add --svg FILE");
    }
    if !is_printed && arguments.json_stream {
        usage!("--json-stream goes to standard output too: name a file with -o FILE");
    }
    Ok(is_printed)
}

/// Checks before the work that some picture can show attacks.
///
/// # Errors
/// [`CliError::Usage`].
fn check_attacks(
    arguments: &SolveArguments,
    puzzle: &dyn StatedPuzzle,
    is_printed: bool,
) -> Result<(), CliError> {
    let shows = matches!(
        puzzle.model(),
        Model::Queens(_) | Model::IndependentSet(_) | Model::DominatingSet(_)
    ) && puzzle.board().is_some();
    if !shows {
        let kind = puzzle.statement().kind();
        usage!("--show-attacks: nothing attacks anything in {kind}");
    }
    let is_text = is_printed
        && !arguments.json_stream
        && arguments.output.chosen_format() == DocumentFormat::Text;
    if !arguments.pictures.is_any() && !draws(arguments) && !is_text {
        usage!("--show-attacks: JSON has no picture: add --format text, or --svg FILE");
    }
    Ok(())
}

/// Checks before the work that the puzzle can have a tour.
///
/// # Errors
/// [`CliError::Usage`].
fn check_tour(arguments: &SolveArguments, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
    if arguments.tour.is_some() && puzzle.model().as_hamiltonian().is_none() {
        let kind = puzzle.statement().kind();
        usage!("--tour: it writes tours, paths and cycles, but {kind} has none");
    }
    Ok(())
}

/// Whether a picture replaces the document.
fn draws(arguments: &SolveArguments) -> bool {
    arguments.output.said_by_extension() == Some(Rendering::Picture)
}

/// Explains how to get more solutions than one document holds.
fn too_many(codes: ExitCodes) -> Result<i32, CliError> {
    let problem = format!(
        "--all: there are more solutions than the {MOST_IN_DOCUMENT} of a document: --json-stream \
         prints each when it is found, -n K prints K of them, and `satranj count` counts them"
    );
    match codes {
        ExitCodes::Standard => Err(CliError::Undecided(problem)),
        ExitCodes::Sat => {
            say(problem);
            Ok(0)
        }
    }
}
