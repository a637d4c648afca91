//! The depth-first engine: places vertices, takes them back, counts nodes and checks limits.

use std::ops::ControlFlow;

use satranj_encodings::{
    hamiltonian::{Hamiltonian, VisitTimes},
    model::Witness,
};

use crate::{
    methods::{Ending, Found, Goal, meter::Meter},
    run::Run,
};

/// What a depth-first search does, for a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeStep {
    /// It puts a vertex on the path, or a piece on a square.
    Place(u32),
    /// It takes the last one back.
    TakeBack(u32),
}

/// The state of a walk: which vertices are free, and the moves to try from one.
pub trait Candidates {
    /// The moves left to try from a vertex on the path.
    type Frame: Copy;

    /// Puts a vertex on the path and lists the moves from it.
    fn place(&mut self, vertex: u32) -> Self::Frame;

    /// Whether a vertex is not on the path.
    fn is_free(&self, vertex: u32) -> bool;

    /// The vertex of a frame.
    fn vertex(frame: Self::Frame) -> u32;

    /// The next move to try.
    fn next(&mut self, frame: &mut Self::Frame) -> Option<u32>;

    /// Takes back the last placing.
    fn take_back(&mut self, frame: Self::Frame);
}

/// Moves that must be made: the given partners of each vertex.
struct Given {
    partners: Vec<Vec<u32>>,
}

impl Given {
    fn new(model: &Hamiltonian) -> Option<Self> {
        if model.given.is_empty() {
            return None;
        }
        let mut partners = vec![Vec::new(); model.vertices() as usize];
        for &(a, b) in &model.given {
            partners[a as usize].push(b);
            partners[b as usize].push(a);
        }
        Some(Self { partners })
    }

    /// Whether the path may contain `before`, `vertex`, `after` in this order.
    fn allow(&self, before: Option<u32>, vertex: u32, after: Option<u32>) -> bool {
        let partners = &self.partners[vertex as usize];
        partners.iter().all(|&partner| Some(partner) == before || Some(partner) == after)
    }
}

/// The options of a search.
#[derive(Debug, Clone, Copy)]
pub struct SearchPlan {
    /// One witness or all.
    pub goal: Goal,
    /// Whether the last free neighbour of a cycle's start is kept for the last place.
    pub keep_closable: bool,
}

/// Searches all paths from all allowed starts, in order, without recursion.
///
/// A node is one placing of a vertex, including the start; a backtrack is one taking back. The
/// search stops when the nodes reach the node limit.
pub fn search<C: Candidates>(
    candidates: &mut C,
    model: &Hamiltonian,
    plan: SearchPlan,
    run: &Run,
    found: &mut Found<'_>,
) -> Ending {
    let n = model.vertices() as usize;
    if n == 0 {
        return Ending::Exhausted;
    }
    let granted = Meter::new(run).and_then(|mut meter| meter.granted().map(|_| meter));
    let meter = match granted {
        Ok(meter) => meter,
        Err(reason) => return reason.into(),
    };
    let times = if model.times.is_empty() {
        None
    } else {
        match run.building(VisitTimes::bytes(model.vertices()), || VisitTimes::new(model, true)) {
            Ok(times) => Some(times),
            Err(reason) => return reason.into(),
        }
    };
    let placeholder = {
        let frame = candidates.place(0);
        candidates.take_back(frame);
        frame
    };
    let mut engine = Engine {
        frames: vec![placeholder; n],
        meter,
        given: Given::new(model),
        times,
        candidates,
        model,
        plan,
        found,
    };
    let starts = match model.start {
        Some(start) => start..start + 1,
        // Every vertex is on a cycle, so one start suffices.
        None if model.closed => 0..1,
        None => 0..n as u32,
    };
    for start in starts {
        run.counters.attempts.add(1);
        let ending = engine.from(start);
        engine.meter.publish();
        if let ControlFlow::Break(ending) = ending {
            return ending;
        }
    }
    Ending::Exhausted
}

struct Engine<'a, 'f, C: Candidates> {
    candidates: &'a mut C,
    frames: Vec<C::Frame>,
    meter: Meter<'a>,
    given: Option<Given>,
    times: Option<VisitTimes>,
    model: &'a Hamiltonian,
    plan: SearchPlan,
    found: &'a mut Found<'f>,
}

