//! Boards of four rows, which have no closed knight's tour: the time to the proof.

use std::fmt::Write as _;

use crate::{
    programs::{median, rival, satranj},
    rivals::python,
};

/// Runs of each of our methods; the median counts.
const RUNS: usize = 3;

const COLUMNS: [u32; 6] = [8, 12, 20, 30, 50, 100];

/// The options of each method; the short reasons are looked for in the first only.
const OURS: [(&str, &[&str]); 5] = [
    ("certificate", &["--method", "sat:auto"]),
    ("native:frontier", &["--method", "native:frontier", "--precheck", "off"]),
    ("sat:auto", &["--method", "sat:auto", "--precheck", "off"]),
    ("sat:cuts", &["--method", "sat:cuts", "--precheck", "off"]),
    ("graph:search", &["--method", "graph:search", "--precheck", "off"]),
];

/// Prints the table.
pub fn print(limit: u32) {
    println!(
        "\nno closed knight's tour of 4 x n; processor seconds, ours of the whole process, median \
         of {RUNS}; at most {limit} s"
    );
    let python = python();
    let mut heading = format!("{:>22}", "n");
    for columns in COLUMNS {
        let _ = write!(heading, " {columns:>10}");
    }
    println!("{heading}");
    for (name, arguments) in OURS {
        let mut line = format!("{name:>22}");
        for columns in COLUMNS {
            let (board, limit) = (format!("4x{columns}"), format!("{limit}s"));
            let asked = ["solve", "tour", &board, "--closed", "--time-limit", &limit];
            let runs: Vec<_> = (0..RUNS)
                .map(|_| satranj(&[&asked[..], arguments].concat()))
                .take_while(|ran| ran.status() == "unsatisfiable")
                .collect();
            if runs.len() < RUNS {
                let _ = write!(line, " {:>10}", "-");
                break;
            }
            let seconds = median(runs.iter().map(|ran| ran.seconds).collect());
            let _ = write!(line, " {seconds:>10.4}");
        }
        println!("{line}");
    }
    for name in ["cp-sat", "clingo"] {
        let mut line = format!("{name:>22}");
        for columns in COLUMNS {
            let board = format!("4x{columns}");
            let seconds = python.as_deref().and_then(|p| rival(p, name, &board, limit));
            let seconds = seconds.filter(|(_, word)| *word == "none").map(|(seconds, _)| seconds);
            let Some(seconds) = seconds else {
                let _ = write!(line, " {:>10}", "-");
                break;
            };
            let _ = write!(line, " {seconds:>10.4}");
        }
        println!("{line}");
    }
}
