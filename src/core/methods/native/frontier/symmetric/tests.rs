//! Classes and the tours that symmetries keep, against plain enumeration and known numbers.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use satranj_encodings::{hamiltonian::Hamiltonian, lattice::LatticeSymmetry, model::Model};

use super::{
    super::{FRONTIER, halves::ExchangedCount},
    ByParity, KeptTours, OrbitProgram, OrbitQuestion, VertexOrbits, of_model,
};
use crate::{
    limits::Limits,
    methods::{
        ByDirection, Context, Counted, Counting, MethodOptions,
        boards::{
            PIECES, lattice,
            tours::{knight, plain},
        },
        cycle::CycleQuestion,
    },
};

fn counted(model: &Hamiltonian) -> Counted {
    let context = Context::new(Limits::default(), 0, MethodOptions::default());
    let counting = Counting { classes: true, by_size: false };
    let model = Model::Hamiltonian(model.clone());
    FRONTIER.counter(&model, counting).unwrap().count(&context).unwrap()
}

/// The paths, or cycles from the first vertex, in both directions or in one alone.
fn tours(model: &Hamiltonian, directed: bool) -> BTreeSet<Vec<u32>> {
    let has_ends = model.start.is_some() || model.end.is_some();
    let both = |path: Vec<u32>| {
        let mut reverse = path.clone();
        reverse[usize::from(model.closed)..].reverse();
        if has_ends && !model.closed {
            return vec![path];
        }
        if directed { vec![path, reverse] } else { vec![path.min(reverse)] }
    };
    plain(model).all().into_iter().flat_map(both).collect()
}

/// The image of a tour, written as the tours are.
fn image(
    model: &Hamiltonian,
    symmetry: &LatticeSymmetry,
    tour: &[u32],
    directed: bool,
) -> Vec<u32> {
    let mut path: Vec<u32> = tour.iter().map(|&vertex| symmetry.images[vertex as usize]).collect();
    if model.closed {
        let first = path.iter().position(|&vertex| vertex == 0).unwrap();
        path.rotate_left(first);
    }
    let mut reverse = path.clone();
    reverse[usize::from(model.closed)..].reverse();
    let has_ends = !model.closed && (model.start.is_some() || model.end.is_some());
    if directed || has_ends { path } else { path.min(reverse) }
}

fn agrees(model: &Hamiltonian) {
    let symmetries = of_model(model, model.lattice().unwrap());
    let said = counted(model);
    let mut classes = [false, true].map(|directed| {
        let all = tours(model, directed);
        let image =
            |symmetry: &LatticeSymmetry, tour: &[u32]| image(model, symmetry, tour, directed);
        let least = |tour: &Vec<u32>| symmetries.iter().map(|symmetry| image(symmetry, tour)).min();
        if directed != model.closed {
            assert_eq!(said.count, all.len().into(), "{model:?}");
            for (kept, symmetry) in said.kept.iter().zip(&symmetries) {
                let is_kept = |tour: &&Vec<u32>| image(symmetry, tour) == **tour;
                let number = all.iter().filter(is_kept).count();
                assert_eq!(kept.symmetry, symmetry.name);
                assert_eq!(kept.count, number.into(), "{} {model:?}", symmetry.name);
            }
        }
        BigUint::from(all.iter().map(least).collect::<BTreeSet<_>>().len())
    });
    assert_eq!(said.kept.len(), symmetries.len());
    assert_eq!(said.classes.as_ref(), Some(&classes[usize::from(!model.closed)]), "{model:?}");
    let [undirected, directed] = classes.each_mut().map(std::mem::take);
    assert_eq!(said.classes_by_direction, Some(ByDirection { directed, undirected }), "{model:?}");
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn small_boards_agree_with_plain_enumeration() {
    for (piece, sizes) in [
        ("king", &[(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 5), (3, 4)][..]),
        ("wazir", &[(1, 3), (2, 2), (2, 4), (4, 2), (3, 4), (4, 4), (5, 5), (4, 6)]),
        ("rook", &[(1, 3), (1, 4), (2, 2), (2, 3), (1, 6), (2, 4)]),
        ("queen", &[(2, 2), (2, 3), (1, 5), (3, 3)]),
        ("knight", &[(3, 4), (3, 7), (4, 5), (5, 5)]),
    ] {
        for &(rows, columns) in sizes {
            for closed in [true, false] {
                let board = lattice(piece, rows, columns, &[]);
                agrees(&Hamiltonian::on_lattice(board, closed));
            }
        }
    }
}

/// The cycles that a symmetry keeps by halves that it exchanges, and by orbits, which have nothing in
/// common.
#[test]
fn exchanged_halves_agree_with_orbits() {
    let context = Context::new(Limits::default(), 0, MethodOptions::default());
    let mut compared = [0, 0];
    for (piece, rows, columns, blocked) in [
        ("knight", 5, 6, &[][..]),
        ("knight", 6, 6, &[]),
        ("knight", 4, 7, &[]),
        ("knight", 5, 8, &[]),
        ("knight", 6, 6, &[0, 35]),
        ("knight", 3, 12, &[]),
        ("wazir", 4, 6, &[]),
        ("wazir", 6, 5, &[0, 29]),
        ("king", 4, 4, &[]),
        ("king", 4, 5, &[7, 12]),
    ] {
        let model = Hamiltonian::on_lattice(lattice(piece, rows, columns, blocked), true);
        let board = model.lattice().unwrap();
        let Some(question) = CycleQuestion::new(&model) else { continue };
        for symmetry in &of_model(&model, board)[1..] {
            let halves = ExchangedCount::plan(&question, board, &symmetry.images, &context);
            let Some(halves) = halves.unwrap() else { continue };
            let orbits = VertexOrbits::new(&model, &symmetry.images, board.sweep(true));
            let cycles = |orbits: Option<OrbitQuestion>| {
                let questions: Vec<OrbitQuestion> = orbits.into_iter().collect();
                let program = OrbitProgram::plan(&questions, &context).unwrap();
                program.map_or_else(ByParity::default, |it| it.cycles(&context).unwrap())
            };
            let (along, round) = (cycles(orbits.turned()), cycles(orbits.reversed()));
            let kept = along.odd + round.even + round.odd;
            compared[usize::from(kept == BigUint::ZERO)] += 1;
            assert_eq!(halves.count(&context), Ok(kept), "{piece} {rows} {}", symmetry.name);
        }
    }
    assert!(compared[0] > 3 && compared[1] > 3, "{compared:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_boards_agree_with_plain_enumeration(
        (rows, columns) in prop::sample::select(vec![(2_u32, 2_u32), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5)]),
        piece in 0..PIECES.len(),
        blocked in prop::collection::vec(0_u32..9, 0..3),
        pairs in any::<bool>(),
        chosen in any::<[u8; 4]>(),
        closed in any::<bool>(),
    ) {
        let cells = rows * columns;
        // With the opposite ones, so that a symmetry is left.
        let opposite = |&cell: &u32| [cell, cells - 1 - cell];
        let mut blocked: Vec<u32> = blocked.into_iter().filter(|&it| it < cells).collect();
        if pairs {
            blocked = blocked.iter().flat_map(opposite).collect();
        }
        let mut model = Hamiltonian::on_lattice(lattice(PIECES[piece], rows, columns, &blocked), closed);
        let n = model.vertices();
        prop_assume!(n > 0);
        let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
        let [start, end, given, how] = chosen.map(u32::from);
        model.start = (how & 0b111 == 0b111).then_some(start % n);
        model.end = (how & 0b11_1000 == 0b11_1000 && !closed).then_some(end % n);
        if how & 0b1100_0000 != 0 && !edges.is_empty() {
            let (a, b) = edges[given as usize % edges.len()];
            model.given.push((a, b));
            if pairs {
                model.given.push((n - 1 - a, n - 1 - b));
            }
        }
        agrees(&model);
    }
}

