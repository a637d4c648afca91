//! Shortest routes by searches over the graph of the moves.

mod count;
mod estimate;
mod heuristic_search;
#[cfg(test)]
mod tests;

use rand::seq::IteratorRandom;
use satranj_encodings::{
    graph::Graph,
    model::{Obstruction, Witness},
    route::{MOST_DISTANCES, Route, RouteObstruction},
};

use super::distances::{
    BREADTH_FIRST_BYTES, DIJKSTRA_BYTES, UNREACHED, breadth_first, dijkstra, reached,
};
use crate::{
    limits,
    methods::{
        Counted, Counting, Description, Ending, Finder, Finds, Found, Goal, Method, Tallies, Tally,
        meter::Meter,
        simple_paths::{self, RouteSteps},
    },
    random::variation,
    run::Run,
};
pub use heuristic_search::A_STAR;

/// Breadth-first search; O(n + m), where every step costs 1.
pub const BFS: Method = Method {
    description: Description {
        scope: Some("routes without weights, and meetings"),
        ..described(
            "graph:bfs",
            "breadth-first search over the graph of the moves; counts the shortest routes",
        )
    },
    finds: Some(Finds::Route(|route, goal| Shortest { weighted: false }.finder(route, goal))),
    tallies: Some(Tallies::Route(|route, counting| {
        Shortest { weighted: false }.tally(route, counting)
    })),
};

/// petgraph's Dijkstra; O((n + m) log n).
pub const DIJKSTRA: Method = Method {
    description: described(
        "graph:dijkstra",
        "petgraph's Dijkstra over the graph of the moves; counts the shortest routes",
    ),
    finds: Some(Finds::Route(|route, goal| Shortest { weighted: true }.finder(route, goal))),
    tallies: Some(Tallies::Route(|route, counting| {
        Shortest { weighted: true }.tally(route, counting)
    })),
};

/// A search that itself tells whether there is a route.
const fn described(name: &'static str, summary: &'static str) -> Description {
    Description { precheck: false, ..Description::graph(name, summary) }
}

/// Shortest routes from the distances of the vertices from the start.
///
/// The search stops at the end of the route, but on small boards, where the distances of all
/// vertices show that nothing is shorter. The path goes back over the least vertices.
#[derive(Clone, Copy)]
struct Shortest {
    weighted: bool,
}

/// The graph of the moves, for which there is room, and for this many bytes a vertex more.
fn graph<'m>(model: &'m Route, bytes: u64, run: &Run) -> Result<&'m Graph, limits::Reason> {
    run.poll()?;
    let vertices = u64::from(model.lattice().vertices());
    run.reserve(model.board.bytes().saturating_add(vertices * bytes))?;
    let graph = run.encoding(|| model.board.graph());
    run.poll()?;
    Ok(graph)
}

/// What it costs to enter a vertex; at most 9 of a board, 255 of any model.
fn weight(model: &Route, vertex: u32) -> u32 {
    model.weight(vertex) as u32
}

/// The distances as documents hold them.
fn wide(distance: &[u32]) -> Vec<Option<u64>> {
    let one = |&distance: &u32| (distance != UNREACHED).then_some(distance.into());
    distance.iter().map(one).collect()
}

/// That no vertex beyond these can be reached.
fn separated(distance: &[u32]) -> Ending {
    Ending::Proved(Obstruction::Route(RouteObstruction::Separated(reached(distance))))
}

/// That nothing costs less than these distances, which are exact on small boards.
fn nothing_shorter(model: &Route, distance: &[u32]) -> Ending {
    let is_small = model.lattice().vertices() <= MOST_DISTANCES;
    let reason = is_small.then(|| model.distances(&wide(distance))).flatten();
    reason.map_or(Ending::Exhausted, |reason| Ending::Proved(Obstruction::Route(reason)))
}

/// The graph, and what the way from each vertex to the end costs.
struct ToEnd<'m> {
    graph: &'m Graph,
    distance: Vec<u32>,
}

impl RouteSteps for ToEnd<'_> {
    fn neighbours(&self, vertex: u32, list: &mut Vec<u32>) {
        list.extend_from_slice(self.graph.neighbours(vertex));
    }

    fn rest(&self, vertex: u32) -> Option<u64> {
        let rest = self.distance[vertex as usize];
        (rest != UNREACHED).then_some(rest.into())
    }
}

impl Shortest {
    fn takes(self, model: &Route) -> bool {
        self.weighted || model.weights.is_none()
    }

