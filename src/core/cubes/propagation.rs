//! Unit propagation with two watched literals, on a formula that does not change.

use rustsat::types::Lit;
use satranj_encodings::clause::Cnf;

/// The literals that follow from the assumed ones.
///
/// The first two literals of a clause are watched: a clause is visited when one of them becomes
/// false (Moskewicz et al., "Chaff: Engineering an Efficient SAT Solver", 2001). Backtracking
/// leaves the watches as they are.
pub struct Propagation {
    literals: Vec<Lit>,
    /// Where each clause begins, and the end of the last one.
    begins: Vec<u32>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// For each literal whether it is true.
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    /// Variables by their number of clauses, the most first.
    order: Vec<u32>,
    is_consistent: bool,
}

/// The place of a literal in the tables.
fn index(literal: Lit) -> usize {
    2 * literal.vidx() + usize::from(literal.is_neg())
}

impl Propagation {
    /// The formula with its units propagated.
    #[must_use]
    pub fn new(formula: &Cnf, variables: u32) -> Self {
        let mut new = Self {
            literals: Vec::new(),
            begins: vec![0],
            watches: vec![Vec::new(); 2 * variables as usize],
            is_true: vec![false; 2 * variables as usize],
            trail: Vec::new(),
            order: Vec::new(),
            is_consistent: true,
        };
        let mut occurrences = vec![0u32; variables as usize];
        let mut units = Vec::new();
        for clause in formula.iter() {
            let mut kept = clause.to_vec();
            kept.sort_unstable();
            kept.dedup();
            for literal in &kept {
                occurrences[literal.vidx()] += 1;
            }
            match kept.as_slice() {
                [] => new.is_consistent = false,
                [unit] => units.push(*unit),
                [first, second, ..] => {
                    let number = new.begins.len() as u32 - 1;
                    new.watches[index(*first)].push(number);
                    new.watches[index(*second)].push(number);
                    new.literals.extend_from_slice(&kept);
                    new.begins.push(new.literals.len() as u32);
                }
            }
        }
        new.order = (0..variables).filter(|&variable| occurrences[variable as usize] > 0).collect();
        new.order.sort_by_key(|&variable| std::cmp::Reverse(occurrences[variable as usize]));
        for unit in units {
            if !new.assume(unit) {
                new.is_consistent = false;
            }
        }
        new
    }

    /// Whether the assumptions are not contradicted yet.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.is_consistent
    }

    /// Marks the assumptions as unsatisfiable.
    pub fn refute(&mut self) {
        self.is_consistent = false;
    }

    /// How many variables are assigned.
    #[must_use]
    pub fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// Whether a variable is assigned.
    #[must_use]
    pub fn is_assigned(&self, variable: u32) -> bool {
        let at = 2 * variable as usize;
        self.is_true[at] || self.is_true[at + 1]
    }

    /// The first `most` unassigned variables, those in the most clauses first.
    #[must_use]
    pub fn candidates(&self, most: usize) -> Vec<u32> {
        let open = self.order.iter().copied().filter(|&variable| !self.is_assigned(variable));
        open.take(most).collect()
    }

    /// Takes back all but the first `assigned` assignments.
    pub fn take_back(&mut self, assigned: usize) {
        for literal in self.trail.drain(assigned..) {
            self.is_true[index(literal)] = false;
        }
        self.is_consistent = true;
    }

    /// Assumes a literal and propagates; returns whether there is no contradiction. After a
    /// contradiction it must be taken back.
    pub fn assume(&mut self, literal: Lit) -> bool {
        if self.is_true[index(!literal)] {
            return false;
        }
        if self.is_true[index(literal)] {
            return true;
        }
        let mut next = self.trail.len();
        self.set(literal);
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            if !self.visit(!literal) {
                return false;
            }
        }
        true
    }

    fn set(&mut self, literal: Lit) {
        self.is_true[index(literal)] = true;
        self.trail.push(literal);
    }

    /// Visits the clauses that watch a literal that has become false.
    fn visit(&mut self, falsified: Lit) -> bool {
        let mut watching = std::mem::take(&mut self.watches[index(falsified)]);
        let mut kept = 0;
        let mut holds = true;
        for at in 0..watching.len() {
            let clause = watching[at];
            if holds && self.moves_on(clause, falsified) {
                continue;
            }
            watching[kept] = clause;
            kept += 1;
            if !holds {
                continue;
            }
            let begin = self.begins[clause as usize] as usize;
            let other = self.literals[begin];
            if self.is_true[index(other)] {
                continue;
            }
            if self.is_true[index(!other)] {
                holds = false;
            } else {
                self.set(other);
            }
        }
        watching.truncate(kept);
        self.watches[index(falsified)] = watching;
        holds
    }

    /// Moves a clause's watch from a falsified literal to another one, if possible. If not, the
    /// falsified literal is second, and either all after it are false or the first one is true.
    fn moves_on(&mut self, clause: u32, falsified: Lit) -> bool {
        let begin = self.begins[clause as usize] as usize;
        let end = self.begins[clause as usize + 1] as usize;
        if self.literals[begin] == falsified {
            self.literals.swap(begin, begin + 1);
        }
        if self.is_true[index(self.literals[begin])] {
            return false;
        }
        for at in begin + 2..end {
            let literal = self.literals[at];
            if !self.is_true[index(!literal)] {
                self.literals.swap(begin + 1, at);
                self.watches[index(literal)].push(clause);
                return true;
            }
        }
        false
    }
}
