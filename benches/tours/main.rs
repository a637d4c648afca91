//! Side by side in one run: `native:dfs` and a tight C loop; `sat:cuts` and OR-tools
//! CP-SAT and LKH on closed knight's tours.
//!
//! `cargo bench --bench tours` needs a C compiler as `cc`, and for the second table Python
//! with the rivals: `python3 -m venv target/rivals && target/rivals/bin/pip install -r
//! benches/rivals/requirements.txt`. Without them it says so and leaves the rival out.
//! `cargo bench --bench tours -- 50` stops at 50x50.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use wait4::Wait4;

/// Runs of each program; the median counts.
const RUNS: usize = 5;

/// Seconds that a rival may take.
const LIMIT: u32 = 120;

fn main() {
    let largest =
        std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(100);
    depth_first();
    closed_tours(largest);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The program's document as JSON and the processor seconds of its whole process.
fn satranj(arguments: &[&str]) -> (serde_json::Value, f64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_satranj"))
        .args(arguments)
        .args(["--json", "--quiet"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let output = child.stdout.take().expect("its output is piped");
    let document = serde_json::from_reader(output).expect("it prints a document");
    let usage = child.wait4().expect("it ends").rusage;
    (document, (usage.utime + usage.stime).as_secs_f64())
}

fn depth_first() {
    const ORDER: &str = "offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";
    println!("native:dfs, 8x8 from a4, fixed order, 59,468,789 nodes, median of {RUNS} runs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let rival = folder.join("depth_first");
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
        let (document, _) = satranj(&[&arguments[..], &["--order", ORDER]].concat());
        let nodes = document["statistics"]["nodes"].as_f64().expect("a number of nodes");
        let seconds = document["timing"]["total_seconds"].as_f64().expect("seconds");
        ours.push(nodes / seconds / 1e6);
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

fn closed_tours(largest: u32) {
    println!(
        "\nclosed knight's tours, processor seconds; sat:cuts: the whole process, median of {RUNS}"
    );
    println!("{:>9} {:>10} {:>18} {:>18}", "board", "sat:cuts", "CP-SAT (ratio)", "LKH (ratio)");
    let python = python();
    if python.is_none() {
        println!(
            "rivals left out; to have them: python3 -m venv target/rivals && target/rivals/bin/pip install -r benches/rivals/requirements.txt"
        );
    }
    let mut over = [false; 2];
    for n in [8, 20, 30, 50, 80, 100].into_iter().filter(|&n| n <= largest) {
        let board = format!("{n}x{n}");
        let runs = (0..RUNS).map(|_| {
            let (document, seconds) = satranj(&["solve", "tour", &board, "--closed"]);
            assert_eq!(document["status"], "satisfied", "{board}");
            seconds
        });
        let ours = median(runs.collect());
        let mut line = format!("{board:>9} {ours:>10.4}");
        for (index, rival) in ["cp-sat", "lkh"].into_iter().enumerate() {
            let cell = match (&python, over[index]) {
                (Some(python), false) => rival_seconds(python, rival, n),
                _ => None,
            };
            over[index] |= cell.is_none();
            let cell = cell.map_or_else(
                || "-".into(),
                |seconds| format!("{seconds:.2} ({:.0})", seconds / ours),
            );
            let _ = write!(line, " {cell:>18}");
        }
        println!("{line}");
    }
}

/// The Python of the rivals' environment.
fn python() -> Option<PathBuf> {
    let chosen = std::env::var_os("SATRANJ_RIVALS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/rivals"), PathBuf::from);
    Some(chosen.join("bin/python")).filter(|python| python.exists())
}

/// Processor seconds of a rival for a tour; `None` if it found none in time.
fn rival_seconds(python: &Path, rival: &str, n: u32) -> Option<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rivals/closed_tour.py");
    let output = Command::new("timeout")
        .arg((LIMIT + 30).to_string())
        .arg(python)
        .arg(script)
        .args([rival, &n.to_string(), &LIMIT.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (seconds, word) = text.trim().split_once(' ')?;
    seconds.parse().ok().filter(|_| word == "tour")
}
