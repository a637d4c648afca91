//! Undirected graphs as flat arrays, for reading fast and for petgraph's algorithms.

use petgraph::{
    Directed,
    csr::Csr,
    visit::{EdgeRef, IntoEdgeReferences, NodeCompactIndexable},
};

/// The petgraph type behind [`Graph`]: both arcs of every edge, weighted by its number.
pub type EdgeNumbers = Csr<(), u32, Directed, u32>;

/// A simple undirected graph on the vertices `0..n`.
///
/// It is a petgraph compressed sparse row graph that holds every edge as two arcs; the
/// weight of both is the edge's number. Edges are numbered in the order of their smaller,
/// then their larger vertex. Neighbours are listed in rising order.
///
/// ```
/// use satranj_encodings::graph::Graph;
///
/// let path = Graph::from_edges(4, &[(0, 1), (2, 1), (2, 3)]);
/// assert_eq!(path.neighbours(1), [0, 2]);
/// assert_eq!((path.edge_between(2, 1), path.edge_between(0, 3)), (Some(1), None));
/// assert_eq!(path.distances(0), [0, 1, 2, 3]);
/// assert_eq!(path.two_colouring().map(|dark| dark[0] == dark[2]), Some(true));
/// ```
#[derive(Debug, Clone)]
pub struct Graph {
    csr: EdgeNumbers,
}

impl Graph {
    /// A graph from each vertex's neighbours.
    ///
    /// `neighbours(v, list)` appends the neighbours of `v` in rising order without
    /// repetition; the relation must be symmetric and without loops.
    ///
    /// O(n + m) time. Building takes 16 bytes per vertex and 20 bytes per arc, for arcs up to twice
    /// as much, as the arrays grow by doubling. The graph keeps 8 bytes per arc (or up to twice as
    /// many) and per vertex.
    ///
    /// # Panics
    /// If a list is not in rising order, names the vertex itself or a number out of range, or an
    /// arc has no opposite.
    #[must_use]
    pub fn from_neighbours(vertices: u32, mut neighbours: impl FnMut(u32, &mut Vec<u32>)) -> Self {
        let mut arcs: Vec<(u32, u32, u32)> = Vec::new();
        // The next arc of each vertex to a larger one whose opposite has not come yet.
        let mut upward: Vec<usize> = Vec::with_capacity(vertices as usize);
        let mut list = Vec::new();
        let mut edges = 0;
        for vertex in 0..vertices {
            list.clear();
            neighbours(vertex, &mut list);
            for &other in list.iter().take_while(|&&other| other < vertex) {
                let opposite = &mut upward[other as usize];
                let arc = arcs.get(*opposite).filter(|arc| (arc.0, arc.1) == (other, vertex));
                let Some(&(_, _, number)) = arc else {
                    panic!("the arc between {other} and {vertex} has no opposite");
                };
                *opposite += 1;
                arcs.push((vertex, other, number));
            }
            upward.push(arcs.len());
            for &other in list.iter().skip_while(|&&other| other < vertex) {
                arcs.push((vertex, other, edges));
                edges += 1;
            }
        }
        assert_eq!(arcs.len(), 2 * edges as usize, "some arc has no opposite, or is a loop");
        let mut csr = Csr::from_sorted_edges(&arcs).expect("neighbours come in rising order");
        for _ in csr.node_count()..vertices as usize {
            csr.add_node(());
        }
        Self { csr }
    }

    /// A graph from a list of edges in any order; repetitions and loops are left out.
    #[must_use]
    pub fn from_edges(vertices: u32, edges: &[(u32, u32)]) -> Self {
        let mut adjacency = vec![Vec::new(); vertices as usize];
        for &(a, b) in edges {
            if a != b {
                adjacency[a as usize].push(b);
                adjacency[b as usize].push(a);
            }
        }
        Self::from_neighbours(vertices, |vertex, list| {
            let neighbours = &mut adjacency[vertex as usize];
            neighbours.sort_unstable();
            neighbours.dedup();
            list.append(neighbours);
        })
    }

    /// The graph of a petgraph graph, ignoring node and edge weights: vertex `i` is the node of
    /// compact index `i`; directions, repetitions and loops are dropped. O(n + m log m).
    ///
    /// ```
    /// use petgraph::graph::UnGraph;
    /// use satranj_encodings::graph::Graph;
    ///
    /// let triangle = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)]);
    /// let graph = Graph::from_petgraph(&triangle);
    /// assert_eq!(graph.neighbours(0), [1, 2]);
    /// ```
    #[must_use]
    pub fn from_petgraph<G: NodeCompactIndexable + IntoEdgeReferences>(graph: G) -> Self {
        Self::from_edges(graph.node_count() as u32, &pairs(graph))
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.csr.node_count() as u32
    }

