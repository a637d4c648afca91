//! Fuzzes `tests/journeys/readers/cubes.rs`.

#![no_main]

#[path = "../../tests/journeys/readers/cubes.rs"]
mod cubes;
#[path = "../../tests/journeys/readers/proof.rs"]
#[expect(dead_code, reason = "only the brute force is used")]
mod proof;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cubes::check(bytes));
