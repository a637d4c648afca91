//! The sizes of formulas as a table.

use std::fmt::Write;

use super::{grouped, seconds};
use crate::documents::sizes::{FormulaSize, SizesDocument};

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
            None if !size.complete => "  cuts are added while it is solved".into(),
            None => String::new(),
        };
        let _ = writeln!(text, "{note}");
    }
    if document.default.is_some() {
        text.push_str("\n* what `export` takes where no encoding is named\n");
    }
    text
}
