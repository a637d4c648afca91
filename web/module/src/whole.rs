//! The rarer calls: counts, checks, pictures and formulas.

use satranj::{
    CountOutcome, StatedPuzzle, Statement, StoredDocument, VerifyError,
    encodings::at_most_one::AtMostOne,
    methods::{Context, Registry},
    traces,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::{choices, json};

/// The most steps of a search that are shown.
const MOST_STEPS: usize = 1_000;

/// All methods that find a solution.
pub fn registry() -> Registry {
    Registry::searches()
}

/// The puzzle of a statement.
pub fn puzzle(statement: &str) -> Result<Box<dyn StatedPuzzle>, JsError> {
    Ok(statement.parse::<Statement>()?.into_puzzle()?)
}

/// The number of solutions, or why it is unknown.
#[derive(Debug, Serialize)]
struct CountAnswer {
    count: Option<String>,
    up_to_symmetry: Option<String>,
    reason: Option<String>,
    seconds: f64,
}

/// A formula or a graph, and the map that decodes its models.
#[derive(Debug, Serialize)]
struct Exported {
    text: String,
    map: Option<String>,
}

/// The verdict on a document.
#[derive(Debug, Serialize)]
struct Picture {
    svg: Option<String>,
}

/// The result in words.
#[derive(Debug, Serialize)]
struct Verdict {
    holds: bool,
    said: String,
}

/// Counts the solutions of a puzzle.
///
/// # Errors
/// If the statement is wrong, or no method can do this.
#[wasm_bindgen]
pub fn count(statement: &str, settings: &str) -> Result<String, JsError> {
    let started = Instant::now();
    let (puzzle, settings) = (puzzle(statement)?, choices(settings)?);
    let outcome = satranj::count(puzzle.as_ref(), &settings)?;
    let seconds = started.elapsed().as_secs_f64();
    json(&match outcome {
        CountOutcome::Counted(counted) => CountAnswer {
            count: Some(counted.count.to_string()),
            up_to_symmetry: counted.classes.map(|classes| classes.to_string()),
            reason: None,
            seconds,
        },
        CountOutcome::Stopped(reason) => CountAnswer {
            count: None,
            up_to_symmetry: None,
            reason: Some(reason.describe().into()),
            seconds,
        },
    })
}

/// The steps of a small search, in the words of the puzzle.
///
/// # Errors
/// If the statement is wrong, or its search cannot be shown.
#[wasm_bindgen]
pub fn traced(statement: &str, settings: &str) -> Result<String, JsError> {
    let (puzzle, settings) = (puzzle(statement)?, choices(settings)?);
    let mut context = Context::new(settings.limits, settings.seed, settings.options);
    // Without auxiliary variables, which have no names.
    context.options.encoding.at_most_one = AtMostOne::Pairwise;
    let method = settings.method.as_deref();
    let trace = traces::trace(puzzle.as_ref(), method, MOST_STEPS, context)?;
    json(&trace.shown(trace.ending(Some("no other search was made"))))
}

/// Checks a document again, by independent code.
///
/// # Errors
/// If the verdict cannot be written as JSON.
#[wasm_bindgen]
pub fn verify(document: &str) -> Result<String, JsError> {
    json(&match satranj::verify(document) {
        Ok(shown) => {
            let read: StoredDocument = document.parse()?;
            Verdict { holds: true, said: shown.in_words(&read) }
        }
        Err(error @ (VerifyError::Unreadable(_) | VerifyError::Refuted(_))) => {
            Verdict { holds: false, said: error.to_string() }
        }
        Err(error) => Verdict { holds: false, said: format!("not checked: {error}") },
    })
}

/// Writes a puzzle as a formula or a graph.
///
/// # Errors
/// If the statement is wrong, or the format cannot express it.
#[wasm_bindgen]
pub fn written(statement: &str, format: &str) -> Result<String, JsError> {
    let puzzle = puzzle(statement)?;
    let mut text = Vec::new();
    let map = satranj::export(puzzle.as_ref(), format, &mut text)?;
    let map = map.map(|map| serde_json::to_string(&map)).transpose()?;
    json(&Exported { text: String::from_utf8(text)?, map })
}

/// Draws the first solution of a document, or else its certificate.
///
/// # Errors
/// If the document is wrong.
#[wasm_bindgen]
pub fn draw(document: &str) -> Result<String, JsError> {
    let stored: StoredDocument = document.parse()?;
    let puzzle = stored.puzzle.puzzle()?;
    let svg = stored.pictures(puzzle.as_ref()).first().map(satranj::Picture::svg);
    json(&Picture { svg })
}
