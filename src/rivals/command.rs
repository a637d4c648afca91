//! The command line of an external program: its name, its words, and the placeholders in them.

use std::{collections::BTreeMap, ffi::OsString, fmt, path::PathBuf, str::FromStr};

use crate::{
    documents::comparison::PROGRAM,
    exports::{self, Format},
};

/// An external program, given as `NAME=COMMAND` on the command line.
///
/// The words are split as a shell would, but nothing is expanded: no shell is started.
/// Placeholders: `{}` is the path of the puzzle as DIMACS, `{hcp}`, `{opb}` or any other export
/// format its path in that format, `{puzzle}` the path of its JSON statement, `{model}` the path of
/// a file for the program's answer, `{limit}` the seconds it has, and `{seed}` the seed. If no file
/// of the puzzle is named, the program reads DIMACS from standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RivalProgram {
    name: String,
    line: String,
    words: Vec<String>,
}

/// A placeholder in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placeholder {
    /// The path of the puzzle in a format, by the format's index.
    Format(usize),
    /// The path of the JSON statement.
    Puzzle,
    /// The path of the answer.
    Model,
    /// The seconds it has.
    Limit,
    /// The seed.
    Seed,
}

impl Placeholder {
    /// The path of the puzzle as DIMACS, the first of all formats.
    pub const DIMACS: Self = Self::Format(0);

    /// The placeholder with this name.
    fn named(name: &str) -> Option<Self> {
        match name {
            "puzzle" => Some(Self::Puzzle),
            "model" => Some(Self::Model),
            "limit" => Some(Self::Limit),
            "seed" => Some(Self::Seed),
            name => {
                let name = if name.is_empty() { "dimacs" } else { name };
                let place = exports::registry().iter().position(|format| format.name == name);
                place.map(Self::Format)
            }
        }
    }

    /// The format of a file of the puzzle.
    #[must_use]
    pub fn format(self) -> Option<&'static Format> {
        match self {
            Self::Format(place) => exports::registry().get(place),
            _ => None,
        }
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(self) -> Option<String> {
        let of_format = |format: &Format| format!("puzzle.{}", format.extensions[0]);
        match self {
            Self::Format(_) => self.format().map(of_format),
            Self::Puzzle => Some("puzzle.statement.json".into()),
            Self::Model => Some("model".into()),
            Self::Limit | Self::Seed => None,
        }
    }
}

/// Splits a word: its texts, with the placeholder after each.
fn parts(word: &str) -> Vec<(String, Option<Placeholder>)> {
    let (mut parts, mut text) = (Vec::new(), String::new());
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        let place = rest[open..].find('}').and_then(|length| {
            let place = Placeholder::named(&rest[open + 1..open + length])?;
            Some((place, open + length + 1))
        });
        // Other braces are literal.
        let (taken, end) = place.map_or((None, open + 1), |(place, end)| (Some(place), end));
        text += &rest[..if taken.is_some() { open } else { end }];
        if taken.is_some() {
            parts.push((std::mem::take(&mut text), taken));
        }
        rest = &rest[end..];
    }
    text += rest;
    parts.push((text, None));
    parts
}

impl RivalProgram {
    /// Its name as a method: `program:NAME`.
    #[must_use]
    pub fn method(&self) -> String {
        format!("{PROGRAM}{}", self.name)
    }

    /// The command in documents: `cmd:` and the line.
    #[must_use]
    pub fn solver(&self) -> String {
        format!("cmd:{}", self.line)
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// The placeholders in its words, each once.
    #[must_use]
    pub fn places(&self) -> Vec<Placeholder> {
        let places = self.words.iter().flat_map(|word| parts(word)).filter_map(|part| part.1);
        let mut places: Vec<Placeholder> = places.collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The arguments with placeholders replaced.
    #[must_use]
    pub fn arguments(&self, values: &BTreeMap<Placeholder, PathBuf>) -> Vec<OsString> {
        let filled = |word: &String| {
            let mut filled = OsString::new();
            for (text, place) in parts(word) {
                filled.push(text);
                if let Some(value) = place.and_then(|place| values.get(&place)) {
                    filled.push(value);
                }
            }
            filled
        };
        self.words.iter().skip(1).map(filled).collect()
    }
}

/// As on the command line.
impl fmt::Display for RivalProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.line)
    }
}

impl FromStr for RivalProgram {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, line) = text
            .split_once('=')
            .ok_or("expected NAME=COMMAND, for example kissat='kissat -q {}'")?;
        let sound = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(sound) {
            return Err(format!(
                "`{name}`: a program's name has only letters, digits, `-`, `_` and `.`"
            ));
        }
        if line.chars().any(char::is_control) {
            return Err("a command must be one line of text".into());
        }
        let words = shlex::split(line)
            .ok_or("a quotation mark is not closed, or a backslash is the last character")?;
        match words.first() {
            Some(program) if !program.is_empty() => {
                Ok(Self { name: name.into(), line: line.into(), words })
            }
            _ => Err(format!("expected a command after `{name}=`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rival(text: &str) -> RivalProgram {
        text.parse().unwrap()
    }

    #[test]
    fn a_rival_has_a_name_and_words() {
        let kissat = rival("kissat=kissat -q '{}' --time={limit}");
        assert_eq!((kissat.method().as_str(), kissat.program()), ("program:kissat", "kissat"));
        assert_eq!(kissat.solver(), "cmd:kissat -q '{}' --time={limit}");
        assert_eq!(rival(&kissat.to_string()), kissat);
        for wrong in ["kissat", "=kissat", "a b=c", "a=", "a= ", "a='b", "a=b\nc", "a:b=c"] {
            assert!(wrong.parse::<RivalProgram>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_come_into_their_places() {
        let own = rival("a=a x{hcp}y {} {model} {limit} {seed} {puzzle} {none} awk{print} } {");
        let places = own.places();
        assert_eq!(places.len(), 6);
        let named = |place: &Placeholder| match place {
            Placeholder::Format(_) => place.format().unwrap().name,
            Placeholder::Puzzle => "puzzle",
            Placeholder::Model => "model",
            Placeholder::Limit => "10",
            Placeholder::Seed => "7",
        };
        let values = places.iter().map(|place| (*place, PathBuf::from(named(place)))).collect();
        let words = ["xhcpy", "dimacs", "model", "10", "7", "puzzle", "{none}", "awk{print}"];
        assert_eq!(own.arguments(&values), [&words[..], &["}", "{"]].concat());
        // Inserted values are not scanned again.
        let values = [(Placeholder::Model, PathBuf::from("{seed}"))].into();
        assert_eq!(rival("a=a {model}").arguments(&values), ["{seed}"]);
        assert_eq!(rival("a=a {limit}").places(), [Placeholder::Limit]);
    }
}
