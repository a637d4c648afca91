//! A table of a report, whatever it is written as.

/// A table.
#[derive(Debug)]
pub struct ReportTable {
    /// Its name in the page's address.
    pub id: &'static str,
    /// One line for a person.
    pub title: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, a cell a column.
    pub rows: Vec<TableRow>,
    /// What is to be known of it.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// What stands above it.
    pub name: &'static str,
    /// Whether it is of numbers, to the right.
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
    /// As all.
    Plain,
    /// Of no answer.
    Unanswered,
    /// Of no method, beside them.
    Apart,
}

/// A cell.
#[derive(Debug, Clone)]
pub enum TableCell {
    /// Nothing is known.
    Nothing,
    /// Words.
    Words(String),
    /// Words that may be long.
    Answer(String),
    /// A number as a person reads it, and by which it is sorted.
    Number(String, f64),
    /// A method.
    Method(String),
    /// A command line.
    Command(String),
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(name: &'static str) -> Self {
        Self { name, is_number: false, is_for_page: false }
    }

    /// A column of numbers.
    #[must_use]
    pub fn number(name: &'static str) -> Self {
        Self { name, is_number: true, is_for_page: false }
    }

    /// A column that stands in the page only.
    #[must_use]
    pub fn for_page(name: &'static str) -> Self {
        Self { name, is_number: false, is_for_page: true }
    }
}

impl TableCell {
    /// A number, if it is known.
    #[must_use]
    pub fn number(number: Option<f64>, shown: impl FnOnce(f64) -> String) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number(shown(number), number))
    }

    /// What a person reads.
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
    /// The places of the columns that have room on paper.
    pub fn on_paper(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns.len()).filter(|&place| !self.columns[place].is_for_page)
    }
}
