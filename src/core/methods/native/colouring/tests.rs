//! Colourings against plain enumeration and published numbers.

use std::{collections::BTreeSet, ops::ControlFlow};

use num_bigint::BigUint;
use proptest::prelude::*;
use satranj_encodings::{
    colouring::Colouring,
    graph::Graph,
    model::{Count, Model},
};

use super::DSATUR;
use crate::{
    limits::Limits,
    methods::{Context, Counting, Ending, Goal, MethodOptions},
};

fn context() -> Context {
    Context::new(Limits::default(), 0, MethodOptions::default())
}

fn found(model: &Model, goal: Goal) -> (Ending, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    let ending = DSATUR.solve(model, goal, &context(), &mut |witness| {
        found.push(witness.numbers().to_vec());
        ControlFlow::Continue(())
    });
    (ending.unwrap(), found)
}

fn fewest(graph: Graph) -> u32 {
    let model = Model::Colouring(Colouring::new(graph, Count::Optimum, Vec::new()));
    let (ending, found) = found(&model, Goal::First);
    assert_eq!(ending, Ending::Exhausted);
    Colouring::value(found.last().unwrap())
}

/// Queens in a row, column or diagonal.
fn queens(n: u32) -> Graph {
    let pairs = (0..n * n).flat_map(|b| (0..b).map(move |a| (a, b)));
    let attacks = |(a, b): &(u32, u32)| {
        let (rows, columns) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
        rows == 0 || columns == 0 || rows == columns
    };
    Graph::from_edges(n * n, &pairs.filter(attacks).collect::<Vec<_>>())
}

/// Mycielski's triangle-free graph with this many colours.
fn mycielski(colours: u32) -> Graph {
    let mut n = 2;
    let mut edges = vec![(0, 1)];
    for _ in 2..colours {
        let twins: Vec<(u32, u32)> =
            edges.iter().flat_map(|&(a, b)| [(a, b + n), (a + n, b)]).collect();
        edges.extend(twins);
        edges.extend((0..n).map(|vertex| (vertex + n, 2 * n)));
        n = 2 * n + 1;
    }
    Graph::from_edges(n, &edges)
}

/// A088202.
#[test]
fn published_numbers() {
    for (n, colours) in [(1, 1), (2, 4), (3, 5), (4, 5), (5, 5), (6, 7)] {
        assert_eq!(fewest(queens(n)), colours, "{n}");
    }
    for colours in 2..=5 {
        assert_eq!(fewest(mycielski(colours)), colours);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_colouring_agrees_with_plain_enumeration(
        n in 1..6u32,
        pairs in prop::collection::vec((0..5u32, 0..5u32), 0..12),
        given in prop::collection::vec((0..5u32, 0..4u32), 0..3),
        colours in 1..5u32,
    ) {
        let edges: Vec<(u32, u32)> =
            pairs.into_iter().filter(|&(a, b)| a.max(b) < n && a != b).collect();
        let given: Vec<(u32, u32)> = given.into_iter().filter(|&(v, _)| v < n).collect();
        let all = |colours: u32| -> BTreeSet<Vec<u32>> {
            let colourings = (0..colours.pow(n))
                .map(|code| (0..n).map(|v| code / colours.pow(v) % colours).collect::<Vec<u32>>());
            let right = |colouring: &Vec<u32>| {
                edges.iter().all(|&(a, b)| colouring[a as usize] != colouring[b as usize])
                    && given.iter().all(|&(v, colour)| colouring[v as usize] == colour)
            };
            colourings.filter(right).collect()
        };
        let graph = Graph::from_edges(n, &edges);
        let colouring = Colouring::new(graph.clone(), Count::Exactly(colours), given.clone());
        let model = Model::Colouring(colouring);
        let expected = all(colours);
        let (_, listed) = found(&model, Goal::All);
        prop_assert_eq!(listed.len(), expected.len());
        prop_assert_eq!(&listed.into_iter().collect::<BTreeSet<_>>(), &expected);
        let count = |model: &Model| {
            DSATUR.counter(model, Counting::default()).unwrap().count(&context()).unwrap()
        };
        prop_assert_eq!(count(&model).count, BigUint::from(expected.len()));
        let (ending, one) = found(&model, Goal::First);
        prop_assert_eq!(one.len(), usize::from(!expected.is_empty()));
        prop_assert!(one.iter().all(|one| expected.contains(one)));
        prop_assert_eq!(ending == Ending::Enough, !expected.is_empty());
        let best = (1..=5).find(|&colours| !all(colours).is_empty());
        let fewest = Model::Colouring(Colouring::new(graph, Count::Optimum, given.clone()));
        let (_, better) = found(&fewest, Goal::First);
        prop_assert_eq!(better.last().map(|one| Colouring::value(one)), best);
        prop_assert_eq!(count(&fewest).objective, best.map(u64::from));
        if let Some(best) = best {
            prop_assert_eq!(count(&fewest).count, BigUint::from(all(best).len()));
        }
    }
}
