//! The JSON documents: what they hold, how they are written and read.

pub mod batch;
pub mod choices;
pub mod comparison;
pub mod counts;
pub mod cubes;
pub mod formula_digest;
pub mod info;
pub mod job;
pub mod json;
pub mod listed;
pub mod listed_all;
pub mod manifest;
pub mod map;
pub mod named_model;
pub mod results;
pub mod rows;
pub mod schemas;
pub mod scores;
pub mod sealed;
pub mod seeds;
pub mod sizes;
pub mod solution;
pub mod status;
pub mod stored;
pub mod stream;
pub mod suite;
pub mod text;
pub mod verdict;

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use self::json::{printable, value};
use crate::{json::JsonPart, puzzles::Statement};

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

/// Writes a document as compact JSON with a line end: with one line per field, boards would be too
/// long.
///
/// # Errors
/// The writer's error.
pub fn write_json(document: &impl Serialize, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    json::write(document, out)?;
    out.write_all(b"\n")
}
