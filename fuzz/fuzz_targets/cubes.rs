//! Fuzzes `tests/journeys/readers/cubes.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/cubes.rs"]
mod cubes;
#[path = "../../tests/journeys/readers/proof.rs"]
mod proof;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cubes::check(bytes));
