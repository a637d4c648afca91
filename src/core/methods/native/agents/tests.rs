//! Tests of all methods for agents against brute force.

use std::ops::ControlFlow;

use proptest::{prelude::*, test_runner::RngSeed};
use satranj_encodings::{
    agent_paths::{AgentObstruction, AgentPaths, PlanCost},
    graph::Graph,
    model::{Model, Obstruction, Witness},
};

use super::{cbs::CBS, joint_search::A_STAR, lacam::LACAM};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, Method, MethodOptions,
        agent_plans::plain_agents,
        graph::agent_flow::FLOW,
        sat::agents::{LAZY, MDD},
    },
};

/// Agents on a random graph; the flags are anonymous, makespan, no following, one at a time.
fn drawn(vertices: u32, agents: u32) -> impl Strategy<Value = AgentPaths> {
    let flags = prop::array::uniform4(prop::bool::weighted(0.35));
    let starts = |n: u32| Just((0..n).collect::<Vec<u32>>()).prop_shuffle();
    (2..=vertices, 0.2..0.9, flags).prop_flat_map(move |(n, density, flags)| {
        let present =
            prop::collection::vec(prop::bool::weighted(density), (n * (n - 1) / 2) as usize);
        (present, starts(n), starts(n), 0..=agents.min(n)).prop_map(
            move |(present, starts, goals, agents)| {
                let all = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
                let edges: Vec<(u32, u32)> =
                    all.zip(present).filter(|pair| pair.1).map(|pair| pair.0).collect();
                let [anonymous, makespan, no_following, one_at_a_time] = flags;
                let (starts, goals) =
                    (starts[..agents as usize].to_vec(), goals[..agents as usize].to_vec());
                let mut model = AgentPaths::new(Graph::from_edges(n, &edges), starts, goals);
                (model.anonymous, model.no_following) = (anonymous, no_following);
                model.one_at_a_time = one_at_a_time;
                if makespan {
                    model.cost = PlanCost::Makespan;
                }
                model
            },
        )
    })
}

fn solved(
    method: &Method,
    model: &AgentPaths,
    limits: Limits,
) -> Option<(Ending, Vec<Vec<Vec<u32>>>)> {
    let is_enough = model.at_most.is_some();
    let model = Model::AgentPaths(model.clone());
    let context = Context::new(limits, 1, MethodOptions::default());
    let mut found = Vec::new();
    let finder = method.finder(&model, Goal::First)?;
    let ending = finder.find(&context, &mut |witness| {
        let Witness::Paths(paths) = witness else { panic!("{witness:?}") };
        found.push(paths);
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Some((ending.unwrap(), found))
}

/// Compares methods with brute force, also with bounds on the cost around the least.
fn agree(methods: &[&Method], model: &AgentPaths) {
    let plain = plain_agents(model);
    let least = plain.least_cost();
    for method in methods {
        let name = method.name();
        let Some((ending, found)) = solved(method, model, Limits::default()) else { continue };
        assert!(found.iter().all(|paths| plain.is_plan(paths)), "{name}: {found:?}");
        let costs: Vec<u64> = found.iter().map(|paths| model.cost_of(paths)).collect();
        assert!(costs.is_sorted_by(|a, b| a > b), "{name}: {costs:?}");
        let is_stopped = matches!(ending, Ending::Stopped(_));
        if method.description.complete || !is_stopped {
            assert!(matches!(ending, Ending::Exhausted | Ending::Proved(_)), "{name}: {ending:?}");
            assert_eq!(costs.last().copied(), least, "{name}: {found:?}");
        }
        // An incomplete method may miss the cheapest plan, but it decides whether a plan exists.
        assert_eq!(found.is_empty(), least.is_none(), "{name}: {ending:?}");
        for most in [least.unwrap_or(3).saturating_sub(1), least.unwrap_or(5)] {
            let bounded = model.within(most);
            let (ending, found) = solved(method, &bounded, Limits::default()).unwrap();
            let is_plan =
                |paths: &Vec<Vec<u32>>| plain.is_plan(paths) && model.cost_of(paths) <= most;
            assert!(found.iter().all(is_plan), "{name}: {found:?}");
            let is_stopped = matches!(ending, Ending::Stopped(_));
            assert!(!is_stopped || !method.description.complete, "{name}: {ending:?}");
            if !is_stopped {
                let is_possible = least.is_some_and(|least| least <= most);
                assert_eq!(!found.is_empty(), is_possible, "{name}: {found:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn joint_search_agrees_with_brute_force(model in drawn(6, 3)) {
        agree(&[&A_STAR], &model);
    }

    #[test]
    fn conflict_based_search_agrees_with_brute_force(model in drawn(6, 3)) {
        agree(&[&CBS], &model);
    }

    #[test]
    fn lacam_agrees_with_brute_force(model in drawn(6, 3)) {
        agree(&[&LACAM], &model);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, ..ProptestConfig::default() })]

    #[test]
    fn joint_search_agrees_with_brute_force_for_more_agents(model in drawn(7, 4)) {
        agree(&[&A_STAR], &model);
    }

    #[test]
    fn lacam_agrees_with_brute_force_for_more_agents(model in drawn(7, 4)) {
        agree(&[&LACAM], &model);
    }
}

// A rare instance takes this search minutes, so the instances are always the same.
proptest! {
    #![proptest_config(ProptestConfig {
        cases: 50,
        rng_seed: RngSeed::Fixed(2015),
        ..ProptestConfig::default()
    })]

    #[test]
    fn conflict_based_search_agrees_with_brute_force_for_more_agents(model in drawn(7, 4)) {
        agree(&[&CBS], &model);
    }

    #[test]
    fn all_methods_agree_with_brute_force_on_nine_vertices(model in drawn(9, 4)) {
        agree(&[&A_STAR, &CBS, &LACAM, &FLOW, &MDD, &LAZY], &model);
    }
}

