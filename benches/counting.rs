//! Tours and independent sets counted side by side with Graphillion, in one run: processor seconds
//! of both, and how many times slower the rival is than the whole process, and than the count alone.
//!
//! `cargo bench --bench counting` takes some minutes; `limit=10` after `--` gives each count of
//! the rival 10 seconds of time (by default 300), other words choose the lines that contain one.
//! Times of Satranj are on one thread, for the whole process and for the count in its document; times of the
//! rival are without its imports, by the better of two orders of the edges. If its number
//! differs, the benchmark ends. The rival needs Python: `python3 -m venv target/rivals &&
//! target/rivals/bin/pip install -r benches/rivals/requirements.txt`.

mod rivals;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use num_bigint::BigUint;
use wait4::Wait4;

/// Runs of Satranj, of which the fastest counts; one run where it takes a second or more.
const RUNS: usize = 5;

/// What is counted on a board: the words of `tour`, and which of it.
const CASES: &[(&str, Counted)] = &[
    ("6x6 --closed", Counted::Cycles),
    ("6x6", Counted::Paths),
    ("3x20 --closed", Counted::Cycles),
    ("6x5 --piece king --closed --block b2,d4", Counted::Cycles),
    ("4x4 --piece wazir --closed", Counted::Cycles),
    ("6x6 --piece wazir --closed", Counted::Cycles),
    ("8x8 --piece wazir --closed", Counted::Cycles),
    ("10x10 --piece wazir --closed", Counted::Cycles),
    ("12x12 --piece wazir --closed", Counted::Cycles),
    ("10x10 --piece wazir", Counted::IndependentSets),
    ("10x10 --piece king", Counted::IndependentSets),
    ("8x8 --piece knight", Counted::IndependentSets),
    ("10x10 --piece knight", Counted::IndependentSets),
];

/// What is counted of a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    /// Hamiltonian cycles.
    Cycles,
    /// Hamiltonian paths.
    Paths,
    /// Independent sets of every size.
    IndependentSets,
}

impl Counted {
    /// What the rival calls it.
    fn name(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Paths => "paths",
            Self::IndependentSets => "independent-sets",
        }
    }
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let limit = words.iter().find_map(|word| word.strip_prefix("limit=")?.parse().ok());
    let chosen: Vec<&String> = words.iter().filter(|word| !word.contains('=')).collect();
    let python = rivals::python();
    println!(
        "processor seconds of one thread, ours the least of {RUNS}; how many times the whole \
         process, and the count alone, in brackets"
    );
    println!("{:>58} {:>22} {:>9} {:>9} {:>22}", "", "number", "process", "count", "graphillion");
    for &(board, counted) in CASES {
        let name = format!("{} of {board}", counted.name());
        if chosen.is_empty() || chosen.iter().any(|word| name.contains(&***word)) {
            line(&name, board, counted, python.as_deref(), limit.unwrap_or(300));
        }
    }
}

/// A line of the table.
fn line(name: &str, board: &str, counted: Counted, python: Option<&Path>, limit: u64) {
    let (number, [seconds, alone]) = ours(board, counted);
    let mut least: Option<f64> = None;
    if let Some(python) = python {
        let graph = graph(board).display().to_string();
        for order in ["bfs", "as-is"] {
            let arguments = [counted.name(), order, &graph];
            let said = rivals::run(python, "counting_graphillion.py", &arguments, limit);
            if let Some((spent, said)) = said {
                assert_eq!(said, number.to_string(), "{name}");
                least = Some(least.map_or(spent, |least| least.min(spent)));
            }
        }
    }
    let rival = least.map_or("-".into(), |spent| {
        format!("{spent:.2} ({:.0}, {:.0})", spent / seconds, spent / alone)
    });
    println!("{name:>58} {number:>22} {seconds:>9.4} {alone:>9.4} {rival:>22}");
}

/// What the program counts, without direction, and its processor seconds: of the whole process, and
/// of the count.
fn ours(board: &str, counted: Counted) -> (BigUint, [f64; 2]) {
    let (mut least, mut alone) = (f64::INFINITY, f64::INFINITY);
    let mut number = BigUint::ZERO;
    for _ in 0..RUNS {
        let mut child = program();
        match counted {
            Counted::IndependentSets => child.args(["count", "place"]).arg("--counts-by-k"),
            Counted::Cycles | Counted::Paths => child.args(["count", "tour", "--method", "auto"]),
        };
        child.args(board.split(' ')).args(["--threads", "1", "--json", "--quiet"]);
        let mut child = child.stdout(Stdio::piped()).spawn().expect("the program starts");
        let output = child.stdout.take().expect("its output is piped");
        let document: serde_json::Value =
            serde_json::from_reader(output).expect("it prints a document");
        let usage = child.wait4().expect("it ends").rusage;
        least = least.min((usage.utime + usage.stime).as_secs_f64());
        let counting = document["timing"]["cpu_seconds"].as_f64();
        alone = alone.min(counting.expect("its processor seconds"));
        let of = |number: &serde_json::Value| -> BigUint {
            number.as_str().and_then(|digits| digits.parse().ok()).expect("a number")
        };
        number = match counted {
            Counted::Cycles => of(&document["count"]),
            Counted::Paths => of(&document["count"]) / 2_u32,
            Counted::IndependentSets => {
                document["counts_by_k"].as_array().expect("numbers").iter().map(of).sum()
            }
        };
        if least > 1.0 {
            break;
        }
    }
    (number, [least, alone])
}

/// The graph of a board in a file, as that of closed tours.
fn graph(board: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counting.hcp");
    let mut words: Vec<&str> = board.split(' ').collect();
    if !words.contains(&"--closed") {
        words.push("--closed");
    }
    let status = program()
        .args(["export", "tour"])
        .args(words)
        .args(["--format", "hcp", "--quiet", "-o"])
        .arg(&path)
        .status()
        .expect("the program starts");
    assert!(status.success(), "{board}");
    path
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_satranj"))
}
