//! Solves one puzzle: its document, its proof, its pictures and its tour.

use super::{
    applicable::check_single,
    drawn::DrawnAnswer,
    one::PuzzleSolver,
    proof::{self, ProofFiles},
    stream::StreamPlace,
};
use crate::{
    answer::Outcome,
    cli::{
        CliError,
        answered::{code, too_many},
        output::Output,
        outputs::OpenFiles,
        puzzle::StatedCases,
        signals,
        stderr::say,
    },
    documents::{
        solution::SolutionDocument,
        text::{self, SolutionText, TextLayout},
    },
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
    let codes = solver.arguments.codes.exit_code;
    let number = stated.cases.first().and_then(|case| case.number);
    let puzzle = stated.single()?;
    let method = solver.method(puzzle.as_ref())?;
    check_single(solver, (puzzle.as_ref(), method))?;
    let mut place = StreamPlace::of(output, solver.arguments.json_stream)?;
    context.refutation = proof.is_some().then(Record::of_formulas);
    let (mut document, ended) = solver.solve((&puzzle, method), context.clone(), place.stream())?;
    let run = (&context, &ended);
    let missing = proof.map(|files| proof::add(solver, &*puzzle, run, files, &mut document));
    // A reader that closed the output has read enough, if anything was found.
    let is_enough = place.is_left() && ended.solutions > 0 && ended.signal.is_none();
    let (missing, reason) = (missing.transpose()?.flatten(), document.reason);
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
        _ => Ok(code(&ended.outcome, codes)),
    }
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
                let content = stream.status(document, solutions);
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
