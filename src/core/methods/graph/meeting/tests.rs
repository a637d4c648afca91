//! Meetings on small boards against plain enumeration.

use std::ops::ControlFlow;

use proptest::prelude::*;
use satranj_encodings::model::{Model, Sense};

use super::*;
use crate::{
    limits::Limits,
    methods::{
        Context, MethodOptions,
        boards::{PIECES, lattice, sets, turns},
    },
};

const METHODS: [Method; 4] = [BFS, DIJKSTRA, FLOYD_WARSHALL, INCREMENTAL];

/// The meetings that a method finds.
fn ask(method: &Method, model: &Model, goal: Goal, limits: Limits) -> (Ending, Vec<Witness>) {
    let run = Context::new(limits, 0, MethodOptions::default());
    let mut found = Vec::new();
    let ending = method.solve(model, goal, &run, &mut |witness| {
        found.push(witness);
        ControlFlow::Continue(())
    });
    (ending.unwrap(), found)
}

/// The vertex and the turns of a meeting, whose paths are checked.
fn checked(model: &Meeting, witness: &Witness) -> (u32, u64) {
    let Witness::Meeting { vertex, paths } = witness else { panic!("{witness:?}") };
    assert_eq!(paths.len(), model.riders.len());
    for (rider, path) in model.riders.iter().zip(paths) {
        let mut at = rider.vertex;
        for &next in path {
            let mut list = Vec::new();
            model.lattice().neighbours(at, &mut list);
            assert!(list.contains(&next));
            at = next;
        }
        assert_eq!(at, *vertex);
    }
    (*vertex, model.turns(paths.iter().map(|path| path.len() as u64)))
}

fn check(model: &Meeting) {
    let all: Vec<(u32, u64)> =
        (0..).zip(turns(model)).filter_map(|(vertex, turns)| Some((vertex, turns?))).collect();
    let best = all.iter().copied().min_by_key(|&(_, turns)| turns);
    let asked = Model::Meeting(model.clone());
    assert_eq!(asked.sense(), Some(Sense::Minimise));
    for method in METHODS {
        let (ending, found) = ask(&method, &asked, Goal::First, Limits::default());
        let found: Vec<_> = found.iter().map(|witness| checked(model, witness)).collect();
        assert_eq!(found.last().copied(), best, "{}", method.name());
        match best {
            Some(_) => assert_eq!(ending, Ending::Exhausted),
            None => assert!(matches!(ending, Ending::Proved(Obstruction::Meeting(_)))),
        }
        let least = best.map_or(1, |(_, turns)| turns);
        for most in [least.saturating_sub(1), least, least + 1] {
            let asked = asked.with_value(most);
            let expected: Vec<_> = all.iter().copied().filter(|(_, its)| *its <= most).collect();
            let (ending, found) = ask(&method, &asked, Goal::All, Limits::default());
            let found: Vec<_> = found.iter().map(|witness| checked(model, witness)).collect();
            assert_eq!(found, expected, "{}", method.name());
            assert!(matches!(ending, Ending::Exhausted | Ending::Proved(_)));
            let (_, found) = ask(&method, &asked, Goal::First, Limits::default());
            assert_eq!(found.len(), usize::from(!expected.is_empty()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn meetings_agree_with_the_distances_of_all_pairs(
        piece in proptest::sample::select(PIECES.to_vec()),
        board in sets::boards(6, 6),
        riders in proptest::collection::vec((any::<prop::sample::Index>(), 1_u32..=9), 0..5),
    ) {
        let lattice = board.lattice(piece);
        let vertices = lattice.vertices() as usize;
        if vertices > 0 {
            let rider = |(at, jumps): (prop::sample::Index, u32)| {
                Rider { vertex: at.index(vertices) as u32, jumps }
            };
            check(&Meeting::new(lattice, riders.into_iter().map(rider).collect()));
        }
    }
}

#[test]
fn limits_stop_every_method() {
    let riders = [0, 5, 99].map(|vertex| Rider { vertex, jumps: 2 }).to_vec();
    let model = Model::Meeting(Meeting::new(lattice("knight", 10, 10, &[]), riders.clone()));
    let large = Meeting::new(lattice("king", 400, 400, &[]), riders);
    for method in METHODS {
        let nodes = Limits { nodes: Some(1), ..Limits::default() };
        let (ending, found) = ask(&method, &model, Goal::First, nodes);
        assert_eq!(ending, Ending::Stopped(Reason::NodeLimit));
        assert!(found.is_empty());
        let asked = Model::Meeting(large.clone());
        if method.supports(&asked, Goal::First) {
            let memory = Limits { memory: Some(1), ..Limits::default() };
            let (ending, _) = ask(&method, &asked, Goal::First, memory);
            assert_eq!(ending, Ending::Stopped(Reason::MemoryLimit));
        }
    }
}

#[test]
fn all_pairs_are_for_small_boards() {
    let supports = |rows| {
        let model = Meeting::new(lattice("knight", rows, 10, &[]), Vec::new());
        FLOYD_WARSHALL.supports(&Model::Meeting(model), Goal::First)
    };
    assert!(supports(MOST_FOR_ALL_PAIRS / 10));
    assert!(!supports(MOST_FOR_ALL_PAIRS / 10 + 1));
}
