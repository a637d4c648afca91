//! Satranj in a browser: statements and settings as JSON in, documents as JSON out.
//!
//! It is built twice: a small module that states and solves comes with the page; the whole module (with the
//! feature `whole`) is loaded for the first count, check, picture or formula.

#[cfg(not(feature = "whole"))]
mod beginning;
#[cfg(feature = "whole")]
mod opened;
#[cfg(feature = "whole")]
mod whole;

#[cfg(not(feature = "whole"))]
use beginning::{puzzle, registry};
#[cfg(feature = "whole")]
use whole::{puzzle, registry};

use std::time::Duration;

use satranj::{Limits, Settings, SolutionDocument, Statement, Wanted};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use web_time::Instant;

/// How a puzzle is solved or counted.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Choices {
    method: Option<String>,
    seed: Option<u64>,
    seconds: Option<f64>,
    number: Option<u64>,
    up_to_symmetry: bool,
}

impl Choices {
    fn settings(&self) -> Settings {
        let time = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let default = Settings::default();
        Settings {
            method: self.method.clone(),
            wanted: self.number.map_or(Wanted::First, Wanted::Some),
            up_to_symmetry: self.up_to_symmetry,
            limits: Limits { time, ..Limits::default() },
            seed: self.seed.unwrap_or(default.seed),
            ..default
        }
    }
}

/// The facts about a puzzle before it is solved.
#[derive(Debug, Serialize)]
struct Stated {
    title: String,
    methods: Vec<&'static str>,
    statement: Statement,
}

/// An answer, and its reason in words.
#[derive(Debug, Serialize)]
struct Answered {
    document: SolutionDocument,
    because: Option<String>,
}

fn choices(text: &str) -> Result<Settings, JsError> {
    Ok(serde_json::from_str::<Choices>(text)?.settings())
}

fn json(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}

/// The puzzle in words, its methods, and the statement as in documents.
///
/// # Errors
/// If the statement is wrong.
#[wasm_bindgen]
pub fn stated(statement: &str) -> Result<String, JsError> {
    let puzzle = puzzle(statement)?;
    let methods = satranj::methods_of(&registry(), puzzle.as_ref());
    json(&Stated { title: puzzle.title(), methods, statement: puzzle.statement() })
}

/// Solves a puzzle; returns its solution document, and the reason why there is no solution, or no better one.
///
/// # Errors
/// If the statement is wrong, or no method can do this.
#[wasm_bindgen]
pub fn solve(statement: &str, settings: &str) -> Result<String, JsError> {
    let started = Instant::now();
    let (puzzle, settings) = (puzzle(statement)?, choices(settings)?);
    let solved = satranj::solve_by(&registry(), puzzle.as_ref(), &settings)?;
    let because = solved.outcome.certificate().map(|certificate| puzzle.because(certificate));
    let mut document: SolutionDocument = solved.document(puzzle.as_ref());
    document.timing.total_seconds = started.elapsed().as_secs_f64();
    json(&Answered { document, because })
}
