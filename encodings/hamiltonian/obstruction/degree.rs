//! Vertices with fewer edges than a path or cycle needs there.

use super::reason::HamiltonianObstruction;
use crate::{graph::Graph, hamiltonian::Hamiltonian};

/// More vertices with one edge than ends can be there, or one with none. O(n).
pub(super) fn low_degree(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let n = graph.vertices();
    if n == 1 && !model.closed {
        return None;
    }
    let free_ends = model.free_ends();
    let mut short = Vec::new();
    for vertex in 0..n {
        let degree = graph.neighbours(vertex).len();
        if degree == 0 {
            return Some(HamiltonianObstruction::LowDegree(vec![vertex]));
        }
        if degree == 1 && model.ends_at(vertex) == 0 {
            short.push(vertex);
            if short.len() > free_ends {
                return Some(HamiltonianObstruction::LowDegree(short));
            }
        }
    }
    None
}
