//! Fuzzes `tests/journeys/readers/proof.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/proof.rs"]
mod proof;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proof::check(bytes));
