//! Documents as text for a person.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::{
    comparison::{ComparisonDocument, MethodRuns},
    solution::{SolutionDocument, Solutions, Status},
};
use crate::{
    pictures,
    puzzles::{Certificate, Puzzle, Solution, tour::Tour},
    statistics::Statistics,
};

/// Paints a word.
fn painted(text: &str, colour: AnsiColor, coloured: bool) -> String {
    if !coloured {
        return text.into();
    }
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{text}{style:#}")
}

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to colour.
    pub coloured: bool,
}

/// A solution document: title, board, verdict.
#[must_use]
pub fn solution(document: &SolutionDocument, tour: Option<&Tour>, layout: Layout) -> String {
    let mut text = String::new();
    let title = tour.map_or_else(String::new, Puzzle::title);
    let solver = document.solver.as_ref().map_or_else(String::new, |solver| format!(" ({solver})"));
    let _ = writeln!(text, "{title}, by {}{solver}", document.method);
    let solutions = match &document.solutions {
        Solutions::One { solution } => solution.as_slice(),
        Solutions::Many { solutions } => solutions.as_slice(),
    };
    for (index, solution) in solutions.iter().enumerate() {
        if matches!(document.solutions, Solutions::Many { .. }) {
            let _ = writeln!(text, "\nsolution {}", index + 1);
        }
        let Solution::Path { path } = solution;
        if let Some(tour) = tour {
            let picture = pictures::text::tour(
                tour.board(),
                path,
                tour.closed(),
                layout.width,
                layout.coloured,
            );
            match picture {
                Some(picture) => {
                    let _ = write!(text, "\n{picture}");
                }
                None => {
                    let _ = writeln!(
                        text,
                        "\n(the board does not fit here; --svg FILE draws it, --json lists the squares)"
                    );
                }
            }
        }
    }
    let _ = writeln!(text);
    if let (Some(certificate), Some(tour)) = (&document.certificate, tour) {
        let marked = pictures::text::marked(
            tour.board(),
            certificate.squares(),
            layout.width,
            layout.coloured,
        );
        if let Some(picture) = marked {
            let _ = writeln!(text, "{picture}");
        }
        let _ = writeln!(text, "{}", because(certificate, tour));
    }
    let _ = writeln!(text, "{}", verdict(document, solutions.len(), layout));
    let _ = writeln!(text, "{}", effort(&document.statistics));
    text
}

fn verdict(document: &SolutionDocument, found: usize, layout: Layout) -> String {
    let (word, colour) = match document.status {
        Status::Unsatisfiable => ("no solution", AnsiColor::Red),
        Status::Unknown => ("undecided", AnsiColor::Yellow),
        Status::AllSolutions => ("all solutions", AnsiColor::Green),
        Status::Optimal => ("optimal", AnsiColor::Green),
        Status::Satisfied => ("solved", AnsiColor::Green),
    };
    let mut text = painted(word, colour, layout.coloured);
    if matches!(document.solutions, Solutions::Many { .. }) {
        let _ = write!(text, " ({found})");
    }
    if let Some(reason) = document.reason {
        let _ = write!(text, ": {}", reason.describe());
    }
    text.push_str(match (document.status, document.verified) {
        (Status::Unsatisfiable, true) => ", certificate verified",
        (Status::Unsatisfiable, false) => ", by exhaustion",
        (_, true) => " and verified",
        (_, false) => "",
    });
    let _ = write!(text, " in {}", seconds(document.timing.total_seconds));
    text
}

/// The reason for a "no" in a sentence.
#[must_use]
pub fn because(certificate: &Certificate, tour: &Tour) -> String {
    let list = |squares: &[crate::board::square::Square]| {
        let mut names: Vec<String> = squares.iter().take(8).map(ToString::to_string).collect();
        if squares.len() > 8 {
            names.push(format!("… ({} squares)", squares.len()));
        }
        names.join(", ")
    };
    match certificate {
        Certificate::LowDegree { squares } => {
            let lacks = if squares.len() == 1 { "has" } else { "have" };
            format!("because {} {lacks} too few moves to be passed through", list(squares))
        }
        Certificate::Disconnected { squares } => {
            format!("because no move leads out of {}", list(squares))
        }
        Certificate::Articulation { squares } => format!(
            "because without {} the board falls into more parts than a tour can join",
            list(squares)
        ),
        Certificate::ColourParity { squares, ends } => {
            let mut text = format!(
                "because every move changes colour, and {} of {} squares have one colour",
                squares.len(),
                tour.board().free_squares()
            );
            if !ends.is_empty() {
                let _ = write!(text, ", so the tour cannot have its end at {}", list(ends));
            }
            text
        }
        Certificate::GivenMoves { squares } => {
            format!("because the given moves through {} cannot all be made", list(squares))
        }
    }
}

