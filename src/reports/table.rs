//! A table of a report, written as Markdown, LaTeX or CSV.

use std::{fmt::Write as _, io};

use super::study::Study;
use crate::{documents::comparison::MethodRuns, printable::cell};

/// A table.
#[derive(Debug)]
pub struct ReportTable {
    /// Its anchor in the page.
    pub id: &'static str,
    /// One line for a person.
    pub title: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, with a cell per column.
    pub rows: Vec<TableRow>,
    /// Notes on it.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its heading.
    pub name: &'static str,
    /// Whether it holds numbers, aligned right.
    pub is_number: bool,
    /// Whether it is too wide for paper.
    pub is_for_page: bool,
}

/// A row.
#[derive(Debug)]
pub struct TableRow {
    /// The cells.
    pub cells: Vec<TableCell>,
    /// How it differs from the others.
    pub look: RowLook,
}

/// How a row looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowLook {
    /// An ordinary row.
    Plain,
    /// A row without an answer.
    Unanswered,
    /// A row beside those of methods.
    Apart,
}

/// A cell.
#[derive(Debug, Clone)]
pub enum TableCell {
    /// Unknown.
    Nothing,
    /// Words.
    Words(String),
    /// Words that may be long.
    Answer(String),
    /// A number as shown, and its sort key.
    Number(String, f64),
    /// A method.
    Method(String),
    /// A command line.
    Command(String),
}

impl Column {
    /// A column of a name: a leading `#` means numbers, a leading `!` only in the page, else words.
    #[must_use]
    pub fn of(name: &'static str) -> Self {
        let plain = name.trim_start_matches(['#', '!']);
        Self { name: plain, is_number: name.starts_with('#'), is_for_page: name.starts_with('!') }
    }
}

impl TableCell {
    /// A number, if it is known.
    #[must_use]
    pub fn number(number: Option<f64>, shown: impl FnOnce(f64) -> String) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number(shown(number), number))
    }

    /// The shown text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Nothing => "-",
            Self::Words(text)
            | Self::Answer(text)
            | Self::Number(text, _)
            | Self::Method(text)
            | Self::Command(text) => text,
        }
    }
}

impl ReportTable {
    /// The indices of the columns that fit on paper.
    pub fn on_paper(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns.len()).filter(|&place| !self.columns[place].is_for_page)
    }
}

/// Tables as Markdown, each below its title.
#[must_use]
pub fn markdown(tables: &[ReportTable]) -> String {
    let mut text = String::new();
    for table in tables {
        if !text.is_empty() {
            text.push('\n');
        }
        let columns: Vec<usize> = table.on_paper().collect();
        let names = columns.iter().map(|&place| table.columns[place].name);
        let sides =
            columns.iter().map(|&place| if table.columns[place].is_number { "--:" } else { ":--" });
        let _ = writeln!(text, "## {}\n", table.title);
        let _ = writeln!(text, "| {} |", names.collect::<Vec<_>>().join(" | "));
        let _ = writeln!(text, "|{}|", sides.collect::<Vec<_>>().join("|"));
        for row in &table.rows {
            let cells = columns.iter().map(|&place| markdown_cell(&row.cells[place]));
            let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
        }
        for note in &table.notes {
            let _ = writeln!(text, "\n{note}");
        }
    }
    text
}

/// A cell without markup.
fn markdown_cell(cell: &TableCell) -> String {
    let mut text = String::new();
    for character in cell.text().chars() {
        match character {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' => text.extend(['\\', character]),
            '<' => text += "&lt;",
            '&' => text += "&amp;",
            other => text.push(other),
        }
    }
    text
}

