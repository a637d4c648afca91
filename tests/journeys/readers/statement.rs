//! Statements of puzzles as JSON: what is read is written as the same bytes, and states the same puzzle.

use satranj::Statement;

/// The bytes are the document.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(statement) = text.parse::<Statement>() else { return };
    let written = serde_json::to_string(&statement).expect("a statement is JSON");
    let again: Statement = written.parse().unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(serde_json::to_string(&again).expect("it was written"), written);
    let Ok(puzzle) = statement.into_puzzle() else { return };
    let stated = puzzle.statement();
    let same = stated.puzzle().unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(same.statement(), stated);
}
