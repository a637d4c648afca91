//! `native:dsatur`: colourings by branch and bound; the other submodules are covers by classes and
//! a local search.

mod classes;
mod tabu;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use std::ops::ControlFlow;

use crate::{
    limits::Reason,
    methods::{
        Counted, Counting, Description, Ending, Finder, Found, Goal, Method, WitnessCounter,
        meter::Meter,
    },
    run::Run,
};
use num_bigint::BigUint;
use satranj_encodings::{
    colouring::Colouring,
    graph::Graph,
    model::{Count, Model, Obstruction, Witness},
};

pub use classes::CLASSES;
pub use tabu::TABU;

/// DSATUR branch and bound: the vertex with most colours on its neighbours gets each colour that is
/// free, and one new colour (Brélaz, "New methods to color the vertices of a graph", Comm. ACM 22,
/// 1979, for the order; the exact search is that of Sewell, "An improved algorithm for exact graph
/// coloring", DIMACS 26, 1996, without its rule for ties).
///
/// It begins with the colours of a clique, and ends when a colouring has no more colours than that.
/// Unused colours are interchangeable, so counts are multiplied. O(nk + m) memory for k colours, no
/// recursion; exponential time. It is complete.
pub const DSATUR: Method = Method::finding(
    Description::native(
        "native:dsatur",
        "branch and bound on the vertex whose neighbours have the most colours (DSATUR)",
    )
    .minding(constraints::COLOURINGS),
    Model::is_colouring,
    |model, goal| {
        let colouring = model.as_colouring()?;

        Some(Finder::new(move |context, found| solve(colouring, goal, context, found)))
    },
)
.with_counts(|model, counting| {
    let colouring = model.as_colouring()?;

    (counting == Counting::default())
        .then(|| WitnessCounter::new(move |context| count(colouring, context)))
});

/// Ends at once if two vertices have given colours that contradict each other.
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
    let board = PaintedBoard::new(colouring.graph(), limit, run)?;
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

/// Counts the colourings with this many colours, or with the fewest.
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
    let board = PaintedBoard::new(colouring.graph(), limit, run)?;
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
    // The number of ways to choose the opened colours among the interchangeable ones, in order.
    let ways = |opened: u32| -> BigUint {
        (first..opened).map(|taken| BigUint::from(colours - taken)).product()
    };
    let count = (0..).zip(by_opened).map(|(opened, count)| count * ways(opened)).sum();
    Ok(Counted { count, objective, ..Counted::default() })
}

/// Marks a vertex without a colour.
const NONE: u32 = u32::MAX;

/// Neighbours examined per unit of work.
const LOOKS_A_STEP: u64 = 32;

/// The colour of each vertex, and the colours of its neighbours.
struct PaintedBoard<'g> {
    graph: &'g Graph,
    palette: u32,
    colours: Vec<u32>,
    /// How many neighbours of each vertex have each colour.
    beside: Vec<u32>,
    /// How many colours the neighbours of each vertex have.
    saturation: Vec<u32>,
}

impl<'g> PaintedBoard<'g> {
    /// A graph without coloured vertices.
    ///
    /// # Errors
    /// The reason to stop.
    fn new(graph: &'g Graph, palette: u32, run: &Run) -> Result<Self, Reason> {
        run.reserve(4 * u64::from(graph.vertices()) * u64::from(palette))?;
        let n = graph.vertices() as usize;
        Ok(Self {
            graph,
            palette,
            colours: vec![NONE; n],
            beside: vec![0; n * palette as usize],
            saturation: vec![0; n],
        })
    }

    fn fits(&self, vertex: u32, colour: u32) -> bool {
        self.beside[vertex as usize * self.palette as usize + colour as usize] == 0
    }

    fn paint(&mut self, vertex: u32, colour: u32) {
        self.colours[vertex as usize] = colour;
        for &other in self.graph.neighbours(vertex) {
            let count = &mut self.beside[other as usize * self.palette as usize + colour as usize];
            self.saturation[other as usize] += u32::from(*count == 0);
            *count += 1;
        }
    }

    fn clear(&mut self, vertex: u32) {
        let colour = std::mem::replace(&mut self.colours[vertex as usize], NONE);
        for &other in self.graph.neighbours(vertex) {
            let count = &mut self.beside[other as usize * self.palette as usize + colour as usize];
            *count -= 1;
            self.saturation[other as usize] -= u32::from(*count == 0);
        }
    }

