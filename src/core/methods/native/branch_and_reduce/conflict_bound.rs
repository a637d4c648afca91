//! Bounds on independent sets: a clique cover, and conflicts among its cliques.

use std::mem::take;

use super::kernel::{Kernel, Marks};
use crate::{limits::Reason, methods::meter::Meter};

const NONE: u32 = u32::MAX;

/// The most choices in a row that an assumption may force.
const MOST_FORCED: usize = 200;

/// The largest clique whose members are assumed one after another.
const LARGEST_ASSUMED: usize = 3;

/// An upper bound on the size of independent sets: a greedy clique cover, of which at most one
/// vertex per clique is taken, less one for each of some disjoint lists of cliques that cannot all
/// have a vertex in the set.
///
/// For a list of this kind, each vertex of a small clique is assumed to be in the set. It excludes its
/// neighbours, and a clique with one vertex left forces that vertex; a clique without a vertex left
/// is a conflict, with all cliques that led to it (Li and Quan, "An efficient branch-and-bound
/// algorithm based on `MaxSAT` for the maximum clique problem", AAAI 2010). O(m) for the cover, and
/// for each clique as much as a fixed number of forced choices takes.
#[derive(Default)]
pub(super) struct ConflictBound {
    cliques: Vec<Vec<u32>>,
    clique_of: Vec<u32>,
    /// How many vertices of each clique are not excluded.
    size: Vec<u32>,
    is_used: Vec<bool>,
    is_decided: Vec<bool>,
    /// The clique whose chosen vertex excludes each vertex.
    excluded_by: Vec<u32>,
    excluded: Vec<u32>,
    /// The cliques whose vertex is chosen, in their order, and those that wait for it.
    forced: Vec<u32>,
    seen: Marks,
    steps: u64,
}

impl ConflictBound {
    /// A bound; the search for conflicts ends once it is not above `enough`.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn of(
        &mut self,
        kernel: &Kernel,
        enough: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Reason> {
        self.cover(kernel);
        let n = self.cliques.len();
        let mut bound = n as u32;
        self.size = self.cliques.iter().map(|clique| clique.len() as u32).collect();
        for list in [&mut self.is_used, &mut self.is_decided] {
            list.clear();
            list.resize(n, false);
        }
        self.excluded_by.clear();
        self.excluded_by.resize(kernel.vertices(), NONE);
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.retain(|&clique| self.cliques[clique as usize].len() <= LARGEST_ASSUMED);
        order.sort_by_key(|&clique| self.cliques[clique as usize].len());
        let mut led_to = Vec::new();
        for clique in order {
            if bound <= enough {
                break;
            }
            if self.is_used[clique as usize] {
                continue;
            }
            self.seen.clear(n);
            led_to.clear();
            let members = take(&mut self.cliques[clique as usize]);
            let is_refuted = members.iter().all(|&vertex| {
                let conflict = self.conflict_of(kernel, vertex, clique);
                if let Some(conflict) = conflict {
                    self.explain(conflict, &mut led_to);
                }
                self.take_back();
                conflict.is_some()
            });
            self.cliques[clique as usize] = members;
            if is_refuted {
                bound -= 1;
                self.is_used[clique as usize] = true;
                for &one in &led_to {
                    self.is_used[one as usize] = true;
                }
            }
            meter.work(take(&mut self.steps) / 16)?;
        }
        Ok(bound)
    }

    /// A greedy clique cover: each vertex, those with fewest neighbours first, joins the largest
    /// clique that consists of its neighbours.
    fn cover(&mut self, kernel: &Kernel) {
        self.clique_of.clear();
        self.clique_of.resize(kernel.vertices(), NONE);
        self.cliques.clear();
        let mut order: Vec<u32> = kernel.all_left().collect();
        order.sort_by_key(|&vertex| kernel.degree(vertex));
        // How many members of each clique the current vertex is adjacent to.
        let mut near: Vec<u32> = Vec::new();
        for vertex in order {
            let beside = || kernel.around(vertex).map(|other| self.clique_of[other as usize]);
            let beside = || beside().filter(|&clique| clique != NONE).map(|clique| clique as usize);
            beside().for_each(|clique| near[clique] += 1);
            let fits = |&clique: &usize| near[clique] as usize == self.cliques[clique].len();
            let largest = beside().filter(fits).max_by_key(|&clique| near[clique]);
            let home = largest.unwrap_or(self.cliques.len());
            beside().for_each(|clique| near[clique] = 0);
            if home == self.cliques.len() {
                self.cliques.push(Vec::new());
                near.push(0);
            }
            self.cliques[home].push(vertex);
            self.clique_of[vertex as usize] = home as u32;
        }
    }

    /// Chooses a vertex of a clique, and all that this forces; returns a clique without a vertex
    /// left, if there is one.
    fn conflict_of(&mut self, kernel: &Kernel, vertex: u32, clique: u32) -> Option<u32> {
        self.forced.push(clique);
        self.is_decided[clique as usize] = true;
        let (mut chosen, mut at) = (vertex, 0);
        loop {
            let by = self.forced[at];
            for other in kernel.around(chosen) {
                self.steps += 1;
                let its = self.clique_of[other as usize];
                if its == by
                    || self.is_used[its as usize]
                    || self.excluded_by[other as usize] != NONE
                {
                    continue;
                }
                self.excluded_by[other as usize] = by;
                self.excluded.push(other);
                let size = &mut self.size[its as usize];
                *size -= 1;
                if self.is_decided[its as usize] {
                    // Only its chosen vertex matters.
                    continue;
                }
                match *size {
                    0 => return Some(its),
                    1 => self.forced.push(its),
                    _ => {}
                }
            }
            at += 1;
            let &next = self.forced.get(at).filter(|_| at < MOST_FORCED)?;
            let mut left = self.cliques[next as usize].iter();
            // A clique may have lost its last vertex while it waited; then that was a conflict.
            chosen = *left.find(|&&vertex| self.excluded_by[vertex as usize] == NONE)?;
            self.is_decided[next as usize] = true;
        }
    }

    /// Lists the cliques that led to a conflict.
    fn explain(&mut self, conflict: u32, led_to: &mut Vec<u32>) {
        let mut at = led_to.len();
        if self.seen.insert(conflict) {
            led_to.push(conflict);
        }
        while let Some(&clique) = led_to.get(at) {
            at += 1;
            for &vertex in &self.cliques[clique as usize] {
                let by = self.excluded_by[vertex as usize];
                if by != NONE && self.seen.insert(by) {
                    led_to.push(by);
                }
            }
        }
    }

    /// Takes back all choices.
    fn take_back(&mut self) {
        for vertex in self.excluded.drain(..) {
            self.excluded_by[vertex as usize] = NONE;
            self.size[self.clique_of[vertex as usize] as usize] += 1;
        }
        for clique in self.forced.drain(..) {
            self.is_decided[clique as usize] = false;
        }
    }
}
