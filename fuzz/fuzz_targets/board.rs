//! Fuzzes `tests/journeys/readers/board.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/board.rs"]
mod board;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| board::check(bytes));
