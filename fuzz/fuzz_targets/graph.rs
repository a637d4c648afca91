//! Fuzzes `tests/journeys/readers/graph.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/graph.rs"]
mod graph;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| graph::check(bytes));
