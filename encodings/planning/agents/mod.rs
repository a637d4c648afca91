//! Plans for agents: where each agent is at each time, with or without clauses against collisions.

mod collisions;
mod layout;
mod walks;

use layout::AgentTimes;
use rustsat::types::Lit;

use super::PlanningModel;
use crate::{
    agent_paths::{AgentPaths, PlanCost, rested},
    clause::{Assignment, Interrupted},
    constraints::AGENT_PLANS,
    encoding::{Encoded, Encoding, ReadError, Reading, UsedOptions, Written},
    formula::{Formula, VariableGroup, Window},
    model::{Model, Witness},
};

/// Multi-agent path finding with a bounded cost: the formula is satisfiable if there is a plan of at
/// most this cost (`at_most`).
///
/// # Source
///
/// MDD-SAT: Surynek, Felner, Stern and Boyarski, "Efficient SAT approach to multi-agent path finding
/// under the sum of costs objective" (ECAI 2016). Positions that the distances from the start and to
/// the goal rule out at a time have no variable; this is their multi-value decision diagram of each
/// agent. Exchanges of places are excluded by one variable per edge and step.
///
/// # Times
///
/// k agents on n vertices; d(a) is the distance of agent a to its goal, or to the nearest goal if
/// the agents are anonymous. With the makespan K, the horizon H(a) of each agent is K, and Δ = 0.
/// With the sum of costs K, Δ = K - Σ d(a) and H(a) = d(a) + Δ. T is the greatest of the H(a). If Δ
/// is negative, an agent reaches no goal, or the makespan is less than the greatest d(a) (than Σ
/// d(a) if one agent moves at a time), there are no variables, and only the empty clause.
///
/// # Variables
///
/// In this order:
///
/// - at(a,v,t), "agent a is on vertex v at time t", if the distance from the start of a to v is at
///   most t, and that from v to a goal of a at most H(a) - t; for goals of a up to t = T. By a, then
///   v, then t; agents are numbered from 1. A of them.
/// - for the sum of costs late(a,t), "agent a does not yet rest for good at time t", d(a) ≤ t <
///   H(a). L = kΔ of them.
/// - if one agent moves at a time, move(a,t), "agent a moves in the step from time t", t < H(a). M of
///   them.
/// - auxiliary ones.
///
/// # Clauses
///
/// An at-most-one over up to four literals is pairwise. In this order, for each agent a:
///
/// - a unit for its start at time 0; for each time from 0 to T at most one of its at(a,v,t);
/// - by v and t: for t < T at(a,v,t) implies that a is on v or, if t < H(a), a neighbour at t + 1; for
///   t > 0 it implies that a was on v or, if t ≤ H(a), a neighbour at t - 1: 2A - A(0) - A(T)
///   clauses, with A(t) variables at the time t;
/// - for each late(a,t): it is true or a is on a goal at time t; if the agents are anonymous, for
///   each goal g with a variable, it is true or at(a,g,t) implies at(a,g,t+1): G of these; late(a,t+1)
///   implies late(a,t);
/// - if one agent moves at a time, by v and t < H(a): at(a,v,t) implies at(a,v,t+1) or move(a,t): W
///   clauses;
///
/// then for all agents:
///
/// - at most Δ of all late(a,t), by the [totalizer](crate::totalizer::at_most);
/// - if one agent moves at a time, for each t < T at most one of the move(a,t);
/// - by v and t: at most one of the at(a,v,t) of all agents; if no agent may follow another (and
///   several may move at a time), then for t < T of two agents not one on v at time t and the other
///   on v at time t + 1: a clause for each pair, or, if there are more pairs than these at(a,v,t) and
///   at(a,v,t+1), a variable for each agent that has one of them, which they imply, and at most one
///   of these variables;
/// - if agents may follow one another and several may move at a time: by edge {u,v}, u < v, and t,
///   with F the agents that may go from u to v in the step from time t and B those from v to u: a
///   clause for each two agents, one of F and one of B, or, if there are more of these pairs than
///   agents in F and B together, a variable "from u to v", which each agent of F that goes implies
///   and each of B that goes excludes.
///
/// # Size
///
/// With V(j) and C(j) the variables and clauses of the at-most-one over j literals (see
/// [`AtMostOne`](crate::at_most_one::AtMostOne); 0 and j(j-1)/2 for j ≤ 4), the sums over the at-most-ones above, K the size
/// of the totalizer, D the number of variables and clauses of following or exchanging agents:
///
/// - variables: A + L + M + Σ V + K + D
/// - clauses: k + 2A - A(0) - A(T) + L + G + k·max(Δ - 1, 0) + W + Σ C + K + D
///
/// # Use
///
/// For dense instances on small graphs, where searches meet many conflicts: 16 agents on a grid of
/// 8x8. For few agents on large maps a search is faster.
pub static MDD: Encoding = Encoding {
    method: "sat:mdd",
    summary: "agents: one variable per agent, vertex and time within --at-most",
    solved_unchanged: false,
    source: "Surynek, Felner, Stern and Boyarski (ECAI 2016)",
    uses: UsedOptions::AT_MOST_ONE,
    takes: |model| model.as_agent_paths().is_some_and(|model| model.at_most.is_some()),
    minds: AGENT_PLANS,
    bytes: |model| model.as_agent_paths().map_or(0, PlanningModel::bytes),
    write: |model, formula| write(model, true, formula),
    ..Encoding::BASE
};

