//! `satranj verify`: checks a solution document from any source.

mod again;
pub mod arguments;
mod judged;
mod proof;
mod several;

use std::{path::Path, sync::Arc};

use super::{
    CliError,
    files::Files,
    input::NamedFiles,
    output::Output,
    output_format::OutputFormat,
    outputs::{OpenFiles, Outputs},
    picture_files::drawn,
    stored_cases::{BatchCase, StoredCases},
    watch::{Watched, watched},
};
use crate::{
    documents::verdict::VerdictDocument,
    file_name::name_of,
    limits::Reason,
    methods::Registry,
    pictures::{Drawing, PictureLook},
};
use arguments::VerifyArguments;
use judged::{DocumentChecker, Judged, judge, judge_tour};

/// Runs the command. Exit code 0: the document holds; 4: it does not; 1: it is not a document; 3 or
/// the signal's code: this is undecided.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &VerifyArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let (formats, beside) =
        ([OutputFormat::Text, OutputFormat::Json], arguments.pictures.options());
    let outputs = Outputs::of("verify", &arguments.output, &formats, &beside, false)?;
    if let Some(files) = several::files(&arguments.documents)? {
        return several::run(arguments, &outputs, files, registry);
    }
    // The parser requires at least one.
    let document = arguments.documents.first().cloned().unwrap_or_else(|| "-".into());
    refuse_proof(&document)?;
    let mut files = Files::reading([&document]);
    arguments.of.iter().for_each(|of| files.reads(of));
    let (output, beside) = outputs.open(&mut files)?;
    let (name, of) = (name_of(&document), arguments.of.clone());
    let named = NamedFiles::beside(&document, arguments.allow_outside).or_where_we_work();
    let checker = DocumentChecker::of(arguments, registry);
    let is_quiet = arguments.output.quiet;
    let work = move || match of {
        Some(of) => judge_tour(&document, &of, is_quiet),
        None => judge(&document, &named, &checker),
    };
    let judged = match watched(arguments.time_limit, work)? {
        Watched::Done(judged) => judged?,
        Watched::Stopped(reason, signal) => {
            return Err(undecided(output, &name, (reason, signal))?);
        }
    };
    let Judged { verdict, text, not_checked, read, stored } = judged;
    // The document names the other files it reads.
    read.iter().try_for_each(|path| files.refuse_read(path))?;
    if let Some(problem) = &verdict.problem {
        output.print(&verdict, |_| "")?;
        draw(stored.as_ref(), Some(problem), beside)?;
        return Err(CliError::Check(format!("{}: {problem}", verdict.document)));
    }
    let printed = output.print(&verdict, |_| &text);
    printed.and(draw(stored.as_ref(), None, beside))?;
    let undecided = |why| CliError::Undecided(format!("{}: {why}", verdict.document));
    not_checked.map_or(Ok(0), |why| Err(undecided(why)))
}

/// Refuses a proof, which is no document.
fn refuse_proof(path: &Path) -> Result<(), CliError> {
    if path.extension().is_some_and(|extension| extension == "drat" || extension == "lrat") {
        let name = name_of(path);
        wrong_input!(
            "{name}: a proof is checked with the document that names it (satranj verify DOCUMENT), or \
             with an exported formula: satranj decode MAP ANSWER --proof {name}"
        );
    }
    Ok(())
}

/// Prints that a verdict was not reached; returns the error that says so.
fn undecided(
    output: Output<'_>,
    name: &str,
    (reason, signal): (Reason, Option<i32>),
) -> Result<CliError, CliError> {
    let verdict =
        VerdictDocument { valid: None, reason: Some(reason), ..VerdictDocument::of(name) };
    output.print(&verdict, |_| "")?;
    let why = format!("{name}: it is not known whether the document holds");
    Ok(CliError::stopped(why, reason, signal))
}

/// Draws the valid answers; with a problem, the plans in which agents collide: of other wrong answers
/// there is no picture.
fn draw(
    stored: Option<&StoredCases>,
    problem: Option<&str>,
    files: OpenFiles,
) -> Result<(), CliError> {
    let cases = stored.map_or(&[][..], |stored| &stored.cases);
    let answers = cases.iter().filter_map(|case| match case {
        BatchCase::Answer(document) => Some((document.puzzle.puzzle().ok()?, document.as_ref())),
        BatchCase::Error(_) => None,
    });
    let answers: Vec<_> = answers.collect();
    let pictures = answers.iter().flat_map(|(puzzle, document)| document.pictures(puzzle.as_ref()));
    let mut pictures: Vec<_> = pictures.collect();
    if let Some(problem) = problem {
        pictures.retain(|picture| match &picture.drawing {
            Drawing::Agents(agents) => agents.has_collision(),
            _ => false,
        });
        if pictures.is_empty() {
            return Ok(());
        }
        for picture in &mut pictures {
            picture.title = problem.into();
        }
    }
    files.write(|format| drawn(format, &pictures, PictureLook::Plain))
}
