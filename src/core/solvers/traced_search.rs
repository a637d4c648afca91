//! A small search by conflict-driven clause learning (CDCL) that reports each of its steps, for
//! lessons.
//!
//! It decides the first open variable to be true, learns the clause of the first unique implication
//! point of each conflict, and jumps back (Marques-Silva and Sakallah, GRASP, 1996). It has no
//! restarts, no activities and no deletion of clauses, so a step depends on the formula only.

use rustsat::types::Lit;
use satranj_encodings::clause::{Assignment, Cnf};

use crate::{limits::Reason, run::Run};

/// The most decisions, unless the run has a node limit.
const MOST_DECISIONS: u64 = 5_000;

/// What the search does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceStep {
    /// It assumes a literal; the level rises by one.
    Decide(Lit),
    /// The first literals become true because the second ones are, each by a clause in which it is
    /// the only literal that is not false.
    Follow(Vec<Lit>, Vec<Lit>),
    /// All literals of the clause are false.
    Conflict(Vec<Lit>),
    /// The clause follows from the conflict; the search goes back to this level.
    Learn(Vec<Lit>, usize),
    /// All variables have values, but the model is no solution; the clause excludes it, and the
    /// search begins anew.
    Cut(Vec<Lit>),
}

/// Clauses that exclude a model which is no solution; none if it is one.
pub type CheckModel<'a> = dyn FnMut(&Assignment) -> Vec<Vec<Lit>> + 'a;

/// The state of a search.
pub struct TracedSearch<'a> {
    clauses: Vec<Vec<Lit>>,
    /// The clauses of each literal.
    occurrences: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    levels: Vec<usize>,
    /// The clause that gave a variable its value; `None` for a decision.
    reasons: Vec<Option<usize>>,
    /// The true literals, in the order in which they became true.
    trail: Vec<Lit>,
    /// The literals of the trail before this one are propagated.
    head: usize,
    /// The length of the trail before each decision.
    starts: Vec<usize>,
    /// Literals that became true, and those that are the cause, before they are reported.
    follows: (Vec<Lit>, Vec<Lit>),
    /// Hears each step and its level.
    tell: &'a mut dyn FnMut(TraceStep, usize),
}

impl<'a> TracedSearch<'a> {
    /// A search in a formula of this many variables.
    pub fn new(formula: &Cnf, variables: usize, tell: &'a mut dyn FnMut(TraceStep, usize)) -> Self {
        let mut search = Self {
            clauses: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            levels: vec![0; variables],
            reasons: vec![None; variables],
            trail: Vec::new(),
            head: 0,
            starts: Vec::new(),
            follows: Default::default(),
            tell,
        };
        formula.iter().for_each(|clause| {
            search.add(clause.to_vec());
        });
        search
    }

    /// Searches until `check` accepts a model, or no model is left: whether there is one. Each
    /// clause of `check` must exclude the model.
    ///
    /// # Errors
    /// The reason to stop: a limit of the run, or 5,000 decisions without a node limit.
    pub fn run(&mut self, run: &Run, check: &mut CheckModel<'_>) -> Result<bool, Reason> {
        let mut left = run.limits.nodes.unwrap_or(MOST_DECISIONS);
        let mut added = 0..self.clauses.len();
        loop {
            run.poll()?;
            let conflict = added.find_map(|clause| self.look_at(clause));
            added = 0..0;
            if let Some(clause) = conflict.or_else(|| self.propagate()) {
                self.tell(TraceStep::Conflict(self.clauses[clause].clone()));
                if self.starts.is_empty() {
                    return Ok(false);
                }
                let (learned, level) = self.learned(clause);
                self.tell(TraceStep::Learn(learned.clone(), level));
                self.back_to(level);
                added = self.add(learned);
            } else if let Some(variable) = self.values.iter().position(Option::is_none) {
                left = left.checked_sub(1).ok_or(Reason::NodeLimit)?;
                self.tell_follows();
                self.starts.push(self.trail.len());
                let literal = Lit::positive(variable as u32);
                self.assign(literal, None);
                self.tell(TraceStep::Decide(literal));
            } else {
                let mut model = Assignment::all_false(self.values.len());
                self.trail.iter().for_each(|&literal| model.set(literal));
                self.tell_follows();
                let cuts = check(&model);
                if cuts.is_empty() {
                    return Ok(true);
                }
                let first = self.clauses.len();
                for cut in cuts {
                    self.tell(TraceStep::Cut(cut.clone()));
                    self.add(cut);
                }
                self.back_to(0);
                added = first..self.clauses.len();
            }
        }
    }

