//! The points of an experiment: the parameter's value put into the instances.

use std::{path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    cli::{
        CliError, input::read_text, measure::NumberedCase, named_file::NamedFiles, puzzle::document,
    },
    documents::suite::{Experiment, SuiteInstances, Variation},
    json,
    puzzles::{StatedPuzzle, Statement},
};

/// What is measured together.
pub struct Prepared {
    /// The value of the parameter.
    pub value: Option<f64>,
    /// The instances.
    pub statements: Vec<Statement>,
    /// The same as puzzles.
    pub cases: Vec<NumberedCase>,
}

/// The values of an experiment; without a parameter one point without a value.
pub fn values(experiment: &Experiment) -> Vec<Option<f64>> {
    match &experiment.parameter {
        Some(variation) => variation.values.iter().copied().map(Some).collect(),
        None => vec![None],
    }
}

/// The instances of one point; `files`: those that the suite may name.
///
/// # Errors
/// What is wrong with them.
pub fn prepare(
    experiment: &Experiment,
    value: Option<f64>,
    seed: u64,
    files: &NamedFiles,
) -> Result<Prepared, CliError> {
    let variation = experiment.parameter.as_ref();
    let set = variation.zip(value);
    let statements = match &experiment.instances {
        SuiteInstances::Puzzles(statements) => varied_all(statements, set)?,
        SuiteInstances::Generate(distribution) => varied(distribution, set)?
            .statements(seed)
            .map_err(|error| CliError::Input(error.to_string()))?,
        SuiteInstances::Document(path) => {
            let path = files.find(path).map_err(CliError::Input)?;
            varied_all(&of_document(&path)?, set)?
        }
    };
    if statements.is_empty() {
        return Err(CliError::Input("there are no instances".into()));
    }
    let mut cases = Vec::with_capacity(statements.len());
    for (number, statement) in (1..).zip(&statements) {
        let puzzle = statement.puzzle();
        let puzzle = puzzle.map_err(|error| CliError::Input(format!("case {number}: {error}")))?;
        cases.push(NumberedCase { number, name: None, puzzle: Arc::from(puzzle) });
    }
    // In the form that equal statements share.
    let statements = cases.iter().map(|case| case.puzzle.statement()).collect();
    Ok(Prepared { value, statements, cases })
}

/// The puzzles of a document that a suite names. Of what is wrong with it no more is told: the
/// file may be any, and what is in it is not for all who read the messages.
fn of_document(path: &Path) -> Result<Vec<Statement>, CliError> {
    let (name, text) = read_text(path)?;
    let wrong = || {
        CliError::Input(format!(
            "{name}: no document with a puzzle that is well stated; --from {name} says why"
        ))
    };
    let stated = document(&name, &text).map_err(|_| wrong())?;
    let puzzles = stated.cases.into_iter().map(|case| case.puzzle);
    let puzzles: Result<Vec<Arc<dyn StatedPuzzle>>, _> = puzzles.collect();
    let puzzles = puzzles.map_err(|_| wrong())?;
    Ok(puzzles.iter().map(|puzzle| puzzle.statement()).collect())
}

fn varied_all(
    statements: &[Statement],
    set: Option<(&Variation, f64)>,
) -> Result<Vec<Statement>, CliError> {
    statements.iter().map(|statement| varied(statement, set)).collect()
}

/// The same with the parameter's field replaced by a value.
fn varied<T: Clone + Serialize + DeserializeOwned + JsonSchema>(
    original: &T,
    set: Option<(&Variation, f64)>,
) -> Result<T, CliError> {
    let Some((variation, value)) = set else { return Ok(original.clone()) };
    let name = &variation.parameter.name;
    let mut json = serde_json::to_value(original).map_err(std::io::Error::from)?;
    let fields = json.as_object_mut().filter(|fields| fields.contains_key(name) && name != "kind");
    let Some(fields) = fields else {
        let names = json.as_object().into_iter().flat_map(|fields| fields.keys());
        let names: Vec<&str> = names.map(String::as_str).filter(|name| *name != "kind").collect();
        return Err(CliError::Input(format!(
            "parameter `{name}`: the instances have no such field; there are {}",
            names.join(", ")
        )));
    };
    // A whole number is read as one.
    let whole = value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value);
    let number = if whole { (value as u64).into() } else { value.into() };
    fields.insert(name.clone(), number);
    let text = json.to_string();
    let what = format!("value {value}");
    json::read(&text, &what)
        // The place is one in no file.
        .map_err(|error| CliError::Input(format!("parameter `{name}`, {what}: {}", error.problem)))
}
