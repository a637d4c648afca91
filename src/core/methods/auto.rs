//! `auto`: all methods that find a path or cycle, in turns.

use crate::methods::constraints;
use satranj_encodings::{hamiltonian::Hamiltonian, lattice::Lattice, model::Model};

use super::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError, count_tours, graph,
    native::{
        self,
        frontier::{self, FRONTIER},
    },
    portfolio::{Member, Turned, by_turns, search},
    sat::{self, encoded::PORTFOLIO},
};
use crate::limits::Reason;

/// The default for paths and cycles: the methods of this program in turns, each within a budget of
/// work that grows fourfold from round to round.
///
/// In the order of their turns: `native:rotations` on huge boards; `sat:cuts` on a board without
/// blocked squares and on sparse graphs like those of reductions, elsewhere `sat:warm-cuts`, so that SAT gives the everyday answer;
/// `graph:carving` on sparse graphs, which certifies a "no"; `native:frontier` if few states are
/// expected; `native:rotations` and `graph:two-factor`, which come first if the formula would be
/// large and is not known to be easy; the other one of the cuts; for cubic graphs
/// `sat:alternating-cuts`; and complete encodings. For directed graphs `sat:cuts`,
/// `graph:two-factor` and complete encodings. For given times `sat:position`, then complete
/// encodings and `graph:search`. A proof (`--proof`) or an external solver is left to
/// `sat:auto`. The total work is at most a few times that of the best member, times their number.
/// Budgets count nodes and bytes of proof, not time, so the answer depends only on the seed. With
/// `--threads` the turns of a round are run in parallel: the answer is that of the first in order
/// that has one.
///
/// It counts by `native:frontier` or `native:halves`, by the smaller bound on states; if neither
/// applies, `graph:search` finds all.
pub const AUTO: Method = Method::finding(
    Description {
        options: PORTFOLIO,
        scope: Some("one tour, or the number of tours"),
        ..Description::sat("auto", "the default: SAT, graph algorithms and native search in turn")
            .minding(constraints::TIMED_TOURS)
    },
    |model| model.as_hamiltonian().is_some(),
    |model, goal| match goal {
        Goal::First => Some(Finder::fallible(move |context, found| solve(model, context, found))),
        Goal::All => graph::search::SEARCH.finder(model, goal),
    },
)
.with_counts(|model, counting| count_tours::counter(model.as_hamiltonian()?, counting));

/// On boards without blocked squares and with more squares rotations come first.
const HUGE: u32 = 250_000;

/// Their work per square there, about thirty times what they need.
const WORK_A_SQUARE: u64 = 64;

/// More vertices make a large formula.
const LARGE: u32 = 2_500;

/// More edges make a large formula, too. Measured: complete and random graphs of 10,000 edges take
/// 0.04 s by cuts and 0.005 s by rotations; complete ones of 80,000 take 0.31 s and 0.01 s.
const MANY_EDGES: u32 = 8_000;

/// Nodes and work of a native search, and states of a frontier, per microsecond, roughly. Rotations
/// get a few times more: they usually need a fixed number of nodes for each vertex, or do not end.
const ROTATIONS: u64 = 16;
const TRAILS: u64 = 64;
const STATES: u64 = 32;

/// Pairs of ways per microsecond, about twice the true rate: if that few suffice, nothing else is
/// as fast.
const WAYS: u64 = 32;

/// Whether vertices have at most six edges on average: in denser graphs few parts have few boundary
/// edges.
fn is_sparse(model: &Hamiltonian) -> bool {
    model.graph().edges() <= model.vertices().saturating_mul(3)
}

