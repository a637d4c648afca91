//! Plain adjacency and weight matrices: rows of numbers.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::GraphBuilder,
    matrix_market::one_way,
    scanner::{Scanner, brief},
};

/// `matrix`: one row of numbers per line, separated by blanks, tabs, commas or semicolons, with as
/// many rows as columns; each nonzero number is an edge with this weight.
///
/// A symmetric matrix is an undirected graph, any other a directed one, with arcs from row to
/// column. If all edges weigh 1, they have no weights. Numbers on the diagonal are loops, and are
/// dropped. Vertices are `1` to `N`, unless the first line has their names; then each row may begin
/// with its own. A line that begins with `#` or `%` is a comment.
pub static MATRIX: GraphFileFormat = GraphFileFormat {
    name: "matrix",
    extensions: &["mat"],
    summary: "an adjacency matrix: rows of 0 and 1, or of weights, separated by blanks or commas",
    read: |text, reading, _| read(text, reading),
    writes: "the adjacency matrix of the moves or attacks, rows of numbers",
    has_vertex_weights: false,
    has_edge_weights: true,
    // Each occurs in both directions.
    bytes_an_edge: 24,
    write,
    ..GraphFileFormat::BASE
};

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let mut scanner = Scanner::new(text);
    let mut rows = std::iter::from_fn(|| {
        while scanner.peek().is_some() {
            let (place, row) = scanner.rest_of_line();
            if !row.starts_with(['#', '%']) {
                return Some((place, row));
            }
        }
        None
    })
    .peekable();
    let wrong = |place, problem: String| GraphError::at(text, place, problem);
    let is_number = |(_, cell): (usize, &str)| cell.parse::<f64>().is_ok();
    let has_names = rows.peek().is_some_and(|&(at, row)| !cells(at, row).all(is_number));
    let heading = rows.next_if(|_| has_names);
    // A row that begins with a name has one cell more than it has numbers.
    let first = rows.peek().copied();
    let is_corner = |(at, row)| cells(at, row).next().is_some_and(|(_, cell)| cell.is_empty());
    let names_rows = has_names
        && (heading.is_some_and(is_corner)
            || first.is_some_and(|(at, row)| !cells(at, row).next().is_none_or(is_number)));
    let width = first.map_or(0, |(at, row)| cells(at, row).count() - usize::from(names_rows));
    let mut builder = GraphBuilder::new(text, reading);
    builder.directed = true;
    if let Some((at, row)) = heading {
        let corner = cells(at, row).count().saturating_sub(width);
        for (place, name) in cells(at, row).skip(corner.min(usize::from(names_rows))) {
            builder.add_vertex(place, Cow::Borrowed(name))?;
        }
        let names = builder.vertices.len();
        if names as usize != width {
            let problem = format!("{names} column names, but {width} numbers in a row");
            return Err(wrong(at, problem));
        }
    }
    let mut vertices = 0;
    for (at, row) in rows {
        if names_rows
            && let Some((place, name)) = cells(at, row).next()
            && builder.vertices.find(name) != Some(vertices)
        {
            let problem = format!(
                "`{}` is not the name of column {}; the rows must be in the order of the columns",
                brief(name),
                vertices + 1
            );
            return Err(wrong(place, problem));
        }
        let mut count: u32 = 0;
        for (place, cell) in cells(at, row).skip(usize::from(names_rows)) {
            let value = cell.parse::<f64>();
            let value =
                value.map_err(|_| wrong(place, format!("`{}` is not a number", brief(cell))))?;
            // The diagonal of a matrix is not part of the graph.
            if value != 0.0 && count != vertices && (count as usize) < width {
                builder.edge(place, [vertices, count], Some(Weight::of(value)))?;
            }
            count += 1;
        }
        if count as usize != width {
            return Err(wrong(at, format!("{count} numbers, but the first row has {width}")));
        }
        vertices += 1;
    }
    if vertices as usize != width {
        let problem =
            format!("{vertices} rows of {width} numbers, but the matrix of a graph is square");
        return Err(wrong(text.len(), problem));
    }
    if !has_names {
        builder.vertices.number(1, vertices);
    }
    let mut graph = one_way(builder.graph()?, true, reading);
    if graph.weights.iter().all(|&weight| weight == Weight::ONE) {
        graph.weights = Vec::new();
    }
    Ok(graph)
}

