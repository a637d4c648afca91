//! `native:branch-and-reduce`: independent sets and vertex covers of sparse graphs.

mod conflict_bound;
mod kernel;
mod reductions;
mod search;
mod swaps;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::free_vertices},
    model::{Count, Model, Witness},
};

use crate::{
    limits::{Halted, Reason},
    methods::{
        Description, Ending, Finder, Found, Goal, Method, MethodOption, constraints, vertex_cover,
    },
    run::Run,
};
use kernel::Kernel;
use search::ReducingSearch;

/// Branch and reduce (Akiba and Iwata, "Branch-and-reduce exponential/FPT algorithms in practice: a
/// case study of vertex cover", TCS 609, 2016).
///
/// Reductions make the graph smaller and keep a largest set: vertices with at most two neighbours,
/// superfluous ("unconfined") vertices, twins and funnels. A greedy search gives the first set, and a
/// local search larger ones. Then each component is searched by itself: a vertex with most neighbours
/// is left out, then taken, and a branch ends if a clique cover with conflicts shows that it has no
/// larger set. The local search continues beside the branches. O(n + m) memory; time close to linear
/// if the reductions are enough, else exponential. It is complete.
pub const BRANCH_AND_REDUCE: Method = Method::finding(
    Description {
        scope: Some("one independent set or vertex cover of a graph"),
        options: &[MethodOption::Seed],
        draws: true,
        ..Description::native(
            "native:branch-and-reduce",
            "for sparse graphs: reductions, components, and bounds from clique covers",
        )
        .minding(constraints::SETS_OF_ONE_KIND)
    },
    vertex_cover::takes,
    |model, goal| {
        vertex_cover::finder(
            |set, goal| {
                let fits = !set.is_on_lattice() && set.complement().is_none();
                (fits && goal == Goal::First)
                    .then(|| Finder::new(move |context, found| solve(set, context, found)))
            },
            model,
            goal,
        )
    },
);

/// From this many vertices on it may be faster than bit sets.
const MANY: u64 = 65;

/// In a sparse graph at most one in this many pairs of vertices is adjacent. Measured: of 150
/// vertices, bit sets take twice as long if one pair in ten is, and half as long if three in
/// twenty are. Of 200 and more, neither ends soon at three in twenty, but the local search finds larger
/// sets.
const SPARSE: u64 = 10;
const SPARSE_IF_MANY: u64 = 7;
const VERY_MANY: u64 = 200;

/// Whether it is expected to be faster than bit sets: for independent sets and vertex covers of a
/// large sparse graph.
#[must_use]
pub fn is_promising(model: &Model) -> bool {
    let Some(graph) = vertex_cover::graph(model).filter(|_| vertex_cover::takes(model)) else {
        return false;
    };
    let (n, m) = (u64::from(graph.vertices()), u64::from(graph.edges()));
    let sparse = if n < VERY_MANY { SPARSE } else { SPARSE_IF_MANY };
    n >= MANY && 2 * sparse * m <= n * (n - 1)
}

fn solve(set: &IndependentSet, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    run.poll()?;
    if let Some(ending) = Ending::of_given(set) {
        return Ok(ending);
    }
    let (given, asked) = (set.distinct_given(), set.kinds().first().map(|kind| kind.count));
    let wanted = match asked {
        Some(Count::Exactly(count)) => match (count as usize).checked_sub(given.len()) {
            Some(more) => Some(more),
            None => return Ok(Ending::Exhausted),
        },
        _ => None,
    };
    let graph = run.building(set.graph_bytes(), || set.graph())?;
    let bytes = Kernel::bytes(graph.vertices().into(), graph.edges().into());
    // The kernel, and its components together.
    let (vertices, kernel) = run.building(2 * bytes, || {
        let vertices: Vec<u32> = free_vertices(set).1.ones().map(|vertex| vertex as u32).collect();
        let kernel = Kernel::of_graph(graph, &vertices);
        (vertices, kernel)
    })?;
    let ended = ReducingSearch::new(run)?.all(kernel, &mut |others| {
        let Some(others) = others.get(..wanted.unwrap_or(others.len())) else {
            return ControlFlow::Continue(());
        };
        let others = others.iter().map(|&at| vertices[at as usize]);
        let asked = found(Witness::of_vertices(given.iter().copied().chain(others)));
        if wanted.is_some() { ControlFlow::Break(()) } else { asked }
    });
    match ended {
        Ok(()) => Ok(Ending::Exhausted),
        Err(Halted::Early(())) => Ok(Ending::Enough),
        Err(Halted::Stopped(reason)) => Err(reason),
    }
}
