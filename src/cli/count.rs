//! `satranj count`: the exact number of solutions.

use std::sync::Arc;

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, RunArguments},
    output::check_files,
    puzzle::PuzzleArguments,
    session::Session,
    solve::{exit_code, method, precheck},
};
use crate::{
    answer::{Outcome, Wanted},
    documents::{
        VERSION,
        solution::{COUNT_SCHEMA, CountDocument, Status},
        text,
    },
    methods::Registry,
    puzzles::Puzzle,
};

/// The method that enumerates fastest on the small boards that can be counted.
const DEFAULT_METHOD: &str = "graph:search";

/// Arguments of `count`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The method; it finds and verifies every solution [default: graph:search]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    check_files(&arguments.output.output)?;
    let puzzle: Arc<dyn Puzzle> = Arc::from(arguments.puzzle.puzzle()?);
    let name = arguments.method.as_deref().unwrap_or(DEFAULT_METHOD);
    let method = method(registry, Some(name))?;
    let statement = puzzle.statement();
    let title = puzzle.title();
    let session = Session {
        puzzle,
        registry: Arc::clone(registry),
        method: method.name().into(),
        wanted: Wanted::All,
        // A count of 0 wants its reason, whatever the method.
        precheck: precheck(&arguments.run, method) || arguments.run.precheck.is_none(),
        run: arguments.run.run(),
        progress: !arguments.output.quiet,
    };
    let ended = session.run(&mut |_| Ok(()))?;
    let (status, reason, certificate) = match &ended.outcome {
        Outcome::Satisfied | Outcome::AllSolutions => (Status::AllSolutions, None, None),
        Outcome::Unsatisfiable(certificate) => (Status::Unsatisfiable, None, certificate.clone()),
        Outcome::Unknown(reason) => (Status::Unknown, Some(*reason), None),
    };
    let document = CountDocument {
        schema: COUNT_SCHEMA,
        version: VERSION,
        instance: crate::documents::instance(&statement),
        puzzle: statement,
        method: method.name().into(),
        solver: method.solver().map(Into::into),
        seed: arguments.run.seed,
        options: arguments.run.choices(),
        status,
        reason,
        count: ended.solutions.to_string(),
        verified: ended.solutions > 0 || certificate.is_some(),
        certificate,
        statistics: session.run.counters.read(),
        timing: ended.timing,
    };
    arguments.output.print(&document, |_| {
        let least = if document.reason.is_some() { "at least " } else { "" };
        let reason =
            document.reason.map_or_else(String::new, |reason| format!(": {}", reason.describe()));
        let plural = if ended.solutions == 1 { "" } else { "s" };
        let because = match (&document.certificate, document.puzzle.tour()) {
            (Some(certificate), Some(tour)) => format!("{}\n", text::because(certificate, &tour)),
            _ => String::new(),
        };
        format!(
            "{title}, by {}\n{because}{least}{} solution{plural}, in {}{reason}\n",
            document.method,
            text::grouped(ended.solutions),
            text::seconds(document.timing.total_seconds)
        )
    })?;
    Ok(exit_code(&ended, arguments.run.exit_code))
}
