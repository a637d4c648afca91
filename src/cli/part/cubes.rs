//! One part of a search: refutes its cubes, or finds a solution in one.

use std::{sync::Arc, time::Duration};

use super::arguments::{PartArguments, in_the_way, unfinished};
use crate::{
    cli::{
        CliError,
        watch::{Watched, watched_run},
        whole_file::WholeFile,
    },
    documents::{
        cubes::{CubePartDocument, ProofFile},
        sealed::Sealed as _,
        solution::{Status, Timing},
        text::grouped,
        write_json,
    },
    file_name::shown,
    limits::Limits,
    methods::{Context, MethodOptions},
    parts::{CubeJob, CubePart, CubePartEnd, CubePartError, PartOfJob as _, SPLIT_ABOVE, digest},
    processor_time::ProcessorClock,
    run::Run,
};

/// The part of a search with its result, before its file is handled.
type CubeEnding = (CubePart, Result<CubePartEnd, CubePartError>);

/// Refutes the cubes of a part, or resumes that. Exit code 0: all are refuted, or one has a
/// solution.
pub(super) fn run(
    arguments: &PartArguments,
    job: &Arc<CubeJob>,
    number: u64,
    run: &Run,
    file: WholeFile,
) -> Result<i32, CliError> {
    let processor = ProcessorClock::start();
    let above = arguments.split_above.unwrap_or(SPLIT_ABOVE);
    let part = PartArguments::open(|| CubePart::open(&arguments.output, job, number, above))?;
    let before = part.known();
    let options = MethodOptions { threads: arguments.threads, ..MethodOptions::default() };
    let context = Context { run: run.clone(), ..Context::new(Limits::default(), 1, options) };
    let of_thread = Arc::clone(job);
    let worked = watched_run(run, move |_| -> CubeEnding {
        let ended = part.run(&of_thread, &context);
        (part, ended)
    })?;
    let parts = job.document.parts;
    let stopped = |reason, signal| Ok(unfinished((number, parts), (reason, signal), run, "cubes"));
    let (part, ended) = match worked {
        Watched::Done(worked) => worked,
        Watched::Stopped(reason, signal) => return stopped(reason, signal),
    };
    let ended = ended.map_err(|error| match error {
        CubePartError::Log(error) => in_the_way(&error),
        CubePartError::Wrong(problem) => CliError::Check(format!("part {number}: {problem}")),
    })?;
    let mut document = CubePartDocument::begun(&job.document, number);
    let failed = |error| in_the_way(&error);
    match ended {
        CubePartEnd::Stopped(reason) => return stopped(reason, None),
        CubePartEnd::Solved(solution) => {
            document.status = Status::Satisfied;
            document.solution = crate::documents::value(&solution).ok();
        }
        CubePartEnd::Refuted => {
            let (path, cubes, lemmas) = part.end(&arguments.output, job).map_err(failed)?;
            let (bytes, sha256) = digest(&path, &|_| Ok(())).map_err(CliError::input)?;
            let file = path.file_name().map(shown).unwrap_or_default();
            document.proof = Some(ProofFile { file, bytes, sha256 });
            (document.cubes, document.cubes_from_before) = (cubes, before);
            document.lemmas = lemmas;
        }
    }
    document.timing = Timing::of(run.elapsed(), run.encode_time(), Duration::ZERO);
    document.timing.cpu_seconds = processor.seconds();
    document.seal();
    file.write(|out| write_json(&document, out))?;
    // The document and the files beside it now contain the whole result.
    part.discard().map_err(failed)?;
    let result = match document.status {
        Status::Satisfied => "a solution".into(),
        _ => format!(
            "{} cubes refuted, {} lemmas, {:.2} s of processor time",
            grouped(document.cubes),
            grouped(document.lemmas),
            document.timing.cpu_seconds,
        ),
    };
    arguments.tell(format_args!("part {number} of {parts} is finished: {result}"));
    Ok(0)
}
