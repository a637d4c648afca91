//! The rules and the plain search of plans for agents against brute force.

use std::{collections::BTreeSet, ops::ControlFlow};

use proptest::prelude::*;
use satranj_encodings::{lattice::Surface, model::Obstruction};
use satranj_oracles::{agents::PlainAgents, generators::adjacency};

use super::{AgentCertificate, AgentStatement, MapfStatement, PlanObjective, ground::AgentGround};
use crate::board::Board;
use crate::puzzles::{
    Optimality, Solution, StatedPuzzle, Statement,
    exhaustive::{Scope, StepBudget},
    hamilton::GraphStatement,
    places::PuzzlePlaces,
};

/// Joint walks that brute force searches for an instance.
const WALKS: usize = 50_000;

/// Agents on a random graph; the flags are anonymous, makespan, no following, one at a time.
fn drawn(
    vertices: u32,
    agents: u32,
) -> impl Strategy<Value = (PlainAgents, MapfStatement, Vec<u32>)> {
    let flags = prop::array::uniform4(prop::bool::weighted(0.35));
    let order = |n: u32| Just((0..n).collect::<Vec<u32>>()).prop_shuffle();
    (2..=vertices, 0.3..0.9, flags).prop_flat_map(move |(n, density, flags)| {
        let pairs = (n * (n - 1) / 2) as usize;
        let present = prop::collection::vec(prop::bool::weighted(density), pairs);
        let changes = prop::collection::vec(0..n, 6);
        (present, order(n), order(n), 0..=agents.min(n), changes).prop_map(
            move |(present, starts, goals, agents, changes)| {
                let all = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
                let edges: Vec<(u32, u32)> =
                    all.zip(present).filter(|pair| pair.1).map(|pair| pair.0).collect();
                let [anonymous, makespan, no_following, one_at_a_time] = flags;
                let ends = |ends: &[u32]| ends[..agents as usize].to_vec();
                let plain = PlainAgents {
                    graph: adjacency(n, &edges, false),
                    starts: ends(&starts),
                    goals: ends(&goals),
                    anonymous,
                    makespan,
                    no_following,
                    one_at_a_time,
                };
                let names = (0..n).map(|vertex| vertex.to_string()).collect();
                let pairs = edges.iter().map(|&(a, b)| [a, b]).collect();
                let agent = |(from, to): (&u32, &u32)| AgentStatement {
                    from: from.to_string(),
                    to: to.to_string(),
                };
                let agents = plain.starts.iter().zip(&plain.goals).map(agent).collect();
                let mut stated = MapfStatement::new(agents);
                stated.graph = Some(GraphStatement::new(false, names, pairs));
                (stated.anonymous, stated.no_following) = (anonymous, no_following);
                stated.one_at_a_time = one_at_a_time;
                if makespan {
                    stated.objective = PlanObjective::Makespan;
                }
                (plain, stated, changes)
            },
        )
    })
}

fn puzzle(stated: &MapfStatement) -> Box<dyn StatedPuzzle> {
    Statement::from(stated.clone()).into_puzzle().unwrap()
}

/// The plan as a solution.
fn solution(puzzle: &dyn StatedPuzzle, paths: &[Vec<u32>]) -> Solution {
    let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
    let names = |path: &Vec<u32>| {
        (0..longest).map(|time| path[time.min(path.len() - 1)].to_string()).collect()
    };
    puzzle.canonical(&Solution::Paths { paths: paths.iter().map(names).collect() })
}

