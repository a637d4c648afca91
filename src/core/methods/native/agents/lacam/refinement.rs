//! Makes a plan cheaper: one agent after another gets the shortest path around all others.

use std::{cmp::Reverse, collections::BinaryHeap, rc::Rc};

use satranj_encodings::{agent_paths::AgentPaths, model::Witness};

use super::super::{goal_distances::LazyDistances, occupancy::TimedOccupancy};
use crate::{
    limits::Reason,
    methods::{Found, growth::push, meter::Meter, packed_table::PackedTable},
    run::Run,
};

/// Nodes of a search for one agent, after which it keeps its path.
const MOST_NODES: usize = 1 << 13;

/// Passes on a plan and cheaper ones by new paths for single agents, as far as they are wanted, and
/// tells `cheaper` the cost of each; whether this is enough.
///
/// # Errors
/// The reason to stop.
pub fn improved<'m>(
    model: &'m AgentPaths,
    (paths, distances): (Vec<Vec<u32>>, LazyDistances<'m>),
    run: &'m Run,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
    cheaper: &mut dyn FnMut(u64),
) -> Result<bool, Reason> {
    let mut below = model.at_most.map_or(u64::MAX, |most| most.saturating_add(1));
    let mut pass = |paths: &[Vec<u32>]| {
        let cost = model.cost_of(paths);
        if cost >= below {
            return false;
        }
        below = cost;
        cheaper(cost);
        found(Witness::Paths(paths.to_vec())).is_break() || model.at_most.is_some()
    };
    Ok(pass(&paths) || refined(model, (paths, distances), run, meter, &mut pass)?)
}

/// Gives single agents shorter paths until no one gains; after each round in which some did,
/// `better` sees the plan and returns whether to stop, which is the result.
///
/// A round is O(agents times the nodes of a search through vertices and times).
///
/// # Errors
/// The reason to stop.
fn refined<'m>(
    model: &'m AgentPaths,
    (paths, distances): (Vec<Vec<u32>>, LazyDistances<'m>),
    run: &'m Run,
    meter: &mut Meter<'_>,
    better: &mut dyn FnMut(&[Vec<u32>]) -> bool,
) -> Result<bool, Reason> {
    let vertices = model.graph().vertices();
    let mut occupancy = TimedOccupancy::new(vertices, model.agents(), model.no_following, run)?;
    run.permit(paths.iter().map(|path| 32 * path.len() as u64).sum())?;
    for (agent, path) in (0..).zip(paths) {
        occupancy.add(agent, path.into());
    }
    let table = PackedTable::new(run, 0);
    let mut search = LoneSearch { model, run, distances, table, nodes: Vec::new() };
    loop {
        let mut is_better = false;
        for agent in 0..model.agents() {
            let path = occupancy.remove(agent);
            let shorter = search.shorter(agent, &path, &occupancy, meter)?;
            is_better |= shorter.is_some();
            occupancy.add(agent, shorter.unwrap_or(path));
        }
        if !is_better {
            return Ok(false);
        }
        let paths: Vec<Vec<u32>> =
            (0..model.agents()).map(|agent| occupancy.path(agent).to_vec()).collect();
        if better(&paths) {
            return Ok(true);
        }
    }
}

struct LoneSearch<'m> {
    model: &'m AgentPaths,
    run: &'m Run,
    distances: LazyDistances<'m>,
    /// The places seen: vertices and times.
    table: PackedTable<'m, u64, ()>,
    nodes: Vec<LoneNode>,
}

/// A vertex at a time, and the node before it.
#[derive(Clone, Copy)]
struct LoneNode {
    vertex: u32,
    time: u32,
    before: u32,
}

impl LoneSearch<'_> {
    /// A path shorter than this one that avoids all others: A* with the distance to the goal.
    fn shorter(
        &mut self,
        agent: u32,
        path: &[u32],
        occupancy: &TimedOccupancy,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Rc<[u32]>>, Reason> {
        let (Some(&start), Some(&goal)) = (path.first(), path.last()) else { return Ok(None) };
        let length = path.len() as u32 - 1;
        // The goal is free of others from then on.
        let visits = occupancy.visits_after(agent, goal, 0).map(|(time, _)| time + 1);
        let free_from = visits.max().unwrap_or(0);
        if length <= free_from.max(self.distances.of(agent, start)?) {
            return Ok(None);
        }
        self.table.clear(0)?;
        self.nodes.clear();
        self.nodes.push(LoneNode { vertex: start, time: 0, before: 0 });
        let mut open = BinaryHeap::from([Reverse((0, u32::MAX, 0_u32))]);
        while let Some(Reverse((_, _, index))) = open.pop() {
            let node = self.nodes[index as usize];
            if node.vertex == goal && node.time >= free_from {
                return Ok(Some(self.path_to(index)));
            }
            meter.work(2)?;
            if self.nodes.len() > MOST_NODES {
                return Ok(None);
            }
            let time = node.time + 1;
            let neighbours = self.model.graph().neighbours(node.vertex).iter();
            for &vertex in neighbours.chain([&node.vertex]) {
                let rest = time.saturating_add(self.distances.of(agent, vertex)?).max(free_from);
                let key = u64::from(time) << 32 | u64::from(vertex);
                if rest >= length
                    || !occupancy.is_free(agent, (node.vertex, vertex), time)
                    || !self.table.insert(&key, ())?
                {
                    continue;
                }
                let next = self.nodes.len() as u32;
                push(&mut self.nodes, LoneNode { vertex, time, before: index }, self.run)?;
                open.push(Reverse((rest, u32::MAX - time, next)));
            }
        }
        Ok(None)
    }

    fn path_to(&self, index: u32) -> Rc<[u32]> {
        let mut path = Vec::new();
        let mut node = self.nodes[index as usize];
        while node.time > 0 {
            path.push(node.vertex);
            node = self.nodes[node.before as usize];
        }
        path.push(node.vertex);
        path.reverse();
        path.into()
    }
}
