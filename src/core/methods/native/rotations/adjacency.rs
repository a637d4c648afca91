//! The graph queries of rotations: neighbours, and the edges that must be used.

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, lattice::Lattice};

/// The graph of a model, closed: a path model gets one more vertex, between the two ends.
///
/// That vertex is joined to the fixed ends, and to all vertices if an end is free.
pub struct Adjacency<'m> {
    source: AdjacencySource<'m>,
    /// Vertices of the model.
    n: u32,
    closed: bool,
    /// The fixed ends.
    pub ends: Vec<u32>,
}

#[derive(Clone, Copy)]
enum AdjacencySource<'m> {
    Lattice(&'m Lattice),
    Graph(&'m Graph),
}

impl<'m> Adjacency<'m> {
    /// Computed on a lattice of single steps.
    #[must_use]
    pub fn on_lattice(model: &'m Hamiltonian, lattice: &'m Lattice) -> Self {
        Self::new(model, AdjacencySource::Lattice(lattice))
    }

    /// From the graph, which is built.
    #[must_use]
    pub fn on_graph(model: &'m Hamiltonian) -> Self {
        Self::new(model, AdjacencySource::Graph(model.graph()))
    }

    fn new(model: &Hamiltonian, source: AdjacencySource<'m>) -> Self {
        let ends = model.start.into_iter().chain(model.end).filter(|_| !model.closed).collect();
        Self { source, n: model.vertices(), closed: model.closed, ends }
    }

    /// The vertex between the ends of a path.
    #[must_use]
    pub fn joint(&self) -> Option<u32> {
        (!self.closed).then_some(self.n)
    }

    /// Number of vertices of the model.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.n
    }

    /// Number of vertices with the one between the ends.
    #[must_use]
    pub fn all_vertices(&self) -> u32 {
        self.n + u32::from(!self.closed)
    }

    /// Whether a vertex may be an end.
    fn is_end(&self, vertex: u32) -> bool {
        self.ends.len() < 2 || self.ends.contains(&vertex)
    }

    /// Puts the neighbours of a vertex of the model into an empty list.
    pub fn neighbours(&self, vertex: u32, list: &mut Vec<u32>) {
        list.clear();
        match self.source {
            AdjacencySource::Lattice(lattice) => {
                let from = lattice.position(vertex);
                let steps = lattice.steps().iter();
                list.extend(steps.filter_map(|&step| lattice.ray(from, step).next()));
            }
            AdjacencySource::Graph(graph) => list.extend_from_slice(graph.neighbours(vertex)),
        }
    }

    /// Like [`Adjacency::neighbours`], including the vertex between the ends.
    pub fn all_neighbours(&self, vertex: u32, list: &mut Vec<u32>) {
        self.neighbours(vertex, list);
        if !self.closed && self.is_end(vertex) {
            list.push(self.n);
        }
    }

    /// Whether two vertices are joined.
    #[must_use]
    pub fn joined(&self, a: u32, b: u32) -> bool {
        if a.max(b) == self.n {
            return self.is_end(a.min(b));
        }
        match self.source {
            AdjacencySource::Lattice(lattice) => lattice.is_step(a, b),
            AdjacencySource::Graph(graph) => {
                let neighbours = graph.neighbours(a);
                match neighbours.len() {
                    0..16 => neighbours.contains(&b),
                    _ => neighbours.binary_search(&b).is_ok(),
                }
            }
        }
    }
}

/// The forced edges at each vertex, at most two.
pub struct ForcedPartners {
    /// Empty if there are no forced edges.
    partners: Vec<[u32; 2]>,
}

/// No partner.
pub const NONE: u32 = u32::MAX;

impl ForcedPartners {
    /// The given edges and those of the vertex between the ends; with `only`, also both edges of
    /// each vertex of degree two. `None` if three meet at a vertex: there is no cycle.
    #[must_use]
    pub fn new(model: &Hamiltonian, adjacency: &Adjacency<'_>, only: bool) -> Option<Self> {
        let mut forced = Self { partners: Vec::new() };
        let n = adjacency.all_vertices();
        for &(a, b) in &model.given {
            forced.add(n, a, b)?;
        }
        for &end in &adjacency.ends {
            forced.add(n, n - 1, end)?;
        }
        let mut list = Vec::new();
        for vertex in (0..adjacency.vertices()).filter(|_| only) {
            adjacency.all_neighbours(vertex, &mut list);
            if let [one, other] = list[..] {
                forced.add(n, vertex, one)?;
                forced.add(n, vertex, other)?;
            }
        }
        Some(forced)
    }

    /// Forces an edge among n vertices.
    fn add(&mut self, n: u32, a: u32, b: u32) -> Option<()> {
        if self.partners.is_empty() {
            self.partners = vec![[NONE; 2]; n as usize];
        }
        for (vertex, other) in [(a, b), (b, a)] {
            let partners = &mut self.partners[vertex as usize];
            if !partners.contains(&other) {
                *partners.iter_mut().find(|slot| **slot == NONE)? = other;
            }
        }
        Some(())
    }

    /// The other vertices of the forced edges at one.
    #[must_use]
    pub fn partners(&self, vertex: u32) -> [u32; 2] {
        self.partners.get(vertex as usize).copied().unwrap_or([NONE; 2])
    }

    /// Whether an edge is forced.
    #[must_use]
    pub fn is_forced(&self, a: u32, b: u32) -> bool {
        !self.partners.is_empty() && self.partners[a as usize].contains(&b)
    }

    /// Whether both edges of a vertex are forced.
    #[must_use]
    pub fn is_passed(&self, vertex: u32) -> bool {
        self.partners(vertex)[1] != NONE
    }
}
