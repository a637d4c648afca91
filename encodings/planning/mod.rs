//! The planning encoding: the vertices' states after each step, for plans of a bounded length.

pub mod agents;
mod exchange;
mod meeting;
mod route;

use crate::{
    constraints::PLANS,
    encoding::{Encoding, UsedOptions, Written},
    formula::Formula,
    model::Model,
};

/// Planning as satisfiability: the formula is satisfiable if a plan within a horizon exists.
///
/// It supports exchanges, routes without weights and meetings whose length is bounded
/// (`at_most`); the shortest plan is found by asking for 0, 1, 2, … steps.
///
/// # Source
///
/// Kautz and Selman, "Planning as satisfiability" (ECAI 1992), and for the explanatory frame axioms
/// and parallel steps "Pushing the envelope: planning, propositional logic, and stochastic search"
/// (AAAI 1996). Positions that the distances from the start and to the goal rule out at a time have
/// no variable; this replaces their planning graph.
///
/// # Exchange
///
/// Pieces of κ kinds on n vertices, a horizon of k steps. d(κ,v) is the least number of moves of a
/// piece of the kind κ on an empty board from a start of the kind to v, e(κ,v) that from v to a
/// goal of the kind.
///
/// Variables, in this order:
///
/// - stands(κ,v,t), "a piece of the kind κ is on v after step t", if d(κ,v) ≤ t ≤ k - e(κ,v); by κ,
///   then v, then t. S of them, S(t) after step t.
/// - move(κ,u,v,t), "in step t a piece of the kind κ moves from u to v", 1 ≤ t ≤ k, if
///   stands(κ,u,t-1) and stands(κ,v,t) are variables; by κ, u, the way from u to v, then t. M of
///   them, M(t) in step t.
/// - taken(v,t), "v is occupied after step t", for each v and each t from the first to the last for
///   which some stands(κ,v,t) is a variable; by v, then t. N of them.
/// - active(t), "step t has a move", 1 ≤ t ≤ k; then the auxiliary variables.
///
/// Clauses, in this order:
///
/// - For each piece at the start stands(κ,v,0), for each in the goal stands(κ,v,k), as units; the
///   empty clause if that is no variable. P of each.
/// - By v and t: at most one of the stands(κ,v,t) of all κ; each of them implies taken(v,t).
/// - For each move in each step: it implies stands(κ,u,t-1), not stands(κ,u,t), stands(κ,v,t), not
///   taken(v,t-1), not taken(x,t-1) for each x that it slides over, if the plan is parallel also
///   not taken(x,t), and active(t). Of several ways from u to v the one over the fewest vertices
///   counts; these are on all of the ways. (Where the negated atom has no variable, the clause is
///   left out. L is the number of these clauses.)
/// - For each stands(κ,v,t) with t > 0: it implies stands(κ,v,t-1) or one of the moves to v in
///   step t; with t < k: it implies stands(κ,v,t+1) or one of the moves from v in step t+1.
/// - For each step, active(t) implies one of its moves, and for t > 1 active(t-1).
/// - For each step, at most one of its moves; if the plan is parallel, for each vertex at most
///   one of the moves from it, then at most one of those to it.
///
/// So no step between two moves is idle, but an arrangement may repeat. Kinds with two sliding
/// steps in one direction, neither a multiple of the other, are not supported.
///
/// Size, with V(j) and C(j) the variables and clauses of the at-most-one over j literals (see
/// [`AtMostOne`](crate::at_most_one::AtMostOne)), the sums over the at-most-ones above:
///
/// - variables: S + M + N + k + Σ V
/// - clauses: 2P + S + L + 2S - S(0) - S(k) + k + max(k - 1, 0) + Σ C
///
/// # Route
///
/// Of n vertices, from s to g, a horizon of k steps, or of n - 1 if that is less (0 if s is g): no
/// vertex repeats. d(v) and e(v) are the distances from s and to g.
///
/// Variables: at(v,t), "the path is at v after t steps, or, for g, has ended there", if d(v) ≤ t ≤
/// k - e(v), for s only if t = 0; by v, then t; then the auxiliary ones.
///
/// Clauses, in this order: for each t, some vertex, at most one; for each vertex but g at most
/// one t; for each at(v,t) with t < k, v ≠ g: it implies some neighbour at t+1; at(g,t) implies
/// at(g,t+1).
///
/// Size, with A the number of the at(v,t), a(t) and a(v) those of a time and of a vertex:
///
/// - variables: A + Σ V(a(t)) + Σ V(a(v))
/// - clauses: k + 1 + A - a(k) + Σ C(a(t)) + Σ C(a(v))
///
/// # Meeting
///
/// Riders i on n vertices meet in at most k turns in all. d(i,v) is the distance from the start of
/// i to v, j(i) the number of jumps in one of its turns, T(i) the lesser of k and the turns that it
/// needs to the farthest vertex, J(i) the lesser of T(i)·j(i) and the distance of that vertex.
///
/// Variables: meet(v), "all meet at vertex v", in the order of the vertices; then for each rider
/// turn(i,t), "rider i makes turn t", 1 ≤ t ≤ T(i), and at(i,v,j), "rider i can be at v after j
/// jumps", d(i,v) ≤ j ≤ J(i), by v, then j; then the auxiliary ones.
///
/// Clauses, in this order: some meet(v), at most one; for each rider, turn(i,t+1) implies
/// turn(i,t); meet(v) implies at(i,v,J(i)) for each v, or is false if that is no variable; for each
/// v and j > 0, at(i,v,j) implies at(i,v,j-1) or some neighbour of v at j-1, then at(i,v,j) implies
/// at(i,v,j-1) or the turn of jump j; at last at most k of the turn(i,t) by the
/// [totalizer](crate::totalizer::at_most). Without riders, or if they cannot meet, the empty clause
/// replaces "some meet(v)", and only the at-most-one follows.
///
/// Size, with r riders, A(i) the number of the at(i,v,j) and K the size of the totalizer:
///
/// - variables: n + V(n) + Σ (T(i) + A(i)) + K
/// - clauses: 1 + C(n) + Σ max(T(i) - 1, 0) + r·n + Σ 2·(A(i) - a(i)) + K
///
/// where a(i) is the number of the at(i,v,d(i,v)) with d(i,v) = 0, which is 1.
///
/// # Use
///
/// Every one of these puzzles has a faster method; use this to hand them to other solvers, and for
/// exchanges to prove by unsatisfiable formulas that no plan is shorter.
pub static PLANNING: Encoding = Encoding {
    method: "sat:planning",
    summary: "exchange, route, meeting: one variable per place and time step, up to --at-most",
    solved_unchanged: false,
    source: "Kautz and Selman (ECAI 1992, AAAI 1996)",
    uses: UsedOptions::AT_MOST_ONE,
    takes: |model| {
        let bounded = planned(model).filter(|planned| planned.at_most().is_some());
        bounded.is_some_and(PlanningModel::is_supported)
    },
    minds: PLANS,
    bytes: |model| model.bytes().saturating_add(planned(model).map_or(0, PlanningModel::bytes)),
    write,
    ..Encoding::BASE
};

