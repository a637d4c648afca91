//! `MiniZinc`: the graph and the question as data, for a model written beside it.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::{
    Beside, Export, ExportError, Format, FormatWriter,
    programs::{ProgramFact, ProgramQuestion, programs},
};
use crate::{documents::map::MapDocument, printable::one_line};

/// `minizinc`: a `.dzn` file: the edges by their ends, which are numbered from 1, and the names.
/// The model, `.mzn`, is the same for every graph.
pub const MINIZINC: Format = Format {
    name: "minizinc",
    extensions: &["dzn"],
    summary: "the graph as data for MiniZinc; with -o FILE.dzn the model is written to FILE.mzn",
    beside: |model| {
        let text = programs(model)?.minizinc;
        Some(Beside { extension: "mzn", what: "the model", text })
    },
    writer: FormatWriter::Whole(write),
    ..Format::BASE
};

fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<Option<MapDocument>, ExportError> {
    let question = ProgramQuestion::of(export).ok_or(ExportError::Unsupported(MINIZINC.name))?;
    let graph = export.graph(MINIZINC.name, false)?;
    let (n, directed) = (graph.vertices, graph.directed);
    export.write_header("%", out)?;
    writeln!(out, "n = {n};\nm = {};\ndirected = {directed};", graph.edge_count)?;
    // One pass per end: a large graph should not be in memory twice.
    list("from", graph.edges().map(|(a, _)| a + 1), out)?;
    list("to", graph.edges().map(|(_, b)| b + 1), out)?;
    list("name", (0..n).map(|vertex| quoted(&graph.name(vertex))), out)?;
    for fact in &question.0 {
        match fact {
            ProgramFact::Flag(name, flag) => writeln!(out, "{name} = {flag};")?,
            ProgramFact::Number(name, number) => {
                writeln!(out, "{name} = {};", number.unwrap_or(0))?;
            }
            ProgramFact::Vertices(name, vertices) => {
                let numbers: Vec<String> =
                    vertices.iter().map(|vertex| (vertex + 1).to_string()).collect();
                writeln!(out, "{name} = {{{}}};", numbers.join(", "))?;
            }
            ProgramFact::Weights(None) => list("weight", (0..n).map(|_| 1), out)?,
            ProgramFact::Weights(Some(weights)) => list("weight", weights.iter(), out)?,
            ProgramFact::Pairs { count, parts: [first, second], list: pairs, .. } => {
                writeln!(out, "{count} = {};", pairs.len())?;
                list(first, pairs.iter().map(|(a, _)| a + 1), out)?;
                list(second, pairs.iter().map(|(_, b)| b + 1), out)?;
            }
        }
    }
    Ok(None)
}

/// Writes a list of values.
fn list<T: Display>(
    name: &str,
    values: impl Iterator<Item = T>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{name} = [")?;
    for (number, value) in values.enumerate() {
        write!(out, "{}{value}", if number == 0 { "" } else { ", " })?;
    }
    writeln!(out, "];")
}

/// A text between quotation marks, as `MiniZinc` and clingo read it; characters that would end the
/// line or change its direction are escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('\\', "\\\\").replace('"', "\\\""))
}
