//! `graph:carving`: a dynamic program over parts of a graph with few boundary edges.

mod replacement;
mod tree;
mod ways;

use crate::methods::constraints;
use satranj_encodings::{
    graph::Graph,
    hamiltonian::{Hamiltonian, obstruction::HamiltonianObstruction},
    model::{Model, Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Goal, Method, MethodOption,
        cycle::{CycleQuestion, around},
        meter::Meter,
    },
    random,
    run::Run,
};
use replacement::RestGraph;
use tree::Carving;
use ways::PartWays;

/// Joins a graph from its vertices, two parts at a time. For every part it keeps all ways in which
/// paths through the part can visit its vertices: the boundary edges that the paths use, and the
/// pairs of boundary edges that they join.
///
/// The cost depends on the number of boundary edges of the parts, at most 16. It is small for
/// chains and trees of small graphs, for narrow graphs, and for many sparse graphs. The order is a
/// carving (Seymour and Thomas 1994) found greedily, the best of 64 random ones. That order
/// certifies a "no" for a cycle (`carving`): a checker repeats the joins. A path is a cycle through
/// one more vertex.
///
/// If every carving is wider, the method looks for parts with at most four boundary edges that can
/// be replaced by edges: all ways through them pair the same boundary edges, as in a Petersen graph
/// without two adjacent vertices. The rest may have a cycle although the graph has none, so only a
/// "no" is an answer; otherwise it gives up.
///
/// A node is a way. O(n · w · 3^w · w!!) time at worst for w boundary edges, 16 bytes per way.
pub const CARVING: Method = Method::finding(
    Description {
        scope: Some("one tour"),
        complete: false,
        options: &[MethodOption::Seed],
        ..Description::graph(
            "graph:carving",
            "dynamic program over parts with few boundary edges; certifies every \"no\" for cycles",
        )
        .minding(constraints::TOURS)
    },
    Model::is_hamiltonian,
    |model, goal| {
        let model = model.as_hamiltonian()?;

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
    },
);

/// Number of carvings tried.
const TRIES: u64 = 64;

/// The most pairs of ways, and vertices, in a check of the certificate.
const CHECKED_PAIRS: u64 = 1 << 21;
const CHECKED_VERTICES: u32 = 1 << 16;

/// How a search ended.
enum CarvingEnd {
    /// With the vertices of a witness.
    Found(Vec<u32>),
    /// There is no witness; with the reason if it can be checked.
    Refuted(Option<HamiltonianObstruction>),
}

fn solve(model: &Hamiltonian, context: &Context) -> Result<CarvingEnd, Reason> {
    let mut meter = Meter::new(context)?;
    if model.vertices() == 1 && !model.closed {
        return Ok(CarvingEnd::Found(vec![0]));
    }
    let Some(question) = CycleQuestion::within(model, context)? else {
        return Ok(CarvingEnd::Refuted(None));
    };
    let graph = &*question.graph;
    let Some(carving) = best(graph, context)? else {
        let order = refuted_in_parts(graph, &question.forced, context, &mut meter)?;
        return Ok(CarvingEnd::Refuted(order.reason(model)));
    };
    let mut pairs = 0;
    let parts =
        put_together((graph, &question.forced), &carving, (context, &mut meter), &mut pairs)?;
    Ok(match parts {
        Ok(parts) => {
            let cycle = around(&chosen(graph, &carving, &parts), question.first());
            CarvingEnd::Found(question.witness(cycle))
        }
        Err(part) => {
            let (vertices, joins) = carving.order(part, graph.vertices());
            let order = RefutedOrder { vertices, joins, replaced: Vec::new(), pairs };
            CarvingEnd::Refuted(order.reason(model))
        }
    })
}

/// An order in which vertices are joined until no way is left.
pub struct RefutedOrder {
    vertices: Vec<u32>,
    joins: Vec<u32>,
    /// The number of vertices of each replaced part.
    replaced: Vec<u32>,
    /// The pairs of ways examined.
    pairs: u64,
}

