//! The JSON documents: what they hold, how they are written and read.

pub mod batch;
pub mod choices;
pub mod comparison;
pub mod counts;
pub mod cubes;
pub mod job;
pub mod json;
pub mod listed;
pub mod manifest;
pub mod map;
pub mod named_model;
pub mod results;
pub mod rows;
pub mod scores;
pub mod sealed;
pub mod seeds;
pub mod sizes;
pub mod solution;
pub mod stored;
pub mod stream;
pub mod suite;
pub mod text;
pub mod verdict;

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

use schemars::{JsonSchema, transform::RecursiveTransform};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use self::json::{printable, value};
use crate::{
    json::{JsonPart, NOUN},
    puzzles::Statement,
};

/// The version of this program in every document.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The schema name in a document; all else is ignored.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NamedSchema {
    /// `satranj.results/1` and so on.
    pub schema: String,
}

/// The schema that a text names, if it is JSON and names one.
#[must_use]
pub fn named_schema(whole: &JsonPart<'_>) -> Option<String> {
    whole.field("schema").and_then(|part| part.read("a schema").ok())
}

/// The instance of a puzzle: `sha256:` and the digest of its statement as compact JSON, without
/// the positions of vertices in pictures.
#[must_use]
pub fn instance(statement: &Statement) -> String {
    sha256_of_json(&*statement.instance())
}

/// The instance of several puzzles: the digest of the list of their statements.
#[must_use]
pub fn instance_of_several(statements: &[Statement]) -> String {
    let instances: Vec<_> = statements.iter().map(Statement::instance).collect();
    sha256_of_json(&instances)
}

/// `sha256:` and the hexadecimal digest of a value as compact JSON. The JSON is not stored: for a
/// large graph it takes as much memory as the graph.
fn sha256_of_json(value: &(impl Serialize + ?Sized)) -> String {
    struct Digested(Sha256);

    impl io::Write for Digested {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut out = io::BufWriter::new(Digested(Sha256::new()));
    // A statement is plain data, and a digest takes all bytes: neither can fail.
    let _ = json::write_raw(value, &mut out);
    let _ = out.flush();
    let (Digested(digest), _) = out.into_parts();
    finish_sha256(digest)
}

/// `sha256:` and the hexadecimal digest of some bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    finish_sha256(Sha256::new_with_prefix(bytes))
}

/// `sha256:` and the hexadecimal digest of what was hashed.
#[must_use]
pub fn finish_sha256(digest: Sha256) -> String {
    let mut text = String::from("sha256:");
    for byte in digest.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The JSON Schema of each document that is printed or read, by its schema name.
#[must_use]
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        (solution::SCHEMA, schema_of::<solution::SolutionDocument>()),
        (solution::COUNT_SCHEMA, schema_of::<solution::CountDocument>()),
        (job::SCHEMA, schema_of_input::<job::JobDocument>()),
        (job::PART_SCHEMA, schema_of_input::<job::PartDocument>()),
        (cubes::SCHEMA, schema_of_input::<cubes::CubePartDocument>()),
        (batch::SCHEMA, schema_of::<batch::BatchDocument>()),
        (comparison::SCHEMA, schema_of::<comparison::ComparisonDocument>()),
        (seeds::SCHEMA, schema_of::<seeds::SeedsDocument>()),
        (map::SCHEMA, schema_of::<map::MapDocument>()),
        (manifest::SCHEMA, schema_of::<manifest::ManifestDocument>()),
        (verdict::SCHEMA, schema_of::<verdict::VerdictDocument>()),
        (named_model::SCHEMA, schema_of::<named_model::NamedModelDocument>()),
        (verdict::SEVERAL_SCHEMA, schema_of::<verdict::VerdictsDocument>()),
        (results::SCHEMA, schema_of::<results::ResultsDocument>()),
        (sizes::SCHEMA, schema_of::<sizes::SizesDocument>()),
        (suite::SCHEMA, schema_of_input::<suite::Suite>()),
        (stream::SCHEMA, schema_of::<stream::StreamLine<'_>>()),
        (listed::SCHEMA, schema_of::<Vec<listed::ListedName>>()),
        (listed::METHODS_SCHEMA, schema_of::<Vec<listed::ListedMethod>>()),
        (listed::FAMILIES_SCHEMA, schema_of::<Vec<listed::ListedFamily>>()),
        (listed::SCHEMAS_SCHEMA, schema_of::<listed::Schemas>()),
        (listed::STATEMENT_SCHEMA, schema_of::<Statement>()),
        (listed::STATEMENTS_SCHEMA, schema_of::<listed::StatementList>()),
    ]
}

/// The schema of an output: a field that is always written is required, also as null.
fn schema_of<T: schemars::JsonSchema>() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    published::<T>(settings)
}

/// The schema of an input: a field with a default may be missing.
fn schema_of_input<T: schemars::JsonSchema>() -> serde_json::Value {
    published::<T>(schemars::generate::SchemaSettings::draft2020_12())
}

/// A schema without the nouns, which only errors use.
fn published<T: schemars::JsonSchema>(
    settings: schemars::generate::SchemaSettings,
) -> serde_json::Value {
    let without = RecursiveTransform(|schema: &mut schemars::Schema| {
        schema.remove(NOUN);
    });
    settings.with_transform(without).into_generator().into_root_schema_for::<T>().to_value()
}

/// Writes a document as compact JSON with a line end: with one line per field, boards would be too
/// long.
///
/// # Errors
/// The writer's error.
pub fn write_json(document: &impl Serialize, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    json::write(document, out)?;
    out.write_all(b"\n")
}