/// The classes, and how many tours the half turn and a quarter turn keep.
fn counts(model: &Hamiltonian) -> [u64; 4] {
    let said = counted(model);
    let kept = |name| said.kept.iter().find(|kept| kept.symmetry == name);
    let kept = |name| kept(name).map_or(&BigUint::ZERO, |kept| &kept.count);
    let numbers =
        [&said.count, said.classes.as_ref().unwrap(), kept("half_turn"), kept("quarter_turn")];
    numbers.map(|number| number.try_into().unwrap())
}

/// Closed knight's tours of 6x6 have 1245 classes, of which quarter turns keep 5 (each of two
/// tours) and the half turn 17 more (each of four): Jelliss, "Closed Knight's Tours of the 6 by 6
/// Board", Knight's Tour Notes.
#[test]
fn closed_knights_tours() {
    assert_eq!(counts(&knight(5, 6, true))[..2], [8, 3]);
    assert_eq!(counts(&knight(3, 10, true))[..2], [16, 6]);
    assert_eq!(counts(&knight(6, 6, true)), [9862, 1245, 78, 10]);
}

/// Cycles of square grid graphs up to symmetry: OEIS A209077.
#[test]
fn cycles_of_square_grids() {
    for (side, classes) in [(2, 1_u32), (4, 2), (6, 149), (8, 580_717)] {
        let board = Hamiltonian::on_lattice(lattice("wazir", side, side, &[]), true);
        assert_eq!(counted(&board).classes, Some(classes.into()), "{side}");
    }
}

/// Open knight's tours of 5x5: 1728 in both directions, 304 from a corner each.
#[test]
fn open_knights_tours() {
    let said = counted(&knight(5, 5, false));
    assert_eq!((said.count, said.classes), (1728_u32.into(), Some(216_u32.into())));
    let by_direction = said.classes_by_direction.unwrap();
    // 8 of the classes are tours that a half turn makes of their reverse.
    assert_eq!(by_direction.undirected, 112_u32.into());
}

/// The half turn keeps 608,233 classes of closed knight's tours of 8x8, each of four tours: `McKay`,
/// "Knight's tours of an 8x8 chessboard", 1997. No other symmetry keeps any.
#[test]
#[ignore = "takes many minutes and gigabytes; `.ci/run tests_in_minutes` runs it"]
fn closed_knights_tours_of_the_chessboard_in_minutes() {
    let model = knight(8, 8, true);
    let lattice = model.lattice().unwrap();
    let limits = Limits { memory: Some(16 << 30), ..Limits::default() };
    let context = Context::new(limits, 0, MethodOptions::default());
    for symmetry in &lattice.symmetries()[1..] {
        let kept = KeptTours::by(&model, lattice, symmetry, &context).unwrap();
        let half = if symmetry.name == "half_turn" { 4 * 608_233 } else { 0_u32 };
        assert_eq!(
            kept,
            KeptTours { along: half.into(), round: BigUint::ZERO },
            "{}",
            symmetry.name
        );
    }
}
