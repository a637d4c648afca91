//! Given edges that cannot all be used.

use std::collections::{BTreeMap, BTreeSet};

use super::reason::HamiltonianObstruction;
use crate::hamiltonian::Hamiltonian;

/// Three given edges at a vertex, or a round of them that closes too soon. O(g log g) for g
/// given edges.
pub(super) fn given(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    let mut edges: Vec<(u32, u32)> =
        model.given.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut partners = BTreeMap::<u32, Vec<u32>>::new();
    for &(a, b) in &edges {
        partners.entry(a).or_default().push(b);
        partners.entry(b).or_default().push(a);
    }
    for (&vertex, others) in &partners {
        if others.len() + model.ends_at(vertex) > 2 {
            let mut shown = vec![vertex];
            shown.extend(others);
            return Some(HamiltonianObstruction::Given(shown));
        }
    }
    // Every vertex has at most two now: walk each round and see whether it closes too soon.
    let mut seen = BTreeSet::new();
    for &root in partners.keys() {
        let mut round = vec![root];
        let (mut before, mut vertex) = (root, root);
        if !seen.insert(root) {
            continue;
        }
        while let Some(&next) = partners[&vertex].iter().find(|&&next| next != before) {
            if next == root {
                if round.len() < model.vertices() as usize || !model.closed {
                    return Some(HamiltonianObstruction::Given(round));
                }
                break;
            }
            if !seen.insert(next) {
                break;
            }
            round.push(next);
            (before, vertex) = (vertex, next);
        }
    }
    None
}
