//! Boards and graphs in files that are opened.

use std::path::Path;

use satranj::{
    Board, BoardStatement,
    graphs::{by_extension, guessed, read, recognised},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::json;

/// The graph of a file.
#[derive(Debug, Serialize)]
struct OpenedGraph {
    names: Vec<String>,
    edges: Vec<(u32, u32)>,
    /// Across and down, in ten thousandths; empty if the file has none.
    positions: Vec<[u32; 2]>,
    directed: bool,
    weighted: bool,
}

/// Reads a board: `.` is a free square, `#` a blocked one.
///
/// # Errors
/// If the text is not a board, with file, line and column.
#[wasm_bindgen]
pub fn board(file: &str, text: &str) -> Result<String, JsError> {
    json(&BoardStatement::from(Board::from_map(text.as_bytes(), file)?))
}

/// Reads a graph in the format that the file's extension or the text shows.
///
/// # Errors
/// If the format is not known or ambiguous, or the text is not in the format, with file, line and column.
#[wasm_bindgen]
pub fn graph(file: &str, text: &str) -> Result<String, JsError> {
    let known = by_extension(Path::new(file)).or_else(|| recognised(text));
    let found = known.map_or_else(|| guessed(text, false), |format| vec![format]);
    let format = match found[..] {
        [only] => only,
        [] => {
            return Err(JsError::new(&format!(
                "{file}: it is neither a board nor a document, and no known format of graphs"
            )));
        }
        _ => {
            let names: Vec<&str> = found.iter().map(|format| format.name).collect();
            let names = names.join(" or ");
            return Err(JsError::new(&format!(
                "{file}: the format is ambiguous: {names}; rename the file so that its extension shows it"
            )));
        }
    };
    let graph = read(format, text).map_err(|error| JsError::new(&format!("{file}:{error}")))?;
    let weighted = !graph.weights.is_empty() || !graph.vertex_weights.is_empty();
    let loops = graph.looped.map(|vertex| (vertex, vertex));
    json(&OpenedGraph {
        names: graph.names,
        edges: graph.edges.into_iter().chain(loops).collect(),
        positions: graph.positions,
        directed: graph.directed,
        weighted,
    })
}