impl RefutedOrder {
    /// The certificate, if it can be checked.
    #[must_use]
    pub fn reason(self, model: &Hamiltonian) -> Option<HamiltonianObstruction> {
        let Self { vertices, joins, replaced, pairs } = self;
        let is_checked =
            model.closed && pairs <= CHECKED_PAIRS && vertices.len() <= CHECKED_VERTICES as usize;
        is_checked.then_some(HamiltonianObstruction::Carving { vertices, joins, replaced })
    }
}

/// Replaces parts by edges and joins the rest, which may have a cycle although the graph has none:
/// only a "no" is conclusive.
///
/// # Errors
/// The reason to stop; [`Reason::IncompleteMethod`] if there may be a cycle.
pub fn refuted_in_parts(
    graph: &Graph,
    forced: &[u32],
    context: &Context,
    meter: &mut Meter<'_>,
) -> Result<RefutedOrder, Reason> {
    let mut rest = RestGraph::new(graph, forced);
    let work = context.share().map_or(u64::MAX, |share| share / 2);
    let (shrunk, mut pairs) = rest.shrink(work, context, meter)?;
    let (last, joins) = match shrunk {
        Err(part) => {
            let joins = (0..part.len()).map(|place| u32::from(place > 0)).collect();
            (part, joins)
        }
        Ok(()) if rest.replaced.is_empty() => return Err(Reason::IncompleteMethod),
        Ok(()) => {
            let (graph, vertices, forced) = rest.graph();
            let carving = best(&graph, context)?.ok_or(Reason::IncompleteMethod)?;
            let parts = put_together((&graph, &forced), &carving, (context, meter), &mut pairs)?;
            let part = parts.err().ok_or(Reason::IncompleteMethod)?;
            let (order, joins) = carving.order(part, graph.vertices());
            (order.into_iter().map(|vertex| vertices[vertex as usize]).collect(), joins)
        }
    };
    let replaced: Vec<u32> = rest.replaced.iter().map(|part| part.len() as u32).collect();
    let mut order = RefutedOrder { vertices: Vec::new(), joins: Vec::new(), replaced, pairs };
    for part in rest.replaced {
        order.joins.extend((0..part.len()).map(|place| u32::from(place > 0)));
        order.vertices.extend(part);
    }
    order.vertices.extend(last);
    order.joins.extend(joins);
    Ok(order)
}

/// The best of some carvings, as many as a sixteenth of the budget allows; `None` if none is narrow
/// enough.
fn best(graph: &Graph, run: &Run) -> Result<Option<Carving>, Reason> {
    let size = u64::from(graph.vertices()) + u64::from(graph.edges());
    let tries = run.share().map_or(TRIES, |share| (share / (16 * size.max(1))).clamp(1, TRIES));
    let mut generator = random::generator(run.seed);
    let best = tree::best(graph, tries, &mut generator, run)?;
    if best.is_none() && tries < TRIES {
        run.use_up_share();
    }
    Ok(best)
}

/// The ways through all parts, those of the whole last; or the first part without any way.
fn put_together(
    (graph, forced): (&Graph, &[u32]),
    carving: &Carving,
    (run, meter): (&Run, &mut Meter<'_>),
    pairs: &mut u64,
) -> Result<Result<Vec<PartWays>, u32>, Reason> {
    let mut forced = forced.to_vec();
    forced.sort_unstable();
    let is_forced = |edge: u32| forced.binary_search(&edge).is_ok();
    let alone = |vertex| PartWays::of_vertex(graph.edge_numbers(vertex).to_vec(), is_forced);
    let mut parts: Vec<PartWays> = (0..graph.vertices()).map(alone).collect();
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
fn chosen(graph: &Graph, carving: &Carving, parts: &[PartWays]) -> Vec<(u32, u32)> {
    let ends: Vec<(u32, u32)> = graph.edge_list().collect();
    let mut used = Vec::new();
    let mut stack = vec![(parts.len() as u32 - 1, 0)];
    while let Some((part, way)) = stack.pop() {
        let ways = &parts[part as usize];
        match (ways.origin(way), carving.parts(part, graph.vertices())) {
            (Some(from), Some(joined)) => stack.extend(joined.into_iter().zip(from)),
            _ => used.extend(ways.used(way)),
        }
    }
    used.sort_unstable();
    used.dedup();
    used.into_iter().map(|edge| ends[edge as usize]).collect()
}
