//! Checks a JSON text against a JSON Schema: finds the first value that does not fit, and what is
//! expected there.
//!
//! Supports the parts of the schema language that `schemars` writes: references, alternatives
//! (which a name such as `kind` distinguishes), types with a format, required and known names,
//! lists.

use serde_json::{Value, value::RawValue};

use super::{
    JsonError, JsonPart, brief, in_words,
    schema::{constant, expectations, is_in_range, names, tag, types},
    slices::text,
};
use crate::{board::square::Square, nearest};

/// Checks a text; `what` is its name in a sentence.
///
/// # Errors
/// The first value that does not fit.
pub fn check(schema: &Value, part: &JsonPart<'_>, what: &str) -> Result<(), JsonError> {
    let shape = SchemaShape { root: schema, what };
    shape.value(schema, part).map_err(|misfit| misfit.error)
}

/// What does not fit.
struct Misfit {
    /// The depth in the path: the alternative that fits deepest is assumed to be meant.
    depth: usize,
    error: JsonError,
}

/// The type of a JSON value in the words of schemas, by its first byte.
fn type_of(raw: &str) -> &'static str {
    match raw.trim_start().as_bytes().first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

/// Whether a schema names a type of values; an integer is a number here.
fn allows(schema: &Value, kind: &str) -> bool {
    types(schema).iter().any(|name| *name == kind || (*name == "integer" && kind == "number"))
}

/// The key of a schema under which a type says what its objects are called: `a tour`.
pub const NOUN: &str = "x-noun";

/// A schema with its definitions, and the name of what it describes.
struct SchemaShape<'s> {
    root: &'s Value,
    what: &'s str,
}

impl<'s> SchemaShape<'s> {
    /// A schema with its references resolved.
    fn resolve(&self, mut schema: &'s Value) -> &'s Value {
        while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let Some(target) = self.root.pointer(reference.trim_start_matches('#')) else { break };
            schema = target;
        }
        schema
    }

    /// The alternatives of a schema, and theirs in turn.
    fn branches(&self, schema: &'s Value, list: &mut Vec<&'s Value>) {
        let schema = self.resolve(schema);
        let alternatives = ["anyOf", "oneOf"].iter().find_map(|word| schema.get(word)?.as_array());
        match alternatives {
            Some(alternatives) => {
                for branch in alternatives {
                    self.branches(branch, list);
                }
            }
            None => list.push(schema),
        }
    }

