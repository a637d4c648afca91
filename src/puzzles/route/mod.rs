//! Shortest routes of a piece over a board, where squares may have weights.

pub mod random;
mod verify;

use std::{cmp::Reverse, collections::BinaryHeap, fmt::Write as _};

use satranj_encodings::{
    model::{Model, Obstruction, Witness},
    route::{self, Route},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, Optimality, Puzzle, Solution, StatedPuzzle, Statement,
    StatementError, Task, Violation, ensure,
    exhaustive::{Found, Routes, Scope, SearchHalt, StepBudget},
    fields::Field,
    kinds::PuzzleKind,
    moves::Moves,
    named,
    solution::PathAnswer,
    squares_blocked,
    stated::Stated,
};
use crate::{
    board::{Board, piece::Piece, square::Square, symmetry::Symmetry},
    pictures::{self, Drawing},
};

/// The most moves on a board that is looked at for a shorter route.
const MOST_MOVES: u64 = 100_000_000;

/// A route as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
    /// What it costs to enter each square, 1 to 9: row by row from the top, a digit a square;
    /// without weights every square costs 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<String>>,
    /// Any route of at most this cost is asked for, in place of the shortest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
}

/// The weights in one form: nothing enters a blocked square, so it weighs 1; `None` where all do.
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
        summary: "the shortest route of a piece from one square to another, or the cheapest",
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
            board: BoardStatement::of(&self.board),
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

    fn interpret(&self, witness: &Witness) -> Solution {
        let path = witness.numbers().iter().map(|&vertex| self.square(vertex)).collect();
        Solution::Path { path }
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        match obstruction {
            Obstruction::Route(route::RouteObstruction::Separated(vertices)) => {
                let squares = vertices.iter().map(|&vertex| self.square(vertex)).collect();
                Some(Certificate::Disconnected { squares })
            }
            Obstruction::Route(route::RouteObstruction::Distances(list)) => {
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

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let Solution::Path { path } = solution else {
            return Err(Violation("a route has a path".into()));
        };
        ensure!(path.first() == Some(&self.from), "the route does not start on {}", self.from);
        ensure!(path.last() == Some(&self.to), "the route does not end on {}", self.to);
        for ends in path.windows(2) {
            let [from, to] = [ends[0], ends[1]];
            ensure!(self.moves().is_move(from, to), "{from}-{to} is no {} move", self.piece);
        }
        if let Some(most) = self.at_most {
            let cost = self.cost(path);
            ensure!(cost <= most, "the route costs {cost}, which is more than {most}");
        }
        Ok(())
    }

    fn verify_certificate(
        &self,
        certificate: &Certificate,
        best: Option<&Solution>,
    ) -> Result<(), Violation> {
        match certificate {
            Certificate::Distances { distances } => {
                let cost = best.map(|best| self.cost(best.squares()));
                self.verify_distances(distances, cost)
            }
            Certificate::Disconnected { squares } => {
                ensure!(best.is_none(), "it says that there is no route, and there is");
                let part = self.moves().check_closed(squares)?;
                ensure!(part.contains(&self.from), "{} is not among the squares", self.from);
                ensure!(!part.contains(&self.to), "{} is among the squares", self.to);
                Ok(())
            }
            other => Err(Violation(format!("`{}` says nothing about routes", other.kind()))),
        }
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        match certificate {
            Certificate::Distances { .. } => self.moves().steps_of_all(),
            Certificate::Disconnected { squares } => self.moves().steps_of(squares.len() as u64),
            _ => 0,
        }
    }

    fn verify_optimum(&self, certificate: &Certificate, value: u64) -> Result<(), Violation> {
        let Certificate::Distances { distances } = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("`{kind}` says nothing about the best")));
        };
        self.verify_distances(distances, Some(value))
    }

    /// To stay where it is.
    fn obvious(&self) -> Option<Solution> {
        (self.from == self.to).then(|| Solution::Path { path: vec![self.from] })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        self.at_most.is_none().then(|| self.cost(solution.squares()))
    }

    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        if self.at_most.is_some() || self.moves().bound() > MOST_MOVES {
            return Optimality::Open;
        }
        let cost = self.cost(solution.squares());
        let mut known = vec![u64::MAX; self.board.size()];
        known[self.board.cell(self.from)] = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, self.from))]);
        while let Some(Reverse((least, at))) = waiting.pop() {
            if at == self.to {
                if least < cost {
                    return Optimality::Better(format!("there is one that costs {least}"));
                }
                return Optimality::Best;
            }
            for to in self.moves().directions(at).flatten() {
                let next = least + self.weight(to);
                if next < known[self.board.cell(to)] {
                    known[self.board.cell(to)] = next;
                    waiting.push(Reverse((next, to)));
                }
            }
        }
        Optimality::Open
    }

    fn exhaust(
        &self,
        scope: Scope,
        budget: &mut StepBudget,
        found: &mut Found<'_>,
    ) -> Result<(), SearchHalt> {
        if scope == Scope::AnyNumber {
            return Err(SearchHalt::TooLarge);
        }
        if let Some(most) = self.at_most {
            return self.every_simple_route(most, budget, found);
        }
        let square = |cell: usize| self.board.square_of_cell(cell);
        let next = |cell: usize| {
            let moves = self.moves();
            let reached = moves.directions(square(cell)).flatten();
            reached.map(|to| (self.board.cell(to), self.weight(to))).collect()
        };
        let ends = (self.board.cell(self.from), self.board.cell(self.to));
        let routes = Routes::new(self.board.size(), ends, &next, budget)?;
        if matches!(scope, Scope::Better(value) if routes.least().is_none_or(|least| least >= value))
        {
            return Ok(());
        }
        routes.search(budget, &mut |way| {
            found(Solution::Path { path: way.iter().map(|&cell| square(cell)).collect() })
        })
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::Distances { .. } => {
                format!("because of the distances of all squares from {}", self.from)
            }
            other => format!("because no move leads out of {}", named(&other.squares())),
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = Symmetry::of_board(&self.board);
        symmetries.retain(|symmetry| {
            symmetry.keeps(&[self.from])
                && symmetry.keeps(&[self.to])
                && (self.weights.is_none()
                    || self
                        .board
                        .squares()
                        .all(|square| self.weight(square) == self.weight(symmetry.apply(square))))
        });
        symmetries
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
