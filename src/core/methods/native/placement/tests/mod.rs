//! The methods for placements against plain enumeration, one another, and published numbers.

mod enumeration;
mod published;

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use num_bigint::BigUint;
use satranj_encodings::{
    independent_set::{IndependentSet, PieceKind},
    lattice::{Lattice, Step},
    model::{Count, Model},
};

use super::{
    cheapest::COMPONENTS, dfs::DEPTH_FIRST, halves::HALVES, row_masks::ROW_MASKS, rows::ROW_BY_ROW,
};
use crate::{
    board::piece::Piece,
    limits::{Limits, Reason},
    methods::{Context, Counted, Counting, Ending, Goal, Method, MethodOptions, WorkPart},
};

const BY_SIZE: Counting = Counting { by_size: true, classes: false };
/// All that count.
const COUNTING: [&Method; 5] = [&DEPTH_FIRST, &ROW_BY_ROW, &COMPONENTS, &HALVES, &ROW_MASKS];

const PLAIN: Counting = Counting { by_size: false, classes: false };

const PIECES: [&str; 10] = [
    "knight",
    "king",
    "bishop",
    "rook",
    "queen",
    "wazir",
    "camel",
    "archbishop",
    "alfil",
    "queen+knight",
];

fn steps(piece: &str) -> Vec<Step> {
    piece.parse::<Piece>().unwrap().steps().to_vec()
}

fn lattice(rows: u32, columns: u32, blocked: &[u32], piece: &str) -> Lattice {
    let mut cells = FixedBitSet::with_capacity((rows * columns) as usize);
    cells.extend(blocked.iter().map(|&cell| cell as usize));
    Lattice::new(rows, columns, Some(&cells), steps(piece))
}

fn board(rows: u32, columns: u32, piece: &str, count: Count) -> IndependentSet {
    IndependentSet::on_lattice(lattice(rows, columns, &[], piece), count)
}

fn unlimited() -> Context {
    Context::new(Limits::default(), 0, MethodOptions::default())
}

fn count(method: &Method, set: &IndependentSet, counting: Counting) -> Counted {
    let model = Model::IndependentSet(set.clone());
    let counter = method.counter(&model, counting);
    let counter = counter.unwrap_or_else(|| panic!("{} does not count {set:?}", method.name()));
    counter.count(&unlimited()).unwrap()
}

fn by_size(method: &Method, rows: u32, columns: u32, piece: &str) -> Vec<BigUint> {
    count(method, &board(rows, columns, piece, Count::Optimum), BY_SIZE).by_size
}

fn numbers(list: &[u64]) -> Vec<BigUint> {
    list.iter().map(|&number| number.into()).collect()
}

fn solve(set: &IndependentSet, goal: Goal, run: &Context) -> (Ending, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    let model = Model::IndependentSet(set.clone());
    let ending = DEPTH_FIRST.solve(&model, goal, run, &mut |witness| {
        found.push(witness.numbers().to_vec());
        ControlFlow::Continue(())
    });
    (ending.unwrap(), found)
}

/// OEIS A244081.
#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn knights_of_every_number() {
    for (n, row) in [
        (1, &[1, 1][..]),
        (2, &[1, 4, 6, 4, 1]),
        (3, &[1, 9, 28, 36, 18, 2]),
        (4, &[1, 16, 96, 276, 412, 340, 170, 48, 6]),
        (5, &[1, 25, 252, 1360, 4436, 9386, 13384, 12996, 8526, 3679, 994, 158, 15, 1]),
        (
            6,
            &[
                1, 36, 550, 4752, 26133, 97580, 257_318, 491_140, 688_946, 716_804, 556_274,
                323_476, 141_969, 47684, 12488, 2560, 393, 40, 2,
            ],
        ),
    ] {
        assert_eq!(by_size(&ROW_BY_ROW, n, n, "knight"), numbers(row));
        assert_eq!(by_size(&DEPTH_FIRST, n, n, "knight"), numbers(row));
        for (k, &number) in row.iter().enumerate() {
            let set = board(n, n, "knight", Count::Exactly(k as u32));
            assert_eq!(count(&ROW_BY_ROW, &set, PLAIN).count, number.into());
            assert_eq!(count(&DEPTH_FIRST, &set, PLAIN).count, number.into());
        }
    }
}

/// OEIS A030978: the greatest number of knights.
#[test]
fn most_knights() {
    for (n, most) in [1, 4, 5, 8, 13, 18, 25, 32].into_iter().enumerate() {
        let n = n as u32 + 1;
        assert_eq!(by_size(&ROW_BY_ROW, n, n, "knight").len(), most + 1);
        let (ending, found) =
            solve(&board(n, n, "knight", Count::Optimum), Goal::First, &unlimited());
        assert_eq!((ending, found.last().map(Vec::len)), (Ending::Exhausted, Some(most)));
    }
}

