//! Routes on small boards against plain enumeration of all simple paths.

use std::{collections::BTreeSet, ops::ControlFlow};

use num_bigint::BigUint;
use proptest::prelude::*;
use satranj_encodings::{model::Model, shortest_path::PathObstruction};
use satranj_oracles::routes::{Patience, PlainRoute};

use super::*;
use crate::{
    limits::Limits,
    methods::{
        Context, Counted, MethodOptions,
        boards::{PIECES, lattice, moves, sets},
    },
};

const METHODS: [&Method; 3] = [&BFS, &DIJKSTRA, &A_STAR];

fn check(model: &Route) {
    let plain = PlainRoute {
        next: moves(model.lattice()),
        from: model.from,
        to: model.to,
        costs: (0..model.lattice().vertices()).map(|vertex| model.weight(vertex)).collect(),
    };
    let routes = plain.within(u64::MAX, Patience::ENDLESS).unwrap();
    let all: Vec<(u64, Vec<u32>)> =
        routes.into_iter().map(|path| (plain.cost(&path), path)).collect();
    let least = all.iter().map(|(cost, _)| *cost).min();
    let shortest = all.iter().filter(|(cost, _)| Some(*cost) == least).count();
    let asked = Model::Route(model.clone());
    for method in METHODS.into_iter().filter(|method| method.supports(&asked, Goal::First)) {
        let name = method.name();
        let (ending, found, _) = sets::solve(method, &asked, Goal::First, Limits::default());
        assert_eq!(found.last().map(|path| model.cost(path)), least, "{name}");
        match ending {
            Ending::Exhausted => assert!(name == "graph:astar" && least.is_some()),
            Ending::Proved(Obstruction::Path(PathObstruction::Distances(list))) => {
                assert_eq!(list[model.to as usize], least, "{name}");
            }
            Ending::Proved(_) => assert_eq!(least, None),
            other => panic!("{name}: {other:?}"),
        }
        if let Some(counter) = method.counter(&asked, Counting::default()) {
            let run = Context::new(Limits::default(), 0, MethodOptions::default());
            let count = BigUint::from(shortest);
            let counted = Counted { count, objective: least, ..Counted::default() };
            assert_eq!(counter.count(&run), Ok(counted), "{name}");
        }
        let first = least.unwrap_or(3);
        for most in [first.saturating_sub(1), first, first + 1, first + 3] {
            let model = asked.with_value(most);
            assert!(!method.counts(&model, Counting::default()));
            let expected: BTreeSet<Vec<u32>> = all
                .iter()
                .filter(|(cost, _)| *cost <= most)
                .map(|(_, path)| path.clone())
                .collect();
            let (_, found, _) = sets::solve(method, &model, Goal::First, Limits::default());
            assert_eq!(found.len(), usize::from(!expected.is_empty()), "{name}");
            assert!(found.iter().all(|path| expected.contains(path)), "{name}");
            if method.supports(&model, Goal::All) {
                let (_, found, _) = sets::solve(method, &model, Goal::All, Limits::default());
                assert_eq!(found.len(), expected.len(), "{name}");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{name}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn all_paths_agree_with_plain_enumeration(
        piece in proptest::sample::select(PIECES.to_vec()),
        board in sets::boards(3, 3),
        ends in any::<[prop::sample::Index; 2]>(),
        weights in proptest::option::of(proptest::collection::vec(1_u8..=9, 9)),
    ) {
        let lattice = board.lattice(piece);
        let vertices = lattice.vertices() as usize;
        if vertices > 0 {
            let [from, to] = ends.map(|end| end.index(vertices) as u32);
            let weights = weights.map(|weights| weights[..vertices].to_vec());
            check(&Route::new(lattice, from, to, weights));
        }
    }
}

#[test]
fn a_large_board_ends_at_the_end() {
    // 1,800 x 15 squares are more than are proved by distances.
    let model = Route::new(lattice("knight", 1800, 15, &[]), 0, 15, None);
    let model = Model::Route(model);
    for method in METHODS {
        let (ending, found, run) = sets::solve(method, &model, Goal::First, Limits::default());
        assert_eq!((ending, found[0].len()), (Ending::Exhausted, 4));
        assert!(run.counters.nodes.get() < 100);
    }
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    for method in [BFS, DIJKSTRA] {
        let counted = method.counter(&model, Counting::default()).unwrap().count(&run).unwrap();
        // From a corner: two first moves, two last ones, one way each.
        assert_eq!((counted.count, counted.objective), (2_u32.into(), Some(3)));
    }
}

#[test]
fn limits_stop_every_method() {
    let model = Route::new(lattice("king", 40, 40, &[]), 0, 1599, None);
    let model = Model::Route(model);
    for method in METHODS {
        for nodes in [0, 1, 7] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (ending, found, run) = sets::solve(method, &model, Goal::First, limits);
            assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
            assert_eq!((found.len(), run.counters.nodes.get()), (0, nodes));
        }
        let limits = Limits { memory: Some(1), ..Limits::default() };
        let large = Route::new(lattice("king", 400, 400, &[]), 0, 1599, None);
        let (ending, ..) = sets::solve(method, &Model::Route(large), Goal::First, limits);
        assert_eq!(ending, Ending::Stopped(Reason::MemoryLimit));
    }
    // More paths than anyone waits for, and the first ones immediately.
    let model = model.with_value(1000_u64);
    for method in [BFS, DIJKSTRA] {
        let run = Context::new(Limits::default(), 0, MethodOptions::default());
        let mut seen = BTreeSet::new();
        let ending = method.solve(&model, Goal::All, &run, &mut |witness| {
            seen.insert(witness.numbers().to_vec());
            if seen.len() < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((ending.unwrap(), seen.len()), (Ending::Enough, 50));
    }
}
