//! Meetings from the distances of every rider: the vertex with the least sum of turns.

#[cfg(test)]
mod tests;

use crate::methods::constraints;
use petgraph::algo::floyd_warshall;
use satranj_encodings::{
    graph::Graph,
    lattice::Lattice,
    meeting::{Meeting, MeetingObstruction, Rider},
    model::{Model, Obstruction, Witness},
};

use super::distances::{UNREACHED, breadth_first, dijkstra, reached};
use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Goal, Method, meter::Meter},
    run::Run,
};

/// The most vertices for [`FLOYD_WARSHALL`]; with this many it takes about 0.1 s, and petgraph's
/// loop cannot be interrupted.
pub const MOST_FOR_ALL_PAIRS: u32 = 400;

/// The turns to a vertex that some rider cannot reach.
const NEVER: u64 = u64::MAX;

/// The vertices summed between two checks of the limits.
const CHUNK: usize = 1 << 14;

/// Breadth-first search over the graph of the moves; O(n + m) per rider.
pub const BFS: Method = Method::finding(
    described("graph:bfs", "breadth-first search from every rider over the graph of the moves")
        .minding(constraints::DIRECTED_MEETINGS),
    Model::is_meeting,
    |model, goal| Some(DistanceSearch::BreadthFirst.finder(model.as_meeting()?, goal)),
);

/// petgraph's Dijkstra with steps of cost 1; O((n + m) log n) per rider.
pub const DIJKSTRA: Method = Method::finding(
    described("graph:dijkstra", "petgraph's Dijkstra from every rider over the graph of the moves")
        .minding(constraints::MEETINGS),
    Model::is_meeting,
    |model, goal| Some(DistanceSearch::Dijkstra.finder(model.as_meeting()?, goal)),
);

/// petgraph's Floyd-Warshall (Floyd 1962): the distances between all pairs in O(n^3), before the
/// riders are considered.
pub const FLOYD_WARSHALL: Method = Method::finding(
    Description {
        scope: Some("meetings on up to 400 squares (its time is cubic); graph:bfs has no limit"),
        ..described(
            "graph:floyd-warshall",
            "petgraph's Floyd-Warshall: the distances of all pairs, then the meeting squares",
        )
        .minding(constraints::MEETINGS)
    },
    Model::is_meeting,
    |model, goal| {
        let model = model.as_meeting()?;

        (model.lattice().vertices() <= MOST_FOR_ALL_PAIRS)
            .then(|| DistanceSearch::FloydWarshall.finder(model, goal))
    },
);

/// Distances are found while the graph is being built: each vertex is expanded when a search first
/// meets it, and its moves are kept for the next rider.
pub const INCREMENTAL: Method = Method::finding(
    described("graph:incremental", "distances found while the graph of the moves is built")
        .minding(constraints::MEETINGS),
    Model::is_meeting,
    |model, goal| Some(DistanceSearch::Incremental.finder(model.as_meeting()?, goal)),
);

/// A method whose first search decides whether the riders can meet.
const fn described(name: &'static str, summary: &'static str) -> Description {
    Description { precheck: false, ..Description::graph(name, summary) }
}

/// Meetings from distances: a search from every rider's start gives its turns to each vertex, and
/// the least vertex with the least sum is the answer.
///
/// For r different starts r + 1 searches (the last one, from the answer, gives the paths), and O(r
/// n) for the sums; 8 bytes per vertex beyond the searches.
#[derive(Clone, Copy)]
enum DistanceSearch {
    BreadthFirst,
    Dijkstra,
    FloydWarshall,
    Incremental,
}

