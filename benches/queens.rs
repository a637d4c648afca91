//! First solutions of n queens: `sat:lines` with each at-most-one encoding, and OR-tools
//! CP-SAT, in one run.
//!
//! `cargo bench --bench queens` needs for CP-SAT Python with the rivals: `python3 -m venv
//! target/rivals && target/rivals/bin/pip install -r benches/rivals/requirements.txt`.
//! Without them it says so and leaves the rival out. `cargo bench --bench queens -- 200` stops
//! at 200 queens.

mod rivals;

use std::{fmt::Write, ops::ControlFlow, process::Command};

use satranj::{
    limits::Limits,
    methods::{Context, Goal, MethodOptions, sat::encoded},
};
use satranj_encodings::{
    at_most_one::AtMostOne, counter::ClauseCounter, encoding, independent_set::lines, model::Model,
    queens::Queens, registry,
};
use wait4::Wait4;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs of each encoding; the median counts.
const RUNS: usize = 3;

/// Seconds that a rival may take.
const LIMIT: u64 = 300;

/// Clauses beyond which pairwise is left out: three gigabytes.
const MOST_CLAUSES: u64 = 30_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // This program again, for one solution: so that each has a process of its own.
    if let [word, name, n] = arguments.as_slice()
        && word == "solve"
    {
        return solve(name, n.parse().expect("a number of queens"));
    }
    let largest = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1000);
    println!("first solution of n queens by sat:lines, processor seconds of the whole process,");
    println!("median of {RUNS}; CP-SAT: building and solving, one worker");
    let mut header = format!("{:>6}", "n");
    for at_most_one in AtMostOne::ALL {
        let _ = write!(header, " {:>10}", at_most_one.name());
    }
    println!("{header} {:>10} {:>18}", "default", "CP-SAT (ratio)");
    let python = rivals::python();
    for n in [50, 100, 200, 500, 1000].into_iter().filter(|&n| n <= largest) {
        let mut line = format!("{n:>6}");
        let mut default = 0.0;
        for at_most_one in AtMostOne::ALL {
            let seconds = seconds(at_most_one, n);
            if at_most_one == AtMostOne::default() {
                default = seconds.unwrap_or_default();
            }
            let cell = seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.3}"));
            let _ = write!(line, " {cell:>10}");
        }
        let rival = python
            .as_deref()
            .and_then(|python| rivals::run(python, "queens_cpsat.py", &[&n.to_string()], LIMIT))
            .filter(|(_, word)| word == "solution");
        let cell = rival.map_or_else(
            || "-".into(),
            |(seconds, _)| format!("{seconds:.2} ({:.1})", seconds / default),
        );
        println!("{line} {:>10} {cell:>18}", AtMostOne::default().name());
    }
}

fn model(n: u32) -> Model {
    Model::Queens(Queens::new(n, Vec::new(), Vec::new()))
}

/// Finds and checks one solution.
fn solve(name: &str, n: u32) {
    let at_most_one = AtMostOne::from_name(name).expect("an at-most-one encoding");
    let options = MethodOptions {
        encoding: encoding::Options { at_most_one, ..encoding::Options::default() },
        ..MethodOptions::default()
    };
    let run = Context::new(Limits::default(), 1, options);
    let mut cells = Vec::new();
    let solved = encoded::by(&lines::LINES).solve(&model(n), Goal::First, &run, &mut |witness| {
        cells = witness.numbers().to_vec();
        ControlFlow::Break(())
    });
    assert!(solved.is_ok(), "{solved:?}");
    let mut lines: Vec<[u32; 2]> = Vec::new();
    for cell in &cells {
        let (row, column) = (cell / n, cell % n);
        lines.extend([[0, row], [1, column], [2, row + column], [3, n + row - column]]);
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!((cells.len(), lines.len()), (n as usize, 4 * n as usize), "no solution");
}

/// Processor seconds for a solution; `None` where the formula would be too large.
fn seconds(at_most_one: AtMostOne, n: u32) -> Option<f64> {
    let lines = registry::by_name("lines").expect("a known encoding");
    let options = encoding::Options { at_most_one, ..encoding::Options::default() };
    lines.count(&model(n), options, &mut ClauseCounter::up_to(MOST_CLAUSES)).ok()?;
    let mut runs: Vec<f64> = (0..RUNS)
        .map(|_| {
            let program = std::env::current_exe().expect("this program");
            let child = Command::new(program)
                .args(["solve", at_most_one.name(), &n.to_string()])
                .spawn()
                .expect("this program starts");
            let ended = child.wait4().expect("it ends");
            assert!(ended.status.success(), "{} of {n}", at_most_one.name());
            (ended.rusage.utime + ended.rusage.stime).as_secs_f64()
        })
        .collect();
    runs.sort_by(f64::total_cmp);
    Some(runs[RUNS / 2])
}