#[test]
fn a_long_plan_on_a_small_graph_is_the_shortest() {
    // The search once took ten steps for more than an agent on seven vertices can need.
    let edges = [(0, 1), (0, 2), (0, 6), (1, 4), (2, 3), (3, 6), (4, 5)];
    let mut model = AgentPaths::new(Graph::from_edges(7, &edges), vec![2, 4, 5], vec![0, 5, 4]);
    (model.cost, model.no_following) = (PlanCost::Makespan, true);
    assert_eq!(plain_agents(&model).least_cost(), Some(10));
    agree(&[&A_STAR, &CBS, &MDD, &LAZY], &model);
}

/// Agents that cross a grid of this side.
fn crossing(side: u32, agents: u32) -> AgentPaths {
    let at = |row, column| row * side + column;
    let across = (0..side).flat_map(|r| (1..side).map(move |c| (at(r, c - 1), at(r, c))));
    let down = (1..side).flat_map(|r| (0..side).map(move |c| (at(r - 1, c), at(r, c))));
    let graph = Graph::from_edges(side * side, &across.chain(down).collect::<Vec<_>>());
    let starts: Vec<u32> = (0..agents).collect();
    let goals = starts.iter().map(|start| side * side - 1 - start).collect();
    AgentPaths::new(graph, starts, goals)
}

#[test]
fn limits_stop_a_search() {
    let model = crossing(6, 5);
    for method in [&A_STAR, &LACAM, &CBS] {
        let nodes = Limits { nodes: Some(0), ..Limits::default() };
        let (ending, found) = solved(method, &model, nodes).unwrap();
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit), "{}", method.name());
        // Conflict-based search has a first plan from another search.
        assert!(found.is_empty() || method.name() == CBS.name());
        let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let (ending, _) = solved(method, &model, time).unwrap();
        assert_eq!(ending, Ending::Stopped(Reason::TimeLimit), "{}", method.name());
        let memory = Limits { memory: Some(1), ..Limits::default() };
        let (ending, _) = solved(method, &model, memory).unwrap();
        assert_eq!(ending, Ending::Stopped(Reason::MemoryLimit), "{}", method.name());
    }
}

#[test]
fn conflict_based_search_finds_the_cost_of_joint_search() {
    let mut model = crossing(4, 3);
    for no_following in [false, true] {
        model.no_following = no_following;
        for cost in [PlanCost::SumOfCosts, PlanCost::Makespan] {
            model.cost = cost;
            let [joint, own] = [&A_STAR, &CBS].map(|method| {
                let (ending, found) = solved(method, &model, Limits::default()).unwrap();
                assert!(matches!(ending, Ending::Exhausted | Ending::Proved(_)), "{ending:?}");
                found.last().map(|paths| model.cost_of(paths))
            });
            assert_eq!(joint, own);
        }
    }
}

#[test]
fn many_agents_have_a_plan_at_once() {
    for no_following in [false, true] {
        let mut model = crossing(20, 20);
        model.no_following = no_following;
        let (ending, found) = solved(&LACAM, &model, Limits::default()).unwrap();
        assert_eq!(ending, Ending::Stopped(Reason::IncompleteMethod));
        let plain = plain_agents(&model);
        assert!(!found.is_empty() && found.iter().all(|paths| plain.is_plan(paths)));
    }
}

#[test]
fn wide_joint_positions_are_lists() {
    let mut model = crossing(20, 20);
    model.goals = (20..40).collect();
    let (ending, found) = solved(&A_STAR, &model, Limits::default()).unwrap();
    assert_eq!(ending, Ending::Proved(Obstruction::Agents(AgentObstruction::Distances)));
    assert_eq!(found.iter().map(|paths| model.cost_of(paths)).collect::<Vec<_>>(), [20]);
}
