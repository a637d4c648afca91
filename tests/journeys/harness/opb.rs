//! OPB files: an independent reader, and a check that rustsat accepts them.

use std::{collections::BTreeMap, io::Cursor};

use rustsat::instances::{BasicVarManager, OptInstance, SatInstance, fio::opb};

/// Weights and variables, from 1.
pub type Terms = Vec<(i64, usize)>;

/// Linear constraints, read independently.
pub struct Opb {
    pub variables: usize,
    pub names: BTreeMap<usize, String>,
    pub minimise: Terms,
    /// Terms, `>=` or `=`, and the bound.
    pub constraints: Vec<(Terms, String, i64)>,
}

impl Opb {
    pub fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let first: Vec<&str> = lines.next().expect("a first line").split(' ').collect();
        let ["*", "#variable=", variables, "#constraint=", count] = first[..] else {
            panic!("`{first:?}` is no first line");
        };
        let variables = variables.parse().expect("a number");
        let (mut names, mut minimise, mut constraints) = (BTreeMap::new(), Vec::new(), Vec::new());
        for line in lines {
            if let Some(comment) = line.strip_prefix('*') {
                let words: Vec<&str> = comment.split_whitespace().collect();
                if let ["varname", number, name] = words[..] {
                    names.insert(number.parse().expect(line), name.to_string());
                }
                continue;
            }
            let body = line.strip_suffix(';').expect(line).trim();
            let (objective, body) = match body.strip_prefix("min:") {
                Some(body) => (true, body),
                None => (false, body),
            };
            let words: Vec<&str> = body.split_whitespace().collect();
            let (terms, relation) = words.split_at(words.len() - if objective { 0 } else { 2 });
            let terms: Terms = terms
                .chunks(2)
                .map(|term| {
                    let variable: usize =
                        term[1].strip_prefix('x').expect(line).parse().expect(line);
                    assert!((1..=variables).contains(&variable), "{line}");
                    (term[0].parse().expect(line), variable)
                })
                .collect();
            if objective {
                assert!(minimise.is_empty() && constraints.is_empty(), "`min:` comes first");
                minimise = terms;
            } else {
                assert!([">=", "="].contains(&relation[0]) && !terms.is_empty(), "{line}");
                constraints.push((terms, relation[0].into(), relation[1].parse().expect(line)));
            }
        }
        assert_eq!(count.parse(), Ok(constraints.len()), "{text}");
        let mut reader = Cursor::new(text);
        let options = opb::Options::default();
        let accepted = if minimise.is_empty() {
            SatInstance::<BasicVarManager>::from_opb(&mut reader, options).map(|_| ())
        } else {
            OptInstance::<BasicVarManager>::from_opb(&mut reader, options).map(|_| ())
        };
        assert!(accepted.is_ok(), "rustsat reads it: {accepted:?}\n{text}");
        Self { variables, names, minimise, constraints }
    }

    pub fn export(arguments: &str) -> Self {
        Self::parse(super::answer(&format!("export {arguments} --format opb")).text())
    }

    pub fn sum(terms: &[(i64, usize)], model: u32) -> i64 {
        terms
            .iter()
            .map(|&(weight, variable)| weight * i64::from(model >> (variable - 1) & 1))
            .sum()
    }

    /// All assignments, a bit per variable, that satisfy every constraint.
    pub fn models(&self) -> Vec<u32> {
        assert!(self.variables <= 20, "too many for brute force");
        let holds = |model: u32| {
            self.constraints.iter().all(|(terms, relation, bound)| {
                let sum = Self::sum(terms, model);
                if relation == "=" { sum == *bound } else { sum >= *bound }
            })
        };
        (0..1 << self.variables).filter(|&model| holds(model)).collect()
    }

    /// The least value, and a model with it.
    pub fn best(&self) -> Option<(i64, u32)> {
        self.models().into_iter().map(|model| (Self::sum(&self.minimise, model), model)).min()
    }
}
