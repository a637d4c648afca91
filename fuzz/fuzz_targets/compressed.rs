//! Fuzzes `tests/journeys/readers/compressed.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/compressed.rs"]
mod compressed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| compressed::check(bytes));