fn solve(model: &Model, context: &Context, found: &mut Found<'_>) -> Result<Ending, MethodError> {
    let Some(hamiltonian) = model.as_hamiltonian() else {
        return sat::auto::solve(model, Goal::First, context, found);
    };
    if context.keeps_formulas() || !context.options.solver.measures_effort() {
        return sat::auto::solve(model, Goal::First, context, found);
    }
    if !hamiltonian.times.is_empty() {
        return with_times(model, hamiltonian, context, found);
    }
    let is_free = hamiltonian.lattice().is_some_and(Lattice::is_free);
    if is_free && hamiltonian.given.is_empty() && hamiltonian.vertices() > HUGE {
        // Before anything is built.
        let share = WORK_A_SQUARE * u64::from(hamiltonian.vertices());
        let first = Member::searching(&native::rotations::ROTATIONS, 1, model).up_to(share);
        match by_turns(vec![first], share, context, found)? {
            Ending::Stopped(Reason::IncompleteMethod | Reason::MemoryLimit) => {}
            ending => return Ok(ending),
        }
    }
    let rotations = Member::searching(&native::rotations::ROTATIONS, ROTATIONS, model);
    if context.reserve(model.bytes()).is_err() {
        // Without memory for the graph there are still searches that need no graph.
        let warnsdorff = Member::searching(&native::warnsdorff::WARNSDORFF, ROTATIONS, model);
        return by_turns(vec![rotations, warnsdorff], 1 << 20, context, found);
    }
    let [first, second] = sat::auto::cuts(model, hamiltonian);
    let two_factor = Member::searching(&graph::two_factor::TWO_FACTOR, TRAILS, model);
    let frontier = along_a_frontier(model, hamiltonian);
    let carving = Member::searching(&graph::carving::CARVING, WAYS, model);
    let mut members = if hamiltonian.is_directed() {
        // The other method of cuts would be identical.
        let cuts = if sat::auto::is_soon_solved(hamiltonian) { first } else { second };
        vec![cuts, two_factor]
    } else {
        let refuting = is_sparse(hamiltonian).then_some(carving).into_iter().chain([frontier]);
        let is_large = (hamiltonian.vertices() > LARGE || hamiltonian.graph().edges() > MANY_EDGES)
            && !sat::auto::is_soon_solved(hamiltonian);
        if is_large {
            [two_factor, rotations, first].into_iter().chain(refuting).chain([second]).collect()
        } else {
            let searching = [rotations, two_factor, second];
            [first].into_iter().chain(refuting).chain(searching).collect()
        }
    };
    members.extend(sat::auto::behind_cuts(model));
    by_turns(members, sat::auto::first_share(hamiltonian), context, found)
}

/// The methods that read times: most pairs of a vertex and a time are excluded beforehand.
fn with_times(
    model: &Model,
    hamiltonian: &Hamiltonian,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let search = Member::searching(&graph::search::SEARCH, ROTATIONS, model);
    let search = (!hamiltonian.is_directed()).then_some(search);
    let members = sat::auto::timed(model).into_iter().chain(search).collect();
    by_turns(members, sat::auto::first_share(hamiltonian), context, found)
}

/// `native:frontier`, once its budget allows the expected states.
fn along_a_frontier<'m>(model: &'m Model, hamiltonian: &'m Hamiltonian) -> Member<'m> {
    let mut estimate = None;
    Member::new(&FRONTIER, move |share, context, found| {
        let known = match estimate {
            Some(known) => known,
            None => *estimate.insert(frontier::estimate(hamiltonian, context)?),
        };
        let Some(known) = known else { return Ok(Turned::Left(Reason::IncompleteMethod)) };
        if known.states > share.saturating_mul(STATES) as f64 {
            return Ok(Turned::GaveUp);
        }
        search(&FRONTIER, model, context, found)
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use satranj_encodings::graph::Graph;

    use super::*;
    use crate::{limits::Limits, methods::MethodOptions};

    #[test]
    fn a_dense_graph_needs_no_formula() {
        let all = (0..150).flat_map(|v| (0..v).map(move |w| (w, v)));
        let parts = |(v, w): &(u32, u32)| v % 5 != w % 5;
        for edges in [all.clone().collect::<Vec<_>>(), all.filter(parts).collect()] {
            let graph = Graph::from_edges(150, &edges);
            let model = Model::Hamiltonian(Hamiltonian::on_graph(graph, true));
            let context = Context::new(Limits::default(), 1, MethodOptions::default());
            let mut paths = 0;
            let ending = AUTO.solve(&model, Goal::First, &context, &mut |_| {
                paths += 1;
                ControlFlow::Break(())
            });
            assert_eq!((ending.unwrap(), paths), (Ending::Enough, 1));
            assert!(context.turns.read().iter().all(|turn| !turn.asks_solver));
        }
    }
}
