//! A count document as text.

use std::fmt::Write;

use super::{grouped_digits, numbers::counted, seconds};
use crate::{documents::solution::CountDocument, puzzles::Puzzle};

/// A count document: title, the reason of a 0, the numbers.
#[must_use]
pub fn count(document: &CountDocument, puzzle: &dyn Puzzle) -> String {
    let mut text = format!("{}, by {}\n", puzzle.title(), document.method);
    if let Some(certificate) = &document.certificate {
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
    let (least, number) = match (&counts.count, &counts.at_least) {
        (Some(count), _) => ("", count.as_str()),
        (None, Some(at_least)) => ("at least ", at_least.as_str()),
        (None, None) => ("at least ", "0"),
    };
    let plural = if number == "1" { "" } else { "s" };
    let _ = write!(text, "{least}{} solution{plural}", grouped_digits(number));
    if let Some(objective) = document.objective {
        let unit = puzzle.unit().map_or_else(String::new, |unit| format!(" {unit}"));
        let _ = write!(text, " of {objective}{unit}");
    }
    if let Some(Some(classes)) = &counts.up_to_symmetry {
        let _ = write!(text, ", {} up to symmetry", grouped_digits(classes));
    } else if let Some(classes) = &counts.up_to_symmetry_at_least {
        let _ = write!(text, ", at least {} up to symmetry", grouped_digits(classes));
    }
    let _ = write!(text, ", in {}", seconds(document.timing.total_seconds));
    if let Some(reason) = document.reason {
        let _ = write!(text, ": {}", reason.describe());
    }
    text.push('\n');
    if let Some(merged) = &counts.merged {
        let of_machines = match merged.hosts.len() as u64 {
            0 => String::new(),
            hosts => format!(" of {}", counted(hosts, "machine")),
        };
        let _ = writeln!(
            text,
            "{}{of_machines}: {}, {} of processor time; the largest part has {:.2} times the nodes \
             of the mean",
            counted(merged.parts, "part"),
            counted(document.statistics.nodes, "node"),
            seconds(document.timing.cpu_seconds),
            merged.largest_over_mean,
        );
    }
    text
}
