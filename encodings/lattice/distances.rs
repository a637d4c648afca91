//! Reachability and distances over a lattice.

use fixedbitset::FixedBitSet;

use super::Lattice;
use crate::graph::distances;

impl Lattice {
    /// The vertices reachable from one, including itself; stops when `go_on` returns false for a
    /// reached vertex. O(cells reached times steps).
    pub fn reach(&self, from: u32, go_on: impl FnMut(u32) -> bool) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.vertices() as usize);
        self.reach_more(from, &mut reached, go_on);
        reached
    }

    /// Like [`Lattice::reach`], but skips vertices in `reached`, adds the newly reached ones to it,
    /// and returns them.
    pub fn reach_more(
        &self,
        from: u32,
        reached: &mut FixedBitSet,
        mut go_on: impl FnMut(u32) -> bool,
    ) -> Vec<u32> {
        let mut found = vec![from];
        reached.insert(from as usize);
        let mut list = Vec::new();
        let mut next = 0;
        let mut goes_on = go_on(from);
        while let Some(&vertex) = found.get(next).filter(|_| goes_on) {
            next += 1;
            list.clear();
            self.neighbours(vertex, &mut list);
            for &other in &list {
                if goes_on && !reached.put(other as usize) {
                    found.push(other);
                    goes_on = go_on(other);
                }
            }
        }
        found
    }

    /// The distance of every vertex from the nearest source, `None` if unreachable. O(vertices
    /// times neighbours).
    pub fn distances_from(&self, sources: impl IntoIterator<Item = u32>) -> Vec<Option<u32>> {
        let neighbours = |vertex, list: &mut Vec<u32>| self.neighbours(vertex, list);
        let distances = distances(self.vertices(), sources, neighbours).into_iter();
        distances.map(|distance| Some(distance).filter(|&distance| distance < u32::MAX)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::symmetric, *};

    #[test]
    fn distances_from_the_nearest() {
        let mut blocked = FixedBitSet::with_capacity(24);
        blocked.extend([3, 9, 15, 21]);
        // A wall of four cells in the fourth of six columns.
        for (steps, repeats) in [((0, 1), false), ((1, 2), false), ((0, 1), true)] {
            let steps = symmetric(steps.0, steps.1, repeats);
            let lattice = Lattice::new(4, 6, Some(&blocked), steps);
            let graph = lattice.graph();
            for sources in [vec![], vec![0], vec![7, 7], vec![2, 19, 11]] {
                let each: Vec<Vec<u32>> =
                    sources.iter().map(|&source| graph.distances(source)).collect();
                let nearest = |vertex: usize| each.iter().map(|its| its[vertex]).min();
                let expected: Vec<Option<u32>> = (0..lattice.vertices() as usize)
                    .map(|vertex| nearest(vertex).filter(|&distance| distance < u32::MAX))
                    .collect();
                assert_eq!(lattice.distances_from(sources), expected);
            }
        }
    }
}