/// The same without the clauses by vertex and by edge against collisions.
///
/// A plan with collisions is answered by a clause for each: not both agents on the vertex at that
/// time; not both in opposite directions over the edge in that step; if no agent may follow another,
/// not one on the vertex and the other there a step later.
///
/// # Source
///
/// SMT-CBS: Surynek, "Unifying search-based and compilation-based approaches to multi-agent path
/// finding through satisfiability modulo theories" (IJCAI 2019).
///
/// # Use
///
/// For large graphs with few collisions: the formula is much smaller.
pub static MDD_LAZY: Encoding = Encoding {
    method: "sat:mdd-lazy",
    summary: "agents: as mdd, but collisions are excluded between solves",
    source: "Surynek (IJCAI 2019)",
    complete: false,
    write: |model, formula| write(model, false, formula),
    ..MDD
};

impl PlanningModel for AgentPaths {
    fn at_most(&self) -> Option<u64> {
        self.at_most
    }

    fn least_horizon(&self) -> u64 {
        self.least_cost().unwrap_or(0)
    }

    /// 0 if it is known that there is no plan. Otherwise no cheapest plan repeats a joint
    /// position, so with P of them it has less than P steps: a bound if it is less than 2^20.
    fn most_horizon(&self, is_stopped: &dyn Fn() -> bool) -> Option<u64> {
        if self.plan_exists(is_stopped) == Some(false) {
            return Some(0);
        }
        let vertices = u64::from(self.graph().vertices());
        let free = (0..u64::from(self.agents())).map(|agent| vertices.saturating_sub(agent));
        let positions = free.fold(1, u64::saturating_mul);
        let steps = positions.saturating_sub(1);
        let cost = match self.cost {
            PlanCost::Makespan => steps,
            PlanCost::SumOfCosts => steps.saturating_mul(self.agents().into()),
        };
        Some(cost).filter(|&cost| cost < MOST_BOUND)
    }

    fn bytes(&self) -> u64 {
        let places = u64::from(self.graph().vertices()).saturating_mul(self.agents().into());
        places.saturating_mul((size_of::<Window>() + size_of::<u32>()) as u64)
    }

    fn encode<'m>(&'m self, most: u64, formula: &mut Formula<'_>) -> Written<'m> {
        encode(self, most, true, formula)
    }
}

/// The number of variables at(a,v,t) of plans of at most this cost. Writing the formula takes about a
/// microsecond for each. O(agents times (n + m)).
#[must_use]
pub fn positions(model: &AgentPaths, most: u64) -> u64 {
    AgentTimes::new(model, most).map_or(0, |times| times.positions())
}

/// The most literals whose at-most-one is pairwise.
const PAIRED: usize = 4;

/// At most one of these literals: pairwise if they are few.
fn at_most_one(literals: &[Lit], formula: &mut Formula<'_>) -> Result<(), Interrupted> {
    if literals.len() > PAIRED {
        return formula.at_most_one(literals);
    }
    for (index, &later) in literals.iter().enumerate() {
        literals[..index].iter().try_for_each(|&one| formula.add_clause(&[!one, !later]))?;
    }
    Ok(())
}

/// A greater bound on the cost is of no use.
const MOST_BOUND: u64 = 1 << 20;

fn write<'m>(model: &'m Model, complete: bool, formula: &mut Formula<'_>) -> Written<'m> {
    let bounded = model.as_agent_paths().and_then(|model| Some((model, model.at_most?)));
    let (model, most) = formula.stated(bounded)?;
    encode(model, most, complete, formula)
}

