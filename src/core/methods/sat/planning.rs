//! Shortest plans by SAT: one formula per horizon, which grows until one is satisfiable.

use crate::methods::constraints;
use std::{collections::HashSet, ops::ControlFlow};

use satranj_encodings::{
    exchange::{Arrangement, Exchange},
    model::{Model, Witness},
    planning as plans,
};

use super::{
    FormulaEnd, FormulaQuestion, KnownCuts, Sat, assignment::lesser, encoded::AT_MOST_ONE,
};
use crate::methods::{Context, Description, Ending, Finder, Found, Goal, Method, MethodError};

/// `sat:planning`: exchanges, routes without weights, and meetings as plans.
///
/// The horizon starts at a lower bound from distances and grows; each unsatisfiable formula proves
/// that no plan is so short, so the first plan is a shortest one. Each horizon has its own solver.
///
/// All plans of an exchange are those that repeat no arrangement.
pub const PLANNING: Method = Method::finding(
    Description {
        scope: Some("exchanges, meetings, and routes without weights"),
        options: AT_MOST_ONE,
        // The order of literals seldom matters to routes.
        draws: false,
        ..Description::sat(
            "sat:planning",
            "one variable per place and time step; adds steps until a plan exists",
        )
        .minding(constraints::PLANS)
    },
    |model| matches!(model, Model::Exchange(_) | Model::Meeting(_) | Model::Route(_)),
    |model, goal| {
        let fits = if model.sense().is_some() {
            goal == Goal::First && plans::states_within_a_horizon(model)
        } else {
            plans::PLANNING.supports(model)
        };
        fits.then(|| Finder::fallible(move |context, found| solve(model, goal, context, found)))
    },
);

const SAT: Sat = Sat::of(&plans::PLANNING);

/// The shortest plan, or the cheapest one, by one formula per horizon.
pub(super) fn grow(
    sat: &Sat,
    model: &Model,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    context.poll()?;
    context.reserve(sat.encoding.bytes(model))?;
    let (mut horizon, most) = context.encoding(|| horizons(model, context));
    grow_from(&mut horizon, most, sat, (model, u64::MAX), context, found)?.ended()
}

/// Bounds on the length or cost of the best plan.
pub(super) fn horizons(model: &Model, context: &Context) -> (u64, Option<u64>) {
    let is_stopped = || context.poll().is_err();
    (plans::least_horizon(model), plans::most_horizon(model, &is_stopped))
}

/// As [`grow`] from a horizon to another one; the first stays where the effort for one formula is
/// used up.
pub(super) fn grow_from(
    horizon: &mut u64,
    most: Option<u64>,
    sat: &Sat,
    (model, effort): (&Model, u64),
    context: &Context,
    found: &mut Found<'_>,
) -> Result<FormulaEnd, MethodError> {
    while most.is_none_or(|most| *horizon <= most) {
        let bounded = model.with_value(*horizon);
        let mut plan = None;
        let mut take = |witness| {
            plan = Some(witness);
            ControlFlow::Break(())
        };
        // The clauses that a lazy encoding adds here are not in a record.
        let whole = sat.encoding.complete();
        let question = FormulaQuestion { model: &bounded, goal: Goal::First, effort, whole };
        let attempt = sat.attempt(&question, &mut KnownCuts::default(), context, &mut take)?;
        let FormulaEnd::Ended(ending) = attempt else { return Ok(FormulaEnd::GaveUp) };
        let ending = match (ending, plan) {
            (Ending::Exhausted, _) => {
                *horizon = horizon.saturating_add(1);
                continue;
            }
            (_, Some(plan)) if found(plan.clone()).is_break() => Ending::Enough,
            (_, Some(plan)) if model.as_meeting().is_some() => {
                lesser(sat, model, &plan, context, found)?
            }
            (_, Some(_)) => Ending::Exhausted,
            (ending, None) => ending,
        };
        return Ok(FormulaEnd::Ended(ending));
    }
    Ok(FormulaEnd::Ended(Ending::Exhausted))
}

/// Whether a plan repeats an arrangement.
fn repeats(model: &Exchange, plan: &[Vec<(u32, u32)>]) -> bool {
    let mut standing: Arrangement = model.start.clone();
    let mut seen = HashSet::from([standing.clone()]);
    plan.iter().any(|step| {
        let lifted: Vec<_> = step.iter().map(|&(from, _)| standing[from as usize].take()).collect();
        for (kind, &(_, to)) in lifted.into_iter().zip(step) {
            standing[to as usize] = kind;
        }
        !seen.insert(standing.clone())
    })
}

