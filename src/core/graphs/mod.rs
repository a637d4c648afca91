//! Graphs and tours in files: one file per format, one line here.
//!
//! Every reader reserves memory before using it, and reports an error with its line and column.
//! Loops and repeated edges are ignored in all formats that allow them: they are never part of a
//! Hamiltonian path or cycle.

mod builder;
mod construction;
pub mod delimited;
pub mod dot;
pub mod edge;
mod exported_graph;
pub mod families;
mod gathered_edges;
pub mod gexf;
pub mod gml;
pub mod graph6;
pub mod graphml;
mod guess;
pub mod hcp;
pub mod lines;
pub mod lists;
pub mod matrix;
pub mod matrix_market;
pub mod node_link;
pub mod pajek;
pub mod random;
mod reading;
mod scanner;
pub mod summary;
pub mod tour_file;
mod vertices;
pub mod weight;
mod xml;
mod xml_graph;

use std::io::{self, Write};
use std::path::Path;

use satranj_encodings::graph::Graph;
use thiserror::Error;

use crate::limits::{Permit, Reason};
pub use construction::{GraphConstruction, GraphWord, GraphWordError};
pub use exported_graph::{ExportedGraph, GraphTexts};
pub use guess::guessed;
pub use reading::GraphReadError;
pub(crate) use scanner::brief;
pub use weight::Weight;

/// The most vertices of a graph that is read or generated.
pub const MOST_VERTICES: u32 = 10_000_000;

/// The most edges kept while a graph is read, including repeated ones: 800 MB.
pub const MOST_EDGES: usize = 100_000_000;

/// A simple graph whose vertices have names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedGraph {
    /// Whether `edges` are arcs, from their first vertex to their second.
    pub directed: bool,
    /// The names of the vertices `0..n`, no two the same.
    pub names: Vec<String>,
    /// The edges in rising order, without repetition; those of an undirected graph have their
    /// smaller vertex first.
    pub edges: Vec<(u32, u32)>,
    /// Edges that must be used, in the same form and order.
    pub fixed: Vec<(u32, u32)>,
    /// The first vertex in the file with an edge to itself, if there is any.
    pub looped: Option<u32>,
    /// The positions of the vertices, across and down from the upper left, in ten thousandths of
    /// the longer side of the picture; empty unless the file places every vertex.
    pub positions: Vec<[u32; 2]>,
    /// The weight of each edge, 1 if not given; empty if the file has no weights.
    pub weights: Vec<Weight>,
    /// The weight of each vertex, 1 if not given; empty if the file has no weights.
    pub vertex_weights: Vec<Weight>,
    /// The positions of features that some puzzles refuse.
    pub places: Places,
    /// The word that named it, if it is not from a file.
    pub source: Option<String>,
}

/// The positions in a file of features that some puzzles refuse, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Places {
    /// The first edge from a vertex to itself.
    pub looped: Option<usize>,
    /// The first arc.
    pub directed: Option<usize>,
    /// The first edge, in the order of the graph, whose weight is not a whole number.
    pub weight: Option<usize>,
    /// The first such vertex.
    pub vertex_weight: Option<usize>,
}

impl NamedGraph {
    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.names.len() as u32
    }

    /// The undirected graph; ignores the direction of arcs. O(n + m).
    #[must_use]
    pub fn graph(&self) -> Graph {
        Graph::from_edges(self.vertices(), &self.edges)
    }
}

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}")]
pub struct GraphError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The offending value and what is expected.
    pub problem: String,
    /// Why reading stopped, if the file is not at fault.
    pub stopped: Option<Reason>,
}

#[doc(hidden)]
impl GraphError {
    /// A problem at a byte of a text.
    #[must_use]
    pub fn at(text: &str, byte: usize, problem: impl Into<String>) -> Self {
        let (before, behind) = text.as_bytes().split_at(byte.min(text.len()));
        let is_end = |&at: &usize| {
            let next = before.get(at + 1).or(behind.first());
            before[at] == b'\n' || before[at] == b'\r' && next != Some(&b'\n')
        };
        let ends = (0..before.len()).filter(is_end);
        let (line, line_start) = ends.fold((1, 0), |(line, _), at| (line + 1, at + 1));
        // Bytes that begin a character.
        let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
        let column = 1 + before[line_start..].iter().filter(begins).count();
        Self { line, column, problem: problem.into(), stopped: None }
    }
}

