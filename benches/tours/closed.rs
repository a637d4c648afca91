//! Closed knight's tours: every method, and the rivals, on ever larger boards.

use std::fmt::Write as _;

use crate::{
    programs::{RIVALS, median, rival, satranj},
    rivals::python,
};

/// Runs of each of our methods; the median counts.
const RUNS: usize = 3;

/// The sides of the boards.
const SIDES: [u32; 15] = [6, 8, 10, 12, 16, 20, 30, 50, 80, 100, 200, 300, 500, 700, 1000];

const METHODS: [&str; 13] = [
    "sat:auto",
    "sat:cuts",
    CADICAL,
    "sat:cuts-only",
    "sat:position",
    "sat:unary-order",
    "sat:binary-order",
    "sat:lfsr",
    "sat:chinese-remainder",
    "sat:vertex-elimination",
    "native:rotations",
    "native:warnsdorff",
    "graph:search",
];

/// The same method on another solver, where it is built in: `cargo bench --features cadical`.
const CADICAL: &str = "sat:cuts on cadical";

/// Prints the table: processor seconds of the whole process to a verified tour, and of rivals
/// how many times those of `sat:cuts`.
pub fn print(largest: u32, limit: u32) {
    println!(
        "\nclosed knight's tours, n x n; processor seconds, ours of the whole process, median of \
         {RUNS}; at most {limit} s; who fails is asked no more"
    );
    let python = python();
    let sides: Vec<u32> = SIDES.into_iter().filter(|&side| side <= largest).collect();
    let mut heading = format!("{:>22}", "n");
    for side in &sides {
        let _ = write!(heading, " {side:>12}");
    }
    println!("{heading}");
    let mut cuts = Vec::new();
    for method in METHODS {
        if method == CADICAL && !cfg!(feature = "cadical") {
            continue;
        }
        let mut line = format!("{method:>22}");
        for &side in &sides {
            let Some(seconds) = seconds(method, side, limit) else {
                let _ = write!(line, " {:>12}", "-");
                break;
            };
            let _ = write!(line, " {seconds:>12.4}");
            if method == "sat:cuts" {
                cuts.push(seconds);
            }
        }
        println!("{line}");
    }
    let Some(python) = python else { return };
    for name in RIVALS {
        let mut line = format!("{name:>22}");
        for (&side, cuts) in sides.iter().zip(&cuts) {
            let board = format!("{side}x{side}");
            let Some((seconds, "tour")) = rival(&python, name, &board, limit) else {
                let _ = write!(line, " {:>12}", "-");
                break;
            };
            let ratio = format!("{seconds:.3} ({:.0})", seconds / cuts);
            let _ = write!(line, " {ratio:>12}");
        }
        println!("{line}");
    }
}

/// Processor seconds of a method; `None` where it finds no tour in time.
fn seconds(method: &str, side: u32, limit: u32) -> Option<f64> {
    let board = format!("{side}x{side}");
    let limit = format!("{limit}s");
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let name = if method == CADICAL { "sat:cuts" } else { method };
        let solver: &[&str] = if method == CADICAL { &["--solver", "cadical"] } else { &[] };
        let arguments = ["solve", "tour", &board, "--closed", "--method", name];
        let limits = ["--time-limit", &limit];
        let ran = satranj(&[&arguments[..], solver, &limits].concat());
        if ran.status() != "satisfied" {
            return None;
        }
        assert!(ran.document.verified, "{method} {board}");
        runs.push(ran.seconds);
        // One run of what takes long is enough.
        if ran.seconds > 10.0 {
            break;
        }
    }
    Some(median(runs))
}
