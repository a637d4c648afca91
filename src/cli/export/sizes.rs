//! `satranj export --sizes`: the formula size of each encoding, instead of a formula.

use std::{path::Path, sync::Arc};

use clap::{Args, ValueEnum};
use satranj_encodings::{
    encoding::{Encoding, Options},
    model::Model,
};

use super::written::{failed, stopped};
use crate::{
    cli::{
        CliError,
        arguments::{Colour, DocumentFormat, OutputArguments},
        files::Files,
        watch::{Watched, watched_run},
    },
    documents::{VERSION, instance, sizes, text},
    exports::{self, ExportError},
    limits::Reason,
    puzzles::StatedPuzzle,
    run::Run,
};

/// Arguments for the table of sizes.
#[derive(Debug, Args)]
pub struct SizesArguments {
    /// Print variables, clauses, literals and time of every encoding of the puzzle as text or json,
    /// instead of a formula
    #[arg(long, global = true, conflicts_with_all = ["encoding", "force"])]
    pub sizes: bool,
    /// With --sizes: print JSON (short for --format json)
    #[arg(long, global = true, requires = "sizes", conflicts_with = "format")]
    json: bool,
}

impl SizesArguments {
    /// The format of the table, from the options of `export`.
    ///
    /// # Errors
    /// [`CliError::Usage`] for any other format.
    pub fn output(
        &self,
        format: Option<&str>,
        output: Option<&Path>,
        quiet: bool,
    ) -> Result<OutputArguments, CliError> {
        let format = format.map(|name| DocumentFormat::from_str(name, false)).transpose();
        let format = format.map_err(|_| {
            CliError::Usage("--sizes is printed as text or json: --format text|json".into())
        })?;
        let (json, output) = (self.json, output.map(Into::into));
        Ok(OutputArguments {
            format,
            json,
            output,
            colour: Colour::Never,
            ascii: false,
            quiet,
            verbose: 0,
        })
    }
}

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
    output.check_format("export --sizes", false, false)?;
    let output = output.begin(&mut Files::default())?;
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
