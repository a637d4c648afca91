//! Branch and reduce: reductions, components, bounds, and branches on a vertex of largest degree.

use std::{collections::BinaryHeap, ops::ControlFlow};

use super::{conflict_bound::ConflictBound, kernel::Kernel, reductions::Reducer};
use crate::{
    limits::{Halted, Reason},
    methods::meter::Meter,
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
            match report(&members(&lifted)) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Halted::Early(())),
            }
        };
        tell(&kernel, &is_chosen)?;
        for component in kernel.components() {
            let is_in = |vertex: &&u32| is_chosen[**vertex as usize];
            let lower = component.iter().filter(is_in).count() as u32;
            let part = self.part(&kernel, &component)?;
            let mut halted = None;
            self.larger(part, lower, &mut |set| {
                for &vertex in &component {
                    is_chosen[vertex as usize] = false;
                }
                for &at in set {
                    is_chosen[component[at as usize] as usize] = true;
                }
                match tell(&kernel, &is_chosen) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(halt) => {
                        halted = Some(halt);
                        ControlFlow::Break(())
                    }
                }
            })?;
            if let Some(halt) = halted {
                return Err(halt);
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
        self.run.permit(Kernel::bytes(vertices.len() as u64, arcs / 2))?;
        Ok(kernel.part(vertices))
    }

    /// A largest independent set, if it has more than `lower` vertices; larger and larger ones are
    /// reported on the way. It ends early if the receiver breaks.
    ///
    /// A call for a component or a copy has at most half of the vertices, so calls are nested at
    /// most log₂ n deep.
    fn larger(
        &mut self,
        mut kernel: Kernel,
        mut lower: u32,
        report: &mut SetReport<'_>,
    ) -> Result<Option<Vec<u32>>, Reason> {
        let n = kernel.vertices();
        let (mut reducer, mut bound) = (Reducer::default(), ConflictBound::default());
        let mut best = None;
        let mut is_first = true;
        let mut branches: Vec<SetBranch> = Vec::new();
        loop {
            self.meter.node()?;
            reducer.reduce(&mut kernel, &mut self.meter)?;
            let mut is_open = kernel.left > 0 && kernel.gain + kernel.left > lower;
            if is_open {
                let mut components = kernel.components();
                let largest = components.pop().unwrap_or_default();
                for component in components {
                    let part = self.part(&kernel, &component)?;
                    let set = self.larger(part, 0, &mut |_| ControlFlow::Continue(()))?;
                    kernel.settle(&component, &set.unwrap_or_default());
                }
                if 2 * largest.len() <= n && n > COPIED_FROM {
                    let needed = lower.saturating_sub(kernel.gain);
                    let part = self.part(&kernel, &largest)?;
                    let set = self.larger(part, needed, &mut |_| ControlFlow::Continue(()))?;
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
                let asked = report(&set);
                best = Some(set);
                if asked.is_break() {
                    return Ok(best);
                }
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
