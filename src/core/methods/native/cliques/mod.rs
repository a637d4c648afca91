//! `native:cliques`: cliques, and independent sets as cliques of compatible vertices.

pub(crate) mod colours;
#[cfg(feature = "weights")]
pub mod heaviest;
pub(crate) mod search;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use std::ops::ControlFlow;

use satranj_encodings::{
    graph::Graph,
    greedy_colouring::smallest_last,
    independent_set::{IndependentSet, obstruction::free_vertices},
    model::{Count, Witness},
};

use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Goal, Method, vertex_cover},
    run::Run,
};
use colours::ColourClasses;
use search::{CliqueBound, CliqueReport, CliqueSearch, CompatibleRows, Wish};

/// The most vertices of one search: their bit matrix takes 128 MB.
const LARGEST: u32 = 1 << 15;

/// From this many vertices on the cliques of a sparse graph are sought around each vertex.
const SPLIT_FROM: u32 = 1 << 11;

/// Branch and bound with bit sets (San Segundo, Rodríguez-Losada and Jiménez: "An exact
/// bit-parallel algorithm for the maximum clique problem", Computers & OR 38, 2011).
///
/// The candidates are coloured greedily; if k more vertices are needed, only vertices outside the
/// first k - 1 colours are branched on. Before that, one vertex is recoloured to make room (Tomita
/// et al., "A simple and faster branch-and-bound algorithm for finding a maximum clique", 2010), or
/// two colours are shown to add at most one vertex beside it (San Segundo, Nikolaev and Batsyn,
/// "Infra-chromatic bound for exact maximum clique search", 2015). Cliques of large sparse graphs
/// are sought among the later neighbours of each vertex in smallest-last order.
///
/// A vertex is excluded once it was tried, so that every set occurs once. n² bits for n vertices of
/// one search, and n bits per vertex of a branch; exponential time. It is complete.
pub const CLIQUES: Method = Method::finding(
    Description {
        scope: Some("graphs, up to 32,768 vertices, or more if few vertices are close together"),
        ..Description::native(
            "native:cliques",
            "branch and bound with bit sets, with bounds from improved colourings",
        )
        .minding(constraints::SETS_OF_ONE_KIND)
    },
    vertex_cover::takes,
    |model, goal| {
        vertex_cover::finder(
            |set, goal| {
                let fits = set.vertices() <= LARGEST || set.complement().is_some();
                (!set.is_on_lattice() && fits)
                    .then(|| Finder::new(move |context, found| solve(set, goal, context, found)))
            },
            model,
            goal,
        )
    },
);

/// Finds cliques, or independent sets: those of the wanted size, or larger and larger ones.
///
/// # Errors
/// The reason to stop.
pub fn solve(
    set: &IndependentSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    if let Some(ending) = Ending::of_given(set) {
        return Ok(ending);
    }
    let (given, free) = free_vertices(set);
    let (wish, wanted) = match set.kinds().first().map(|kind| kind.count) {
        Some(Count::Exactly(count)) => match count.checked_sub(given) {
            Some(more) if goal == Goal::First => (Wish::One, more),
            Some(more) => (Wish::All, more),
            None => return Ok(Ending::Exhausted),
        },
        _ => (Wish::Best, 0),
    };
    let search = CliqueSearch::new(wish, wanted.into(), ColourClasses::<true>::default(), run)?;
    let vertices: Vec<u32> = free.ones().map(|vertex| vertex as u32).collect();
    look_among(set, &vertices, &greedy(set, &vertices), search, run, found)
}

/// Searches for cliques among the vertices compatible with all given ones, from a known clique.
fn look_among(
    set: &IndependentSet,
    vertices: &[u32],
    known: &[u32],
    mut search: CliqueSearch<'_, impl CliqueBound>,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let given = set.distinct_given();
    let mut report =
        |others: &[u32]| found(Witness::of_vertices(given.iter().chain(others).copied()));
    let mut asked = search.begin(known, &mut report);
    if asked.is_continue() {
        asked = match set.complement() {
            Some(graph) if vertices.len() as u32 > SPLIT_FROM => {
                around_each(graph, vertices, run, &mut search, &mut report)?
            }
            _ => {
                let rows = run.encoding(|| rows_of(set, vertices, run))?;
                search.run(&rows, &[], &mut report)?
            }
        };
    }
    Ok(if asked.is_break() { Ending::Enough } else { Ending::Exhausted })
}

