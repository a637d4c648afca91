//! The encodings of plans for agents, solved by varisat, find exactly what brute force finds, and
//! are as large as they say.

use std::collections::BTreeSet;

use crate::support::{
    VarisatSolver, cases, encode, encoding,
    golden::{Golden, check, golden},
    sizes,
};
use proptest::{collection::vec, prelude::*};
use satranj_encodings::{
    agent_paths::{AgentPaths, PlanCost},
    at_most_one::AtMostOne,
    clause::{Assignment, Cnf},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoded, Encoding, Options, Reading, Size},
    graph::Graph,
    model::{Model, Witness},
    planning::{
        PLANNING,
        agents::{MDD, MDD_LAZY},
        least_horizon, most_horizon,
    },
    registry,
};
use satranj_oracles::{agents::PlainAgents, generators::adjacency};

/// The same question for brute force.
fn plain(model: &AgentPaths) -> PlainAgents {
    let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
    PlainAgents {
        graph: adjacency(model.graph().vertices(), &edges, false),
        starts: model.starts.clone(),
        goals: model.goals.clone(),
        anonymous: model.anonymous,
        makespan: model.cost == PlanCost::Makespan,
        no_following: model.no_following,
        one_at_a_time: model.one_at_a_time,
    }
}

/// The same question with other rules: whether the agents are anonymous, the cost is the makespan,
/// no agent follows another, and one moves at a time.
fn ruled(mut model: AgentPaths, rules: [bool; 4]) -> AgentPaths {
    let makespan;
    [model.anonymous, makespan, model.no_following, model.one_at_a_time] = rules;
    model.cost = if makespan { PlanCost::Makespan } else { PlanCost::SumOfCosts };
    model
}

const MAKESPAN: [bool; 4] = [false, true, false, false];

/// The next plan of a formula; clauses that are missing are added.
fn next_plan(
    encoded: &dyn Encoded,
    solver: &mut VarisatSolver,
) -> Option<(Vec<Vec<u32>>, Assignment)> {
    loop {
        let assignment = solver.solve(&[])?;
        match encoded.read(&assignment).expect("a satisfying assignment can be read") {
            Reading::Witness(Witness::Paths(paths)) => return Some((paths, assignment)),
            Reading::Witness(other) => panic!("{other:?} is no plan of agents"),
            Reading::Cuts(cuts) => {
                assert!(!cuts.is_empty() && encoded.projection().is_none());
                for cut in cuts {
                    assert!(!cut.iter().any(|&literal| assignment.satisfies(literal)));
                    solver.add(&cut);
                }
            }
        }
    }
}

/// Whether both encodings have a plan of at most this cost; what they find is one.
fn is_possible(model: &AgentPaths, most: u64, options: Options) -> bool {
    let plain = plain(model);
    let bounded = Model::AgentPaths(model.within(most));
    let found = [&MDD, &MDD_LAZY].map(|encoding| {
        let (cnf, encoded) = encode(encoding, &bounded, options);
        let predicted = sizes::size(encoding, &bounded, options);
        let is = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
        assert_eq!(predicted, is, "{}: {bounded:?}", encoding.name());
        let mut solver = VarisatSolver::of(&cnf);
        next_plan(&*encoded, &mut solver).is_some_and(|(paths, _)| {
            assert!(plain.is_plan(&paths), "{}: {paths:?}: {bounded:?}", encoding.name());
            assert!(model.cost_of(&paths) <= most, "{paths:?}: {bounded:?}");
            true
        })
    });
    assert_eq!(found[0], found[1], "{bounded:?}");
    found[0]
}

/// All plans of at most this cost, as by brute force; how many.
fn all(model: &AgentPaths, most: u64, options: Options) -> usize {
    let expected = plain(model).plans(most);
    let bounded = Model::AgentPaths(model.within(most));
    for encoding in [&MDD, &MDD_LAZY] {
        let (cnf, encoded) = encode(encoding, &bounded, options);
        let mut solver = VarisatSolver::of(&cnf);
        let mut found = BTreeSet::new();
        while let Some((paths, assignment)) = next_plan(&*encoded, &mut solver) {
            let clause = encoded.exclude(&Witness::Paths(paths.clone()));
            assert!(!clause.iter().any(|&literal| assignment.satisfies(literal)));
            assert!(found.insert(paths.clone()), "{paths:?} comes twice: {bounded:?}");
            solver.add(&clause);
        }
        assert_eq!(found, expected, "{}: {bounded:?}", encoding.name());
    }
    expected.len()
}

