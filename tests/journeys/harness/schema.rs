//! Documents against the JSON Schemas that the program publishes.

use std::{collections::BTreeMap, sync::LazyLock};

use jsonschema::Validator;
use serde_json::Value;

/// The published schemas by their names.
pub static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let listed = super::answer("list schemas --json").json();
    serde_json::from_value(listed).expect("schemas are an object")
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

/// What breaks the schema that a document names.
pub fn problems(document: &Value) -> Vec<String> {
    let name = document["schema"].as_str().expect("a document names its schema");
    let validator =
        VALIDATORS.get(name).unwrap_or_else(|| panic!("the schema `{name}` is not published"));
    let told = |error: jsonschema::ValidationError| format!("{}: {error}", error.instance_path());
    validator.iter_errors(document).map(told).collect()
}
