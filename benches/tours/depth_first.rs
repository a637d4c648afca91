//! `native:dfs` beside a tight C loop, move for move.

use std::{path::Path, process::Command};

use crate::programs::{file, median, satranj};

/// Runs of each program; the median counts.
const RUNS: usize = 5;

/// The order in which both try moves.
const ORDER: &str = "offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";

/// Prints the table.
pub fn print() {
    println!("native:dfs, 8x8 from a4, fixed order, 59,468,789 nodes, median of {RUNS} runs");
    let rival = file("depth_first");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rivals/depth_first.c");
    let compiled = Command::new("cc")
        .args(["-O3", "-march=native", "-o"])
        .arg(&rival)
        .arg(&source)
        .status()
        .is_ok_and(|status| status.success());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // Turn by turn, so that both meet the same moods of the machine.
    for _ in 0..RUNS {
        let arguments = ["solve", "tour", "8x8", "--start", "a4", "--method", "native:dfs"];
        let ran = satranj(&[&arguments[..], &["--order", ORDER]].concat());
        let nodes = ran.document.statistics["nodes"].as_f64().expect("a number of nodes");
        ours.push(nodes / ran.total_seconds() / 1e6);
        if compiled {
            let output = Command::new(&rival).output().expect("the rival starts");
            let text = String::from_utf8_lossy(&output.stdout);
            let numbers: Vec<f64> =
                text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            theirs.push(numbers[0] / numbers[1] / 1e6);
        }
    }
    let ours = median(ours);
    println!("  native:dfs          {ours:7.1} million nodes a second");
    if compiled {
        let theirs = median(theirs);
        println!(
            "  C loop (cc -O3)     {theirs:7.1} million nodes a second, ratio {:.2}",
            ours / theirs
        );
    } else {
        println!("  C loop              left out: no C compiler `cc`");
    }
}
