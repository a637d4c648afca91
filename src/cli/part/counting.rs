//! One part of a count.

use std::{fs, path::Path, sync::Arc};

use super::arguments::{PartArguments, unfinished};
use crate::{
    answer::Outcome,
    checkpoint::{Checkpoint, CheckpointError, CountedWork},
    cli::{
        CliError,
        session::{Job, Session, SessionEnd},
        signals::catch_signals,
        whole_file::WholeFile,
    },
    documents::{
        job::{PartDocument, PartTables, UnitCount},
        sealed::Sealed as _,
        text::grouped,
        write_json,
    },
    limits::Limits,
    methods::{Context, Counting, MethodOptions, Registry},
    parts::{self, DividedJob, PartOfJob as _, folder},
    run::Run,
};

/// Counts the part or resumes it: 0 if it is finished.
pub(super) fn run(
    arguments: &PartArguments,
    job: &DividedJob,
    number: u64,
    (registry, run): (&Arc<Registry>, Run),
    file: WholeFile,
) -> Result<i32, CliError> {
    if arguments.split_above.is_some() {
        usage!(
            "--split-above applies to the cubes of a search, but this job is a count: leave it \
                out"
        );
    }
    let checkpoint = PartArguments::open(|| open(&arguments.output, job, number))?;
    let options = MethodOptions { threads: arguments.threads, ..MethodOptions::default() };
    let session = Session {
        puzzle: Arc::clone(&job.puzzle),
        registry: Arc::clone(registry),
        method: job.document.method.clone(),
        job: Job::Count(Counting::default()),
        precheck: false,
        context: Context {
            checkpoint: Some(Arc::new(checkpoint)),
            part: Some(job.part(number)),
            run,
            ..Context::new(Limits::default(), 1, options)
        },
        progress: !arguments.quiet,
        signals: catch_signals()?,
    };
    let ended = session.run(&mut |_| Ok(()))?;
    arguments.end(job, number, (&session.context, &ended), file)
}

impl PartArguments {
    /// Writes the document of a finished part; reports the progress of an unfinished one.
    fn end(
        &self,
        job: &DividedJob,
        number: u64,
        (context, ended): (&Context, &SessionEnd),
        file: WholeFile,
    ) -> Result<i32, CliError> {
        let parts = job.document.parts;
        if let Outcome::Unknown(reason) = ended.outcome {
            let units = parts::units(&job.document, number).count() as u64;
            let ended = (reason, ended.signal);
            // The steps that make tables come before the units.
            let pieces = if context.parts.all.get() > units { "steps" } else { "units" };
            return Ok(unfinished((number, parts), ended, context, pieces));
        }
        let partial = folder::partial(&self.output, number, parts);
        let checkpoint = context.checkpoint.as_deref();
        let kept = checkpoint.map_or(Ok(()), Checkpoint::end);
        kept.map_err(CliError::input)?;
        let kept = checkpoint.map(Checkpoint::kept).transpose();
        let mut units = kept.map_err(CliError::input)?.unwrap_or_default();
        // Entries after the units belong to the tables made before them.
        let tables = units.split_off(&job.document.split.units).into_values().next();
        let tables =
            tables.map(|done| PartTables { nodes: done.nodes, sets: done.count.to_string() });
        let units: Vec<UnitCount> = units
            .into_values()
            .map(|done| UnitCount { unit: done.part, count: done.count, nodes: done.nodes })
            .collect();
        let of_tables = tables.as_ref().map_or(0, |tables| tables.nodes);
        let before = checkpoint.map(|it| it.done().range(..job.document.split.units).count());
        let mut document = PartDocument {
            count: ended
                .counted
                .as_ref()
                .map(|counted| counted.count.to_string())
                .unwrap_or_default(),
            nodes: units.iter().fold(of_tables, |sum, unit| sum.saturating_add(unit.nodes)),
            tables,
            units,
            units_from_before: before.unwrap_or_default() as u64,
            timing: ended.timing,
            ..PartDocument::begun(&job.document, number)
        };
        document.seal();
        // An error is reported now, not only when all parts are merged.
        job.hold(number, &mut document)
            .map_err(|problem| CliError::Check(format!("part {number} is wrong: {problem}")))?;
        file.write(|out| write_json(&document, out))?;
        // The part's document contains all of it.
        fs::remove_file(&partial).map_err(|error| CliError::file(&partial, &error))?;
        self.tell(format_args!(
            "part {number} of {parts} is finished: {} units, {} nodes, {:.2} s of processor time",
            grouped(document.units.len() as u64),
            grouped(document.nodes),
            document.timing.cpu_seconds,
        ));
        Ok(0)
    }
}

/// The checkpoint of a part.
fn open(folder: &Path, job: &DividedJob, number: u64) -> Result<Checkpoint, CheckpointError> {
    let job = &job.document;
    let work = CountedWork {
        instance: job.instance.clone(),
        method: job.method.clone(),
        split: format!("{}, part {number} of {}, {}", job.split.rule, job.parts, job.job),
        seed: None,
    };
    Checkpoint::open_file(folder::partial(folder, number, job.parts), &work)
}