/// The cells of a row with their places.
fn cells(place: usize, row: &str) -> impl Iterator<Item = (usize, &str)> {
    let separator = [',', ';', '\t'].into_iter().find(|&separator| row.contains(separator));
    // Between blanks there are no empty cells.
    let is_end =
        move |c: char| separator.map_or(c.is_ascii_whitespace(), |separator| c == separator);
    let mut rest = Some(row);
    std::iter::from_fn(move || {
        let mut text = rest?;
        if separator.is_none() {
            text = text.trim_ascii_start();
        }
        let at = place + row.len() - text.len();
        let (cell, behind) = match text.find(is_end) {
            Some(end) => (&text[..end], Some(text[end + 1..].trim_start_matches(' '))),
            None => (text, None),
        };
        rest = behind;
        Some((at, cell.trim_ascii()))
    })
}

/// Writes the matrix of a graph by rows, undirected edges in both directions.
fn write(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    graph.write_comments("#", out)?;
    let mut entries = Vec::new();
    for ((a, b), weight) in graph.weighted_edges() {
        entries.push((a, b, weight.unwrap_or(1)));
        if !graph.directed {
            entries.push((b, a, weight.unwrap_or(1)));
        }
    }
    entries.sort_unstable();
    let mut entries = entries.into_iter().peekable();
    for row in 0..graph.vertices {
        for column in 0..graph.vertices {
            let entry = entries.next_if(|&(a, b, _)| (a, b) == (row, column));
            let blank = if column == 0 { "" } else { " " };
            write!(out, "{blank}{}", entry.map_or(0, |(_, _, weight)| weight))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::exported_graph::NamesOnly;

    /// The names, the edges and the weights.
    fn shown(text: &str) -> String {
        match MATRIX.read(text) {
            Ok(graph) => {
                let weights: Vec<f64> = graph.weights.iter().map(|weight| weight.value()).collect();
                let directed = if graph.directed { "directed " } else { "" };
                format!("{directed}{} {:?} {weights:?}", graph.names.join(" "), graph.edges)
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn matrices_with_blanks_and_commas() {
        let path = "1 2 3 [(0, 1), (1, 2)] []";
        for text in [
            "0 1 0\n1 0 1\n0 1 0\n",
            "# x\r\n 0  1 0 \r\n1 0 1\r\n\r\n0 1 7\r\n",
            "0,1,0\r1, 0, 1\r0,1,0",
            "0;1;0\n1;0;1\n0;1;0.0\n",
            "0\t1\t0\n1\t0\t1\n0\t1\t0\n",
        ] {
            assert_eq!(shown(text), path, "{text:?}");
        }
        assert_eq!(shown("0 2.5\n2.5 0\n"), "1 2 [(0, 1)] [2.5]");
        assert_eq!(shown("0 2\n3 0\n"), "directed 1 2 [(0, 1), (1, 0)] [2.0, 3.0]");
        assert_eq!(shown("0 1\n0 0\n"), "directed 1 2 [(0, 1)] []");
        assert_eq!(shown(""), " [] []");
        assert_eq!(shown("0"), "1 [] []");
        let named = "a b [(0, 1)] []";
        for text in ["a,b\n0,1\n1,0\n", ",a,b\na,0,1\nb,1,0\n", "x a b\na 0 1\nb 1 0\n"] {
            assert_eq!(shown(text), named, "{text:?}");
        }
        assert_eq!(shown(",0,1\n0,0,1\n1,1,0\n"), "0 1 [(0, 1)] []");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, expected) in [
            ("0 1\n1 0\n0 0\n", "4:1: 3 rows of 2 numbers, but the matrix of a graph is square"),
            ("0 1\n1\n", "2:1: 1 numbers, but the first row has 2"),
            ("0 1\n1 0 1\n", "2:1: 3 numbers, but the first row has 2"),
            ("0 1\nx 0\n", "2:1: `x` is not a number"),
            ("0,1\n1,\n", "2:3: `` is not a number"),
            ("a b\n0\n", "1:1: 2 column names, but 1 numbers in a row"),
            ("a a\n0 1\n1 0\n", "1:3: duplicate vertex `a`"),
            (",a,b\nb,0,1\na,1,0\n", "2:1: `b` is not the name of column 1"),
        ] {
            let shown = shown(text);
            assert!(shown.starts_with(expected), "{text:?}: {shown}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let list = [(0, 2), (1, 2)];
        for (directed, weights) in [(false, None), (true, None), (false, Some(vec![7, 1]))] {
            let graph = ExportedGraph::listed(directed, 3, &list, &NamesOnly(&[]));
            let graph = ExportedGraph { edge_weights: weights.clone(), ..graph };
            let mut text = Vec::new();
            write(&graph, &mut text).unwrap();
            let graph = MATRIX.read(std::str::from_utf8(&text).unwrap()).unwrap();
            assert_eq!((graph.directed, &graph.edges[..]), (directed, &list[..]));
            let read: Vec<u64> =
                graph.weights.iter().filter_map(|weight| weight.whole()).map(u64::from).collect();
            assert_eq!(read, weights.unwrap_or_default());
        }
    }
}