impl<C: Candidates> Engine<'_, '_, C> {
    /// Searches all paths from one start.
    fn from(&mut self, start: u32) -> ControlFlow<Ending> {
        let n = self.frames.len();
        // The end is kept free for the last place, unless the path is one vertex.
        let end = self.model.end.filter(|_| n > 1);
        let may_start = |times: &VisitTimes| times.allows(start, 0);
        if end == Some(start) || !self.times.as_ref().is_none_or(may_start) {
            return ControlFlow::Continue(());
        }
        let keep_closable = self.plan.keep_closable && self.model.closed;
        let constrained =
            end.is_some() || self.given.is_some() || self.times.is_some() || keep_closable;
        // The last frame, the counts and the next check stay in registers in this loop.
        let mut frame = self.candidates.place(start);
        let mut depth = 1;
        let mut nodes = 1;
        let mut granted = 0;
        loop {
            if depth == n || nodes >= granted {
                self.frames[depth - 1] = frame;
                self.count(std::mem::take(&mut nodes), depth);
                if depth == n {
                    self.complete()?;
                }
                granted = match self.meter.granted() {
                    Ok(granted) => granted,
                    Err(reason) => return ControlFlow::Break(reason.into()),
                };
            }
            loop {
                let mut next = self.candidates.next(&mut frame);
                if constrained {
                    while next.is_some_and(|vertex| !self.allowed(vertex, end, frame, depth)) {
                        next = self.candidates.next(&mut frame);
                    }
                }
                if let Some(vertex) = next {
                    self.frames[depth - 1] = frame;
                    frame = self.candidates.place(vertex);
                    depth += 1;
                    nodes += 1;
                    break;
                }
                self.candidates.take_back(frame);
                depth -= 1;
                if depth == 0 {
                    self.count(nodes, 0);
                    return ControlFlow::Continue(());
                }
                frame = self.frames[depth - 1];
            }
        }
    }

    /// Whether the next vertex keeps the end free and makes the given moves.
    fn allowed(&self, next: u32, end: Option<u32>, last: C::Frame, depth: usize) -> bool {
        if end == Some(next) && depth + 1 < self.frames.len() {
            return false;
        }
        if self.plan.keep_closable && self.model.closed && !self.stays_closable(next, depth) {
            return false;
        }
        if let Some(times) = &self.times
            && !times.allows(next, depth as u64)
        {
            return false;
        }
        let Some(given) = &self.given else { return true };
        // The first vertex of a cycle may still be left by its last move.
        if self.model.closed && depth == 1 {
            return true;
        }
        let before = depth.checked_sub(2).map(|index| C::vertex(self.frames[index]));
        given.allow(before, C::vertex(last), Some(next))
    }

    /// Whether the start of a cycle keeps a free neighbour, unless the next place is the last.
    fn stays_closable(&self, next: u32, depth: usize) -> bool {
        if depth + 1 >= self.frames.len() {
            return true;
        }
        let neighbours = self.model.graph().neighbours(C::vertex(self.frames[0]));
        depth == 1
            || !neighbours.contains(&next)
            || neighbours.iter().any(|&other| other != next && self.candidates.is_free(other))
    }

    /// All vertices are placed: reports the path if it is a witness.
    fn complete(&mut self) -> ControlFlow<Ending> {
        let n = self.frames.len();
        let at = |index: usize| C::vertex(self.frames[index]);
        let (first, last) = (at(0), at(n - 1));
        if self.model.closed {
            let closes = n > 2 && self.model.graph().edge_between(last, first).is_some();
            // Each cycle occurs in both directions; one suffices.
            let is_twice = self.plan.goal == Goal::All && self.model.is_reversible();
            if !closes || is_twice && at(1) > last {
                return ControlFlow::Continue(());
            }
        }
        if let Some(given) = &self.given {
            let back = |vertex| self.model.closed.then_some(vertex);
            let second = (n > 1).then(|| at(1));
            let last_but_one = n.checked_sub(2).map(at);
            if !given.allow(back(last), first, second)
                || !given.allow(last_but_one, last, back(first))
            {
                return ControlFlow::Continue(());
            }
        }
        let path = self.frames.iter().map(|&frame| C::vertex(frame)).collect();
        self.meter.publish();
        match (self.found)(Witness::Path(path)) {
            ControlFlow::Break(()) => ControlFlow::Break(Ending::Enough),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    /// Adds nodes to the counters; this many vertices are placed.
    fn count(&mut self, nodes: u64, depth: usize) {
        self.meter.count(nodes);
        self.meter.keep_placed(depth);
    }
}
