//! What `native:frontier` and `native:halves` count, against plain enumeration and known numbers.

use num_bigint::BigUint;
use proptest::prelude::*;
use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, model::Model};

use super::super::{FRONTIER, halves::HALVES};
use crate::{
    checkpoint::{Checkpoint, CountedWork},
    limits::{Limits, Reason},
    methods::{
        Context, Counted, Counting, Method, MethodOptions, WorkPart,
        boards::{
            PIECES, lattice,
            tours::{any_model, knight, leaper, plain},
        },
    },
};

fn count(method: &Method, model: &Hamiltonian, limits: Limits) -> Result<BigUint, Reason> {
    let context = Context::new(limits, 0, MethodOptions::default());
    let model = Model::Hamiltonian(model.clone());
    let counter = method.counter(&model, Counting::default()).unwrap();
    counter.count(&context).map(|Counted { count, .. }| count)
}

fn counted(model: &Hamiltonian) -> BigUint {
    count(&FRONTIER, model, Limits::default()).unwrap()
}

/// By halves; `None` if the board is not made for them.
fn by_halves(model: &Hamiltonian) -> Option<BigUint> {
    match count(&HALVES, model, Limits::default()) {
        Err(Reason::IncompleteMethod) => None,
        count => Some(count.unwrap()),
    }
}

fn enumerated(model: &Hamiltonian) -> BigUint {
    plain(model).all().len().into()
}

fn wazir(rows: u32, columns: u32, closed: bool) -> Hamiltonian {
    Hamiltonian::on_lattice(lattice("wazir", rows, columns, &[]), closed)
}

