//! What the columns of a table of edges mean.

use std::{borrow::Cow, ffi::OsStr};

use super::lines::TableLine;
use crate::graphs::{
    GraphError, Weight,
    builder::{EdgeDirection, GraphBuilder, WrittenEdge},
    scanner::brief,
};
use crate::shell_word::quoted;

/// The known names of the columns source, target, weight and type.
const KNOWN: [&[&str]; 4] = [
    &["source", "from"],
    &["target", "to"],
    &["weight", "value", "cost", "distance", "length"],
    &["type"],
];

/// The selected columns, and whether the first line names them.
pub fn columns_of(first: &TableLine<'_>, named: &[String]) -> Result<(Columns, bool), String> {
    let width = first.fields.len();
    let known = known_columns(first);
    if named.is_empty() {
        if let Some(known) = known {
            return Ok((known, true));
        }
        if !(2..=3).contains(&width) {
            return Err(format!(
                "{width} columns, but none is named source or target; name them by --columns \
                 SOURCE,TARGET or SOURCE,TARGET,WEIGHT, by name or by number from 1"
            ));
        }
        let weight = (width == 3).then_some(2);
        return Ok((Columns { ends: [0, 1], weight, kind: None }, false));
    }
    let mut is_heading = known.is_some();
    let numbers = named.iter().map(|column| {
        if let Some(at) = first.fields.iter().position(|(_, name)| name == column) {
            is_heading = true;
            return Ok(at);
        }
        let number = column.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        number.filter(|&number| number < width).ok_or_else(|| {
            let names: Vec<String> =
                first.fields.iter().map(|(_, name)| format!("`{}`", brief(name))).collect();
            format!("no column `{}`; the first line has {}", brief(column), names.join(", "))
        })
    });
    let numbers = numbers.collect::<Result<Vec<usize>, String>>()?;
    match numbers[..] {
        [source, target, ref weight @ ..] if weight.len() <= 1 => {
            let (weight, kind) = (weight.first().copied(), known.and_then(|known| known.kind));
            Ok((Columns { ends: [source, target], weight, kind }, is_heading))
        }
        _ => {
            Err("--columns takes two or three columns: SOURCE,TARGET or SOURCE,TARGET,WEIGHT"
                .into())
        }
    }
}

/// The indices of the columns, from 0.
#[derive(Debug, Clone, Copy)]
pub struct Columns {
    ends: [usize; 2],
    weight: Option<usize>,
    kind: Option<usize>,
}

impl Columns {
    /// The problem of a first line that may name columns, although none was known: the next line has
    /// numbers where it has none.
    pub fn unknown_heading(&self, first: &TableLine<'_>, second: &TableLine<'_>) -> Option<String> {
        let is_one =
            |&at: &usize| first.is_number(at) == Some(false) && second.is_number(at) == Some(true);
        if !(self.ends.iter().all(is_one) || self.weight.as_ref().is_some_and(is_one)) {
            return None;
        }
        let names = first.words(self.ends.into_iter().chain(self.weight));
        Some(format!(
            "{names} are not numbers, but the next line has numbers; if they name columns, give \
             --columns {names}"
        ))
    }

    /// The problem of a third column that has no known name, if the next line has a number in it.
    pub fn unread_numbers(&self, first: &TableLine<'_>, second: &TableLine<'_>) -> Option<String> {
        if first.fields.len() != 3 || self.weight.is_some() || self.kind.is_some() {
            return None;
        }
        let other = (0..3).find(|at| !self.ends.contains(at))?;
        let name = &first.fields[other].1;
        if name.eq_ignore_ascii_case("id") || second.is_number(other) != Some(true) {
            return None;
        }
        let [from, to] = self.ends;
        Some(format!(
            "the numbers of column `{}` could be weights; give --columns {} to read them, or \
             --columns {} to ignore them",
            brief(name),
            first.words([from, to, other]),
            first.words([from, to])
        ))
    }

    /// Adds the edge of a line.
    pub fn add<'a>(
        &self,
        line: usize,
        mut fields: Vec<(usize, Cow<'a, str>)>,
        builder: &mut GraphBuilder<'a>,
    ) -> Result<(), GraphError> {
        let mut weight = None;
        if let Some((place, text)) = self.weight.and_then(|at| fields.get(at))
            && !text.is_empty()
        {
            let value = text.parse().map_err(|_| {
                let problem = format!(
                    "`{}` is not a weight; write a number, or give --columns SOURCE,TARGET to \
                     ignore weights",
                    brief(text)
                );
                builder.error(*place, problem)
            })?;
            weight = Some(Weight::of(value));
        }
        let kind = self.kind.and_then(|at| fields.get(at));
        let kind = kind.filter(|(_, kind)| !kind.is_empty());
        let direction = kind.map_or(Some(EdgeDirection::Undirected), |(_, kind)| {
            EdgeDirection::named(&kind.to_ascii_lowercase())
        });
        let Some(direction) = direction else {
            let (place, kind) = kind.map_or((line, ""), |(place, kind)| (*place, kind));
            let kind = brief(&kind.to_ascii_lowercase());
            let problem =
                format!("`{kind}` is not an edge type; write directed, undirected or mutual");
            return Err(builder.error(place, problem));
        };
        let [(place, source), (at, target)] = self.ends.map(|at| std::mem::take(&mut fields[at]));
        if source.is_empty() {
            return Err(builder.error(place, "the source of an edge is missing"));
        }
        let from = builder.vertices.of(place, source)?;
        if target.is_empty() {
            return Ok(());
        }
        let to = builder.vertices.of(at, target)?;
        let ends = [from, to];
        builder.edges.push(&WrittenEdge { place: line, ends, direction, given: false, weight })
    }
}

impl TableLine<'_> {
    /// Whether a field is a number.
    fn is_number(&self, at: usize) -> Option<bool> {
        Some(self.fields.get(at)?.1.parse::<f64>().is_ok())
    }

    /// Fields as the value of `--columns` in a shell.
    fn words(&self, fields: impl IntoIterator<Item = usize>) -> String {
        let names = fields.into_iter().map(|at| brief(&self.fields[at].1));
        quoted(OsStr::new(&names.collect::<Vec<_>>().join(",")))
    }
}

/// The known columns that a line names, if it names the two ends.
pub fn known_columns(record: &TableLine<'_>) -> Option<Columns> {
    let [source, target, weight, kind] = KNOWN.map(|names| {
        let is_known = |(_, name): &(usize, Cow<'_, str>)| {
            names.iter().any(|known| name.eq_ignore_ascii_case(known))
        };
        record.fields.iter().position(is_known)
    });
    Some(Columns { ends: [source?, target?], weight, kind })
}
