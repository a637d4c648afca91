//! A directed graph as flat arrays: the arcs of each vertex, out and in.

/// A list of numbers for each vertex, flat.
pub(super) struct VertexLists {
    /// Where each list begins, with one more entry at the end.
    begins: Vec<u32>,
    items: Vec<u32>,
}

impl VertexLists {
    /// The lists of these pairs of a vertex and a number, each in their order. O(n + m).
    pub fn new(vertices: u32, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut begins = vec![0_u32; vertices as usize + 1];
        for (vertex, _) in pairs.clone() {
            begins[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices as usize {
            begins[vertex + 1] += begins[vertex];
        }
        let mut next = begins.clone();
        let mut items = vec![0; next[vertices as usize] as usize];
        for (vertex, item) in pairs {
            let next = &mut next[vertex as usize];
            items[*next as usize] = item;
            *next += 1;
        }
        Self { begins, items }
    }

    /// Where the list of a vertex is among all.
    fn range(&self, vertex: u32) -> std::ops::Range<u32> {
        self.begins[vertex as usize]..self.begins[vertex as usize + 1]
    }

    /// The list of a vertex.
    pub fn of(&self, vertex: u32) -> &[u32] {
        let range = self.range(vertex);
        &self.items[range.start as usize..range.end as usize]
    }
}

/// A simple directed graph on the vertices `0..n`; arcs are numbered in the order of their
/// tail, then their head.
pub(super) struct Arcs {
    tails: Vec<u32>,
    /// The head of each arc.
    heads: VertexLists,
    /// The arcs into each vertex, by rising tail.
    incoming: VertexLists,
}

impl Arcs {
    /// The graph of these arcs, given in rising order. O(n + m).
    pub fn new(vertices: u32, arcs: impl Iterator<Item = (u32, u32)>) -> Self {
        let (tails, heads): (Vec<u32>, Vec<u32>) = arcs.unzip();
        let incoming = VertexLists::new(vertices, heads.iter().copied().zip(0..));
        let heads = VertexLists::new(vertices, tails.iter().copied().zip(heads));
        Self { tails, heads, incoming }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.heads.begins.len() as u32 - 1
    }

    /// Number of arcs.
    pub fn len(&self) -> u32 {
        self.tails.len() as u32
    }

    /// Tail and head of an arc.
    pub fn ends(&self, arc: u32) -> (u32, u32) {
        (self.tails[arc as usize], self.heads.items[arc as usize])
    }

    /// All arcs in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.tails.iter().copied().zip(self.heads.items.iter().copied())
    }

    /// The numbers of the arcs out of a vertex, by rising head.
    pub fn outgoing(&self, vertex: u32) -> std::ops::Range<u32> {
        self.heads.range(vertex)
    }

    /// The numbers of the arcs into a vertex, by rising tail.
    pub fn incoming(&self, vertex: u32) -> &[u32] {
        self.incoming.of(vertex)
    }

    /// The successors of a vertex, rising.
    pub fn successors(&self, vertex: u32) -> &[u32] {
        self.heads.of(vertex)
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
