//! A directed graph as flat arrays: the arcs of each vertex, out and in.

use crate::flat_lists::FlatLists;

/// A simple directed graph on the vertices `0..n`; arcs are numbered in the order of their
/// tail, then their head.
pub(crate) struct Arcs {
    tails: Vec<u32>,
    /// The heads of the arcs out of each vertex.
    heads: FlatLists<u32>,
    /// The arcs into each vertex, by rising tail.
    incoming: FlatLists<u32>,
}

impl Arcs {
    /// The graph of these arcs, given in rising order. O(n + m).
    pub fn new(vertices: u32, arcs: impl Iterator<Item = (u32, u32)>) -> Self {
        let (tails, heads): (Vec<u32>, Vec<u32>) = arcs.unzip();
        let (n, index) = (vertices as usize, |&vertex: &u32| vertex as usize);
        let incoming = FlatLists::by_number(n, heads.iter().map(index).zip(0..));
        let heads = FlatLists::by_number(n, tails.iter().map(index).zip(heads.iter().copied()));
        Self { tails, heads, incoming }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.heads.len() as u32
    }

    /// Number of arcs.
    pub fn len(&self) -> u32 {
        self.tails.len() as u32
    }

    /// Tail and head of an arc.
    pub fn ends(&self, arc: u32) -> (u32, u32) {
        (self.tails[arc as usize], self.heads.items()[arc as usize])
    }

    /// All arcs in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.tails.iter().copied().zip(self.heads.items().iter().copied())
    }

    /// The numbers of the arcs out of a vertex, by rising head.
    pub fn outgoing(&self, vertex: u32) -> std::ops::Range<u32> {
        let range = self.heads.range(vertex as usize);
        range.start as u32..range.end as u32
    }

    /// The numbers of the arcs into a vertex, by rising tail.
    pub fn incoming(&self, vertex: u32) -> &[u32] {
        self.incoming.get(vertex as usize)
    }

    /// The successors of a vertex, rising.
    pub fn successors(&self, vertex: u32) -> &[u32] {
        self.heads.get(vertex as usize)
    }

    /// The predecessors of a vertex, rising.
    pub fn predecessors(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.incoming(vertex).iter().map(|&arc| self.tails[arc as usize])
    }

    /// The number of an arc, if there is one. O(log degree).
    pub fn between(&self, tail: u32, head: u32) -> Option<u32> {
        let index = self.successors(tail).binary_search(&head).ok()?;
        Some(self.outgoing(tail).start + index as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_are_found_from_both_ends() {
        let list = [(0, 1), (0, 3), (1, 0), (3, 0), (3, 1)];
        let arcs = Arcs::new(4, list.into_iter());
        assert_eq!((arcs.vertices(), arcs.len()), (4, 5));
        assert_eq!(arcs.iter().collect::<Vec<_>>(), list);
        assert_eq!(arcs.successors(3), [0, 1]);
        assert_eq!(arcs.predecessors(1).collect::<Vec<_>>(), [0, 3]);
        assert!(arcs.incoming(2).is_empty() && arcs.successors(2).is_empty());
        for (number, (tail, head)) in (0..).zip(list) {
            assert_eq!(arcs.between(tail, head), Some(number));
            assert!(arcs.incoming(head).contains(&number));
            assert_eq!(arcs.ends(number), (tail, head));
        }
        assert_eq!(arcs.between(1, 3), None);
    }
}
