//! Packings: vertices that share no dominator, so each needs its own vertex of the set.

use super::DominatingSet;

/// A packing of a graph, in rising order: no vertex that may be in the set dominates two of them,
/// so a dominating set has at least as many vertices. Greedy: repeatedly takes the vertex with
/// fewest dominators that fits (Meir and Moon, "Relations between packing and covering numbers of a
/// tree", Pacific J. Math. 61, 1975: in trees the largest packing is as large as the smallest
/// dominating set). O(n log n + m).
#[must_use]
pub fn packing(model: &DominatingSet) -> Vec<u32> {
    let mut order: Vec<u32> = (0..model.vertices()).collect();
    order.sort_by_key(|&vertex| model.graph().neighbours(vertex).len());
    let mut used = vec![false; order.len()];
    let mut packing = Vec::new();
    for vertex in order {
        let mut fits = true;
        let mut dominators = 0;
        model.dominators(vertex, &mut |other| {
            fits &= !used[other as usize] || model.is_blocked(other);
            dominators += usize::from(!model.is_blocked(other));
        });
        if fits && dominators > 0 {
            model.dominators(vertex, &mut |other| used[other as usize] = true);
            packing.push(vertex);
        }
    }
    packing.sort_unstable();
    packing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{graph::Graph, model::Count};

    #[test]
    fn each_has_dominators_of_its_own() {
        let path: Vec<(u32, u32)> = (1..9).map(|vertex| (vertex - 1, vertex)).collect();
        let model = DominatingSet::on_graph(Graph::from_edges(9, &path), Count::Optimum);
        assert_eq!(packing(&model).len(), 3);
        let blocked = model.clone().with_blocked(vec![1, 4, 7]);
        assert!(packing(&blocked).len() > 3);
        let mut total = model;
        total.total = true;
        let packing = packing(&total);
        let mut dominators = Vec::new();
        for &vertex in &packing {
            total.dominators(vertex, &mut |by| dominators.push(by));
        }
        let count = dominators.len();
        dominators.sort_unstable();
        dominators.dedup();
        assert_eq!(dominators.len(), count);
        assert!(!packing.is_empty());
    }
}
