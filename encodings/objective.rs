//! What is requested: how many vertices, and what the best witness maximises or minimises.

use rustsat::types::Lit;

/// Whether more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// More is better.
    Maximise,
    /// Less is better.
    Minimise,
}

impl Sense {
    /// Whether a value is better than another.
    #[must_use]
    pub fn is_better<T: Ord + Copy>(self, value: T, than: T) -> bool {
        match self {
            Self::Maximise => value > than,
            Self::Minimise => value < than,
        }
    }
}

/// What the best witness maximises or minimises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objective {
    /// The value of an assignment is the number of these that are true, or their weight.
    pub literals: Vec<Lit>,
    /// The weight of each literal; empty if each counts 1.
    pub weights: Vec<u32>,
    /// Whether more is better.
    pub sense: Sense,
    /// Lists of literals: in every witness at least as many of a list are true as the value if more
    /// is better, at most as many if fewer is. So a bound on the value bounds each list, which
    /// makes proofs short.
    pub bounded_by_it: Vec<Vec<Lit>>,
}

impl Objective {
    /// The number of these literals that are true.
    #[must_use]
    pub fn new(literals: Vec<Lit>, sense: Sense) -> Self {
        Self { literals, weights: Vec::new(), sense, bounded_by_it: Vec::new() }
    }

    /// The literals with their weights.
    pub fn terms(&self) -> impl Iterator<Item = (Lit, u32)> + Clone + '_ {
        let weight = |at: usize| self.weights.get(at).copied().unwrap_or(1);
        self.literals.iter().enumerate().map(move |(at, &literal)| (literal, weight(at)))
    }

    /// The literals whose weight is minimised; if more is better, these are the negated literals.
    pub fn minimised(&self) -> impl Iterator<Item = (Lit, u32)> + Clone + '_ {
        let is_most = self.sense == Sense::Maximise;
        self.terms()
            .map(move |(literal, weight)| (if is_most { !literal } else { literal }, weight))
    }
}

/// How many vertices are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// This many.
    Exactly(u32),
    /// As many as possible for an independent set, as few as possible for a dominating set.
    Optimum,
}
