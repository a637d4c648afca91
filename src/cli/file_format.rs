//! The format of an output, from an option or the file's extension.

use std::path::Path;

use super::{CliError, standard_output};
use crate::{
    compression::Compression,
    exports::{self, Format},
    file_name::shown,
};

/// A format that a command can write.
#[derive(Debug, Clone, Copy)]
pub struct Offered<F> {
    /// The format.
    pub format: F,
    /// Its name.
    pub name: &'static str,
    /// Its file extensions, without the dot, in lower case; the usual one first.
    pub extensions: &'static [&'static str],
}

/// The commands and options that write files of other extensions: hints for a file with a wrong
/// extension.
const ELSEWHERE: [(&[&str], &str); 10] = [
    (
        &["svg"],
        "`solve PUZZLE -o FILE.svg`, `draw DOCUMENT -o FILE.svg` and `report --plots FOLDER` write \
         pictures",
    ),
    (
        &["png"],
        "`solve PUZZLE -o FILE.png`, `draw DOCUMENT -o FILE.png` and `report --plots FOLDER` write \
         PNG pictures",
    ),
    (
        &["html", "htm"],
        "`solve PUZZLE`, `compare PUZZLE`, `draw DOCUMENT` and `report DOCUMENT -o FILE.html` write \
         pages",
    ),
    (&["json"], "`solve`, `count`, `compare` and `bench` write JSON documents"),
    (
        &["csv"],
        "`compare PUZZLE -o FILE.csv` writes a table of runs, `solve` of visits, `export` of edges",
    ),
    (&["md"], "`compare PUZZLE -o FILE.md` and `report DOCUMENT -o FILE.md` write tables"),
    (&["tex"], "`report DOCUMENT -o FILE.tex` writes LaTeX tables"),
    (&["tour"], "`solve PUZZLE -o FILE.tour` writes a TSPLIB tour"),
    (&["drat"], "`solve PUZZLE --proof FILE` writes a proof"),
    (
        &["pdf", "jpg", "jpeg", "gif"],
        "no command writes this; write FILE.svg and convert it, e.g. rsvg-convert -f pdf",
    ),
];

/// The commands that have no option `--format`.
const WITHOUT_FORMAT: [&str; 3] = ["draw", "generate", "report"];

/// What the option does, for the other commands.
const PERMITS: &str = "; --format permits any name";

/// The extension of a file in lower case, after removing the extension of a compression.
pub fn extension(path: &Path) -> Option<String> {
    Some(Compression::stem(path).extension()?.to_str()?.to_ascii_lowercase())
}

/// The format of an output, from an option or the extension of its file; `None` if neither names
/// one. `named` is the format with its option, `writer` the command or option that writes the file.
///
/// # Errors
/// [`CliError::Usage`] if the extension contradicts the option, belongs to a format that the
/// command does not write, or is unknown while no option names the format.
pub fn chosen<F: Copy + PartialEq>(
    (option, path): (&str, Option<&Path>),
    named: Option<(F, &str)>,
    offered: &[Offered<F>],
    writer: &str,
) -> Result<Option<F>, CliError> {
    let named_format = named.map(|(format, _)| format);
    let path = path.filter(|path| !standard_output::is_meant(path));
    let Some((path, given)) = path.and_then(|path| Some((path, extension(path)?))) else {
        return Ok(named_format);
    };
    let refuse =
        |problem: String| Err(CliError::Usage(format!("{option} {}: {problem}", shown(path))));
    let has_extension = |known: &&Offered<F>| known.extensions.contains(&given.as_str());
    let Some(known) = offered.iter().find(has_extension) else {
        let names = || offered.iter().map(Offered::shown).collect::<Vec<String>>().join(", ");
        return match (elsewhere(&given), named_format) {
            (Some(hint), _) => refuse(format!("{writer} writes {}; {hint}", names())),
            (None, Some(named)) => Ok(Some(named)),
            (None, None) => {
                let permits = if WITHOUT_FORMAT.contains(&writer) { "" } else { PERMITS };
                refuse(format!("unknown extension .{given}; {writer} writes {}{permits}", names()))
            }
        };
    };
    match named {
        Some((format, by)) if format != known.format => {
            let right = offered.iter().find(|other| other.format == format);
            let right = right.and_then(|right| right.extensions.first());
            let right = right.map_or_else(String::new, |right| format!("name it .{right}, or "));
            refuse(format!(
                "the extension .{given} means {}, but {by} is given: {right}leave {} out",
                known.name,
                by.split(' ').next().unwrap_or(by)
            ))
        }
        _ => Ok(Some(known.format)),
    }
}

/// The hint for an extension that another command writes, if one does.
fn elsewhere(given: &str) -> Option<String> {
    let known = ELSEWHERE.iter().find(|(extensions, _)| extensions.contains(&given));
    let exported = || {
        let mut formats = exports::registry().iter();
        formats.find(|format| format.extensions.contains(&given))
    };
    let exported = || {
        exported().map(|format| {
            format!("`export PUZZLE -o FILE.{given}` writes the format {}", format.name)
        })
    };
    known.map(|(_, hint)| (*hint).into()).or_else(exported)
}

