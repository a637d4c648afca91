//! Mycielski graphs: many colours without a triangle.

use super::{EdgeList, FamilyList::Edges, GraphFamily, form, none, size, unless};

/// Starts with an edge, and repeats one step: add for each vertex a twin with the same neighbours,
/// and one vertex adjacent to all twins. The graph needs K colours, but has no triangle.
pub const MYCIELSKI: GraphFamily = GraphFamily {
    name: "mycielski",
    summary: "triangle-free graph that needs K colours",
    parameters: &[size("K", "number of colours needed", 2, 16)],
    named: &[("groetzsch", &[4])],
    vertices: form("3 2^(K-2) - 1", |size| 3 * (1 << (size[0] - 2)) - 1),
    edges: form("(7 3^(K-2) + 1) / 2 - 3 2^(K-2)", |size| {
        (7 * 3_u64.pow(size[0] - 2)).div_ceil(2) - 3 * (1 << (size[0] - 2))
    }),
    hamiltonian: unless("unless K is 2 (Fisher, McKenna and Boyer 1998)", |size| size[0] > 2),
    source: "Mycielski, Sur le coloriage des graphs, Colloq. Math. 3 (1955)",
    problem: none,
    list: Edges(|size| mycielski(size[0])),
};

fn mycielski(colours: u32) -> EdgeList {
    let mut n = 2;
    let mut edges = vec![(0, 1)];
    for _ in 2..colours {
        let twins: EdgeList = edges.iter().flat_map(|&(a, b)| [(a, b + n), (b, a + n)]).collect();
        edges.extend(twins);
        edges.extend((0..n).map(|vertex| (vertex + n, 2 * n)));
        n = 2 * n + 1;
    }
    edges
}
