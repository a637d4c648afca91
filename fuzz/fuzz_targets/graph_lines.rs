//! Fuzzes `tests/journeys/readers/graph_lines.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/graph_lines.rs"]
mod graph_lines;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| graph_lines::check(bytes));
