//! A range of sizes in place of one: `8..34`, `4x8..20`, `gnp:20..100,0.3`.

use std::path::Path;

use crate::{cli::CliError, documents::suite::Parameter};

/// The most sizes of a range.
const MOST: usize = 1_000;

/// The kind of word that contains a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeWord {
    /// The number of queens.
    Queens,
    /// The sides of a board, or a file.
    Board,
    /// A graph of a family, or a file.
    Graph,
}

/// A range of sizes, both ends included, and the rest of the word around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeRange {
    kind: SizeWord,
    before: String,
    first: u32,
    last: u32,
    after: String,
}

impl SizeRange {
    /// The range in a word; `None` if the word has none. `4x8..20` and `4x8..4x20` mean the same.
    ///
    /// # Errors
    /// [`CliError::Usage`] if the word has two ranges, or an end that is no number.
    pub fn of(word: &str, kind: SizeWord) -> Result<Option<Self>, CliError> {
        let Some((start, end)) = word.split_once("..") else { return Ok(None) };
        let is_file = match kind {
            SizeWord::Queens => false,
            SizeWord::Board => word.starts_with('@'),
            SizeWord::Graph => !start.contains(':') || Path::new(word).exists(),
        };
        if is_file {
            return Ok(None);
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let before = start.trim_end_matches(|c: char| c.is_ascii_digit());
        let end = if before.is_empty() { end } else { end.strip_prefix(before).unwrap_or(end) };
        let (last, after) = end.split_at(digits(end));
        let numbers = start[before.len()..].parse().ok().zip(last.parse().ok());
        let Some((first, last)) = numbers.filter(|_| !after.contains("..")) else {
            let right = match kind {
                SizeWord::Queens => "8..34",
                SizeWord::Board => "6..12 for squares, or 4x8..20 for one side",
                SizeWord::Graph => "queens:4..9",
            };
            usage!("{word}: write one range FIRST..LAST, for example {right}");
        };
        Ok(Some(Self { kind, before: before.into(), first, last, after: after.into() }))
    }

    /// Every `step`-th size from the first to the last.
    ///
    /// # Errors
    /// [`CliError::Usage`] if the range is empty or has too many sizes.
    pub fn sizes(&self, step: u32) -> Result<Vec<u32>, CliError> {
        let Self { first, last, .. } = *self;
        if first > last {
            usage!("{first}..{last} is empty: write the smaller number first, {last}..{first}");
        }
        let sizes: Vec<u32> = (first..=last).step_by(step as usize).take(MOST + 1).collect();
        if sizes.len() > MOST {
            usage!("{first}..{last} has more than {MOST} sizes: choose a larger --step");
        }
        Ok(sizes)
    }

    /// The first size.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// Whether the number is the side of a square board.
    fn is_side(&self) -> bool {
        self.kind == SizeWord::Board && self.before.is_empty() && self.after.is_empty()
    }

    /// The word of one size.
    pub fn word(&self, size: impl std::fmt::Display) -> String {
        if self.is_side() {
            format!("{size}x{size}")
        } else {
            format!("{}{size}{}", self.before, self.after)
        }
    }

    /// What varies.
    pub fn parameter(&self) -> Parameter {
        let (name, label) = match self.kind {
            SizeWord::Queens => ("n", "queens".into()),
            SizeWord::Board if self.is_side() => ("side", "side".into()),
            SizeWord::Board if self.before.is_empty() => ("rows", "rows".into()),
            SizeWord::Board => ("columns", "columns".into()),
            SizeWord::Graph => ("N", self.word("N")),
        };
        Parameter { name: name.into(), label, percent: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_makes_a_word_for_each_size() {
        use SizeWord::{Board, Graph, Queens};
        for (word, kind, label, words) in [
            ("8..10", Queens, "queens", "8 9 10"),
            ("8..8", Queens, "queens", "8"),
            ("6..8", Board, "side", "6x6 7x7 8x8"),
            ("4x8..9", Board, "columns", "4x8 4x9"),
            ("4x8..4x9", Board, "columns", "4x8 4x9"),
            ("3..4x20", Board, "rows", "3x20 4x20"),
            ("4..4x20", Board, "rows", "4x20"),
            ("queens:4..5", Graph, "queens:N", "queens:4 queens:5"),
            ("gnp:9..10,0.5@7", Graph, "gnp:N,0.5@7", "gnp:9,0.5@7 gnp:10,0.5@7"),
            ("gnm:20,30..31", Graph, "gnm:20,N", "gnm:20,30 gnm:20,31"),
        ] {
            let range = SizeRange::of(word, kind).unwrap().unwrap();
            let sizes = range.sizes(1).unwrap();
            let all: Vec<String> = sizes.iter().map(|size| range.word(size)).collect();
            assert_eq!((range.parameter().label.as_str(), all.join(" ").as_str()), (label, words));
        }
        for (word, kind) in [("8", Queens), ("@../a..b", Board), ("../1..2", Graph), ("4x8", Board)]
        {
            assert_eq!(SizeRange::of(word, kind).unwrap(), None, "{word}");
        }
        let range = SizeRange::of("8..13", Queens).unwrap().unwrap();
        assert_eq!(range.sizes(2).unwrap(), [8, 10, 12]);
        assert_eq!(range.sizes(u32::MAX).unwrap(), [8]);
        let all = SizeRange::of("0..4294967295", Queens).unwrap().unwrap();
        assert!(all.sizes(1).is_err() && all.sizes(5_000_000).unwrap().len() == 859);
        for word in ["8..", "..8", "a..8", "8...9", "4..8x4..8", "8..99999999999"] {
            assert!(SizeRange::of(word, Board).is_err(), "{word}");
        }
    }
}
