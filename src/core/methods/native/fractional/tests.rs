//! Linear programs against plain enumeration.

use proptest::prelude::*;
use satranj_encodings::{
    dominating_set::DominatingSet,
    independent_set::IndependentSet,
    model::{Count, Model, WeightedSet},
    vertex_cover::VertexCover,
};

use super::{super::linear::LINEAR_WEIGHTED, *};
use crate::{
    limits::Limits,
    methods::{Goal, boards::sets},
};

const N: u32 = 9;

fn subsets() -> impl Iterator<Item = Vec<u32>> {
    (0..1_u32 << N).map(|bits| (0..N).filter(|at| bits >> at & 1 == 1).collect())
}

fn sum(weights: &[u32], set: &[u32]) -> u64 {
    set.iter().map(|&vertex| u64::from(weights[vertex as usize])).sum()
}

/// Whether these cliques show that no set without given vertices weighs more than `best`.
fn bounds(cliques: &[WeightedClique], denominator: u64, weights: &[u32], best: u64) -> bool {
    let covers = |vertex: u32| {
        let mine = cliques.iter().filter(|(clique, _)| clique.contains(&vertex));
        let covered = mine.map(|(_, weight)| weight).sum::<u64>();
        covered >= u64::from(weights[vertex as usize]) * denominator
    };
    let total: u64 = cliques.iter().map(|(_, weight)| weight).sum();
    (0..N).all(covers) && total / denominator <= best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn heaviest_sets_agree_with_plain_enumeration(
        edges in prop::collection::vec((0..N, 0..N), 0..20),
        weights in prop::collection::vec(1..30_u32, N as usize),
        is_cover in any::<bool>(),
    ) {
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let graph = Graph::from_edges(N, &edges);
        let is_free = |set: &Vec<u32>| {
            !edges.iter().any(|(a, b)| set.contains(a) && set.contains(b))
        };
        let best = subsets().filter(is_free).map(|set| sum(&weights, &set)).max().unwrap_or(0);
        let all = sum(&weights, &(0..N).collect::<Vec<_>>());
        let sets = if is_cover {
            Model::VertexCover(VertexCover::new(graph, Count::Optimum, vec![], vec![]))
        } else {
            Model::IndependentSet(IndependentSet::on_graph(graph, Count::Optimum))
        };
        let best = if is_cover { all - best } else { best };
        let model = Model::WeightedSet(WeightedSet::new(sets, weights.clone()).unwrap());
        let (ending, found, _) =
            sets::solve(&LINEAR_WEIGHTED, &model, Goal::First, Limits::default());
        prop_assert_eq!(found.last().map(|set| sum(&weights, set)), Some(best));
        let later = reason(&model, best, &|_| Ok(())).unwrap();
        let first = match ending {
            crate::methods::Ending::Proved(reason) => Some(reason),
            _ => None,
        };
        for reason in [later, first].into_iter().flatten() {
            let Obstruction::WeightedCliques(cliques, denominator) = reason else {
                return Err(TestCaseError::fail("another reason"));
            };
            let most = if is_cover { all - best } else { best };
            prop_assert!(bounds(&cliques, denominator, &weights, most));
        }
        // A bound is never better than the best.
        let better = if is_cover { best + 1 } else { best.saturating_sub(1) };
        prop_assert!(best == better || reason(&model, better, &|_| Ok(())).unwrap().is_none());
    }

    #[test]
    fn prices_bound_the_lightest_sets(
        edges in prop::collection::vec((0..N, 0..N), 0..20),
        weights in prop::collection::vec(1..4_u32, N as usize),
        given in prop::collection::vec(0..N, 0..2),
        blocked in prop::collection::vec(0..N, 0..2),
        total in any::<bool>(),
    ) {
        let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let blocked: Vec<u32> = blocked.into_iter().filter(|one| !given.contains(one)).collect();
        let set = DominatingSet::on_graph(Graph::from_edges(N, &edges), Count::Optimum);
        let mut set = set.with_given(given.clone()).with_blocked(blocked.clone());
        set.total = total;
        let is_right = |list: &Vec<u32>| {
            let is_dominated = |vertex| {
                let mut is_dominated = false;
                set.dominators(vertex, &mut |by| is_dominated |= list.contains(&by));
                is_dominated
            };
            given.iter().all(|one| list.contains(one))
                && !blocked.iter().any(|one| list.contains(one))
                && (0..N).all(is_dominated)
        };
        let best = subsets().filter(is_right).map(|list| sum(&weights, &list)).min();
        prop_assume!(best.is_some());
        let best = best.unwrap_or(0);
        let model = Model::WeightedSet(
            WeightedSet::new(Model::DominatingSet(set.clone()), weights.clone()).unwrap(),
        );
        prop_assert!(reason(&model, best + 1, &|_| Ok(())).unwrap().is_none());
        let Some(reason) = reason(&model, best, &|_| Ok(())).unwrap() else { return Ok(()) };
        let Obstruction::Prices(prices, denominator) = reason else {
            return Err(TestCaseError::fail("another reason"));
        };
        let mut got = vec![0; N as usize];
        for &(vertex, price) in &prices {
            set.dominators(vertex, &mut |by| got[by as usize] += price);
        }
        for one in (0..N).filter(|one| !blocked.contains(one)) {
            prop_assert!(got[one as usize] <= u64::from(weights[one as usize]) * denominator);
        }
        let paid: u64 = prices.iter().map(|(_, price)| price).sum();
        let mut given = given;
        given.dedup();
        let rest: u64 = given.iter()
            .map(|&one| u64::from(weights[one as usize]) * denominator - got[one as usize])
            .sum();
        prop_assert!((paid + rest).div_ceil(denominator) >= best);
    }
}

/// On odd cycles, halves and thirds bound what whole numbers do not.
#[test]
fn fractions_are_shown() {
    let cycle =
        |n: u32| Graph::from_edges(n, &(0..n).map(|at| (at, (at + 1) % n)).collect::<Vec<_>>());
    let set = IndependentSet::on_graph(cycle(7), Count::Optimum);
    let found = reason(&Model::IndependentSet(set), 3, &|_| Ok(())).unwrap();
    assert!(matches!(found, Some(Obstruction::WeightedCliques(cliques, 2)) if cliques.len() == 7));
    let set = DominatingSet::on_graph(cycle(7), Count::Optimum);
    let found = reason(&Model::DominatingSet(set), 3, &|_| Ok(())).unwrap();
    assert!(matches!(found, Some(Obstruction::Prices(prices, 3)) if prices.len() == 7));
}