    fn finder(self, model: &Route, goal: Goal) -> Option<Finder<'_>> {
        self.takes(model)
            .then(|| Finder::new(move |context, found| self.find(model, goal, context, found)))
    }

    /// The shortest routes; those up to a cost are found one by one.
    fn tally(self, model: &Route, counting: Counting) -> Option<Tally<'_>> {
        (counting == Counting::default() && self.takes(model) && model.at_most.is_none())
            .then(|| Tally::new(move |context| self.count_shortest(model, context)))
    }

    fn graph<'m>(self, model: &'m Route, run: &Run) -> Result<&'m Graph, limits::Reason> {
        let bytes = if self.weighted { DIJKSTRA_BYTES } else { BREADTH_FIRST_BYTES };
        graph(model, bytes, run)
    }

    /// The distances from the start; at least of all vertices that are nearer than the end.
    fn search_from_start(
        self,
        model: &Route,
        graph: &Graph,
        run: &Run,
    ) -> Result<Vec<u32>, limits::Reason> {
        let until = (graph.vertices() > MOST_DISTANCES).then_some(model.to);
        let mut distance = vec![UNREACHED; graph.vertices() as usize];
        if self.weighted {
            let cost = |_, to| weight(model, to);
            dijkstra(graph, model.from, until, cost, run, &mut distance)?;
        } else {
            let each = |at, each: &mut dyn FnMut(&[u32])| each(graph.neighbours(at));
            breadth_first(each, model.from, until, run, &mut distance)?;
        }
        Ok(distance)
    }

    /// What the way from each vertex to the end costs.
    fn search_from_end(
        self,
        model: &Route,
        graph: &Graph,
        run: &Run,
    ) -> Result<Vec<u32>, limits::Reason> {
        let mut distance = vec![UNREACHED; graph.vertices() as usize];
        if self.weighted {
            // The search goes against the steps.
            let cost = |from, _| weight(model, from);
            dijkstra(graph, model.to, None, cost, run, &mut distance)?;
        } else {
            let each = |at, each: &mut dyn FnMut(&[u32])| each(graph.neighbours(at));
            breadth_first(each, model.to, None, run, &mut distance)?;
        }
        Ok(distance)
    }

    fn find(
        self,
        model: &Route,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, limits::Reason> {
        let graph = self.graph(model, run)?;
        let distance = self.search_from_start(model, graph, run)?;
        let cost = distance[model.to as usize];
        if cost == UNREACHED {
            return Ok(separated(&distance));
        }
        if model.at_most.is_some_and(|most| u64::from(cost) > most) {
            return Ok(nothing_shorter(model, &distance));
        }
        if let (Goal::All, Some(most)) = (goal, model.at_most) {
            drop(distance);
            let steps = ToEnd { graph, distance: self.search_from_end(model, graph, run)? };
            return simple_paths::enumerate(model, most, &steps, run, found);
        }
        let path = back(model, graph, &distance, run)?;
        if found(Witness::Path(path)).is_break() || model.at_most.is_some() {
            return Ok(Ending::Enough);
        }
        Ok(nothing_shorter(model, &distance))
    }

    fn count_shortest(self, model: &Route, run: &Run) -> Result<Counted, limits::Reason> {
        let graph = self.graph(model, run)?;
        let distance = self.search_from_start(model, graph, run)?;
        let cost = distance[model.to as usize];
        if cost == UNREACHED {
            return Ok(Counted::default());
        }
        let count = count::shortest_paths(model, graph, &distance, run)?;
        Ok(Counted { count, objective: Some(cost.into()), ..Counted::default() })
    }
}

/// Whether a shortest path may go from a vertex to a neighbour.
fn is_tight(model: &Route, distance: &[u32], from: u32, to: u32) -> bool {
    let [its, next] = [from, to].map(|vertex| distance[vertex as usize]);
    // One that is unreached adds up to more than any distance.
    u64::from(its) + model.weight(to) == u64::from(next)
}

/// A shortest path, from the end back over the least vertices, or over those that the seed draws.
/// O(its vertices times their neighbours).
fn back(
    model: &Route,
    graph: &Graph,
    distance: &[u32],
    run: &Run,
) -> Result<Vec<u32>, limits::Reason> {
    let mut meter = Meter::new(run)?;
    let mut variation = variation(run.seed);
    let mut path = vec![model.to];
    let mut at = model.to;
    while at != model.from {
        meter.work(1)?;
        let before = graph.neighbours(at).iter().copied();
        let mut before = before.filter(|&before| is_tight(model, distance, before, at));
        let before = match &mut variation {
            Some(generator) => before.choose(generator),
            None => before.next(),
        };
        // A vertex that was reached was reached from another.
        let Some(before) = before else { break };
        path.push(before);
        at = before;
    }
    path.reverse();
    Ok(path)
}
