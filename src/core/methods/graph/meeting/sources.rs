//! Where a meeting's distances come from: a search each, all pairs at once, or the building
//! of the graph.

use petgraph::algo::floyd_warshall;
use satranj_encodings::{gathering::Gathering, graph::Graph, lattice::Lattice};

use super::{
    super::distances::{BREADTH_FIRST_BYTES, DIJKSTRA_BYTES, UNREACHED, breadth_first, dijkstra},
    TURNS_BYTES,
};
use crate::{limits::Reason, run::Run};

/// Distances over the moves of a meeting.
pub trait DistanceSource {
    /// Writes the distance of every vertex from one.
    fn from(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason>;

    /// The neighbours of a vertex that a search has met, in rising order.
    fn neighbours(&self, vertex: u32) -> &[u32];
}

/// The graph of the moves, for which there is room, for this many bytes a vertex more, and for
/// the turns.
fn graph<'m>(model: &'m Gathering, bytes: u64, run: &Run) -> Result<&'m Graph, Reason> {
    let vertices = u64::from(model.lattice().vertices());
    run.reserve(model.board.bytes().saturating_add(vertices * (bytes + TURNS_BYTES)))?;
    let graph = run.encoding(|| model.board.graph());
    run.poll()?;
    Ok(graph)
}

/// One search over the graph for every vertex asked for.
pub struct OneSearch<'m> {
    graph: &'m Graph,
    by_dijkstra: bool,
}

impl<'m> OneSearch<'m> {
    pub fn breadth_first(model: &'m Gathering, run: &Run) -> Result<Self, Reason> {
        Ok(Self { graph: graph(model, BREADTH_FIRST_BYTES, run)?, by_dijkstra: false })
    }

    pub fn dijkstra(model: &'m Gathering, run: &Run) -> Result<Self, Reason> {
        Ok(Self { graph: graph(model, DIJKSTRA_BYTES, run)?, by_dijkstra: true })
    }
}

impl DistanceSource for OneSearch<'_> {
    fn from(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason> {
        let graph = self.graph;
        if self.by_dijkstra {
            let degree = |at| graph.neighbours(at).len();
            return dijkstra(graph.petgraph(), degree, vertex, None, |_| 1, run, distance);
        }
        breadth_first(|at, each| each(graph.neighbours(at)), vertex, None, run, distance)
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        self.graph.neighbours(vertex)
    }
}

/// The distances of all pairs.
pub struct AllPairs<'m> {
    graph: &'m Graph,
    /// Row by row.
    table: Vec<u32>,
}

impl<'m> AllPairs<'m> {
    /// Bytes a pair: the table here, petgraph's, and its hash map of pairs.
    const BYTES: u64 = 36;

    pub fn new(model: &'m Gathering, run: &Run) -> Result<Self, Reason> {
        let vertices = model.lattice().vertices();
        let graph = graph(model, u64::from(vertices) * Self::BYTES, run)?;
        run.node()?;
        let size = vertices as usize;
        let mut table = vec![UNREACHED; size * size];
        let distances = floyd_warshall(graph.petgraph(), |_| 1);
        for ((from, to), distance) in distances.expect("only negative costs make it fail") {
            table[from as usize * size + to as usize] = distance;
        }
        run.poll()?;
        Ok(Self { graph, table })
    }
}

impl DistanceSource for AllPairs<'_> {
    fn from(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason> {
        run.node()?;
        let begin = vertex as usize * distance.len();
        distance.copy_from_slice(&self.table[begin..begin + distance.len()]);
        Ok(())
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        self.graph.neighbours(vertex)
    }
}

/// The part of the graph that the searches have met.
pub struct Discovered<'m> {
    lattice: &'m Lattice,
    /// Where the neighbours of each vertex begin and end; nothing until it is expanded.
    span: Vec<Option<(usize, usize)>>,
    neighbours: Vec<u32>,
}

impl<'m> Discovered<'m> {
    pub fn new(model: &'m Gathering, run: &Run) -> Result<Self, Reason> {
        let lattice = model.lattice();
        let vertices = u64::from(lattice.vertices());
        let spans = vertices * size_of::<Option<(usize, usize)>>() as u64;
        // The list grows by doubling, and the old one is there until it is copied.
        let arcs = lattice.arcs_bound().saturating_mul(3 * size_of::<u32>() as u64);
        let searches = vertices * (BREADTH_FIRST_BYTES + TURNS_BYTES);
        run.reserve(arcs.saturating_add(spans + searches))?;
        Ok(Self { lattice, span: vec![None; lattice.vertices() as usize], neighbours: Vec::new() })
    }
}

impl DistanceSource for Discovered<'_> {
    fn from(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason> {
        let Self { lattice, span, neighbours } = self;
        let expand = |at: u32, each: &mut dyn FnMut(&[u32])| {
            let (begin, end) = *span[at as usize].get_or_insert_with(|| {
                let begin = neighbours.len();
                lattice.neighbours(at, neighbours);
                (begin, neighbours.len())
            });
            each(&neighbours[begin..end]);
        };
        breadth_first(expand, vertex, None, run, distance)
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        self.span[vertex as usize].map_or(&[], |(begin, end)| &self.neighbours[begin..end])
    }
}
