//! How far each method gets on OEIS sequences of maxima and dominations: the largest n that
//! it finds and proves optimal within a time limit, from small n on (all to 20, then 25, 30, 40, 50,
//! 60, 80, 100), as a Markdown table.
//!
//! `cargo bench --bench sequences` takes about an hour; `cargo bench --bench sequences -- 5`
//! gives each n five seconds in place of sixty. A value that differs from the sequence ends
//! the benchmark.

use std::{
    collections::BTreeSet,
    process::{Command, Stdio},
};

/// A sequence: its name, how n is stated, the first n, its known values, and the largest n
/// that is tried.
struct Sequence {
    name: &'static str,
    line: fn(usize) -> String,
    first: usize,
    values: &'static [u64],
    last: usize,
}

const SEQUENCES: &[Sequence] = &[
    Sequence {
        name: "A030978 knights, the most",
        line: |n| format!("place {n}x{n} --piece knight"),
        first: 1,
        values: &[1, 4, 5, 8, 13, 18, 25, 32, 41, 50, 61, 72],
        last: 100,
    },
    Sequence {
        name: "A008794 kings, the most",
        line: |n| format!("place {n}x{n} --piece king"),
        first: 1,
        values: &[1, 1, 4, 4, 9, 9, 16, 16, 25, 25, 36, 36],
        last: 100,
    },
    Sequence {
        name: "bishops, the most (2n - 2)",
        line: |n| format!("place {n}x{n} --piece bishop"),
        first: 2,
        values: &[2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
        last: 100,
    },
    Sequence {
        name: "A075458 queens, domination",
        line: |n| format!("dominate {n}x{n} --piece queen"),
        first: 1,
        values: &[1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7],
        last: 18,
    },
    Sequence {
        name: "A075324 queens, independent domination",
        line: |n| format!("dominate {n}x{n} --piece queen --independent"),
        first: 1,
        values: &[1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7],
        last: 18,
    },
    Sequence {
        name: "A006075 knights, domination",
        line: |n| format!("dominate {n}x{n} --piece knight"),
        first: 1,
        values: &[1, 4, 4, 4, 5, 8, 10, 12, 14, 16],
        last: 20,
    },
    Sequence {
        name: "A261752 knights, total domination",
        line: |n| format!("dominate {n}x{n} --piece knight --total"),
        first: 4,
        values: &[6, 7, 8, 10, 14, 18, 22, 25, 28, 32, 36, 43, 48],
        last: 20,
    },
    Sequence {
        name: "A250000 peaceable queens",
        line: |n| format!("place {n}x{n} --army white:queen,black:queen"),
        first: 1,
        values: &[0, 0, 1, 2, 4, 5, 7, 9, 12, 14],
        last: 14,
    },
];

fn main() {
    let seconds =
        std::env::args().skip(1).find_map(|argument| argument.parse::<u64>().ok()).unwrap_or(60);
    println!("| sequence | method | n proved within {seconds} s | value | seconds of the last |");
    println!("|:--|:--|--:|--:|--:|");
    for sequence in SEQUENCES {
        for method in methods(sequence) {
            let mut reached = None;
            for n in sizes().filter(|n| (sequence.first..=sequence.last).contains(n)) {
                let Some((value, took)) = proved(&(sequence.line)(n), &method, seconds) else {
                    break;
                };
                if let Some(&known) = sequence.values.get(n - sequence.first) {
                    assert_eq!(value, known, "{} by {method}, n = {n}", sequence.name);
                }
                reached = Some((n, value, took));
            }
            let (n, value, took) = reached.map_or_else(
                || ("-".to_string(), "-".to_string(), "-".to_string()),
                |(n, value, took)| (n.to_string(), value.to_string(), format!("{took:.2}")),
            );
            println!("| {} | `{method}` | {n} | {value} | {took} |", sequence.name);
        }
    }
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
