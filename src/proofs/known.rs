//! Solutions that are known, as clauses that exclude them: without a model of the rest there is no
//! other.

use std::collections::{BTreeSet, HashSet};

use rustsat::types::Lit;
use satranj_encodings::{
    clause::{Assignment, Cnf},
    encoding::{Encoded, Options, Reading},
    model::{Model, Sense},
};

use super::{
    Permit,
    in_memory::{OpenClaim, Unproved},
};
use crate::{
    answer::class,
    board::symmetry::Symmetry,
    puzzles::{PuzzleSolution, Solution, StatedPuzzle},
    solvers::models::{ModelsHalt, each_model},
};

/// Known solutions of a puzzle, or one of each class.
pub struct KnownSolutions<'a> {
    puzzle: &'a dyn StatedPuzzle,
    symmetries: Vec<Symmetry>,
    /// What distinguishes them.
    identities: HashSet<Solution>,
    /// How many there are, with all members of their classes.
    all: u64,
}

/// Memory of a clause, in the solver and beside it, without its literals.
const CLAUSE_BYTES: u64 = 128;

/// Memory of a literal, in the solver and beside it.
const LITERAL_BYTES: u64 = 12;

/// The model of a puzzle with all its solutions.
#[must_use]
pub fn model_of_all(puzzle: &dyn StatedPuzzle) -> Model {
    let model = puzzle.model();
    model.with_all_witnesses().unwrap_or(model)
}

impl<'a> KnownSolutions<'a> {
    /// These solutions; with the sizes of their classes, also their images under the symmetries.
    pub fn of<'s>(
        puzzle: &'a dyn StatedPuzzle,
        found: impl Iterator<Item = &'s Solution>,
        orbit_sizes: Option<&[u32]>,
    ) -> Self {
        let symmetries = orbit_sizes.map_or_else(Vec::new, |_| puzzle.symmetries());
        let mut known = Self { puzzle, symmetries, identities: HashSet::new(), all: 0 };
        for solution in found {
            let identity = known.identity(solution);
            known.identities.insert(identity);
        }
        known.all = match orbit_sizes {
            Some(sizes) => sizes.iter().map(|&size| u64::from(size)).sum(),
            None => known.identities.len() as u64,
        };
        known
    }

    /// How many there are, with all members of their classes.
    #[must_use]
    pub fn excluded(&self) -> u64 {
        self.all
    }

    /// The claim that there is no other solution, or none that is as good as the best: others beat
    /// the next value.
    pub fn claim<'b>(
        &'b self,
        (model, best): (&'b Model, Option<u64>),
        mut options: Options,
        (most_bytes, permit): (u64, Permit<'b>),
    ) -> OpenClaim<'b> {
        // A cycle is found in one direction.
        options.reductions.direction = true;
        let best = best.and_then(|best| match model.sense()? {
            Sense::Maximise => best.checked_sub(1),
            Sense::Minimise => best.checked_add(1),
        });
        let (puzzle, known) = (self.puzzle, Some(self));
        OpenClaim { puzzle, model, best, known, options, most_bytes, permit }
    }

    /// What distinguishes a solution, or its class, from others.
    fn identity(&self, solution: &Solution) -> Solution {
        if self.symmetries.is_empty() {
            return self.puzzle.identity(&self.puzzle.canonical(solution));
        }
        self.puzzle.identity(&class(self.puzzle, &self.symmetries, solution).0)
    }

    /// The clauses that exclude the known solutions from a formula, in order.
    ///
    /// # Errors
    /// [`Unproved`]: the formula has another solution, or lacks some of these.
    pub fn excluding(
        &self,
        encoded: &dyn Encoded,
        formula: &Cnf,
        (encoding, permit): (&str, Permit<'_>),
    ) -> Result<BTreeSet<Vec<Lit>>, Unproved> {
        let mut excluding = BTreeSet::new();
        let (mut seen, mut bytes) = (HashSet::new(), 0);
        let wrong = |problem: &str| Unproved::Wrong(format!("`{encoding}`: {problem}"));
        let mut exclude = |assignment: &Assignment| {
            let read = encoded.read(assignment).map_err(|error| wrong(&error.to_string()))?;
            let witness = match read {
                Reading::Witness(witness) => witness,
                Reading::Cuts(cuts) => return Ok(cuts),
            };
            let solution = self.puzzle.checked(&witness).map_err(|error| wrong(&error.0))?;
            if !self.identities.contains(&self.identity(&solution)) {
                let found = solution.in_words();
                return Err(Unproved::Refuted(format!("there is another one: {found}")));
            }
            seen.insert(self.puzzle.identity(&self.puzzle.canonical(&solution)));
            let clause = encoded.exclude(&witness);
            bytes += CLAUSE_BYTES + LITERAL_BYTES * clause.len() as u64;
            permit(bytes)?;
            if !excluding.insert(clause.clone()) {
                // The clause is about another form of it.
                return Err(Unproved::NoFormula);
            }
            Ok(vec![clause])
        };
        each_model(formula, permit, &mut exclude).map_err(|halt| match halt {
            ModelsHalt::Stopped(reason) => Unproved::Stopped(reason),
            ModelsHalt::Failed(problem) => wrong(&problem),
            ModelsHalt::Refused(unproved) => unproved,
        })?;
        let (all, seen) = (self.all, seen.len() as u64);
        if seen != all {
            return Err(wrong(&format!("its formula has {seen} of the {all} solutions")));
        }
        Ok(excluding)
    }
}