    /// Number of undirected edges.
    #[must_use]
    pub fn edges(&self) -> u32 {
        (self.csr.edge_count() / 2) as u32
    }

    /// The neighbours of a vertex in rising order.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.csr.neighbors_slice(vertex)
    }

    /// The numbers of the edges to [`Graph::neighbours`], in the same order.
    #[must_use]
    pub fn edge_numbers(&self, vertex: u32) -> &[u32] {
        self.csr.edges_slice(vertex)
    }

    /// The number of the edge between two vertices, if there is one. O(log degree).
    #[must_use]
    pub fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        let index = self.neighbours(a).binary_search(&b).ok()?;
        Some(self.edge_numbers(a)[index])
    }

    /// The two vertices of every edge, smaller first, in the order of the edge numbers.
    pub fn edge_list(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.vertices()).flat_map(move |vertex| {
            self.neighbours(vertex)
                .iter()
                .filter(move |&&other| other > vertex)
                .map(move |&other| (vertex, other))
        })
    }

    /// The graph for petgraph's algorithms.
    #[must_use]
    pub fn petgraph(&self) -> &EdgeNumbers {
        &self.csr
    }

    /// The complement: the same vertices with exactly the missing edges. O(n²).
    ///
    /// # Panics
    /// If 32 bits cannot number the edges: from 92,683 vertices without an edge on.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self::from_neighbours(self.vertices(), |vertex, list| self.append_missing(vertex, list))
    }

    /// Appends the vertices that no edge joins with this one, in rising order. O(n).
    fn append_missing(&self, vertex: u32, list: &mut Vec<u32>) {
        let mut near = self.neighbours(vertex).iter().copied().peekable();
        let others = (0..self.vertices()).filter(|&other| other != vertex);
        list.extend(others.filter(|other| near.next_if_eq(other).is_none()));
    }

    /// Whether the complement is bipartite: then the graph has many edges, so that this is O(n + m).
    #[must_use]
    pub fn is_co_bipartite(&self) -> bool {
        // Two cliques have the fewest edges if they are as large as one another.
        self.missing_edges() <= u64::from(self.edges()) + u64::from(self.vertices() / 2)
            && two_colouring(self.vertices(), |vertex, list| self.append_missing(vertex, list))
                .is_some()
    }

    /// Number of non-adjacent pairs of vertices.
    #[must_use]
    pub fn missing_edges(&self) -> u64 {
        let n = u64::from(self.vertices());
        n * n.saturating_sub(1) / 2 - u64::from(self.edges())
    }

    /// Breadth-first distances from a vertex; `u32::MAX` for unreachable vertices. O(n + m).
    #[must_use]
    pub fn distances(&self, from: u32) -> Vec<u32> {
        let neighbours = |vertex, list: &mut Vec<u32>| list.extend(self.neighbours(vertex));
        distances(self.vertices(), [from], neighbours)
    }

    /// A proper two-colouring (`false` for the least vertex of each component), or `None`
    /// if there is an odd cycle. O(n + m).
    #[must_use]
    pub fn two_colouring(&self) -> Option<Vec<bool>> {
        let neighbours = |vertex, list: &mut Vec<u32>| list.extend(self.neighbours(vertex));
        two_colouring(self.vertices(), neighbours)
    }
}

/// As [`Graph::two_colouring`], over what `neighbours` appends for a vertex.
pub(crate) fn two_colouring(
    vertices: u32,
    mut neighbours: impl FnMut(u32, &mut Vec<u32>),
) -> Option<Vec<bool>> {
    let mut colour: Vec<Option<bool>> = vec![None; vertices as usize];
    let (mut stack, mut list) = (Vec::new(), Vec::new());
    for root in 0..vertices {
        if colour[root as usize].is_some() {
            continue;
        }
        colour[root as usize] = Some(false);
        stack.push((root, false));
        while let Some((vertex, own)) = stack.pop() {
            list.clear();
            neighbours(vertex, &mut list);
            for &other in &list {
                match colour[other as usize] {
                    None => {
                        colour[other as usize] = Some(!own);
                        stack.push((other, !own));
                    }
                    Some(its) if its == own => return None,
                    Some(_) => {}
                }
            }
        }
    }
    Some(colour.into_iter().map(|value| value == Some(true)).collect())
}

