//! Small questions for plans of agents under every constraint, with their least cost by brute force.

use satranj_encodings::{
    agent_paths::{AgentPaths, PlanCost},
    graph::Graph,
    model::Model,
};

use super::questions::ConstrainedQuestion;
use crate::methods::agent_plans::plain_agents;

/// Edges, starts and goals.
type Agents = (u32, &'static [(u32, u32)], &'static [u32], &'static [u32]);

const BAY: &[(u32, u32)] = &[(0, 1), (1, 2), (1, 3)];
const CYCLE: &[(u32, u32)] = &[(0, 1), (1, 2), (2, 3), (3, 0)];
const WHEEL: &[(u32, u32)] = &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (2, 5)];
const CORRIDOR: &[(u32, u32)] = &[(0, 1), (1, 2), (2, 3), (3, 4), (2, 5)];

const ASKED: &[Agents] = &[
    (1, &[], &[], &[]),
    (2, &[(0, 1)], &[0], &[1]),
    (2, &[(0, 1)], &[0, 1], &[1, 0]),
    (3, &[(0, 1)], &[0], &[2]),
    (4, &[(0, 1), (2, 3)], &[0, 2], &[3, 1]),
    (4, BAY, &[0, 2], &[2, 0]),
    (4, BAY, &[0, 2, 3], &[2, 0, 3]),
    (4, CYCLE, &[0, 1], &[1, 0]),
    (4, CYCLE, &[0, 2], &[2, 0]),
    (4, CYCLE, &[0, 1, 2], &[1, 2, 3]),
    (6, WHEEL, &[0, 2], &[2, 0]),
    (6, WHEEL, &[0, 1, 3], &[3, 0, 5]),
    (6, CORRIDOR, &[0, 1], &[4, 5]),
    (6, CORRIDOR, &[0, 1, 4], &[3, 4, 0]),
];

/// The questions for plans of agents.
pub fn agents() -> Vec<ConstrainedQuestion> {
    let mut asked = Vec::new();
    for &(vertices, edges, starts, goals) in ASKED {
        for rules in 0..16 {
            let [anonymous, makespan, no_following, one_at_a_time] =
                [1, 2, 4, 8].map(|rule| rules & rule > 0);
            let graph = Graph::from_edges(vertices, edges);
            let mut model = AgentPaths::new(graph, starts.to_vec(), goals.to_vec());
            (model.anonymous, model.no_following) = (anonymous, no_following);
            model.one_at_a_time = one_at_a_time;
            model.cost = if makespan { PlanCost::Makespan } else { PlanCost::SumOfCosts };
            let least = plain_agents(&model).least_cost();
            let around = least.unwrap_or(3);
            let bounds = [None, Some(around), around.checked_sub(1)];
            for at_most in bounds {
                model.at_most = at_most;
                let possible = least.filter(|&least| at_most.is_none_or(|most| least <= most));
                asked.push(ConstrainedQuestion {
                    model: Model::AgentPaths(model.clone()),
                    answers: possible.map(|least| (Vec::new(), least)).into_iter().collect(),
                    is_listed: false,
                });
            }
        }
    }
    asked
}
