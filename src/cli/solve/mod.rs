//! `satranj solve`: one, several or all solutions.

pub mod arguments;
mod batch;
mod drawn;
mod listed;
pub mod one;
mod proof;

use std::{cell::Cell, sync::Arc, time::Instant};

use super::{
    CliError,
    answered::{code, exit_code, refuse_without_symmetries},
    files::Files,
    puzzle::graph::{GraphLists, StatedInput},
    seeds,
    signals::{self, catch_signals},
    stderr::say,
};
use crate::{
    answer::Outcome,
    documents::text::{self, SolutionText, TextLayout},
    file_name::shown,
    limits::Reason,
    methods::Registry,
    processor_time::ProcessorClock,
    solvers::recording::Record,
};
use arguments::{SolveArguments, check_attacks, check_visits, wanted};
use drawn::DrawnAnswer;
use one::{MOST_IN_DOCUMENT, PuzzleSolver, StreamPlace, status_line, too_many};
use proof::{ProofFiles, ProofOutcome};

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &SolveArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let outputs = arguments.outputs()?;
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let (output, beside) = outputs.open(&mut files)?;
    let proof_folder = arguments.proof.as_deref().filter(|path| proof::is_folder(path));
    let proof_file = arguments.proof.as_deref().filter(|_| proof_folder.is_none());
    let proof_files = ProofFiles::begin(proof_file, &mut files)?;
    let mut context = arguments.run.context();
    let lists = if arguments.only.is_empty() { GraphLists::Several } else { GraphLists::Any };
    let input = arguments.puzzle.stated_or_listed(&context, lists)?;
    let wanted = wanted(arguments)?;
    let (signals, room) = (catch_signals()?, Cell::new(MOST_IN_DOCUMENT));
    let solver = PuzzleSolver { arguments, outputs, registry, wanted, signals, room };
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
        check_attacks(&solver.outputs, puzzle.as_ref(), arguments.json_stream)?;
    }
    check_visits(&solver.outputs, puzzle.as_ref())?;
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
    let answer = DrawnAnswer { found: content.found(), ..answer };
    let drawn = beside.write(|format| answer.made(format));
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