/// Breadth-first distances from the nearest of some vertices, over what `neighbours` appends for
/// each; `u32::MAX` for unreachable vertices. O(n + m).
pub(crate) fn distances(
    vertices: u32,
    sources: impl IntoIterator<Item = u32>,
    mut neighbours: impl FnMut(u32, &mut Vec<u32>),
) -> Vec<u32> {
    let mut distance = vec![u32::MAX; vertices as usize];
    let mut queue: Vec<u32> = Vec::with_capacity(distance.len());
    queue.extend(sources);
    for &source in &queue {
        distance[source as usize] = 0;
    }
    let (mut list, mut head) = (Vec::new(), 0);
    while let Some(&vertex) = queue.get(head) {
        head += 1;
        list.clear();
        neighbours(vertex, &mut list);
        for &other in &list {
            if distance[other as usize] == u32::MAX {
                distance[other as usize] = distance[vertex as usize] + 1;
                queue.push(other);
            }
        }
    }
    distance
}

/// The compact indices of the ends of every edge of a petgraph graph, source first.
pub(crate) fn pairs<G: NodeCompactIndexable + IntoEdgeReferences>(graph: G) -> Vec<(u32, u32)> {
    let index = |node| graph.to_index(node) as u32;
    let ends = graph.edge_references().map(|edge| (index(edge.source()), index(edge.target())));
    ends.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_numbered_by_their_smaller_vertex() {
        let graph = Graph::from_edges(5, &[(3, 1), (0, 1), (2, 1), (1, 2), (2, 2), (0, 3)]);
        assert_eq!(graph.vertices(), 5);
        assert_eq!(graph.edge_list().collect::<Vec<_>>(), [(0, 1), (0, 3), (1, 2), (1, 3)]);
        for (number, (a, b)) in graph.edge_list().enumerate() {
            assert_eq!(graph.edge_between(a, b), Some(number as u32));
            assert_eq!(graph.edge_between(b, a), Some(number as u32));
        }
        assert_eq!(graph.edge_between(0, 2), None);
        assert!(graph.neighbours(4).is_empty());
        assert_eq!(graph.distances(0), [0, 1, 2, 1, u32::MAX]);
    }

    #[test]
    fn a_complement_has_the_other_edges() {
        let graph = Graph::from_edges(4, &[(0, 1), (1, 2)]);
        let other = graph.complement();
        assert_eq!(other.edge_list().collect::<Vec<_>>(), [(0, 2), (0, 3), (1, 3), (2, 3)]);
        assert_eq!((graph.missing_edges(), other.missing_edges()), (4, 2));
        let empty = Graph::from_edges(0, &[]);
        assert_eq!((empty.complement().vertices(), empty.missing_edges()), (0, 0));
    }

    #[test]
    fn any_petgraph_graph_is_one() {
        let mut directed = petgraph::graph::DiGraph::<&str, f64>::new();
        let nodes = ["a", "b", "c"].map(|name| directed.add_node(name));
        for (a, b) in [(1, 0), (0, 1), (2, 1), (2, 2)] {
            directed.add_edge(nodes[a], nodes[b], 0.5);
        }
        let graph = Graph::from_petgraph(&directed);
        assert_eq!(graph.edge_list().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        let again = Graph::from_petgraph(graph.petgraph());
        assert_eq!(again.edge_list().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        let mapped = petgraph::graphmap::UnGraphMap::<char, ()>::from_edges([('x', 'y')]);
        assert_eq!(Graph::from_petgraph(&mapped).edges(), 1);
    }

    #[test]
    fn only_even_cycles_have_two_colours() {
        assert!(Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]).two_colouring().is_some());
        assert!(Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)]).two_colouring().is_none());
        for bits in 0..1u32 << 10 {
            let pairs = (0..5).flat_map(|b| (0..b).map(move |a| (a, b)));
            let chosen = pairs.enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            let edges: Vec<_> = chosen.map(|(_, edge)| edge).collect();
            let graph = Graph::from_edges(5, &edges);
            let expected = graph.complement().two_colouring().is_some();
            assert_eq!(graph.is_co_bipartite(), expected, "{edges:?}");
        }
    }
}
