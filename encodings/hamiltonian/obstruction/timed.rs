//! Obstructions of given times: two vertices that no walk of the right length joins.

use std::collections::VecDeque;

use super::reason::HamiltonianObstruction;
use crate::hamiltonian::Hamiltonian;

/// Two vertices with successive times, but no walk past the other vertices with times joins them in
/// that many steps. An undirected walk may go back and forth, so its parity counts too.
///
/// O(t · (n + m)) for t times; a search ends after as many steps as there are between the times.
pub(super) fn given_times(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    if model.times.is_empty() {
        return None;
    }
    let n = model.vertices();
    let fixed = model.fixed_times();
    let mut is_fixed = vec![false; n as usize];
    for &(vertex, _) in &fixed {
        is_fixed[vertex as usize] = true;
    }
    let again = fixed.first().filter(|_| model.closed && fixed.len() > 1);
    let again = again.map(|&(vertex, time)| (vertex, time + n));
    let afters = fixed.iter().copied().skip(1).chain(again);
    let mut reached = vec![[false; 2]; n as usize];
    fixed.iter().zip(afters).find_map(|(&(from, begin), (to, end))| {
        let joins = has_walk(model, (from, to), end.checked_sub(begin)?, &is_fixed, &mut reached);
        (!joins).then(|| HamiltonianObstruction::GivenTimes(vec![from, to]))
    })
}

/// Whether a walk of that many steps may lead from one vertex to the other.
fn has_walk(
    model: &Hamiltonian,
    (from, to): (u32, u32),
    steps: u32,
    is_fixed: &[bool],
    reached: &mut [[bool; 2]],
) -> bool {
    let parity = |steps: u32| if model.is_directed() { 0 } else { (steps % 2) as usize };
    let mut queue = VecDeque::from([(from, 0)]);
    let mut seen = Vec::new();
    let mut found = false;
    while let Some((vertex, length)) = queue.pop_front() {
        if length == steps || found {
            break;
        }
        for (next, _) in model.successors(vertex) {
            found |= next == to && parity(length + 1) == parity(steps);
            let state = &mut reached[next as usize][parity(length + 1)];
            if !is_fixed[next as usize] && !*state {
                *state = true;
                seen.push(next);
                queue.push_back((next, length + 1));
            }
        }
    }
    for vertex in seen {
        reached[vertex as usize] = [false; 2];
    }
    found
}
