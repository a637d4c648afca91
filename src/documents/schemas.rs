//! The published JSON Schemas: one per document, by its schema name. Each refuses fields that it
//! does not name.

use schemars::{JsonSchema, Schema, generate::SchemaSettings, transform::RecursiveTransform};
use serde_json::{Map, Value};

use super::{
    batch, comparison, cubes, info, job, listed, manifest, map, named_model, results, seeds, sizes,
    solution, stream, suite, verdict,
};
use crate::{json::NOUN, puzzles::Statement};

/// The JSON Schema of each document that is printed or read, by its schema name.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        schema_of::<solution::SolutionDocument>(solution::SCHEMA),
        schema_of::<solution::CountDocument>(solution::COUNT_SCHEMA),
        schema_of_input::<job::JobDocument>(job::SCHEMA),
        schema_of_input::<job::PartDocument>(job::PART_SCHEMA),
        schema_of_input::<cubes::CubePartDocument>(cubes::SCHEMA),
        schema_of::<batch::BatchDocument>(batch::SCHEMA),
        schema_of::<comparison::ComparisonDocument>(comparison::SCHEMA),
        schema_of::<seeds::SeedsDocument>(seeds::SCHEMA),
        schema_of::<map::MapDocument>(map::SCHEMA),
        schema_of::<manifest::ManifestDocument>(manifest::SCHEMA),
        schema_of::<verdict::VerdictDocument>(verdict::SCHEMA),
        schema_of::<named_model::NamedModelDocument>(named_model::SCHEMA),
        schema_of::<verdict::VerdictsDocument>(verdict::SEVERAL_SCHEMA),
        schema_of::<results::ResultsDocument>(results::SCHEMA),
        schema_of::<sizes::SizesDocument>(sizes::SCHEMA),
        schema_of::<info::InfoDocument>(info::SCHEMA),
        schema_of_input::<suite::Suite>(suite::SCHEMA),
        schema_of::<stream::StreamLine<'_>>(stream::SCHEMA),
        schema_of::<Vec<listed::ListedName>>(listed::SCHEMA),
        schema_of::<Vec<listed::ListedMethod>>(listed::METHODS_SCHEMA),
        schema_of::<Vec<listed::ListedFamily>>(listed::FAMILIES_SCHEMA),
        schema_of::<listed::Schemas>(listed::SCHEMAS_SCHEMA),
        schema_of::<Statement>(listed::STATEMENT_SCHEMA),
        schema_of::<listed::StatementList>(listed::STATEMENTS_SCHEMA),
    ]
}

/// The schema of an output: a field that is always written is required, also as null.
fn schema_of<T: JsonSchema>(name: &'static str) -> (&'static str, Value) {
    published::<T>(name, SchemaSettings::draft2020_12().for_serialize())
}

/// The schema of an input: a field with a default may be missing.
fn schema_of_input<T: JsonSchema>(name: &'static str) -> (&'static str, Value) {
    published::<T>(name, SchemaSettings::draft2020_12())
}

/// A schema with its name, without the nouns, which only errors use: it refuses unknown fields and
/// documents of other schemas.
fn published<T: JsonSchema>(name: &'static str, settings: SchemaSettings) -> (&'static str, Value) {
    let without = RecursiveTransform(|schema: &mut Schema| {
        schema.remove(NOUN);
    });
    let generator = settings.with_transform(without).into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    schema.as_object_mut().into_iter().for_each(|schema| refuse_unknown_fields(schema, true));
    let mut schema = schema.to_value();
    if let Some(Value::Object(named)) = schema.pointer_mut("/properties/schema") {
        named.insert("const".into(), name.into());
    }
    (name, schema)
}

/// Makes a schema refuse fields that it does not name. `is_whole`: whether it describes a whole
/// value; a definition or an alternative may describe a part of the fields, and what refers to it
/// refuses the others.
fn refuse_unknown_fields(schema: &mut Map<String, Value>, is_whole: bool) {
    for (keyword, value) in schema.iter_mut() {
        let named = ["properties", "$defs", "patternProperties"].contains(&keyword.as_str());
        let is_whole = !["$defs", "anyOf", "oneOf", "allOf"].contains(&keyword.as_str());
        let inner: Vec<&mut Value> = match value {
            Value::Object(named_parts) if named => named_parts.values_mut().collect(),
            Value::Array(listed) => listed.iter_mut().collect(),
            value if ["items", "additionalProperties"].contains(&keyword.as_str()) => vec![value],
            _ => continue,
        };
        for inner in inner.into_iter().filter_map(Value::as_object_mut) {
            refuse_unknown_fields(inner, is_whole);
        }
    }
    let has_fields = |keyword| schema.contains_key(keyword);
    let has_fields = ["properties", "$ref", "anyOf", "oneOf"].into_iter().any(has_fields);
    if is_whole && has_fields && !schema.contains_key("additionalProperties") {
        schema.insert("unevaluatedProperties".into(), false.into());
    }
}
