//! Cardinality constraints: "exactly two" by plain clauses for few literals; by rustsat's totalizer
//! "exactly k", "at least k", and bounds that are tightened step by step.

use rustsat::{
    encodings::card::{
        BoundLower, BoundLowerIncremental, BoundUpper, BoundUpperIncremental, Totalizer,
        encode_cardinality_constraint,
    },
    instances::BasicVarManager,
    types::{Lit, constraints::CardConstraint},
};

use crate::{
    clause::{ClauseSink, Interrupted, collect},
    objective::Sense,
};

/// Adds "exactly `count` of `literals` are true".
///
/// The empty clause if there are fewer literals; one unit per literal if `count` is 0 or all;
/// otherwise two units and the totalizer of Bailleux and Boufkhad (2003), only the outputs that
/// matter.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn exactly(
    literals: &[Lit],
    count: u32,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let exactly = CardConstraint::new_eq(literals.iter().copied(), count as usize);
    collect(sink, |collector| {
        encode_cardinality_constraint::<Totalizer, _>(exactly, collector, variables)
    })
}

/// Adds "at most `most` of `literals` are true": nothing if there are no more literals; one unit
/// per literal if `most` is 0; otherwise a unit and the totalizer for one output.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn at_most(
    literals: &[Lit],
    most: u64,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    if most >= literals.len() as u64 {
        return Ok(());
    }
    if most == 0 {
        return literals.iter().try_for_each(|&literal| sink.add_clause(&[!literal]));
    }
    Bound::new(literals, Sense::Minimise).tighten(most as u32 + 1, variables, sink)
}

/// Adds a totalizer over `literals` and returns a literal for each i from 1 to `most` (at most the
/// number of literals): it implies that at least i are true.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn at_least_each(
    literals: &[Lit],
    most: usize,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Vec<Lit>, Interrupted> {
    let most = most.min(literals.len());
    let mut totalizer = literals.iter().copied().collect::<Totalizer>();
    collect(sink, |collector| totalizer.encode_lb(1..=most, collector, variables))?;
    let mut outputs = Vec::with_capacity(most);
    for least in 1..=most {
        outputs.extend(written(totalizer.enforce_lb(least))?);
    }
    Ok(outputs)
}

/// A bound on the number of true literals that is tightened step by step.
///
/// The totalizer is incremental (Martins, Joshi, Manquinho and Lynce 2014): each step writes only
/// what is new.
pub struct Bound {
    totalizer: Totalizer,
    literals: u32,
    sense: Sense,
}

impl Bound {
    /// A bound on how many of these are true, unrestricted at first.
    #[must_use]
    pub fn new(literals: &[Lit], sense: Sense) -> Self {
        Self {
            totalizer: literals.iter().copied().collect::<Totalizer>(),
            literals: literals.len() as u32,
            sense,
        }
    }

    /// Adds that the number must be better than `value`.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn tighten(
        &mut self,
        value: u32,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        let totalizer = &mut self.totalizer;
        let units = match self.sense {
            Sense::Maximise if value >= self.literals => return sink.add_clause(&[]),
            Sense::Maximise => {
                let least = value as usize + 1;
                collect(sink, |collector| {
                    totalizer.encode_lb_change(least..=least, collector, variables)
                })?;
                written(totalizer.enforce_lb(least))?
            }
            Sense::Minimise if value == 0 => return sink.add_clause(&[]),
            Sense::Minimise => {
                let most = value as usize - 1;
                collect(sink, |collector| {
                    totalizer.encode_ub_change(most..=most, collector, variables)
                })?;
                written(totalizer.enforce_ub(most))?
            }
        };
        units.into_iter().try_for_each(|unit| sink.add_clause(&[unit]))
    }
}

/// The literals of a bound. "Not encoded" occurs only after an interruption, and must not be
/// mistaken for the absence of a bound.
pub(crate) fn written<E>(bound: Result<Vec<Lit>, E>) -> Result<Vec<Lit>, Interrupted> {
    bound.map_err(|_| Interrupted)
}

/// The most literals for which [`exactly_two`] writes plain clauses.
///
/// k literals need k(k-1)(k-2)/6 + k clauses: 64 for the eight moves of a knight, 232 for
/// twelve. Without auxiliary variables the solver propagates without detours: 0.2 s
/// instead of 14 s on the 80x80 knight's tour.
pub const PLAIN_LIMIT: usize = 12;

