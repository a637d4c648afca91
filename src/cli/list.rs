//! `satranj list`: what there is.

use std::{fmt::Write as _, io::Write, sync::Arc};

use clap::{Args, ValueEnum};
use satranj_encodings::encoding;
use serde_json::json;

use super::{
    CliError,
    arguments::{Format, OutputArguments},
};
use crate::{board::piece, documents, exports, methods::Registry, puzzles, solvers};

/// What to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Puzzles that can be stated.
    Puzzles,
    /// Methods, the default first.
    Methods,
    /// Encodings as clauses.
    Encodings,
    /// SAT solvers.
    Solvers,
    /// Export formats.
    Formats,
    /// Named pieces.
    Pieces,
    /// JSON Schemas of the documents; in full with --json.
    Schemas,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What to list
    kind: Kind,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let rows: Vec<(String, String)> = match arguments.kind {
        Kind::Puzzles => pairs(puzzles::LIST),
        Kind::Methods => {
            registry.iter().map(|method| (method.name().into(), method.summary().into())).collect()
        }
        Kind::Encodings => encoding::registry()
            .iter()
            .map(|encoding| (encoding.name().into(), encoding.summary().into()))
            .collect(),
        Kind::Solvers => pairs(solvers::LIST),
        Kind::Formats => exports::registry()
            .iter()
            .map(|format| (format.name().into(), format.summary().into()))
            .collect(),
        Kind::Pieces => piece::NAMED.iter().map(|&(name, sum)| (name.into(), sum.into())).collect(),
        Kind::Schemas => return schemas(arguments),
    };
    let document: Vec<_> =
        rows.iter().map(|(name, summary)| json!({"name": name, "summary": summary})).collect();
    arguments.output.print(&document, |_| aligned(&rows))?;
    Ok(0)
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|&(name, summary)| (name.into(), summary.into())).collect()
}

fn aligned(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, summary) in rows {
        let _ = writeln!(text, "{name:width$}   {summary}");
    }
    text
}

fn schemas(arguments: &Arguments) -> Result<i32, CliError> {
    let schemas = documents::schemas();
    let mut out = arguments.output.open()?;
    if arguments.output.chosen_format() == Format::Json {
        let document: serde_json::Map<String, serde_json::Value> =
            schemas.into_iter().map(|(name, schema)| (name.into(), schema)).collect();
        documents::write_json(&document, &mut out)?;
    } else {
        for (name, _) in schemas {
            writeln!(out, "{name}")?;
        }
    }
    out.flush()?;
    Ok(0)
}
