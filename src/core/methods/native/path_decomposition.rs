//! Orders of the vertices with a narrow frontier: few decided vertices have undecided neighbours,
//! or the reverse. These are the bags of a narrow path decomposition. No order is best for all
//! graphs, so programs try several and take the one with the fewest expected states.

use satranj_encodings::graph::Graph;

use crate::{limits::Reason, run::Run};

/// Two vertices far from each other in the component of a vertex of least degree (George and Liu,
/// "An implementation of a pseudoperipheral node finder", 1979). O(n + m) for each of a few rounds.
///
/// # Errors
/// The reason to stop.
pub fn far_ends(graph: &Graph, run: &Run) -> Result<[u32; 2], Reason> {
    let degree = |vertex: u32| graph.neighbours(vertex).len();
    let mut near = (0..graph.vertices()).min_by_key(|&vertex| degree(vertex)).unwrap_or(0);
    let mut length = 0;
    loop {
        run.poll()?;
        let distances = graph.distances(near);
        let reached = |vertex: &u32| distances[*vertex as usize] < u32::MAX;
        let distance = |vertex: u32| distances[vertex as usize];
        let far = (0..graph.vertices())
            .filter(reached)
            .min_by_key(|&vertex| (u32::MAX - distance(vertex), degree(vertex)))
            .unwrap_or(near);
        if distance(far) <= length {
            return Ok([near, far]);
        }
        length = distance(far);
        near = far;
    }
}

/// A breadth-first order of the components of some roots, neighbours of the least `rank` first.
/// O(n + m log degree).
pub fn breadth_first(
    graph: &Graph,
    roots: impl IntoIterator<Item = u32>,
    rank: impl Fn(u32) -> usize,
) -> Vec<u32> {
    let mut seen = vec![false; graph.vertices() as usize];
    let mut order = Vec::new();
    let mut head = 0;
    for root in roots {
        if !std::mem::replace(&mut seen[root as usize], true) {
            order.push(root);
        }
        while let Some(&vertex) = order.get(head) {
            head += 1;
            let first = order.len();
            for &other in graph.neighbours(vertex) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    order.push(other);
                }
            }
            order[first..].sort_by_key(|&other| rank(other));
        }
    }
    order
}

/// A depth-first order of the component of a root, smaller branches first. Along it few vertices wait
/// for undecided neighbours where the graph is like a tree: in a tree at most log₂ n + 1.
/// O(n + m + n log degree).
pub fn depth_first(graph: &Graph, root: u32) -> Vec<u32> {
    let n = graph.vertices() as usize;
    let mut parent = vec![root; n];
    let mut seen = vec![false; n];
    let mut next = vec![0; n];
    let (mut found, mut path) = (vec![root], vec![root]);
    seen[root as usize] = true;
    while let Some(&vertex) = path.last() {
        let Some(&other) = graph.neighbours(vertex).get(next[vertex as usize]) else {
            path.pop();
            continue;
        };
        next[vertex as usize] += 1;
        if !std::mem::replace(&mut seen[other as usize], true) {
            parent[other as usize] = vertex;
            found.push(other);
            path.push(other);
        }
    }
    let mut size = vec![1_u32; n];
    let mut branches = vec![Vec::new(); n];
    for &vertex in found[1..].iter().rev() {
        size[parent[vertex as usize] as usize] += size[vertex as usize];
        branches[parent[vertex as usize] as usize].push(vertex);
    }
    let mut order = Vec::with_capacity(found.len());
    path.push(root);
    while let Some(vertex) = path.pop() {
        order.push(vertex);
        let mut further = std::mem::take(&mut branches[vertex as usize]);
        further.sort_by_key(|&one| u32::MAX - size[one as usize]);
        path.extend(further);
    }
    order
}

