//! Matrix Market files (`.mtx`) as adjacency matrices.

use std::io::{self, Write};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, MOST_VERTICES, NamedGraph, Places, Weight,
    builder::GraphBuilder,
    scanner::{Scanner, brief},
    too_many,
};
use crate::nearest::unknown;

/// `matrix-market`: a square matrix, `coordinate` or `array`; each entry other than 0 is an edge,
/// vertices are `1` to `N`.
///
/// A `symmetric`, `skew-symmetric` or `hermitian` matrix is an undirected graph, and so is a
/// `general` one with symmetric positions of entries; any other is a directed one, with arcs from
/// row to column. A numeric entry is the weight of its edge. Entries on the diagonal are loops, and
/// are dropped.
///
/// Source: Boisvert, Pozo and Remington, "The Matrix Market exchange formats", NISTIR 5935, 1996.
pub static MATRIX_MARKET: GraphFileFormat = GraphFileFormat {
    name: "matrix-market",
    extensions: &["mtx"],
    more_extensions: &["mm"],
    summary: "Matrix Market: a square matrix in which each nonzero entry is an edge",
    begins: |line| {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case(BANNER)
    },
    read: |text, reading, _| read(text, reading),
    writes: "the adjacency matrix of the moves or attacks, for SciPy, Octave and Julia",
    has_vertex_weights: false,
    write: write_graph,
    ..GraphFileFormat::BASE
};

/// The beginning of a file, ignoring case.
const BANNER: &str = "%%MatrixMarket";

/// The first line.
struct Banner {
    /// Whether only nonzero entries are listed, with their positions.
    is_coordinate: bool,
    /// Numbers per entry.
    numbers: usize,
    /// Whether entries above the diagonal are omitted.
    is_symmetric: bool,
    /// Whether those on it are omitted too.
    is_skew: bool,
}

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let builder = GraphBuilder::new(text, reading);
    let mut matrix = MatrixReader { scanner: Scanner::new(text), builder };
    let banner = matrix.banner()?;
    while matrix.scanner.peek() == Some('%') {
        matrix.scanner.rest_of_line();
    }
    let vertices = matrix.size()?;
    matrix.builder.vertices.number(1, vertices);
    matrix.builder.directed = !banner.is_symmetric;
    if banner.is_coordinate {
        matrix.coordinates(&banner, vertices)?;
    } else {
        matrix.scanner.end_line("the line has the numbers of rows and columns")?;
        matrix.array(&banner, vertices)?;
    }
    let (place, word) = matrix.scanner.word(true);
    if !word.is_empty() {
        let problem = format!("`{}` was not expected; the matrix has ended", brief(word));
        return Err(matrix.scanner.error_at(place, problem));
    }
    let graph = matrix.builder.graph()?;
    Ok(if graph.directed { one_way(graph, false, reading) } else { graph })
}

/// The undirected graph, if each arc has an opposite arc (with the same weight, if
/// `with_same_weights`). The weight of an edge with two different weights is not a number.
pub(super) fn one_way(
    graph: NamedGraph,
    with_same_weights: bool,
    reading: GraphReading<'_>,
) -> NamedGraph {
    if reading.directed.is_some() {
        return graph;
    }
    let weight = |at: usize| graph.weights.get(at).copied();
    let back = |&(from, to): &(u32, u32)| graph.edges.binary_search(&(to, from)).ok();
    let mut arcs = (0..).zip(&graph.edges);
    if !arcs.all(|(at, arc)| {
        back(arc).is_some_and(|back| !with_same_weights || weight(at) == weight(back))
    }) {
        return graph;
    }
    let edges = (0..).zip(&graph.edges).filter(|(_, (from, to))| from < to);
    let weights = edges.clone().filter_map(|(at, arc)| {
        let (one, other) = (weight(at)?, back(arc).and_then(weight)?);
        Some(if one == other { one } else { Weight::of(f64::NAN) })
    });
    let (weights, edges) = (weights.collect(), edges.map(|(_, &edge)| edge).collect());
    let places = Places { directed: None, ..graph.places };
    NamedGraph { directed: false, edges, weights, places, ..graph }
}

/// The value of an entry.
struct MatrixEntry {
    /// Whether it is not 0.
    is_edge: bool,
    /// Its number, if it is one.
    weight: Option<Weight>,
}

