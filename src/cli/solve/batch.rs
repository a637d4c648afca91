//! Several cases, one after the other; what is wrong with one does not lose the others.

use std::{sync::atomic::Ordering, time::Duration};

use serde_json::json;

use super::{
    draws,
    one::PuzzleSolver,
    stream::{CaseLine, Stream, StreamPlace},
    too_many,
};
use crate::{
    cli::{
        CliError,
        arguments::ExitCodes,
        output::Output,
        puzzle::{PuzzleCase, StatedCases},
    },
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        solution::Status,
        stream::{CasesLine, StatusWord},
        text,
    },
    limits::{Limits, Reason},
    methods::Context,
};

/// How the cases ended.
#[derive(Default)]
struct BatchTally {
    errors: usize,
    /// What is wrong with the first that is.
    first_error: Option<String>,
    undecided: usize,
    too_many: bool,
    signal: Option<i32>,
}

/// Solves every case and prints one document: 1 if one is wrong, else 3 if one is undecided,
/// else 0.
///
/// The time limit is for all cases together and for reading them.
///
/// # Errors
/// [`CliError`] if a method is wrong or there is not one of that name.
pub fn run(
    solver: &PuzzleSolver<'_>,
    stated: StatedCases,
    output: Output<'_>,
    whole: &Context,
) -> Result<i32, CliError> {
    let arguments = solver.arguments;
    if arguments.codes.exit_code == ExitCodes::Sat {
        let problem = "--exit-code sat is for one case: choose it with --case I";
        return Err(CliError::Usage(problem.into()));
    }
    if arguments.proof.is_some() {
        return Err(CliError::Usage("--proof is for one case: choose it with --case I".into()));
    }
    if arguments.svg.is_some() || arguments.html.is_some() || draws(arguments) {
        let problem = "a picture is for one case: choose it with --case I";
        return Err(CliError::Usage(problem.into()));
    }
    if arguments.tour.is_some() {
        return Err(CliError::Usage("--tour is for one case: choose it with --case I".into()));
    }
    if let Some(puzzle) = stated.cases.iter().find_map(|case| case.puzzle.as_ref().ok()) {
        // An unknown method is no case's fault.
        solver.method(puzzle.as_ref())?;
    }
    let puzzles = stated.cases.iter().flat_map(|case| &case.puzzle);
    solver.check_options(puzzles.map(AsRef::as_ref))?;
    if arguments.show_attacks {
        let problem = "--show-attacks is for one case: choose it with --case I";
        return Err(CliError::Usage(problem.into()));
    }
    let mut place = StreamPlace::of(output, arguments.json_stream)?;
    let mut tally = BatchTally::default();
    let (mut cases, count) = (Vec::new(), stated.cases.len());
    for case in stated.cases {
        let left = whole.limits.time.map(|limit| limit.saturating_sub(whole.elapsed()));
        // What is not begun any more is undecided all the same.
        let over = match (solver.signals.load(Ordering::Relaxed), left) {
            (0, Some(Duration::ZERO)) => Some(Reason::TimeLimit),
            (0, _) => None,
            (signal, _) => {
                tally.signal = Some(signal as i32);
                Some(Reason::Interrupted)
            }
        };
        let limits = Limits { time: left, ..whole.limits };
        let context = Context::new(limits, whole.seed, whole.options.clone());
        let document = solve_case(solver, case, context, over, place.stream(), &mut tally)?;
        match place.stream() {
            Some(stream) => {
                stream.line(&CaseLine::of(&document));
                if !stream.is_taken() {
                    // The reader has what it wanted.
                    break;
                }
            }
            None => cases.push(document),
        }
    }
    match place {
        StreamPlace::Stream(mut stream) => {
            let (errors, undecided) = (tally.errors, tally.undecided);
            let line = StatusWord::Word;
            stream.line(&json!(CasesLine { line, errors, undecided, reason: None }));
            stream.end()?;
        }
        StreamPlace::Document(output) => {
            let document = BatchDocument::new(cases);
            output.print(&document, |_| text::batch(&document))?;
        }
    }
    match tally {
        BatchTally { signal: Some(signal), .. } => Ok(128 + signal),
        BatchTally { errors, first_error: Some(first), .. } => {
            let have = if errors == 1 { "has" } else { "have" };
            Err(CliError::Input(format!("{errors} of {count} cases {have} no answer; {first}")))
        }
        BatchTally { too_many: true, .. } => too_many(ExitCodes::Standard),
        BatchTally { undecided: 1.., .. } => Ok(3),
        BatchTally { .. } => Ok(0),
    }
}

fn solve_case(
    solver: &PuzzleSolver<'_>,
    case: PuzzleCase,
    context: Context,
    over: Option<Reason>,
    mut stream: Option<&mut Stream>,
    tally: &mut BatchTally,
) -> Result<CaseDocument, CliError> {
    let number = case.number.unwrap_or(1);
    let answer = match case.puzzle {
        Err(error) => Err(error),
        Ok(puzzle) => match solver.solve_or_skip(&puzzle, context, over, stream.as_deref_mut()) {
            Ok(answer) => Ok(answer),
            // A method that does not do this case may do the others; a wrong answer ends all.
            Err(CliError::Input(error) | CliError::Usage(error)) => Err(error),
            Err(error) => return Err(error),
        },
    };
    let content = match answer {
        Err(error) => {
            tally.errors += 1;
            tally.first_error.get_or_insert_with(|| format!("case {number}: {error}"));
            CaseContent::Error { error }
        }
        Ok(document) => {
            // One that ended because no one read on is not counted.
            let is_taken = stream.is_none_or(|stream| stream.is_taken());
            tally.undecided += usize::from(is_taken && document.status == Status::Unknown);
            tally.too_many |= document.reason == Some(Reason::SolutionLimit);
            CaseContent::Answer(Box::new(document))
        }
    };
    Ok(CaseDocument { case: number, content })
}
