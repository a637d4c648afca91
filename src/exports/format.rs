//! The formats, each with its names, what it can express, and its writer.

use std::{io::Write, sync::LazyLock};

use satranj_encodings::{model::Model, registry as encodings};

use super::{Export, ExportError, hamiltonian_cycle, opb, programs, satisfiability};
use crate::{
    documents::map::MapDocument,
    graphs::{self, ExportedGraph, GraphFileFormat},
    run::Run,
};

/// How a format writes the cubes of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaCut {
    /// Each cube as its own case.
    Cases,
    /// A statement that no cube has a model.
    Cover,
}

/// A file written beside an export, the same for every instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// Its extension, which replaces that of the export.
    pub extension: &'static str,
    /// A noun for it, with an article.
    pub what: &'static str,
    /// Its whole text; it begins with [`programs::BEGINNING`].
    pub text: &'static str,
}

/// The writer of a format; for a formula or a program it returns the map that decodes answers.
#[derive(Clone, Copy)]
pub(crate) enum FormatWriter {
    /// A graph.
    Graph(&'static GraphFileFormat),
    /// A writer of the whole export.
    Whole(fn(&Export<'_>, &mut dyn Write) -> Result<Option<MapDocument>, ExportError>),
}

/// An export format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The extensions of its files, without the dot, in lower case; the first is the usual one.
    pub extensions: &'static [&'static str],
    /// One line for `satranj list formats`.
    pub summary: &'static str,
    /// Whether it holds a formula, of which solvers give models.
    pub has_models: bool,
    /// Whether it holds the data of a program, to which solvers give answers.
    pub is_program: bool,
    /// Whether it can say which variables are counted.
    pub has_projection: bool,
    /// How it writes the cubes of a formula, if it can.
    pub cuts: Option<FormulaCut>,
    /// The file beside the export of a model, if there is one.
    pub beside: fn(&Model) -> Option<Beside>,
    pub(super) is_of_clauses: fn(&Model, bool) -> bool,
    pub(super) writer: FormatWriter,
}

impl Format {
    /// A format without models that writes nothing.
    pub(crate) const BASE: Self = Self {
        name: "",
        extensions: &[],
        summary: "",
        has_models: false,
        is_program: false,
        has_projection: false,
        cuts: None,
        beside: |_| None,
        is_of_clauses: |_, _| true,
        writer: FormatWriter::Whole(|_, _| Ok(None)),
    };

    /// A format of graphs.
    fn of_graphs(format: &'static GraphFileFormat) -> Self {
        let GraphFileFormat { name, extensions, writes: summary, .. } = *format;
        Self { name, extensions, summary, writer: FormatWriter::Graph(format), ..Self::BASE }
    }

    /// Whether there is a map that decodes models or answers.
    #[must_use]
    pub fn has_map(&self) -> bool {
        self.has_models || self.is_program
    }

    /// Whether it writes the clauses of an encoding, which may be named.
    #[must_use]
    pub fn is_of_clauses(&self, model: &Model, is_encoding_named: bool) -> bool {
        self.has_models && (self.is_of_clauses)(model, is_encoding_named)
    }

    /// Whether it can express puzzles of this model; a size or an option may still forbid one.
    #[must_use]
    pub fn expresses(&self, model: &Model) -> bool {
        match self.writer {
            FormatWriter::Graph(format) if format.asks_for_cycle => {
                model.as_hamiltonian().is_some()
            }
            FormatWriter::Graph(_) => model.as_exchange().is_none(),
            FormatWriter::Whole(_) if self.has_models => {
                encodings::encodings().iter().any(|encoding| encoding.supports(model))
            }
            FormatWriter::Whole(_) => (self.beside)(model).is_some(),
        }
    }

    /// Writes the export; returns the map that decodes its models, if it has any.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        match self.writer {
            FormatWriter::Graph(format) if format.asks_for_cycle => {
                hamiltonian_cycle::write(format, export, out)?;
            }
            FormatWriter::Graph(format) => {
                write_graph(
                    format,
                    &export.graph(format.name, format.has_edge_weights)?,
                    export.run,
                    out,
                )?;
            }
            FormatWriter::Whole(write) => return write(export, out),
        }
        Ok(None)
    }
}

/// Writes a graph, if the format can express it.
///
/// # Errors
/// [`ExportError`].
pub(crate) fn write_graph(
    format: &GraphFileFormat,
    graph: &ExportedGraph<'_>,
    run: &Run,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let name = format.name;
    if graph.directed && !format.has_arcs {
        return Err(ExportError::Directed(name));
    }
    if graph.weights.is_some() && !format.has_vertex_weights {
        return Err(ExportError::Weighted(name));
    }
    fits(format, graph.vertices)?;
    if let Some(problem) =
        (0..graph.vertices).find_map(|vertex| (format.refuses)(&graph.name(vertex)))
    {
        return Err(ExportError::Instance { format: name, problem });
    }
    run.reserve(format.bytes_an_edge.saturating_mul(graph.edge_count))?;
    Ok((format.write)(graph, out)?)
}

/// Checks that a format can number this many vertices.
///
/// # Errors
/// [`ExportError::TooManyVertices`].
pub(crate) fn fits(format: &GraphFileFormat, vertices: u32) -> Result<(), ExportError> {
    if vertices > format.most_vertices {
        return Err(ExportError::TooManyVertices { format: format.name, vertices });
    }
    Ok(())
}

/// The formats of graphs that come first in lists.
const FIRST: [&str; 6] = ["dot", "graphml", "graph6", "hcp", "node-link", "edge"];

/// All formats: of formulas, of graphs, of programs.
#[must_use]
pub fn registry() -> &'static [Format] {
    static FORMATS: LazyLock<Vec<Format>> = LazyLock::new(|| {
        let place = |name| FIRST.iter().position(|&first| first == name).unwrap_or(FIRST.len());
        let mut graphs = graphs::registry().to_vec();
        graphs.sort_by_key(|format| place(format.name));
        let formulas =
            [satisfiability::DIMACS, satisfiability::ICNF, satisfiability::WCNF, opb::OPB];
        let graphs = graphs.into_iter().map(Format::of_graphs);
        formulas.into_iter().chain(graphs).chain([programs::MINIZINC, programs::ASP]).collect()
    });
    &FORMATS
}

/// The format with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Format> {
    registry().iter().find(|format| format.name == name)
}
