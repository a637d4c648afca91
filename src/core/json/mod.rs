//! Reads JSON from outside, with positions of errors, in the words of the documents.
//!
//! A text is parsed at once; only on failure it is checked again, against the schema of what was
//! expected, for the first value that does not fit. Only slices of the objects and lists around one
//! value are kept.

mod schema;
mod shape;
mod slices;
mod words;

use std::borrow::Cow;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, value::RawValue};
use thiserror::Error;

pub use shape::NOUN;
pub use words::{brief, in_words};

/// What is wrong with a JSON text, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {problem}")]
pub struct JsonError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The path of the value, what is wrong with it and what is expected.
    pub problem: String,
}

/// A part of a text: a value with the path that leads to it.
#[derive(Debug, Clone)]
pub struct JsonPart<'a> {
    text: &'a str,
    raw: &'a str,
    /// The context before its path: `case 3`.
    label: String,
    path: String,
}

impl<'a> JsonPart<'a> {
    /// The whole text.
    #[must_use]
    pub fn whole(text: &'a str) -> Self {
        Self { text, raw: text, label: String::new(), path: String::new() }
    }

    /// A value within this part; `step`: a name, or an index in brackets.
    #[must_use]
    pub fn within(&self, step: &str, value: &'a RawValue) -> Self {
        let dot = if self.path.is_empty() || step.starts_with('[') { "" } else { "." };
        let path = format!("{}{dot}{step}", self.path);
        Self { raw: value.get(), path, label: self.label.clone(), text: self.text }
    }

    /// The same value, with paths starting anew after a label.
    #[must_use]
    pub fn labelled(self, label: String) -> Self {
        Self { label, path: String::new(), ..self }
    }

    /// Its first byte in the text.
    fn begin(&self) -> usize {
        let raw = self.raw.trim_start();
        // It is a slice of the text, so this is the distance between their beginnings.
        (raw.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// An error at this value.
    #[must_use]
    pub fn error(&self, problem: &str) -> JsonError {
        let way = [&self.label, &self.path].map(|step| match step.as_str() {
            "" => String::new(),
            step => format!("{step}: "),
        });
        self.error_at(self.begin(), way.concat() + problem)
    }

    fn error_at(&self, byte: usize, problem: String) -> JsonError {
        let before = &self.text.as_bytes()[..byte.min(self.text.len())];
        let begin = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = before.split(|&byte| byte == b'\n').count();
        // Bytes that begin a character.
        let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
        let column = 1 + before[begin..].iter().filter(begins).count();
        JsonError { line, column, problem }
    }

    /// Reads it; `what` is its name in a sentence, `a suite`.
    ///
    /// # Errors
    /// The first error.
    pub fn read<T: Deserialize<'a> + JsonSchema>(&self, what: &str) -> Result<T, JsonError> {
        serde_json::from_str(self.raw).map_err(|error| self.explain(&error, what, schema::<T>))
    }

    /// Checks it against the schema alone: strict, even for values with several readings.
    ///
    /// # Errors
    /// The first error.
    pub fn check<T: JsonSchema>(&self, what: &str) -> Result<(), JsonError> {
        shape::check(&schema::<T>(), self, what)
    }

    fn explain(&self, error: &serde_json::Error, what: &str, schema: fn() -> Value) -> JsonError {
        // Invalid JSON is never a document, however it begins.
        if let Err(syntax) = serde_json::from_str::<IgnoredAny>(self.raw) {
            return self.as_placed(&syntax);
        }
        match shape::check(&schema(), self, what) {
            Err(misfit) => misfit,
            Ok(()) => self.as_placed(error),
        }
    }

    /// The error of serde, with its position.
    fn as_placed(&self, error: &serde_json::Error) -> JsonError {
        // It counts the bytes of a line from 1, and the end of a line as its column 0.
        let line = error.line().saturating_sub(1);
        let before = self.raw.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let within = (before + error.column().saturating_sub(1)).min(self.raw.len());
        let begin = (self.raw.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let label = if self.label.is_empty() { String::new() } else { format!("{}: ", self.label) };
        self.error_at(begin + within, label + &in_words(error))
    }

    /// The names and values of an object, in their order.
    fn fields(&self) -> Result<Vec<(Cow<'a, str>, &'a RawValue)>, serde_json::Error> {
        slices::fields(self.raw)
    }

    /// The value of that name in an object; `None` if it is not an object.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Self> {
        let [value] = self.first([name]);
        value
    }

    /// The first values of these names in an object; none if it is not an object.
    #[must_use]
    pub fn first<const N: usize>(&self, names: [&str; N]) -> [Option<Self>; N] {
        let fields = self.fields().unwrap_or_default();
        names.map(|name| {
            let (_, value) = fields.iter().find(|(its, _)| its == name)?;
            Some(self.within(name, value))
        })
    }

    /// The values of these names in an object, `None` if absent or `null`.
    ///
    /// # Errors
    /// It is not an object, or has one of them twice.
    pub fn named<const N: usize>(&self, names: [&str; N]) -> Result<[Option<Self>; N], JsonError> {
        let mut found = [const { None }; N];
        let fields = self.fields().map_err(|error| self.as_placed(&error))?;
        for (name, value) in fields {
            let Some(at) = names.iter().position(|&wanted| wanted == name) else { continue };
            let value = self.within(&name, value);
            if found[at].is_some() {
                return Err(value.error("it occurs twice"));
            }
            found[at] = Some(value);
        }
        Ok(found.map(|value| value.filter(|value| !value.is_null())))
    }

    /// The values of a list.
    ///
    /// # Errors
    /// It is not a list.
    pub fn values(&self) -> Result<Vec<Self>, JsonError> {
        let values: Result<Vec<&'a RawValue>, _> = serde_json::from_str(self.raw);
        let values = values.map_err(|error| self.as_placed(&error))?;
        let within =
            |(index, &value): (usize, &&'a RawValue)| self.within(&format!("[{index}]"), value);
        Ok(values.iter().enumerate().map(within).collect())
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.raw.trim() == "null"
    }
}

/// The schema of what is read.
fn schema<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// Reads a text; `what` is its name in a sentence, `a suite`.
///
/// # Errors
/// The first error.
pub fn read<'a, T: Deserialize<'a> + JsonSchema>(
    text: &'a str,
    what: &str,
) -> Result<T, JsonError> {
    JsonPart::whole(text).read(what)
}
