//! The n-queens problem: N queens on a board of N by N, none attacking another.

pub mod random;

use std::collections::HashSet;

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::IndependentSetObstruction},
    lattice::Surface,
    model::{Count, Model, Obstruction, Witness},
    queens::Queens,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Puzzle, PuzzleRules, Ruling, Solution, StatedPuzzle, Statement, StatementError,
    Task, Violation,
    board_statement::SurfaceWord,
    drawing::{StandingPiece, drawing_of},
    ensure,
    exhaustive::{Exhausted, Found, Scope, SearchHalt, StepBudget},
    fields::Field,
    kinds::{PuzzleKind, Stated},
    named, pieces_given,
    place::army::PartStatement,
    sets::{Placement, SetRule, line_sums},
    solution::StandingAnswer,
    squares_blocked,
};
use crate::{
    board::{
        Board,
        piece::Piece,
        square::{Square, SquareError},
        symmetry::Symmetry,
    },
    pictures::Drawing,
};

/// The most queens.
pub const MAXIMUM: u32 = 10_000_000;

/// The most queens on a board some of whose borders are joined.
const MAXIMUM_JOINED: u32 = 256;

/// With this number of queens or more, a construction is preferred to a search.
const LARGE: u32 = 200;

/// With this number of queens or more, joining quadrants counts faster than a search by rows, where
/// it applies.
const WIDE: u32 = 18;

/// The n-queens problem as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct QueensStatement {
    /// Number of queens, rows and columns, 1 to 10,000,000.
    pub n: u32,
    /// The squares that must have queens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Square>,
    /// Squares that must stay free; they do not stop attacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<Square>,
    /// Which borders are joined, for n up to 256: queens attack across them.
    #[serde(default, with = "SurfaceWord", skip_serializing_if = "SurfaceWord::is_plane")]
    #[schemars(with = "SurfaceWord")]
    pub surface: Surface,
}

impl QueensStatement {
    /// `n` queens on an empty board of `n` rows and columns.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let puzzle = Statement::from(QueensStatement::new(8)).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.solutions.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(n: u32) -> Self {
        Self { n, given: Vec::new(), blocked: Vec::new(), surface: Surface::Plane }
    }
}

/// The n-queens problem; with given queens the n-queens completion problem (Gent, Jefferson
/// and Nightingale 2017).
#[derive(Debug, Clone)]
pub struct QueensPuzzle {
    n: u32,
    given: Vec<Square>,
    blocked: Vec<Square>,
    /// With the blocked squares, for pictures; `None` if it is too large.
    board: Option<Board>,
    /// Without the blocked squares, for lines of attack.
    free: Option<Board>,
    model: Queens,
    /// The question on a surface.
    set: Option<IndependentSet>,
    surface: Surface,
    piece: Piece,
}

/// The error for a number of queens that is not a number.
#[must_use]
pub fn wrong_number(text: &str) -> StatementError {
    let problem = format!("queens {text}: expected their number, 1 to {MAXIMUM}, for example 8");
    StatementError::whole(problem).blaming(Field::N).with_value(&text)
}

impl Stated for QueensStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "queens",
        noun: "a problem of n queens",
        summary: "place N queens on an N by N board, no two in a row, column or diagonal",
        examples: &[r#"{"kind":"queens","n":8}"#],
    };

    type Puzzle = QueensPuzzle;
    type Answer = StandingAnswer;
    type Proof = Certificate;
}

impl TryFrom<QueensStatement> for QueensPuzzle {
    type Error = StatementError;

