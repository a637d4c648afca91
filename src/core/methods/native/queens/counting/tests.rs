//! The counts against OEIS, and every set of instructions against the portable one.

use std::num::NonZeroUsize;

use rand::RngExt;

use super::*;
use crate::{
    limits::Limits,
    methods::{
        MethodOptions,
        native::queens::{
            counting::{
                disjoint_table::DisjointTable,
                row_search::{OpenRow, RowStates},
            },
            tests::{TOTAL, run},
        },
    },
    random,
};

fn on_threads(threads: usize) -> Context {
    let threads = NonZeroUsize::new(threads);
    Context::new(Limits::default(), 0, MethodOptions { threads, ..MethodOptions::default() })
}

#[test]
fn totals_of_oeis_a000170() {
    for set in InstructionSet::available() {
        for (n, &total) in (1..=11).zip(&TOTAL).skip(1) {
            let run = run(0);
            assert_eq!(count(n, set, &run).unwrap(), u128::from(total), "{n} {}", set.name());
            let statistics = run.counters.read();
            assert_eq!(statistics.nodes, statistics.backtracks);
            assert_eq!(run.counted.get(), total);
            assert_eq!(run.parts.done.get(), run.parts.all.get());
        }
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn totals_to_eighteen() {
    for (n, &total) in (1..).zip(&TOTAL).skip(11) {
        let counted = count(n, InstructionSet::fastest(), &run(0)).unwrap();
        assert_eq!(counted, u128::from(total), "{n}");
    }
}

#[test]
fn parts_are_the_whole() {
    for n in 2..=10 {
        let total = u128::from(TOTAL[n as usize - 1]);
        for columns in 0..4 {
            let run = run(0);
            let mut search = RowSearch::new(InstructionSet::fastest());
            let mut sum = 0;
            for prefix in prefixes(n, columns, &run).unwrap() {
                let mut solutions = 0;
                count_below(&prefix, &mut search, &run, &mut solutions).unwrap();
                sum += u128::from(prefix.weight) * u128::from(solutions);
            }
            assert_eq!(sum, total, "{n} {columns}");
        }
    }
}

#[test]
fn wide_boards_fill_columns_first() {
    // A few prefixes of 20 columns with enough queens that they have few solutions.
    let run = run(0);
    let mut deep = Vec::new();
    for prefix in prefixes(20, 0, &run).unwrap().iter().step_by(1000) {
        let enough = deep.len() + 3;
        let stopped = prefix.fill(4, &mut |filled| {
            deep.push(filled);
            if deep.len() < enough { Ok(()) } else { Err(Reason::NodeLimit) }
        });
        assert_eq!(stopped, Err(Reason::NodeLimit));
    }
    // The same by words of fewer bits: further columns are filled before the rows.
    let below = |set, width| -> Vec<u64> {
        let mut search = RowSearch::new(set);
        let count = |prefix: &QueenPrefix| {
            let (mut solutions, mut meter) = (0, Meter::new(&run).unwrap());
            let mut rows =
                |filled: QueenPrefix| search.count(&filled.rows(), &mut meter, &mut solutions);
            prefix.fill(prefix.columns_to(width), &mut rows).unwrap();
            solutions
        };
        deep.iter().map(count).collect()
    };
    let fewer = below(InstructionSet::available()[0], 10);
    assert!(fewer.iter().sum::<u64>() > 100, "{fewer:?}");
    for set in InstructionSet::available() {
        assert_eq!(below(set, WIDTH), fewer, "{}", set.name());
    }
}

#[test]
fn every_set_takes_the_same_steps() {
    let mut generator = random::generator(3);
    for case in 0..200 {
        let mut words = |most: usize| -> RowStates {
            let mut states = RowStates::NONE;
            states.len = generator.random_range(0..=most);
            for at in 0..states.len {
                states.columns[at] = generator.random();
                states.rightward[at] = generator.random();
                states.leftward[at] = generator.random();
                let free: u16 = generator.random::<u16>() & generator.random::<u16>();
                states.free[at] = free.max(1);
            }
            states
        };
        let (from, into) = (words(2047), words(1023));
        let batch = generator.random_range(0..=from.len.min(1024));
        let mut row = || OpenRow { gap: generator.random_range(0..=16), free: generator.random() };
        let next = [row(), row()];
        let after = |set: InstructionSet| {
            let (mut from, mut into) = (from.clone(), into.clone());
            set.step(&mut from, batch, &mut into, next);
            let lists = [&from, &into].map(|states| {
                let RowStates { len, columns, rightward, leftward, free } = states;
                [columns, rightward, leftward, free].map(|list| list[..*len].to_vec())
            });
            let mut last = words_of(&lists);
            let batch = batch.min(last.len);
            let solutions = set.last(&mut last, batch, next[0]);
            (lists, solutions, last.len)
        };
        let sets = InstructionSet::available();
        let portable = after(sets[0]);
        for &set in &sets[1..] {
            assert_eq!(after(set), portable, "{case} {}", set.name());
        }
    }
}

#[test]
fn every_set_finds_the_same_unions() {
    let mut generator = random::generator(4);
    for case in 0..50 {
        let mut words = |len: usize| -> Vec<u64> {
            let mut word = || generator.random::<u64>() & generator.random::<u64>();
            (0..len).map(|_| word() & word() & word()).collect()
        };
        let (one, other) = (words(case % 7), words(case));
        let unions = |set: InstructionSet| {
            let room = one.len() * other.len() + InstructionSet::UNION_SLACK;
            let mut unions = vec![0; room];
            let len = set.disjoint_unions(&one, &other, &mut unions);
            unions[..len].to_vec()
        };
        let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
        let disjoint = pairs.filter(|(one, other)| *one & *other == 0);
        let expected: Vec<u64> = disjoint.map(|(one, other)| one | other).collect();
        for set in InstructionSet::available() {
            assert_eq!(unions(set), expected, "{case} {}", set.name());
        }
    }
}

#[test]
fn every_set_counts_the_same_disjoint_words() {
    let mut generator = random::generator(5);
    let mut words = |len: usize| -> Vec<u32> {
        let mut word = || generator.random::<u32>() & generator.random::<u32>();
        (0..len).map(|_| word() & word()).collect()
    };
    for _ in 0..5 {
        let (words, others) = (words(1000), words(70));
        // As columns of 64 words, the last of them not all there.
        let columns: Vec<(u64, [u64; 32])> = words
            .chunks(64)
            .map(|words| {
                let lacking = |bit: usize| {
                    let bits = words
                        .iter()
                        .zip(0..)
                        .map(|(word, at)| u64::from(word >> bit & 1 ^ 1) << at);
                    bits.sum()
                };
                (u64::MAX >> (64 - words.len()), std::array::from_fn(lacking))
            })
            .collect();
        let pairs = others.iter().flat_map(|other| words.iter().map(move |word| word & other));
        let expected = pairs.filter(|shared| *shared == 0).count() as u64;
        let columns = columns.iter().map(|(there, lacking)| (*there, lacking));
        let table = DisjointTable::<2>::new(columns);
        for set in InstructionSet::available() {
            assert_eq!(set.count_disjoint(&table, &others), expected, "{}", set.name());
        }
    }
}

/// The first states again, with at most two columns to try.
fn words_of(lists: &[[Vec<u16>; 4]; 2]) -> RowStates {
    let mut states = RowStates::NONE;
    let [columns, rightward, leftward, free] = &lists[0];
    states.len = columns.len();
    states.columns[..states.len].copy_from_slice(columns);
    states.rightward[..states.len].copy_from_slice(rightward);
    states.leftward[..states.len].copy_from_slice(leftward);
    for (at, free) in free.iter().enumerate() {
        let first = free & free.wrapping_neg();
        let rest = free ^ first;
        states.free[at] = first | rest & rest.wrapping_neg();
    }
    states
}

#[test]
fn threads_do_not_matter() {
    let of = |threads| {
        let run = on_threads(threads);
        let counted = count(13, InstructionSet::fastest(), &run).unwrap();
        (counted, run.counters.read(), run.counted.get())
    };
    assert_eq!(of(1).0, u128::from(TOTAL[12]));
    assert_eq!(of(1), of(2));
    assert_eq!(of(1), of(3));
}

#[test]
fn a_count_that_was_stopped_is_less() {
    let whole = run(0);
    count(9, InstructionSet::fastest(), &whole).unwrap();
    let nodes = whole.counters.nodes.get();
    for limit in (0..=nodes).step_by(97) {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let run = Context::new(limits, 0, MethodOptions::default());
        let counted = count(9, InstructionSet::fastest(), &run);
        if limit < nodes {
            assert_eq!(counted, Err(Reason::NodeLimit), "{limit}");
            assert_eq!(run.counters.nodes.get(), limit);
        }
        assert!(run.counted.get() <= TOTAL[8], "{limit}");
    }
    let run = on_threads(2);
    run.stop.stop(Reason::Interrupted);
    assert_eq!(count(13, InstructionSet::fastest(), &run), Err(Reason::Interrupted));
}
