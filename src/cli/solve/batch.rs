//! Several cases, one after the other; what is wrong with one does not lose the others.

use std::{io::Write, time::Instant};

use serde_json::json;

use super::{one::Solver, stream::line};
use crate::{
    answer::Outcome,
    cli::{
        CliError,
        puzzle::{Case, Stated},
    },
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        text,
    },
    limits::Limits,
    methods::Run,
};

/// How the cases ended.
#[derive(Default)]
struct Tally {
    errors: usize,
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
    if arguments.svg.is_some() {
        return Err(CliError::Usage("--svg is for one case: choose it with --case I".into()));
    }
    if let Some(puzzle) = stated.cases.iter().find_map(|case| case.puzzle.as_ref().ok()) {
        // An unknown method is no case's fault.
        solver.method(puzzle.as_ref())?;
    }
    let mut stream = arguments.json_stream.then(|| arguments.output.open()).transpose()?;
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut cases = Vec::new();
    for case in stated.cases {
        let whole = arguments.run.run();
        let left = whole.limits.time.map(|limit| limit.saturating_sub(started.elapsed()));
        let limits = Limits { time: left, ..whole.limits };
        let run = Run::new(limits, whole.seed, whole.options);
        let document = solve_case(solver, case, run, &mut stream, &mut tally)?;
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
        if tally.signal.is_some() {
            break;
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
    Ok(match tally {
        Tally { signal: Some(signal), .. } => 128 + signal,
        Tally { errors: 1.., .. } => 1,
        Tally { undecided: 1.., .. } => 3,
        Tally { .. } => 0,
    })
}

fn solve_case(
    solver: &Solver<'_>,
    case: Case,
    run: Run,
    stream: &mut Option<Box<dyn Write>>,
    tally: &mut Tally,
) -> Result<CaseDocument, CliError> {
    let number = case.number.unwrap_or(1);
    let answer = match case.puzzle {
        Err(error) => Err(error),
        Ok(puzzle) => match solver.solve(&puzzle, run, stream) {
            Ok(answer) => Ok(answer),
            // A method that does not do this case may do the others; a wrong answer ends all.
            Err(CliError::Input(error) | CliError::Usage(error)) => Err(error),
            Err(error) => return Err(error),
        },
    };
    let content = match answer {
        Err(error) => {
            tally.errors += 1;
            CaseContent::Error { error }
        }
        Ok((document, ended)) => {
            tally.undecided += usize::from(matches!(ended.outcome, Outcome::Unknown(_)));
            tally.signal = ended.signal;
            CaseContent::Answer(Box::new(document))
        }
    };
    Ok(CaseDocument { case: number, content })
}
