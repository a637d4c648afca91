//! `graph:astar`: a shortest route by petgraph's A* with a bound from the steps.

use std::cell::Cell;

use petgraph::{
    algo::astar,
    visit::{EdgeFiltered, EdgeRef},
};
use satranj_encodings::{
    model::{Obstruction, Witness},
    route::Route,
};

use super::{estimate::RouteEstimate, graph, weight};
use crate::{
    limits,
    methods::{Description, Ending, Finder, Finds, Found, Goal, Method, meter::Meter},
    run::Run,
};

/// Bytes a vertex that petgraph's A* takes at most: two hash maps and a heap that grow by
/// doubling.
const BYTES: u64 = 200;

/// A* (Hart, Nilsson and Raphael 1968) by petgraph, with the least number of steps that the
/// longest step allows, each of the least weight, as its bound; for sliders 0, 1 or 2 steps.
///
/// O((n + m) log n) at worst; the better the bound, the fewer vertices are looked at. A node
/// is a vertex taken from the heap.
pub const A_STAR: Method = Method::finding(
    Description {
        scope: Some("one route"),
        // The search itself tells whether there is a route.
        precheck: false,
        ..Description::graph(
            "graph:astar",
            "petgraph's A* over the graph of the moves, with a bound from the longest step",
        )
    },
    Finds::Route(|model, goal| {
        (goal == Goal::First)
            .then(|| Finder::new(move |context, found| find(model, context, found)))
    }),
);

/// A lower bound on the cost from a vertex to the end that no step lessens by more than the
/// step costs.
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

fn find(model: &Route, run: &Run, found: &mut Found<'_>) -> Result<Ending, limits::Reason> {
    let graph = graph(model, BYTES, run)?;
    let stopped = Cell::new(Ok(()));
    // A search that is to stop finds no further edge, and soon has no vertex left.
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
        let reason = model.obstruction().map(Obstruction::Route);
        return Ok(reason.map_or(Ending::Exhausted, Ending::Proved));
    };
    if model.at_most.is_some_and(|most| u64::from(cost) > most) {
        return Ok(Ending::Exhausted);
    }
    let asked = found(Witness::Path(path));
    Ok(if asked.is_break() || model.at_most.is_some() { Ending::Enough } else { Ending::Exhausted })
}
