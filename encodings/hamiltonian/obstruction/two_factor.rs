//! Vertices whose neighbours have too few places for the edges that they need.

use std::{collections::BTreeSet, mem};

use super::reason::HamiltonianObstruction;
use crate::{
    b_matching::{BMatching, Marks},
    graph::Graph,
    hamiltonian::Hamiltonian,
};

/// The most sets examined to find a small one.
const SETS: usize = 64;

/// The approximate limit on the total size of those sets.
const ENTRIES: usize = 1 << 22;

/// A set without enough places, as in [`HamiltonianObstruction::NoTwoFactor`].
///
/// In a cycle each vertex has two neighbours: a b-matching between two copies of the vertices, in
/// which each wants two and has two places. Without one there is such a set: the vertices that
/// could pass a place on to one that lacks one. This is exact for cycles in bipartite graphs; for
/// other graphs it omits those conditions of Tutte (1952) that count odd components. O(√n · (n +
/// m)) time, about 48 bytes per vertex and 8 per arc, 4 more with given edges.
pub fn two_factor(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let n = graph.vertices();
    if n < 2 {
        return None;
    }
    let arcs = OpenArcs::of(model, graph);
    // A vertex wants as many edges as it has places: two, less those already known.
    let wanted: Vec<u8> = (0..n)
        .map(|vertex| {
            let used = model.ends_at(vertex) + arcs.as_ref().map_or(0, |arcs| arcs.used(vertex));
            2_usize.saturating_sub(used) as u8
        })
        .collect();
    let successors = |vertex: u32| {
        arcs.as_ref().map_or_else(|| graph.neighbours(vertex), |arcs| arcs.leave(vertex))
    };
    let spare = model.free_ends() as u64;
    let matching =
        BMatching::maximum(wanted.clone(), wanted.clone(), spare, successors, successors);
    if matching.missing() <= spare {
        return None;
    }
    let mut set = unsatisfied(n, &matching, spare);
    reduce(&mut set, (&wanted, &wanted), spare, successors);
    set.sort_unstable();
    Some(HamiltonianObstruction::NoTwoFactor(set))
}

/// A set of left copies that lack more than `spare` in all and cannot pass that on.
pub(super) fn unsatisfied<'g, S, P>(n: u32, matching: &BMatching<S, P>, spare: u64) -> Vec<u32>
where
    S: Fn(u32) -> &'g [u32],
    P: Fn(u32) -> &'g [u32],
{
    let mut marks = Marks::new(n as usize);
    let mut closures: Vec<Vec<u32>> = Vec::new();
    let (mut size, mut missing) = (0, 0);
    for root in (0..n).filter(|&vertex| matching.missing_at(vertex) > 0) {
        if missing > spare && (closures.len() >= SETS || size >= ENTRIES) {
            break;
        }
        let closure = matching.closure(root, &mut marks);
        size += closure.len();
        missing += u64::from(matching.missing_at(root));
        closures.push(closure);
    }
    closures.sort_by_key(Vec::len);
    let mut inside = vec![false; n as usize];
    let mut set = Vec::new();
    let mut missing = 0;
    for closure in closures {
        for vertex in closure {
            if !mem::replace(&mut inside[vertex as usize], true) {
                missing += u64::from(matching.missing_at(vertex));
                set.push(vertex);
            }
        }
        if missing > spare {
            break;
        }
    }
    set
}

/// Drops vertices from a set as long as it still lacks more than `spare` places, given each
/// vertex's wants and places.
pub(super) fn reduce<'g>(
    set: &mut Vec<u32>,
    (wanted, places): (&[u8], &[u8]),
    spare: u64,
    successors: impl Fn(u32) -> &'g [u32],
) {
    let mut inside = vec![0_usize; wanted.len()];
    for &other in set.iter().flat_map(|&vertex| successors(vertex)) {
        inside[other as usize] += 1;
    }
    let wanted = |vertex: usize| usize::from(wanted[vertex]);
    let places = |vertex: usize| usize::from(places[vertex]);
    let needed: usize = set.iter().map(|&vertex| wanted(vertex as usize)).sum();
    let given: usize = (0..inside.len()).map(|vertex| inside[vertex].min(places(vertex))).sum();
    let mut lacking = needed.saturating_sub(given);
    set.retain(|&vertex| {
        let others = successors(vertex);
        let scarce = |&&other: &&u32| inside[other as usize] <= places(other as usize);
        let lost = others.iter().filter(scarce).count();
        let left = (lacking + lost).saturating_sub(wanted(vertex as usize));
        if left as u64 <= spare {
            return true;
        }
        lacking = left;
        for &other in others {
            inside[other as usize] -= 1;
        }
        false
    });
}

/// The arcs of a graph without those of given edges.
struct OpenArcs {
    begins: Vec<usize>,
    others: Vec<u32>,
    /// The number of given edges at each vertex.
    used: Vec<u8>,
}

impl OpenArcs {
    /// `None` if no edge is given.
    fn of(model: &Hamiltonian, graph: &Graph) -> Option<Self> {
        if model.given.is_empty() {
            return None;
        }
        let n = graph.vertices();
        let given: BTreeSet<(u32, u32)> =
            model.given.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        let mut arcs = Self {
            begins: vec![0],
            others: Vec::with_capacity(2 * graph.edges() as usize),
            used: Vec::with_capacity(n as usize),
        };
        for vertex in 0..n {
            let others = graph.neighbours(vertex);
            let open = others.iter().filter(|&&other| !given.contains(&(vertex, other)));
            arcs.others.extend(open);
            let last = arcs.begins[vertex as usize];
            arcs.used.push((others.len() - (arcs.others.len() - last)).min(2) as u8);
            arcs.begins.push(arcs.others.len());
        }
        Some(arcs)
    }

    fn leave(&self, vertex: u32) -> &[u32] {
        &self.others[self.begins[vertex as usize]..self.begins[vertex as usize + 1]]
    }

    fn used(&self, vertex: u32) -> usize {
        self.used[vertex as usize].into()
    }
}
