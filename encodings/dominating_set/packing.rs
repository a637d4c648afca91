//! Prices of vertices that bound the weight of a dominating set; packings: vertices that share no
//! dominator, so each needs its own vertex of the set.

use super::{DominatingSet, reduction::CoverReduction};

/// A packing of a graph, in rising order: no vertex that may be in the set dominates two of them,
/// so a dominating set has at least as many vertices (Meir and Moon, "Relations between packing and
/// covering numbers of a tree", Pacific J. Math. 61, 1975: in trees the largest packing is as large
/// as the smallest dominating set). These are the vertices with a [price](prices) if each weighs 1.
#[must_use]
pub fn packing(model: &DominatingSet) -> Vec<u32> {
    let paid = prices(model, &vec![1; model.vertices() as usize]);
    paid.into_iter().map(|(vertex, _)| vertex).collect()
}

/// The price that each vertex pays for being dominated: no vertex that may be in the set receives
/// more from the vertices it dominates than it weighs, so a dominating set weighs at least as much
/// as all prices together. Each vertex pays as much as it can (dual ascent: Erlenkotter, Operations
/// Research 26, 1978): first those that pay in a [reduction](CoverReduction), which are the best
/// prices if it leaves nothing, then those with fewest dominators. Zero prices are left out.
/// O(n log n + m) beside the reduction.
#[must_use]
pub fn prices(set: &DominatingSet, weights: &[u32]) -> Vec<(u32, u64)> {
    let mut reduction = CoverReduction::new(set, weights.to_vec());
    reduction.reduce(set);
    let mut others: Vec<u32> = (0..set.vertices()).collect();
    others.sort_by_key(|&vertex| set.graph().neighbours(vertex).len());
    let mut prices = paid(set, weights, reduction.payers().chain(others)).0;
    prices.sort_unstable();
    prices
}

/// What these vertices pay, each as much as it can, and how much of each weight is left.
#[must_use]
pub fn paid(
    set: &DominatingSet,
    weights: &[u32],
    payers: impl Iterator<Item = u32>,
) -> (Vec<(u32, u64)>, Vec<u64>) {
    let mut left: Vec<u64> = weights.iter().copied().map(u64::from).collect();
    let mut prices = Vec::new();
    let mut dominators = Vec::new();
    for vertex in payers {
        dominators.clear();
        set.dominators(vertex, &mut |by| {
            if !set.is_blocked(by) {
                dominators.push(by);
            }
        });
        let price = dominators.iter().map(|&by| left[by as usize]).min().unwrap_or(0);
        if price > 0 {
            for &by in &dominators {
                left[by as usize] -= price;
            }
            prices.push((vertex, price));
        }
    }
    (prices, left)
}

/// The lower bound on the weight of a dominating set: all prices plus the weights of the given
/// vertices.
#[must_use]
pub fn bound(set: &DominatingSet, weights: &[u32], prices: &[(u32, u64)]) -> u64 {
    let given = set.pieces().distinct_given();
    let mut got = vec![0; weights.len()];
    for &(vertex, price) in prices {
        set.dominators(vertex, &mut |by| got[by as usize] += price);
    }
    let rest =
        given.iter().map(|&vertex| u64::from(weights[vertex as usize]) - got[vertex as usize]);
    rest.sum::<u64>() + prices.iter().map(|(_, price)| price).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

        #[test]
        fn no_set_that_dominates_weighs_less(
            edges in prop::collection::vec((0..8u32, 0..8u32), 0..20),
            weights in prop::collection::vec(1..20u32, 8),
            given in prop::collection::vec(0..8u32, 0..3),
            blocked in prop::collection::vec(0..8u32, 0..3),
            total in any::<bool>(),
        ) {
            let blocked: Vec<u32> = blocked.into_iter().filter(|one| !given.contains(one)).collect();
            let set = DominatingSet::on_graph(Graph::from_edges(8, &edges), Count::Optimum);
            let mut set = set.with_given(given.clone()).with_blocked(blocked.clone());
            set.total = total;
            let prices = prices(&set, &weights);
            let least = bound(&set, &weights, &prices);
            for bits in 0..1u32 << 8 {
                let inside = |vertex: u32| bits >> vertex & 1 == 1;
                let is_dominated = |vertex| {
                    let mut is_dominated = false;
                    set.dominators(vertex, &mut |by| is_dominated |= inside(by));
                    is_dominated
                };
                let fits = given.iter().all(|&one| inside(one))
                    && !blocked.iter().any(|&one| inside(one))
                    && (0..8).all(is_dominated);
                let weight = (0..8).filter(|&one| inside(one)).map(|one| weights[one as usize]);
                prop_assert!(!fits || u64::from(weight.sum::<u32>()) >= least);
            }
        }
    }
}