    /// The stated problem; both lists are sorted, without repetitions.
    fn try_from(statement: QueensStatement) -> Result<Self, StatementError> {
        let QueensStatement { n, mut given, mut blocked, surface } = statement;
        if n == 0 || n > MAXIMUM {
            return Err(wrong_number(&n.to_string()));
        }
        if surface == Surface::Hexagonal {
            let problem =
                "n queens stand on squares; on hexagons use `place hex:SIDE --piece queen`";
            return Err(StatementError::of(Field::N, &n, problem));
        }
        if surface != Surface::Plane && n > MAXIMUM_JOINED {
            let problem =
                format!("at most {MAXIMUM_JOINED} queens are possible on a {}", surface.title());
            return Err(StatementError::of(Field::N, &n, problem));
        }
        for (field, squares) in [(Field::Given, &mut given), (Field::Blocked, &mut blocked)] {
            squares.sort_unstable();
            squares.dedup();
            let outside = squares.iter().find(|square| square.column >= n || square.rank >= n);
            if let Some(square) = outside {
                let (square, board) = (square.to_string(), format!("{n}x{n}"));
                return Err(StatementError::at(field, SquareError::Outside { square, board }));
            }
        }
        if let Some(square) = given.iter().find(|square| blocked.binary_search(square).is_ok()) {
            let error = SquareError::Blocked(square.to_string());
            return Err(StatementError::at(Field::Given, error));
        }
        let free = Board::new(n, n).ok().map(|board| board.on(surface));
        let mut board = free.clone();
        for &square in &blocked {
            if let Some(board) = &mut board {
                board.block(square);
            }
        }
        let cells = |squares: &[Square]| {
            squares.iter().map(|square| (n - 1 - square.rank, square.column)).collect()
        };
        let model = Queens::new(n, cells(&given), cells(&blocked));
        let piece: Piece = "queen".parse()?;
        let joined = board.as_ref().filter(|_| surface != Surface::Plane);
        let set = joined.map(|board| {
            let lattice = board.lattice(&piece);
            let given = given.iter().filter_map(|&square| board.vertex(&lattice, square)).collect();
            let mut set = IndependentSet::on_lattice(lattice, Count::Exactly(n));
            set.given = given;
            if blocked.is_empty() { set } else { set.unshielded() }
        });
        Ok(Self { n, given, blocked, board, free, model, set, surface, piece })
    }
}

impl QueensPuzzle {
    fn square(&self, row: u32, column: u32) -> Square {
        Square { column, rank: self.n - 1 - row }
    }

    /// The squares of the queens of each row, column by column.
    fn by_columns(&self, columns: &[u32]) -> Vec<Square> {
        let square = |(row, &column): (usize, &u32)| Square {
            column,
            // A surplus row becomes a square outside the board.
            rank: self.n.wrapping_sub(1 + row as u32),
        };
        // Each column has one queen, so sorting puts each in its place.
        let mut squares = vec![None; columns.len()];
        for (row, column) in columns.iter().enumerate() {
            match squares.get_mut(*column as usize) {
                Some(place @ None) => *place = Some(square((row, column))),
                _ => return columns.iter().enumerate().map(square).collect(),
            }
        }
        squares.into_iter().flatten().collect()
    }

    /// The square of a vertex of the independent set.
    fn square_of(&self, vertex: u32) -> Square {
        let queens = self.model.independent_set().and_then(|set| set.single());
        let queens = queens.expect("whoever names a vertex has the independent set of queens");
        let (row, column) = queens.lattice.position(vertex);
        self.square(row, column)
    }
}

/// Whether two squares are in one row, column or diagonal.
fn attacks(a: Square, b: Square) -> bool {
    let (right, up) = (a.column.abs_diff(b.column), a.rank.abs_diff(b.rank));
    right == 0 || up == 0 || right == up
}

impl QueensPuzzle {
    /// Whether queens on two squares of the board attack one another.
    fn attack(&self, one: Square, other: Square) -> bool {
        let Some(free) = self.free.as_ref().filter(|_| self.surface != Surface::Plane) else {
            return attacks(one, other);
        };
        self.piece.steps().iter().any(|&step| free.leads(one, step, other))
    }