/// A format of graphs in files: how it is recognised, read and written.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent ability of a format")]
pub struct GraphFileFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// The extensions of file names, without the dot, in lower case; the first is the usual one.
    pub extensions: &'static [&'static str],
    /// More extensions that are read, but not written.
    more_extensions: &'static [&'static str],
    /// One line about what is read, for `satranj list`.
    pub summary: &'static str,
    /// Whether a file whose first nonblank line (trimmed) is this one must be in this format. A
    /// format that cannot be recognised in this way must be named.
    begins: fn(&str) -> bool,
    /// Whether each line of a file may be a separate graph, for [`GraphLines`](lines::GraphLines).
    pub has_lists: bool,
    /// Whether a file has columns, among them the source, the target and the weight of an edge.
    pub has_columns: bool,
    read: fn(&str, GraphReading<'_>, &[String]) -> Result<NamedGraph, GraphError>,
    /// One line about what is written, for `satranj list`.
    pub writes: &'static str,
    /// Whether it is written for directed graphs.
    pub has_arcs: bool,
    /// Whether it is written with the weights of vertices.
    pub has_vertex_weights: bool,
    /// Whether it is written with the weights of edges.
    pub has_edge_weights: bool,
    /// Whether it states that a cycle through all vertices is wanted.
    pub asks_for_cycle: bool,
    /// The most vertices that are written.
    pub most_vertices: u32,
    /// Why it cannot hold a name of a vertex, if it cannot.
    pub refuses: fn(&str) -> Option<&'static str>,
    /// The memory that writing takes for an edge.
    pub bytes_an_edge: u64,
    /// Writes a graph.
    pub write: fn(&ExportedGraph<'_>, &mut dyn Write) -> io::Result<()>,
}

impl GraphFileFormat {
    /// The defaults: a format that is not recognised, with one graph per file and no columns; of
    /// graphs with directions and vertex weights, but without edge weights.
    const BASE: Self = Self {
        name: "",
        extensions: &[],
        more_extensions: &[],
        summary: "",
        begins: |_| false,
        has_lists: false,
        has_columns: false,
        read: |_, _, _| Ok(NamedGraph::default()),
        writes: "",
        has_arcs: true,
        has_vertex_weights: true,
        has_edge_weights: false,
        asks_for_cycle: false,
        most_vertices: u32::MAX,
        refuses: |_| None,
        bytes_an_edge: 0,
        write: |_, _| Ok(()),
    };

    /// All extensions of files that are read.
    pub fn read_extensions(&self) -> impl Iterator<Item = &'static str> {
        self.extensions.iter().chain(self.more_extensions).copied()
    }

    /// Reads a text without a byte-order mark, with unlimited memory.
    ///
    /// # Errors
    /// The first [`GraphError`].
    pub fn read(&self, text: &str) -> Result<NamedGraph, GraphError> {
        (self.read)(text, GraphReading::unlimited(), &[])
    }
}

/// All formats.
#[must_use]
pub fn registry() -> &'static [&'static GraphFileFormat] {
    static FORMATS: &[&GraphFileFormat] = &[
        &hcp::HCP,
        &edge::EDGE,
        &dot::DOT,
        &graph6::GRAPH6,
        &node_link::NODE_LINK,
        &graphml::GRAPHML,
        &gml::GML,
        &lists::EDGE_LIST,
        &lists::ADJACENCY_LIST,
        &pajek::PAJEK,
        &matrix_market::MATRIX_MARKET,
        &delimited::CSV,
        &delimited::TSV,
        &matrix::MATRIX,
        &gexf::GEXF,
    ];
    FORMATS
}

/// The format of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static GraphFileFormat> {
    registry().iter().copied().find(|format| format.name == name)
}

/// The format of a file name's extension, ignoring case and a compression extension.
#[must_use]
pub fn by_extension(path: &Path) -> Option<&'static GraphFileFormat> {
    #[cfg(feature = "cli")]
    let path = crate::compression::Compression::stem(path);
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    registry().iter().copied().find(|format| format.read_extensions().any(|one| one == extension))
}

/// The format recognised from the beginning of a file, if any: by its [`first_line`].
#[must_use]
pub fn recognised(beginning: &str) -> Option<&'static GraphFileFormat> {
    let line = first_line(beginning)?;
    registry().iter().copied().find(|format| (format.begins)(line))
}

