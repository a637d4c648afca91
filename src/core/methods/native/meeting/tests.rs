//! Meetings against plain enumeration: every square, a search from every rider.

use std::ops::ControlFlow;

use proptest::prelude::*;
use satranj_encodings::{
    meeting::{self, Meeting, Rider},
    model::{Model, Obstruction, Witness},
};

use super::{BOUNDS, barycentre::BARYCENTRE};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, Method, MethodOptions,
        boards::{self, PIECES, turns},
    },
};

fn solve(method: &Method, model: &Meeting, goal: Goal, limits: Limits) -> (Ending, Vec<Witness>) {
    let run = Context::new(limits, 0, MethodOptions::default());
    let mut found = Vec::new();
    let ending = method.solve(&Model::Meeting(model.clone()), goal, &run, &mut |witness| {
        found.push(witness);
        ControlFlow::Continue(())
    });
    if let Some(limit) = limits.nodes {
        assert!(run.counters.nodes.get() <= limit);
    }
    (ending.unwrap(), found)
}

/// The vertex and the turns of a meeting, whose jumps are checked.
fn meeting(model: &Meeting, witness: &Witness) -> (u32, u64) {
    let Witness::Meeting { vertex, paths } = witness else { panic!("{witness:?} is no meeting") };
    assert_eq!(paths.len(), model.riders.len());
    for (rider, path) in model.riders.iter().zip(paths) {
        let mut at = rider.vertex;
        for &next in path {
            let mut list = Vec::new();
            model.lattice().neighbours(at, &mut list);
            assert!(list.contains(&next), "{at} to {next}");
            at = next;
        }
        assert_eq!(at, *vertex);
    }
    (*vertex, model.turns(paths.iter().map(|path| path.len() as u64)))
}

/// Both methods agree with plain enumeration.
fn check(model: &Meeting) {
    let turns = turns(model);
    let best = (0_u32..).zip(&turns).filter_map(|(vertex, turns)| Some(((*turns)?, vertex))).min();
    let (ending, found) = solve(&BOUNDS, model, Goal::First, Limits::default());
    let (guess_ending, guess) = solve(&BARYCENTRE, model, Goal::First, Limits::default());
    let Some((least, first)) = best else {
        assert!(found.is_empty() && guess.is_empty());
        let obstruction = model.obstruction().map(Obstruction::Meeting).unwrap();
        assert_eq!(ending, Ending::Proved(obstruction.clone()));
        assert_eq!(guess_ending, Ending::Proved(obstruction));
        return;
    };
    assert_eq!(ending, Ending::Exhausted);
    assert_eq!(meeting(model, found.last().unwrap()), (first, least));
    assert_eq!(guess_ending, Ending::Stopped(Reason::IncompleteMethod));
    let (vertex, value) = meeting(model, guess.last().unwrap());
    assert_eq!(turns[vertex as usize], Some(value));
    for at_most in [least.saturating_sub(1), least, least + 1, least + 7, u64::MAX] {
        let model = Meeting { at_most: Some(at_most), ..model.clone() };
        let near = |turns: &Option<u64>| turns.is_some_and(|turns| turns <= at_most);
        let expected: Vec<u32> =
            (0..).zip(&turns).filter(|(_, turns)| near(turns)).map(|(vertex, _)| vertex).collect();
        let (ending, found) = solve(&BOUNDS, &model, Goal::All, Limits::default());
        assert_eq!(ending, Ending::Exhausted);
        let vertices: Vec<u32> = found.iter().map(|witness| meeting(&model, witness).0).collect();
        assert_eq!(vertices, expected);
        let (ending, found) = solve(&BOUNDS, &model, Goal::First, Limits::default());
        assert_eq!(ending, Ending::Exhausted);
        let found: Vec<_> = found.iter().map(|witness| meeting(&model, witness)).collect();
        let expected = if expected.is_empty() { vec![] } else { vec![(first, least)] };
        assert_eq!(found, expected);
        let (ending, found) = solve(&BARYCENTRE, &model, Goal::First, Limits::default());
        assert_eq!(ending, Ending::Stopped(Reason::IncompleteMethod));
        assert!(found.iter().all(|witness| meeting(&model, witness).1 <= at_most));
    }
}

