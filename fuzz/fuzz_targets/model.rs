//! Fuzzes `tests/journeys/readers/model.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/model.rs"]
mod model;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| model::check(bytes));
