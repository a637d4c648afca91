//! Fuzzes `tests/journeys/readers/statement.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/statement.rs"]
mod statement;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| statement::check(bytes));
