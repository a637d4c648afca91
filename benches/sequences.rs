//! How far each method gets on OEIS sequences of maxima and dominations: the largest n that
//! it finds and proves optimal within a time limit, from small n on (all to 20, then 25, 30, 40, 50,
//! 60, 80, 100), as a Markdown table; and OR-tools CP-SAT, and how many times slower than the
//! fastest method it was at its last n.
//!
//! `cargo bench --bench sequences` takes about an hour; `cargo bench --bench sequences -- 5`
//! gives each n five seconds instead of sixty; other words choose the sequences that contain
//! one, for example `A075458`. A value that differs from the sequence ends the benchmark. The rival needs
//! Python: `python3 -m venv target/rivals && target/rivals/bin/pip install -r
//! benches/rivals/requirements.txt`.

mod rivals;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::{Command, Stdio},
};

/// A sequence: its name, how n is stated, the first n, its known values, and the largest n
/// that is tried.
struct Sequence {
    name: &'static str,
    /// What `placement_cpsat.py` calls it.
    rival: &'static str,
    line: fn(usize) -> String,
    first: usize,
    values: &'static [u64],
    last: usize,
}

const SEQUENCES: &[Sequence] = &[
    Sequence {
        name: "A030978 knights, the most",
        rival: "knights",
        line: |n| format!("place {n}x{n} --piece knight"),
        first: 1,
        values: &[1, 4, 5, 8, 13, 18, 25, 32, 41, 50, 61, 72],
        last: 100,
    },
    Sequence {
        name: "A008794 kings, the most",
        rival: "kings",
        line: |n| format!("place {n}x{n} --piece king"),
        first: 1,
        values: &[1, 1, 4, 4, 9, 9, 16, 16, 25, 25, 36, 36],
        last: 100,
    },
    Sequence {
        name: "bishops, the most (2n - 2)",
        rival: "bishops",
        line: |n| format!("place {n}x{n} --piece bishop"),
        first: 2,
        values: &[2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
        last: 100,
    },
    Sequence {
        name: "A075458 queens, domination",
        rival: "queen-domination",
        line: |n| format!("dominate {n}x{n} --piece queen"),
        first: 1,
        values: &[1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7],
        last: 18,
    },
    Sequence {
        name: "A075324 queens, independent domination",
        rival: "independent-queen-domination",
        line: |n| format!("dominate {n}x{n} --piece queen --independent"),
        first: 1,
        values: &[1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7],
        last: 18,
    },
    Sequence {
        name: "A006075 knights, domination",
        rival: "knight-domination",
        line: |n| format!("dominate {n}x{n} --piece knight"),
        first: 1,
        values: &[1, 4, 4, 4, 5, 8, 10, 12, 14, 16],
        last: 20,
    },
    Sequence {
        name: "A261752 knights, total domination",
        rival: "total-knight-domination",
        line: |n| format!("dominate {n}x{n} --piece knight --total"),
        first: 4,
        values: &[6, 7, 8, 10, 14, 18, 22, 25, 28, 32, 36, 43, 48],
        last: 20,
    },
    Sequence {
        name: "A250000 peaceable queens",
        rival: "peaceable-queens",
        line: |n| format!("place {n}x{n} --army white:queen,black:queen"),
        first: 1,
        values: &[0, 0, 1, 2, 4, 5, 7, 9, 12, 14],
        last: 14,
    },
];

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let seconds = words.iter().find_map(|word| word.parse::<u64>().ok()).unwrap_or(60);
    let names: Vec<&String> = words.iter().filter(|word| word.parse::<u64>().is_err()).collect();
    let python = rivals::python();
    println!("| sequence | method | n proved within {seconds} s | value | seconds of the last |");
    println!("|:--|:--|--:|--:|--:|");
    for sequence in SEQUENCES {
        if names.is_empty() || names.iter().any(|&name| sequence.name.contains(name.as_str())) {
            measure(sequence, seconds, python.as_deref());
        }
    }
}

/// Prints how far each method gets, and the rival.
fn measure(sequence: &Sequence, seconds: u64, python: Option<&Path>) {
    // The seconds of the fastest method at each n.
    let mut fastest: BTreeMap<usize, f64> = BTreeMap::new();
    for method in methods(sequence) {
        let last = reach(sequence, &method, |n| {
            let answer = proved(&(sequence.line)(n), &method, seconds)?;
            let best = fastest.entry(n).or_insert(answer.1);
            *best = best.min(answer.1);
            Some(answer)
        });
        println!("| {} | `{method}` | {} |", sequence.name, shown(last));
    }
    let Some(python) = python else { return };
    let last = reach(sequence, "CP-SAT", |n| {
        let arguments = [sequence.rival, &n.to_string()];
        let (took, value) = rivals::run(python, "placement_cpsat.py", &arguments, seconds)?;
        Some((value.parse().ok()?, took))
    });
    let ratio = last.and_then(|(n, _, took)| Some(took / fastest.get(&n)?));
    let ratio = ratio.map_or_else(String::new, |ratio| format!(" ({ratio:.0} times the best)"));
    println!("| {} | CP-SAT, one worker | {}{ratio} |", sequence.name, shown(last));
}

/// The last n of a row of proofs without a gap, with its value and seconds.
fn reach(
    sequence: &Sequence,
    method: &str,
    mut prove: impl FnMut(usize) -> Option<(u64, f64)>,
) -> Option<(usize, u64, f64)> {
    let mut reached = None;
    for n in sizes().filter(|n| (sequence.first..=sequence.last).contains(n)) {
        let Some((value, took)) = prove(n) else { break };
        if let Some(&known) = sequence.values.get(n - sequence.first) {
            assert_eq!(value, known, "{} by {method}, n = {n}", sequence.name);
        }
        reached = Some((n, value, took));
    }
    reached
}

/// The cells of a row.
fn shown(last: Option<(usize, u64, f64)>) -> String {
    last.map_or_else(|| "- | - | -".into(), |(n, value, took)| format!("{n} | {value} | {took:.2}"))
}

/// The sizes that are tried: all to 20, then fewer and fewer.
fn sizes() -> impl Iterator<Item = usize> {
    (1..=20).chain([25, 30, 40, 50, 60, 80, 100])
}

/// The document of a run, if it prints one.
fn satranj(arguments: &[&str]) -> Option<serde_json::Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_satranj"))
        .args(arguments)
        .args(["--json", "--quiet"])
        .stderr(Stdio::null())
        .output()
        .expect("the program starts");
    serde_json::from_slice(&output.stdout).ok()
}

/// The methods that solve the sequence's puzzle, as `compare` names them.
fn methods(sequence: &Sequence) -> Vec<String> {
    let line = (sequence.line)(sequence.first);
    let mut arguments = vec!["compare", "--runs", "1", "--warmup", "0"];
    arguments.extend(line.split(' '));
    let document = satranj(&arguments).expect("a comparison");
    let runs = document["runs"].as_array().expect("runs").clone();
    let names: BTreeSet<String> =
        runs.iter().filter_map(|run| run["method"].as_str().map(str::to_string)).collect();
    names.into_iter().collect()
}

/// The optimum and the seconds it took, if a method proves it in time.
fn proved(line: &str, method: &str, seconds: u64) -> Option<(u64, f64)> {
    let limit = format!("{seconds}s");
    let mut arguments = vec!["solve", "--method", method, "--time-limit", &limit];
    arguments.extend(line.split(' '));
    let document = satranj(&arguments)?;
    let took = document["timing"]["total_seconds"].as_f64()?;
    (document["status"] == "optimal").then_some(())?;
    Some((document["objective"].as_u64()?, took))
}
