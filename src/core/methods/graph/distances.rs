//! Distances from one vertex of a graph, by searches that stop when the run says so.

use petgraph::{
    algo::{Measure, dijkstra::with_dynamic_goal},
    visit::{IntoEdges, Visitable},
};

use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// The length of a shortest path to a vertex.
pub trait Distance: Measure + Copy + Into<u64> {
    /// The distance of an unreached vertex.
    const UNREACHED: Self;

    /// The distance as written to documents.
    fn known(self) -> Option<u64> {
        (self != Self::UNREACHED).then(|| self.into())
    }
}

impl Distance for u32 {
    const UNREACHED: Self = Self::MAX;
}

impl Distance for u64 {
    const UNREACHED: Self = Self::MAX;
}

/// The most bytes per vertex of petgraph's Dijkstra: the distance in a hash map that grows by
/// doubling, and up to nine places in the heap.
const DIJKSTRA_BYTES: u64 = 160;

/// The distance of an unreached vertex.
pub const UNREACHED: u32 = u32::UNREACHED;

/// Writes the distance of every vertex from one, [`UNREACHED`] if there is no path. With `until`,
/// the search ends when that vertex is reached, and farther vertices may be left unreached.
///
/// Breadth-first search (Moore 1959) in O(n + m); a node is an expanded vertex. `neighbours`
/// returns the neighbours of a vertex.
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

/// Writes distances like [`breadth_first`], for arcs of cost `cost`; `degree` is the number of arcs
/// from a vertex.
///
/// Dijkstra's algorithm (1959) by petgraph in O((n + m) log n); a node is a vertex whose distance
/// is final. With `until`, the distance of a farther vertex may be too great; it is then the length
/// of some path.
///
/// # Errors
/// The reason to stop.
pub fn dijkstra<G: IntoEdges<NodeId = u32> + Visitable, D: Distance>(
    arcs: G,
    degree: impl Fn(u32) -> usize,
    from: u32,
    until: Option<u32>,
    cost: impl FnMut(G::EdgeRef) -> D,
    run: &Run,
    distance: &mut [D],
) -> Result<(), Reason> {
    run.reserve(DIJKSTRA_BYTES * distance.len() as u64)?;
    let mut meter = Meter::new(run)?;
    let mut stopped = Ok(());
    let ends = |&vertex: &u32| {
        stopped = meter.node().and_then(|()| meter.work(degree(vertex) as u64));
        stopped.is_err() || until == Some(vertex)
    };
    let result = with_dynamic_goal(arcs, from, ends, cost);
    stopped?;
    distance.fill(D::UNREACHED);
    for (vertex, its) in result.scores {
        distance[vertex as usize] = its;
    }
    Ok(())
}

/// The vertices that were reached, in rising order.
#[must_use]
pub fn reached<D: Distance>(distance: &[D]) -> Vec<u32> {
    let reached = (0..).zip(distance).filter(|(_, its)| **its != D::UNREACHED);
    reached.map(|(vertex, _)| vertex).collect()
}
