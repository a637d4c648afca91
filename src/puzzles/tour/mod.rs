//! The tour: a piece visits every free square of a board once.

pub mod random;
mod verify;

use std::fmt::Write as _;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::Lattice,
    model::{Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task,
    Violation,
    fields::{Field, words},
    kinds::{PuzzleKind, Stated},
    named, normal,
    solution::PathAnswer,
};
use crate::{
    board::{Board, BoardError, piece::Piece, square::Square, symmetry::Symmetry},
    methods::count_tours,
    pictures::Drawing,
};

/// A tour as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TourStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line.
    #[serde(default = "super::knight")]
    pub piece: String,
    /// Whether the last square must lead back to the start.
    #[serde(default)]
    pub closed: bool,
    /// The first square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Square>,
    /// The last square of an open tour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Square>,
    /// Moves that must be made, in either direction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<[Square; 2]>,
}

impl TourStatement {
    /// A tour of a piece from any square to any other, or back to its start if it is closed.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let mut tour = TourStatement::new("3x4".parse::<Board>()?, "knight", false);
    /// tour.start = Some("a1".parse()?);
    /// let puzzle = Statement::from(tour).into_puzzle()?;
    /// assert_eq!(puzzle.title(), "open knight's tour of 3x4 from a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: impl Into<BoardStatement>, piece: impl Into<String>, closed: bool) -> Self {
        let (board, piece) = (board.into(), piece.into());
        Self { board, piece, closed, start: None, end: None, given: Vec::new() }
    }
}

/// A tour of a board.
#[derive(Debug, Clone)]
pub struct Tour {
    board: Board,
    piece: Piece,
    closed: bool,
    start: Option<Square>,
    end: Option<Square>,
    given: Vec<(Square, Square)>,
    lattice: Lattice,
}

impl Stated for TourStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "tour",
        summary: "visit every square of a board once with a knight or any other piece",
        examples: &[
            r#"{"kind":"tour","board":{"rows":6,"columns":6}}"#,
            r#"{"kind":"tour","board":{"rows":6,"columns":6},"closed":true}"#,
        ],
    };

    type Puzzle = Tour;
    type Answer = PathAnswer;
    type Proof = Certificate;
}

impl TryFrom<TourStatement> for Tour {
    type Error = StatementError;

    /// The stated tour. The given moves are kept in rising order, each once and from the lesser
    /// square.
    fn try_from(statement: TourStatement) -> Result<Self, StatementError> {
        let TourStatement { board, piece, closed, start, end, given } = statement;
        let board = board.board()?;
        let free = |field, square: Square| {
            square.free_on(&board).map_err(|error| StatementError::at(field, error))
        };
        start.map(|start| free(Field::Start, start)).transpose()?;
        end.map(|end| free(Field::End, end)).transpose()?;
        for &square in given.as_flattened() {
            free(Field::Given, square)?;
        }
        let piece: Piece = piece.parse()?;
        if board.free_squares() == 0 {
            return Err(BoardError::NoSquare.into());
        }
        if closed && let Some(end) = end {
            let problem =
                words!["a closed tour has no end; leave out ", Field::End, " or ", Field::Closed];
            return Err(StatementError::of(Field::End, &end, problem));
        }
        if let (Some(start), true) = (start, start == end && board.free_squares() > 1) {
            let same = format!(" are both {start}; an open tour ends elsewhere");
            let problem = words![Field::Start, " and ", Field::End, same];
            return Err(StatementError::whole(problem).blaming(Field::End).with_value(&start));
        }
        let lattice = board.lattice(&piece);
        let given = given.into_iter().map(|[from, to]| (from, to)).collect();
        let mut tour = Self { board, piece, closed, start, end, given, lattice };
        for &(from, to) in &tour.given {
            if !tour.is_move(from, to) {
                let problem = format!("{from}-{to} is not a move of the {} here", tour.piece);
                let error = StatementError::at(Field::Given, problem);
                return Err(error.with_value(&format_args!("{from}-{to}")));
            }
        }
        tour.given = normal::pairs(tour.given, false);
        Ok(tour)
    }
}

impl Tour {
    /// The vertex of a square of the statement.
    fn vertex(&self, square: Square) -> u32 {
        let vertex = self.board.vertex(&self.lattice, square);
        vertex.expect("the squares of a stated tour are free, and free squares have a vertex")
    }

    fn square(&self, vertex: u32) -> Square {
        self.board.square_of(&self.lattice, vertex)
    }
}

impl StatedPuzzle for Tour {
    fn statement(&self) -> Statement {
        Statement::Tour(TourStatement {
            board: BoardStatement::from(&self.board),
            piece: self.piece.to_string(),
            closed: self.closed,
            start: self.start,
            end: self.end,
            given: self.given.iter().map(|&(from, to)| [from, to]).collect(),
        })
    }
}

