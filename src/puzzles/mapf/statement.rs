//! The statement of plans for agents, as in documents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::{BoardStatement, graph_statement::GraphStatement};

/// Plans for agents as written in documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MapfStatement {
    /// The board, if the agents walk over one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardStatement>,
    /// The piece by whose moves they walk over the board: a leaper; a wazir if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The graph, if they walk through one.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::puzzles::stated_graph::read_optional"
    )]
    #[schemars(with = "Option<crate::puzzles::stated_graph::StatedGraph>")]
    pub graph: Option<GraphStatement>,
    /// The agents.
    pub agents: Vec<AgentStatement>,
    /// What a plan costs.
    #[serde(default)]
    pub objective: PlanObjective,
    /// Whether any agent may go to any goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anonymous: bool,
    /// Whether at most one agent moves in each step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_at_a_time: bool,
    /// Whether no agent may enter a place in the step in which another one leaves it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_following: bool,
    /// An upper limit on the cost: asks for any plan within it, instead of a cheapest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
}

/// An agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentStatement {
    /// The square or vertex where it starts.
    pub from: String,
    /// The square or vertex where it goes.
    pub to: String,
}

/// What a plan for agents costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum PlanObjective {
    /// The steps of all agents together, waiting included, until each rests at its goal for good.
    #[default]
    SumOfCosts,
    /// The steps until the last agent rests.
    Makespan,
}

impl MapfStatement {
    /// Agents on a board, each with its start and its goal, and the least sum of costs.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let agents = [("a1", "c1"), ("c1", "a1")];
    /// let puzzle = MapfStatement::on_board(Board::new(2, 3)?, &agents);
    /// let puzzle = Statement::from(puzzle).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_board(board: impl Into<BoardStatement>, agents: &[(&str, &str)]) -> Self {
        Self { board: Some(board.into()), ..Self::new(stated(agents)) }
    }

    /// Agents on a graph, as [`MapfStatement::on_board`].
    #[must_use]
    pub fn on_graph(graph: impl Into<GraphStatement>, agents: &[(&str, &str)]) -> Self {
        Self { graph: Some(graph.into()), ..Self::new(stated(agents)) }
    }

    /// Agents without a board or graph, which must be added.
    #[must_use]
    pub(crate) fn new(agents: Vec<AgentStatement>) -> Self {
        Self { agents, ..Self::default() }
    }
}

/// Agents by their starts and goals.
fn stated(agents: &[(&str, &str)]) -> Vec<AgentStatement> {
    let agent = |&(from, to): &(&str, &str)| AgentStatement { from: from.into(), to: to.into() };
    agents.iter().map(agent).collect()
}
