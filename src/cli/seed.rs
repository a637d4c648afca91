//! `--seed`: a number, or `random`.

use std::hash::{BuildHasher, RandomState};

use super::stderr::say;

/// The seeds that `random` draws are below this, so that they are soon typed again.
const DRAWN_BELOW: u64 = 1_000_000;

/// Reads a seed. `random` draws one from the keys that the system gives each process, and says
/// on standard error which: with that number the same command gives the same bytes.
///
/// # Errors
/// A message that names what is no seed.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        let seed = RandomState::new().hash_one(text) % DRAWN_BELOW;
        say(format!("--seed {seed}"));
        return Ok(seed);
    }
    text.parse().map_err(|error| format!("{error}; a seed is a number from 0, or `random`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number_or_drawn() {
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        assert!(parse_seed("random").is_ok_and(|seed| seed < DRAWN_BELOW));
        for wrong in ["-1", "x", "", "18446744073709551616"] {
            assert!(parse_seed(wrong).is_err_and(|said| said.contains("`random`")), "{wrong}");
        }
    }
}
