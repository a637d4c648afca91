//! An independent DRAT checker: forward, every lemma by unit propagation. It shares nothing with
//! the solver; it refuses lemmas that are only RAT, of which varisat makes none.

use std::collections::HashMap;

/// A step of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Add(Vec<i64>),
    Delete(Vec<i64>),
}

/// Reads a proof as text.
pub fn parse_text(text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let (deletes, words) = line.strip_prefix("d ").map_or((false, line), |rest| (true, rest));
        let literals: Result<Vec<i64>, _> = words.split_whitespace().map(str::parse).collect();
        let mut literals = literals.map_err(|error| format!("`{line}`: {error}"))?;
        if literals.pop() != Some(0) || literals.contains(&0) {
            return Err(format!("`{line}` does not end with its only 0"));
        }
        steps.push(if deletes { Step::Delete(literals) } else { Step::Add(literals) });
    }
    Ok(steps)
}

/// Reads a binary proof: `a` or `d`, numbers of seven bits a byte, 2·variable + sign, then 0.
pub fn parse_binary(bytes: &[u8]) -> Result<Vec<Step>, String> {
    let (mut steps, mut bytes) = (Vec::new(), bytes.iter());
    while let Some(&kind) = bytes.next() {
        let mut literals = Vec::new();
        loop {
            let (mut number, mut shift) = (0u64, 0);
            loop {
                let &byte = bytes.next().ok_or("the proof ends within a step")?;
                number |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
                if shift > 56 {
                    return Err("a literal is too large".into());
                }
            }
            if number == 0 {
                break;
            }
            let variable = (number / 2) as i64;
            literals.push(if number % 2 == 0 { variable } else { -variable });
        }
        steps.push(match kind {
            b'a' => Step::Add(literals),
            b'd' => Step::Delete(literals),
            other => return Err(format!("a step begins with {other}")),
        });
    }
    Ok(steps)
}

/// Checks that a proof shows a formula to be unsatisfiable.
pub fn check(formula: &[Vec<i64>], proof: &[Step]) -> Result<(), String> {
    let mut checker = Checker::default();
    for clause in formula {
        checker.add(clause);
    }
    for (index, step) in proof.iter().enumerate() {
        if checker.refuted {
            break;
        }
        match step {
            Step::Add(clause) if !checker.follows(clause) => {
                return Err(format!("step {}: {clause:?} does not follow", index + 1));
            }
            Step::Add(clause) => checker.add(clause),
            Step::Delete(clause) => checker
                .delete(clause)
                .map_err(|()| format!("step {}: there is no clause {clause:?}", index + 1))?,
        }
    }
    if checker.refuted { Ok(()) } else { Err("the empty clause is not derived".into()) }
}

#[derive(Default)]
struct Checker {
    /// Empty if deleted.
    clauses: Vec<Vec<i64>>,
    /// By their sorted literals.
    numbers: HashMap<Vec<i64>, Vec<usize>>,
    /// The clauses that watch a literal, which is one of their first two.
    watches: Vec<Vec<usize>>,
    /// The true literals, those that hold permanently first.
    trail: Vec<i64>,
    truths: Vec<Option<bool>>,
    refuted: bool,
}

/// The place of a literal in lists.
fn place(literal: i64) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

fn sorted(clause: &[i64]) -> Vec<i64> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

impl Checker {
    fn value(&self, literal: i64) -> Option<bool> {
        self.truths.get(place(literal)).copied().flatten()
    }

    fn make_room(&mut self, literal: i64) {
        let places = 2 * literal.unsigned_abs() as usize + 2;
        if self.truths.len() < places {
            self.truths.resize(places, None);
            self.watches.resize(places, Vec::new());
        }
    }

    fn assign(&mut self, literal: i64) {
        self.make_room(literal);
        self.truths[place(literal)] = Some(true);
        self.truths[place(-literal)] = Some(false);
        self.trail.push(literal);
    }

    fn add(&mut self, clause: &[i64]) {
        let key = sorted(clause);
        let mut clause = key.clone();
        // Literals that are not false come first; permanently, because nothing else is assigned now.
        clause.sort_by_key(|&literal| self.value(literal) == Some(false));
        let free = clause.iter().take_while(|&&l| self.value(l) != Some(false)).count();
        let satisfied = clause.iter().any(|&literal| self.value(literal) == Some(true));
        let number = self.clauses.len();
        if clause.len() >= 2 {
            for &literal in &clause[..2] {
                self.make_room(literal);
                self.watches[place(literal)].push(number);
            }
        }
        let first = clause.first().copied();
        self.clauses.push(clause);
        self.numbers.entry(key).or_default().push(number);
        match (free, first) {
            _ if satisfied => {}
            (0, _) | (_, None) => self.refuted = true,
            (1, Some(first)) => {
                let from = self.trail.len();
                self.assign(first);
                self.refuted |= self.propagate(from);
            }
            _ => {}
        }
    }

    /// Propagated literals stay true: they follow from the earlier clauses.
    fn delete(&mut self, clause: &[i64]) -> Result<(), ()> {
        let numbers = self.numbers.get_mut(&sorted(clause)).ok_or(())?;
        let number = numbers.pop().ok_or(())?;
        self.clauses[number].clear();
        Ok(())
    }

    /// Whether the negation of a clause leads to a conflict by propagation.
    fn follows(&mut self, clause: &[i64]) -> bool {
        let from = self.trail.len();
        let mut conflict = false;
        for &literal in clause {
            match self.value(literal) {
                Some(true) => conflict = true,
                Some(false) => {}
                None => self.assign(-literal),
            }
        }
        conflict = conflict || self.propagate(from);
        for literal in self.trail.drain(from..) {
            self.truths[place(literal)] = None;
            self.truths[place(-literal)] = None;
        }
        conflict
    }

    /// Propagates the literals from this place on; whether there is a conflict.
    fn propagate(&mut self, mut next: usize) -> bool {
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            let watching = std::mem::take(&mut self.watches[place(-literal)]);
            let mut kept = Vec::new();
            let mut conflict = false;
            for (index, &number) in watching.iter().enumerate() {
                let mut clause = std::mem::take(&mut self.clauses[number]);
                if clause.is_empty() {
                    continue;
                }
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let other = (2..clause.len()).find(|&i| self.value(clause[i]) != Some(false));
                if self.value(clause[0]) == Some(true) {
                    kept.push(number);
                } else if let Some(other) = other {
                    clause.swap(1, other);
                    self.watches[place(clause[1])].push(number);
                } else {
                    kept.push(number);
                    match self.value(clause[0]) {
                        None => self.assign(clause[0]),
                        _ => conflict = true,
                    }
                }
                self.clauses[number] = clause;
                if conflict {
                    kept.extend(&watching[index + 1..]);
                    break;
                }
            }
            self.watches[place(-literal)] = kept;
            if conflict {
                return true;
            }
        }
        false
    }
}
