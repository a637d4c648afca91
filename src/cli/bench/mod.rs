//! `satranj bench`: runs the experiments of a suite and writes one results document.

pub mod arguments;
mod claims;
mod instances;
mod measured;
mod merging;
mod options;
mod plan;
pub mod suites;

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicUsize},
};

use super::{
    CliError,
    command_line::command_line,
    files::Files,
    input::{NamedFiles, read_text, read_text_within},
    measure::{Journal, Progress},
    output::Output,
    output_format::OutputFormat::{self, Csv, Html, Json, Latex, Markdown, Text},
    outputs::{OpenFiles, Outputs},
    report::measured_document::MeasuredDocument,
    signals::{self, catch_signals},
    stderr::say,
    watch::{watched, watched_run},
};
use crate::{
    documents::{
        NamedSchema, VERSION,
        results::{ResultsDocument, SCHEMA, ShardOf},
        sealed::Sealed as _,
        suite::{self, Suite, SuiteInstances},
        text,
    },
    file_name::shown,
    json, machine,
    methods::Registry,
    parts::merging::task_list,
    run::Run,
};
use arguments::BenchArguments;
pub use plan::BenchPlan;
use plan::Planned;

/// What `-o` writes.
const FORMATS: [OutputFormat; 6] = [Text, Json, Html, Markdown, Csv, Latex];

/// Whether the job of a command is a suite: the name of a built-in suite, or a suite file.
///
/// # Errors
/// [`CliError`] if the file cannot be read.
pub fn is_suite(path: &Path, run: &Run) -> Result<bool, CliError> {
    if suites::of(path).is_some() {
        return Ok(true);
    }
    // A pipe can be read only once.
    if !path.metadata().is_ok_and(|file| file.is_file()) {
        return Ok(false);
    }
    let path = path.to_path_buf();
    let read = watched_run(run, move |run| read_text_within(&path, run))?;
    let (_, text) = read.done("reading the job")??;
    let named = serde_json::from_str(&text);
    Ok(named.is_ok_and(|named: NamedSchema| named.schema == suite::SCHEMA))
}

/// Runs the command. Exit code 0: everything was measured; 4: methods contradict each other, or one
/// gave a wrong solution.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &BenchArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let outputs = Outputs::of("bench", &arguments.output, &FORMATS, &[], false)?;
    let mut files = Files::default();
    if suites::of(&arguments.suite).is_none() {
        files.reads(&arguments.suite);
    }
    arguments.merge.iter().for_each(|folder| files.reads_folder(folder, merging::is_read));
    let (output, beside) = outputs.open(&mut files)?;
    let signal = catch_signals()?;
    let path = arguments.suite.clone();
    let reading = watched(None, move || read(&path))?;
    let (name, suite) = reading.done("reading the suite")??;
    let named = NamedFiles::beside(&arguments.suite, arguments.allow_outside);
    refuse_instances(&suite, &named, &files)?;
    let (name, suite) = (&name, &suite);
    let plan = BenchPlan { arguments, registry, name, suite, files: named, show: None };
    let (document, ended) = plan.carried_out(&signal)?;
    written(&document, (output, beside))?;
    ended.code(&document, &signal)
}

/// Writes the document in every requested form.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn written(
    document: &ResultsDocument,
    (output, beside): (Output<'_>, OpenFiles),
) -> Result<(), CliError> {
    let printed = output
        .print(document, |layout| text::results(&crate::documents::printable(document), layout));
    printed.and(beside.write(|format| {
        MeasuredDocument::Results(&crate::documents::printable(document)).made(format)
    }))
}

/// What is left to do after a document is written.
pub struct Ended {
    /// An error in an answer.
    wrong: Option<String>,
    journal: Option<Journal>,
}

impl Ended {
    /// Removes the journal, which a complete document replaces. Returns the exit code.
    ///
    /// # Errors
    /// [`CliError`] if the methods disagree, a solution is wrong, or a signal came.
    pub fn code(self, document: &ResultsDocument, signal: &AtomicUsize) -> Result<i32, CliError> {
        if let Some(journal) = self.journal.filter(|_| document.complete) {
            journal.remove()?;
        }
        ended(document, self.wrong, signal)
    }
}

/// Refuses outputs that would overwrite the files of instances.
fn refuse_instances(suite: &Suite, named: &NamedFiles, files: &Files) -> Result<(), CliError> {
    for experiment in &suite.experiments {
        // A missing file is reported when it is read.
        if let SuiteInstances::Document(path) = &experiment.instances
            && let Ok(path) = named.find(path)
        {
            files.refuse_read(&path)?;
        }
    }
    Ok(())
}

/// The exit code.
fn ended(
    document: &ResultsDocument,
    wrong: Option<String>,
    signal: &AtomicUsize,
) -> Result<i32, CliError> {
    if let Some(problem) = wrong {
        return Err(CliError::Check(problem));
    }
    if let Some(disagreement) = document.points().find_map(|point| point.disagreement.as_ref()) {
        return Err(CliError::Check(format!("the methods disagree: {disagreement}")));
    }
    signals::end(signal).map(|()| 0)
}

