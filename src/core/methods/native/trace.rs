//! The steps of `native:dfs` on a small puzzle, for lessons.

use satranj_encodings::model::Model;

use super::{
    candidates::{ListedNeighbours, Lists},
    engine::{Candidates, SearchPlan, TreeStep, search},
    queens,
};
use crate::methods::{Context, Ending, Found, Goal, MethodError};

/// Runs `native:dfs` for one witness, and hands over each step; `None` for other models than paths,
/// cycles and queens. The nodes are those of the method.
///
/// # Errors
/// As the method.
pub fn traced(
    model: &Model,
    context: &Context,
    found: &mut Found<'_>,
    tell: &mut dyn FnMut(TreeStep),
) -> Option<Result<Ending, MethodError>> {
    if let Some(queens) = model.as_queens() {
        let searched = queens::dfs::search_telling(queens, context, found, tell);
        return Some(searched.map_err(MethodError::Stopped));
    }
    let model = model.as_hamiltonian()?;
    let order = context.options.order.clone().unwrap_or_default();
    let plan = SearchPlan { goal: Goal::First, keep_closable: false };
    let mut run = || {
        let listed = ListedNeighbours::new(model, &order, context)?;
        let lists = Lists::new(&listed, model, &order, context)?;
        // The engine places a vertex before its search, and takes it back.
        let mut traced = Traced { candidates: lists, silent: 2, tell };
        Ok(search(&mut traced, model, plan, context, found))
    };
    Some(run())
}

/// Candidates that tell each placing.
struct Traced<'a, C> {
    candidates: C,
    /// The number of steps that are not shown.
    silent: u32,
    tell: &'a mut dyn FnMut(TreeStep),
}

impl<C> Traced<'_, C> {
    fn tell(&mut self, step: TreeStep) {
        match self.silent.checked_sub(1) {
            Some(left) => self.silent = left,
            None => (self.tell)(step),
        }
    }
}

impl<C: Candidates> Candidates for Traced<'_, C> {
    type Frame = C::Frame;

    fn place(&mut self, vertex: u32) -> C::Frame {
        self.tell(TreeStep::Place(vertex));
        self.candidates.place(vertex)
    }

    fn is_free(&self, vertex: u32) -> bool {
        self.candidates.is_free(vertex)
    }

    fn vertex(frame: C::Frame) -> u32 {
        C::vertex(frame)
    }

    fn next(&mut self, frame: &mut C::Frame) -> Option<u32> {
        self.candidates.next(frame)
    }

    fn take_back(&mut self, frame: C::Frame) {
        self.tell(TreeStep::TakeBack(C::vertex(frame)));
        self.candidates.take_back(frame);
    }
}