/// OEIS A193580, and A018807: ways to place n² kings on 2n x 2n squares.
#[test]
fn kings_of_every_number() {
    let five = [1, 25, 228, 964, 1987, 1974, 978, 242, 27, 1];
    assert_eq!(by_size(&ROW_BY_ROW, 5, 5, "king"), numbers(&five));
    assert_eq!(by_size(&DEPTH_FIRST, 5, 5, "king"), numbers(&five));
    for (n, ways) in [(2, 4), (4, 79), (6, 3600), (8, 281_571), (10, 32_572_756)] {
        let sizes = by_size(&ROW_BY_ROW, n, n, "king");
        assert_eq!(sizes.len() as u32 - 1, n * n / 4);
        assert_eq!(sizes.last(), Some(&BigUint::from(ways as u32)));
    }
    for n in [3, 5, 7] {
        let counted = count(&ROW_BY_ROW, &board(n, n, "king", Count::Optimum), PLAIN);
        assert_eq!(counted.count, 1u32.into());
        assert_eq!(by_size(&ROW_BY_ROW, n, n, "king").len() as u32 - 1, n.div_ceil(2).pow(2));
    }
}

/// OEIS A144084, and A378590 for bishops.
#[test]
fn rooks_and_bishops_of_every_number() {
    let rooks = numbers(&[1, 16, 72, 96, 24]);
    let bishops = numbers(&[
        1, 49, 994, 10894, 70792, 282_248, 692_320, 1_022_320, 867_328, 389_312, 81184, 5792, 128,
    ]);
    assert_eq!(by_size(&COMPONENTS, 4, 4, "rook"), rooks);
    assert_eq!(by_size(&COMPONENTS, 7, 7, "bishop"), bishops);
    assert_eq!(by_size(&ROW_BY_ROW, 7, 7, "bishop"), bishops);
    for rows in 1..=5 {
        for columns in 1..=6 {
            let by_search = |piece| by_size(&DEPTH_FIRST, rows, columns, piece);
            assert_eq!(by_size(&COMPONENTS, rows, columns, "rook"), by_search("rook"));
            assert_eq!(by_size(&ROW_BY_ROW, rows, columns, "rook"), by_search("rook"));
            assert_eq!(by_size(&COMPONENTS, rows, columns, "bishop"), by_search("bishop"));
        }
    }
    for n in 2..=20 {
        let sizes = by_size(&COMPONENTS, n, n, "bishop");
        assert_eq!(sizes.len() as u32 - 1, 2 * n - 2);
        assert_eq!(sizes.last(), Some(&BigUint::from(1u32 << n)));
    }
    assert_eq!(by_size(&COMPONENTS, 7, 12, "bishop"), by_size(&ROW_BY_ROW, 12, 7, "bishop"));
}

#[test]
fn queens_of_every_number() {
    let eight = numbers(&[1, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92]);
    assert_eq!(by_size(&DEPTH_FIRST, 8, 8, "queen"), eight);
    assert_eq!(by_size(&ROW_BY_ROW, 8, 8, "queen"), eight);
}

/// Coefficients of more than one word: all sets of a piece that attacks nothing near.
#[test]
fn numbers_beyond_64_bits() {
    let sizes = by_size(&ROW_BY_ROW, 2, 75, "leaper:80,0");
    let mut binomial = BigUint::from(1u32);
    for (k, number) in sizes.iter().enumerate() {
        assert_eq!(*number, binomial, "{k}");
        binomial = binomial * (150 - k as u32) / (k as u32 + 1);
    }
    assert_eq!(sizes.len(), 151);
}

#[test]
fn one_placing_of_many_knights() {
    let run = unlimited();
    let (_, found) = solve(&board(8, 8, "knight", Count::Exactly(32)), Goal::First, &run);
    assert_eq!(found.len(), 1);
    // Published as minutes; a search without a bound does not end.
    assert!(run.counters.nodes.get() < 1000, "{}", run.counters.nodes.get());
}

