//! Reduces every Hamiltonian question to one for a cycle.

use std::borrow::Cow;

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian};

use crate::{limits::Reason, run::Run};

/// The question of a Hamiltonian cycle of a graph that uses given edges.
///
/// A path becomes a cycle through one virtual vertex, numbered last, that is joined to
/// the vertices at which a path may start or end.
pub struct CycleQuestion<'m> {
    /// The graph, with the virtual vertex if a path is requested.
    pub graph: Cow<'m, Graph>,
    /// The edges that must be used, by their numbers.
    pub forced: Vec<u32>,
    model: &'m Hamiltonian,
}

impl<'m> CycleQuestion<'m> {
    /// The question for a cycle, or `None` if it obviously has no witness: too few vertices, a
    /// given pair that is not an edge, or unbalanced colours.
    ///
    /// A cycle of a bipartite graph has equally many vertices of each colour. The ends of a path of
    /// an even number of vertices differ in colour; for an odd number, both have the more frequent
    /// colour. O(n + m).
    ///
    /// After this the colours always balance: the decisions of a search remove equally many
    /// vertices of both classes. They are counted again only if the rest becomes disconnected.
    #[must_use]
    pub fn new(model: &'m Hamiltonian) -> Option<Self> {
        let graph = model.graph();
        let n = graph.vertices();
        if n < if model.closed { 3 } else { 2 } {
            return None;
        }
        let colours = graph.two_colouring();
        let dark = colours.iter().flatten().filter(|&&dark| dark).count() as u32;
        let surplus = dark.abs_diff(n - dark);
        if colours.is_some() && surplus > u32::from(!model.closed) {
            return None;
        }
        let mut question = Self { graph: Cow::Borrowed(graph), forced: Vec::new(), model };
        if !model.closed {
            let fixed = model.start.or(model.end);
            if fixed.is_some() && model.start == model.end {
                return None;
            }
            let may_be_end = |vertex: u32| {
                let asked = model.start == Some(vertex)
                    || model.end == Some(vertex)
                    || model.start.is_none()
                    || model.end.is_none();
                let colours_fit = colours.as_ref().is_none_or(|colours| {
                    let colour = colours[vertex as usize];
                    if surplus == 1 {
                        colour == (dark * 2 > n)
                    } else {
                        fixed.is_none_or(|end| end == vertex || colours[end as usize] != colour)
                    }
                });
                asked && colours_fit
            };
            question.graph = Cow::Owned(with_virtual_vertex(graph, may_be_end));
            for end in model.start.iter().chain(&model.end) {
                question.forced.push(question.graph.edge_between(n, *end)?);
            }
        }
        for &(a, b) in &model.given {
            question.forced.push(question.graph.edge_between(a, b)?);
        }
        Some(question)
    }

    /// The same within the limits of a run: the graph is built on the way.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn within(model: &'m Hamiltonian, run: &Run) -> Result<Option<Self>, Reason> {
        let graph = run.building(model.graph_bytes(), || model.graph())?;
        let (n, m) = (u64::from(graph.vertices()), u64::from(graph.edges()));
        // The colours, and for a path the graph with the virtual vertex.
        let bytes = if model.closed { n } else { 81 * n + 64 * m };
        run.building(bytes, || Self::new(model))
    }

    /// The vertex from which a cycle is read: the virtual one, the start, or the first.
    #[must_use]
    pub fn first(&self) -> u32 {
        if self.model.closed { self.model.start.unwrap_or(0) } else { self.graph.vertices() - 1 }
    }

    /// The witness of a cycle that begins at [`CycleQuestion::first`].
    #[must_use]
    pub fn witness(&self, mut cycle: Vec<u32>) -> Vec<u32> {
        if self.model.closed {
            return cycle;
        }
        cycle.remove(0);
        let starts = cycle.first().is_none_or(|&first| self.model.may_start(first));
        let ends = cycle.last().is_none_or(|&last| self.model.may_end(last));
        if !(starts && ends) {
            cycle.reverse();
        }
        cycle
    }

    /// Whether a cycle was requested.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.model.closed
    }

    /// Whether the reverse of a witness is a different one.
    #[must_use]
    pub fn is_reversible(&self) -> bool {
        !self.model.closed && self.model.start.is_none() && self.model.end.is_none()
    }
}

fn with_virtual_vertex(graph: &Graph, joined: impl Fn(u32) -> bool) -> Graph {
    let n = graph.vertices();
    Graph::from_neighbours(n + 1, |vertex, list| {
        if vertex == n {
            list.extend((0..n).filter(|&other| joined(other)));
        } else {
            list.extend_from_slice(graph.neighbours(vertex));
            if joined(vertex) {
                list.push(n);
            }
        }
    })
}

/// The vertices of a cycle of these edges, from one of them.
#[must_use]
pub fn around(edges: &[(u32, u32)], first: u32) -> Vec<u32> {
    let mut neighbours = vec![Vec::with_capacity(2); edges.len()];
    for &(a, b) in edges {
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    let mut cycle = vec![first];
    let (mut before, mut vertex) = (first, neighbours[first as usize][0]);
    while vertex != first {
        cycle.push(vertex);
        let [one, other] = neighbours[vertex as usize][..] else { return cycle };
        (before, vertex) = (vertex, if one == before { other } else { one });
    }
    cycle
}
