//! Pictures of agents that move to their goals at the same time, on a board or a graph.

mod ground;
mod still;
mod text;

use std::fmt::Write as _;

use satranj_encodings::agent_paths::rested;

use super::{GraphPicture, counted, frame::a_size};
use crate::{
    board::{Board, square::Square},
    printable::one_line,
};
pub use ground::AgentWays;
pub use still::svg;
pub use text::text;

/// A plan of agents to be drawn.
#[derive(Debug, Clone)]
pub struct AgentsPicture<'a> {
    ground: AgentsGround<'a>,
    /// The places of each agent: squares of the board in reading order, or vertices.
    paths: Vec<Vec<u32>>,
    collision: Option<AgentCollision>,
    /// The agents are drawn at this time only, with the step that leads there.
    moment: Option<usize>,
}

/// Where the agents move.
#[derive(Debug, Clone)]
enum AgentsGround<'a> {
    Board(&'a Board),
    Graph(GraphPicture<'a>),
}

/// Two agents that collide.
#[derive(Debug, Clone, Copy)]
struct AgentCollision {
    time: usize,
    agents: [usize; 2],
}

impl<'a> AgentsPicture<'a> {
    /// Agents on a board, by the squares of each at the times 0, 1, 2, …; each stays on its last
    /// one. Squares outside the board are left out.
    ///
    /// ```
    /// use satranj::{Board, Drawing, Picture, pictures::AgentsPicture};
    ///
    /// let board = Board::new(2, 2)?;
    /// let [a1, b1, b2] = ["a1", "b1", "b2"].map(|name| name.parse().unwrap());
    /// let agents = AgentsPicture::on_board(&board, &[vec![a1, b1], vec![b1, b2]]);
    /// let picture = Picture { title: "two agents".into(), drawing: Drawing::Agents(agents) };
    /// assert_eq!(picture.text(80).as_deref(), Some("2   .   B\n1   a  bA\n    a   b\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_board(board: &'a Board, paths: &[Vec<Square>]) -> Self {
        let place = |&square: &Square| board.contains(square).then(|| board.cell(square) as u32);
        let cells = |path: &Vec<Square>| path.iter().filter_map(place).collect();
        Self::along(AgentsGround::Board(board), paths.iter().map(cells).collect())
    }

    /// The same on a graph, by the numbers of vertices.
    #[must_use]
    pub fn on_graph(graph: GraphPicture<'a>, mut paths: Vec<Vec<u32>>) -> Self {
        let count = graph.names.len();
        for path in &mut paths {
            path.retain(|&vertex| (vertex as usize) < count);
        }
        // The names are beside the vertices, which the agents cover.
        let graph = GraphPicture { class_noun: Some("agent"), ..graph };
        Self::along(AgentsGround::Graph(graph), paths)
    }

    fn along(ground: AgentsGround<'a>, paths: Vec<Vec<u32>>) -> Self {
        Self { ground, paths: rested(paths), collision: None, moment: None }
    }

    /// The same with the collision of two agents marked, by their numbers from 0: on a place at
    /// this time, or between their places at the time before and at this one.
    #[must_use]
    pub fn with_collision(self, time: usize, agents: [usize; 2]) -> Self {
        Self { collision: Some(AgentCollision { time, agents }), ..self }
    }

    /// The plan at each time, in turn: the agents where they are then, with the step that leads
    /// there.
    #[cfg(feature = "cli")]
    pub(super) fn moments(&self) -> impl Iterator<Item = Self> + '_ {
        (0..=self.steps()).map(|time| {
            let at = |path: &Vec<u32>| {
                let end = time.min(path.len().saturating_sub(1));
                let begin = time.saturating_sub(1).min(end);
                path.get(begin..=end).unwrap_or_default().to_vec()
            };
            let paths = self.paths.iter().map(at).collect();
            Self { paths, moment: Some(time), collision: None, ..self.clone() }
        })
    }

    /// Whether a collision is marked.
    #[must_use]
    pub fn has_collision(&self) -> bool {
        self.collision.is_some()
    }

    /// The board, if the agents are on one.
    pub(super) fn board(&self) -> Option<&'a Board> {
        match self.ground {
            AgentsGround::Board(board) => Some(board),
            AgentsGround::Graph(_) => None,
        }
    }

    /// The graph otherwise.
    #[cfg(feature = "cli")]
    pub(super) fn graph(&self) -> Option<&GraphPicture<'a>> {
        match &self.ground {
            AgentsGround::Board(_) => None,
            AgentsGround::Graph(graph) => Some(graph),
        }
    }

    /// The places of each agent: squares of the board in reading order, or vertices.
    #[cfg(feature = "cli")]
    pub(super) fn paths(&self) -> &[Vec<u32>] {
        &self.paths
    }

    /// The number of steps until the last agent stays.
    pub(crate) fn steps(&self) -> usize {
        self.paths.iter().map(|path| path.len().saturating_sub(1)).max().unwrap_or(0)
    }

    /// The name of a place.
    fn name(&self, place: u32) -> String {
        match &self.ground {
            AgentsGround::Board(board) => board.square_of_cell(place as usize).to_string(),
            AgentsGround::Graph(graph) => one_line(&graph.names[place as usize]).into_owned(),
        }
    }

    /// The places of two agents that collide.
    fn colliding(&self) -> Option<[u32; 2]> {
        let AgentCollision { time, agents: [first, second] } = self.collision?;
        let at = |agent: usize| {
            let path = self.paths.get(agent)?;
            path.get(time).or(path.last()).copied()
        };
        Some([at(first)?, at(second)?])
    }

    /// The ground and the agents in words.
    fn description(&self) -> String {
        let mut text = match &self.ground {
            AgentsGround::Board(board) => format!("{} board", a_size(board)),
            AgentsGround::Graph(graph) => {
                let (vertices, edges) = (graph.names.len(), graph.edges.len());
                let noun = if vertices == 1 { "vertex" } else { "vertices" };
                format!("A graph with {vertices} {noun} and {}", counted(edges, "edge"))
            }
        };
        let _ = write!(text, "; {}", counted(self.paths.len(), "agent"));
        let _ = match self.moment {
            Some(time) => write!(text, " at time {time}"),
            None => write!(text, ", {}", counted(self.steps(), "step")),
        };
        if let (Some(AgentCollision { time, agents }), Some([first, second])) =
            (self.collision, self.colliding())
        {
            let [one, other] = agents.map(|agent| agent + 1);
            let place = if first == second {
                format!("on {}", self.name(first))
            } else {
                format!("between {} and {}", self.name(first), self.name(second))
            };
            let _ = write!(text, "; the agents {one} and {other} collide {place} at time {time}");
        }
        text + "."
    }
}
