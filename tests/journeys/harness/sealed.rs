//! Documents changed by a forger, with the right digest of the new content.

use std::fmt::Write as _;

use satranj::documents::{
    cubes::{self, CubePartDocument},
    job::{PART_SCHEMA, PartDocument},
    results::{self, ResultsDocument},
    sealed::Sealed,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The text of a document with the right digest; other texts are unchanged.
pub fn sealed(value: &Value) -> String {
    let text = match value["schema"].as_str() {
        Some(PART_SCHEMA) => of::<PartDocument>(value),
        Some(cubes::SCHEMA) => of::<CubePartDocument>(value),
        Some(results::SCHEMA) => of::<ResultsDocument>(value),
        _ => None,
    };
    text.unwrap_or_else(|| value.to_string())
}

fn of<T: Sealed + DeserializeOwned>(value: &Value) -> Option<String> {
    let mut document: T = serde_json::from_value(value.clone()).ok()?;
    document.seal();
    serde_json::to_string(&document).ok()
}

/// A checksum chained to the one before, as in logs.
fn sum(before: &str, text: &str) -> String {
    let digest = Sha256::new().chain_update(before).chain_update(text).finalize();
    digest[..8].iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

/// Lines of JSON in the form of an append-only log.
pub fn chained_lines(lines: &[String]) -> String {
    let (mut text, mut before) = (String::new(), String::new());
    for line in lines {
        before = sum(&before, line);
        let open = line.strip_suffix('}').expect("an object");
        let _ = writeln!(text, "{open},\"sum\":\"{before}\"}}");
    }
    text
}

/// The proofs of a finished part in the form of an unfinished one.
pub fn chained_proofs(proofs: &str) -> String {
    let (heading, proofs) = proofs.split_once('\n').expect("a heading");
    let mut lines =
        vec![format!("{{\"schema\":\"satranj.proof-log/1\",\"proofs\":\"{heading}\"}}")];
    for proof in proofs.split_inclusive("\n0\n") {
        let (cube, proof) = proof.split_once('\n').expect("a cube");
        let (unit, literals) = cube.split_once(": ").expect("literals");
        let unit = unit.strip_prefix("c cube ").expect("a unit");
        let literals = literals.strip_suffix('0').expect("an end").trim_end().replace(' ', ",");
        let proof = Value::from(proof);
        lines.push(format!("{{\"unit\":{unit},\"literals\":[{literals}],\"proof\":{proof}}}"));
    }
    chained_lines(&lines)
}
