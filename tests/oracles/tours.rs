//! Hamiltonian paths and cycles: every walk is tried.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::PlainGraph;

/// A requested path or cycle through all vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainTour {
    /// The neighbours of each vertex, or its successors.
    pub next: PlainGraph,
    /// Whether a cycle has a direction; otherwise it equals its reverse.
    pub directed: bool,
    /// Whether a cycle is asked for.
    pub closed: bool,
    /// The first vertex of a path, and of the list of a cycle.
    pub start: Option<u32>,
    /// The last vertex of a path; a cycle has none.
    pub end: Option<u32>,
    /// Edges that must be used, in either direction if undirected.
    pub given: Vec<(u32, u32)>,
    /// Vertices and their times, from 0: the indices in a path, or in a cycle from some vertex in
    /// some direction.
    pub times: Vec<(u32, u32)>,
    /// The images of the vertices under a symmetry that maps the used edges onto themselves.
    pub images: Option<Vec<u32>>,
}

impl PlainTour {
    /// Any path of a graph, or any cycle.
    #[must_use]
    pub fn new(next: PlainGraph, closed: bool) -> Self {
        Self {
            next,
            directed: false,
            closed,
            start: None,
            end: None,
            given: Vec::new(),
            times: Vec::new(),
            images: None,
        }
    }

    /// Whether a list of vertices is a witness, from the definition.
    #[must_use]
    pub fn is_witness(&self, path: &[u32]) -> bool {
        let begins = self.start.is_none_or(|start| path.first() == Some(&start));
        begins && self.is_written_from_anywhere(path)
    }

    fn is_written_from_anywhere(&self, path: &[u32]) -> bool {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return false };
        let mut moves: Vec<(u32, u32)> = path.windows(2).map(|step| (step[0], step[1])).collect();
        let fits = if self.closed {
            moves.push((last, first));
            path.len() > if self.directed { 1 } else { 2 }
        } else {
            self.start.is_none_or(|start| start == first) && self.end.is_none_or(|end| end == last)
        };
        let makes = |&(a, b): &(u32, u32)| {
            moves.contains(&(a, b)) || !self.directed && moves.contains(&(b, a))
        };
        let mut sorted = path.to_vec();
        sorted.sort_unstable();
        fits && self.has_times(path)
            && sorted.into_iter().eq(0..self.next.len() as u32)
            && moves.iter().all(|&(a, b)| self.next[a as usize].contains(&b))
            && self.given.iter().all(makes)
            && self.images.as_ref().is_none_or(|images| {
                let image = |vertex: u32| images[vertex as usize];
                moves.iter().all(|&(a, b)| makes(&(image(a), image(b))))
            })
    }

    /// Whether the times are kept, by a cycle in any of its forms.
    fn has_times(&self, path: &[u32]) -> bool {
        // Times of a cycle are counted from its start, if it has one.
        let keeps = |path: &[u32]| {
            self.start.is_none_or(|start| path.first() == Some(&start))
                && self.times.iter().all(|&(vertex, time)| path.get(time as usize) == Some(&vertex))
        };
        if !self.closed || self.times.is_empty() {
            return self.closed || keeps(path);
        }
        let mut forms = [path.to_vec(), path.iter().rev().copied().collect()];
        forms.iter_mut().take(if self.directed { 1 } else { 2 }).any(|form| {
            (0..form.len()).any(|_| {
                form.rotate_left(1);
                keeps(form)
            })
        })
    }

    /// A witness in a form that all its forms share: a path unchanged, a cycle from its least
    /// vertex and, if undirected, towards the lesser neighbour of that.
    #[must_use]
    pub fn canonical(&self, path: &[u32]) -> Vec<u32> {
        let mut path = path.to_vec();
        if self.closed {
            let least = (0..path.len()).min_by_key(|&index| path[index]).unwrap_or(0);
            path.rotate_left(least);
            if !self.directed && path.len() > 2 && path[1] > path[path.len() - 1] {
                path[1..].reverse();
            }
        }
        path
    }

    /// All witnesses, each in canonical form.
    #[must_use]
    pub fn all(&self) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::new();
        // Nothing stops the enumeration.
        let _ = self.each(&mut |path| {
            all.insert(self.canonical(path));
            ControlFlow::Continue(())
        });
        all
    }

    /// Whether there is a witness.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.each(&mut |_| ControlFlow::Break(())).is_break()
    }

    fn each(&self, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        // A cycle visits every vertex: one start finds them all.
        let first = if self.closed { Some(0) } else { self.start };
        let may_begin = |vertex: u32| first.is_none_or(|first| first == vertex);
        let mut seen = vec![false; self.next.len()];
        (0..self.next.len() as u32).filter(|&first| may_begin(first)).try_for_each(|first| {
            seen[first as usize] = true;
            self.extend(&mut vec![first], &mut seen, found)?;
            seen[first as usize] = false;
            ControlFlow::Continue(())
        })
    }

    fn extend(
        &self,
        path: &mut Vec<u32>,
        seen: &mut [bool],
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if path.len() == self.next.len() {
            let is_witness = self.is_written_from_anywhere(path);
            return if is_witness { found(path) } else { ControlFlow::Continue(()) };
        }
        for &next in &self.next[path[path.len() - 1] as usize] {
            if !seen[next as usize] {
                (seen[next as usize], ()) = (true, path.push(next));
                self.extend(path, seen, found)?;
                (seen[next as usize], _) = (false, path.pop());
            }
        }
        ControlFlow::Continue(())
    }
}