/// An order that grows vertex by vertex.
pub struct GrowingOrder<'g> {
    graph: &'g Graph,
    is_decided: Vec<bool>,
    /// Whether a vertex or a neighbour of it is decided.
    is_near: Vec<bool>,
    /// For each vertex, its number of undecided neighbours, and of those that are not near either.
    undecided: Vec<u32>,
    beyond: Vec<u32>,
}

impl<'g> GrowingOrder<'g> {
    /// An order of the components of some roots. The next vertex is always the neighbour of decided
    /// vertices with the least `growth`; among equals, the one that became a neighbour first.
    /// `None` if there are ever `most` such neighbours. O(n · frontier · time of `growth` + m).
    pub fn grown(
        graph: &'g Graph,
        mut roots: impl Iterator<Item = u32>,
        most: usize,
        growth: impl Fn(&Self, u32) -> isize,
    ) -> Option<Vec<u32>> {
        let n = graph.vertices();
        let degrees: Vec<u32> =
            (0..n).map(|vertex| graph.neighbours(vertex).len() as u32).collect();
        let mut growing = Self {
            graph,
            is_decided: vec![false; n as usize],
            is_near: vec![false; n as usize],
            undecided: degrees.clone(),
            beyond: degrees,
        };
        let mut near: Vec<u32> = Vec::new();
        let mut order = Vec::new();
        loop {
            let next = (0..near.len()).min_by_key(|&index| growth(&growing, near[index]));
            let vertex = match next {
                Some(index) => near.remove(index),
                None => match roots.find(|&root| !growing.is_near[root as usize]) {
                    Some(root) => root,
                    None => return Some(order),
                },
            };
            order.push(vertex);
            growing.is_decided[vertex as usize] = true;
            growing.come_near(vertex);
            for &other in graph.neighbours(vertex) {
                growing.undecided[other as usize] -= 1;
                if growing.come_near(other) {
                    near.push(other);
                }
            }
            if near.len() >= most {
                return None;
            }
        }
    }

    /// Notes that a vertex is near; `false` if it was.
    fn come_near(&mut self, vertex: u32) -> bool {
        if std::mem::replace(&mut self.is_near[vertex as usize], true) {
            return false;
        }
        for &next in self.graph.neighbours(vertex) {
            self.beyond[next as usize] -= 1;
        }
        true
    }

    /// How many vertices come near when a vertex is decided: programs that decide all edges of a
    /// vertex at once keep the near ones.
    pub fn coming_near(&self, vertex: u32) -> isize {
        self.beyond[vertex as usize] as isize
    }

    /// By how much the number of decided vertices beside undecided ones grows when a vertex is
    /// decided: programs that take or leave a vertex keep these.
    pub fn kept(&self, vertex: u32) -> isize {
        let ends =
            |&&other: &&u32| self.is_decided[other as usize] && self.undecided[other as usize] == 1;
        let ended = self.graph.neighbours(vertex).iter().filter(ends).count();
        isize::from(self.undecided[vertex as usize] > 0) - ended as isize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

        #[test]
        fn few_vertices_of_a_tree_wait(parents in prop::collection::vec(any::<u32>(), 1..200)) {
            let n = parents.len() as u32;
            let edges: Vec<(u32, u32)> =
                (1..n).map(|one| (parents[one as usize] % one, one)).collect();
            let graph = Graph::from_edges(n, &edges);
            let order = depth_first(&graph, parents[0] % n);
            let mut place = vec![u32::MAX; n as usize];
            for (at, &vertex) in (0..).zip(&order) {
                place[vertex as usize] = at;
            }
            prop_assert!(!place.contains(&u32::MAX) && order.len() == n as usize);
            for at in 0..n {
                let waits = |&&vertex: &&u32| {
                    graph.neighbours(vertex).iter().any(|&other| place[other as usize] > at)
                };
                let waiting = order[..=at as usize].iter().filter(waits).count() as u32;
                prop_assert!(waiting <= n.ilog2() + 1, "{waiting} of {n}");
            }
        }
    }
}