/// The first line that is neither blank nor an XML declaration.
#[must_use]
pub fn first_line(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_xml_only = |line: &str| line.starts_with("<?xml") && line.ends_with("?>");
    let mut lines = text.split(['\n', '\r']).map(str::trim);
    lines.find(|line| !line.is_empty() && !is_xml_only(line))
}

/// Reads a graph; a byte-order mark is ignored.
///
/// # Errors
/// The first [`GraphError`].
pub fn read(format: &GraphFileFormat, text: &str) -> Result<NamedGraph, GraphError> {
    read_within(format, text, &[], GraphReading::unlimited())
}

/// Like [`read`], with these columns as the source, the target and the weight of an edge if the
/// format has columns and any are named; memory is reserved before it is used.
///
/// # Errors
/// The first [`GraphError`]; with [`stopped`](GraphError::stopped) if memory was refused.
pub fn read_within(
    format: &GraphFileFormat,
    text: &str,
    columns: &[String],
    reading: GraphReading<'_>,
) -> Result<NamedGraph, GraphError> {
    (format.read)(text.strip_prefix('\u{feff}').unwrap_or(text), reading, columns)
}

/// The least number of entries that a list has room for.
const FEW: usize = 1 << 12;

/// The text of a file of a graph, and how much memory its reader may take.
#[derive(Clone, Copy)]
struct FileText<'a> {
    text: &'a str,
    reading: GraphReading<'a>,
}

/// How a file is read.
#[derive(Clone, Copy)]
pub struct GraphReading<'a> {
    /// How much memory the reader may take.
    pub permit: Permit<'a>,
    /// Whether every edge is an arc, from its first to its second vertex, whatever the file says.
    pub directed: Option<bool>,
}

impl<'a> GraphReading<'a> {
    /// With a memory limit, and the directions of the file.
    #[must_use]
    pub fn within(permit: Permit<'a>) -> Self {
        Self { permit, directed: None }
    }

    /// Without limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::within(&|_| Ok(()))
    }
}

impl FileText<'_> {
    /// A problem at a byte of the text.
    fn error(self, place: usize, problem: impl Into<String>) -> GraphError {
        GraphError::at(self.text, place, problem)
    }

    /// Reserves memory for an item at a byte of the text; `what` names it in the error.
    fn ask(
        self,
        place: usize,
        bytes: u64,
        what: impl FnOnce() -> String,
    ) -> Result<(), GraphError> {
        (self.reading.permit)(bytes).map_err(|reason| {
            let problem = format!("{}: {}", what(), reason.describe());
            GraphError { stopped: Some(reason), ..self.error(place, problem) }
        })
    }

    /// Makes room for this many more entries; the memory is reserved before.
    fn grow<T>(
        self,
        place: usize,
        list: &mut Vec<T>,
        more: usize,
        what: &str,
    ) -> Result<(), GraphError> {
        let all = list.len().saturating_add(more);
        if all > list.capacity() {
            // The list is copied when it grows.
            let all = all.max(2 * list.capacity()).max(FEW);
            let bytes = size_of::<T>().saturating_mul(all);
            self.ask(place, bytes as u64, || format!("{all} {what}"))?;
            list.reserve_exact(all - list.len());
        }
        Ok(())
    }
}

