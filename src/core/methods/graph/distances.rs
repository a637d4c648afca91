//! Distances from one vertex of a graph, by searches that stop when the run says so.

use petgraph::{algo::dijkstra::with_dynamic_goal, visit::EdgeRef};
use satranj_encodings::graph::Graph;

use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// The distance of a vertex to which no way was found.
pub const UNREACHED: u32 = u32::MAX;

/// Bytes a vertex that [`breadth_first`] takes at most: the distance, and a place in the queue,
/// which grows by doubling.
pub const BREADTH_FIRST_BYTES: u64 = 16;

/// Bytes a vertex that [`dijkstra`] takes at most: the distance here, and in petgraph the
/// distance in a hash map that grows by doubling and up to nine places in the heap.
pub const DIJKSTRA_BYTES: u64 = 160;

/// Writes the distance of every vertex from one, [`UNREACHED`] where there is no way; where
/// `until` is given, the search ends when it is reached, and vertices that are farther may be
/// left unreached.
///
/// Breadth-first search (Moore 1959) in O(n + m); a node is a vertex whose neighbours are
/// looked at. `neighbours` gives the neighbours of a vertex.
///
/// # Errors
/// The reason to stop.
pub fn breadth_first(
    mut neighbours: impl FnMut(u32, &mut dyn FnMut(&[u32])),
    from: u32,
    until: Option<u32>,
    run: &Run,
    distance: &mut [u32],
) -> Result<(), Reason> {
    distance.fill(UNREACHED);
    let mut meter = Meter::new(run)?;
    let mut work = 0;
    distance[from as usize] = 0;
    let mut queue = vec![from];
    let mut head = 0;
    while let Some(&vertex) = queue.get(head) {
        if until == Some(vertex) {
            break;
        }
        meter.node()?;
        meter.work(std::mem::take(&mut work))?;
        head += 1;
        let next = distance[vertex as usize] + 1;
        neighbours(vertex, &mut |list| {
            work += list.len() as u64;
            for &other in list {
                let its = &mut distance[other as usize];
                if *its == UNREACHED {
                    *its = next;
                    queue.push(other);
                }
            }
        });
    }
    Ok(())
}

/// Writes distances as [`breadth_first`] does, where a step from a vertex to another costs what
/// `cost` says.
///
/// Dijkstra's algorithm (1959) by petgraph in O((n + m) log n); a node is a vertex whose
/// distance is final. Where `until` is given, vertices that are farther may have a distance
/// that is too great, but is that of some path.
///
/// # Errors
/// The reason to stop.
pub fn dijkstra(
    graph: &Graph,
    from: u32,
    until: Option<u32>,
    cost: impl Fn(u32, u32) -> u32,
    run: &Run,
    distance: &mut [u32],
) -> Result<(), Reason> {
    let mut meter = Meter::new(run)?;
    let mut stopped = Ok(());
    let ends = |&vertex: &u32| {
        let degree = graph.neighbours(vertex).len() as u64;
        stopped = meter.node().and_then(|()| meter.work(degree));
        stopped.is_err() || until == Some(vertex)
    };
    let result =
        with_dynamic_goal(graph.petgraph(), from, ends, |edge| cost(edge.source(), edge.target()));
    stopped?;
    distance.fill(UNREACHED);
    for (vertex, its) in result.scores {
        distance[vertex as usize] = its;
    }
    Ok(())
}

/// The vertices that were reached, in rising order.
#[must_use]
pub fn reached(distance: &[u32]) -> Vec<u32> {
    let reached = (0..).zip(distance).filter(|(_, its)| **its != UNREACHED);
    reached.map(|(vertex, _)| vertex).collect()
}
