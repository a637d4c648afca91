//! Documents checked against their schema and by the program's own `verify`.

use serde_json::Value;

use super::{answer, satranj, schema::valid};

/// The document of a successful command line, checked against its schema.
pub fn document(line: &str) -> Value {
    valid(answer(&format!("{line} --json")).json())
}

/// Checks a document by the program's own `verify`, and the words of the verdict.
pub fn verifies(document: &Value, words: &str) {
    let ran = satranj("verify - --format text").input(document.to_string()).run();
    let ran = ran.exits(0);
    assert!(ran.text().contains(words), "{}", ran.report());
}

/// Checks that `verify` rejects a document, and with which words.
pub fn rejects(document: &Value, words: &str) {
    let said = satranj("verify - --format text").input(document.to_string()).run().exits(4);
    assert!(said.stderr.contains(words), "{}", said.report());
}

/// The squares of a placement.
pub fn squares(solution: &Value) -> Vec<String> {
    serde_json::from_value(solution["squares"].clone()).expect("squares")
}

/// A document's bytes without what differs from run to run.
pub fn without_timing(text: &str) -> String {
    let (before, rest) = text.split_once("\"timing\":{").expect("a document has a timing");
    let (_, after) = rest.split_once('}').expect("the timing ends");
    format!("{before}{after}")
}
