//! Distances, routes and meetings.

use std::collections::{BTreeSet, VecDeque};

use crate::PlainGraph;

/// The cost of the cheapest way from a vertex to each other, `None` if unreachable; `cost` is that
/// of entering a vertex. Costs are improved until nothing changes; breadth first if all are equal.
#[must_use]
pub fn distances(next: &[Vec<u32>], from: u32, cost: impl Fn(u32) -> u64) -> Vec<Option<u64>> {
    let mut least = vec![None; next.len()];
    least[from as usize] = Some(0);
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        for &to in &next[at as usize] {
            let by_way_of = least[at as usize].map(|least: u64| least + cost(to));
            if by_way_of.is_some_and(|new| least[to as usize].is_none_or(|old| new < old)) {
                least[to as usize] = by_way_of;
                waiting.push_back(to);
            }
        }
    }
    least
}

/// The total turns that riders need to meet on each vertex, if they can: each rider is a vertex and
/// its number of moves in one turn. Without riders there is no meeting.
#[must_use]
pub fn turns_to_meet(next: &[Vec<u32>], riders: &[(u32, u64)]) -> Vec<Option<u64>> {
    let mut sums = vec![(!riders.is_empty()).then_some(0); next.len()];
    for &(from, moves) in riders {
        for (sum, distance) in sums.iter_mut().zip(distances(next, from, |_| 1)) {
            *sum = sum.zip(distance).map(|(sum, distance)| sum + distance.div_ceil(moves));
        }
    }
    sums
}

/// A way from a vertex to another.
#[derive(Debug, Clone)]
pub struct PlainRoute {
    /// The neighbours of each vertex.
    pub next: PlainGraph,
    /// The start.
    pub from: u32,
    /// The end.
    pub to: u32,
    /// The cost of entering each vertex.
    pub costs: Vec<u64>,
}

/// The effort up to which routes are listed.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// The most routes.
    pub routes: usize,
    /// The most partial routes that are visited.
    pub beginnings: usize,
}

impl Patience {
    /// Unlimited.
    pub const ENDLESS: Self = Self { routes: usize::MAX, beginnings: usize::MAX };
}

impl PlainRoute {
    /// The cost of the cheapest, if there is one.
    #[must_use]
    pub fn least(&self) -> Option<u64> {
        distances(&self.next, self.from, |to| self.costs[to as usize])[self.to as usize]
    }

    /// The cost of a route.
    #[must_use]
    pub fn cost(&self, path: &[u32]) -> u64 {
        path.iter().skip(1).map(|&vertex| self.costs[vertex as usize]).sum()
    }

    /// All routes that visit no vertex twice and cost at most that; `None` if that exceeds the
    /// patience.
    #[must_use]
    pub fn within(&self, most: u64, patience: Patience) -> Option<BTreeSet<Vec<u32>>> {
        let mut routes = BTreeSet::new();
        let mut waiting = vec![(vec![self.from], 0)];
        let mut looked = 0;
        while let Some((path, cost)) = waiting.pop() {
            looked += 1;
            let at = path[path.len() - 1];
            if at == self.to {
                routes.insert(path);
            } else {
                for &next in &self.next[at as usize] {
                    let cost = cost + self.costs[next as usize];
                    if cost <= most && !path.contains(&next) {
                        waiting.push(([path.as_slice(), &[next]].concat(), cost));
                    }
                }
            }
            if looked > patience.beginnings || routes.len() > patience.routes {
                return None;
            }
        }
        Some(routes)
    }
}