/// The plans that the plain search finds, each once.
fn exhausted(puzzle: &dyn StatedPuzzle) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    let all = puzzle.exhaust(Scope::All, &mut StepBudget::default(), &mut |solution| {
        assert_eq!(puzzle.verify(&solution), Ok(()));
        assert!(found.insert(solution), "twice");
        ControlFlow::Continue(())
    });
    assert_eq!(all, Ok(()));
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_small_no_has_a_certificate((plain, stated, changes) in drawn(5, 5)) {
        let puzzle = puzzle(&stated);
        let model = puzzle.model();
        let agents = model.as_agent_paths().unwrap();
        let has_plan = plain.least_cost().is_some();
        let reason = agents.obstruction().or_else(|| agents.missed_goals());
        prop_assert_eq!(reason.is_none(), has_plan);
        let reached = u64::from(changes[0]) + 1;
        let forged = [AgentCertificate::Parity {}, AgentCertificate::Arrangements { reached }];
        for forged in forged {
            let ruling = puzzle.verify_certificate(&forged.into(), None);
            prop_assert!(!has_plan || ruling.is_err());
        }
        if let Some(reason) = reason {
            let certificate = puzzle.explain(&Obstruction::Agents(reason)).unwrap();
            prop_assert_eq!(puzzle.verify_certificate(&certificate, None), Ok(()));
        }
    }

    #[test]
    fn plans_are_those_of_brute_force((plain, stated, changes) in drawn(5, 3)) {
        let best = puzzle(&stated);
        let least = plain.least_cost();
        let Some(least) = least else {
            prop_assert!(exhausted(&*best).is_empty());
            return Ok(());
        };
        // Some costs have too many plans to list.
        let plans = |most: u64, puzzle: &dyn StatedPuzzle| -> Option<BTreeSet<Solution>> {
            let plans = plain.few_plans(most, WALKS)?;
            Some(plans.iter().map(|plan| solution(puzzle, plan)).collect())
        };
        let Some(cheapest) = plans(least, &*best) else { return Ok(()) };
        prop_assert_eq!(&exhausted(&*best), &cheapest);
        for plan in &cheapest {
            prop_assert_eq!(best.value(plan), Some(least));
            prop_assert_eq!(best.optimality(plan, true), Optimality::Best);
        }
        let within = puzzle(&MapfStatement { at_most: Some(least + 1), ..stated.clone() });
        let Some(more) = plans(least + 1, &*within) else { return Ok(()) };
        prop_assert_eq!(&exhausted(&*within), &more);
        if let Some(worse) = more.difference(&cheapest).next() {
            prop_assert!(matches!(best.optimality(worse, true), Optimality::Better(_)));
        }
        // Changed plans are plans exactly if brute force says so.
        for plan in plain.plans(least).iter().take(20) {
            let mut changed = plan.clone();
            for pair in changes.chunks(2) {
                let paths = changed.len().max(1);
                let Some(path) = changed.get_mut(pair[0] as usize % paths) else { continue };
                let at = pair[1] as usize % path.len();
                path[at] = pair[0];
                let Solution::Paths { paths } = solution(&*best, &changed) else { unreachable!() };
                let rested: Vec<Vec<u32>> = paths
                    .iter()
                    .map(|path| {
                        let arrival = super::arrival(path);
                        path[..=arrival].iter().map(|name| name.parse().unwrap()).collect()
                    })
                    .collect();
                let is_right = best.verify(&Solution::Paths { paths }).is_ok();
                prop_assert_eq!(is_right, plain.is_plan(&rested), "{:?}", rested);
            }
        }
    }
}

