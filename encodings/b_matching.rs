//! Maximum simple b-matchings between two copies of a graph's vertices: which vertex precedes
//! which.
//!
//! Every vertex has a left copy, which wants some of its successors, and a right copy, which has
//! room for some of its predecessors. With two of each this relaxes a 2-factor; with one of each it
//! is a cycle cover of a directed graph.

use fixedbitset::FixedBitSet;

/// No vertex.
const NONE: u32 = u32::MAX;

/// A maximum b-matching between left and right copies, with b at most 2, that uses every arc
/// at most once.
pub struct BMatching<S, P> {
    successors: S,
    predecessors: P,
    /// The left copies matched with each right copy.
    taken: Vec<[u32; 2]>,
    /// Free places of each right copy.
    places: Vec<u8>,
    /// How many more successors each left copy wants.
    missing: Vec<u8>,
    /// In the current round: the distance of each left copy from one that misses a successor.
    level: Vec<u32>,
    /// The same for the right copies.
    right_level: Vec<u32>,
    /// In the current round: the position in each left copy's list of successors.
    next: Vec<u32>,
}

impl<'g, S: Fn(u32) -> &'g [u32], P: Fn(u32) -> &'g [u32]> BMatching<S, P> {
    /// A maximum b-matching, or one that lacks at most `spare` arcs.
    ///
    /// `wanted` and `places` are 0, 1 or 2 for each left and right copy; `successors` lists no
    /// vertex twice, and `predecessors` lists the same arcs backward. A greedy matching is
    /// completed by shortest augmenting paths in rounds (Hopcroft and Karp 1973; Dinic 1970). O(√n
    /// · (n + m)) time, about 40 bytes per vertex and 8 per arc.
    pub fn maximum(
        wanted: Vec<u8>,
        places: Vec<u8>,
        spare: u64,
        successors: S,
        predecessors: P,
    ) -> Self {
        let n = wanted.len();
        let mut matching = Self {
            successors,
            predecessors,
            taken: vec![[NONE; 2]; n],
            places,
            missing: wanted,
            level: vec![NONE; n],
            right_level: vec![NONE; n],
            next: vec![0; n],
        };
        matching.choose();
        let mut path = Vec::new();
        while matching.missing() > spare && matching.measure() {
            for root in 0..n as u32 {
                while matching.missing[root as usize] > 0 && matching.augment(root, &mut path) {}
            }
        }
        matching
    }

    /// How many successors are missing in all.
    pub fn missing(&self) -> u64 {
        self.missing.iter().map(|&missing| u64::from(missing)).sum()
    }

    /// How many successors a left copy misses.
    pub fn missing_at(&self, vertex: u32) -> u8 {
        self.missing[vertex as usize]
    }

    /// The left copies matched with the right copy of a vertex.
    pub fn taken_by(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.taken[vertex as usize].into_iter().filter(|&other| other != NONE)
    }

    /// The left copies that could pass a missing successor on to `root`, with `root` first. All
    /// their successors are full, and left copies outside the set use none of those twice.
    pub fn closure(&self, root: u32) -> Vec<u32> {
        let mut lefts = FixedBitSet::with_capacity(self.taken.len());
        let mut rights = lefts.clone();
        let mut found = vec![root];
        lefts.insert(root as usize);
        let mut head = 0;
        while let Some(&vertex) = found.get(head) {
            head += 1;
            for &other in (self.successors)(vertex) {
                let taken = &self.taken[other as usize];
                if taken.contains(&vertex) || rights.put(other as usize) {
                    continue;
                }
                let holders = taken.iter().filter(|&&holder| holder != NONE);
                found.extend(holders.filter(|&&holder| !lefts.put(holder as usize)));
            }
        }
        found
    }

    /// A greedy b-matching: repeatedly take the copy with the least slack, and match it with its
    /// possible partner of least slack (Karp, Sipser: "Maximum matchings in sparse random graphs",
    /// FOCS 1981). O(n + m).
    fn choose(&mut self) {
        let n = self.taken.len() as u32;
        let mut open: Vec<u32> = (0..2 * n).map(|copy| self.others(copy).len() as u32).collect();
        let spare = |matching: &Self, open: &[u32], copy: u32| {
            open[copy as usize].saturating_sub(matching.needs(copy).into()) as usize
        };
        let highest = (0..2 * n).map(|copy| spare(self, &open, copy)).max().unwrap_or(0);
        // Copies by slack; an entry whose slack has fallen since is skipped.
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); highest + 1];
        for copy in (0..2 * n).rev() {
            waiting[spare(self, &open, copy)].push(copy);
        }
        let mut lowest = 0;
        while lowest <= highest {
            let Some(copy) = waiting[lowest].pop() else {
                lowest += 1;
                continue;
            };
            if self.needs(copy) == 0 || spare(self, &open, copy) != lowest {
                continue;
            }
            let partners = self.open_others(copy);
            let Some(partner) = partners.min_by_key(|&other| spare(self, &open, other)) else {
                continue;
            };
            let (left, right) = (copy.min(partner), copy.max(partner) - n);
            self.take(right, left);
            self.missing[left as usize] -= 1;
            for end in [copy, partner] {
                open[end as usize] -= 1;
                if self.needs(end) > 0 {
                    waiting[spare(self, &open, end)].push(end);
                    continue;
                }
                for other in self.open_others(end) {
                    open[other as usize] -= 1;
                    let left = spare(self, &open, other);
                    waiting[left].push(other);
                    lowest = lowest.min(left);
                }
            }
        }
    }

    /// The possible partners of a copy, as vertices; right copies are numbered from n.
    fn others(&self, copy: u32) -> &'g [u32] {
        let n = self.taken.len() as u32;
        if copy < n { (self.successors)(copy) } else { (self.predecessors)(copy - n) }
    }

    /// How many more partners a copy needs.
    fn needs(&self, copy: u32) -> u8 {
        let n = self.taken.len();
        let copy = copy as usize;
        if copy < n { self.missing[copy] } else { self.places[copy - n] }
    }

    /// The copies that a copy could still be matched with.
    fn open_others(&self, copy: u32) -> impl Iterator<Item = u32> {
        let n = self.taken.len() as u32;
        self.others(copy).iter().filter_map(move |&vertex| {
            let (other, matched) = if copy < n {
                (vertex + n, self.taken[vertex as usize].contains(&copy))
            } else {
                (vertex, self.taken[(copy - n) as usize].contains(&vertex))
            };
            (!matched && self.needs(other) > 0).then_some(other)
        })
    }

    /// The right copy of `vertex` takes in the left copy of `other`.
    fn take(&mut self, vertex: u32, other: u32) {
        let taken = &mut self.taken[vertex as usize];
        let empty = taken.iter_mut().find(|holder| **holder == NONE);
        *empty.expect("there is a place left") = other;
        self.places[vertex as usize] -= 1;
    }

    /// Sets the levels; whether there is an augmenting path.
    fn measure(&mut self) -> bool {
        self.level.fill(NONE);
        self.right_level.fill(NONE);
        self.next.fill(0);
        let n = self.taken.len() as u32;
        let mut queue: Vec<u32> =
            (0..n).filter(|&vertex| self.missing[vertex as usize] > 0).collect();
        for &vertex in &queue {
            self.level[vertex as usize] = 0;
        }
        let mut ends = false;
        let mut head = 0;
        while let Some(&vertex) = queue.get(head) {
            head += 1;
            let level = self.level[vertex as usize];
            for &other in (self.successors)(vertex) {
                let taken = &self.taken[other as usize];
                if self.right_level[other as usize] != NONE || taken.contains(&vertex) {
                    continue;
                }
                self.right_level[other as usize] = level;
                ends |= self.places[other as usize] > 0;
                for &holder in taken.iter().filter(|&&holder| holder != NONE) {
                    if self.level[holder as usize] == NONE {
                        self.level[holder as usize] = level + 1;
                        queue.push(holder);
                    }
                }
            }
        }
        ends
    }

    /// Gives a left copy one more successor along a path of rising levels. Taking such paths until
    /// none is left uses up all shortest ones; taking longer ones too saves rounds.
    fn augment(&mut self, root: u32, path: &mut Vec<u32>) -> bool {
        path.clear();
        path.push(root);
        while let Some(&vertex) = path.last() {
            let own = vertex as usize;
            let level = self.level[own];
            let Some(&other) = (self.successors)(vertex).get(self.next[own] as usize) else {
                self.level[own] = NONE;
                path.pop();
                continue;
            };
            let taken = &self.taken[other as usize];
            if self.right_level[other as usize] != level || taken.contains(&vertex) {
                self.next[own] += 1;
                continue;
            }
            if self.places[other as usize] > 0 {
                self.take(other, vertex);
                for step in path.windows(2) {
                    let from = step[0] as usize;
                    let through = (self.successors)(step[0])[self.next[from] as usize];
                    let place =
                        self.taken[through as usize].iter_mut().find(|holder| **holder == step[1]);
                    *place.expect("the path goes along what is taken") = step[0];
                }
                self.missing[root as usize] -= 1;
                return true;
            }
            let further =
                |holder: &&u32| **holder != NONE && self.level[**holder as usize] == level + 1;
            match taken.iter().find(further) {
                Some(&holder) => path.push(holder),
                None => self.next[own] += 1,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use petgraph::{algo::ford_fulkerson, graph::DiGraph};
    use proptest::{bool::weighted, collection::vec, prelude::*};

    use super::*;

    /// How many arcs a maximum b-matching has, by petgraph.
    fn largest(wanted: &[u8], places: &[u8], arcs: &[(u32, u32)]) -> u64 {
        let n = wanted.len() as u32;
        let mut network: DiGraph<(), u64, u32> = DiGraph::default();
        (0..2 * n + 2).for_each(|_| {
            network.add_node(());
        });
        network.extend_with_edges(arcs.iter().map(|&(from, to)| (from, n + to, 1_u64)));
        let vertices = 0..n;
        network.extend_with_edges(
            vertices.clone().map(|vertex| (2 * n, vertex, u64::from(wanted[vertex as usize]))),
        );
        network.extend_with_edges(
            vertices.map(|vertex| (n + vertex, 2 * n + 1, u64::from(places[vertex as usize]))),
        );
        ford_fulkerson(&network, (2 * n).into(), (2 * n + 1).into()).0
    }

    proptest! {
           /// Also in directed graphs, and for vertices that want nothing or have no place.
           #[test]
           fn as_many_arcs_as_a_maximum_flow(
               (present, wanted, places) in (1_usize..12, 0.05..0.6).prop_flat_map(|(n, density)| {
                   (vec(vec(weighted(density), n), n), vec(0_u8..3, n), vec(0_u8..3, n))
               })
           ) {
               let n = wanted.len() as u32;
               let list = |arc: &dyn Fn(usize) -> bool| -> Vec<u32> {
                   (0..n).filter(|&other| arc(other as usize)).collect()
               };
               let rows = 0..n as usize;
               let successors: Vec<Vec<u32>> =
                   rows.clone().map(|from| list(&|to| present[from][to])).collect();
               let predecessors: Vec<Vec<u32>> =
                   rows.map(|to| list(&|from| present[from][to])).collect();
               let arcs: Vec<(u32, u32)> = (0..n)
                   .flat_map(|from| successors[from as usize].iter().map(move |&to| (from, to)))
                   .collect();
               let matching = BMatching::maximum(
                   wanted.clone(),
                   places.clone(),
                   0,
                   |vertex| &successors[vertex as usize],
                   |vertex| &predecessors[vertex as usize],
               );
               let sum: u64 = wanted.iter().map(|&wanted| u64::from(wanted)).sum();
               prop_assert_eq!(sum - matching.missing(), largest(&wanted, &places, &arcs));
               for vertex in 0..n {
                   let taken: Vec<u32> = matching.taken_by(vertex).collect();
                   prop_assert!(taken.len() <= usize::from(places[vertex as usize]));
                   prop_assert!(taken.iter().all(|&other| arcs.contains(&(other, vertex))));
                   prop_assert!(taken.len() < 2 || taken[0] != taken[1]);
                   let times = (0..n).filter(|&other| matching.taken_by(other).any(|v| v == vertex));
                   let missing = matching.missing_at(vertex);
                   prop_assert_eq!(
    times.count() + usize::from(missing),
    usize::from(wanted[vertex as usize])
    );
                   if missing > 0 {
                       // The set has fewer places than its vertices miss.
                       let set = matching.closure(vertex);
                       let needs: u64 = set.iter().map(|&v| u64::from(wanted[v as usize])).sum();
                       let misses: u64 =
                           set.iter().map(|&v| u64::from(matching.missing_at(v))).sum();
                       let given: u64 = (0..n as usize)
                           .map(|to| {
                               let from = set.iter().filter(|&&from| present[from as usize][to]);
                               (from.count() as u64).min(places[to].into())
                           })
                           .sum();
                       prop_assert_eq!(given + misses, needs);
                   }
               }
           }
       }
}