/// Compares all costs up to one more than the least.
fn costs_agree(model: &AgentPaths, options: Options) {
    let least = plain(model).least_cost();
    let asked = Model::AgentPaths(model.clone());
    let bound = least_horizon(&asked);
    if let (Some(least), most) = (least, most_horizon(&asked, &|| false)) {
        assert!(bound <= least && most.is_none_or(|most| least <= most), "{model:?}");
    }
    let most = least.map_or(bound + 2, |least| least + 1);
    for cost in bound.saturating_sub(1)..=most {
        let expected = least.is_some_and(|least| least <= cost);
        assert_eq!(is_possible(model, cost, options), expected, "{cost}: {model:?}");
    }
}

/// A path of three vertices with a bay at the middle; two agents change their places.
fn bay() -> AgentPaths {
    let graph = Graph::from_edges(4, &[(0, 1), (1, 2), (1, 3)]);
    AgentPaths::new(graph, vec![0, 2], vec![2, 0])
}

#[test]
fn two_agents_pass_in_a_bay() {
    let options = Options::default();
    costs_agree(&bay(), options);
    assert_eq!([6, 7, 8].map(|most| all(&bay(), most, options)), [0, 2, 6]);
    let makespan = ruled(bay(), MAKESPAN);
    assert_eq!([3, 4].map(|most| all(&makespan, most, options)), [0, 2]);
    let nobody = AgentPaths::new(Graph::from_edges(2, &[(0, 1)]), vec![], vec![]);
    assert_eq!([0, 5].map(|most| all(&nobody, most, options)), [1, 1]);
}

#[test]
fn what_bounds_the_cost() {
    let bounds = |model: &AgentPaths| {
        let model = Model::AgentPaths(model.clone());
        (least_horizon(&model), most_horizon(&model, &|| false))
    };
    // Twelve joint positions.
    assert_eq!(bounds(&bay()), (4, Some(22)));
    assert_eq!(bounds(&ruled(bay(), MAKESPAN)), (2, Some(11)));
    let corridor = Graph::from_edges(3, &[(0, 1), (1, 2)]);
    assert_eq!(bounds(&AgentPaths::new(corridor, vec![0, 2], vec![2, 0])), (4, Some(0)));
    let apart = AgentPaths::new(Graph::from_edges(3, &[(0, 1)]), vec![0], vec![2]);
    assert_eq!(bounds(&apart), (0, Some(0)));
    let large = Graph::from_edges(99, &(1..99).map(|vertex| (0, vertex)).collect::<Vec<_>>());
    let four = AgentPaths::new(large, vec![1, 2, 3, 4], vec![2, 3, 4, 1]);
    assert_eq!(bounds(&four), (8, None));
}

#[test]
fn only_a_bounded_cost_is_stated() {
    let open = Model::AgentPaths(bay());
    let bounded = Model::AgentPaths(bay().within(9));
    for name in ["mdd", "mdd-lazy"] {
        assert!(encoding(name).supports(&bounded) && !encoding(name).supports(&open));
    }
    assert!(!PLANNING.supports(&bounded));
    let chosen = registry::for_solvers(&bounded, &|| false).map(Encoding::name);
    assert_eq!(chosen, Some("mdd"));
}

#[test]
fn too_great_a_cost_is_refused_at_once() {
    for rules in [[false; 4], MAKESPAN] {
        for most in [u64::MAX, 1 << 40, 1 << 29] {
            let model = Model::AgentPaths(ruled(bay(), rules).within(most));
            let mut counter = ClauseCounter::default();
            let refused = MDD.encode(&model, Options::default(), &mut counter).err();
            let is_refused = matches!(
                refused,
                Some(EncodeError::TooManyVariables { encoding: "mdd", variables })
                    if variables >= 1 << 30
            );
            assert!(is_refused && counter.clauses() == 0, "{refused:?}");
        }
    }
}

/// The sizes that the documentation gives, by hand.
#[test]
fn documented_sizes() {
    let options = Options { at_most_one: AtMostOne::Pairwise, ..Options::default() };
    let size = |model: AgentPaths, most| {
        let size = sizes::size(&MDD, &Model::AgentPaths(model.within(most)), options);
        (size.variables, size.clauses)
    };
    assert_eq!(size(bay(), 3), (0, 1));
    // Both go straight: each has three variables, and both are in the middle at the same time.
    // 2 starts, 2·6 - 2 - 2 steps and 1 pair; no edge is crossed in both directions in one step.
    assert_eq!(size(bay(), 4), (6, 2 + 8 + 1));
    // One of them waits: 0 at 0 and 1, 1 at 1 and 2, 2 at 2 and 3, 3 at none; one late each.
    // 2 starts, 2 pairs of vertices at each of two times, 2·12 - 2 - 2 steps, 2 late, at most one
    // late of two by a totalizer of one output; agents meet in the middle at 1 and 2 (2 pairs).
    // Over either edge one may go from time 0 and the other from 1, or both from 1: one pair each.
    let totalizer = sizes::at_most(2, 1);
    let clauses = 2 + 4 + 20 + 2 + totalizer.clauses + 2 + 2;
    assert_eq!(size(bay(), 5), (12 + 2 + totalizer.variables, clauses));
}