#[test]
fn forged_plans_and_reasons_are_refused() {
    let text = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let stated = MapfStatement::on_board(
        crate::board::Board::new(1, 4).unwrap(),
        &[("a1", "d1"), ("d1", "a1")],
    );
    let corridor = puzzle(&stated);
    let read = |paths: &str| -> Solution {
        let paths: Vec<Vec<String>> = serde_json::from_value(text(paths)).unwrap();
        Solution::Paths { paths }
    };
    for (paths, expected) in [
        (r#"[["a1","b1","c1","d1"]]"#, "there are 1 paths for 2 agents"),
        (r#"[["a1","b1","c1","d1"],["d1","c1","b1"]]"#, "differ in length"),
        (r#"[["a1","b1","c1","d1"],["d1","c1","b1","b1"]]"#, "agent 2 ends at b1"),
        (r#"[["b1","b1","c1","d1"],["d1","c1","b1","a1"]]"#, "agent 1 does not start at a1"),
        (
            r#"[["a1","b1","c1","d1"],["d1","c1","b1","a1"]]"#,
            "step 2: agents 1 and 2 exchange b1 and c1",
        ),
        (
            r#"[["a1","c1","d1"],["d1","c1","a1"]]"#,
            "agent 1, step 1: a1-c1 is not a move of the wazir",
        ),
        (
            r#"[["a1","b1","c1","c1","d1"],["d1","d1","c1","b1","a1"]]"#,
            "agents 1 and 2 are both at c1 at time 2",
        ),
    ] {
        let problem = corridor.verify(&read(paths)).unwrap_err().to_string();
        assert!(problem.contains(expected), "{paths}: {problem}");
    }
    let reasons = [
        (r#"{"kind":"passing","agents":[1,2],"places":["a1","b1","c1","d1"]}"#, None),
        (
            r#"{"kind":"passing","agents":[1,2],"places":["a1","b1","c1"]}"#,
            Some("an agent can leave the places from c1 to d1"),
        ),
        (
            r#"{"kind":"passing","agents":[1,2],"places":["a1","c1","b1","d1"]}"#,
            Some("a1 is linked with other places"),
        ),
        (
            r#"{"kind":"passing","agents":[1,3],"places":["a1","b1","c1","d1"]}"#,
            Some("no agent of that number"),
        ),
        (
            r#"{"kind":"separated","agent":1,"places":["a1","b1","c1","d1"]}"#,
            Some("has its goal there"),
        ),
    ];
    for (reason, expected) in reasons {
        let certificate: AgentCertificate = serde_json::from_str(reason).unwrap();
        let ruling = corridor.verify_certificate(&certificate.into(), None);
        match expected {
            None => assert_eq!(ruling, Ok(())),
            Some(expected) => {
                let problem = ruling.unwrap_err().to_string();
                assert!(problem.contains(expected), "{reason}: {problem}");
            }
        }
    }
    // Anonymous agents need not pass each other.
    let anonymous = puzzle(&MapfStatement { anonymous: true, ..stated });
    let certificate: AgentCertificate = serde_json::from_str(reasons[0].0).unwrap();
    assert!(anonymous.verify_certificate(&certificate.into(), None).is_err());
}

#[test]
fn missed_goals_are_counted_or_have_the_wrong_parity() {
    let ruling = |stated: &MapfStatement, reason: &str| {
        let certificate: AgentCertificate = serde_json::from_str(reason).unwrap();
        let ruling = puzzle(stated).verify_certificate(&certificate.into(), None);
        ruling.err().map_or_else(String::new, |why| why.to_string())
    };
    let board = |columns| crate::board::Board::new(2, columns).unwrap();
    let mut tiles = MapfStatement::on_board(board(2), &[("a1", "b1"), ("b1", "a1"), ("a2", "a2")]);
    let parity = r#"{"kind":"parity"}"#;
    assert!(ruling(&tiles, parity).contains("several agents may move in one step"));
    // Three agents that turn around together keep their order: 4 places times 3 rotations.
    for (reached, problem) in [(12, ""), (11, "more than 11"), (13, "reach 12")] {
        let reason = format!(r#"{{"kind":"arrangements","reached":{reached}}}"#);
        for one_at_a_time in [false, true] {
            let tiles = MapfStatement { one_at_a_time, ..tiles.clone() };
            assert!(ruling(&tiles, &reason).ends_with(problem), "{reason}");
        }
    }
    tiles.one_at_a_time = true;
    assert_eq!(ruling(&tiles, parity), "");
    let anonymous = MapfStatement { anonymous: true, ..tiles.clone() };
    assert!(ruling(&anonymous, parity).contains("any agent"));
    let turned = MapfStatement::on_board(board(2), &[("a1", "b1"), ("b1", "b2"), ("a2", "a1")]);
    let turned = MapfStatement { one_at_a_time: true, ..turned };
    assert!(ruling(&turned, parity).contains("have the same parity"));
    let reached = r#"{"kind":"arrangements","reached":12}"#;
    assert!(ruling(&turned, reached).contains("reach their goals"));
    let sparse = MapfStatement::on_board(board(3), &[("a1", "b1"), ("b1", "a1"), ("a2", "a2")]);
    let sparse = MapfStatement { one_at_a_time: true, ..sparse };
    assert_eq!(ruling(&sparse, parity), "3 places are free, not one");
}

#[test]
fn forged_bounds_are_refused() {
    let stated = MapfStatement::on_board(
        crate::board::Board::new(1, 4).unwrap(),
        &[("a1", "d1"), ("d1", "a1")],
    );
    let bounds = |stated: &MapfStatement, reason: &str, best: Option<u64>| {
        let certificate: AgentCertificate = serde_json::from_str(reason).unwrap();
        puzzle(stated).verify_certificate(&certificate.into(), best).map_err(|why| why.to_string())
    };
    // Three anonymous agents leave the first square of a row one after another.
    let row = MapfStatement {
        anonymous: true,
        objective: PlanObjective::Makespan,
        ..MapfStatement::on_board(
            crate::board::Board::new(1, 7).unwrap(),
            &[("a1", "e1"), ("b1", "f1"), ("c1", "g1")],
        )
    };
    let cut = r#"{"kind":"cut","steps":3,"places":["b1","c1"],"times":[0,0]}"#;
    assert_eq!(bounds(&row, cut, Some(4)), Ok(()));
    assert_eq!(bounds(&MapfStatement { at_most: Some(3), ..row.clone() }, cut, None), Ok(()));
    let distances = r#"{"kind":"distances"}"#;
    assert_eq!(bounds(&stated, distances, Some(6)), Ok(()));
    for (stated, reason, best, expected) in [
        (&row, cut, Some(5), "a plan costs at least 4"),
        (&row, cut, None, "it bounds the cost of plans only"),
        (&MapfStatement { at_most: Some(4), ..row.clone() }, cut, None, "at least 4"),
        (
            &MapfStatement { objective: PlanObjective::SumOfCosts, ..row.clone() },
            cut,
            Some(4),
            "makespan",
        ),
        (
            &row,
            r#"{"kind":"cut","steps":4,"places":["b1","c1"],"times":[0,0]}"#,
            Some(5),
            "reaches e1",
        ),
        (
            &row,
            r#"{"kind":"cut","steps":3,"places":["b1","c1"],"times":[0,1]}"#,
            Some(4),
            "reaches e1",
        ),
        (
            &row,
            r#"{"kind":"cut","steps":3,"places":["a1","b1","c1"],"times":[0,0,0]}"#,
            Some(4),
            "every agent",
        ),
        (
            &row,
            r#"{"kind":"cut","steps":3,"places":["b1","c1"],"times":[0]}"#,
            Some(4),
            "differ in length",
        ),
        (&stated, distances, Some(7), "a plan costs at least 6"),
    ] {
        let problem = bounds(stated, reason, best).unwrap_err();
        assert!(problem.contains(expected), "{reason}: {problem}");
    }
}

/// A ground answers as the board or the graph that it is.
#[test]
fn a_ground_is_its_board_or_its_graph() {
    fn same<P: PuzzlePlaces>(ground: &AgentGround, of: &P) {
        assert_eq!((ground.limit(), ground.count()), (of.limit(), of.count()));
        assert!(ground.all().eq(of.all()));
        for place in of.all() {
            let (name, its) = (ground.name(place), of.name(place));
            assert_eq!(name, its.to_string());
            assert_eq!(ground.number(&name), Ok(place));
            assert_eq!(ground.order(&name), of.order(&its));
            assert_eq!(ground.successors(place), of.successors(place));
            for other in of.all() {
                let is_linked = (ground.links())(&name, &ground.name(other));
                assert_eq!(is_linked, of.successors(place).contains(&other));
            }
        }
    }
    let board: crate::board::Board = "..#\n...".parse().unwrap();
    let ground = AgentGround::of(&MapfStatement::on_board(board, &[("a1", "c1")])).unwrap();
    let AgentGround::Board(places) = &ground else { panic!("{ground:?}") };
    same(&ground, places);
    let names = ["x", "y", "z"].map(String::from).to_vec();
    let graph = GraphStatement::new(false, names, vec![[0, 2], [2, 1]]);
    let ground = AgentGround::of(&MapfStatement::on_graph(graph, &[("x", "y")])).unwrap();
    let AgentGround::Graph(graph) = &ground else { panic!("{ground:?}") };
    same(&ground, graph);
}

/// Agents without names of their own are separated from the goals by number.
#[test]
fn as_many_anonymous_agents_as_goals_are_not_separated() {
    let names = ["a", "b", "c", "d"].map(String::from).to_vec();
    let graph = GraphStatement::new(false, names, vec![[0, 1], [2, 3]]);
    let part = r#"{"kind":"separated","places":["a","b"]}"#;
    let certificate: AgentCertificate = serde_json::from_str(part).unwrap();
    for (agents, expected) in [
        ([("a", "c"), ("c", "d")], None),
        ([("c", "a"), ("d", "c")], None),
        ([("a", "c"), ("c", "a")], Some("1 agents start there and 1 goals are there")),
        ([("a", "b"), ("b", "a")], Some("2 agents start there and 2 goals are there")),
    ] {
        let stated = MapfStatement::on_graph(graph.clone(), &agents);
        let puzzle = puzzle(&MapfStatement { anonymous: true, ..stated });
        let ruling = puzzle.verify_certificate(&certificate.clone().into(), None);
        assert_eq!(ruling.err().map(|why| why.to_string()).as_deref(), expected, "{agents:?}");
    }
}

/// A reflected step has no way back if the piece lacks its reflection.
#[test]
fn agents_move_back_over_reversed_borders_too() {
    let piece = |piece: &str, surface| {
        let mut board = crate::puzzles::BoardStatement::from(Board::new(3, 4).unwrap());
        board.surface = surface;
        let stated = MapfStatement::on_board(board, &[("d2", "a1")]);
        let stated = MapfStatement { piece: Some(piece.into()), ..stated };
        AgentGround::of(&stated).err().map(|error| error.to_string())
    };
    for surface in Surface::ALL {
        let refused = piece("betza:frblF", surface);
        assert_eq!(refused.is_some(), surface.is_mirrored(), "{refused:?}");
        assert_eq!(piece("betza:fbW", surface), None);
        assert_eq!(piece("knight", surface), None);
    }
}