/// A greedy set of compatible vertices: for cliques those with most neighbours first, for
/// independent sets those with fewest.
fn greedy(set: &IndependentSet, vertices: &[u32]) -> Vec<u32> {
    let mut order = vertices.to_vec();
    if let Some(graph) = set.complement() {
        order.sort_by_key(|&vertex| u32::MAX - graph.neighbours(vertex).len() as u32);
    } else {
        order.sort_by_key(|&vertex| set.graph().neighbours(vertex).len());
    }
    taken_in(order, set)
}

/// The first of these vertices, then always the first that is compatible with all before it.
fn taken_in(mut order: Vec<u32>, set: &IndependentSet) -> Vec<u32> {
    let mut chosen: Vec<u32> = Vec::new();
    if let Some(graph) = set.complement() {
        while let Some(&first) = order.first() {
            chosen.push(first);
            order.retain(|&other| graph.neighbours(first).binary_search(&other).is_ok());
        }
        return chosen;
    }
    let graph = set.graph();
    let mut is_taken = vec![false; graph.vertices() as usize];
    for vertex in order {
        if !is_taken[vertex as usize] {
            chosen.push(vertex);
            graph.neighbours(vertex).iter().for_each(|&other| is_taken[other as usize] = true);
        }
    }
    chosen
}

/// The compatibility matrix of some vertices, those hardest to combine last.
fn rows_of(set: &IndependentSet, vertices: &[u32], run: &Run) -> Result<CompatibleRows, Reason> {
    run.reserve(CompatibleRows::bytes(vertices.len()))?;
    let is_clique = set.complement().is_some();
    let graph = set.complement().unwrap_or_else(|| set.graph());
    let mut inside = vec![false; graph.vertices() as usize];
    for &vertex in vertices {
        inside[vertex as usize] = true;
    }
    let mut order: Vec<u32> = smallest_last(graph);
    order.retain(|&vertex| inside[vertex as usize]);
    if !is_clique {
        // Smallest last in the complement is roughly largest last here.
        order.sort_by_key(|&vertex| {
            let near = graph.neighbours(vertex).iter();
            near.filter(|&&other| inside[other as usize]).count()
        });
    }
    Ok(CompatibleRows::of(graph, order, is_clique))
}

/// Cliques by their last vertex: each vertex with its earlier neighbours in smallest-last order;
/// their matrix is built only if they may weigh enough.
fn around_each(
    graph: &Graph,
    vertices: &[u32],
    run: &Run,
    search: &mut CliqueSearch<'_, impl CliqueBound>,
    report: &mut CliqueReport<'_>,
) -> Result<ControlFlow<()>, Reason> {
    const NONE: u32 = u32::MAX;
    let none = CompatibleRows::default();
    let asked = search.run(&none, &[], report)?;
    if asked.is_break() || search.is_complete() {
        return Ok(asked);
    }
    let mut place = vec![NONE; graph.vertices() as usize];
    let mut inside = vec![false; graph.vertices() as usize];
    for &vertex in vertices {
        inside[vertex as usize] = true;
    }
    let order: Vec<u32> =
        smallest_last(graph).into_iter().filter(|&vertex| inside[vertex as usize]).collect();
    for (at, &vertex) in (0..).zip(&order) {
        place[vertex as usize] = at;
    }
    for (at, &vertex) in (0..).zip(&order) {
        if at % 1024 == 0 {
            run.poll()?;
        }
        let near = graph.neighbours(vertex).iter().copied();
        let mut before: Vec<u32> = near.filter(|&other| place[other as usize] < at).collect();
        if search.weight(&[vertex]) + search.weight(&before) < search.wanted {
            continue;
        }
        if before.len() as u32 > LARGEST {
            return Err(Reason::MemoryLimit);
        }
        run.reserve(CompatibleRows::bytes(before.len()))?;
        before.sort_unstable_by_key(|&other| place[other as usize]);
        let rows = CompatibleRows::of(graph, before, true);
        if search.run(&rows, &[vertex], report)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
