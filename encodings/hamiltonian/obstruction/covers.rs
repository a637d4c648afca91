//! Directed graphs with at most two choices at each vertex, none of whose cycle covers is one cycle.

use std::mem;

use super::reason::HamiltonianObstruction;
use crate::hamiltonian::{
    Hamiltonian,
    arcs::Arcs,
    forcing::of_covers,
    merging::{Components, NONE},
};

/// The arcs of a graph in which forced arcs may leave two at each vertex, per vertex.
const MOST_ARCS: u32 = 4;

/// All covers are tried if their number times that of the vertices is at most this.
const MOST_STEPS: u64 = 1 << 22;

/// The tails of an alternating cycle, each with both of its heads.
type AlternatingCycle = Vec<(u32, [u32; 2])>;

/// The successors of each vertex, and its predecessors.
type Choices = [Vec<Vec<u32>>; 2];

/// A reason as in [`HamiltonianObstruction::CycleCovers`].
///
/// Where an arc is the only one from its tail or to its head, the others at its head or tail are left
/// out. If each vertex then has at most two successors and predecessors, the arcs that are left to
/// choose fall into alternating cycles: from a tail to a head, to the other tail of that head, and so on.
/// A cycle cover takes every other arc of each. The other choice in a cycle of k tails changes the sign
/// of the cover as a permutation by k - 1 exchanges, so with odd k everywhere all covers have an even
/// number of cycles, or all an odd one (Rankin 1948; Swan, *A simple proof of Rankin's campanological
/// theorem*, American Mathematical Monthly 106, 1999). O(n + m) time, and 2²² steps.
pub(super) fn no_single_cover(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    if !model.is_directed() || !model.closed {
        return None;
    }
    let choices = forced(model)?;
    let (mut cover, cycles) = alternating(&choices);
    if cycles.iter().all(|cycle| cycle.len() % 2 != 0) && cycles_of(&cover).is_multiple_of(2) {
        return Some(HamiltonianObstruction::CycleCovers { count: None });
    }
    let count = 1_u64.checked_shl(cycles.len() as u32).filter(|_| cycles.len() < 64)?;
    if count.saturating_mul(model.vertices().into()) > MOST_STEPS {
        return None;
    }
    for chosen in 0..count {
        for (at, cycle) in cycles.iter().enumerate() {
            let is_other = usize::from(chosen >> at & 1 != 0);
            for (tail, heads) in cycle {
                cover[*tail as usize] = heads[is_other];
            }
        }
        if cycles_of(&cover) == 1 {
            return None;
        }
    }
    Some(HamiltonianObstruction::CycleCovers { count: Some(count as u32) })
}

/// The choices that forced arcs leave, if there are one or two at each vertex.
fn forced(model: &Hamiltonian) -> Option<Choices> {
    let n = model.vertices();
    let arcs = Arcs::new(n, model.arcs());
    if arcs.len() > MOST_ARCS.saturating_mul(n) {
        return None;
    }
    let removed = of_covers(&arcs, &model.given).removed;
    let mut choices: Choices = [vec![Vec::new(); n as usize], vec![Vec::new(); n as usize]];
    for arc in (0..arcs.len()).filter(|&arc| !removed.contains(arc as usize)) {
        let (tail, head) = arcs.ends(arc);
        choices[0][tail as usize].push(head);
        choices[1][head as usize].push(tail);
    }
    let [next, before] = &choices;
    // Given arcs that contradict one another leave other numbers; another check reports that.
    let is_even = |heads: &Vec<u32>| {
        let mut tails = heads.iter().map(|&head| before[head as usize].len());
        (1..=2).contains(&heads.len()) && tails.all(|tails| tails == heads.len())
    };
    next.iter().all(is_even).then_some(choices)
}

/// A cycle cover, and the tails of each alternating cycle with both of their heads; the cover takes the
/// first.
fn alternating([next, before]: &Choices) -> (Vec<u32>, Vec<AlternatingCycle>) {
    let other = |list: &[u32], one: u32| if list[0] == one { list[1] } else { list[0] };
    let mut cover: Vec<u32> = next.iter().map(|heads| heads[0]).collect();
    let mut is_seen: Vec<bool> = next.iter().map(|heads| heads.len() < 2).collect();
    let mut cycles = Vec::new();
    for first in 0..next.len() {
        let (mut tail, mut head) = (first, next[first][0]);
        let mut cycle = Vec::new();
        while !mem::replace(&mut is_seen[tail], true) {
            let last = other(&next[tail], head);
            cycle.push((tail as u32, [head, last]));
            cover[tail] = head;
            (tail, head) = (other(&before[last as usize], tail as u32) as usize, last);
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    (cover, cycles)
}

/// The number of cycles of a cover.
fn cycles_of(cover: &[u32]) -> usize {
    Components::of(cover.iter().map(|&next| [next, NONE]).collect(), None).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether one of all choices of a successor each is a single cycle.
    fn has_cycle(next: &[Vec<u32>]) -> bool {
        (0..1_u32 << next.len()).any(|chosen| {
            let cover: Vec<u32> = (0..next.len())
                .map(|at| next[at][(chosen >> at & 1) as usize % next[at].len()])
                .collect();
            let mut heads = cover.clone();
            heads.sort_unstable();
            heads.dedup();
            heads.len() == next.len() && cycles_of(&cover) == 1
        })
    }

    proptest! {
        /// Two permutations give each vertex two successors and two predecessors, so the few covers of
        /// a small graph are all tried.
        #[test]
        fn a_reason_is_found_if_and_only_if_there_is_no_cycle(
            (one, other) in (3_u32..=9).prop_flat_map(|n| {
                let all = Just((0..n).collect::<Vec<u32>>());
                (all.clone().prop_shuffle(), all.prop_shuffle())
            }),
        ) {
            let mut next: Vec<Vec<u32>> = one.iter().zip(&other).map(|(&a, &b)| vec![a, b]).collect();
            for (vertex, heads) in next.iter_mut().enumerate() {
                heads.retain(|&head| head as usize != vertex);
                heads.dedup();
            }
            let arcs: Vec<(u32, u32)> =
                (0..).zip(&next).flat_map(|(at, heads)| heads.iter().map(move |&to| (at, to))).collect();
            let model = Hamiltonian::on_arcs(next.len() as u32, &arcs, true);
            // Loops that were left out may leave a vertex without a successor.
            if let Some(choices) = forced(&model) {
                prop_assert!(choices.iter().flatten().all(|list| !list.is_empty()));
                prop_assert_eq!(no_single_cover(&model).is_none(), has_cycle(&next));
            }
            let given: Vec<(u32, u32)> = next[0].first().map(|&head| (0, head)).into_iter().collect();
            next[0].truncate(1);
            let model = Hamiltonian { given, ..model };
            if forced(&model).is_some() {
                prop_assert_eq!(no_single_cover(&model).is_none(), has_cycle(&next));
            }
            let open = Hamiltonian { closed: false, ..model };
            prop_assert_eq!(no_single_cover(&open), None);
        }
    }
}
