//! Carvings: a graph joined from its vertices, two parts at a time, with few edges between a part
//! and the rest.

use std::{cmp::Reverse, collections::BinaryHeap};

use rand::RngExt;
use satranj_encodings::graph::Graph;

use crate::{limits::Reason, random::Generator, run::Run};

/// The most edges between a part and the rest.
pub const WIDEST: usize = 16;

/// Joins between two checks of the limits.
const POLL_EVERY: usize = 1 << 10;

/// Scores closer than this are ties, broken at random.
const TIES: u64 = 4;

/// The joins of parts: the parts of single vertices have the vertices' numbers, the others follow
/// in the order of the joins.
pub struct Carving {
    /// The two parts of each join.
    pub joins: Vec<[u32; 2]>,
    /// A bound on the pairs of ways examined.
    pub cost: f64,
}

impl Carving {
    /// For a part, its vertices in the order of joining, and the number of joins after each.
    pub fn order(&self, part: u32, vertices: u32) -> (Vec<u32>, Vec<u32>) {
        let (mut order, mut counts): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        // A part, or `None` after its two parts, for their join.
        let mut stack = vec![Some(part)];
        while let Some(next) = stack.pop() {
            match next {
                Some(part) => match self.parts(part, vertices) {
                    Some([one, other]) => stack.extend([None, Some(other), Some(one)]),
                    None => {
                        order.push(part);
                        counts.push(0);
                    }
                },
                None => {
                    if let Some(count) = counts.last_mut() {
                        *count += 1;
                    }
                }
            }
        }
        (order, counts)
    }

    /// The two parts of a part; `None` for a vertex.
    pub fn parts(&self, part: u32, vertices: u32) -> Option<[u32; 2]> {
        self.joins.get(part.checked_sub(vertices)? as usize).copied()
    }
}

/// A bound on the ways of paths through a part with this many boundary edges: all pairings of every
/// even number of boundary edges.
fn ways(width: usize) -> f64 {
    let (mut choices, mut pairings, mut sum) = (1.0, 1.0, 0.0);
    for used in (2..=width).step_by(2) {
        let (left, used) = ((width - used) as f64, used as f64);
        choices *= (left + 1.0) * (left + 2.0) / (used * (used - 1.0));
        pairings *= used - 1.0;
        sum += choices * pairings;
    }
    sum
}

/// A possible join: its score, a random number, the parts and their times.
type Candidate = (Reverse<(u64, u32)>, [u32; 2]);

/// Parts during the joins.
struct GrowingParts<'r> {
    generator: &'r mut Generator,
    /// The neighbours of each part with the numbers of edges to them; empty once joined.
    beside: Vec<Vec<(u32, u32)>>,
    /// The number of boundary edges of each part; 0 once joined.
    width: Vec<usize>,
    waiting: BinaryHeap<Candidate>,
    is_joined: Vec<bool>,
    carving: Carving,
}

impl GrowingParts<'_> {
    /// Offers two parts for joining, unless that would be too wide.
    ///
    /// The fewer ways a join adds to those of its two parts, the better it is, as in random-greedy
    /// contraction of tensor networks (Gray and Kourtis 2021).
    fn offer(&mut self, one: u32, other: u32, common: u32) {
        let [a, b] = [self.width[one as usize], self.width[other as usize]];
        let width = a + b - 2 * common as usize;
        if width > WIDEST {
            return;
        }
        let gain = (1_u64 << width) + (2 << WIDEST) - (1 << a) - (1 << b);
        let score = gain * TIES + self.generator.random_range(0..TIES * 4);
        let chance = self.generator.random_range(0..u32::MAX);
        self.waiting.push((Reverse((score, chance)), [one, other]));
    }

    /// Joins two parts; returns the number of the new one.
    fn join(&mut self, [one, other]: [u32; 2]) -> u32 {
        let part = self.beside.len() as u32;
        let [a, b] = [one, other].map(|part| {
            self.is_joined[part as usize] = true;
            self.width[part as usize]
        });
        let mut beside = std::mem::take(&mut self.beside[one as usize]);
        beside.append(&mut self.beside[other as usize]);
        beside.retain(|&(next, _)| next != one && next != other);
        beside.sort_unstable();
        beside.dedup_by(|again, first| {
            let is_same = again.0 == first.0;
            if is_same {
                first.1 += again.1;
            }
            is_same
        });
        let width = beside.iter().map(|&(_, edges)| edges as usize).sum();
        self.width.push(width);
        self.is_joined.push(false);
        let common = (a + b - width) / 2;
        self.carving.cost += ways(a) * ways(b) / f64::from(1_u32 << common.min(31));
        self.carving.joins.push([one, other]);
        for &(next, edges) in &beside {
            let back = &mut self.beside[next as usize];
            back.retain(|&(part, _)| part != one && part != other);
            back.push((part, edges));
        }
        let offers = beside.clone();
        self.beside.push(beside);
        for (next, edges) in offers {
            self.offer(part, next, edges);
        }
        part
    }
}

/// A greedy carving with random ties; `None` if some part would have too many boundary edges. O(m
/// log m) for bounded degrees.
///
/// # Errors
/// The reason to stop.
fn carve(graph: &Graph, generator: &mut Generator, run: &Run) -> Result<Option<Carving>, Reason> {
    let n = graph.vertices();
    let lists = (0..n).map(|vertex| graph.neighbours(vertex));
    if lists.clone().any(|list| list.len() > WIDEST) {
        return Ok(None);
    }
    let mut parts = GrowingParts {
        generator,
        width: lists.clone().map(<[u32]>::len).collect(),
        beside: lists.map(|list| list.iter().map(|&other| (other, 1)).collect()).collect(),
        waiting: BinaryHeap::with_capacity(graph.edges() as usize),
        is_joined: vec![false; n as usize],
        carving: Carving { joins: Vec::with_capacity(n as usize), cost: 0.0 },
    };
    for (a, b) in graph.edge_list() {
        parts.offer(a, b, 1);
    }
    while let Some((_, pair)) = parts.waiting.pop() {
        if pair.iter().any(|&part| parts.is_joined[part as usize]) {
            continue;
        }
        if parts.carving.joins.len().is_multiple_of(POLL_EVERY) {
            run.poll()?;
        }
        parts.join(pair);
    }
    // Components are left, or parts that are too wide to join.
    let left = (0..parts.width.len()).filter(|&part| !parts.is_joined[part]);
    let left: Vec<u32> = left.map(|part| part as u32).collect();
    if left.len() > 1 && left.iter().any(|&part| parts.width[part as usize] > 0) {
        return Ok(None);
    }
    left.into_iter().reduce(|one, other| parts.join([one, other]));
    Ok(Some(parts.carving))
}

/// The best of this many carvings, if any is narrow enough.
///
/// # Errors
/// The reason to stop.
pub fn best(
    graph: &Graph,
    tries: u64,
    generator: &mut Generator,
    run: &Run,
) -> Result<Option<Carving>, Reason> {
    let mut best: Option<Carving> = None;
    for _ in 0..tries {
        let Some(carving) = carve(graph, generator, run)? else { continue };
        if best.as_ref().is_none_or(|best| carving.cost < best.cost) {
            best = Some(carving);
        }
    }
    Ok(best)
}