    /// Checks that no queen attacks another over joined borders either.
    fn verify_on_surface(&self, squares: &[Square]) -> Ruling {
        let Some(free) = &self.free else { return Err(Violation("the board is too large".into())) };
        let standing: HashSet<Square> = squares.iter().copied().collect();
        for &square in squares {
            ensure!(free.contains(square), "square {square} is outside the {free} board");
            let mut rays = self.piece.steps().iter().flat_map(|&step| free.ray(square, step));
            if let Some(other) = rays.find(|other| standing.contains(other)) {
                ensure!(false, "the queens on {square} and {other} attack one another");
            }
        }
        Ok(())
    }
}

impl StatedPuzzle for QueensPuzzle {
    fn statement(&self) -> Statement {
        Statement::Queens(QueensStatement {
            n: self.n,
            given: self.given.clone(),
            blocked: self.blocked.clone(),
            surface: self.surface,
        })
    }
}

impl PuzzleRules for QueensPuzzle {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Squares { squares, pieces: None } = solution else {
            return Err(Violation("expected a solution with `squares`".into()));
        };
        let n = self.n as usize;
        ensure!(squares.len() == n, "{} queens are on the board, not {n}", squares.len());
        if self.surface != Surface::Plane {
            self.verify_on_surface(squares)?;
        }
        // Columns, ranks and both kinds of diagonals, as bits: they stay in the cache.
        let mut lines = [n, n, 2 * n, 2 * n].map(FixedBitSet::with_capacity);
        for &square in squares {
            let (column, rank) = (square.column as usize, square.rank as usize);
            ensure!(column < n && rank < n, "square {square} is outside the {n}x{n} board");
            let at = [column, rank, column + rank, n + column - rank];
            if lines.iter_mut().zip(at).any(|(line, at)| line.put(at)) {
                let other = squares.iter().find(|&&other| attacks(other, square));
                let other = other.map_or_else(String::new, ToString::to_string);
                ensure!(false, "the queens on {other} and {square} attack one another");
            }
        }
        if self.blocked.is_empty() && self.given.is_empty() {
            return Ok(());
        }
        if let Some(square) =
            squares.iter().find(|&square| self.blocked.binary_search(square).is_ok())
        {
            ensure!(false, "square {square} is blocked");
        }
        let standing: HashSet<&Square> = squares.iter().collect();
        if let Some(square) = self.given.iter().find(|square| !standing.contains(square)) {
            ensure!(false, "{square} is given, but has no queen");
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        if let (Certificate::LineSums { at_most }, Some(free)) = (certificate, &self.free) {
            ensure!(*at_most < self.n && best.is_none(), "{at_most} queens are not too few");
            return line_sums::check(free, &self.piece, *at_most);
        }
        let Certificate::GivenPieces { squares } = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("the certificate `{kind}` does not apply to n queens")));
        };
        ensure!(best.is_none(), "no solution of n queens is better than another");
        let [a, b] = squares[..] else {
            return Err(Violation("expected two given queens".into()));
        };
        for square in [a, b] {
            ensure!(self.given.contains(&square), "{square} is not given");
        }
        ensure!(a != b && self.attack(a, b), "{a} and {b} do not attack one another");
        Ok(())
    }

    /// Even rows first, then odd ones; for some numbers a few are in another order (Pauls 1874).
    fn obvious(&self) -> Option<Solution> {
        if self.surface != Surface::Plane {
            return None;
        }
        let (n, even) = (self.n, (0..self.n).skip(1).step_by(2));
        let mut odd: Vec<u32> = (0..n).step_by(2).collect();
        let mut ranks: Vec<u32> = even.collect();
        match n % 6 {
            2 if n > 2 => {
                odd.swap(0, 1);
                let five = odd.remove(2);
                odd.push(five);
            }
            3 if n > 3 => {
                ranks.rotate_left(1);
                odd.rotate_left(2);
            }
            _ => {}
        }
        ranks.extend(odd);
        let squares = (0..n).zip(ranks).map(|(column, rank)| Square { column, rank });
        Some(Solution::Squares { squares: squares.collect(), pieces: None })
    }

    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let (false, Some(free)) = (scope == Scope::AnyNumber, &self.free) else {
            return Err(SearchHalt::TooLarge);
        };
        let queens = PartStatement { side: None, piece: "queen".into(), count: Some(self.n) };
        let queens = queens.part(self.surface, Count::Optimum).map_err(|_| SearchHalt::TooLarge)?;
        let given: Vec<(usize, Square)> = self.given.iter().map(|&square| (0, square)).collect();
        let set = Placement::of_pieces(
            free,
            (vec![queens], false),
            SetRule::Independent,
            (&given, &self.blocked),
        );
        set.exhaust(scope, budget, found)
    }
}

