//! graph6 of the graph, digraph6 of a directed one.

use std::io::{self, Write};

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `graph6`: the graph as one line of printable characters, without any header; a directed graph
/// as digraph6, which begins with `&`.
///
/// The line is written as it is made, a bit for each pair of vertices: O(n²) time, O(m) memory.
///
/// Source: `McKay`, "Description of graph6, sparse6 and digraph6 encodings".
pub struct Graph6;

/// The most vertices whose number takes four characters.
const MOST_VERTICES: u32 = 258_047;

impl Format for Graph6 {
    fn name(&self) -> &'static str {
        "graph6"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["g6", "d6", "graph6", "digraph6"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as one line of graph6, for nauty and others"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?.unweighted(self.name())?;
        let vertices = edges.vertices;
        check_size(vertices)?;
        export.run.reserve(edges.bound * size_of::<(u32, u32)>() as u64)?;
        write_line(edges, out)?;
        Ok(None)
    }
}

/// Checks that this many vertices can be written.
///
/// # Errors
/// [`ExportError::TooManyVertices`].
pub(crate) fn check_size(vertices: u32) -> Result<(), ExportError> {
    if vertices > MOST_VERTICES {
        return Err(ExportError::TooManyVertices { format: "graph6", vertices });
    }
    Ok(())
}

/// Writes a graph of at most [`MOST_VERTICES`].
///
/// # Errors
/// What the writer says.
pub(crate) fn write_line(edges: ExportedEdges<'_>, out: &mut dyn Write) -> io::Result<()> {
    let n = u64::from(edges.vertices);
    if edges.directed {
        out.write_all(b"&")?;
        write_number(edges.vertices, out)?;
        write_bits(n * n, edges.list.map(|(a, b)| u64::from(a) * n + u64::from(b)), out)?;
    } else {
        write_number(edges.vertices, out)?;
        // For each vertex in turn a bit for each smaller one.
        let mut columns: Vec<(u32, u32)> = edges.list.map(|(a, b)| (b, a)).collect();
        columns.sort_unstable();
        let bit = |(b, a): (u32, u32)| u64::from(b) * (u64::from(b) - 1) / 2 + u64::from(a);
        write_bits(n * n.saturating_sub(1) / 2, columns.into_iter().map(bit), out)?;
    }
    out.write_all(b"\n")
}

/// A character of six bits.
fn printable(bits: u32) -> u8 {
    63 + (bits & 63) as u8
}

/// The number of vertices, as one character, or three behind `~`.
fn write_number(vertices: u32, out: &mut dyn Write) -> io::Result<()> {
    if vertices <= 62 {
        return out.write_all(&[printable(vertices)]);
    }
    let digits = [12, 6, 0].map(|shift| printable(vertices >> shift));
    out.write_all(b"~").and_then(|()| out.write_all(&digits))
}

/// This many bits, six a character, of which these, in rising order, are 1.
fn write_bits(count: u64, ones: impl Iterator<Item = u64>, out: &mut dyn Write) -> io::Result<()> {
    let mut ones = ones.peekable();
    let mut line = Vec::with_capacity(1 << 12);
    for begin in (0..count).step_by(6) {
        let mut bits = 0;
        while let Some(one) = ones.next_if(|&one| one < begin + 6) {
            bits |= 32 >> (one - begin);
        }
        line.push(printable(bits));
        if line.len() == line.capacity() {
            out.write_all(&line)?;
            line.clear();
        }
    }
    out.write_all(&line)
}

#[cfg(test)]
mod tests {
    use petgraph::graph6::from_graph6_representation;

    use super::*;
    use crate::graphs::{self, InputFormat};

    fn line(directed: bool, vertices: u32, list: &[(u32, u32)]) -> String {
        let mut out = Vec::new();
        write_line(ExportedEdges::listed(directed, vertices, list), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn examples_of_the_description() {
        assert_eq!(line(false, 5, &[(0, 2), (0, 4), (1, 3), (3, 4)]), "DQc\n");
        assert_eq!(line(true, 5, &[(0, 2), (0, 4), (3, 1), (3, 4)]), "&DI?AO?\n");
        assert_eq!(line(false, 0, &[]), "?\n");
        assert_eq!(line(false, 1, &[]), "@\n");
    }

    #[test]
    fn petgraph_and_our_reader_read_it() {
        for n in [2, 3, 7, 62, 63, 100] {
            let edges: Vec<(u32, u32)> = (0..n)
                .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
                .filter(|(a, b)| (a * 7 + b * b) % 3 == 0)
                .collect();
            let text = line(false, n, &edges);
            let (vertices, mut found) =
                from_graph6_representation::<u32>(text.trim_end().to_string());
            found.sort_unstable();
            assert_eq!((vertices as u32, &found), (n, &edges));
            assert_eq!(graphs::graph6::Graph6Reader.read(&text).unwrap().edges, edges);
            let arcs: Vec<(u32, u32)> = (0..n)
                .flat_map(|a| (0..n).map(move |b| (a, b)))
                .filter(|(a, b)| a != b && (a * 5 + b * b) % 4 == 0)
                .collect();
            let read = graphs::graph6::Graph6Reader.read(&line(true, n, &arcs)).unwrap();
            assert_eq!((read.directed, read.edges), (true, arcs));
        }
    }
}