/// A file that is being read.
struct MatrixReader<'a> {
    scanner: Scanner<'a>,
    builder: GraphBuilder<'a>,
}

impl MatrixReader<'_> {
    /// Reads one of these words, ignoring case; returns its index.
    fn one_of(&mut self, known: &[&str]) -> Result<usize, GraphError> {
        let (place, word) = self.scanner.word(false);
        let found = known.iter().position(|known| word.eq_ignore_ascii_case(known));
        found.ok_or_else(|| {
            let problem = unknown("word", &brief(word), known.iter().copied());
            self.scanner.error_at(place, problem)
        })
    }

    fn banner(&mut self) -> Result<Banner, GraphError> {
        self.scanner.skip_blanks(true);
        self.one_of(&[BANNER])?;
        self.one_of(&["matrix"])?;
        let is_coordinate = self.one_of(&["coordinate", "array"])? == 0;
        let values = ["pattern", "real", "integer", "double", "complex"];
        let numbers = match self.one_of(&values[usize::from(!is_coordinate)..])? {
            0 if is_coordinate => 0,
            4 if is_coordinate => 2,
            3 if !is_coordinate => 2,
            _ => 1,
        };
        let form = self.one_of(&["general", "symmetric", "skew-symmetric", "hermitian"])?;
        self.scanner.end_line("the first line has five words")?;
        Ok(Banner { is_coordinate, numbers, is_symmetric: form > 0, is_skew: form == 2 })
    }

    /// The number of rows, which must equal that of columns.
    fn size(&mut self) -> Result<u32, GraphError> {
        let (place, rows) = self.scanner.number_of("rows")?;
        let (_, columns) = self.scanner.number_of("columns")?;
        if rows != columns {
            let problem =
                format!("{rows} rows and {columns} columns, but the matrix of a graph is square");
            return Err(self.scanner.error_at(place, problem));
        }
        if rows > MOST_VERTICES.into() {
            return Err(self.scanner.error_at(place, too_many(rows)));
        }
        Ok(rows as u32)
    }

    /// Reads the numbers of an entry.
    fn value(&mut self, numbers: usize, lines: bool) -> Result<MatrixEntry, GraphError> {
        let mut is_edge = numbers == 0;
        let mut weight = None;
        for _ in 0..numbers {
            let (place, word) = self.scanner.word(lines);
            let Ok(value) = word.parse::<f64>() else {
                let problem = format!("`{}` is not a number", brief(word));
                return Err(self.scanner.error_at(place, problem));
            };
            is_edge |= value != 0.0;
            weight = (numbers == 1).then(|| Weight::of(value));
        }
        Ok(MatrixEntry { is_edge, weight })
    }

    /// Reads entries with their positions.
    fn coordinates(&mut self, banner: &Banner, vertices: u32) -> Result<(), GraphError> {
        let (place, entries) = self.scanner.number_of("entries")?;
        self.scanner.end_line("the line has the numbers of rows, columns and entries")?;
        for entry in 0..entries {
            if self.scanner.peek().is_none() {
                let problem = format!("{entries} entries are announced, but there are {entry}");
                return Err(self.scanner.error_at(place, problem));
            }
            let (place, row) = self.scanner.vertex(true, vertices)?;
            let (_, column) = self.scanner.vertex(false, vertices)?;
            let entry = self.value(banner.numbers, false)?;
            self.scanner.end_line("an entry has its row, its column and its value")?;
            self.entry(place, [row, column], entry)?;
        }
        Ok(())
    }

    /// Reads all entries, column by column.
    fn array(&mut self, banner: &Banner, vertices: u32) -> Result<(), GraphError> {
        for column in 0..vertices {
            let first = if banner.is_symmetric { column } else { 0 };
            for row in first + u32::from(banner.is_skew)..vertices {
                let place = self.scanner.place();
                let entry = self.value(banner.numbers, true)?;
                self.entry(place, [row, column], entry)?;
            }
        }
        Ok(())
    }

    /// Adds an entry; the diagonal of a matrix is not part of the graph.
    fn entry(
        &mut self,
        place: usize,
        [row, column]: [u32; 2],
        MatrixEntry { is_edge, weight }: MatrixEntry,
    ) -> Result<(), GraphError> {
        if !is_edge || row == column {
            return Ok(());
        }
        self.builder.edge(place, [row, column], weight)
    }
}

