//! A count document as text.

use std::fmt::Write;

use super::{
    grouped, grouped_digits,
    numbers::{counted, of_machines},
    seconds,
    solution::{checked_proof, second_search},
};
use crate::{
    documents::{counts::SolutionCounts, solution::CountDocument},
    limits::Reason,
    puzzles::{Certificate, StatedPuzzle},
};

/// How tours are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TourDirection {
    /// A tour and its reverse are two.
    Directed,
    /// A tour and its reverse are one.
    Undirected,
}

impl TourDirection {
    /// The word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Directed => "directed",
            Self::Undirected => "undirected",
        }
    }
}

/// A count document: title, the reason for a 0, the numbers; those of tours in the chosen way, if
/// any.
#[must_use]
pub fn count(
    document: &CountDocument,
    puzzle: &dyn StatedPuzzle,
    direction: Option<TourDirection>,
) -> String {
    let mut text = format!("{}, by {}\n", puzzle.title(), document.method);
    if let Some(certificate) = document.certificate.as_ref().filter(|it| it.is_short()) {
        let _ = writeln!(text, "{}", puzzle.because(certificate));
    }
    let counts = &document.content;
    if let Some(Some(by_k)) = &counts.counts_by_k {
        let width = by_k.iter().map(|count| grouped_digits(count).len()).max().unwrap_or(0);
        let _ = writeln!(text);
        for (k, count) in by_k.iter().enumerate() {
            let _ = writeln!(text, "{k:4} {:>width$}", grouped_digits(count));
        }
        let _ = writeln!(text);
    }
    let (least, number) = reached(counts);
    let (number, classes, word) = in_direction(&document.content, number, direction);
    let plural = if number == "1" { "" } else { "s" };
    let _ = write!(text, "{least}{} {word}solution{plural}", grouped_digits(number));
    if let Some(objective) = document.objective {
        let unit = puzzle.unit().or(puzzle.set_size().map(|(noun, _)| noun));
        let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
        let _ = write!(text, " of {objective}{unit}");
    }
    if let Some(classes) = classes {
        let _ = write!(text, ", {} up to symmetry", grouped_digits(classes));
    } else if let Some(classes) = &counts.up_to_symmetry_at_least {
        let _ = write!(text, ", at least {} up to symmetry", grouped_digits(classes));
    }
    let _ = write!(text, ", in {}", seconds(document.timing.total_seconds));
    if let Some(reason) = document.reason {
        let _ = write!(text, ": {}", reason.describe());
    }
    text.push('\n');
    if let Some(Certificate::Drat(proof)) = &document.certificate {
        let _ = writeln!(text, "no solution: proof{}", checked_proof(proof));
    } else if let Some(search) = document.certificate.as_ref().and_then(second_search) {
        let _ = writeln!(text, "no solution{search}");
    } else if let Some(why) = &document.unchecked_because {
        let _ = writeln!(text, "no solution: not proved: {why}");
    }
    if let Some(method) = &counts.counted_again_by {
        let _ = writeln!(text, "counted again by {method}: the same");
    } else if let Some(why) = &counts.not_counted_again_because {
        let _ = writeln!(text, "not counted again: {why}");
    }
    if let Some(merged) = &counts.merged {
        let of_machines = of_machines(&merged.hosts);
        let of_tables = merged.table_nodes.map_or_else(String::new, |nodes| {
            format!(" ({} of them for tables that every part rebuilds)", grouped(nodes))
        });
        let _ = writeln!(
            text,
            "{}{of_machines}: {}{of_tables}, {} of processor time; the largest part has {:.2} times \
             the nodes of the mean",
            counted(merged.parts, "part"),
            counted(document.statistics.nodes, "node"),
            seconds(document.timing.cpu_seconds),
            merged.largest_over_mean,
        );
        if let Some(again) = &merged.rechecked {
            let _ = writeln!(
                text,
                "{} of {} counted again, with the same counts: if 1% of all were wrong, this \
         finds one with probability {:.1}%",
                counted(again.units, "unit"),
                grouped(merged.units),
                100.0 * again.chance_of_one_percent,
            );
        }
    }
    text
}

/// The count of a case in a line: `Case 1: 12`, with the numbers of every size if they are
/// requested, or how far it came and what stopped it.
#[must_use]
pub fn count_line(
    case: usize,
    counts: &SolutionCounts,
    direction: Option<TourDirection>,
    reason: Option<Reason>,
) -> String {
    let (least, number) = reached(counts);
    let (number, _, _) = in_direction(counts, number, direction);
    let mut text = format!("Case {case}: {least}{number}");
    if let Some(Some(by_k)) = &counts.counts_by_k {
        let _ = write!(text, "; by size {}", by_k.join(" "));
    }
    if let Some(reason) = reason {
        let _ = write!(text, " ({})", reason.describe());
    }
    text.push('\n');
    text
}

/// The number, and the words before it if a limit came first.
fn reached(counts: &SolutionCounts) -> (&'static str, &str) {
    match (&counts.count, &counts.at_least) {
        (Some(count), _) => ("", count.as_str()),
        (None, Some(at_least)) => ("at least ", at_least.as_str()),
        (None, None) => ("at least ", "0"),
    }
}

/// The number, the classes, and a word for the way of counting.
fn in_direction<'d>(
    counts: &'d SolutionCounts,
    number: &'d str,
    direction: Option<TourDirection>,
) -> (&'d str, Option<&'d String>, String) {
    let classes = counts.up_to_symmetry.as_ref().and_then(Option::as_ref);
    let (asked, others) = match direction {
        None => return (number, classes, String::new()),
        Some(TourDirection::Directed) => (&counts.directed, &counts.directed_up_to_symmetry),
        Some(TourDirection::Undirected) => (&counts.undirected, &counts.undirected_up_to_symmetry),
    };
    // If a limit came first there is only one number.
    let Some(asked) = asked else { return (number, classes, String::new()) };
    let others = others.as_ref().or(classes.filter(|_| asked == number));
    let word = direction.map_or_else(String::new, |direction| format!("{} ", direction.word()));
    (asked, others, word)
}
