//! At-most-one constraints: which of rustsat's encodings to use.

use rustsat::{
    encodings::am1::{Bitwise, Commander, Encode, Ladder, Pairwise, TwoProduct},
    instances::BasicVarManager,
    types::Lit,
};

use crate::clause::{ClauseSink, Interrupted, collect};

/// An encoding of "at most one of these literals is true".
///
/// The sizes are those for k ≥ 2 literals; fewer literals need no clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AtMostOne {
    /// One clause per pair: k(k-1)/2 clauses, no auxiliary variable.
    Pairwise,
    /// The ladder (regular) encoding of Gent and Nightingale (2004): k-1 auxiliary variables,
    /// 3k-4 clauses.
    Ladder,
    /// The two-product encoding of Chen (2010), rows and columns pairwise: with p = ⌊√k⌋ rows
    /// and q = ⌈k/p⌉ columns p+q auxiliary variables, 2k + p(p-1)/2 + q(q-1)/2 clauses.
    #[default]
    Product,
    /// The bitwise (binary) encoding of Frisch et al. (2001): b = ⌈log₂ k⌉ auxiliary
    /// variables, k·b clauses.
    Bitwise,
    /// The commander encoding of Klieber and Kwon (2007), pairwise in groups of four and
    /// between the c = ⌈k/4⌉ groups: c auxiliary variables, k + c(c-1)/2 clauses and
    /// h(h-1)/2 for each group of h.
    Commander,
}

impl AtMostOne {
    /// All encodings, in the order in which they are listed to the user.
    pub const ALL: [Self; 5] =
        [Self::Pairwise, Self::Ladder, Self::Product, Self::Bitwise, Self::Commander];

    /// The name used on the command line and in map files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairwise => "pairwise",
            Self::Ladder => "ladder",
            Self::Product => "product",
            Self::Bitwise => "bitwise",
            Self::Commander => "commander",
        }
    }

    /// The encoding of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// Adds the constraint over `literals` to `sink`, taking auxiliary variables from
    /// `variables`.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn encode(
        self,
        literals: &[Lit],
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        fn run<E: Encode + FromIterator<Lit>>(
            literals: &[Lit],
            variables: &mut BasicVarManager,
            sink: &mut dyn ClauseSink,
        ) -> Result<(), Interrupted> {
            let mut encoding: E = literals.iter().copied().collect();
            collect(sink, |collector| encoding.encode(collector, variables))
        }
        if literals.len() < 2 {
            return Ok(());
        }
        match self {
            Self::Pairwise => run::<Pairwise>(literals, variables, sink),
            Self::Ladder => run::<Ladder>(literals, variables, sink),
            Self::Product => run::<TwoProduct>(literals, variables, sink),
            Self::Bitwise => run::<Bitwise>(literals, variables, sink),
            Self::Commander => run::<Commander<4>>(literals, variables, sink),
        }
    }

    /// The number of auxiliary variables for this many literals.
    #[must_use]
    pub fn auxiliary(self, count: u64) -> u64 {
        if count < 2 {
            return 0;
        }
        match self {
            Self::Pairwise => 0,
            Self::Ladder => count - 1,
            Self::Product => count.isqrt() + count.div_ceil(count.isqrt()),
            Self::Bitwise => u64::from((count - 1).ilog2()) + 1,
            Self::Commander => count.div_ceil(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use rustsat::{instances::ManageVars, types::Var};

    use super::*;
    use crate::clause::{Assignment, Cnf};

    /// Whether some values of the auxiliary variables satisfy the formula.
    fn extendable(cnf: &Cnf, inputs: &[bool], auxiliary: usize) -> bool {
        (0..1u32 << auxiliary).any(|bits| {
            let mut assignment = Assignment::all_false(inputs.len() + auxiliary);
            for (index, &value) in inputs.iter().enumerate() {
                assignment.set(Var::new(index as u32).lit(!value));
            }
            for index in 0..auxiliary {
                assignment.set(Var::new((inputs.len() + index) as u32).lit(bits >> index & 1 == 0));
            }
            cnf.first_unsatisfied(&assignment).is_none()
        })
    }

    #[test]
    fn every_encoding_means_at_most_one() {
        for encoding in AtMostOne::ALL {
            for count in 0..=6usize {
                let literals: Vec<Lit> =
                    (0..count as u32).map(|index| Var::new(index).pos_lit()).collect();
                let mut variables = BasicVarManager::default();
                if count > 0 {
                    variables.mark_used(Var::new(count as u32 - 1));
                }
                let mut cnf = Cnf::default();
                encoding.encode(&literals, &mut variables, &mut cnf).unwrap();
                let auxiliary = variables.n_used() as usize - count;
                for bits in 0..1u32 << count {
                    let inputs: Vec<bool> =
                        (0..count).map(|index| bits >> index & 1 == 1).collect();
                    assert_eq!(
                        extendable(&cnf, &inputs, auxiliary),
                        bits.count_ones() <= 1,
                        "{} of {count} literals, {bits:b}",
                        encoding.name()
                    );
                }
            }
        }
    }

    #[test]
    fn auxiliary_variables_are_as_many_as_stated() {
        for encoding in AtMostOne::ALL {
            for count in (0..70).chain([99, 100, 101, 255, 256, 257]) {
                let literals: Vec<Lit> = (0..count).map(Lit::positive).collect();
                let mut variables = BasicVarManager::from_next_free(Var::new(count));
                encoding.encode(&literals, &mut variables, &mut Cnf::default()).unwrap();
                let auxiliary = u64::from(variables.n_used() - count);
                assert_eq!(auxiliary, encoding.auxiliary(count.into()), "{encoding:?} of {count}");
            }
        }
    }
}
