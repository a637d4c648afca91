//! `satranj merge`: the total of a job, if all its parts are there and are what they should be.

use std::{path::PathBuf, sync::Arc};

use clap::Args;

use super::{
    CliError, arguments::OutputArguments, files::Files, part::read_job, shard::LimitArguments,
    signals, stderr::say, watch::watched_run,
};
use crate::{
    documents::text::{self, grouped},
    file_name::shown,
    methods::Registry,
    parts::merging::{MergeError, task_list},
};

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The job that `shard` printed
    job: PathBuf,
    /// The folder of its parts
    folder: PathBuf,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 with the total, 3 if a part is missing or wrong.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &MergeArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    arguments.output.check_format("merge", false, false)?;
    let mut files = Files::default();
    files.reads(&arguments.job);
    let output = arguments.output.begin(&mut files)?;
    let run = arguments.limits.run();
    let (_, job) = read_job(&arguments.job, registry, &run)?;
    let job = Arc::new(job);
    let (folder, of_thread) = (arguments.folder.clone(), (Arc::clone(&job), run.clone()));
    let merged = watched_run(&run, |_| {}, move || of_thread.0.merge(&folder, &of_thread.1))?;
    let merged = merged.done("merging the parts")?.map_err(|error| match error {
        MergeError::Folder(error) => CliError::file(&arguments.folder, &error),
        MergeError::Stopped(reason) => CliError::Undecided(reason.describe().into()),
    })?;
    signals::release();
    let folder = shown(&arguments.folder);
    for problem in &merged.problems {
        say(format_args!("{folder}: {problem}"));
    }
    if let Some(total) = merged.total {
        if merged.others > 0 && !output.is_quiet() {
            let (files, are) = if merged.others == 1 { ("file", "is") } else { ("files", "are") };
            let others = grouped(merged.others);
            say(format_args!("{folder}: {others} {files} of other names {are} not read"));
        }
        output.print(&total, |_| text::count(&total, job.puzzle.as_ref(), None))?;
        return Ok(0);
    }
    let parts = job.document.parts;
    let there = parts - merged.missing.len() as u64;
    let tasks = match task_list(&merged.missing) {
        tasks if tasks.is_empty() => String::new(),
        tasks => format!("; run --array={tasks}"),
    };
    Err(CliError::Undecided(format!(
        "no total: {} of {} parts are there{tasks}",
        grouped(there),
        grouped(parts)
    )))
}