fn encode<'m>(
    model: &'m AgentPaths,
    most: u64,
    complete: bool,
    formula: &mut Formula<'_>,
) -> Written<'m> {
    // Each place of each agent may have a variable.
    formula.check(u64::from(model.graph().vertices()).saturating_mul(model.agents().into()))?;
    let Some(mut times) = AgentTimes::new(model, most) else {
        formula.add_clause(&[])?;
        return Ok(Box::new(NoPlan));
    };
    let at = times.number(formula)?;
    let late = |agent: u32| {
        let soonest = times.soonest[agent as usize];
        Window { first: soonest, end: soonest.saturating_add(times.delay), by: 1 }
    };
    let late = formula.group(times.agents().map(late).collect())?;
    let moves = |agent: u32| {
        let steps = if model.one_at_a_time { times.horizons[agent as usize] } else { 0 };
        Window::below(steps)
    };
    let moves = formula.group(times.agents().map(moves).collect())?;
    let mut encoded = TimedAgents { times, at, late, moves, variables: 0, complete };
    encoded.walks(formula)?;
    if complete {
        encoded.collisions(formula)?;
    }
    encoded.variables = formula.variables();
    Ok(Box::new(encoded))
}

/// The encoded model.
struct TimedAgents<'m> {
    times: AgentTimes<'m>,
    /// When each agent is on each vertex, by agent, then vertex.
    at: VariableGroup,
    /// When each agent does not yet rest for good.
    late: VariableGroup,
    /// When each agent moves, if only one may.
    moves: VariableGroup,
    variables: u32,
    /// Whether the clauses exclude collisions.
    complete: bool,
}

impl TimedAgents<'_> {
    fn vertices(&self) -> std::ops::Range<u32> {
        0..self.times.model.graph().vertices()
    }

    fn at(&self, agent: u32, vertex: u32, time: u64) -> Option<Lit> {
        self.at.at(self.times.place(agent, vertex), time)
    }

    /// The vertices of an agent at all times.
    fn path(&self, agent: u32, assignment: &Assignment) -> Result<Vec<u32>, ReadError> {
        let mut at = self.times.model.starts[agent as usize];
        let mut path = vec![at];
        let graph = self.times.model.graph();
        for time in 1..=self.times.end {
            let near = graph.neighbours(at).iter();
            let near = near.filter(|_| self.times.may_move(agent, time - 1));
            let is_next = |&&next: &&u32| {
                self.at(agent, next, time).is_some_and(|literal| assignment.satisfies(literal))
            };
            let next = std::iter::once(&at).chain(near).find(is_next);
            at = *next.ok_or(ReadError::EmptyTime(time as u32))?;
            path.push(at);
        }
        Ok(path)
    }
}

impl Encoded for TimedAgents<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        if let Some((place, time)) = self.at.named(variable) {
            let vertices = self.vertices().end;
            let (agent, vertex) = (place / vertices, place % vertices);
            return Some(format!("at({},{},{time})", agent + 1, label(vertex)));
        }
        if let Some((agent, time)) = self.late.named(variable) {
            return Some(format!("late({},{time})", agent + 1));
        }
        let (agent, time) = self.moves.named(variable)?;
        Some(format!("move({},{time})", agent + 1))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let paths = self.times.agents().map(|agent| self.path(agent, assignment));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        if !self.complete {
            let cuts = self.broken(&paths);
            if !cuts.is_empty() {
                return Ok(Reading::Cuts(cuts));
            }
        }
        Ok(Reading::Witness(Witness::Paths(rested(paths))))
    }

    fn projection(&self) -> Option<u32> {
        self.complete.then(|| self.at.end())
    }

    /// An agent is elsewhere at some time.
    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let Witness::Paths(paths) = witness else { return Vec::new() };
        let mut clause = Vec::new();
        for (agent, path) in (0..).zip(paths) {
            let horizon = self.times.horizons[agent as usize];
            let rests = std::iter::repeat(path.last()).flatten();
            let places = (0..=horizon).zip(path.iter().chain(rests));
            clause
                .extend(places.filter_map(|(time, &vertex)| Some(!self.at(agent, vertex, time)?)));
        }
        clause
    }
}

/// The formula of a model without plans of the cost.
struct NoPlan;

impl Encoded for NoPlan {
    fn variables(&self) -> u32 {
        0
    }

    fn variable_name(&self, _variable: u32, _label: &dyn Fn(u32) -> String) -> Option<String> {
        None
    }

    fn read(&self, _assignment: &Assignment) -> Result<Reading, ReadError> {
        Err(ReadError::EmptyTime(0))
    }

    fn exclude(&self, _witness: &Witness) -> Vec<Lit> {
        Vec::new()
    }
}
