//! Shortest routes by searches over the graph of the moves.

#[cfg(test)]
mod tests;

use crate::methods::constraints;
use std::cell::Cell;

use petgraph::{
    algo::astar,
    visit::{EdgeFiltered, EdgeRef},
};
use satranj_encodings::{
    graph::Graph,
    lattice::{Lattice, Step},
    model::{Model, Obstruction, Witness},
    route::Route,
};

use super::{
    distances::{UNREACHED, breadth_first, dijkstra},
    shortest_path::{PathQuestion, count, find},
};
use crate::{
    limits::Reason,
    methods::{
        Counting, Description, Ending, Finder, Found, Goal, Method, WitnessCounter, meter::Meter,
    },
    run::Run,
};

/// Breadth-first search; O(n + m), if every step costs 1.
pub const BFS: Method = Method::finding(
    Description {
        scope: Some("routes without weights, and meetings"),
        ..described(
            "graph:bfs",
            "breadth-first search over the graph of the moves; counts the shortest routes",
        )
        .minding(constraints::WAYS)
    },
    Model::is_route,
    |model, goal| Some(finder(model.as_route()?, goal, false)),
)
.with_counts(|model, counting| counter(model.as_route()?, counting, false));

/// petgraph's Dijkstra; O((n + m) log n).
pub const DIJKSTRA: Method = Method::finding(
    described(
        "graph:dijkstra",
        "petgraph's Dijkstra over the graph of the moves; counts the shortest routes",
    )
    .minding(constraints::WEIGHTED_WAYS),
    Model::is_route,
    |model, goal| Some(finder(model.as_route()?, goal, true)),
)
.with_counts(|model, counting| counter(model.as_route()?, counting, true));

/// A search that itself decides whether there is a route.
const fn described(name: &'static str, summary: &'static str) -> Description {
    Description { precheck: false, ..Description::graph(name, summary) }
}

fn finder(model: &Route, goal: Goal, weighted: bool) -> Finder<'_> {
    Finder::new(move |context, found| {
        find(&BoardRoute::new(model, weighted, context)?, goal, context, found)
    })
}

/// Counts the shortest routes; with a bound on the cost, routes are found one by one.
fn counter(model: &Route, counting: Counting, weighted: bool) -> Option<WitnessCounter<'_>> {
    (counting == Counting::default() && model.at_most.is_none()).then(|| {
        WitnessCounter::new(move |context| {
            count(&BoardRoute::new(model, weighted, context)?, context)
        })
    })
}

/// The cost of entering a vertex; at most 9 on a board, 255 in any model.
fn weight(model: &Route, vertex: u32) -> u32 {
    model.weight(vertex) as u32
}

/// A route over the graph of the moves, by breadth-first search or by Dijkstra's algorithm.
struct BoardRoute<'m> {
    model: &'m Route,
    graph: &'m Graph,
    weighted: bool,
}

impl<'m> BoardRoute<'m> {
    fn new(model: &'m Route, weighted: bool, run: &Run) -> Result<Self, Reason> {
        let graph = run.building(model.board.bytes(), || model.board.graph())?;
        Ok(Self { model, graph, weighted })
    }
}

impl PathQuestion for BoardRoute<'_> {
    type Distance = u32;

    fn ends(&self) -> [u32; 2] {
        [self.model.from, self.model.to]
    }

    fn at_most(&self) -> Option<u64> {
        self.model.at_most
    }

    fn vertices(&self) -> u32 {
        self.graph.vertices()
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        self.graph.neighbours(vertex)
    }

    fn weight(&self, _from: u32, to: u32) -> u64 {
        self.model.weight(to)
    }

    fn arcs_to(&self, vertex: u32) -> impl Iterator<Item = (u32, u64)> {
        let weight = self.model.weight(vertex);
        self.graph.neighbours(vertex).iter().map(move |&before| (before, weight))
    }

    fn distances(&self, back: bool, until: Option<u32>, run: &Run) -> Result<Vec<u32>, Reason> {
        let (model, graph) = (self.model, self.graph);
        let mut distance = vec![UNREACHED; graph.vertices() as usize];
        let from = if back { model.to } else { model.from };
        if self.weighted {
            let degree = |vertex| graph.neighbours(vertex).len();
            // The backward search goes against the steps.
            let enters = |ends: [u32; 2]| weight(model, ends[usize::from(!back)]);
            let arcs = graph.petgraph();
            let distance = &mut distance;
            dijkstra(
                arcs,
                degree,
                from,
                until,
                |edge| enters([edge.source(), edge.target()]),
                run,
                distance,
            )?;
        } else {
            let each = |at, each: &mut dyn FnMut(&[u32])| each(graph.neighbours(at));
            breadth_first(each, from, until, run, &mut distance)?;
        }
        Ok(distance)
    }
}

/// The most bytes per vertex of petgraph's A*: two hash maps and a heap that grow by doubling.
const A_STAR_BYTES: u64 = 200;

