//! Placements: pieces of one or several kinds, none attacking another.

pub mod army;
pub mod random;
mod statement;
mod verify;

use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::IndependentSetObstruction},
    model::{Count, Model, Obstruction, Witness},
};

use super::{
    BoardStatement, Certificate, Puzzle, Solution, StatedPuzzle, Statement, Task, Violation,
    counts::stated_count,
    drawing::{StandingPiece, drawing_of},
    named, pieces_given, squares_blocked,
};
use crate::{
    board::{Board, square::Square, symmetry::Symmetry},
    pictures::Drawing,
};
use army::{ArmyPart, PartStatement, Side};

pub use statement::PlaceStatement;

stated_count!(
    /// How many pieces: a number, or as many as possible.
    #[schemars(rename = "CountStatement")]
    PlaceCount, "a number of pieces or \"max\"",
    /// As many as possible.
    Maximum(Maximum::Max)
);

/// Pieces on a board, none attacking another.
///
/// Pieces attack through one another. For one kind that makes no difference, because the piece
/// between attacks too. Blocked squares stop sliders.
#[derive(Debug, Clone)]
pub struct Place {
    board: Board,
    parts: Vec<ArmyPart>,
    is_army: bool,
    given: Vec<(usize, Square)>,
    model: IndependentSet,
}

impl Place {
    fn square(&self, vertex: u32) -> (usize, Square) {
        let (kind, cell) = self.model.kind_and_cell(vertex);
        let kind = kind.min(self.parts.len() - 1);
        (kind, self.board.square_of(&self.model.kinds()[kind].lattice, cell))
    }

    /// The solution with pieces of these parts on these squares.
    fn stand(&self, mut placed: Vec<(Square, usize)>) -> Solution {
        placed.sort_unstable();
        let name = |&(_, part): &(Square, usize)| self.parts[part].name.clone();
        let pieces = self.is_army.then(|| placed.iter().map(name).collect());
        Solution::Squares {
            squares: placed.into_iter().map(|(square, _)| square).collect(),
            pieces,
        }
    }

    /// The square of each vertex, if there is one kind.
    fn squares(&self, vertices: &[u32]) -> Vec<Square> {
        vertices.iter().map(|&vertex| self.square(vertex).1).collect()
    }
}

/// The plural of a piece: `queens`, `leaper:1,2 pieces`.
#[must_use]
pub fn plural(name: &str, count: Option<u32>) -> String {
    let regular = name.bytes().all(|byte| byte.is_ascii_lowercase());
    match (count, regular) {
        (Some(1), true) => name.into(),
        (Some(1), false) => format!("{name} piece"),
        (_, true) => format!("{name}s"),
        (_, false) => format!("{name} pieces"),
    }
}

impl StatedPuzzle for Place {
    fn statement(&self) -> Statement {
        let single = &self.parts[0];
        let count = self.parts.iter().find(|part| part.own_count.is_none());
        let count = count.map_or_else(PlaceCount::default, |part| part.count.into());
        let given = self.given.iter().map(|&(part, square)| {
            let name = &self.parts[part].name;
            if self.is_army { format!("{name}@{square}") } else { square.to_string() }
        });
        let parts = self.parts.iter().map(|part| PartStatement {
            side: part.side,
            piece: part.piece.to_string(),
            count: part.own_count,
        });
        Statement::Place(PlaceStatement {
            board: BoardStatement::from(&self.board),
            piece: (!self.is_army).then(|| single.piece.to_string()),
            army: if self.is_army { parts.collect() } else { Vec::new() },
            count,
            given: given.collect(),
        })
    }
}

