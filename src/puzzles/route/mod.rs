//! Shortest routes of a piece over a board, where squares may have weights.

pub mod random;

use std::fmt::Write as _;

use satranj_encodings::{model::Model, route::Route, shortest_path::ShortestPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, Statement, StatementError, Violation,
    board_places::BoardPlaces,
    ensure,
    fields::Field,
    kinds::{PuzzleKind, Stated},
    path::PathCertificate,
    places::ModelPlaces,
    shortest::{LinkedPlaces, Shortest, WayParts, WayWords},
    solution::PathAnswer,
    squares_blocked,
};
use crate::{
    board::{Board, square::Square, symmetry::Symmetry},
    pictures::{self, Drawing},
};

/// A route as written in documents.
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

/// The most moves of a piece that are listed: see [`Lattice::unevenly`](satranj_encodings::lattice::Lattice::unevenly).
const MOST_LISTED: u64 = 1 << 22;

/// Normalised weights: nothing enters a blocked square, so it weighs 1; `None` if all weigh 1.
fn plain(mut weights: Vec<u8>, board: &Board) -> Option<Vec<u8>> {
    for square in board.blocked_squares() {
        weights[board.cell(square)] = 1;
    }
    Some(weights).filter(|weights| weights.iter().any(|&weight| weight != 1))
}

/// A stated route.
pub type RoutePuzzle = Shortest<BoardPlaces>;

impl Stated for RouteStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "route",
        noun: "a route",
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

    fn try_from(statement: RouteStatement) -> Result<Self, StatementError> {
        let RouteStatement { board, piece, from, to, weights, at_most } = statement;
        let board = board.board()?;
        let weights = weights.map(|rows| board.weights_of_rows(&rows)).transpose();
        let weights = weights.map_err(|problem| StatementError::at(Field::Weights, problem))?;
        let weights = weights.and_then(|weights| plain(weights, &board));
        let places = BoardPlaces::stated(board, &piece)?;
        if places.lattice.is_uneven() && places.lattice.arcs_bound() > MOST_LISTED {
            let problem = format!(
                "on this board it may have more than {MOST_LISTED} moves, too many for a piece whose \
                 moves depend on their direction or whose rides are limited"
            );
            return Err(StatementError::of(Field::Piece, &places.piece, problem));
        }
        Self::new(places, WayParts { from, to, weights, at_most })
    }
}

impl LinkedPlaces for BoardPlaces {
    /// What it costs to enter a square: a weight for each square in reading order.
    type Weight = u8;

    const WORDS: WayWords = WayWords {
        way: "route",
        costing: "that costs",
        units: ["moves", "in cost"],
        methods: &["graph:bfs", "graph:dijkstra"],
    };

    fn statement(&self, asked: &WayParts<Self>) -> Statement {
        RouteStatement {
            board: BoardStatement::from(&self.board),
            piece: self.piece.to_string(),
            from: asked.from,
            to: asked.to,
            weights: asked.weights.as_ref().map(|weights| self.board.rows_of_weights(weights)),
            at_most: asked.at_most,
        }
        .into()
    }

    fn model(&self, (from, to): (u32, u32), asked: &WayParts<Self>) -> Model {
        let of_vertices = asked.weights.as_ref().map(|weights| {
            let weight = |vertex| weights[self.board.cell(self.name_of(vertex))];
            (0..self.lattice.vertices()).map(weight).collect()
        });
        if self.lattice.is_uneven() {
            let arcs = self.lattice.arcs();
            let weight =
                |to: u32| of_vertices.as_ref().map_or(1, |its: &Vec<u8>| its[to as usize].into());
            let arcs = arcs.map(|(from, to)| (from, to, weight(to))).collect();
            let path = ShortestPath::new(self.lattice.vertices(), arcs, from, to);
            return Model::ShortestPath(
                asked.at_most.map_or(path.clone(), |most| path.within(most)),
            );
        }
        let route = Route::new(self.lattice.clone(), from, to, of_vertices);
        Model::Route(Route { at_most: asked.at_most, ..route })
    }

    fn title(&self, asked: &WayParts<Self>) -> String {
        let WayParts { from, to, weights, at_most } = asked;
        let kind = match (at_most, weights) {
            (Some(_), _) => "a",
            (None, Some(_)) => "cheapest",
            (None, None) => "shortest",
        };
        let (piece, board) = (&self.piece, &self.board);
        let mut title = format!("{kind} {piece}'s route from {from} to {to} on {board}");
        if let Some(most) = at_most {
            let _ = write!(title, ", cost at most {most}");
        }
        title + &squares_blocked(board.holes())
    }

    fn weight_of(&self, _from: u32, to: u32) -> Option<usize> {
        Some(to as usize)
    }

    fn keeps_weights(&self, weights: &[u8], symmetry: &Symmetry) -> bool {
        let weight = |square| weights[self.board.cell(square)];
        self.board.squares().all(|square| weight(square) == weight(symmetry.apply(square)))
    }

    fn drawing<'a>(&'a self, path: &'a [Square], weights: Option<&'a [u8]>) -> Option<Drawing<'a>> {
        Some(Drawing::Route(pictures::RoutePicture { board: &self.board, path, weights }))
    }

    fn certificate(&self, reason: PathCertificate<Square>) -> Certificate {
        match reason {
            PathCertificate::Disconnected { vertices: squares } => {
                Certificate::Disconnected { squares }
            }
            PathCertificate::Distances { distances: list } => {
                let distances = self.board.by_rows(|square| list[self.board.cell(square)]);
                Certificate::Distances { distances: distances.collect() }
            }
        }
    }

    fn reason(&self, certificate: &Certificate) -> Result<PathCertificate<Square>, Violation> {
        match certificate {
            Certificate::Disconnected { squares } => {
                Ok(PathCertificate::Disconnected { vertices: squares.clone() })
            }
            Certificate::Distances { distances } => {
                let rows = self.board.square_rows().map(Iterator::count);
                let is_whole = rows.eq(distances.iter().map(Vec::len));
                ensure!(is_whole, "expected a distance for every square of {}", self.board);
                Ok(PathCertificate::Distances { distances: distances.concat() })
            }
            other => Err(Violation(format!(
                "the certificate `{}` does not apply to routes",
                other.kind()
            ))),
        }
    }
}
