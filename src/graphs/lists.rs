//! Edge lists and adjacency lists: lines of names, as `NetworkX`, igraph and SNAP write them.

use std::borrow::Cow;

use super::{
    GraphError, InputFormat, NamedGraph, Weight, arcs::GatheredEdges, scanner::Scanner,
    vertex_names::VertexNames,
};
use crate::limits::Permit;

/// `edge-list`: two names a line, behind them a weight, as a number or in `NetworkX`'s words
/// `{'weight': 3}`, and whatever else; a name alone is a vertex without an edge here. Vertices are in the order in which they are named.
///
/// A word that begins with `#` or `%` begins a comment. The graph is undirected, as these files do not
/// say; loops and repeated edges are left out.
///
/// Source: `NetworkX` reference, `read_edgelist`.
pub struct EdgeListReader;

/// `adjacency-list`: a name and those of its neighbours a line; an edge may stand in the line of one
/// of its ends or of both.
///
/// Comments, direction, loops and repeated edges as in [`EdgeListReader`].
///
/// Source: `NetworkX` reference, `read_adjlist`.
pub struct AdjacencyListReader;

impl InputFormat for EdgeListReader {
    fn name(&self) -> &'static str {
        "edge-list"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["edgelist", "edges", "el"]
    }

    fn summary(&self) -> &'static str {
        "two names a line, as NetworkX, igraph and SNAP write edges"
    }

    fn read_within(&self, text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
        read(text, 1, permit)
    }
}

impl InputFormat for AdjacencyListReader {
    fn name(&self) -> &'static str {
        "adjacency-list"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["adjlist", "adj"]
    }

    fn summary(&self) -> &'static str {
        "a name and those of its neighbours a line, as NetworkX writes them"
    }

    fn read_within(&self, text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
        read(text, usize::MAX, permit)
    }
}

/// Reads lines of a name and at most so many neighbours; what is behind them says nothing.
fn read(text: &str, most: usize, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
    let mut scanner = Scanner::new(text);
    let mut names = VertexNames::new(permit);
    let mut edges = GatheredEdges::new(false, permit);
    while scanner.peek().is_some() {
        let mut first = None;
        let mut ends: Option<(u32, u32)> = None;
        let mut neighbours = 0;
        loop {
            let (place, word) = scanner.word(false);
            if word.is_empty() {
                break;
            }
            if word.starts_with(['#', '%']) {
                scanner.rest_of_line();
                break;
            }
            if neighbours == most {
                let (_, rest) = scanner.rest_of_line();
                if let (Some(ends), Some(weight)) = (ends, weight(word, rest)) {
                    let weighed = edges.weigh(ends.0, ends.1, weight);
                    weighed.map_err(|problem| scanner.error_at(place, problem))?;
                }
                break;
            }
            let named = names.number(Cow::Borrowed(word)).and_then(|vertex| {
                first.map_or(Ok(()), |first| edges.push(first, vertex))?;
                Ok(vertex)
            });
            let vertex = named.map_err(|problem| scanner.error_at(place, problem))?;
            neighbours += usize::from(first.is_some());
            ends = first.map(|first| (first, vertex));
            first.get_or_insert(vertex);
        }
    }
    Ok(edges.graph(names.into_names()))
}

/// The weight that stands behind the two ends of an edge, its first word and the rest of the line:
/// a number, or that of the key `'weight'`.
fn weight(word: &str, rest: &str) -> Option<Weight> {
    if word.parse::<f64>().is_ok() {
        return Some(Weight::written(word));
    }
    let is_key = word.starts_with('{');
    let text = is_key.then(|| format!("{word} {rest}"))?;
    let (_, behind) = text.split_once("'weight':")?;
    let end = behind.find([',', '}']).unwrap_or(behind.len());
    Some(Weight::written(&behind[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_lists_of_other_programs() {
        let text = "# a comment\r\na b {'weight': 3}\r\nb c 1.5\n\n% of KONECT\nc a # behind\nd\nd d\na b\n";
        let graph = EdgeListReader.read(text).unwrap();
        assert_eq!(graph.names, ["a", "b", "c", "d"]);
        assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2)]);
        assert!(!graph.directed);
        assert_eq!(graph.weights, [3.0, 1.0, 1.5].map(Weight::of));
        assert_eq!(EdgeListReader.read("").unwrap(), NamedGraph::default());
        // A name may hold the mark of a comment.
        assert_eq!(EdgeListReader.read("a#1 b%").unwrap().names, ["a#1", "b%"]);
    }

    #[test]
    fn adjacency_lists_of_other_programs() {
        let text = "#/usr/bin/python\n# GMT Sun\n0 1 2\n1 2 0\n2\n3\n";
        let graph = AdjacencyListReader.read(text).unwrap();
        assert_eq!(graph.names, ["0", "1", "2", "3"]);
        assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2)]);
    }
}
