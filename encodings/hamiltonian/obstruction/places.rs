//! Vertices whose neighbours, or successors, have too few places for the edges that they need.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
};

use super::reason::HamiltonianObstruction;
use crate::{
    b_matching::BMatching,
    flat_lists::FlatLists,
    graph::Graph,
    hamiltonian::{Hamiltonian, arcs::Arcs},
};

/// The most sets examined to find a small one.
const SETS: usize = 64;

/// The approximate limit on the total size of those sets.
const ENTRIES: usize = 1 << 22;

/// A set without enough places, as in [`HamiltonianObstruction::NoTwoFactor`].
///
/// In a cycle each vertex has two neighbours: a b-matching between two copies of the vertices, in
/// which each wants two and has two places. Without one that set exists: the vertices that
/// could pass a place on to one that lacks one. This is exact for cycles in bipartite graphs; for
/// other graphs it omits those conditions of Tutte (1952) that count odd components. O(√n · (n +
/// m)) time, about 48 bytes per vertex and 8 per arc, 4 more with given edges.
pub fn two_factor(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let n = graph.vertices();
    if n < 2 {
        return None;
    }
    let given: BTreeSet<(u32, u32)> =
        model.given.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let open = (!given.is_empty()).then(|| {
        let mut open = FlatLists::default();
        for vertex in 0..n {
            let others = graph.neighbours(vertex).iter().copied();
            open.push(others.filter(|&other| !given.contains(&(vertex, other))));
        }
        open
    });
    let neighbours = |vertex| match &open {
        Some(open) => open.get(vertex as usize),
        None => graph.neighbours(vertex),
    };
    // A vertex wants as many edges as it has places: two, less those already known.
    let wanted = |vertex| {
        let given = graph.neighbours(vertex).len() - neighbours(vertex).len();
        2_usize.saturating_sub(model.ends_at(vertex) + given) as u8
    };
    let wanted: Vec<u8> = (0..n).map(wanted).collect();
    lacking(&wanted, &wanted, model.free_ends() as u64, neighbours, neighbours)
        .map(HamiltonianObstruction::NoTwoFactor)
}

/// A set with too few successors, as in [`HamiltonianObstruction::NoCycleCover`].
///
/// In a cycle each vertex has its own successor: a matching between two copies of the vertices.
/// Without a matching that set exists (Hall 1935). O(√n · (n + m)) time, about 48 bytes per
/// vertex and 8 per arc.
#[must_use]
pub fn cycle_cover(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    let n = model.vertices();
    if n < 2 {
        return None;
    }
    let next: BTreeMap<u32, u32> = model.given.iter().copied().collect();
    let before: BTreeMap<u32, u32> = model.given.iter().map(|&(a, b)| (b, a)).collect();
    // There are no others at the tails and heads of given arcs. Of several given arcs at a vertex
    // all but one are dropped: another check reports those.
    let may = |&(tail, head): &(u32, u32)| {
        next.get(&tail).is_none_or(|&only| only == head)
            && before.get(&head).is_none_or(|&only| only == tail)
    };
    let arcs = Arcs::new(n, model.arcs().filter(may));
    let mut tails = FlatLists::default();
    (0..n).for_each(|vertex| tails.push(arcs.predecessors(vertex)));
    let is_fixed = |end: Option<u32>, vertex| !model.closed && end == Some(vertex);
    let wanted: Vec<u8> = (0..n).map(|vertex| u8::from(!is_fixed(model.end, vertex))).collect();
    let places: Vec<u8> = (0..n).map(|vertex| u8::from(!is_fixed(model.start, vertex))).collect();
    let spare = u64::from(!model.closed && model.end.is_none());
    let (successors, predecessors) =
        (|vertex| arcs.successors(vertex), |vertex: u32| tails.get(vertex as usize));
    let mut vertices = lacking(&wanted, &places, spare, successors, predecessors)?;
    vertices.retain(|&vertex| wanted[vertex as usize] > 0);
    let heads = vertices.iter().flat_map(|&vertex| successors(vertex)).copied();
    let heads: BTreeSet<u32> = heads.filter(|&head| places[head as usize] > 0).collect();
    let successors = heads.into_iter().collect();
    Some(HamiltonianObstruction::NoCycleCover { vertices, successors })
}

/// A set of vertices that want more than `spare` more successors than they find places, rising.
fn lacking<'g>(
    wanted: &[u8],
    places: &[u8],
    spare: u64,
    successors: impl Fn(u32) -> &'g [u32] + Copy,
    predecessors: impl Fn(u32) -> &'g [u32],
) -> Option<Vec<u32>> {
    let (n, all) = (wanted.len() as u32, (wanted.to_vec(), places.to_vec()));
    let matching = BMatching::maximum(all.0, all.1, spare, successors, predecessors);
    if matching.missing() <= spare {
        return None;
    }
    let mut set = unsatisfied(n, &matching, spare);
    reduce(&mut set, (wanted, places), spare, successors);
    set.sort_unstable();
    Some(set)
}

/// A set of left copies that lack more than `spare` in all and cannot pass that on.
fn unsatisfied<'g, S, P>(n: u32, matching: &BMatching<S, P>, spare: u64) -> Vec<u32>
where
    S: Fn(u32) -> &'g [u32],
    P: Fn(u32) -> &'g [u32],
{
    let mut closures: Vec<Vec<u32>> = Vec::new();
    let (mut size, mut missing) = (0, 0);
    for root in (0..n).filter(|&vertex| matching.missing_at(vertex) > 0) {
        if missing > spare && (closures.len() >= SETS || size >= ENTRIES) {
            break;
        }
        let closure = matching.closure(root);
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
fn reduce<'g>(
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
