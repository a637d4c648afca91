//! Whether plans for agents exist, compared with brute force and with sliding puzzles.

use std::cell::Cell;

use proptest::{collection::vec, prelude::*};
use satranj_encodings::{agent_paths::AgentPaths, graph::Graph};
use satranj_oracles::{agents::PlainAgents, generators::adjacency};

use crate::support::cases;

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn plans_exist_as_brute_force_says(
        (vertices, starts, goals) in (1..=6_u32).prop_flat_map(|vertices| {
            let order = || Just((0..vertices).collect::<Vec<u32>>()).prop_shuffle();
            (Just(vertices), order(), order())
        }),
        // Mostly sparse, so that often no plan exists.
        ends in vec((0..6_u32, 0..6_u32), 0..12),
        agents in 0..=6_usize,
        rules in any::<[bool; 3]>(),
    ) {
        let ends = ends.iter().map(|&(a, b)| (a % vertices, b % vertices)).filter(|(a, b)| a != b);
        let graph = Graph::from_edges(vertices, &ends.collect::<Vec<_>>());
        let agents = agents.min(vertices as usize);
        let (starts, goals) = (starts[..agents].to_vec(), goals[..agents].to_vec());
        let mut model = AgentPaths::new(graph, starts, goals);
        [model.anonymous, model.no_following, model.one_at_a_time] = rules;
        let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
        let plain = PlainAgents {
            graph: adjacency(vertices, &edges, false),
            starts: model.starts.clone(),
            goals: model.goals.clone(),
            anonymous: model.anonymous,
            makespan: true,
            no_following: model.no_following,
            one_at_a_time: model.one_at_a_time,
        };
        prop_assert_eq!(model.plan_exists(&|| false), Some(plain.least_cost().is_some()), "{:?}", model);
    }
}

/// A grid with agents on its first vertices.
fn grid(side: u32, goals: Vec<u32>) -> AgentPaths {
    let at = |row, column| row * side + column;
    let across = (0..side).flat_map(|r| (1..side).map(move |c| (at(r, c - 1), at(r, c))));
    let down = (1..side).flat_map(|r| (0..side).map(move |c| (at(r - 1, c), at(r, c))));
    let graph = Graph::from_edges(side * side, &across.chain(down).collect::<Vec<_>>());
    AgentPaths::new(graph, (0..goals.len() as u32).collect(), goals)
}

#[test]
fn a_sliding_puzzle_has_its_parity() {
    // The blank comes back to its corner by an even number of moves.
    let tiles = |first: &[u32]| first.iter().copied().chain(first.len() as u32..15).collect();
    for (first, even) in [(&[1, 0][..], false), (&[1, 2, 0], true), (&[1, 0, 3, 2], true)] {
        let mut model = grid(4, tiles(first));
        for (no_following, one_at_a_time) in [(true, false), (false, true), (true, true)] {
            (model.no_following, model.one_at_a_time) = (no_following, one_at_a_time);
            assert_eq!(model.plan_exists(&|| false), Some(even), "{first:?}");
        }
    }
    // A full cycle of four squares can go around, which is odd.
    assert_eq!(grid(4, tiles(&[1, 0])).plan_exists(&|| false), Some(true));
    assert_eq!(grid(3, vec![1, 0, 2, 3, 4, 5, 6, 7, 8]).plan_exists(&|| false), Some(true));
}

#[test]
fn wilsons_graph_has_fewer_arrangements() {
    // A cycle of six with a vertex between two opposite ones: 120 of the 720 arrangements (Wilson, 1974).
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)];
    let graph = Graph::from_edges(7, &edges);
    let mut possible = 0;
    let mut goals: Vec<u32> = (0..6).collect();
    for number in 0..720 {
        let mut left: Vec<u32> = (0..6).collect();
        let mut rest = number;
        for (place, goal) in goals.iter_mut().enumerate() {
            *goal = left.remove(rest % (6 - place));
            rest /= 6 - place;
        }
        let mut model = AgentPaths::new(graph.clone(), (0..6).collect(), goals.clone());
        model.one_at_a_time = true;
        possible += usize::from(model.plan_exists(&|| false) == Some(true));
    }
    assert_eq!(possible, 120);
}

#[test]
fn large_questions_stay_open() {
    assert_eq!(grid(6, (1..=10).collect()).plan_exists(&|| false), None);
    assert_eq!(grid(5, (0..25).rev().collect()).plan_exists(&|| false), None);
}

#[test]
fn a_search_that_is_stopped_leaves_the_question_open() {
    // Agents on a cycle keep their order around it. Each of C(6, 3) sets asks once.
    let edges: Vec<(u32, u32)> = (0..6).map(|vertex| (vertex, (vertex + 1) % 6)).collect();
    let model = AgentPaths::new(Graph::from_edges(6, &edges), vec![0, 2, 4], vec![2, 0, 4]);
    for (most, answer, sets) in [(0, None, 1), (7, None, 8), (20, Some(false), 20)] {
        let asked = Cell::new(0);
        let is_stopped = || asked.replace(asked.get() + 1) >= most;
        assert_eq!((model.plan_exists(&is_stopped), asked.get()), (answer, sets));
    }
}
