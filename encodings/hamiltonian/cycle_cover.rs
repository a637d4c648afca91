//! Vertex-disjoint cycles through all vertices of a graph, and exchanges that reduce their number.
//!
//! An exchange follows a closed trail whose edges are alternately in the cover and out of it: the
//! first leave, the others enter. Every vertex keeps two edges; what changes is how the pieces
//! between the leaving edges are connected.

use super::merging::{Components, KeptEdges, Merging, NONE, replace, walk};
use crate::graph::Graph;

/// The most edges that leave in one exchange.
pub const LONGEST: usize = 12;

/// Vertex-disjoint cycles through all vertices of a graph.
pub struct CycleCover<'g> {
    graph: &'g Graph,
    /// Edges that must stay.
    kept: KeptEdges,
    /// The two neighbours of each vertex.
    neighbours: Vec<[u32; 2]>,
    /// The number of each vertex's cycle.
    cycle: Vec<u32>,
    /// The place of each vertex on its cycle.
    place: Vec<u32>,
    /// The vertices of each cycle in the order of a walk along it; empty once joined to another.
    cycles: Vec<Vec<u32>>,
    /// Number of cycles.
    count: usize,
}

/// A closed trail: the edge from each vertex of even index to the next leaves; the edge from each
/// vertex of odd index to the next, and from the last to the first, enters.
#[derive(Debug, Clone, Default)]
pub struct Trail(Vec<u32>);

impl<'g> CycleCover<'g> {
    /// The cycles of these neighbours, joined by alternating trails of four edges as far as
    /// possible, and the number of joins.
    ///
    /// Every vertex must have two different neighbours, symmetrically, joined by edges of the
    /// graph. The edges `kept` stay. O(passes · m · degree) time, 16 bytes per vertex.
    #[must_use]
    pub fn new(graph: &'g Graph, kept: &[(u32, u32)], neighbours: Vec<[u32; 2]>) -> (Self, u32) {
        let kept = KeptEdges::new(kept);
        let mut merging = Merging::new(graph, &kept, Components::of(neighbours, None));
        let merges = merging.merge();
        let components = Components::of(merging.neighbours, None);
        let cycles: Vec<Vec<u32>> = components.walks.iter().map(<[u32]>::to_vec).collect();
        let (count, place) = (cycles.len(), vec![0; components.marks.len()]);
        let Components { chosen: neighbours, marks: cycle, .. } = components;
        let mut cover = Self { graph, kept, neighbours, cycle, place, cycles, count };
        (0..count).for_each(|index| cover.number(index));
        (cover, merges)
    }

    /// The two neighbours of each vertex.
    #[must_use]
    pub fn neighbours(&self) -> &[[u32; 2]] {
        &self.neighbours
    }

    /// Number of cycles.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The vertices of the first cycle in their order; all, once there is one cycle.
    #[must_use]
    pub fn into_cycle(self) -> Vec<u32> {
        self.cycles.into_iter().find(|cycle| !cycle.is_empty()).unwrap_or_default()
    }

    /// The vertices of all cycles but the longest, cycle by cycle.
    #[must_use]
    pub fn off_the_longest(&self) -> Vec<u32> {
        let longest = (0..self.cycles.len()).max_by_key(|&index| self.cycles[index].len());
        let others = (0..).zip(&self.cycles).filter(|&(index, _)| Some(index) != longest);
        others.flat_map(|(_, cycle)| cycle.iter().copied()).collect()
    }

    /// The length of the cycle of a vertex.
    #[must_use]
    pub fn length_at(&self, vertex: u32) -> usize {
        self.cycles[self.cycle[vertex as usize] as usize].len()
    }

    /// Sets the numbers and places of a cycle's vertices.
    fn number(&mut self, index: usize) {
        for (place, &vertex) in (0..).zip(&self.cycles[index]) {
            self.cycle[vertex as usize] = index as u32;
            self.place[vertex as usize] = place;
        }
    }

    /// Whether an edge may leave the cover.
    fn may_leave(&self, a: u32, b: u32) -> bool {
        !self.kept.contains(a, b)
    }

    /// Looks for a trail through an edge of the cover at `vertex`, with at most `pairs` leaving
    /// edges, that leaves fewer cycles (with `sideways`, equally many will do). `steps` is the
    /// number of edges that it may still examine, and is counted down.
    ///
    /// The trail's second vertex is tried in other cycles first. O(degree^pairs · pairs log pairs).
    pub fn trail(
        &self,
        vertex: u32,
        pairs: usize,
        sideways: bool,
        steps: &mut u64,
    ) -> Option<Trail> {
        let mut search = TrailSearch {
            cover: self,
            trail: Vec::with_capacity(2 * LONGEST),
            pairs: pairs.min(LONGEST),
            sideways,
            steps,
        };
        for other in self.neighbours[vertex as usize] {
            if self.may_leave(vertex, other) {
                search.trail.clear();
                search.trail.extend([vertex, other]);
                if search.extend() {
                    return Some(Trail(search.trail));
                }
            }
        }
        None
    }