    /// The uncoloured vertex of greatest saturation, among these one with most neighbours.
    fn choose(&self) -> Option<u32> {
        let vertices = 0..self.colours.len() as u32;
        let plain = vertices.filter(|&vertex| self.colours[vertex as usize] == NONE);
        plain.max_by_key(|&vertex| {
            let degree = self.graph.neighbours(vertex).len();
            (self.saturation[vertex as usize], degree, u32::MAX - vertex)
        })
    }
}

/// A vertex that has or had a colour, and how many colours were opened before.
struct ColourFrame {
    vertex: u32,
    next: u32,
    opened: u32,
}

/// Takes a colouring and the number of opened colours; returns whether to go on, and a number of
/// colours that later colourings must stay below.
type Painted<'a> = dyn FnMut(&[u32], u32) -> ControlFlow<(), Option<u32>> + 'a;

/// A search.
struct ColourSearch<'a> {
    board: PaintedBoard<'a>,
    /// The most colours.
    limit: u32,
    /// Whether unused colours are distinguished.
    is_free: bool,
    /// Colours below this are in use, and one more may be opened.
    opened: u32,
    meter: Meter<'a>,
    frames: Vec<ColourFrame>,
}

impl<'a> ColourSearch<'a> {
    /// A search with this many colours.
    fn new(board: PaintedBoard<'a>, limit: u32, is_free: bool, meter: Meter<'a>) -> Self {
        Self { board, limit, is_free, opened: 0, meter, frames: Vec::new() }
    }

    /// Gives vertices fixed colours, which are distinguished from now on, like all before them;
    /// `false` if that is impossible.
    fn begin(&mut self, fixed: &[(u32, u32)]) -> bool {
        for &(vertex, colour) in fixed {
            if colour >= self.limit {
                return false;
            }
            if self.board.colours[vertex as usize] == colour {
                continue;
            }
            if self.board.colours[vertex as usize] != NONE || !self.board.fits(vertex, colour) {
                return false;
            }
            self.board.paint(vertex, colour);
            self.opened = self.opened.max(colour + 1);
        }
        true
    }

    /// Finds colourings, each once.
    ///
    /// # Errors
    /// The reason to stop.
    fn run(&mut self, painted: &mut Painted<'_>) -> Result<(), Reason> {
        let mut chosen = self.board.choose();
        loop {
            match chosen {
                Some(vertex) => {
                    let opened = self.opened;
                    self.frames.push(ColourFrame { vertex, next: 0, opened });
                }
                None if self.opened <= self.limit => {
                    self.meter.publish();
                    match painted(&self.board.colours, self.opened) {
                        ControlFlow::Break(()) => return Ok(()),
                        // A colouring with this many colours is no longer wanted.
                        ControlFlow::Continue(Some(value)) => self.limit = value - 1,
                        ControlFlow::Continue(None) => {}
                    }
                }
                None => {}
            }
            let work = self.board.colours.len() as u64 / LOOKS_A_STEP;
            self.meter.work(1 + work)?;
            if !self.advance()? {
                return Ok(());
            }
            chosen = self.board.choose();
        }
    }

    /// Gives the last vertex its next colour, or backtracks; `false` at the end.
    fn advance(&mut self) -> Result<bool, Reason> {
        while let Some(frame) = self.frames.last_mut() {
            let vertex = frame.vertex;
            if self.board.colours[vertex as usize] != NONE {
                self.board.clear(vertex);
                self.meter.take_back(1);
            }
            self.opened = frame.opened;
            let most = if self.is_free { self.limit } else { self.limit.min(frame.opened + 1) };
            // If fewer colours are wanted by now, earlier vertices may have too many.
            let most = if frame.opened > self.limit { 0 } else { most };
            let colour = (frame.next..most).find(|&colour| self.board.fits(vertex, colour));
            let Some(colour) = colour else {
                self.frames.pop();
                continue;
            };
            frame.next = colour + 1;
            self.opened = frame.opened.max(colour + 1);
            self.meter.node()?;
            self.board.paint(vertex, colour);
            return Ok(true);
        }
        Ok(false)
    }
}
