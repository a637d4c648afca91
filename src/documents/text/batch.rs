//! The cases of a batch as text, a line each.

use std::fmt::Write as _;

use crate::{
    documents::{
        batch::{BatchDocument, CaseContent},
        solution::{ObjectiveBound, SolutionDocument, Status},
    },
    printable::one_line,
};

/// A batch: `Case 1: 4`, a line for each case.
#[must_use]
pub fn batch(document: &BatchDocument) -> String {
    let mut text = String::new();
    for case in &document.cases {
        match &case.content {
            CaseContent::Answer(answer) => text += &self::case(case.case, answer),
            CaseContent::Error { error } => {
                let _ = writeln!(text, "Case {}: error: {}", case.case, one_line(error));
            }
        }
    }
    text
}

/// One case in a line: its best value, `impossible`, or how far it came.
#[must_use]
pub fn case(number: usize, document: &SolutionDocument) -> String {
    let reason = document.reason.map_or("undecided", |reason| reason.describe());
    let answer = match (document.status, document.objective) {
        (Status::Unsatisfiable, _) => "impossible".into(),
        (Status::Unknown, Some(objective)) => {
            let bound = document.bound.map_or("best so far", ObjectiveBound::words);
            format!("{bound} {objective} ({reason})")
        }
        (Status::Unknown, None) => format!("unknown ({reason})"),
        (_, Some(objective)) => objective.to_string(),
        (_, None) => "possible".into(),
    };
    format!("Case {number}: {answer}\n")
}
