//! Exchanges of pieces (Guarini's puzzle and variants): the fewest moves from one arrangement to
//! another, one piece a move, never two on a square.

pub mod map;
pub mod random;
mod verify;

use std::fmt::Write as _;

use satranj_encodings::{
    exchange::{self, Exchange},
    model::{Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    fields::Field,
    kinds::{PuzzleKind, Stated},
    named,
    solution::PlanAnswer,
    squares_blocked,
};
use crate::{
    board::{Board, piece::Piece, square::Square, symmetry::Symmetry},
    pictures::{self, Drawing},
};
use map::PieceMap;

/// An exchange as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ExchangeStatement {
    /// The pieces at the start, row by row from the top: `.` free, `#` blocked, `K Q R B N` a
    /// white piece, `k q r b n` a black one.
    pub start: Vec<String>,
    /// The goal arrangement; if left out, the colours trade places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Vec<String>>,
    /// Whether several pieces may move in one step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parallel: bool,
    /// An upper limit on the steps: asks for any plan within it, instead of a shortest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
}

impl ExchangeStatement {
    /// White and black pieces of a map that trade places in the fewest moves.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let puzzle = Statement::from(ExchangeStatement::new("n.n\n...\nN.N")).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(map: &str) -> Self {
        let start = map.lines().map(str::to_string).collect();
        Self { start, goal: None, parallel: false, at_most: None }
    }
}

/// With this number of pieces or more, the search guided by bounds is the default.
const MANY_PIECES: usize = 6;

/// A stated exchange.
pub struct ExchangePuzzle {
    start: PieceMap,
    goal: PieceMap,
    is_goal_stated: bool,
    /// The letters of the kinds of pieces, in the order of the model's, with the pieces.
    kinds: Vec<(char, Piece)>,
    model: Exchange,
}

impl Stated for ExchangeStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "exchange",
        noun: "an exchange",
        summary: "let pieces trade places in the fewest moves (Guarini's puzzle)",
        examples: &[r#"{"kind":"exchange","start":["n.n","...","N.N"]}"#],
    };

    type Puzzle = ExchangePuzzle;
    type Answer = PlanAnswer;
    type Proof = Certificate;
}

impl TryFrom<ExchangeStatement> for ExchangePuzzle {
    type Error = StatementError;

    /// The stated exchange. Without a goal the colours trade places; a goal that states the same is
    /// dropped.
    fn try_from(statement: ExchangeStatement) -> Result<Self, StatementError> {
        let ExchangeStatement { start, goal, parallel, at_most } = statement;
        let start = PieceMap::of_rows(&start, Field::StartMap)?;
        let goal = goal.map(|rows| PieceMap::of_rows(&rows, Field::Goal)).transpose()?;
        let swapped = start.swapped();
        let goal = goal.unwrap_or_else(|| swapped.clone());
        let is_goal_stated = goal != swapped;
        if start.board != goal.board {
            let problem = "the goal must have the size and blocked squares of the start";
            return Err(StatementError::whole(problem).blaming(Field::Goal));
        }
        let pieces = start.pieces();
        if pieces != goal.pieces() {
            let text = |map: &PieceMap| map.pieces().into_iter().collect::<String>();
            let hint = if is_goal_stated { "" } else { "; state the goal map" };
            let (start_pieces, goal_pieces) = (text(&start), text(&goal));
            let problem = format!(
                "the start has the pieces `{start_pieces}`, but the goal has `{goal_pieces}`{hint}"
            );
            return Err(StatementError::whole(problem)
                .blaming(Field::Goal)
                .with_value(&goal_pieces));
        }
        let mut letters = pieces;
        letters.dedup();
        let kinds: Vec<(char, Piece)> = letters
            .iter()
            .map(|&letter| Ok((letter, map::piece(letter)?)))
            .collect::<Result<_, StatementError>>()?;
        let cells = start.board.lattice(&map::piece('K')?);
        let model = Exchange {
            cells: cells.clone(),
            kinds: kinds.iter().map(|(_, piece)| piece.on(&cells)).collect(),
            start: start.arrangement(&letters),
            goal: goal.arrangement(&letters),
            parallel,
            at_most,
        };
        Ok(Self { start, goal, is_goal_stated, kinds, model })
    }
}