/// Reads the suite; also returns its name for messages.
fn read(path: &Path) -> Result<(String, Suite), CliError> {
    let (name, text) = match suites::of(path) {
        Some(built_in) => (format!("suite {}", built_in.name), built_in.text.to_string()),
        None => read_text(path)?,
    };
    let mut suite: Suite = json::read(&text, "a suite").map_err(CliError::at(&name))?;
    for experiment in &mut suite.experiments {
        for varied in experiment.parameter.iter_mut().chain(&mut experiment.parameters) {
            if varied.parameter.label.is_empty() {
                varied.parameter.label.clone_from(&varied.parameter.name);
            }
        }
    }
    if suite.schema != suite::SCHEMA {
        wrong_input!("{name}: the schema is `{}`, not `{}`", suite.schema, suite::SCHEMA);
    }
    Ok((name, suite))
}

impl BenchPlan<'_> {
    /// Measures everything, or merges the parts.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn carried_out(&self, signal: &AtomicUsize) -> Result<(ResultsDocument, Ended), CliError> {
        let planned = self.planned()?;
        let mut document = self.document(&planned);
        let mut ended = Ended { wrong: None, journal: None };
        if let Some(folder) = &self.arguments.merge {
            ended.wrong = self.merge(&planned, folder, &mut document)?;
        } else {
            let journal = ended.journal.insert(self.journal(&planned)?);
            self.measure(&planned, journal, signal, &mut document, &mut ended.wrong)?;
        }
        document.agreement = document.agreed();
        document.seal();
        Ok((document, ended))
    }

    /// The document before anything is measured.
    fn document(&self, planned: &Planned<'_>) -> ResultsDocument {
        let shard = self.arguments.shard;
        ResultsDocument {
            schema: SCHEMA.into(),
            version: VERSION.into(),
            suite: self.suite.name.clone(),
            title: self.suite.title.clone(),
            seed: self.seed(),
            runs: self.arguments.runs.unwrap_or(self.suite.runs),
            warmup: self.arguments.warmup.unwrap_or(self.suite.warmup),
            environment: machine::environment(),
            experiments: Vec::new(),
            agreement: None,
            complete: true,
            command: Some(command_line()),
            plan: Some(planned.digest.clone()),
            shard: shard.map(|(part, parts)| ShardOf { part, parts, units: planned.units }),
            digest: None,
        }
    }

    /// Merges the parts in a folder into the document; returns an error in an answer.
    fn merge(
        &self,
        planned: &Planned<'_>,
        folder: &Path,
        document: &mut ResultsDocument,
    ) -> Result<Option<String>, CliError> {
        let merged = merging::merge(self, planned, folder, document)?;
        if merged.missing.is_empty() {
            return Ok(merged.wrong);
        }
        merged.problems.iter().for_each(say);
        let (missing, parts) = (merged.missing.len(), merged.parts);
        let (folder, tasks) = (shown(folder), task_list(&merged.missing));
        Err(CliError::Undecided(format!(
            "{folder}: {missing} of {parts} parts are missing; measure them with --shard \
             K/{parts}: {tasks}"
        )))
    }

    /// The journal in which runs are stored, beside the output file.
    fn journal(&self, planned: &Planned<'_>) -> Result<Journal, CliError> {
        let Some(path) = &self.arguments.output.output else { return Ok(Journal::default()) };
        // No file can be stored beside a pipe or a device.
        let is_file = path.metadata().map_or(true, |file| file.is_file());
        if path == Path::new("-") || !is_file {
            return Ok(Journal::default());
        }
        let mut name = path.clone().into_os_string();
        name.push(".partial");
        let digest = match self.arguments.shard {
            Some((part, parts)) => format!("{} {part}/{parts}", planned.digest),
            None => planned.digest.clone(),
        };
        let journal = Journal::open(Path::new(&name), &digest)?;
        if journal.len() > 0 && !self.arguments.output.quiet {
            say(format_args!("{} runs are already done; resuming", journal.len()));
        }
        Ok(journal)
    }

    /// The progress of all runs of the plan.
    fn progress(&self, planned: &Planned<'_>) -> Progress {
        let all = planned.experiments.iter().map(|experiment| {
            let points = experiment.points.iter();
            let runs = points.map(|point| {
                let own = self.batches(point).map_or(point.batches, |own| own.len());
                experiment.measure.all_runs(point.methods.len(), own)
            });
            runs.sum::<u64>()
        });
        let output = &self.arguments.output;
        Progress::new(all.sum(), output.quiet, output.verbose > 0)
    }

    /// The batches of a point that this command measures; by default all.
    fn batches(&self, point: &plan::PlannedPoint) -> Option<Vec<usize>> {
        let (part, parts) = self.arguments.shard?;
        let own = |batch: &usize| (point.first_unit + *batch as u64) % parts == part;
        Some((0..point.batches).filter(own).collect())
    }
}