/// Tables as LaTeX with the rules of `booktabs`, to be included in a document.
#[must_use]
pub fn latex(tables: &[ReportTable]) -> String {
    let mut text = String::from("% \\usepackage{booktabs}\n");
    for table in tables {
        let columns: Vec<usize> = table.on_paper().collect();
        let side = |&place: &usize| if table.columns[place].is_number { 'r' } else { 'l' };
        let sides: String = columns.iter().map(side).collect();
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
        };
        let _ = write!(text, "\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n", table.title);
        let _ = write!(text, "\\label{{tab:{}}}\n\\begin{{tabular}}{{{sides}}}\n", table.id);
        text += "\\toprule\n";
        text += &line(&mut columns.iter().map(|&place| latex_text(table.columns[place].name)));
        text += "\\midrule\n";
        for row in &table.rows {
            text += &line(&mut columns.iter().map(|&place| latex_text(row.cells[place].text())));
        }
        text += "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
    }
    text
}

/// A text without commands. Non-ASCII characters are left to the engine's UTF-8, except the signs
/// of the tables themselves.
fn latex_text(plain: &str) -> String {
    let mut text = String::new();
    for character in plain.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', character]),
            '\\' => text += "\\textbackslash{}",
            '~' => text += "\\textasciitilde{}",
            '^' => text += "\\textasciicircum{}",
            '<' => text += "$<$",
            '>' => text += "$>$",
            // After the end of a line, a bracket would be read as its option.
            '[' => text += "{[}",
            ']' => text += "{]}",
            '×' => text += "$\\times$",
            '±' => text += "$\\pm$",
            '²' => text += "$^2$",
            'µ' => text += "\\textmu{}",
            '…' => text += "--",
            other => text.push(other),
        }
    }
    text
}

/// The runs of all rows as CSV: one line per run, with numbers as measured.
///
/// # Errors
/// The writer's error.
pub fn csv(study: &Study, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let names = "experiment,instance,parameter,method,run,status,value,seconds,cpu_seconds,peak_memory_bytes";
    writer.write_record(names.split(','))?;
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    for row in &study.rows {
        let instance = study.instance(row);
        let MethodRuns { status, ends, cpu_seconds, peak_memory_bytes, .. } = &row.runs;
        let value = row.value().unwrap_or_default().replace(',', "");
        for (index, seconds) in row.runs.times_seconds.iter().enumerate() {
            let status = ends.get(index).map_or(*status, |end| end.status);
            writer.write_record([
                cell(&study.experiment(instance).name).into_owned(),
                cell(&instance.name).into_owned(),
                number(instance.key),
                cell(&row.runs.method).into_owned(),
                (index + 1).to_string(),
                status.name().into(),
                cell(&value).into_owned(),
                seconds.to_string(),
                number(cpu_seconds.get(index).copied()),
                peak_memory_bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
            ])?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hostile() -> ReportTable {
        let words = "a|b & c_d <b> 50 % ~ \\x ^ µs […]";
        ReportTable {
            id: "t",
            title: "T",
            columns: ["what", "#95 %", "!again"].map(Column::of).to_vec(),
            rows: vec![TableRow {
                cells: vec![
                    TableCell::Words(words.into()),
                    TableCell::Nothing,
                    TableCell::Command("command".into()),
                ],
                look: RowLook::Plain,
            }],
            notes: vec!["A note.".into()],
        }
    }

    #[test]
    fn nothing_is_markup_in_markdown() {
        let row = "| a\\|b &amp; c\\_d &lt;b> 50 % ~ \\\\x ^ µs \\[…\\] | - |";
        let expected = format!("## T\n\n| what | 95 % |\n|:--|--:|\n{row}\n\nA note.\n");
        assert_eq!(markdown(&[hostile()]), expected);
    }

    #[test]
    fn nothing_is_a_command_in_latex() {
        let text = latex(&[hostile()]);
        let row = "a|b \\& c\\_d $<$b$>$ 50 \\% \\textasciitilde{} \\textbackslash{}x \
                   \\textasciicircum{} \\textmu{}s {[}--{]} & - \\\\\n";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("\\begin{tabular}{lr}\n\\toprule\nwhat & 95 \\% \\\\\n"), "{text}");
        assert!(!text.contains("command"), "{text}");
    }
}