    /// Makes the exchange of a trail; returns how many cycles took part and how many result.
    ///
    /// O(length of these cycles).
    pub fn exchange(&mut self, trail: &Trail) -> (usize, usize) {
        let trail = &trail.0;
        let length = trail.len();
        let mut affected: Vec<u32> =
            trail.iter().map(|&vertex| self.cycle[vertex as usize]).collect();
        affected.sort_unstable();
        affected.dedup();
        for pair in trail.chunks_exact(2) {
            replace(&mut self.neighbours, pair[0], pair[1], NONE);
            replace(&mut self.neighbours, pair[1], pair[0], NONE);
        }
        for index in (1..length).step_by(2) {
            let (from, to) = (trail[index], trail[(index + 1) % length]);
            replace(&mut self.neighbours, from, NONE, to);
            replace(&mut self.neighbours, to, NONE, from);
        }
        let members: Vec<u32> = affected
            .iter()
            .flat_map(|&index| std::mem::take(&mut self.cycles[index as usize]))
            .collect();
        for &vertex in &members {
            self.cycle[vertex as usize] = NONE;
        }
        let mut free = affected.iter().map(|&index| index as usize);
        let mut left = 0;
        for root in members {
            if self.cycle[root as usize] != NONE {
                continue;
            }
            left += 1;
            let index = free.next().unwrap_or_else(|| {
                self.cycles.push(Vec::new());
                self.cycles.len() - 1
            });
            let walk = walk(&self.neighbours, &mut self.cycle, (root, index as u32));
            self.cycles[index] = walk.collect();
            self.number(index);
        }
        self.count = self.count - affected.len() + left;
        (affected.len(), left)
    }
}

/// A depth-first search for a trail.
struct TrailSearch<'c, 'g> {
    cover: &'c CycleCover<'g>,
    trail: Vec<u32>,
    pairs: usize,
    sideways: bool,
    steps: &'c mut u64,
}

impl TrailSearch<'_, '_> {
    /// Extends the trail by an edge that enters and one that leaves.
    fn extend(&mut self) -> bool {
        let cover = self.cover;
        let (first, last) = (self.trail[0], self.trail[self.trail.len() - 1]);
        let own = cover.cycle[first as usize];
        for &c in cover.graph.neighbours(last) {
            if *self.steps == 0 {
                return false;
            }
            *self.steps -= 1;
            let is_first_step = self.trail.len() == 2;
            if cover.neighbours[last as usize].contains(&c)
                || is_first_step && cover.cycle[c as usize] == own
                || !is_first_step && self.comes_in(last, c)
            {
                continue;
            }
            for d in cover.neighbours[c as usize] {
                if self.leaves(c, d) || !cover.may_leave(c, d) {
                    continue;
                }
                self.trail.extend([c, d]);
                if self.closes() || self.trail.len() < 2 * self.pairs && self.extend() {
                    return true;
                }
                self.trail.truncate(self.trail.len() - 2);
            }
        }
        false
    }

    /// Whether an edge of the trail leaves.
    fn leaves(&self, a: u32, b: u32) -> bool {
        self.trail.chunks_exact(2).any(|pair| pair == [a, b] || pair == [b, a])
    }

    /// Whether an edge of the trail enters.
    fn comes_in(&self, a: u32, b: u32) -> bool {
        self.trail[1..].chunks_exact(2).any(|pair| pair == [a, b] || pair == [b, a])
    }

    /// Whether the trail can be closed and has the wanted outcome.
    fn closes(&self) -> bool {
        let cover = self.cover;
        let (first, last) = (self.trail[0], self.trail[self.trail.len() - 1]);
        if first == last
            || cover.neighbours[last as usize].contains(&first)
            || cover.graph.edge_between(last, first).is_none()
            || self.comes_in(last, first)
        {
            return false;
        }
        let (before, after) = self.outcome();
        after < before || self.sideways && after == before
    }

