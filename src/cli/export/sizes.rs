//! `satranj export --sizes`: prints the size of the formula in each encoding, instead of a formula.

use std::sync::Arc;

use satranj_encodings::{
    encoding::{Encoding, Options},
    model::Model,
};

use super::written::{failed, stopped};
use crate::{
    cli::{
        CliError,
        arguments::OutputArguments,
        files::Files,
        outputs::Outputs,
        watch::{Watched, watched_run},
    },
    documents::{VERSION, instance, sizes, text},
    exports::{self, ExportError},
    limits::Reason,
    puzzles::StatedPuzzle,
    run::Run,
};

/// Prints the table.
///
/// # Errors
/// [`CliError`].
pub fn print_measured(
    output: &OutputArguments,
    puzzle: Arc<dyn StatedPuzzle>,
    model: Model,
    options: Options,
    run: &Run,
) -> Result<i32, CliError> {
    let outputs = Outputs::of_document("export --sizes", output)?;
    let (output, _) = outputs.open(&mut Files::default())?;
    let measured = watched_run(run, move |run| {
        let default = exports::default_encoding(&model, run).map(Encoding::name);
        let encodings = exports::sizes::sizes(&model, options, run)?;
        let statement = puzzle.statement();
        let document = sizes::SizesDocument {
            schema: sizes::SCHEMA,
            version: VERSION,
            instance: instance(&statement),
            puzzle: statement,
            default,
            encodings,
        };
        Ok::<_, Reason>((document, puzzle.title()))
    })?;
    let measured = match measured {
        Watched::Done(measured) => measured,
        Watched::Stopped(reason, signal) => return Err(stopped(reason, signal)),
    };
    let (document, title) = measured.map_err(|reason| failed(ExportError::from(reason)))?;
    output.print(&document, |_| text::sizes(&document, &title))?;
    Ok(0)
}
