//! The documents that take a few lines of text: cases, jobs, seeds, sizes, named models.

use std::fmt::Write as _;

use super::{counted, grouped, seconds};
use crate::{
    documents::{
        batch::{BatchDocument, CaseContent},
        job::JobDocument,
        named_model::NamedModelDocument,
        seeds::SeedsDocument,
        sizes::{FormulaSize, SizesDocument},
        solution::{ObjectiveBound, SolutionDocument, Status},
    },
    limits::Reason,
    printable::one_line,
    puzzles::StatedPuzzle,
};

/// A batch: `Case 1: 4`, a line for each case.
#[must_use]
pub fn batch(document: &BatchDocument) -> String {
    let mut text = String::new();
    for case in &document.cases {
        match &case.content {
            CaseContent::Answer(answer) => text += &self::case(case.case, answer),
            CaseContent::Error { error } => text += &wrong_case(case.case, error),
        }
    }
    text
}

/// A case without an answer in a line: its error.
#[must_use]
pub fn wrong_case(number: usize, error: &str) -> String {
    format!("Case {number}: error: {}\n", one_line(error))
}

/// One case in a line: its best value, `impossible`, or how far the method came.
#[must_use]
pub fn case(number: usize, document: &SolutionDocument) -> String {
    let SolutionDocument { status, objective, bound, reason, .. } = *document;
    let why = (reason, document.unchecked_because.as_deref());
    case_line(number, status, objective, (bound, why))
}

/// The same for a bare result, with the value of the best solution; if that is unknown, how the
/// value bounds it, and why; if it needs a check and has none, why.
#[must_use]
pub fn case_line(
    number: usize,
    status: Status,
    objective: Option<u64>,
    (bound, (reason, unchecked)): (Option<ObjectiveBound>, (Option<Reason>, Option<&str>)),
) -> String {
    let reason = reason.map_or("undecided", Reason::describe);
    let answer = match (status, objective) {
        (Status::Unsatisfiable, _) => "impossible".into(),
        (Status::Unknown, Some(objective)) => {
            let bound = bound.map_or("best so far", ObjectiveBound::words);
            format!("{bound} {objective} ({reason})")
        }
        (Status::Unknown, None) => format!("unknown ({reason})"),
        (_, Some(objective)) => objective.to_string(),
        (_, None) => "possible".into(),
    };
    let unchecked = unchecked.map_or_else(String::new, |why| format!(" (not checked: {why})"));
    format!("Case {number}: {answer}{unchecked}\n")
}

/// A job.
#[must_use]
pub fn job(document: &JobDocument, puzzle: &dyn StatedPuzzle) -> String {
    let JobDocument { method, parts, split, .. } = document;
    format!(
        "{}, by {method}, in {} of {} ({}, depth {})\n",
        puzzle.title(),
        counted(*parts, "part"),
        counted(split.units, "unit"),
        split.rule,
        grouped(split.depth.into()),
    )
}

/// The true names, one per line, and how many names and clauses there are.
#[must_use]
pub fn named_model(document: &NamedModelDocument) -> String {
    match document.status {
        Status::Unsatisfiable => {
            return "the solver reports that there is no model
"
            .into();
        }
        Status::Unknown => {
            return "the solver returned UNKNOWN
"
            .into();
        }
        _ => {}
    }
    let names = document.true_names.iter().map(|name| format!("{}\n", one_line(name)));
    let (names, all) = (names.collect::<String>(), document.true_names.len());
    format!(
        "{names}\n{} of {} names are true; the model satisfies all {} clauses\n",
        grouped(all as u64),
        grouped((all + document.false_names.len()) as u64),
        grouped(document.clauses),
    )
}

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
        let _ =
            writeln!(text, "{} runs proved that there is no solution", grouped(statistics.refuted));
    }
    let spreads = [("solved", statistics.steps_solved), ("not solved", statistics.steps_unsolved)];
    for (which, spread) in spreads {
        if let Some(spread) = spread {
            let _ = writeln!(
                text,
                "steps of runs {which}: median {}, mean {:.1}, {} … {}",
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

/// A line for each encoding, the default marked.
#[must_use]
pub fn sizes(document: &SizesDocument, title: &str) -> String {
    let mut text = format!("{title}\n\n");
    let name = |size: &FormulaSize| {
        let mark = if document.default == Some(size.encoding) { "*" } else { " " };
        format!("{mark} {}", size.encoding)
    };
    let width = document.encodings.iter().map(|size| name(size).len()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{:width$} {:>12} {:>14} {:>15} {:>9}",
        "  encoding", "variables", "clauses", "literals", "time"
    );
    for size in &document.encodings {
        let number = |number: Option<u64>| number.map_or_else(|| "-".into(), grouped);
        let _ = write!(
            text,
            "{:width$} {:>12} {:>14} {:>15} {:>9}",
            name(size),
            number(size.variables),
            number(size.clauses),
            number(size.literals),
            seconds(size.encode_seconds)
        );
        let note = match &size.problem {
            Some(problem) => format!("  {problem}"),
            None if !size.complete => "  the solver adds cuts while it runs".into(),
            None => String::new(),
        };
        let _ = writeln!(text, "{note}");
    }
    if document.default.is_some() {
        text.push_str("\n* the default of `export`\n");
    }
    text
}
