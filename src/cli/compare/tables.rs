//! A comparison as Markdown and CSV files.

use std::{fmt::Write as _, io};

use crate::{
    cli::{CliError, whole_file::WholeFile},
    documents::{
        comparison::{ComparisonDocument, ranked},
        text::{COLUMNS, comparison_row},
    },
    printable::cell,
};

/// Writes the table as Markdown.
///
/// # Errors
/// [`CliError`] if the file cannot be written.
pub fn markdown(file: WholeFile, document: &ComparisonDocument) -> Result<(), CliError> {
    let mut text = format!("| {} |\n|:--|:--|--:|--:|--:|--:|--:|\n", COLUMNS.join(" | "));
    for runs in ranked(&document.runs) {
        let cells: Vec<String> =
            comparison_row(runs).iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| `{}` | {} |", cells[0], cells[1..].join(" | "));
    }
    file.write(|out| out.write_all(text.as_bytes()))
}

/// Writes one line a run as CSV.
///
/// # Errors
/// [`CliError`] if the file cannot be written.
pub fn csv(file: WholeFile, document: &ComparisonDocument) -> Result<(), CliError> {
    file.write(|out| write_csv(document, out))
}

fn write_csv(document: &ComparisonDocument, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "method",
        "run",
        "status",
        "seconds",
        "cpu_seconds",
        "peak_memory_bytes",
    ])?;
    for runs in &document.runs {
        for (index, seconds) in runs.times_seconds.iter().enumerate() {
            // What was not measured is an empty field, not a zero.
            let cpu = runs.cpu_seconds.get(index).map(f64::to_string).unwrap_or_default();
            let status = runs.ends.get(index).map_or(runs.status, |end| end.status);
            writer.write_record([
                cell(&runs.method).into_owned(),
                (index + 1).to_string(),
                status.name().into(),
                seconds.to_string(),
                cpu,
                runs.peak_memory_bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
            ])?;
        }
    }
    writer.flush()
}
