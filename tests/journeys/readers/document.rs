//! Solution and count documents: a document is judged as its own text written again.

use satranj::{StoredDocument, VerifyError, verify};
use serde_json::Value;

/// The bytes are the document.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let read = text.parse::<StoredDocument>();
    let Ok(document) = read else {
        assert!(matches!(verify(text), Err(VerifyError::Unreadable(_))));
        return;
    };
    let verdict = verify(text);
    if let Ok(puzzle) = document.puzzle.puzzle() {
        let is_wrong = |solution| puzzle.verify(solution).is_err();
        assert!(
            verdict.is_err() || !document.found().any(is_wrong),
            "a wrong solution is confirmed"
        );
    }
    // Numbers beyond those of serde_json, in fields that are not read.
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    let again = verify(&value.to_string());
    assert_eq!(again.is_ok(), verdict.is_ok(), "{again:?}, before: {verdict:?}");
}
