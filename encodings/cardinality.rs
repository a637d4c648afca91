//! "Exactly one, or two, of these literals": plain clauses while they are few, a totalizer beyond.

use rustsat::{instances::BasicVarManager, types::Lit};

use crate::{
    clause::{ClauseSink, Interrupted},
    formula::Formula,
    totalizer,
};

/// The most literals for which [`exactly_two`] writes plain clauses.
///
/// k literals need k(k-1)(k-2)/6 + k clauses: 64 for the eight moves of a knight, 232 for
/// twelve. Without auxiliary variables the solver propagates without detours: 0.2 s
/// instead of 14 s on the 80x80 knight's tour.
pub const PLAIN_LIMIT: usize = 12;

/// Adds "exactly one of `literals` is true": some, and of each pair not both.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub(crate) fn exactly_one(literals: &[Lit], formula: &mut Formula<'_>) -> Result<(), Interrupted> {
    formula.add_clause(literals)?;
    for (index, &b) in literals.iter().enumerate() {
        for &a in &literals[..index] {
            formula.add_clause(&[!a, !b])?;
        }
    }
    Ok(())
}

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
            // All but the first; then each in turn is put back in place of the one behind it.
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
        _ => totalizer::exactly(literals, 2, variables, sink),
    }
}

#[cfg(test)]
mod tests {
    use rustsat::types::Var;

    use super::*;
    use crate::clause::{Assignment, Cnf};

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
