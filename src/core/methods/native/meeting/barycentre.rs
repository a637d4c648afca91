//! `native:barycentre`: a guess at the best meeting near the riders' centre of mass.

use crate::methods::constraints::Constraint;
use std::collections::HashSet;

use satranj_encodings::{
    lattice::Lattice,
    meeting::Meeting,
    model::{Model, Obstruction},
};

use super::{
    MeetingGround,
    blocks::{BestMeeting, SquareMeeting},
    ground, hand_out,
};
use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Goal, Method, native::knight_distance::Cell},
    run::Run,
};

/// The search radius around a square, in rows and columns.
const AROUND: u32 = 2;

/// Starts at the weighted mean of the riders' squares (a rider with k jumps per turn has weight
/// 1/k), then repeatedly moves to the best square nearby, as long as that is better.
///
/// Turns to a square are exact, so the meeting is valid, but a better one may be missed. O(riders)
/// per square for knights on boards without blocked squares, one breadth-first search elsewhere.
/// Incomplete: it ends with [`Reason::IncompleteMethod`].
pub const BARYCENTRE: Method = Method::finding(
    Description {
        precheck: false,
        complete: false,
        ..Description::native(
            "native:barycentre",
            "descent from the weighted mean of the riders' squares: fast, usually optimal, proves \
             nothing",
        )
        .minding(&[Constraint::AtMost])
    },
    Model::is_meeting,
    |model, goal| {
        let model = model.as_meeting()?;

        (goal == Goal::First)
            .then(|| Finder::new(move |context, found| solve(model, context, found)))
    },
);

fn solve(model: &Meeting, run: &Run, found: &mut Found<'_>) -> Result<Ending, Reason> {
    let mut ground = match ground(model, run)? {
        Ok(ground) => ground,
        Err(obstruction) => return Ok(Ending::Proved(Obstruction::Meeting(obstruction))),
    };
    let mut best = BestMeeting { known: None, at_most: u64::MAX };
    let stopped = descend(model, ground.as_mut(), run, &mut best).err();
    let within = |best: &SquareMeeting| model.at_most.is_none_or(|most| best.turns <= most);
    let reason = stopped.unwrap_or(Reason::IncompleteMethod);
    match best.known.filter(within) {
        None => Ok(Ending::Stopped(reason)),
        Some(SquareMeeting { cell, .. }) if stopped.is_some() => {
            hand_out(model, ground.as_mut(), cell, reason, found)
        }
        Some(SquareMeeting { cell, .. }) => {
            let flow = found(super::witness(model, cell, ground.paths(cell, run)?));
            Ok(if flow.is_break() { Ending::Enough } else { Ending::Stopped(reason) })
        }
    }
}

/// Moves from the mean to better and better squares.
fn descend(
    model: &Meeting,
    ground: &mut dyn MeetingGround,
    run: &Run,
    best: &mut BestMeeting,
) -> Result<(), Reason> {
    let mut around = Around { lattice: model.lattice(), seen: HashSet::new(), run };
    around.look(ground, mean(model), best)?;
    if best.known.is_none()
        && let Some(rider) = model.riders.first()
    {
        // All squares near the mean are blocked or unreachable.
        around.look(ground, model.lattice().position(rider.vertex), best)?;
    }
    while let Some(known) = best.known {
        around.look(ground, known.cell, best)?;
        if best.known == Some(known) {
            break;
        }
    }
    Ok(())
}

/// The mean of the riders' squares, each with weight 1 / jumps per turn.
fn mean(model: &Meeting) -> Cell {
    let lattice = model.lattice();
    let (mut rows, mut columns, mut weights) = (0.0, 0.0, 0.0);
    for rider in model.riders.iter() {
        let (row, column) = lattice.position(rider.vertex);
        let weight = 1.0 / f64::from(rider.jumps.max(1));
        rows += weight * f64::from(row);
        columns += weight * f64::from(column);
        weights += weight;
    }
    let round = |sum: f64, size: u32| ((sum / weights).round() as u32).min(size.saturating_sub(1));
    (round(rows, lattice.rows()), round(columns, lattice.columns()))
}

/// The squares examined so far.
struct Around<'a> {
    lattice: &'a Lattice,
    seen: HashSet<Cell>,
    run: &'a Run,
}

impl Around<'_> {
    /// Examines a square and those around it.
    fn look(
        &mut self,
        ground: &mut dyn MeetingGround,
        at: Cell,
        best: &mut BestMeeting,
    ) -> Result<(), Reason> {
        let near = |at: u32, size: u32| at.saturating_sub(AROUND)..(at + AROUND + 1).min(size);
        let columns = near(at.1, self.lattice.columns());
        let rows = near(at.0, self.lattice.rows());
        for cell in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
            if self.lattice.vertex(cell.0, cell.1).is_some() && self.seen.insert(cell) {
                self.run.nodes(1)?;
                if let Some(turns) = ground.sum(cell)? {
                    best.take(SquareMeeting { turns, cell });
                }
            }
        }
        Ok(())
    }
}
