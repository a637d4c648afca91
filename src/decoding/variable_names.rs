//! The names that the comments of a formula give to variables, in the styles of several generators.

use std::collections::BTreeMap;

/// How a comment names a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameStyle {
    /// `c varname 3 x_{1,2}`: cnfgen, and `satranj export`.
    Varname,
    /// `c 3 NAME`, with `=`, `->`, `<->` or `:` between them or without: feature models, Kconfig.
    NumberFirst,
    /// `c NAME = 3`, or `->`, `<->`, `:`: bc2cnf and others.
    NameFirst,
    /// `c main::1::x!0@1#1 3 -4 5`: CBMC, a literal per bit, the lowest first.
    Bits,
}

/// The signs between a name and a number.
const SIGNS: [&str; 4] = ["=", "->", "<->", ":"];

/// Literals of a formula with their names, in the order of the comments.
#[derive(Debug, Default)]
pub struct VariableNames {
    styles: BTreeMap<NameStyle, Vec<(i32, String)>>,
}

impl VariableNames {
    /// Reads a comment without its `c `.
    pub fn read(&mut self, comment: &str) {
        let comment = comment.trim();
        for (style, literal, name) in named(comment) {
            self.styles.entry(style).or_default().push((literal, name));
        }
    }

    /// The names in the most frequent style, for literals of the formula.
    pub fn best(self, variables: u32) -> Vec<(i32, String)> {
        let mut best = Vec::new();
        for (_, mut names) in self.styles {
            names.retain(|(literal, _)| (1..=variables).contains(&literal.unsigned_abs()));
            // A tie goes to the style that comes first, which is the most certain.
            if names.len() > best.len() {
                best = names;
            }
        }
        best
    }
}

/// The names that a comment may give, each in its style.
fn named(comment: &str) -> Vec<(NameStyle, i32, String)> {
    let mut words = comment.split_ascii_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return Vec::new() };
    let number = |word: &str| word.parse::<i32>().ok().filter(|&number| number > 0);
    // The text after a word.
    let behind = |text: &str, word: &str| -> String {
        text.trim_start().strip_prefix(word).unwrap_or_default().trim().into()
    };
    let rest = behind(comment, first);
    if first == "varname" {
        let name = behind(&rest, second);
        let named = number(second).filter(|_| !name.is_empty());
        return named.map(|number| (NameStyle::Varname, number, name)).into_iter().collect();
    }
    if let Some(variable) = number(first) {
        let name = if SIGNS.contains(&second) { behind(&rest, second) } else { rest };
        // A second number may be anything.
        let is_name = !name.is_empty() && number(&name).is_none();
        let named = is_name.then_some((NameStyle::NumberFirst, variable, name));
        return named.into_iter().collect();
    }
    if SIGNS.contains(&second) {
        let behind = behind(&rest, second);
        let named = number(&behind).map(|number| (NameStyle::NameFirst, number, first.into()));
        return named.into_iter().collect();
    }
    if !first.contains("::") && !first.contains('#') {
        return Vec::new();
    }
    let bits: Option<Vec<NamedBit>> = comment.split_ascii_whitespace().skip(1).map(bit).collect();
    let bits = bits.unwrap_or_default();
    let is_one = bits.len() == 1;
    let bits = bits.into_iter().enumerate().filter_map(|(place, bit)| {
        let NamedBit::Literal(literal) = bit else { return None };
        let name = if is_one { first.to_string() } else { format!("{first}[{place}]") };
        Some((NameStyle::Bits, literal, name))
    });
    bits.collect()
}

/// A bit of a name.
enum NamedBit {
    Literal(i32),
    Constant,
}

/// Reads a bit; `None` for any other word.
fn bit(word: &str) -> Option<NamedBit> {
    if ["TRUE", "FALSE"].contains(&word) {
        return Some(NamedBit::Constant);
    }
    let literal = word.parse().ok().filter(|&literal: &i32| literal != 0 && literal != i32::MIN);
    literal.map(NamedBit::Literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(comments: &[&str]) -> Vec<(i32, String)> {
        let mut names = VariableNames::default();
        for comment in comments {
            names.read(comment);
        }
        names.best(9)
    }

    fn expected(pairs: &[(i32, &str)]) -> Vec<(i32, String)> {
        pairs.iter().map(|&(literal, name)| (literal, name.into())).collect()
    }

    #[test]
    fn styles_of_generators() {
        let named = names(&["varname 1 x_{1,2}", "varname 2 two words", "seed 5", "1 2"]);
        assert_eq!(named, expected(&[(1, "x_{1,2}"), (2, "two words")]));
        let named = names(&["1 Root", "2 CONFIG_X  (a note)", "of 2024"]);
        assert_eq!(named, expected(&[(1, "Root"), (2, "CONFIG_X  (a note)")]));
        assert_eq!(names(&["1 -> a", "2 = b", "3 : c"]), expected(&[(1, "a"), (2, "b"), (3, "c")]));
        assert_eq!(names(&["a <-> 3", "b = 4"]), expected(&[(3, "a"), (4, "b")]));
        assert_eq!(names(&["0 = 3"]), expected(&[(3, "0")]));
        // As many names in two styles.
        assert_eq!(names(&["b = 2", "1 a"]), expected(&[(1, "a")]));
        let named = names(&["main::x!0@1#1 3 -4 TRUE 5", "main::y#2 6"]);
        let bits = [(3, "main::x!0@1#1[0]"), (-4, "main::x!0@1#1[1]"), (5, "main::x!0@1#1[3]")];
        assert_eq!(named, expected(&[&bits[..], &[(6, "main::y#2")]].concat()));
    }

    #[test]
    fn what_names_nothing_is_read_over() {
        for comment in ["", "a", "a b", "seed 5", "varname 1", "varname x y", "0 a", "1 2", "a = b"]
        {
            assert_eq!(names(&[comment]), [], "{comment}");
        }
        // Beyond the variables.
        assert_eq!(names(&["varname 10 a"]), []);
    }
}
