//! The points of an experiment: the parameter's value put into the instances.

use std::{path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    cli::{CliError, measure::NumberedCase, puzzle::read_document},
    documents::suite::{Experiment, Instances, Variation},
    json,
    puzzles::{Puzzle, Statement},
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

/// The instances of one point; `folder`: of the suite.
///
/// # Errors
/// What is wrong with them.
pub fn prepare(
    experiment: &Experiment,
    value: Option<f64>,
    seed: u64,
    folder: &Path,
) -> Result<Prepared, CliError> {
    let variation = experiment.parameter.as_ref();
    let set = variation.zip(value);
    let statements = match &experiment.instances {
        Instances::Puzzles(statements) => varied_all(statements, set)?,
        Instances::Generate(distribution) => {
            varied(distribution, set)?.statements(seed).map_err(CliError::Input)?
        }
        Instances::Document(path) => {
            let stated = read_document(&folder.join(path))?;
            let puzzles = stated.cases.into_iter().map(|case| case.puzzle);
            let puzzles: Result<Vec<Arc<dyn Puzzle>>, String> = puzzles.collect();
            let puzzles = puzzles.map_err(CliError::Input)?;
            let statements: Vec<Statement> =
                puzzles.iter().map(|puzzle| puzzle.statement()).collect();
            varied_all(&statements, set)?
        }
    };
    if statements.is_empty() {
        return Err(CliError::Input("there are no instances".into()));
    }
    let mut cases = Vec::with_capacity(statements.len());
    for (number, statement) in (1..).zip(&statements) {
        let puzzle = statement.puzzle();
        let puzzle = puzzle.map_err(|error| CliError::Input(format!("case {number}: {error}")))?;
        cases.push(NumberedCase { number, puzzle: Arc::from(puzzle) });
    }
    Ok(Prepared { value, statements, cases })
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
