//! The formats of outputs: for each its name, the option that writes it, its extensions, whether it may
//! go to standard output, and whether it shows one answer only.

use super::file_format::Offered;

/// A format of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// The document as text.
    Text,
    /// The document as JSON, or as JSON lines.
    Json,
    /// A picture as vector graphics.
    Svg,
    /// The same picture as pixels.
    Png,
    /// A page: the animated answer, or a report.
    Html,
    /// Rows of numbers: visits, or measured runs.
    Csv,
    /// A table as Markdown.
    Markdown,
    /// A table as LaTeX.
    Latex,
    /// A TSPLIB tour.
    Tour,
    /// A DRAT proof.
    Proof,
}

/// What a format is on the command line.
pub struct OutputKind {
    pub format: OutputFormat,
    pub name: &'static str,
    /// The option that writes it beside the document.
    pub option: &'static str,
    pub extensions: &'static [&'static str],
    /// Why it cannot go to standard output, if so.
    pub never_printed: Option<&'static str>,
    /// Whether the output of `solve` in this format shows one answer, not several cases.
    pub is_single: bool,
}

use OutputFormat::{Csv, Html, Json, Latex, Markdown, Png, Proof, Svg, Text, Tour};

static KINDS: [OutputKind; 10] = [
    of_all(Text, "text", "-o", &["txt", "text"]),
    of_all(Json, "json", "-o", &["json", "jsonl", "ndjson"]),
    of_one(Svg, "svg", "--svg", &["svg"]),
    of_one(Png, "png", "--png", &["png"]),
    of_one(Html, "html", "--html", &["html", "htm"]),
    of_one(Csv, "csv", "--export-csv", &["csv"]),
    of_all(Markdown, "markdown", "--export-markdown", &["md", "markdown"]),
    of_all(Latex, "latex", "--export-latex", &["tex"]),
    of_one(Tour, "tour", "--tour", &["tour"]),
    OutputKind {
        never_printed: Some("the proof is checked with the formula beside it: name a file"),
        ..of_all(Proof, "drat", "--proof", &["drat"])
    },
];

/// A format that shows all answers and may go to standard output.
const fn of_all(
    format: OutputFormat,
    name: &'static str,
    option: &'static str,
    extensions: &'static [&'static str],
) -> OutputKind {
    OutputKind { format, name, option, extensions, never_printed: None, is_single: false }
}

/// The same for a format that shows one answer.
const fn of_one(
    format: OutputFormat,
    name: &'static str,
    option: &'static str,
    extensions: &'static [&'static str],
) -> OutputKind {
    OutputKind { is_single: true, ..of_all(format, name, option, extensions) }
}

impl OutputFormat {
    /// Its row in the table.
    pub fn kind(self) -> &'static OutputKind {
        // A test holds that the table has this order.
        &KINDS[self as usize]
    }

    /// The format that an extension names.
    pub fn by_extension(extension: &str) -> Option<Self> {
        let known = KINDS.iter().find(|kind| kind.extensions.contains(&extension));
        known.map(|kind| kind.format)
    }

    /// The format as an offer of a command.
    pub fn offered(self) -> Offered<Self> {
        let OutputKind { format, name, extensions, .. } = *self.kind();
        Offered { format, name, extensions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_its_row_and_its_own_extensions() {
        let mut seen = Vec::new();
        for kind in &KINDS {
            assert!(std::ptr::eq(kind.format.kind(), kind), "{}", kind.name);
            for extension in kind.extensions {
                assert!(!seen.contains(extension), "{extension}: of two formats");
                seen.push(extension);
            }
        }
    }
}
