//! Boards whose distances follow a formula, and boards whose distances are searched for.

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use satranj_encodings::meeting::{Meeting, MeetingObstruction, Rider};

use super::{
    MeetingGround, SquareTaker,
    blocks::{BestMeeting, BlockSearch, SquareMeeting},
    grid::JumpGrid,
    lanes::ReachLanes,
    turns::{ByReach, HEIGHT, SquareBlock, Turns},
};
use crate::{
    limits::{Halted, Reason},
    methods::native::knight_distance::{Cell, KnightBoard},
    run::Run,
};

/// With fewer starts than this, a search from each of them is made at once.
const FEW: usize = 8;

/// A board whose distances are searched for.
pub struct Searched<'a> {
    model: &'a Meeting,
    grid: JumpGrid,
    /// The starts in rising order with the riders there.
    starts: Vec<(usize, Vec<Rider>)>,
    /// The places in `starts`.
    is_start: FixedBitSet,
    /// The places that riders reach.
    reached: FixedBitSet,
    run: &'a Run,
}

impl<'a> Searched<'a> {
    /// The ground of a model with a rider, or why its riders cannot meet.
    ///
    /// # Errors
    /// A limit.
    pub fn new(
        model: &'a Meeting,
        run: &'a Run,
    ) -> Result<Result<Self, MeetingObstruction>, Reason> {
        let lattice = model.lattice();
        let mut grid = JumpGrid::new(lattice, run)?;
        let places = grid.places();
        let mut starts: Vec<(usize, Rider)> = Vec::with_capacity(model.riders.len());
        let place = |rider: &Rider| (grid.place(lattice.position(rider.vertex)), *rider);
        starts.extend(model.riders.iter().map(place));
        starts.sort_unstable();
        let mut is_start = FixedBitSet::with_capacity(places);
        is_start.extend(starts.iter().map(|start| start.0));
        let mut reached = FixedBitSet::with_capacity(places);
        if let Some(rider) = model.riders.first() {
            grid.search(lattice.position(rider.vertex), run, |place, _| {
                reached.insert(place);
                true
            })?;
        }
        if !is_start.is_subset(&reached) {
            let cells = reached.ones().map(|place| grid.cell(place));
            let vertices = cells.filter_map(|(row, column)| lattice.vertex(row, column));
            return Ok(Err(MeetingObstruction::Separated(vertices.collect())));
        }
        let starts = starts.chunk_by(|one, other| one.0 == other.0);
        let starts = starts
            .filter_map(|riders| {
                Some((riders.first()?.0, riders.iter().map(|start| start.1).collect()))
            })
            .collect();
        Ok(Ok(Self { model, grid, starts, is_start, reached, run }))
    }

    /// The turns to every square that riders reach, in reading order, by one search from each
    /// start.
    fn everywhere(&mut self) -> Result<Vec<SquareMeeting>, Reason> {
        let mut sums = vec![0_u64; self.grid.places()];
        for (place, riders) in &self.starts {
            let cell = self.grid.cell(*place);
            let (mut last, mut turns) = (u32::MAX, 0);
            self.grid.search(cell, self.run, |place, jumps| {
                if jumps != last {
                    last = jumps;
                    turns = riders
                        .iter()
                        .map(|rider| rider.turns(jumps.into()))
                        .fold(0, u64::saturating_add);
                }
                sums[place] = sums[place].saturating_add(turns);
                true
            })?;
        }
        let meeting = |place| SquareMeeting { turns: sums[place], cell: self.grid.cell(place) };
        Ok(self.reached.ones().map(meeting).collect())
    }

    /// Bounds and a search from each square that may be the best, as long as that is less work than
    /// searches from the starts.
    fn by_squares(&mut self, best: &mut BestMeeting) -> Result<(), Halted> {
        let lattice = self.model.lattice();
        let bounds = bounds(self.model, self.run)?;
        let board = (lattice.rows(), lattice.columns());
        let search = BlockSearch { turns: bounds.as_ref(), exact: false, board, run: self.run };
        let mut searches = 0;
        search.least(best, |cell, _| {
            if !self.grid.is_free(cell) || !self.reached.contains(self.grid.place(cell)) {
                return Ok(None);
            }
            searches += 1;
            if searches > self.starts.len() {
                // Searches from the starts are cheaper.
                return Err(Halted::Early(()));
            }
            Ok(self.sum(cell)?)
        })
    }
}

impl MeetingGround for Searched<'_> {
    fn least(&mut self, best: &mut BestMeeting) -> Result<(), Reason> {
        if self.starts.len() > FEW {
            match self.by_squares(best) {
                Ok(()) => return Ok(()),
                Err(Halted::Stopped(reason)) => return Err(reason),
                Err(Halted::Early(())) => {}
            }
        }
        for meeting in self.everywhere()? {
            best.take(meeting);
        }
        Ok(())
    }

    fn sum(&mut self, cell: Cell) -> Result<Option<u64>, Reason> {
        let mut missing = self.starts.len();
        self.grid.search(cell, self.run, |place, _| {
            missing -= usize::from(self.is_start.contains(place));
            missing > 0
        })?;
        let mut sum = 0_u64;
        for (place, riders) in &self.starts {
            let Some(jumps) = self.grid.distance(*place) else { return Ok(None) };
            for rider in riders {
                sum = sum.saturating_add(rider.turns(jumps.into()));
            }
        }
        Ok(Some(sum))
    }

    fn within(
        &mut self,
        at_most: u64,
        each: &mut SquareTaker<'_>,
    ) -> Result<ControlFlow<()>, Reason> {
        for SquareMeeting { turns, cell } in self.everywhere()? {
            if turns <= at_most && each(self, cell)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn paths(&mut self, cell: Cell, run: &Run) -> Result<Vec<Vec<u32>>, Reason> {
        let lattice = self.model.lattice();
        let mut missing = self.starts.len();
        self.grid.search(cell, run, |place, _| {
            missing -= usize::from(self.is_start.contains(place));
            missing > 0
        })?;
        let mut paths = Vec::with_capacity(self.model.riders.len());
        for riders in self.model.riders.chunks(64) {
            for rider in riders {
                let places = self.grid.path(lattice.position(rider.vertex)).into_iter();
                let cells = places.map(|place| self.grid.cell(place));
                paths.push(cells.filter_map(|(row, column)| lattice.vertex(row, column)).collect());
            }
            run.poll()?;
        }
        Ok(paths)
    }
}

/// A knights' board of at least 5x5 squares without blocked squares.
pub struct ByFormula<'a> {
    model: &'a Meeting,
    board: KnightBoard,
    turns: Box<dyn Turns>,
    run: &'a Run,
}

impl<'a> ByFormula<'a> {
    /// The ground of a model, if its distances follow the formula.
    ///
    /// # Errors
    /// A limit.
    pub fn new(model: &'a Meeting, run: &'a Run) -> Result<Option<Self>, Reason> {
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
pub fn bounds(model: &Meeting, run: &Run) -> Result<Box<dyn Turns>, Reason> {
    Ok(match ReachLanes::new(model, run)? {
        Some(lanes) => Box::new(lanes),
        None => Box::new(ByReach::new(model)),
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
        let mut paths = Vec::with_capacity(self.model.riders.len());
        for riders in self.model.riders.chunks(256) {
            let starts = riders.iter().map(|rider| self.model.lattice().position(rider.vertex));
            paths.extend(starts.map(|from| self.board.path(from, cell)));
            run.poll()?;
        }
        Ok(paths)
    }
}
