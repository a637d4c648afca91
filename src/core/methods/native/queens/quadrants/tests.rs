//! The counts against OEIS and against the search by rows, with every set of instructions.

use std::num::NonZeroUsize;

use satranj_encodings::model::Model;

use super::*;
use crate::{
    limits::Limits,
    methods::{
        Counting, MethodOptions, WorkPart,
        native::queens::tests::{FUNDAMENTAL, TOTAL, free, run},
    },
};

#[test]
fn subsets_in_order() {
    for of in 0..=9 {
        for size in 0..=of + 1 {
            let all: Vec<u32> = (0..1 << of).filter(|set: &u32| set.count_ones() == size).collect();
            assert_eq!(subsets_of_size(of, size).collect::<Vec<_>>(), all, "{of} {size}");
        }
    }
}

#[test]
fn half_boards_are_the_fillings() {
    for n in 2..=9 {
        let context = run(0);
        for middle in MiddleQueen::all(n) {
            for set in InstructionSet::available() {
                let board = DividedBoard::new(n, middle, set, &context).unwrap();
                for rows in subsets_of_size(n, n / 2) {
                    let mut boards = HalfBoards::default();
                    boards.fill(&board.quadrants, rows, set, &context).unwrap();
                    let mut filled = Vec::new();
                    fill(n, middle, rows, &mut filled);
                    assert_eq!(boards.words().len() as u64, filled.len() as u64, "{n} {rows:b}");
                }
            }
        }
    }
}

/// The fillings of the left half on these rows, column by column and compared one by one.
fn fill(n: u32, middle: MiddleQueen, rows: u32, filled: &mut Vec<Vec<u32>>) {
    let mut open = vec![Vec::new()];
    for column in 0..n / 2 {
        let mut longer = Vec::new();
        for queens in open {
            for row in (0..n).filter(|row| rows >> row & 1 == 1) {
                let is_free = queens.iter().zip(0..).all(|(&other, at): (&u32, u32)| {
                    row != other && row.abs_diff(other) != column - at
                });
                if is_free && middle.open_cells(n, row) >> column & 1 == 1 {
                    longer.push([&queens[..], &[row]].concat());
                }
            }
        }
        open = longer;
    }
    filled.extend(open);
}

#[test]
fn totals_of_oeis_a000170() {
    for set in InstructionSet::available() {
        for (n, &total) in (1..=12).zip(&TOTAL).skip(1) {
            let run = run(0);
            assert_eq!(count(n, set, &run), Ok(total), "{n} {}", set.name());
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
    for (n, &total) in (1..).zip(&TOTAL).skip(12) {
        assert_eq!(count(n, InstructionSet::fastest(), &run(0)), Ok(total), "{n}");
    }
}

#[test]
fn classes_of_oeis_a002562() {
    for n in 2..=11 {
        let model = Model::Queens(free(n));
        let counting = Counting { classes: true, by_size: false };
        let counted = QUADRANTS.counter(&model, counting).unwrap().count(&run(0)).unwrap();
        assert_eq!(counted.count, TOTAL[n as usize - 1].into(), "{n}");
        assert_eq!(counted.classes, Some(FUNDAMENTAL[n as usize - 1].into()), "{n}");
    }
}

#[test]
fn parts_of_other_processes_are_the_whole() {
    for n in [8, 11] {
        let parts = 3;
        let of = |part| {
            let part = Some(WorkPart { part, parts, depth: 0 });
            let run = Context { part, ..run(0) };
            let counted = count(n, InstructionSet::fastest(), &run).unwrap();
            assert_eq!(run.parts.done.get(), run.parts.all.get());
            counted
        };
        assert_eq!((0..parts).map(of).sum::<u64>(), TOTAL[n as usize - 1], "{n}");
    }
}

#[test]
fn what_is_not_counted_is_refused() {
    let counts = |n| {
        let counting = Counting { classes: false, by_size: false };
        QUADRANTS.counts(&Model::Queens(free(n)), counting)
    };
    assert_eq!([1, 2, 23, 24].map(counts), [false, true, true, false]);
}

#[test]
fn threads_do_not_matter() {
    let of = |threads| {
        let options =
            MethodOptions { threads: NonZeroUsize::new(threads), ..MethodOptions::default() };
        let run = Context::new(Limits::default(), 0, options);
        let counted = count(13, InstructionSet::fastest(), &run).unwrap();
        (counted, run.counters.read(), run.counted.get())
    };
    assert_eq!(of(1).0, TOTAL[12]);
    assert_eq!(of(1), of(2));
    assert_eq!(of(1), of(3));
}

#[test]
fn a_count_that_was_stopped_is_less() {
    for n in [9, 10] {
        let whole = run(0);
        count(n, InstructionSet::fastest(), &whole).unwrap();
        let nodes = whole.counters.nodes.get();
        for limit in (0..=nodes).step_by(17) {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let run = Context::new(limits, 0, MethodOptions::default());
            let counted = count(n, InstructionSet::fastest(), &run);
            if limit < nodes {
                assert_eq!(counted, Err(Reason::NodeLimit), "{limit}");
                assert_eq!(run.counters.nodes.get(), limit);
            }
            assert!(run.counted.get() <= TOTAL[n as usize - 1], "{limit}");
        }
    }
    let run = run(0);
    run.stop.stop(Reason::Interrupted);
    assert_eq!(count(13, InstructionSet::fastest(), &run), Err(Reason::Interrupted));
}

#[test]
fn a_half_board_may_be_too_long_for_memory() {
    let limits = Limits { memory: Some(1), ..Limits::default() };
    let run = Context::new(limits, 0, MethodOptions::default());
    assert_eq!(count(20, InstructionSet::fastest(), &run), Err(Reason::MemoryLimit));
}