    fn value(&self, schema: &'s Value, part: &JsonPart<'_>) -> Result<(), Misfit> {
        let schema = self.resolve(schema);
        let mut branches = Vec::new();
        self.branches(schema, &mut branches);
        if branches.len() > 1 {
            return self.one_of(&branches, part);
        }
        let Some(schema) = branches.first() else { return Ok(()) };
        let kind = type_of(part.raw);
        let fits = match constant(schema) {
            Some(constant) => text(part.raw).is_some_and(|word| word == constant),
            None => types(schema).is_empty() || allows(schema, kind),
        };
        match kind {
            _ if !fits => Err(misfit(part, &[schema])),
            "string" if schema.get("enum").is_some() => {
                let known = names(schema, "enum");
                match text(part.raw) {
                    Some(word) if !known.contains(&word.as_ref()) => {
                        Err(unknown(part, "value", &word, &known))
                    }
                    _ => Ok(()),
                }
            }
            "object" => self.object(schema, part),
            "array" => self.list(schema, part),
            "number" if !is_in_range(schema, part.raw.trim()) => Err(misfit(part, &[schema])),
            // A pattern is that of squares.
            "string" if schema.get("pattern").is_some() => match text(part.raw) {
                Some(word) if word.parse::<Square>().is_err() => {
                    let what = "is not a square: write it as in chess, a1 is the lower left";
                    Err(wrong(part, &format!("`{}` {what}", brief(&word))))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// A value that may be of one of several shapes.
    fn one_of(&self, branches: &[&'s Value], part: &JsonPart<'_>) -> Result<(), Misfit> {
        let kind = type_of(part.raw);
        let mut fitting: Vec<&'s Value> =
            branches.iter().filter(|branch| allows(branch, kind)).copied().collect();
        match fitting[..] {
            [] => return Err(misfit(part, branches)),
            [only] if constant(only).is_none() => return self.value(only, part),
            _ => {}
        }
        let words: Vec<&str> = fitting.iter().filter_map(|branch| constant(branch)).collect();
        if kind == "string" && words.len() == fitting.len() {
            let Some(word) = text(part.raw) else {
                return Err(wrong(part, "its characters cannot be read"));
            };
            let only_words = branches
                .iter()
                .all(|branch| constant(branch).is_some() || types(branch) == ["null"]);
            return if words.contains(&word.as_ref()) {
                Ok(())
            } else if only_words {
                Err(unknown(part, "value", &word, &words))
            } else {
                Err(misfit(part, branches))
            };
        }
        if kind == "object" {
            fitting = self.tagged(fitting, part)?;
        }
        let mut deepest: Option<Misfit> = None;
        for branch in fitting {
            match self.value(branch, part) {
                Ok(()) => return Ok(()),
                Err(misfit) if deepest.as_ref().is_some_and(|best| best.depth >= misfit.depth) => {}
                Err(misfit) => deepest = Some(misfit),
            }
        }
        deepest.map_or(Ok(()), Err)
    }

    /// The shapes of an object whose `kind`, or whose only name, matches the object's; all of them
    /// if neither distinguishes them.
    fn tagged(
        &self,
        branches: Vec<&'s Value>,
        part: &JsonPart<'_>,
    ) -> Result<Vec<&'s Value>, Misfit> {
        let fields = part.fields().map_err(|error| wrong(part, &in_words(&error)))?;
        let tags: Vec<(&str, &str)> = branches.iter().filter_map(|branch| tag(branch)).collect();
        if let Some(&(name, _)) = tags.first().filter(|_| tags.len() == branches.len()) {
            let known: Vec<&str> = tags.iter().map(|&(_, word)| word).collect();
            let Some((_, value)) = fields.iter().find(|(its, _)| its == name) else {
                let noun = self.noun(part, None);
                return Err(wrong(part, &format!("{noun} needs `{name}`: {}", listed(&known))));
            };
            let value = part.within(name, value);
            let Some(word) = text(value.raw) else {
                let problem = format!("found a value of another type, expected {}", listed(&known));
                return Err(wrong(&value, &problem));
            };
            let fitting = branches.into_iter().zip(&known).filter(|&(_, its)| *its == word);
            let fitting: Vec<&'s Value> = fitting.map(|(branch, _)| branch).collect();
            return match fitting[..] {
                [] => Err(unknown(&value, name, &word, &known)),
                _ => Ok(fitting),
            };
        }
        // By the names that each needs: {"puzzles": …} or {"generate": …}.
        let needed: Vec<Vec<&str>> =
            branches.iter().map(|branch| names(branch, "required")).collect();
        let has = |name: &&str| fields.iter().any(|(its, _)| its == name);
        let fitting = branches.iter().zip(&needed);
        let fitting = fitting.filter(|(_, needed)| needed.is_empty() || needed.iter().any(has));
        let fitting: Vec<&'s Value> = fitting.map(|(branch, _)| *branch).collect();
        let first: Vec<&str> = needed.iter().filter_map(|names| names.first().copied()).collect();
        let is_closed =
            |branch: &&Value| branch.get("additionalProperties") == Some(&Value::Bool(false));
        match &fields[..] {
            _ if !fitting.is_empty() => Ok(fitting),
            [(name, value)] if branches.iter().all(is_closed) => {
                Err(unknown_field(part, (name, value), &first))
            }
            _ => {
                let noun = self.noun(part, None);
                Err(wrong(part, &format!("{noun} needs one of {}", listed(&first))))
            }
        }
    }

    fn object(&self, schema: &'s Value, part: &JsonPart<'_>) -> Result<(), Misfit> {
        let fields = match part.fields() {
            Ok(fields) => fields,
            Err(error) => return Err(wrong(part, &in_words(&error))),
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties");
        let missing: Vec<&str> = names(schema, "required")
            .into_iter()
            .filter(|name| !fields.iter().any(|(its, _)| its == name))
            .collect();
        for (index, (name, value)) in fields.iter().enumerate() {
            let within = part.within(&brief(name), value);
            let Some(property) = properties.and_then(|all| all.get(name.as_ref())) else {
                if others == Some(&Value::Bool(false)) {
                    let known: Vec<&str> =
                        properties.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
                    return Err(unknown_field(part, (name, value), &known));
                }
                others.map_or(Ok(()), |schema| self.value(schema, &within))?;
                continue;
            };
            if fields[..index].iter().any(|(its, _)| its == name) {
                return Err(wrong(&within, "it occurs twice"));
            }
            self.value(property, &within)?;
        }
        if missing.is_empty() {
            return Ok(());
        }
        let noun = self.noun(part, Some(schema));
        Err(wrong(part, &format!("{noun} needs {}", joined(&missing, " and "))))
    }

    fn list(&self, schema: &'s Value, part: &JsonPart<'_>) -> Result<(), Misfit> {
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        let items = schema.get("items");
        let values: Vec<&RawValue> =
            serde_json::from_str(part.raw).map_err(|error| wrong(part, &in_words(&error)))?;
        for (index, value) in values.iter().enumerate() {
            if let Some(of_item) = prefix.and_then(|prefix| prefix.get(index)).or(items) {
                self.value(of_item, &part.within(&format!("[{index}]"), value))?;
            }
        }
        let count = values.len();
        let bound = |word: &str| schema.get(word).and_then(Value::as_u64);
        let few = bound("minItems").is_some_and(|least| (count as u64) < least);
        let many = bound("maxItems").is_some_and(|most| count as u64 > most);
        match bound("minItems").or(bound("maxItems")).filter(|_| few || many) {
            None => Ok(()),
            Some(asked) => {
                let problem = format!("found a list of {count}, expected a list of {asked}");
                Err(wrong(part, &problem))
            }
        }
    }

    /// The name of an object: the noun or the kind in its schema, the name that leads to it, or the
    /// whole.
    fn noun(&self, part: &JsonPart<'_>, schema: Option<&Value>) -> String {
        let noun = schema.and_then(|schema| schema.get(NOUN)?.as_str());
        match (noun, schema.and_then(tag)) {
            (Some(noun), _) => noun.into(),
            (None, Some((_, tag))) => format!("`{tag}`"),
            (None, None) if part.path.is_empty() => self.what.into(),
            (None, None) => "it".into(),
        }
    }
}

/// An error at a value.
fn wrong(part: &JsonPart<'_>, problem: &str) -> Misfit {
    Misfit {
        depth: part.path.bytes().filter(|byte| b".[".contains(byte)).count(),
        error: part.error(problem),
    }
}

/// The error for a value of none of these shapes.
fn misfit(part: &JsonPart<'_>, branches: &[&Value]) -> Misfit {
    let mut expected: Vec<String> = Vec::new();
    for branch in branches {
        for word in expectations(branch) {
            if !expected.contains(&word) {
                expected.push(word);
            }
        }
    }
    // Optional values may also be null, but no program writes that.
    if expected.len() > 1 {
        expected.retain(|word| word != "`null`");
    }
    let found = match type_of(part.raw) {
        "object" => "an object".into(),
        "array" => "a list".into(),
        _ => format!("`{}`", brief(part.raw.trim())),
    };
    wrong(part, &format!("found {found}, expected {}", expected.join(" or ")))
}

/// The error for an unknown name.
fn unknown(part: &JsonPart<'_>, what: &str, name: &str, known: &[&str]) -> Misfit {
    wrong(part, &nearest::unknown(what, &brief(name), known.iter().copied()))
}

/// The error for an object with an unknown name, at the position of its value.
fn unknown_field(part: &JsonPart<'_>, (name, value): (&str, &RawValue), known: &[&str]) -> Misfit {
    let within = part.within("", value);
    let mut misfit = unknown(part, "field", name, known);
    misfit.error = within.error_at(within.begin(), misfit.error.problem);
    misfit
}

fn listed(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.dedup();
    names.join(", ")
}

fn joined(names: &[&str], last: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., end] => format!("{}{last}{end}", others.join(", ")),
    }
}
