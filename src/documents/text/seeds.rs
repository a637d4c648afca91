//! The statistics of a method over many seeds as text.

use std::fmt::Write as _;

use super::{grouped, seconds};
use crate::documents::seeds::SeedsDocument;

/// How often the method succeeded, and in how many steps.
#[must_use]
pub fn seeds(document: &SeedsDocument, title: &str) -> String {
    let statistics = &document.seeds;
    let mut text = format!(
        "{title}, by {}, seeds {} to {}\n",
        document.method, statistics.first_seed, statistics.last_seed
    );
    let share = statistics.share.unwrap_or_default() * 100.0;
    let _ = writeln!(
        text,
        "{} of {} runs solved and verified: {share:.2} %",
        grouped(statistics.solved),
        grouped(statistics.runs)
    );
    if statistics.refuted > 0 {
        let _ = writeln!(text, "{} runs showed that there is none", grouped(statistics.refuted));
    }
    let spreads = [("solved", statistics.steps_solved), ("not solved", statistics.steps_unsolved)];
    for (which, spread) in spreads {
        if let Some(spread) = spread {
            let _ = writeln!(
                text,
                "steps where {which}: median {}, mean {:.1}, {} … {}",
                spread.median,
                spread.mean,
                grouped(spread.minimum),
                grouped(spread.maximum)
            );
        }
    }
    let _ = write!(text, "in {}", seconds(document.total_seconds));
    if let Some(reason) = statistics.reason {
        let _ = write!(text, ": {}", reason.describe());
    }
    text.push('\n');
    text
}