    /// How many cycles take part, and how many would result.
    fn outcome(&self) -> (usize, usize) {
        const STUBS: usize = 2 * LONGEST;
        let cover = self.cover;
        let stubs = self.trail.len();
        // The leaving edges by cycle and place, each with its two stubs along the cycle.
        let mut gaps = [(0, 0, 0, 0); LONGEST];
        for (index, pair) in self.trail.chunks_exact(2).enumerate() {
            let [from, to] = [pair[0] as usize, pair[1] as usize];
            let length = cover.cycles[cover.cycle[from] as usize].len() as u32;
            let follows = (cover.place[from] + 1) % length == cover.place[to];
            let (place, before, after) = if follows {
                (cover.place[from], 2 * index, 2 * index + 1)
            } else {
                (cover.place[to], 2 * index + 1, 2 * index)
            };
            gaps[index] = (cover.cycle[from], place, before, after);
        }
        let gaps = &mut gaps[..stubs / 2];
        gaps.sort_unstable();
        // The stub at the other end of the piece that begins after each gap.
        let mut across = [0; STUBS];
        let mut before = 0;
        let mut begin = 0;
        while begin < gaps.len() {
            let of_cycle = gaps[begin..].iter().take_while(|gap| gap.0 == gaps[begin].0).count();
            for offset in 0..of_cycle {
                let next = begin + (offset + 1) % of_cycle;
                let (behind, ahead) = (gaps[begin + offset].3, gaps[next].2);
                across[behind] = ahead;
                across[ahead] = behind;
            }
            begin += of_cycle;
            before += 1;
        }
        let mut seen = [false; STUBS];
        let mut after = 0;
        for root in 0..stubs {
            if seen[root] {
                continue;
            }
            after += 1;
            let mut stub = root;
            while !seen[stub] {
                seen[stub] = true;
                let other = across[stub];
                seen[other] = true;
                // An edge enters between the second of a pair and the first of the next.
                stub =
                    if other % 2 == 1 { (other + 1) % stubs } else { (other + stubs - 1) % stubs };
            }
        }
        (before, after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cycle of vertices `from..to`, as neighbours.
    fn cycle(from: u32, to: u32) -> Vec<[u32; 2]> {
        let before = |v: u32| if v == from { to - 1 } else { v - 1 };
        let after = |v: u32| if v + 1 == to { from } else { v + 1 };
        (from..to).map(|v| [before(v), after(v)]).collect()
    }

    /// Every trail leaves as many cycles as predicted, counted by walking along them.
    #[test]
    fn exchanges_leave_as_many_cycles_as_were_foretold() {
        let mut state = 7_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let mut exchanges = 0;
        for _ in 0..300 {
            let sizes: Vec<u32> = (0..3 + random(4)).map(|_| 3 + random(6)).collect();
            let mut neighbours = Vec::new();
            for &size in &sizes {
                let from = neighbours.len() as u32;
                neighbours.extend(cycle(from, from + size));
            }
            let n = neighbours.len() as u32;
            let mut edges: Vec<(u32, u32)> =
                (0..n).map(|v| (v, neighbours[v as usize][1])).collect();
            edges.extend((0..n / 2).map(|_| (random(n), random(n))));
            let graph = Graph::from_edges(n, &edges);
            let kept: Vec<(u32, u32)> = edges[..3].to_vec();
            let (mut cover, merges) = CycleCover::new(&graph, &kept, neighbours);
            assert_eq!(cover.count() + merges as usize, sizes.len());
            for round in 0..20 {
                let vertex = random(n);
                let sideways = round % 2 == 0;
                let Some(trail) = cover.trail(vertex, 5, sideways, &mut 1000) else { continue };
                let before = cover.count();
                let vertices = trail.0.clone();
                assert_ne!(cover.cycle[vertices[0] as usize], cover.cycle[vertices[2] as usize]);
                let mut entering: Vec<[u32; 2]> =
                    vertices[1..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
                entering.push([vertices[vertices.len() - 1], vertices[0]]);
                for pair in &mut entering {
                    pair.sort_unstable();
                }
                entering.sort_unstable();
                assert!(entering.is_sorted_by(|a, b| a < b), "{entering:?}");
                let predicted = TrailSearch {
                    cover: &cover,
                    trail: vertices,
                    pairs: 5,
                    sideways,
                    steps: &mut 0,
                }
                .outcome();
                let (took_part, left) = cover.exchange(&trail);
                assert_eq!((took_part, left), predicted);
                assert!(left < took_part || sideways && left == took_part);
                assert_eq!(cover.count() + took_part, before + left);
                let components = Components::of(cover.neighbours.clone(), None);
                assert_eq!(
                    (components.walks.items().len(), components.count()),
                    (n as usize, cover.count())
                );
                for (v, others) in (0..).zip(&cover.neighbours) {
                    assert!(others.iter().all(|&w| graph.edge_between(v, w).is_some()));
                }
                assert!(kept.iter().all(|&(a, b)| cover.neighbours[a as usize].contains(&b)));
                exchanges += 1;
            }
        }
        assert!(exchanges > 100, "{exchanges}");
    }
}
