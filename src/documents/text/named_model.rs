//! A model by the names of its variables, as text.

use super::grouped;
use crate::{
    documents::{named_model::NamedModelDocument, solution::Status},
    printable::one_line,
};

/// What is true, a name a line, and how many names and clauses there are.
#[must_use]
pub fn named_model(document: &NamedModelDocument) -> String {
    let clauses = grouped(document.clauses);
    match document.status {
        Status::Unsatisfiable => return "the solver says that there is no model\n".into(),
        Status::Unknown => return "the solver says that it does not know\n".into(),
        _ => {}
    }
    let mut text = String::new();
    for name in &document.true_names {
        text += &one_line(name);
        text.push('\n');
    }
    let (names, all) =
        (document.true_names.len(), document.true_names.len() + document.false_names.len());
    let (names, all) = (grouped(names as u64), grouped(all as u64));
    text + &format!(
        "\n{names} of {all} names are true; the model satisfies all {clauses} clauses\n"
    )
}