/// The problem of too many vertices.
fn too_many(vertices: impl std::fmt::Display) -> String {
    format!("{vertices} vertices; at most {MOST_VERTICES} are possible")
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        let place = |text, byte| GraphError::at(text, byte, "x").to_string();
        assert_eq!(place("", 0), "1:1: x");
        assert_eq!(place("ab\ncd", 4), "2:2: x");
        assert_eq!(place("é\néé", 7), "2:3: x");
        assert_eq!(place("a\n", 99), "2:1: x");
        // Line ends of all three kinds.
        assert_eq!(place("a\r\nb\rc\n\rd", 8), "5:1: x");
    }

    #[test]
    fn formats_are_known_by_name_and_extension() {
        for format in registry() {
            assert_eq!(by_name(format.name).unwrap().name, format.name);
            for extension in format.read_extensions() {
                let path = format!("some.folder/a.b.{}", extension.to_uppercase());
                assert_eq!(by_extension(Path::new(&path)).unwrap().name, format.name);
            }
        }
        assert!(by_name("vcf").is_none());
        for (text, format) in [
            ("<?xml version='1.0'?>\n\n<gexf version='1.3'>", Some("gexf")),
            ("<?xml version='1.0'?><gexf>", Some("gexf")),
            ("<?xml version='1.0'?>\r<graphml>", Some("graphml")),
            ("Source,Target,Weight\n", Some("csv")),
            ("from;to\n", Some("csv")),
            ("source\ttarget\n", Some("tsv")),
            ("a,b\n", None),
            ("0 1\n1 0\n", None),
        ] {
            assert_eq!(recognised(text).map(|known| known.name), format, "{text:?}");
        }
        for path in ["a", "a.txt", "hcp", ".hcp", "a.hcp/b", "a."] {
            assert!(by_extension(Path::new(path)).is_none(), "{path}");
        }
    }

    #[test]
    fn a_mark_of_the_byte_order_is_read_over() {
        let text = "\u{feff}p edge 2 1\ne 1 2\n";
        assert_eq!(read(&edge::EDGE, text).unwrap().edges, [(0, 1)]);
        let error = read(&edge::EDGE, "\u{feff}q\n").unwrap_err();
        assert_eq!((error.line, error.column), (1, 1));
    }

    #[test]
    fn every_reader_asks_before_it_takes_memory() {
        let numbered = |count: u32| (0..count).map(|one| one.to_string()).collect::<Vec<_>>();
        let (clique, vertices) = (numbered(1000).join(" "), numbered(40_000).join(" "));
        let nodes: Vec<String> = (0..400).map(|id| format!("{{\"id\":{id}}}")).collect();
        let pairs = (0..400).flat_map(|a| (0..a).map(move |b| (a, b)));
        let links: Vec<String> =
            pairs.map(|(a, b)| format!("{{\"source\":{a},\"target\":{b}}}")).collect();
        let node_link =
            format!("{{\"nodes\":[{}],\"links\":[{}]}}", nodes.join(","), links.join(","));
        let nodes = |before: &str, behind: &str| -> String {
            let nodes = (0..40_000).map(|id| format!("{before}{id}{behind}"));
            nodes.collect::<Vec<_>>().concat()
        };
        let matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n";
        let head = "DIMENSION : 100000\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n";
        for (name, text) in [
            ("edge", "p edge 100000 0\n".to_string()),
            ("edge", format!("p edge 3 100000\n{}", "e 1 2\n".repeat(100_000))),
            // More than the edge takes that is read once, and a weight for each time.
            ("dot", format!("graph {{ edge [weight=2] {} }}", "a -- b;".repeat(20_000))),
            ("hcp", format!("{head}-1\n")),
            ("hcp", format!("{head}{}-1\n", "1 2 ".repeat(100_000))),
            ("dot", format!("graph {{{{{clique}}}--{{{clique}}}}}")),
            ("dot", format!("graph {{{vertices}}}")),
            // All edges of 1,000 vertices, and none of 100,000.
            ("graph6", format!("~?Ng{}", "~".repeat(83_250))),
            ("graph6", ":~WY_".into()),
            ("node-link", node_link),
            ("edge-list", format!("{}\n{}", lists::ALONE, vertices.replace(' ', "\n"))),
            ("csv", format!("source,target\n{}", vertices.replace(' ', ",\n"))),
            ("matrix", format!("{}\n", "1 ".repeat(100_000))),
            ("gexf", format!("<gexf><graph>{}", nodes("<node id='", "'/>"))),
            ("adjacency-list", vertices.clone()),
            ("pajek", "*Vertices 100000\n".into()),
            ("matrix-market", format!("{matrix}100000 100000 0\n")),
            ("gml", format!("graph [ {} ]", nodes("node [ id ", " ]"))),
            ("graphml", format!("<graphml><graph>{}", nodes("<node id='", "'/>"))),
        ] {
            let format = by_name(name).unwrap();
            let most = |bytes| if bytes > 300_000 { Err(Reason::MemoryLimit) } else { Ok(()) };
            let error = read_within(format, &text, &[], GraphReading::within(&most)).unwrap_err();
            assert_eq!(error.stopped, Some(Reason::MemoryLimit), "{name}: {error}");
        }
    }
}
