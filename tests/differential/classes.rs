//! Rotated and mirrored statements, and solutions up to the symmetries that keep a statement.

use std::collections::BTreeSet;

use satranj_oracles::{
    boards::{PlainBoard, PlainJoin, PlainSurface},
    pieces::stated_steps,
};
use serde_json::Value;

use crate::{
    keys::key,
    stated::{board, text, texts},
};

/// A symmetry of a board: rows and columns change places, then rows, then columns are reversed, then
/// every square goes some squares to the right and down.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    transposes: bool,
    flips_rows: bool,
    flips_columns: bool,
    right: i32,
    down: i32,
}

impl Turn {
    /// All eight of a plane; those of another surface.
    pub fn all(board: &PlainBoard) -> impl Iterator<Item = Self> + use<> {
        let PlainSurface { around, over, hexagonal } = board.surface;
        let shifts = |along: PlainJoin, across: PlainJoin, size: u32| -> Vec<u32> {
            match (along, across) {
                (PlainJoin::No, _) => vec![0],
                (_, PlainJoin::No | PlainJoin::Straight) => (0..size).collect(),
                // The rows and columns that a reflection across keeps stay or change places.
                (PlainJoin::Straight, _) if size.is_multiple_of(2) => vec![0, size / 2],
                _ => vec![0],
            }
        };
        let rights = shifts(around, over, board.columns);
        let downs = shifts(over, around, board.rows);
        // Down and to the right is to the right and up where the rows are turned over.
        let shifts = downs.into_iter().flat_map(move |down| {
            rights.clone().into_iter().map(move |right| (right as i32, down as i32))
        });
        let of_shift = move |(right, down): (i32, i32)| {
            (0..8).map(move |bits| Self {
                transposes: bits & 1 != 0,
                flips_rows: bits & 2 != 0,
                flips_columns: bits & 4 != 0,
                right,
                down,
            })
        };
        // Boards of hexagons that could be turned by a sixth are not drawn.
        shifts.flat_map(of_shift).filter(move |turn| {
            (!turn.transposes || around == over)
                && (!hexagonal || turn.flips_rows == turn.flips_columns)
        })
    }

    /// Whether the steps of all pieces of a statement are turned into steps. A shift moves the place
    /// where up and down change.
    fn keeps_pieces(self, board: &PlainBoard, statement: &Value) -> bool {
        let army = statement["army"].as_array().into_iter().flatten();
        let pieces = army.map(|kind| &kind["piece"]).chain([&statement["piece"]]);
        pieces.filter_map(Value::as_str).all(|piece| {
            let steps = stated_steps(piece);
            steps.iter().all(|&(down, right, most)| {
                let (a, b) = if self.transposes { (right, down) } else { (down, right) };
                let a = if self.flips_rows { -a } else { a };
                let b = if self.flips_columns { -b } else { b };
                let PlainSurface { around, over, .. } = board.surface;
                let turns_rows = around == PlainJoin::Reversed && self.right > 0;
                let turns_columns = over == PlainJoin::Reversed && self.down > 0;
                steps.contains(&(a, b, most))
                    && (!turns_rows || steps.contains(&(-down, right, most)))
                    && (!turns_columns || steps.contains(&(down, -right, most)))
            })
        })
    }

    /// All turns of a statement's board that turn its pieces into themselves.
    pub fn of(statement: &Value) -> Vec<Self> {
        let board = board(statement);
        Self::all(&board).filter(|turn| turn.keeps_pieces(&board, statement)).collect()
    }

    /// The board after the turn, without blocked squares.
    fn turned(self, board: &PlainBoard) -> PlainBoard {
        let (rows, columns) = (board.rows, board.columns);
        let (rows, columns) = if self.transposes { (columns, rows) } else { (rows, columns) };
        PlainBoard { surface: board.surface, ..PlainBoard::new(rows, columns) }
    }

    /// Where a cell comes to lie.
    fn cell(self, board: &PlainBoard, cell: u32) -> u32 {
        let to = self.turned(board);
        let (row, column) = (cell / board.columns, cell % board.columns);
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        let row = if self.flips_rows { to.rows - 1 - row } else { row };
        let column = if self.flips_columns { to.columns - 1 - column } else { column };
        let cell = row * to.columns + column;
        to.after(cell, &mut self.down.clone(), &mut self.right.clone()).expect("no border is left")
    }

