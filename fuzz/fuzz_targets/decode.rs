//! Fuzzes `tests/journeys/readers/decode.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/decode.rs"]
mod decode;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| decode::check(bytes));
