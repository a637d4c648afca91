//! Cycles that a symmetry keeps which exchanges the halves of a board: the second half of each is the
//! image of its first.

use num_bigint::BigUint;
use satranj_encodings::lattice::Lattice;

use super::{
    super::{
        counts::{StateCounts, TOO_MANY, Unweighted},
        rules::Rules,
        state::PathsWord,
    },
    last_edges::LastEdges,
    split::{self, Second, Split},
    views::Orbits,
};
use crate::{
    limits::Reason,
    methods::{Context, cycle::CycleQuestion},
    run::Run,
};

/// A count of the cycles that a symmetry keeps, which is planned.
///
/// One half is counted as for a meeting of both; of its last states those count that close with
/// their own image. So nothing is joined, and no pair is looked at: time and memory are those of
/// one half.
pub struct ExchangedCount {
    split: Split,
}

impl ExchangedCount {
    /// Looks for halves that the symmetry of these images exchanges; `None` if there are none.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn plan(
        question: &CycleQuestion<'_>,
        lattice: &Lattice,
        images: &[u32],
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        Ok(split::exchanged(question, lattice, images, run)?.map(|split| Self { split }))
    }

    /// A bound on the states.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.split.states()
    }

    /// The number of cycles.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count(mut self, context: &Context) -> Result<BigUint, Reason> {
        self.split.first.improve(context)?;
        let is_narrow = self.split.first.estimate().width <= u64::SLOTS;
        let run: &Run = context;
        context.side_by_side(|| {
            if is_narrow { self.cycles::<u64>(run) } else { self.cycles::<u128>(run) }
        })?
    }

    fn cycles<W: PathsWord>(&self, run: &Run) -> Result<BigUint, Reason> {
        let Second::Image(image) = &self.split.second else { return Err(Reason::IncompleteMethod) };
        let orbits = Orbits::new(image, None);
        let (mut turns, slots) = self.split.first.turns();
        let mut counts = StateCounts::<W>::first(run)?;
        let mut done = 0;
        for turn in &turns {
            if turn.stays && counts.len() > TOO_MANY {
                break;
            }
            counts.advance(&Rules::new(turn), &Unweighted, run)?;
            done += 1;
        }
        counts.forget_spare();
        let left = turns.split_off(done);
        LastEdges::new(&left, slots, &orbits.views).closing(&counts, run)
    }
}
