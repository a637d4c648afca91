//! Cheapest plans of agents by SAT: one formula per cost, which grows until one is satisfiable.

use satranj_encodings::{model::Model, planning::agents};

use super::{
    FormulaEnd, FormulaQuestion, KnownCuts, Sat,
    encoded::AT_MOST_ONE,
    planning::{grow, grow_from, horizons},
};
use crate::methods::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError,
    agent_plans::{decided_at_once, is_dense},
    constraints,
    portfolio::Turned,
};

/// `sat:mdd`: a formula with all clauses against collisions.
///
/// The cost starts at a lower bound from distances and grows by one; each unsatisfiable formula
/// proves that no plan is so cheap. That no plan exists at all shows the group of the agents'
/// rearrangements ([`AgentPaths::plan_exists`](satranj_encodings::agent_paths::AgentPaths::plan_exists)), if it is small; otherwise the cost ends at that of a plan
/// through all joint positions, if these are few.
pub const MDD: Method = Method::finding(
    Description {
        options: AT_MOST_ONE,
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::sat(
            "sat:mdd",
            "one variable per agent, vertex and time; raises the cost until a plan exists",
        )
        .minding(constraints::AGENT_PLANS)
    },
    Model::is_agent_paths,
    |model, goal| finder(Sat::MDD, model, goal),
);

/// `sat:lazy`: the same, but collisions are excluded once they occur.
pub const LAZY: Method = Method::finding(
    Description {
        options: AT_MOST_ONE,
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::sat(
            "sat:lazy",
            "as sat:mdd, but adds the clauses against the collisions that occur",
        )
        .minding(constraints::AGENT_PLANS)
    },
    Model::is_agent_paths,
    |model, goal| finder(Sat::MDD_LAZY, model, goal),
);

impl Sat {
    const MDD: Self = Self::of(&agents::MDD);
    const MDD_LAZY: Self = Self::of(&agents::MDD_LAZY);
}

/// Microseconds that a formula takes to write and to load for each of its positions, roughly.
const MICROSECONDS: u64 = 4;

/// Bytes of proof that a solver may write per microsecond of a turn: where formulas are ahead, and
/// elsewhere.
const BYTES: [u64; 2] = [8, 1];

/// The formulas of `sat:mdd` or `sat:lazy` one after the other, in turns of a portfolio.
pub(in crate::methods) struct GrowingCost<'m> {
    model: &'m Model,
    sat: Sat,
    bytes: u64,
    cost: u64,
    most: Option<u64>,
    /// A cost, and the number of positions of its formula.
    size: Option<(u64, u64)>,
}

impl<'m> GrowingCost<'m> {
    /// Formulas from the lower bound by distances on, those of `sat:mdd` if most agents collide; the
    /// method comes along.
    pub fn new(model: &'m Model, context: &Context) -> (&'static Method, Self) {
        let is_dense = model.as_agent_paths().is_some_and(is_dense);
        let (method, sat) = if is_dense { (&MDD, Sat::MDD) } else { (&LAZY, Sat::MDD_LAZY) };
        let bytes = BYTES[usize::from(!is_dense)];
        let (cost, most) = context.encoding(|| horizons(model, context));
        (method, Self { model, sat, bytes, cost, most, size: None })
    }

    /// Takes a turn of about this many microseconds for each formula. Only plans that cost less than
    /// `known` are of interest; it is `u64::MAX` without a known plan.
    ///
    /// # Errors
    /// [`MethodError`].
    pub fn turn(
        &mut self,
        share: u64,
        known: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Turned, MethodError> {
        let (model, sat) = (self.model, &self.sat);
        context.reserve(sat.encoding.bytes(model))?;
        if model.sense().is_some() {
            // What a search has shown.
            self.cost = self.cost.max(context.lower_bound.get());
            if known <= self.cost {
                // That plan is a cheapest one.
                return Ok(Turned::of(Ending::Exhausted, false));
            }
        }
        // A formula that takes longer to write than this turn waits for a longer turn.
        let cost = model.as_agent_paths().and_then(|model| model.at_most).unwrap_or(self.cost);
        let known_size = self.size.filter(|size| size.0 == cost);
        let (_, positions) = *self.size.insert(known_size.unwrap_or_else(|| {
            (cost, model.as_agent_paths().map_or(0, |model| agents::positions(model, cost)))
        }));
        if positions.saturating_mul(MICROSECONDS) > share {
            return Ok(Turned::GaveUp);
        }
        let effort = share.saturating_mul(self.bytes);
        let end = if model.sense().is_some() {
            let most = self.most.unwrap_or(u64::MAX).min(known - 1);
            let end = grow_from(&mut self.cost, Some(most), sat, (model, effort), context, found)?;
            context.lower_bound.raise(self.cost);
            end
        } else {
            let question = FormulaQuestion { model, goal: Goal::First, effort, whole: false };
            sat.attempt(&question, &mut KnownCuts::default(), context, found)?
        };
        Ok(match end {
            FormulaEnd::Ended(ending) => Turned::of(ending, false),
            FormulaEnd::GaveUp => Turned::GaveUp,
        })
    }
}

fn finder(sat: Sat, model: &Model, goal: Goal) -> Option<Finder<'_>> {
    let fits = model.sense().is_none() || goal == Goal::First;
    fits.then(|| Finder::fallible(move |context, found| solve(&sat, model, goal, context, found)))
}

