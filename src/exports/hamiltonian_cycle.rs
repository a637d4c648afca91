//! A Hamiltonian cycle problem, for formats that express nothing else, for example TSPLIB.

use std::io::Write;

use satranj_encodings::constraints::{DIRECTED_TOURS, are_all_of};

use super::{Export, ExportError, write_graph};
use crate::graphs::{ExportedGraph, GraphFileFormat, GraphTexts};

/// The texts of an export, with one comment more.
struct CommentedExport<'a> {
    export: &'a Export<'a>,
    comment: Option<String>,
}

impl GraphTexts for CommentedExport<'_> {
    fn title(&self) -> String {
        self.export.title()
    }

    fn comments(&self) -> Vec<String> {
        self.export.header().into_iter().chain(self.comment.clone()).collect()
    }
}

/// Writes a tour, with given moves as fixed edges.
///
/// An open tour becomes a cycle through one more vertex, the last, joined to the squares where the
/// tour may start or end. An open tour of one square is refused: it cannot become a cycle.
pub(super) fn write(
    format: &'static GraphFileFormat,
    export: &Export<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let model = export.model.as_hamiltonian();
    let model = model.filter(|_| are_all_of(DIRECTED_TOURS, export.model));
    let model = model.ok_or(ExportError::Unsupported(format.name))?;
    let graph = export.graph(format.name, false)?;
    let n = graph.vertices;
    let is_fixed = |vertex| !model.closed && model.ends_at(vertex) > 0;
    let has_free_end = !model.closed && model.free_ends() > 0;
    if !model.closed && n < 2 && !graph.directed {
        let problem = "a path of one vertex cannot become a cycle";
        return Err(ExportError::Instance { format: format.name, problem });
    }
    let comment =
        (!model.closed).then(|| format!("vertex {} joins the ends of the open tour", n + 1));
    let texts = CommentedExport { export, comment };
    let ends = || (0..n).filter(|&vertex| is_fixed(vertex) || has_free_end);
    let edges = || graph.edges().chain(ends().map(|vertex| (vertex, n)));
    let vertices = n + u32::from(!model.closed);
    let closed = ExportedGraph::new(graph.directed, vertices, graph.edge_count, edges, &texts);
    let fixed = (0..n).filter(|&vertex| is_fixed(vertex)).map(|vertex| (vertex, n));
    let given_edges = model.given.iter().copied().chain(fixed).collect();
    write_graph(format, &ExportedGraph { given_edges, ..closed }, export.run, out)
}
