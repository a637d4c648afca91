//! A graph that shrinks, with a log that undoes every change and carries solutions back.

use std::mem::{replace, take};

use satranj_encodings::graph::Graph;

/// One change of the graph.
pub(super) enum Change {
    /// A vertex is not in the set, or a later change decides it.
    Removed(u32),
    /// A vertex is in the set; its neighbours were removed before.
    Taken(u32),
    /// A new edge, the last one of both ends.
    Edge(u32, u32),
    /// `vertex` has returned in place of `inner` and `outer`: in the set it means `outer`, else
    /// `inner`.
    Folded { vertex: u32, inner: Vec<u32>, outer: Vec<u32>, neighbours: Vec<u32> },
    /// If one of `beside` is in the set, so is `other`, else `one`.
    Funnel { one: u32, other: u32, beside: Vec<u32> },
}

/// Sets of vertices that are emptied in constant time.
#[derive(Default)]
pub(super) struct Marks {
    marks: Vec<u32>,
    stamp: u32,
}

impl Marks {
    pub fn clear(&mut self, vertices: usize) {
        if self.marks.len() != vertices || self.stamp == u32::MAX {
            (self.marks, self.stamp) = (vec![0; vertices], 0);
        }
        self.stamp += 1;
    }

    /// Has these vertices and no others.
    pub fn fill(&mut self, vertices: usize, members: impl IntoIterator<Item = u32>) {
        self.clear(vertices);
        for member in members {
            self.insert(member);
        }
    }

    /// Adds a vertex; returns whether it is new.
    pub fn insert(&mut self, vertex: u32) -> bool {
        replace(&mut self.marks[vertex as usize], self.stamp) != self.stamp
    }

    pub fn holds(&self, vertex: u32) -> bool {
        self.marks[vertex as usize] == self.stamp
    }
}

/// A graph whose vertices are removed, taken into the set, or folded.
///
/// Lists of neighbours keep removed vertices. O(n + m) memory, and O(1) or the length of a list for
/// each change.
#[derive(Default)]
pub(super) struct Kernel {
    near: Vec<Vec<u32>>,
    degree: Vec<u32>,
    is_left: Vec<bool>,
    /// How many vertices are left.
    pub left: u32,
    /// How many more vertices an independent set of the original graph has than one of this graph.
    pub gain: u32,
    log: Vec<Change>,
    /// Vertices whose degree has changed.
    pub changed: Waiting,
    /// Vertices whose surroundings have changed.
    pub nearby: Waiting,
    /// The lengths of the lists read since the last call of [`Kernel::work`].
    pub steps: u64,
}

/// Vertices that wait, each once.
#[derive(Default)]
pub(super) struct Waiting {
    list: Vec<u32>,
    waits: Vec<bool>,
}

impl Waiting {
    pub fn push(&mut self, vertex: u32) {
        if !replace(&mut self.waits[vertex as usize], true) {
            self.list.push(vertex);
        }
    }

    pub fn pop(&mut self) -> Option<u32> {
        let vertex = self.list.pop()?;
        self.waits[vertex as usize] = false;
        Some(vertex)
    }
}

impl Kernel {
    /// A graph from the neighbours of each vertex; all of them wait for reductions.
    pub fn new(near: Vec<Vec<u32>>) -> Self {
        let n = near.len();
        let waiting = |list: Vec<u32>, waits| Waiting { list, waits: vec![waits; n] };
        Self {
            degree: near.iter().map(|list| list.len() as u32).collect(),
            is_left: vec![true; n],
            left: n as u32,
            changed: waiting((0..n as u32).rev().collect(), true),
            nearby: waiting(Vec::new(), false),
            near,
            ..Self::default()
        }
    }

    /// The part of a graph with these vertices, in rising order.
    pub fn of_graph(graph: &Graph, vertices: &[u32]) -> Self {
        let number = |vertex: &u32| vertices.binary_search(vertex).ok().map(|at| at as u32);
        let near = |&vertex: &u32| graph.neighbours(vertex).iter().filter_map(number).collect();
        Self::new(vertices.iter().map(near).collect())
    }

    /// The graph of what is left, with the same numbers.
    pub fn graph(&self) -> Graph {
        let edges = self.all_left().flat_map(|a| self.around(a).map(move |b| (a, b)));
        let edges: Vec<(u32, u32)> = edges.filter(|(a, b)| a < b).collect();
        Graph::from_edges(self.vertices() as u32, &edges)
    }

