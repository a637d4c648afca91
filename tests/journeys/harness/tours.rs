//! Requested tours, as statements and as the oracles see them.

use std::collections::BTreeSet;

use satranj_oracles::{boards::PlainBoard, pieces::PlainPiece, tours::PlainTour};
use serde_json::{Value, json};

pub const KNIGHT: PlainPiece = PlainPiece { name: "knight", leaps: &[(1, 2)], rides: &[] };
pub const KING: PlainPiece = PlainPiece { name: "king", leaps: &[(0, 1), (1, 1)], rides: &[] };
pub const WAZIR: PlainPiece = PlainPiece { name: "wazir", leaps: &[(0, 1)], rides: &[] };
pub const ROOK: PlainPiece = PlainPiece { name: "rook", leaps: &[], rides: &[(0, 1)] };
pub const QUEEN: PlainPiece = PlainPiece { name: "queen", leaps: &[], rides: &[(0, 1), (1, 1)] };
pub const CAMEL: PlainPiece = PlainPiece { name: "camel", leaps: &[(1, 3)], rides: &[] };
pub const ZEBRA: PlainPiece = PlainPiece { name: "zebra", leaps: &[(2, 3)], rides: &[] };
pub const NIGHTRIDER: PlainPiece = PlainPiece { name: "rider:1,2", leaps: &[], rides: &[(1, 2)] };
pub const WAZIR_ZEBRA: PlainPiece =
    PlainPiece { name: "wazir+zebra", leaps: &[(0, 1), (2, 3)], rides: &[] };

/// A requested tour. Squares are cells, `row * columns + column` from the top left.
#[derive(Debug, Clone)]
pub struct Case {
    pub rows: u32,
    pub columns: u32,
    pub blocked: BTreeSet<u32>,
    pub moves: PlainPiece,
    pub closed: bool,
    pub start: Option<u32>,
    pub end: Option<u32>,
    pub given: Vec<(u32, u32)>,
}

impl Case {
    /// An open tour of a free board with any start and end.
    pub fn new(rows: u32, columns: u32, moves: PlainPiece) -> Self {
        Self {
            rows,
            columns,
            blocked: BTreeSet::new(),
            moves,
            closed: false,
            start: None,
            end: None,
            given: Vec::new(),
        }
    }

    pub fn closed(self) -> Self {
        Self { closed: true, ..self }
    }

    pub fn from(self, start: &str) -> Self {
        Self { start: Some(self.cell(start)), ..self }
    }

    pub fn to(self, end: &str) -> Self {
        Self { end: Some(self.cell(end)), ..self }
    }

    pub fn without(mut self, squares: &[&str]) -> Self {
        self.blocked = squares.iter().map(|square| self.cell(square)).collect();
        self
    }

    pub fn given(mut self, moves: &[(&str, &str)]) -> Self {
        self.given = moves.iter().map(|(from, to)| (self.cell(from), self.cell(to))).collect();
        self
    }

    fn board(&self) -> PlainBoard {
        let Self { rows, columns, blocked, .. } = self.clone();
        PlainBoard { blocked, ..PlainBoard::new(rows, columns) }
    }

    pub fn free(&self) -> Vec<u32> {
        self.board().free()
    }

    /// The cell of a square in algebraic notation.
    pub fn cell(&self, square: &str) -> u32 {
        self.board().cell(square)
    }

    /// A cell in algebraic notation.
    pub fn square(&self, cell: u32) -> String {
        self.board().name(cell)
    }

    /// The statement that documents hold.
    pub fn statement(&self) -> Value {
        let name = |cell: &u32| self.square(*cell);
        let mut statement = json!({
            "kind": "tour",
            "board": board_json(&self.board()),
            "piece": self.moves.name,
            "closed": self.closed,
            "given": self.given.iter().map(|(a, b)| [name(a), name(b)]).collect::<Vec<_>>(),
        });
        for (key, cell) in [("start", &self.start), ("end", &self.end)] {
            if let Some(cell) = cell {
                statement[key] = name(cell).into();
            }
        }
        statement
    }

    /// All cells one move away, in rising order.
    pub fn neighbours(&self, cell: u32) -> Vec<u32> {
        self.board().moves(&self.moves.steps()).swap_remove(cell as usize)
    }

    /// The same tour over the free squares alone, numbered in their order.
    fn plain(&self) -> PlainTour {
        let free = self.free();
        let number = |cell: u32| number(&free, cell);
        PlainTour {
            next: self.board().graph(&self.moves.steps()),
            directed: false,
            closed: self.closed,
            start: self.start.map(number),
            end: self.end.map(number),
            given: self.given.iter().map(|&(a, b)| (number(a), number(b))).collect(),
            times: Vec::new(),
            images: None,
        }
    }

    /// Whether a path is a requested tour.
    pub fn is_tour(&self, path: &[u32]) -> bool {
        let free = self.free();
        let numbers: Vec<u32> = path.iter().map(|&cell| number(&free, cell)).collect();
        self.plain().is_witness(&numbers)
    }

    /// Whether the squares of a document are a requested tour.
    pub fn is_tour_of_squares(&self, path: &[String]) -> bool {
        self.is_tour(&path.iter().map(|square| self.cell(square)).collect::<Vec<_>>())
    }

    /// A path in a form that all forms of the same tour share: a closed tour begins with its least
    /// cell and goes on to the lesser of that cell's two neighbours.
    pub fn canonical(&self, path: &[u32]) -> Vec<u32> {
        self.plain().canonical(path)
    }

    /// All different tours, in canonical form.
    pub fn tours(&self) -> BTreeSet<Vec<u32>> {
        let free = self.free();
        let cells = |path: Vec<u32>| path.into_iter().map(|at| free[at as usize]).collect();
        self.plain().all().into_iter().map(cells).collect()
    }

    /// Whether there is a tour.
    pub fn has_tour(&self) -> bool {
        self.plain().exists()
    }
}

/// The number of a free square; for a blocked one, an unused number.
fn number(free: &[u32], cell: u32) -> u32 {
    free.binary_search(&cell).map_or(u32::MAX, |number| number as u32)
}

/// A board as documents hold it.
pub fn board_json(board: &PlainBoard) -> Value {
    let blocked: Vec<String> = board.blocked.iter().map(|&cell| board.name(cell)).collect();
    json!({"rows": board.rows, "columns": board.columns, "blocked": blocked})
}
