//! Branch and reduce: reductions, components, bounds, and branches on a vertex of largest degree; a
//! local search beside it.

use std::{collections::BinaryHeap, ops::ControlFlow};

use super::{conflict_bound::ConflictBound, kernel::Kernel, reductions::Reducer, swaps::SetSwaps};
use crate::{
    limits::{Halted, Reason},
    methods::{meter::Meter, native::fractional},
    run::Run,
};

/// Takes an independent set; returns whether to go on.
pub(super) type SetReport<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// A search is continued in a smaller copy of what is left from this many vertices on.
const COPIED_FROM: usize = 32;

/// A vertex that the set leaves out, and later has.
struct SetBranch {
    vertex: u32,
    changes: usize,
    is_second: bool,
}

/// The work of the local search per vertex before the first branch.
const FIRST: u64 = 16;

/// The local search has half of the work until it has this much, or a few times what its last larger
/// set took; then a sixteenth.
const EARLY: u64 = 1 << 17;
const STAYS: u64 = 4;
const LATE: u64 = 16;

/// The work of a turn of the local search.
const TURN: u64 = 1 << 12;

/// After this much work on a component a linear program may bound its sets.
const BOUNDED_AFTER: u64 = 1 << 18;

/// The local search beside the branches, with the sets of a component.
struct BesideBranches<'r> {
    swaps: SetSwaps,
    /// The size of the largest set so far.
    most: u32,
    report: &'r mut SetReport<'r>,
    /// The work of the run at the beginning, of the local search, and of that until its last report.
    begin: u64,
    spent: u64,
    spent_at_best: u64,
    /// The component, until a linear program has bounded its sets.
    unbounded: Option<(&'r Kernel, &'r [u32])>,
    /// No set is larger.
    bound: u32,
}

impl BesideBranches<'_> {
    /// Whether the largest set so far is known to be a largest one, by a linear program that is
    /// solved once the search has gone on for a while.
    fn is_largest(&mut self, run: &Run, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let is_time = meter.spent() - self.begin > BOUNDED_AFTER;
        if let Some((kernel, component)) = self.unbounded.take_if(|_| is_time) {
            let graph = kernel.part(component).graph();
            let bound = fractional::independence_bound(&graph, run, |work| meter.work(work))?;
            self.bound = bound.unwrap_or(u32::MAX);
        }
        Ok(self.most >= self.bound)
    }

    /// Lets the local search take its turns that are due.
    fn turn(&mut self, meter: &mut Meter<'_>) -> Result<(), Halted> {
        let is_young = self.spent < EARLY.max(STAYS * self.spent_at_best);
        let part = if is_young { 2 } else { LATE };
        while self.spent.saturating_mul(part) < meter.spent() - self.begin {
            self.search(TURN, meter)?;
        }
        Ok(())
    }

    /// A local search that reports larger sets.
    fn search(&mut self, work: u64, meter: &mut Meter<'_>) -> Result<(), Halted> {
        let before = meter.spent();
        while meter.spent() - before < work {
            let is_larger = self.swaps.run(work, meter)?;
            if !is_larger {
                break;
            }
            self.spent_at_best = self.spent;
            self.most = self.swaps.set().len() as u32;
            if (self.report)(self.swaps.set()).is_break() {
                return Err(Halted::Early(()));
            }
        }
        self.spent += 1 + meter.spent() - before;
        Ok(())
    }

    /// Reports a larger set that a branch has found.
    fn take(&mut self, set: &[u32]) -> Result<(), Halted> {
        self.most = set.len() as u32;
        self.swaps.begin(set);
        match (self.report)(set) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halted::Early(())),
        }
    }
}

/// A search for larger and larger independent sets.
pub(super) struct ReducingSearch<'a> {
    run: &'a Run,
    meter: Meter<'a>,
}

