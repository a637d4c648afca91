//! An independent DIMACS reader: the requirements that other programs have on an export.

use std::collections::{BTreeMap, BTreeSet};

/// A formula with its comments.
#[derive(Debug)]
pub struct Formula {
    /// Comment lines without `c `, variable names excluded.
    pub comments: Vec<String>,
    /// The names of variables.
    pub names: BTreeMap<i64, String>,
    /// The numbers in the `p cnf` line.
    pub variables: i64,
    pub clause_count: usize,
    pub clauses: Vec<Vec<i64>>,
}

impl Formula {
    /// Reads a formula and checks it line by line: comments, then one `p cnf` line, then
    /// one clause a line.
    pub fn parse(text: &str) -> Self {
        assert!(text.ends_with('\n'), "the last line has no end");
        let mut lines = text.lines();
        let mut comments = Vec::new();
        let mut names = BTreeMap::new();
        let (variables, clause_count) = loop {
            let line = lines.next().expect("there is a `p cnf` line");
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["c", "varname", number, name] => {
                    let number = number.parse().expect("a variable is a number");
                    assert_eq!(names.insert(number, name.to_string()), None, "{line}: named twice");
                }
                ["c", ..] => comments.push(line[2..].to_string()),
                ["p", "cnf", variables, clauses] => {
                    break (variables.parse().expect(line), clauses.parse().expect(line));
                }
                _ => panic!("`{line}` is neither a comment nor the `p cnf` line"),
            }
        };
        let clause = |line: &str| {
            let mut literals: Vec<i64> =
                line.split(' ').map(|word| word.parse().expect(line)).collect();
            assert_eq!(literals.pop(), Some(0), "{line}: a clause ends with 0");
            assert!(!literals.contains(&0), "{line}: two clauses on a line");
            literals
        };
        let clauses = lines.map(clause).collect();
        Self { comments, names, variables, clause_count, clauses }
    }

    /// The variables used in clauses.
    pub fn used(&self) -> BTreeSet<i64> {
        self.clauses.iter().flatten().map(|literal| literal.abs()).collect()
    }

    /// The number of a variable by its name.
    pub fn variable(&self, name: &str) -> i64 {
        let found = self.names.iter().find(|(_, known)| *known == name);
        *found.unwrap_or_else(|| panic!("no variable is called {name}")).0
    }

    /// The number of the first clause, from 1, that a model violates, and the clause.
    pub fn broken_by(&self, model: &[i64]) -> Option<(usize, &[i64])> {
        let truths: BTreeSet<i64> = model.iter().copied().collect();
        let broken = |clause: &&Vec<i64>| !clause.iter().any(|literal| truths.contains(literal));
        let index = self.clauses.iter().position(|clause| broken(&clause))?;
        Some((index + 1, &self.clauses[index]))
    }
}

/// The literals of a solver's `v` lines.
pub fn model(output: &str) -> Vec<i64> {
    let lines = output.lines().filter_map(|line| line.strip_prefix('v'));
    let words = lines.flat_map(str::split_whitespace);
    let literals = words.map(|word| word.parse().expect("a literal is a number"));
    literals.filter(|&literal: &i64| literal != 0).collect()
}

/// A model as a competition solver prints it.
pub fn competition(model: &[i64]) -> String {
    let mut text = String::from("c a model\ns SATISFIABLE\n");
    for literals in model.chunks(9) {
        let words: Vec<String> = literals.iter().map(ToString::to_string).collect();
        text.extend(["v ", &words.join(" "), "\n"]);
    }
    text + "v 0\n"
}
