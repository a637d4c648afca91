//! The best meeting of knights: `native:bounds` against one breadth-first search from each
//! knight, in one run.
//!
//! `cargo bench --bench meeting`; with `-- barycentre` it counts instead how often the guess
//! of `native:barycentre` is the best, on random boards.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use fixedbitset::FixedBitSet;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use satranj::{
    limits::Limits,
    methods::{Context, Ending, Goal, MethodOptions, Registry},
};
use satranj_encodings::{
    lattice::{Lattice, Step},
    meeting::{Meeting, Rider},
    model::{Model, Witness},
};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs of a method on an instance go on for so long; the median counts.
const RUNS: Duration = Duration::from_secs(2);

/// Pairs of knights and squares beyond which rivals are left out.
const MOST_PAIRS: u64 = 2_000_000_000;

/// Rows, columns, knights (one on each square if as many as squares).
const INSTANCES: [(u32, u32, u32); 6] = [
    (10, 10, 10),
    (10, 10, 100),
    (100, 100, 1000),
    (100, 100, 10_000),
    (1000, 1000, 1000),
    (1000, 1000, 100_000),
];

/// Random boards for the hit rate.
const BOARDS: u32 = 10_000;

const JUMPS: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

fn main() {
    if std::env::args().any(|argument| argument == "barycentre") {
        return hit_rate();
    }
    println!("the best meeting of knights that make 1 to 9 jumps a turn, paths included,");
    println!("median of the runs of {} s, at least one", RUNS.as_secs());
    println!(
        "{:>12} {:>8} {:>8} {:>14} {:>24} {:>24} {:>24}",
        "board", "knights", "turns", "native:bounds", "barycentre", "BFS a knight", "graph:bfs"
    );
    for (rows, columns, knights) in INSTANCES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let squares = rows * columns;
        let mut starts: Vec<u32> = (0..squares).collect();
        for index in 0..knights as usize {
            let other = random.random_range(index..squares as usize);
            starts.swap(index, other);
        }
        starts.truncate(knights as usize);
        let rider = |vertex| Rider { vertex, jumps: random.random_range(1..=9) };
        let model = meeting(rows, columns, starts.into_iter().map(rider).collect());
        let (bounds, best) = solve(&model, "native:bounds").expect("it is registered");
        let mut line =
            format!("{rows:>7}x{columns:<4} {knights:>8} {:>8} {:>14}", best.0, text(bounds));
        let few = u64::from(squares) * u64::from(knights) <= MOST_PAIRS;
        let rivals = [
            solve(&model, "native:barycentre"),
            few.then(|| median(|| search_from_each(&model))),
            few.then(|| solve(&model, "graph:bfs")).flatten(),
        ];
        for (number, rival) in rivals.into_iter().enumerate() {
            let cell = rival.map_or_else(
                || "-".into(),
                |(time, found)| {
                    assert!(number == 0 || found == best, "{found:?} is not {best:?}");
                    format!("{} ({:.2})", text(time), time.as_secs_f64() / bounds.as_secs_f64())
                },
            );
            let _ = write!(line, " {cell:>24}");
        }
        println!("{line}");
    }
}

fn text(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn meeting(rows: u32, columns: u32, riders: Vec<Rider>) -> Model {
    let step = |(rows, columns)| Step::leap(rows, columns);
    let lattice =
        Lattice::new(rows, columns, None::<&FixedBitSet>, JUMPS.into_iter().map(step).collect());
    Model::Meeting(Meeting::new(lattice, riders))
}

/// The median time of some runs, and what the last one gave.
fn median<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let mut times = Vec::new();
    loop {
        let started = Instant::now();
        let result = run();
        times.push(started.elapsed());
        if begin.elapsed() >= RUNS || times.len() >= 10_000 {
            times.sort_unstable();
            return (times[times.len() / 2], result);
        }
    }
}