impl Puzzle for Tour {
    fn title(&self) -> String {
        let kind = if self.closed { "closed" } else { "open" };
        let mut title = format!("{kind} {}'s tour of {}", self.piece, self.board);
        let blocked = self.board.blocked_squares().count();
        if blocked > 0 {
            let _ = write!(title, " with {blocked} blocked");
        }
        if let Some(start) = self.start {
            let _ = write!(title, " from {start}");
        }
        if let Some(end) = self.end {
            let _ = write!(title, " to {end}");
        }
        if !self.given.is_empty() {
            let plural = if self.given.len() == 1 { "" } else { "s" };
            let _ = write!(title, ", {} move{plural} given", self.given.len());
        }
        title
    }

    fn model(&self) -> Model {
        let mut model = Hamiltonian::on_lattice(self.lattice.clone(), self.closed);
        model.start = self.start.map(|square| self.vertex(square));
        model.end = self.end.map(|square| self.vertex(square));
        model.given =
            self.given.iter().map(|&(from, to)| (self.vertex(from), self.vertex(to))).collect();
        Model::Hamiltonian(model)
    }

    fn label(&self, vertex: u32) -> String {
        self.square(vertex).to_string()
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Path(path) = witness else { return Err(Violation::of_witness()) };
        let positions = self.lattice.positions(path);
        let mut path: Vec<Square> =
            positions.map(|(row, column)| self.board.square(row, column)).collect();
        if self.closed
            && let Some(start) = self.start
            && let Some(offset) = path.iter().position(|&square| square == start)
        {
            path.rotate_left(offset);
        }
        Ok(Solution::Path { path })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::Hamiltonian(reason) = obstruction else { return None };
        Certificate::stating(reason.map(|&vertex| self.square(vertex)))
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        let mut path = solution.squares().to_vec();
        // If the start is stated, all forms have it.
        let first = |index: &usize| (Some(path[*index]) != self.start, path[*index]);
        if self.closed
            && let Some(first) = (0..path.len()).min_by_key(first)
        {
            path.rotate_left(first);
            if path.len() > 2 && path[1] > path[path.len() - 1] {
                path[1..].reverse();
            }
        }
        Solution::Path { path }
    }

    fn because(&self, certificate: &Certificate) -> String {
        match certificate {
            Certificate::LowDegree { squares } => {
                let lacks = if squares.len() == 1 { "has" } else { "have" };
                format!("because {} {lacks} too few moves to be passed through", named(squares))
            }
            Certificate::Disconnected { squares } => {
                format!("because no move leads out of {}", named(squares))
            }
            Certificate::Articulation { squares } | Certificate::Toughness { squares } => format!(
                "because without {} the board falls into more parts than a tour can join",
                named(squares)
            ),
            Certificate::ColourParity { squares, ends } => {
                let mut text = format!(
                    "because every move changes colour, but {} of {} squares have one colour",
                    squares.len(),
                    self.board.free_squares()
                );
                if !ends.is_empty() {
                    let _ = write!(text, ", so the tour cannot have its end at {}", named(ends));
                }
                text
            }
            Certificate::NoTwoFactor { squares } => format!(
                "because the squares around {} have too few places for all their moves",
                named(squares)
            ),
            Certificate::Carving { squares, .. } => {
                format!("because no paths through {} can be parts of a tour", named(squares))
            }
            Certificate::GivenMoves { squares } => {
                format!("because the given moves through {} cannot all be made", named(squares))
            }
            other => format!("because of {}", named(&other.squares())),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let pair = |a: Square, b: Square| (a.min(b), a.max(b));
        symmetry.keeps(self.start.as_slice())
            && symmetry.keeps(self.end.as_slice())
            && self.given.iter().all(|&(from, to)| {
                let image = pair(symmetry.apply(from), symmetry.apply(to));
                self.given.iter().any(|&(from, to)| pair(from, to) == image)
            })
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn visits(&self, solution: &Solution) -> Option<Vec<u32>> {
        Some(solution.squares().iter().map(|&square| self.vertex(square)).collect())
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let (board, path) = (&self.board, solution.squares());
        Some(Drawing::Tour { board, path, closed: self.closed })
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First => &["auto"],
            Task::All => &["sat:auto"],
            Task::Sample => &["native:frontier"],
            Task::Count(_) => {
                let degree = |vertex| {
                    let mut list = Vec::new();
                    self.lattice.neighbours(vertex, &mut list);
                    list.len() as u32
                };
                count_tours::preferred(self.lattice.vertices(), degree)
            }
        }
    }
}
