//! Very large boards: seconds of the method with its checks, and memory.

use crate::programs::{Ran, median, satranj};

/// What is asked, and how often; the median counts.
const ASKED: [(&str, &str, usize); 7] = [
    ("1000x1000", "native:warnsdorff", 5),
    ("1000x1000 --closed", "native:rotations", 5),
    ("1000x1000 --closed", "sat:cuts", 3),
    ("1000x1000 --closed", "graph:search", 1),
    ("301x301", "sat:cuts", 3),
    ("10000x10000", "native:warnsdorff", 1),
    ("10000x10000 --closed", "native:rotations", 1),
];

/// Prints the table.
pub fn print() {
    println!(
        "\nlarge boards; seconds from the puzzle to the verified tour, processor seconds of the \
         whole process, its memory"
    );
    for (puzzle, method, times) in ASKED {
        let mut words = vec!["solve", "tour"];
        words.extend(puzzle.split(' '));
        words.extend(["--method", method]);
        let runs: Vec<_> = (0..times).map(|_| satranj(&words)).collect();
        let seconds = median(runs.iter().map(Ran::total_seconds).collect());
        let processor = median(runs.iter().map(|ran| ran.seconds).collect());
        let memory = runs.iter().map(|ran| ran.memory).max().unwrap_or(0);
        println!(
            "{puzzle:>22} {method:>18} {:>12} {seconds:>9.4} {processor:>9.3} {:>7.0} MB",
            runs[0].status(),
            memory as f64 / 1e6
        );
    }
}
