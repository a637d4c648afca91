//! Shortest routes of a piece over a board, where squares may have weights.

pub mod random;
mod verify;

use std::fmt::Write as _;

use satranj_encodings::{
    model::{Model, Obstruction, Witness},
    route::Route,
    shortest_path::PathObstruction,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task,
    Violation,
    fields::Field,
    kinds::{PuzzleKind, Stated},
    moves::Moves,
    named,
    solution::PathAnswer,
    squares_blocked,
};
use crate::{
    board::{Board, piece::Piece, square::Square, symmetry::Symmetry},
    pictures::{self, Drawing},
};

/// A route as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RouteStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line.
    #[serde(default = "super::knight")]
    pub piece: String,
    /// The first square.
    pub from: Square,
    /// The last square.
    pub to: Square,
    /// The cost to enter each square, 1 to 9: row by row from the top, a digit a square; without
    /// weights every square costs 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<String>>,
    /// Asks for any route of at most this cost, instead of a shortest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
}

impl RouteStatement {
    /// A route of a piece with the fewest moves.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let route = RouteStatement::new(Board::new(8, 8)?, "knight", "a1".parse()?, "h8".parse()?);
    /// let puzzle = Statement::from(route).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        board: impl Into<BoardStatement>,
        piece: impl Into<String>,
        from: Square,
        to: Square,
    ) -> Self {
        let (board, piece) = (board.into(), piece.into());
        Self { board, piece, from, to, weights: None, at_most: None }
    }
}

/// Normalised weights: nothing enters a blocked square, so it weighs 1; `None` if all weigh 1.
fn plain(mut weights: Vec<u8>, board: &Board) -> Option<Vec<u8>> {
    for square in board.blocked_squares() {
        weights[board.cell(square)] = 1;
    }
    Some(weights).filter(|weights| weights.iter().any(|&weight| weight != 1))
}

/// A stated route.
pub struct RoutePuzzle {
    board: Board,
    piece: Piece,
    from: Square,
    to: Square,
    /// In reading order of all squares.
    weights: Option<Vec<u8>>,
    at_most: Option<u64>,
    model: Route,
}

impl Stated for RouteStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "route",
        summary: "find a shortest or cheapest route of a piece between two squares",
        examples: &[
            r#"{"kind":"route","board":{"rows":5,"columns":5},"from":"a1","to":"e4"}"#,
            r#"{"kind":"route","board":{"rows":2,"columns":2},"piece":"king","from":"a1","to":"b2",
                "weights":["12","21"]}"#,
        ],
    };

    type Puzzle = RoutePuzzle;
    type Answer = PathAnswer;
    type Proof = Certificate;
}

impl TryFrom<RouteStatement> for RoutePuzzle {
    type Error = StatementError;

    /// The route that is stated.
    fn try_from(statement: RouteStatement) -> Result<Self, StatementError> {
        let RouteStatement { board, piece, from, to, weights, at_most } = statement;
        let board = board.board()?;
        let weights = weights.map(|rows| board.weights_of_rows(&rows)).transpose();
        let weights = weights.map_err(|problem| StatementError::at(Field::Weights, problem))?;
        let piece: Piece = piece.parse()?;
        for (field, square) in [(Field::From, from), (Field::To, to)] {
            square.free_on(&board).map_err(|error| StatementError::at(field, error))?;
        }
        let lattice = board.lattice(&piece);
        let vertex = |at: Square| {
            let vertex = board.vertex(&lattice, at);
            vertex.expect("both ends are free, and free squares have a vertex")
        };
        let (first, last) = (vertex(from), vertex(to));
        let weights = weights.and_then(|weights| plain(weights, &board));
        let of_vertices = weights.as_ref().map(|weights| {
            let weight = |vertex| weights[board.cell(board.square_of(&lattice, vertex))];
            (0..lattice.vertices()).map(weight).collect()
        });
        let model = Route { at_most, ..Route::new(lattice, first, last, of_vertices) };
        Ok(Self { board, piece, from, to, weights, at_most, model })
    }
}

impl RoutePuzzle {
    fn square(&self, vertex: u32) -> Square {
        self.board.square_of(self.model.lattice(), vertex)
    }

    fn moves(&self) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.piece }
    }

    fn weight(&self, square: Square) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[self.board.cell(square)].into())
    }

    fn cost(&self, path: &[Square]) -> u64 {
        path.iter().skip(1).map(|&square| self.weight(square)).sum()
    }
}

impl StatedPuzzle for RoutePuzzle {
    fn statement(&self) -> Statement {
        let weights = self.weights.as_ref().map(|weights| self.board.rows_of_weights(weights));
        Statement::Route(RouteStatement {
            board: BoardStatement::from(&self.board),
            piece: self.piece.to_string(),
            from: self.from,
            to: self.to,
            weights,
            at_most: self.at_most,
        })
    }
}

impl Puzzle for RoutePuzzle {
    fn title(&self) -> String {
        let (piece, board, from, to) = (&self.piece, &self.board, self.from, self.to);
        let kind = match (self.at_most, &self.weights) {
            (Some(_), _) => "a",
            (None, Some(_)) => "cheapest",
            (None, None) => "shortest",
        };
        let mut title = format!("{kind} {piece}'s route from {from} to {to} on {board}");
        if let Some(most) = self.at_most {
            let _ = write!(title, ", cost at most {most}");
        }
        title += &squares_blocked(self.board.blocked_squares().count());
        title
    }

    fn model(&self) -> Model {
        Model::Route(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.square(vertex).to_string()
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Path(path) = witness else { return Err(Violation::of_witness()) };
        let path = path.iter().map(|&vertex| self.square(vertex)).collect();
        Ok(Solution::Path { path })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        match obstruction {
            Obstruction::Path(PathObstruction::Separated(vertices)) => {
                let squares = vertices.iter().map(|&vertex| self.square(vertex)).collect();
                Some(Certificate::Disconnected { squares })
            }
            Obstruction::Path(PathObstruction::Distances(list)) => {
                let distance = |square| {
                    let vertex = self.board.vertex(self.model.lattice(), square)?;
                    list.get(vertex as usize).copied().flatten()
                };
                let distances = self.board.by_rows(distance).collect();
                Some(Certificate::Distances { distances })
            }
            _ => None,
        }
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        solution.clone()
    }

    fn tells_count(&self) -> bool {
        true
    }

    fn unit(&self) -> Option<&'static str> {
        Some(if self.weights.is_some() { "in cost" } else { "moves" })
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::Distances { .. } => {
                format!("checked by the distance of every square from {}", self.from)
            }
            other => format!("because no move leads out of {}", named(&other.squares())),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let is_equal = |square| self.weight(square) == self.weight(symmetry.apply(square));
        symmetry.keeps(&[self.from])
            && symmetry.keeps(&[self.to])
            && (self.weights.is_none() || self.board.squares().all(is_equal))
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let (path, weights) = (solution.squares(), self.weights.as_deref());
        Some(Drawing::Route(pictures::RoutePicture { board: &self.board, path, weights }))
    }

    fn preferred(&self, _task: Task) -> &'static [&'static str] {
        &["graph:bfs", "graph:dijkstra"]
    }
}
