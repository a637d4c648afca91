//! Breadth-first search from both ends at once.

use rand::RngExt;
use satranj_encodings::exchange::{Exchange, Move};

use crate::{
    limits::{Halted, Reason},
    methods::{
        exchange::{state::ExchangeState, steps::ExchangeSteps},
        growth::push,
        meter::Meter,
        packed_table::PackedTable,
    },
    random::variation,
    run::Run,
};

/// A depth modulo three.
#[must_use]
pub fn mark(depth: u64) -> u8 {
    (depth % 3) as u8
}

/// All arrangements within a distance from one end.
pub struct SearchSide<'r, S> {
    run: &'r Run,
    /// The arrangements reached so far, with their distances modulo three: those of neighbours
    /// differ by at most one, so this determines which is nearer (Cooperman and Finkelstein, New
    /// methods for using Cayley graphs in interconnection networks, 1992).
    pub table: PackedTable<'r, S, u8>,
    /// The arrangements of the last layer.
    pub frontier: Vec<S>,
    /// The distance of the last layer.
    pub depth: u64,
}

impl<'r, S: ExchangeState> SearchSide<'r, S> {
    /// Only the arrangement itself.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn new(
        origin: &S,
        steps: &ExchangeSteps,
        meter: &mut Meter<'_>,
        run: &'r Run,
    ) -> Result<Self, Reason> {
        meter.node()?;
        let mut table = PackedTable::new(run, S::beyond(steps.packing.pieces()));
        table.insert(origin, mark(0))?;
        Ok(Self { run, table, frontier: vec![origin.clone()], depth: 0 })
    }

    /// Goes one step further to the arrangements that `admits` accepts, until `meets` accepts one,
    /// which is returned. Those found first are the nearest to the origin.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn expand(
        &mut self,
        steps: &mut ExchangeSteps,
        meter: &mut Meter<'_>,
        admits: impl Fn(&S) -> bool,
        meets: impl Fn(&S) -> bool,
    ) -> Result<Option<S>, Reason> {
        self.depth += 1;
        let mark = mark(self.depth);
        let mut next = Vec::new();
        let frontier = std::mem::take(&mut self.frontier);
        for state in &frontier {
            let expanded = steps.each(state, meter, |meter, _, new: S| {
                if !admits(&new) || !self.table.insert(&new, mark)? {
                    return Ok(());
                }
                meter.node()?;
                if meets(&new) {
                    return Err(Halted::Early(new));
                }
                Ok(push(&mut next, new, self.run)?)
            });
            match expanded {
                Ok(()) => {}
                Err(Halted::Stopped(reason)) => return Err(reason),
                Err(Halted::Early(met)) => return Ok(Some(met)),
            }
        }
        self.frontier = next;
        Ok(None)
    }

    /// The steps of a shortest way back from an arrangement at a distance to the origin.
    ///
    /// # Errors
    /// The reason to stop.
    fn way_back(
        &self,
        from: &S,
        distance: u64,
        steps: &mut ExchangeSteps,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<Move>>, Reason> {
        let mut way = Vec::new();
        let mut at = from.clone();
        let mut variation = variation(self.run.seed);
        for distance in (0..distance).rev() {
            let nearer = mark(distance);
            let mut ways = 0;
            let mut chosen = None;
            let found = steps.each(&at, meter, |_, moves, new: S| {
                if self.table.get(&new) != Some(&nearer) {
                    return Ok(());
                }
                let Some(generator) = &mut variation else {
                    return Err(Halted::Early((moves.to_vec(), new)));
                };
                // Reservoir sampling: each of them is equally likely.
                ways += 1;
                if generator.random_range(0..ways) == 0 {
                    chosen = Some((moves.to_vec(), new));
                }
                Ok(())
            });
            let chosen = match found {
                Err(Halted::Early(chosen)) => Some(chosen),
                Err(Halted::Stopped(reason)) => return Err(reason),
                Ok(()) => chosen,
            };
            let Some((moves, next)) = chosen else {
                unreachable!("an arrangement that was reached has one before it")
            };
            push(&mut way, moves, self.run)?;
            at = next;
        }
        Ok(way)
    }
}

/// A shortest plan between two different arrangements, or `None` if there is no plan of at most
/// `most` steps.
///
/// The side with the smaller last layer is expanded. Until the sides meet, the distance exceeds the
/// sum of both depths, so the first common arrangement is on a shortest plan. If a side has no
/// further arrangement, all that its end can reach is known, and does not include the other end.
///
/// # Errors
/// The reason to stop.
pub fn shortest<S: ExchangeState>(
    model: &Exchange,
    most: u64,
    steps: &mut ExchangeSteps,
    meter: &mut Meter<'_>,
    run: &Run,
) -> Result<Option<Vec<Vec<Move>>>, Reason> {
    let [start, goal] = [&model.start, &model.goal].map(|at| S::pack(at, &steps.packing));
    let mut forward = SearchSide::new(&start, steps, meter, run)?;
    let mut backward = SearchSide::new(&goal, steps, meter, run)?;
    let met = loop {
        let is_forward = forward.frontier.len() <= backward.frontier.len();
        let (side, other) =
            if is_forward { (&mut forward, &backward) } else { (&mut backward, &forward) };
        if side.frontier.is_empty() || side.depth + other.depth >= most {
            return Ok(None);
        }
        let meets = |state: &S| other.table.contains(state);
        if let Some(met) = side.expand(steps, meter, |_| true, meets)? {
            break met;
        }
    };
    joined(&met, [&forward, &backward], steps, meter).map(Some)
}

/// The plan through an arrangement of the last layer of both sides, from the first to the second.
///
/// # Errors
/// The reason to stop.
pub fn joined<S: ExchangeState>(
    met: &S,
    [forward, backward]: [&SearchSide<'_, S>; 2],
    steps: &mut ExchangeSteps,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Move>>, Reason> {
    let mut plan = forward.way_back(met, forward.depth, steps, meter)?;
    plan.reverse();
    for (from, to) in plan.iter_mut().flatten() {
        std::mem::swap(from, to);
    }
    plan.extend(backward.way_back(met, backward.depth, steps, meter)?);
    Ok(plan)
}