/// A method's median time, and the turns and the vertex of the best meeting.
fn solve(model: &Model, name: &str) -> Option<(Duration, (u64, u32))> {
    let registry = Registry::standard();
    let method = registry.get(name, model).filter(|method| method.applies(model))?;
    Some(median(|| {
        let run = Context::new(Limits::default(), 1, MethodOptions::default());
        let mut best = None;
        let ending = method.solve(model, Goal::First, &run, &mut |witness| {
            best = Some(witness);
            ControlFlow::Continue(())
        });
        assert!(matches!(ending, Ok(Ending::Exhausted | Ending::Stopped(_))), "{ending:?}");
        match best {
            Some(witness @ Witness::Meeting { vertex, .. }) => (model.value(&witness), vertex),
            other => panic!("{other:?} is no meeting"),
        }
    }))
}

/// The plain way, on a flat array: a search from each knight adds to the turns of each square.
fn search_from_each(model: &Model) -> (u64, u32) {
    let Model::Meeting(model) = model else { panic!("a meeting") };
    let (rows, columns) = (model.lattice().rows() as i32, model.lattice().columns() as i32);
    let squares = (rows * columns) as usize;
    let mut sums = vec![0_u64; squares];
    let mut distances = vec![u32::MAX; squares];
    let mut waiting = VecDeque::with_capacity(squares);
    for rider in model.riders.iter() {
        distances.fill(u32::MAX);
        distances[rider.vertex as usize] = 0;
        waiting.push_back(rider.vertex as i32);
        while let Some(at) = waiting.pop_front() {
            let distance = distances[at as usize];
            sums[at as usize] += u64::from(distance.div_ceil(rider.jumps));
            let (row, column) = (at / columns, at % columns);
            for (down, right) in JUMPS {
                let (row, column) = (row + down, column + right);
                if (0..rows).contains(&row) && (0..columns).contains(&column) {
                    let next = row * columns + column;
                    if distances[next as usize] == u32::MAX {
                        distances[next as usize] = distance + 1;
                        waiting.push_back(next);
                    }
                }
            }
        }
    }
    let best = (0_u32..).zip(&sums).map(|(vertex, &sum)| (sum, vertex)).min();
    best.expect("a board has squares")
}

/// Random boards as published: up to 10x10, a knight on one square in ten, 1 to 9 jumps a turn.
fn hit_rate() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let registry = Registry::standard();
    let (mut asked, mut hits, mut same, mut no) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut surplus = 0;
    while asked < BOARDS {
        let (rows, columns) = (random.random_range(1..=10), random.random_range(1..=10));
        let riders: Vec<Rider> = (0..rows * columns)
            .filter_map(|vertex| {
                let jumps = random.random_range(1..=9);
                random.random_ratio(1, 10).then_some(Rider { vertex, jumps })
            })
            .collect();
        let model = meeting(rows, columns, riders);
        let best = |name| {
            let method = registry.get(name, &model).expect("it is registered");
            let run = Context::new(Limits::default(), 1, MethodOptions::default());
            let mut best = None;
            let ending = method.solve(&model, Goal::First, &run, &mut |witness| {
                best = Some(witness);
                ControlFlow::Continue(())
            });
            ending.expect("it answers");
            best
        };
        let (bounds, guess) = (best("native:bounds"), best("native:barycentre"));
        match (bounds, guess) {
            (Some(bounds), Some(guess)) => {
                asked += 1;
                let more = model.value(&guess) - model.value(&bounds);
                hits += u32::from(more == 0);
                surplus += more;
                let at = |witness: &Witness| match witness {
                    Witness::Meeting { vertex, .. } => Some(*vertex),
                    _ => None,
                };
                same += u32::from(at(&bounds) == at(&guess));
            }
            (None, None) => no += 1,
            (bounds, guess) => panic!("{bounds:?} {guess:?}"),
        }
    }
    println!("native:barycentre on {BOARDS} random boards with a meeting ({no} without left out):");
    let share = |count: u32| f64::from(count) * 100.0 / f64::from(BOARDS);
    println!("the fewest turns: {:.2} %, at the same square: {:.2} %", share(hits), share(same));
    println!("turns too many in all: {surplus}");
}
