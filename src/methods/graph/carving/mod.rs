//! `graph:carving`: a dynamic programme over parts of a graph with few edges around them.

#[cfg(test)]
mod tests;
mod tree;
mod ways;

use satranj_encodings::{
    hamiltonian::{Hamiltonian, obstruction::HamiltonianObstruction},
    model::{Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Finds, Goal, Method, MethodOption,
        cycle::{CycleQuestion, around},
        meter::Meter,
    },
    random,
    run::Run,
};
use tree::Carving;
use ways::PartWays;

/// A graph is put together from its vertices, two parts at a time, and of every part all ways are
/// kept in which paths through it can visit its vertices: which edges between it and the rest they
/// use, and which of these they join.
///
/// What matters is how many edges there are around the parts, at most 16: few in chains and trees
/// of small graphs, in narrow graphs, and in many sparse ones. The order is a carving (Seymour and
/// Thomas 1994) found greedily, the best of 64 by chance. A "no" of a cycle is certified by that
/// order (`carving`), which is checked by doing the same again. A path is a cycle through one
/// vertex more. It gives up where every carving is wider. A node is a way. O(n · w · 3^w · w!!) time at worst for w edges around a part, 16
/// bytes a way.
pub const CARVING: Method = Method::finding(
    Description {
        scope: Some("one solution of a tour"),
        complete: false,
        options: &[MethodOption::Seed],
        ..Description::graph(
            "graph:carving",
            "dynamic programme over parts with few edges around them; certifies each \"no\" of a cycle",
        )
    },
    Finds::Undirected(|model, goal| {
        (goal == Goal::First).then(|| {
            Finder::new(move |context, found| {
                Ok(match solve(model, context)? {
                    CarvingEnd::Found(path) => Ending::of_only(Witness::Path(path), found),
                    CarvingEnd::Refuted(None) => Ending::Exhausted,
                    CarvingEnd::Refuted(Some(reason)) => {
                        Ending::Proved(Obstruction::Hamiltonian(reason))
                    }
                })
            })
        })
    }),
);

/// Carvings that are tried.
const TRIES: u64 = 64;

/// Pairs of ways that a check of the certificate looks at, at most; and vertices.
const CHECKED_PAIRS: u64 = 1 << 21;
const CHECKED_VERTICES: u32 = 1 << 16;

/// How much a bound on pairs of ways may be above a share: mostly there are far fewer.
const PESSIMISM: f64 = 32.0;

/// How a search ended.
enum CarvingEnd {
    /// With the vertices of a witness.
    Found(Vec<u32>),
    /// There is none, with the reason if it can be checked.
    Refuted(Option<HamiltonianObstruction>),
}

fn solve(model: &Hamiltonian, context: &Context) -> Result<CarvingEnd, Reason> {
    let mut meter = Meter::new(context)?;
    context.reserve(model.graph_bytes())?;
    context.encoding(|| model.graph());
    if model.vertices() == 1 && !model.closed {
        return Ok(CarvingEnd::Found(vec![0]));
    }
    let (n, m) = (u64::from(model.vertices()), u64::from(model.graph().edges()));
    context.reserve(CycleQuestion::bytes(model, 2 * m).saturating_add(200 * (n + m)))?;
    let Some(question) = CycleQuestion::new(model) else { return Ok(CarvingEnd::Refuted(None)) };
    let carving = best(&question, context)?;
    if context.share().is_some_and(|share| carving.cost > PESSIMISM * share as f64) {
        context.use_up_share();
        return Err(Reason::IncompleteMethod);
    }
    let vertices = question.graph.vertices();
    let mut pairs = 0;
    let parts = match put_together(&question, &carving, context, &mut meter, &mut pairs)? {
        Ok(parts) => parts,
        Err(part) => {
            let (order, joins) = carving.order(part, vertices);
            let is_checked =
                model.closed && pairs <= CHECKED_PAIRS && order.len() <= CHECKED_VERTICES as usize;
            let reason = HamiltonianObstruction::Carving { vertices: order, joins };
            return Ok(CarvingEnd::Refuted(is_checked.then_some(reason)));
        }
    };
    let cycle = around(&chosen(&question, &carving, &parts), question.first());
    Ok(CarvingEnd::Found(question.witness(cycle)))
}

/// The best of some carvings; as many as a sixteenth of the share allows.
fn best(question: &CycleQuestion<'_>, run: &Run) -> Result<Carving, Reason> {
    let size = u64::from(question.graph.vertices()) + u64::from(question.graph.edges());
    let tries = run.share().map_or(TRIES, |share| (share / (16 * size.max(1))).clamp(1, TRIES));
    let mut generator = random::generator(run.seed);
    let best = tree::best(&question.graph, tries, &mut generator, run)?;
    if best.is_none() && tries < TRIES {
        run.use_up_share();
    }
    best.ok_or(Reason::IncompleteMethod)
}

/// The ways through all parts, those of the whole last; or the first part without any.
fn put_together(
    question: &CycleQuestion<'_>,
    carving: &Carving,
    run: &Run,
    meter: &mut Meter<'_>,
    pairs: &mut u64,
) -> Result<Result<Vec<PartWays>, u32>, Reason> {
    let graph = &*question.graph;
    let mut forced = question.forced.clone();
    forced.sort_unstable();
    let mut parts: Vec<PartWays> = (0..graph.vertices())
        .map(|vertex| {
            PartWays::of_vertex(graph, vertex, |edge| forced.binary_search(&edge).is_ok())
        })
        .collect();
    if let Some(part) = parts.iter().position(|part| part.count() == 0) {
        return Ok(Err(part as u32));
    }
    for (index, pair) in carving.joins.iter().enumerate() {
        let is_last = index + 1 == carving.joins.len();
        let pair = pair.map(|part| &parts[part as usize]);
        let joined = PartWays::join(pair, is_last, run, meter, pairs)?;
        if joined.count() == 0 {
            return Ok(Err(parts.len() as u32));
        }
        parts.push(joined);
    }
    Ok(Ok(parts))
}

/// The edges that the first way through the whole uses.
fn chosen(question: &CycleQuestion<'_>, carving: &Carving, parts: &[PartWays]) -> Vec<(u32, u32)> {
    let ends: Vec<(u32, u32)> = question.graph.edge_list().collect();
    let mut used = Vec::new();
    let mut stack = vec![(parts.len() as u32 - 1, 0)];
    while let Some((part, way)) = stack.pop() {
        let ways = &parts[part as usize];
        match (ways.origin(way), carving.parts(part, question.graph.vertices())) {
            (Some(from), Some(joined)) => stack.extend(joined.into_iter().zip(from)),
            _ => used.extend(ways.used(way)),
        }
    }
    used.sort_unstable();
    used.dedup();
    used.into_iter().map(|edge| ends[edge as usize]).collect()
}
