//! The steps of a search in words: literals by the names of squares, moves and vertices.

use rustsat::types::Lit;
use satranj_encodings::encoding::Encoded;

use crate::{
    pictures::searches::MarkedStep, printable::one_line, solvers::traced_search::TraceStep,
};

/// The kinds of variables that mean a move between two places.
const PAIRS: [&str; 3] = ["move", "edge", "arc"];

/// The kind in a variable's name, and what it is about.
fn parts(name: &str) -> Option<(&str, &str)> {
    name.strip_suffix(')')?.split_once('(')
}

/// The names of the variables.
pub struct StepWords {
    names: Vec<String>,
    /// The squares or vertices in the names.
    places: Vec<Vec<String>>,
}

impl StepWords {
    /// The names of the variables of a formula: `a1` for `queen(a1)` if all are queens, `a1-b3` for
    /// `move(a1,b3)`, `start a1`. A variable without a name is `xN`.
    pub fn of(encoded: &dyn Encoded, term: &dyn Fn(u32) -> String) -> Self {
        let named = |variable| encoded.variable_name(variable, term);
        let all: Vec<Option<String>> = (0..encoded.variables()).map(named).collect();
        let kind = |name: &String| name.split('(').next().map(String::from);
        let mut kinds = all.iter().flatten().map(kind);
        let first = kinds.next();
        let is_one = kinds.all(|kind| Some(kind) == first);
        let short = |name: &str| -> Option<String> {
            let (kind, inner) = parts(name)?;
            match inner.split_once(',') {
                Some((a, b)) => PAIRS.contains(&kind).then(|| format!("{a}-{b}")),
                None if is_one => Some(inner.into()),
                None => Some(format!("{kind} {inner}")),
            }
        };
        let name = |(number, name): (usize, Option<String>)| match name {
            Some(name) => one_line(&short(&name).unwrap_or(name)).into_owned(),
            None => format!("x{}", number + 1),
        };
        let places = all.iter().map(|name| match name.as_deref().and_then(parts) {
            Some((kind, inner)) if PAIRS.contains(&kind) || !inner.contains(',') => {
                inner.split(',').map(String::from).collect()
            }
            _ => Vec::new(),
        });
        let places = places.collect();
        Self { places, names: all.into_iter().enumerate().map(name).collect() }
    }

    /// The steps with the literals that are true after each, and the numbers of decisions and
    /// conflicts so far.
    pub fn marked(&self, steps: &[(TraceStep, usize)]) -> Vec<MarkedStep> {
        let has_moves = self.places.iter().any(|places| places.len() == 2);
        let mut trail: Vec<(Lit, usize)> = Vec::new();
        let mut counts = [0, 0];
        let said = "nothing is decided".into();
        let mut marked = vec![MarkedStep { said, marks: Vec::new(), counts }];
        for (step, level) in steps {
            match step {
                TraceStep::Decide(literal) => {
                    counts[0] += 1;
                    trail.push((*literal, *level));
                }
                TraceStep::Follow(literals, _) => {
                    trail.extend(literals.iter().map(|literal| (*literal, *level)));
                }
                TraceStep::Learn(_, to) => trail.retain(|(_, level)| level <= to),
                TraceStep::Cut(_) => trail.retain(|(_, level)| *level == 0),
                TraceStep::Conflict(_) => counts[1] += 1,
            }
            let places = |literal: &Lit| (self.places[literal.vidx()].clone(), literal.is_pos());
            // Where moves are marked, a cross would not say which end of a tour a square is not.
            let is_shown = |literal: &Lit| {
                literal.is_pos() || !has_moves || self.places[literal.vidx()].len() == 2
            };
            let shown =
                trail.iter().map(|(literal, _)| literal).filter(|literal| is_shown(literal));
            let marks = shown.map(places).collect();
            marked.push(MarkedStep {
                said: format!("level {level}: {}", self.sentence(step)),
                marks,
                counts,
            });
        }
        marked
    }

    /// A step as a sentence without an end.
    pub fn sentence(&self, step: &TraceStep) -> String {
        match step {
            TraceStep::Decide(literal) => format!("decide {}", self.literal(*literal)),
            TraceStep::Follow(literals, causes) if causes.is_empty() => {
                format!("so {}", self.list(literals))
            }
            TraceStep::Follow(literals, causes) => {
                format!("as {}: {}", self.list(causes), self.list(literals))
            }
            TraceStep::Conflict(clause) => format!("conflict: {}", self.broken(clause)),
            TraceStep::Learn(clause, level) => {
                format!("learn: {}; back to level {level}", self.clause(clause))
            }
            TraceStep::Cut(clause) => {
                format!("no solution yet, several parts; from now on {}", self.clause(clause))
            }
        }
    }

    fn literal(&self, literal: Lit) -> String {
        let not = if literal.is_pos() { "" } else { "not " };
        format!("{not}{}", self.names[literal.vidx()])
    }

    /// The names of literals.
    fn named(&self, literals: &[Lit]) -> String {
        let names = literals.iter().map(|literal| self.names[literal.vidx()].as_str());
        names.collect::<Vec<_>>().join(", ")
    }

    /// Literals that all hold: `not a2, a3`.
    fn list(&self, literals: &[Lit]) -> String {
        let (positive, negative): (Vec<Lit>, Vec<Lit>) =
            literals.iter().partition(|literal| literal.is_pos());
        let not = format!("not {}", self.named(&negative));
        match (&positive[..], &negative[..]) {
            (_, []) => self.named(&positive),
            ([], _) => not,
            _ => format!("{}, {not}", self.named(&positive)),
        }
    }

    /// A clause.
    fn clause(&self, clause: &[Lit]) -> String {
        match clause {
            [] => "nothing is possible".into(),
            [one] => self.literal(*one),
            [a, b] if a.is_neg() && b.is_neg() => format!("not both {}", self.named(clause)),
            _ if clause.iter().all(|literal| literal.is_pos()) => {
                format!("one of {}", self.named(clause))
            }
            _ => {
                let words = clause.iter().map(|literal| self.literal(*literal));
                words.collect::<Vec<_>>().join(" or ")
            }
        }
    }

    /// A clause whose literals are all false.
    fn broken(&self, clause: &[Lit]) -> String {
        if clause.is_empty() {
            return "no solution is possible".into();
        }
        if clause.iter().all(|literal| literal.is_pos()) {
            return format!("none of {} is left", self.named(clause));
        }
        let true_ones: Vec<Lit> = clause.iter().map(|&literal| !literal).collect();
        format!("{} exclude each other", self.list(&true_ones))
    }
}