#[test]
fn the_node_limit_is_exact() {
    let set = board(6, 6, "knight", Count::Exactly(6));
    let model = Model::IndependentSet(set.clone());
    for limit in [0, 1, 1000, 1025] {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let run = Context::new(limits, 0, MethodOptions::default());
        let (ending, _) = solve(&set, Goal::All, &run);
        assert_eq!(ending, Reason::NodeLimit.into());
        assert_eq!(run.counters.nodes.get(), limit);
        for method in [DEPTH_FIRST, ROW_BY_ROW, COMPONENTS, HALVES] {
            let run = Context::new(limits, 0, MethodOptions::default());
            let counted = method.counter(&model, BY_SIZE).unwrap().count(&run);
            assert_eq!(counted, Err(Reason::NodeLimit), "{}", method.name());
            assert_eq!(run.counters.nodes.get(), limit);
        }
    }
}

#[test]
fn memory_runs_out() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let run = Context::new(limits, 0, MethodOptions::default());
    let model = Model::IndependentSet(board(24, 24, "knight", Count::Optimum));
    let counted = ROW_BY_ROW.counter(&model, BY_SIZE).unwrap().count(&run);
    assert_eq!(counted, Err(Reason::MemoryLimit));
    let model = Model::IndependentSet(board(17, 17, "knight", Count::Optimum));
    let counted = HALVES.counter(&model, BY_SIZE).unwrap().count(&run);
    assert_eq!(counted, Err(Reason::MemoryLimit));
}

#[test]
fn what_is_not_counted() {
    let model = |rows, columns, piece| {
        Model::IndependentSet(board(rows, columns, piece, Count::Exactly(2)))
    };
    assert!(ROW_BY_ROW.counts(&model(31, 99, "knight"), PLAIN));
    assert!(!ROW_BY_ROW.counts(&model(32, 99, "knight"), PLAIN));
    assert!(!ROW_BY_ROW.counts(&model(5, 5, "knight"), Counting { classes: true, ..PLAIN }));
}

#[test]
fn every_board_that_is_counted_has_a_plan() {
    for piece in PIECES {
        let set = |width| board(70, width, piece, Count::Exactly(1));
        let counts = |width: &u32| ROW_BY_ROW.counts(&Model::IndependentSet(set(*width)), PLAIN);
        let widest = (1..70).take_while(counts).last().unwrap();
        let counted = count(&ROW_BY_ROW, &set(widest), PLAIN);
        assert_eq!(counted.count, (70 * widest).into(), "{piece} {widest}");
    }
}

/// OEIS A250000: armies of queens that attack no queen of the other.
#[test]
fn peaceable_queens() {
    for (n, most) in [(2, 0), (3, 1), (4, 2), (5, 4), (6, 5), (7, 7)] {
        let army = |side| PieceKind {
            lattice: lattice(n, n, &[], "queen"),
            side: Some(side),
            count: Count::Optimum,
        };
        let set = IndependentSet::army(vec![army(0), army(1)]);
        let (ending, found) = solve(&set, Goal::First, &unlimited());
        assert_eq!(ending, Ending::Exhausted);
        assert_eq!(found.last().map(|last| set.value(last)), Some(most));
    }
}

/// Parts of a count by the search, at each depth, on small boards of all pieces.
#[test]
fn parts_of_other_processes_are_the_whole() {
    let sets = |piece: &str| {
        let mut sets = Vec::new();
        for (rows, columns, blocked, given) in [
            (3, 3, &[][..], &[][..]),
            (3, 4, &[5], &[0]),
            (4, 4, &[], &[]),
            (2, 2, &[0, 1, 2, 3], &[]),
        ] {
            for number in [0, 1, 2, 4] {
                let lattice = lattice(rows, columns, blocked, piece);
                let mut set = IndependentSet::on_lattice(lattice, Count::Exactly(number));
                set.given = given.to_vec();
                sets.push(set);
            }
        }
        sets
    };
    for set in ["knight", "king", "queen"].into_iter().flat_map(sets) {
        let model = Model::IndependentSet(set.clone());
        let plain = count(&DEPTH_FIRST, &set, PLAIN).count;
        let counter = || DEPTH_FIRST.counter(&model, PLAIN).unwrap();
        for depth in 0..5 {
            let units = counter().units(depth, &unlimited()).unwrap().unwrap();
            assert!(units.iter().all(|&factor| factor == 1));
            for parts in [1, 2, 5] {
                let mut done = 0;
                let of = |part| {
                    let part = Some(WorkPart { part, parts, depth });
                    let context = Context { part, ..unlimited() };
                    let counted = counter().count(&context).unwrap().count;
                    assert_eq!(context.parts.done.get(), context.parts.all.get());
                    done += context.parts.done.get();
                    counted
                };
                assert_eq!((0..parts).map(of).sum::<BigUint>(), plain, "{set:?} {depth} {parts}");
                assert_eq!(done, units.len() as u64);
            }
        }
    }
}