/// A model whose shortest plan is requested.
trait PlanningModel {
    /// The steps, or the turns of all riders, that a plan may have at most.
    fn at_most(&self) -> Option<u64>;

    /// Whether the model is supported once its plans are bounded.
    fn is_supported(&self) -> bool {
        true
    }

    /// A lower bound on the length of the shortest plan.
    fn least_horizon(&self) -> u64;

    /// An upper bound on the length of the shortest plan, if one is known at once.
    fn most_horizon(&self, _is_stopped: &dyn Fn() -> bool) -> Option<u64> {
        None
    }

    /// Bytes of the distances from each of many.
    fn bytes(&self) -> u64 {
        0
    }

    /// Writes the clauses for plans of at most this length.
    fn encode<'m>(&'m self, most: u64, formula: &mut Formula<'_>) -> Written<'m>;
}

/// The model as one to plan for.
fn planned(model: &Model) -> Option<&dyn PlanningModel> {
    match model {
        Model::Exchange(model) => Some(model),
        Model::Route(model) => Some(model),
        Model::Meeting(model) => Some(model),
        _ => None,
    }
}

/// The model as one whose best plan is found by asking for longer and longer ones.
fn growing(model: &Model) -> Option<&dyn PlanningModel> {
    match model {
        Model::AgentPaths(model) => Some(model),
        _ => planned(model),
    }
}

/// Whether the model is supported once its plans are bounded by `at_most` steps or turns.
#[must_use]
pub fn states_within_a_horizon(model: &Model) -> bool {
    planned(model).is_some_and(PlanningModel::is_supported)
}

/// A lower bound on the number of steps, of turns of all riders, or on the cost of a plan for
/// agents, by the distances on an empty board. O(vertices times steps) for each kind of pieces.
#[must_use]
pub fn least_horizon(model: &Model) -> u64 {
    growing(model).map_or(0, PlanningModel::least_horizon)
}

/// An upper bound on the length of the shortest plan, if one is known soon, and before `is_stopped`.
#[must_use]
pub fn most_horizon(model: &Model, is_stopped: &dyn Fn() -> bool) -> Option<u64> {
    growing(model)?.most_horizon(is_stopped)
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let bounded = planned(model).and_then(|planned| Some((planned, planned.at_most()?)));
    let (planned, most) = formula.stated(bounded)?;
    planned.encode(most, formula)
}
