//! Fuzzes `tests/journeys/readers/cuts.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/cuts.rs"]
mod cuts;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cuts::check(bytes));
