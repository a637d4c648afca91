//! Tutte's gadget, whose perfect matchings are the 2-factors of a graph, and Edmonds' search for
//! one.

use satranj_encodings::graph::Graph;

/// No node.
const NONE: u32 = u32::MAX;

/// The search state of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not reached.
    None,
    /// At an even distance from the root, perhaps within a blossom.
    Outer,
    /// At an odd distance.
    Inner,
}

/// A matching of the gadget (Tutte: "A short proof of the factor theorem for finite graphs", 1954):
/// each vertex has one copy per edge that it needs, and each edge of the graph has a node at each
/// end, joined to each other and to the copies there. If these two are matched with each other, the
/// edge is not used.
///
/// About 17 bytes per node; the nodes' neighbours are computed.
pub struct Gadget<'g> {
    graph: &'g Graph,
    /// The first copy of each vertex, and the number of all copies.
    first: Vec<u32>,
    /// The vertex of each copy.
    vertex: Vec<u32>,
    /// The edges' vertices.
    edges: Vec<(u32, u32)>,
    mate: Vec<u32>,
    parent: Vec<u32>,
    label: Vec<Label>,
    /// A node of the same blossom, nearer to its base; the base itself.
    base: Vec<u32>,
    /// When the walk to a common ancestor last visited the node.
    mark: Vec<u32>,
    walks: u32,
    /// The nodes whose label or base must be reset.
    touched: Vec<u32>,
}

impl<'g> Gadget<'g> {
    /// The gadget of a graph with a matching that uses these edges, at most as many at any vertex
    /// as it wants.
    pub fn new(graph: &'g Graph, wanted: &[u8], used: &[u32]) -> Self {
        let mut first = vec![0];
        let mut vertex = Vec::new();
        for (v, &copies) in (0..).zip(wanted) {
            vertex.extend((0..copies).map(|_| v));
            first.push(vertex.len() as u32);
        }
        let edges: Vec<(u32, u32)> = graph.edge_list().collect();
        let copies = vertex.len() as u32;
        let nodes = copies + 2 * edges.len() as u32;
        let mut mate: Vec<u32> = (0..nodes)
            .map(|node| if node < copies { NONE } else { copies + ((node - copies) ^ 1) })
            .collect();
        for &edge in used {
            let (a, b) = edges[edge as usize];
            let of_edge = copies + 2 * edge;
            for (end, node) in [(a, of_edge), (b, of_edge + 1)] {
                let mut copies = first[end as usize]..first[end as usize + 1];
                let free = copies.find(|&copy| mate[copy as usize] == NONE);
                let copy = free.expect("no more edges are used than wanted");
                mate[node as usize] = copy;
                mate[copy as usize] = node;
            }
        }
        Self {
            graph,
            first,
            vertex,
            edges,
            mate,
            parent: vec![NONE; nodes as usize],
            label: vec![Label::None; nodes as usize],
            base: (0..nodes).collect(),
            mark: vec![0; nodes as usize],
            walks: 0,
            touched: Vec::new(),
        }
    }