    /// The part with these vertices.
    pub fn part(&self, vertices: &[u32]) -> Self {
        let mut number = vec![0; self.near.len()];
        for (at, &vertex) in (0..).zip(vertices) {
            number[vertex as usize] = at;
        }
        let near =
            |&vertex: &u32| self.around(vertex).map(|other| number[other as usize]).collect();
        Self::new(vertices.iter().map(near).collect())
    }

    /// Approximate bytes for this many vertices and edges, with the bounds of a search.
    pub fn bytes(vertices: u64, edges: u64) -> u64 {
        vertices.saturating_mul(240).saturating_add(edges.saturating_mul(16))
    }

    /// The number of vertices, removed ones too.
    pub fn vertices(&self) -> usize {
        self.near.len()
    }

    pub fn is_left(&self, vertex: u32) -> bool {
        self.is_left[vertex as usize]
    }

    pub fn degree(&self, vertex: u32) -> u32 {
        self.degree[vertex as usize]
    }

    /// The vertices that are left, in rising order.
    pub fn all_left(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.near.len() as u32).filter(|&vertex| self.is_left(vertex))
    }

    /// The neighbours that are left.
    pub fn around(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let list = self.near[vertex as usize].iter().copied();
        list.filter(|&other| self.is_left(other))
    }

    /// The steps since the last call.
    pub fn work(&mut self) -> u64 {
        take(&mut self.steps)
    }

    /// Whether an edge joins two vertices that are left.
    pub fn are_joined(&self, one: u32, other: u32) -> bool {
        let lengths = [one, other].map(|vertex| self.near[vertex as usize].len());
        let (from, to) = if lengths[0] <= lengths[1] { (one, other) } else { (other, one) };
        self.near[from as usize].contains(&to)
    }

    /// Decides that a vertex is not in the set.
    pub fn remove(&mut self, vertex: u32) {
        self.is_left[vertex as usize] = false;
        self.left -= 1;
        let list = &self.near[vertex as usize];
        self.steps += 1 + list.len() as u64;
        for &other in list {
            if self.is_left[other as usize] {
                self.degree[other as usize] -= 1;
                self.changed.push(other);
            }
        }
        self.log.push(Change::Removed(vertex));
    }

    /// Decides that a vertex is in the set.
    pub fn take(&mut self, vertex: u32) {
        let list = take(&mut self.near[vertex as usize]);
        for &other in &list {
            if self.is_left(other) {
                self.remove(other);
            }
        }
        self.steps += 1 + list.len() as u64;
        self.near[vertex as usize] = list;
        self.is_left[vertex as usize] = false;
        self.left -= 1;
        self.gain += 1;
        self.log.push(Change::Taken(vertex));
    }

    /// Decides about all of some vertices, which have no other neighbours: `chosen` holds the
    /// indices of those in the set.
    pub fn settle(&mut self, vertices: &[u32], chosen: &[u32]) {
        let mut is_chosen = vec![false; vertices.len()];
        for &at in chosen {
            is_chosen[at as usize] = true;
        }
        for (&vertex, _) in vertices.iter().zip(is_chosen).filter(|(_, is_chosen)| !is_chosen) {
            self.remove(vertex);
        }
        for &at in chosen {
            self.take(vertices[at as usize]);
        }
    }

    /// Adds an edge.
    pub fn join(&mut self, one: u32, other: u32) {
        for (from, to) in [(one, other), (other, one)] {
            self.near[from as usize].push(to);
            self.degree[from as usize] += 1;
            self.changed.push(from);
        }
        self.log.push(Change::Edge(one, other));
    }

    /// Contracts `inner` and `outer`, which are independent, and of which `outer` has one vertex
    /// more and contains all neighbours of `inner`.
    pub fn fold(&mut self, inner: Vec<u32>, outer: Vec<u32>, marks: &mut Marks) {
        marks.fill(self.near.len(), inner.iter().chain(&outer).copied());
        let mut list = Vec::new();
        for &vertex in &outer {
            self.steps += self.near[vertex as usize].len() as u64;
            list.extend(self.around(vertex).filter(|&other| marks.insert(other)));
        }
        for &vertex in outer.iter().chain(&inner) {
            self.remove(vertex);
        }
        let vertex = inner[0];
        for &other in &list {
            self.near[other as usize].push(vertex);
            self.degree[other as usize] += 1;
            self.changed.push(other);
        }
        self.changed.push(vertex);
        self.degree[vertex as usize] = list.len() as u32;
        self.is_left[vertex as usize] = true;
        self.left += 1;
        self.gain += inner.len() as u32;
        let neighbours = replace(&mut self.near[vertex as usize], list);
        self.log.push(Change::Folded { vertex, inner, outer, neighbours });
    }

    /// Notes that exactly one of two removed neighbours is in a largest set: `other` if one of
    /// `beside` is.
    pub fn funnel(&mut self, one: u32, other: u32, beside: Vec<u32>) {
        self.gain += 1;
        self.log.push(Change::Funnel { one, other, beside });
    }

    /// The number of changes so far.
    pub fn changes(&self) -> usize {
        self.log.len()
    }

    /// Undoes all changes but the first ones; nothing waits for reductions then.
    pub fn undo(&mut self, changes: usize) {
        while self.log.len() > changes {
            match self.log.pop() {
                Some(Change::Removed(vertex)) => {
                    self.is_left[vertex as usize] = true;
                    self.left += 1;
                    self.steps += 1 + self.near[vertex as usize].len() as u64;
                    for &other in &self.near[vertex as usize] {
                        self.degree[other as usize] += u32::from(self.is_left[other as usize]);
                    }
                }
                Some(Change::Taken(vertex)) => {
                    self.is_left[vertex as usize] = true;
                    self.left += 1;
                    self.gain -= 1;
                }
                Some(Change::Edge(one, other)) => {
                    for end in [one, other] {
                        self.near[end as usize].pop();
                        self.degree[end as usize] -= 1;
                    }
                }
                Some(Change::Folded { vertex, inner, neighbours, .. }) => {
                    for other in replace(&mut self.near[vertex as usize], neighbours) {
                        self.near[other as usize].pop();
                        self.degree[other as usize] -= 1;
                    }
                    // The neighbours raise it when they return.
                    self.degree[vertex as usize] = 0;
                    self.is_left[vertex as usize] = false;
                    self.left -= 1;
                    self.gain -= inner.len() as u32;
                }
                Some(Change::Funnel { .. }) => self.gain -= 1,
                None => {}
            }
        }
        while self.changed.pop().is_some() {}
        while self.nearby.pop().is_some() {}
    }

    /// Turns an independent set of the graph now into one of the graph after the first changes.
    pub fn lift(&self, is_chosen: &mut [bool], changes: usize) {
        for change in self.log[changes..].iter().rev() {
            match change {
                Change::Taken(vertex) => is_chosen[*vertex as usize] = true,
                Change::Folded { vertex, inner, outer, .. } => {
                    let means = if take(&mut is_chosen[*vertex as usize]) { outer } else { inner };
                    for &vertex in means {
                        is_chosen[vertex as usize] = true;
                    }
                }
                Change::Funnel { one, other, beside } => {
                    let is_beside = beside.iter().any(|&vertex| is_chosen[vertex as usize]);
                    is_chosen[*(if is_beside { other } else { one }) as usize] = true;
                }
                Change::Removed(_) | Change::Edge(..) => {}
            }
        }
    }

    /// The independent set of the original graph, if no vertex is left.
    pub fn solution(&self) -> Vec<u32> {
        let mut is_chosen = vec![false; self.near.len()];
        self.lift(&mut is_chosen, 0);
        (0..).zip(is_chosen).filter_map(|(vertex, is_chosen)| is_chosen.then_some(vertex)).collect()
    }

    /// The connected components of what is left, the smallest first. O(n + m).
    pub fn components(&mut self) -> Vec<Vec<u32>> {
        let mut is_seen = vec![false; self.near.len()];
        let mut all = Vec::new();
        for root in self.all_left() {
            if replace(&mut is_seen[root as usize], true) {
                continue;
            }
            let (mut component, mut at) = (vec![root], 0);
            while let Some(&vertex) = component.get(at) {
                at += 1;
                let fresh = |other: &u32| !replace(&mut is_seen[*other as usize], true);
                component.extend(self.around(vertex).filter(fresh));
            }
            all.push(component);
        }
        all.sort_by_key(Vec::len);
        self.steps += self.near.len() as u64;
        all
    }
}