impl DistanceSearch {
    fn finder(self, model: &Meeting, goal: Goal) -> Finder<'_> {
        Finder::new(move |context, found| self.gather(model, goal, context, found))
    }

    fn distances<'m>(
        self,
        model: &'m Meeting,
        run: &Run,
    ) -> Result<Box<dyn DistanceSource + 'm>, Reason> {
        Ok(match self {
            Self::BreadthFirst if model.board.is_directed() => {
                Box::new(OneWaySearch::new(model, run)?)
            }
            Self::BreadthFirst => Box::new(OneSearch::breadth_first(model, run)?),
            Self::Dijkstra => Box::new(OneSearch::dijkstra(model, run)?),
            Self::FloydWarshall => Box::new(AllPairs::new(model, run)?),
            Self::Incremental => Box::new(Discovered::new(model, run)?),
        })
    }

    fn gather(
        self,
        model: &Meeting,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, Reason> {
        run.poll()?;
        let proved = |reason| Ok(Ending::Proved(Obstruction::Meeting(reason)));
        if model.riders.is_empty() {
            return proved(MeetingObstruction::NoRider);
        }
        let vertices = model.lattice().vertices() as usize;
        let mut distances = self.distances(model, run)?;
        let mut distance = vec![UNREACHED; vertices];
        let Some(turns) = turns(model, &mut *distances, &mut distance, run)? else {
            return proved(MeetingObstruction::Separated(reached(&distance)));
        };
        let Some(most) = model.at_most else {
            // Of equal sums the least vertex comes first.
            let best = (0..).zip(&turns).min_by_key(|&(_, turns)| turns);
            let best = best.filter(|&(_, &turns)| turns != NEVER);
            let Some((vertex, _)) = best else { return Ok(Ending::Exhausted) };
            let meeting = meet(model, vertex, &mut *distances, &mut distance, run)?;
            let asked = found(meeting);
            return Ok(if asked.is_break() { Ending::Enough } else { Ending::Exhausted });
        };
        for (vertex, turns) in (0..).zip(turns) {
            if turns == NEVER || turns > most {
                continue;
            }
            let meeting = meet(model, vertex, &mut *distances, &mut distance, run)?;
            if found(meeting).is_break() || goal == Goal::First {
                return Ok(Ending::Enough);
            }
        }
        Ok(Ending::Exhausted)
    }
}

/// The turns of all riders to every vertex, [`NEVER`] for unreachable ones; `None` if they cannot
/// meet, then `distance` has the distances of the vertices from some rider.
fn turns(
    model: &Meeting,
    distances: &mut dyn DistanceSource,
    distance: &mut [u32],
    run: &Run,
) -> Result<Option<Vec<u64>>, Reason> {
    let mut riders: Vec<Rider> = model.riders.to_vec();
    riders.sort_unstable();
    let mut turns = vec![0_u64; distance.len()];
    for (index, together) in riders.chunk_by(|one, other| one.vertex == other.vertex).enumerate() {
        distances.from(together[0].vertex, distance, run)?;
        let meets = |rider: &Rider| distance[rider.vertex as usize] != UNREACHED;
        if index == 0 && !model.board.is_directed() && !riders.iter().all(meets) {
            return Ok(None);
        }
        for rider in together {
            for (sums, jumps) in turns.chunks_mut(CHUNK).zip(distance.chunks(CHUNK)) {
                run.poll()?;
                for (sum, &jumps) in sums.iter_mut().zip(jumps) {
                    let turns = if jumps == UNREACHED { NEVER } else { rider.turns(jumps.into()) };
                    *sum = sum.saturating_add(turns);
                }
            }
        }
    }
    Ok(Some(turns))
}

/// The riders' paths to a vertex; each goes to the least neighbour that is nearer.
fn meet(
    model: &Meeting,
    vertex: u32,
    distances: &mut dyn DistanceSource,
    distance: &mut [u32],
    run: &Run,
) -> Result<Witness, Reason> {
    distances.to(vertex, distance, run)?;
    let mut meter = Meter::new(run)?;
    let mut paths = Vec::with_capacity(model.riders.len());
    for rider in model.riders.iter() {
        let mut at = rider.vertex;
        let mut path = Vec::with_capacity(distance[at as usize] as usize);
        while at != vertex {
            meter.work(1)?;
            let nearer = distance[at as usize] - 1;
            let neighbours = distances.neighbours(at);
            match neighbours.iter().find(|&&next| distance[next as usize] == nearer) {
                Some(&next) => at = next,
                // Distances have a nearer neighbour.
                None => break,
            }
            path.push(at);
        }
        paths.push(path);
    }
    Ok(Witness::Meeting { vertex, paths })
}