fn solve(
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    match (model, goal) {
        _ if model.sense().is_some() => grow(&SAT, model, context, found),
        (Model::Exchange(exchange), Goal::All) => {
            SAT.solve(model, goal, context, &mut |witness| match &witness {
                Witness::Plan(plan) if repeats(exchange, plan) => ControlFlow::Continue(()),
                _ => found(witness),
            })
        }
        _ => SAT.solve(model, goal, context, found),
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::{
        lattice::{Lattice, Step},
        meeting::{Meeting, Rider},
        route::Route,
    };

    use super::*;
    use crate::{
        limits::{Limits, Reason},
        methods::{MethodOptions, sat::assignment::ASSIGNMENT},
    };

    fn knight(rows: u32, columns: u32) -> Lattice {
        let half = [(1, 2), (2, 1), (1, -2), (2, -1)];
        let both = half.iter().flat_map(|&(rows, columns)| [(rows, columns), (-rows, -columns)]);
        let steps = both.map(|(rows, columns)| Step::leap(rows, columns));
        Lattice::new(rows, columns, None, steps.collect())
    }

    fn solve(method: &Method, model: &Model, goal: Goal, limits: Limits) -> (Ending, Vec<Witness>) {
        let run = Context::new(limits, 1, MethodOptions::default());
        let mut found = Vec::new();
        let ending = method.solve(model, goal, &run, &mut |witness| {
            found.push(witness);
            ControlFlow::Continue(())
        });
        (ending.unwrap(), found)
    }

    fn best(method: &Method, model: &Model) -> Option<u64> {
        assert!(method.supports(model, Goal::First) && model.sense().is_some());
        let (ending, found) = solve(method, model, Goal::First, Limits::default());
        assert_eq!(ending, Ending::Exhausted);
        for pair in found.windows(2) {
            let [before, after] = [&pair[0], &pair[1]].map(|witness| model.value(witness));
            assert!(after < before || after == before && model.prefers(&pair[1], &pair[0]));
        }
        found.last().map(|witness| model.value(witness))
    }

    fn guarini(parallel: bool, at_most: Option<u64>) -> Model {
        let cells = knight(3, 3);
        let mut start = vec![None; 9];
        (start[0], start[2], start[6], start[8]) = (Some(0), Some(0), Some(1), Some(1));
        let goal = start.iter().rev().copied().collect();
        let kinds = vec![cells.clone(); 2];
        Model::Exchange(Exchange { cells, kinds, start, goal, parallel, at_most })
    }

    #[test]
    fn guarini_takes_sixteen_moves_or_four_steps_at_once() {
        assert_eq!(best(&PLANNING, &guarini(false, None)), Some(16));
        assert_eq!(best(&PLANNING, &guarini(true, None)), Some(4));
        let all = |most| solve(&PLANNING, &guarini(true, Some(most)), Goal::All, Limits::default());
        assert_eq!(all(3), (Ending::Exhausted, Vec::new()));
        // All four go around the cycle together, in either direction.
        let (ending, found) = all(4);
        assert_eq!(ending, Ending::Exhausted);
        let different: HashSet<_> = found.iter().collect();
        assert_eq!((found.len(), different.len()), (2, 2));
    }

    #[test]
    fn no_arrangement_comes_twice_in_all_plans() {
        // A king on 1x3 goes two squares: straight, and in four moves only by going back.
        let step = |columns| Step::leap(0, columns);
        let cells = Lattice::new(1, 3, None, vec![step(1), step(-1)]);
        let (start, goal) = (vec![Some(0), None, None], vec![None, None, Some(0)]);
        let kinds = vec![cells.clone()];
        let model = Exchange { cells, kinds, start, goal, parallel: false, at_most: Some(4) };
        let (_, found) = solve(&PLANNING, &Model::Exchange(model), Goal::All, Limits::default());
        assert_eq!(found, [Witness::Plan(vec![vec![(0, 1)], vec![(1, 2)]])]);
    }

    #[test]
    fn routes_are_as_long_as_the_distance() {
        let lattice = knight(5, 6);
        let distances = lattice.graph().distances(7);
        for to in 0..30 {
            let model = Model::Route(Route::new(lattice.clone(), 7, to, None));
            let distance = distances[to as usize];
            assert_eq!(best(&PLANNING, &model), Some(distance.into()), "{to}");
        }
        // No move leads to the middle of 3x3, and no earlier check reports it.
        let model = Model::Route(Route::new(knight(3, 3), 0, 4, None));
        assert_eq!(best(&PLANNING, &model), None);
    }

    #[test]
    fn riders_meet_on_the_first_of_the_best_vertices() {
        for riders in [
            &[(0, 1), (24, 1)][..],
            &[(3, 2), (20, 1), (17, 3)],
            &[(12, 1), (12, 1)],
            &[(24, 9), (23, 1), (0, 1), (1, 2)],
            &[],
        ] {
            let riders: Vec<Rider> =
                riders.iter().map(|&(vertex, jumps)| Rider { vertex, jumps }).collect();
            let meeting = Meeting::new(knight(5, 5), riders.clone());
            let graph = knight(5, 5).graph();
            let sums = (0..25).map(|vertex| {
                let own = |rider: &Rider| {
                    rider.turns(graph.distances(rider.vertex)[vertex as usize].into())
                };
                (riders.iter().map(own).sum::<u64>(), vertex)
            });
            let expected = sums.min().filter(|_| !riders.is_empty());
            let model = Model::Meeting(meeting);
            for method in [&PLANNING, &ASSIGNMENT] {
                assert_eq!(best(method, &model), expected.map(|(turns, _)| turns));
                let (_, found) = solve(method, &model, Goal::First, Limits::default());
                let place = found.last().map(|witness| match witness {
                    Witness::Meeting { vertex, .. } => *vertex,
                    other => panic!("{other:?} is no meeting"),
                });
                assert_eq!(place, expected.map(|(_, vertex)| vertex), "{}", method.name());
            }
        }
    }

    #[test]
    fn a_plan_that_never_comes_runs_into_the_limits() {
        // The middle of 3x3 is apart, which only an obstruction shows.
        let cells = knight(3, 3);
        let (mut start, mut goal) = (vec![None; 9], vec![None; 9]);
        (start[0], goal[4]) = (Some(0), Some(0));
        let kinds = vec![cells.clone()];
        let at_most = None;
        let model = Exchange { cells, kinds, start, goal, parallel: false, at_most };
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let (ending, found) = solve(&PLANNING, &Model::Exchange(model), Goal::First, limits);
        assert_eq!((ending, found.len()), (Ending::Stopped(Reason::NodeLimit), 0));
        let limits = Limits { nodes: Some(2), ..Limits::default() };
        let (ending, found) = solve(&PLANNING, &guarini(false, None), Goal::First, limits);
        assert_eq!((ending, found.len()), (Ending::Stopped(Reason::NodeLimit), 0));
    }
}
