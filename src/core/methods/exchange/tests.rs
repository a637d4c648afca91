//! Tests of packed arrangements and steps.

use std::{collections::BTreeSet, rc::Rc};

use proptest::prelude::*;
use satranj_encodings::{
    exchange::{Arrangement, Exchange, Kind},
    lattice::Lattice,
};

use super::{state::ExchangeState, *};
use crate::{
    limits::Limits,
    methods::{Context, MethodOptions, boards::lattice, meter::Meter},
};

/// Pieces of some kinds on a board; a piece is its name, its start and its goal.
pub fn model(rows: u32, columns: u32, pieces: &[(&str, u32, u32)]) -> Exchange {
    let mut names: Vec<&str> = pieces.iter().map(|(name, ..)| *name).collect();
    names.sort_unstable();
    names.dedup();
    let kinds: Vec<Lattice> = names.iter().map(|name| lattice(name, rows, columns, &[])).collect();
    let mut start: Arrangement = vec![None; (rows * columns) as usize];
    let mut goal = start.clone();
    for (name, from, to) in pieces {
        let kind = names.iter().position(|known| known == name).map(|kind| kind as Kind);
        (start[*from as usize], goal[*to as usize]) = (kind, kind);
    }
    let cells = lattice("king", rows, columns, &[]);
    Exchange { cells, kinds, start, goal, parallel: false, at_most: None }
}

/// The moves of a step, and the arrangement after it.
type Stepped = (Vec<(u32, u32)>, Vec<(u32, Kind)>);

/// Steps from an arrangement under a packing, each with the pieces afterwards.
fn steps_of<S: ExchangeState>(model: &Exchange) -> BTreeSet<Stepped> {
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut meter = Meter::new(&run).unwrap();
    let mut steps = ExchangeSteps::of(model);
    let packing = steps.packing.clone();
    let state = S::pack(&model.start, &packing);
    let mut all = BTreeSet::new();
    let ended = steps.each(&state, &mut meter, |_, moves, new: S| {
        let mut pieces = Vec::new();
        new.pieces(&packing, |vertex, kind| pieces.push((vertex, kind)));
        pieces.sort_unstable();
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        assert!(all.insert((moves, pieces)));
        Ok::<(), Reason>(())
    });
    assert_eq!(ended, Ok(()));
    all
}

#[test]
fn moves_are_those_of_the_model() {
    let model = model(4, 4, &[("queen", 5, 0), ("rook", 6, 1), ("knight", 9, 2)]);
    let mut expected = BTreeSet::new();
    for from in 0..16 {
        if let Some(kind) = model.start[from as usize] {
            model.moves_from(&model.start, kind, from, |to| {
                expected.insert((from, to));
            });
        }
    }
    let steps = steps_of::<u64>(&model);
    let moves: BTreeSet<(u32, u32)> = steps.iter().flat_map(|(moves, _)| moves.clone()).collect();
    assert_eq!(moves, expected);
    assert_eq!(steps.len(), expected.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn packings_agree_and_steps_can_be_turned_round(
        parallel in any::<bool>(),
        places in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(),
        names in prop::collection::vec(prop::sample::select(vec!["knight", "king", "rook", "bishop"]), 1..4),
    ) {
        let pieces: Vec<(&str, u32, u32)> =
            names.iter().zip(&places).map(|(name, &at)| (*name, at, at)).collect();
        let mut model = model(3, 3, &pieces);
        model.parallel = parallel;
        let steps = steps_of::<u64>(&model);
        prop_assert_eq!(&steps, &steps_of::<u128>(&model));
        prop_assert_eq!(&steps, &steps_of::<Rc<[u32]>>(&model));
        for (moves, after) in steps {
            let mut turned = model.clone();
            turned.start = vec![None; 9];
            for (vertex, kind) in after {
                turned.start[vertex as usize] = Some(kind);
            }
            let mut back: Vec<(u32, u32)> = moves.iter().map(|&(from, to)| (to, from)).collect();
            back.sort_unstable();
            let found = steps_of::<u64>(&turned).into_iter().any(|(moves, _)| moves == back);
            prop_assert!(found, "{:?}", back);
        }
    }
}
