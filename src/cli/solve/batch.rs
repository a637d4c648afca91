//! Solves several cases, one after the other. An invalid case does not stop the others.

use std::{fs, path::Path, sync::Arc, time::Duration};

use serde_json::json;

use super::{
    applicable::check_cases,
    arguments::SolveArguments,
    one::PuzzleSolver,
    proof::{self, ProofFiles},
    stream::{Stream, StreamPlace},
};
use crate::{
    cli::{
        CliError,
        answered::too_many,
        arguments::ExitCodes,
        file_format::case_stem,
        files::Files,
        output::Output,
        puzzle::{PuzzleCase, StatedCases},
        signals,
        stderr::say,
    },
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        solution::{SolutionDocument, Status},
        stream::{CasesLine, StatusWord},
        text,
    },
    limits::{Limits, Reason},
    methods::Context,
    puzzles::StatedPuzzle,
    solvers::recording::Record,
};

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
    check_cases(solver, &stated)?;
    let folder = proof_folder(solver.arguments)?;
    let mut place = StreamPlace::of(output, solver.arguments.json_stream)?;
    let mut tally = BatchTally { cases: stated.cases.len(), ..BatchTally::default() };
    let mut documents = Vec::new();
    for case in stated.cases {
        let name = case_stem(case.number.unwrap_or(1), tally.cases) + ".drat";
        let proof = folder.map(|folder| folder.join(name));
        let proof = proof.as_deref().map(|path| (path, &mut files));
        let case = solve_case(solver, case, (whole, proof), place.stream())?;
        tally.add(&case, place.stream());
        match place.stream() {
            Some(stream) => {
                stream.case(&case);
                if !stream.is_taken() {
                    // The reader has closed the output: it has read enough.
                    break;
                }
            }
            None => documents.push(case),
        }
    }
    tally.print(place, documents)?;
    signals::end(&solver.signals)?;
    tally.exit_code()
}

/// The folder for proofs, created if missing.
fn proof_folder(arguments: &SolveArguments) -> Result<Option<&Path>, CliError> {
    let Some(folder) = arguments.proof.as_deref() else { return Ok(None) };
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    Ok(Some(folder))
}

/// Solves a case.
///
/// # Errors
/// [`CliError`] of a wrong answer, which ends everything. A method that fails on this case may
/// solve the others.
fn solve_case(
    solver: &PuzzleSolver<'_>,
    case: PuzzleCase,
    run: CaseRun<'_>,
    stream: Option<&mut Stream>,
) -> Result<CaseDocument, CliError> {
    let puzzle = case.puzzle.map_err(CliError::Input);
    let answer = puzzle.and_then(|puzzle| solved(solver, &puzzle, run, stream));
    let content = match answer {
        Ok(document) => CaseContent::Answer(Box::new(document)),
        Err(CliError::Input(error) | CliError::Usage(error)) => CaseContent::Error { error },
        Err(error) => return Err(error),
    };
    Ok(CaseDocument { case: case.number.unwrap_or(1), content })
}

/// The run of all cases; the path of this case's proof, among the other files.
type CaseRun<'a> = (&'a Context, Option<(&'a Path, &'a mut Files)>);

/// Solves the puzzle of a case within the time left, and writes its proof if requested.
fn solved(
    solver: &PuzzleSolver<'_>,
    puzzle: &Arc<dyn StatedPuzzle>,
    (whole, proof): CaseRun<'_>,
    stream: Option<&mut Stream>,
) -> Result<SolutionDocument, CliError> {
    let method = solver.method(puzzle.as_ref())?;
    let time = whole.limits.time.map(|limit| limit.saturating_sub(whole.elapsed()));
    // A case that was not begun is undecided as well.
    if signals::number(&solver.signals).is_some() {
        return Ok(solver.not_begun((puzzle.as_ref(), method), Reason::Interrupted));
    }
    if time == Some(Duration::ZERO) {
        return Ok(solver.not_begun((puzzle.as_ref(), method), Reason::TimeLimit));
    }
    let limits = Limits { time, ..whole.limits };
    let mut context = Context::new(limits, whole.seed, whole.options.clone());
    context.refutation = proof.is_some().then(Record::of_formulas);
    let (mut document, ended) = solver.solve((puzzle, method), context.clone(), stream)?;
    let is_refuted = matches!(document.status, Status::Unsatisfiable | Status::Optimal);
    // An answer with a certificate needs no proof, and must leave no empty file.
    if let (Some((path, files)), true, None) = (proof, is_refuted, &document.certificate) {
        let files = ProofFiles::begin(path, files)?;
        let missing = proof::add(solver, puzzle.as_ref(), (&context, &ended), files, &mut document);
        missing?.into_iter().for_each(say);
    }
    Ok(document)
}

/// Numbers of results.
#[derive(Default)]
struct BatchTally {
    cases: usize,
    errors: usize,
    /// The error of the first invalid case.
    first_error: Option<String>,
    undecided: usize,
    too_many: bool,
}

impl BatchTally {
    fn add(&mut self, case: &CaseDocument, stream: Option<&mut Stream>) {
        match &case.content {
            CaseContent::Error { error } => {
                self.errors += 1;
                self.first_error.get_or_insert_with(|| format!("case {}: {error}", case.case));
            }
            CaseContent::Answer(document) => {
                // A case that stopped because its reader closed the output is not counted.
                let is_taken = stream.is_none_or(|stream| stream.is_taken());
                self.undecided += usize::from(is_taken && document.status == Status::Unknown);
                self.too_many |= document.reason == Some(Reason::SolutionLimit);
            }
        }
    }

    /// Prints the document, or ends the stream.
    fn print(&self, place: StreamPlace<'_>, cases: Vec<CaseDocument>) -> Result<(), CliError> {
        match place {
            StreamPlace::Stream(mut stream) => {
                let (errors, undecided, line) = (self.errors, self.undecided, StatusWord::Word);
                stream.line(&json!(CasesLine { line, errors, undecided, reason: None }));
                stream.end()
            }
            StreamPlace::Document(output) => {
                let document = BatchDocument::new(cases);
                output.print(&document, |_| text::batch(&document))
            }
        }
    }

    fn exit_code(self) -> Result<i32, CliError> {
        match self {
            Self { errors, first_error: Some(first), cases, .. } => {
                Err(CliError::without_answer(errors, cases, "cases", &first))
            }
            Self { too_many: true, .. } => too_many(ExitCodes::Standard),
            Self { undecided: 1.., .. } => Ok(3),
            Self { .. } => Ok(0),
        }
    }
}