/// Refuses the extension of another format for an option that names one format; an extension that
/// no format has is accepted.
///
/// # Errors
/// [`CliError::Usage`] that names the command for it.
pub fn only(
    writer: &str,
    (option, path): (&str, Option<&Path>),
    name: &'static str,
    extensions: &'static [&'static str],
) -> Result<(), CliError> {
    let offered = [Offered { format: (), name, extensions }];
    chosen((option, path), Some(((), option)), &offered, writer).map(drop)
}

impl<F> Offered<F> {
    /// `json (.json)`.
    fn shown(&self) -> String {
        match self.extensions.first() {
            Some(extension) => format!("{} (.{extension})", self.name),
            None => self.name.into(),
        }
    }
}

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// A file name with the extensions of the format and the compression.
pub fn file_name(stem: &str, format: &Format, compression: Option<Compression>) -> String {
    let extension = format.extensions.first().copied().unwrap_or("txt");
    let compressed = compression.map_or_else(String::new, |how| format!(".{}", how.extension()));
    format!("{stem}.{extension}{compressed}")
}

/// The file name of a case without extensions, with as many digits as the last number has:
/// `case-007`.
pub fn case_stem(number: usize, count: usize) -> String {
    let digits = count.to_string().len().max(3);
    format!("case-{number:0digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs;

    #[test]
    fn extensions_are_of_one_format_each() {
        let mut seen = Vec::new();
        let exported = exports::registry().iter().flat_map(|format| format.extensions);
        for extension in exported {
            assert!(!seen.contains(&extension), "{extension}: of two formats");
            assert_eq!(*extension, extension.to_ascii_lowercase());
            seen.push(extension);
        }
        // `export` itself explains what it writes.
        let others = ELSEWHERE.iter().flat_map(|(extensions, _)| *extensions);
        for extension in others.filter(|extension| !["json", "csv"].contains(*extension)) {
            assert!(!seen.contains(&extension), "{extension}");
        }
    }

    #[test]
    fn what_is_written_under_a_name_is_read_under_it() {
        let mut both = 0;
        for input in graphs::registry() {
            let written = exports::by_name(input.name).expect("what is read is written");
            for extension in written.extensions {
                assert!(input.extensions.contains(extension), "{extension}");
                both += 1;
            }
        }
        assert!(both > 5, "{both}");
    }

    #[test]
    fn compression_is_left_off() {
        let extension_of = |name: &str| extension(Path::new(name));
        for name in ["q.cnf", "q.CNF", "a.b/q.cnf.gz", "q.cnf.XZ"] {
            assert_eq!(extension_of(name).as_deref(), Some("cnf"), "{name}");
        }
        for name in ["q", "q.gz", ".cnf", "-", "a.b/q", "q.", ".."] {
            assert_eq!(extension_of(name).filter(|found| !found.is_empty()), None, "{name}");
        }
    }

    #[test]
    fn the_option_and_the_extension_must_agree() {
        let offered = [
            Offered { format: "text", name: "text", extensions: &["txt", "text"] },
            Offered { format: "json", name: "json", extensions: &["json"] },
        ];
        let choose = |file: &str, named: Option<&'static str>| {
            let named = named.map(|format| (format, "--format X"));
            let path = (!file.is_empty()).then(|| Path::new(file));
            chosen(("-o", path), named, &offered, "count").map_err(|error| error.to_string())
        };
        let (text, json) = (Some("text"), Some("json"));
        assert_eq!(choose("", None), Ok(None));
        assert_eq!(choose("-", text), Ok(text));
        let message = "-o a.odd: unknown extension .odd; count writes text (.txt), json (.json); \
                    --format permits any name";
        assert_eq!(choose("a.odd", None), Err(message.into()));
        assert_eq!(choose("a.odd.gz", None).unwrap_err().replace("odd.gz", "odd"), message);
        assert_eq!(choose("a", None), Ok(None));
        assert_eq!(choose("a.odd", text), Ok(text));
        assert_eq!(choose("a.txt.gz", None), Ok(text));
        assert_eq!(choose("a.txt", text), Ok(text));
        assert_eq!(choose("a.json", None), Ok(json));
        let message = "-o a.json: the extension .json means json, but --format X is given: name it \
                    .txt, or leave --format out";
        assert_eq!(choose("a.json", text), Err(message.into()));
        let message = "-o a.wcnf.xz: count writes text (.txt), json (.json); `export PUZZLE -o \
                    FILE.wcnf` writes the format wcnf";
        assert_eq!(choose("a.wcnf.xz", None), Err(message.into()));
        for elsewhere in ["a.svg", "a.png", "a.html", "a.tour", "a.csv"] {
            let message = choose(elsewhere, json).unwrap_err();
            assert!(message.contains(": count writes text (.txt), json (.json); "), "{message}");
        }
    }
}