impl Puzzle for QueensPuzzle {
    fn title(&self) -> String {
        let n = self.n;
        let mut title = format!("{n} queen{} on {n}x{n}", if n == 1 { "" } else { "s" });
        if self.surface != Surface::Plane {
            title = title + " " + self.surface.title();
        }
        title += &pieces_given(self.given.len());
        title += &squares_blocked(self.blocked.len());
        title
    }

    fn set_size(&self) -> Option<(&'static str, Option<u32>)> {
        Some(("pieces", Some(self.n)))
    }

    fn model(&self) -> Model {
        let of_plane = || Model::Queens(self.model.clone());
        self.set.clone().map_or_else(of_plane, Model::IndependentSet)
    }

    fn label(&self, vertex: u32) -> String {
        self.square_of(vertex).to_string()
    }

    fn term(&self, vertex: u32) -> String {
        format!("queen({})", self.square_of(vertex))
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let squares = match witness {
            Witness::Columns(columns) => self.by_columns(columns),
            Witness::Vertices(vertices) => {
                let mut squares: Vec<Square> =
                    vertices.iter().map(|&vertex| self.square_of(vertex)).collect();
                squares.sort_unstable();
                squares
            }
            _ => return Err(Violation::of_witness()),
        };
        Ok(Solution::Squares { squares, pieces: None })
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        if let Obstruction::IndependentSet(IndependentSetObstruction::Given(one, other)) =
            obstruction
        {
            let squares = [*one, *other].map(|vertex| self.square_of(vertex)).to_vec();
            return Some(Certificate::GivenPieces { squares });
        }
        if let Obstruction::IndependentSet(IndependentSetObstruction::LineSums(at_most)) =
            obstruction
        {
            return Some(Certificate::LineSums { at_most: *at_most });
        }
        let Obstruction::Queens(cells) = obstruction else { return None };
        let squares = cells.iter().map(|&(row, column)| self.square(row, column)).collect();
        Some(Certificate::GivenPieces { squares })
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        solution.clone().sorted()
    }

    fn because(&self, certificate: &Certificate) -> String {
        if let Certificate::LineSums { at_most } = certificate {
            return line_sums::because(*at_most);
        }
        format!("because the given queens on {} attack one another", named(&certificate.squares()))
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = Symmetry::of_surface(self.n, self.n, self.surface);
        symmetries.retain(|symmetry| symmetry.keeps(&self.given) && symmetry.keeps(&self.blocked));
        symmetries
    }

    fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, attacks: bool) -> Option<Drawing<'a>> {
        let (board, free) = (self.board.as_ref()?, self.free.as_ref()?);
        let queen = |_: Option<&str>| {
            Some(StandingPiece { name: "queen", piece: &self.piece, black: false })
        };
        Some(drawing_of(board, free, solution, attacks, queen))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First if self.set.is_some() => &["sat:lines"],
            _ if self.set.is_some() => &["native:components", "native:dfs"],
            Task::First if self.n < LARGE => &["sat:lines"],
            Task::First => &["native:construct", "native:min-conflicts"],
            Task::Count(_) if self.n >= WIDE => {
                &["native:quadrants", "native:bitmask", "native:dfs"]
            }
            Task::All | Task::Sample | Task::Count(_) => &["native:bitmask", "native:dfs"],
        }
    }
}