fn solve(
    sat: &Sat,
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    context.poll()?;
    if let Some(agents) = model.as_agent_paths()
        && let Some(ending) = decided_at_once(agents, context)?
    {
        return Ok(ending);
    }
    if model.sense().is_some() {
        return grow(sat, model, context, found);
    }
    // The clauses that a lazy encoding adds here are not in a record.
    let whole = sat.encoding.complete();
    let question = FormulaQuestion { model, goal, effort: u64::MAX, whole };
    sat.attempt(&question, &mut KnownCuts::default(), context, found)?.ended()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        limits::{Limits, Reason},
        methods::{MethodOptions, agent_plans::plain_agents, graph::agent_flow::FLOW},
        random::generator,
    };
    use rand::{RngExt, seq::SliceRandom};
    use satranj_encodings::{
        agent_paths::{AgentPaths, PlanCost},
        graph::Graph,
        model::{Obstruction, Witness},
    };

    fn solve(method: &Method, model: &Model, limits: Limits) -> (Ending, Vec<Witness>) {
        let run = Context::new(limits, 1, MethodOptions::default());
        let mut found = Vec::new();
        let ending = method.solve(model, Goal::First, &run, &mut |witness| {
            found.push(witness);
            ControlFlow::Continue(())
        });
        (ending.unwrap(), found)
    }

    #[test]
    fn random_plans_are_as_cheap_as_those_of_brute_force() {
        let mut random = generator(7);
        let mut solved = 0;
        for round in 0..300_u32 {
            let vertices = random.random_range(1..=6_u32);
            let edges: Vec<(u32, u32)> = (0..random.random_range(0..=3 * vertices))
                .map(|_| (random.random_range(0..vertices), random.random_range(0..vertices)))
                .collect();
            let agents = random.random_range(0..=3.min(vertices)) as usize;
            let mut drawn = || {
                let mut all: Vec<u32> = (0..vertices).collect();
                all.shuffle(&mut random);
                all[..agents].to_vec()
            };
            let (starts, goals) = (drawn(), drawn());
            let graph = Graph::from_edges(vertices, &edges);
            let mut model = AgentPaths::new(graph, starts, goals);
            let makespan;
            [model.anonymous, makespan, model.no_following, model.one_at_a_time] =
                [1, 2, 4, 8].map(|rule| round & rule > 0);
            if makespan {
                model.cost = PlanCost::Makespan;
            }
            let plain = plain_agents(&model);
            let least = plain.least_cost();
            solved += u32::from(least.is_some());
            let model = Model::AgentPaths(model);
            for method in [&MDD, &LAZY, &FLOW].into_iter().filter(|one| one.applies(&model)) {
                let (ending, found) = solve(method, &model, Limits::default());
                let name = method.name();
                assert!(!matches!(ending, Ending::Stopped(_)), "{name}: {ending:?}: {model:?}");
                assert_eq!(found.last().map(|plan| model.value(plan)), least, "{name}: {model:?}");
                for plan in found {
                    let Witness::Paths(paths) = plan else { panic!("{plan:?} is no plan") };
                    assert!(plain.is_plan(&paths), "{name}: {paths:?}: {model:?}");
                }
            }
        }
        assert!(solved > 100, "{solved} of 300");
    }

    #[test]
    fn an_obvious_reason_ends_it_and_a_limit_stops_it() {
        let path = Graph::from_edges(3, &[(0, 1), (1, 2)]);
        let passing = Model::AgentPaths(AgentPaths::new(path, vec![0, 2], vec![2, 0]));
        // The least cost is 7, and the first one requested is 4.
        let bay = Graph::from_edges(4, &[(0, 1), (1, 2), (1, 3)]);
        let bay = Model::AgentPaths(AgentPaths::new(bay, vec![0, 2], vec![2, 0]));
        for method in [&MDD, &LAZY] {
            let (ending, found) = solve(method, &passing, Limits::default());
            assert!(matches!(ending, Ending::Proved(Obstruction::Agents(_))) && found.is_empty());
            let limits = Limits { nodes: Some(2), ..Limits::default() };
            let (ending, found) = solve(method, &bay, limits);
            assert_eq!((ending, found.len()), (Ending::Stopped(Reason::NodeLimit), 0));
        }
    }

    #[test]
    fn a_formula_larger_than_its_turn_waits() {
        let edges: Vec<(u32, u32)> = (1..9).map(|vertex| (vertex - 1, vertex)).collect();
        let row = AgentPaths::new(Graph::from_edges(9, &edges), vec![0], vec![8]);
        assert_eq!(agents::positions(&row, 8), 9);
        let model = Model::AgentPaths(row);
        let run = Context::new(Limits::default(), 1, MethodOptions::default());
        let (_, mut formulas) = GrowingCost::new(&model, &run);
        let mut turn = |effort| {
            let turned = formulas.turn(effort, u64::MAX, &run, &mut |_| ControlFlow::Break(()));
            matches!(turned.unwrap(), Turned::GaveUp)
        };
        assert_eq!([turn(9 * MICROSECONDS - 1), turn(1 << 20)], [true, false]);
    }
}
