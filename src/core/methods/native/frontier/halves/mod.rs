//! `native:halves`: counts Hamiltonian cycles and paths by meeting in the middle.

mod join;
mod last_edges;
mod meeting;
mod order_cut;
mod pairings;
mod reading;
mod split;

use crate::methods::constraints;
use num_bigint::BigUint;
use satranj_encodings::{hamiltonian::Hamiltonian, lattice::Lattice, model::Model};

use self::{
    last_edges::{LastEdges, Orbits},
    meeting::HalvesMeeting,
    reading::WantedParts,
    split::{Second, Split},
};
use super::{
    SMALL, count_by, counting_question,
    counts::{StateCounts, TOO_MANY, Unweighted, of_any_width},
    order,
    rules::Rules,
    state::PathsWord,
    tells_classes, witnesses,
};
use crate::{
    limits::Reason,
    methods::{
        Context, Counted, Counting, Description, Method, MethodOption, WitnessCounter,
        cycle::CycleQuestion,
    },
    run::Run,
};

/// The version of its checkpoints: other rules, other halves or other parts need another one.
pub const SPLIT: &str = "tables-and-parts-of-halves/1";

/// Meet in the middle: the edges of a board are divided between its two halves, each half is
/// counted by a dynamic program along a frontier, and states of the two halves are joined if the
/// degrees of the shared vertices add up to two and the pairings of the loose ends close into one
/// cycle (the method of `McKay`, "Knight's tours of an 8x8 chessboard", technical report
/// TR-CS-97-03 of the Australian National University, 1997). If a reflection or rotation exchanges
/// the halves, only one is counted.
///
/// On other graphs the first half consists of the edges of the vertices that come first in a good
/// order. Paths are counted as cycles through a virtual vertex. Time and memory grow with the
/// states of a half: for a knight on r rows there are 2r shared squares, of which at most 17 are
/// allowed.
pub const HALVES: Method = Method::counting(
    Description {
        scope: Some("only counts; boards and graphs that a few squares cut into two halves"),
        options: &[MethodOption::Seed, MethodOption::Threads],
        ..Description::native(
            "native:halves",
            "counts tours by meet in the middle: joins the two halves of the board",
        )
        .minding(constraints::TOURS)
    },
    Model::is_hamiltonian,
    |model, counting| {
        let model = model.as_hamiltonian()?;

        let counter = WitnessCounter::new(move |context| count(model, counting, context))
            .in_parts(SPLIT)
            .with_units(|depth, run| units(model, depth, run));
        tells_classes(model, counting).then_some(counter)
    },
);

/// A planned count by halves.
pub struct HalvesCount<'q, 'm> {
    question: &'q CycleQuestion<'m>,
    split: Split,
}

impl<'q, 'm> HalvesCount<'q, 'm> {
    /// Looks for halves; `None` if none has bounded width.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn plan(
        question: &'q CycleQuestion<'m>,
        model: &Hamiltonian,
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        let lattice = model.lattice().filter(|lattice| lattice.vertices() <= SMALL);
        let Some(lattice) = lattice else { return Ok(None) };
        Ok(split::best(question, lattice, run)?.map(|split| Self { question, split }))
    }

    /// Looks for halves of a board, or of another graph along an order of its vertices; `None` if
    /// none has bounded width.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn of_any(
        question: &'q CycleQuestion<'m>,
        model: &Hamiltonian,
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        // On a board too wide for halves a cut along an order gains nothing.
        if model.lattice().is_some() {
            return Self::plan(question, model, run);
        }
        if question.graph.vertices() > SMALL {
            return Ok(None);
        }
        let Some(order) = order::best(question, model, run)? else { return Ok(None) };
        let split = order_cut::best(question, &order.vertices, run)?;
        Ok(split.map(|split| Self { question, split }))
    }

    /// A bound on the number of states.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.split.states()
    }

    /// The width of the widest frontier.
    fn width(&self) -> u32 {
        let halves = self.split.halves();
        halves.map(|half| half.order.estimate.width).max().unwrap_or_default()
    }

    /// The number of witnesses.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count(mut self, context: &Context) -> Result<BigUint, Reason> {
        self.split.first.improve(context)?;
        if let Second::Other(half) = &mut self.split.second {
            half.improve(context)?;
        }
        let is_narrow = self.width() <= u64::SLOTS;
        let split = &self.split;
        let cycles = context.side_by_side(|| {
            if is_narrow {
                HalvesMeeting::<u64>::cycles(split, context)
            } else {
                HalvesMeeting::<u128>::cycles(split, context)
            }
        })??;
        Ok(witnesses(self.question, cycles))
    }
}

/// The number of witnesses, with their classes if these are requested.
///
/// # Errors
/// The reason to stop, or that the board is unsuitable for halves.
fn count(model: &Hamiltonian, counting: Counting, context: &Context) -> Result<Counted, Reason> {
    count_by(model, counting, context, |question| {
        let planned = HalvesCount::of_any(question, model, context)?;
        planned.ok_or(Reason::IncompleteMethod)?.count(context)
    })
}

/// The parts of the join for several processes, each with the number of witnesses per cycle. Each
/// process counts the halves anew and joins only the states of its parts: the degrees of the shared
/// vertices determine the part of a state.
///
/// # Errors
/// The reason to stop; [`Reason::IncompleteMethod`] for a board unsuitable for halves.
fn units(model: &Hamiltonian, depth: u32, run: &Run) -> Result<Vec<u32>, Reason> {
    let question = match counting_question(model, run)? {
        Ok(question) => question,
        Err(known) if known == BigUint::ZERO => return Ok(Vec::new()),
        Err(_) => return Err(Reason::IncompleteMethod),
    };
    HalvesCount::of_any(&question, model, run)?.ok_or(Reason::IncompleteMethod)?;
    let witnesses = if question.is_reversible() { 2 } else { 1 };
    Ok(vec![witnesses; WantedParts::units(depth)])
}

/// A planned count of the cycles that a symmetry keeps.
///
/// One half is counted as for a join; among its last states, those that close with their own image
/// count. Nothing is joined and no pair is examined: time and memory are those of one half.
pub struct ExchangedCount {
    split: Split,
}

impl ExchangedCount {
    /// Looks for halves that the symmetry of these images exchanges; `None` without such halves.
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

    /// A bound on the number of states.
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
        let is_narrow = self.split.first.order.estimate.width <= u64::SLOTS;
        let run: &Run = context;
        context.side_by_side(|| {
            if is_narrow { self.cycles::<u64>(run) } else { self.cycles::<u128>(run) }
        })?
    }

    fn cycles<W: PathsWord>(&self, run: &Run) -> Result<BigUint, Reason> {
        let Second::Image(image) = &self.split.second else { return Err(Reason::IncompleteMethod) };
        let orbits = Orbits::new(image, None);
        let (mut turns, slots) = self.split.first.turns();
        let mut counts = StateCounts::<W>::first(u64::MAX, run)?;
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
        let edges = LastEdges::new(&left, slots, &orbits.views);
        of_any_width!(&counts, layer => edges.closing(&layer.tables, run))
    }
}