/// Writes an undirected graph as the entries below the diagonal.
fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let form = if graph.directed { "general" } else { "symmetric" };
    writeln!(out, "%%MatrixMarket matrix coordinate pattern {form}")?;
    graph.write_comments("%", out)?;
    writeln!(out, "{0} {0} {1}", graph.vertices, graph.edge_count)?;
    graph.edges().try_for_each(|(a, b)| {
        let (row, column) = if graph.directed { (a, b) } else { (b, a) };
        writeln!(out, "{} {}", row + 1, column + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str) -> (bool, Vec<(u32, u32)>) {
        let graph = MATRIX_MARKET.read(text).unwrap();
        (graph.directed, graph.edges)
    }

    #[test]
    fn matrices_are_graphs() {
        let symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n% a comment\n\n3 3 \
                         3\n2 1\n3 2\n3 3\n";
        assert_eq!(edges(symmetric), (false, vec![(0, 1), (1, 2)]));
        let general =
            "%%matrixmarket MATRIX Coordinate real General\n3 3 3\n1 2 1.5\n2 3 -1e3\n3 1 0\n";
        assert_eq!(edges(general), (true, vec![(0, 1), (1, 2)]));
        let weights = |text| MATRIX_MARKET.read(text).unwrap().weights;
        assert_eq!(weights(general), [1.5, -1e3].map(Weight::of));
        assert!(weights(symmetric).is_empty());
        // Symmetric positions make it undirected.
        let both = "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 7\n2 1 7\n";
        assert_eq!(edges(both), (false, vec![(0, 1)]));
        assert_eq!(weights(both), [Weight::of(7.0)]);
        let two = "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 7\n2 1 6\n";
        assert!(weights(two)[0].whole().is_none());
        let complex = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 0 1\n";
        assert_eq!(edges(complex), (false, vec![(0, 1)]));
        let array = "%%MatrixMarket matrix array real general\n2 2\n0\n1\n0\n0\n";
        assert_eq!(edges(array), (true, vec![(1, 0)]));
        let array = "%%MatrixMarket matrix array complex general\n2 2\n0 0\n1 0\n0 0\n0 0\n";
        assert_eq!(edges(array), (true, vec![(1, 0)]));
        let lower = "%%MatrixMarket matrix array integer symmetric\n3 3\n9 1 0 9 1 9\n";
        assert_eq!(edges(lower), (false, vec![(0, 1), (1, 2)]));
        let skew = "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1 0 1\n";
        assert_eq!(edges(skew), (false, vec![(0, 1), (1, 2)]));
        assert_eq!(MATRIX_MARKET.read(symmetric).unwrap().names, ["1", "2", "3"]);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let head = "%%MatrixMarket matrix coordinate pattern general\n";
        for (tail, expected) in [
            ("2 3 0\n", "2:1: 2 rows and 3 columns, but the matrix of a graph is square"),
            ("2 2 2\n1 2\n", "2:5: 2 entries are announced, but there are 1"),
            ("2 2 1\n1 3\n", "3:3: `3` is not a vertex; write 1 to 2"),
            (
                "2 2 1\n1 2 5\n",
                "3:5: `5` was not expected; an entry has its row, its column and its value",
            ),
            ("2 2 0\n1 2\n", "3:1: `1` was not expected; the matrix has ended"),
            ("x 2 0\n", "2:1: `x` is not a number of rows"),
        ] {
            let error = MATRIX_MARKET.read(&format!("{head}{tail}")).unwrap_err();
            assert_eq!(error.to_string(), expected, "{tail:?}");
        }
        for (text, expected) in [
            ("", "1:1: unknown word ``; expected %%MatrixMarket"),
            ("%%MatrixMarket vector\n", "1:16: unknown word `vector`; expected matrix"),
            (
                "%%MatrixMarket matrix array pattern general\n",
                "1:29: unknown word `pattern`; expected one of real, integer, double, complex",
            ),
            ("%%MatrixMarket matrix array real general\n1 1\nx\n", "3:1: `x` is not a number"),
        ] {
            assert_eq!(MATRIX_MARKET.read(text).unwrap_err().to_string(), expected, "{text:?}");
        }
    }
}