impl<'a> ReducingSearch<'a> {
    /// A search that has not begun.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(run: &'a Run) -> Result<Self, Reason> {
        Ok(Self { run, meter: Meter::new(run)? })
    }

    /// Reports larger and larger independent sets of a graph, up to a largest one: first one of a
    /// greedy search, then a largest one of each component after the reductions.
    ///
    /// # Errors
    /// The reason to stop, or that the receiver wants no more.
    pub fn all(&mut self, mut kernel: Kernel, report: &mut SetReport<'_>) -> Result<(), Halted> {
        let mut reducer = Reducer::default();
        reducer.reduce(&mut kernel, &mut self.meter)?;
        let mut is_chosen = self.greedy(&mut kernel, &mut reducer)?;
        let members = |is_chosen: &[bool]| -> Vec<u32> {
            let all = (0..).zip(is_chosen);
            all.filter_map(|(vertex, &is_chosen)| is_chosen.then_some(vertex)).collect()
        };
        let mut tell = |kernel: &Kernel, is_chosen: &[bool]| {
            let mut lifted = is_chosen.to_vec();
            kernel.lift(&mut lifted, 0);
            report(&members(&lifted))
        };
        if tell(&kernel, &is_chosen).is_break() {
            return Err(Halted::Early(()));
        }
        let components = kernel.components();
        for is_first in [true, false] {
            for component in &components {
                let is_in = |(_, vertex): &(u32, &u32)| is_chosen[**vertex as usize];
                let known: Vec<u32> =
                    (0..).zip(component).filter(is_in).map(|(at, _)| at).collect();
                let part = self.part(&kernel, component)?;
                let mut report = |set: &[u32]| {
                    for &vertex in component {
                        is_chosen[vertex as usize] = false;
                    }
                    for &at in set {
                        is_chosen[component[at as usize] as usize] = true;
                    }
                    tell(&kernel, &is_chosen)
                };
                let mut beside = BesideBranches {
                    swaps: SetSwaps::new(&part, &known, self.run.seed),
                    most: known.len() as u32,
                    report: &mut report,
                    begin: self.meter.spent(),
                    spent: 0,
                    spent_at_best: 0,
                    unbounded: Some((&kernel, component)),
                    bound: u32::MAX,
                };
                if is_first {
                    beside.search(FIRST * component.len() as u64, &mut self.meter)?;
                } else {
                    self.larger(part, 0, true, &mut beside)?;
                }
            }
        }
        Ok(())
    }

    /// An independent set of what is left: a vertex of largest degree is left out, then the rest is
    /// reduced, again and again (Chang, Li and Zhang, "Computing a near-maximum independent set in
    /// linear time by reducing-peeling", SIGMOD 2017).
    fn greedy(&mut self, kernel: &mut Kernel, reducer: &mut Reducer) -> Result<Vec<bool>, Reason> {
        let changes = kernel.changes();
        let mut waiting: BinaryHeap<(u32, u32)> =
            kernel.all_left().map(|vertex| (kernel.degree(vertex), vertex)).collect();
        while let Some((degree, vertex)) = waiting.pop() {
            if !kernel.is_left(vertex) {
                continue;
            }
            if kernel.degree(vertex) != degree {
                waiting.push((kernel.degree(vertex), vertex));
                continue;
            }
            kernel.remove(vertex);
            reducer.reduce(kernel, &mut self.meter)?;
        }
        let mut is_chosen = vec![false; kernel.vertices()];
        kernel.lift(&mut is_chosen, changes);
        kernel.undo(changes);
        Ok(is_chosen)
    }

    /// A copy of a part of a graph, if memory allows it.
    fn part(&self, kernel: &Kernel, vertices: &[u32]) -> Result<Kernel, Reason> {
        let arcs = vertices.iter().map(|&vertex| u64::from(kernel.degree(vertex))).sum::<u64>();
        let (n, m) = (vertices.len() as u64, arcs / 2);
        self.run.permit(Kernel::bytes(n, m).saturating_add(SetSwaps::bytes(n, m)))?;
        Ok(kernel.part(vertices))
    }

    /// A largest independent set, if it has more than `lower` vertices; of the whole component, larger
    /// and larger ones are reported on the way. The local search takes its turns.
    ///
    /// A call for a component or a copy has at most half of the vertices, so calls are nested at
    /// most log₂ n deep.
    fn larger(
        &mut self,
        mut kernel: Kernel,
        mut lower: u32,
        is_whole: bool,
        beside: &mut BesideBranches<'_>,
    ) -> Result<Option<Vec<u32>>, Halted> {
        let n = kernel.vertices();
        let (mut reducer, mut bound) = (Reducer::default(), ConflictBound::default());
        let mut best = None;
        let mut is_first = true;
        let mut branches: Vec<SetBranch> = Vec::new();
        loop {
            self.meter.node()?;
            beside.turn(&mut self.meter)?;
            if is_whole {
                lower = lower.max(beside.most);
            }
            if beside.is_largest(self.run, &mut self.meter)? {
                return Ok(best);
            }
            reducer.reduce(&mut kernel, &mut self.meter)?;
            let mut is_open = kernel.left > 0 && kernel.gain + kernel.left > lower;
            if is_open {
                let mut components = kernel.components();
                let largest = components.pop().unwrap_or_default();
                for component in components {
                    let part = self.part(&kernel, &component)?;
                    let set = self.larger(part, 0, false, beside)?;
                    kernel.settle(&component, &set.unwrap_or_default());
                }
                if 2 * largest.len() <= n && n > COPIED_FROM {
                    let needed = lower.saturating_sub(kernel.gain);
                    let part = self.part(&kernel, &largest)?;
                    let set = self.larger(part, needed, false, beside)?;
                    if let Some(set) = set {
                        kernel.settle(&largest, &set);
                    }
                    is_open = false;
                } else if lower > 0 || !is_first {
                    let needed = lower.saturating_sub(kernel.gain);
                    is_open = bound.of(&kernel, needed, &mut self.meter)? > needed;
                }
            }
            if kernel.left == 0 && (is_first && lower == 0 || kernel.gain > lower) {
                (lower, is_first) = (kernel.gain, false);
                let set = kernel.solution();
                if is_whole {
                    beside.take(&set)?;
                }
                best = Some(set);
            }
            if is_open {
                let most = kernel.all_left().max_by_key(|&vertex| kernel.degree(vertex));
                if let Some(vertex) = most {
                    let changes = kernel.changes();
                    branches.push(SetBranch { vertex, changes, is_second: false });
                    kernel.remove(vertex);
                    continue;
                }
            }
            if !self.turn(&mut kernel, &mut reducer, &mut branches) {
                return Ok(best);
            }
        }
    }

    /// Goes back to the last vertex that was left out, and takes it with all vertices that are in
    /// every largest set if it is; `false` if no branch is left.
    fn turn(
        &mut self,
        kernel: &mut Kernel,
        reducer: &mut Reducer,
        branches: &mut Vec<SetBranch>,
    ) -> bool {
        while let Some(branch) = branches.last_mut() {
            kernel.undo(branch.changes);
            self.meter.take_back(1);
            if !branch.is_second && !reducer.is_superfluous(kernel, branch.vertex) {
                branch.is_second = true;
                for &vertex in &reducer.confining {
                    if kernel.is_left(vertex) {
                        kernel.take(vertex);
                    }
                }
                return true;
            }
            branches.pop();
        }
        self.meter.take_back(1);
        false
    }
}
