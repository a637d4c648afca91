//! TSPLIB `hcp`: a Hamiltonian cycle problem as an edge list.

use std::io::Write;

use super::{Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `hcp`: vertices are numbered from 1 in reading order; given moves are fixed edges.
///
/// TSPLIB knows cycles only. An open tour becomes a cycle through one more vertex, the
/// last, joined to the squares where the tour may start or end.
pub struct Hcp;

impl Format for Hcp {
    fn name(&self) -> &'static str {
        "hcp"
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
        let graph = model.graph();
        let n = graph.vertices();
        let name: String = export
            .puzzle
            .title()
            .chars()
            .map(|character| if character.is_ascii_alphanumeric() { character } else { '-' })
            .collect();
        writeln!(out, "NAME : {name}")?;
        export.write_header("COMMENT :", out)?;
        if !model.closed {
            writeln!(out, "COMMENT : vertex {} joins the ends of the open tour", n + 1)?;
        }
        writeln!(out, "TYPE : HCP")?;
        writeln!(out, "DIMENSION : {}", n + u32::from(!model.closed))?;
        writeln!(out, "EDGE_DATA_FORMAT : EDGE_LIST")?;
        writeln!(out, "EDGE_DATA_SECTION")?;
        for (a, b) in graph.edge_list() {
            writeln!(out, "{} {}", a + 1, b + 1)?;
        }
        let mut fixed: Vec<(u32, u32)> = model.given.iter().map(|&(a, b)| (a + 1, b + 1)).collect();
        if !model.closed {
            for vertex in 0..n {
                let is_fixed = model.start == Some(vertex) || model.end == Some(vertex);
                if is_fixed || model.start.is_none() || model.end.is_none() {
                    writeln!(out, "{} {}", vertex + 1, n + 1)?;
                }
                if is_fixed {
                    fixed.push((vertex + 1, n + 1));
                }
            }
        }
        writeln!(out, "-1")?;
        if !fixed.is_empty() {
            writeln!(out, "FIXED_EDGES_SECTION")?;
            for (a, b) in fixed {
                writeln!(out, "{a} {b}")?;
            }
            writeln!(out, "-1")?;
        }
        writeln!(out, "EOF")?;
        Ok(None)
    }
}