/// Distances over the moves of a meeting.
trait DistanceSource {
    /// Writes the distance of every vertex from one.
    fn from(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason>;

    /// Writes the distance of every vertex to one.
    fn to(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason> {
        self.from(vertex, distance, run)
    }

    /// The neighbours to which a move leads from a vertex that a search has met, in rising order.
    fn neighbours(&self, vertex: u32) -> &[u32];
}

/// The graph of the moves.
fn graph<'m>(model: &'m Meeting, run: &Run) -> Result<&'m Graph, Reason> {
    run.building(model.board.bytes(), || model.board.graph())
}

/// One search over the graph for every requested vertex.
struct OneSearch<'m> {
    graph: &'m Graph,
    by_dijkstra: bool,
}

impl<'m> OneSearch<'m> {
    fn breadth_first(model: &'m Meeting, run: &Run) -> Result<Self, Reason> {
        Ok(Self { graph: graph(model, run)?, by_dijkstra: false })
    }

    fn dijkstra(model: &'m Meeting, run: &Run) -> Result<Self, Reason> {
        Ok(Self { graph: graph(model, run)?, by_dijkstra: true })
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

/// One search along the moves, or against them, that may not lead back.
struct OneWaySearch {
    /// The vertices after each vertex, and those before it.
    lists: [Vec<Vec<u32>>; 2],
}

impl OneWaySearch {
    fn new(model: &Meeting, run: &Run) -> Result<Self, Reason> {
        let graph = graph(model, run)?;
        let (n, arcs) = (u64::from(graph.vertices()), 2 * u64::from(graph.edges()));
        run.reserve(8 * arcs + 48 * n)?;
        let beside = |against| {
            let of = |vertex| model.board.beside(vertex, against).map(|(other, _)| other).collect();
            (0..graph.vertices()).map(of).collect()
        };
        Ok(Self { lists: [beside(false), beside(true)] })
    }

    fn search(
        &self,
        against: bool,
        vertex: u32,
        distance: &mut [u32],
        run: &Run,
    ) -> Result<(), Reason> {
        let lists = &self.lists[usize::from(against)];
        breadth_first(|at, each| each(&lists[at as usize]), vertex, None, run, distance)
    }
}

impl DistanceSource for OneWaySearch {
    fn from(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason> {
        self.search(false, vertex, distance, run)
    }

    fn to(&mut self, vertex: u32, distance: &mut [u32], run: &Run) -> Result<(), Reason> {
        self.search(true, vertex, distance, run)
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.lists[0][vertex as usize]
    }
}

/// The distances of all pairs.
struct AllPairs<'m> {
    graph: &'m Graph,
    /// Row by row.
    table: Vec<u32>,
}

impl<'m> AllPairs<'m> {
    /// Bytes per pair: the table here, petgraph's, and its hash map of pairs.
    const BYTES: u64 = 36;

    fn new(model: &'m Meeting, run: &Run) -> Result<Self, Reason> {
        let vertices = model.lattice().vertices();
        let graph = graph(model, run)?;
        run.node()?;
        let size = vertices as usize;
        run.reserve(Self::BYTES * (size * size) as u64)?;
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
struct Discovered<'m> {
    lattice: &'m Lattice,
    /// Where the neighbours of each vertex begin and end; `None` until it is expanded.
    span: Vec<Option<(usize, usize)>>,
    neighbours: Vec<u32>,
}

impl<'m> Discovered<'m> {
    fn new(model: &'m Meeting, run: &Run) -> Result<Self, Reason> {
        let lattice = model.lattice();
        // The list grows by doubling, and the old one exists until it is copied.
        run.reserve(lattice.arcs_bound().saturating_mul(3 * size_of::<u32>() as u64))?;
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
