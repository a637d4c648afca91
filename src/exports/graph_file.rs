//! Formats of graphs that stand with their readers in `src/core/graphs/`: tables of edges, matrices, GEXF.

use std::io::Write;

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::{
    documents::map::MapDocument,
    graphs::{delimited, gexf, matrix, xml::attribute_text},
};

/// A graph format, of which one function writes all.
pub struct GraphFile {
    name: &'static str,
    extensions: &'static [&'static str],
    summary: &'static str,
    has_vertex_weights: bool,
    write: fn(&Export<'_>, ExportedEdges<'_>, &mut dyn Write) -> Result<(), ExportError>,
}

/// `csv`: `source,target`, with `weight` and `type` where edges have weights and directions, then an
/// edge a line; a vertex without an edge has an empty target. What is given is lost.
pub static CSV: GraphFile = GraphFile {
    name: "csv",
    extensions: &["csv"],
    summary: "the graph of the moves or attacks, a table of edges for Gephi and spreadsheets",
    has_vertex_weights: false,
    write: |export, edges, out| write_table(export, "csv", edges, out),
};

/// `tsv`: as [`CSV`], with tabs.
pub static TSV: GraphFile = GraphFile {
    name: "tsv",
    extensions: &["tsv"],
    summary: "the graph of the moves or attacks, a table of edges with tabs",
    has_vertex_weights: false,
    write: |export, edges, out| write_table(export, "tsv", edges, out),
};

/// `matrix`: the adjacency matrix with blanks, or that of the weights. Names and what is given are lost.
pub static MATRIX: GraphFile = GraphFile {
    name: "matrix",
    extensions: &["mat"],
    summary: "the adjacency matrix of the moves or attacks, rows of numbers",
    has_vertex_weights: false,
    write: |export, edges, out| {
        export.run.reserve(matrix::BYTES_AN_EDGE.saturating_mul(edges.bound))?;
        export.write_header("#", out)?;
        Ok(matrix::write(edges, out)?)
    },
};

/// `gexf`: vertices `0`, `1`, … with their square, or piece on a square, as label; a vertex with a
/// weight has `weight`, an edge that must be used `given`.
pub static GEXF: GraphFile = GraphFile {
    name: "gexf",
    extensions: &["gexf"],
    summary: "the graph of the moves or attacks as GEXF, for Gephi",
    has_vertex_weights: true,
    write: |export, edges, out| {
        let given = export.given_edges(edges.directed);
        let name = |vertex| export.puzzle.label(vertex);
        let is_given = |edge| given.binary_search(&edge).is_ok();
        // Before anything is written.
        (0..edges.vertices)
            .try_for_each(|vertex| attribute_text("gexf", &name(vertex)).map(drop))?;
        Ok(gexf::write(edges, &export.header().join("\n"), &name, &is_given, out)?)
    },
};

fn write_table(
    export: &Export<'_>,
    format: &'static str,
    edges: ExportedEdges<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let name = |vertex| export.puzzle.label(vertex);
    if !(0..edges.vertices).all(|vertex| delimited::holds(&name(vertex))) {
        let problem = "the name of a vertex is empty";
        return Err(ExportError::Instance { format, problem });
    }
    Ok(delimited::write(format == "tsv", edges, &name, out)?)
}

impl Format for GraphFile {
    fn name(&self) -> &'static str {
        self.name
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.weighted_edges(self.name)?;
        let edges = if self.has_vertex_weights { edges } else { edges.unweighted(self.name)? };
        (self.write)(export, edges, out)?;
        Ok(None)
    }
}
