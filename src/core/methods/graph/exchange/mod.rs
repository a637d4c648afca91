//! `graph:astar`: plans by petgraph's A* on the graph of all arrangements.

mod state_graph;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use petgraph::algo::astar;
use satranj_encodings::{
    exchange::{Exchange, Kind, Move},
    lattice::Lattice,
    model::{Model, Obstruction, Witness},
};

use self::state_graph::{Packed, StateGraph, StateSuccessors};
use crate::{
    limits::{Halted, Reason},
    methods::{
        Description, Ending, Finder, Found, Goal, Method,
        exchange::{
            prepared,
            state::{ExchangeState as _, Packing},
            steps::ExchangeSteps,
        },
        growth::push,
        meter::Meter,
        packed_table::PackedTable,
    },
    run::Run,
};

/// Bytes of petgraph's A* for a new arrangement: entries of two hash tables (48 and 32 bytes) and a
/// heap (64), each of which may be growing to twice its size.
const ENTRY: u64 = 3 * (48 + 32 + 64);

/// A* (Hart, Nilsson and Raphael, A formal basis for the heuristic determination of minimum
/// cost paths, 1968) on arrangements of up to 128 bits, with distances on the empty board as
/// lower bounds.
///
/// O(edges + n log n) time and some 200 bytes a state, for n states whose bound is not above
/// the length of the plan.
pub const A_STAR: Method = Method::finding(
    Description {
        scope: Some("one plan, if an arrangement fits in 128 bits"),
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::graph(
            "graph:astar",
            "petgraph's A*, with distances on the empty board as lower bounds",
        )
        .minding(constraints::PLANS)
    },
    Model::is_exchange,
    |model, goal| {
        let model = model.as_exchange()?;

        let fits = goal == Goal::First && Packing::of(model).bits() <= u64::from(Packed::BITS);
        fits.then(|| Finder::new(move |context, found| solve(model, context, found)))
    },
);

/// Expands arrangements.
struct Expansion<'s, 'm, 'r> {
    steps: &'s mut ExchangeSteps,
    meter: &'s mut Meter<'m>,
    /// All arrangements that petgraph knows.
    reached: PackedTable<'r, Packed, ()>,
    count: u64,
    run: &'r Run,
}

impl StateSuccessors for Expansion<'_, '_, '_> {
    fn list(&mut self, state: Packed, list: &mut Vec<Packed>) -> Result<(), Reason> {
        let Self { steps, meter, reached, count, run } = self;
        steps.each(&state, meter, |meter, _, new: Packed| {
            if reached.insert(&new, ())? {
                meter.node()?;
                *count += 1;
                if count.is_power_of_two() {
                    run.reserve(count.saturating_mul(ENTRY))?;
                }
            }
            push(list, new, run)
        })
    }
}

fn solve(model: &Exchange, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    run.poll()?;
    if model.start != model.goal
        && let Some(obstruction) = run.encoding(|| model.obstruction())
    {
        return Ok(Ending::Proved(Obstruction::Exchange(obstruction)));
    }
    let mut steps = prepared(model, run)?;
    let mut estimate = run.encoding(|| ExchangeEstimate::of(model));
    let [start, goal] = [&model.start, &model.goal].map(|at| Packed::pack(at, &steps.packing));
    let mut meter = Meter::new(run)?;
    meter.node()?;
    let mut reached = PackedTable::new(run, 0);
    if start != goal {
        reached.insert(&start, ())?;
    }
    let expansion = Expansion { steps: &mut steps, meter: &mut meter, reached, count: 1, run };
    let graph = StateGraph::new(expansion, goal);
    let path =
        astar(&graph, start, |state| state == goal, |edge| *edge.2, |state| estimate.bound(state));
    if let Some(reason) = graph.stopped() {
        return Ok(Ending::Stopped(reason));
    }
    drop(graph);
    let path = path.filter(|(length, _)| model.at_most.is_none_or(|most| *length <= most));
    let Some((_, path)) = path else { return Ok(Ending::Exhausted) };
    let mut plan = Vec::with_capacity(path.len());
    for ends in path.windows(2) {
        plan.push(step_between(ends[0], ends[1], &mut steps, &mut meter)?);
    }
    let asked = found(Witness::Plan(plan));
    Ok(if asked.is_break() { Ending::Enough } else { Ending::Exhausted })
}

