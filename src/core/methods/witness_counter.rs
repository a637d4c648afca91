//! A count of the witnesses of a model, ready to begin: all of it, a part, or samples.

use num_bigint::BigUint;

use super::{Context, Counted, Found};
use crate::{limits::Reason, run::Run};

/// A count of the witnesses of one model without finding them one by one, ready to begin.
pub struct WitnessCounter<'m> {
    count: Box<CountWork<'m>>,
    split: Option<&'static str>,
    units: Option<Box<DivideWork<'m>>>,
    classes: Option<Box<ClassWork<'m>>>,
    sample: Option<Box<SampleWork<'m>>>,
}

type CountWork<'m> = dyn FnOnce(&Context) -> Result<Counted, Reason> + 'm;

type DivideWork<'m> = dyn Fn(u32, &Run) -> Result<Vec<u32>, Reason> + 'm;

type ClassWork<'m> = dyn Fn(&BigUint, &Run) -> Result<BigUint, Reason> + 'm;

type SampleWork<'m> = dyn FnOnce(u64, &Context, &mut Found<'_>) -> Result<BigUint, Reason> + 'm;

impl<'m> WitnessCounter<'m> {
    /// A count.
    pub fn new(count: impl FnOnce(&Context) -> Result<Counted, Reason> + 'm) -> Self {
        Self { count: Box::new(count), split: None, units: None, classes: None, sample: None }
    }

    /// The same, divided into parts that a [`Checkpoint`](crate::checkpoint::Checkpoint) keeps, by
    /// this rule; another rule has another name.
    #[must_use]
    pub fn in_parts(self, split: &'static str) -> Self {
        Self { split: Some(split), ..self }
    }

    /// The same, of which other processes may do parts ([`WorkPart`](super::WorkPart)): `units`
    /// returns the units of a depth, always the same, each with the factor of its count in the
    /// total; a greater depth has at least as many.
    #[must_use]
    pub fn with_units(self, units: impl Fn(u32, &Run) -> Result<Vec<u32>, Reason> + 'm) -> Self {
        Self { units: Some(Box::new(units)), ..self }
    }

    /// The same, with a function from the total to the number up to symmetry: for counts whose
    /// parts other processes did.
    #[must_use]
    pub fn with_classes(
        self,
        classes: impl Fn(&BigUint, &Run) -> Result<BigUint, Reason> + 'm,
    ) -> Self {
        Self { classes: Some(Box::new(classes)), ..self }
    }

    /// The number up to symmetry, given the total; `None` if that requires counting.
    #[must_use]
    pub fn classes(&self, total: &BigUint, run: &Run) -> Option<Result<BigUint, Reason>> {
        self.classes.as_ref().map(|classes| classes(total, run))
    }

    /// Whether the classes are known by [`WitnessCounter::classes`].
    #[must_use]
    pub fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// The factors of its units at a depth, or the limit or signal that stopped it; `None` if it
    /// cannot be divided among processes.
    #[must_use]
    pub fn units(&self, depth: u32, run: &Run) -> Option<Result<Vec<u32>, Reason>> {
        self.units.as_ref().map(|units| units(depth, run))
    }

    /// Whether other processes may do parts of it.
    #[must_use]
    pub fn is_divided(&self) -> bool {
        self.units.is_some()
    }

    /// The rule that divides it into parts that can be kept, if there is one.
    #[must_use]
    pub fn split(&self) -> Option<&'static str> {
        self.split
    }

    /// The same, which can also draw this many random witnesses with replacement and equal
    /// probability; `sample` hands them over and returns how many there are in all.
    #[must_use]
    pub fn sampling(
        self,
        sample: impl FnOnce(u64, &Context, &mut Found<'_>) -> Result<BigUint, Reason> + 'm,
    ) -> Self {
        Self { sample: Some(Box::new(sample)), ..self }
    }

    /// Whether it can [`WitnessCounter::sample`].
    #[must_use]
    pub fn can_sample(&self) -> bool {
        self.sample.is_some()
    }

    /// Draws this many random witnesses with replacement and equal probability, and passes them to
    /// `found` until that breaks; returns how many there are in all.
    ///
    /// # Errors
    /// The limit or the signal that came first; [`Reason::IncompleteMethod`] if it cannot draw.
    pub fn sample(
        self,
        number: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<BigUint, Reason> {
        self.sample.map_or(Err(Reason::IncompleteMethod), |sample| sample(number, context, found))
    }

    /// Counts the witnesses.
    ///
    /// # Errors
    /// The limit or the signal that came first.
    pub fn count(self, context: &Context) -> Result<Counted, Reason> {
        (self.count)(context)
    }
}
