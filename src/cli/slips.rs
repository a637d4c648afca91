//! What is said besides when a word of the command line is known, but not there.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::{board::piece, puzzles::kinds::LIST};

/// What would be right, where a word that is none is one elsewhere.
pub fn hint(error: &clap::Error) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = word(ContextKind::InvalidSubcommand)?;
            let lower = word.to_lowercase();
            if LIST.iter().any(|kind| kind.name == lower) {
                let example = if lower == "queens" { "8" } else { "…" };
                let example = if lower == "tour" { "8x8" } else { example };
                return Some(format!(
                    "{lower} is a puzzle; a command says what is done with it: satranj solve {lower} \
                     {example}"
                ));
            }
            // `knights tour`, `knight's tour`.
            let one = lower.trim_end_matches("'s");
            let one = one.strip_suffix('s').unwrap_or(one);
            if piece::NAMED.iter().any(|&(name, _)| name == one) {
                return Some(format!(
                    "{one} is a piece, not a puzzle: satranj solve tour 8x8 --piece {one}"
                ));
            }
            None
        }
        ErrorKind::UnknownArgument => {
            let word = word(ContextKind::InvalidArg)?;
            if word == "--only" {
                let said = "--only is of `solve`, which passes on the graphs of an answer";
                return Some(said.into());
            }
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| format!("a board is one word, rows first: 8x{word}"))
        }
        _ => None,
    }
}
