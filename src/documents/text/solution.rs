//! A solution document as text: title, board, verdict.

use std::fmt::Write;

use anstyle::AnsiColor;

use super::{Layout, grouped, painted, seconds};
use crate::{
    documents::solution::{SolutionDocument, Solutions, Status},
    pictures,
    puzzles::{Certificate, Puzzle, Solution, tour::Tour},
    statistics::Statistics,
};

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
