//! TSPLIB `hcp`: a Hamiltonian cycle problem as an edge list.

use std::io::{self, Write};

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `hcp`: vertices are numbered from 1 in reading order; given moves are fixed edges.
///
/// TSPLIB knows cycles only. An open tour becomes a cycle through one more vertex, the
/// last, joined to the squares where the tour may start or end; that of one square, which would
/// become no cycle, is refused. It knows no directed graphs.
pub struct Hcp;

impl Format for Hcp {
    fn name(&self) -> &'static str {
        "hcp"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["hcp"]
    }

    fn summary(&self) -> &'static str {
        "TSPLIB Hamiltonian cycle problem, for LKH and others"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let model = export.hamiltonian(self.name())?;
        let mut edges = export.edges(self.name())?.undirected(self.name())?;
        let n = edges.vertices;
        if !model.closed && n < 2 {
            let problem = "with one more vertex a path of one is still no cycle";
            return Err(ExportError::Instance { format: self.name(), problem });
        }
        let mut comments = export.header();
        let mut fixed = model.given.clone();
        if !model.closed {
            comments.push(format!("vertex {} joins the ends of the open tour", n + 1));
            let is_fixed = |vertex| model.start == Some(vertex) || model.end == Some(vertex);
            let has_free_end = model.start.is_none() || model.end.is_none();
            let ends = (0..n).filter(move |&vertex| is_fixed(vertex) || has_free_end);
            edges.list = Box::new(edges.list.chain(ends.map(move |vertex| (vertex, n))));
            edges.vertices += 1;
            fixed.extend((0..n).filter(|&vertex| is_fixed(vertex)).map(|vertex| (vertex, n)));
        }
        write_problem(&export.puzzle.title(), &comments, edges, &fixed, out)?;
        Ok(None)
    }
}

/// Writes a problem. In its name all but letters and digits becomes `-`, for LKH takes one word.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_problem(
    name: &str,
    comments: &[String],
    edges: ExportedEdges<'_>,
    fixed: &[(u32, u32)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    writeln!(out, "NAME : {}", name.chars().map(letter).collect::<String>())?;
    for comment in comments {
        writeln!(out, "COMMENT : {comment}")?;
    }
    writeln!(out, "TYPE : HCP")?;
    writeln!(out, "DIMENSION : {}", edges.vertices)?;
    writeln!(out, "EDGE_DATA_FORMAT : EDGE_LIST")?;
    writeln!(out, "EDGE_DATA_SECTION")?;
    for (a, b) in edges.list {
        writeln!(out, "{} {}", a + 1, b + 1)?;
    }
    writeln!(out, "-1")?;
    if !fixed.is_empty() {
        writeln!(out, "FIXED_EDGES_SECTION")?;
        for (a, b) in fixed {
            writeln!(out, "{} {}", a + 1, b + 1)?;
        }
        writeln!(out, "-1")?;
    }
    writeln!(out, "EOF")
}
