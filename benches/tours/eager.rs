//! The complete encodings at 10x10: varisat in the program beside cadical on the same formula.

use crate::programs::{file, median, program, satranj, write};

/// Runs of each; the median counts.
const RUNS: usize = 3;

const ENCODINGS: [&str; 6] =
    ["position", "unary-order", "binary-order", "lfsr", "chinese-remainder", "vertex-elimination"];

/// Prints the table.
pub fn print(side: u32, limit: u32) {
    println!(
        "\nclosed knight's tour of {side}x{side} by complete encodings; processor seconds, median \
         of {RUNS}; cadical reads the exported formula"
    );
    println!(
        "{:>20} {:>9} {:>9} {:>10} {:>10} {:>7}",
        "encoding", "variables", "clauses", "varisat", "cadical", "ratio"
    );
    let board = format!("{side}x{side}");
    for encoding in ENCODINGS {
        let method = format!("sat:{encoding}");
        let limited = format!("{limit}s");
        let asked = ["solve", "tour", &board, "--closed", "--method", &method];
        let asked = [&asked[..], &["--time-limit", &limited]].concat();
        let runs: Vec<_> = (0..RUNS).map(|_| satranj(&asked)).collect();
        let ours = median(runs.iter().map(|ran| ran.seconds).collect());
        let ours = runs.iter().all(|ran| ran.status() == "satisfied").then_some(ours);
        let path = file("eager.cnf");
        write(&["export", "tour", &board, "--closed", "--encoding", encoding], &path);
        let words = ["cadical", "-q", "-t", &limit.to_string(), &path.display().to_string()]
            .map(str::to_string);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let theirs: Option<Vec<f64>> = (0..RUNS).map(|_| program(&words, &[10, 20])).collect();
        let theirs = theirs.map(median);
        let shown = |seconds: Option<f64>| {
            seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.3}"))
        };
        let ratio = ours.zip(theirs).map_or_else(|| "-".into(), |(a, b)| format!("{:.1}", a / b));
        let count = |name: &str| runs[0].document.statistics[name].as_u64().unwrap_or(0);
        println!(
            "{encoding:>20} {:>9} {:>9} {:>10} {:>10} {ratio:>7}",
            count("variables"),
            count("clauses"),
            shown(ours),
            shown(theirs)
        );
    }
}
