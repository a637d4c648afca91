//! Edge lists and adjacency lists of the graph: lines of names.

use std::io::{self, Write};

use fixedbitset::FixedBitSet;

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::{documents::map::MapDocument, graphs::lists::ALONE};

/// `edge-list`: the names of two vertices a line, then [`ALONE`] and each vertex without an edge alone in
/// a line. What is given is lost.
pub struct EdgeList;

/// `adjacency-list`: for each vertex a line with its name and those of its neighbours that come
/// later. What is given is lost.
pub struct AdjacencyList;

impl Format for EdgeList {
    fn name(&self) -> &'static str {
        "edge-list"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["edgelist", "edges"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks, an edge a line, for NetworkX and igraph"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = edges(export, self.name())?;
        export.write_header("#", out)?;
        write_edges(edges, &|vertex| export.puzzle.label(vertex), out)?;
        Ok(None)
    }
}

impl Format for AdjacencyList {
    fn name(&self) -> &'static str {
        "adjacency-list"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["adjlist"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks, the neighbours of a vertex a line, for NetworkX"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = edges(export, self.name())?;
        export.write_header("#", out)?;
        write_neighbours(edges, &|vertex| export.puzzle.label(vertex), out)?;
        Ok(None)
    }
}

/// The edges, if each name is a word that begins no comment.
fn edges<'a>(
    export: &'a Export<'_>,
    format: &'static str,
) -> Result<ExportedEdges<'a>, ExportError> {
    let edges = export.edges(format)?.undirected(format)?.unweighted(format)?;
    if (0..edges.vertices).all(|vertex| is_word(&export.puzzle.label(vertex))) {
        return Ok(edges);
    }
    let problem = "the name of a vertex is no word: it is empty, has a blank, a comma or a semicolon, \
                   or begins with # or %";
    Err(ExportError::Instance { format, problem })
}

/// Whether a name is a word that begins no comment.
pub(crate) fn is_word(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|c: char| c.is_whitespace() || c.is_control() || [',', ';'].contains(&c))
        && !name.starts_with(['#', '%'])
}

/// Writes an edge a line, then the vertices without one.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_edges(
    edges: ExportedEdges<'_>,
    name: &dyn Fn(u32) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut alone = FixedBitSet::with_capacity(edges.vertices as usize);
    alone.insert_range(..);
    for (a, b) in edges.list {
        alone.set(a as usize, false);
        alone.set(b as usize, false);
        writeln!(out, "{} {}", name(a), name(b))?;
    }
    if !alone.is_clear() {
        writeln!(out, "{ALONE}")?;
    }
    alone.ones().try_for_each(|vertex| writeln!(out, "{}", name(vertex as u32)))
}

/// Writes a line for each vertex.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_neighbours(
    edges: ExportedEdges<'_>,
    name: &dyn Fn(u32) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut list = edges.list.peekable();
    for vertex in 0..edges.vertices {
        write!(out, "{}", name(vertex))?;
        while let Some((_, neighbour)) = list.next_if(|&(first, _)| first == vertex) {
            write!(out, " {}", name(neighbour))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
