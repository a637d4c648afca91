//! `graph:flow` for anonymous agents: a plan of the least makespan is a flow through time.

use petgraph::{Incoming, algo::dinics, graph::DiGraph, visit::EdgeRef};
use satranj_encodings::{
    agent_paths::{AgentObstruction, AgentPaths, PlanCost, rested},
    model::{Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Found, Method,
        agent_plans::one_plan,
        constraints::Constraint::{Anonymous, AtMost, Makespan},
    },
    run::Run,
};

/// Bytes per vertex and time: two nodes and the arc between them, with what dinics keeps.
const BYTES_PER_PLACE: u64 = 256;
/// Bytes per arc to the next time.
const BYTES_PER_ARC: u64 = 64;

/// Anonymous agents with the least makespan: the least horizon for which the graph expanded in time,
/// each vertex with the capacity 1 at each time, has a flow of all agents. An exchange of two
/// vertices by a flow is the same as two agents that wait. n + k - 1 steps suffice for k agents on
/// n vertices of a connected graph. A minimum cut of one step less shows that no plan is shorter
/// (Menger).
///
/// Yu and `LaValle`, "Multi-agent path planning and network flow" (WAFR 2012). The horizon is found by
/// doubling and halving: O(log(n + k)) maximum flows, polynomial.
pub const FLOW: Method = Method::finding(
    Description {
        scope: Some("one plan, anonymous agents with the makespan"),
        // It looks for an obstruction first.
        precheck: false,
        ..Description::graph("graph:flow", "maximum flow through time, for anonymous agents")
            .minding(&[AtMost, Anonymous, Makespan])
    },
    |model| {
        let is_makespan = |model: &AgentPaths| model.anonymous && model.cost == PlanCost::Makespan;
        model.as_agent_paths().is_some_and(is_makespan)
    },
    |model, goal| one_plan(model, goal, solve),
);

fn solve(model: &AgentPaths, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let (vertices, agents) = (u64::from(model.graph().vertices()), u64::from(model.agents()));
    run.reserve(8 * vertices)?;
    let from = model.distances_from(&model.starts);
    let to = model.distances_from(&model.goals);
    // Each agent reaches a goal, and each goal is reached.
    let ends = model.starts.iter().map(|&start| to[start as usize]);
    let ends = ends.chain(model.goals.iter().map(|&goal| from[goal as usize]));
    let least = u64::from(ends.max().unwrap_or(0));
    let most = (vertices + agents).saturating_sub(1).max(least);
    let flows = TimedFlows { model, from, to, run };
    // No plan takes less than `least` steps; the best so far takes `best`.
    let (mut least, mut best, mut step) = (least, None, 1);
    let (mut horizon, mut cut) = (least, None);
    loop {
        run.node()?;
        match flows.plan(horizon)? {
            TimedFlow::Plan(paths) => best = Some((horizon, paths)),
            TimedFlow::Cut(_) if horizon >= most => return Ok(Ending::Exhausted),
            TimedFlow::Cut(vertices) => {
                least = horizon + 1;
                cut = Some(vertices);
            }
        }
        horizon = match &best {
            Some((best, _)) if least >= *best => break,
            Some((best, _)) => least + (best - least) / 2,
            None => {
                step *= 2;
                (horizon + step / 2).min(most)
            }
        };
    }
    let Some((_, paths)) = best else { return Ok(Ending::Exhausted) };
    let is_within = model.at_most.is_none_or(|most| model.cost_of(&paths) <= most);
    if is_within && (found(Witness::Paths(paths)).is_break() || model.at_most.is_some()) {
        return Ok(Ending::Enough);
    }
    let Some(steps) = least.checked_sub(1) else { return Ok(Ending::Exhausted) };
    if cut.is_none()
        && let TimedFlow::Cut(vertices) = flows.plan(steps)?
    {
        cut = Some(vertices);
    }
    let reason = cut.map(|vertices| AgentObstruction::Cut { steps, vertices });
    Ok(reason.map_or(Ending::Exhausted, |cut| Ending::Proved(Obstruction::Agents(cut))))
}

/// A flow of all agents, or why no such flow exists.
enum TimedFlow {
    /// The paths of the agents.
    Plan(Vec<Vec<u32>>),
    /// Vertices, each with its time, which all agents have to pass: fewer than agents.
    Cut(Vec<(u32, u64)>),
}

/// The flows of agents through time.
struct TimedFlows<'m> {
    model: &'m AgentPaths,
    /// The distance from the nearest start.
    from: Vec<u32>,
    /// The distance to the nearest goal.
    to: Vec<u32>,
    run: &'m Run,
}

