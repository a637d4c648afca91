//! Several cases, one after the other; what is wrong with one does not lose the others.

use std::{
    io::Write,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use serde_json::json;

use super::{one::Solver, stream::line};
use crate::{
    cli::{
        CliError,
        arguments::ExitCodes,
        puzzle::{Case, Stated},
    },
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        solution::Status,
        text,
    },
    limits::{Limits, Reason},
    methods::Run,
};

/// How the cases ended.
#[derive(Default)]
struct Tally {
    errors: usize,
    /// What is wrong with the first that is.
    first_error: Option<String>,
    undecided: usize,
    signal: Option<i32>,
}

/// Solves every case and prints one document: 1 if one is wrong, else 3 if one is undecided,
/// else 0.
///
/// The time limit is for all cases together.
///
/// # Errors
/// [`CliError`] if a method is wrong or there is none of that name.
pub fn run(solver: &Solver<'_>, stated: Stated) -> Result<i32, CliError> {
    let arguments = solver.arguments;
    if arguments.run.exit_code == ExitCodes::Sat {
        let problem = "--exit-code sat is for one case: choose it with --case I";
        return Err(CliError::Usage(problem.into()));
    }
    if arguments.proof.is_some() {
        return Err(CliError::Usage("--proof is for one case: choose it with --case I".into()));
    }
    if arguments.svg.is_some() {
        return Err(CliError::Usage("--svg is for one case: choose it with --case I".into()));
    }
    if let Some(puzzle) = stated.cases.iter().find_map(|case| case.puzzle.as_ref().ok()) {
        // An unknown method is no case's fault.
        solver.method(puzzle.as_ref())?;
    }
    let mut stream = arguments.json_stream.then(|| arguments.output.open()).transpose()?;
    let started = Instant::now();
    let whole = arguments.run.run();
    let mut tally = Tally::default();
    let (mut cases, count) = (Vec::new(), stated.cases.len());
    for case in stated.cases {
        let left = whole.limits.time.map(|limit| limit.saturating_sub(started.elapsed()));
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
        let run = Run::new(limits, whole.seed, whole.options.clone());
        let document = solve_case(solver, case, run, over, &mut stream, &mut tally)?;
        match &mut stream {
            Some(out) => {
                let mut value = serde_json::to_value(&document).unwrap_or_default();
                if let Some(fields) = value.as_object_mut() {
                    fields.insert("type".into(), "case".into());
                }
                line(out, &value)?;
            }
            None => cases.push(document),
        }
    }
    match &mut stream {
        Some(out) => {
            let (errors, undecided) = (tally.errors, tally.undecided);
            line(out, &json!({"type": "status", "errors": errors, "undecided": undecided}))?;
        }
        None => {
            let document = BatchDocument::new(cases);
            arguments.output.print(&document, |_| text::batch(&document))?;
        }
    }
    match tally {
        Tally { signal: Some(signal), .. } => Ok(128 + signal),
        Tally { errors, first_error: Some(first), .. } => {
            let have = if errors == 1 { "has" } else { "have" };
            Err(CliError::Input(format!("{errors} of {count} cases {have} no answer; {first}")))
        }
        Tally { undecided: 1.., .. } => Ok(3),
        Tally { .. } => Ok(0),
    }
}

fn solve_case(
    solver: &Solver<'_>,
    case: Case,
    run: Run,
    over: Option<Reason>,
    stream: &mut Option<Box<dyn Write>>,
    tally: &mut Tally,
) -> Result<CaseDocument, CliError> {
    let number = case.number.unwrap_or(1);
    let answer = match case.puzzle {
        Err(error) => Err(error),
        Ok(puzzle) => match solver.solve_or_skip(&puzzle, run, over, stream) {
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
            tally.undecided += usize::from(document.status == Status::Unknown);
            CaseContent::Answer(Box::new(document))
        }
    };
    Ok(CaseDocument { case: number, content })
}
