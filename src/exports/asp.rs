//! Answer set programming: the graph and the question as facts, for an encoding written beside
//! them.

use std::io::Write;

use super::{
    Beside, Export, ExportError, Format, FormatWriter,
    minizinc::quoted,
    programs::{ProgramFact, ProgramQuestion, programs},
};
use crate::documents::map::MapDocument;

/// `asp`: `vertex(1).`, `edge(1,2).`, `name(1,"a1").` and the question, vertices numbered from 1.
/// The encoding, `.encoding.lp`, is the same for every graph.
pub const ASP: Format = Format {
    name: "asp",
    extensions: &["lp"],
    summary: "the graph as facts for clingo; with -o FILE.lp the encoding is written to FILE.encoding.lp",
    beside: |model| {
        let text = programs(model)?.asp;
        Some(Beside { extension: "encoding.lp", what: "the encoding", text })
    },
    writer: FormatWriter::Whole(write),
    ..Format::BASE
};

fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<Option<MapDocument>, ExportError> {
    let question = ProgramQuestion::of(export).ok_or(ExportError::Unsupported(ASP.name))?;
    let graph = export.graph(ASP.name, false)?;
    let is_large = |&weight: &u32| weight > i32::MAX as u32;
    if export.model.weights().is_some_and(|weights| weights.iter().any(is_large)) {
        let problem = "a weight is above 2147483647, the greatest number that clingo reads";
        return Err(ExportError::Instance { format: ASP.name, problem });
    }
    export.write_header("%", out)?;
    writeln!(out, "vertex(1..{}).", graph.vertices)?;
    for vertex in 0..graph.vertices {
        writeln!(out, "name({},{}).", vertex + 1, quoted(&graph.name(vertex)))?;
    }
    if graph.directed {
        writeln!(out, "directed.")?;
    }
    for (a, b) in graph.edges() {
        writeln!(out, "edge({},{}).", a + 1, b + 1)?;
    }
    for fact in &question.0 {
        match fact {
            ProgramFact::Flag(_, false)
            | ProgramFact::Number(_, None)
            | ProgramFact::Weights(None) => {}
            ProgramFact::Flag(name, true) => writeln!(out, "{name}.")?,
            ProgramFact::Number(name, Some(number)) => writeln!(out, "{name}({number}).")?,
            ProgramFact::Vertices(name, vertices) => {
                for vertex in vertices {
                    writeln!(out, "{name}({}).", vertex + 1)?;
                }
            }
            ProgramFact::Weights(Some(weights)) => {
                for (vertex, weight) in (1..).zip(weights) {
                    writeln!(out, "weight({vertex},{weight}).")?;
                }
            }
            ProgramFact::Pairs { name, list, .. } => {
                for (a, b) in list {
                    writeln!(out, "{name}({},{}).", a + 1, b + 1)?;
                }
            }
        }
    }
    Ok(None)
}
