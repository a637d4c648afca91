//! Fuzzes `tests/journeys/readers/checkpoint.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/checkpoint.rs"]
mod checkpoint;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checkpoint::check(bytes));
