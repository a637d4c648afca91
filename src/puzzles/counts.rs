//! Requested numbers: a number, the most or the fewest.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chance::saturating_number;

/// The word `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Maximum {
    /// As many as possible.
    #[serde(rename = "max")]
    Max,
}

/// The word `min`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Minimum {
    /// As few as possible.
    #[serde(rename = "min")]
    Min,
}

/// A count as written in documents: a number or a word.
macro_rules! stated_count {
    (
        $(#[$doc:meta])* $count:ident, $expecting:literal,
        $(#[$of_best:meta])* $best:ident($word:ident::$value:ident)
        $(, $(#[$of_other:meta])* $other:ident($other_word:ident::$other_value:ident) = $text:literal)?
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $(#[$doc])*
        #[serde(untagged, expecting = $expecting)]
        pub enum $count {
            /// A number.
            Exactly(u32),
            $(#[$of_best])*
            $best($crate::puzzles::counts::$word),
            $(
                $(#[$of_other])*
                $other($crate::puzzles::counts::$other_word),
            )?
        }

        impl Default for $count {
            fn default() -> Self {
                Self::$best($crate::puzzles::counts::$word::$value)
            }
        }

        impl std::str::FromStr for $count {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                $(if text == $text {
                    return Ok(Self::$other($crate::puzzles::counts::$other_word::$other_value));
                })?
                let count = $crate::puzzles::counts::parse_count(text, $expecting)?;
                Ok(count.map_or_else(Self::default, Self::Exactly))
            }
        }

        impl From<$count> for satranj_encodings::model::Count {
            fn from(count: $count) -> Self {
                match count {
                    $count::Exactly(count) => Self::Exactly(count),
                    $count::$best(_) => Self::Optimum,
                    $($count::$other(_) => Self::Optimum,)?
                }
            }
        }

        impl From<satranj_encodings::model::Count> for $count {
            fn from(count: satranj_encodings::model::Count) -> Self {
                match count {
                    satranj_encodings::model::Count::Exactly(count) => Self::Exactly(count),
                    satranj_encodings::model::Count::Optimum => Self::default(),
                }
            }
        }
    };
}

pub(super) use stated_count;

/// The number in a text, or `None` for the first word that `expecting` has in double quotes.
///
/// # Errors
/// What is expected.
pub(super) fn parse_count(text: &str, expecting: &str) -> Result<Option<u32>, String> {
    let (number, words) = expecting.split_once(" or ").unwrap_or((expecting, ""));
    let best = words.split(" or ").next().unwrap_or(words);
    if text == best.trim_matches('"') {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        let most = saturating_number(text).map(|most| format!(", at most {most},"));
        let most = most.unwrap_or_default();
        format!("expected {number}{most} or {}", words.replace('"', "`"))
    })
}

stated_count!(
    /// How many vertices: a number, or as many as possible.
    MostVertices, "a number of vertices or \"max\"",
    /// As many as possible.
    Maximum(Maximum::Max)
);
stated_count!(
    /// How many vertices: a number, or as few as possible.
    FewestVertices, "a number of vertices or \"min\"",
    /// As few as possible.
    Minimum(Minimum::Min)
);
stated_count!(
    /// The number of colours, or as few as possible.
    FewestColours, "a number of colours or \"min\"",
    /// As few as possible.
    Minimum(Minimum::Min)
);
stated_count!(
    /// How many vertices: a number, as few as possible, or as many as possible of which none can be
    /// spared.
    DominatingVertices, "a number of vertices or \"min\" or \"max\"",
    /// As few as possible.
    Minimum(Minimum::Min),
    /// As many as possible of which none can be removed.
    Maximum(Maximum::Max) = "max"
);