/// A* (Hart, Nilsson and Raphael 1968) by petgraph; the bound is the least number of steps that the
/// longest step allows, each of the least weight; for sliders 0, 1 or 2 steps.
///
/// O((n + m) log n) at worst; the better the bound, the fewer vertices are visited. A node is a
/// vertex taken from the heap.
pub const A_STAR: Method = Method::finding(
    Description {
        scope: Some("one route"),
        // The search itself decides whether there is a route.
        precheck: false,
        ..Description::graph(
            "graph:astar",
            "petgraph's A* over the graph of the moves, with a bound from the longest step",
        )
        .minding(constraints::WEIGHTED_WAYS)
    },
    Model::is_route,
    |model, goal| {
        let model = model.as_route()?;

        (goal == Goal::First)
            .then(|| Finder::new(move |context, found| find_by_bound(model, context, found)))
    },
);

/// A consistent lower bound on the cost from a vertex to the end: no step decreases it by more than
/// the step's cost.
fn bound(model: &Route) -> impl Fn(u32) -> u32 + '_ {
    let estimate = RouteEstimate::new(model.lattice());
    let least = model.weights.as_ref().and_then(|weights| weights.iter().min().copied());
    let least = u32::from(least.unwrap_or(1));
    let last = weight(model, model.to);
    move |vertex| match estimate.steps(vertex, model.to) {
        0 => 0,
        // The last step enters the end.
        steps => (steps - 1) * least + last,
    }
}

fn find_by_bound(model: &Route, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let graph = run.building(model.board.bytes(), || model.board.graph())?;
    run.reserve(A_STAR_BYTES * u64::from(graph.vertices()))?;
    let stopped = Cell::new(Ok(()));
    // A halted search finds no further edge, and soon ends.
    let open = EdgeFiltered::from_fn(graph.petgraph(), |_| stopped.get().is_ok());
    let mut meter = Meter::new(run)?;
    let ends = |vertex| {
        if stopped.get().is_ok() {
            let degree = graph.neighbours(vertex).len() as u64;
            stopped.set(meter.node().and_then(|()| meter.work(degree)));
        }
        vertex == model.to
    };
    let route = astar(&open, model.from, ends, |edge| weight(model, edge.target()), bound(model));
    stopped.get()?;
    let Some((cost, path)) = route else {
        let reason = model.obstruction().map(Obstruction::Path);
        return Ok(reason.map_or(Ending::Exhausted, Ending::Proved));
    };
    if model.at_most.is_some_and(|most| u64::from(cost) > most) {
        return Ok(Ending::Exhausted);
    }
    let asked = found(Witness::Path(path));
    Ok(if asked.is_break() || model.at_most.is_some() { Ending::Enough } else { Ending::Exhausted })
}

/// The reach of one step; it ignores blocked cells and the border, so the bound is never too great.
struct RouteEstimate<'m> {
    lattice: &'m Lattice,
    /// The most rows, columns, and rows plus columns of one step; `None` if steps repeat.
    reach: Option<(u32, u32, u32)>,
}

impl<'m> RouteEstimate<'m> {
    fn new(lattice: &'m Lattice) -> Self {
        let size = |step: &Step| {
            let (rows, columns) = (step.rows.unsigned_abs(), step.columns.unsigned_abs());
            (rows, columns, rows + columns)
        };
        let steps = lattice.steps();
        let reach = steps.iter().map(size).fold((0, 0, 0), |most, size| {
            (most.0.max(size.0), most.1.max(size.1), most.2.max(size.2))
        });
        Self { lattice, reach: (!lattice.rides()).then_some(reach) }
    }

    /// A lower bound on the steps from one vertex to another; 0, 1 or 2 for repeated steps. O(1),
    /// or O(steps) if some repeat.
    fn steps(&self, from: u32, to: u32) -> u32 {
        let [from, to] = [from, to].map(|vertex| self.lattice.position(vertex));
        if from == to {
            return 0;
        }
        if !self.lattice.is_rectangle() {
            return 1;
        }
        let (rows, columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let Some(reach) = self.reach else {
            let down = i64::from(to.0) - i64::from(from.0);
            let right = i64::from(to.1) - i64::from(from.1);
            let leads = |step: &Step| {
                let (by_rows, by_columns) = (i64::from(step.rows), i64::from(step.columns));
                let times =
                    down.abs().max(right.abs()) / by_rows.abs().max(by_columns.abs()).max(1);
                (step.repeats() || times == 1)
                    && (by_rows * times, by_columns * times) == (down, right)
            };
            return if self.lattice.steps().iter().any(leads) { 1 } else { 2 };
        };
        // Without any reach there is no route, and every bound holds.
        let least = |distance: u32, reach: u32| distance.div_ceil(reach.max(1));
        least(rows, reach.0).max(least(columns, reach.1)).max(least(rows + columns, reach.2))
    }
}