impl ExchangePuzzle {
    fn square(&self, vertex: u32) -> Square {
        self.start.board.square_of(&self.model.cells, vertex)
    }
}

impl StatedPuzzle for ExchangePuzzle {
    fn statement(&self) -> Statement {
        Statement::Exchange(ExchangeStatement {
            start: self.start.lines(),
            goal: self.is_goal_stated.then(|| self.goal.lines()),
            parallel: self.model.parallel,
            at_most: self.model.at_most,
        })
    }
}

impl Puzzle for ExchangePuzzle {
    fn title(&self) -> String {
        let count = self.start.letters.iter().flatten().count();
        let plural = if count == 1 { "" } else { "s" };
        let board = &self.start.board;
        let kind = if self.is_goal_stated { "rearrangement" } else { "exchange" };
        let mut title = format!("{kind} of {count} piece{plural} on {board}");
        let unit = if self.model.parallel { "steps" } else { "moves" };
        let _ = match self.model.at_most {
            Some(most) => write!(title, " in at most {most} {unit}"),
            None => write!(title, " in the fewest {unit}"),
        };
        title += &squares_blocked(board.holes());
        title
    }

    fn model(&self) -> Model {
        Model::Exchange(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.square(vertex).to_string()
    }

    /// A kind on a vertex, `N@a1`: the kinds are numbered one after the other.
    fn term(&self, vertex: u32) -> String {
        let vertices = self.model.vertices().max(1);
        let letter = self.kinds.get((vertex / vertices) as usize).map(|(letter, _)| *letter);
        format!("{}@{}", letter.unwrap_or('?'), self.label(vertex % vertices))
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Plan(plan) = witness else { return Err(Violation::of_witness()) };
        let ends = |&(from, to): &(u32, u32)| [self.square(from), self.square(to)];
        let moves = plan.iter().flatten().map(ends).collect();
        let steps = plan.iter().map(|step| step.len() as u32).collect();
        Ok(Solution::Moves { moves, steps: Some(steps).filter(|_| self.model.parallel) })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::Exchange(exchange::ExchangeObstruction::Confined { kind, vertices }) =
            obstruction
        else {
            return None;
        };
        let (letter, _) = self.kinds.get(*kind as usize)?;
        let squares = vertices.iter().map(|&vertex| self.square(vertex)).collect();
        Some(Certificate::Confined { piece: letter.to_string(), squares })
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        let Solution::Moves { moves, steps: Some(steps) } = solution else {
            return solution.clone();
        };
        // The order within a step means nothing.
        let mut moves = moves.clone();
        let mut rest = moves.as_mut_slice();
        for &step in steps {
            let (moves, others) = rest.split_at_mut(rest.len().min(step as usize));
            moves.sort_unstable();
            rest = others;
        }
        Solution::Moves { moves, steps: Some(steps.clone()) }
    }

    fn unit(&self) -> Option<&'static str> {
        Some(if self.model.parallel { "steps" } else { "moves" })
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::Confined { piece, squares } => {
                format!("because no {piece} can leave {}", named(squares))
            }
            other => format!("because of {}", named(&other.squares())),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        [&self.start, &self.goal].into_iter().all(|map| {
            let standing = |letter: char| {
                let squares = map.board.squares().zip(&map.letters);
                let of_kind = squares.filter(|(_, stands)| **stands == Some(letter));
                of_kind.map(|(square, _)| square).collect::<Vec<_>>()
            };
            self.kinds.iter().all(|&(letter, _)| symmetry.keeps(&standing(letter)))
        })
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.start.board)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let Solution::Moves { moves, steps } = solution else { return None };
        Some(Drawing::Exchange(pictures::ExchangePicture {
            board: &self.start.board,
            start: self.start.placed(),
            goal: self.goal.placed(),
            moves,
            steps: steps.as_deref(),
        }))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        if task == Task::First && self.start.pieces().len() >= MANY_PIECES {
            // Bounds pay off if there are many arrangements.
            return &["auto", "native:bidirectional", "native:bfs", "graph:astar", "sat:planning"];
        }
        &["native:bfs", "graph:astar", "sat:planning"]
    }
}
