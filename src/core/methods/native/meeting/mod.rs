//! `native:bounds` and `native:barycentre`: riders meet at one square in the fewest turns.

pub mod barycentre;
mod blocks;
mod grid;
mod grounds;
mod lanes;
#[cfg(test)]
mod tests;
mod turns;

use crate::methods::constraints::Constraint;
use std::ops::ControlFlow;

use satranj_encodings::{
    meeting::{self, Meeting},
    model::{Model, Obstruction, Witness},
};

use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method, MethodOptions,
        native::knight_distance::Cell,
    },
    run::Run,
};
use blocks::{BestMeeting, SquareMeeting};
use grounds::{ByFormula, Searched};

/// This many jumps of all riders can be found almost instantly, after a limit.
const FEW_JUMPS: u64 = 1 << 18;

/// The best meeting by lower bounds: a branch and bound over blocks of squares, the least bound
/// first (Land and Doig: "An automatic method of solving discrete programming problems",
/// Econometrica 28, 1960).
///
/// The bound of a block is the sum of the turns that each rider needs to its nearest cell, by the
/// reach of a jump and the colour it ends on. For knights on boards without blocked squares, with
/// both sides at least 5, a formula gives the turns to the squares of the last blocks, in time
/// O(riders · squares left); elsewhere one breadth-first search is made from each of these squares,
/// or from each of the riders' starts if these are fewer: O(cells · jumps) per search, at most
/// twice as many searches as starts. Exact, and complete.
pub const BOUNDS: Method = Method::finding(
    Description {
        precheck: false,
        ..Description::native(
            "native:bounds",
            "lower bounds for blocks of squares, exact sums for the squares that remain",
        )
        .minding(&[Constraint::AtMost])
    },
    Model::is_meeting,
    |model, goal| {
        let model = model.as_meeting()?;

        Some(Finder::new(move |context, found| solve(model, goal, context, found)))
    },
);

/// Takes the squares of meetings; returns whether to go on.
type SquareTaker<'a> =
    dyn FnMut(&mut dyn MeetingGround, Cell) -> Result<ControlFlow<()>, Reason> + 'a;

/// A board whose distances are known or searched for.
trait MeetingGround {
    /// Finds the best meeting; if a limit stops it, the best one so far is in `best`.
    fn least(&mut self, best: &mut BestMeeting) -> Result<(), Reason>;

    /// The turns to a square, if all riders can reach it.
    fn sum(&mut self, cell: Cell) -> Result<Option<u64>, Reason>;

    /// Calls `each` with the squares of at most this many turns in reading order, until it breaks.
    fn within(
        &mut self,
        at_most: u64,
        each: &mut SquareTaker<'_>,
    ) -> Result<ControlFlow<()>, Reason>;

    /// The jumps of each rider to a square that all riders reach.
    fn paths(&mut self, cell: Cell, run: &Run) -> Result<Vec<Vec<u32>>, Reason>;
}

/// The ground of a model, or why its riders cannot meet.
fn ground<'a>(
    model: &'a Meeting,
    run: &'a Run,
) -> Result<Result<Box<dyn MeetingGround + 'a>, meeting::MeetingObstruction>, Reason> {
    run.poll()?;
    if model.riders.is_empty() {
        return Ok(Err(meeting::MeetingObstruction::NoRider));
    }
    if let Some(formula) = ByFormula::new(model, run)? {
        return Ok(Ok(Box::new(formula)));
    }
    Ok(match Searched::new(model, run)? {
        Ok(searched) => Ok(Box::new(searched)),
        Err(obstruction) => Err(obstruction),
    })
}

fn solve(model: &Meeting, goal: Goal, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let mut ground = match ground(model, run)? {
        Ok(ground) => ground,
        Err(obstruction) => return Ok(Ending::Proved(Obstruction::Meeting(obstruction))),
    };
    let at_most = model.at_most.unwrap_or(u64::MAX);
    if goal == Goal::All {
        let flow = ground.within(at_most, &mut |ground, cell| {
            Ok(found(witness(model, cell, ground.paths(cell, run)?)))
        })?;
        return Ok(if flow.is_break() { Ending::Enough } else { Ending::Exhausted });
    }
    let mut best = BestMeeting { known: None, at_most };
    let stopped = ground.least(&mut best).err();
    let Some(SquareMeeting { cell, .. }) = best.known else {
        return Ok(stopped.map_or(Ending::Exhausted, Ending::from));
    };
    match stopped {
        None => {
            let flow = found(witness(model, cell, ground.paths(cell, run)?));
            Ok(if flow.is_break() { Ending::Enough } else { Ending::Exhausted })
        }
        Some(reason) => hand_out(model, ground.as_mut(), cell, reason, found),
    }
}

/// Hands out the best meeting known after a limit, if its paths are quickly found.
fn hand_out(
    model: &Meeting,
    ground: &mut dyn MeetingGround,
    cell: Cell,
    reason: Reason,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    let lattice = model.lattice();
    let sides = u64::from(lattice.rows()) + u64::from(lattice.columns());
    let jumps = sides.saturating_mul(model.riders.len() as u64);
    if jumps.max(lattice.vertices().into()) > FEW_JUMPS || reason == Reason::MemoryLimit {
        return Ok(Ending::Stopped(reason));
    }
    let moment = Context::new(Limits::default(), 0, MethodOptions::default());
    let flow = found(witness(model, cell, ground.paths(cell, &moment)?));
    Ok(if flow.is_break() { Ending::Enough } else { Ending::Stopped(reason) })
}

fn witness(model: &Meeting, (row, column): Cell, paths: Vec<Vec<u32>>) -> Witness {
    let vertex = model.lattice().vertex(row, column);
    let vertex = vertex.expect("meetings are at free cells, which have a vertex");
    Witness::Meeting { vertex, paths }
}