#[derive(Debug, Clone)]
struct DrawnAgents {
    model: AgentPaths,
    options: Options,
}

fn drawn(most_agents: usize, most_vertices: u32) -> impl Strategy<Value = DrawnAgents> {
    let permuted = |vertices: u32| Just((0..vertices).collect::<Vec<u32>>()).prop_shuffle();
    let sized = move |vertices: u32| {
        let agents = 0..=most_agents.min(vertices as usize);
        let edges = vec((0..vertices, 0..vertices), 0..=3 * vertices as usize);
        (Just(vertices), edges, agents, permuted(vertices), permuted(vertices))
    };
    let rules = (any::<[bool; 4]>(), 0..AtMostOne::ALL.len());
    ((1..=most_vertices).prop_flat_map(sized), rules).prop_map(
        |((vertices, edges, agents, mut starts, mut goals), (rules, at_most_one))| {
            starts.truncate(agents);
            goals.truncate(agents);
            let graph = Graph::from_edges(vertices, &edges);
            let model = ruled(AgentPaths::new(graph, starts, goals), rules);
            let at_most_one = AtMostOne::ALL[at_most_one];
            DrawnAgents { model, options: Options { at_most_one, ..Options::default() } }
        },
    )
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn random_costs(DrawnAgents { model, options } in drawn(3, 6)) {
        costs_agree(&model, options);
    }

    #[test]
    fn random_plans_of_two(DrawnAgents { model, options } in drawn(2, 5), more in 0..2_u64) {
        if let Some(least) = plain(&model).least_cost().filter(|&least| least < 5) {
            let most = if model.cost == PlanCost::Makespan { 3 } else { 4 };
            all(&model, (least + more).min(most), options);
        }
    }

    #[test]
    fn random_plans_of_three(DrawnAgents { model, options } in drawn(3, 5)) {
        if let Some(least) = plain(&model).least_cost() {
            let most = if model.cost == PlanCost::Makespan { 2 } else { 3 };
            all(&model, least.min(most), options);
        }
    }
}

/// A formula stops where its sink interrupts it.
#[test]
fn an_interrupted_sink_gets_no_more() {
    for rules in 0..8 {
        let model = ruled(bay(), [rules & 1, 0, rules & 2, rules & 4].map(|rule| rule > 0));
        let model = Model::AgentPaths(model.within(9));
        let mut cnf = Cnf::default();
        assert!(MDD.encode(&model, Options::default(), &mut cnf).is_ok());
        for after in 0..cnf.len() as u64 {
            let mut counter = ClauseCounter::up_to(after);
            assert!(MDD.encode(&model, Options::default(), &mut counter).is_err());
        }
    }
}

/// Two agents go around a cycle of four vertices, to the opposite ones.
fn on_a_cycle(change: impl FnOnce(&mut AgentPaths)) -> Model {
    let graph = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
    let mut model = AgentPaths::new(graph, vec![0, 2], vec![2, 0]);
    change(&mut model);
    Model::AgentPaths(model)
}

/// The formulas of plans for agents.
fn of_agents() -> Vec<Golden> {
    vec![
        golden(
            "sum",
            "mdd",
            "two agents on a cycle, sum of costs 5",
            on_a_cycle(|model| model.at_most = Some(5)),
        ),
        golden(
            "sum",
            "mdd-lazy",
            "two agents on a cycle, sum of costs 5",
            on_a_cycle(|model| model.at_most = Some(5)),
        ),
        golden(
            "anonymous",
            "mdd",
            "two anonymous agents on a cycle, sum of costs 1",
            on_a_cycle(|model| {
                (model.anonymous, model.at_most, model.goals) = (true, Some(1), vec![1, 2]);
            }),
        ),
        golden(
            "no-following",
            "mdd",
            "two agents on a cycle that do not follow one another, makespan 3",
            on_a_cycle(|model| {
                (model.no_following, model.at_most) = (true, Some(3));
                (model.cost, model.goals) = (PlanCost::Makespan, vec![1, 3]);
            }),
        ),
        golden(
            "one-at-a-time",
            "mdd",
            "two agents on a cycle, one moves at a time, makespan 4",
            on_a_cycle(|model| {
                (model.one_at_a_time, model.at_most) = (true, Some(4));
                (model.cost, model.goals) = (PlanCost::Makespan, vec![1, 3]);
            }),
        ),
    ]
}

#[test]
fn golden_formulas_of_agents() {
    check(&of_agents());
}
