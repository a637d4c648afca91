//! The points of an experiment: instances with the parameters' values substituted.

use std::{fs, path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    board::Board,
    cli::{
        CliError,
        input::{NamedFiles, read_text},
        measure::{NumberedCase, pattern_matches},
        puzzle::{document, graph::NotedStatement, hamilton_of_file},
    },
    documents::suite::{
        Experiment, FamilyInstances, GraphFiles, ParameterValue, RandomTours, SuiteInstances,
        Variation,
    },
    file_name::shown,
    graphs::families::{self, FAMILIES, FamilyMember},
    json,
    limits::Limits,
    nearest::unknown,
    puzzles::{
        BoardStatement, StatedPuzzle, Statement,
        chance::Amount,
        hamilton::{GraphStatement, HamiltonStatement},
        tour::random::TourDistribution,
    },
    random::generator,
    run::Run,
};

/// A puzzle with its label.
pub type NamedStatement = (Option<String>, Statement);

/// What is measured together at one point.
pub struct Prepared {
    /// The instances.
    pub statements: Vec<Statement>,
    /// The same instances as puzzles.
    pub cases: Vec<NumberedCase>,
    /// What their files have that no puzzle reads.
    pub notes: Vec<String>,
}

/// The parameters of an experiment.
pub fn variations(experiment: &Experiment) -> Vec<&Variation> {
    experiment.parameter.iter().chain(&experiment.parameters).collect()
}

/// The values of the parameters at each point of an experiment; the last parameter changes fastest.
/// Without parameters there is one point without values.
pub fn values(experiment: &Experiment) -> Vec<Vec<ParameterValue>> {
    let mut points = vec![Vec::new()];
    for variation in variations(experiment) {
        let longer = |point: &Vec<ParameterValue>| {
            let point = point.clone();
            variation.values.iter().map(move |value| {
                point.iter().chain([value]).cloned().collect::<Vec<ParameterValue>>()
            })
        };
        points = points.iter().flat_map(|point| longer(point).collect::<Vec<_>>()).collect();
    }
    points
}

/// The instances of one point; `files`: the files that the suite may name.
///
/// # Errors
/// An error in them.
pub fn prepare(
    experiment: &Experiment,
    values: &[ParameterValue],
    seed: u64,
    files: &NamedFiles,
) -> Result<Prepared, CliError> {
    let names = variations(experiment);
    let set: Vec<(&str, &ParameterValue)> =
        names.iter().map(|variation| variation.parameter.name.as_str()).zip(values).collect();
    let of_input = |error: String| CliError::Input(error);
    let mut notes = Vec::new();
    let statements = match &experiment.instances {
        SuiteInstances::Puzzles(statements) => varied_all(unnamed(statements.clone()), &set)?,
        SuiteInstances::Generate(distribution) => {
            let drawn = varied(distribution, &set)?.statements(seed);
            unnamed(drawn.map_err(|error| of_input(error.to_string()))?)
        }
        SuiteInstances::Document(path) => {
            let path = files.find(path).map_err(CliError::Input)?;
            varied_all(unnamed(of_document(&path)?), &set)?
        }
        SuiteInstances::Family(of) => family(&varied(of, &set)?, seed).map_err(of_input)?,
        SuiteInstances::Graphs(of) => graphs(&varied(of, &set)?, files, &mut notes)?,
        SuiteInstances::Sizes(statements) => {
            let place = names.first().zip(values.first()).and_then(|(parameter, value)| {
                parameter.values.iter().position(|other| other == value)
            });
            unnamed(place.and_then(|place| statements.get(place)).cloned().into_iter().collect())
        }
        SuiteInstances::Tours(of) => unnamed(tours(&varied(of, &set)?, seed).map_err(of_input)?),
    };
    if statements.is_empty() {
        wrong_input!("the experiment has no instances");
    }
    let mut cases = Vec::with_capacity(statements.len());
    for (number, (name, statement)) in (1..).zip(statements) {
        let puzzle = statement.puzzle();
        let puzzle = puzzle.map_err(|error| CliError::Input(format!("case {number}: {error}")))?;
        cases.push(NumberedCase { number, name, puzzle: Arc::from(puzzle) });
    }
    // Equal statements get the same form.
    let statements = cases.iter().map(|case| case.puzzle.statement()).collect();
    Ok(Prepared { statements, cases, notes })
}

fn unnamed(statements: Vec<Statement>) -> Vec<NamedStatement> {
    statements.into_iter().map(|statement| (None, statement)).collect()
}

