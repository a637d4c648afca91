//! Fuzzes `tests/journeys/readers/documents.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/documents.rs"]
mod documents;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| documents::check(bytes));
