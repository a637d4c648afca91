//! Bounds on the weight of true literals, tightened step by step.

use rustsat::{
    encodings::pb::{BinaryAdder, BoundUpper, BoundUpperIncremental, GeneralizedTotalizer},
    instances::BasicVarManager,
    types::Lit,
};

use crate::{
    clause::{ClauseSink, Interrupted, collect},
    encoding::Objective,
    objective::Sense,
    totalizer::written,
};

/// Up to this total a generalized totalizer is faster, measured with `sat:edges`, `sat:cover` and
/// `sat:ends` on random graphs of 40 to 60 vertices: 5 to 20 times at totals of about 600; at 6,000
/// an adder is faster.
const MOST_OF_TOTALIZER: u64 = 1 << 11;

/// The largest total of a bound: the adder keeps a place in memory for each value.
const MOST: u64 = 1 << 24;

/// The greatest common divisor of all weights, at least 1.
fn divisor(weights: impl Iterator<Item = u32>) -> u32 {
    let greatest_common = |mut a: u32, mut b: u32| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    weights.fold(0, greatest_common).max(1)
}

/// Whether the total of these weights, divided by their common divisor, is at most 2^24.
pub fn fits(weights: impl Iterator<Item = u32> + Clone) -> bool {
    let divisor = u64::from(divisor(weights.clone()));
    weights.map(|weight| u64::from(weight) / divisor).sum::<u64>() <= MOST
}

/// The encoding that sums the weights.
enum WeightCounter {
    Totalizer(GeneralizedTotalizer),
    Adder(BinaryAdder),
}

/// A bound on the weight of true literals, tightened step by step.
///
/// For small totals this is the generalized totalizer (Joshi, Martins and Manquinho: "Generalized
/// totalizer encoding for pseudo-Boolean constraints", CP 2015), for others a binary adder with a
/// comparison (Warners 1998; Eén and Sörensson: "Translating pseudo-Boolean constraints into SAT",
/// JSAT 2, 2006). Both are rustsat's, and each step writes only what is new.
pub struct WeightBound {
    counter: WeightCounter,
    divisor: u32,
    /// The total of the weights, divided by the divisor.
    total: u64,
    sense: Sense,
}

impl WeightBound {
    /// A bound on the weight of the true literals of an objective, unrestricted at first; its
    /// weights must [fit](fits).
    #[must_use]
    pub fn new(objective: &Objective) -> Self {
        let divisor = divisor(objective.weights.iter().copied());
        // A weight of at least w means that the rest, at most total - w, is left out.
        let bounded = objective.minimised();
        let bounded = bounded.map(|(literal, weight)| (literal, (weight / divisor) as usize));
        let total = bounded.clone().map(|(_, weight)| weight as u64).sum();
        let counter = if total <= MOST_OF_TOTALIZER {
            WeightCounter::Totalizer(bounded.collect())
        } else {
            WeightCounter::Adder(bounded.collect())
        };
        Self { counter, divisor, total, sense: objective.sense }
    }

    /// Requires a weight better than `value`.
    ///
    /// # Errors
    /// [`Interrupted`] from the sink.
    pub fn tighten(
        &mut self,
        value: u64,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        let divisor = u64::from(self.divisor);
        let most = match self.sense {
            // The next better multiple of the divisor.
            Sense::Maximise => self.total.checked_sub(value / divisor + 1),
            Sense::Minimise => value.div_ceil(divisor).checked_sub(1),
        };
        let Some(most) = most else { return sink.add_clause(&[]) };
        let most = most.min(self.total) as usize;
        let units = match &mut self.counter {
            WeightCounter::Totalizer(totalizer) => bounded(totalizer, most, variables, sink)?,
            WeightCounter::Adder(adder) => bounded(adder, most, variables, sink)?,
        };
        units.into_iter().try_for_each(|unit| sink.add_clause(&[unit]))
    }
}

/// Writes the encoding of a bound and returns the literals that enforce it.
fn bounded(
    counter: &mut impl BoundUpperIncremental,
    most: usize,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Vec<Lit>, Interrupted> {
    collect(sink, |collector| counter.encode_ub_change(most..=most, collector, variables))?;
    written(BoundUpper::enforce_ub(counter, most))
}

#[cfg(test)]
mod tests {
    use ::varisat::ExtendFormula as _;
    use proptest::prelude::*;
    use rustsat::types::Var;

    use super::*;
    use crate::clause::Cnf;

    /// Whether the clauses have a model that begins with these values.
    fn is_possible(cnf: &Cnf, values: u32, literals: u32) -> bool {
        let mut solver = varisat::Solver::new();
        let code = |literal: Lit| varisat::Lit::from_code(literal.lidx());
        for clause in cnf.iter() {
            let clause: Vec<varisat::Lit> = clause.iter().map(|&literal| code(literal)).collect();
            solver.add_clause(&clause);
        }
        let values = (0..literals).map(|at| {
            varisat::Lit::from_var(varisat::Var::from_index(at as usize), values >> at & 1 == 1)
        });
        solver.assume(&values.collect::<Vec<_>>());
        solver.solve().expect("it answers")
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

        /// Exactly the better values satisfy the bound; then a second, tighter one.
        #[test]
        fn it_bounds_the_weight(
            weights in prop::collection::vec(1..9u32, 1..7),
            factor in prop::sample::select(vec![1u32, 7, 300, 1000]),
            firsts in 0..60u64,
            further in 1..9u64,
            is_most in any::<bool>(),
        ) {
            let weights: Vec<u32> = weights.iter().enumerate()
                .map(|(at, &weight)| if factor == 1000 { weight * 1000 + at as u32 } else { weight * factor })
                .collect();
            let n = weights.len() as u32;
            let sense = if is_most { Sense::Maximise } else { Sense::Minimise };
            let literals = (0..n).map(|at| Var::new(at).pos_lit()).collect();
            let objective = Objective { weights: weights.clone(), ..Objective::new(literals, sense) };
            let mut bound = WeightBound::new(&objective);
            let mut variables = BasicVarManager::from_next_free(Var::new(n));
            let mut cnf = Cnf::default();
            let unit = u64::from(*weights.iter().max().unwrap()) / 3 + 1;
            let first = firsts * unit / 4;
            let second = if is_most { first + further } else { first.saturating_sub(further) };
            for value in [first, second] {
                bound.tighten(value, &mut variables, &mut cnf).unwrap();
                for chosen in 0..1u32 << n {
                    let inside = (0..n).filter(|at| chosen >> at & 1 == 1);
                    let weight = inside.map(|at| u64::from(weights[at as usize])).sum::<u64>();
                    prop_assert_eq!(is_possible(&cnf, chosen, n), sense.is_better(weight, value));
                }
            }
        }
    }

    #[test]
    fn large_totals_do_not_fit() {
        assert!(fits([1 << 23, 1 << 23].into_iter()));
        assert!(fits([u32::MAX, u32::MAX].into_iter()));
        assert!(!fits([u32::MAX, u32::MAX - 1].into_iter()));
        assert!(fits(std::iter::empty()));
    }
}