    /// Makes the matching perfect and returns the edges that it uses; `None` if that is impossible.
    ///
    /// A search from each unmatched copy (Edmonds: "Paths, trees, and flowers", 1965), each O(m) up
    /// to an inverse Ackermann factor. A failed search proves that no perfect matching exists.
    /// `go_on` is called before each.
    ///
    /// # Errors
    /// The error of `go_on`.
    pub fn complete<E>(
        mut self,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Vec<(u32, u32)>>, E> {
        let copies = self.vertex.len() as u32;
        for root in 0..copies {
            if self.mate[root as usize] == NONE {
                go_on()?;
                if !self.augment(root) {
                    return Ok(None);
                }
            }
        }
        let used = |&(node, _): &(u32, (u32, u32))| self.mate[node as usize] != node + 1;
        let edges = (copies..).step_by(2).zip(self.edges.iter().copied());
        Ok(Some(edges.filter(used).map(|(_, edge)| edge).collect()))
    }

    /// The `index`th neighbour of a node.
    fn neighbour(&self, node: u32, index: usize) -> Option<u32> {
        let copies = self.vertex.len() as u32;
        if let Some(&vertex) = self.vertex.get(node as usize) {
            let edge = *self.graph.edge_numbers(vertex).get(index)?;
            let is_second = self.edges[edge as usize].1 == vertex;
            return Some(copies + 2 * edge + u32::from(is_second));
        }
        let place = node - copies;
        if index == 0 {
            return Some(copies + (place ^ 1));
        }
        let (a, b) = self.edges[(place / 2) as usize];
        let end = if place.is_multiple_of(2) { a } else { b } as usize;
        let copy = self.first[end] + index as u32 - 1;
        (copy < self.first[end + 1]).then_some(copy)
    }

    /// The base of a node's blossom.
    fn base(&mut self, mut node: u32) -> u32 {
        while self.base[node as usize] != node {
            let above = self.base[self.base[node as usize] as usize];
            self.base[node as usize] = above;
            node = above;
        }
        node
    }

    fn touch(&mut self, node: u32, label: Label) {
        self.label[node as usize] = label;
        self.touched.push(node);
    }

    /// Adds a matched pair by an augmenting path from `root`; returns whether there is one.
    fn augment(&mut self, root: u32) -> bool {
        let mut queue = vec![root];
        self.touch(root, Label::Outer);
        let mut head = 0;
        let mut found = false;
        'search: while let Some(&node) = queue.get(head) {
            head += 1;
            let mut index = 0;
            while let Some(other) = self.neighbour(node, index) {
                index += 1;
                match self.label[other as usize] {
                    Label::Inner => {}
                    Label::Outer => {
                        let (own, its) = (self.base(node), self.base(other));
                        if own != its {
                            let ancestor = self.common_ancestor(own, its);
                            self.contract(node, other, ancestor, &mut queue);
                            self.contract(other, node, ancestor, &mut queue);
                        }
                    }
                    Label::None => {
                        self.touch(other, Label::Inner);
                        self.parent[other as usize] = node;
                        let mate = self.mate[other as usize];
                        if mate == NONE {
                            self.turn(other);
                            found = true;
                            break 'search;
                        }
                        self.touch(mate, Label::Outer);
                        queue.push(mate);
                    }
                }
            }
        }
        for node in self.touched.drain(..) {
            self.label[node as usize] = Label::None;
            self.base[node as usize] = node;
        }
        found
    }

    /// The lowest common ancestor of two bases.
    fn common_ancestor(&mut self, mut a: u32, mut b: u32) -> u32 {
        self.walks += 1;
        loop {
            if a != NONE {
                if self.mark[a as usize] == self.walks {
                    return a;
                }
                self.mark[a as usize] = self.walks;
                let mate = self.mate[a as usize];
                a = if mate == NONE { NONE } else { self.base(self.parent[mate as usize]) };
            }
            std::mem::swap(&mut a, &mut b);
        }
    }

    /// Contracts the path from a node to the base of a blossom; `other` is the node's neighbour on
    /// the other side.
    fn contract(&mut self, mut node: u32, mut other: u32, ancestor: u32, queue: &mut Vec<u32>) {
        while self.base(node) != ancestor {
            self.parent[node as usize] = other;
            other = self.mate[node as usize];
            if self.label[other as usize] == Label::Inner {
                self.label[other as usize] = Label::Outer;
                queue.push(other);
            }
            for inside in [node, other] {
                if self.base[inside as usize] == inside {
                    self.base[inside as usize] = ancestor;
                }
            }
            node = self.parent[other as usize];
        }
    }

    /// Flips the path that ends in an unmatched node.
    fn turn(&mut self, mut node: u32) {
        while node != NONE {
            let before = self.parent[node as usize];
            let next = self.mate[before as usize];
            self.mate[node as usize] = before;
            self.mate[before as usize] = node;
            node = next;
        }
    }
}
