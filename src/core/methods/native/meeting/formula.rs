//! Meetings on free boards where the distance of a knight is known by formula.

use std::ops::ControlFlow;

use satranj_encodings::gathering::Gathering;

use super::{
    MeetingGround, SquareTaker,
    blocks::{BestMeeting, BlockSearch, SquareMeeting},
    lanes::ReachLanes,
    turns::{ByReach, HEIGHT, SquareBlock, Turns},
};
use crate::{
    limits::Reason,
    methods::native::knight_distance::{Cell, KnightBoard},
    run::Run,
};

/// A free board of at least 5x5 squares with knights.
pub struct ByFormula<'a> {
    model: &'a Gathering,
    board: KnightBoard,
    turns: Box<dyn Turns>,
    run: &'a Run,
}

impl<'a> ByFormula<'a> {
    /// The ground of a model, if its distances follow the formula.
    ///
    /// # Errors
    /// A limit.
    pub fn new(model: &'a Gathering, run: &'a Run) -> Result<Option<Self>, Reason> {
        let Some(board) = KnightBoard::of(model.lattice()) else { return Ok(None) };
        let turns = bounds(model, run)?;
        Ok(Some(Self { model, board, turns, run }))
    }

    fn search(&self) -> BlockSearch<'_> {
        let board = (self.board.rows, self.board.columns);
        BlockSearch { turns: self.turns.as_ref(), exact: true, board, run: self.run }
    }
}

/// The fastest bounds that a model allows.
///
/// # Errors
/// A limit.
pub fn bounds(model: &Gathering, run: &Run) -> Result<Box<dyn Turns>, Reason> {
    Ok(match ReachLanes::new(model, run)? {
        Some(lanes) => Box::new(lanes),
        None => Box::new(ByReach::new(model, run)?),
    })
}

impl MeetingGround for ByFormula<'_> {
    fn least(&mut self, best: &mut BestMeeting) -> Result<(), Reason> {
        self.search().least(best, |_, _| Ok::<_, Reason>(None))
    }

    fn sum(&mut self, cell: Cell) -> Result<Option<u64>, Reason> {
        let mut sum = 0_u64;
        for riders in self.model.riders.chunks(1 << 16) {
            for rider in riders {
                let from = self.model.lattice().position(rider.vertex);
                sum = sum.saturating_add(rider.turns(self.board.distance(from, cell).into()));
            }
            self.run.poll()?;
        }
        Ok(Some(sum))
    }

    fn within(
        &mut self,
        at_most: u64,
        each: &mut SquareTaker<'_>,
    ) -> Result<ControlFlow<()>, Reason> {
        for top in (0..self.board.rows).step_by(HEIGHT) {
            let height = (self.board.rows - top).min(HEIGHT as u32);
            let band = SquareBlock { top, left: 0, height, width: self.board.columns };
            let mut meetings = self.search().within(band, at_most)?;
            meetings.sort_unstable_by_key(|meeting| meeting.cell);
            for SquareMeeting { cell, .. } in meetings {
                if each(self, cell)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn paths(&mut self, cell: Cell, run: &Run) -> Result<Vec<Vec<u32>>, Reason> {
        let count = self.model.riders.len() as u64;
        run.reserve(count * (size_of::<Vec<u32>>() as u64 + 4 * u64::from(self.board.longest())))?;
        let mut paths = Vec::with_capacity(self.model.riders.len());
        for riders in self.model.riders.chunks(256) {
            let starts = riders.iter().map(|rider| self.model.lattice().position(rider.vertex));
            paths.extend(starts.map(|from| self.board.path(from, cell)));
            run.poll()?;
        }
        Ok(paths)
    }
}