    /// A square, alone or after `PIECE@`, where it comes to lie; every other text as it is.
    fn name(self, board: &PlainBoard, name: &str) -> String {
        if let Some((piece, square)) = name.rsplit_once('@') {
            return format!("{piece}@{}", self.name(board, square));
        }
        let rank = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        let is_square = rank.len() < name.len() && rank.parse::<u32>().is_ok();
        if is_square {
            self.turned(board).name(self.cell(board, board.cell(name)))
        } else {
            name.into()
        }
    }

    /// A statement or a solution with every square where it comes to lie.
    pub fn names(self, board: &PlainBoard, value: &Value) -> Value {
        match value {
            Value::String(name) => self.name(board, name).into(),
            Value::Array(list) => list.iter().map(|one| self.names(board, one)).collect(),
            Value::Object(fields) => {
                let turned = fields.iter().map(|(name, field)| {
                    let Some(times) = field.as_object().filter(|_| name == "times") else {
                        return (name.clone(), self.names(board, field));
                    };
                    let time =
                        |(name, time): (&String, &Value)| (self.name(board, name), time.clone());
                    (name.clone(), Value::Object(times.iter().map(time).collect()))
                });
                Value::Object(turned.collect())
            }
            other => other.clone(),
        }
    }

    /// The rows of a map after the turn.
    fn map(self, board: &PlainBoard, rows: &Value) -> Value {
        let letters = texts(rows).concat().into_bytes();
        let to = self.turned(board);
        let mut turned = letters.clone();
        for (cell, &letter) in (0..).zip(&letters) {
            turned[self.cell(board, cell) as usize] = letter;
        }
        let rows = turned.chunks(to.columns as usize);
        rows.map(|row| Value::from(String::from_utf8_lossy(row).into_owned())).collect()
    }

    /// The same question about the turned board.
    pub fn statement(self, statement: &Value) -> Value {
        let board = board(statement);
        let mut turned = self.names(&board, statement);
        for map in ["weights", "start", "goal"] {
            if statement[map].is_array() {
                turned[map] = self.map(&board, &statement[map]);
            }
        }
        if self.transposes {
            for (one, other) in [("mirror", "flip"), ("flip", "mirror")] {
                if statement["symmetry"] == one {
                    turned["symmetry"] = other.into();
                }
            }
        }
        if statement["board"].is_object() {
            let to = self.turned(&board);
            turned["board"]["rows"] = to.rows.into();
            turned["board"]["columns"] = to.columns.into();
        }
        turned
    }
}

/// A statement in one form of all that list the same squares and moves in another order.
fn normal(statement: &Value) -> Value {
    let mut normal = statement.clone();
    for list in ["/given", "/blocked", "/board/blocked"] {
        let Some(Value::Array(list)) = normal.pointer_mut(list) else { continue };
        for pair in list.iter_mut().filter_map(Value::as_array_mut) {
            pair.sort_by_key(Value::to_string);
        }
        list.sort_by_key(Value::to_string);
        list.dedup();
    }
    normal
}

/// The kinds whose solutions are counted up to symmetry.
pub const KINDS: [&str; 4] = ["tour", "queens", "place", "dominate"];

/// How many classes these solutions fall into; `None` if that is not asked of this kind.
pub fn of(statement: &Value, solutions: &[Value]) -> Option<u64> {
    if !KINDS.contains(&text(&statement["kind"]).as_str()) {
        return None;
    }
    let board = board(statement);
    let stated = normal(statement);
    let turns = Turn::of(statement).into_iter();
    let keep: Vec<Turn> =
        turns.filter(|turn| normal(&turn.statement(statement)) == stated).collect();
    let least = |solution: &Value| {
        let images = keep.iter().map(|turn| key(statement, &turn.names(&board, solution)));
        images.min()
    };
    Some(solutions.iter().map(least).collect::<BTreeSet<_>>().len() as u64)
}
