//! The formats of graphs; their writers are beside their readers in `src/core/graphs/`.

use std::io::Write;

use serde_json::json;

use super::{Export, ExportError, ExportedEdges, Format, FormatWriter, node_link};
use crate::{
    documents::json,
    graphs::{
        delimited, dot, edge, gexf, gml, graph6, graphml, hcp, lists, matrix, matrix_market, pajek,
        xml,
    },
};

/// A format of graphs with directions and vertex weights, but without edge weights.
const GRAPH: GraphWriter = GraphWriter {
    has_arcs: true,
    has_vertex_weights: true,
    has_edge_weights: false,
    write: |_, _, _| Ok(()),
};

/// Which graphs a format holds, and how it is written.
pub struct GraphWriter {
    pub(super) has_arcs: bool,
    pub(super) has_vertex_weights: bool,
    pub(super) has_edge_weights: bool,
    pub(super) write: fn(&Export<'_>, ExportedEdges<'_>, &mut dyn Write) -> Result<(), ExportError>,
}

impl GraphWriter {
    /// The edges, if the format of this name holds them.
    ///
    /// # Errors
    /// [`ExportError::Directed`], [`ExportError::Weighted`].
    pub(super) fn held<'e>(
        &self,
        format: &'static str,
        edges: ExportedEdges<'e>,
    ) -> Result<ExportedEdges<'e>, ExportError> {
        if edges.directed && !self.has_arcs {
            return Err(ExportError::Directed(format));
        }
        if edges.weights.is_some() && !self.has_vertex_weights {
            return Err(ExportError::Weighted(format));
        }
        Ok(edges)
    }
}

