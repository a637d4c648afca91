//! `satranj verify`: checks a solution document from any source.

mod again;
pub mod arguments;
mod judged;
mod proof;
mod several;

use std::sync::Arc;

use super::{
    CliError,
    files::Files,
    input::NamedFiles,
    output_format::OutputFormat,
    outputs::{OpenFiles, Outputs},
    picture_files::drawn,
    stored_cases::{BatchCase, StoredCases},
    watch::{Watched, watched},
};
use crate::{documents::verdict::VerdictDocument, file_name::name_of, methods::Registry};
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
    let all = several::files(&arguments.documents)?;
    if let (Some(_), Some(of)) = (&all, &arguments.of) {
        let of = name_of(of);
        usage!("--of {of} applies to one tour, but there are several files");
    }
    if let Some(files) = all {
        outputs.refuse_single(&[], "document; `satranj draw` draws several")?;
        return several::run(arguments, &outputs, files, registry);
    }
    // The parser requires at least one.
    let document = arguments.documents.first().cloned().unwrap_or_else(|| "-".into());
    let mut files = Files::reading([&document]);
    arguments.of.iter().for_each(|of| files.reads(of));
    let (output, beside) = outputs.open(&mut files)?;
    let (of_message, of) = (document.clone(), arguments.of.clone());
    let named = NamedFiles::beside(&document, arguments.allow_outside).or_where_we_work();
    let checker = DocumentChecker::of(arguments, registry);
    let work = move || match of {
        Some(of) => judge_tour(&document, &of),
        None => judge(&document, &named, &checker),
    };
    let judged = match watched(arguments.time_limit, work)? {
        Watched::Done(judged) => judged?,
        Watched::Stopped(reason, signal) => {
            let name = name_of(&of_message);
            let undecided =
                VerdictDocument { valid: None, reason: Some(reason), ..VerdictDocument::of(&name) };
            output.print(&undecided, |_| "")?;
            let why = format!("{name}: it is not known whether the document holds");
            return Err(CliError::stopped(why, reason, signal));
        }
    };
    let Judged { verdict, said, not_checked, read, stored } = judged;
    // The document names the other files it reads.
    read.iter().try_for_each(|path| files.refuse_read(path))?;
    let said = if verdict.problem.is_none() { said } else { String::new() };
    let printed = output.print(&verdict, |_| &said);
    let drawn = match verdict.problem {
        None => draw(stored.as_ref(), beside),
        Some(_) => Ok(()),
    };
    printed.and(drawn)?;
    match (verdict.problem, not_checked) {
        (None, None) => Ok(0),
        (None, Some(why)) => Err(CliError::Undecided(format!("{}: {why}", verdict.document))),
        (Some(problem), _) => Err(CliError::Check(format!("{}: {problem}", verdict.document))),
    }
}

/// Draws the valid answers.
fn draw(stored: Option<&StoredCases>, files: OpenFiles) -> Result<(), CliError> {
    let cases = stored.map_or(&[][..], |stored| &stored.cases);
    let answers = cases.iter().filter_map(|case| match case {
        BatchCase::Answer(document) => Some((document.puzzle.puzzle().ok()?, document.as_ref())),
        BatchCase::Error(_) => None,
    });
    let answers: Vec<_> = answers.collect();
    let pictures = answers.iter().flat_map(|(puzzle, document)| document.pictures(puzzle.as_ref()));
    let pictures: Vec<_> = pictures.collect();
    files.write(|format| drawn(format, &pictures, false))
}
