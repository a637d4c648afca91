//! Initial paths that together visit every vertex, by Warnsdorff's rule.

use rand::{RngExt, seq::SliceRandom};

use super::adjacency::{Adjacency, ForcedPartners, NONE};
use crate::{
    limits::Reason,
    methods::{
        meter::Meter,
        native::padded::{Padded, TieBreak},
    },
    random::Generator,
};

/// Paths, one after another.
pub struct PathCover {
    /// The vertices, path by path.
    pub order: Vec<u32>,
    /// Where each path begins.
    pub begins: Vec<usize>,
}

/// Squares taken between two checks of the limits.
const LOOK_EVERY: usize = 8192;

/// Descents on a board, the paths one after another: from the first fixed end, otherwise from the
/// proposed start. A second end comes last, and the vertex between the ends first. O(n).
///
/// # Errors
/// The reason to stop.
pub fn on_board(
    padded: &mut Padded<'_>,
    adjacency: &Adjacency<'_>,
    proposed: u32,
    meter: &mut Meter<'_>,
) -> Result<PathCover, Reason> {
    let n = adjacency.vertices();
    let mut begins = Vec::new();
    let mut path = Vec::with_capacity(adjacency.all_vertices() as usize);
    let (start, last) = match adjacency.ends[..] {
        [start, last] => (start, Some(last)),
        [start] => (start, None),
        _ => (proposed, None),
    };
    if let Some(last) = last {
        padded.take(last);
    }
    let wanted = n as usize - usize::from(last.is_some());
    let mut next = start;
    let mut looked_at = 0;
    loop {
        begins.push(path.len());
        let mut descent = padded.descent(next, &TieBreak::ROTH);
        while padded.descend(&mut descent, LOOK_EVERY, &mut path) {
            meter.work(LOOK_EVERY as u64)?;
        }
        meter.work(1)?;
        if path.len() == wanted {
            break;
        }
        while !padded.is_free(looked_at) {
            looked_at += 1;
        }
        next = looked_at;
    }
    padded.vertices(&mut path);
    // In a cyclic order, after the last is before the first.
    for vertex in last.into_iter().chain(adjacency.joint()) {
        begins.push(path.len());
        path.push(vertex);
    }
    Ok(PathCover { order: path, begins })
}

/// Paths of a graph that contain all forced edges, one after another: each from a random vertex, on
/// to a free neighbour with the fewest free neighbours, then back from its start. O(m).
///
/// # Errors
/// The reason to stop. `None` if the forced edges close a cycle too soon.
pub fn on_graph(
    adjacency: &Adjacency<'_>,
    forced: &ForcedPartners,
    generator: &mut Generator,
    meter: &mut Meter<'_>,
) -> Result<Option<PathCover>, Reason> {
    let n = adjacency.all_vertices();
    let mut state = PathCoverSearch {
        adjacency,
        forced,
        free: vec![true; n as usize],
        onward: vec![0; n as usize],
        list: Vec::new(),
    };
    for vertex in 0..adjacency.vertices() {
        adjacency.neighbours(vertex, &mut state.list);
        state.onward[vertex as usize] = state.list.len() as u32;
        meter.work(1)?;
    }
    let mut starts: Vec<u32> = (0..n).collect();
    starts.shuffle(generator);
    let mut order = Vec::with_capacity(n as usize);
    let mut begins = Vec::new();
    for start in starts {
        if !state.free[start as usize] {
            continue;
        }
        let Some(start) = state.end_of_chain(start) else { return Ok(None) };
        let begin = order.len();
        begins.push(begin);
        state.path(start, &mut order, generator, meter)?;
        order[begin..].reverse();
        if adjacency.joint() != Some(start) {
            // Continues from the start, now the last vertex, in the other direction.
            order.pop();
            state.free[start as usize] = true;
            state.path(start, &mut order, generator, meter)?;
        }
    }
    Ok(Some(PathCover { order, begins }))
}

struct PathCoverSearch<'a, 'm> {
    adjacency: &'a Adjacency<'m>,
    forced: &'a ForcedPartners,
    free: Vec<bool>,
    /// Free neighbours of each vertex.
    onward: Vec<u32>,
    list: Vec<u32>,
}

impl PathCoverSearch<'_, '_> {
    /// The end of the path of forced edges through a vertex; `None` if it is a cycle that misses
    /// vertices.
    fn end_of_chain(&self, start: u32) -> Option<u32> {
        let (mut before, mut vertex) = (NONE, start);
        let mut length = 1;
        loop {
            let onward = self.forced.partners(vertex);
            let next = onward.into_iter().find(|&other| other != NONE && other != before);
            let Some(next) = next else { return Some(vertex) };
            if next == start {
                return (length == self.free.len()).then_some(start);
            }
            (before, vertex) = (vertex, next);
            length += 1;
        }
    }

    /// Goes on from a free vertex until it is stuck.
    fn path(
        &mut self,
        start: u32,
        order: &mut Vec<u32>,
        generator: &mut Generator,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let mut next = Some(start);
        while let Some(vertex) = next {
            self.take(vertex);
            order.push(vertex);
            meter.work(1)?;
            let partners = self.forced.partners(vertex);
            let partner = partners.into_iter().find(|&other| other != NONE && self.is_free(other));
            next = partner.or_else(|| self.choose(vertex, generator));
        }
        Ok(())
    }

    fn is_free(&self, vertex: u32) -> bool {
        self.free[vertex as usize]
    }

    fn take(&mut self, vertex: u32) {
        self.free[vertex as usize] = false;
        if Some(vertex) == self.adjacency.joint() {
            return;
        }
        self.adjacency.neighbours(vertex, &mut self.list);
        for &other in &self.list {
            self.onward[other as usize] = self.onward[other as usize].saturating_sub(1);
        }
    }

    /// A random free neighbour with the fewest free neighbours; it must be an end of a path of
    /// forced edges, or on none.
    fn choose(&mut self, vertex: u32, generator: &mut Generator) -> Option<u32> {
        if Some(vertex) == self.adjacency.joint() {
            return None;
        }
        self.adjacency.neighbours(vertex, &mut self.list);
        let mut best = None;
        let (mut fewest, mut ties) = (u32::MAX, 0);
        for &other in &self.list {
            let onward = self.onward[other as usize];
            if !self.is_free(other) || onward > fewest || self.forced.is_passed(other) {
                continue;
            }
            if onward < fewest {
                (fewest, ties) = (onward, 0);
            }
            ties += 1;
            if generator.random_range(0..ties) == 0 {
                best = Some(other);
            }
        }
        best
    }
}
