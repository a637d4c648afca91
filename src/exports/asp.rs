//! Answer set programming: the graph and what is asked of it as facts, for an encoding that is written
//! beside them.

use std::io::Write;

use satranj_encodings::model::Model;

use super::{Beside, Export, ExportError, Format, minizinc::quoted, programs::programs};
use crate::documents::map::MapDocument;

/// `asp`: `vertex(1).`, `edge(1,2).`, `name(1,"a1").` and what is asked; vertices are numbered from 1.
/// The encoding, `.encoding.lp`, is the same for every graph.
pub struct Asp;

impl Format for Asp {
    fn name(&self) -> &'static str {
        "asp"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lp"]
    }

    fn summary(&self) -> &'static str {
        "the graph as facts for clingo; with -o FILE.lp the encoding is written to FILE.encoding.lp"
    }

    fn beside(&self, model: &Model) -> Option<Beside> {
        let text = programs(model)?.asp;
        Some(Beside { extension: "encoding.lp", what: "the encoding", text })
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let model = export.hamiltonian(self.name())?;
        let edges = export.edges(self.name())?;
        export.write_header("%", out)?;
        writeln!(out, "vertex(1..{}).", edges.vertices)?;
        for vertex in 0..edges.vertices {
            writeln!(out, "name({},{}).", vertex + 1, quoted(&export.puzzle.label(vertex)))?;
        }
        if edges.directed {
            writeln!(out, "directed.")?;
        }
        let given = export.given_edges(edges.directed);
        for (a, b) in edges.list {
            writeln!(out, "edge({},{}).", a + 1, b + 1)?;
        }
        for (a, b) in given {
            writeln!(out, "given({},{}).", a + 1, b + 1)?;
        }
        if model.closed {
            writeln!(out, "closed.")?;
            return Ok(None);
        }
        for (name, end) in [("first", model.start), ("last", model.end)] {
            if let Some(vertex) = end {
                writeln!(out, "{name}({}).", vertex + 1)?;
            }
        }
        Ok(None)
    }
}
