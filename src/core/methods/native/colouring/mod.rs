//! `native:dsatur`: colourings by branch and bound; beside it covers and a local search.

mod classes;
mod search;
mod tabu;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use num_bigint::BigUint;
use satranj_encodings::{
    colouring::Colouring,
    model::{Count, Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Counted, Counting, Description, Ending, Finder, Finds, Found, Goal, Method, Tallies, Tally,
        meter::Meter,
    },
    run::Run,
};
pub use classes::CLASSES;
use search::{ColourSearch, PaintedBoard};
pub use tabu::TABU;

/// Always the vertex beside which most colours are gets each colour that is not, and one that no
/// vertex has yet (Brélaz, "New methods to color the vertices of a graph", Comm. ACM 22, 1979, for
/// the order; the exact search is that of Sewell, "An improved algorithm for exact graph coloring",
/// DIMACS 26, 1996, without its rule for ties).
///
/// It begins with the colours of a clique, and ends where a colouring has no more colours than
/// that. Colours that no vertex has are interchangeable, so that counts multiply. O(nk + m) memory
/// for k colours, no recursion; exponential time. It is complete.
pub const DSATUR: Method = Method {
    description: Description::native(
        "native:dsatur",
        "branch and bound over the vertex beside which most colours are (DSATUR)",
    ),
    finds: Some(Finds::Colouring(|colouring, goal| {
        Some(Finder::new(move |context, found| solve(colouring, goal, context, found)))
    })),
    tallies: Some(Tallies::Colouring(|colouring, counting| {
        (counting == Counting::default())
            .then(|| Tally::new(move |context| count(colouring, context)))
    })),
};

/// That two vertices are given colours which exclude each other.
fn clash(colouring: &Colouring) -> Option<Ending> {
    let (one, other) = colouring.given_conflict()?;
    Some(Ending::Proved(Obstruction::SameColour(one, other)))
}

fn solve(
    colouring: &Colouring,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    if let Some(clash) = clash(colouring) {
        return Ok(clash);
    }
    let is_free = goal == Goal::All;
    let mut limit = colouring.palette();
    let mut least = colouring.clique().len() as u32;
    least = least.max(colouring.given().iter().map(|&(_, colour)| colour + 1).max().unwrap_or(0));
    if let Some(greedy) = colouring.greedy().filter(|_| !is_free) {
        let value = Colouring::value(greedy);
        let is_enough = match colouring.colours {
            Count::Exactly(colours) => value <= colours,
            Count::Optimum => true,
        };
        if is_enough {
            run.node()?;
            let asked = found(Witness::Colours(greedy.to_vec()));
            if asked.is_break() || colouring.colours != Count::Optimum {
                return Ok(Ending::Enough);
            }
            if value <= least {
                return Ok(Ending::Exhausted);
            }
            limit = value - 1;
        }
    }
    run.reserve(PaintedBoard::bytes(colouring.graph(), limit))?;
    let board = PaintedBoard::new(colouring.graph(), limit);
    let mut search = ColourSearch::new(board, limit, is_free, Meter::new(run)?);
    let fixed = if is_free { colouring.given().to_vec() } else { colouring.fixed() };
    if !search.begin(&fixed) {
        return Ok(Ending::Exhausted);
    }
    let is_optimum = colouring.colours == Count::Optimum;
    let mut is_enough = false;
    search.run(&mut |colours, _| {
        let asked = found(Witness::Colours(colours.to_vec()));
        is_enough = asked.is_break() || !is_optimum && goal == Goal::First;
        if is_enough {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(is_optimum.then(|| Colouring::value(colours)))
    })?;
    Ok(if is_enough { Ending::Enough } else { Ending::Exhausted })
}

/// Counts the colourings from so many colours, or from the fewest.
fn count(colouring: &Colouring, run: &Run) -> Result<Counted, Reason> {
    run.poll()?;
    if colouring.given_conflict().is_some() {
        return Ok(Counted::default());
    }
    let mut objective = None;
    let colours = match colouring.colours {
        Count::Exactly(colours) => colours,
        Count::Optimum => {
            let mut best = None;
            solve(colouring, Goal::First, run, &mut |witness| {
                best = Some(Colouring::value(witness.numbers()));
                ControlFlow::Continue(())
            })?;
            let Some(best) = best else { return Ok(Counted::default()) };
            objective = Some(u64::from(best));
            best
        }
    };
    // Colours past the number of vertices and of given ones are never opened.
    let most = colouring.given().iter().map(|&(_, colour)| colour + 1).max().unwrap_or(0);
    let limit = colours.min(colouring.vertices().saturating_add(most));
    run.reserve(PaintedBoard::bytes(colouring.graph(), limit))?;
    let board = PaintedBoard::new(colouring.graph(), limit);
    let mut search = ColourSearch::new(board, limit, false, Meter::new(run)?);
    let mut by_opened: Vec<BigUint> = vec![BigUint::ZERO; limit as usize + 1];
    let fixed = colouring.fixed();
    let first = if colouring.is_anchored() { 0 } else { most };
    if search.begin(&fixed) {
        search.run(&mut |_, opened| {
            by_opened[opened as usize] += 1u32;
            ControlFlow::Continue(None)
        })?;
    }
    // Which colours they are that were opened beside those that are told apart, in any order.
    let ways = |opened: u32| -> BigUint {
        (first..opened).map(|taken| BigUint::from(colours - taken)).product()
    };
    let count = (0..).zip(by_opened).map(|(opened, count)| count * ways(opened)).sum();
    Ok(Counted { count, objective, ..Counted::default() })
}