impl TimedFlows<'_> {
    /// The times at which an agent may be on a vertex.
    fn times(&self, vertex: u32, horizon: u64) -> Option<(u64, u64)> {
        let (from, to) = (self.from[vertex as usize], self.to[vertex as usize]);
        let last = horizon.checked_sub(to.into()).filter(|_| from < u32::MAX && to < u32::MAX)?;
        (u64::from(from) <= last).then_some((from.into(), last))
    }

    /// A plan within a horizon, or a cut.
    fn plan(&self, horizon: u64) -> Result<TimedFlow, Reason> {
        let graph = self.model.graph();
        // The first place of each vertex, and its first time.
        let (mut begins, mut places, mut arcs) = (Vec::new(), 0_u64, 0_u64);
        self.run.reserve(24 * u64::from(graph.vertices()))?;
        for vertex in 0..graph.vertices() {
            let times = self.times(vertex, horizon);
            begins.push(times.map(|(first, last)| (places, first, last)));
            let length = times.map_or(0, |(first, last)| last - first + 1);
            places += length;
            arcs += length * (graph.neighbours(vertex).len() as u64 + 1);
        }
        self.run.reserve(places * BYTES_PER_PLACE + arcs * BYTES_PER_ARC)?;
        if 2 * places + 2 > u64::from(u32::MAX) || arcs + places > u64::from(u32::MAX) {
            return Err(Reason::MemoryLimit);
        }
        let place = |vertex: u32, time: u64| {
            let (begin, ..) = begins[vertex as usize]
                .filter(|&(_, first, last)| (first..=last).contains(&time))?;
            Some((begin + time - begins[vertex as usize]?.1) as u32)
        };
        // A place is entered by its even node and left by its odd one.
        let (source, sink) = (2 * places as u32, 2 * places as u32 + 1);
        let mut network: DiGraph<(), u32, u32> = DiGraph::with_capacity(
            2 * places as usize + 2,
            (arcs + places) as usize + 2 * self.model.starts.len(),
        );
        (0..=sink).for_each(|_| {
            network.add_node(());
        });
        // The vertex and the time of each arc through time, and its other vertex.
        let mut steps = Vec::new();
        let mut next = Vec::new();
        for vertex in 0..graph.vertices() {
            self.run.poll()?;
            let Some((_, first, last)) = begins[vertex as usize] else { continue };
            for time in first..=last {
                let Some(here) = place(vertex, time) else { continue };
                network.add_edge((2 * here).into(), (2 * here + 1).into(), 1);
                next.clear();
                next.push(vertex);
                next.extend(graph.neighbours(vertex));
                for &other in &next {
                    let Some(there) = place(other, time + 1) else { continue };
                    let arc = network.add_edge((2 * here + 1).into(), (2 * there).into(), 1);
                    steps.push((arc.index(), vertex, other, time));
                }
            }
        }
        for (ends, time) in [(&self.model.starts, 0), (&self.model.goals, horizon)] {
            if ends.iter().any(|&end| place(end, time).is_none()) {
                // An agent that has no place there comes too late, or a goal that has none.
                let others = ends.iter().filter(|&&end| place(end, time).is_some());
                return Ok(TimedFlow::Cut(others.map(|&end| (end, time)).collect()));
            }
        }
        for (&start, &goal) in self.model.starts.iter().zip(&self.model.goals) {
            let (Some(start), Some(goal)) = (place(start, 0), place(goal, horizon)) else {
                continue;
            };
            network.add_edge(source.into(), (2 * start).into(), 1);
            network.add_edge((2 * goal + 1).into(), sink.into(), 1);
        }
        let (flow, flows) = dinics(&network, source.into(), sink.into());
        self.run.poll()?;
        if flow < self.model.agents() {
            let placed = (0..).zip(&begins).filter_map(|(vertex, &times)| Some((vertex, times?)));
            let placed: Vec<(u32, (u64, u64, u64))> = placed.collect();
            let named = |node: u32| {
                let at = u64::from(node / 2);
                let after = placed.partition_point(|&(_, (begin, ..))| begin <= at);
                let &(vertex, (begin, first, _)) = placed.get(after.checked_sub(1)?)?;
                Some((vertex, first + at - begin))
            };
            let cut = self.cut(&network, &flows, source)?;
            // An arc from the source leads to the place of a start.
            let cut = cut
                .into_iter()
                .filter_map(|(from, to)| named(if from == source { to } else { from }));
            let mut cut: Vec<(u32, u64)> = cut.collect();
            cut.sort_unstable();
            cut.dedup();
            return Ok(TimedFlow::Cut(cut));
        }
        let moves = steps.into_iter().filter(|&(arc, ..)| flows[arc] > 0);
        let mut moves: Vec<(u64, u32, u32)> =
            moves.map(|(_, vertex, other, time)| (time, vertex, other)).collect();
        moves.sort_unstable();
        Ok(TimedFlow::Plan(self.paths(&moves)))
    }

    /// The saturated arcs out of what the source still reaches: a minimum cut.
    fn cut(
        &self,
        network: &DiGraph<(), u32, u32>,
        flows: &[u32],
        source: u32,
    ) -> Result<Vec<(u32, u32)>, Reason> {
        self.run.reserve(network.node_count() as u64)?;
        let mut reached = vec![false; network.node_count()];
        let mut waiting = vec![source];
        reached[source as usize] = true;
        while let Some(node) = waiting.pop() {
            let onward = network.edges(node.into()).filter(|arc| flows[arc.id().index()] == 0);
            let back = network.edges_directed(node.into(), Incoming);
            let back = back.filter(|arc| flows[arc.id().index()] > 0).map(|arc| arc.source());
            for next in onward.map(|arc| arc.target()).chain(back) {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    waiting.push(next.index() as u32);
                }
            }
        }
        self.run.poll()?;
        let arcs = network.raw_edges().iter();
        let arcs = arcs.map(|arc| (arc.source().index(), arc.target().index()));
        let leaving = arcs.filter(|&(from, to)| reached[from] && !reached[to]);
        Ok(leaving.map(|(from, to)| (from as u32, to as u32)).collect())
    }

    /// The paths of the agents from all moves of a flow, in the order of time.
    fn paths(&self, moves: &[(u64, u32, u32)]) -> Vec<Vec<u32>> {
        let mut paths: Vec<Vec<u32>> = self.model.starts.iter().map(|&start| vec![start]).collect();
        for step in moves.chunk_by(|one, other| one.0 == other.0) {
            let goes = |vertex: u32| {
                let index = step.binary_search_by_key(&vertex, |&(_, from, _)| from).ok()?;
                Some(step[index].2)
            };
            for path in &mut paths {
                let Some(&here) = path.last() else { continue };
                let Some(next) = goes(here) else { continue };
                // Two anonymous agents that would exchange their places stay.
                path.push(if goes(next) == Some(here) { here } else { next });
            }
        }
        rested(paths)
    }
}
