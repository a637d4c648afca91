//! Tours of small blocks, found by `graph:search` at run time.

use std::ops::ControlFlow;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
    model::Witness,
};

use super::edges::{MOVES, RowAndColumn, TourEdges};
use crate::{
    limits::Reason,
    methods::{Ending, Goal, graph::search::search},
    run::Run,
};

/// A small board and what its tour must be like.
#[derive(Debug, Clone, Default)]
pub struct TourBlock {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
    /// Whether a cycle is wanted.
    pub closed: bool,
    /// The first square of a path.
    pub start: Option<RowAndColumn>,
    /// The last square of a path.
    pub end: Option<RowAndColumn>,
    /// Edges that must be in it.
    pub given: Vec<[RowAndColumn; 2]>,
}

impl TourBlock {
    /// A tour with these properties; some seconds of search at most on blocks of up to a
    /// hundred squares that have one.
    ///
    /// # Errors
    /// The reason to stop; [`Reason::IncompleteMethod`] if there is none.
    pub fn tour(&self, run: &Run) -> Result<Vec<RowAndColumn>, Reason> {
        let number = |(row, column): RowAndColumn| row * self.columns + column;
        let steps = MOVES.map(|(rows, columns)| Step { rows, columns, repeats: false });
        let lattice = Lattice::new(self.rows, self.columns, None, steps.to_vec());
        let mut model = Hamiltonian::on_lattice(lattice, self.closed)
            .with_ends(self.start.map(number), self.end.map(number));
        model.given = self.given.iter().map(|&[from, to]| (number(from), number(to))).collect();
        let mut path = None;
        // The search counts its own backtracks alone.
        let backtracks = run.counters.backtracks.get();
        run.counters.backtracks.set(0);
        let ending = search(&model, Goal::First, run, &mut |witness| {
            if let Witness::Path(squares) = witness {
                path = Some(squares);
            }
            ControlFlow::Break(())
        });
        run.counters.backtracks.add(backtracks);
        match (path, ending?) {
            (Some(path), _) => Ok(path
                .into_iter()
                .map(|vertex| (vertex / self.columns, vertex % self.columns))
                .collect()),
            (None, Ending::Stopped(reason)) => Err(reason),
            (None, _) => Err(Reason::IncompleteMethod),
        }
    }

    /// The edges of such a tour.
    ///
    /// # Errors
    /// As [`TourBlock::tour`].
    pub fn edges(&self, run: &Run) -> Result<TourEdges, Reason> {
        let tour = self.tour(run)?;
        Ok(TourEdges::along(self.rows, self.columns, &tour, self.closed))
    }
}