/// The puzzles of a document that a suite names. A message gives no details of an error: the suite
/// may name any file, and its content must not leak into messages.
fn of_document(path: &Path) -> Result<Vec<Statement>, CliError> {
    let (name, text) = read_text(path)?;
    let wrong = || {
        CliError::Input(format!(
            "{name}: not a document with a valid puzzle; `satranj solve --from {name}` shows the \
             error"
        ))
    };
    let stated = document(&name, &text).map_err(|_| wrong())?;
    let puzzles = stated.cases.into_iter().map(|case| case.puzzle);
    let puzzles: Result<Vec<Arc<dyn StatedPuzzle>>, _> = puzzles.collect();
    let puzzles = puzzles.map_err(|_| wrong())?;
    Ok(puzzles.iter().map(|puzzle| puzzle.statement()).collect())
}

fn varied_all(
    statements: Vec<NamedStatement>,
    set: &[(&str, &ParameterValue)],
) -> Result<Vec<NamedStatement>, CliError> {
    statements.into_iter().map(|(name, statement)| Ok((name, varied(&statement, set)?))).collect()
}

/// The instances with the parameters' fields replaced by values.
fn varied<T: Clone + Serialize + DeserializeOwned + JsonSchema>(
    original: &T,
    set: &[(&str, &ParameterValue)],
) -> Result<T, CliError> {
    if set.is_empty() {
        return Ok(original.clone());
    }
    let before = crate::documents::value(original)?;
    let mut json = before.clone();
    let mut optional = Vec::new();
    for &(name, value) in set {
        let value = json_value(name, value)?;
        for path in places(&json, name) {
            if json.pointer(&path).is_none() {
                optional.push((name, path.clone()));
            }
            if !put(&mut json, &path, value.clone()) {
                return Err(no_field(name, &before));
            }
        }
    }
    let (name, value) = set[set.len() - 1];
    let what = format!("value {}", value_shown(value));
    let read: T = json::read(&json.to_string(), &what)
        // The error has no place in a file.
        .map_err(|error| match optional.first() {
            Some((name, _)) => no_field(name, &before),
            None => CliError::Input(format!("parameter `{name}`, {what}: {}", error.problem)),
        })?;
    // A missing field may be optional, or not exist at all.
    let after = crate::documents::value(&read)?;
    match optional.iter().find(|(_, path)| after.pointer(path).is_none()) {
        Some((name, _)) => Err(no_field(name, &before)),
        None => Ok(read),
    }
}

/// A value as the statement writes it: a board by its sides, a whole number as an integer.
fn json_value(name: &str, value: &ParameterValue) -> Result<Value, CliError> {
    Ok(match value {
        ParameterValue::Text(text) if name == "board" => {
            let wrong = |error: String| {
                CliError::Input(format!("parameter `{name}`, value {text}: {error}"))
            };
            // A suite must not name files here.
            if !text.starts_with(|first: char| first.is_ascii_digit()) {
                return Err(wrong("write ROWSxCOLUMNS".into()));
            }
            let board = Board::parse(text).map_err(|error| wrong(error.to_string()))?;
            crate::documents::value(&BoardStatement::from(&board))?
        }
        ParameterValue::Text(text) => text.clone().into(),
        ParameterValue::Flag(flag) => (*flag).into(),
        ParameterValue::Number(number) => {
            let whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number);
            if whole { (*number as u64).into() } else { (*number).into() }
        }
    })
}

fn value_shown(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Number(number) => number.to_string(),
        ParameterValue::Flag(flag) => flag.to_string(),
        ParameterValue::Text(text) => text.clone(),
    }
}

/// The places of a parameter in a statement or a distribution, as JSON pointers.
fn places(json: &Value, name: &str) -> Vec<String> {
    let has_board = json.get("board").is_some_and(Value::is_object);
    let of_board = |side: &str| {
        if has_board && json.get(side).is_none() {
            format!("/board/{side}")
        } else {
            format!("/{side}")
        }
    };
    match name {
        "side" if json.get("side").is_none() => vec![of_board("rows"), of_board("columns")],
        "rows" | "columns" => vec![of_board(name)],
        name => vec![format!("/{}", name.replace('.', "/"))],
    }
}

/// Puts a value into a place; whether the place exists or may exist.
fn put(json: &mut Value, path: &str, value: Value) -> bool {
    if path == "/kind" {
        return false;
    }
    if let Some(place) = json.pointer_mut(path) {
        *place = value;
        return true;
    }
    let Some((parent, field)) = path.rsplit_once('/') else { return false };
    match json.pointer_mut(parent) {
        Some(Value::Object(fields)) => {
            fields.insert(field.into(), value);
            true
        }
        _ => false,
    }
}

