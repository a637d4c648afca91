//! Satranj in a browser: statements and settings as JSON in, documents as JSON out.
//!
//! It is built twice: what states and solves comes with the page, and all of it (with the feature `whole`)
//! when counting, checking again, a picture or a formula is first asked for.

#[cfg(not(feature = "whole"))]
mod beginning;
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

/// What is known of a puzzle before it is solved.
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

/// What is stated, in words, its methods, and the statement as documents hold it.
///
/// # Errors
/// What is wrong with the statement.
#[wasm_bindgen]
pub fn stated(statement: &str) -> Result<String, JsError> {
    let puzzle = puzzle(statement)?;
    let methods = satranj::methods_of(&registry(), puzzle.as_ref());
    json(&Stated { title: puzzle.title(), methods, statement: puzzle.statement() })
}

/// Solves a puzzle: its solution document, and why there is no solution, or none better.
///
/// # Errors
/// What is wrong with the statement, or that no method does this.
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
