//! Fuzzes `tests/journeys/readers/words.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/words.rs"]
mod words;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| words::check(bytes));