/// The moves of a step from an arrangement to a neighbour.
fn step_between(
    from: Packed,
    to: Packed,
    steps: &mut ExchangeSteps,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>, Reason> {
    let searched = steps.each(&from, meter, |_, moves, new: Packed| {
        if new == to { Err(Halted::Early(moves.to_vec())) } else { Ok(()) }
    });
    match searched {
        Err(Halted::Early(moves)) => Ok(moves),
        Err(Halted::Stopped(reason)) => Err(reason),
        Ok(()) => unreachable!("the path has only steps"),
    }
}

/// The distances of a kind's pieces on a board without other pieces.
struct KindDistances {
    /// From each vertex to the nearest goal.
    nearest: Vec<u64>,
    /// To each goal from every vertex.
    to_goal: Vec<Vec<u64>>,
}

/// A lower bound on the steps from an arrangement to the goal.
///
/// Every piece must go to some goal of its kind, and every goal must be reached by some piece: both
/// sums of the distances to the nearest, ignoring other pieces, are lower bounds on the moves. The
/// bound takes the greater of the two sums for each kind. In a parallel plan all may move at once,
/// so the greatest distance replaces the sums. One move may bring a piece nearer to several goals
/// at once, so the bound is admissible but not consistent; petgraph's A* revisits an arrangement
/// when it finds a shorter way there.
struct ExchangeEstimate {
    packing: Packing,
    kinds: Vec<KindDistances>,
    parallel: bool,
    pieces: Vec<Vec<u32>>,
}

/// The distance of every vertex to the nearest goal. O(vertices times steps).
fn distances(lattice: &Lattice, goals: impl IntoIterator<Item = u32>) -> Vec<u64> {
    // 0 is a valid bound if no goal is reachable; such pieces were excluded before.
    let known = lattice.distances_from(goals).into_iter();
    known.map(|distance| distance.unwrap_or(0).into()).collect()
}

impl ExchangeEstimate {
    /// The bounds of a model. O(vertices squared times steps) time, 8 bytes for each vertex
    /// and piece.
    fn of(model: &Exchange) -> Self {
        let kinds = (0..).zip(&model.kinds).map(|(kind, lattice): (Kind, _)| {
            let goals: Vec<u32> = (0..)
                .zip(&model.goal)
                .filter(|(_, at)| **at == Some(kind))
                .map(|(v, _)| v)
                .collect();
            KindDistances {
                nearest: distances(lattice, goals.iter().copied()),
                to_goal: goals.iter().map(|&goal| distances(lattice, [goal])).collect(),
            }
        });
        let kinds: Vec<KindDistances> = kinds.collect();
        let pieces = vec![Vec::new(); kinds.len()];
        Self { packing: Packing::of(model), kinds, parallel: model.parallel, pieces }
    }

    /// The bound of an arrangement. O(pieces squared).
    fn bound(&mut self, state: Packed) -> u64 {
        let pieces = &mut self.pieces;
        pieces.iter_mut().for_each(Vec::clear);
        state.pieces(&self.packing, |vertex, kind| pieces[kind as usize].push(vertex));
        let mut bound = 0;
        for (pieces, distances) in pieces.iter().zip(&self.kinds) {
            let leaving = pieces.iter().map(|&vertex| distances.nearest[vertex as usize]);
            let reaching = distances.to_goal.iter().map(|to_goal| {
                pieces.iter().map(|&vertex| to_goal[vertex as usize]).min().unwrap_or(0)
            });
            if self.parallel {
                bound = leaving.chain(reaching).fold(bound, u64::max);
            } else {
                bound += leaving.sum::<u64>().max(reaching.sum());
            }
        }
        bound
    }
}
