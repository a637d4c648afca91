//! What a statement says, read from its document without code of the program.

use satranj_oracles::{
    PlainGraph,
    boards::{PlainBoard, PlainSurface},
    generators::adjacency,
};
use serde_json::Value;

/// The texts of a list; an empty list where there is no such field.
pub fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(text).collect()
}

/// A text.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).into()
}

/// A number.
pub fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}")) as u32
}

/// The numbers of a list, if there is one.
pub fn numbers(list: &Value) -> Option<Vec<u32>> {
    Some(list.as_array()?.iter().map(number).collect())
}

/// The times of visits, from 0, by the numbers of the places.
pub fn times(statement: &Value, place: impl Fn(&str) -> u32) -> Vec<(u32, u32)> {
    let times = statement["times"].as_object().into_iter().flatten();
    times.map(|(name, time)| (place(name), number(time) - 1)).collect()
}

/// The board of a statement: a field of it, a map of an exchange, or n x n squares.
pub fn board(statement: &Value) -> PlainBoard {
    if statement["kind"] == "exchange" {
        let rows = texts(&statement["start"]);
        let mut board = PlainBoard::new(rows.len() as u32, rows[0].len() as u32);
        let blocked = (0..).zip(rows.concat().into_bytes()).filter(|&(_, letter)| letter == b'#');
        board.blocked = blocked.map(|(cell, _)| cell).collect();
        return board;
    }
    let (mut board, blocked) = match &statement["board"] {
        Value::Null => {
            let n = number(&statement["n"]);
            let mut board = PlainBoard::new(n, n);
            board.surface =
                statement["surface"].as_str().map_or_else(Default::default, PlainSurface::named);
            (board, &statement["blocked"])
        }
        stated => {
            let [rows, columns] = ["rows", "columns"].map(|side| number(&stated[side]));
            let mut board = PlainBoard::new(rows, columns);
            board.surface =
                stated["surface"].as_str().map_or_else(Default::default, PlainSurface::named);
            (board, &stated["blocked"])
        }
    };
    board.blocked = texts(blocked).iter().map(|square| board.cell(square)).collect();
    board
}

/// A graph as it is stated.
pub struct StatedGraph {
    /// The names of the vertices.
    pub names: Vec<String>,
    /// The edges, by the numbers of the vertices.
    pub edges: Vec<(u32, u32)>,
    /// Whether they lead one way only.
    pub directed: bool,
}

impl StatedGraph {
    /// The graph of a statement.
    pub fn of(statement: &Value) -> Self {
        let graph = &statement["graph"];
        let edge = |edge: &Value| (number(&edge[0]), number(&edge[1]));
        Self {
            names: texts(&graph["vertices"]),
            edges: graph["edges"].as_array().into_iter().flatten().map(edge).collect(),
            directed: graph["directed"] == true,
        }
    }

    /// The number of vertices.
    pub fn size(&self) -> u32 {
        self.names.len() as u32
    }

    /// The vertices one step away from each.
    pub fn next(&self) -> PlainGraph {
        adjacency(self.size(), &self.edges, self.directed)
    }

    /// The number of a vertex.
    pub fn vertex(&self, name: &str) -> u32 {
        let at = self.names.iter().position(|known| known == name);
        at.unwrap_or_else(|| panic!("no vertex `{name}`")) as u32
    }

    /// The names of some vertices.
    pub fn named(&self, vertices: &[u32]) -> Vec<&str> {
        vertices.iter().map(|&vertex| self.names[vertex as usize].as_str()).collect()
    }
}
