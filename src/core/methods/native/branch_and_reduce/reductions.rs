//! Reductions: changes that keep a largest independent set.

use super::kernel::{Kernel, Marks};
use crate::{limits::Reason, methods::meter::Meter};

/// The largest set by which a vertex is shown to be superfluous.
const MOST_CONFINING: usize = 64;

/// The greatest degree of a vertex whose neighbours are looked at again when it changes.
const FEW_NEIGHBOURS: u32 = 16;

/// The greatest degrees of the two vertices of a funnel.
const FUNNEL: [u32; 2] = [4, 12];

/// Applies reductions until none is possible; reusable buffers.
#[derive(Default)]
pub(super) struct Reducer {
    marks: Marks,
    inside: Marks,
    near: Marks,
    /// The vertices of the last [`Reducer::is_superfluous`].
    pub confining: Vec<u32>,
    beside: Vec<u32>,
}

impl Reducer {
    /// Reduces a graph: vertices with at most two neighbours are taken or folded (Chen, Kanj and
    /// Jia, "Vertex cover: further observations and further improvements", J. Algorithms 41,
    /// 2001); superfluous ones are removed; twins and funnels are contracted (Xiao and Nagamochi,
    /// "Confining sets and avoiding bottleneck cases", TCS 469, 2013).
    ///
    /// # Errors
    /// The reason to stop.
    pub fn reduce(&mut self, kernel: &mut Kernel, meter: &mut Meter<'_>) -> Result<(), Reason> {
        loop {
            meter.work(1 + kernel.work() / 16)?;
            if let Some(vertex) = kernel.changed.pop() {
                if kernel.is_left(vertex) {
                    self.by_degree(kernel, vertex);
                }
            } else if let Some(vertex) = kernel.nearby.pop() {
                if kernel.is_left(vertex) {
                    self.by_surroundings(kernel, vertex);
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Takes or folds a vertex with at most two neighbours; the others wait for
    /// [`Reducer::by_surroundings`].
    fn by_degree(&mut self, kernel: &mut Kernel, vertex: u32) {
        let degree = kernel.degree(vertex);
        if degree > 2 {
            kernel.nearby.push(vertex);
            if degree <= FEW_NEIGHBOURS {
                let near: Vec<u32> = kernel.around(vertex).collect();
                for other in near {
                    kernel.nearby.push(other);
                }
            }
            return;
        }
        let near: Vec<u32> = kernel.around(vertex).collect();
        match near[..] {
            [one, other] if !kernel.are_joined(one, other) => {
                kernel.fold(vec![vertex], near, &mut self.marks);
            }
            _ => kernel.take(vertex),
        }
    }

    fn by_surroundings(&mut self, kernel: &mut Kernel, vertex: u32) {
        if self.is_superfluous(kernel, vertex) {
            kernel.remove(vertex);
        } else if !self.has_twin(kernel, vertex) {
            self.is_funnel(kernel, vertex);
        }
    }

    /// Whether some largest independent set does not have this vertex ("unconfined"). Otherwise
    /// every one that has it has all of [`Reducer::confining`] too, if all largest ones have it.
    pub fn is_superfluous(&mut self, kernel: &mut Kernel, vertex: u32) -> bool {
        let n = kernel.vertices();
        let Self { inside, near, confining, beside, .. } = self;
        inside.clear(n);
        near.clear(n);
        confining.clear();
        beside.clear();
        let mut next = Some(vertex);
        while let Some(added) = next.take() {
            confining.push(added);
            inside.insert(added);
            near.insert(added);
            beside.extend(kernel.around(added).filter(|&other| near.insert(other)));
            let (mut at, mut steps) = (0, 0);
            while let Some(&other) = beside.get(at) {
                // The neighbours of `other` in the set, and those neither in nor beside it.
                let (mut within, mut beyond, mut last) = (0, 0, 0);
                for far in kernel.around(other) {
                    steps += 1;
                    if inside.holds(far) {
                        within += 1;
                    } else if !near.holds(far) {
                        (beyond, last) = (beyond + 1, far);
                    }
                    if within.max(beyond) > 1 {
                        break;
                    }
                }
                match (within, beyond) {
                    (2.., _) => {
                        beside.swap_remove(at);
                    }
                    (_, 0) => {
                        kernel.steps += steps;
                        return true;
                    }
                    (_, 1) if confining.len() < MOST_CONFINING => {
                        next = Some(last);
                        break;
                    }
                    _ => at += 1,
                }
            }
            kernel.steps += steps;
        }
        false
    }

    /// Contracts two vertices with the same three neighbours; returns whether there are two.
    fn has_twin(&mut self, kernel: &mut Kernel, vertex: u32) -> bool {
        if kernel.degree(vertex) != 3 {
            return false;
        }
        let near: Vec<u32> = kernel.around(vertex).collect();
        self.marks.fill(kernel.vertices(), near.iter().copied());
        let Some(&least) = near.iter().min_by_key(|&&other| kernel.degree(other)) else {
            return false;
        };
        let is_twin = |&other: &u32| {
            let is_other = other != vertex && kernel.degree(other) == 3;
            is_other && kernel.around(other).all(|far| self.marks.holds(far))
        };
        let Some(twin) = kernel.around(least).find(is_twin) else { return false };
        let pairs = [(0, 1), (0, 2), (1, 2)];
        if pairs.iter().any(|&(a, b)| kernel.are_joined(near[a], near[b])) {
            kernel.take(vertex);
            kernel.take(twin);
        } else {
            kernel.fold(vec![vertex, twin], near, &mut self.marks);
        }
        true
    }

    /// Contracts a vertex and a neighbour without which its neighbours are a clique.
    fn is_funnel(&mut self, kernel: &mut Kernel, one: u32) {
        if kernel.degree(one) > FUNNEL[0] {
            return;
        }
        let near: Vec<u32> = kernel.around(one).collect();
        let is_end = |&other: &u32| {
            let rest = || near.iter().filter(move |&&rest| rest != other);
            let are_joined = |a: u32| rest().all(|&b| a == b || kernel.are_joined(a, b));
            kernel.degree(other) <= FUNNEL[1] && rest().all(|&a| are_joined(a))
        };
        let Some(other) = near.iter().copied().find(is_end) else { return };
        self.marks.fill(kernel.vertices(), near.iter().copied());
        let far: Vec<u32> = kernel.around(other).filter(|&far| far != one).collect();
        // Neighbours of both are in no set with one of them.
        for &both in far.iter().filter(|&&far| self.marks.holds(far)) {
            kernel.remove(both);
        }
        kernel.remove(one);
        kernel.remove(other);
        let left = |list: Vec<u32>| -> Vec<u32> {
            list.into_iter().filter(|&vertex| kernel.is_left(vertex)).collect()
        };
        let (beside, far) = (left(near), left(far));
        for &vertex in &beside {
            self.marks.fill(kernel.vertices(), kernel.around(vertex));
            for &other in far.iter().filter(|&&other| !self.marks.holds(other)) {
                kernel.join(vertex, other);
            }
        }
        kernel.funnel(one, other, beside);
    }
}
