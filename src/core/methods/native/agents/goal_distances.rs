//! Distances of vertices to the goals of agents: all at once, or only as far as they are needed.

use std::collections::VecDeque;

use satranj_encodings::agent_paths::AgentPaths;

use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// For each agent, or once if they are anonymous, the distance of each vertex to the goal. O(agents
/// times (n + m)) time, 4 bytes for each agent and vertex.
///
/// # Errors
/// The reason to stop.
pub fn goal_distances(
    model: &AgentPaths,
    run: &Run,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<u32>>, Reason> {
    let vertices = u64::from(model.graph().vertices());
    let tables = if model.anonymous { 1 } else { model.agents() };
    run.permit((u64::from(tables) + 2).saturating_mul(4 * vertices))?;
    let of_agent = |agent| {
        meter.work(vertices / 16)?;
        Ok(run.encoding(|| model.distances_to_goal(agent)))
    };
    (0..tables).map(of_agent).collect()
}

/// For each agent a breadth-first search from its goal, which continues when a distance is requested.
/// 4 bytes per vertex for each agent that was requested, and its queue.
pub struct LazyDistances<'m> {
    model: &'m AgentPaths,
    run: &'m Run,
    searches: Vec<GoalSearch>,
}

#[derive(Clone, Default)]
struct GoalSearch {
    /// Empty before the first question.
    distances: Vec<u32>,
    queue: VecDeque<u32>,
}

impl<'m> LazyDistances<'m> {
    /// The distances of a model with named agents.
    #[must_use]
    pub fn new(model: &'m AgentPaths, run: &'m Run) -> Self {
        Self { model, run, searches: vec![GoalSearch::default(); model.starts.len()] }
    }

    /// The same for a model whose agents have these goals, by their numbers, each once.
    #[must_use]
    pub fn of_goals(mut self, model: &'m AgentPaths, goals: &[u32]) -> Self {
        let search = |&goal: &u32| std::mem::take(&mut self.searches[goal as usize]);
        self.searches = goals.iter().map(search).collect();
        Self { model, ..self }
    }

    /// The distance of a vertex to the goal of an agent; `u32::MAX` if it is not reachable.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn of(&mut self, agent: u32, vertex: u32) -> Result<u32, Reason> {
        let search = &mut self.searches[agent as usize];
        if search.distances.is_empty() {
            let vertices = self.model.graph().vertices();
            self.run.permit(5 * u64::from(vertices))?;
            search.distances = vec![u32::MAX; vertices as usize];
            let goal = self.model.goals[agent as usize];
            search.distances[goal as usize] = 0;
            search.queue.push_back(goal);
        }
        while search.distances[vertex as usize] == u32::MAX {
            let Some(next) = search.queue.pop_front() else { return Ok(u32::MAX) };
            let distance = search.distances[next as usize] + 1;
            for &other in self.model.graph().neighbours(next) {
                let known = &mut search.distances[other as usize];
                if *known == u32::MAX {
                    *known = distance;
                    search.queue.push_back(other);
                }
            }
        }
        Ok(search.distances[vertex as usize])
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::graph::Graph;

    use super::*;
    use crate::limits::Limits;

    #[test]
    fn distances_are_those_of_a_whole_search() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (5, 6)];
        let model = AgentPaths::new(Graph::from_edges(7, &edges), vec![0, 5], vec![4, 6]);
        let run = Run::new(Limits::default(), 1);
        let mut distances = LazyDistances::new(&model, &run);
        for agent in 0..2 {
            let whole = model.distances_to_goal(agent);
            for vertex in [3, 1, 6, 0, 2, 4, 5] {
                assert_eq!(distances.of(agent, vertex), Ok(whole[vertex as usize]));
            }
        }
    }
}
