//! Domination: pieces that attack or occupy every square.

pub mod random;
mod verify;

use std::fmt::Write as _;

use satranj_encodings::{
    dominating_set::DominatingSet,
    independent_set::obstruction::IndependentSetObstruction,
    model::{Count, Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task,
    Violation,
    counts::stated_count,
    drawing::{StandingPiece, drawing_of},
    fields::{Field, words},
    kinds::{PuzzleKind, Stated},
    moves::Moves,
    named, pieces_given,
    place::plural,
    solution::StandingAnswer,
    squares_blocked,
};
use crate::{
    board::{Board, BoardError, piece::Piece, square::Square, symmetry::Symmetry},
    pictures::Drawing,
};

stated_count!(
    /// How many pieces: a number, or as few as possible.
    #[schemars(rename = "CountStatement")]
    DominateCount, "a number of pieces or \"min\"",
    /// As few as possible.
    Minimum(Minimum::Min)
);

/// A domination as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DominateStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line.
    pub piece: String,
    /// How many pieces.
    #[serde(default)]
    pub count: DominateCount,
    /// Whether no piece may attack another.
    #[serde(default)]
    pub independent: bool,
    /// Whether occupied squares must be attacked too.
    #[serde(default)]
    pub total: bool,
    /// Where pieces must stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Square>,
}

impl DominateStatement {
    /// As few pieces as possible that attack or occupy every square.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let rooks = DominateStatement::new(Board::new(3, 4)?, "rook");
    /// let puzzle = Statement::from(rooks).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: impl Into<BoardStatement>, piece: impl Into<String>) -> Self {
        let (board, piece, count) = (board.into(), piece.into(), DominateCount::default());
        Self { board, piece, count, independent: false, total: false, given: Vec::new() }
    }
}

/// Pieces that attack or occupy every free square of a board.
#[derive(Debug, Clone)]
pub struct Dominate {
    board: Board,
    piece: Piece,
    count: Count,
    independent: bool,
    total: bool,
    given: Vec<Square>,
    model: DominatingSet,
}

impl Stated for DominateStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "dominate",
        summary: "place as few pieces as possible so that every square is attacked or occupied",
        examples: &[
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen"}"#,
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen","count":3}"#,
        ],
    };

    type Puzzle = Dominate;
    type Answer = StandingAnswer;
    type Proof = Certificate;
}

impl TryFrom<DominateStatement> for Dominate {
    type Error = StatementError;

    /// The domination that is stated; the given squares are sorted and cleared of repetitions.
    fn try_from(statement: DominateStatement) -> Result<Self, StatementError> {
        let DominateStatement { board, piece, count, independent, total, mut given } = statement;
        let board = board.board()?;
        if board.free_squares() == 0 {
            return Err(BoardError::NoSquare.into());
        }
        let piece: Piece = piece.parse()?;
        for square in &given {
            square.free_on(&board).map_err(|error| StatementError::at(Field::Given, error))?;
        }
        given.sort_unstable();
        given.dedup();
        if independent && total {
            let problem = " exclude each other: in the one no piece may be attacked, in the other \
                           each must be";
            let problem = words![Field::Independent, " and ", Field::Total, problem];
            return Err(StatementError::whole(problem));
        }
        let count = Count::from(count);
        let lattice = board.lattice(&piece);
        let vertex = |square: &Square| {
            let vertex = board.vertex(&lattice, *square);
            vertex.expect("given squares are free, and free squares have a vertex")
        };
        let vertices = given.iter().map(vertex).collect();
        let mut model = DominatingSet::on_lattice(lattice, count).with_given(vertices);
        model.total = total;
        model.independent = independent;
        Ok(Self { board, piece, count, independent, total, given, model })
    }
}

impl Dominate {
    fn square(&self, vertex: u32) -> Square {
        let kind = self.model.pieces().single().expect("a domination has one kind of piece");
        self.board.square_of(&kind.lattice, vertex)
    }

    fn moves(&self) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.piece }
    }
}

impl StatedPuzzle for Dominate {
    fn statement(&self) -> Statement {
        Statement::Dominate(DominateStatement {
            board: BoardStatement::from(&self.board),
            piece: self.piece.to_string(),
            count: self.count.into(),
            independent: self.independent,
            total: self.total,
            given: self.given.clone(),
        })
    }
}

impl Puzzle for Dominate {
    fn title(&self) -> String {
        let name = self.piece.to_string();
        let mut title = match self.count {
            Count::Exactly(count) => format!("{count} {}", plural(&name, Some(count))),
            Count::Optimum => format!("the fewest {}", plural(&name, None)),
        };
        let reach = if self.total { "attack" } else { "attack or occupy" };
        let _ = write!(title, " that {reach} every square of {}", self.board);
        title += match (self.total, self.independent) {
            (true, _) => ", also the occupied ones",
            (false, true) => ", none attacking another",
            (false, false) => "",
        };
        title += &squares_blocked(self.board.blocked_squares().count());
        title += &pieces_given(self.given.len());
        title
    }

    fn model(&self) -> Model {
        Model::DominatingSet(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.square(vertex).to_string()
    }

    fn term(&self, vertex: u32) -> String {
        format!("{}({})", self.piece, self.square(vertex))
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Vertices(vertices) = witness else { return Err(Violation::of_witness()) };
        let mut squares: Vec<Square> = vertices.iter().map(|&vertex| self.square(vertex)).collect();
        squares.sort_unstable();
        Ok(Solution::Squares { squares, pieces: None })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let squares =
            |vertices: &[u32]| vertices.iter().map(|&vertex| self.square(vertex)).collect();
        match obstruction {
            Obstruction::IndependentSet(IndependentSetObstruction::Given(a, b)) => {
                Some(Certificate::GivenPieces { squares: squares(&[*a, *b]) })
            }
            Obstruction::Undominated(vertices) => {
                Some(Certificate::Unattackable { squares: squares(vertices) })
            }
            _ => None,
        }
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        solution.sorted()
    }

    fn because(&self, certificate: &Certificate) -> String {
        let squares = certificate.squares();
        match certificate {
            Certificate::Unattackable { .. } => {
                format!("because no {} can attack {}", self.piece, named(&squares))
            }
            _ => format!("because the given pieces on {} attack one another", named(&squares)),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        symmetry.keeps(&self.given)
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, attacks: bool) -> Option<Drawing<'a>> {
        let standing = |_: Option<&str>| {
            Some(StandingPiece { name: self.piece.name(), piece: &self.piece, black: false })
        };
        Some(drawing_of(&self.board, &self.board, solution, attacks, standing))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First | Task::All | Task::Sample => &["native:dfs", "sat:cover"],
            Task::Count(_) => &["native:frontier", "native:dfs", "sat:cover"],
        }
    }
}
