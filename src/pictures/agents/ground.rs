//! The ground of agents in pixels, and their ways on it.

use std::collections::BTreeMap;

use super::{AgentsGround, AgentsPicture};
use crate::{
    board::Board,
    pictures::{
        frame::{BoardFrame, DOTTED, NUMBERED},
        graph,
        lanes::Point,
        markup::{Elements, SvgDocument},
    },
};

/// The ways of agents, in pixels.
pub struct AgentWays {
    /// The points of each agent at the times 0, 1, 2, ….
    pub ways: Vec<Vec<Point>>,
    /// Where a move between two points leaves the board over a joined border, and comes in.
    pub seams: BTreeMap<[Point; 2], [Point; 2]>,
    /// What covers the lines of the ways: the vertices of a graph.
    pub above: Elements,
    /// The side of a square, or as much room around a vertex.
    pub cell: i64,
    /// The radius of an agent.
    pub radius: i64,
    /// The width of a line, in hundredths of a pixel.
    pub width: i64,
    /// The least size of a number that can be read, in pixels.
    pub least: i64,
    /// Whether only the last point of each agent is marked, as where it is.
    pub is_moment: bool,
}

impl AgentsPicture<'_> {
    /// The ground, with the ways of the agents that are to be drawn on it.
    #[must_use]
    pub fn on_ground(&self, title: &str, description: &str) -> (SvgDocument, AgentWays) {
        let is_moment = self.moment.is_some();
        match &self.ground {
            AgentsGround::Board(board) => {
                let frame = BoardFrame::new(board);
                let document = frame.document(board, title, description);
                let ways = self.ways(|cell| frame.centre(board.square_of_cell(cell)));
                let seams = self.seams(&frame, board);
                let (cell, radius) = (frame.cell, frame.agent(self.paths.len()));
                let width = match frame.longest {
                    longest if longest <= NUMBERED => 80,
                    longest if longest <= DOTTED => 120,
                    _ => 150,
                };
                let width = (cell * width / 10).max(frame.part_of_side(400));
                let (above, least) = (Elements::default(), (frame.part_of_side(180) / 100).max(5));
                let of_board =
                    AgentWays { ways, seams, above, cell, radius, width, least, is_moment };
                (document, of_board)
            }
            AgentsGround::Graph(graph) => {
                let graph::GraphGround { document, vertices: above, centres, radius } =
                    graph::ground(graph, title, description);
                let ways = self.ways(|vertex| centres[vertex]);
                let width = (radius * 100 / 4).max(200);
                let (cell, radius) = (radius * 5 / 2, (radius * 4 / 5).max(2));
                let (seams, least) = (BTreeMap::new(), 5);
                (document, AgentWays { ways, seams, above, cell, radius, width, least, is_moment })
            }
        }
    }

    fn seams(&self, frame: &BoardFrame, board: &Board) -> BTreeMap<[Point; 2], [Point; 2]> {
        let moves = self.paths.iter().flat_map(|path| path.windows(2));
        let seam = |ends: &[u32]| {
            let [from, to] = [ends[0], ends[1]].map(|cell| board.square_of_cell(cell as usize));
            Some(([frame.centre(from), frame.centre(to)], frame.seam(from, to)?))
        };
        moves.filter_map(seam).collect()
    }

    fn ways(&self, centre: impl Fn(usize) -> Point) -> Vec<Vec<Point>> {
        let way = |path: &Vec<u32>| path.iter().map(|&place| centre(place as usize)).collect();
        self.paths.iter().map(way).collect()
    }
}

impl BoardFrame {
    /// The radius of one of several agents in pixels: on large boards they are larger than a square,
    /// unless they are many.
    pub fn agent(&self, count: usize) -> i64 {
        let few = self.rider() * 50 / (count as i64).max(50);
        self.cell * few.max(self.rider().min(40)) / 100
    }
}
