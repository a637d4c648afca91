//! Graph files in every format: what is read is written in another format and read again.

use std::{cell::Cell, collections::BTreeMap};

use satranj::{
    NamedGraph, Reason, Weight,
    graphs::{self, ExportedGraph, GraphFileFormat, GraphReading, GraphTexts},
};

/// The most bytes that a reader may reserve.
const MOST_BYTES: u64 = 64 << 20;

/// The most vertices of a graph that is written: a dense format has a bit or a number for each pair.
const MOST_WRITTEN: u32 = 1 << 10;

/// The first byte chooses the format that is read and the one that is written; the rest is the file.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let formats = graphs::registry();
    let (reader, writer) =
        (usize::from(chosen) % formats.len(), usize::from(chosen) / formats.len());
    let _ = graphs::recognised(text);
    let left = Cell::new(MOST_BYTES);
    let permit = |bytes| {
        let rest = left.get().checked_sub(bytes).ok_or(Reason::MemoryLimit)?;
        left.set(rest);
        Ok(())
    };
    let Ok(graph) = graphs::read_within(formats[reader], text, &[], GraphReading::within(&permit))
    else {
        return;
    };
    is_simple(&graph);
    is_kept(&graph, formats[writer % formats.len()]);
}

/// What the type promises.
fn is_simple(graph: &NamedGraph) {
    let vertices = graph.vertices();
    let mut names: Vec<&String> = graph.names.iter().collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "two vertices have one name");
    assert!(graph.edges.is_sorted_by(|a, b| a < b), "the edges do not rise");
    for &(a, b) in &graph.edges {
        assert!(a != b && a.max(b) < vertices && (graph.directed || a < b));
    }
    assert!(graph.fixed.iter().all(|edge| graph.edges.binary_search(edge).is_ok()));
    assert!(graph.looped.is_none_or(|vertex| vertex < vertices));
    let all_or_none = |length, all| length == 0 || length == all;
    assert!(all_or_none(graph.weights.len(), graph.edges.len()));
    assert!(all_or_none(graph.vertex_weights.len(), graph.names.len()));
    assert!(all_or_none(graph.positions.len(), graph.names.len()));
}

struct Names<'a>(&'a NamedGraph);

impl GraphTexts for Names<'_> {
    fn title(&self) -> String {
        "graph".into()
    }

    fn comments(&self) -> Vec<String> {
        Vec::new()
    }

    fn name(&self, vertex: u32) -> String {
        self.0.names[vertex as usize].clone()
    }
}

/// Edges by the names of their ends, or by numbers where the format has no names.
type Keyed = BTreeMap<(String, String), u64>;

fn keyed(graph: &NamedGraph, weights: bool, key: impl Fn(u32) -> String) -> Keyed {
    let of_edge = |(at, &(a, b)): (usize, &(u32, u32))| {
        let (mut from, mut to) = (key(a), key(b));
        if !graph.directed && from > to {
            (from, to) = (to, from);
        }
        let weight = graph.weights.get(at).and_then(|weight| weight.whole()).unwrap_or(1);
        ((from, to), if weights { u64::from(weight) } else { 1 })
    };
    graph.edges.iter().enumerate().map(of_edge).collect()
}

/// Writes a graph that the format can hold, and reads it again.
fn is_kept(graph: &NamedGraph, format: &GraphFileFormat) {
    let refused = |name: &String| (format.refuses)(name).is_some();
    // A symmetric matrix is an undirected graph.
    let is_matrix = ["matrix", "matrix-market"].contains(&format.name);
    let has_back = |&(a, b): &(u32, u32)| graph.edges.binary_search(&(b, a)).is_ok();
    let is_too_much = graph.directed && !format.has_arcs
        || graph.directed && is_matrix && graph.edges.iter().all(has_back)
        || graph.vertices() > format.most_vertices.min(MOST_WRITTEN)
        || graph.vertices() == 0
        || graph.names.iter().any(refused);
    if is_too_much {
        return;
    }
    let whole = |weights: &[Weight]| -> Option<Vec<u32>> {
        let whole = weights.iter().map(|weight| weight.whole()).collect();
        if weights.is_empty() { None } else { whole }
    };
    let texts = Names(graph);
    let of_vertices = whole(&graph.vertex_weights).filter(|_| format.has_vertex_weights);
    let mut exported =
        ExportedGraph::listed(graph.directed, graph.vertices(), &graph.edges, &texts);
    exported.weights = of_vertices.as_deref();
    let of_edges = whole(&graph.weights).filter(|_| format.has_edge_weights);
    let has_weights = of_edges.is_some();
    exported.edge_weights = of_edges.map(|weights| weights.into_iter().map(u64::from).collect());
    let mut written = Vec::new();
    // A format says which characters of a name it cannot hold.
    if (format.write)(&exported, &mut written).is_err() {
        return;
    }
    let written = String::from_utf8(written).expect("formats are UTF-8");
    let read = graphs::read(format, &written);
    let read = read.unwrap_or_else(|error| panic!("{}: {error}\n{written}", format.name));
    is_simple(&read);
    let said = || format!("{}:\n{written}", format.name);
    assert_eq!(read.vertices(), graph.vertices(), "{}", said());
    assert!(read.directed == graph.directed || graph.edges.is_empty(), "{}", said());
    let sorted = |graph: &NamedGraph| {
        let mut names = graph.names.clone();
        names.sort_unstable();
        names
    };
    let by_name = sorted(&read) == sorted(graph);
    let key = |of: &NamedGraph, vertex: u32| {
        if by_name { of.names[vertex as usize].clone() } else { vertex.to_string() }
    };
    let before = keyed(graph, has_weights, |vertex| key(graph, vertex));
    let after = keyed(&read, has_weights, |vertex| key(&read, vertex));
    assert_eq!(after, before, "{}", said());
}
