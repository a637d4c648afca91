//! `native:bidirectional`: breadth-first search from both ends, limited to a length by lower
//! bounds.

use crate::methods::constraints::Constraint;
use std::cell::{Cell, RefCell};

use satranj_encodings::{
    exchange::{Exchange, Move},
    model::{Model, Witness},
};

use super::{
    bidirectional::{SearchSide, joined},
    decided_at_once, ended,
    lone_kinds::{LoneKinds, PlanEnd},
};
use crate::{
    limits::Reason,
    methods::{
        Description, Ending, Finder, Found, Goal, Method,
        exchange::{
            prepared,
            state::{ExchangeState, Packing},
            steps::ExchangeSteps,
        },
        meter::Meter,
    },
    run::Run,
};

/// Breadth-first search from both ends, over arrangements that can be on a plan of a given number
/// of moves, which is increased until the sides meet.
///
/// An arrangement at g moves from one end is kept only if g plus a lower bound on the moves to the
/// other end, from each kind alone, is at most the length tried: breadth-first heuristic search
/// (Zhou and Hansen, Breadth-first heuristic search, Artificial Intelligence 170, 2006) from both
/// sides, each to about the middle.
///
/// O(arrangements kept times moves of each) time, 9 or 17 bytes per arrangement, and two bytes for
/// each set of vertices that the pieces of a kind can occupy.
pub const BIDIRECTIONAL: Method = Method::finding(
    Description {
        scope: Some("one plan of single moves, up to a million places for each kind"),
        // The method looks for a short reason itself.
        precheck: false,
        ..Description::native(
            "native:bidirectional",
            "bidirectional A*, guided by the moves that each kind needs on the empty board",
        )
        .minding(&[Constraint::Kinds, Constraint::AtMost])
    },
    Model::is_exchange,
    |model, goal| {
        let model = model.as_exchange()?;

        let fits = goal == Goal::First && Packing::of(model).bits() <= u64::from(u128::BITS);
        (fits && LoneKinds::has_tables(model))
            .then(|| Finder::new(move |context, found| solve(model, context, found)))
    },
);

fn solve(model: &Exchange, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    if let Some(ending) = decided_at_once(model, run, found)? {
        return Ok(ending);
    }
    let mut steps = prepared(model, run)?;
    let plan = if steps.packing.bits() <= 64 {
        shortest::<u64>(model, &mut steps, run)?
    } else {
        shortest::<u128>(model, &mut steps, run)?
    };
    let Some(plan) = plan else { return Ok(Ending::Exhausted) };
    Ok(ended(found(Witness::Plan(plan))))
}

/// A side of the search, and the least length of a plan through arrangements pruned there.
struct GuidedSide<'r, S> {
    side: SearchSide<'r, S>,
    /// The other end.
    to: PlanEnd,
    beyond: Cell<Option<u64>>,
}

impl<S: ExchangeState> GuidedSide<'_, S> {
    /// Expands by one move within a length.
    fn expand(
        &mut self,
        length: u64,
        lone: &RefCell<LoneKinds>,
        (steps, meter): (&mut ExchangeSteps, &mut Meter<'_>),
        other: &Self,
    ) -> Result<Option<S>, Reason> {
        let packing = steps.packing.clone();
        let depth = self.side.depth + 1;
        let (to, beyond) = (self.to, &self.beyond);
        let admits = |state: &S| {
            let Some(rest) = lone.borrow_mut().bound(state, &packing, to) else { return false };
            let least = depth + rest;
            if least > length {
                beyond.set(Some(beyond.get().map_or(least, |known| known.min(least))));
            }
            least <= length
        };
        let meets = |state: &S| other.side.table.contains(state);
        self.side.expand(steps, meter, admits, meets)
    }

    /// Whether a length admits something that was pruned.
    fn was_held(&self, length: u64) -> bool {
        self.beyond.get().is_some_and(|beyond| beyond <= length)
    }
}

/// How the search within a length ended.
enum GuidedEnd<S> {
    Met(S),
    /// Every plan is at least this long.
    Longer(u64),
    /// There is no plan.
    Never,
}

/// A shortest plan between two different arrangements, or `None` if no plan has at most as
/// many moves as the model allows.
///
/// The bounds are consistent, so every arrangement on a plan of the tried length is kept, and
/// reached at its distance. No plan is shorter, so the sides can only meet when their depths add up
/// to the length.
fn shortest<S: ExchangeState>(
    model: &Exchange,
    steps: &mut ExchangeSteps,
    run: &Run,
) -> Result<Option<Vec<Vec<Move>>>, Reason> {
    let most = model.at_most.unwrap_or(u64::MAX);
    let mut meter = Meter::new(run)?;
    let lone = RefCell::new(LoneKinds::new(model, &mut meter, run)?);
    let [start, goal] = [&model.start, &model.goal].map(|at| S::pack(at, &steps.packing));
    let bound = lone.borrow_mut().bound(&start, &steps.packing, PlanEnd::Goal);
    let Some(mut length) = bound.filter(|&bound| bound <= most) else { return Ok(None) };
    loop {
        let side = |origin, to, meter: &mut Meter<'_>| {
            let side = SearchSide::new(origin, steps, meter, run)?;
            Ok(GuidedSide { side, to, beyond: Cell::new(None) })
        };
        let mut forward = side(&start, PlanEnd::Goal, &mut meter)?;
        let mut backward = side(&goal, PlanEnd::Start, &mut meter)?;
        match within(&mut length, most, &lone, (steps, &mut meter), [&mut forward, &mut backward])?
        {
            GuidedEnd::Met(met) => {
                return joined(&met, [&forward.side, &backward.side], steps, &mut meter).map(Some);
            }
            GuidedEnd::Longer(least) if least <= most => length = least,
            GuidedEnd::Longer(_) | GuidedEnd::Never => return Ok(None),
        }
    }
}

/// Expands the sides up to the length, and to longer ones as long as these admit nothing new.
fn within<S: ExchangeState>(
    length: &mut u64,
    most: u64,
    lone: &RefCell<LoneKinds>,
    (steps, meter): (&mut ExchangeSteps, &mut Meter<'_>),
    [forward, backward]: [&mut GuidedSide<'_, S>; 2],
) -> Result<GuidedEnd<S>, Reason> {
    loop {
        while forward.side.depth + backward.side.depth < *length {
            let is_forward = forward.side.frontier.len() <= backward.side.frontier.len();
            let (side, other) =
                if is_forward { (&mut *forward, &*backward) } else { (&mut *backward, &*forward) };
            if side.side.frontier.is_empty() {
                // All plans lead through pruned arrangements.
                return Ok(side.beyond.get().map_or(GuidedEnd::Never, GuidedEnd::Longer));
            }
            if let Some(met) = side.expand(*length, lone, (steps, meter), other)? {
                return Ok(GuidedEnd::Met(met));
            }
        }
        *length += 1;
        if *length > most || forward.was_held(*length) || backward.was_held(*length) {
            return Ok(GuidedEnd::Longer(*length));
        }
    }
}