    fn tell(&mut self, step: TraceStep) {
        self.tell_follows();
        (self.tell)(step, self.starts.len());
    }

    fn tell_follows(&mut self) {
        let (literals, causes) = std::mem::take(&mut self.follows);
        if !literals.is_empty() {
            (self.tell)(TraceStep::Follow(literals, causes), self.starts.len());
        }
    }

    /// Adds a clause, each literal once; returns its number as a range.
    fn add(&mut self, mut clause: Vec<Lit>) -> std::ops::Range<usize> {
        let number = self.clauses.len();
        let mut seen = Vec::new();
        clause.retain(|literal| {
            let is_new = !seen.contains(literal);
            seen.push(*literal);
            is_new
        });
        for literal in &clause {
            self.occurrences[literal.lidx()].push(number);
        }
        self.clauses.push(clause);
        number..number + 1
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.vidx()].map(|value| value == literal.is_pos())
    }

    fn assign(&mut self, literal: Lit, reason: Option<usize>) {
        self.values[literal.vidx()] = Some(literal.is_pos());
        self.levels[literal.vidx()] = self.starts.len();
        self.reasons[literal.vidx()] = reason;
        self.trail.push(literal);
    }

    /// Makes the last open literal of a clause true if all others are false. Returns the clause if
    /// all are false.
    fn look_at(&mut self, number: usize) -> Option<usize> {
        let clause = &self.clauses[number];
        let mut open = clause.iter().copied().filter(|&literal| self.value(literal) != Some(false));
        let Some(last) = open.next() else { return Some(number) };
        if open.next().is_some() || self.value(last).is_some() {
            return None;
        }
        let others = clause.iter().filter(|&&literal| literal != last);
        let causes: Vec<Lit> = others.map(|&literal| !literal).collect();
        if causes != self.follows.1 {
            self.tell_follows();
            self.follows.1 = causes;
        }
        self.follows.0.push(last);
        self.assign(last, Some(number));
        None
    }

    /// Makes all literals true that follow from the trail; returns a clause whose literals are all
    /// false.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.head) {
            let clauses = self.occurrences[(!literal).lidx()].clone();
            let conflict = clauses.into_iter().find_map(|clause| self.look_at(clause));
            if conflict.is_some() {
                return conflict;
            }
            self.head += 1;
        }
        None
    }

    /// The clause of the first unique implication point, whose first literal becomes true after the
    /// jump, and the level of the jump.
    fn learned(&self, conflict: usize) -> (Vec<Lit>, usize) {
        let mut seen = vec![false; self.values.len()];
        let (mut clause, mut others, mut open) = (conflict, Vec::new(), 0);
        let mut trail = self.trail.iter().rev();
        let point = loop {
            for &literal in &self.clauses[clause] {
                let variable = literal.vidx();
                if seen[variable] || self.levels[variable] == 0 {
                    continue;
                }
                seen[variable] = true;
                if self.levels[variable] == self.starts.len() {
                    open += 1;
                } else {
                    others.push(literal);
                }
            }
            let Some(&literal) = trail.find(|literal| seen[literal.vidx()]) else { break None };
            open -= 1;
            match self.reasons[literal.vidx()] {
                Some(reason) if open > 0 => clause = reason,
                _ => break Some(!literal),
            }
        };
        let level = others.iter().map(|literal| self.levels[literal.vidx()]).max().unwrap_or(0);
        (point.into_iter().chain(others).collect(), level)
    }

    /// Takes back everything above a level.
    fn back_to(&mut self, level: usize) {
        let Some(&start) = self.starts.get(level) else { return };
        for literal in self.trail.drain(start..) {
            self.values[literal.vidx()] = None;
        }
        self.starts.truncate(level);
        self.head = start;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use satranj_encodings::clause::ClauseSink as _;

    use super::*;
    use crate::limits::Limits;

    fn literal(number: i32) -> Lit {
        Lit::from_ipasir(number).unwrap()
    }

    fn formula(clauses: &[Vec<i32>]) -> Cnf {
        let mut formula = Cnf::default();
        for clause in clauses {
            let clause: Vec<Lit> = clause.iter().map(|&number| literal(number)).collect();
            formula.add_clause(&clause).unwrap();
        }
        formula
    }

    fn holds(clause: &[Lit], model: u32) -> bool {
        clause.iter().any(|literal| (model >> literal.vidx() & 1 == 1) == literal.is_pos())
    }

    /// The models of a formula of these variables.
    fn models(formula: &Cnf, variables: u32) -> Vec<u32> {
        (0..1 << variables)
            .filter(|&model| formula.iter().all(|clause| holds(clause, model)))
            .collect()
    }

    #[test]
    fn a_search_is_told_step_by_step() {
        let mut steps = Vec::new();
        let mut tell = |step, level| steps.push((step, level));
        let formula = formula(&[vec![-1, -2], vec![-1, 2, 3], vec![-1, 2, -3]]);
        let run = Run::new(Limits::default(), 1);
        let found = TracedSearch::new(&formula, 3, &mut tell).run(&run, &mut |_| Vec::new());
        assert_eq!(found, Ok(true));
        let list = |numbers: &[i32]| numbers.iter().map(|&n| literal(n)).collect::<Vec<_>>();
        assert_eq!(
            steps,
            [
                (TraceStep::Decide(literal(1)), 1),
                (TraceStep::Follow(list(&[-2]), list(&[1])), 1),
                (TraceStep::Follow(list(&[3]), list(&[1, -2])), 1),
                (TraceStep::Conflict(list(&[-1, 2, -3])), 1),
                (TraceStep::Learn(list(&[-1]), 0), 1),
                (TraceStep::Follow(list(&[-1]), list(&[])), 0),
                (TraceStep::Decide(literal(2)), 1),
                (TraceStep::Decide(literal(3)), 2),
            ]
        );
        let limited = Run::new(Limits { nodes: Some(1), ..Limits::default() }, 1);
        let mut tell = |_, _| {};
        let found = TracedSearch::new(&formula, 3, &mut tell).run(&limited, &mut |_| Vec::new());
        assert_eq!(found, Err(Reason::NodeLimit));
    }

    proptest! {
        #[test]
        fn it_agrees_with_brute_force_and_learns_only_what_follows(
            clauses in prop::collection::vec(
                prop::collection::vec((1..=6i32, any::<bool>()), 0..4), 0..24),
            cut in any::<bool>(),
        ) {
            let signed = |&(number, sign): &(i32, bool)| if sign { number } else { -number };
            let clauses: Vec<Vec<i32>> =
                clauses.iter().map(|clause| clause.iter().map(signed).collect()).collect();
            let formula = formula(&clauses);
            let right = models(&formula, 6);
            // All models, one after the other, or the first.
            let mut found = Vec::new();
            let mut learned = Vec::new();
            let mut tell = |step, _| {
                if let TraceStep::Learn(clause, _) = step {
                    learned.push(clause);
                }
            };
            let run = Run::new(Limits::default(), 1);
            let ended = TracedSearch::new(&formula, 6, &mut tell).run(&run, &mut |model| {
                let bits = (0..6).filter(|&bit| model.satisfies(Lit::positive(bit)));
                found.push(bits.map(|bit| 1 << bit).sum::<u32>());
                let not = (0..6).map(|bit| Lit::new(bit, model.satisfies(Lit::positive(bit))));
                if cut { vec![not.collect()] } else { Vec::new() }
            });
            prop_assert_eq!(ended, Ok(!cut && !right.is_empty()));
            found.sort_unstable();
            if cut {
                prop_assert_eq!(&found, &right);
            } else {
                prop_assert!(found.iter().all(|model| right.contains(model)));
                for clause in learned {
                    prop_assert!(right.iter().all(|&model| holds(&clause, model)));
                }
            }
        }
    }
}