/// Adds "exactly two of `literals` are true".
///
/// Clauses for k literals: the empty clause for k < 2; two units for k = 2; for
/// 3 ≤ k ≤ [`PLAIN_LIMIT`] k clauses of k-1 literals (at least two) and k(k-1)(k-2)/6 of
/// three (at most two); beyond, rustsat's totalizer (Bailleux and Boufkhad 2003).
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn exactly_two(
    literals: &[Lit],
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    match literals.len() {
        0 | 1 => sink.add_clause(&[]),
        2 => {
            sink.add_clause(&literals[..1])?;
            sink.add_clause(&literals[1..])
        }
        count if count <= PLAIN_LIMIT => {
            // All but the first; then each in turn is put back instead of the one after it.
            let mut others = [literals[0]; PLAIN_LIMIT];
            others[..count - 1].copy_from_slice(&literals[1..]);
            for left_out in 0..count {
                sink.add_clause(&others[..count - 1])?;
                others[left_out] = literals[left_out];
            }
            for third in 2..count {
                for second in 1..third {
                    for first in 0..second {
                        sink.add_clause(&[!literals[first], !literals[second], !literals[third]])?;
                    }
                }
            }
            Ok(())
        }
        _ => exactly(literals, 2, variables, sink),
    }
}

#[cfg(test)]
mod tests {
    use rustsat::{instances::ManageVars, types::Var};

    use super::*;
    use crate::{
        clause::{Assignment, Cnf},
        counter::{ClauseCounter, Size},
    };

    type Encode<'a> =
        &'a dyn Fn(&[Lit], &mut BasicVarManager, &mut dyn ClauseSink) -> Result<(), Interrupted>;

    /// The size of what `encode` writes for this many literals.
    fn measure(length: usize, encode: Encode<'_>) -> Size {
        let literals: Vec<Lit> =
            (0..length as u32).map(|index| Var::new(index).pos_lit()).collect();
        let mut variables = BasicVarManager::from_next_free(Var::new(length as u32));
        let mut counter = ClauseCounter::default();
        encode(&literals, &mut variables, &mut counter).unwrap();
        Size {
            variables: u64::from(variables.n_used()) - length as u64,
            clauses: counter.clauses(),
        }
    }

    #[test]
    fn a_bound_that_is_not_encoded_is_an_error() {
        let totalizer = (0..9).map(|index| Var::new(index).pos_lit()).collect::<Totalizer>();
        assert_eq!(written(totalizer.enforce_ub(3)), Err(Interrupted));
        assert_eq!(written(totalizer.enforce_lb(3)), Err(Interrupted));
        assert_eq!(written(totalizer.enforce_ub(9)), Ok(vec![]));
    }

    #[test]
    fn an_interrupted_count_is_an_error() {
        struct FullSink(u32);
        impl ClauseSink for FullSink {
            fn add_clause(&mut self, _clause: &[Lit]) -> Result<(), Interrupted> {
                self.0 = self.0.checked_sub(1).ok_or(Interrupted)?;
                Ok(())
            }
        }
        let literals: Vec<Lit> = (0..20).map(|index| Var::new(index).pos_lit()).collect();
        let fresh = || BasicVarManager::from_next_free(Var::new(20));
        let size = measure(20, &|all, variables, sink| exactly(all, 7, variables, sink));
        for room in 0..size.clauses as u32 {
            assert_eq!(exactly(&literals, 7, &mut fresh(), &mut FullSink(room)), Err(Interrupted));
        }
        let size =
            measure(20, &|all, variables, sink| at_least_each(all, 7, variables, sink).map(|_| ()));
        for room in 0..size.clauses as u32 {
            let outputs = at_least_each(&literals, 7, &mut fresh(), &mut FullSink(room));
            assert_eq!(outputs, Err(Interrupted));
        }
        for sense in [Sense::Maximise, Sense::Minimise] {
            let mut bound = Bound::new(&literals, sense);
            assert_eq!(bound.tighten(7, &mut fresh(), &mut FullSink(5)), Err(Interrupted));
        }
    }

    #[test]
    fn plain_clauses_mean_exactly_two() {
        for count in 0..=PLAIN_LIMIT {
            let literals: Vec<Lit> =
                (0..count as u32).map(|index| Var::new(index).neg_lit()).collect();
            let mut cnf = Cnf::default();
            exactly_two(&literals, &mut BasicVarManager::default(), &mut cnf).unwrap();
            for bits in 0..1u32 << count {
                let mut assignment = Assignment::all_false(count);
                for index in 0..count as u32 {
                    assignment.set(Var::new(index).lit(bits >> index & 1 == 1));
                }
                assert_eq!(cnf.first_unsatisfied(&assignment).is_none(), bits.count_ones() == 2);
            }
        }
    }
}
