//! Solves one puzzle: its document, its proof, its pictures and its tour.

use super::{
    arguments::{check_attacks, check_visits},
    drawn::DrawnAnswer,
    one::{PuzzleSolver, StreamPlace, status_line, too_many},
    proof::{self, ProofFiles},
};
use crate::{
    answer::Outcome,
    cli::{
        CliError,
        answered::{code, exit_code},
        output::Output,
        outputs::OpenFiles,
        picture_files::PosterStyle,
        puzzle::StatedCases,
        signals,
        stderr::say,
    },
    documents::{
        solution::SolutionDocument,
        text::{self, SolutionText, TextLayout},
    },
    file_name::shown,
    limits::Reason,
    methods::Context,
    puzzles::StatedPuzzle,
    solvers::recording::Record,
};

/// Solves the puzzle and writes all outputs; returns the exit code.
///
/// # Errors
/// [`CliError`].
pub fn run(
    solver: &PuzzleSolver<'_>,
    stated: StatedCases,
    (output, beside, proof): (Output<'_>, OpenFiles, Option<ProofFiles>),
    mut context: Context,
) -> Result<i32, CliError> {
    let (arguments, codes) = (solver.arguments, solver.arguments.codes.exit_code);
    let number = stated.cases.first().and_then(|case| case.number);
    let puzzle = stated.single()?;
    check(solver, puzzle.as_ref())?;
    let mut place = StreamPlace::of(output, arguments.json_stream)?;
    context.refutation = arguments.proof.is_some().then(Record::of_formulas);
    let (mut document, ended) = solver.solve(&puzzle, context.clone(), place.stream())?;
    let missing = proof::add(solver, puzzle.as_ref(), (&context, &ended), proof, &mut document)?;
    // A reader that closed the output has read enough, if anything was found.
    let is_enough = place.is_left() && ended.solutions > 0 && ended.signal.is_none();
    let reason = document.reason;
    let answered = OneAnswer { solver, puzzle: puzzle.as_ref(), number, document };
    answered.write(place, beside, ended.solutions)?;
    // A missing proof must not lose the other outputs.
    match (missing, signals::number(&solver.signals)) {
        (Some(error), None) => return Err(error),
        (Some(error), Some(_)) => say(error),
        (None, _) => {}
    }
    signals::end(&solver.signals)?;
    match reason {
        _ if is_enough => Ok(code(&Outcome::Satisfied, codes)),
        Some(Reason::SolutionLimit) => too_many(codes),
        _ => exit_code(&ended, codes),
    }
}

/// Checks before the work that the puzzle has what the options ask for.
fn check(solver: &PuzzleSolver<'_>, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
    let arguments = solver.arguments;
    if let Some(folder) = arguments.proof.as_deref().filter(|path| proof::is_folder(path)) {
        let folder = shown(folder);
        usage!("--proof {folder}: there is one case: name a file, not a folder");
    }
    solver.check_options([puzzle])?;
    let kind = puzzle.statement().kind();
    if arguments.look.poster == Some(PosterStyle::Line) && kind != "tour" {
        usage!("--poster=line applies to tours of boards, not to {kind}");
    }
    if arguments.look.strip && kind != "mapf" {
        usage!("--strip applies to plans for agents, not to {kind}");
    }
    if arguments.show_attacks {
        check_attacks(&solver.outputs, puzzle, arguments.json_stream)?;
    }
    check_visits(&solver.outputs, puzzle)?;
    let method = solver.method(puzzle)?;
    proof::check(arguments, solver.wanted, puzzle, method, solver.registry)
}

/// An answer to write.
struct OneAnswer<'a> {
    solver: &'a PuzzleSolver<'a>,
    puzzle: &'a dyn StatedPuzzle,
    /// The number of the case, of several.
    number: Option<usize>,
    document: SolutionDocument,
}

impl OneAnswer<'_> {
    /// Writes the document, or the last line of a stream, and the other outputs.
    fn write(
        self,
        place: StreamPlace<'_>,
        beside: OpenFiles,
        solutions: u64,
    ) -> Result<(), CliError> {
        let Self { solver, puzzle, number, document } = self;
        let arguments = solver.arguments;
        let certificate = document.certificate.clone();
        let (printed, content) = match place {
            StreamPlace::Stream(mut stream) => {
                let content = status_line(&mut stream, document, solutions);
                (stream.end(), content)
            }
            StreamPlace::Document(output) => {
                let before =
                    number.map_or_else(String::new, |number| text::case(number, &document));
                let printed = output.print(&document, |layout| {
                    let layout = TextLayout { attacks: arguments.show_attacks, ..layout };
                    let (before, document) = (before.clone(), &document);
                    SolutionText { before, document, puzzle, layout }
                });
                (printed, document.content)
            }
        };
        let (found, certificate) = (content.found(), certificate.as_ref());
        let answer = DrawnAnswer { puzzle, found, certificate, arguments };
        // If the document cannot be written, the pictures must still be.
        printed.and(beside.write(|format| answer.made(format)))
    }
}