/// The counters that are not zero.
fn effort(statistics: &Statistics) -> String {
    let counts = [
        (statistics.attempts, "attempt"),
        (statistics.nodes, "node"),
        (statistics.backtracks, "backtrack"),
        (statistics.variables, "variable"),
        (statistics.clauses, "clause"),
        (statistics.rounds, "round"),
        (statistics.cuts, "cut"),
    ];
    let shown: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| {
            format!("{} {word}{}", grouped(*count), if *count == 1 { "" } else { "s" })
        })
        .collect();
    if shown.is_empty() { "decided without a search".into() } else { shown.join(", ") }
}

/// A number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time for a person: four significant digits or microseconds.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

/// A comparison: a table, then who was how much faster than whom.
#[must_use]
pub fn comparison(document: &ComparisonDocument, title: &str, layout: Layout) -> String {
    let mut rows = vec![
        ["method", "answer", "median", "min … max", "memory", "nodes"].map(String::from).to_vec(),
    ];
    for runs in &document.runs {
        rows.push(comparison_row(runs));
    }
    let mut text = format!("{title}\n\n{}", table(&rows));
    let answered = |runs: &&MethodRuns| runs.status != Status::Unknown && runs.error.is_none();
    if let Some(fastest) = &document.fastest
        && let Some(first) = document.runs.iter().find(|runs| runs.method == *fastest)
    {
        let mut others: Vec<&MethodRuns> =
            document.runs.iter().filter(answered).filter(|runs| runs.method != *fastest).collect();
        others.sort_by(|a, b| {
            a.median_seconds.partial_cmp(&b.median_seconds).unwrap_or(std::cmp::Ordering::Equal)
        });
        if !others.is_empty() {
            let _ = writeln!(text, "\n{} was", painted(fastest, AnsiColor::Green, layout.coloured));
        }
        for other in others {
            if let Some((ratio, deviation)) = ratio(other, first) {
                let deviation =
                    deviation.map_or_else(String::new, |deviation| format!(" ± {deviation:.1}"));
                let _ =
                    writeln!(text, "  {ratio:.1}{deviation} times faster than {}", other.method);
            }
        }
    }
    let (word, colour) = match document.runs.iter().filter(answered).count() {
        _ if !document.agreement => ("the methods disagree", AnsiColor::Red),
        0 => ("no method answered", AnsiColor::Yellow),
        1 => ("one method answered; there is nothing to compare it with", AnsiColor::Yellow),
        _ => ("all answers agree", AnsiColor::Green),
    };
    let _ = writeln!(text, "\n{}", painted(word, colour, layout.coloured));
    text
}

/// How many times slower one method was than another, with the deviation of that ratio by
/// the propagation of errors, as hyperfine gives it.
fn ratio(slow: &MethodRuns, fast: &MethodRuns) -> Option<(f64, Option<f64>)> {
    let (slow_mean, fast_mean) = (slow.mean_seconds?, fast.mean_seconds?);
    if fast_mean <= 0.0 {
        return None;
    }
    let ratio = slow_mean / fast_mean;
    let deviation = slow.deviation_seconds.zip(fast.deviation_seconds).map(|(slow_by, fast_by)| {
        ratio * ((slow_by / slow_mean).powi(2) + (fast_by / fast_mean).powi(2)).sqrt()
    });
    Some((ratio, deviation))
}

/// The cells of one method in the comparison table.
#[must_use]
pub fn comparison_row(runs: &MethodRuns) -> Vec<String> {
    let answer = match (runs.status, runs.reason, &runs.error) {
        (_, _, Some(error)) => format!("failed: {error}"),
        (Status::Unknown, Some(reason), _) => format!("undecided: {}", reason.describe()),
        (status, _, _) => match status.has_solution() {
            Some(true) if runs.verified => "tour, verified".into(),
            Some(true) => "tour".into(),
            Some(false) if runs.verified => "none, certificate".into(),
            Some(false) => "none, exhausted".into(),
            None => "undecided".into(),
        },
    };
    let time = |value: Option<f64>| value.map_or_else(|| "-".into(), seconds);
    let memory = runs.peak_memory_bytes.map_or_else(
        || "-".into(),
        |bytes| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
    );
    vec![
        runs.method.clone(),
        answer,
        time(runs.median_seconds),
        format!("{} … {}", time(runs.minimum_seconds), time(runs.maximum_seconds)),
        memory,
        grouped(runs.statistics.nodes),
    ]
}

/// Rows as an aligned table: words to the left, numbers to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            if column < 2 {
                let _ = write!(line, "{cell}{pad}   ");
            } else {
                let _ = write!(line, "{pad}{cell}   ");
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_a_person() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(seconds(0.000_012), "12 µs");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!(seconds(12.3), "12.30 s");
    }
}