/// `dot`: a vertex per square, or piece on a square, an edge per move or attack; what is given is
/// bold, a vertex with a weight has it as `weight`. A directed graph is a `digraph`.
pub static DOT: Format = Format {
    name: "dot",
    extensions: &["dot", "gv"],
    summary: "the graph of the moves or attacks for Graphviz",
    writer: FormatWriter::Graph(GraphWriter {
        write: |export, edges, out| {
            let given = export.given_vertices();
            let given_edges = export.given_edges(edges.directed);
            let tour = export.model.as_hamiltonian();
            export.run.reserve(96 * u64::from(edges.vertices) + 32 * edges.bound)?;
            export.write_header("//", out)?;
            let attributes = |vertex| {
                let is_end =
                    tour.is_some_and(|tour| [tour.start, tour.end].contains(&Some(vertex)));
                let end = if is_end { " shape = doublecircle" } else { "" };
                let is_given = given.binary_search(&vertex).is_ok();
                let bold = if is_given { " penwidth = 3" } else { "" };
                format!("label = {}{end}{bold}", dot::quoted(&export.puzzle.label(vertex)))
            };
            let is_given = |edge| given_edges.binary_search(&edge).is_ok();
            Ok(dot::write_graph(edges, &attributes, &is_given, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `graphml`: vertices `n0`, `n1`, … with their square, or piece on a square, as `label`; with several kinds
/// the piece as `kind`. What is given has `given`, an end that the puzzle fixes `start` or `end`, a vertex
/// with a weight `weight`. The graph has the header as `comment` and the `puzzle` as JSON.
///
/// It is written as it is made, with memory for one vertex.
pub static GRAPHML: Format = Format {
    name: "graphml",
    extensions: &["graphml"],
    summary: "the graph of the moves or attacks as GraphML, for Gephi, yEd, NetworkX and igraph",
    writer: FormatWriter::Graph(GraphWriter { write: write_graphml, ..GRAPH }),
    ..Format::BASE
};

/// `graph6`: the graph as one line of printable characters, without any header; a directed graph
/// as digraph6, which begins with `&`.
///
/// The line is written as it is made, a bit for each pair of vertices: O(n²) time, O(m) memory.
///
/// Source: `McKay`, "Description of graph6, sparse6 and digraph6 encodings".
pub static GRAPH6: Format = Format {
    name: "graph6",
    extensions: &["g6", "d6", "graph6", "digraph6"],
    summary: "the graph of the moves or attacks as one line of graph6, for nauty and others",
    writer: FormatWriter::Graph(GraphWriter {
        has_vertex_weights: false,
        write: |export, edges, out| {
            check_graph6(edges.vertices)?;
            export.run.reserve(edges.bound * size_of::<(u32, u32)>() as u64)?;
            Ok(graph6::write_line(edges, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `node-link`: `nodes` with their square as `id`, with several kinds `PIECE@SQUARE` with the piece
/// as `kind`; `links` with `source` and `target`; what is given has `given`, a vertex with a weight
/// `weight`.
///
/// The links are written twice: as `links`, which D3 and old versions of `NetworkX` read, and as
/// `edges`, which new versions do.
pub static NODE_LINK: Format = Format {
    name: "node-link",
    extensions: &["json"],
    summary: "the graph of the moves or attacks as node-link JSON, for NetworkX and D3",
    writer: FormatWriter::Graph(GraphWriter {
        write: |export, edges, out| {
            let given = export.given_vertices();
            let given_edges = export.given_edges(edges.directed);
            let attributes = json!({
                "name": export.puzzle.title(),
                "comment": export.header(),
                "puzzle": export.puzzle.statement(),
            });
            let label = |vertex| export.puzzle.label(vertex);
            let node = |vertex| {
                let id = label(vertex);
                let mut node = json!({"id": id});
                if let Some(kind) = export.puzzle.piece_of(vertex) {
                    node["kind"] = kind.into();
                }
                if given.binary_search(&vertex).is_ok() {
                    node["given"] = true.into();
                }
                node
            };
            let is_given = |edge| given_edges.binary_search(&edge).is_ok();
            let both = [edges, export.edges("node-link")?];
            Ok(node_link::write_graph(both, &attributes, &node, &label, &is_given, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `edge`: `p edge N M`, then `n A W` for each vertex if they have weights, then `e A B` for each
/// edge; vertices are numbered from 1 in reading order. What is given is lost.
pub static EDGE: Format = Format {
    name: "edge",
    extensions: &["col", "edge"],
    summary: "the graph of the moves or attacks in DIMACS edge format, for colouring and clique programs",
    writer: FormatWriter::Graph(GraphWriter {
        has_arcs: false,
        write: |export, edges, out| {
            export.write_header("c", out)?;
            Ok(edge::write_graph(edges, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `gml`: vertices `0`, `1`, … with their square, or piece on a square, as `label`; what is given has `given
/// 1`, a vertex with a weight `weight`. It is ASCII: other characters of a label are written by number.
pub static GML: Format = Format {
    name: "gml",
    extensions: &["gml"],
    summary: "the graph of the moves or attacks as GML, for igraph, NetworkX and yEd",
    writer: FormatWriter::Graph(GraphWriter {
        write: |export, edges, out| {
            let given = export.given_vertices();
            let given_edges = export.given_edges(edges.directed);
            for line in export.header() {
                writeln!(out, "# {}", gml::escaped(&line))?;
            }
            let name = |vertex| export.puzzle.label(vertex);
            let is_given = |vertex: u32| given.binary_search(&vertex).is_ok();
            let is_given_edge = |edge| given_edges.binary_search(&edge).is_ok();
            Ok(gml::write_graph(edges, &name, &is_given, &is_given_edge, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `edge-list`: the names of two vertices a line, then [`lists::ALONE`] and each isolated vertex on
/// its own line. What is given is lost.
pub static EDGE_LIST: Format = Format {
    name: "edge-list",
    extensions: &["edgelist", "edges"],
    summary: "the graph of the moves or attacks, an edge a line, for NetworkX and igraph",
    writer: FormatWriter::Graph(GraphWriter {
        has_arcs: false,
        has_vertex_weights: false,
        write: |export, edges, out| {
            check_words(export, edges.vertices, "edge-list")?;
            export.write_header("#", out)?;
            Ok(lists::write_edges(edges, &|vertex| export.puzzle.label(vertex), out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `adjacency-list`: for each vertex a line with its name and those of its neighbours that come
/// later. What is given is lost.
pub static ADJACENCY_LIST: Format = Format {
    name: "adjacency-list",
    extensions: &["adjlist"],
    summary: "the graph of the moves or attacks, the neighbours of a vertex a line, for NetworkX",
    writer: FormatWriter::Graph(GraphWriter {
        has_arcs: false,
        has_vertex_weights: false,
        write: |export, edges, out| {
            check_words(export, edges.vertices, "adjacency-list")?;
            export.write_header("#", out)?;
            Ok(lists::write_neighbours(edges, &|vertex| export.puzzle.label(vertex), out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `pajek`: `*Vertices` with their square, or piece on a square, as label, then `*Edges`, or
/// `*Arcs` for a directed graph. What is given is lost, and a label has no quotation mark.
pub static PAJEK: Format = Format {
    name: "pajek",
    extensions: &["net"],
    summary: "the graph of the moves or attacks as a Pajek network",
    writer: FormatWriter::Graph(GraphWriter {
        has_vertex_weights: false,
        write: |export, edges, out| {
            let problem = "the name of a vertex has a quotation mark or the end of a line in it";
            check_names(export, edges.vertices, "pajek", pajek::is_label, problem)?;
            export.write_header("%", out)?;
            Ok(pajek::write_graph(edges, &|vertex| export.puzzle.label(vertex), out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `matrix-market`: `coordinate pattern symmetric`, below the diagonal, or `general` for a directed
/// graph; rows are numbered from 1 in reading order. What is given is lost.
pub static MATRIX_MARKET: Format = Format {
    name: "matrix-market",
    extensions: &["mtx"],
    summary: "the adjacency matrix of the moves or attacks, for SciPy, Octave and Julia",
    writer: FormatWriter::Graph(GraphWriter {
        has_vertex_weights: false,
        write: |export, edges, out| Ok(matrix_market::write_graph(edges, &export.header(), out)?),
        ..GRAPH
    }),
    ..Format::BASE
};

/// `csv`: `source,target`, with `weight` and `type` if edges have weights and directions, then an
/// edge a line; an isolated vertex has an empty target. What is given is lost.
pub static CSV: Format = Format {
    name: "csv",
    extensions: &["csv"],
    summary: "the graph of the moves or attacks, a table of edges for Gephi and spreadsheets",
    writer: FormatWriter::Graph(GraphWriter {
        has_vertex_weights: false,
        has_edge_weights: true,
        write: |export, edges, out| write_table(export, "csv", edges, out),
        ..GRAPH
    }),
    ..Format::BASE
};

/// `tsv`: as [`CSV`], with tabs.
pub static TSV: Format = Format {
    name: "tsv",
    extensions: &["tsv"],
    summary: "the graph of the moves or attacks, a table of edges with tabs",
    writer: FormatWriter::Graph(GraphWriter {
        has_vertex_weights: false,
        has_edge_weights: true,
        write: |export, edges, out| write_table(export, "tsv", edges, out),
        ..GRAPH
    }),
    ..Format::BASE
};

/// `matrix`: the adjacency matrix separated by blanks, or that of the weights. Names and what is given are
/// lost.
pub static MATRIX: Format = Format {
    name: "matrix",
    extensions: &["mat"],
    summary: "the adjacency matrix of the moves or attacks, rows of numbers",
    writer: FormatWriter::Graph(GraphWriter {
        has_vertex_weights: false,
        has_edge_weights: true,
        write: |export, edges, out| {
            export.run.reserve(matrix::BYTES_AN_EDGE.saturating_mul(edges.bound))?;
            export.write_header("#", out)?;
            Ok(matrix::write(edges, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `gexf`: vertices `0`, `1`, … with their square, or piece on a square, as label; a vertex with a
/// weight has `weight`, an edge that must be used `given`.
pub static GEXF: Format = Format {
    name: "gexf",
    extensions: &["gexf"],
    summary: "the graph of the moves or attacks as GEXF, for Gephi",
    writer: FormatWriter::Graph(GraphWriter {
        has_edge_weights: true,
        write: |export, edges, out| {
            let given = export.given_edges(edges.directed);
            let name = |vertex| export.puzzle.label(vertex);
            let is_given = |edge| given.binary_search(&edge).is_ok();
            // Before anything is written.
            (0..edges.vertices)
                .try_for_each(|vertex| xml::attribute_text("gexf", &name(vertex)).map(drop))?;
            Ok(gexf::write(edges, &export.header().join("\n"), &name, &is_given, out)?)
        },
        ..GRAPH
    }),
    ..Format::BASE
};

/// `hcp`: vertices are numbered from 1 in reading order; given moves are fixed edges.
///
/// TSPLIB has cycles only. An open tour becomes a cycle through one more vertex, the last, joined
/// to the squares where the tour may start or end. An open tour of one square would become no
/// cycle, and is refused. TSPLIB has no directed graphs.
pub static HCP: Format = Format {
    name: "hcp",
    extensions: &["hcp"],
    summary: "TSPLIB Hamiltonian cycle problem, for LKH and others",
    writer: FormatWriter::Whole(|export, out| {
        write_hcp(export, out)?;
        Ok(None)
    }),
    ..Format::BASE
};

fn write_hcp(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    let model = export.hamiltonian(HCP.name)?;
    let mut edges =
        GraphWriter { has_arcs: false, ..GRAPH }.held(HCP.name, export.edges(HCP.name)?)?;
    let n = edges.vertices;
    if !model.closed && n < 2 {
        let problem = "with one more vertex a path of one is still no cycle";
        return Err(ExportError::Instance { format: HCP.name, problem });
    }
    let mut comments = export.header();
    let mut fixed = model.given.clone();
    if !model.closed {
        comments.push(format!("vertex {} joins the ends of the open tour", n + 1));
        let is_fixed = |vertex| model.ends_at(vertex) > 0;
        let has_free_end = model.free_ends() > 0;
        let ends = (0..n).filter(move |&vertex| is_fixed(vertex) || has_free_end);
        edges.list = Box::new(edges.list.chain(ends.map(move |vertex| (vertex, n))));
        edges.vertices += 1;
        fixed.extend((0..n).filter(|&vertex| is_fixed(vertex)).map(|vertex| (vertex, n)));
    }
    Ok(hcp::write_problem(&export.puzzle.title(), &comments, edges, &fixed, out)?)
}

fn write_graphml(
    export: &Export<'_>,
    edges: ExportedEdges<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    // Before anything is written.
    (0..edges.vertices)
        .try_for_each(|vertex| xml::text("graphml", &export.puzzle.label(vertex)).map(drop))?;
    let given = export.given_vertices();
    let given_edges = export.given_edges(edges.directed);
    let tour = export.model.as_hamiltonian();
    let marked = || "true".to_string();
    let mut puzzle = Vec::new();
    json::write(&export.puzzle.statement(), &mut puzzle)?;
    let graph = vec![
        ("name", export.puzzle.title()),
        ("comment", export.header().join("\n")),
        ("puzzle", String::from_utf8_lossy(&puzzle).into_owned()),
    ];
    let node = |vertex: u32| {
        let is_start = tour.is_some_and(|tour| tour.start == Some(vertex));
        let is_end = tour.is_some_and(|tour| tour.end == Some(vertex));
        let is_given = given.binary_search(&vertex).is_ok();
        let mut data = vec![("label", export.puzzle.label(vertex))];
        data.extend(export.puzzle.piece_of(vertex).map(|kind| ("kind", kind)));
        data.extend(is_start.then(|| ("start", marked())));
        data.extend(is_end.then(|| ("end", marked())));
        data.extend(is_given.then(|| ("given", marked())));
        data
    };
    let is_given = |edge| given_edges.binary_search(&edge).is_ok();
    Ok(graphml::write_graph(edges, &graph, &node, &is_given, out)?)
}

fn write_table(
    export: &Export<'_>,
    format: &'static str,
    edges: ExportedEdges<'_>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let problem = "the name of a vertex is empty";
    check_names(export, edges.vertices, format, delimited::holds, problem)?;
    let name = |vertex| export.puzzle.label(vertex);
    Ok(delimited::write(format == "tsv", edges, &name, out)?)
}

/// Checks that this many vertices can be written.
///
/// # Errors
/// [`ExportError::TooManyVertices`].
pub(crate) fn check_graph6(vertices: u32) -> Result<(), ExportError> {
    if vertices > graph6::MOST_WRITTEN {
        return Err(ExportError::TooManyVertices { format: "graph6", vertices });
    }
    Ok(())
}

/// Checks that each name is a word that does not begin a comment.
fn check_words(
    export: &Export<'_>,
    vertices: u32,
    format: &'static str,
) -> Result<(), ExportError> {
    let problem = "the name of a vertex is not a word: it is empty, has a blank, a comma or a semicolon, \
                   or begins with # or %";
    check_names(export, vertices, format, lists::is_word, problem)
}

/// Checks that a format can hold the name of each vertex, before anything is written.
fn check_names(
    export: &Export<'_>,
    vertices: u32,
    format: &'static str,
    holds: fn(&str) -> bool,
    problem: &'static str,
) -> Result<(), ExportError> {
    if (0..vertices).all(|vertex| holds(&export.puzzle.label(vertex))) {
        return Ok(());
    }
    Err(ExportError::Instance { format, problem })
}
