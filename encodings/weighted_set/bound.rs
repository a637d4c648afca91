//! Bounds on the weight of true literals that are tightened step by step.

use rustsat::{
    encodings::pb::{BinaryAdder, BoundUpper, BoundUpperIncremental, GeneralizedTotalizer},
    instances::BasicVarManager,
    types::Lit,
};

use crate::{
    clause::{ClauseSink, Interrupted},
    sense::Sense,
    totalizer::{collect, written},
};

enum Enc {
    Gte(GeneralizedTotalizer),
    Adder(BinaryAdder),
}

/// A bound on the weight of true literals.
pub struct WeightBound {
    encoding: Enc,
    /// What all weigh.
    total: u64,
    sense: Sense,
}

impl WeightBound {
    /// A bound on the weight of those that are true, which says nothing yet.
    #[must_use]
    pub fn new(literals: impl Iterator<Item = (Lit, u32)> + Clone, sense: Sense) -> Self {
        let total = literals.clone().map(|(_, weight)| u64::from(weight)).sum();
        // To have at least so much is to leave out at most the rest.
        let bounded = literals.map(|(literal, weight)| match sense {
            Sense::Maximise => (!literal, weight as usize),
            Sense::Minimise => (literal, weight as usize),
        });
        let t: u64 = std::env::var("GTE").ok().and_then(|t| t.parse().ok()).unwrap_or(0);
        let encoding =
            if total < t { Enc::Gte(bounded.collect()) } else { Enc::Adder(bounded.collect()) };
        Self { encoding, total, sense }
    }

    /// Adds that the weight must be better than `value`.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn tighten(
        &mut self,
        value: u64,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        let most = match self.sense {
            Sense::Maximise => self.total.checked_sub(value.saturating_add(1)),
            Sense::Minimise => value.checked_sub(1),
        };
        let Some(most) = most else { return sink.add_clause(&[]) };
        let most = most as usize;
        let units = match &mut self.encoding {
            Enc::Gte(e) => {
                collect(sink, |collector| e.encode_ub_change(most..=most, collector, variables))?;
                written(e.enforce_ub(most))?
            }
            Enc::Adder(e) => {
                collect(sink, |collector| e.encode_ub_change(most..=most, collector, variables))?;
                written(e.enforce_ub(most))?
            }
        };
        units.into_iter().try_for_each(|unit| sink.add_clause(&[unit]))
    }
}
