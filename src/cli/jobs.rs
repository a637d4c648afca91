//! Reads the document of a job that is cut into parts.

use std::{path::Path, sync::Arc};

use super::{CliError, input::read_text_within, watch::watched_run};
use crate::{
    documents::job::JobDocument,
    json,
    methods::Registry,
    parts::{JobError, SplitJob},
    run::Run,
};

/// Reads a job and computes its split again; also returns its name for messages.
pub fn read_job(
    path: &Path,
    registry: &Arc<Registry>,
    run: &Run,
) -> Result<(String, SplitJob), CliError> {
    let (path, registry) = (path.to_path_buf(), Arc::clone(registry));
    let read = watched_run(run, move |run| {
        let (name, text) = read_text_within(&path, run)?;
        let document: JobDocument = json::read(&text, "a job").map_err(CliError::at(&name))?;
        let job = SplitJob::of(document, &registry, run);
        let job = job.map_err(|error| refused(Some(&name), &error))?;
        Ok((name, job))
    })?;
    read.done("reading the job")?
}

/// The error for an impossible job, with its file if any.
pub fn refused(file: Option<&str>, error: &JobError) -> CliError {
    let message = file.map_or_else(|| error.to_string(), |file| format!("{file}: {error}"));
    match (error, file) {
        (JobError::Stopped(_), _) => CliError::Undecided(message),
        (JobError::TooManyParts { .. }, None) => CliError::Usage(format!("--parts {message}")),
        (JobError::NotDivided(_), None) => CliError::Usage(message),
        _ => CliError::Input(message),
    }
}
