//! Fuzzes `tests/journeys/readers/command.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/command.rs"]
mod command;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| command::check(bytes));