#[test]
fn graphs_up_to_five_vertices_agree_with_plain_enumeration() {
    for n in 0..=5_u32 {
        let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        // Each graph has many numberings: a third of those of five vertices are enough.
        for set in (0_u32..1 << pairs.len()).step_by(if n < 5 { 1 } else { 3 }) {
            let kept = pairs.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            let edges: Vec<(u32, u32)> = kept.map(|(_, &pair)| pair).collect();
            for closed in [true, false] {
                let graph = Graph::from_edges(n, &edges);
                let mut model = Hamiltonian::on_graph(graph, closed);
                let expected = enumerated(&model);
                assert_eq!(counted(&model), expected, "{model:?}");
                assert_eq!(by_halves(&model).unwrap_or(expected.clone()), expected, "{model:?}");
                model.start = set.checked_rem(n);
                assert_eq!(counted(&model), enumerated(&model), "{model:?}");
                model.given.extend(edges.first().copied());
                assert_eq!(counted(&model), enumerated(&model), "{model:?}");
                model.end = (set / 3).checked_rem(n).filter(|_| !closed);
                assert_eq!(counted(&model), enumerated(&model), "{model:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_graphs_agree_with_plain_enumeration(model in any_model(8)) {
        let expected = enumerated(&model);
        prop_assert_eq!(&counted(&model), &expected);
        prop_assert_eq!(by_halves(&model).unwrap_or_else(|| expected.clone()), expected);
    }

    #[test]
    fn random_boards_agree_with_plain_enumeration(
        (rows, columns) in (2_u32..=4, 2_u32..=3),
        piece in 0..PIECES.len(),
        blocked in prop::collection::vec(0_u32..12, 1..4),
        chosen in any::<[u8; 4]>(),
        closed in any::<bool>(),
    ) {
        let blocked: Vec<u32> = blocked.into_iter().filter(|&it| it < rows * columns).collect();
        let board = lattice(PIECES[piece], rows, columns, &blocked);
        let mut model = Hamiltonian::on_lattice(board, closed);
        let n = model.vertices();
        prop_assume!(n > 0);
        let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
        let [start, end, given, how] = chosen.map(u32::from);
        model.start = (how & 0b11 == 0b11).then_some(start % n);
        model.end = (how & 0b1100 == 0b1100 && !closed).then_some(end % n);
        if how & 0b11_0000 == 0b11_0000 && !edges.is_empty() {
            model.given.push(edges[given as usize % edges.len()]);
        }
        let expected = enumerated(&model);
        prop_assert_eq!(&counted(&model), &expected);
        prop_assert_eq!(by_halves(&model).unwrap_or_else(|| expected.clone()), expected);
    }
}

/// The count in this many parts, summed with the factors of their units.
fn in_parts(model: &Hamiltonian, parts: u64, depth: u32) -> BigUint {
    let model = Model::Hamiltonian(model.clone());
    let counter = || HALVES.counter(&model, Counting::default()).unwrap();
    let run = Context::new(Limits::default(), 1, MethodOptions::default());
    let units = counter().units(depth, &run).unwrap().unwrap();
    assert_eq!(units.len(), 64 << depth);
    let folder = tempfile::tempdir().unwrap();
    let mut done = 0;
    let mut of = |part: u64| {
        let work = CountedWork {
            instance: "sha256:0".into(),
            method: "native:halves".into(),
            split: part.to_string(),
            seed: None,
        };
        let file = folder.path().join(format!("part-{part}.partial"));
        let checkpoint = Checkpoint::open_file(file, &work).unwrap();
        let context = Context {
            part: Some(WorkPart { part, parts, depth }),
            checkpoint: Some(checkpoint.into()),
            ..Context::new(Limits::default(), 1, MethodOptions::default())
        };
        let counted = counter().count(&context).unwrap().count;
        let kept = context.checkpoint.unwrap().kept().unwrap();
        let own = kept.range(..units.len() as u64);
        done += own.clone().count();
        let sum: BigUint = own.map(|(&unit, kept)| &kept.count * units[unit as usize]).sum();
        assert_eq!(counted, sum);
        sum
    };
    let total = (0..parts).map(&mut of).sum();
    assert_eq!(done, units.len());
    total
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn parts_of_a_join_come_to_the_count() {
    let petersen = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 5], [1, 6], [2, 7], [3, 8], [4, 9]];
    let inner = [[5, 7], [7, 9], [9, 6], [6, 8], [8, 5]];
    let edges: Vec<(u32, u32)> = petersen.iter().chain(&inner).map(|&[a, b]| (a, b)).collect();
    let petersen = |closed| Hamiltonian::on_graph(Graph::from_edges(10, &edges), closed);
    let mut ended = knight(5, 5, false);
    (ended.start, ended.end) = (Some(0), Some(24));
    let mut given = knight(5, 6, true);
    given.given.push((0, 8));
    for (model, parts, depth) in [
        (knight(5, 6, true), 1, 0),
        (knight(5, 6, true), 3, 1),
        (knight(6, 6, true), 7, 0),
        (knight(5, 5, false), 5, 2),
        (knight(3, 7, false), 64, 0),
        (wazir(4, 5, false), 2, 0),
        (ended, 4, 0),
        (given, 3, 0),
        (petersen(true), 3, 0),
        (petersen(false), 2, 1),
    ] {
        assert_eq!(in_parts(&model, parts, depth), counted(&model), "{parts} {depth} {model:?}");
    }
}

/// Closed knight's tours without direction: OEIS A001230 (squares), A175881 (six rows).
#[test]
fn closed_knights_tours() {
    for (rows, columns, expected) in [
        (4, 4, 0_u32),
        (3, 8, 0),
        (3, 10, 16),
        (3, 12, 176),
        (5, 6, 8),
        (5, 8, 44_202),
        (6, 6, 9862),
        (6, 7, 1_067_638),
    ] {
        let model = knight(rows, columns, true);
        assert_eq!(counted(&model), expected.into(), "{rows}x{columns}");
        assert_eq!(by_halves(&model), Some(expected.into()), "{rows}x{columns}");
        if rows * columns > 40 {
            continue;
        }
        let turned = knight(columns, rows, true);
        assert_eq!(by_halves(&turned), Some(expected.into()), "{columns}x{rows}");
    }
}

/// Open knight's tours in both directions: OEIS A165134 (squares), twice A169696 (three rows) and
/// A079137 (four rows).
#[test]
fn open_knights_tours() {
    for (rows, columns, expected) in
        [(1, 1, 1_u32), (2, 2, 0), (3, 3, 0), (3, 4, 16), (4, 4, 0), (4, 5, 164), (5, 5, 1728)]
    {
        let model = knight(rows, columns, false);
        assert_eq!(counted(&model), expected.into(), "{rows}x{columns}");
    }
    assert_eq!(by_halves(&knight(4, 5, false)), Some(164_u32.into()));
    assert_eq!(counted(&knight(6, 6, false)), 6_637_920_u32.into());
}

/// Hamiltonian cycles of grid graphs: OEIS A003763, of the square of side 2n; and A006864, of a
/// grid of width 4, by its recurrence: the counts of long ones take more than 128 bits.
#[test]
fn cycles_of_grid_graphs() {
    for (side, expected) in [(2, 1_u64), (4, 6), (6, 1072), (8, 4_638_576), (10, 467_260_456_608)] {
        let model = wazir(side, side, true);
        assert_eq!(counted(&model), expected.into(), "{side}");
        if side > 2 {
            assert_eq!(by_halves(&model), Some(expected.into()), "{side}");
        }
    }
    let mut last: [BigUint; 4] = [0_u32, 1, 2, 6].map(BigUint::from);
    for length in 5..=110 {
        let [a, b, c, d] = last;
        let next = &d * 2_u32 + &c * 2_u32 + &a - &b * 2_u32;
        if [5, 6, 7, 50, 51, 109, 110].contains(&length) {
            assert_eq!(counted(&wazir(4, length, true)), next, "{length}");
            assert_eq!(by_halves(&wazir(length, 4, true)), Some(next.clone()), "{length}");
        }
        last = [b, c, d, next];
    }
    assert!(last[3].bits() > 128);
}

/// Complete graphs have (n - 1)!/2 cycles, and n! paths in both directions; Petersen's graph has
/// 240 of these.
#[test]
fn well_known_graphs() {
    let complete: Vec<(u32, u32)> = (0..9).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let graph = Graph::from_edges(9, &complete);
    assert_eq!(counted(&Hamiltonian::on_graph(graph.clone(), true)), 20_160_u32.into());
    assert_eq!(counted(&Hamiltonian::on_graph(graph, false)), 362_880_u32.into());
    let petersen =
        (0..5_u32).flat_map(|it| [(it, (it + 1) % 5), (it, it + 5), (it + 5, (it + 2) % 5 + 5)]);
    let graph = Graph::from_edges(10, &petersen.collect::<Vec<_>>());
    assert_eq!(counted(&Hamiltonian::on_graph(graph.clone(), true)), BigUint::ZERO);
    assert_eq!(counted(&Hamiltonian::on_graph(graph, false)), 240_u32.into());
}

/// Kings, camels and boards with holes, where the two methods have no rule in common but the
/// program.
#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn the_two_methods_agree() {
    for (piece, rows, columns, blocked) in [
        ("king", 4, 5, &[][..]),
        ("king", 5, 4, &[6, 13]),
        ("king", 4, 4, &[0, 15]),
        ("knight", 5, 6, &[7, 22]),
        ("knight", 4, 7, &[]),
        ("rook", 4, 3, &[]),
    ] {
        for closed in [true, false] {
            let model = Hamiltonian::on_lattice(lattice(piece, rows, columns, blocked), closed);
            let halves = by_halves(&model);
            // Those of a rook have a square in common with every other.
            assert_eq!(halves.is_none(), piece == "rook", "{piece} {rows}x{columns} {closed}");
            let whole = counted(&model);
            assert_eq!(
                halves.as_ref().unwrap_or(&whole),
                &whole,
                "{piece} {rows}x{columns} {closed}"
            );
        }
    }
    let camel = leaper(4, 8, true, (1, 3));
    assert_eq!(by_halves(&camel).unwrap_or_default(), counted(&camel));
}

#[test]
fn limits_and_wide_boards_stop_a_count() {
    let model = knight(6, 8, true);
    for method in [&FRONTIER, &HALVES] {
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        assert_eq!(count(method, &model, limits), Err(Reason::NodeLimit));
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        assert_eq!(count(method, &model, limits), Err(Reason::MemoryLimit));
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert_eq!(count(method, &model, limits), Err(Reason::TimeLimit));
        let wide = count(method, &knight(100, 100, true), Limits::default());
        assert_eq!(wide, Err(Reason::IncompleteMethod));
    }
}

/// The layers are large enough to be worked on side by side.
///
/// OEIS A175881 and A306281.
#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn larger_boards() {
    for (rows, columns, expected) in [(6, 8, 55_488_142_u64), (6, 10, 239_187_240_144)] {
        assert_eq!(by_halves(&knight(rows, columns, true)), Some(expected.into()));
    }
    assert_eq!(counted(&knight(6, 8, true)), 55_488_142_u64.into());
    assert_eq!(counted(&knight(6, 7, false)), 779_938_932_u64.into());
}
