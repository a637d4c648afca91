//! Solves several cases, one after the other. An invalid case does not stop the others.

use std::{
    fs,
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use serde_json::json;

use super::{
    arguments::SolveArguments,
    one::{CaseLine, PuzzleSolver, Stream, StreamPlace, too_many},
    proof::{self, ProofFiles},
};
use crate::{
    cli::{
        CliError,
        arguments::ExitCodes,
        file_format::case_stem,
        files::Files,
        output::Output,
        puzzle::{PuzzleCase, StatedCases},
        stderr::say,
    },
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        solution::{SolutionDocument, Status},
        stream::{CasesLine, StatusWord},
        text,
    },
    file_name::shown,
    limits::{Limits, Reason},
    methods::Context,
    puzzles::StatedPuzzle,
    solvers::recording::Record,
};

/// Numbers of results.
#[derive(Default)]
struct BatchTally {
    errors: usize,
    /// The error of the first invalid case.
    first_error: Option<String>,
    undecided: usize,
    too_many: bool,
    signal: Option<i32>,
}

/// Solves every case and prints one document. Exit code 1: a case is invalid; otherwise 3: a case
/// is undecided; otherwise 0.
///
/// The time limit is for all cases together and for reading them.
///
/// # Errors
/// [`CliError`] if a method fails or does not exist.
pub fn run(
    solver: &PuzzleSolver<'_>,
    stated: StatedCases,
    (output, mut files): (Output<'_>, Files),
    whole: &Context,
) -> Result<i32, CliError> {
    let arguments = solver.arguments;
    if arguments.codes.exit_code == ExitCodes::Sat {
        usage!("--exit-code sat applies to one case: choose it with --case I");
    }
    let others = [("--show-attacks", arguments.show_attacks)];
    solver.outputs.refuse_single(&others, "case: choose it with --case I")?;
    let folder = proof_folder(arguments)?;
    if let Some(puzzle) = stated.cases.iter().find_map(|case| case.puzzle.as_ref().ok()) {
        // An unknown method is an error of the command, not of a case.
        solver.method(puzzle.as_ref())?;
    }
    if folder.is_some() {
        for puzzle in stated.cases.iter().flat_map(|case| &case.puzzle) {
            let (method, wanted) = (solver.method(puzzle.as_ref())?, solver.wanted);
            proof::check(arguments, wanted, puzzle.as_ref(), method, solver.registry)?;
        }
    }
    let puzzles = stated.cases.iter().flat_map(|case| &case.puzzle);
    solver.check_options(puzzles.map(AsRef::as_ref))?;
    let mut place = StreamPlace::of(output, arguments.json_stream)?;
    let mut tally = BatchTally::default();
    let (mut cases, count) = (Vec::new(), stated.cases.len());
    for case in stated.cases {
        let left = whole.limits.time.map(|limit| limit.saturating_sub(whole.elapsed()));
        // A case that was not begun is undecided as well.
        let over = match (solver.signals.load(Ordering::Relaxed), left) {
            (0, Some(Duration::ZERO)) => Some(Reason::TimeLimit),
            (0, _) => None,
            (signal, _) => {
                tally.signal = Some(signal as i32);
                Some(Reason::Interrupted)
            }
        };
        let limits = Limits { time: left, ..whole.limits };
        let mut context = Context::new(limits, whole.seed, whole.options.clone());
        context.refutation = folder.is_some().then(Record::of_formulas);
        let number = case.number.unwrap_or(1);
        let proof = folder.map(|folder| folder.join(case_stem(number, count) + ".drat"));
        let proof = proof.as_deref().map(|path| (path, &mut files));
        let run = CaseAttempt { context, over, proof };
        let document = solve_case(solver, case, run, place.stream(), &mut tally)?;
        match place.stream() {
            Some(stream) => {
                stream.line(&CaseLine::of(&document));
                if !stream.is_taken() {
                    // The reader has closed the output: it has read enough.
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
        BatchTally { signal: Some(signal), .. } => Err(CliError::Signal(signal)),
        BatchTally { errors, first_error: Some(first), .. } => {
            Err(CliError::without_answer(errors, count, "cases", &first))
        }
        BatchTally { too_many: true, .. } => too_many(ExitCodes::Standard),
        BatchTally { undecided: 1.., .. } => Ok(3),
        BatchTally { .. } => Ok(0),
    }
}

/// The folder for proofs, created if missing.
fn proof_folder(arguments: &SolveArguments) -> Result<Option<&Path>, CliError> {
    let Some(folder) = arguments.proof.as_deref() else { return Ok(None) };
    if !proof::is_folder(folder) {
        let folder = shown(folder);
        usage!("--proof {folder}: several cases need a folder: write {folder}/");
    }
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    Ok(Some(folder))
}

/// The settings for a case.
struct CaseAttempt<'a> {
    context: Context,
    /// Why the case does not begin.
    over: Option<Reason>,
    /// The path of its proof, and the other files.
    proof: Option<(&'a Path, &'a mut Files)>,
}

impl CaseAttempt<'_> {
    /// Solves the case and writes its proof if requested.
    fn solve(
        self,
        solver: &PuzzleSolver<'_>,
        puzzle: &Arc<dyn StatedPuzzle>,
        stream: Option<&mut Stream>,
    ) -> Result<SolutionDocument, CliError> {
        let Self { context, over, proof } = self;
        let of_method = context.clone();
        let (mut document, ended) = solver.solve_or_skip(puzzle, of_method, over, stream)?;
        let refuted = [Status::Unsatisfiable, Status::Optimal].contains(&document.status);
        let (Some((path, files)), Some(ended), true) = (proof, ended, refuted) else {
            return Ok(document);
        };
        // An answer with a certificate needs no proof, and must leave no empty file.
        if document.certificate.is_some() {
            return Ok(document);
        }
        let files = ProofFiles::begin(Some(path), files)?;
        let (puzzle, run) = (puzzle.as_ref(), (&context, &ended));
        if let Some(error) = proof::add(solver, puzzle, run, files, &mut document)? {
            say(error);
        }
        Ok(document)
    }
}

fn solve_case(
    solver: &PuzzleSolver<'_>,
    case: PuzzleCase,
    run: CaseAttempt<'_>,
    mut stream: Option<&mut Stream>,
    tally: &mut BatchTally,
) -> Result<CaseDocument, CliError> {
    let number = case.number.unwrap_or(1);
    let answer = match case.puzzle {
        Err(error) => Err(error),
        Ok(puzzle) => match run.solve(solver, &puzzle, stream.as_deref_mut()) {
            Ok(answer) => Ok(answer),
            // A method that fails on this case may solve the others; a wrong answer ends
            // everything.
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
            // A case that stopped because its reader closed the output is not counted.
            let is_taken = stream.is_none_or(|stream| stream.is_taken());
            tally.undecided += usize::from(is_taken && document.status == Status::Unknown);
            tally.too_many |= document.reason == Some(Reason::SolutionLimit);
            CaseContent::Answer(Box::new(document))
        }
    };
    Ok(CaseDocument { case: number, content })
}
