//! All solutions by SAT: solve, exclude the solution, solve again.

use satranj_encodings::{
    dominating_set::cover::Cover, encoding::Encoding, hamiltonian::position::Position,
    independent_set::lines::Lines, model::Model,
};

use super::Sat;
use crate::methods::{Ending, Found, Goal, Method, MethodError, Options, Run};

/// `sat:enumerate`: all witnesses by the complete encoding of the model.
///
/// Each witness is excluded by a clause over the variables of the puzzle, so none comes
/// twice, whatever the values of the auxiliary ones: blocking clauses, projected, as in
/// Gebser, Kaufmann and Schaub, "Solution enumeration for projected Boolean search problems"
/// (CPAIOR 2009).
pub struct Enumerate;

/// The complete encodings, of which each model has one.
const ENCODINGS: [&dyn Encoding; 3] = [&Lines, &Cover, &Position];

fn encoding(model: &Model) -> Option<&'static dyn Encoding> {
    ENCODINGS.into_iter().find(|encoding| encoding.supports(model))
}

impl Method for Enumerate {
    fn name(&self) -> &'static str {
        "sat:enumerate"
    }

    fn summary(&self) -> &'static str {
        "all solutions: each is excluded by a clause until none is left"
    }

    fn solver(&self, options: &Options) -> Option<String> {
        Some(options.solver.name())
    }

    fn scope(&self) -> Option<&'static str> {
        Some("with -n or --all, where nothing best is asked for")
    }

    fn supports(&self, model: &Model, goal: Goal) -> bool {
        goal == Goal::All && model.sense().is_none() && encoding(model).is_some()
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        let Some(encoding) = encoding(model).filter(|_| self.supports(model, goal)) else {
            return Err(MethodError::Unsupported(self.name()));
        };
        Sat::of(self.name(), self.summary(), encoding).solve(model, goal, run, found)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, ops::ControlFlow};

    use satranj_encodings::{
        dominating_set::DominatingSet,
        hamiltonian::Hamiltonian,
        lattice::{Lattice, Step},
        model::{Count, Witness},
        queens::Queens,
    };

    use super::*;
    use crate::limits::Limits;

    fn knight(rows: u32, columns: u32) -> Lattice {
        let half = [(1, 2), (2, 1), (1, -2), (2, -1)];
        let both = half.iter().flat_map(|&(rows, columns)| [(rows, columns), (-rows, -columns)]);
        let steps = both.map(|(rows, columns)| Step { rows, columns, repeats: false });
        Lattice::new(rows, columns, None, steps.collect())
    }

    #[test]
    fn all_are_found_and_each_once() {
        let dominating =
            |count| Model::DominatingSet(DominatingSet::on_lattice(knight(4, 4), count));
        for (model, expected) in [
            (Model::Queens(Queens::new(6, Vec::new(), Vec::new())), 4),
            (Model::Queens(Queens::new(8, Vec::new(), Vec::new())), 92),
            (Model::Hamiltonian(Hamiltonian::on_lattice(knight(3, 4), false)), 16),
            // 3 up to symmetry (OEIS A006076).
            (dominating(Count::Exactly(4)), 9),
            (dominating(Count::Exactly(3)), 0),
        ] {
            assert!(Enumerate.supports(&model, Goal::All));
            assert!(!Enumerate.supports(&model, Goal::First));
            let run = Run::new(Limits::default(), 1, Options::default());
            let mut found: Vec<Witness> = Vec::new();
            let ending = Enumerate.solve(&model, Goal::All, &run, &mut |witness| {
                found.push(witness);
                ControlFlow::Continue(())
            });
            assert_eq!(ending.unwrap(), Ending::Exhausted);
            let different: BTreeSet<_> = found.iter().map(Witness::numbers).collect();
            assert_eq!((found.len(), different.len()), (expected, expected));
        }
        assert!(!Enumerate.supports(&dominating(Count::Optimum), Goal::All));
    }
}
