//! Fuzzes `tests/journeys/readers/document.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/document.rs"]
mod document;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| document::check(bytes));