impl Puzzle for Place {
    fn title(&self) -> String {
        let free = self.parts.iter().position(|part| part.count == Count::Optimum);
        let parts: Vec<String> = self
            .parts
            .iter()
            .enumerate()
            .map(|(index, part)| {
                let side = part.side.map_or_else(String::new, |side| format!("{side} "));
                let name = part.piece.to_string();
                match part.count {
                    Count::Exactly(count) => {
                        format!("{count} {side}{}", plural(&name, Some(count)))
                    }
                    Count::Optimum if Some(index) == free => {
                        format!("the most {side}{}", plural(&name, None))
                    }
                    Count::Optimum => format!("as many {side}{}", plural(&name, None)),
                }
            })
            .collect();
        let mut title = format!("{} on {}, none attacking ", parts.join(" and "), self.board);
        let sides = self.parts[0].side.is_some();
        title += if sides { "one of the other side" } else { "another" };
        title += &squares_blocked(self.board.blocked_squares().count());
        title += &pieces_given(self.given.len());
        title
    }

    fn model(&self) -> Model {
        Model::IndependentSet(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        let (kind, square) = self.square(vertex);
        if self.is_army {
            format!("{}@{square}", self.parts[kind].name)
        } else {
            square.to_string()
        }
    }

    fn term(&self, vertex: u32) -> String {
        let (kind, square) = self.square(vertex);
        format!("{}({square})", self.parts[kind].name)
    }

    fn piece_of(&self, vertex: u32) -> Option<String> {
        let (kind, _) = self.square(vertex);
        self.is_army.then(|| self.parts[kind].name.clone())
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Vertices(vertices) = witness else { return Err(Violation::of_witness()) };
        let placed = vertices.iter().map(|&vertex| {
            let (kind, square) = self.square(vertex);
            (square, kind)
        });
        Ok(self.stand(placed.collect()))
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::IndependentSet(reason) = obstruction else { return None };
        Some(match reason {
            IndependentSetObstruction::Given(a, b) if a == b => {
                Certificate::GivenPieces { squares: self.squares(&[*a]) }
            }
            IndependentSetObstruction::Given(a, b) => {
                Certificate::GivenPieces { squares: self.squares(&[*a, *b]) }
            }
            IndependentSetObstruction::CliqueCover(cliques) => Certificate::CliqueCover {
                groups: cliques.iter().map(|clique| self.squares(clique)).collect(),
            },
            IndependentSetObstruction::Matching(pairs) => Certificate::Matching {
                pairs: pairs.iter().map(|&(a, b)| [self.square(a).1, self.square(b).1]).collect(),
            },
        })
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        solution.sorted()
    }

    fn because(&self, certificate: &Certificate) -> String {
        let given = match self.given.len() {
            0 => String::new(),
            given => format!(" and the {given} given"),
        };
        match certificate {
            Certificate::GivenPieces { squares } => {
                format!("because the given pieces on {} attack one another", named(squares))
            }
            Certificate::CliqueCover { groups } => format!(
                "because {} groups of squares{given} cover the board, and in each every piece \
                 would attack every other",
                groups.len()
            ),
            Certificate::Matching { pairs } => format!(
                "because each of {} disjoint attacking pairs holds at most one piece, and {} of {} \
                 squares are in no pair",
                pairs.len(),
                u64::from(self.board.free_squares()).saturating_sub(2 * pairs.len() as u64),
                self.board.free_squares()
            ),
            other => format!("because of {}", named(&other.squares())),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let is_given = |given: &(usize, Square)| self.given.contains(given);
        self.given.iter().all(|&(part, square)| is_given(&(part, symmetry.apply(square))))
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, attacks: bool) -> Option<Drawing<'a>> {
        let standing = |name: Option<&str>| {
            let part = match name {
                Some(name) => self.parts.iter().find(|part| part.name == name)?,
                None => &self.parts[0],
            };
            let black = part.side == Some(Side::Black);
            Some(StandingPiece { name: part.piece.name(), piece: &part.piece, black })
        };
        Some(drawing_of(&self.board, &self.board, solution, attacks, standing))
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        match task {
            Task::First => &["graph:matching", "sat:lines"],
            // The maximum must be proved first.
            Task::All if self.model.is_optimum() => &["sat:lines", "native:dfs"],
            Task::All | Task::Sample => &["native:dfs", "sat:lines"],
            Task::Count(_) => &["native:components", "native:dfs", "sat:lines"],
        }
    }
}