fn no_field(name: &str, json: &Value) -> CliError {
    let names = json.as_object().into_iter().flat_map(|fields| fields.keys());
    let names = names.map(String::as_str).filter(|name| *name != "kind");
    CliError::Input(format!("parameter of the instances: {}", unknown("field", name, names)))
}

/// The graphs of a family, one problem for each size.
///
/// # Errors
/// An error in the family or a size.
pub fn family(of: &FamilyInstances, seed: u64) -> Result<Vec<NamedStatement>, String> {
    let family = families::by_name(&of.family)
        .ok_or_else(|| unknown("family", &of.family, FAMILIES.iter().map(|family| family.name)))?;
    let mut generator = generator(seed);
    let mut statements = Vec::new();
    for size in &of.sizes {
        let member = FamilyMember::new(family, size.clone(), of.extra_edges, of.shuffle)?;
        // Numbered from 1, as in graph files.
        let vertices = (1..=member.vertices()).map(|vertex| vertex.to_string()).collect();
        let edges = member.draw(&mut generator).into_iter().map(|(a, b)| [a, b]).collect();
        let graph = GraphStatement::new(false, vertices, edges);
        let statement = HamiltonStatement::new(graph, !of.path);
        statements.push((Some(member.title()), Statement::Hamilton(statement)));
    }
    Ok(statements)
}

/// The graphs in the files of a pattern, in the order of their names; notes on what is ignored are added.
///
/// # Errors
/// [`CliError`] that names a file, or says that no file matches.
pub fn graphs(
    of: &GraphFiles,
    files: &NamedFiles,
    notes: &mut Vec<String>,
) -> Result<Vec<NamedStatement>, CliError> {
    let (folder, pattern) = of.files.rsplit_once('/').unwrap_or((".", &of.files));
    if folder.contains('*') {
        let problem = "`*` is allowed only in the file's name, not in a folder's";
        wrong_input!("graphs: {}: {problem}", of.files);
    }
    let folder_found = files.find_folder(folder).map_err(CliError::Input)?;
    let listed = fs::read_dir(&folder_found);
    let entries = listed.map_err(|error| CliError::file(&folder_found, &error))?;
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| CliError::file(&folder_found, &error))?.file_name();
        names.extend(name.into_string().ok().filter(|name| pattern_matches(pattern, name)));
    }
    names.sort();
    if names.is_empty() {
        wrong_input!("graphs: no file matches {}", of.files);
    }
    let mut statements = Vec::new();
    for name in names {
        let path = files.find(&format!("{folder}/{name}")).map_err(CliError::Input)?;
        let (statement, note) = graph(&path, of.path)?;
        notes.extend(note);
        statements.push((Some(name), statement));
    }
    Ok(statements)
}

fn graph(path: &Path, is_path: bool) -> Result<NotedStatement, CliError> {
    // No detail of its content is printed: the suite may name any file.
    let wrong = |_| CliError::Input(format!("{}: not a readable graph", shown(path)));
    hamilton_of_file(path, is_path, &Run::new(Limits::default(), 0)).map_err(wrong)
}

/// Random tours.
///
/// # Errors
/// An error in a value, or that no board was found.
pub fn tours(of: &RandomTours, seed: u64) -> Result<Vec<Statement>, String> {
    let share = |name: &str, share: f64| -> Result<Amount, String> {
        if !(0.0..1.0).contains(&share) {
            return Err(format!(
                "{name}: {share} is not a share; write a number from 0 to less than \
                                1"
            ));
        }
        Ok(if share == 0.0 { Amount::Number(0) } else { Amount::Percent(share * 100.0) })
    };
    let distribution = TourDistribution {
        board: Board::new(of.rows, of.columns).map_err(|error| error.to_string())?,
        piece: of.piece.parse().map_err(|error| format!("piece: {error}"))?,
        closed: of.closed,
        blocked: share("blocked", of.blocked)?,
        given: share("given", of.given)?,
        numbers: of.numbers,
    };
    distribution.check().map_err(|error| error.to_string())?;
    let mut generator = generator(seed);
    let drawn = (0..of.cases).map(|_| distribution.draw(&mut generator).map(Statement::Tour));
    drawn.collect::<Result<_, _>>().map_err(|error| error.to_string())
}
