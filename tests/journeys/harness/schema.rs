//! Documents against the JSON Schemas that the program publishes.

use std::{collections::BTreeMap, sync::LazyLock};

use jsonschema::Validator;
use serde_json::Value;

/// The published schemas by their names.
pub static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let listed = super::answer("list schemas --json");
    serde_json::from_slice(&listed.stdout).expect("schemas are an object")
});

static VALIDATORS: LazyLock<BTreeMap<String, Validator>> = LazyLock::new(|| {
    let validator = |(name, schema): (&String, &Value)| {
        let validator = jsonschema::validator_for(schema);
        (name.clone(), validator.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    SCHEMAS.iter().map(validator).collect()
});

/// Checks a document against the schema that it names, and returns it.
pub fn valid(document: Value) -> Value {
    let problems = problems(&document);
    assert!(problems.is_empty(), "{problems:#?}\n{document}");
    document
}

/// The violations of the schema that a document names.
pub fn problems(document: &Value) -> Vec<String> {
    problems_by(document["schema"].as_str().expect("a document names its schema"), document)
}

/// The violations of the schema with this name.
pub fn problems_by(name: &str, document: &Value) -> Vec<String> {
    let validator =
        VALIDATORS.get(name).unwrap_or_else(|| panic!("the schema `{name}` is not published"));
    // The excerpt of a large document is shortened.
    let report = |error: jsonschema::ValidationError| {
        format!("{}: {:.300}", error.instance_path(), error.to_string())
    };
    validator.iter_errors(document).map(report).collect()
}

/// The schema of a command's output: the one that it names, or else that of the command. `None` for
/// foreign formats, and for other programs.
fn schema_of<'v>(command: &[&str], printed: &'v Value, is_line: bool) -> Option<&'v str> {
    if is_line {
        return Some("satranj.stream/1");
    }
    if let Some(name) = printed["schema"].as_str() {
        return Some(name);
    }
    match command {
        ["list", "methods", ..] => Some("satranj.methods/1"),
        ["list", "families", ..] => Some("satranj.families/1"),
        ["list", "schemas", ..] => Some("satranj.schemas/1"),
        ["list", ..] => Some("satranj.list/1"),
        ["generate", "hamilton", ..] | ["export", ..] => None,
        ["generate", ..] if printed.get("cases").is_some() => Some("satranj.statements/1"),
        ["generate", ..] => Some("satranj.statement/1"),
        _ => panic!("no schema is published of what {command:?} prints: {printed}"),
    }
}

/// Checks the output of a program, given its command line as the system shows it.
pub fn check_printed(line: &str, printed: &Value, is_line: bool) {
    let words: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
    let Some(program) = words.iter().position(|word| *word == super::SATRANJ) else { return };
    let Some(name) = schema_of(&words[program + 1..], printed, is_line) else { return };
    let problems = problems_by(name, printed);
    assert!(problems.is_empty(), "{line}: {name}: {problems:#?}\n{:.2000}", printed.to_string());
}
