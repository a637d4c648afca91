//! Fuzzes `tests/journeys/readers/tour_file.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/tour_file.rs"]
mod tour_file;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tour_file::check(bytes));
