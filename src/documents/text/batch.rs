//! The cases of a batch as text, a line each.

use crate::{
    documents::{
        batch::{BatchDocument, CaseContent},
        solution::{ObjectiveBound, SolutionDocument, Status},
    },
    limits::Reason,
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
                text += &wrong_case(case.case, error);
            }
        }
    }
    text
}

/// A case without an answer in a line: what is wrong with it.
#[must_use]
pub fn wrong_case(number: usize, error: &str) -> String {
    format!("Case {number}: error: {}\n", one_line(error))
}

/// One case in a line: its best value, `impossible`, or how far it came.
#[must_use]
pub fn case(number: usize, document: &SolutionDocument) -> String {
    let SolutionDocument { status, objective, bound, reason, .. } = *document;
    case_line(number, status, objective, (bound, reason))
}

/// The same of what came out alone, with the value of the best solution; where that is not known,
/// what the value says of it, and why.
#[must_use]
pub fn case_line(
    number: usize,
    status: Status,
    objective: Option<u64>,
    (bound, reason): (Option<ObjectiveBound>, Option<Reason>),
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
    format!("Case {number}: {answer}\n")
}
