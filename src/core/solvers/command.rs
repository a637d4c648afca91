//! The command line of an external solver, with placeholders for the files of formula and model.

use std::{ffi::OsString, fmt, path::Path, str::FromStr};

/// The placeholder for the path of the formula.
const FORMULA: &str = "{}";

/// The placeholder for the path of the file to which the solver writes its model.
const MODEL: &str = "{model}";

/// A program with its arguments, as the user wrote it after `cmd:`.
///
/// The line is split into words as in a shell (blanks, quotes, backslashes), but nothing is expanded
/// and no shell is started. `{}` is the path of the formula, a DIMACS file; without it the formula
/// is on standard input.
/// `{model}` is the path of a file to which the program writes its model, for example minisat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverCommand {
    line: String,
    words: Vec<String>,
}

impl SolverCommand {
    /// The program.
    #[must_use]
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// Whether the program reads the formula from a file.
    #[must_use]
    pub fn names_formula(&self) -> bool {
        self.words.iter().any(|word| word.contains(FORMULA))
    }

    /// Whether the program writes the model to a file.
    #[must_use]
    pub fn names_model(&self) -> bool {
        self.words.iter().any(|word| word.contains(MODEL))
    }

    /// The arguments with the paths in place.
    #[must_use]
    pub fn arguments(&self, formula: &Path, model: &Path) -> Vec<OsString> {
        let place = |word: &String| {
            let parts = word.split(FORMULA);
            let parts = parts.map(|part| joined(part.split(MODEL).map(OsString::from), model));
            joined(parts, formula)
        };
        self.words.iter().skip(1).map(place).collect()
    }
}

/// Parts of a word with a path between each two.
fn joined(parts: impl Iterator<Item = OsString>, path: &Path) -> OsString {
    let parts: Vec<OsString> = parts.collect();
    parts.join(path.as_os_str())
}

/// `cmd:` and the line as the user wrote it.
impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cmd:{}", self.line)
    }
}

impl FromStr for SolverCommand {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        if line.chars().any(char::is_control) {
            return Err("a command must be one line of text".into());
        }
        let words = shlex::split(line)
            .ok_or("a quotation mark is not closed, or a backslash is the last character")?;
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self { line: line.into(), words }),
            _ => Err("a program must follow `cmd:`".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.parse::<SolverCommand>().unwrap().words
    }

    #[test]
    fn words_are_split_as_in_a_shell_and_not_expanded() {
        assert_eq!(words("kissat -q  --time=5"), ["kissat", "-q", "--time=5"]);
        assert_eq!(words(r#"'a b' "c d" e\ f"#), ["a b", "c d", "e f"]);
        assert_eq!(
            words("a $HOME *.cnf `id` $(id) ; x | y"),
            ["a", "$HOME", "*.cnf", "`id`", "$(id)", ";", "x", "|", "y"]
        );
        for line in ["", "  ", "''", "a 'b", "a \"b", "a\\", "a\0b", "a\nb"] {
            assert!(line.parse::<SolverCommand>().is_err(), "{line:?}");
        }
    }

    #[test]
    fn paths_replace_their_placeholders() {
        let minisat: SolverCommand = "minisat -cpu-lim=9 {} {model}".parse().unwrap();
        assert!(minisat.names_formula() && minisat.names_model());
        let arguments = minisat.arguments(Path::new("/f"), Path::new("/m"));
        assert_eq!(arguments, ["-cpu-lim=9", "/f", "/m"]);
        let kissat: SolverCommand = "kissat".parse().unwrap();
        assert!(!kissat.names_formula() && !kissat.names_model());
        let joined: SolverCommand = "s --in={}".parse().unwrap();
        assert_eq!(joined.arguments(Path::new("/f"), Path::new("/m")), ["--in=/f"]);
    }
}