/// A piece, a board, blocked cells, and riders with up to `jumps` a turn.
fn meetings(
    pieces: std::ops::Range<usize>,
    sides: std::ops::RangeInclusive<u32>,
    blocked: usize,
    riders: usize,
    jumps: u32,
) -> impl Strategy<Value = Meeting> {
    let index = any::<prop::sample::Index>;
    let blocked = proptest::collection::vec(index(), 0..=blocked);
    let riders = proptest::collection::vec((index(), 1..=jumps), 0..=riders);
    (pieces, sides.clone(), sides, blocked, riders).prop_map(
        |(piece, rows, columns, blocked, riders)| {
            let index = |at: prop::sample::Index, size: u32| at.index(size.max(1) as usize) as u32;
            let blocked: Vec<u32> =
                blocked.into_iter().map(|at| index(at, rows * columns)).collect();
            let lattice = boards::lattice(PIECES[piece], rows, columns, &blocked);
            let free = lattice.vertices();
            let riders = riders.into_iter().filter(|_| free > 0);
            let riders = riders.map(|(at, jumps)| Rider { vertex: index(at, free), jumps });
            Meeting::new(lattice.clone(), riders.collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn knights_on_free_boards(model in meetings(0..1, 5..=20, 0, 40, 9)) {
        check(&model);
    }

    #[test]
    fn few_knights_on_free_boards(model in meetings(0..1, 5..=20, 0, 3, 9)) {
        check(&model);
    }

    #[test]
    fn knights_that_make_many_jumps(model in meetings(0..1, 5..=12, 0, 12, 1_000_000)) {
        check(&model);
    }

    #[test]
    fn knights_on_blocked_boards(model in meetings(0..1, 1..=12, 20, 30, 9)) {
        check(&model);
    }

    #[test]
    fn all_pieces(model in meetings(0..PIECES.len(), 1..=9, 12, 20, 5)) {
        check(&model);
    }
}

fn knights(rows: u32, columns: u32, riders: &[(u32, u32)]) -> Meeting {
    let riders = riders.iter().map(|&(vertex, jumps)| Rider { vertex, jumps }).collect();
    Meeting::new(boards::lattice("knight", rows, columns, &[]), riders)
}

#[test]
fn every_square_next_to_a_rider_in_each_corner() {
    // The exceptions of the formula: each pair of near squares of a small board, at one jump a turn.
    for (first, second) in (0..25).flat_map(|first| (first..25).map(move |second| (first, second)))
    {
        check(&knights(5, 5, &[(first, 1), (second, 1), (second, 1), (second, 2)]));
    }
}

#[test]
fn of_several_best_squares_the_first() {
    // One jump apart: both starts take one turn, and so does nothing else.
    let (_, found) =
        solve(&BOUNDS, &knights(8, 8, &[(27, 1), (10, 1)]), Goal::First, Limits::default());
    assert_eq!(meeting(&knights(8, 8, &[(27, 1), (10, 1)]), found.last().unwrap()), (10, 1));
    // Two jumps apart on a large board: the first square between, far from the first block.
    let model = knights(100, 100, &[(5050, 1), (5052, 1), (5050, 2), (5052, 2)]);
    check(&model);
}

#[test]
fn blocks_on_a_large_board() {
    let riders: Vec<(u32, u32)> =
        (0..300).map(|number: u32| (number * 7919 % (70 * 90), number % 9 + 1)).collect();
    let model = knights(70, 90, &riders);
    let turns = turns(&model);
    let best = (0_u32..).zip(&turns).map(|(vertex, turns)| (turns.unwrap(), vertex)).min().unwrap();
    let (_, found) = solve(&BOUNDS, &model, Goal::First, Limits::default());
    assert_eq!(meeting(&model, found.last().unwrap()), (best.1, best.0));
}

#[test]
fn blocked_squares_among_many_riders() {
    let blocked: Vec<u32> = (0..80).map(|number| number * 37 % 900).collect();
    let lattice = boards::lattice("knight", 30, 30, &blocked);
    let free = lattice.vertices();
    let riders = (0..120).map(|number| Rider { vertex: number * 53 % free, jumps: number % 9 + 1 });
    let model = Meeting::new(lattice, riders.collect());
    let turns = turns(&model);
    let best = (0_u32..).zip(&turns).filter_map(|(vertex, turns)| Some(((*turns)?, vertex))).min();
    let (ending, found) = solve(&BOUNDS, &model, Goal::First, Limits::default());
    match best {
        Some((turns, vertex)) => {
            assert_eq!(meeting(&model, found.last().unwrap()), (vertex, turns));
        }
        None => assert!(matches!(ending, Ending::Proved(_))),
    }
}

#[test]
fn riders_that_cannot_meet() {
    check(&knights(8, 8, &[]));
    check(&knights(3, 3, &[(4, 1), (0, 1)]));
    check(&knights(3, 3, &[(4, 1)]));
    check(&knights(1, 1, &[(0, 3), (0, 1)]));
}

#[test]
fn limits_never_say_no() {
    let models = [
        knights(100, 100, &[(0, 1), (9999, 2), (55, 3)]),
        knights(4, 300, &[(0, 1), (1199, 2), (55, 3)]),
    ];
    for model in &models {
        let best = solve(&BOUNDS, model, Goal::First, Limits::default()).1.pop().unwrap();
        let (_, least) = meeting(model, &best);
        for nodes in (0..5000).step_by(97) {
            for method in [&BOUNDS, &BARYCENTRE] {
                for at_most in [None, Some(least)] {
                    let model = Meeting { at_most, ..model.clone() };
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let (ending, found) = solve(method, &model, Goal::First, limits);
                    assert!(!found.is_empty() || matches!(ending, Ending::Stopped(_)));
                    for witness in &found {
                        assert!(meeting(&model, witness).1 >= least);
                    }
                    if ending == Ending::Exhausted {
                        assert_eq!(found.last(), Some(&best));
                    }
                }
            }
        }
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let (ending, _) = solve(&BOUNDS, model, Goal::First, limits);
        assert_eq!(ending, Ending::Stopped(Reason::TimeLimit));
    }
    let limits = Limits { memory: Some(1), ..Limits::default() };
    let (ending, _) =
        solve(&BOUNDS, &knights(4, 1_000_000, &[(0, 1), (7, 1)]), Goal::First, limits);
    assert_eq!(ending, Ending::Stopped(Reason::MemoryLimit));
}

#[test]
fn sums_beyond_32_bits() {
    // Thousands of knights at each end of a board of two million columns.
    let columns = 2_000_000;
    let mut riders = vec![Rider { vertex: 0, jumps: 1 }; 5200];
    riders.extend(vec![Rider { vertex: columns - 1, jumps: 1 }; 5000]);
    let model = Meeting::new(boards::lattice("knight", 5, columns, &[]), riders);
    let run = Context::new(Limits::default(), 0, MethodOptions::default());
    let Ok(mut ground) = super::ground(&model, &run).unwrap() else { panic!("they can meet") };
    let mut best = super::BestMeeting { known: None, at_most: u64::MAX };
    ground.least(&mut best).unwrap();
    let known = best.known.unwrap();
    assert_eq!(ground.sum(known.cell).unwrap(), Some(known.turns));
    assert!(known.turns > u64::from(u32::MAX), "{known:?}");
    assert!(known.turns.abs_diff(5_000_000_000) < 20_000, "{known:?}");
}

#[test]
fn obstructions_name_the_first_rider_s_part() {
    let lattice = boards::lattice("bishop", 4, 4, &[]);
    let riders = vec![Rider { vertex: 0, jumps: 1 }, Rider { vertex: 1, jumps: 1 }];
    let model = Meeting::new(lattice, riders);
    check(&model);
    let (ending, _) = solve(&BOUNDS, &model, Goal::First, Limits::default());
    let Ending::Proved(Obstruction::Meeting(meeting::MeetingObstruction::Separated(part))) = ending
    else {
        panic!("{ending:?}")
    };
    assert_eq!(part, [0, 2, 5, 7, 8, 10, 13, 15]);
}
